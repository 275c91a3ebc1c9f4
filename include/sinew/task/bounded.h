// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_BOUNDED_H
#define SINEW_TASK_BOUNDED_H

/// @file
/// The law with limits: two quadratic programs, one behind the other.
///
///   first    rates within their bounds that miss the rows J qd = V by the least
///   second   among those, the ones that make 1/2 qd'W qd + F'qd least
///
/// It always has an answer. Close to a singularity the direction that is being lost is damped on
/// the way in, left to the second program as it vanishes, and followed without damping on the way
/// back. What holds the motion back is reported with its share of the whole.
///
/// Both programs keep the rows of constraints too. Where these contradict each other or the bounds
/// of the joints, their targets are dropped first; then the rows that contradict give way together,
/// as far as they must, each by as much more as it allows more. The bounds always hold.

#include "sinew/linalg.h"
#include "sinew/task/constraint.h"
#include "sinew/task/limits.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_HOLDS = 16 }; ///< reported at once; the least are left out

/// One limit that holds the motion back.
typedef struct snw_limit_hold {
    int rate;          ///< whose bound it is; -1 for a row of a constraint
    int row;           ///< its number in the problem, or -1
    int side;          ///< -1 lower, 1 upper
    int cause;         ///< snw_bound_cause
    int level;         ///< 1: the end effectors are held back; 2: only the objective is
    double multiplier; ///< of the program of its level
    double share;      ///< of all that holds back at its level, 0 to 1
} snw_limit_hold;

/// One problem; all pointers stay the caller's.
typedef struct snw_bounded_problem {
    const double *J; ///< [rows * n] by rows
    const double *V; ///< [rows]
    int rows;
    const double *W; ///< [n * n] by columns, positive definite; NULL is the identity
    const double *F; ///< [n]; NULL is 0
    const snw_rate_limits *limits;
    const snw_rate_rows *constraints; ///< NULL for none

    /// The second derivative of the rows along rates d[n], for directions that are being lost:
    /// A[rows] = d/dt (J d) while the mechanism moves by d. NULL: none is known.
    snw_status (*curvature)(const double *d, double *A, void *context);
    void *context;
} snw_bounded_problem;

/// Caller-owned, no destructor, one per thread.
typedef struct snw_bounded {
    // public
    double singular_from; ///< damping begins below this share of the typical singular value, which
                          ///< is twice the middle one, at most the largest; 0.04
    double damping;       ///< the most, as such a share; 0.02
    // read-only, of the last solve
    int n;
    int rank;                        ///< directions of the task that are not lost
    int weak;                        ///< directions that were damped or left
    double least;                    ///< least singular value over the largest
    double *lost;                    ///< [rows] unit vector: the motion that is hardest to make
    double missed;                   ///< largest of |J qd - V|
    snw_limit_hold holds[SNW_HOLDS]; ///< [hold_count] by falling share, those of level 1 first
    int hold_count;
    int yielded;   ///< rows of constraints that gave way, because not all could be met
    int weakest;   ///< the first of these; -1 for none
    bool programs; ///< false when no bound was met, so that no program had to be solved
    int iterations;
    // private
    bool leaves, leaving; // a direction is followed out of a singularity: now, and a tick ago
    double *way;          // [n] which way
    int max_rows;
    snw_svd svd;
    snw_qr qr;
    snw_qp first;
    snw_qp small, large;  // the second program: of `usual` unknowns, and of n
    int usual;            // dimensions of the self-motion when no row is lost
    double *N;            // [n * n] directions left free by the task, by columns
    double *c, *D;        // [n] wanted rate along each direction of the task, its weight
    double *H, *g;        // [n * n], [n]
    double *WN, *reduced; // [n * n] each
    double *A_row, *row_low, *row_high, *z; // [n * n], [n] each
    double *x, *preferred;                  // [n] rates; those that the objective alone would have
    int max_constraints;
    double *A_first, *kept; // [max_constraints * n] by columns, [max_constraints] that rows keep
} snw_bounded;

/// Finds qd[n], within the bounds of problem->limits to the last bit. SNW_SATURATED: the end
/// effectors are held back by bounds. SNW_NEAR_SINGULAR: a direction of the task was damped.
/// SNW_ERR_NOT_FINITE, SNW_ERR_SIZE; SNW_ERR_SINGULAR for a W that is not positive: then qd is
/// unchanged. `why` says what holds back most; it may be NULL.
SNW_RT SNW_NODISCARD snw_status snw_bounded_solve(snw_bounded *law,
                                                  const snw_bounded_problem *problem, double *qd,
                                                  snw_why *why);

/// Holds rates qd[n] of another law back: the nearest ones within bounds that move the rows
/// J[rows * n] as qd does, or that miss that motion by the least. Bounds joint by joint would move
/// them otherwise. SNW_OK when qd is within bounds: then it is unchanged, and nothing was solved.
/// Else as snw_bounded_solve(), SNW_SATURATED when the rows are held back; after a failure each
/// rate is at its nearest bound.
SNW_RT SNW_NODISCARD snw_status snw_bounded_hold(snw_bounded *law, const double *J, int rows,
                                                 const snw_rate_limits *limits, double *qd);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_BOUNDED_H
