// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_SHAPE_SAMPLE_H
#define SINEW_TESTS_SHAPE_SAMPLE_H

/// @file
/// Random primitives with a second, plain definition beside them. Each is a body at the origin,
/// given by up to three lengths, and a pose that places it: what the module says of the placed
/// shape is compared with what the plain formulas say of the body.

#include <string.h>

#include "sinew/shape.h"

#include "ask.h"
#include "check.h"

typedef enum sample_kind {
    SPHERE,              ///< radius a about the origin
    CAPSULE,             ///< from 0 to z = a, radius b
    BOX,                 ///< half extents a, b, c
    CYLINDER,            ///< from 0 to z = a, radius b
    CONE,                ///< from 0 to z = a, radii b and c
    LOZENGE,             ///< edges a along x, b along y from 0, radius c
    ELLIPSOID,           ///< semi-axes a, b, c
    TETRAHEDRON,         ///< edges (a, 0, 0), (0.3 a, b, 0), (0.2 a, 0.1 b, c)
    SOLIDS,              ///< all above are solid and bounded
    HALF_SPACE = SOLIDS, ///< z <= 0
    PLANE,               ///< z = 0
    SEGMENT,             ///< from 0 to z = a
    TRIANGLE,            ///< edges (a, 0, 0), (0.3 a, b, 0)
    RECTANGLE,           ///< edges (a, 0, 0), (0, b, 0)
    KINDS
} sample_kind;

static const char *const sample_names[KINDS] __attribute__((unused)) = {
    "sphere",      "capsule",    "box",   "cylinder", "cone",     "lozenge",  "ellipsoid",
    "tetrahedron", "half_space", "plane", "segment",  "triangle", "rectangle"};

/// A placed shape and what it is made from.
typedef struct sample {
    sample_kind kind;
    double a, b, c;
    snw_pose T;
    union {
        snw_sphere sphere;
        snw_capsule capsule;
        snw_box box;
        snw_cylinder cylinder;
        snw_cone cone;
        snw_lozenge lozenge;
        snw_ellipsoid ellipsoid;
        snw_tetrahedron tetrahedron;
        snw_half_space half_space;
        snw_plane plane;
        snw_segment segment;
        snw_triangle triangle;
        snw_rectangle rectangle;
    } block;
    snw_child shape; ///< the block and its type
} sample;

__attribute__((unused)) static snw_vec3 sample_direction(void) {
    for (;;) {
        const snw_vec3 v = {check_real(-1, 1), check_real(-1, 1), check_real(-1, 1)};
        const double square = snw_vec3_norm2(v);
        if (square > 1e-4 && square <= 1) return snw_vec3_normalize(v);
    }
}

__attribute__((unused)) static snw_vec3 sample_point(double reach) {
    return snw_vec3_of(check_real(-reach, reach), check_real(-reach, reach),
                       check_real(-reach, reach));
}

__attribute__((unused)) static snw_pose sample_pose(double reach) {
    const snw_mat3 R = snw_mat3_axis_angle(sample_direction(), check_real(0, 6.28));
    return snw_pose_of(R, sample_point(reach));
}

/// The vertices of the body, for kinds that have some; returns how many.
__attribute__((unused)) static int sample_vertices(const sample *s, snw_vec3 v[8]) {
    const double a = s->a, b = s->b, c = s->c;
    v[0] = snw_vec3_zero();
    v[1] = snw_vec3_of(a, 0, 0);
    v[2] = snw_vec3_of(0.3 * a, b, 0);
    v[3] = snw_vec3_of(0.2 * a, 0.1 * b, c);
    if (s->kind == TETRAHEDRON) return 4;
    if (s->kind == TRIANGLE) return 3;
    if (s->kind == RECTANGLE) {
        v[2] = snw_vec3_of(a, b, 0);
        v[3] = snw_vec3_of(0, b, 0);
        return 4;
    }
    if (s->kind == SEGMENT) {
        v[1] = snw_vec3_of(0, 0, a);
        return 2;
    }
    for (int i = 0; i < 8; i++) {
        v[i] = snw_vec3_of(i & 1 ? a : -a, i & 2 ? b : -b, i & 4 ? c : -c);
    }
    return s->kind == BOX ? 8 : 0;
}

/// Fills block and shape from kind, lengths and pose.
__attribute__((unused)) static void sample_place(sample *s) {
    static const snw_type *const types[KINDS] = {
        &snw_sphere_type,     &snw_capsule_type, &snw_box_type,       &snw_cylinder_type,
        &snw_cone_type,       &snw_lozenge_type, &snw_ellipsoid_type, &snw_tetrahedron_type,
        &snw_half_space_type, &snw_plane_type,   &snw_segment_type,   &snw_triangle_type,
        &snw_rectangle_type};
    const snw_vec3 o = s->T.p, top = snw_pose_apply(s->T, snw_vec3_z(s->a));
    const snw_mat3 R = s->T.R;
    snw_vec3 v[8];
    (void)sample_vertices(s, v);
    for (int i = 0; i < 4; i++) {
        v[i] = snw_mat3_apply(R, v[i]);
    }
    switch (s->kind) {
    case SPHERE:
        s->block.sphere = (snw_sphere){o, s->a};
        break;
    case CAPSULE:
        s->block.capsule = (snw_capsule){o, top, s->b};
        break;
    case BOX:
        s->block.box = (snw_box){s->T, {s->a, s->b, s->c}};
        break;
    case CYLINDER:
        s->block.cylinder = (snw_cylinder){o, top, s->b};
        break;
    case CONE:
        s->block.cone = (snw_cone){o, top, s->b, s->c};
        break;
    case LOZENGE:
        s->block.lozenge =
            (snw_lozenge){o, snw_vec3_scale(R.x, s->a), snw_vec3_scale(R.y, s->b), s->c};
        break;
    case ELLIPSOID:
        s->block.ellipsoid = (snw_ellipsoid){s->T, {s->a, s->b, s->c}};
        break;
    case TETRAHEDRON:
        s->block.tetrahedron = (snw_tetrahedron){o, v[1], v[2], v[3]};
        break;
    case HALF_SPACE:
        s->block.half_space = (snw_half_space){o, snw_vec3_scale(R.z, s->a)};
        break;
    case PLANE:
        s->block.plane = (snw_plane){o, snw_vec3_scale(R.z, s->a)};
        break;
    case SEGMENT:
        s->block.segment = (snw_segment){o, top};
        break;
    case TRIANGLE:
        s->block.triangle = (snw_triangle){o, v[1], v[2]};
        break;
    case RECTANGLE:
        s->block.rectangle =
            (snw_rectangle){o, snw_vec3_scale(R.x, s->a), snw_vec3_scale(R.y, s->b)};
        break;
    case KINDS:
        break;
    }
    s->shape.type = types[s->kind];
    s->shape.block = &s->block;
}

/// A random shape of a kind in a random place. The shape refers to `s` itself: do not copy it.
__attribute__((unused)) static void sample_random(sample *s, sample_kind kind) {
    s->kind = kind;
    s->a = check_real(0.2, 2);
    s->b = check_real(0.2, 2);
    s->c = check_real(0.2, 2);
    if (kind == CONE && check_int(0, 3) == 0) s->c = 0;
    s->T = sample_pose(2);
    sample_place(s);
}

static double sample_square(double x) {
    return x * x;
}

/// What is left of x when the nearest number of [0, top] is taken off.
static double sample_beyond(double x, double top) {
    return x < 0 ? x : x > top ? x - top : 0;
}

/// Less than 0 inside the body, more outside; no distance, but grows with it. Points in the body's
/// own frame.
__attribute__((unused)) static double sample_depth(const sample *s, snw_vec3 p) {
    const double a = s->a, b = s->b, c = s->c, across = hypot(p.x, p.y);
    const double end = fmax(-p.z, p.z - a);
    const double w = p.z / c, v = (p.y - 0.1 * b * w) / b,
                 u = (p.x - 0.3 * a * v - 0.2 * a * w) / a;
    switch (s->kind) {
    case SPHERE:
        return snw_vec3_norm(p) - a;
    case CAPSULE:
        return hypot(across, sample_beyond(p.z, a)) - b;
    case BOX:
        return fmax(fabs(p.x) - a, fmax(fabs(p.y) - b, fabs(p.z) - c));
    case CYLINDER:
        return fmax(across - b, end);
    case CONE:
        return fmax(across - (b * (a - p.z) + c * p.z) / a, end);
    case LOZENGE:
        return sqrt(sample_square(sample_beyond(p.x, a)) + sample_square(sample_beyond(p.y, b)) +
                    p.z * p.z) -
               c;
    case ELLIPSOID:
        return sample_square(p.x / a) + sample_square(p.y / b) + sample_square(p.z / c) - 1;
    case TETRAHEDRON:
        return fmax(fmax(-u, -v), fmax(-w, u + v + w - 1));
    case HALF_SPACE:
        return p.z;
    case PLANE:
    case SEGMENT:
    case TRIANGLE:
    case RECTANGLE:
    case KINDS:
        break;
    }
    return 1;
}

/// A point in the middle of a solid body.
__attribute__((unused)) static snw_vec3 sample_center(const sample *s) {
    switch (s->kind) {
    case CAPSULE:
    case CYLINDER:
    case CONE:
        return snw_vec3_z(0.5 * s->a);
    case LOZENGE:
        return snw_vec3_of(0.5 * s->a, 0.5 * s->b, 0);
    case TETRAHEDRON:
        return snw_vec3_of(0.375 * s->a, 0.275 * s->b, 0.25 * s->c);
    case SPHERE:
    case BOX:
    case ELLIPSOID:
    case HALF_SPACE:
    case PLANE:
    case SEGMENT:
    case TRIANGLE:
    case RECTANGLE:
    case KINDS:
        break;
    }
    return snw_vec3_zero();
}

/// How far the border of a solid body is from its centre in a direction: found by halving.
__attribute__((unused)) static double sample_reach(const sample *s, snw_vec3 d) {
    const snw_vec3 o = sample_center(s);
    double low = 0, high = 16;
    for (int i = 0; i < 52; i++) {
        const double middle = 0.5 * (low + high);
        if (sample_depth(s, snw_vec3_add_scaled(o, d, middle)) <= 0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/// A random point on the border of a placed solid, or of a thin piece.
__attribute__((unused)) static snw_vec3 sample_border(const sample *s) {
    snw_vec3 v[8];
    const int count = sample_vertices(s, v);
    if (s->kind < SOLIDS) {
        const snw_vec3 d = sample_direction();
        const snw_vec3 p = snw_vec3_add_scaled(sample_center(s), d, sample_reach(s, d));
        return snw_pose_apply(s->T, p);
    }
    double t[4], sum = 0;
    snw_vec3 p = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        t[i] = -log(check_real(1e-12, 1));
        sum += t[i];
    }
    for (int i = 0; i < count; i++) {
        p = snw_vec3_add_scaled(p, v[i], t[i] / sum);
    }
    return snw_pose_apply(s->T, p);
}

#endif // SINEW_TESTS_SHAPE_SAMPLE_H
