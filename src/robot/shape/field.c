// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The real-time questions about height fields, voxels and clouds.

#include "internal.h"

// --- traits -------------------------------------------------------------------------------------

static unsigned traits_of(bool has_volume) {
    return SNW_SHAPE_BOUNDED | (has_volume ? SNW_SHAPE_SOLID : 0U);
}

unsigned snw__height_field_traits(const void *shape) {
    return traits_of(((const snw_height_field *)shape)->height_count > 0);
}

unsigned snw__voxels_traits(const void *shape) {
    return traits_of(((const snw_voxels *)shape)->brick_count > 0);
}

unsigned snw__cloud_traits(const void *shape) {
    (void)shape;
    return traits_of(false);
}

// --- membership ---------------------------------------------------------------------------------

// the cell of a row of `count` samples in which u lies: 0 to count - 2
static int cell_of(double u, int count) {
    const int i = (int)floor(u);
    return i < count - 2 ? i : count - 2;
}

// z of the surface over a point of the lattice, by the triangle in which it lies
static double surface_height(const snw_height_field *f, double x, double y) {
    const double u = x / f->step_x, v = y / f->step_y;
    const int i = cell_of(u, f->columns), j = cell_of(v, f->rows);
    const double *near = &f->heights[i + (ptrdiff_t)f->columns * j], *far = near + f->columns;
    const double s = u - i, t = v - j;
    if (s >= t) return near[0] + s * (near[1] - near[0]) + t * (far[1] - near[1]);
    return near[0] + t * (far[0] - near[0]) + s * (far[1] - far[0]);
}

snw_status snw__height_field_contains(const void *shape, snw_vec3 p, bool *inside) {
    const snw_height_field *f = shape;
    const snw_vec3 q = snw_pose_apply_inverse(f->pose, p);
    *inside = f->height_count > 0 && q.x >= 0 && q.x <= f->step_x * (f->columns - 1) && q.y >= 0 &&
              q.y <= f->step_y * (f->rows - 1) && q.z >= f->floor &&
              q.z <= surface_height(f, q.x, q.y);
    return SNW_OK;
}

bool snw__voxels_has(const snw_voxels *voxels, int i, int j, int k) {
    if (i < 0 || j < 0 || k < 0) return false;
    if (i >= voxels->columns || j >= voxels->rows || k >= voxels->layers) return false;
    const int brick = i + voxels->columns * (j + voxels->rows * k);
    int low = 0, high = voxels->brick_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (voxels->bricks[middle] < brick) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < voxels->brick_count && voxels->bricks[low] == brick;
}

void snw__voxels_place(const snw_voxels *voxels, int brick, int place[3]) {
    place[0] = brick % voxels->columns;
    place[1] = brick / voxels->columns % voxels->rows;
    place[2] = brick / voxels->columns / voxels->rows;
}

// The bricks of a row whose closed intervals hold x: one, two on a border, or none. The borders are
// i * size, as in the mesh form: the quotient alone may fall on the wrong side of one.
static int bricks_at(double x, double size, int count, int found[2]) {
    if (!(x >= 0 && x <= size * count)) return 0;
    const int near = (int)floor(x / size);
    int n = 0;
    for (int i = near - 1; i <= near + 1; i++) {
        if (i < 0 || i >= count || !(size * i <= x && x <= size * (i + 1))) continue;
        if (n < 2) found[n++] = i;
    }
    return n;
}

snw_status snw__voxels_contains(const void *shape, snw_vec3 p, bool *inside) {
    const snw_voxels *v = shape;
    const snw_vec3 q = snw_pose_apply_inverse(v->pose, p);
    int x[2], y[2], z[2];
    const int nx = bricks_at(q.x, v->size.x, v->columns, x);
    const int ny = bricks_at(q.y, v->size.y, v->rows, y);
    const int nz = bricks_at(q.z, v->size.z, v->layers, z);
    bool found = false;
    for (int i = 0; i < nx * ny * nz && !found; i++) {
        found = snw__voxels_has(v, x[i % nx], y[i / nx % ny], z[i / nx / ny]);
    }
    *inside = found;
    return SNW_OK;
}

snw_status snw__cloud_contains(const void *shape, snw_vec3 p, bool *inside) {
    const snw_cloud *c = shape;
    bool found = false;
    for (int i = 0; i < c->point_count && !found; i++) {
        found = snw_vec3_norm2(snw_vec3_sub(p, c->points[i])) <= c->radius * c->radius;
    }
    *inside = found;
    return SNW_OK;
}

// --- support points -----------------------------------------------------------------------------

// of the samples, or, seen from below, of the four corners of the floor
snw_status snw__height_field_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const snw_height_field *f = shape;
    if (f->height_count == 0) return SNW_ERR_STATE;
    const snw_vec3 local = snw_mat3_apply_t(f->pose.R, d);
    snw_vec3 best = {local.x < 0 ? 0 : f->step_x * (f->columns - 1),
                     local.y < 0 ? 0 : f->step_y * (f->rows - 1), f->floor};
    double most = snw_vec3_dot(local, best);
    for (int j = 0; j < f->rows; j++) {
        for (int i = 0; i < f->columns; i++) {
            const snw_vec3 sample = {f->step_x * i, f->step_y * j,
                                     f->heights[i + (ptrdiff_t)f->columns * j]};
            const double reach = snw_vec3_dot(local, sample);
            if (reach > most) {
                most = reach;
                best = sample;
            }
        }
    }
    *point = snw_pose_apply(f->pose, best);
    return SNW_OK;
}

// all bricks have the same corner farthest out
snw_status snw__voxels_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const snw_voxels *v = shape;
    if (v->brick_count == 0) return SNW_ERR_STATE;
    const snw_vec3 local = snw_mat3_apply_t(v->pose.R, d);
    const int corner[3] = {local.x < 0 ? 0 : 1, local.y < 0 ? 0 : 1, local.z < 0 ? 0 : 1};
    snw_vec3 best = {0, 0, 0};
    double most = -(double)INFINITY;
    for (int i = 0; i < v->brick_count; i++) {
        int at[3];
        snw__voxels_place(v, v->bricks[i], at);
        const snw_vec3 vertex = {v->size.x * (at[0] + corner[0]), v->size.y * (at[1] + corner[1]),
                                 v->size.z * (at[2] + corner[2])};
        const double reach = snw_vec3_dot(local, vertex);
        if (reach > most) {
            most = reach;
            best = vertex;
        }
    }
    *point = snw_pose_apply(v->pose, best);
    return SNW_OK;
}

snw_status snw__cloud_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const snw_cloud *c = shape;
    if (c->point_count == 0) return SNW_ERR_STATE;
    int best = 0;
    for (int i = 1; i < c->point_count; i++) {
        if (snw_vec3_dot(d, snw_vec3_sub(c->points[i], c->points[best])) > 0) best = i;
    }
    *point = snw_vec3_add_scaled(c->points[best], snw_vec3_normalize(d), c->radius);
    return SNW_OK;
}
