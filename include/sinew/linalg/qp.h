// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_LINALG_QP_H
#define SINEW_LINALG_QP_H

/// @file
/// Small dense convex quadratic programs inside the control loop:
///
///     minimise    1/2 x'H x + g'x
///     subject to  A_equality x = b_equality
///                 row_lower   <= A_row x <= row_upper
///                 bound_lower <=   x     <= bound_upper
///
/// H is symmetric positive definite. Sides may be infinite. Matrices are column-major and have no
/// gaps, so a Jacobian is a constraint matrix as it stands.
///
/// A solution comes with its multipliers y, which say what holds the solution back and how hard:
///
///     H x + g = A_equality' y_equality + A_row' y_row + y_bound
///
/// with y > 0 where a lower side holds, y < 0 where an upper side holds, 0 where neither does, and
/// either sign for equalities. y is the change of the least objective per unit change of the side
/// that holds. A contradiction comes with its proof: the few constraints that cannot hold together.
///
/// Lay out one snw_qp per thread at start-up, then call snw_qp_solve() once per cycle. The last
/// active set starts the next search; the answer does not depend on it.

#include <stdbool.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_QP_MAX_VARIABLES = 64,   ///< n
    SNW_QP_MAX_CONSTRAINTS = 256 ///< equalities and rows together; bounds are not counted
};

/// What problem.H holds.
typedef enum snw_qp_hessian {
    SNW_QP_DENSE = 0,    ///< H [n x n]; only the lower triangle is read
    SNW_QP_FACTORED = 1, ///< its lower Cholesky factor L [n x n], H = L L', diagonal > 0
    SNW_QP_DIAGONAL = 2  ///< the diagonal of H [n]; the cheapest
} snw_qp_hessian;

/// One problem; all pointers stay the caller's and are read only during the call. Counts of 0 and
/// NULL pointers leave the part out: no linear term, no equalities, no rows, no lower side and so
/// on. Only H is always needed.
typedef struct snw_qp_problem {
    snw_qp_hessian hessian;
    const double *H;
    const double *g; ///< [n]

    int equality_count;
    const double *A_equality; ///< [equality_count x n]
    const double *b_equality; ///< [equality_count]

    int row_count;
    const double *A_row;     ///< [row_count x n]
    const double *row_lower; ///< [row_count] -INFINITY where there is no lower side
    const double *row_upper; ///< [row_count] INFINITY where there is no upper side

    const double *bound_lower; ///< [n] -INFINITY where x is free below
    const double *bound_upper; ///< [n] INFINITY where x is free above
} snw_qp_problem;

/// Where a constraint stands in its problem.
typedef enum snw_qp_kind {
    SNW_QP_EQUALITY = 0, ///< row `index` of A_equality
    SNW_QP_ROW = 1,      ///< row `index` of A_row
    SNW_QP_BOUND = 2     ///< bounds of x[index]
} snw_qp_kind;

/// Which side of a constraint.
typedef enum snw_qp_side {
    SNW_QP_LOWER = -1,
    SNW_QP_BOTH = 0, ///< an equality, or a row or bound whose two sides are equal
    SNW_QP_UPPER = 1
} snw_qp_side;

/// One constraint that holds a solution, or takes part in a contradiction.
typedef struct snw_qp_hold {
    snw_qp_kind kind;
    int index;
    snw_qp_side side;
    double multiplier; ///< y of this constraint, or its weight in the contradiction
} snw_qp_hold;

/// What a solve found. The arrays lie in the solver and are valid until its next solve.
///
/// After a failure x, the multipliers, the active set, the objective and the residual are those of
/// the last success (zero before the first), so x may always be read.
typedef struct snw_qp_result {
    const double *x;          ///< [n] the solution; inside its bounds to the last bit
    const double *y_equality; ///< [equality_count] multipliers, signs as above
    const double *y_row;      ///< [row_count]
    const double *y_bound;    ///< [n]

    const snw_qp_hold *active; ///< [active_count] rows and bounds that hold, without equalities
    int active_count;

    /// [conflict_count] after SNW_ERR_INFEASIBLE: constraints that contradict each other, with
    /// weights w: w > 0 on a lower side, w < 0 on an upper one, any sign for equalities. The sum
    /// of w_i a_i vanishes (to rounding) while that of w_i times the side's value is positive,
    /// which no x can satisfy. Any one of them left out, the others agree. Empty in all other
    /// cases.
    const snw_qp_hold *conflict;
    int conflict_count;

    double objective; ///< 1/2 x'H x + g'x
    double residual;  ///< worst error of the optimality conditions, relative to their scales
    int iterations;   ///< constraints added and dropped by this search (equalities and the warm
                      ///< start's set are not counted); set after a failure as well
} snw_qp_result;

/// How to solve.
typedef struct snw_qp_options {
    int iteration_limit; ///< >= 1: SNW_ERR_NOT_CONVERGED after so many iterations
    bool warm_start;     ///< start from the active set of the last success
} snw_qp_options;

struct snw__qp_work;

/// A solver for problems of one size. Caller-owned, no destructor; one per thread.
typedef struct snw_qp {
    // public
    snw_qp_options options; ///< set to the defaults by snw_qp_init()
    // read-only
    int n; ///< variables
    int max_equalities;
    int max_rows;
    // private
    struct snw__qp_work *work; // in the arena
} snw_qp;

/// Options for a problem of this size: warm start, and a limit of 20 iterations per variable and
/// constraint. The random problems of the tests need fewer than 5.
SNW_RT snw_qp_options snw_qp_options_defaults(int n, int max_equalities, int max_rows);

/// Lays out a solver for `n` variables in [1, SNW_QP_MAX_VARIABLES] and up to so many equalities
/// and rows, together at most SNW_QP_MAX_CONSTRAINTS; else SNW_ERR_RANGE. On an empty arena this
/// only measures.
SNW_SETUP SNW_NODISCARD snw_status snw_qp_init(snw_qp *qp, int n, int max_equalities, int max_rows,
                                               snw_arena *arena);

/// Forgets the last active set: the next search starts without any.
SNW_RT void snw_qp_reset(snw_qp *qp);

/// Solves a problem. Cost: about n^3/2 for H and n^2 per iteration, plus n per row and iteration.
///
///   SNW_OK                 solved; the residual is at most 1e-9
///   SNW_NEAR_SINGULAR      solved, but rounding left a residual above 1e-9: normals parallel to
///                          1e-6 or less hold against each other
///   SNW_ERR_INFEASIBLE     the constraints contradict each other, see result->conflict
///   SNW_ERR_SINGULAR       H is not positive definite; a condition above 1e11 may count as that
///   SNW_ERR_NOT_CONVERGED  the iteration limit was reached
///   SNW_ERR_NOT_FINITE     NaN anywhere, or infinity elsewhere than in its place as a side
///   SNW_ERR_RANGE          a lower side above its upper side, or at INFINITY, or an upper one at
///                          -INFINITY, or a side beyond double once its row is scaled to length 1
///   SNW_ERR_SIZE           more rows than laid out
///   SNW_ERR_ARGUMENT       H or a matrix of constraints is missing, or an option is wrong
///
/// `why` names the row, the side and the numbers, for every result but SNW_OK; it may be NULL.
SNW_RT SNW_NODISCARD snw_status snw_qp_solve(snw_qp *qp, const snw_qp_problem *problem,
                                             snw_qp_result *result, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_LINALG_QP_H
