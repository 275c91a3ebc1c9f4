// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "ik_command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fk_command.h"
#include "sinew/model/coordinates.h"

static const char *const solvers[] = {"auto", "closed", "numeric", NULL};

const cli_parameter ik_options[] = {
    {.name = "frame",
     .letter = 'f',
     .kind = CLI_TEXT,
     .need = CLI_REQUIRED,
     .sentence = "The link or attachment that shall be there."},
    {.name = "pose",
     .letter = 'p',
     .kind = CLI_REALS,
     .least = IK_POSE,
     .most = IK_POSE,
     .sentence = "Where: x y z in m, and the quaternion qx qy qz qw, in the frame of the root."},
    {.name = "q0",
     .kind = CLI_REALS,
     .sentence =
         "Where the joints are now, rad or m: a solution near by is wanted. Half way between "
         "the limits when it is left out."},
    {.name = "all", .letter = 'a', .sentence = "List all branches of the closed form."},
    {.name = "solver",
     .kind = CLI_CHOICE,
     .choices = solvers,
     .standard = "auto",
     .sentence = "auto: the closed form where there is one, else by search."},
    {.name = "csv",
     .kind = CLI_FILE,
     .sentence = "A file with one pose per line; - is standard input."},
    {.name = "position-only", .sentence = "The rotation is left free."},
    {.name = "tolerance",
     .kind = CLI_REALS,
     .standard = "1e-5",
     .low = 1e-12,
     .high = 1e3,
     .least = 1,
     .most = 6,
     .sentence = "How near is there: one number for m and rad, two, or six: x y z, about x y z."},
    {.name = "starts",
     .kind = CLI_INT,
     .standard = "256",
     .low = 1,
     .high = 1e6,
     .sentence = "Of the search: q0, and the rest drawn within the limits."},
    {.name = "seed",
     .kind = CLI_INT,
     .standard = "1",
     .low = 0,
     .high = 1e15,
     .sentence = "Of the starts that are drawn."},
    MODEL_INPUT_OPTIONS,
    {0},
};
const cli_example ik_examples[] = {
    {"sinew ik panda --frame hand --pose '0.4 0.1 0.5 1 0 0 0'", "Hand down, 0.5 m high."},
    {"sinew ik ur5 -f tool -p '0.4,0.1,0.5,1,0,0,0' --all", "Every branch, by name."},
    {"sinew ik arm.urdf -f tool -p '0.3 0.2 0 0 0 0 1' --position-only --json", "Only a place."},
    {"sinew fk arm.urdf -f tool --csv q.csv | sinew ik arm.urdf -f tool --csv -",
     "Rows, here of poses that are known to be reached."},
    {0},
};

// --- the target ---------------------------------------------------------------------------------

snw_status ik_set_pose(ik_job *job, snw_why *why) {
    const double *p = job->pose;
    const double length = sqrt(p[3] * p[3] + p[4] * p[4] + p[5] * p[5] + p[6] * p[6]);
    if (!(fabs(length - 1) <= 1e-3)) {
        snw_why_set(why, SNW_ERR_RANGE, "pose", "the quaternion is not of length 1");
        snw_why_add(why, "length", length, "");
        snw_why_rule(why, "quaternion");
        snw_why_fix(why, "a pose is x y z qx qy qz qw; no rotation is 0 0 0 1");
        return SNW_ERR_RANGE;
    }
    const snw_quat q = {p[6] / length, p[3] / length, p[4] / length, p[5] / length};
    job->target.T_world_goal = snw_pose_of(snw_quat_to_mat3(q), snw_vec3_of(p[0], p[1], p[2]));
    return SNW_OK;
}

static snw_status set_tolerance(ik_job *job, const cli_values *values, snw_why *why) {
    int count;
    const double *numbers = cli_reals(values, "tolerance", &count);
    if (count != 1 && count != 2 && count != 6) {
        snw_why_set(why, SNW_ERR_USAGE, "ik", "--tolerance has one number, two or six");
        snw_why_rule(why, "wrong-count");
        snw_why_fix(why, "all; m and rad; or x y z and about x y z");
        return SNW_ERR_USAGE;
    }
    const bool place_only = cli_flag(values, "position-only");
    job->target = snw_ik_target_pose(snw_pose_identity());
    for (int i = 0; i < 6; i++) {
        const bool free = place_only && i >= 3;
        const int at = count == 6 ? i : count == 2 ? i / 3 : 0;
        job->target.tolerance[i] = free ? HUGE_VAL : numbers[at];
        if (free) job->target.weight[i] = 0;
    }
    return SNW_OK;
}

// --- solving ------------------------------------------------------------------------------------

const char *ik_solver(const ik_job *job) {
    return job->has_closed ? "closed" : "numeric";
}

// a closed form knows no tolerance: it is as exact as its numbers
static void judge_closed(ik_job *job) {
    for (int i = 0; i < 6; i++) {
        const double error = fabs(job->result.residual[i]);
        if (job->result.status != SNW_IK_OK || error <= job->target.tolerance[i]) continue;
        job->result.status = SNW_IK_NOT_CONVERGED;
        snw_why_set(&job->result.why, SNW_ERR_NOT_CONVERGED, job->model->name,
                    "the closed form is less exact than the tolerance");
        snw_why_add(&job->result.why, "residual", error, i < 3 ? "m" : "rad");
    }
}

// Eight starts at once find whatever comes first. So q0 is asked alone before: where it leads to a
// solution, that is the one which is wanted.
static void solve_numeric(ik_job *job) {
    snw_ik_options alone = job->options;
    alone.starts = 1;
    snw_ik_solve(&job->numeric, &job->target, &alone, job->q0, job->q, &job->result);
    if (job->result.status == SNW_IK_OK || job->options.starts == 1) return;
    const int before = job->result.iterations;
    snw_ik_solve(&job->numeric, &job->target, &job->options, job->q0, job->q, &job->result);
    job->result.iterations += before;
}

snw_status ik_solve(ik_job *job, snw_why *why) {
    if (job->has_closed) {
        snw_ik_closed_solve(&job->closed, &job->target, job->q0, job->q, &job->result);
        judge_closed(job);
    } else {
        solve_numeric(job);
    }
    if (job->result.status != SNW_IK_BAD_INPUT) return SNW_OK;
    *why = job->result.why;
    return snw_failed(why->code) ? why->code : SNW_ERR_ARGUMENT;
}

static snw_status find_closed(ik_job *job) {
    snw_why *why = &job->no_form;
    if (job->model->floating) {
        snw_why_set(why, SNW_ERR_UNSUPPORTED, job->model->name,
                    "closed forms are for models with a fixed base");
        snw_why_rule(why, "ik-form");
        snw_why_fix(why, "use the numeric solver");
        return SNW_ERR_UNSUPPORTED;
    }
    return snw_ik_analyze(job->model, job->frame.link, job->frame.frame, &job->closed, why);
}

static snw_status find_numeric(ik_job *job, snw_why *why) {
    const model_frame frame = job->frame;
    snw_arena arena = {0};
    snw_status status = snw_ik_init(&job->numeric, job->model, frame.link, frame.frame, &arena);
    if (status == SNW_ERR_MEMORY) {
        job->memory = model_block(arena.needed, &arena, why);
        if (job->memory == NULL) return SNW_ERR_MEMORY;
        status = snw_ik_init(&job->numeric, job->model, frame.link, frame.frame, &arena);
    }
    job->has_numeric = !snw_failed(status);
    if (job->has_numeric) return status;
    snw_why_set(why, SNW_ERR_UNSUPPORTED, model_frame_name(job->model, frame),
                "no joint moves it, or more do than the solver can handle");
    snw_why_add(why, "most", SNW_IK_JOINTS, "");
    snw_why_rule(why, "ik-joints");
    snw_why_fix(why, "'sinew model show' draws the tree");
    return SNW_ERR_UNSUPPORTED;
}

static snw_status choose_solver(ik_job *job, const cli_values *values, cli_io *io, snw_why *why) {
    const bool closed_wanted = strcmp(job->wanted, "closed") == 0 || cli_flag(values, "all");
    const bool may_be_closed =
        strcmp(job->wanted, "numeric") != 0 && !cli_flag(values, "position-only");
    if (may_be_closed) {
        const snw_status status = find_closed(job);
        job->has_closed = !snw_failed(status);
        if (job->has_closed) return SNW_OK;
        if (closed_wanted) {
            *why = job->no_form;
            return status;
        }
        if (io->verbose > 0) {
            char words[1024];
            model_message(&job->no_form, words, sizeof words);
            cli_note(io, "by search: %s", words);
        }
    }
    return find_numeric(job, why);
}

// --- output -------------------------------------------------------------------------------------

void ik_render_json(snw_text *text, const void *context) {
    const ik_job *job = context;
    const snw_ik_result *result = &job->result;
    snw_text_format(text, "{\"status\":\"%s\",\"q\":", snw_ik_status_name(result->status));
    model_json_reals(text, job->q, job->model->nq);
    snw_text_format(text, ",\"residual_m\":");
    snw_text_json_real(text, result->residual_m);
    snw_text_format(text, ",\"residual_rad\":");
    snw_text_json_real(text, result->residual_rad);
    snw_text_format(text, ",\"iterations\":%d,\"solver\":\"%s\",\"why\":", result->iterations,
                    ik_solver(job));
    char object[8192];
    snw_copy_text(object, sizeof object, "null");
    if (result->why.code != SNW_OK) (void)snw_why_json(&result->why, object, sizeof object);
    snw_text_format(text, "%s}\n", object);
}

// three digits are enough for people
static void add_short(snw_text *text, double value) {
    const double size = value == 0 ? 1 : pow(10, 2 - floor(log10(fabs(value))));
    const double rounded = round(value * size) / size;
    snw_text_real(text, isfinite(rounded) ? rounded : value);
}

static void compose_page(snw_text *text, const void *context) {
    const ik_job *job = context;
    const snw_model *model = job->model;
    const snw_ik_result *result = &job->result;
    snw_text_format(text, "%s: ", snw_ik_status_name(result->status));
    // a closed form without any branch has nothing to show but where it began
    const bool nothing = job->has_closed && result->status == SNW_IK_UNREACHABLE;
    if (result->status != SNW_IK_OK) {
        snw_text_format(text, nothing ? "at q0, " : "the nearest that was found, ");
    }
    if (job->has_closed) {
        snw_text_format(text, "closed form, %s", snw_ik_form_name(job->closed.form));
    } else {
        snw_text_format(text, "by search, %d iterations", result->iterations);
    }
    snw_text_format(text, "; residual ");
    add_short(text, result->residual_m);
    snw_text_format(text, " m, ");
    add_short(text, result->residual_rad);
    snw_text_format(text, " rad%s\n\n| Coordinate | q | Lower | Upper |\n|---|---|---|---|\n",
                    result->why.code == SNW_NEAR_SINGULAR ? "; close to a singularity" : "");
    for (int i = 0; i < model->nq; i++) {
        char name[MODEL_COORDINATE];
        model_coordinate_name(model, i, name);
        snw_text_format(text, "| ");
        model_cell(text, name);
        model_cell_real(text, fabs(job->q[i]) < 1e-15 ? 0 : job->q[i]);
        model_cell_real(text, model->lower[i]);
        model_cell_real(text, model->upper[i]);
        snw_text_format(text, "\n");
    }
}

// that there is no solution is an answer; people read the reason behind it
static snw_status answer(const ik_job *job, cli_io *io, snw_why *why) {
    const snw_status status = io->json ? cli_print(io, ik_render_json, job)
                                       : model_print_page(io, compose_page, job, why);
    if (snw_failed(status) || job->result.status == SNW_IK_OK) return status;
    *why = job->result.why;
    io->answered = io->json;
    return snw_failed(why->code) ? why->code : SNW_ERR_CHECK;
}

// --- the command --------------------------------------------------------------------------------

static snw_status take_start(ik_job *job, const cli_values *values, cli_io *io, snw_why *why) {
    snw_midpoint(job->model, job->q0);
    if (!cli_given(values, "q0")) return SNW_OK;
    fk_job start = {.model = job->model, .q = job->q0};
    const snw_status status = fk_take_q(&start, values, "q0", why);
    if (snw_failed(status)) return status;
    if (snw_failed(snw_configuration_check(job->model, job->q0))) {
        snw_why_set(why, SNW_ERR_RANGE, job->model->name, "a quaternion in q0 is not of length 1");
        snw_why_rule(why, "configuration");
        snw_why_fix(why, "quaternions are x y z w, of length 1");
        return SNW_ERR_RANGE;
    }
    fk_warn_limits(&start, io);
    return SNW_OK;
}

static snw_status run_once(ik_job *job, const cli_values *values, cli_io *io, snw_why *why) {
    int count;
    const double *pose = cli_reals(values, "pose", &count);
    if (count != IK_POSE) {
        snw_why_set(why, SNW_ERR_USAGE, "ik", "--pose is missing");
        snw_why_rule(why, "missing");
        snw_why_fix(why, "give x y z qx qy qz qw, or rows of them with --csv");
        return SNW_ERR_USAGE;
    }
    memcpy(job->pose, pose, sizeof job->pose);
    snw_status status = ik_set_pose(job, why);
    if (snw_failed(status)) return status;
    if (cli_flag(values, "all")) return ik_list_branches(job, io, why);
    status = ik_solve(job, why);
    return snw_failed(status) ? status : answer(job, io, why);
}

static snw_status run_job(const snw_model *model, const cli_values *values, cli_io *io,
                          snw_why *why) {
    ik_job job = {.model = model, .wanted = cli_text(values, "solver")};
    snw_status status = model_find_frame(model, cli_text(values, "frame"), &job.frame, why);
    if (snw_failed(status)) return status;
    job.options = snw_ik_options_default();
    job.options.starts = (int)cli_int(values, "starts");
    job.options.seed = (uint64_t)cli_int(values, "seed");
    job.q0 = calloc((size_t)model->nq + 1, sizeof *job.q0);
    job.q = calloc((size_t)model->nq + 1, sizeof *job.q);
    if (job.q0 == NULL || job.q == NULL) status = SNW_ERR_MEMORY;
    if (!snw_failed(status)) status = set_tolerance(&job, values, why);
    if (!snw_failed(status)) status = take_start(&job, values, io, why);
    if (!snw_failed(status)) status = choose_solver(&job, values, io, why);
    if (!snw_failed(status)) {
        const char *path = cli_text(values, "csv");
        status = path != NULL ? ik_rows(&job, path, io, why) : run_once(&job, values, io, why);
    }
    free(job.q0);
    free(job.q);
    free(job.memory);
    return status;
}

static snw_status check_usage(const cli_values *values, snw_why *why) {
    const bool closed = strcmp(cli_text(values, "solver"), "closed") == 0;
    const bool numeric = strcmp(cli_text(values, "solver"), "numeric") == 0;
    const bool all = cli_flag(values, "all"), place = cli_flag(values, "position-only");
    const char *text = NULL;
    const snw_status status = rows_check(values, "ik", "pose", why);
    if (snw_failed(status)) return status;
    if (all && cli_given(values, "csv")) {
        text = "--all is for one pose, --csv for many";
    } else if (all && numeric) {
        text = "--all lists branches of closed forms, which a search does not have";
    } else if (place && (all || closed)) {
        text = "closed forms are for whole poses, not with --position-only";
    }
    return text == NULL ? SNW_OK : rows_contradiction("ik", text, why);
}

static snw_status ik(const snw_registry *registry, const cli_values *values, cli_io *io,
                     snw_why *why) {
    snw_status status = check_usage(values, why);
    if (snw_failed(status)) return status;
    model_input input;
    status = model_take(&input, cli_text(values, "model"), registry, values, io, why);
    if (snw_failed(status)) return status;
    status = run_job(&input.model, values, io, why);
    model_close(&input);
    return status;
}

snw_status run_ik(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(ik, values, io, why);
}
