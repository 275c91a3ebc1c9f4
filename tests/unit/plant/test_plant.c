// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// What all three arms have in common: memory, power, refusals, the same run again.

static rig r;
static snw_ideal_arm ideal;
static snw_limited_arm limited;
static snw_simulated_arm mass;

static const snw_type *const types[] = {&snw_ideal_arm_type, &snw_limited_arm_type,
                                        &snw_simulated_arm_type};
static void *const configs[] = {&ideal, &limited, &mass};

static const double start[SNW_AXES] = {0, -0.7, 0, -2.3, 0, 1.6, 0.8};

static void set_up(void) {
    rig_load(&r, "panda/panda.xml");
    for (int k = 0; k < 3; k++)
        snw_block_defaults(types[k], configs[k]);
}

// runs every init at each capacity up to what it needs
static void memory_is_asked_for_exactly(void) {
    set_up();
    for (int k = 0; k < 4; k++) {
        const int kind = k < 3 ? k : 2;
        if (k == 3) mass.integrator = SNW_PLANT_RK4;
        r.functions = snw_drive_of(types[kind]);
        r.drive = (snw_drive){.type = types[kind], .config = configs[kind], .arm = &r.arm};
        snw_arena measure = {0};
        CHECK(rig_init(&r, start, &measure, NULL) == SNW_ERR_MEMORY);
        for (size_t capacity = 0; capacity <= measure.needed; capacity++) {
            void *block = exact_block(capacity);
            snw_arena arena = snw_arena_over(block, capacity);
            const snw_status expected = capacity < measure.needed ? SNW_ERR_MEMORY : SNW_OK;
            CHECK(rig_init(&r, start, &arena, NULL) == expected);
            CHECK(arena.needed == measure.needed);
            free(block);
        }
    }
    rig_free(&r);
}

// Power comes at once, brakes open after the delay; the arm does not follow before.
static void an_arm_follows_when_its_power_is_up(void) {
    set_up();
    ideal.power_ticks = limited.power_ticks = mass.power_ticks = 5;
    for (int k = 0; k < 3; k++) {
        rig_begin(&r, types[k], configs[k], start);
        rig_mode(&r, SNW_AXIS_POSITION);
        memcpy(r.command.q, start, sizeof r.command.q);
        r.command.enable = false;
        rig_run(&r, 0.01);
        CHECK(!(r.sensed.status[0] & (SNW_AXIS_POWERED | SNW_AXIS_ENABLED)));
        r.command.enable = true;
        r.command.q[0] = 0.01;
        for (int n = 0; n < 10; n++) {
            rig_tick(&r);
            const uint32_t status = r.sensed.status[0];
            CHECK(!!(status & SNW_AXIS_POWERED) == (n >= 1));
            CHECK(!!(status & SNW_AXIS_ENABLED) == (n >= 6));
            CHECK(status & SNW_AXIS_SIMULATED && status & SNW_AXIS_FRESH);
            CHECK(status & SNW_AXIS_HOMED && !(status & SNW_AXIS_FAULT));
            CHECK((fabs(r.signals.q[0]) > 1e-6) == (n >= 5));
        }
        // an axis that is off, off by itself
        r.command.mode[1] = SNW_AXIS_OFF;
        rig_tick(&r);
        rig_sense(&r);
        CHECK(!(r.sensed.status[1] & SNW_AXIS_ENABLED) && r.sensed.status[0] & SNW_AXIS_ENABLED);
        rig_end(&r);
    }
    rig_free(&r);
}

static void commands_that_are_none_are_refused_and_change_nothing(void) {
    set_up();
    for (int k = 0; k < 3; k++) {
        rig_begin(&r, types[k], configs[k], start);
        rig_mode(&r, SNW_AXIS_POSITION);
        memcpy(r.command.q, start, sizeof r.command.q);
        rig_run(&r, 0.01);
        const snw_arm_command good = r.command;
        const snw_plant_signals before = r.signals;
        const double wrong[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
        for (int w = 0; w < 3; w++) {
            for (int part = 0; part < 3; part++) {
                r.command = good;
                double *const numbers[] = {r.command.q, r.command.v, r.command.effort};
                numbers[part][3] = wrong[w];
                CHECK(r.functions->act(&r.drive, r.t_ns, MS, &r.command) == SNW_ERR_NOT_FINITE);
            }
        }
        r.command = good;
        r.command.mode[2] = (snw_axis_mode)17;
        CHECK(r.functions->act(&r.drive, r.t_ns, MS, &r.command) < 0);
        r.command = good;
        r.command.count = 6;
        CHECK(r.functions->act(&r.drive, r.t_ns, MS, &r.command) == SNW_ERR_SIZE);
        CHECK(r.functions->act(&r.drive, r.t_ns, 0, &good) == SNW_ERR_RANGE);
        CHECK(r.functions->act(&r.drive, r.t_ns, -1, &good) == SNW_ERR_RANGE);
        for (int i = 0; i < 7; i++)
            CHECK(before.q[i] == r.signals.q[i] && before.v[i] == r.signals.v[i]);
        rig_end(&r);
    }
    rig_free(&r);
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ b[i]) * UINT64_C(1099511628211);
    return hash;
}

// a run with noise, friction, commands and faults, as one number
static uint64_t run_of(int k, uint64_t seed) {
    rig_begin(&r, types[k], configs[k], start);
    r.drive.seed = seed;
    rig_mode(&r, SNW_AXIS_POSITION);
    CHECK(rig_tell(&r, "fault 3 intermittent 0.5") == SNW_OK);
    CHECK(rig_tell(&r, "fault 5 garbage") == SNW_OK);
    uint64_t hash = 1;
    for (int n = 0; n < 500; n++) {
        for (int i = 0; i < 7; i++) {
            r.command.q[i] = start[i] + 0.1 * sin(0.01 * n);
            r.command.v[i] = sin(0.01 * n);
        }
        rig_tick(&r);
        hash = hash_bytes(hash, r.sensed.q, sizeof(double) * 7);
        hash = hash_bytes(hash, r.sensed.status, sizeof(uint32_t) * 7);
        hash = hash_bytes(hash, r.signals.q, sizeof(double) * 7);
        hash = hash_bytes(hash, r.signals.dry, sizeof(double) * 7);
    }
    rig_end(&r);
    return hash;
}

static void the_same_seed_gives_the_same_run_to_the_last_bit(void) {
    set_up();
    SET(&mass, dry, 0.5);
    SET(&mass.sensor, noise, 1e-4);
    SET(&mass.sensor, counts, 4096);
    for (int k = 0; k < 3; k++) {
        CHECK(run_of(k, 1) == run_of(k, 1));
        CHECK(run_of(k, 1) != run_of(k, 2));
    }
    rig_free(&r);
}

int main(void) {
    RUN(memory_is_asked_for_exactly);
    RUN(an_arm_follows_when_its_power_is_up);
    RUN(commands_that_are_none_are_refused_and_change_nothing);
    RUN(the_same_seed_gives_the_same_run_to_the_last_bit);
    return check_report();
}
