// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/random.h"

#include <float.h>

#include "check.h"
#include "statistics.h"

enum { N = 100000 };
static double sample[N];

// the distribution function from the C library's erfc in long double
static long double phi(long double z) {
    return 0.5L * erfcl(-z * sqrtl(0.5L));
}

static double normal_cdf(double x, const double *p) {
    return (double)phi(((long double)x - (long double)p[0]) / (long double)p[1]);
}

// mean, deviation, low, high; in the tail above the mean by the complement
static double truncated_cdf(double x, const double *p) {
    const long double mean = (long double)p[0], deviation = (long double)p[1];
    const long double a = ((long double)p[2] - mean) / deviation;
    const long double b = ((long double)p[3] - mean) / deviation;
    const long double z = ((long double)x - mean) / deviation;
    if (a > 0) return (double)((phi(-a) - phi(-z)) / (phi(-a) - phi(-b)));
    return (double)((phi(z) - phi(a)) / (phi(b) - phi(a)));
}

static double lognormal_cdf(double x, const double *p) {
    return normal_cdf(log(x), p);
}

static void the_quantile_inverts_the_distribution_function(void) {
    CHECK_CASES(check_scaled(200000)) {
        // uniform in p, and uniform in its logarithm down to the smallest normal numbers
        const double p = check_case % 2 ? check_real(0, 1) : pow(10, check_real(-307, -0.31));
        if (p <= 0) continue;
        const double z = snw_normal_quantile(p);
        const long double density =
            expl(-0.5L * (long double)z * (long double)z) / sqrtl(2 * acosl(-1.0L));
        const long double error = (phi((long double)z) - (long double)p) / density;
        // half a unit of p moves z as well, above all near p = 1
        const long double grain = 0x1p-54L * (long double)p / density;
        CHECK_NEAR((double)error, 0, 2e-15 * fabs(z) + 1e-16 + (double)grain);
    }
}

static void the_quantile_is_odd_about_a_half_and_known_at_its_ends(void) {
    CHECK(snw_normal_quantile(0.5) == 0);
    CHECK(snw_normal_quantile(0) == -HUGE_VAL && snw_normal_quantile(1) == HUGE_VAL);
    CHECK(isnan(snw_normal_quantile(-1e-300)) && isnan(snw_normal_quantile(1.0000001)));
    CHECK(isnan(snw_normal_quantile((double)NAN)));
    for (int i = 1; i < 1024; i++) {
        CHECK(snw_normal_quantile(i * 0x1p-10) == -snw_normal_quantile(1 - i * 0x1p-10));
        CHECK(snw_normal_quantile((i - 1) * 0x1p-10) < snw_normal_quantile(i * 0x1p-10));
    }
    // tables: the 97.5 % point
    CHECK_NEAR(snw_normal_quantile(0.975), 1.959963984540054, 1e-14);
}

static void the_probability_is_that_of_the_reference(void) {
    for (int i = -370; i <= 370; i++) {
        const double expected = (double)phi(i * 0.1L);
        CHECK_NEAR(snw_normal_probability(i * 0.1), expected, 1e-12 * expected);
    }
}

static void gaussians_have_their_moments_and_shape(void) {
    const double p[2] = {3, 0.25};
    snw_random random = snw_random_stream(21, 0);
    double third = 0, fourth = 0;
    for (int i = 0; i < N; i++) {
        CHECK(snw_random_normal(&random, p[0], p[1], &sample[i]) == SNW_OK);
        const double z = (sample[i] - p[0]) / p[1];
        third += z * z * z / N;
        fourth += z * z * z * z / N;
    }
    CHECK(random.index == N);
    const moments m = moments_of(sample, N);
    CHECK_NEAR(m.mean, p[0], Z_LIMIT * p[1] / sqrt(N));
    CHECK_NEAR(m.variance, p[1] * p[1], Z_LIMIT * p[1] * p[1] * sqrt(2.0 / N));
    // the variances of z^3 and z^4 are 15 and 96
    CHECK_NEAR(third, 0, Z_LIMIT * sqrt(15.0 / N));
    CHECK_NEAR(fourth, 3, Z_LIMIT * sqrt(96.0 / N));
    CHECK(ks_distance(sample, N, normal_cdf, p) < KS_LIMIT);
}

static void a_sample_can_be_addressed(void) {
    snw_random in_turn = snw_random_stream(22, 5);
    for (uint64_t i = 0; i < 1000; i++) {
        double a = 0, b = 1;
        CHECK(snw_random_normal(&in_turn, 0, 1, &a) == SNW_OK);
        snw_random alone = snw_random_stream(22, 5);
        snw_random_skip(&alone, i);
        CHECK(snw_random_normal(&alone, 0, 1, &b) == SNW_OK);
        CHECK(a == b);
    }
}

static void truncated_gaussians_keep_their_ends_and_shape(void) {
    // around the mean, above it, far above and far below it, and one-sided
    const double shapes[6][4] = {{0, 1, -1, 2},    {1, 2, 2, 3},           {0, 1, 30, 31},
                                 {5, 0.1, 1, 2.2}, {0, 1, -0.5, HUGE_VAL}, {1, 3, -HUGE_VAL, -4}};
    for (int s = 0; s < 6; s++) {
        const double *p = shapes[s];
        snw_random random = snw_random_stream(23, (uint64_t)s);
        for (int i = 0; i < N; i++) {
            CHECK(snw_random_truncated(&random, p[0], p[1], p[2], p[3], &sample[i]) == SNW_OK);
            CHECK(sample[i] >= p[2] && sample[i] <= p[3] && isfinite(sample[i]));
        }
        CHECK(random.index == N);
        CHECK(ks_distance(sample, N, truncated_cdf, p) < KS_LIMIT);
    }
}

static void wide_limits_leave_a_gaussian_alone(void) {
    snw_random a = snw_random_stream(24, 0), b = a;
    for (int i = 0; i < 10000; i++) {
        double x = 0, y = 1;
        CHECK(snw_random_normal(&a, 2, 3, &x) == SNW_OK);
        CHECK(snw_random_truncated(&b, 2, 3, -HUGE_VAL, HUGE_VAL, &y) == SNW_OK);
        CHECK(x == y);
    }
}

static void truncation_works_at_a_point_and_without_deviation(void) {
    snw_random random = snw_random_stream(25, 0);
    double x = 0;
    for (int i = 0; i < 100; i++) {
        CHECK(snw_random_truncated(&random, 0, 1, 0.75, 0.75, &x) == SNW_OK && x == 0.75);
        CHECK(snw_random_truncated(&random, 3, 0, 2, 4, &x) == SNW_OK && x == 3);
        CHECK(snw_random_normal(&random, -2, 0, &x) == SNW_OK && x == -2);
    }
    CHECK(random.index == 300);
}

static void lognormals_have_their_shape_and_stay_positive(void) {
    const double p[2] = {-1, 0.5};
    snw_random random = snw_random_stream(26, 0);
    for (int i = 0; i < N; i++) {
        CHECK(snw_random_lognormal(&random, p[0], p[1], &sample[i]) == SNW_OK);
        CHECK(sample[i] > 0);
    }
    CHECK(random.index == N);
    CHECK(ks_distance(sample, N, lognormal_cdf, p) < KS_LIMIT);
}

static void lognormal_parameters_give_the_mean_and_deviation(void) {
    CHECK_CASES(1000) {
        const double mean = pow(10, check_real(-3, 3)), deviation = mean * check_real(0, 3);
        double mu = 0, sigma = 0;
        CHECK(snw_lognormal_parameters(mean, deviation, &mu, &sigma) == SNW_OK);
        // the textbook formulas, the other way round
        const double s2 = sigma * sigma;
        CHECK_NEAR(exp(mu + s2 / 2), mean, 1e-12 * mean);
        CHECK_NEAR(sqrt(expm1(s2)) * exp(mu + s2 / 2), deviation, 1e-12 * (mean + deviation));
    }
    // and in a sample: 2 kg with 0.1 kg
    double mu = 0, sigma = 0;
    CHECK(snw_lognormal_parameters(2, 0.1, &mu, &sigma) == SNW_OK);
    snw_random random = snw_random_stream(27, 0);
    for (int i = 0; i < N; i++)
        CHECK(snw_random_lognormal(&random, mu, sigma, &sample[i]) == SNW_OK);
    const moments m = moments_of(sample, N);
    CHECK_NEAR(m.mean, 2, Z_LIMIT * 0.1 / sqrt(N));
    CHECK_NEAR(sqrt(m.variance), 0.1, 0.1 * 0.02);
}

static void wrong_parameters_are_refused_and_nothing_is_drawn(void) {
    const double nan = (double)NAN, inf = HUGE_VAL;
    snw_random r = snw_random_stream(28, 0);
    double x = 42, y = 43;
    CHECK(snw_random_normal(&r, 0, -1e-300, &x) == SNW_ERR_RANGE);
    CHECK(snw_random_normal(&r, nan, 1, &x) == SNW_ERR_NOT_FINITE);
    CHECK(snw_random_normal(&r, 0, nan, &x) == SNW_ERR_NOT_FINITE);
    CHECK(snw_random_normal(&r, inf, 1, &x) == SNW_ERR_NOT_FINITE);
    CHECK(snw_random_normal(&r, 0, inf, &x) == SNW_ERR_NOT_FINITE);
    CHECK(snw_random_normal(&r, 0, DBL_MAX, &x) == SNW_ERR_RANGE);
    CHECK(snw_random_truncated(&r, 0, -1, 0, 1, &x) == SNW_ERR_RANGE);
    CHECK(snw_random_truncated(&r, 0, 1, 1, 0, &x) == SNW_ERR_RANGE);
    CHECK(snw_random_truncated(&r, 0, 1, nan, 1, &x) == SNW_ERR_NOT_FINITE);
    CHECK(snw_random_truncated(&r, 0, 1, 0, nan, &x) == SNW_ERR_NOT_FINITE);
    CHECK(snw_random_truncated(&r, nan, 1, 0, 1, &x) == SNW_ERR_NOT_FINITE);
    CHECK(snw_random_truncated(&r, 0, 1, 37.5, 40, &x) == SNW_ERR_RANGE);
    CHECK(snw_random_truncated(&r, 0, 1, -50, -38, &x) == SNW_ERR_RANGE);
    CHECK(snw_random_truncated(&r, 0, 1, inf, inf, &x) == SNW_ERR_RANGE);
    CHECK(snw_random_truncated(&r, 0, 1, -inf, -inf, &x) == SNW_ERR_RANGE);
    CHECK(snw_random_truncated(&r, 0, 0, 1, 2, &x) == SNW_ERR_RANGE);
    CHECK(snw_random_lognormal(&r, 0, -1, &x) == SNW_ERR_RANGE);
    CHECK(snw_random_lognormal(&r, nan, 1, &x) == SNW_ERR_NOT_FINITE);
    CHECK(snw_random_lognormal(&r, 709, 1, &x) == SNW_ERR_RANGE);
    CHECK(snw_lognormal_parameters(0, 1, &x, &y) == SNW_ERR_RANGE);
    CHECK(snw_lognormal_parameters(-1, 1, &x, &y) == SNW_ERR_RANGE);
    CHECK(snw_lognormal_parameters(1, -1, &x, &y) == SNW_ERR_RANGE);
    CHECK(snw_lognormal_parameters(nan, 1, &x, &y) == SNW_ERR_NOT_FINITE);
    CHECK(snw_lognormal_parameters(1, inf, &x, &y) == SNW_ERR_NOT_FINITE);
    CHECK(snw_lognormal_parameters(1e-300, 1e300, &x, &y) == SNW_ERR_RANGE);
    CHECK(x == 42 && y == 43 && r.index == 0);
}

int main(void) {
    RUN(the_quantile_inverts_the_distribution_function);
    RUN(the_quantile_is_odd_about_a_half_and_known_at_its_ends);
    RUN(the_probability_is_that_of_the_reference);
    RUN(gaussians_have_their_moments_and_shape);
    RUN(a_sample_can_be_addressed);
    RUN(truncated_gaussians_keep_their_ends_and_shape);
    RUN(wide_limits_leave_a_gaussian_alone);
    RUN(truncation_works_at_a_point_and_without_deviation);
    RUN(lognormals_have_their_shape_and_stay_positive);
    RUN(lognormal_parameters_give_the_mean_and_deviation);
    RUN(wrong_parameters_are_refused_and_nothing_is_drawn);
    return check_report();
}
