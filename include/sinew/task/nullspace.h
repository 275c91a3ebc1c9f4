// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_NULLSPACE_H
#define SINEW_TASK_NULLSPACE_H

/// @file
/// The core law: among all rates with J qd = V those that make
///
///     1/2 qd' W qd + alpha F' qd
///
/// stationary; the least, where W is positive on the self-motion. With N a basis of the null space
/// of J this is (English and Maciejewski 2000)
///
///     [  J   ]        [     V      ]
///     [ N' W ] qd  =  [ -alpha N'F ]
///
/// F need not be a gradient. W and F enter only by A = N'W and B = N'F, so there is a second way,
/// for those who can make A and B without W and F: the reduced form.
///
///     snw_nullspace_factor(&ns, J, rows);             // once per state
///     snw_nullspace_solve(&ns, &problem, qd, &why);
///
/// A J of less than full rank has an answer too: rows that depend on others are left out and named.
/// Jacobians are by rows here: row i is J[i * n] to J[i * n + n - 1].

#include <stdbool.h>

#include "sinew/base.h"
#include "sinew/linalg.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What happens to rows that are lost, or nearly so.
typedef enum snw_rank_rule {
    SNW_RANK_TRUNCATE = 0, ///< lost rows are left out; the others are met
    SNW_RANK_DAMP = 1,     ///< all rows are met as far as damping allows, which grows near the loss
    SNW_RANK_STOP = 2      ///< all rates are 0
} snw_rank_rule;

/// What the solution shall be like; all pointers stay the caller's.
typedef struct snw_nullspace_problem {
    const double *V; ///< [rows] wanted motion; NULL is 0
    const double *W; ///< [n * n] by columns, or [n] when `diagonal`; NULL is the identity
    bool diagonal;
    const double *F; ///< [n]; NULL is 0
    double alpha;
} snw_nullspace_problem;

/// Caller-owned, no destructor, one per thread.
typedef struct snw_nullspace {
    // public
    double tolerance;    ///< a row counts as lost below this share of the largest; 1e-9 after init
    snw_rank_rule rule;  ///< SNW_RANK_TRUNCATE after init
    double damping;      ///< the most, as a share of the largest row; 0.05 after init
    double damping_from; ///< where it begins, in shares of the least row left; 0.05 after init
    // read-only, from snw_nullspace_factor()
    int n, rows;
    int rank;    ///< rows that do not depend on others
    int freedom; ///< n - rank: columns of N
    double *N;   ///< [n * freedom] orthonormal, J N = 0
    int *lost;   ///< [rows - rank] the rows that depend on the others
    double
        closest; ///< least over largest of the rows, each freed of the others; 0 when one is lost
    // private
    snw_qr qr;
    int max_rows;
    double *Q, *R;  // [n * n], [min(n, max_rows) * max_rows]
    double *H, *WN; // [n * n] each
    double *work;   // [3 * max(n, max_rows) + max_rows^2]
    bool ready;
} snw_nullspace;

/// Lays out for n rates and up to `max_rows` rows, which may be 0; both at most SNW_LINALG_MAX,
/// else SNW_ERR_SIZE. On an empty arena it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_nullspace_init(snw_nullspace *ns, int n, int max_rows,
                                                      snw_arena *arena);

/// Takes a Jacobian of `rows` rows. SNW_NEAR_SINGULAR when rows are lost. SNW_ERR_NOT_FINITE,
/// SNW_ERR_SIZE: the former one stays.
SNW_RT SNW_NODISCARD snw_status snw_nullspace_factor(snw_nullspace *ns, const double *J, int rows);

/// Finds qd[n] with the core law. SNW_NEAR_SINGULAR: done, without the lost rows, which `why`
/// names. SNW_ERR_SINGULAR: W leaves a self-motion undetermined. SNW_ERR_NOT_FINITE, SNW_ERR_STATE.
/// After a failure qd is unchanged. `why` may be NULL.
SNW_RT SNW_NODISCARD snw_status snw_nullspace_solve(snw_nullspace *ns,
                                                    const snw_nullspace_problem *problem,
                                                    double *qd, snw_why *why);

/// A function of a configuration, for differences. A number that is not finite ends the question.
typedef double snw_measure_fn(const double *q, void *context);

/// Adds a step of rates to a configuration: q_out = q + h rates.
typedef void snw_advance_fn(const double *q, const double *rates, double h, double *q_out,
                            void *context);

/// How differences are taken.
typedef struct snw_differences {
    snw_measure_fn *measure;
    snw_advance_fn *move; ///< NULL adds numbers
    void *context;
    const double *q; ///< [nq]
    double *q_work;  ///< [nq]
    int nq, n;
    double h; ///< step
} snw_differences;

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_NULLSPACE_H
