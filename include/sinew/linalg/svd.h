// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_LINALG_SVD_H
#define SINEW_LINALG_SVD_H

/// @file
/// Singular values, and what robots compute with them: pseudo-inverses of Jacobians that are cut,
/// damped or weighted, and joint rates for a wanted twist.
///
/// The objects follow the pattern of sinew/linalg/factor.h: init in an arena for a largest size,
/// factor or update for each matrix, results kept until the next success, SNW_ERR_STATE before the
/// first.

#include "sinew/base/arena.h"
#include "sinew/base/attributes.h"
#include "sinew/base/status.h"
#include "sinew/linalg/matrix.h"
#include "sinew/math.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- A = U S V^T --------------------------------------------------------------------------------

/// Caller-owned; see snw_svd_init().
typedef struct snw_svd {
    // read-only, from snw_svd_factor()
    int count;  ///< singular values: min(rows, cols) of the matrix
    double *S;  ///< [count] singular values, falling, none negative
    snw_mat U;  ///< rows x count, dense, orthonormal columns
    snw_mat V;  ///< cols x count, dense, orthonormal columns
    int sweeps; ///< passes of the iteration over all pairs of columns
    // private
    int max_rows, max_cols;
    double *columns;     // [small][big, even] the matrix, then the reflectors of its QR factors
    double *pairs;       // [small][2 small, even] R^T above the rotations
    double *turned;      // [small][big, even] the vectors of the long side
    double *squares;     // [small] squared lengths of the columns in `pairs`
    double *weights;     // [small] of the reflectors
    int *order, *sorted; // [small]
} snw_svd;

/// Lays out for matrices up to rows x cols. SNW_ERR_SIZE outside [1, SNW_LINALG_MAX].
SNW_SETUP SNW_NODISCARD snw_status snw_svd_init(snw_svd *svd, int rows, int cols, snw_arena *arena);

/// Decomposes A, of any shape and rank. In each column of U the component of largest magnitude is
/// positive, so no sign is left to chance. Columns of U or V that belong to zero singular values
/// complete the others to an orthonormal set. Where A is a well conditioned matrix whose columns
/// (if it is not wide) or rows (if it is wide) are scaled by any factors, small singular values are
/// as accurate, relatively, as large ones. Those below 1e-290 of the largest are set to zero.
/// SNW_ERR_SIZE, SNW_ERR_NOT_FINITE. SNW_ERR_RANGE: the largest singular value is too large for a
/// double. SNW_ERR_NOT_CONVERGED: not after 40 sweeps; no matrix is known to need half of them.
SNW_RT SNW_NODISCARD snw_status snw_svd_factor(snw_svd *svd, snw_mat A);

/// Singular values that are at least `threshold`.
SNW_RT int snw_svd_rank(const snw_svd *svd, double threshold);

/// Solves A X = B in the least squares sense, with the shortest such X; singular values below
/// `threshold` count as zero. B is rows x m, X is cols x m, apart from B. SNW_ERR_RANGE: threshold
/// less than DBL_MIN.
SNW_RT SNW_NODISCARD snw_status snw_svd_solve(const snw_svd *svd, snw_mat B, double threshold,
                                              snw_mat X);

// --- pseudo-inverses ----------------------------------------------------------------------------

/// How to invert what can hardly be inverted. With Jw = diag(task) J diag(joint) = U S V^T the
/// pseudo-inverse is diag(joint) V diag(g) U^T diag(task), and for each singular value s
///
///     g = 1 / s                         if s >= threshold,
///     g = s / (s^2 + lambda^2)          below, when lambda > 0 (damped),
///     g = 0                             below, when lambda = 0 (cut).
///
/// A threshold of INFINITY damps every direction: the usual damped least squares.
typedef struct snw_pinv_config {
    double threshold;            ///< at least DBL_MIN; in the units of J
    double lambda;               ///< 0 or at least DBL_MIN; in the units of J
    const double *task_weights;  ///< [rows] each above 0: how much a component matters; NULL: 1
    const double *joint_weights; ///< [cols] each above 0: how freely a joint moves; NULL: 1
} snw_pinv_config;

/// Cut at 1e-5, no damping, no weights.
SNW_RT snw_pinv_config snw_pinv_defaults(void);

/// Caller-owned; see snw_pinv_init().
typedef struct snw_pinv {
    // read-only, from snw_pinv_update()
    int rank;      ///< singular values that reach the threshold
    snw_svd svd;   ///< of the weighted matrix
    double *gains; ///< [svd.count] g of each singular value
    // private
    double *weighted;     // [max_rows * max_cols]
    double *task, *joint; // [max_rows], [max_cols] the weights of the last update
} snw_pinv;

/// Lays out for matrices up to rows x cols. SNW_ERR_SIZE outside [1, SNW_LINALG_MAX].
SNW_SETUP SNW_NODISCARD snw_status snw_pinv_init(snw_pinv *pinv, int rows, int cols,
                                                 snw_arena *arena);

/// Decomposes J with its weights. SNW_NEAR_SINGULAR when a singular value was cut or damped.
/// SNW_ERR_RANGE: a weight or another number of the config is outside its range, or the weighted
/// matrix or a singular value is too large for a double. SNW_ERR_SIZE, SNW_ERR_NOT_FINITE as in
/// snw_svd_factor().
SNW_RT SNW_NODISCARD snw_status snw_pinv_update(snw_pinv *pinv, snw_mat J,
                                                const snw_pinv_config *config);

/// Writes the pseudo-inverse, cols x rows.
SNW_RT SNW_NODISCARD snw_status snw_pinv_matrix(const snw_pinv *pinv, snw_mat out);

/// rates = pseudo-inverse * task, without forming it: task[rows] in, rates[cols] out, apart.
/// SNW_ERR_NOT_FINITE when `task` is not finite.
SNW_RT SNW_NODISCARD snw_status snw_pinv_apply(const snw_pinv *pinv, const double *task,
                                               double *rates);

// --- damped least squares for a twist -----------------------------------------------------------

/// Joint rates that minimise |J qd - twist|^2 + lambda^2 sum (qd_i / weight_i)^2, found by one
/// L D L^T factorisation of size 6: the cheap way when no singular values are wanted. J is in
/// metres and radians per unit of each joint. `weights` [dof], each at least 0 (0 locks the joint),
/// NULL for ones. lambda >= 0.
/// SNW_NEAR_SINGULAR: done; always when one of the six singular values of J diag(weights) is below
/// lambda, never when all are above 3.4 lambda.
/// SNW_ERR_SINGULAR: a direction is lost, and lambda, below a millionth of the largest singular
/// value, is too small to make up for it. SNW_ERR_SIZE: dof outside [1, SNW_LINALG_MAX].
/// SNW_ERR_NOT_FINITE, SNW_ERR_RANGE: an input.
SNW_RT SNW_NODISCARD snw_status snw_damped_solve(const snw_twist *J, int dof, const double *weights,
                                                 double lambda, snw_twist twist, double *qd);

#ifdef __cplusplus
}
#endif

#endif // SINEW_LINALG_SVD_H
