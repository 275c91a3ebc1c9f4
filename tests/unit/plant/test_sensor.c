// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// What is read of an arm.

static rig r;
static snw_simulated_arm config;

static void wheel(void) {
    rig_pendulum(&r, 1, 0, 0.5);
    rig_compile(&r);
    config = simulated();
}

static void begin(double q, snw_axis_mode mode) {
    rig_begin(&r, &snw_simulated_arm_type, &config, &q);
    rig_mode(&r, mode);
}

// Positions are whole counts below the true ones, of any gear, offset and number of counts.
static void an_encoder_tells_whole_counts(void) {
    CHECK_CASES(200) {
        wheel();
        const double counts = check_int(16, 100000), gear = check_real(-100, 100);
        const double offset = check_real(-1, 1), unit = 2 * SNW_PI / (counts * fabs(gear));
        SET(&config.sensor, counts, counts);
        SET(&config.sensor, offset, offset);
        SET(&config, gear_ratio, gear);
        begin(check_real(-3, 3), SNW_AXIS_EFFORT);
        r.command.effort[0] = check_real(-5, 5);
        for (int n = 0; n < 300; n++) {
            rig_sense(&r);
            const double read = r.sensed.q[0] - offset, way = r.signals.q[0] - read;
            CHECK(-1e-9 <= way && way <= unit + 1e-9);
            CHECK_NEAR(read / unit, round(read / unit), 1e-6);
            rig_act(&r);
        }
        rig_free(&r);
    }
}

// A register of few bits rolls over, in both directions; the position does not.
static void a_register_that_rolls_over_is_unwrapped(void) {
    const int widths[] = {8, 16, 31, 32};
    for (int k = 0; k < 4; k++) {
        for (int side = -1; side <= 1; side += 2) {
            for (int half = 0; half <= 1; half++) {
                wheel();
                const double border = ldexp(1, widths[k] - half) * (half ? side : side > 0);
                SET(&config.sensor, counts, 1000);
                SET(&config.sensor, first_count, border - 100 * side);
                config.sensor.bits = widths[k];
                begin(0.25, SNW_AXIS_VELOCITY);
                r.command.v[0] = 2.0 * side;
                rig_tick(&r);
                const int32_t first = r.signals.counts[0];
                const int64_t mask = (INT64_C(1) << widths[k]) - 1;
                for (int n = 0; n < 1000; n++) {
                    rig_sense(&r);
                    CHECK_NEAR(r.sensed.q[0], r.signals.q[0], 2 * SNW_PI / 1000 + 1e-9);
                    // what the register holds is the count, cut to its bits
                    const int64_t moved = (int64_t)floor(r.signals.q[0] * 1000 / (2 * SNW_PI)) -
                                          (int64_t)floor(0.25 * 1000 / (2 * SNW_PI));
                    CHECK(((first + moved - r.signals.counts[0]) & mask) == 0);
                    rig_act(&r);
                }
                CHECK(fabs(r.signals.q[0] - 0.25) > 150 * 2 * SNW_PI / 1000);
                rig_free(&r);
            }
        }
    }
}

// An index pulse is at each whole turn of the motor; an encoder that is not absolute knows its
// position from the first one on.
static void an_index_pulse_tells_where_the_motor_is(void) {
    wheel();
    SET(&config, gear_ratio, 10);
    SET(&config.sensor, offset, 0.02);
    config.sensor.absolute = false;
    begin(0.1, SNW_AXIS_VELOCITY);
    const double turn = 2 * SNW_PI / 10;
    r.command.v[0] = 1;
    int pulses = 0;
    double last = 0;
    for (int n = 0; n < 3000; n++) {
        rig_tick(&r);
        const bool homed = r.sensed.status[0] & SNW_AXIS_HOMED;
        CHECK(homed == (pulses > 0 || r.signals.index[0] != last));
        if (r.signals.index[0] == last) continue;
        last = r.signals.index[0];
        pulses++;
        CHECK_NEAR(last, pulses * turn + 0.02, 1e-9);
        CHECK_NEAR(r.sensed.q[0], last, 2e-3);
    }
    CHECK(pulses == (int)(r.signals.q[0] / turn));
    // and on the way back, the same places
    r.command.v[0] = -1;
    rig_run(&r, 1);
    CHECK_NEAR(remainder(r.signals.index[0] - 0.02, turn), 0, 1e-9);
    CHECK(r.signals.index[0] >= r.sensed.q[0]);
    rig_free(&r);
}

static void noise_has_its_deviation_and_follows_from_the_seed(void) {
    wheel();
    SET(&config.sensor, noise, 1e-3);
    SET(&config.sensor, velocity_noise, 2e-2);
    SET(&config.sensor, effort_noise, 0.3);
    const int count = 20000;
    static double first[20000];
    double sums[3] = {0}, squares[3] = {0};
    for (int round = 0; round < 3; round++) {
        begin(0.5, SNW_AXIS_POSITION);
        r.drive.seed = round == 2 ? 8 : 7;
        r.command.q[0] = 0.5;
        int same = 0;
        for (int n = 0; n < count; n++) {
            rig_tick(&r);
            const double off[] = {r.sensed.q[0] - 0.5, r.sensed.v[0], r.sensed.effort[0]};
            for (int k = 0; k < 3 && round == 0; k++) {
                sums[k] += off[k];
                squares[k] += off[k] * off[k];
            }
            if (round == 0) first[n] = r.sensed.q[0];
            same += first[n] == r.sensed.q[0];
        }
        // to the last bit for the same seed
        CHECK(round < 2 ? same == count : same < 10);
        rig_end(&r);
    }
    const double deviations[] = {1e-3, 2e-2, 0.3};
    for (int k = 0; k < 3; k++) {
        // five deviations of the mean and of the deviation
        CHECK_NEAR(sums[k] / count, 0, 5 * deviations[k] / sqrt(count));
        CHECK_NEAR(sqrt(squares[k] / count), deviations[k], 5 * deviations[k] / sqrt(2.0 * count));
    }
    rig_free(&r);
}

static void delayed_readings_are_those_of_earlier_ticks_and_say_so(void) {
    for (int delay = 0; delay <= SNW_PLANT_DELAY; delay += 9) {
        wheel();
        config.sensor.delay_ticks = delay;
        begin(0, SNW_AXIS_EFFORT);
        r.command.effort[0] = 1;
        double truth[400];
        for (int n = 0; n < 400; n++) {
            rig_sense(&r);
            truth[n] = r.signals.q[0];
            const int of = n > delay ? n - delay : 0;
            CHECK(r.sensed.q[0] == truth[of]);
            CHECK(r.sensed.t_ns == of * (int64_t)MS);
            CHECK(r.sensed.status[0] & SNW_AXIS_FRESH);
            CHECK(r.sensed.samples[0] == (uint32_t)of + 1);
            rig_act(&r);
        }
        rig_free(&r);
    }
}

static void rates_and_efforts_are_told_as_they_are_asked_for(void) {
    wheel();
    config.sensor.rate = SNW_PLANT_RATE_COUNTED;
    config.sensor.effort = false;
    SET(&config, effort, 2);
    SET(&config.sensor, counts, 5000);
    begin(0, SNW_AXIS_EFFORT);
    r.command.effort[0] = 3;
    double before = 0;
    for (int n = 0; n < 300; n++) {
        rig_sense(&r);
        CHECK(r.sensed.has_velocity);
        if (n > 0) {
            CHECK_NEAR(r.sensed.v[0], (r.sensed.q[0] - before) / 1e-3, 1e-9);
            // not what the motor gives: 2
            CHECK(r.sensed.effort[0] == 3);
        }
        before = r.sensed.q[0];
        rig_act(&r);
    }
    CHECK_NEAR(r.signals.motor[0], 2, 1e-12);
    rig_end(&r);
    config.sensor.rate = SNW_PLANT_RATE_NONE;
    config.sensor.effort = true;
    begin(0, SNW_AXIS_EFFORT);
    r.command.effort[0] = 3;
    rig_run(&r, 0.1);
    CHECK(!r.sensed.has_velocity && r.sensed.v[0] == 0);
    CHECK_NEAR(r.sensed.effort[0], 2, 1e-12);
    rig_free(&r);
}

int main(void) {
    RUN(an_encoder_tells_whole_counts);
    RUN(a_register_that_rolls_over_is_unwrapped);
    RUN(an_index_pulse_tells_where_the_motor_is);
    RUN(noise_has_its_deviation_and_follows_from_the_seed);
    RUN(delayed_readings_are_those_of_earlier_ticks_and_say_so);
    RUN(rates_and_efforts_are_told_as_they_are_asked_for);
    return check_report();
}
