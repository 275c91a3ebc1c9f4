// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <float.h>

// Column by column, in place: the objects of linalg keep a second copy so that a refusal leaves the
// former factor, which costs more than the factorisation of the three or seven rows that are usual
// here.
bool snw__cholesky(double *A, int n) {
    const double least = 4 * n * DBL_EPSILON;
    for (int j = 0; j < n; j++) {
        const double diagonal = A[j + j * n];
        double pivot = diagonal;
        for (int k = 0; k < j; k++)
            pivot -= A[j + k * n] * A[j + k * n];
        if (!(pivot > least * diagonal) || !isfinite(pivot)) return false;
        const double root = sqrt(pivot);
        A[j + j * n] = root;
        for (int i = j + 1; i < n; i++) {
            double sum = A[i + j * n];
            for (int k = 0; k < j; k++)
                sum -= A[i + k * n] * A[j + k * n];
            A[i + j * n] = sum / root;
        }
    }
    return true;
}

void snw__cholesky_solve(const double *L, int n, double *x) {
    for (int i = 0; i < n; i++) {
        double sum = x[i];
        for (int k = 0; k < i; k++)
            sum -= L[i + k * n] * x[k];
        x[i] = sum / L[i + i * n];
    }
    for (int i = n - 1; i >= 0; i--) {
        double sum = x[i];
        for (int k = i + 1; k < n; k++)
            sum -= L[k + i * n] * x[k];
        x[i] = sum / L[i + i * n];
    }
}
