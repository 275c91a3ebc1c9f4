// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/profile/blend.h"

#include "../../../src/motion/profile/inside.h"
#include "check.h"

static snw_blend random_blend(void) {
    snw_blend b = {.A = check_real(-5, 5), .B = check_real(-5, 5), .C = check_real(-5, 5)};
    b.tau = check_real(0.05, 1);
    b.T = check_real(2 * b.tau, 4);
    return b;
}

// the vector of the specification: A 9, B 10, C 13, tau 0.2, T 1; and, for random segments, no jump
// of position, velocity or acceleration where the blend begins and ends
//
// spec: rccl:TRJ-03
static void the_quartic_has_the_values_of_the_specification_and_no_jumps(void) {
    const snw_blend b = {9, 10, 13, 0.2, 1};
    static const double q[5] = {9, 9.4890625, 9.925, 10.2890625, 10.6},
                        qd[5] = {5, 4.6875, 4, 3.3125, 3}, qdd[5] = {0, -5.625, -7.5, -5.625, 0};
    CHECK(snw__blend_check(&b) == SNW_OK);
    for (int i = 0; i < 5; i++) {
        const snw_profile_sample s = snw__blend_at(&b, SNW_BLEND_QUARTIC, -0.2 + 0.1 * i);
        CHECK_NEAR(s.p, q[i], 1e-9);
        CHECK_NEAR(s.v, qd[i], 1e-9);
        CHECK_NEAR(s.a, qdd[i], 1e-9);
    }
    CHECK_CASES(2000) {
        const snw_blend r = random_blend();
        const double before = (r.B - r.A) / r.tau, after = (r.C - r.B) / r.T;
        const snw_profile_sample in = snw__blend_at(&r, SNW_BLEND_QUARTIC, -r.tau),
                                 out = snw__blend_at(&r, SNW_BLEND_QUARTIC, r.tau);
        CHECK_NEAR(in.p, r.A, 1e-9);
        CHECK_NEAR(in.v, before, 1e-9);
        CHECK_NEAR(in.a, 0, 1e-9);
        CHECK_NEAR(out.p, r.B + after * r.tau, 1e-9);
        CHECK_NEAR(out.v, after, 1e-9);
        CHECK_NEAR(out.a, 0, 1e-9);
    }
}

// spec: rccl:TRJ-04
static void a_via_point_passed_with_equal_velocity_leaves_the_motion_untouched(void) {
    CHECK_CASES(2000) {
        snw_blend b = random_blend();
        const double v = (b.C - b.B) / b.T;
        b.A = b.B - v * b.tau;
        for (int k = -20; k <= 20; k++) {
            const double t = b.tau * k / 20;
            for (int kind = 0; kind < 2; kind++) {
                const snw_profile_sample s = snw__blend_at(&b, (snw_blend_kind)kind, t);
                CHECK_NEAR(s.p, b.B + v * t, 1e-9);
                CHECK_NEAR(s.v, v, 1e-9);
                CHECK_NEAR(s.a, 0, 1e-9);
            }
        }
    }
}

// differences of the position are the velocity, of that the acceleration, of that the jerk
static void each_number_is_the_rate_of_the_one_before(void) {
    CHECK_CASES(1000) {
        const snw_blend b = random_blend();
        const snw_blend_kind kind = check_case % 2 ? SNW_BLEND_QUARTIC : SNW_BLEND_PARABOLA;
        const double t = check_real(-0.99, 0.99) * b.tau, h = 1e-4 * b.tau;
        const snw_profile_sample s = snw__blend_at(&b, kind, t), l = snw__blend_at(&b, kind, t - h),
                                 r = snw__blend_at(&b, kind, t + h);
        const double scale = snw__blend_peak(&b, kind) + 1;
        CHECK_NEAR((r.p - l.p) / (2 * h), s.v, 1e-6 * scale);
        CHECK_NEAR((r.v - l.v) / (2 * h), s.a, 1e-5 * scale / b.tau);
        CHECK_NEAR((r.a - l.a) / (2 * h), s.j, 1e-4 * scale / (b.tau * b.tau));
    }
}

static void the_parabola_has_constant_acceleration_and_the_velocities_of_the_segments(void) {
    CHECK_CASES(1000) {
        const snw_blend b = random_blend();
        const double before = (b.B - b.A) / b.tau, after = (b.C - b.B) / b.T;
        const snw_profile_sample in = snw__blend_at(&b, SNW_BLEND_PARABOLA, -b.tau),
                                 out = snw__blend_at(&b, SNW_BLEND_PARABOLA, b.tau);
        CHECK_NEAR(in.p, b.A, 1e-9);
        CHECK_NEAR(in.v, before, 1e-9);
        CHECK_NEAR(out.p, b.B + after * b.tau, 1e-9);
        CHECK_NEAR(out.v, after, 1e-9);
        CHECK_NEAR(in.a, (after - before) / (2 * b.tau), 1e-9 * (1 + fabs(in.a)));
        CHECK(in.a == out.a);
    }
}

// the corner, made of the two segments, and the blend are nowhere farther apart than at the via
// point; the peak acceleration is that of the samples
static void the_deviation_and_the_peak_are_those_of_the_samples(void) {
    CHECK_CASES(500) {
        const snw_blend b = random_blend();
        for (int kind = 0; kind < 2; kind++) {
            double farthest = 0, peak = 0;
            for (int k = -200; k <= 200; k++) {
                const double t = b.tau * k / 200;
                const double corner = b.B + t * (t < 0 ? (b.B - b.A) / b.tau : (b.C - b.B) / b.T);
                const snw_profile_sample s = snw__blend_at(&b, (snw_blend_kind)kind, t);
                farthest = fmax(farthest, fabs(s.p - corner));
                peak = fmax(peak, fabs(s.a));
            }
            CHECK_NEAR(snw__blend_deviation(&b, (snw_blend_kind)kind), farthest, 1e-9);
            CHECK_NEAR(snw__blend_peak(&b, (snw_blend_kind)kind), peak, 1e-9 * (1 + peak));
        }
    }
}

static void tau_is_found_from_an_acceleration_or_a_radius(void) {
    CHECK_CASES(1000) {
        snw_blend b = random_blend();
        const snw_blend_kind kind = check_case % 2 ? SNW_BLEND_QUARTIC : SNW_BLEND_PARABOLA;
        const double before = check_real(-3, 3),
                     after = before + (check_case % 4 < 2 ? 1 : -1) * check_real(0.1, 3),
                     a = check_real(0.1, 9);
        const double radius = check_real(1e-4, 0.1);
        b.T = 10;
        b.C = b.B + 10 * after;
        b.tau = snw__blend_least_tau(kind, after - before, a);
        b.A = b.B - before * b.tau;
        CHECK_NEAR(snw__blend_peak(&b, kind), a, 1e-9 * a);
        b.tau = snw__blend_largest_tau(kind, after - before, radius);
        b.A = b.B - before * b.tau;
        CHECK_NEAR(snw__blend_deviation(&b, kind), radius, 1e-9);
    }
    CHECK(snw__blend_largest_tau(SNW_BLEND_QUARTIC, 0, 0.1) == HUGE_VAL);
}

static void wrong_blends_are_refused(void) {
    snw_blend b = {0, 1, 2, 0.1, 1};
    CHECK(snw__blend_check(&b) == SNW_OK);
    b.tau = 0;
    CHECK(snw__blend_check(&b) == SNW_ERR_RANGE);
    b.tau = 2;
    CHECK(snw__blend_check(&b) == SNW_ERR_RANGE);
    b.tau = (double)NAN;
    CHECK(snw__blend_check(&b) == SNW_ERR_NOT_FINITE);
    b.tau = 0.1;
    b.C = HUGE_VAL;
    CHECK(snw__blend_check(&b) == SNW_ERR_NOT_FINITE);
}

static void before_and_after_the_blend_the_segments_are_straight(void) {
    const snw_blend b = {9, 10, 13, 0.2, 1};
    const snw_profile_sample before = snw__blend_at(&b, SNW_BLEND_QUARTIC, -0.3),
                             after = snw__blend_at(&b, SNW_BLEND_QUARTIC, 0.5);
    CHECK_NEAR(before.p, 8.5, 1e-12);
    CHECK_NEAR(before.v, 5, 1e-12);
    CHECK_NEAR(after.p, 11.5, 1e-12);
    CHECK_NEAR(after.v, 3, 1e-12);
}

int main(void) {
    RUN(the_quartic_has_the_values_of_the_specification_and_no_jumps);
    RUN(a_via_point_passed_with_equal_velocity_leaves_the_motion_untouched);
    RUN(each_number_is_the_rate_of_the_one_before);
    RUN(the_parabola_has_constant_acceleration_and_the_velocities_of_the_segments);
    RUN(the_deviation_and_the_peak_are_those_of_the_samples);
    RUN(tau_is_found_from_an_acceleration_or_a_radius);
    RUN(wrong_blends_are_refused);
    RUN(before_and_after_the_blend_the_segments_are_straight);
    return check_report();
}
