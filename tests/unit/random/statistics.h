// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_RANDOM_STATISTICS_H
#define SINEW_TESTS_RANDOM_STATISTICS_H

/// @file
/// Tests of samples against a distribution. Seeds are fixed, so a test passes or fails for good;
/// the limits are those that a true sample passes with a probability of 99.9 %.

#include <math.h>
#include <stdlib.h>

/// A distribution function, with its parameters.
typedef double cdf_fn(double x, const double *parameters);

/// Largest Kolmogorov-Smirnov distance times sqrt(n): exceeded with probability
/// 2 exp(-2 * 1.95^2) = 0.001 (Kolmogorov 1933, the first term of the series).
static const double KS_LIMIT = 1.95;

/// How many standard errors a mean may be off: 0.1 % two-sided.
static const double Z_LIMIT = 3.29;

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// sqrt(n) times the largest difference between the sample's and the true distribution function.
/// Sorts the sample.
__attribute__((unused)) static double ks_distance(double *sample, int n, cdf_fn *cdf,
                                                  const double *parameters) {
    qsort(sample, (size_t)n, sizeof *sample, by_value);
    double largest = 0;
    for (int i = 0; i < n; i++) {
        const double p = cdf(sample[i], parameters);
        largest = fmax(largest, fmax(p - (double)i / n, (double)(i + 1) / n - p));
    }
    return largest * sqrt(n);
}

/// Chi-square of counts that should all be equal.
__attribute__((unused)) static double chi_square(const long *counts, int bins, double expected) {
    double sum = 0;
    for (int i = 0; i < bins; i++) {
        sum += ((double)counts[i] - expected) * ((double)counts[i] - expected) / expected;
    }
    return sum;
}

/// The value that chi-square with this many degrees of freedom exceeds with probability 0.001
/// (Wilson and Hilferty 1931).
__attribute__((unused)) static double chi_square_limit(int freedom) {
    const double v = 2.0 / (9.0 * freedom);
    const double root = 1 - v + 3.0902 * sqrt(v);
    return freedom * root * root * root;
}

/// Mean and variance of a sample.
typedef struct moments {
    double mean, variance;
} moments;

__attribute__((unused)) static moments moments_of(const double *sample, int n) {
    moments m = {0, 0};
    for (int i = 0; i < n; i++)
        m.mean += sample[i] / n;
    for (int i = 0; i < n; i++) {
        m.variance += (sample[i] - m.mean) * (sample[i] - m.mean) / (n - 1);
    }
    return m;
}

#endif // SINEW_TESTS_RANDOM_STATISTICS_H
