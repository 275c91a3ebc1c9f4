// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MATH_MATRIX_TEXT_H
#define SINEW_MATH_MATRIX_TEXT_H

/// @file
/// Matrices as text, row by row: "[1 0; 0 1]". Numbers are written with as many digits as they need
/// to read back as the same bits.

#include <stddef.h>

#include "sinew/base/attributes.h"
#include "sinew/base/status.h"
#include "sinew/math/mat2.h"
#include "sinew/math/mat3.h"
#include "sinew/math/mat4.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Writes A into out[size], always terminated (size 0 writes nothing); returns the length of the
/// whole text, which has been cut if it is not below `size`.
SNW_RT size_t snw_mat2_print(snw_mat2 A, char *out, size_t size);

/// As snw_mat2_print(), for 3 x 3.
SNW_RT size_t snw_mat3_print(snw_mat3 A, char *out, size_t size);

/// As snw_mat2_print(), for 4 x 4.
SNW_RT size_t snw_mat4_print(snw_mat4 A, char *out, size_t size);

/// Reads a matrix: "[", rows separated by ";", numbers by spaces or commas, "]", with spaces, tabs
/// and line ends anywhere between. SNW_ERR_SIZE for another number of rows or columns,
/// SNW_ERR_SYNTAX for anything else that is not a matrix of finite numbers, SNW_ERR_RANGE for a
/// number too large. `*A` is untouched on failure.
SNW_RT SNW_NODISCARD snw_status snw_mat2_parse(const char *text, size_t length, snw_mat2 *A);

/// As snw_mat2_parse(), for 3 x 3.
SNW_RT SNW_NODISCARD snw_status snw_mat3_parse(const char *text, size_t length, snw_mat3 *A);

/// As snw_mat2_parse(), for 4 x 4.
SNW_RT SNW_NODISCARD snw_status snw_mat4_parse(const char *text, size_t length, snw_mat4 *A);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MATH_MATRIX_TEXT_H
