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

// brings row `row` to place k
static void exchange_rows(equations *e, int row, int k) {
    const int n = e->n;
    for (int j = 0; j < n; j++) {
        const double a = e->A[row + n * j], went_in = e->went_in[row + n * j];
        e->A[row + n * j] = e->A[k + n * j];
        e->A[k + n * j] = a;
        e->went_in[row + n * j] = e->went_in[k + n * j];
        e->went_in[k + n * j] = went_in;
    }
    for (int j = 0; j < e->columns; j++) {
        const double b = e->B[row + n * j];
        e->B[row + n * j] = e->B[k + n * j];
        e->B[k + n * j] = b;
    }
}

// brings a column, and with it its unknown, to place k
static void exchange_columns(equations *e, int column, int k) {
    const int n = e->n;
    for (int i = 0; i < n; i++) {
        const double a = e->A[i + n * column], went_in = e->went_in[i + n * column];
        e->A[i + n * column] = e->A[i + n * k];
        e->A[i + n * k] = a;
        e->went_in[i + n * column] = e->went_in[i + n * k];
        e->went_in[i + n * k] = went_in;
    }
    const int unknown = e->unknown[column];
    e->unknown[column] = e->unknown[k];
    e->unknown[k] = unknown;
}

// where the largest of the elements from k on stands; k itself when all are zero or NaN
static void find_pivot(const equations *e, int k, int *row, int *column) {
    double largest = 0;
    *row = *column = k;
    for (int j = k; j < e->n; j++) {
        for (int i = k; i < e->n; i++) {
            const double size = fabs(e->A[i + e->n * j]);
            if (!(size > largest)) continue;
            largest = size;
            *row = i;
            *column = j;
        }
    }
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
        int row, column;
        find_pivot(&e, k, &row, &column);
        if (row != k) exchange_rows(&e, row, k);
        if (column != k) exchange_columns(&e, column, k);
        // noise, zero or NaN
        const double noise = 8 * n * DBL_EPSILON * e.went_in[k + n * k];
        if (!(fabs(e.A[k + n * k]) > noise)) return false;
        eliminate(&e, k);
    }
    for (int j = 0; j < columns; j++) {
        substitute(&e, j);
    }
    return true;
}
