// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/random.h"

#include <float.h>

#include "check.h"
#include "statistics.h"

enum { N = 100000 };
static double sample[N];

static double uniform_cdf(double x, const double *p) {
    return (x - p[0]) / (p[1] - p[0]);
}

static double triangular_cdf(double x, const double *p) {
    const double low = p[0], mode = p[1], high = p[2];
    if (x <= mode && mode > low) return (x - low) * (x - low) / ((high - low) * (mode - low));
    return 1 - (high - x) * (high - x) / ((high - low) * (high - mode));
}

static void units_are_uniform(void) {
    snw_random random = snw_random_stream(11, 0);
    for (int i = 0; i < N; i++) {
        sample[i] = snw_random_unit(&random);
        CHECK(sample[i] >= 0 && sample[i] < 1);
        CHECK(floor(sample[i] * 0x1p53) == sample[i] * 0x1p53);
    }
    const moments m = moments_of(sample, N);
    CHECK_NEAR(m.mean, 0.5, Z_LIMIT * sqrt(1.0 / 12 / N));
    // the fourth central moment is 1/80
    CHECK_NEAR(m.variance, 1.0 / 12, Z_LIMIT * sqrt((1.0 / 80 - 1.0 / 144) / N));
    const double ends[2] = {0, 1};
    CHECK(ks_distance(sample, N, uniform_cdf, ends) < KS_LIMIT);
}

static void an_interval_is_filled_evenly(void) {
    snw_random random = snw_random_stream(12, 0);
    const double ends[2] = {-3, 17.5};
    for (int i = 0; i < N; i++) {
        CHECK(snw_random_uniform(&random, ends[0], ends[1], &sample[i]) == SNW_OK);
        CHECK(sample[i] >= ends[0] && sample[i] < ends[1]);
    }
    CHECK(random.index == N);
    CHECK(ks_distance(sample, N, uniform_cdf, ends) < KS_LIMIT);
}

static void the_upper_end_is_never_reached(void) {
    // so narrow that the sum is often rounded to it
    snw_random random = snw_random_stream(13, 0);
    const double low = 1, high = 1 + 2 * DBL_EPSILON;
    for (int i = 0; i < 2000; i++) {
        double x = 0;
        CHECK(snw_random_uniform(&random, low, high, &x) == SNW_OK);
        CHECK(x >= low && x < high);
        CHECK(snw_random_uniform(&random, 5, 5, &x) == SNW_OK && x == 5);
        CHECK(snw_random_uniform(&random, -high, -low, &x) == SNW_OK);
        CHECK(x >= -high && x < -low);
    }
}

static void whole_numbers_are_even_over_their_range(void) {
    snw_random random = snw_random_stream(14, 0);
    long counts[13] = {0};
    for (int i = 0; i < N; i++) {
        int64_t x = 99;
        CHECK(snw_random_int(&random, -6, 6, &x) == SNW_OK);
        CHECK(x >= -6 && x <= 6);
        counts[x + 6]++;
    }
    CHECK(random.index == N);
    CHECK(chi_square(counts, 13, N / 13.0) < chi_square_limit(12));
}

// With 3/4 of all 64-bit numbers as the range, the plain product would give one third of the
// results twice as often: results r with r mod 3 == 0. Turning away must make them even.
static void a_huge_range_has_no_bias(void) {
    snw_random random = snw_random_stream(15, 0);
    const uint64_t span = UINT64_C(3) << 62;
    long counts[3] = {0};
    uint64_t last = span;
    for (int i = 0; i < 30000; i++) {
        int64_t x = 0;
        CHECK(snw_random_int(&random, INT64_MIN, (int64_t)(span + (UINT64_C(1) << 63) - 1), &x) ==
              SNW_OK);
        const uint64_t result = (uint64_t)x - (UINT64_C(1) << 63);
        CHECK(result < span);
        counts[result % 3]++;
        // two draws of one block are replaced apart from each other
        CHECK(result != last);
        last = result;
    }
    CHECK(random.index == 30000);
    CHECK(chi_square(counts, 3, 10000) < chi_square_limit(2));
}

static void ranges_at_their_ends_work(void) {
    snw_random random = snw_random_stream(16, 0);
    int64_t x = 0;
    CHECK(snw_random_int(&random, 7, 7, &x) == SNW_OK && x == 7);
    CHECK(snw_random_int(&random, INT64_MAX, INT64_MAX, &x) == SNW_OK && x == INT64_MAX);
    // all 64 bits: the draw itself
    const uint64_t bits = snw_random_at(16, 0, random.index);
    CHECK(snw_random_int(&random, INT64_MIN, INT64_MAX, &x) == SNW_OK);
    CHECK((uint64_t)x == bits + (UINT64_C(1) << 63));
    bool low = false, high = false;
    for (int i = 0; i < 100; i++) {
        CHECK(snw_random_int(&random, INT64_MAX - 1, INT64_MAX, &x) == SNW_OK);
        CHECK(x >= INT64_MAX - 1);
        low = low || x == INT64_MAX - 1;
        high = high || x == INT64_MAX;
    }
    CHECK(low && high);
}

static void triangles_have_their_shape_and_mean(void) {
    const double shapes[4][3] = {{-1, 0.5, 2}, {0, 0, 1}, {3, 5, 5}, {-2, -1.9, 8}};
    for (int s = 0; s < 4; s++) {
        const double low = shapes[s][0], mode = shapes[s][1], high = shapes[s][2];
        snw_random random = snw_random_stream(17, (uint64_t)s);
        for (int i = 0; i < N; i++) {
            CHECK(snw_random_triangular(&random, low, mode, high, &sample[i]) == SNW_OK);
            CHECK(sample[i] >= low && sample[i] <= high);
        }
        CHECK(random.index == N);
        const double variance =
            (low * low + mode * mode + high * high - low * mode - low * high - mode * high) / 18;
        const moments m = moments_of(sample, N);
        CHECK_NEAR(m.mean, (low + mode + high) / 3, Z_LIMIT * sqrt(variance / N));
        // a triangle's kurtosis is 2.4
        CHECK_NEAR(m.variance, variance, Z_LIMIT * variance * sqrt(1.4 / N));
        CHECK(ks_distance(sample, N, triangular_cdf, shapes[s]) < KS_LIMIT);
    }
    snw_random random = snw_random_stream(17, 9);
    double x = 0;
    CHECK(snw_random_triangular(&random, 4, 4, 4, &x) == SNW_OK && x == 4);
}

static void wrong_parameters_are_refused_and_nothing_is_drawn(void) {
    const double nan = (double)NAN, inf = HUGE_VAL;
    snw_random random = snw_random_stream(18, 0);
    double x = 42;
    int64_t k = 42;
    CHECK(snw_random_uniform(&random, 1, 0, &x) == SNW_ERR_RANGE);
    CHECK(snw_random_uniform(&random, nan, 0, &x) == SNW_ERR_NOT_FINITE);
    CHECK(snw_random_uniform(&random, 0, nan, &x) == SNW_ERR_NOT_FINITE);
    CHECK(snw_random_uniform(&random, 0, inf, &x) == SNW_ERR_NOT_FINITE);
    CHECK(snw_random_uniform(&random, -DBL_MAX, DBL_MAX, &x) == SNW_ERR_RANGE);
    CHECK(snw_random_int(&random, 1, 0, &k) == SNW_ERR_RANGE);
    CHECK(snw_random_triangular(&random, 0, 2, 1, &x) == SNW_ERR_RANGE);
    CHECK(snw_random_triangular(&random, 0, -1, 1, &x) == SNW_ERR_RANGE);
    CHECK(snw_random_triangular(&random, 1, 0.5, 0, &x) == SNW_ERR_RANGE);
    CHECK(snw_random_triangular(&random, nan, 0, 1, &x) == SNW_ERR_NOT_FINITE);
    CHECK(snw_random_triangular(&random, 0, nan, 1, &x) == SNW_ERR_NOT_FINITE);
    CHECK(snw_random_triangular(&random, 0, 0, inf, &x) == SNW_ERR_NOT_FINITE);
    CHECK(snw_random_triangular(&random, -DBL_MAX, 0, DBL_MAX, &x) == SNW_ERR_RANGE);
    CHECK(x == 42 && k == 42 && random.index == 0);
}

int main(void) {
    RUN(units_are_uniform);
    RUN(an_interval_is_filled_evenly);
    RUN(the_upper_end_is_never_reached);
    RUN(whole_numbers_are_even_over_their_range);
    RUN(a_huge_range_has_no_bias);
    RUN(ranges_at_their_ends_work);
    RUN(triangles_have_their_shape_and_mean);
    RUN(wrong_parameters_are_refused_and_nothing_is_drawn);
    return check_report();
}
