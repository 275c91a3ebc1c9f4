// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/plugin.h"
#include "sinew/shape.h"

// A kind of shape that sinew does not have: |x| + |y| + |z| <= size.

typedef struct octahedron {
    double size;
} octahedron;

static unsigned octahedron_traits(const void *shape) {
    (void)shape;
    return SNW_SHAPE_CONVEX | SNW_SHAPE_BOUNDED | SNW_SHAPE_SOLID;
}

static snw_status octahedron_contains(const void *shape, snw_vec3 p, bool *inside) {
    const octahedron *o = shape;
    *inside = fabs(p.x) + fabs(p.y) + fabs(p.z) <= o->size;
    return SNW_OK;
}

static snw_status octahedron_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const octahedron *o = shape;
    const double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    *point = snw_vec3_zero();
    if (x >= y && x >= z) {
        point->x = d.x < 0 ? -o->size : o->size;
    } else if (y >= z) {
        point->y = d.y < 0 ? -o->size : o->size;
    } else {
        point->z = d.z < 0 ? -o->size : o->size;
    }
    return SNW_OK;
}

static const snw_shape_functions octahedron_functions = {
    .head = {sizeof(snw_shape_functions), SNW_SHAPE_VERSION},
    .traits = octahedron_traits,
    .contains = octahedron_contains,
    .support = octahedron_support};
static const snw_field octahedron_fields[] = {{SNW_AT(octahedron, size), .kind = SNW_KIND_REAL,
                                               .unit = "m", .range = {1e-6, 1e3}, .initial = "0.1",
                                               .help = "Distance of its corners from the middle."}};
static const snw_type octahedron_type = {
    SNW_TYPE(octahedron, octahedron_fields), .base = "shape", .space = &snw_space_robot,
    .functions = &octahedron_functions.head, .help = "A double pyramid."};

static const snw_type *const types[] = {&octahedron_type};
SNW_PLUGIN("octahedron", "A shape that a user adds.", NULL, 0, types, 1);
