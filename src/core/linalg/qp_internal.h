// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_LINALG_QP_INTERNAL_H
#define SINEW_LINALG_QP_INTERNAL_H

/// @file
/// Shared by the sources of the QP solver.
///
/// The dual method of Goldfarb and Idnani (1983). With H = L L' and the active normals as columns
/// of N, it keeps J = L^-T Q with Q orthogonal, and R triangular, such that
///
///     J'H J = I,    J'N = [R; 0],    J = [J1 J2] split after the q active constraints.
///
/// In the coordinates y of x = J y, with c = J'g, the minimum on the active set is then
///
///     R'y1 = b,    y2 = -c2,    R u = y1 + c1    (u: multipliers)
///
/// so x and u follow from J, R, b and c at any time, and no error of an earlier iterate stays in
/// them. Rotations of J apply to y and c as well.
///
/// A constraint is an id: equalities first, then rows, then bounds. With its sign (+1 lower side,
/// -1 upper side) it reads sign * a'x >= sign * side; equalities have the sign +1. Rows are scaled
/// by powers of two to a norm between 1 and 2, so that violations compare and nothing is rounded.

#include <string.h>

#include "sinew/linalg/qp.h"

/// Violations up to this, relative to the side and to x, are rounding: the coordinates of x are
/// known to about n * 1e-16.
#define SNW__QP_FEASIBLE 1e-12

/// Coefficients of r = R^-1 J1'n below the first, relative to the largest, are rounding; below the
/// second they matter only if nothing else does.
#define SNW__QP_NOTHING 1e-14
#define SNW__QP_SMALL 1e-11

/// An x so many times larger than all lengths of the problem is no way out of a contradiction.
#define SNW__QP_BRIDGE 1e4

typedef enum snw__qp_state {
    SNW__QP_FREE = 0,
    SNW__QP_ACTIVE = 1,
    SNW__QP_IMPLIED = 2, // holds whenever the active ones do, to rounding
    SNW__QP_VOID = 3     // a row of zeros that holds
} snw__qp_state;

typedef struct snw__qp_work {
    // sizes; stride is n rounded up to four, and the padding of every vector stays zero
    int n, stride, max_equalities, max_rows;

    // the problem, rows scaled
    const snw_qp_problem *problem;
    int equalities, rows, count; // rows: with the equalities; count: with the bounds
    double *row;                 // [max_equalities + max_rows][stride]
    double *scale;               // [.. + n] scaled row = scale * row; 1 for bounds
    double *lower, *upper;       // [.. + n] scaled sides
    double *g;                   // [stride]
    double *diagonal;            // [stride] of H
    double unit;                 // |g| / max H_jj: the least length that the problem itself names

    // factors
    double *L;            // [n][stride] columns of the Cholesky factor
    double *J;            // [n][stride] columns
    double *R;            // [n][stride] columns, upper triangular
    double *R_reciprocal; // [stride] of its diagonal
    int q;                // active constraints
    int *active;          // [n] ids
    double *sign;         // [n] +1 or -1
    unsigned char *state; // [.. + n] snw__qp_state
    int implied;          // rows and bounds in SNW__QP_IMPLIED

    // iterate
    double *x, *y, *c, *u; // [stride]
    double x_size;         // largest |x_j| when x was last looked at
    int entering;          // id, with its sign and the multiplier gathered so far
    double entering_sign, entering_u;
    double *d, *r;                        // [stride] J'n of the entering normal n, and R^-1 d1
    double *normal, *spare;               // [stride]
    double *Hx, *x_old, *u_old, *error_y; // [stride] refinement
    double error;                         // relative residual of the conditions on the active set
    double tolerance;                     // SNW__QP_FEASIBLE, larger after stalls
    bool lowest_id_first;                 // Bland's rule, after stalls
    double best;                          // greatest dual objective so far
    int stalls, iterations, iteration_limit;

    // results of the last success, and the last contradiction
    double *x_out;                // [n]
    double *y_out;                // [.. + n] equalities, rows, bounds of the layout's sizes
    snw_qp_hold *hold, *conflict; // [n], [n + 1]
    int hold_count, conflict_count;
    bool warm; // hold[] may start the next search
    double objective, residual;
} snw__qp_work;

// --- kernels; counts are multiples of four, vectors start at multiples of four ------------------

typedef double snw__pair __attribute__((vector_size(16)));

SNW_INLINE snw__pair snw__pair_load(const double *p) {
    snw__pair v;
    memcpy(&v, p, sizeof v);
    return v;
}

SNW_INLINE void snw__pair_store(double *p, snw__pair v) {
    memcpy(p, &v, sizeof v);
}

SNW_INLINE double snw__dot(const double *a, const double *b, int count) {
    snw__pair s = {0, 0}, t = {0, 0};
    for (int i = 0; i < count; i += 4) {
        s += snw__pair_load(a + i) * snw__pair_load(b + i);
        t += snw__pair_load(a + i + 2) * snw__pair_load(b + i + 2);
    }
    s += t;
    return s[0] + s[1];
}

// y += f * a
SNW_INLINE void snw__axpy(double f, const double *a, double *y, int count) {
    const snw__pair factor = {f, f};
    for (int i = 0; i < count; i += 4) {
        snw__pair_store(y + i, snw__pair_load(y + i) + factor * snw__pair_load(a + i));
        snw__pair_store(y + i + 2, snw__pair_load(y + i + 2) + factor * snw__pair_load(a + i + 2));
    }
}

SNW_INLINE void snw__zero(double *a, int count) {
    memset(a, 0, sizeof *a * (size_t)count);
}

SNW_INLINE double snw__larger(double a, double b) {
    return a > b ? a : b;
}

// largest |a_i|
SNW_INLINE double snw__size(const double *a, int count) {
    double s = 0;
    for (int i = 0; i < count; i++) {
        s = snw__larger(s, __builtin_fabs(a[i]));
    }
    return s;
}

// column j of J, L or R; row j of the constraints
SNW_INLINE double *snw__qp_column(const snw__qp_work *w, double *base, int j) {
    return base + (size_t)j * (size_t)w->stride;
}

SNW_INLINE bool snw__qp_fixed(const snw__qp_work *w, int id) {
    return w->lower[id] == w->upper[id];
}

// sign * side
SNW_INLINE double snw__qp_side(const snw__qp_work *w, int id, double sign) {
    return sign > 0 ? w->lower[id] : -w->upper[id];
}

// --- qp_load.c ----------------------------------------------------------------------------------

/// Checks a problem and takes it in, rows scaled. SNW_ERR_INFEASIBLE: a row of zeros contradicts
/// its side; the conflict is set.
SNW_NODISCARD snw_status snw__qp_load(snw__qp_work *w, const snw_qp_problem *problem, snw_why *why);

/// "row[3] upper" into out; `side` 0 leaves the side out. Returns out.
enum { SNW__QP_LABEL = 24 };
const char *snw__qp_label(char out[SNW__QP_LABEL], const char *kind, int index, int side);

// --- qp_hessian.c -------------------------------------------------------------------------------

/// Factors H into L and sets J = L^-T. Returns the variable whose pivot fails, or -1.
int snw__qp_factor(snw__qp_work *w);

/// out = H x from the problem's own numbers.
void snw__qp_multiply(const snw__qp_work *w, const double *x, double *out);

// --- qp_update.c --------------------------------------------------------------------------------

/// out += f * normal of a constraint, unsigned.
void snw__qp_add_normal(const snw__qp_work *w, int id, double f, double *out);

/// a'x of a constraint, unsigned.
double snw__qp_normal_dot(const snw__qp_work *w, int id, const double *x);

/// d = J' * sign * normal of a constraint; d = J' * vector.
void snw__qp_project(const snw__qp_work *w, int id, double sign, double *d);
void snw__qp_project_vector(const snw__qp_work *w, const double *vector, double *d);

/// Solves R out = rhs and R' out = rhs for the active q; out may be rhs.
void snw__qp_back_solve(const snw__qp_work *w, const double *rhs, double *out);
void snw__qp_forward_solve(const snw__qp_work *w, const double *rhs, double *out);

/// Makes a constraint active whose d = J'n is in w->d; its d2 must not vanish.
void snw__qp_activate(snw__qp_work *w, int id, double sign, double u);

/// Drops the active constraint at position k; w->d is carried along.
void snw__qp_drop(snw__qp_work *w, int k);

/// x = J y.
void snw__qp_make_x(snw__qp_work *w);

// --- qp_step.c ----------------------------------------------------------------------------------

/// Activates equalities, and rows and bounds with equal sides. SNW_ERR_INFEASIBLE sets the
/// conflict.
SNW_NODISCARD snw_status snw__qp_hold_equalities(snw__qp_work *w);

/// Activates the rows and bounds of the last success as far as their normals are independent.
void snw__qp_hold_last(snw__qp_work *w);

/// Computes u for the active set and drops constraints until no inequality pulls by more than
/// `relative` to the other forces. Returns how many were dropped; y is set, x is not.
int snw__qp_restore_dual(snw__qp_work *w, double relative);

/// The constraint that x violates most, with the sign of its side; -1 for none.
int snw__qp_violated(snw__qp_work *w, double *sign);

/// Moves to the minimum with this violated constraint active, dropping others as needed.
/// SNW_ERR_INFEASIBLE sets the conflict; SNW_ERR_NOT_CONVERGED at the iteration limit.
SNW_NODISCARD snw_status snw__qp_enforce(snw__qp_work *w, int id, double sign);

// --- qp_finish.c --------------------------------------------------------------------------------

/// Improves x and u of the active set by the problem's own residuals. True if x moved.
bool snw__qp_refine(snw__qp_work *w);

/// Puts x inside its bounds, measures the residual, writes the results.
void snw__qp_publish(snw__qp_work *w);

// --- qp_conflict.c ------------------------------------------------------------------------------

/// The entering normal is n = N r + w->normal, the last nearly zero. By how much the sides of N
/// demand less than the entering side does, and how much of that rounding can feign. Sets x.
double snw__qp_gap(snw__qp_work *w, double *rounding);

/// Sets the conflict of the entering constraint with the active ones, from r and the gap's sign.
void snw__qp_conflict_of_entering(snw__qp_work *w, double gap);

/// Sets the conflict of one row of zeros with its side.
void snw__qp_conflict_of_zero_row(snw__qp_work *w, int id, double sign);

/// Says it in words and numbers.
void snw__qp_explain_conflict(const snw__qp_work *w, snw_why *why);

#endif // SINEW_LINALG_QP_INTERNAL_H
