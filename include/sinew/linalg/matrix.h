// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_LINALG_MATRIX_H
#define SINEW_LINALG_MATRIX_H

/// @file
/// Matrices whose size is known only at run time: a view on numbers that the caller owns, and
/// the functions that robot code of any size needs.
///
/// Storage is column-major: element (i, j) is data[i + j * stride]. A view may show a part of a
/// larger matrix, so sub-matrices are read and written through snw_mat_block() without a copy. A
/// vector is a matrix of one column. A snw_twist J[n] is a 6 x n matrix of stride 6.
///
/// Views are passed by value, inputs first, the result last. Every function checks the sizes and
/// returns SNW_ERR_SIZE if they do not fit; a view that is itself impossible (no data, no rows, a
/// stride shorter than a column) does not fit anything. After any failure the result is untouched.
///
/// Overlap: the result of an element-wise function may be exactly one of its operands; where a
/// function says "apart", the result may share no element with them. Anything else is refused with
/// SNW_ERR_ARGUMENT. Two blocks of one matrix that share no element are apart.
///
/// Sums and products carry NaN and infinity along, as the arithmetic does; functions that divide
/// by a matrix refuse them with SNW_ERR_NOT_FINITE.

#include <stdbool.h>
#include <stddef.h>

#include "sinew/base/attributes.h"
#include "sinew/base/status.h"
#include "sinew/base/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Rows and columns that a matrix may have where it is divided by, factorised or decomposed.
enum { SNW_LINALG_MAX = 64 };

/// A matrix in memory of the caller's.
typedef struct snw_mat {
    double *data; ///< element (0, 0)
    int rows;     ///< at least 1
    int cols;     ///< at least 1
    int stride;   ///< from one column to the next, at least `rows`
} snw_mat;

// --- views --------------------------------------------------------------------------------------

/// The dense rows x cols matrix at `data`.
SNW_INLINE snw_mat snw_mat_over(double *data, int rows, int cols) {
    snw_mat A;
    A.data = data;
    A.rows = rows;
    A.cols = cols;
    A.stride = rows;
    return A;
}

/// The same for numbers that may only be read: the view must not be used as a result.
SNW_RT snw_mat snw_mat_over_const(const double *data, int rows, int cols);

/// The rows x cols block of A whose first element is (row, col): a view on the same numbers. A
/// block that is not inside A is an impossible view, which every function refuses.
SNW_RT snw_mat snw_mat_block(snw_mat A, int row, int col, int rows, int cols);

/// True when the view is possible: data, at least one row and column, stride no less than rows.
SNW_INLINE bool snw_mat_valid(snw_mat A) {
    return A.data != NULL && A.rows > 0 && A.cols > 0 && A.stride >= A.rows;
}

/// Address of element (i, j), which must exist.
SNW_INLINE double *snw_mat_at(snw_mat A, int i, int j) {
    return A.data + (i + (ptrdiff_t)j * A.stride);
}

/// Reads an element; SNW_ERR_SIZE when (i, j) is outside.
SNW_RT SNW_NODISCARD snw_status snw_mat_get(snw_mat A, int i, int j, double *value);

/// Writes an element; SNW_ERR_SIZE when (i, j) is outside.
SNW_RT SNW_NODISCARD snw_status snw_mat_set(snw_mat A, int i, int j, double value);

// --- filling and copying ------------------------------------------------------------------------

/// All elements zero.
SNW_RT SNW_NODISCARD snw_status snw_mat_zero(snw_mat A);

/// Ones on the diagonal, zeros elsewhere; A need not be square.
SNW_RT SNW_NODISCARD snw_status snw_mat_identity(snw_mat A);

/// out = A. Writing a sub-matrix is copying into a block.
SNW_RT SNW_NODISCARD snw_status snw_mat_copy(snw_mat A, snw_mat out);

/// out = A^T, apart from A.
SNW_RT SNW_NODISCARD snw_status snw_mat_transpose(snw_mat A, snw_mat out);

// --- sums and products --------------------------------------------------------------------------

/// out = A + B.
SNW_RT SNW_NODISCARD snw_status snw_mat_add(snw_mat A, snw_mat B, snw_mat out);

/// out = A - B.
SNW_RT SNW_NODISCARD snw_status snw_mat_sub(snw_mat A, snw_mat B, snw_mat out);

/// out = factor * A.
SNW_RT SNW_NODISCARD snw_status snw_mat_scale(snw_mat A, double factor, snw_mat out);

/// out = A B, apart from A and B.
SNW_RT SNW_NODISCARD snw_status snw_mat_mul(snw_mat A, snw_mat B, snw_mat out);

/// out = A^T B, apart from A and B.
SNW_RT SNW_NODISCARD snw_status snw_mat_mul_at(snw_mat A, snw_mat B, snw_mat out);

/// out = A B^T, apart from A and B.
SNW_RT SNW_NODISCARD snw_status snw_mat_mul_bt(snw_mat A, snw_mat B, snw_mat out);

// --- division -----------------------------------------------------------------------------------
//
// By Gaussian elimination with partial pivoting on the matrix scaled to rows and columns near 1.
// A is square with at most SNW_LINALG_MAX rows. SNW_ERR_SINGULAR: to working precision there is no
// inverse. SNW_NEAR_SINGULAR: done, but a pivot of the scaled matrix is below 1e-12, so few digits
// are left. Needs up to 36 KiB of stack and no other memory.

/// out = A^-1; out may be A. SNW_ERR_RANGE when an element of the inverse is too large.
SNW_RT SNW_NODISCARD snw_status snw_mat_inverse(snw_mat A, snw_mat out);

/// X = A^-1 B, the solution of A X = B. X may be B, or apart from B; it may lie anywhere on A.
/// As in a division of numbers, a quotient too large for a double is infinite.
SNW_RT SNW_NODISCARD snw_status snw_mat_left_divide(snw_mat A, snw_mat B, snw_mat X);

/// X = B A^-1, the solution of X A = B; the rest as for snw_mat_left_divide().
SNW_RT SNW_NODISCARD snw_status snw_mat_right_divide(snw_mat B, snw_mat A, snw_mat X);

// --- measures -----------------------------------------------------------------------------------
//
// Of an impossible view: 0 and false. NaN in the matrix gives NaN.

/// True when no element is NaN or infinite.
SNW_RT bool snw_mat_is_finite(snw_mat A);

/// Largest magnitude of an element.
SNW_RT double snw_mat_norm_max(snw_mat A);

/// Largest sum of magnitudes in a column.
SNW_RT double snw_mat_norm_one(snw_mat A);

/// Largest sum of magnitudes in a row.
SNW_RT double snw_mat_norm_inf(snw_mat A);

/// Root of the sum of squares; neither overflows nor underflows on the way.
SNW_RT double snw_mat_norm_frobenius(snw_mat A);

// --- as text ------------------------------------------------------------------------------------

/// Appends "[1 0; 0 1]", rows parted by ";", each number as short as it can be and still be read
/// back exactly. It is the notation of sinew/math/matrix_text.h.
SNW_SETUP SNW_NODISCARD snw_status snw_mat_print(snw_mat A, snw_text *text);

/// Reads a matrix of out's size: "[", rows separated by ";", numbers by spaces or commas, "]", with
/// spaces, tabs and line ends anywhere between. SNW_ERR_SIZE: another number of rows or columns.
/// SNW_ERR_SYNTAX: not a matrix of finite numbers. SNW_ERR_RANGE: a number too large.
SNW_SETUP SNW_NODISCARD snw_status snw_mat_parse(const char *text, size_t length, snw_mat out);

#ifdef __cplusplus
}
#endif

#endif // SINEW_LINALG_MATRIX_H
