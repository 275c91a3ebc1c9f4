// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/ik/forms.h"

#include "../../../src/robot/ik/internal.h"

static double mat3_error(snw_mat3 A, snw_mat3 B) {
    return pose_error(snw_pose_rotation(A), snw_pose_rotation(B));
}

static snw_mat3 product(const snw_vec3 *k, const snw__turn *t) {
    snw_mat3 R = snw_mat3_identity();
    for (int i = 0; i < 3; i++) {
        R = snw_mat3_mul(R, snw_mat3_axis_angle(k[i], atan2(t[i].s, t[i].c)));
    }
    return R;
}

static void three_axes(snw_vec3 k[3]) {
    do {
        for (int i = 0; i < 3; i++) {
            k[i] = random_unit();
        }
    } while (snw_vec3_norm(snw_vec3_cross(k[0], k[1])) < 0.1 ||
             snw_vec3_norm(snw_vec3_cross(k[1], k[2])) < 0.1);
}

static void both_solutions_make_the_rotation_and_one_is_the_planted(void) {
    CHECK_CASES(check_scaled(20000)) {
        snw_vec3 k[3];
        three_axes(k);
        snw__turn t[3];
        for (int i = 0; i < 3; i++) {
            t[i] = snw__turn_of(check_real(-PI, PI));
        }
        const snw_mat3 R = product(k, t);
        snw__three out[2];
        double gap, least = HUGE_VAL;
        const snw__turn held = {1, 0};
        CHECK(snw__three_turns(k, R, held, out, &gap) == 2);
        for (int i = 0; i < 2; i++) {
            CHECK_NEAR(mat3_error(product(k, out[i].turn), R), 0, 1e-11);
            double worst = 0;
            for (int j = 0; j < 3; j++) {
                worst = fmax(worst, hypot(out[i].turn[j].c - t[j].c, out[i].turn[j].s - t[j].s));
            }
            least = fmin(least, worst);
        }
        CHECK(least < 1e-6);
    }
}

// with the last axis s from the middle one, and the first f, the last can only come within angles
// |f - s| to f + s of the first: what a spherical triangle says
static void rotations_beyond_the_axes_are_refused(void) {
    long refused = 0;
    CHECK_CASES(5000) {
        snw_vec3 k[3];
        three_axes(k);
        const snw_mat3 R = random_pose(1).R;
        const double f = acos(snw_vec3_dot(k[0], k[1])), s = acos(snw_vec3_dot(k[1], k[2]));
        const double far = acos(snw_vec3_dot(k[0], snw_mat3_apply(R, k[2])));
        const double low = fabs(f - s), high = fmin(f + s, 2 * PI - f - s);
        if (fabs(far - low) < 1e-6 || fabs(far - high) < 1e-6) continue;
        snw__three out[2];
        double gap;
        const snw__turn held = {1, 0};
        const int count = snw__three_turns(k, R, held, out, &gap);
        CHECK((count == 2) == (far > low && far < high));
        if (count == 0) CHECK(gap > 0);
        refused += count == 0;
    }
    CHECK(refused > 500);
}

static void a_singular_rotation_keeps_the_first_turn(void) {
    CHECK_CASES(2000) {
        // first and last axis alike, the middle one anywhere else
        snw_vec3 k[3];
        three_axes(k);
        k[2] = k[0];
        const double sum = check_real(-PI, PI), first = check_real(-PI, PI);
        const snw_mat3 R = snw_mat3_axis_angle(k[0], sum);
        snw__three out[2];
        double gap;
        CHECK(snw__three_turns(k, R, snw__turn_of(first), out, &gap) == 2);
        for (int i = 0; i < 2; i++) {
            CHECK(out[i].singular);
            CHECK_NEAR(atan2(out[i].turn[0].s, out[i].turn[0].c), first, 1e-14);
            CHECK_NEAR(mat3_error(product(k, out[i].turn), R), 0, 1e-9);
        }
    }
}

int main(void) {
    RUN(both_solutions_make_the_rotation_and_one_is_the_planted);
    RUN(rotations_beyond_the_axes_are_refused);
    RUN(a_singular_rotation_keeps_the_first_turn);
    return check_report();
}
