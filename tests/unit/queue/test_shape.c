// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "sinew/queue/shape.h"

static const double PI = 3.14159265358979323846;

static snw_shape shape_of(snw_shape_kind kind, double size, double period, double ramp) {
    snw_shape s = {
        .kind = kind, .axis = 1, .second = 2, .size = size, .period = period, .ramp = ramp};
    const snw_vec3 r = {0.2, -0.4, 0.7}, p = {0.5, 0.1, 0.3};
    s.start = snw_pose_of(snw_rotation_exp(r), p);
    CHECK(snw_shape_begin(&s) == SNW_OK);
    return s;
}

// the commanded points of the tests T4 (circle of 20 cm) and T5 (wave of 10 cm about a centre)
// spec: damore:TRJ-08
static void circle_and_wave_pass_the_points_of_their_formulas(void) {
    static const double circles[] = {5, 7, 10, 15, 20}, waves[] = {1, 2, 3, 5, 8, 10, 15};
    const snw_vec3 centre = {0, 0.62, 0.52};
    CHECK_CASES(2000) {
        const double Tc = circles[check_case % 5], Tw = waves[check_case % 7];
        snw_shape wave = shape_of(SNW_SHAPE_SINUSOID, 0.1, Tw, 0);
        snw_shape circle = shape_of(SNW_SHAPE_CIRCLE, 0.2, Tc, 0);
        wave.start.p = circle.start.p = centre;
        wave.axis = check_case % 2 ? 0 : 2;
        circle.axis = 0;
        const double t = check_real(0, 8 * Tc);
        const snw_shape_sample w = snw_shape_at(&wave, t), c = snw_shape_at(&circle, t);
        const double sine = 0.1 * sin(2 * PI * t / Tw), th = 2 * PI * t / Tc;
        CHECK_NEAR(w.T.p.x, wave.axis == 0 ? sine : 0, 1e-9);
        CHECK_NEAR(w.T.p.y, 0.62, 0);
        CHECK_NEAR(w.T.p.z, 0.52 + (wave.axis == 2 ? sine : 0), 1e-9);
        CHECK_NEAR(c.T.p.x, -0.2 + 0.2 * cos(th), 1e-9);
        CHECK_NEAR(c.T.p.y, 0.62, 0);
        CHECK_NEAR(c.T.p.z, 0.52 + 0.2 * sin(th), 1e-9);
        CHECK(snw_mat3_near(c.T.R, circle.start.R, 0) && !c.done && !w.done);
        CHECK_NEAR(snw_vec3_norm(c.v), 2 * PI * 0.2 / Tc, 1e-9);
    }
}

// spec: damore:TRJ-08
static void a_shape_that_is_asked_to_end_ends_on_its_start(void) {
    CHECK_CASES(2000) {
        const snw_shape_kind kind = check_case % 2 ? SNW_SHAPE_CIRCLE : SNW_SHAPE_SINUSOID;
        const double period = check_real(1, 10), ramp = check_case % 4 < 2 ? 0 : check_real(0.1, 3);
        snw_shape s = shape_of(kind, check_real(0.01, 0.3), period, ramp);
        const double asked = check_real(0.01, 20);
        const snw_shape_sample before = snw_shape_at(&s, asked);
        snw_shape_end(&s, asked);
        const snw_shape_sample after = snw_shape_at(&s, asked);
        CHECK(snw_pose_near(before.T, after.T, 1e-12));
        CHECK(snw_vec3_near(before.v, after.v, 1e-12));
        const double unit = kind == SNW_SHAPE_CIRCLE ? period : 0.5 * period;
        double t = asked;
        while (!snw_shape_at(&s, t).done)
            t += 1e-2 * period;
        CHECK(t <= asked + unit + 2 * ramp + 0.02 * period);
        const snw_shape_sample end = snw_shape_at(&s, t);
        CHECK(snw_vec3_near(end.T.p, s.start.p, 1e-12));
        CHECK_NEAR(snw_vec3_norm(end.v) + snw_vec3_norm(end.a), 0, 0);

        // not before: the moment when it ends is a full turn, or a crossing
        const double turns = s.end_turns / (kind == SNW_SHAPE_CIRCLE ? 1 : 0.5);
        CHECK_NEAR(turns, floor(turns + 0.5), 0);
        snw_shape_end(&s, asked + 100);
        CHECK_NEAR(s.end_turns, turns * (kind == SNW_SHAPE_CIRCLE ? 1 : 0.5), 0);
    }
}

// velocity from positions, acceleration from velocities; both begin and end at nothing
// spec: damore:TRJ-08
static void a_ramp_begins_and_ends_without_a_jump(void) {
    CHECK_CASES(200) {
        const snw_shape_kind kind = check_case % 2 ? SNW_SHAPE_CIRCLE : SNW_SHAPE_SINUSOID;
        snw_shape s = shape_of(kind, 0.2, check_real(2, 6), check_real(0.5, 2));
        CHECK_NEAR(snw_vec3_norm(snw_shape_at(&s, 0).v), 0, 1e-12);
        CHECK_NEAR(snw_vec3_norm(snw_shape_at(&s, 1e-9).a), 0, 1e-6);
        snw_shape_end(&s, 7);
        const double end = s.end_turns * s.period + s.ramp, h = 1e-5;
        for (int i = 0; i < 200; i++) {
            const double t = check_real(0, end + 1);
            const snw_shape_sample a = snw_shape_at(&s, t - h), b = snw_shape_at(&s, t + h);
            const snw_shape_sample m = snw_shape_at(&s, t);
            const snw_vec3 v = snw_vec3_scale(snw_vec3_sub(b.T.p, a.T.p), 0.5 / h);
            const snw_vec3 acc = snw_vec3_scale(snw_vec3_sub(b.v, a.v), 0.5 / h);
            CHECK(snw_vec3_near(v, m.v, 1e-7));
            CHECK(snw_vec3_near(acc, m.a, 1e-4));
        }
        CHECK_NEAR(snw_vec3_norm(snw_shape_at(&s, end - 1e-9).v), 0, 1e-6);
    }
}

static void shapes_that_are_none_are_refused(void) {
    const snw_shape good = shape_of(SNW_SHAPE_CIRCLE, 0.1, 2, 0);
    snw_shape s = good;
    s.size = (double)NAN;
    CHECK(snw_shape_begin(&s) == SNW_ERR_NOT_FINITE);
    s = good, s.period = 0;
    CHECK(snw_shape_begin(&s) == SNW_ERR_RANGE);
    s = good, s.ramp = -1;
    CHECK(snw_shape_begin(&s) == SNW_ERR_RANGE);
    s = good, s.second = 1;
    CHECK(snw_shape_begin(&s) == SNW_ERR_ARGUMENT);
    s = good, s.axis = 3;
    CHECK(snw_shape_begin(&s) == SNW_ERR_ARGUMENT);
    s = good, s.start.p.x = HUGE_VAL;
    CHECK(snw_shape_begin(&s) == SNW_ERR_NOT_FINITE);
    const snw_shape_sample first = snw_shape_at(&good, (double)NAN);
    CHECK(snw_pose_near(first.T, good.start, 0));
}

static void a_shape_can_be_the_value_of_a_frame(void) {
    snw_shape_context c = {.shape = shape_of(SNW_SHAPE_SINUSOID, 0.1, 4, 0), .t_ns = 500};
    snw_frame frame;
    CHECK(snw_frame_functional(&frame, "wave", snw_shape_frame, &c, NULL) == SNW_OK);
    const snw_sample sample = {.number = 1, .t_ns = 500 + 1000000000};
    snw_pose T;
    CHECK(snw_frame_evaluate(&frame, &sample, &T) == SNW_OK);
    CHECK_NEAR(T.p.y, 0.1 + 0.1, 1e-12);
}

int main(void) {
    RUN(circle_and_wave_pass_the_points_of_their_formulas);
    RUN(a_shape_that_is_asked_to_end_ends_on_its_start);
    RUN(a_ramp_begins_and_ends_without_a_jump);
    RUN(shapes_that_are_none_are_refused);
    RUN(a_shape_can_be_the_value_of_a_frame);
    return check_report();
}
