// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Support points of cores in their own frames, where the formulas have no poses and no cases.

#include "internal.h"

static snw_vec3 box_support(snw_vec3 h, snw_vec3 d) {
    return snw_vec3_of(copysign(h.x, d.x), copysign(h.y, d.y), copysign(h.z, d.z));
}

// Of the two rims: d.c + r |d across| decides. Where d runs along the axis, the centre of the disc
// is as good as any point, because the direction of a tiny part across is noise.
static snw_vec3 cone_support(snw_vec3 h, snw_vec3 d) {
    const double across = sqrt(d.x * d.x + d.y * d.y);
    const bool above = 2 * d.z * h.z + (h.y - h.x) * across > 0;
    const double radius = above ? h.y : h.x, z = above ? h.z : -h.z;
    if (!(across > 1e-14 * fabs(d.z))) return snw_vec3_z(z);
    return snw_vec3_of(radius * d.x / across, radius * d.y / across, z);
}

static snw_vec3 ellipsoid_support(snw_vec3 h, snw_vec3 d) {
    return snw_vec3_mul(h, snw_vec3_normalize(snw_vec3_mul(h, d)));
}

static snw_vec3 polytope_support(const snw__core *core, snw_vec3 d) {
    int best = 0;
    double most = snw_vec3_dot(d, core->vertices[0]);
    for (int i = 1; i < core->vertex_count; i++) {
        const double reach = snw_vec3_dot(d, core->vertices[i]);
        if (reach > most) {
            most = reach;
            best = i;
        }
    }
    return core->vertices[best];
}

static snw_vec3 shape_support(const snw__core *core, snw_vec3 d) {
    snw_vec3 point = snw_vec3_zero();
    // a plugin that does not answer is a point at its centre; solid.c has asked it before
    if (snw_failed(snw_shape_support(core->shape, d, &point))) return core->T.p;
    return point;
}

snw_vec3 snw__core_support(const snw__core *core, snw_vec3 d) {
    switch (core->kind) {
    case SNW__CORE_POINT:
    case SNW__CORE_SEGMENT:
    case SNW__CORE_RECTANGLE:
    case SNW__CORE_BOX:
        return box_support(core->half, d);
    case SNW__CORE_CONE:
        return cone_support(core->half, d);
    case SNW__CORE_ELLIPSOID:
        return ellipsoid_support(core->half, d);
    case SNW__CORE_POLYTOPE:
        return polytope_support(core, d);
    case SNW__CORE_SHAPE:
        return shape_support(core, d);
    case SNW__CORE_HALF_SPACE:
    case SNW__CORE_PLANE:
        break;
    }
    return snw_vec3_zero();
}

snw__vertex snw__pair_support(snw__pair *pair, snw_vec3 d) {
    const snw_vec3 in_A = snw__core_support(pair->A, snw_mat3_apply_t(pair->R, d));
    const snw_vec3 a = snw_vec3_add(snw_mat3_apply(pair->R, in_A), pair->p);
    const snw_vec3 b = snw__core_support(pair->B, snw_vec3_neg(d));
    return (snw__vertex){snw_vec3_sub(a, b), a};
}
