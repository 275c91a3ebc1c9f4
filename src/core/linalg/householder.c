// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "linalg_internal.h"

#include <math.h>

// Householder (1958) triangularisation with the column exchanges of Businger and Golub (1965).
//
// A reflector that carries x to beta e_k, beta = -sign(x_k) |x|, is H = 1 - w v v^T with
// v = x - beta e_k and w = 2 / v.v = 1 / (|x|^2 + |x_k| |x|). The sign makes v_k a sum of equal
// signs, so nothing cancels.
//
// Columns are not moved; `order` says which is next. Row k of R leaves the columns as soon as it is
// known, and its place becomes zero: so a reflector has zeros above k, dot products may begin at
// an even row, and what is left of a column is its whole length, computed anew in each step because
// the usual downdate loses digits.

void snw__householder_load(snw__householder *h, snw_mat A, bool transposed, snw__scale scale) {
    h->rows = transposed ? A.cols : A.rows;
    h->cols = transposed ? A.rows : A.cols;
    h->stride = snw__even(h->rows);
    const ptrdiff_t down = transposed ? A.stride : 1, across = transposed ? 1 : A.stride;
    for (int j = 0; j < h->cols; j++) {
        const double *from = A.data + j * across;
        double *to = h->columns + (ptrdiff_t)j * h->stride;
        for (int i = 0; i < h->stride; i += 2) {
            const double next = i + 1 < h->rows ? from[(i + 1) * down] : 0;
            const snw__pair pair = {snw__scaled(from[i * down], scale), snw__scaled(next, scale)};
            snw__store(to + i, pair);
        }
    }
}

// the longest of the columns that are not yet used comes next
static void choose(const snw__householder *h, int k) {
    int best = k;
    double most = h->rest[h->order[k]];
    for (int i = k + 1; i < h->cols; i++) {
        const double rest = h->rest[h->order[i]];
        best = rest > most ? i : best;
        most = rest > most ? rest : most;
    }
    const int column = h->order[best];
    h->order[best] = h->order[k];
    h->order[k] = column;
}

// Sets x[k] and clears what is before it in its pair. A pair is written whole: a load of two
// numbers that were stored one by one would have to wait for both to reach the cache.
static inline void put(double *x, int k, double value) {
    const snw__pair even = {value, x[k | 1]}, odd = {0, value};
    snw__store(x + (k & ~1), k & 1 ? odd : even);
}

// one step: makes reflector k out of column order[k] and applies it to the columns after it
static void reflect(const snw__householder *h, int k, double *row_of_R) {
    const int start = k & ~1, length = h->stride - start;
    double *v = h->columns + (ptrdiff_t)h->order[k] * h->stride;
    const double square = h->rest[h->order[k]], size = copysign(sqrt(square), v[k]);
    const double weight = 1 / (square + v[k] * size);
    h->weights[k] = weight;
    row_of_R[h->order[k]] = -size;
    put(v, k, v[k] + size);

    for (int i = k + 1; i < h->cols; i++) {
        const int j = h->order[i];
        double *x = h->columns + (ptrdiff_t)j * h->stride;
        const double factor = weight * snw__dot(v + start, x + start, length);
        snw__subtract(x + start, factor, v + start, length);
        row_of_R[j] = x[k];
        put(x, k, 0);
        h->rest[j] = snw__dot(x + start, x + start, length);
    }
}

int snw__householder_factor(snw__householder *h, double *rows_of_R, int r_stride) {
    const int steps = h->rows < h->cols ? h->rows : h->cols;
    for (int j = 0; j < h->cols; j++) {
        const double *x = h->columns + (ptrdiff_t)j * h->stride;
        h->order[j] = j;
        h->weights[j] = 0;
        h->rest[j] = snw__dot(x, x, h->stride);
    }
    for (int k = 0; k < steps; k++) {
        choose(h, k);
        if (h->rest[h->order[k]] < SNW__SHORTEST * SNW__SHORTEST) return k;
        reflect(h, k, rows_of_R + (ptrdiff_t)k * r_stride);
    }
    return steps;
}

void snw__householder_apply(const snw__householder *h, double *y, int count) {
    const int steps = h->rows < h->cols ? h->rows : h->cols;
    for (int k = steps - 1; k >= 0; k--) {
        const int start = k & ~1, length = h->stride - start;
        const double *v = h->columns + (ptrdiff_t)h->order[k] * h->stride + start;
        if (h->weights[k] == 0) continue;
        for (int j = 0; j < count; j++) {
            double *x = y + (ptrdiff_t)j * h->stride + start;
            snw__subtract(x, h->weights[k] * snw__dot(v, x, length), v, length);
        }
    }
}

void snw__householder_apply_transposed(const snw__householder *h, double *y) {
    const int steps = h->rows < h->cols ? h->rows : h->cols;
    for (int k = 0; k < steps; k++) {
        const int start = k & ~1, length = h->stride - start;
        const double *v = h->columns + (ptrdiff_t)h->order[k] * h->stride + start;
        if (h->weights[k] == 0) continue;
        snw__subtract(y + start, h->weights[k] * snw__dot(v, y + start, length), v, length);
    }
}
