// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dynamics_command.h"

// A row is q, qd, and qdd or tau, as far as the question needs them.
static int column_count(const dynamics_job *job) {
    const snw_model *model = job->fk.model;
    if (job->question == DYNAMICS_MASS_MATRIX || job->question == DYNAMICS_GRAVITY) {
        return model->nq;
    }
    return model->nq + (job->question == DYNAMICS_ENERGY ? 1 : 2) * model->nv;
}

static void add_rate(snw_text *text, const char *before, const snw_model *model, int rate) {
    char name[MODEL_COORDINATE];
    dynamics_rate_name(model, rate, name);
    snw_text_format(text, "%s/%s", before, name);
}

// "elbow", "qd/elbow", and "qdd/elbow" or "tau/elbow"
static void name_of(const void *context, int index, char out[MODEL_COORDINATE]) {
    const dynamics_job *job = context;
    const snw_model *model = job->fk.model;
    const int rate = index - model->nq;
    if (rate < 0) {
        model_coordinate_name(model, index, out);
        return;
    }
    const char *third = job->question == DYNAMICS_ACCELERATIONS ? "tau" : "qdd";
    snw_text text = snw_text_over(out, MODEL_COORDINATE);
    add_rate(&text, rate < model->nv ? "qd" : third, model, rate % model->nv);
}

static bool is_angle(const void *context, int index) {
    const dynamics_job *job = context;
    const snw_model *model = job->fk.model;
    const int rate = index - model->nq;
    if (rate < 0) return fk_is_angle(model, index);
    // efforts are none
    if (rate >= model->nv && job->question == DYNAMICS_ACCELERATIONS) return false;
    return dynamics_rate_is_angle(model, rate % model->nv);
}

static snw_status compute(void *work, long line, snw_why *why) {
    dynamics_job *job = work;
    const snw_status status = dynamics_compute(job, why);
    if (!snw_failed(status)) fk_judge_limits(&job->fk, line, &job->outside);
    return status;
}

// --- output -------------------------------------------------------------------------------------

// "M/shoulder/elbow": row and column of the mass matrix
static void render_matrix_header(snw_text *text, const snw_model *model) {
    for (int r = 0; r < model->nv; r++) {
        for (int c = 0; c < model->nv; c++) {
            char row[MODEL_COORDINATE + 2], cell[2 * MODEL_COORDINATE + 3];
            snw_text line = snw_text_over(row, sizeof row);
            add_rate(&line, "M", model, r);
            line = snw_text_over(cell, sizeof cell);
            add_rate(&line, row, model, c);
            if (r + c > 0) snw_text_add(text, ",", 1);
            rows_cell(text, cell);
        }
    }
}

// "Y/elbow/fore/hx": row and column of the regressor
static void render_regressor_header(snw_text *text, const snw_model *model) {
    for (int r = 0; r < model->nv; r++) {
        for (int c = 0; c < snw_parameter_count(model); c++) {
            char name[MODEL_COORDINATE], cell[2 * MODEL_COORDINATE + 4];
            dynamics_parameter_name(model, c, name);
            snw_text line = snw_text_over(cell, sizeof cell);
            add_rate(&line, "Y", model, r);
            snw_text_format(&line, "/%s", name);
            if (r + c > 0) snw_text_add(text, ",", 1);
            rows_cell(text, cell);
        }
    }
}

static void render_header(snw_text *text, const void *context) {
    const dynamics_job *job = context;
    const snw_model *model = job->fk.model;
    if (job->question == DYNAMICS_ENERGY) {
        snw_text_format(text, "kinetic [J],potential [J]");
    } else if (job->question == DYNAMICS_MASS_MATRIX) {
        render_matrix_header(text, model);
    } else if (job->question == DYNAMICS_REGRESSOR) {
        render_regressor_header(text, model);
    } else {
        for (int i = 0; i < model->nv; i++) {
            char cell[MODEL_COORDINATE + 16];
            const bool changes = job->question == DYNAMICS_ACCELERATIONS;
            snw_text line = snw_text_over(cell, sizeof cell);
            add_rate(&line, changes ? "qdd" : "tau", model, i);
            dynamics_add_unit(&line, model, i, changes ? DYNAMICS_CHANGE : DYNAMICS_EFFORT);
            if (i > 0) snw_text_add(text, ",", 1);
            rows_cell(text, cell);
        }
    }
    snw_text_add(text, "\n", 1);
}

static void render_row(snw_text *text, const void *context) {
    const dynamics_job *job = context;
    rows_reals(text, job->result, job->result_count, true);
    snw_text_add(text, "\n", 1);
}

snw_status dynamics_rows(dynamics_job *job, const char *path, cli_io *io, snw_why *why) {
    rows_task task = fk_rows_task(&job->fk);
    task.count = column_count(job);
    task.owner = "a state";
    task.item = "number";
    task.list = "q, then a velocity qd/JOINT each, then qdd/JOINT or, with --forward, tau/JOINT";
    if (job->question == DYNAMICS_ENERGY) task.list = "q, then a velocity qd/JOINT each";
    if (task.count == job->fk.model->nq) task.list = "'sinew model show' names them in order";
    task.context = task.work = job;
    task.name = name_of;
    task.is_angle = is_angle;
    task.compute = compute;
    task.header = render_header;
    task.row = render_row;
    task.json = dynamics_json;
    const snw_status status = rows_run(&task, path, io, why);
    if (!snw_failed(status)) fk_tell_limits(&job->outside, io);
    return status;
}
