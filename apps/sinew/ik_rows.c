// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "ik_command.h"
#include "rows.h"

static const char *const parts[IK_POSE] = {"x", "y", "z", "qx", "qy", "qz", "qw"};

// what the rows come to
typedef struct stream {
    ik_job *job;
    long rows, unsolved, first; // of those without a solution, the line of the first
} stream;

static void name_of(const void *context, int index, char out[MODEL_COORDINATE]) {
    (void)context;
    snw_copy_text(out, MODEL_COORDINATE, parts[index]);
}

static bool is_angle(const void *context, int index) {
    (void)context;
    (void)index;
    return false;
}

static snw_status compute(void *work, long line, snw_why *why) {
    stream *s = work;
    snw_status status = ik_set_pose(s->job, why);
    if (!snw_failed(status)) status = ik_solve(s->job, why);
    if (snw_failed(status)) return status;
    s->rows++;
    if (s->job->result.status != SNW_IK_OK && s->unsolved++ == 0) s->first = line;
    return SNW_OK;
}

static void render_header(snw_text *text, const void *context) {
    const ik_job *job = context;
    for (int i = 0; i < job->model->nq; i++) {
        char name[MODEL_COLUMN];
        model_coordinate_column(job->model, i, name);
        rows_cell(text, name);
        snw_text_add(text, ",", 1);
    }
    snw_text_format(text, "status,residual [m],residual [rad],iterations,solver,why\n");
}

static void render_row(snw_text *text, const void *context) {
    const ik_job *job = context;
    const snw_ik_result *result = &job->result;
    if (job->has_answer) {
        rows_reals(text, job->q, job->model->nq, true);
    } else {
        // cells stay empty rather than to hold numbers that are no answer
        for (int i = 1; i < job->model->nq; i++)
            snw_text_add(text, ",", 1);
    }
    snw_text_format(text, "%s%s", job->model->nq > 0 ? "," : "",
                    snw_ik_status_name(result->status));
    if (job->has_answer) {
        rows_reals(text, &result->residual_m, 1, false);
        rows_reals(text, &result->residual_rad, 1, false);
    } else {
        snw_text_add(text, ",,", 2);
    }
    snw_text_format(text, ",%d,%s,", result->iterations, ik_solver(job));
    if (result->why.code != SNW_OK) {
        char sentence[1024];
        model_message(&result->why, sentence, sizeof sentence);
        rows_cell(text, sentence);
    }
    snw_text_add(text, "\n", 1);
}

snw_status ik_rows(ik_job *job, const char *path, cli_io *io, snw_why *why) {
    stream s = {.job = job};
    const rows_task task = {.count = IK_POSE,
                            .owner = "a pose",
                            .item = "number",
                            .list = "they are x y z in m and the quaternion qx qy qz qw",
                            .values = job->pose,
                            .context = job,
                            .work = &s,
                            .name = name_of,
                            .is_angle = is_angle,
                            .compute = compute,
                            .header = render_header,
                            .row = render_row,
                            .json = ik_render_json};
    const snw_status status = rows_run(&task, path, io, why);
    if (snw_failed(status) || s.unsolved == 0) return status;
    cli_note(io, "%ld of %ld rows have no solution, the first in line %ld", s.unsolved, s.rows,
             s.first);
    io->answered = true;
    return SNW_ERR_CHECK;
}
