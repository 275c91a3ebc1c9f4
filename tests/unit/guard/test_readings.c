// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static rig r;

// an arm of three axes in motion: axis 1 turns at `speed`, for `ticks` more
static void set_off(double speed) {
    rig_open(&r, 3);
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    double v = 0;
    while (v < speed) {
        v = fmin(v + 4e-3, speed);
        r.arm.wanted.q[1] += v * r.dt;
        r.arm.wanted.v[1] = v;
        rig_step(&r);
    }
}

static void go_on(double speed, int ticks) {
    for (int k = 0; k < ticks; k++) {
        r.arm.wanted.q[1] += speed * r.dt;
        rig_step(&r);
    }
}

// ticks until a cause is latched, going on meanwhile; -1 when none is
static int until_stop(double speed, int most) {
    for (int k = 1; k <= most; k++) {
        go_on(speed, 1);
        if (r.guard.signals.cause != SNW_CAUSE_NONE) return k;
    }
    return -1;
}

static void one_bad_reading_is_passed_over_and_three_stop_the_arm(void) {
    static const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 1e38, 7, -7};
    for (int kind = 0; kind < 6; kind++) {
        for (int ticks = 1; ticks <= 3; ticks++) {
            set_off(0.5);
            r.faults.offset[1] = bad[kind];
            go_on(0.5, ticks);
            const bool stopped = r.guard.signals.cause != SNW_CAUSE_NONE;
            CHECK(stopped == (ticks == 3));
            if (stopped) {
                CHECK(r.guard.signals.cause == SNW_CAUSE_BAD_READING);
                CHECK(r.guard.signals.axis == 1 && r.guard.machine.active == SNW_STOP_1);
                CHECK_TEXT(r.guard.first.subject, "joint2");
            }
            r.faults.offset[1] = 0;
            go_on(0.5, 400);
            CHECK(r.arm.command.enable == (ticks < 3));
            rig_judge(&r);
            rig_close(&r);
        }
    }
}

// An arm that was never enabled has no cause; who acknowledges it and is refused is told one.
static void an_acknowledgement_that_is_refused_says_which_reading_is_wrong(void) {
    for (int kind = 0; kind < 3; kind++) {
        rig_open(&r, 3);
        r.faults.offset[1] = kind == 0 ? 40 : 0;
        r.faults.mute[1] = kind == 1;
        rig_start(&r);
        for (int k = 0; k < 200; k++)
            rig_step(&r);
        CHECK(r.guard.signals.state == SNW_ARM_LATCHED);
        CHECK(r.guard.signals.cause == SNW_CAUSE_NONE);
        r.tick.acknowledge = true;
        rig_step(&r);
        CHECK(r.guard.signals.state == (kind == 2 ? SNW_ARM_DISABLED : SNW_ARM_LATCHED));
        CHECK(r.guard.signals.stops == 0);
        if (kind < 2) {
            CHECK(r.guard.signals.cause == (kind == 0 ? SNW_CAUSE_BAD_READING : SNW_CAUSE_LOST));
            CHECK(r.guard.signals.axis == 1 && r.guard.event_count == 1);
            CHECK_TEXT(r.guard.first.subject, "joint2");
        }
        // when the reading is good again the arm can be used
        r.faults.offset[1] = 0;
        r.faults.mute[1] = false;
        for (int k = 0; k < 200; k++)
            rig_step(&r);
        rig_enable(&r, SNW_AXIS_POSITION);
        CHECK(r.guard.signals.state == SNW_ARM_ENABLED);
        CHECK(r.guard.signals.cause == SNW_CAUSE_NONE);
        rig_close(&r);
    }
}

static void one_jump_is_held_and_two_in_a_row_stop_the_arm(void) {
    CHECK_CASES(check_scaled(300)) {
        set_off(0.5);
        // 1 rad/s and 1 ms: jumps begin at 3 mrad, beside the motion of 0.5 mrad per tick
        const bool jump = check_int(0, 1);
        double size = jump ? exp(check_real(log(4.1e-3), log(1.5))) : check_real(0, 1.9e-3);
        if (check_int(0, 1)) size = -size;
        const int ticks = check_int(1, 2);
        for (int k = 0; k < ticks; k++) {
            r.faults.offset[1] = size;
            go_on(0.5, 1);
        }
        if (jump && ticks == 1) {
            CHECK(r.guard.signals.causes[SNW_CAUSE_JUMP] == 1);
            CHECK(r.guard.machine.state == SNW_ARM_ENABLED && rig_told(&r, SNW_CAUSE_JUMP));
            r.faults.offset[1] = 0;
            go_on(0.5, 50);
            CHECK(r.guard.machine.state == SNW_ARM_ENABLED);
            CHECK(r.guard.signals.causes[SNW_CAUSE_JUMP] == 1);
        } else if (jump) {
            CHECK(r.guard.signals.cause == SNW_CAUSE_JUMP && r.guard.signals.axis == 1);
        } else {
            CHECK(r.guard.signals.causes[SNW_CAUSE_JUMP] == 0);
        }
        rig_judge(&r);
        rig_close(&r);
    }
}

// spec: damore:LIM-11
static void a_mute_drive_is_told_after_one_cycle_and_stops_the_arm(void) {
    for (int axis = 0; axis < 3; axis++) {
        set_off(0.5);
        r.faults.mute[axis] = true;
        go_on(0.5, 1);
        CHECK(rig_told(&r, SNW_CAUSE_STALE) && r.guard.machine.state == SNW_ARM_ENABLED);
        CHECK(r.guard.events[0].why.severity == SNW_WARNING);
        // 5 ms are bridged; then a stop that holds, and at 20 ms one that ends without power
        go_on(0.5, 4);
        CHECK(r.guard.machine.state == SNW_ARM_ENABLED);
        go_on(0.5, 1);
        CHECK(r.guard.machine.state == SNW_ARM_STOPPING && r.guard.machine.active == SNW_STOP_2);
        CHECK(r.guard.signals.cause == SNW_CAUSE_STALE && r.guard.signals.axis == axis);
        go_on(0.5, 14);
        CHECK(r.guard.machine.active == SNW_STOP_2);
        go_on(0.5, 1);
        CHECK(r.guard.machine.active == SNW_STOP_1);
        CHECK(r.guard.signals.causes[SNW_CAUSE_LOST] == 1);
        CHECK(r.guard.signals.cause == SNW_CAUSE_STALE);
        // without readings the stop still ends, by the command: at its rest and not before
        double rate = 1;
        for (int k = 0; k < 300 && r.arm.command.enable; k++) {
            rate = r.arm.command.v[1];
            rig_step(&r);
        }
        CHECK(!r.arm.command.enable);
        CHECK_NEAR(rate, 0, 0);
        // it cannot be acknowledged while the drive is mute
        for (int mute = 1; mute >= 0; mute--) {
            r.faults.mute[axis] = mute == 1;
            rig_run(&r, 10);
            r.tick.acknowledge = true;
            rig_step(&r);
            CHECK(r.guard.machine.state == (mute ? SNW_ARM_LATCHED : SNW_ARM_DISABLED));
        }
        rig_judge(&r);
        rig_close(&r);
    }
}

static void readings_that_say_that_they_are_old_are_stale(void) {
    set_off(0.5);
    const int64_t ages[] = {0, 4000000, 7000000};
    for (int k = 0; k < 3; k++) {
        r.arm.wanted.q[1] += 0.5 * r.dt;
        r.tick.number++;
        r.tick.t_ns += 1000000;
        rig_sense(&r);
        r.arm.sensed.t_ns = r.tick.t_ns - ages[k];
        snw_guard_step(&r.guard, &r.tick, &r.arm);
        rig_act(&r);
        CHECK((r.guard.signals.cause == SNW_CAUSE_STALE) == (k == 2));
    }
    rig_close(&r);
}

static void drives_that_answer_now_and_then_are_bridged(void) {
    CHECK_CASES(check_scaled(40)) {
        set_off(0.3);
        const int percent = check_int(1, 50);
        for (int k = 0; k < 500; k++) {
            // never more than 5 in a row
            r.faults.mute[1] = check_int(1, 100) <= percent && k % 6 != 0;
            // the drive moves all the same
            r.arm.wanted.q[1] += 0.3 * r.dt;
            rig_step(&r);
            if (r.faults.mute[1]) r.q[1] += 0.3 * r.dt;
        }
        CHECK(r.guard.machine.state == SNW_ARM_ENABLED);
        rig_judge(&r);
        rig_close(&r);
    }
}

static void a_drive_that_does_not_sample_is_found_soon_while_it_moves(void) {
    const double speeds[] = {0.001, 0.01, 0.03, 0.1, 0.5, 1};
    for (int k = 0; k < 6; k++) {
        set_off(speeds[k]);
        go_on(speeds[k], 30);
        r.faults.stuck[1] = true;
        const int ticks = until_stop(speeds[k], 200);
        CHECK(r.guard.signals.cause == SNW_CAUSE_FROZEN && r.guard.signals.axis == 1);
        CHECK(r.guard.machine.active >= SNW_STOP_1);
        CHECK(ticks > 0 && ticks <= (speeds[k] > 0.02 ? 10 : 100));
        rig_judge(&r);
        rig_close(&r);
    }
}

static void a_drive_that_samples_the_same_number_is_found_by_the_way(void) {
    set_off(0.5);
    const double stuck = r.q[1];
    int ticks = 0;
    while (r.guard.signals.cause == SNW_CAUSE_NONE && ticks < 100) {
        r.faults.offset[1] = stuck - r.q[1];
        go_on(0.5, 1);
        ticks++;
    }
    // 10 mrad of commanded way
    CHECK(r.guard.signals.cause == SNW_CAUSE_FROZEN && ticks <= 23);
    rig_close(&r);
}

static void rest_with_a_count_of_noise_raises_no_alarm(void) {
    rig_open(&r, 3);
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    const long ticks = check_scaled(1000000);
    for (long k = 0; k < ticks; k++) {
        for (int i = 0; i < 3; i++)
            r.faults.offset[i] = check_int(0, 1) * 1e-4;
        rig_step(&r);
    }
    CHECK(r.guard.machine.state == SNW_ARM_ENABLED && r.guard.signals.stops == 0);
    CHECK(r.guard.signals.causes[SNW_CAUSE_FROZEN] == 0);
    // and it is seen as rest
    r.tick.demand = SNW_STOP_1;
    rig_run(&r, 100);
    CHECK(r.guard.machine.state == SNW_ARM_LATCHED);
    rig_close(&r);
}

int main(void) {
    RUN(one_bad_reading_is_passed_over_and_three_stop_the_arm);
    RUN(an_acknowledgement_that_is_refused_says_which_reading_is_wrong);
    RUN(one_jump_is_held_and_two_in_a_row_stop_the_arm);
    RUN(a_mute_drive_is_told_after_one_cycle_and_stops_the_arm);
    RUN(readings_that_say_that_they_are_old_are_stale);
    RUN(drives_that_answer_now_and_then_are_bridged);
    RUN(a_drive_that_does_not_sample_is_found_soon_while_it_moves);
    RUN(a_drive_that_samples_the_same_number_is_found_by_the_way);
    RUN(rest_with_a_count_of_noise_raises_no_alarm);
    return check_report();
}
