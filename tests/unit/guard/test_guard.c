// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static rig r;

static void the_tables_are_well_formed(void) {
    snw_why why = {0};
    CHECK(snw_type_check(&snw_guard_config_type, &why) == SNW_OK);
    CHECK(snw_type_check(&snw_guard_signals_type, &why) == SNW_OK);
    CHECK(snw_type_is_flat(&snw_guard_config_type) && snw_type_is_flat(&snw_guard_signals_type));
    snw_guard_config config;
    snw_block_defaults(&snw_guard_config_type, &config);
    CHECK(snw_block_check(&snw_guard_config_type, &config, "guard", NULL) == SNW_OK);
}

// spec: rccl:SAF-05
static void every_cause_has_its_own_name_and_sentence(void) {
    for (int a = 0; a < SNW_CAUSES; a++) {
        for (int b = 0; b < a; b++) {
            CHECK(strcmp(snw_cause_rule((snw_cause)a), snw_cause_rule((snw_cause)b)) != 0);
            CHECK(strcmp(snw_cause_sentence((snw_cause)a), snw_cause_sentence((snw_cause)b)) != 0);
        }
        if (a > 0) CHECK(snw_cause_class((snw_cause)a) != SNW_STOP_NONE);
    }
    CHECK_TEXT(snw_cause_rule(SNW_CAUSE_FOLLOWING), "following");
    CHECK_TEXT(snw_cause_rule((snw_cause)-1), "");
    CHECK(snw_cause_class((snw_cause)SNW_CAUSES) == SNW_STOP_NONE);
}

static void an_arena_below_the_measured_size_is_refused(void) {
    rig_open(&r, 2);
    snw_arena arena = {0};
    CHECK(snw_guard_init(&r.guard, &r.config, &r.arm, &arena, NULL) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t capacity = 0; capacity <= needed; capacity++) {
        void *block = exact_block(capacity);
        arena = snw_arena_over(block, capacity);
        const snw_status status = snw_guard_init(&r.guard, &r.config, &r.arm, &arena, NULL);
        CHECK(status == (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
        CHECK(arena.needed == needed);
        free(block);
    }
    rig_close(&r);
}

static void a_setting_that_cannot_be_is_refused_by_name(void) {
    rig_open(&r, 1);
    snw_why why = {0};
    snw_arena arena = {0};
    r.config.standstill = (double)NAN;
    CHECK(snw_guard_init(&r.guard, &r.config, &r.arm, &arena, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.subject, "standstill");
    rig_close(&r);
}

static void ordinary_wishes_pass_bit_for_bit(void) {
    rig_open(&r, 7);
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    // sines from rest, within all limits
    for (int k = 0; k < 5000; k++) {
        const double t = k * r.dt, soft = t < 1 ? t * t * (3 - 2 * t) : 1;
        for (int i = 0; i < 7; i++) {
            const double w = 0.7 + 0.2 * i;
            r.arm.wanted.q[i] = soft * 0.4 * sin(w * t);
            r.arm.wanted.v[i] = soft * 0.4 * w * cos(w * t);
        }
        rig_step(&r);
        CHECK(memcmp(r.arm.command.q, r.arm.wanted.q, 7 * sizeof(double)) == 0);
        CHECK(memcmp(r.arm.command.v, r.arm.wanted.v, 7 * sizeof(double)) == 0);
    }
    CHECK(r.guard.signals.clamps == 0 && r.guard.signals.refusals == 0);
    CHECK(r.guard.signals.stops == 0 && r.guard.event_count == 0);
    rig_judge(&r);
    rig_close(&r);
}

static void nothing_moves_before_it_is_acknowledged_and_enabled(void) {
    rig_open(&r, 3);
    r.q[1] = 0.4;
    rig_start(&r);
    for (int k = 0; k < 100; k++) {
        for (int i = 0; i < 3; i++) {
            r.arm.wanted.mode[i] = SNW_AXIS_POSITION;
            r.arm.wanted.q[i] = check_real(-2, 2);
        }
        r.tick.enable = k % 2 == 1;
        rig_step(&r);
        CHECK(!r.arm.command.enable && r.arm.command.mode[0] == SNW_AXIS_OFF);
        CHECK(r.guard.machine.state == SNW_ARM_LATCHED);
        CHECK_NEAR(r.arm.command.q[1], 0.4, 0);
    }
    rig_judge(&r);
    rig_close(&r);
}

// spec: rccl:SAF-07
static void the_emergency_stop_stops_and_switches_off(void) {
    rig_open(&r, 3);
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    r.arm.wanted.v[0] = 0;
    for (int k = 0; k < 400; k++) {
        r.arm.wanted.q[0] += (k < 200 ? k : 200) * 5e-6;
        rig_step(&r);
    }
    CHECK_NEAR(r.v[0], 1, 1e-9);
    r.arm.sensed.emergency = true;
    rig_step(&r);
    // in the same sample
    CHECK(r.guard.machine.state == SNW_ARM_STOPPING && r.guard.machine.active == SNW_STOP_1);
    CHECK(r.guard.signals.cause == SNW_CAUSE_EMERGENCY);
    CHECK_TEXT(r.guard.first.rule, "emergency");
    CHECK(fabs(r.v[0]) < 1);
    // 1 rad/s at 5 rad/s^2: 0.2 s, and what the filter of rates takes to see rest
    rig_run(&r, 205);
    CHECK_NEAR(r.v[0], 0, 1e-12);
    rig_run(&r, 100);
    CHECK(r.guard.machine.state == SNW_ARM_LATCHED && !r.arm.command.enable);
    // it cannot be acknowledged while it is pressed
    r.tick.acknowledge = true;
    rig_step(&r);
    CHECK(r.guard.machine.state == SNW_ARM_LATCHED);
    r.arm.sensed.emergency = false;
    rig_step(&r);
    r.tick.acknowledge = true;
    rig_step(&r);
    CHECK(r.guard.machine.state == SNW_ARM_DISABLED);
    rig_judge(&r);
    rig_close(&r);
}

static void an_emergency_stop_of_class_0_takes_power_away_at_once(void) {
    rig_open(&r, 2);
    r.config.emergency = SNW_STOP_0;
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    r.arm.sensed.emergency = true;
    rig_step(&r);
    CHECK(!r.arm.command.enable && r.guard.machine.active == SNW_STOP_0);
    rig_judge(&r);
    rig_close(&r);
}

static void an_orderly_end_stops_and_latches_nothing(void) {
    rig_open(&r, 2);
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    for (int k = 0; k < 100; k++) {
        r.arm.wanted.q[0] += k * 5e-6;
        rig_step(&r);
    }
    r.tick.disable = true;
    rig_run(&r, 300);
    CHECK(r.guard.machine.state == SNW_ARM_DISABLED && !r.arm.command.enable);
    CHECK(r.guard.signals.stops == 0 && r.guard.signals.cause == SNW_CAUSE_NONE);
    rig_judge(&r);
    rig_close(&r);
}

static void a_stop_has_one_first_cause_and_counts_the_others(void) {
    rig_open(&r, 3);
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    r.tick.demand = SNW_STOP_2;
    r.tick.demand_cause = SNW_CAUSE_COMPONENT;
    rig_step(&r);
    const uint64_t tick = r.tick.number;
    r.faults.code[1] = 77;
    rig_run(&r, 300);
    CHECK(r.guard.signals.cause == SNW_CAUSE_COMPONENT && r.guard.signals.cause_tick == tick);
    CHECK_TEXT(r.guard.first.rule, "component");
    CHECK(r.guard.signals.causes[SNW_CAUSE_COMPONENT] == 1);
    CHECK(r.guard.signals.causes[SNW_CAUSE_DRIVE] == 1);
    CHECK(r.guard.machine.active == SNW_STOP_1 && r.guard.machine.state == SNW_ARM_LATCHED);
    CHECK(r.guard.signals.stops == 1); // the same stop, made more severe, which says by what
    CHECK(r.guard.signals.harder == SNW_CAUSE_DRIVE && r.guard.signals.harder_tick > tick);
    CHECK_TEXT(r.guard.harder.rule, "drive");
    r.faults.code[1] = 0;
    rig_step(&r);
    r.tick.acknowledge = true;
    rig_step(&r);
    CHECK(r.guard.signals.cause == SNW_CAUSE_NONE && r.guard.signals.axis == -1);
    CHECK(r.guard.signals.harder == SNW_CAUSE_NONE && r.guard.harder.code == SNW_OK);
    rig_close(&r);
}

static void until_drives_follow_the_command_is_where_the_arm_is(void) {
    rig_open(&r, 2);
    rig_start(&r);
    rig_run(&r, 3);
    r.tick.acknowledge = true;
    rig_step(&r);
    r.tick.enable = true;
    r.faults.dead[0] = r.faults.dead[1] = true;
    rig_step(&r);
    // brakes open one after the other; the arm gives way a little meanwhile
    for (int k = 0; k < 50; k++) {
        r.q[1] += 1e-5;
        r.faults.dead[0] = k < 20;
        rig_want(&r, SNW_AXIS_POSITION);
        rig_step(&r);
        CHECK(r.arm.command.enable);
        CHECK_NEAR(r.arm.command.q[1], r.arm.sensed.q[1], 3e-5);
    }
    r.faults.dead[1] = false;
    rig_want(&r, SNW_AXIS_POSITION);
    const double at = r.arm.command.q[1];
    rig_run(&r, 10);
    CHECK_NEAR(r.arm.command.q[1], at, 1e-4);
    CHECK(r.guard.machine.state == SNW_ARM_ENABLED && r.guard.signals.refusals == 0);
    rig_judge(&r);
    rig_close(&r);
}

static void an_arm_that_is_not_homed_is_not_enabled_where_that_is_asked(void) {
    rig_open(&r, 2);
    r.config.home_required = true;
    rig_start(&r);
    rig_run(&r, 3);
    r.tick.acknowledge = true;
    rig_step(&r);
    for (int homed = 0; homed < 2; homed++) {
        rig_step(&r);
        r.tick.enable = true;
        r.tick.number++;
        r.tick.dt = r.dt;
        rig_sense(&r);
        if (!homed) r.arm.sensed.status[1] &= ~(uint32_t)SNW_AXIS_HOMED;
        snw_guard_step(&r.guard, &r.tick, &r.arm);
        CHECK(r.arm.command.enable == (homed == 1));
        r.tick.enable = false;
    }
    rig_close(&r);
}

int main(void) {
    RUN(the_tables_are_well_formed);
    RUN(every_cause_has_its_own_name_and_sentence);
    RUN(an_arena_below_the_measured_size_is_refused);
    RUN(a_setting_that_cannot_be_is_refused_by_name);
    RUN(ordinary_wishes_pass_bit_for_bit);
    RUN(nothing_moves_before_it_is_acknowledged_and_enabled);
    RUN(the_emergency_stop_stops_and_switches_off);
    RUN(an_emergency_stop_of_class_0_takes_power_away_at_once);
    RUN(an_orderly_end_stops_and_latches_nothing);
    RUN(a_stop_has_one_first_cause_and_counts_the_others);
    RUN(until_drives_follow_the_command_is_where_the_arm_is);
    RUN(an_arm_that_is_not_homed_is_not_enabled_where_that_is_asked);
    return check_report();
}
