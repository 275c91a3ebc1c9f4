// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_LINALG_DENSE_H
#define SINEW_TESTS_LINALG_DENSE_H

/// @file
/// References for the tests of linalg: plain loops in long double, which share nothing with the
/// library, and matrices with known properties. All matrices here are dense, column-major.
/// Include it first: it asks for posix_memalign().

#define _POSIX_C_SOURCE 200809L // NOLINT: the C library has chosen this name

#include <float.h>
#include <math.h>
#include <string.h>

#include "check.h"
#include "sinew/linalg.h"

enum { MAX = SNW_LINALG_MAX };

#define SOME __attribute__((unused)) static

typedef long double real;

/// The product of two doubles, exactly.
SOME real times(double a, double b) {
    return (real)a * (real)b;
}

SOME void fill_random(double *a, int count) {
    for (int i = 0; i < count; i++) {
        a[i] = check_real(-1, 1);
    }
}

SOME void fill(double *a, int count, double value) {
    for (int i = 0; i < count; i++) {
        a[i] = value;
    }
}

/// True when all of a[0..count) has this value: how tests see that a result was left alone.
SOME bool all_are(const double *a, int count, double value) {
    for (int i = 0; i < count; i++) {
        if (a[i] != value) return false;
    }
    return true;
}

/// Largest |a - b|.
SOME double distance(const double *a, const double *b, int count) {
    double most = 0;
    for (int i = 0; i < count; i++) {
        if (!(fabs(a[i] - b[i]) <= most)) most = fabs(a[i] - b[i]);
    }
    return most;
}

SOME double largest(const double *a, int count) {
    double most = 0;
    for (int i = 0; i < count; i++) {
        most = fmax(most, fabs(a[i]));
    }
    return most;
}

/// out (m x n) = a (m x k) b (k x n).
SOME void reference_product(const double *a, const double *b, int m, int k, int n, double *out) {
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            real sum = 0;
            for (int l = 0; l < k; l++) {
                sum += times(a[i + l * m], b[l + j * k]);
            }
            out[i + j * m] = (double)sum;
        }
    }
}

SOME void reference_transpose(const double *a, int m, int n, double *out) {
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            out[j + i * n] = a[i + j * m];
        }
    }
}

/// x (n x m) = a^-1 b, by Gauss-Jordan elimination with complete pivoting in long double.
SOME void reference_solve(const real *a, const double *b, int n, int m, double *x) {
    static real work[MAX][2 * MAX];
    int place[MAX];
    for (int i = 0; i < n; i++) {
        place[i] = i;
        for (int j = 0; j < n; j++) {
            work[i][j] = a[i + j * n];
        }
        for (int j = 0; j < m; j++) {
            work[i][n + j] = (real)b[i + j * n];
        }
    }
    for (int k = 0; k < n; k++) {
        int row = k, col = k;
        for (int i = k; i < n; i++) {
            for (int j = k; j < n; j++) {
                if (fabsl(work[i][j]) > fabsl(work[row][col])) row = i, col = j;
            }
        }
        for (int j = 0; j < n + m; j++) {
            const real swap = work[k][j];
            work[k][j] = work[row][j], work[row][j] = swap;
        }
        for (int i = 0; i < n; i++) {
            const real swap = work[i][k];
            work[i][k] = work[i][col], work[i][col] = swap;
        }
        const int swap = place[k];
        place[k] = place[col], place[col] = swap;
        for (int i = 0; i < n; i++) {
            if (i == k) continue;
            const real factor = work[i][k] / work[k][k];
            for (int j = k; j < n + m; j++) {
                work[i][j] -= factor * work[k][j];
            }
        }
    }
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < m; j++) {
            x[place[k] + j * n] = (double)(work[k][n + j] / work[k][k]);
        }
    }
}

/// q (m x n, m >= n): orthonormal columns in random directions, by Gram-Schmidt, twice.
SOME void random_orthonormal(int m, int n, double *q) {
    static real work[MAX][MAX];
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < m; i++) {
            work[j][i] = (real)check_real(-1, 1);
        }
        for (int pass = 0; pass < 2; pass++) {
            for (int k = 0; k < j; k++) {
                real dot = 0;
                for (int i = 0; i < m; i++) {
                    dot += work[j][i] * work[k][i];
                }
                for (int i = 0; i < m; i++) {
                    work[j][i] -= dot * work[k][i];
                }
            }
        }
        real square = 0;
        for (int i = 0; i < m; i++) {
            square += work[j][i] * work[j][i];
        }
        for (int i = 0; i < m; i++) {
            work[j][i] /= sqrtl(square);
            q[i + j * m] = (double)work[j][i];
        }
    }
}

/// a (m x n) with the singular values s[min(m, n)] between random orthonormal factors.
SOME void with_singular_values(int m, int n, const double *s, double *a) {
    static double u[MAX * MAX], v[MAX * MAX];
    const int k = m < n ? m : n;
    random_orthonormal(m, k, u);
    random_orthonormal(n, k, v);
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            real sum = 0;
            for (int l = 0; l < k; l++) {
                sum += times(u[i + l * m], s[l]) * (real)v[j + l * n];
            }
            a[i + j * m] = (double)sum;
        }
    }
}

/// Singular values from `most` to 1, evenly spaced in their logarithm.
SOME void spread_to(double most, int count, double *s) {
    for (int k = 0; k < count; k++) {
        s[k] = count == 1 ? most : pow(most, (double)(count - 1 - k) / (count - 1));
    }
}

/// Largest deviation of q^T q from the identity; q is m x n.
SOME double orthonormality_error(const double *q, int m, int n) {
    double most = 0;
    for (int j = 0; j < n; j++) {
        for (int k = 0; k <= j; k++) {
            real sum = j == k ? -1 : 0;
            for (int i = 0; i < m; i++) {
                sum += times(q[i + j * m], q[i + k * m]);
            }
            most = fmax(most, fabs((double)sum));
        }
    }
    return most;
}

/// Random symmetric positive definite a (n x n) with eigenvalues spread from `condition` to 1.
SOME void random_definite(int n, double condition, double *a) {
    static double q[MAX * MAX];
    double s[MAX];
    spread_to(condition, n, s);
    random_orthonormal(n, n, q);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            real sum = 0;
            for (int k = 0; k < n; k++) {
                sum += times(q[i + k * n], s[k]) * (real)q[j + k * n];
            }
            a[i + j * n] = a[j + i * n] = (double)sum;
        }
    }
}

/// The same numbers in long double.
SOME const real *widened(const double *a, int count) {
    static real wide[MAX * MAX];
    for (int i = 0; i < count; i++) {
        wide[i] = (real)a[i];
    }
    return wide;
}

/// Memory for objects of the tests. It is handed out anew at each call.
SOME snw_arena fresh_arena(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char block[1 << 20];
    return snw_arena_over(block, sizeof block);
}

/// A block of exactly `capacity` bytes, so that a sanitizer sees the first byte beyond.
SOME snw_arena exact_arena(size_t capacity) {
    void *block = NULL;
    if (posix_memalign(&block, SNW_ARENA_ALIGN, capacity > 0 ? capacity : 1) != 0) abort();
    return (snw_arena){.base = block, .capacity = capacity};
}

#endif // SINEW_TESTS_LINALG_DENSE_H
