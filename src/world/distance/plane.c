// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A core against a half space (below z = 0 in its own frame) or a plane (z = 0): the lowest point
// of the core decides, so depth needs no search. Of a face or edge that lies flat the middle is
// taken, so that the point does not jump from end to end.

#include "internal.h"

// what is flat to this sine has its middle as its lowest point
#define FLAT 1e-12

static double end_along(double half, double d) {
    return fabs(d) <= FLAT ? 0 : copysign(half, d);
}

// the point of a core farthest along a unit direction, the middle where many are
static snw_vec3 middle_support(const snw__core *core, snw_vec3 d) {
    const snw_vec3 h = core->half;
    if (core->kind <= SNW__CORE_BOX) {
        return snw_vec3_of(end_along(h.x, d.x), end_along(h.y, d.y), end_along(h.z, d.z));
    }
    const double across = sqrt(d.x * d.x + d.y * d.y);
    if (core->kind == SNW__CORE_CONE && across > FLAT) {
        const double gain = 2 * d.z * h.z + (h.y - h.x) * across;
        if (fabs(gain) <= FLAT * core->size) {
            const double radius = (h.x + h.y) / 2;
            return snw_vec3_of(radius * d.x / across, radius * d.y / across, 0);
        }
    }
    int at = -1;
    return snw__core_support(core, d, &at);
}

// the point of A that is farthest down, or up
static snw_vec3 farthest(const snw__pair *pair, double z) {
    const snw_vec3 in_A = middle_support(pair->A, snw_mat3_apply_t(pair->R, snw_vec3_z(z)));
    return snw_vec3_add(snw_mat3_apply(pair->R, in_A), pair->p);
}

static void tell(const snw__pair *pair, snw_vec3 a, double side, snw__gap *gap) {
    gap->a = a;
    gap->b = snw_vec3_of(a.x, a.y, 0);
    gap->normal = snw_vec3_z(side);
    gap->distance = side * a.z;
    gap->least = gap->distance - 8 * DBL_EPSILON * pair->size;
    gap->meet = false;
    gap->iterations = 0;
}

// Two without bounds: parallel ones may have a distance; others meet, and nothing parts them.
static void near_unbounded(const snw__pair *pair, snw__gap *gap) {
    const snw_vec3 up = snw_mat3_column(pair->R, 2);
    const bool parallel = sqrt(up.x * up.x + up.y * up.y) <= FLAT;
    const bool half_A = pair->A->kind == SNW__CORE_HALF_SPACE;
    const bool half_B = pair->B->kind == SNW__CORE_HALF_SPACE;
    // a half space A lies above its border where its normal points down
    const double side = half_A ? (up.z < 0 ? 1 : -1) : (pair->p.z < 0 ? -1 : 1);
    tell(pair, pair->p, side, gap);
    if (parallel && !(half_B && side < 0)) return;
    gap->distance = gap->least = -(double)INFINITY;
    gap->b = gap->a;
}

void snw__near_plane(const snw__pair *pair, snw__gap *gap) {
    if (pair->A->kind >= SNW__CORE_HALF_SPACE) {
        near_unbounded(pair, gap);
        return;
    }
    const snw_vec3 low = farthest(pair, -1);
    if (pair->B->kind == SNW__CORE_HALF_SPACE) {
        tell(pair, low, 1, gap);
        return;
    }
    const snw_vec3 high = farthest(pair, 1);
    // the side on which most of it is
    const bool above = low.z >= -high.z;
    tell(pair, above ? low : high, above ? 1 : -1, gap);
}
