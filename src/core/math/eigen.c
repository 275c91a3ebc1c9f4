// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>

// Cyclic Jacobi (Jacobi 1846; Golub and Van Loan, section 8.5). Each plane rotation makes one
// off-diagonal element zero; after a few sweeps over all of them the rest shrinks quadratically. A
// 4 x 4 matrix needs 4 to 7 sweeps; the bound only guards the time.
enum { SWEEPS = 30 };

// rotates columns p and q of M by (c, s)
static void rotate_columns(int n, double *M, int p, int q, double c, double s) {
    for (int i = 0; i < n; i++) {
        const double a = M[i + n * p], b = M[i + n * q];
        M[i + n * p] = c * a - s * b;
        M[i + n * q] = s * a + c * b;
    }
}

static void rotate_rows(int n, double *M, int p, int q, double c, double s) {
    for (int j = 0; j < n; j++) {
        const double a = M[p + n * j], b = M[q + n * j];
        M[p + n * j] = c * a - s * b;
        M[q + n * j] = s * a + c * b;
    }
}

// one plane rotation that makes A[p,q] zero; the smaller of the two possible angles converges
static void annihilate(int n, double *A, double *V, int p, int q) {
    const double apq = A[p + n * q];
    if (apq == 0) return;
    const double theta = (A[q + n * q] - A[p + n * p]) / (2 * apq);
    const double t = copysign(1, theta) / (fabs(theta) + sqrt(theta * theta + 1));
    const double c = 1 / sqrt(t * t + 1), s = t * c;
    rotate_columns(n, A, p, q, c, s);
    rotate_rows(n, A, p, q, c, s);
    rotate_columns(n, V, p, q, c, s);
    A[p + n * q] = 0;
    A[q + n * p] = 0;
}

// sum of the magnitudes above the diagonal, and of all elements
static double off_diagonal(int n, const double *A, double *total) {
    double off = 0;
    *total = 0;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i <= j; i++) {
            *total += fabs(A[i + n * j]);
            if (i != j) off += fabs(A[i + n * j]);
        }
    }
    return off;
}

// ascending eigenvalues, their vectors moved along
static void sort(int n, double *values, double *V) {
    for (int k = 0; k < n - 1; k++) {
        int least = k;
        for (int j = k + 1; j < n; j++) {
            if (values[j] < values[least]) least = j;
        }
        if (least == k) continue;
        const double value = values[k];
        values[k] = values[least];
        values[least] = value;
        for (int i = 0; i < n; i++) {
            const double v = V[i + n * k];
            V[i + n * k] = V[i + n * least];
            V[i + n * least] = v;
        }
    }
}

bool snw__eigen(int n, double *A, double *values, double *V) {
    for (int i = 0; i < n * n; i++) {
        if (!isfinite(A[i])) return false;
        V[i] = i % (n + 1) == 0 ? 1 : 0;
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        // what is left is below the rounding of the rest: another sweep would change nothing
        double total = 0;
        if (off_diagonal(n, A, &total) <= 1e-20 * total) break;
        for (int p = 0; p < n - 1; p++) {
            for (int q = p + 1; q < n; q++) {
                annihilate(n, A, V, p, q);
            }
        }
    }
    for (int i = 0; i < n; i++) {
        values[i] = A[i + n * i];
    }
    sort(n, values, V);
    return true;
}
