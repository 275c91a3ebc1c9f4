// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "../../../src/motion/servo/inside.h"

// The tables of all laws, and the memory that they lay out.

static rig r;

static const snw_type *const configs[] = {&snw_pd_config_type,
                                          &snw_pid_config_type,
                                          &snw_gravity_term_config_type,
                                          &snw_friction_term_config_type,
                                          &snw_computed_torque_config_type,
                                          &snw_feedforward_config_type,
                                          &snw_impedance_config_type,
                                          &snw_zero_gravity_config_type,
                                          &snw_rate_estimate_config_type,
                                          &snw_setpoint_filter_config_type,
                                          &snw_hold_config_type,
                                          &snw_tip_force_config_type,
                                          &snw_wall_config_type,
                                          &snw_bumpless_config_type,
                                          &snw_payload_type};
static const snw_type *const signals[] = {&snw_servo_term_type,        &snw_pd_signals_type,
                                          &snw_pid_signals_type,       &snw_computed_signals_type,
                                          &snw_impedance_signals_type, &snw_wall_signals_type,
                                          &snw_bumpless_signals_type};

enum { CONFIGS = sizeof configs / sizeof *configs, SIGNALS = sizeof signals / sizeof *signals };

static void tables_are_sound_and_flat(void) {
    for (int k = 0; k < CONFIGS + SIGNALS; k++) {
        const snw_type *type = k < CONFIGS ? configs[k] : signals[k - CONFIGS];
        snw_why why;
        if (snw_type_check(type, &why) != SNW_OK) print_error("%s: %s\n", why.subject, why.text);
        CHECK(snw_type_check(type, NULL) == SNW_OK);
        CHECK(snw_type_is_flat(type));
        for (int i = 0; i < type->field_count; i++)
            CHECK(type->fields[i].role == (k < CONFIGS ? SNW_PARAMETER : SNW_SIGNAL));
    }
}

static void defaults_are_legal(void) {
    for (int k = 0; k < CONFIGS; k++) {
        void *config = exact_block(configs[k]->size);
        snw_block_defaults(configs[k], config);
        CHECK(snw_block_check(configs[k], config, "law", NULL) == SNW_OK);
        free(config);
    }
}

// a gain among several changes while the loop runs; how many there are does not
static void gains_are_live_and_their_number_is_not(void) {
    snw_pid_config c;
    snw_live live;
    snw_block_defaults(&snw_pid_config_type, &c);
    c.kp_count = 3;
    c.kp[0] = 1;
    c.kp[1] = 2;
    c.kp[2] = 3;
    snw_arena arena = {0};
    SNW_IGNORE(snw_live_init(&live, &snw_pid_config_type, &c, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_live_init(&live, &snw_pid_config_type, &c, &arena) == SNW_OK);
    c.kp[1] = 20;
    CHECK(snw_live_publish(&live, &c, SNW_LIVE, NULL) == SNW_OK);
    CHECK(snw_live_update(&live));
    CHECK(((const snw_pid_config *)snw_live_block(&live))->kp[1] == 20);
    c.kp[1] = -1;
    CHECK(snw_failed(snw_live_publish(&live, &c, SNW_LIVE, NULL)));
    c.kp[1] = 20;
    c.kp_count = 1;
    CHECK(snw_failed(snw_live_publish(&live, &c, SNW_LIVE, NULL)));
    free(block);
}

// --- memory -------------------------------------------------------------------------------------

typedef snw_status init_fn(snw_arena *arena);

#define INIT_FUNCTION(name, function)                                                              \
    static snw_status init_##name(snw_arena *arena) {                                              \
        static snw_##name law;                                                                     \
        static snw_##name##_config config;                                                         \
        snw_block_defaults(&snw_##name##_config_type, &config);                                    \
        return (function)(&law, &config, &r.arm, arena);                                           \
    }
INIT_FUNCTION(gravity_term, snw_gravity_term_law.init)
INIT_FUNCTION(computed_torque, snw_computed_torque_law.init)
INIT_FUNCTION(feedforward, snw_feedforward_law.init)
INIT_FUNCTION(impedance, snw_impedance_law.init)
INIT_FUNCTION(zero_gravity, snw_zero_gravity_law.init)
INIT_FUNCTION(rate_estimate, snw_rate_estimate_init)
INIT_FUNCTION(tip_force, snw_tip_force_law.init)
INIT_FUNCTION(wall, snw_wall_law.init)

static snw_status init_motors(snw_arena *arena) {
    static snw_motors motors;
    return snw__motors_init(&motors, &r.arm, arena);
}

static void every_law_fits_exactly_what_it_measures(void) {
    init_fn *const inits[] = {
        init_gravity_term, init_computed_torque, init_feedforward, init_impedance,
        init_zero_gravity, init_rate_estimate,   init_tip_force,   init_wall,
        init_motors};
    rig_chain(&r, 2, SNW_JOINT_CONTINUOUS, 1);
    for (int k = 0; k < 9; k++) {
        snw_arena measure = {0};
        CHECK(inits[k](&measure) == SNW_ERR_MEMORY);
        CHECK(measure.needed > 0);
        for (size_t capacity = 0; capacity <= measure.needed; capacity++) {
            void *block = exact_block(capacity);
            snw_arena arena = snw_arena_over(block, capacity);
            CHECK(inits[k](&arena) == (capacity < measure.needed ? SNW_ERR_MEMORY : SNW_OK));
            CHECK(arena.needed == measure.needed);
            free(block);
        }
    }
    rig_tear_down(&r);
}

int main(void) {
    RUN(tables_are_sound_and_flat);
    RUN(defaults_are_legal);
    RUN(gains_are_live_and_their_number_is_not);
    RUN(every_law_fits_exactly_what_it_measures);
    return check_report();
}
