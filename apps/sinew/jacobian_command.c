// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli.h"

#include <math.h>
#include <stdlib.h>

#include "fk_command.h"

static const cli_parameter jacobian_options[] = {
    {.name = "frame",
     .letter = 'f',
     .kind = CLI_TEXT,
     .need = CLI_REQUIRED,
     .sentence = "Link or attachment whose origin moves."},
    {.name = "q",
     .kind = CLI_REALS,
     .sentence = "Configuration, one number per coordinate: rad, or m for prismatic joints."},
    {.name = "deg", .sentence = "Take angles in degrees."},
    {.name = "csv",
     .kind = CLI_FILE,
     .sentence = "File with one configuration per line; - reads standard input."},
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_example jacobian_examples[] = {
    {"sinew jacobian panda --frame hand --q '0 -45 0 -135 0 90 45' --deg",
     "Print a readable table."},
    {"sinew jacobian arm.urdf --frame tool --q 0.3,0.7 --json", "Print six rows as JSON."},
    {"sinew jacobian arm.urdf --frame tool --csv path.csv > out.csv",
     "Compute a line for each line of the file."},
    {0},
};

enum { ROWS = 6 };

static const char *const row_names[ROWS] = {"vx", "vy", "vz", "wx", "wy", "wz"};

// one model at work
typedef struct jacobian_job {
    fk_job fk;
    int link;
    snw_vec3 p_link;
    snw_twist *J; // [nv]
    fk_outside outside;
} jacobian_job;

static double entry(const jacobian_job *job, int row, int rate) {
    const snw_twist *t = &job->J[rate];
    const double column[ROWS] = {t->lin.x, t->lin.y, t->lin.z, t->ang.x, t->ang.y, t->ang.z};
    return column[row];
}

static snw_status compute(jacobian_job *job, snw_why *why) {
    const snw_status status = fk_update(&job->fk, why);
    if (!snw_failed(status)) snw_kin_jacobian(job->fk.kin, job->link, job->p_link, job->J);
    return status;
}

// "elbow", "floating_base/vx": the joint of a rate, and which of its rates it is
static void rate_name(const snw_model *model, int rate, char out[MODEL_COORDINATE]) {
    static const char *const planar_parts[] = {"/x", "/y", "/angle"};
    const int i = model->link_of_v[rate];
    const snw_link *link = &model->links[i];
    const int part = rate - link->v_index;
    const char *behind = "", *slash = "";
    if (link->nv == 6) behind = row_names[part];
    if (link->nq == 4) behind = row_names[part + 3];
    if (link->nv == 6 || link->nq == 4) slash = "/";
    if (link->nq == 3) behind = planar_parts[part];
    snw_text text = snw_text_over(out, MODEL_COORDINATE);
    snw_text_format(&text, "%s%s%s", model_joint_name(model, i), slash, behind);
}

// Whether a rate is one of turning: of the joints that have several, the first rates slide.
static bool rate_turns(const snw_model *model, int rate) {
    const snw_link *link = &model->links[model->link_of_v[rate]];
    const int part = rate - link->v_index;
    if (link->nv == 6) return part >= 3;
    if (link->nq == 3) return part >= 2;
    return link->joint != SNW_JOINT_PRISMATIC;
}

// --- output -------------------------------------------------------------------------------------

static void render_json(snw_text *text, const void *context) {
    const jacobian_job *job = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_array(&json, "jacobian");
    for (int r = 0; r < ROWS; r++) {
        snw_json_array(&json, NULL);
        for (int c = 0; c < job->fk.model->nv; c++) {
            snw_json_real(&json, NULL, entry(job, r, c));
        }
        snw_json_end(&json);
    }
    snw_json_end(&json);
    cli_json_finish(&json);
}

// a line per rate: there are six rows at all times, but any number of joints
static void compose_table(snw_text *text, const void *context) {
    const jacobian_job *job = context;
    snw_text_format(text,
                    "| Rate | vx | vy | vz | wx | wy | wz |\n|---|---|---|---|---|---|---|\n");
    for (int c = 0; c < job->fk.model->nv; c++) {
        char name[MODEL_COORDINATE];
        rate_name(job->fk.model, c, name);
        snw_text_format(text, "| ");
        model_cell(text, name);
        for (int r = 0; r < ROWS; r++) {
            // what is left of a zero after sines and cosines is a zero
            const double value = entry(job, r, c);
            model_cell_real(text, fabs(value) < 1e-15 ? 0 : value);
        }
        snw_text_format(text, "\n");
    }
}

// --- rows ---------------------------------------------------------------------------------------

static void row_name(const void *context, int index, char out[MODEL_COORDINATE]) {
    const jacobian_job *job = context;
    model_coordinate_name(job->fk.model, index, out);
}

static bool row_is_angle(const void *context, int index) {
    const jacobian_job *job = context;
    return fk_is_angle(job->fk.model, index);
}

static snw_status compute_row(void *work, long line, snw_why *why) {
    jacobian_job *job = work;
    const snw_status status = compute(job, why);
    if (!snw_failed(status)) fk_judge_limits(&job->fk, line, &job->outside);
    return status;
}

static void render_header(snw_text *text, const void *context) {
    const jacobian_job *job = context;
    for (int r = 0; r < ROWS; r++) {
        for (int c = 0; c < job->fk.model->nv; c++) {
            const char *above = r < 3 ? "m" : "rad";
            const char *below = rate_turns(job->fk.model, c) ? "rad" : "m";
            char name[MODEL_COORDINATE], cell[MODEL_COORDINATE + 16];
            rate_name(job->fk.model, c, name);
            snw_text line = snw_text_over(cell, sizeof cell);
            snw_text_format(&line, "%s/%s [%s/%s]", row_names[r], name, above, below);
            if (r + c > 0) snw_text_add(text, ",", 1);
            rows_cell(text, cell);
        }
    }
    snw_text_add(text, "\n", 1);
}

static void render_row(snw_text *text, const void *context) {
    const jacobian_job *job = context;
    for (int r = 0; r < ROWS; r++) {
        for (int c = 0; c < job->fk.model->nv; c++) {
            const double value = entry(job, r, c);
            rows_reals(text, &value, 1, r + c == 0);
        }
    }
    snw_text_add(text, "\n", 1);
}

static snw_status run_rows(jacobian_job *job, const char *path, cli_io *io, snw_why *why) {
    rows_task task = fk_rows_task(&job->fk);
    task.context = task.work = job;
    task.name = row_name;
    task.is_angle = row_is_angle;
    task.compute = compute_row;
    task.header = render_header;
    task.row = render_row;
    task.json = render_json;
    const snw_status status = rows_run(&task, path, io, why);
    if (!snw_failed(status)) fk_tell_limits(&job->outside, io);
    return status;
}

// --- the command --------------------------------------------------------------------------------

static snw_status run_once(jacobian_job *job, const cli_values *values, cli_io *io, snw_why *why) {
    snw_status status = fk_take_q(&job->fk, values, "q", why);
    if (!snw_failed(status)) status = compute(job, why);
    if (snw_failed(status)) return status;
    fk_warn_limits(&job->fk, io);
    return io->json ? cli_print(io, render_json, job)
                    : model_print_page(io, compose_table, job, why);
}

static snw_status run_job(const snw_model *model, const cli_values *values, cli_io *io,
                          snw_why *why) {
    model_frame frame;
    snw_status status = model_find_frame(model, cli_text(values, "frame"), &frame, why);
    if (snw_failed(status)) return status;
    snw_kin kin;
    void *memory = NULL;
    jacobian_job job = {.fk = {.model = model, .kin = &kin, .degrees = cli_flag(values, "deg")}};
    job.link = frame.link >= 0 ? frame.link : model->frames[frame.frame].link;
    if (frame.link < 0) job.p_link = model->frames[frame.frame].T_link_frame.p;
    job.fk.q = calloc((size_t)model->nq + 1, sizeof *job.fk.q);
    job.J = calloc((size_t)model->nv + 1, sizeof *job.J);
    status = model_kin(model, &kin, &memory, why);
    if (job.fk.q == NULL || job.J == NULL) status = SNW_ERR_MEMORY;
    if (!snw_failed(status)) {
        const char *path = cli_text(values, "csv");
        status = path != NULL ? run_rows(&job, path, io, why) : run_once(&job, values, io, why);
    }
    free(job.fk.q);
    free(job.J);
    free(memory);
    return status;
}

static snw_status jacobian(const snw_registry *registry, const cli_values *values, cli_io *io,
                           snw_why *why) {
    snw_status status = rows_check(values, "jacobian", "q", why);
    if (snw_failed(status)) return status;
    model_input input;
    status = model_take(&input, cli_text(values, "model"), registry, values, io, why);
    if (snw_failed(status)) return status;
    status = run_job(&input.model, values, io, why);
    model_close(&input);
    return status;
}

static snw_status run_jacobian(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(jacobian, values, io, why);
}

const cli_command jacobian_command = {
    .name = "jacobian",
    .group = "Models",
    .summary = "Compute the Jacobian: how joint velocities move a frame.",
    .description = "Rows are the velocity of the frame's origin, x y z, and its angular velocity, "
                   "x y z, along the axes of the root; columns are the joint velocities, in the "
                   "order of q. The readable table is transposed: a line per joint. With --csv "
                   "each line of a file is a configuration and gives a line, row after "
                   "row.\n\n--json writes {jacobian: [six rows]}; with --csv one object per line.",
    .arguments = fk_arguments,
    .options = jacobian_options,
    .examples = jacobian_examples,
    .run = run_jacobian};
