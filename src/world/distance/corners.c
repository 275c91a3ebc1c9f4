// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// Balls that carry a side of a solid: the corners of its core, with its radius. Of a rim, points
// all around, the first in the direction that was asked for; of a hull with many corners, the
// support points of directions near that one.

enum { RIM = 8 };

typedef struct corner_list {
    const snw__core *core;
    snw_sphere *out;
    int count;
} corner_list;

// a point in the frame of the core
static void add_corner(corner_list *list, snw_vec3 p) {
    const snw_sphere ball = {snw_pose_apply(list->core->T, p), list->core->radius};
    for (int i = 0; i < list->count; i++)
        if (snw_vec3_equal(list->out[i].center, ball.center)) return;
    if (list->count < SNW_SOLID_CORNERS) list->out[list->count++] = ball;
}

static void add_box(corner_list *list) {
    const snw_vec3 h = list->core->half;
    for (int at = 0; at < 8; at++) {
        add_corner(list,
                   snw_vec3_of(at & 1 ? -h.x : h.x, at & 2 ? -h.y : h.y, at & 4 ? -h.z : h.z));
    }
}

static void add_rim(corner_list *list, double radius, double z, snw_vec3 d, int points) {
    const double across = sqrt(d.x * d.x + d.y * d.y);
    const double c = across > 1e-9 ? d.x / across : 1, s = across > 1e-9 ? d.y / across : 0;
    for (int i = 0; i < points; i++) {
        const double turn = 2 * SNW_PI * i / points, x = cos(turn), y = sin(turn);
        add_corner(list, snw_vec3_of(radius * (c * x - s * y), radius * (s * x + c * y), z));
    }
}

// all around the rim that lies in the direction, and the first points of the other one
static void add_cone(corner_list *list, snw_vec3 d) {
    const snw_vec3 h = list->core->half;
    const bool above = d.z >= 0;
    add_rim(list, above ? h.y : h.x, above ? h.z : -h.z, d, RIM);
    add_rim(list, above ? h.x : h.y, above ? -h.z : h.z, d, 4);
}

static void add_hull(corner_list *list, snw_vec3 d) {
    static const double tilts[] = {0.02, 0.3};
    const snw_vec3 x =
        snw_vec3_normalize(fabs(d.x) < 0.6 ? snw_vec3_of(0, -d.z, d.y) : snw_vec3_of(-d.z, 0, d.x));
    const snw_vec3 y = snw_vec3_cross(d, x);
    int at = -1;
    add_corner(list, snw__core_support(list->core, d, &at));
    for (int i = 0; i < 8; i++) {
        const double turn = SNW_PI / 4 * (i % 4 * 2 + 1), tilt = tilts[i / 4];
        const snw_vec3 aside = snw_vec3_add_scaled(snw_vec3_scale(x, cos(turn)), y, sin(turn));
        at = -1;
        add_corner(list, snw__core_support(list->core, snw_vec3_add_scaled(d, aside, tilt), &at));
    }
}

int snw_solid_corners(const snw_solid *solid, snw_vec3 toward, snw_sphere *corners) {
    corner_list list = {NULL, corners, 0};
    for (int i = 0; i < solid->part_count; i++) {
        list.core = &solid->parts[i];
        const snw_vec3 d = snw_vec3_normalize(snw_mat3_apply_t(list.core->T.R, toward));
        switch (list.core->kind) {
        case SNW__CORE_POINT:
        case SNW__CORE_SEGMENT:
        case SNW__CORE_RECTANGLE:
        case SNW__CORE_BOX:
            add_box(&list);
            break;
        case SNW__CORE_CONE:
            add_cone(&list, d);
            break;
        case SNW__CORE_POLYTOPE:
            add_hull(&list, d);
            break;
        case SNW__CORE_ELLIPSOID:
        case SNW__CORE_SHAPE:
        case SNW__CORE_HALF_SPACE:
        case SNW__CORE_PLANE:
        case SNW__CORE_MESH:
        case SNW__CORE_BRICKS:
            break;
        }
    }
    return list.count;
}
