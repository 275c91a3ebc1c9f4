// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <float.h>
#include <math.h>

// Gaussian elimination with complete pivoting, which for an inverse keeps both A X = E and X A = E
// to the precision that the condition of A allows (partial pivoting gives only the first).
//
// Each element carries the largest magnitude that went into it. Where exact arithmetic would leave
// zero, rounding leaves a few DBL_EPSILON of that magnitude; a pivot that is no larger is noise,
// and the matrix singular. Since only numbers that were added to each other are compared, the units
// of rows and columns do not matter.

enum { MOST = SNW__SOLVE_MAX * SNW__SOLVE_MAX };

// a system of order n with its right sides, and where its unknowns went
typedef struct equations {
    int n, columns;
    double A[MOST];              // column-major, as all arrays here
    double went_in[MOST];        // largest magnitude that went into each element of A
    double *B;                   // [n * columns]
    int unknown[SNW__SOLVE_MAX]; // of each column of A
} equations;

static void swap(double *a, double *b) {
    const double old = *a;
    *a = *b;
    *b = old;
}

static void swap_rows(equations *e, int i, int k) {
    for (int j = 0; j < e->n; j++) {
        swap(&e->A[i + e->n * j], &e->A[k + e->n * j]);
        swap(&e->went_in[i + e->n * j], &e->went_in[k + e->n * j]);
    }
    for (int j = 0; j < e->columns; j++) {
        swap(&e->B[i + e->n * j], &e->B[k + e->n * j]);
    }
}

static void swap_columns(equations *e, int j, int k) {
    for (int i = 0; i < e->n; i++) {
        swap(&e->A[i + e->n * j], &e->A[i + e->n * k]);
        swap(&e->went_in[i + e->n * j], &e->went_in[i + e->n * k]);
    }
    const int old = e->unknown[j];
    e->unknown[j] = e->unknown[k];
    e->unknown[k] = old;
}

// brings the largest of the remaining elements to place k; false if it is noise, zero or NaN
static bool pivot(equations *e, int k) {
    int row = k, column = k;
    double largest = 0;
    for (int j = k; j < e->n; j++) {
        for (int i = k; i < e->n; i++) {
            const double size = fabs(e->A[i + e->n * j]);
            if (!(size > largest)) continue;
            largest = size;
            row = i;
            column = j;
        }
    }
    if (row != k) swap_rows(e, row, k);
    if (column != k) swap_columns(e, column, k);
    return largest > 8 * e->n * DBL_EPSILON * e->went_in[k + e->n * k];
}

// makes column k zero below the pivot; no factor exceeds 1
static void eliminate(equations *e, int k) {
    const int n = e->n;
    for (int i = k + 1; i < n; i++) {
        const double factor = e->A[i + n * k] / e->A[k + n * k];
        for (int j = k; j < n; j++) {
            e->A[i + n * j] -= factor * e->A[k + n * j];
            const double entering = fabs(factor) * e->went_in[k + n * j];
            if (entering > e->went_in[i + n * j]) e->went_in[i + n * j] = entering;
        }
        for (int j = 0; j < e->columns; j++) {
            e->B[i + n * j] -= factor * e->B[k + n * j];
        }
    }
}

// back substitution for right side j, the last unknown first
static void substitute(equations *e, int j) {
    const int n = e->n;
    double x[SNW__SOLVE_MAX];
    for (int i = n - 1; i >= 0; i--) {
        x[i] = e->B[i + n * j];
        for (int k = i + 1; k < n; k++) {
            x[i] -= e->A[i + n * k] * x[k];
        }
        x[i] /= e->A[i + n * i];
    }
    for (int i = 0; i < n; i++) {
        e->B[e->unknown[i] + n * j] = x[i];
    }
}

bool snw__solve(int n, const double *A, int columns, double *B) {
    equations e = {.n = n, .columns = columns};
    e.B = B;
    for (int i = 0; i < n * n; i++) {
        e.A[i] = A[i];
        e.went_in[i] = fabs(A[i]);
        e.unknown[i % n] = i % n;
    }
    for (int k = 0; k < n; k++) {
        if (!pivot(&e, k)) return false;
        eliminate(&e, k);
    }
    for (int j = 0; j < columns; j++) {
        substitute(&e, j);
    }
    return true;
}
