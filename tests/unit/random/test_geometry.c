// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/random.h"

#include "check.h"
#include "statistics.h"

enum { N = 100000 };
static double sample[N];

static double uniform_cdf(double x, const double *p) {
    return (x - p[0]) / (p[1] - p[0]);
}

static double cube_cdf(double x, const double *p) {
    return x * x * x / (p[0] * p[0] * p[0]);
}

// the angle of a uniform rotation has density (1 - cos a) / pi on [0, pi]
static double angle_cdf(double x, const double *p) {
    (void)p;
    return (x - sin(x)) / acos(-1.0);
}

static void directions_are_even_along_every_axis(void) {
    const double axes[4][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2.0 / 7, -3.0 / 7, 6.0 / 7}};
    const double ends[2] = {-1, 1};
    for (int a = 0; a < 4; a++) {
        snw_random random = snw_random_stream(31, (uint64_t)a);
        for (int i = 0; i < N; i++) {
            const snw_vec3 n = snw_random_direction(&random);
            CHECK_NEAR(n.x * n.x + n.y * n.y + n.z * n.z, 1, 1e-15);
            sample[i] = axes[a][0] * n.x + axes[a][1] * n.y + axes[a][2] * n.z;
        }
        CHECK(random.index == 2L * N);
        // Archimedes, for whatever axis
        CHECK(ks_distance(sample, N, uniform_cdf, ends) < KS_LIMIT);
    }
}

static void points_fill_the_ball_evenly(void) {
    const double radius = 2.5, ends[2] = {-1, 1};
    static double height[N];
    snw_random random = snw_random_stream(32, 0);
    long octants[8] = {0};
    for (int i = 0; i < N; i++) {
        snw_vec3 p = {0, 0, 0};
        CHECK(snw_random_in_sphere(&random, radius, &p) == SNW_OK);
        sample[i] = sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
        CHECK(sample[i] <= radius * (1 + 1e-15));
        height[i] = (p.x + p.y) * sqrt(0.5) / sample[i];
        octants[(p.x > 0) + 2 * (p.y > 0) + 4 * (p.z > 0)]++;
    }
    CHECK(random.index == 3L * N);
    CHECK(ks_distance(sample, N, cube_cdf, &radius) < KS_LIMIT);
    CHECK(ks_distance(height, N, uniform_cdf, ends) < KS_LIMIT);
    CHECK(chi_square(octants, 8, N / 8.0) < chi_square_limit(7));
}

// row-major matrix of a unit quaternion, from the definition v' = q v q*
static void matrix_of(snw_quat q, double R[9]) {
    const double w = q.w, x = q.x, y = q.y, z = q.z;
    const double rows[9] = {
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
        2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    for (int i = 0; i < 9; i++)
        R[i] = rows[i];
}

// Over the rotation group every entry of the matrix has mean 0, mean square 1/3, mean fourth power
// 1/5 (a unit vector's coordinate is uniform), and different entries are uncorrelated.
static void rotations_have_the_moments_of_the_group(void) {
    snw_random random = snw_random_stream(33, 0);
    double mean[9] = {0}, square[9] = {0}, fourth[9] = {0}, product[9][9] = {{0}};
    for (int i = 0; i < N; i++) {
        const snw_quat q = snw_random_quat(&random);
        CHECK_NEAR(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1, 1e-15);
        double R[9];
        matrix_of(q, R);
        for (int k = 0; k < 9; k++) {
            mean[k] += R[k] / N;
            square[k] += R[k] * R[k] / N;
            fourth[k] += R[k] * R[k] * R[k] * R[k] / N;
            for (int l = 0; l < k; l++)
                product[k][l] += R[k] * R[l] / N;
        }
    }
    CHECK(random.index == 3L * N);
    // variances: 1/3; 1/5 - 1/9; 1/9 - 1/25; at most 1/5 for a product. 63 checks, so 4.5 errors.
    const double errors = 4.5 / sqrt(N);
    for (int k = 0; k < 9; k++) {
        CHECK_NEAR(mean[k], 0, errors * sqrt(1.0 / 3));
        CHECK_NEAR(square[k], 1.0 / 3, errors * sqrt(4.0 / 45));
        CHECK_NEAR(fourth[k], 1.0 / 5, errors * sqrt(16.0 / 225));
        for (int l = 0; l < k; l++)
            CHECK_NEAR(product[k][l], 0, errors * sqrt(1.0 / 5));
    }
}

static void quaternions_have_the_moments_of_the_three_sphere(void) {
    snw_random random = snw_random_stream(34, 0);
    double mean[4] = {0}, square[4] = {0}, fourth[4] = {0}, mixed[4][4] = {{0}};
    for (int i = 0; i < N; i++) {
        const snw_quat q = snw_random_quat(&random);
        const double c[4] = {q.w, q.x, q.y, q.z};
        for (int k = 0; k < 4; k++) {
            mean[k] += c[k] / N;
            square[k] += c[k] * c[k] / N;
            fourth[k] += c[k] * c[k] * c[k] * c[k] / N;
            for (int l = 0; l < k; l++)
                mixed[k][l] += c[k] * c[k] * c[l] * c[l] / N;
        }
        sample[i] = 2 * acos(fmin(fabs(q.w), 1));
    }
    // E c^2 = 1/4, E c^4 = 1/8, E c^6 = 5/64, E c^8 = 7/128, E c_k^2 c_l^2 = 1/24,
    // E c_k^4 c_l^4 = 3/640
    const double errors = 4.5 / sqrt(N);
    for (int k = 0; k < 4; k++) {
        CHECK_NEAR(mean[k], 0, errors / 2);
        CHECK_NEAR(square[k], 0.25, errors / 4);
        CHECK_NEAR(fourth[k], 0.125, errors * sqrt(7.0 / 128 - 1.0 / 64));
        for (int l = 0; l < k; l++) {
            CHECK_NEAR(mixed[k][l], 1.0 / 24, errors * sqrt(3.0 / 640 - 1.0 / 576));
        }
    }
    CHECK(ks_distance(sample, N, angle_cdf, NULL) < KS_LIMIT);
}

static void a_radius_must_be_a_length(void) {
    snw_random random = snw_random_stream(35, 0);
    snw_vec3 p = {1, 2, 3};
    CHECK(snw_random_in_sphere(&random, -1, &p) == SNW_ERR_RANGE);
    CHECK(snw_random_in_sphere(&random, (double)NAN, &p) == SNW_ERR_NOT_FINITE);
    CHECK(snw_random_in_sphere(&random, HUGE_VAL, &p) == SNW_ERR_NOT_FINITE);
    CHECK(p.x == 1 && p.y == 2 && p.z == 3 && random.index == 0);
    CHECK(snw_random_in_sphere(&random, 0, &p) == SNW_OK);
    CHECK(p.x == 0 && p.y == 0 && p.z == 0);
}

int main(void) {
    RUN(directions_are_even_along_every_axis);
    RUN(points_fill_the_ball_evenly);
    RUN(rotations_have_the_moments_of_the_group);
    RUN(quaternions_have_the_moments_of_the_three_sphere);
    RUN(a_radius_must_be_a_length);
    return check_report();
}
