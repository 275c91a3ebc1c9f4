// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Hulls of many vertices, whose support points are climbed to, and queries that begin where the
// last one of their pair has ended. The judge looks at all points.

#include "made.h"

enum { MANY = 10000 };

static snw_vec3 points_A[MANY], points_B[MANY];

static const snw_solid *egg_of(made *m, snw_vec3 *points, int count, snw_vec3 half) {
    for (int i = 0; i < count; i++) {
        points[i] = snw_vec3_mul(half, sample_direction());
    }
    snw_hull hull = {.points = points, .point_count = count};
    return make_solid(m, &snw_hull_type, &hull);
}

// min of p.n over placed points
static double lowest(const snw_vec3 *points, int count, snw_pose T, snw_vec3 n) {
    const snw_vec3 local = snw_mat3_apply_t(T.R, n);
    double least = (double)INFINITY;
    for (int i = 0; i < count; i++) {
        least = fmin(least, snw_vec3_dot(points[i], local));
    }
    return least + snw_vec3_dot(T.p, n);
}

static double gap_along(int count, snw_pose T_A, snw_pose T_B, snw_vec3 n) {
    return lowest(points_A, count, T_A, n) + lowest(points_B, count, T_B, snw_vec3_neg(n));
}

static snw_pose place(double reach) {
    return snw_pose_of(sample_rotation(), snw_vec3_scale(sample_direction(), reach));
}

static void support_points_are_those_of_all_vertices(void) {
    static const int counts[] = {33, 60, 400, 3000};
    CHECK_CASES(4) {
        made A, B;
        const int count = counts[check_case];
        egg_of(&A, points_A, count, snw_vec3_of(0.1, 0.03, 0.2));
        egg_of(&B, points_B, count, snw_vec3_of(0.1, 0.08, 0.06));
        int apart = 0;
        for (int i = 0; i < check_scaled(500); i++) {
            const snw_pose T_A = place(check_real(0, 0.4)), T_B = place(0);
            const snw_closest c = ask_solids(&A.solid, T_A, &B.solid, T_B);
            const double proven = gap_along(count, T_A, T_B, c.normal);
            CHECK(proven <= c.distance + 1e-12 && c.least <= c.distance);
            if (c.state != SNW_SEPARATE) continue;
            CHECK(proven >= c.distance - 1e-9 && c.least >= c.distance - 1e-9);
            // both points are of the bodies: on the inner side of the planes that touch them
            CHECK(lowest(points_A, count, T_A, c.normal) <= snw_vec3_dot(c.a, c.normal) + 1e-12);
            apart++;
        }
        CHECK(apart > check_scaled(100));
        free(A.memory);
        free(B.memory);
    }
}

// spec: actin-control:CQ-07
static void a_pair_that_is_remembered_takes_a_third_of_the_steps(void) {
    made A, B;
    egg_of(&A, points_A, MANY, snw_vec3_of(0.1, 0.08, 0.06));
    egg_of(&B, points_B, MANY, snw_vec3_of(0.07, 0.1, 0.09));
    const snw_mat3 step =
        snw_mat3_axis_angle(snw_vec3_normalize(snw_vec3_of(1, 2, 3)), snw_radians(0.1));
    snw_distance_cache cache = {0};
    snw_distance_query q = snw_distance_defaults(&A.solid, &B.solid);
    q.T_first.p = snw_vec3_of(0.3, 0.1, 0.05);
    long cold_steps = 0, warm_steps = 0;
    CHECK_CASES(3600) {
        snw_closest cold, warm;
        q.T_first.R = snw_mat3_renormalize(snw_mat3_mul(step, q.T_first.R));
        CHECK(snw_distance(&q, &cold) == SNW_OK);
        CHECK(snw_distance_cached(&q, &cache, &warm) == SNW_OK);
        CHECK_NEAR(warm.distance, cold.distance, 1e-9);
        CHECK(warm.least <= cold.distance + 1e-12 && warm.least >= cold.least - 1e-9);
        CHECK(warm.state == cold.state);
        cold_steps += cold.iterations;
        warm_steps += warm.iterations;
    }
    CHECK(3 * warm_steps <= cold_steps);
    // a jump: to the other side, through, and turned about
    CHECK_CASES(500) {
        snw_closest cold, warm;
        q.T_first = place(check_real(0, 0.5));
        CHECK(snw_distance(&q, &cold) == SNW_OK);
        CHECK(snw_distance_cached(&q, &cache, &warm) == SNW_OK);
        CHECK_NEAR(warm.distance, cold.distance, 1e-9);
        CHECK(warm.state == cold.state);
    }
    free(A.memory);
    free(B.memory);
}

// A cache of any past, also of other solids, changes nothing but the last digits.
static void any_cache_will_do(void) {
    snw_distance_cache cache = {0};
    CHECK_CASES(check_scaled(30000)) {
        sample_solid A, B;
        sample_any(&A);
        sample_any(&B);
        if (check_int(0, 9) == 0) memset(&cache, check_int(0, 255), sizeof cache);
        cache.turned = check_int(0, 1) == 0;
        snw_distance_query q = snw_distance_defaults(&A.solid, &B.solid);
        q.T_first = sample_pose(0.3);
        q.T_second = sample_pose(0.3);
        for (int i = 0; i < 3; i++) {
            snw_closest cold, warm;
            q.T_first.p = snw_vec3_add(q.T_first.p, sample_point(0.02));
            CHECK(snw_distance(&q, &cold) == SNW_OK);
            CHECK(snw_distance_cached(&q, &cache, &warm) == SNW_OK);
            CHECK(cold.distance == warm.distance || fabs(cold.distance - warm.distance) < 1e-9);
            CHECK(warm.least <= warm.distance);
        }
    }
}

int main(void) {
    RUN(support_points_are_those_of_all_vertices);
    RUN(a_pair_that_is_remembered_takes_a_third_of_the_steps);
    RUN(any_cache_will_do);
    return check_report();
}
