// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Continuous witness points. Where two segments or rectangles are nearly parallel, their nearest
// points jump from one end to the other as they turn. The points of least
//
//     |way between them|^2 + weight (the squared ways of both points from their middles)
//
// move continuously, because this function is strictly convex in their places. It has at most four
// unknowns y, along the edges e of both cores, each within half an edge: a bounded least-squares
// problem, which is solved by the method of Stark and Parker (1995). It is exact, and ends because
// every set of unknowns that are at a bound has a lower value than the one before.

#include "internal.h"

enum { UNKNOWNS = 4, STEPS = 32 };

// what rounding leaves of the weight, and what makes the points those in the middle
static const double least_weight = 1e-6, most_weight = 1e6;

typedef struct places {
    int count;
    snw_vec3 edge[UNKNOWNS]; // unit; those of the second core are turned around
    double limit[UNKNOWNS];
    double H[UNKNOWNS][UNKNOWNS], slope[UNKNOWNS]; // the slope in the middles
    double y[UNKNOWNS];
    bool is_free[UNKNOWNS];
} places;

static void add_edges(const snw__core *core, const snw_mat3 *R, double side, places *p) {
    for (int i = 0; i < 3; i++) {
        const double half = snw_vec3_get(core->half, i);
        if (!(half > 0)) continue;
        p->edge[p->count] = snw_vec3_scale(snw_mat3_column(*R, i), side);
        p->limit[p->count++] = half;
    }
}

static double slope_along(const places *p, int i) {
    double slope = p->slope[i];
    for (int k = 0; k < p->count; k++)
        slope += p->H[i][k] * p->y[k];
    return slope;
}

// Where the slopes along all free edges are zero while the others stay: by elimination. The matrix
// has no eigenvalue below the weight, so no pivot is small.
static void solve_free(const places *p, double out[UNKNOWNS]) {
    double M[UNKNOWNS][UNKNOWNS + 1];
    int at[UNKNOWNS], count = 0;
    for (int i = 0; i < p->count; i++) {
        out[i] = p->y[i];
        if (p->is_free[i]) at[count++] = i;
    }
    for (int i = 0; i < count; i++) {
        M[i][count] = -p->slope[at[i]];
        for (int k = 0; k < p->count; k++)
            if (!p->is_free[k]) M[i][count] -= p->H[at[i]][k] * p->y[k];
        for (int k = 0; k < count; k++)
            M[i][k] = p->H[at[i]][at[k]];
    }
    for (int i = 0; i < count; i++) {
        for (int r = i + 1; r < count; r++) {
            const double scale = M[r][i] / M[i][i];
            for (int k = i; k <= count; k++)
                M[r][k] -= scale * M[i][k];
        }
    }
    for (int i = count - 1; i >= 0; i--) {
        double rest = M[i][count];
        for (int k = i + 1; k < count; k++)
            rest -= M[i][k] * out[at[k]];
        out[at[i]] = rest / M[i][i];
    }
}

// Goes to the solution of the free unknowns. Those that would leave their bounds stay at them, the
// first on the way first.
static void move_free(places *p) {
    for (int round = 0; round < UNKNOWNS; round++) {
        double to[UNKNOWNS], part = 1;
        int first = -1;
        solve_free(p, to);
        for (int i = 0; i < p->count; i++) {
            if (!p->is_free[i] || fabs(to[i]) <= p->limit[i]) continue;
            const double bound = copysign(p->limit[i], to[i]);
            const double way = (bound - p->y[i]) / (to[i] - p->y[i]);
            if (first >= 0 && !(way < part)) continue;
            first = i;
            part = way > 0 ? way : 0;
        }
        for (int i = 0; i < p->count; i++) {
            if (!p->is_free[i]) continue;
            p->y[i] += part * (to[i] - p->y[i]);
            if (first < 0) p->y[i] = to[i];
        }
        if (first < 0) return;
        p->y[first] = copysign(p->limit[first], to[first]);
        p->is_free[first] = false;
    }
}

// Of the unknowns at a bound that which leads inwards most steeply; -1 for none.
static int next_free(const places *p) {
    int best = -1;
    double most = 0;
    for (int i = 0; i < p->count; i++) {
        if (p->is_free[i]) continue;
        const double inwards = slope_along(p, i) * copysign(1, p->y[i]);
        const double rounding = 16 * DBL_EPSILON * (fabs(p->slope[i]) + p->limit[i]);
        if (!(inwards > rounding) || !(inwards > most)) continue;
        best = i;
        most = inwards;
    }
    return best;
}

static void find_places(places *p) {
    for (int i = 0; i < p->count; i++) {
        p->y[i] = 0;
        p->is_free[i] = true;
    }
    move_free(p);
    for (int step = 0; step < STEPS; step++) {
        const int next = next_free(p);
        if (next < 0) return;
        p->is_free[next] = true;
        move_free(p);
    }
}

void snw__regular_points(const snw__placed *first, const snw__placed *second, double weight,
                         snw_closest *out) {
    const snw__core *A = first->core, *B = second->core;
    const double thick = A->radius + B->radius;
    const snw_pose T_A = snw__core_pose(first), T_B = snw__core_pose(second);
    const snw_vec3 w = snw_vec3_sub(T_A.p, T_B.p);
    // cores that meet have a depth, and no way between them
    if (!(out->distance + thick > 1e-12 * (A->reach + B->reach + snw_vec3_norm(w)))) return;
    places p = {0};
    const double bounded = fmin(fmax(weight, least_weight), most_weight);
    add_edges(A, &T_A.R, 1, &p);
    const int of_A = p.count;
    add_edges(B, &T_B.R, -1, &p);
    for (int i = 0; i < p.count; i++) {
        p.slope[i] = snw_vec3_dot(p.edge[i], w);
        for (int k = 0; k < p.count; k++)
            p.H[i][k] = snw_vec3_dot(p.edge[i], p.edge[k]) + (i == k ? bounded : 0);
    }
    find_places(&p);
    snw_vec3 to_a = snw_vec3_zero(), to_b = snw_vec3_zero();
    for (int i = 0; i < p.count; i++) {
        if (i < of_A) to_a = snw_vec3_add_scaled(to_a, p.edge[i], p.y[i]);
        if (i >= of_A) to_b = snw_vec3_add_scaled(to_b, p.edge[i], -p.y[i]);
    }
    const snw_vec3 way = snw_vec3_add(w, snw_vec3_sub(to_a, to_b));
    const double length = snw_vec3_norm(way);
    if (!(length > 0)) return;
    out->normal = snw_vec3_divide(way, length);
    out->a = snw_vec3_add_scaled(snw_vec3_add(T_A.p, to_a), out->normal, -A->radius);
    out->b = snw_vec3_add_scaled(snw_vec3_add(T_B.p, to_b), out->normal, B->radius);
}
