// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sample.h"

static double farthest(const snw_vec3 *points, int count, snw_vec3 from) {
    double most = 0;
    for (int i = 0; i < count; i++) {
        most = fmax(most, snw_vec3_distance(points[i], from));
    }
    return most;
}

// the centre of the sphere through up to four points, in their span: solved by the inverse of the
// matrix of edges, filled up with perpendicular ones
static bool center_of(const snw_vec3 *p, int count, snw_vec3 *center) {
    snw_vec3 rows[3];
    double half[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        if (i + 1 < count) {
            rows[i] = snw_vec3_sub(p[i + 1], p[0]);
            half[i] = 0.5 * snw_vec3_norm2(rows[i]);
        } else if (i == 2) {
            rows[2] = snw_vec3_cross(rows[0], rows[1]);
        } else {
            rows[i] = snw_vec3_cross(i == 0 ? snw_vec3_x(1) : rows[0], snw_vec3_of(0.3, 0.5, 0.7));
        }
    }
    snw_mat3 inverse;
    const snw_mat3 A = snw_mat3_transpose(snw_mat3_of(rows[0], rows[1], rows[2]));
    if (snw_mat3_inverse(A, &inverse) < 0) return false;
    *center = snw_vec3_add(p[0], snw_mat3_apply(inverse, snw_vec3_of(half[0], half[1], half[2])));
    return true;
}

// the least radius over all spheres through two, three or four of the points
static double least_radius(const snw_vec3 *points, int count) {
    double least = (double)INFINITY;
    for (unsigned set = 1; set < 1U << count; set++) {
        snw_vec3 few[4], center;
        int size = 0;
        for (int i = 0; i < count; i++) {
            if (!(set >> i & 1U)) continue;
            if (size < 4) few[size] = points[i];
            size++;
        }
        if (size < 2 || size > 4 || !center_of(few, size, &center)) continue;
        const double radius = snw_vec3_distance(center, few[0]);
        const double reach = farthest(points, count, center);
        if (reach <= radius * (1 + 1e-9)) least = fmin(least, reach);
    }
    return least;
}

static void the_ball_is_the_least_of_those_through_any_points(void) {
    CHECK_CASES(check_scaled(3000)) {
        snw_vec3 points[9];
        const int count = check_int(2, 9);
        for (int i = 0; i < count; i++) {
            points[i] = sample_point(1);
        }
        snw_sphere ball;
        CHECK(snw_sphere_around(points, count, &ball) == SNW_OK);
        CHECK_NEAR(ball.radius, least_radius(points, count), 1e-9);
        CHECK_NEAR(ball.radius, farthest(points, count, ball.center), 1e-15);
    }
}

// no step of the centre in any direction makes a smaller ball
static void the_center_of_many_points_cannot_be_improved(void) {
    enum { COUNT = 2000 };
    static snw_vec3 points[COUNT];
    CHECK_CASES(check_scaled(40)) {
        const snw_vec3 stretch = {check_real(0.1, 1), check_real(0.1, 1), check_real(0.1, 1)};
        const snw_vec3 shift = sample_point(1000);
        for (int i = 0; i < COUNT; i++) {
            const snw_vec3 p = check_case % 2 ? sample_direction() : sample_point(1);
            points[i] = snw_vec3_add(shift, snw_vec3_mul(stretch, p));
        }
        snw_sphere ball;
        CHECK(snw_sphere_around(points, COUNT, &ball) == SNW_OK);
        for (int i = 0; i < 20; i++) {
            const snw_vec3 other = snw_vec3_add_scaled(ball.center, sample_direction(), 1e-5);
            CHECK(farthest(points, COUNT, other) >= ball.radius - 1e-12);
        }
    }
}

// points on a sphere, on a circle, on a line, in a plane, all equal, in pairs
static void points_in_special_places_have_the_right_ball(void) {
    CHECK_CASES(500) {
        snw_vec3 points[60];
        const snw_vec3 o = sample_point(3);
        const snw_mat3 R = sample_pose(1).R;
        for (int i = 0; i < 60; i++) {
            snw_vec3 p = sample_direction();
            if (check_case % 5 == 1) p.z = 0;
            if (check_case % 5 == 2) p = snw_vec3_z(i < 2 ? 2 * i - 1 : p.z);
            if (check_case % 5 == 3) p = i < 2 ? snw_vec3_z(2 * i - 1) : snw_vec3_z(i % 2 ? 1 : -1);
            if (check_case % 5 == 4) p = snw_vec3_zero();
            if (check_case % 5 == 1) p = snw_vec3_normalize(p);
            if (check_case % 5 == 0 && i % 2)
                p = snw_vec3_neg(snw_mat3_apply_t(R, snw_vec3_sub(points[i - 1], o)));
            points[i] = snw_vec3_add(o, snw_mat3_apply(R, p));
        }
        snw_sphere ball;
        CHECK(snw_sphere_around(points, 60, &ball) == SNW_OK);
        const double radius = check_case % 5 == 4 ? 0 : 1;
        if (check_case % 5 == 1) {
            CHECK(ball.radius <= 1 + 1e-12 && ball.radius > 0.95);
        } else {
            CHECK_NEAR(ball.radius, radius, 1e-12);
            CHECK(snw_vec3_near(ball.center, o, 1e-7));
        }
        CHECK_NEAR(ball.radius, farthest(points, 60, ball.center), 1e-15);
    }
}

static void bad_points_are_refused(void) {
    const snw_vec3 points[2] = {{0, 0, 0}, {(double)NAN, 0, 0}};
    snw_sphere ball = {{1, 2, 3}, 4};
    CHECK(snw_sphere_around(points, 0, &ball) == SNW_ERR_ARGUMENT);
    CHECK(snw_sphere_around(NULL, 3, &ball) == SNW_ERR_ARGUMENT);
    CHECK(snw_sphere_around(points, 2, &ball) == SNW_ERR_NOT_FINITE);
    CHECK(ball.radius == 4);
    CHECK(snw_sphere_around(points, 1, &ball) == SNW_OK);
    CHECK(ball.radius == 0);
}

int main(void) {
    RUN(the_ball_is_the_least_of_those_through_any_points);
    RUN(the_center_of_many_points_cannot_be_improved);
    RUN(points_in_special_places_have_the_right_ball);
    RUN(bad_points_are_refused);
    return check_report();
}
