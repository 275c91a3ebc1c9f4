// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static rig r;
static snw_rate_estimate e;
static snw_rate_estimate_config c;
static void *block;

static void begin(int axes) {
    rig_chain(&r, axes, SNW_JOINT_CONTINUOUS, 1);
    snw_block_defaults(&snw_rate_estimate_config_type, &c);
    RIG_INIT(block, snw_rate_estimate_init, &e, &c, &r.arm);
    snw_rate_estimate_reset(&e, &r.arm);
}

static void end(void) {
    free(block);
    rig_tear_down(&r);
}

static void read_all(double q, bool fresh) {
    for (int i = 0; i < r.arm.count; i++) {
        if (fresh) r.arm.sensed.q[i] = q;
        r.arm.sensed.status[i] = fresh ? SNW_AXIS_FRESH : 0;
    }
}

// spec: loffler:L-037
static void the_rate_of_a_ramp_is_its_slope(void) {
    const double slopes[] = {0.01, -1, 3};
    for (int s = 0; s < 3; s++) {
        begin(3);
        for (int k = 0; k < 500; k++) {
            read_all(0.3 + slopes[s] * k * 1e-3, true);
            CHECK(snw_rate_estimate_update(&e, &c, &r.arm, 1e-3) == SNW_OK);
            CHECK(r.arm.estimate.q[2] == r.arm.sensed.q[2]);
        }
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(r.arm.estimate.v[i], slopes[s], 1e-3 * fabs(slopes[s]));
            CHECK_NEAR(r.arm.estimate.a[i], 0, 1e-3 * fabs(slopes[s]));
        }
        end();
    }
}

// amplitude of the estimated rate over that of the true one, for a sine of w [rad/s]
static double gain_at(double w) {
    const double dt = 1e-3;
    double s = 0, k0 = 0;
    begin(1);
    c.cutoff = 2 * SNW_PI * 40;
    const int periods = 60, whole = (int)lround(periods * 2 * SNW_PI / w / dt);
    for (int k = 0; k < 2 * whole; k++) {
        const double t = k * dt;
        read_all(sin(w * t), true);
        CHECK(snw_rate_estimate_update(&e, &c, &r.arm, dt) == SNW_OK);
        if (k < whole) continue;
        s += r.arm.estimate.v[0] * sin(w * t);
        k0 += r.arm.estimate.v[0] * cos(w * t);
    }
    end();
    return hypot(s, k0) * 2 / whole / w;
}

// spec: loffler:L-037
static void at_the_cutoff_three_decibels_are_lost(void) {
    const double cutoff = 2 * SNW_PI * 40, half = sqrt(0.5);
    CHECK(gain_at(0.95 * cutoff) > half);
    CHECK(gain_at(1.05 * cutoff) < half);
    CHECK(gain_at(cutoff / 20) > 0.99);
}

static void readings_that_stay_away_do_not_count_as_rest(void) {
    begin(2);
    for (int k = 0; k < 2000; k++) {
        read_all(0.5 * k * 1e-3, k % 3 == 0);
        CHECK(snw_rate_estimate_update(&e, &c, &r.arm, 1e-3) == SNW_OK);
        if (k > 500) CHECK_NEAR(r.arm.estimate.v[0], 0.5, 1e-6);
        CHECK(r.arm.estimate.q[1] == 0.5 * (k - k % 3) * 1e-3);
    }
    end();
}

static void it_is_valid_when_every_axis_was_read(void) {
    begin(3);
    for (int i = 0; i < 3; i++) {
        CHECK(!r.arm.estimate.valid);
        read_all(0, false);
        r.arm.sensed.q[i] = 1 + i;
        r.arm.sensed.status[i] = SNW_AXIS_FRESH;
        CHECK(snw_rate_estimate_update(&e, &c, &r.arm, 1e-3) == SNW_OK);
        // the first reading is no jump from zero
        CHECK(r.arm.estimate.v[i] == 0);
    }
    CHECK(r.arm.estimate.valid);
    CHECK(r.arm.estimate.q[0] == 1 && r.arm.estimate.q[2] == 3);
    end();
}

static void rates_of_the_drive_are_taken_as_they_are(void) {
    begin(2);
    r.arm.sensed.has_velocity = true;
    for (int k = 0; k < 50; k++) {
        read_all(0, true);
        r.arm.sensed.v[0] = check_real(-1, 1);
        r.arm.sensed.v[1] = -2;
        CHECK(snw_rate_estimate_update(&e, &c, &r.arm, 1e-3) == SNW_OK);
        CHECK(r.arm.estimate.v[0] == r.arm.sensed.v[0] && r.arm.estimate.v[1] == -2);
    }
    c.measured = false;
    for (int k = 0; k < 100; k++)
        CHECK(snw_rate_estimate_update(&e, &c, &r.arm, 1e-3) == SNW_OK);
    CHECK_NEAR(r.arm.estimate.v[1], 0, 1e-9);
    end();
}

static void accelerations_are_those_of_a_parabola(void) {
    begin(1);
    for (int k = 0; k < 2000; k++) {
        const double t = k * 1e-3;
        read_all(0.5 * 3 * t * t, true);
        CHECK(snw_rate_estimate_update(&e, &c, &r.arm, 1e-3) == SNW_OK);
    }
    CHECK_NEAR(r.arm.estimate.a[0], 3, 1e-6);
    end();
}

static void a_reset_keeps_the_rate_of_an_arm_that_moves(void) {
    begin(1);
    double q = 0;
    for (int k = 0; k < 500; k++) {
        read_all(q += 2e-3, true);
        CHECK(snw_rate_estimate_update(&e, &c, &r.arm, 1e-3) == SNW_OK);
        if (k == 400) snw_rate_estimate_reset(&e, &r.arm);
        if (k > 200) CHECK_NEAR(r.arm.estimate.v[0], 2, 1e-6);
    }
    end();
}

static void another_cutoff_makes_no_jump(void) {
    begin(1);
    for (int k = 0; k < 1000; k++) {
        read_all(sin(5e-3 * k), true);
        const double before = r.arm.estimate.v[0];
        if (k % 50 == 0) c.cutoff = check_real(20, 500);
        CHECK(snw_rate_estimate_update(&e, &c, &r.arm, 1e-3) == SNW_OK);
        // the low-pass lags by at most 25 rad/s^2 over 20 rad/s, and closes half of that in a tick
        if (k > 2) CHECK_NEAR(r.arm.estimate.v[0], before, 0.7);
    }
    end();
}

static void impossible_readings_are_refused_whole(void) {
    begin(2);
    read_all(1, true);
    CHECK(snw_rate_estimate_update(&e, &c, &r.arm, 1e-3) == SNW_OK);
    const snw_arm_estimate before = r.arm.estimate;
    const snw_rate_estimate state = e;
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 1e10};
    for (int k = 0; k < 4; k++) {
        r.arm.sensed.q[1] = bad[k];
        CHECK(snw_rate_estimate_update(&e, &c, &r.arm, 1e-3) ==
              (k < 3 ? SNW_ERR_NOT_FINITE : SNW_ERR_RANGE));
        CHECK(memcmp(&before, &r.arm.estimate, sizeof before) == 0);
        CHECK(memcmp(&state, &e, sizeof e) == 0);
    }
    r.arm.sensed.q[1] = 1;
    r.arm.sensed.has_velocity = true;
    r.arm.sensed.v[0] = (double)NAN;
    CHECK(snw_rate_estimate_update(&e, &c, &r.arm, 1e-3) == SNW_ERR_NOT_FINITE);
    r.arm.sensed.has_velocity = false;
    CHECK(snw_rate_estimate_update(&e, &c, &r.arm, 0) == SNW_ERR_RANGE);
    CHECK(snw_rate_estimate_update(&e, &c, &r.arm, (double)NAN) == SNW_ERR_RANGE);
    c.cutoff = (double)NAN;
    CHECK(snw_failed(snw_rate_estimate_update(&e, &c, &r.arm, 1e-3)));
    CHECK(memcmp(&before, &r.arm.estimate, sizeof before) == 0);
    end();
}

int main(void) {
    RUN(the_rate_of_a_ramp_is_its_slope);
    RUN(at_the_cutoff_three_decibels_are_lost);
    RUN(readings_that_stay_away_do_not_count_as_rest);
    RUN(it_is_valid_when_every_axis_was_read);
    RUN(rates_of_the_drive_are_taken_as_they_are);
    RUN(accelerations_are_those_of_a_parabola);
    RUN(a_reset_keeps_the_rate_of_an_arm_that_moves);
    RUN(another_cutoff_makes_no_jump);
    RUN(impossible_readings_are_refused_whole);
    return check_report();
}
