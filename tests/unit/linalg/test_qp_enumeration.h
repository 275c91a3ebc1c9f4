// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_TEST_QP_ENUMERATION_H
#define SINEW_TESTS_TEST_QP_ENUMERATION_H

/// @file
/// The slow and certain way to solve a small quadratic program: every set of sides is made active
/// in turn, the equations are solved by elimination in extended precision, and the set whose
/// solution breaks the optimality conditions least is the answer. Shares nothing with the solver.

#include <math.h>
#include <stdbool.h>

#include "sinew/linalg/qp.h"

enum { VARIABLES = 32, CONSTRAINTS = 64, SMALL = 6, SMALL_SIDES = 12 };

typedef struct problem {
    int n, equalities, rows;
    bool stiff; // H is ill-conditioned
    snw_qp_hessian form;
    double H[VARIABLES * VARIABLES];     // n x n, both triangles
    double given[VARIABLES * VARIABLES]; // H as the solver gets it
    double g[VARIABLES];
    double A_equality[CONSTRAINTS * VARIABLES], b[CONSTRAINTS];
    double A_row[CONSTRAINTS * VARIABLES], low[CONSTRAINTS], high[CONSTRAINTS];
    double x_low[VARIABLES], x_high[VARIABLES];
    double inside[VARIABLES]; // a feasible point, unless the family says otherwise
} problem;

static snw_qp_problem view(const problem *p) {
    return (snw_qp_problem){.hessian = p->form,
                            .H = p->given,
                            .g = p->g,
                            .equality_count = p->equalities,
                            .A_equality = p->A_equality,
                            .b_equality = p->b,
                            .row_count = p->rows,
                            .A_row = p->A_row,
                            .row_lower = p->low,
                            .row_upper = p->high,
                            .bound_lower = p->x_low,
                            .bound_upper = p->x_high};
}

static double size_of(const double *a, int count) {
    double size = 0;
    for (int i = 0; i < count; i++) {
        size = fmax(size, fabs(a[i]));
    }
    return size;
}

enum { UNKNOWNS = 2 * SMALL };

typedef struct side {
    long double a[SMALL], b; // a'x >= b, |a| = 1
    int constraint;          // the two sides of one constraint are never active together
} side;

typedef struct enumeration {
    int n, sides, equalities, independent;
    side side[2 * SMALL_SIDES], equality[2 * SMALL];
    long double H[SMALL * SMALL], g[SMALL]; // divided by the largest entry of H
    long double x[SMALL], defect;           // the best candidate, and its worst condition
} enumeration;

static side make_side(const problem *p, const double *A, int m, int i, double b) {
    side s = {.b = (long double)b};
    long double square = 0;
    for (int j = 0; j < p->n; j++) {
        s.a[j] = (long double)A[j * m + i];
        square += s.a[j] * s.a[j];
    }
    const long double scale = square > 0 ? 1 / sqrtl(square) : 1;
    for (int j = 0; j < p->n; j++) {
        s.a[j] *= scale;
    }
    s.b *= scale;
    return s;
}

static void add_side(enumeration *e, side s, int constraint, bool lower) {
    for (int j = 0; j < e->n && !lower; j++) {
        s.a[j] = -s.a[j];
    }
    if (!lower) s.b = -s.b;
    s.constraint = constraint;
    e->side[e->sides++] = s;
}

// puts an independent equality before those that follow from others (Gram and Schmidt, twice)
static void add_equality(enumeration *e, side s) {
    static side basis[SMALL];
    side rest = s;
    for (int twice = 0; twice < 2; twice++) {
        for (int i = 0; i < e->independent; i++) {
            long double dot = 0;
            for (int j = 0; j < e->n; j++) {
                dot += basis[i].a[j] * rest.a[j];
            }
            for (int j = 0; j < e->n; j++) {
                rest.a[j] -= dot * basis[i].a[j];
            }
        }
    }
    long double square = 0;
    for (int j = 0; j < e->n; j++) {
        square += rest.a[j] * rest.a[j];
    }
    e->equality[e->equalities++] = s;
    if (square < 1e-16L || e->independent == e->n) return;
    for (int j = 0; j < e->n; j++) {
        rest.a[j] /= sqrtl(square);
    }
    basis[e->independent] = rest;
    e->equality[e->equalities - 1] = e->equality[e->independent];
    e->equality[e->independent++] = s;
}

static void collect(enumeration *e, const problem *p) {
    *e = (enumeration){.n = p->n, .defect = HUGE_VALL};
    const long double largest = (long double)size_of(p->H, p->n * p->n);
    for (int k = 0; k < p->n * p->n; k++) {
        e->H[k] = (long double)p->H[k] / largest;
    }
    for (int j = 0; j < p->n; j++) {
        e->g[j] = (long double)p->g[j] / largest;
    }
    for (int i = 0; i < p->equalities; i++) {
        add_equality(e, make_side(p, p->A_equality, p->equalities, i, p->b[i]));
    }
    for (int i = 0; i < p->rows; i++) {
        const side low = make_side(p, p->A_row, p->rows, i, p->low[i]);
        const side high = make_side(p, p->A_row, p->rows, i, p->high[i]);
        if (isfinite(p->low[i])) add_side(e, low, i, true);
        if (isfinite(p->high[i])) add_side(e, high, i, false);
    }
    for (int j = 0; j < p->n; j++) {
        side s = {.b = (long double)p->x_low[j]};
        s.a[j] = 1;
        if (isfinite(p->x_low[j])) add_side(e, s, p->rows + j, true);
        s.b = (long double)p->x_high[j];
        if (isfinite(p->x_high[j])) add_side(e, s, p->rows + j, false);
    }
}

// Gauss with row exchange; false if singular
static bool gauss(int n, long double M[UNKNOWNS][UNKNOWNS + 1]) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++) {
            if (fabsl(M[i][k]) > fabsl(M[best][k])) best = i;
        }
        if (fabsl(M[best][k]) < 1e-17L) return false;
        for (int j = k; j <= n && best != k; j++) {
            const long double swap = M[k][j];
            M[k][j] = M[best][j];
            M[best][j] = swap;
        }
        for (int i = k + 1; i < n; i++) {
            const long double f = M[i][k] / M[k][k];
            for (int j = k + 1; j <= n && f != 0; j++) {
                M[i][j] -= f * M[k][j];
            }
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) {
            M[k][n] -= M[k][j] * M[j][n];
        }
        M[k][n] /= M[k][k];
    }
    return true;
}

// The worst condition that a candidate breaks: solution[0..n) is x, then come the multipliers of
// the equalities and of the sides. Equations count too, since sets of dependent normals are tried.
static long double defect_of(const enumeration *e, const side *const *active, int count,
                             const long double *solution) {
    const long double *x = solution, *y = solution + e->n;
    long double length = 0, worst = 0;
    for (int j = 0; j < e->n; j++) {
        length = fmaxl(length, fmaxl(fabsl(x[j]), fabsl(e->g[j])));
    }
    for (int i = 0; i < e->sides + e->equalities; i++) {
        const side *s = i < e->sides ? &e->side[i] : &e->equality[i - e->sides];
        long double miss = s->b;
        for (int j = 0; j < e->n; j++) {
            miss -= s->a[j] * x[j];
        }
        if (i >= e->sides) miss = fabsl(miss);
        worst = fmaxl(worst, miss / (fabsl(s->b) + length));
    }
    for (int k = e->independent; k < count; k++) {
        worst = fmaxl(worst, -y[k] / length);
    }
    for (int j = 0; j < e->n; j++) {
        long double sum = e->g[j];
        for (int i = 0; i < e->n; i++) {
            sum += e->H[i * e->n + j] * x[i];
        }
        for (int k = 0; k < count; k++) {
            sum -= y[k] * active[k]->a[j];
        }
        worst = fmaxl(worst, fabsl(sum) / length);
    }
    return worst;
}

// the minimum with these sides active, if it is one
static void try_set(enumeration *e, const int *chosen, int count) {
    long double M[UNKNOWNS][UNKNOWNS + 1] = {{0}}, solution[UNKNOWNS];
    const side *active[UNKNOWNS];
    const int n = e->n, holding = e->independent + count, size = n + holding;
    for (int k = 0; k < e->independent; k++) {
        active[k] = &e->equality[k];
    }
    for (int k = 0; k < count; k++) {
        active[e->independent + k] = &e->side[chosen[k]];
    }
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            M[i][j] = e->H[j * n + i];
        }
        for (int k = 0; k < holding; k++) {
            M[n + k][j] = active[k]->a[j];
            M[j][n + k] = -active[k]->a[j];
        }
        M[j][size] = -e->g[j];
    }
    for (int k = 0; k < holding; k++) {
        M[n + k][size] = active[k]->b;
    }
    if (!gauss(size, M)) return;
    for (int k = 0; k < size; k++) {
        solution[k] = M[k][size];
    }
    const long double defect = defect_of(e, active, holding, solution);
    if (!(defect < e->defect)) return;
    e->defect = defect;
    for (int j = 0; j < n; j++) {
        e->x[j] = solution[j];
    }
}

static void enumerate(enumeration *e) {
    for (unsigned mask = 0; mask < 1u << e->sides; mask++) {
        int chosen[2 * SMALL_SIDES], count = 0;
        bool allowed = true;
        for (int i = 0; i < e->sides && allowed; i++) {
            if (!(mask >> i & 1u)) continue;
            allowed = count == 0 || e->side[chosen[count - 1]].constraint != e->side[i].constraint;
            chosen[count++] = i;
        }
        if (allowed && count + e->independent <= e->n) try_set(e, chosen, count);
    }
}

#endif // SINEW_TESTS_TEST_QP_ENUMERATION_H
