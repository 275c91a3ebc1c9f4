// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The triangles of height fields, voxels and clouds, and what of their bounds and masses has a form
// of its own. Points are counted first: snw_mesh_resize() refuses many before it takes memory.

#include "internal.h"

typedef struct cursor {
    snw_mesh *mesh;
    int point, index;
} cursor;

static void add_point(cursor *at, snw_vec3 p, snw_vec3 normal) {
    at->mesh->points[at->point] = p;
    at->mesh->normals[at->point++] = normal;
}

static void add_triangle(cursor *at, int a, int b, int c) {
    at->mesh->triangles[at->index++] = a;
    at->mesh->triangles[at->index++] = b;
    at->mesh->triangles[at->index++] = c;
}

// a flat face of four corners, counter-clockwise seen against its normal
static void add_quad(cursor *at, const snw_vec3 corners[4], snw_vec3 normal) {
    const int first = at->point;
    for (int i = 0; i < 4; i++) {
        add_point(at, corners[i], normal);
    }
    add_triangle(at, first, first + 1, first + 2);
    add_triangle(at, first, first + 2, first + 3);
}

static void place_mesh(snw_mesh *mesh, snw_pose pose) {
    for (int i = 0; i < mesh->point_count; i++) {
        mesh->points[i] = snw_pose_apply(pose, mesh->points[i]);
        mesh->normals[i] = snw_vec3_normalize(snw_mat3_apply(pose.R, mesh->normals[i]));
    }
}

// --- height field -------------------------------------------------------------------------------

// sample (i, j), or the point of the floor below it
static snw_vec3 sample_at(const snw_height_field *f, int i, int j, bool above) {
    const double z = above ? f->heights[i + (ptrdiff_t)f->columns * j] : f->floor;
    return snw_vec3_of(f->step_x * i, f->step_y * j, z);
}

// the top, with normals that are smooth across its triangles
static void add_top(const snw_height_field *f, cursor *at) {
    for (int j = 0; j < f->rows; j++) {
        for (int i = 0; i < f->columns; i++) {
            add_point(at, sample_at(f, i, j, true), snw_vec3_z(1));
        }
    }
    for (int j = 0; j + 1 < f->rows; j++) {
        for (int i = 0; i + 1 < f->columns; i++) {
            const int low = i + f->columns * j, high = low + f->columns;
            add_triangle(at, low, low + 1, high + 1);
            add_triangle(at, low, high + 1, high);
        }
    }
    snw__smooth_normals(at->mesh->points, at->point, at->mesh->triangles, at->index / 3,
                        at->mesh->normals);
}

// Along one side from (i, j) in steps of (di, dj): a wall under each edge, and the triangle that it
// makes with the middle of the floor.
static void add_side(const snw_height_field *f, int i, int j, int di, int dj, cursor *at) {
    const int count = di != 0 ? f->columns - 1 : f->rows - 1;
    const snw_vec3 normal = snw_vec3_of(dj, -di, 0);
    const snw_vec3 middle = {0.5 * f->step_x * (f->columns - 1), 0.5 * f->step_y * (f->rows - 1),
                             f->floor};
    for (int k = 0; k < count; k++, i += di, j += dj) {
        const snw_vec3 a = sample_at(f, i, j, false), b = sample_at(f, i + di, j + dj, false);
        const snw_vec3 wall[4] = {a, b, sample_at(f, i + di, j + dj, true),
                                  sample_at(f, i, j, true)};
        add_quad(at, wall, normal);
        const int first = at->point;
        add_point(at, b, snw_vec3_z(-1));
        add_point(at, a, snw_vec3_z(-1));
        add_point(at, middle, snw_vec3_z(-1));
        add_triangle(at, first, first + 1, first + 2);
    }
}

snw_status snw__height_field_mesh(const void *shape, const snw_mesh_options *options,
                                  snw_mesh *mesh, snw_setup *setup) {
    (void)options;
    const snw_height_field *f = shape;
    if (f->height_count == 0) return SNW_ERR_UNSUPPORTED;
    const int across = f->columns - 1, along = f->rows - 1, edges = 2 * (across + along);
    const snw_status status =
        snw_mesh_resize(mesh, f->height_count + 7 * edges, 2 * across * along + 3 * edges, setup);
    if (snw_failed(status)) return status;
    cursor at = {.mesh = mesh};
    add_top(f, &at);
    // once around, counter-clockwise seen from above
    add_side(f, 0, 0, 1, 0, &at);
    add_side(f, across, 0, 0, 1, &at);
    add_side(f, across, along, -1, 0, &at);
    add_side(f, 0, along, 0, -1, &at);
    place_mesh(mesh, f->pose);
    return SNW_OK;
}

// --- voxels -------------------------------------------------------------------------------------

// the six faces of a brick: where the neighbour is, and corners with bits x, y, z
static const struct face {
    int beside[3];
    unsigned corners[4];
} faces[6] = {
    {{-1, 0, 0}, {0, 4, 6, 2}}, {{1, 0, 0}, {1, 3, 7, 5}},  {{0, -1, 0}, {0, 1, 5, 4}},
    {{0, 1, 0}, {2, 6, 7, 3}},  {{0, 0, -1}, {0, 2, 3, 1}}, {{0, 0, 1}, {4, 5, 7, 6}},
};

static bool is_open(const snw_voxels *v, const int at[3], const struct face *face) {
    return !snw__voxels_has(v, at[0] + face->beside[0], at[1] + face->beside[1],
                            at[2] + face->beside[2]);
}

static int count_open_faces(const snw_voxels *v) {
    int count = 0;
    for (int b = 0; b < v->brick_count; b++) {
        int at[3];
        snw__voxels_place(v, v->bricks[b], at);
        for (int i = 0; i < 6; i++) {
            count += is_open(v, at, &faces[i]);
        }
    }
    return count;
}

static void add_brick_face(const snw_voxels *v, const int at[3], const struct face *face,
                           cursor *out) {
    snw_vec3 corners[4];
    for (int k = 0; k < 4; k++) {
        const unsigned bits = face->corners[k];
        corners[k] = snw_vec3_of(v->size.x * (at[0] + (int)(bits & 1U)),
                                 v->size.y * (at[1] + (int)(bits >> 1 & 1U)),
                                 v->size.z * (at[2] + (int)(bits >> 2 & 1U)));
    }
    add_quad(out, corners, snw_vec3_of(face->beside[0], face->beside[1], face->beside[2]));
}

// the faces between filled bricks and empty ones
snw_status snw__voxels_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                            snw_setup *setup) {
    (void)options;
    const snw_voxels *v = shape;
    if (v->brick_count == 0) return SNW_ERR_UNSUPPORTED;
    const int count = count_open_faces(v);
    const snw_status status = snw_mesh_resize(mesh, 4 * count, 2 * count, setup);
    if (snw_failed(status)) return status;
    cursor out = {.mesh = mesh};
    for (int b = 0; b < v->brick_count; b++) {
        int at[3];
        snw__voxels_place(v, v->bricks[b], at);
        for (int i = 0; i < 6; i++) {
            if (is_open(v, at, &faces[i])) add_brick_face(v, at, &faces[i], &out);
        }
    }
    place_mesh(mesh, v->pose);
    return SNW_OK;
}

// Boxes of equal size: their own moments, and those of their centres about the middle of all.
snw_status snw__voxels_inertia(const void *shape, snw_inertia *inertia) {
    const snw_voxels *v = shape;
    const snw_vec3 size = v->size;
    const double volume = size.x * size.y * size.z;
    const snw_vec3 middle = {0.5 * size.x * v->columns, 0.5 * size.y * v->rows,
                             0.5 * size.z * v->layers};
    snw_inertia sum = snw_inertia_scale(snw_inertia_box(volume, size), v->brick_count);
    for (int b = 0; b < v->brick_count; b++) {
        int at[3];
        snw__voxels_place(v, v->bricks[b], at);
        const snw_vec3 center = {size.x * (at[0] + 0.5), size.y * (at[1] + 0.5),
                                 size.z * (at[2] + 0.5)};
        const snw_vec3 c = snw_vec3_sub(center, middle), square = snw_vec3_mul(c, c);
        sum.h = snw_vec3_add_scaled(sum.h, c, volume);
        const snw_vec3 diagonal = {square.y + square.z, square.x + square.z, square.x + square.y};
        const snw_sym3 moved = snw_sym3_of(diagonal, -c.x * c.y, -c.x * c.z, -c.y * c.z);
        sum.I = snw_sym3_add(sum.I, snw_sym3_scale(moved, volume));
    }
    *inertia = snw_inertia_transform(v->pose, snw_inertia_translate(middle, sum));
    return SNW_OK;
}

// --- cloud --------------------------------------------------------------------------------------

snw_status snw__cloud_sphere(const void *shape, snw_sphere *sphere) {
    const snw_cloud *c = shape;
    if (c->point_count == 0) return SNW_ERR_UNSUPPORTED;
    const snw_status status = snw_sphere_around(c->points, c->point_count, sphere);
    if (status == SNW_OK) sphere->radius += c->radius;
    return status;
}

snw_status snw__cloud_capsule(const void *shape, snw_capsule *capsule) {
    const snw_cloud *c = shape;
    if (c->point_count == 0) return SNW_ERR_UNSUPPORTED;
    const snw_status status = snw_capsule_around_points(c->points, c->point_count, capsule);
    if (status == SNW_OK) capsule->radius += c->radius;
    return status;
}

// A ball has about half the square of its resolution in points. Many of them are drawn coarser, so
// that the whole stays below this number; the coarsest ball is an octahedron.
enum { CLOUD_MESH_POINTS = 250000, COARSEST = 4 };

static int ball_resolution(int asked, int balls) {
    int resolution = asked;
    while (resolution > COARSEST &&
           0.5 * resolution * resolution * balls > (double)CLOUD_MESH_POINTS) {
        resolution = resolution / 2 > COARSEST ? resolution / 2 : COARSEST;
    }
    return resolution;
}

snw_status snw__cloud_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                           snw_setup *setup) {
    const snw_cloud *c = shape;
    if (c->point_count == 0) return SNW_ERR_UNSUPPORTED;
    const snw_sphere ball = {{0, 0, 0}, c->radius};
    snw_mesh_options how = *options;
    how.resolution = ball_resolution(options->resolution, c->point_count);
    snw_mesh *one = snw_block_new(&snw_mesh_type, setup);
    if (one == NULL) return SNW_ERR_MEMORY;
    snw_status status = snw__sphere_mesh(&ball, &how, one, setup);
    if (snw_failed(status)) return status;
    const int balls = c->point_count, triangles = one->index_count / 3;
    status = snw_mesh_resize(mesh, one->point_count * balls, triangles * balls, setup);
    if (snw_failed(status)) return status;

    cursor at = {.mesh = mesh};
    for (int b = 0; b < balls; b++) {
        const int first = at.point;
        for (int i = 0; i < one->point_count; i++) {
            add_point(&at, snw_vec3_add(c->points[b], one->points[i]), one->normals[i]);
        }
        for (int i = 0; i < triangles; i++) {
            const int *corner = &one->triangles[(ptrdiff_t)3 * i];
            add_triangle(&at, first + corner[0], first + corner[1], first + corner[2]);
        }
    }
    return SNW_OK;
}
