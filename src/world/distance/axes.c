// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// How far two boxes are parted, or the least way out of each other, by separating axes (Gottschalk
// 1996): the difference of two boxes is a polytope whose faces are those of either, and the
// parallelograms of an edge of each. So the best of the 15 directions is the least way out, also
// where half extents are 0.

#include "internal.h"

// Q[i][j] is the part of axis j of A along axis i of B.
typedef struct turned {
    double Q[3][3], size[3][3]; // and its magnitudes
    double p[3], h_A[3], h_B[3];
} turned;

static turned turned_of(const snw__pair *pair) {
    const snw_mat3 R = pair->R;
    const snw_vec3 h_A = pair->A->half, h_B = pair->B->half;
    turned t = {.Q = {{R.x.x, R.y.x, R.z.x}, {R.x.y, R.y.y, R.z.y}, {R.x.z, R.y.z, R.z.z}},
                .p = {pair->p.x, pair->p.y, pair->p.z},
                .h_A = {h_A.x, h_A.y, h_A.z},
                .h_B = {h_B.x, h_B.y, h_B.z}};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            t.size[i][j] = fabs(t.Q[i][j]);
        }
    }
    return t;
}

static void try_faces(const turned *t, snw__parting *best) {
    for (int i = 0; i < 3; i++) {
        const double *size = t->size[i];
        const double reach =
            t->h_B[i] + t->h_A[0] * size[0] + t->h_A[1] * size[1] + t->h_A[2] * size[2];
        const double gap = fabs(t->p[i]) - reach;
        if (gap > best->face_gap) {
            best->face_gap = gap;
            best->face = i;
        }
    }
    for (int j = 0; j < 3; j++) {
        const double along = t->p[0] * t->Q[0][j] + t->p[1] * t->Q[1][j] + t->p[2] * t->Q[2][j];
        const double reach = t->h_A[j] + t->h_B[0] * t->size[0][j] + t->h_B[1] * t->size[1][j] +
                             t->h_B[2] * t->size[2][j];
        const double gap = fabs(along) - reach;
        if (gap > best->face_gap) {
            best->face_gap = gap;
            best->face = 3 + j;
        }
    }
}

// The nine at once, so that roots and divisions do not wait for each other.
static void try_edges(const turned *t, snw__parting *best) {
    double room[9], square[9], gap[9];
    for (int i = 0; i < 3; i++) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            // axis i of B cross axis j of A
            const double along = t->p[i2] * t->Q[i1][j] - t->p[i1] * t->Q[i2][j];
            const double reach = t->h_B[i1] * t->size[i2][j] + t->h_B[i2] * t->size[i1][j] +
                                 t->h_A[j1] * t->size[i][j2] + t->h_A[j2] * t->size[i][j1];
            square[3 * i + j] = t->Q[i1][j] * t->Q[i1][j] + t->Q[i2][j] * t->Q[i2][j];
            room[3 * i + j] = fabs(along) - reach;
        }
    }
    for (int k = 0; k < 9; k++) {
        // parallel edges: faces have tried what they could give
        const bool parallel = !(square[k] > 1e-20);
        const double found = room[k] / sqrt(parallel ? 1 : square[k]);
        gap[k] = parallel ? -(double)INFINITY : found;
    }
    int at = 0;
    for (int k = 1; k < 9; k++) {
        at = gap[k] > gap[at] ? k : at;
    }
    best->edge_gap = gap[at];
    best->edge_B = at / 3;
    best->edge_A = at % 3;
}

snw__parting snw__part_boxes(const snw__pair *pair) {
    const turned t = turned_of(pair);
    snw__parting best = {.face_gap = -(double)INFINITY, .edge_gap = -(double)INFINITY};
    try_faces(&t, &best);
    try_edges(&t, &best);
    return best;
}

// a direction, turned so that it leads from B to A
static snw_vec3 towards_first(const snw__pair *pair, snw_vec3 n) {
    return snw_vec3_dot(n, pair->p) < 0 ? snw_vec3_neg(n) : n;
}

snw_vec3 snw__parting_face(const snw__pair *pair, const snw__parting *best) {
    const snw_mat3 own = snw_mat3_identity();
    return towards_first(pair, best->face < 3 ? snw_mat3_column(own, best->face)
                                              : snw_mat3_column(pair->R, best->face - 3));
}

snw_vec3 snw__parting_edge(const snw__pair *pair, const snw__parting *best) {
    const snw_mat3 own = snw_mat3_identity();
    const snw_vec3 n =
        snw_vec3_cross(snw_mat3_column(own, best->edge_B), snw_mat3_column(pair->R, best->edge_A));
    return towards_first(pair, snw_vec3_normalize(n));
}
