// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "ik_command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fk_command.h"
#include "sinew/model/coordinates.h"

enum { NEAREST_STARTS = 16 }; // of the search for a target that is out of reach

static const char *const solvers[] = {"auto", "closed", "numeric", NULL};

static const cli_parameter ik_options[] = {
    {.name = "frame",
     .letter = 'f',
     .kind = CLI_TEXT,
     .need = CLI_REQUIRED,
     .sentence = "Link or attachment that is moved to the pose."},
    {.name = "pose",
     .letter = 'p',
     .kind = CLI_REALS,
     .least = IK_PLACE,
     .most = IK_POSE,
     .sentence = "Target pose in the frame of the root: x y z [m], then quaternion qx qy qz qw (w "
                 "last), or roll pitch yaw [rad]; x y z alone with --position-only."},
    {.name = "deg", .sentence = "Angles of --pose and --q0 are given in degrees."},
    {.name = "q0",
     .kind = CLI_REALS,
     .sentence = "Start configuration [rad or m]; a nearby solution is preferred. The middle of "
                 "the joint ranges if omitted."},
    {.name = "all", .letter = 'a', .sentence = "List all branches of the closed form."},
    {.name = "solver",
     .kind = CLI_CHOICE,
     .choices = solvers,
     .standard = "auto",
     .sentence = "Solver; auto uses the closed form if there is one, otherwise a search."},
    {.name = "csv",
     .kind = CLI_FILE,
     .sentence = "File with one pose per line; - reads standard input."},
    {.name = "position-only", .sentence = "Leave the orientation free."},
    {.name = "tolerance",
     .kind = CLI_REALS,
     .standard = "1e-5",
     .low = 1e-12,
     .high = 1e3,
     .least = 1,
     .most = 6,
     .sentence = "Tolerance: one number for m and rad, two, or six: x y z, about x y z."},
    {.name = "starts",
     .kind = CLI_INT,
     .standard = "256",
     .low = 1,
     .high = 1e6,
     .sentence = "Number of start configurations: q0, the others random within the limits."},
    {.name = "seed",
     .kind = CLI_INT,
     .standard = "1",
     .low = 0,
     .high = 1e15,
     .sentence = "Random seed of the start configurations."},
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_example ik_examples[] = {
    {"sinew ik panda --frame hand --pose '0.4 0.1 0.5 1 0 0 0'",
     "Place the hand 0.5 m high, pointing down."},
    {"sinew ik panda -f hand -p '0.4 0.1 0.5 180 0 0' --deg",
     "Give the same pose by roll, pitch and yaw."},
    {"sinew ik ur5 -f tool -p '0.4,0.1,0.5,1,0,0,0' --all", "List every branch by name."},
    {"sinew ik arm.urdf -f tool -p '0.3 0.2 0 0 0 0 1' --position-only --json",
     "Reach a position with any orientation."},
    {"sinew fk arm.urdf -f tool --csv q.csv | sinew ik arm.urdf -f tool --csv -",
     "Solve row by row, here for poses that are known to be reachable."},
    {0},
};

// --- the target ---------------------------------------------------------------------------------

// x y z and roll pitch yaw become x y z and a quaternion
static void pose_from_angles(double pose[IK_POSE], bool degrees) {
    const double unit = degrees ? acos(-1) / 180 : 1;
    const snw_rpy angles = {pose[3] * unit, pose[4] * unit, pose[5] * unit};
    const snw_quat q = snw_quat_from_mat3(snw_mat3_from_rpy(angles));
    const double numbers[4] = {q.x, q.y, q.z, q.w};
    memcpy(pose + 3, numbers, sizeof numbers);
}

// Three numbers are a place, six a place with angles, seven one with a quaternion.
static snw_status take_pose(ik_job *job, const cli_values *values, snw_why *why) {
    int count;
    const double *given = cli_reals(values, "pose", &count);
    const bool place_only = cli_flag(values, "position-only");
    const double identity[IK_POSE] = {0, 0, 0, 0, 0, 0, 1};
    if (count == 0) {
        return snw_refuse_rule(why, SNW_ERR_USAGE, "missing", "ik", "--pose is missing",
                               "give x y z qx qy qz qw, or rows of them with --csv");
    }
    if (count != IK_POSE && count != IK_ANGLES && !(count == IK_PLACE && place_only)) {
        return snw_refuse_rule(why, SNW_ERR_USAGE, "wrong-count", "ik",
                               "--pose has neither 6 nor 7 numbers",
                               "x y z qx qy qz qw; x y z roll pitch yaw; x y z with "
                               "--position-only");
    }
    memcpy(job->pose, identity, sizeof identity);
    memcpy(job->pose, given, (size_t)count * sizeof *given);
    if (count == IK_ANGLES) pose_from_angles(job->pose, cli_flag(values, "deg"));
    return SNW_OK;
}

snw_status ik_set_pose(ik_job *job, snw_why *why) {
    const double *p = job->pose;
    const double length = sqrt(p[3] * p[3] + p[4] * p[4] + p[5] * p[5] + p[6] * p[6]);
    if (!(fabs(length - 1) <= 1e-3)) {
        snw_why_set(why, SNW_ERR_RANGE, "pose", "the quaternion is not of length 1");
        snw_why_add(why, "length", length, "");
        snw_why_rule(why, "quaternion");
        snw_why_fix(why, "the order is x y z qx qy qz qw, w last: no rotation is 0 0 0 1");
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
        return snw_refuse_rule(why, SNW_ERR_USAGE, "wrong-count", "ik",
                               "--tolerance needs one number, two or six",
                               "give all; m and rad; or x y z and about x y z");
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
                    "the closed form is less accurate than the tolerance");
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

// A closed form without any branch has no configuration to show, so a search looks for the nearest
// one; the reason stays that of the closed form.
static void find_nearest(ik_job *job) {
    if (!job->has_numeric) {
        job->has_answer = false;
        return;
    }
    const snw_ik_result closed = job->result;
    snw_ik_options options = job->options;
    if (options.starts > NEAREST_STARTS) options.starts = NEAREST_STARTS;
    snw_ik_solve(&job->numeric, &job->target, &options, job->q0, job->q, &job->result);
    job->has_answer = job->result.status != SNW_IK_BAD_INPUT;
    job->result.status = closed.status;
    job->result.why = closed.why;
    job->result.iterations += closed.iterations;
}

snw_status ik_solve(ik_job *job, snw_why *why) {
    job->has_answer = true;
    if (job->has_closed) {
        snw_ik_closed_solve(&job->closed, &job->target, job->q0, job->q, &job->result);
        judge_closed(job);
        if (job->result.status == SNW_IK_UNREACHABLE) find_nearest(job);
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
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "ik-form", job->model->name,
                               "closed forms are for models with a fixed base",
                               "use the numeric solver");
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
                "no joint moves it, or more joints than the solver can handle");
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
        // the search serves where the closed form finds nothing, unless only that was asked for
        snw_why unused;
        if (job->has_closed && !closed_wanted) SNW_IGNORE(find_numeric(job, &unused));
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
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "status", snw_ik_status_name(result->status));
    if (job->has_answer) {
        snw_json_reals(&json, "q", job->q, job->model->nq);
        snw_json_real(&json, "residual_m", result->residual_m);
        snw_json_real(&json, "residual_rad", result->residual_rad);
    } else {
        snw_json_null(&json, "q");
        snw_json_null(&json, "residual_m");
        snw_json_null(&json, "residual_rad");
    }
    snw_json_int(&json, "iterations", result->iterations);
    snw_json_string(&json, "solver", ik_solver(job));
    snw_json_why(&json, "why", result->why.code != SNW_OK ? &result->why : NULL);
    cli_json_finish(&json);
}

// three digits are enough for people
static void add_short(snw_text *text, double value) {
    const double size = value == 0 ? 1 : pow(10, 2 - floor(log10(fabs(value))));
    const double rounded = round(value * size) / size;
    snw_text_real(text, isfinite(rounded) ? rounded : value);
}

static void add_target(snw_text *text, const ik_job *job) {
    static const char *const names[] = {"x", " y", " z", " m; qx", " qy", " qz", " qw"};
    const int count = job->target.weight[3] == 0 ? IK_PLACE : IK_POSE;
    snw_text_format(text, "Target: ");
    for (int i = 0; i < count; i++) {
        snw_text_format(text, "%s ", names[i]);
        add_short(text, job->pose[i]);
    }
    snw_text_format(text, count == IK_PLACE ? " m\n" : "\n");
}

static void compose_page(snw_text *text, const void *context) {
    const ik_job *job = context;
    const snw_model *model = job->model;
    const snw_ik_result *result = &job->result;
    const bool searched = !job->has_closed || result->status == SNW_IK_UNREACHABLE;
    snw_text_format(text, "%s: ", snw_ik_status_name(result->status));
    if (!job->has_answer) {
        snw_text_format(text, "closed form, %s; no configuration to show\n\n",
                        snw_ik_form_name(job->closed.form));
        add_target(text, job);
        return;
    }
    if (result->status != SNW_IK_OK) snw_text_format(text, "the nearest found, ");
    if (searched) {
        snw_text_format(text, "by search, %d iterations", result->iterations);
    } else {
        snw_text_format(text, "closed form, %s", snw_ik_form_name(job->closed.form));
    }
    snw_text_format(text, "; residual ");
    add_short(text, result->residual_m);
    snw_text_format(text, " m, ");
    add_short(text, result->residual_rad);
    snw_text_format(text, " rad%s\n\n",
                    result->why.code == SNW_NEAR_SINGULAR ? "; close to a singularity" : "");
    add_target(text, job);
    snw_text_format(text, "\n| Coordinate | q | Lower | Upper | Unit |\n|---|---|---|---|---|\n");
    for (int i = 0; i < model->nq; i++) {
        char name[MODEL_COORDINATE];
        model_coordinate_name(model, i, name);
        snw_text_format(text, "| ");
        model_cell(text, name);
        model_cell_real(text, fabs(job->q[i]) < 1e-15 ? 0 : job->q[i]);
        model_cell_real(text, model->lower[i]);
        model_cell_real(text, model->upper[i]);
        model_cell(text, model_coordinate_unit(model, i));
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
    fk_job start = {.model = job->model, .q = job->q0, .degrees = cli_flag(values, "deg")};
    const snw_status status = fk_take_q(&start, values, "q0", why);
    if (snw_failed(status)) return status;
    if (snw_failed(snw_configuration_check(job->model, job->q0))) {
        return snw_refuse_rule(why, SNW_ERR_RANGE, "configuration", job->model->name,
                               "a quaternion in q0 is not of length 1",
                               "quaternions are x y z w, of length 1");
    }
    fk_warn_limits(&start, io);
    return SNW_OK;
}

static snw_status run_once(ik_job *job, const cli_values *values, cli_io *io, snw_why *why) {
    snw_status status = take_pose(job, values, why);
    if (snw_failed(status)) return status;
    status = ik_set_pose(job, why);
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

static snw_status run_ik(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(ik, values, io, why);
}

const cli_command ik_command = {
    .name = "ik",
    .group = "Models",
    .summary = "Compute the joint positions that bring a frame to a pose.",
    .description =
        "The pose is in the frame of the root: x y z in m and either a quaternion in the order x "
        "y z w, whose length may differ from 1 by 1e-3, or roll, pitch and yaw about the fixed "
        "axes "
        "x, y and z (the rotation is Rz(yaw) Ry(pitch) Rx(roll)). Arms with a closed form are "
        "solved by it: of all branches "
        "within the limits, the one nearest to --q0. All others are solved by search, from --q0 "
        "first; the same --seed gives the same answer. --all lists the branches; of a redundant "
        "arm, those with the arm angle, or the last joint, that --q0 has.\n\n"
        "Exit code 0 if there is a solution, 1 if not: unreachable, limit, "
        "singular, not-converged. The reason is printed, with the nearest configuration that a "
        "search found; --solver closed prints none for a target that is out of reach. With --csv "
        "each line of a file is a pose and gives a line; its "
        "first line may name x, y, z, qx, qy, qz, qw in any order. Exit code 1 if a row has no "
        "solution.\n\n"
        "--json writes {status, q, residual_m, residual_rad, iterations, solver, why}, why being "
        "null or the reason, and q null if no configuration was found; with --all {status, solver, "
        "form, parameters, branches: [{branch, "
        "name, q, singular, within_limits, limit}], why}; with --csv one object per line.",
    .arguments = fk_arguments,
    .options = ik_options,
    .examples = ik_examples,
    .run = run_ik};
