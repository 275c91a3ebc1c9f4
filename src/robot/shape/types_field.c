// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The tables of height fields, voxels and clouds.

#include <limits.h>

#include "internal.h"

#define HEAD .head = {sizeof(snw_shape_functions), SNW_SHAPE_VERSION}
#define PLACE .kind = SNW_KIND_POSE, .unit = "m", .range = {-SNW_SHAPE_REACH, SNW_SHAPE_REACH}
#define STEP .kind = SNW_KIND_REAL, .unit = "m", .range = {SNW_SHAPE_LEAST, SNW_SHAPE_REACH}
#define HEIGHT .kind = SNW_KIND_REAL, .unit = "m", .range = {-SNW_SHAPE_REACH, SNW_SHAPE_REACH}
#define KIND(name, table)                                                                          \
    .token = #name, .size = sizeof(snw_##name), .align = _Alignof(snw_##name), .fields = (table),  \
    .field_count = (int)(sizeof(table) / sizeof *(table)), .base = "shape",                        \
    .space = &snw_space_robot, .functions = &name##_functions.head

static snw_status refuse_extent(const char *subject, double extent, snw_why *why) {
    snw_why_set(why, SNW_ERR_RANGE, subject, "the lattice is longer than 1e6 m");
    snw_why_add(why, "length", extent, "m");
    snw_why_fix(why, "use fewer of them, or a smaller step");
    return SNW_ERR_RANGE;
}

// --- height field -------------------------------------------------------------------------------

static snw_status refuse_samples(const snw_height_field *f, const char *text, const char *fix,
                                 snw_why *why) {
    snw_why_set(why, SNW_ERR_RANGE, "heights", text);
    snw_why_fix(why, fix);
    snw_why_add(why, "columns", f->columns, "");
    snw_why_add(why, "rows", f->rows, "");
    snw_why_add(why, "heights", f->height_count, "");
    return SNW_ERR_RANGE;
}

static snw_status check_height_field(const void *block, snw_why *why) {
    const snw_height_field *f = block;
    const int64_t samples = (int64_t)f->columns * f->rows;
    if (samples == 0 && f->columns == f->rows && f->height_count == 0) return SNW_OK;
    if (f->columns < 2 || f->rows < 2) {
        return refuse_samples(f, "a height field has at least 2 columns and 2 rows",
                              "set `columns` and `rows` to 2 or more", why);
    }
    if (samples != f->height_count) {
        return refuse_samples(f, "there must be one height for each column of each row",
                              "give columns times rows heights, row by row", why);
    }
    const double along_x = f->step_x * (f->columns - 1), along_y = f->step_y * (f->rows - 1);
    if (!(along_x <= SNW_SHAPE_REACH)) return refuse_extent("columns", along_x, why);
    if (!(along_y <= SNW_SHAPE_REACH)) return refuse_extent("rows", along_y, why);
    for (int i = 0; i < f->height_count; i++) {
        if (f->heights[i] - f->floor >= SNW_SHAPE_LEAST) continue;
        snw_why_set(why, SNW_ERR_RANGE, "heights", "a height is not above the floor");
        snw_why_fix(why, "lower the `floor` below all heights");
        snw_why_add(why, "sample", i, "");
        snw_why_add(why, "height", f->heights[i], "m");
        snw_why_add(why, "floor", f->floor, "m");
        return SNW_ERR_RANGE;
    }
    return SNW_OK;
}

static const snw_field height_field_fields[] = {
    {SNW_AT(snw_height_field, pose), PLACE,
     .help = "Frame of the terrain: the first sample is over its origin, heights are along z."},
    {SNW_AT(snw_height_field, columns), .kind = SNW_KIND_INT,
     .range = {0, SNW_HEIGHT_FIELD_SAMPLES}, .help = "Number of samples along x."},
    {SNW_AT(snw_height_field, rows), .kind = SNW_KIND_INT, .range = {0, SNW_HEIGHT_FIELD_SAMPLES},
     .help = "Number of samples along y."},
    {SNW_AT(snw_height_field, step_x), STEP, .initial = "1",
     .help = "Distance between neighbouring columns."},
    {SNW_AT(snw_height_field, step_y), STEP, .initial = "1",
     .help = "Distance between neighbouring rows."},
    {SNW_AT(snw_height_field, floor), HEIGHT, .initial = "-1",
     .help = "Height of the flat bottom, below all samples."},
    {SNW_AT_LIST(snw_height_field, heights, height_count, SNW_HEIGHT_FIELD_SAMPLES), HEIGHT,
     .help = "Heights of the samples, row by row."},
};
static const snw_shape_functions height_field_functions = {
    HEAD, .traits = snw__height_field_traits, .contains = snw__height_field_contains,
    .support = snw__height_field_support, .mesh = snw__height_field_mesh};
const snw_type snw_height_field_type = {KIND(height_field, height_field_fields),
                                        .validate = check_height_field,
                                        .help = "Terrain: solid below a grid of heights."};

// --- voxels -------------------------------------------------------------------------------------

static snw_status check_bricks(const snw_voxels *v, int64_t lattice, snw_why *why) {
    for (int i = 0; i < v->brick_count; i++) {
        if (v->bricks[i] >= lattice) {
            snw_why_set(why, SNW_ERR_RANGE, "bricks", "a brick is beyond the lattice");
            snw_why_add(why, "brick", v->bricks[i], "");
            snw_why_add(why, "lattice", (double)lattice, "");
            return SNW_ERR_RANGE;
        }
        if (i == 0 || v->bricks[i - 1] < v->bricks[i]) continue;
        snw_why_set(why, SNW_ERR_RANGE, "bricks", "the numbers of the bricks do not rise");
        snw_why_fix(why, "sort them, and name each brick once");
        snw_why_add(why, "brick", v->bricks[i], "");
        snw_why_add(why, "after", v->bricks[i - 1], "");
        return SNW_ERR_RANGE;
    }
    return SNW_OK;
}

static snw_status check_voxels(const void *block, snw_why *why) {
    const snw_voxels *v = block;
    // two factors at a time: the product of all three may not fit
    const int64_t plane = (int64_t)v->columns * v->rows;
    if (plane > SNW_VOXELS_LATTICE || plane * v->layers > SNW_VOXELS_LATTICE) {
        snw_why_set(why, SNW_ERR_TOO_LARGE, "columns",
                    "the lattice has more than 134217728 bricks");
        snw_why_fix(why, "use larger bricks, or split the shape");
        snw_why_add(why, "columns", v->columns, "");
        snw_why_add(why, "rows", v->rows, "");
        snw_why_add(why, "layers", v->layers, "");
        return SNW_ERR_TOO_LARGE;
    }
    const int counts[3] = {v->columns, v->rows, v->layers};
    static const char *const names[3] = {"columns", "rows", "layers"};
    for (int i = 0; i < 3; i++) {
        const double extent = snw_vec3_get(v->size, i) * counts[i];
        if (!(extent <= SNW_SHAPE_REACH)) return refuse_extent(names[i], extent, why);
    }
    return check_bricks(v, plane * v->layers, why);
}

#define BRICKS .kind = SNW_KIND_INT, .range = {0, SNW_VOXELS_LATTICE}
static const snw_field voxels_fields[] = {
    {SNW_AT(snw_voxels, pose), PLACE, .help = "Frame of the lattice, at its lowest corner."},
    {SNW_AT(snw_voxels, size), .kind = SNW_KIND_VEC3, .unit = "m",
     .range = {SNW_SHAPE_LEAST, SNW_SHAPE_REACH}, .initial = "0.1 0.1 0.1",
     .help = "Edges of a brick along x, y and z."},
    {SNW_AT(snw_voxels, columns), BRICKS, .help = "Number of bricks along x."},
    {SNW_AT(snw_voxels, rows), BRICKS, .help = "Number of bricks along y."},
    {SNW_AT(snw_voxels, layers), BRICKS, .help = "Number of bricks along z."},
    {SNW_AT_LIST(snw_voxels, bricks, brick_count, SNW_VOXELS_BRICKS), .kind = SNW_KIND_INT,
     .range = {0, INT_MAX},
     .help = "Numbers of the filled bricks in rising order: i + columns * (j + rows * k) is the "
             "i-th along x, j-th along y and k-th along z."},
};
static const snw_shape_functions voxels_functions = {HEAD,
                                                     .traits = snw__voxels_traits,
                                                     .contains = snw__voxels_contains,
                                                     .support = snw__voxels_support,
                                                     .inertia = snw__voxels_inertia,
                                                     .mesh = snw__voxels_mesh};
const snw_type snw_voxels_type = {KIND(voxels, voxels_fields), .validate = check_voxels,
                                  .help = "Bricks on a lattice."};

// --- cloud --------------------------------------------------------------------------------------

static const snw_field cloud_fields[] = {
    {SNW_AT_LIST(snw_cloud, points, point_count, SNW_CLOUD_POINTS), .kind = SNW_KIND_VEC3,
     .unit = "m", .range = {-SNW_SHAPE_REACH, SNW_SHAPE_REACH}, .help = "Measured points."},
    {SNW_AT(snw_cloud, radius), STEP, .initial = "0.01",
     .help = "Radius of the ball around each point."},
};
static const snw_shape_functions cloud_functions = {HEAD,
                                                    .traits = snw__cloud_traits,
                                                    .contains = snw__cloud_contains,
                                                    .support = snw__cloud_support,
                                                    .sphere = snw__cloud_sphere,
                                                    .capsule = snw__cloud_capsule,
                                                    .inertia = snw__thin_inertia,
                                                    .mesh = snw__cloud_mesh};
const snw_type snw_cloud_type = {KIND(cloud, cloud_fields),
                                 .help = "Measured points, each with a ball around it."};
