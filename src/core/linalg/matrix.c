// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/linalg/matrix.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "linalg_internal.h"

snw_mat snw_mat_over_const(const double *data, int rows, int cols) {
    const union {
        const double *in;
        double *out;
    } pointer = {.in = data};
    return snw_mat_over(pointer.out, rows, cols);
}

snw_mat snw_mat_block(snw_mat A, int row, int col, int rows, int cols) {
    const bool inside = snw_mat_valid(A) && row >= 0 && col >= 0 && rows > 0 && cols > 0 &&
                        rows <= A.rows && row <= A.rows - rows && cols <= A.cols &&
                        col <= A.cols - cols;
    if (!inside) return (snw_mat){0};
    return (snw_mat){snw_mat_at(A, row, col), rows, cols, A.stride};
}

snw_status snw_mat_get(snw_mat A, int i, int j, double *value) {
    if (!snw_mat_valid(A) || i < 0 || i >= A.rows || j < 0 || j >= A.cols) return SNW_ERR_SIZE;
    *value = *snw_mat_at(A, i, j);
    return SNW_OK;
}

snw_status snw_mat_set(snw_mat A, int i, int j, double value) {
    if (!snw_mat_valid(A) || i < 0 || i >= A.rows || j < 0 || j >= A.cols) return SNW_ERR_SIZE;
    *snw_mat_at(A, i, j) = value;
    return SNW_OK;
}

// With one stride the difference of the first elements is di + dj * stride for every common
// element, with |di| < stride: at most two of three candidates for (di, dj). Other strides: compare
// the ranges.
bool snw__overlap(snw_mat A, snw_mat B) {
    const uintptr_t a = (uintptr_t)A.data, b = (uintptr_t)B.data;
    const uintptr_t a_end = (uintptr_t)(snw_mat_at(A, A.rows - 1, A.cols - 1) + 1);
    const uintptr_t b_end = (uintptr_t)(snw_mat_at(B, B.rows - 1, B.cols - 1) + 1);
    if (a_end <= b || b_end <= a) return false;
    const ptrdiff_t bytes = (ptrdiff_t)(b - a), size = (ptrdiff_t)sizeof(double);
    if (A.stride != B.stride || bytes % size != 0) return true;

    const ptrdiff_t distance = bytes / size, stride = A.stride;
    const ptrdiff_t di = distance % stride, dj = distance / stride;
    for (int candidate = 0; candidate < 3; candidate++) {
        const ptrdiff_t i = di + (candidate - 1) * stride, j = dj - (candidate - 1);
        if (-B.rows < i && i < A.rows && -B.cols < j && j < A.cols) return true;
    }
    return false;
}

double snw__largest(snw_mat A) {
    uint64_t largest = 0;
    for (int j = 0; j < A.cols; j++) {
        const double *column = snw_mat_at(A, 0, j);
        for (int i = 0; i < A.rows; i++) {
            uint64_t bits = 0;
            memcpy(&bits, &column[i], sizeof bits);
            bits &= INT64_MAX;
            largest = bits > largest ? bits : largest;
        }
    }
    double value = 0;
    memcpy(&value, &largest, sizeof value);
    return value;
}

double *snw__take(snw_arena *arena, int count) {
    return (double *)snw_arena_take_array(arena, count, sizeof(double), SNW_ARENA_ALIGN);
}

// --- filling and copying ------------------------------------------------------------------------

snw_status snw_mat_zero(snw_mat A) {
    if (!snw_mat_valid(A)) return SNW_ERR_SIZE;
    for (int j = 0; j < A.cols; j++) {
        memset(snw_mat_at(A, 0, j), 0, sizeof *A.data * (size_t)A.rows);
    }
    return SNW_OK;
}

snw_status snw_mat_identity(snw_mat A) {
    const snw_status status = snw_mat_zero(A);
    if (snw_failed(status)) return status;
    for (int i = 0; i < A.rows && i < A.cols; i++) {
        *snw_mat_at(A, i, i) = 1;
    }
    return SNW_OK;
}

// the result has the operand's size, and is the operand or apart from it
static snw_status check_element_wise(snw_mat A, snw_mat out) {
    if (!snw_mat_valid(A) || !snw_mat_valid(out)) return SNW_ERR_SIZE;
    if (A.rows != out.rows || A.cols != out.cols) return SNW_ERR_SIZE;
    return snw__same(A, out) || !snw__overlap(A, out) ? SNW_OK : SNW_ERR_ARGUMENT;
}

snw_status snw_mat_copy(snw_mat A, snw_mat out) {
    return snw_mat_scale(A, 1, out);
}

snw_status snw_mat_transpose(snw_mat A, snw_mat out) {
    if (!snw_mat_valid(A) || !snw_mat_valid(out)) return SNW_ERR_SIZE;
    if (A.rows != out.cols || A.cols != out.rows) return SNW_ERR_SIZE;
    if (snw__overlap(A, out)) return SNW_ERR_ARGUMENT;
    for (int j = 0; j < out.cols; j++) {
        for (int i = 0; i < out.rows; i++) {
            *snw_mat_at(out, i, j) = *snw_mat_at(A, j, i);
        }
    }
    return SNW_OK;
}

// --- sums and products --------------------------------------------------------------------------

// out = A + factor B
static snw_status combine(snw_mat A, double factor, snw_mat B, snw_mat out) {
    const snw_status first = check_element_wise(A, out), second = check_element_wise(B, out);
    if (first == SNW_ERR_SIZE || second == SNW_ERR_SIZE) return SNW_ERR_SIZE;
    if (snw_failed(first) || snw_failed(second)) return SNW_ERR_ARGUMENT;
    for (int j = 0; j < out.cols; j++) {
        const double *a = snw_mat_at(A, 0, j), *b = snw_mat_at(B, 0, j);
        double *o = snw_mat_at(out, 0, j);
        for (int i = 0; i < out.rows; i++) {
            o[i] = a[i] + factor * b[i];
        }
    }
    return SNW_OK;
}

snw_status snw_mat_add(snw_mat A, snw_mat B, snw_mat out) {
    return combine(A, 1, B, out);
}

snw_status snw_mat_sub(snw_mat A, snw_mat B, snw_mat out) {
    return combine(A, -1, B, out);
}

snw_status snw_mat_scale(snw_mat A, double factor, snw_mat out) {
    const snw_status status = check_element_wise(A, out);
    if (snw_failed(status)) return status;
    for (int j = 0; j < out.cols; j++) {
        const double *a = snw_mat_at(A, 0, j);
        double *o = snw_mat_at(out, 0, j);
        for (int i = 0; i < out.rows; i++) {
            o[i] = factor * a[i];
        }
    }
    return SNW_OK;
}

// all three are possible, and the result is apart from the operands
static snw_status check_product(snw_mat A, snw_mat B, snw_mat out, bool sizes_fit) {
    if (!snw_mat_valid(A) || !snw_mat_valid(B) || !snw_mat_valid(out)) return SNW_ERR_SIZE;
    if (!sizes_fit) return SNW_ERR_SIZE;
    return snw__overlap(A, out) || snw__overlap(B, out) ? SNW_ERR_ARGUMENT : SNW_OK;
}

// column j of out = A times the numbers b[0], b[step], ...
static void times_vector(snw_mat A, const double *b, ptrdiff_t step, double *restrict out) {
    memset(out, 0, sizeof *out * (size_t)A.rows);
    for (int k = 0; k < A.cols; k++) {
        const double *a = snw_mat_at(A, 0, k), factor = b[k * step];
        for (int i = 0; i < A.rows; i++) {
            out[i] += factor * a[i];
        }
    }
}

snw_status snw_mat_mul(snw_mat A, snw_mat B, snw_mat out) {
    const bool fit = A.cols == B.rows && A.rows == out.rows && B.cols == out.cols;
    const snw_status status = check_product(A, B, out, fit);
    if (snw_failed(status)) return status;
    for (int j = 0; j < out.cols; j++) {
        times_vector(A, snw_mat_at(B, 0, j), 1, snw_mat_at(out, 0, j));
    }
    return SNW_OK;
}

snw_status snw_mat_mul_at(snw_mat A, snw_mat B, snw_mat out) {
    const bool fit = A.rows == B.rows && A.cols == out.rows && B.cols == out.cols;
    const snw_status status = check_product(A, B, out, fit);
    if (snw_failed(status)) return status;
    for (int j = 0; j < out.cols; j++) {
        for (int i = 0; i < out.rows; i++) {
            const double *a = snw_mat_at(A, 0, i), *b = snw_mat_at(B, 0, j);
            double sum = 0;
            for (int k = 0; k < A.rows; k++) {
                sum += a[k] * b[k];
            }
            *snw_mat_at(out, i, j) = sum;
        }
    }
    return SNW_OK;
}

snw_status snw_mat_mul_bt(snw_mat A, snw_mat B, snw_mat out) {
    const bool fit = A.cols == B.cols && A.rows == out.rows && B.rows == out.cols;
    const snw_status status = check_product(A, B, out, fit);
    if (snw_failed(status)) return status;
    for (int j = 0; j < out.cols; j++) {
        times_vector(A, snw_mat_at(B, j, 0), B.stride, snw_mat_at(out, 0, j));
    }
    return SNW_OK;
}

// --- measures -----------------------------------------------------------------------------------

bool snw_mat_is_finite(snw_mat A) {
    return snw_mat_valid(A) && isfinite(snw__largest(A));
}

double snw_mat_norm_max(snw_mat A) {
    return snw_mat_valid(A) ? snw__largest(A) : 0;
}

// the larger of a maximum and a new sum, where NaN wins for good
static double keep_larger(double most, double sum) {
    return sum > most || isnan(sum) ? sum : most;
}

double snw_mat_norm_one(snw_mat A) {
    double most = 0;
    for (int j = 0; snw_mat_valid(A) && j < A.cols; j++) {
        double sum = 0;
        for (int i = 0; i < A.rows; i++) {
            sum += fabs(*snw_mat_at(A, i, j));
        }
        most = keep_larger(most, sum);
    }
    return most;
}

double snw_mat_norm_inf(snw_mat A) {
    double most = 0;
    for (int i = 0; snw_mat_valid(A) && i < A.rows; i++) {
        double sum = 0;
        for (int j = 0; j < A.cols; j++) {
            sum += fabs(*snw_mat_at(A, i, j));
        }
        most = keep_larger(most, sum);
    }
    return most;
}

double snw_mat_norm_frobenius(snw_mat A) {
    const double largest = snw_mat_norm_max(A);
    if (largest == 0 || !isfinite(largest)) return largest;

    // squares of numbers near 1 are safe
    const snw__scale scale = snw__scale_by(-snw__exponent(largest));
    double sum = 0;
    for (int j = 0; j < A.cols; j++) {
        for (int i = 0; i < A.rows; i++) {
            const double x = snw__scaled(*snw_mat_at(A, i, j), scale);
            sum += x * x;
        }
    }
    return snw__scaled(sqrt(sum), snw__scale_by(snw__exponent(largest)));
}
