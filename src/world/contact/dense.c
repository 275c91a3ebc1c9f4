// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// Factors of small matrices that stand anywhere in memory, by rows. Only what is on and below the
// diagonal is read.

bool snw__factor_dense(double *A, int n, int stride) {
    for (int i = 0; i < n; i++) {
        double *row = A + (ptrdiff_t)i * stride;
        for (int j = 0; j < i; j++) {
            const double *other = A + (ptrdiff_t)j * stride;
            double sum = row[j];
            for (int k = 0; k < j; k++)
                sum -= row[k] * other[k];
            row[j] = sum / other[j];
        }
        double sum = row[i];
        for (int k = 0; k < i; k++)
            sum -= row[k] * row[k];
        if (!(sum > 0)) return false;
        row[i] = sqrt(sum);
    }
    return true;
}

void snw__solve_lower(const double *L, int n, int stride, double *x) {
    for (int i = 0; i < n; i++) {
        const double *row = L + (ptrdiff_t)i * stride;
        double sum = x[i];
        for (int k = 0; k < i; k++)
            sum -= row[k] * x[k];
        x[i] = sum / row[i];
    }
}

void snw__solve_upper(const double *L, int n, int stride, double *x) {
    for (int i = n - 1; i >= 0; i--) {
        const double *row = L + (ptrdiff_t)i * stride;
        x[i] /= row[i];
        for (int k = 0; k < i; k++)
            x[k] -= row[k] * x[i];
    }
}
