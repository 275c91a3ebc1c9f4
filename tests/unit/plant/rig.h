// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PLANT_RIG_H
#define SINEW_TESTS_PLANT_RIG_H

/// @file
/// Arms to be driven by a drive of the plant, tick by tick: a wheel, a pendulum, random trees, the
/// robots of models/.
///
/// Include it first.

#include "unit/model/robots.h"

#include "sinew/modelio.h"
#include "sinew/plant.h"

enum { MS = 1000000 }; ///< [ns]

typedef struct rig {
    snw_setup *setup;
    snw_robot *robot;
    compiled c;
    snw_arm arm;
    snw_drive drive;
    const snw_drive_functions *functions;
    snw_plant_signals signals;
    snw_arm_sensed sensed;
    snw_arm_command command;
    void *block;
    int64_t t_ns, dt_ns;
} rig;

// --- mechanisms ---------------------------------------------------------------------------------

/// Finishes a description: its axes.
__attribute__((unused)) static void rig_compile(rig *r) {
    CHECK(compile(r->robot, &r->c, NULL) == SNW_OK);
    CHECK(snw_arm_init(&r->arm, &r->c.model, r->robot, NULL) == SNW_OK);
}

__attribute__((unused)) static snw_actuator *add_actuator(snw_joint_description *joint,
                                                          snw_setup *setup) {
    const snw_field *field = snw_type_field(&snw_joint_description_type, "actuator");
    joint->actuator = snw_block_new(field->type, setup);
    if (joint->actuator == NULL) abort();
    return joint->actuator;
}

/// One body of mass m on a joint about x, its centre `length` below the axis, with moment I about
/// its centre. A length of 0 is a wheel. The actuator is plain.
__attribute__((unused)) static void rig_pendulum(rig *r, double mass, double length, double I) {
    *r = (rig){.setup = new_setup(), .dt_ns = MS};
    r->robot = new_robot(r->setup, "pendulum");
    (void)add_link(r->robot, r->setup, "base");
    snw_link_description *link = add_link(r->robot, r->setup, "bob");
    add_inertial(link, r->setup, mass, I)->origin.p = (snw_vec3){0, 0, -length};
    snw_joint_description *joint = add_joint(r->robot, r->setup, "swing", "base", "bob");
    joint->axis = (snw_vec3){1, 0, 0};
    joint->kind = SNW_JOINT_CONTINUOUS;
    (void)add_actuator(joint, r->setup);
}

__attribute__((unused)) static snw_actuator *rig_actuator(rig *r) {
    return r->robot->joints[0].actuator;
}

/// A robot of models/.
__attribute__((unused)) static void rig_load(rig *r, const char *path) {
    *r = (rig){.setup = new_setup(), .dt_ns = MS};
    char file[512];
    (void)snprintf(file, sizeof file, SNW_SOURCE_DIR "/models/%s", path);
    CHECK(snw_robot_load(file, NULL, r->setup, &r->robot, NULL) >= 0);
    rig_compile(r);
}

/// A random tree of joints with one coordinate each; masses and rotors everywhere, limits of 0.6
/// where there are any.
__attribute__((unused)) static void rig_tree(rig *r, int links) {
    *r = (rig){.setup = new_setup(), .dt_ns = MS};
    r->robot = random_tree(
        r->setup, (tree_options){.links = links, .only_single = true, .mimics = check_int(0, 1)});
    for (int i = 0; i < r->robot->joint_count; i++) {
        snw_actuator *drive = add_actuator(&r->robot->joints[i], r->setup);
        drive->inertia = check_real(0.01, 0.1);
        drive->gear_ratio = check_real(1, 3);
        drive->friction = check_real(0, 1);
        drive->coulomb = check_int(0, 1) ? check_real(0, 2) : 0;
        if (r->robot->joints[i].kind != SNW_JOINT_CONTINUOUS) {
            const bool follows = r->robot->joints[i].mimic != NULL;
            r->robot->joints[i].limits.lower = follows ? -1e3 : -0.6;
            r->robot->joints[i].limits.upper = follows ? 1e3 : 0.6;
        }
    }
    rig_compile(r);
}

// --- drives -------------------------------------------------------------------------------------

__attribute__((unused)) static snw_simulated_arm simulated(void) {
    snw_simulated_arm config;
    snw_block_defaults(&snw_simulated_arm_type, &config);
    return config;
}

/// Sets a number of settings for all axes.
#define SET(config, field, value) ((config)->field[0] = (value), (config)->field##_count = 1)

__attribute__((unused)) static snw_status rig_init(rig *r, const double *q, snw_arena *arena,
                                                   snw_why *why) {
    return r->functions->init(&r->drive, q, arena, why);
}

/// Puts a drive behind the arm, at q and at rest. `config` must outlive the rig.
__attribute__((unused)) static void rig_begin(rig *r, const snw_type *type, const void *config,
                                              const double *q) {
    r->functions = snw_drive_of(type);
    CHECK(r->functions != NULL);
    r->drive = (snw_drive){
        .type = type, .config = config, .arm = &r->arm, .signals = &r->signals, .seed = 7};
    snw_arena arena = {0};
    CHECK(rig_init(r, q, &arena, NULL) == SNW_ERR_MEMORY);
    r->block = exact_block(arena.needed);
    arena = snw_arena_over(r->block, arena.needed);
    CHECK(rig_init(r, q, &arena, NULL) == SNW_OK);
    r->command = (snw_arm_command){.count = r->arm.count, .enable = true};
    r->sensed = (snw_arm_sensed){0};
    r->t_ns = 0;
}

__attribute__((unused)) static void rig_mode(rig *r, snw_axis_mode mode) {
    for (int i = 0; i < r->arm.count; i++)
        r->command.mode[i] = mode;
}

__attribute__((unused)) static void rig_sense(rig *r) {
    CHECK(r->functions->sense(&r->drive, r->t_ns, &r->sensed) == SNW_OK);
}

__attribute__((unused)) static void rig_act(rig *r) {
    CHECK(r->functions->act(&r->drive, r->t_ns, r->dt_ns, &r->command) == SNW_OK);
    r->t_ns += r->dt_ns;
}

/// One tick: what is sensed is of its start, what is in the signals of its end.
__attribute__((unused)) static void rig_tick(rig *r) {
    rig_sense(r);
    rig_act(r);
}

__attribute__((unused)) static void rig_run(rig *r, double seconds) {
    const int64_t end = r->t_ns + (int64_t)(seconds * 1e9 + 0.5);
    while (r->t_ns < end)
        rig_tick(r);
}

/// A command as an operator writes it.
__attribute__((unused)) static snw_status rig_say(rig *r, const char *text, char *answer,
                                                  snw_why *why) {
    const snw_commands table = {&r->drive, "arm.drive", r->functions->commands,
                                r->functions->command_count};
    return snw_command_say(&table, text, answer, why);
}

__attribute__((unused)) static snw_status rig_tell(rig *r, const char *text) {
    char answer[SNW_COMMAND_TEXT];
    return rig_say(r, text, answer, NULL);
}

__attribute__((unused)) static void rig_end(rig *r) {
    free(r->block);
    r->block = NULL;
}

__attribute__((unused)) static void rig_free(rig *r) {
    rig_end(r);
    free(r->c.block);
    snw_setup_destroy(r->setup);
}

#endif // SINEW_TESTS_PLANT_RIG_H
