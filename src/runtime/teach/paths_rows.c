// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "paths_internal.h"

// Rows of paths, in and out.

void snw__paths_pose_out(snw_pose pose, double out[SNW__POSE_NUMBERS]) {
    const double numbers[SNW__POSE_NUMBERS] = {pose.R.x.x, pose.R.x.y, pose.R.x.z, pose.R.y.x,
                                               pose.R.y.y, pose.R.y.z, pose.R.z.x, pose.R.z.y,
                                               pose.R.z.z, pose.p.x,   pose.p.y,   pose.p.z};
    memcpy(out, numbers, sizeof numbers);
}

snw_pose snw__paths_pose_in(const double in[SNW__POSE_NUMBERS]) {
    const snw_mat3 R =
        snw_mat3_of(snw_vec3_of(in[0], in[1], in[2]), snw_vec3_of(in[3], in[4], in[5]),
                    snw_vec3_of(in[6], in[7], in[8]));
    return snw_pose_of(R, snw_vec3_of(in[9], in[10], in[11]));
}

static snw_status add_row(snw_component *self, snw__taught *taught, const double *row) {
    snw__paths *p = self->work;
    const bool joints = taught->kind == SNW_TAUGHT_JOINTS;
    double q[SNW_AXES] = {0};
    snw_pose pose = snw_pose_identity();
    if (joints) {
        memcpy(q, row + 1, (size_t)self->arm->count * sizeof *q);
        const snw_status status = snw__tool_pose(&p->tool, self->arm, q, &pose);
        if (snw_failed(status)) return status;
    } else {
        pose = snw__paths_pose_in(row + 1);
        if (!(snw_mat3_drift(pose.R) < 1e-6)) return SNW_ERR_RANGE;
    }
    if (!(fabs(row[0]) <= 9e15)) return SNW_ERR_RANGE;
    return snw_path_add(&taught->path, (int64_t)row[0], q, &pose);
}

// rows at the end of a path, which is made if need be
snw_status snw__paths_put(void *self_of, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw_component *self = self_of;
    snw__paths *p = self->work;
    const snw__rows_order *order = arguments;
    snw_status status = snw__paths_check_name(self, order->name, why);
    if (status == SNW_OK) status = snw__paths_check_kind(self, order->kind, why);
    if (status == SNW_OK) status = snw__paths_only_idle(self, why);
    if (snw_failed(status)) return status;
    int index = snw__paths_find(p, order->name);
    if (index < 0) status = snw__paths_make_room(self, order->name, order->kind, &index, why);
    if (snw_failed(status)) return status;
    snw__taught *taught = &p->taught[index];
    const int before = taught->path.count;
    const bool joints = order->kind == SNW_TAUGHT_JOINTS;
    const int columns = 1 + (joints ? self->arm->count : SNW__POSE_NUMBERS);
    SNW_IGNORE(snw_path_set_spacing(&taught->path, 0));
    status = taught->kind == order->kind ? SNW_OK : SNW_ERR_ARGUMENT;
    const bool fits = order->columns == columns && order->count % columns == 0;
    if (status == SNW_OK && order->count > 0 && !fits) status = SNW_ERR_SIZE;
    for (int i = 0; i < order->count && status == SNW_OK; i += columns)
        status = add_row(self, taught, order->numbers + i);
    // all rows or none: what is refused leaves nothing behind
    if (status != SNW_OK) snw_path_cut(&taught->path, before);
    if (taught->path.count == 0) taught->kind = SNW_TAUGHT_NONE;
    snw__paths_show(self, index);
    if (status == SNW_OK) return SNW_OK;
    return snw_refuse_rule(why, snw_failed(status) ? status : SNW_ERR_RANGE, "teach", order->name,
                           "this is not a row of the path",
                           "put NAME joints|frame T V1 V2 ..., T in ns and increasing");
}

// --- for questions ------------------------------------------------------------------------------

static void show_row(snw_component *self, int index, int row) {
    snw__paths *p = self->work;
    const snw__taught *taught = &p->taught[index];
    const int count = self->arm->count;
    double numbers[SNW__ROW_VALUES] = {0};
    // times keep their bits
    memcpy(numbers, &taught->path.times[row], sizeof numbers[0]);
    if (taught->kind == SNW_TAUGHT_JOINTS) {
        memcpy(numbers + 1, &taught->path.scalars[(ptrdiff_t)row * count],
               (size_t)count * sizeof *numbers);
    } else {
        snw__paths_pose_out(taught->path.poses[row], numbers + 1);
    }
    const size_t bytes = (size_t)p->stride * sizeof *numbers;
    const size_t place = (size_t)index * (size_t)p->records + (size_t)row;
    snw_published_write(&p->rows, place * bytes, numbers, bytes);
}

// Rows come before the count that tells of them.
static void show_path(snw_component *self, int index) {
    snw__paths *p = self->work;
    const snw__taught *taught = &p->taught[index];
    snw__path_row *told = &p->told[index];
    const bool another = told->change != taught->change;
    if (!another && told->kind == taught->kind && told->rows == taught->path.count) return;
    for (int k = another ? 0 : told->rows; k < taught->path.count; k++)
        show_row(self, index, k);
    snw_copy_text(told->name, sizeof told->name, taught->name);
    told->kind = taught->kind;
    told->rows = taught->path.count;
    told->change = taught->change;
    snw_published_write(&p->shown, (size_t)index * sizeof *told, told, sizeof *told);
}

void snw__paths_show(snw_component *self, int index) {
    const snw__paths *p = self->work;
    for (int i = 0; i < p->capacity; i++) {
        if (index < 0 || index == i) show_path(self, i);
    }
}
