// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "fk_command.h"

// what the rows come to
typedef struct stream {
    fk_job *job;
    fk_outside outside;
} stream;

void fk_judge_limits(const fk_job *job, long line, fk_outside *outside) {
    const snw_model *model = job->model;
    outside->rows++;
    for (int i = 0; i < model->nq; i++) {
        if (job->q[i] >= model->lower[i] && job->q[i] <= model->upper[i]) continue;
        if (outside->count++ == 0) outside->first = line;
        return;
    }
}

void fk_tell_limits(const fk_outside *outside, cli_io *io) {
    if (outside->count == 0) return;
    cli_note(io, "warning: %ld of %ld rows are outside the limits, the first in line %ld",
             outside->count, outside->rows, outside->first);
}

static void row_name(const void *context, int index, char out[MODEL_COORDINATE]) {
    const fk_job *job = context;
    model_coordinate_name(job->model, index, out);
}

static bool row_is_angle(const void *context, int index) {
    const fk_job *job = context;
    return fk_is_angle(job->model, index);
}

rows_task fk_rows_task(const fk_job *job) {
    return (rows_task){.count = job->model->nq,
                       .owner = "the model",
                       .item = "coordinate",
                       .list = "'sinew model show' names them in order",
                       .values = job->q,
                       .degrees = job->degrees,
                       .context = job,
                       .name = row_name,
                       .is_angle = row_is_angle};
}

static snw_status compute(void *work, long line, snw_why *why) {
    stream *s = work;
    const snw_status status = fk_update(s->job, why);
    if (!snw_failed(status)) fk_judge_limits(s->job, line, &s->outside);
    return status;
}

static void render_header(snw_text *text, const void *context) {
    static const char *const parts[] = {"x [m]", "y [m]", "z [m]", "qx", "qy", "qz", "qw"};
    const fk_job *job = context;
    for (int i = 0; i < job->frame_count; i++) {
        for (int k = 0; k < 7; k++) {
            char name[2 * SNW_NAME];
            snw_text cell = snw_text_over(name, sizeof name);
            if (!job->single) {
                snw_text_format(&cell, "%s/", model_frame_name(job->model, job->frames[i]));
            }
            snw_text_format(&cell, "%s", parts[k]);
            if (i + k > 0) snw_text_add(text, ",", 1);
            rows_cell(text, name);
        }
    }
    snw_text_add(text, "\n", 1);
}

static void render_row(snw_text *text, const void *context) {
    const fk_job *job = context;
    for (int i = 0; i < job->frame_count; i++) {
        const snw_pose pose = model_frame_pose(job->kin, job->frames[i]);
        double numbers[7] = {pose.p.x, pose.p.y, pose.p.z};
        model_quat_xyzw(pose, numbers + 3);
        rows_reals(text, numbers, 7, i == 0);
    }
    snw_text_add(text, "\n", 1);
}

static void render_json(snw_text *text, const void *context) {
    fk_json(text, context);
}

snw_status fk_rows(fk_job *job, const char *path, cli_io *io, snw_why *why) {
    stream s = {.job = job};
    rows_task task = fk_rows_task(job);
    task.work = &s;
    task.compute = compute;
    task.header = render_header;
    task.row = render_row;
    task.json = render_json;
    const snw_status status = rows_run(&task, path, io, why);
    if (!snw_failed(status)) fk_tell_limits(&s.outside, io);
    return status;
}
