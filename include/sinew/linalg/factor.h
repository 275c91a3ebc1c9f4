// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_LINALG_FACTOR_H
#define SINEW_LINALG_FACTOR_H

/// @file
/// Triangular factors of small matrices: Cholesky and L D L^T of symmetric positive definite ones,
/// Householder QR with column pivoting of any.
///
/// All follow one pattern. snw_x_init() lays the object out in an arena for matrices up to a given
/// size. snw_x_factor() takes a matrix of that size or less; the results stand in the object until
/// the next successful snw_x_factor(). A refused matrix leaves the former factors in place. Before
/// the first success the solving functions return SNW_ERR_STATE.
///
/// Matrices with NaN or infinity are refused with SNW_ERR_NOT_FINITE, those that are too large for
/// the object with SNW_ERR_SIZE.

#include "sinew/base/arena.h"
#include "sinew/base/attributes.h"
#include "sinew/base/status.h"
#include "sinew/linalg/matrix.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- Cholesky: A = L L^T ------------------------------------------------------------------------

/// Caller-owned; see snw_cholesky_init().
typedef struct snw_cholesky {
    // read-only
    snw_mat L; ///< n x n, lower triangular, zeros above; from snw_cholesky_factor()
    int pivot; ///< index of the pivot that was refused by the last call, -1 if none was
    // private
    double *next; // [capacity^2] the factor is built here and exchanged when it is complete
    int capacity;
} snw_cholesky;

/// Lays out for matrices up to capacity x capacity. SNW_ERR_SIZE outside [1, SNW_LINALG_MAX].
SNW_SETUP SNW_NODISCARD snw_status snw_cholesky_init(snw_cholesky *cholesky, int capacity,
                                                     snw_arena *arena);

/// Factorises the symmetric A, of which only the lower triangle is read. n^3/3 operations.
/// SNW_ERR_SINGULAR: not positive definite to working precision; `pivot` says where. A pivot
/// counts as positive when it is above 4 n eps times the diagonal element that it came from.
/// SNW_NEAR_SINGULAR: done, but a pivot is below 1e-12 of its diagonal element.
SNW_RT SNW_NODISCARD snw_status snw_cholesky_factor(snw_cholesky *cholesky, snw_mat A);

/// Solves A X = B. X is B or apart from it.
SNW_RT SNW_NODISCARD snw_status snw_cholesky_solve(const snw_cholesky *cholesky, snw_mat B,
                                                   snw_mat X);

// --- L D L^T, without square roots --------------------------------------------------------------

/// Caller-owned; see snw_ldlt_init().
typedef struct snw_ldlt {
    // read-only
    snw_mat L; ///< n x n, lower triangular with ones on the diagonal; from snw_ldlt_factor()
    double *D; ///< [n] the pivots, all positive; from snw_ldlt_factor()
    int pivot; ///< index of the pivot that was refused by the last call, -1 if none was
    // private
    double *next;   // [capacity^2] the factor is built here and exchanged when it is complete
    double *next_D; // [capacity]
    int capacity;
} snw_ldlt;

/// Lays out for matrices up to capacity x capacity. SNW_ERR_SIZE outside [1, SNW_LINALG_MAX].
SNW_SETUP SNW_NODISCARD snw_status snw_ldlt_init(snw_ldlt *ldlt, int capacity, snw_arena *arena);

/// Factorises the symmetric A, with the rules of snw_cholesky_factor().
SNW_RT SNW_NODISCARD snw_status snw_ldlt_factor(snw_ldlt *ldlt, snw_mat A);

/// Solves A X = B. X is B or apart from it.
SNW_RT SNW_NODISCARD snw_status snw_ldlt_solve(const snw_ldlt *ldlt, snw_mat B, snw_mat X);

// --- QR with column pivoting: A P = Q R ---------------------------------------------------------

/// Caller-owned; see snw_qr_init().
typedef struct snw_qr {
    // read-only, from snw_qr_factor()
    int rows, cols;
    int rank;   ///< steps whose diagonal element of R is above the tolerance
    int *order; ///< [cols] column order[k] of A is column k of A P
    // private
    double *reflectors;     // [cols][rows, even] column order[k] is the k-th Householder vector
    double *R_transposed;   // [steps][cols, even] row k of R P^T
    double *weights, *rest; // [cols] of the reflectors; squared lengths of what is left
    int exponent;           // Q R is A times 2^exponent
    int max_rows, max_cols;
} snw_qr;

/// Lays out for matrices up to rows x cols. SNW_ERR_SIZE outside [1, SNW_LINALG_MAX].
SNW_SETUP SNW_NODISCARD snw_status snw_qr_init(snw_qr *qr, int rows, int cols, snw_arena *arena);

/// Factorises A. The diagonal of R falls in magnitude; its elements that are not above `tolerance`
/// times the first one count as zero and end the rank. `tolerance` 0 means max(rows, cols) eps; it
/// must be in [0, 1), else SNW_ERR_RANGE. Returns SNW_NEAR_SINGULAR when the rank is less than
/// min(rows, cols).
SNW_RT SNW_NODISCARD snw_status snw_qr_factor(snw_qr *qr, snw_mat A, double tolerance);

/// Writes Q: rows x k with k <= rows gives its first k columns.
SNW_RT SNW_NODISCARD snw_status snw_qr_get_q(const snw_qr *qr, snw_mat Q);

/// Writes R, min(rows, cols) x cols, with zeros below the diagonal.
SNW_RT SNW_NODISCARD snw_status snw_qr_get_r(const snw_qr *qr, snw_mat R);

/// Finds X that makes each column of A X - B as short as possible, by A's `rank` leading columns;
/// the unknowns of the others are zero. (The shortest such X is snw_svd_solve()'s.) B is rows x m,
/// X is cols x m, apart from B.
SNW_RT SNW_NODISCARD snw_status snw_qr_solve(const snw_qr *qr, snw_mat B, snw_mat X);

#ifdef __cplusplus
}
#endif

#endif // SINEW_LINALG_FACTOR_H
