// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "../../../src/motion/plant/inside.h"

// Each kind of fault, as it shows on a simulated arm; axis 1 of two stays sound.

static rig r;
static snw_simulated_arm config;

// two wheels about parallel axes through one point: they do not feel each other
static void begin(snw_axis_mode mode) {
    r = (rig){.setup = new_setup(), .dt_ns = MS};
    r.robot = new_robot(r.setup, "wheels");
    (void)add_link(r.robot, r.setup, "base");
    const char *const names[] = {"left", "right"};
    for (int i = 0; i < 2; i++) {
        (void)add_inertial(add_link(r.robot, r.setup, names[i]), r.setup, 1, 0.5);
        snw_joint_description *joint = add_joint(r.robot, r.setup, i ? "b" : "a", "base", names[i]);
        joint->kind = SNW_JOINT_CONTINUOUS;
        joint->axis = (snw_vec3){0, 1, 0};
    }
    rig_compile(&r);
    config = simulated();
    const double q[2] = {0.1, 0.2};
    rig_begin(&r, &snw_simulated_arm_type, &config, q);
    rig_mode(&r, mode);
}

// both at 1 rad/s
static void begin_turning(void) {
    begin(SNW_AXIS_VELOCITY);
    r.command.v[0] = r.command.v[1] = 1;
    rig_run(&r, 0.5);
    CHECK_NEAR(r.signals.v[0], 1, 1e-6);
}

static void spoil(snw_plant_fault_kind kind, double value, double seconds) {
    const snw_plant_fault fault = {kind, value, seconds};
    CHECK(snw_plant_set_fault(&r.drive, 0, fault) == SNW_OK);
}

static bool has(int axis, uint32_t bits) {
    return (r.sensed.status[axis] & bits) == bits;
}

static double error_of(int axis) {
    return r.sensed.q[axis] - r.signals.q[axis];
}

// the other axis reads what it is
static void check_other(void) {
    CHECK(has(1, SNW_AXIS_FRESH | SNW_AXIS_POWERED | SNW_AXIS_ENABLED));
    CHECK(!has(1, SNW_AXIS_FAULT) && r.sensed.q[1] == r.signals.q[1]);
    CHECK(r.signals.fault[1] == SNW_PLANT_OK);
}

static void a_fault_acts_from_the_next_tick_on_and_ends_in_time(void) {
    begin_turning();
    rig_sense(&r);
    spoil(SNW_PLANT_JUMP, 0.5, 0.01);
    // this tick has been read already
    CHECK(r.signals.fault[0] == SNW_PLANT_OK);
    rig_act(&r);
    for (int n = 0; n < 12; n++) {
        rig_sense(&r);
        CHECK(r.signals.fault[0] == (n < 10 ? SNW_PLANT_JUMP : SNW_PLANT_OK));
        CHECK_NEAR(error_of(0), n < 10 ? 0.5 : 0, 1e-12);
        check_other();
        rig_act(&r);
    }
    rig_free(&r);
}

static void a_drive_that_is_off_says_so_and_needs_to_be_told_off(void) {
    begin_turning();
    spoil(SNW_PLANT_OFF, 0, 0.002);
    rig_tick(&r);
    rig_sense(&r);
    CHECK(has(0, SNW_AXIS_FAULT | SNW_AXIS_FRESH) && !has(0, SNW_AXIS_ENABLED));
    CHECK(r.sensed.code[0] == SNW_PLANT_OFF);
    // the brake has closed
    CHECK_NEAR(r.signals.v[0], 0, 1e-6);
    check_other();
    rig_run(&r, 0.01);
    // it does not come back by itself
    rig_sense(&r);
    CHECK(r.signals.fault[0] == SNW_PLANT_OK && has(0, SNW_AXIS_FAULT));
    CHECK(!has(0, SNW_AXIS_ENABLED) && r.sensed.code[0] == SNW_PLANT_OFF);
    r.command.mode[0] = SNW_AXIS_OFF;
    rig_tick(&r);
    r.command.mode[0] = SNW_AXIS_VELOCITY;
    rig_tick(&r);
    rig_sense(&r);
    CHECK(has(0, SNW_AXIS_ENABLED) && !has(0, SNW_AXIS_FAULT) && r.sensed.code[0] == 0);
    rig_free(&r);
}

static void a_stuck_sensor_stays_while_samples_go_on(void) {
    begin_turning();
    spoil(SNW_PLANT_STUCK, 0, 0);
    rig_tick(&r);
    const double q = r.sensed.q[0];
    for (int n = 0; n < 20; n++) {
        const uint32_t samples = r.sensed.samples[0];
        rig_tick(&r);
        CHECK(r.sensed.q[0] == q && r.sensed.v[0] == 0);
        CHECK(r.sensed.samples[0] == samples + 1 && has(0, SNW_AXIS_FRESH));
        CHECK(!has(0, SNW_AXIS_FAULT));
    }
    CHECK(r.signals.q[0] > q + 0.015);
    rig_free(&r);
}

static void a_frozen_drive_repeats_its_answer(void) {
    begin_turning();
    const double q = r.sensed.q[0], v = r.sensed.v[0];
    const uint32_t samples = r.sensed.samples[0];
    spoil(SNW_PLANT_FROZEN, 0, 0);
    for (int n = 0; n < 20; n++) {
        rig_tick(&r);
        CHECK(r.sensed.q[0] == q && r.sensed.v[0] == v && r.sensed.samples[0] == samples);
        CHECK(has(0, SNW_AXIS_FRESH) && r.sensed.samples[1] > samples);
    }
    rig_free(&r);
}

static void garbage_is_no_position(void) {
    begin_turning();
    spoil(SNW_PLANT_GARBAGE, 0, 0);
    int nan = 0, above = 0, below = 0, large = 0;
    for (int n = 0; n < 200; n++) {
        rig_tick(&r);
        const double q = r.sensed.q[0];
        nan += isnan(q), above += q == HUGE_VAL, below += q == -HUGE_VAL, large += q == 1e300;
        CHECK(isnan(q) || fabs(q) >= 1e300);
        // the arm itself goes on
        CHECK_NEAR(r.signals.v[0], 1, 1e-6);
    }
    CHECK(nan > 20 && above > 20 && below > 20 && large > 20);
    rig_free(&r);
}

static void a_wrong_gain_scales_the_motion_that_is_read(void) {
    begin_turning();
    spoil(SNW_PLANT_WRONG, 1.25, 0);
    rig_sense(&r);
    const double q = r.signals.q[0];
    CHECK(r.sensed.q[0] == q);
    rig_act(&r);
    for (int n = 0; n < 50; n++) {
        rig_sense(&r);
        CHECK_NEAR(r.sensed.q[0] - q, 1.25 * (r.signals.q[0] - q), 1e-12);
        CHECK_NEAR(r.sensed.v[0], 1.25 * r.signals.v[0], 1e-12);
        rig_act(&r);
    }
    rig_free(&r);
}

static void slow_answers_come_every_few_ticks(void) {
    begin_turning();
    spoil(SNW_PLANT_SLOW, 7, 0);
    int fresh = 0;
    for (int n = 0; n < 70; n++) {
        const double before = r.sensed.q[0];
        rig_sense(&r);
        fresh += has(0, SNW_AXIS_FRESH);
        CHECK(has(0, SNW_AXIS_FRESH) == (n % 7 == 0));
        CHECK(has(0, SNW_AXIS_FRESH) ? error_of(0) == 0 : r.sensed.q[0] == before);
        rig_act(&r);
    }
    CHECK(fresh == 10);
    rig_free(&r);
}

static void delayed_answers_are_of_earlier_ticks(void) {
    begin_turning();
    double truth[100];
    uint32_t samples = r.sensed.samples[0];
    spoil(SNW_PLANT_DELAYED, 6, 0);
    for (int n = 0; n < 100; n++) {
        rig_sense(&r);
        truth[n] = r.signals.q[0];
        CHECK(!has(0, SNW_AXIS_FRESH));
        CHECK(n < 6 || r.sensed.q[0] == truth[n - 6]);
        CHECK(n < 6 || r.sensed.samples[0] == samples + (uint32_t)n - 5);
        check_other();
        rig_act(&r);
    }
    rig_free(&r);
}

static void intermittent_answers_are_missing_by_chance(void) {
    begin_turning();
    spoil(SNW_PLANT_INTERMITTENT, 0.2, 0);
    int missing = 0;
    for (int n = 0; n < 5000; n++) {
        const double before = r.sensed.q[0];
        rig_sense(&r);
        missing += !has(0, SNW_AXIS_FRESH);
        CHECK(has(0, SNW_AXIS_FRESH) ? error_of(0) == 0 : r.sensed.q[0] == before);
        rig_act(&r);
    }
    // five deviations of a binomial distribution
    CHECK_NEAR(missing, 1000, 5 * sqrt(5000 * 0.2 * 0.8));
    rig_free(&r);
}

static void a_jump_is_of_one_sample(void) {
    begin_turning();
    spoil(SNW_PLANT_JUMP, -2, 0);
    for (int n = 0; n < 5; n++) {
        rig_sense(&r);
        CHECK_NEAR(error_of(0), n == 0 ? -2 : 0, 1e-12);
        rig_act(&r);
    }
    rig_free(&r);
}

static void a_drift_grows_with_time(void) {
    begin_turning();
    spoil(SNW_PLANT_DRIFT, 0.3, 0);
    for (int n = 0; n < 500; n++) {
        rig_sense(&r);
        CHECK_NEAR(error_of(0), 0.3e-3 * n, 1e-12);
        rig_act(&r);
    }
    rig_free(&r);
}

static void an_inverted_motor_turns_the_wrong_way(void) {
    begin(SNW_AXIS_EFFORT);
    spoil(SNW_PLANT_INVERT, 0, 0);
    r.command.effort[0] = r.command.effort[1] = 0.5;
    rig_run(&r, 0.1);
    CHECK_NEAR(r.signals.v[0], -0.1, 1e-9);
    CHECK_NEAR(r.signals.v[1], 0.1, 1e-9);
    rig_free(&r);
    // a loop of position runs away from its goal
    begin(SNW_AXIS_POSITION);
    spoil(SNW_PLANT_INVERT, 0, 0);
    r.command.q[0] = 0.11;
    rig_run(&r, 0.05);
    CHECK(r.signals.q[0] < 0.09);
    rig_free(&r);
}

static void a_saturated_motor_gives_no_more(void) {
    begin(SNW_AXIS_EFFORT);
    spoil(SNW_PLANT_SATURATE, 0.2, 0);
    r.command.effort[0] = r.command.effort[1] = -5;
    rig_run(&r, 0.1);
    CHECK_NEAR(r.signals.v[0], -0.2 / 0.5 * 0.1, 1e-9);
    CHECK_NEAR(r.signals.v[1], -5 / 0.5 * 0.1, 1e-9);
    rig_free(&r);
}

static void a_drive_that_refuses_keeps_its_last_command(void) {
    begin_turning();
    spoil(SNW_PLANT_REFUSE, 0, 0.5);
    rig_tick(&r);
    r.command.v[0] = r.command.v[1] = 0;
    rig_run(&r, 0.3);
    CHECK_NEAR(r.signals.v[0], 1, 1e-6);
    CHECK_NEAR(r.signals.v[1], 0, 1e-6);
    // not even to be switched off
    r.command.enable = false;
    rig_run(&r, 0.1);
    CHECK_NEAR(r.signals.v[0], 1, 1e-6);
    CHECK(has(0, SNW_AXIS_ENABLED | SNW_AXIS_FRESH) && !has(0, SNW_AXIS_FAULT));
    rig_run(&r, 0.2);
    CHECK_NEAR(r.signals.v[0], 0, 1e-6);
    rig_free(&r);
}

static void a_lost_drive_stops_by_its_own_watchdog(void) {
    begin_turning();
    rig_sense(&r);
    const uint32_t samples = r.sensed.samples[0];
    rig_act(&r);
    spoil(SNW_PLANT_LOST, 0, 0);
    for (int n = 0; n < 20; n++) {
        rig_sense(&r);
        CHECK(!has(0, SNW_AXIS_FRESH) && r.sensed.samples[0] == samples);
        check_other();
        rig_act(&r);
        // five ticks without a command, then its brake
        CHECK_NEAR(r.signals.v[0], n < 5 ? 1 : 0, 1e-6);
    }
    rig_free(&r);
}

static void a_loss_of_power_is_of_the_whole_arm(void) {
    begin_turning();
    spoil(SNW_PLANT_POWER, 0, 0);
    rig_tick(&r);
    rig_sense(&r);
    for (int i = 0; i < 2; i++) {
        CHECK(has(i, SNW_AXIS_FRESH | SNW_AXIS_FAULT));
        CHECK(!has(i, SNW_AXIS_POWERED) && !has(i, SNW_AXIS_ENABLED));
        CHECK(r.sensed.code[i] == SNW_PLANT_POWER);
        CHECK_NEAR(r.signals.v[i], 0, 1e-6);
    }
    rig_free(&r);
}

static void an_overload_is_told_before_the_drive_disables_itself(void) {
    begin_turning();
    spoil(SNW_PLANT_OVERLOAD, 0.02, 0);
    for (int n = 0; n < 30; n++) {
        rig_sense(&r);
        CHECK(has(0, SNW_AXIS_FAULT) && r.sensed.code[0] == SNW_PLANT_OVERLOAD);
        CHECK(has(0, SNW_AXIS_ENABLED) == (n <= 20));
        check_other();
        rig_act(&r);
    }
    rig_free(&r);
}

static void an_emergency_is_an_input_only(void) {
    begin_turning();
    CHECK(!r.sensed.emergency);
    spoil(SNW_PLANT_EMERGENCY, 0, 0.01);
    for (int n = 0; n < 15; n++) {
        rig_tick(&r);
        CHECK(r.sensed.emergency == (n < 10));
        CHECK_NEAR(r.signals.v[0], 1, 1e-6);
    }
    rig_free(&r);
}

static void a_brake_that_fails_lets_the_arm_fall(void) {
    rig_pendulum(&r, 2, 0.4, 0.1);
    rig_compile(&r);
    config = simulated();
    const double q = 1;
    rig_begin(&r, &snw_simulated_arm_type, &config, &q);
    r.command.enable = false;
    rig_run(&r, 0.5);
    CHECK_NEAR(r.signals.q[0], 1, 1e-8);
    spoil(SNW_PLANT_BRAKE, 0, 0.2);
    rig_run(&r, 0.1);
    CHECK(r.signals.q[0] < 0.97);
    rig_run(&r, 0.11);
    const double held = r.signals.q[0];
    rig_run(&r, 0.5);
    CHECK_NEAR(r.signals.q[0], held, 1e-6);
    rig_free(&r);
}

static void every_kind_has_a_name_a_sentence_and_a_legal_value(void) {
    begin(SNW_AXIS_EFFORT);
    for (int k = 0; k < SNW_PLANT_FAULTS; k++) {
        const snw_plant_fault_kind kind = (snw_plant_fault_kind)k;
        CHECK(strlen(snw__plant_fault_name(kind)) > 0);
        CHECK(strlen(snw__plant_fault_sentence(kind)) > 5);
        spoil(kind, snw_plant_fault_value(kind), 0);
        for (int n = 0; n < k; n++)
            CHECK(strcmp(snw__plant_fault_name(kind),
                         snw__plant_fault_name((snw_plant_fault_kind)n)) != 0);
    }
    CHECK_TEXT(snw__plant_fault_name(SNW_PLANT_FAULTS), "");
    CHECK_TEXT(snw__plant_fault_sentence((snw_plant_fault_kind)-1), "");
    rig_free(&r);
}

static void wrong_faults_are_refused(void) {
    begin(SNW_AXIS_EFFORT);
    const double nan = (double)NAN;
    const struct {
        int axis;
        snw_plant_fault fault;
        snw_status status;
    } wrong[] = {
        {-1, {SNW_PLANT_OK, 0, 0}, SNW_ERR_ARGUMENT},
        {2, {SNW_PLANT_OK, 0, 0}, SNW_ERR_ARGUMENT},
        {0, {SNW_PLANT_FAULTS, 0, 0}, SNW_ERR_ARGUMENT},
        {0, {SNW_PLANT_JUMP, nan, 0}, SNW_ERR_NOT_FINITE},
        {0, {SNW_PLANT_JUMP, HUGE_VAL, 0}, SNW_ERR_NOT_FINITE},
        {0, {SNW_PLANT_JUMP, 1, nan}, SNW_ERR_NOT_FINITE},
        {0, {SNW_PLANT_JUMP, 1, -1}, SNW_ERR_RANGE},
        {0, {SNW_PLANT_JUMP, 1e10, 0}, SNW_ERR_RANGE},
        {0, {SNW_PLANT_SLOW, 0.5, 0}, SNW_ERR_RANGE},
        {0, {SNW_PLANT_DELAYED, 64, 0}, SNW_ERR_RANGE},
        {0, {SNW_PLANT_DELAYED, -1, 0}, SNW_ERR_RANGE},
        {0, {SNW_PLANT_INTERMITTENT, 1.5, 0}, SNW_ERR_RANGE},
        {0, {SNW_PLANT_SATURATE, -1, 0}, SNW_ERR_RANGE},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(snw_plant_set_fault(&r.drive, wrong[i].axis, wrong[i].fault) == wrong[i].status);
    }
    CHECK(snw__plant_set_force(&r.drive, 2, 1, 0) == SNW_ERR_ARGUMENT);
    CHECK(snw__plant_set_force(&r.drive, 0, nan, 0) == SNW_ERR_NOT_FINITE);
    CHECK(snw__plant_set_force(&r.drive, 0, 1, -1) == SNW_ERR_RANGE);
    snw_wrench push = {{1, nan, 0}, {0, 0, 0}};
    CHECK(snw__plant_set_push(&r.drive, 0, push, 0) == SNW_ERR_NOT_FINITE);
    CHECK(snw__plant_set_push(&r.drive, 3, snw_wrench_zero(), 0) == SNW_ERR_ARGUMENT);
    CHECK(snw__plant_set_push(&r.drive, 0, snw_wrench_zero(), -2) == SNW_ERR_RANGE);
    CHECK(snw__plant_set_payload(&r.drive, 3, 1, snw_vec3_zero()) == SNW_ERR_ARGUMENT);
    CHECK(snw__plant_set_payload(&r.drive, 0, -1, snw_vec3_zero()) == SNW_ERR_RANGE);
    CHECK(snw__plant_set_payload(&r.drive, 0, nan, snw_vec3_zero()) == SNW_ERR_NOT_FINITE);
    // a drive of another module
    static const snw_type stranger = {.token = "stranger"};
    snw_drive drive = {.type = &stranger};
    CHECK(snw_plant_set_fault(&drive, 0, wrong[0].fault) == SNW_ERR_ARGUMENT);
    CHECK(snw__plant_set_force(&drive, 0, 1, 0) == SNW_ERR_ARGUMENT);
    rig_free(&r);
}

int main(void) {
    RUN(a_fault_acts_from_the_next_tick_on_and_ends_in_time);
    RUN(a_drive_that_is_off_says_so_and_needs_to_be_told_off);
    RUN(a_stuck_sensor_stays_while_samples_go_on);
    RUN(a_frozen_drive_repeats_its_answer);
    RUN(garbage_is_no_position);
    RUN(a_wrong_gain_scales_the_motion_that_is_read);
    RUN(slow_answers_come_every_few_ticks);
    RUN(delayed_answers_are_of_earlier_ticks);
    RUN(intermittent_answers_are_missing_by_chance);
    RUN(a_jump_is_of_one_sample);
    RUN(a_drift_grows_with_time);
    RUN(an_inverted_motor_turns_the_wrong_way);
    RUN(a_saturated_motor_gives_no_more);
    RUN(a_drive_that_refuses_keeps_its_last_command);
    RUN(a_lost_drive_stops_by_its_own_watchdog);
    RUN(a_loss_of_power_is_of_the_whole_arm);
    RUN(an_overload_is_told_before_the_drive_disables_itself);
    RUN(an_emergency_is_an_input_only);
    RUN(a_brake_that_fails_lets_the_arm_fall);
    RUN(every_kind_has_a_name_a_sentence_and_a_legal_value);
    RUN(wrong_faults_are_refused);
    return check_report();
}
