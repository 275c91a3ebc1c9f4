// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The least way out of two boxes that meet, by separating axes: the difference of two boxes is a
// polytope whose faces are those of either, and the parallelograms of an edge of each. So one of
// the 15 directions is the least way, also where half extents are 0.

#include "internal.h"

typedef struct way_out {
    double depth;
    snw_vec3 normal;
} way_out;

static double reach_along(snw_vec3 half, snw_vec3 direction) {
    return half.x * fabs(direction.x) + half.y * fabs(direction.y) + half.z * fabs(direction.z);
}

// a unit direction in the frame of B: how far A has to go along it, or against it
static void try_direction(const snw__pair *pair, snw_vec3 n, way_out *best) {
    const double apart = snw_vec3_dot(pair->p, n);
    const double reach_A = reach_along(pair->A->half, snw_mat3_apply_t(pair->R, n));
    const double depth = reach_A + reach_along(pair->B->half, n) - fabs(apart);
    if (!(depth < best->depth)) return;
    best->depth = depth;
    best->normal = apart < 0 ? snw_vec3_neg(n) : n;
}

void snw__depth_boxes(const snw__pair *pair, snw__gap *gap) {
    way_out best = {(double)INFINITY, {0, 0, 1}};
    const snw_mat3 own = snw_mat3_identity();
    for (int i = 0; i < 3; i++) {
        try_direction(pair, snw_mat3_column(own, i), &best);
        try_direction(pair, snw_mat3_column(pair->R, i), &best);
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            const snw_vec3 edge_B = snw_mat3_column(own, i), edge_A = snw_mat3_column(pair->R, j);
            const snw_vec3 n = snw_vec3_cross(edge_B, edge_A);
            const double length = snw_vec3_norm(n);
            // parallel edges: faces have tried what they could give
            if (length > 1e-10) try_direction(pair, snw_vec3_divide(n, length), &best);
        }
    }
    gap->distance = -best.depth;
    gap->least = -best.depth - 16 * DBL_EPSILON * pair->size;
    gap->normal = best.normal;
    gap->iterations = 0;
}
