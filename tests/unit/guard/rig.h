// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_GUARD_RIG_H
#define SINEW_TESTS_GUARD_RIG_H

/// @file
/// An arm, its guard, drives that can be made to fail, and the judge of what they are told.
///
/// The arm hangs as a chain of turning joints, 0.3 m apart, about y and z in turn. Drives follow
/// positions and rates exactly and one tick later; efforts go through forward dynamics.
///
/// Include it first.

#include "unit/dynamics/stand.h"

#include "oracle/oracle.h"
#include "sinew/guard.h"

/// What the drives of a rig do wrong; zero is nothing.
typedef struct rig_faults {
    bool mute[SNW_AXES];     ///< no answer
    bool stuck[SNW_AXES];    ///< the same sample again
    bool dead[SNW_AXES];     ///< the drive has switched itself off
    bool inverted[SNW_AXES]; ///< moves against its command
    bool limp;               ///< follows no command
    bool power;              ///< the arm has none
    double offset[SNW_AXES]; ///< added to the reading; may be NaN
    double gain;             ///< of commanded rates; 0 is 1
    double push[SNW_AXES];   ///< efforts from outside
    uint32_t code[SNW_AXES]; ///< a fault
} rig_faults;

typedef struct rig {
    snw_setup *setup;
    compiled c;
    snw_arm arm;
    snw_guard_config config;
    snw_guard guard;
    void *block;
    oracle judge;
    double dt;
    snw_guard_tick tick; ///< for the next step; edges are taken back after it
    rig_faults faults;
    double q[SNW_AXES], v[SNW_AXES]; ///< of the arm
    bool dynamics;                   ///< efforts move the arm; else they do nothing
    snw_dyn dyn;
    void *dyn_block;
} rig;

/// The chain with `count` joints; limits are those of the model until rig_start().
__attribute__((unused)) static void rig_open(rig *r, int count) {
    memset(r, 0, sizeof *r);
    r->setup = new_setup();
    snw_robot *robot = new_robot(r->setup, "chain");
    char child[SNW_NAME], parent[SNW_NAME] = "base", name[SNW_NAME];
    (void)add_link(robot, r->setup, parent);
    for (int i = 0; i < count; i++) {
        (void)snprintf(child, sizeof child, "link%d", i + 1);
        (void)snprintf(name, sizeof name, "joint%d", i + 1);
        add_inertial(add_link(robot, r->setup, child), r->setup, 2, 0.02)->origin.p =
            snw_vec3_of(0.15, 0, 0);
        snw_joint_description *joint = add_joint(robot, r->setup, name, parent, child);
        joint->origin.p = snw_vec3_of(i == 0 ? 0 : 0.3, 0, 0);
        joint->axis = i % 2 == 0 ? snw_vec3_y(1) : snw_vec3_z(1);
        joint->limits = (snw_limits){-2, 2, 1, 5, 5, HUGE_VAL, 100};
        memcpy(parent, child, sizeof parent);
    }
    CHECK(compile(robot, &r->c, NULL) == SNW_OK);
    CHECK(snw_arm_init(&r->arm, &r->c.model, robot, NULL) == SNW_OK);
    snw_block_defaults(&snw_guard_config_type, &r->config);
    r->dt = 1e-3;
    r->dyn_block = new_dyn(&r->dyn, &r->c.model);
}

__attribute__((unused)) static void rig_close(rig *r) {
    free(r->block);
    free(r->dyn_block);
    free(r->c.block);
    snw_setup_destroy(r->setup);
}

/// Lays out the guard with r->config and the limits of r->arm.
__attribute__((unused)) static void rig_start(rig *r) {
    snw_arena arena = {0};
    snw_why why = {0};
    SNW_IGNORE(snw_guard_init(&r->guard, &r->config, &r->arm, &arena, NULL));
    free(r->block);
    r->block = exact_block(arena.needed);
    arena = snw_arena_over(r->block, arena.needed);
    const snw_status status = snw_guard_init(&r->guard, &r->config, &r->arm, &arena, &why);
    if (status != SNW_OK) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
    oracle_open(&r->judge, &r->guard.limits);
    r->tick = (snw_guard_tick){.motion_allowed = true};
}

// what the drives say
__attribute__((unused)) static void rig_sense(rig *r) {
    snw_arm_sensed *s = &r->arm.sensed;
    const snw_arm_command *command = &r->arm.command;
    s->t_ns = r->tick.t_ns;
    for (int i = 0; i < r->arm.count; i++) {
        s->status[i] &= ~(uint32_t)SNW_AXIS_FRESH;
        if (r->faults.mute[i]) continue;
        s->status[i] = SNW_AXIS_FRESH | SNW_AXIS_HOMED;
        if (command->enable && !r->faults.power) s->status[i] |= SNW_AXIS_POWERED;
        if (command->enable && !r->faults.power && !r->faults.dead[i]) {
            s->status[i] |= SNW_AXIS_ENABLED;
        }
        if (r->faults.code[i] != 0) s->status[i] |= SNW_AXIS_FAULT;
        s->code[i] = r->faults.code[i];
        if (r->faults.stuck[i]) continue;
        s->samples[i]++;
        s->q[i] = r->q[i] + r->faults.offset[i];
    }
}

__attribute__((unused)) static void rig_fall(rig *r) {
    const int steps = 4;
    double a[SNW_AXES], tau[SNW_AXES];
    for (int i = 0; i < r->arm.count; i++)
        tau[i] = r->arm.command.effort[i] + r->faults.push[i];
    for (int k = 0; k < steps; k++) {
        CHECK(snw_dyn_forward(&r->dyn, r->q, r->v, tau, NULL, a) == SNW_OK);
        for (int i = 0; i < r->arm.count; i++) {
            r->v[i] += a[i] * r->dt / steps;
            r->q[i] += r->v[i] * r->dt / steps;
        }
    }
}

// what the drives do
__attribute__((unused)) static void rig_act(rig *r) {
    const snw_arm_command *command = &r->arm.command;
    const double gain = r->faults.gain != 0 ? r->faults.gain : 1;
    const bool effort = command->mode[0] == SNW_AXIS_EFFORT;
    if (!command->enable || r->faults.limp || (effort && !r->dynamics)) {
        memset(r->v, 0, sizeof r->v);
        return;
    }
    if (effort) {
        rig_fall(r);
        return;
    }
    for (int i = 0; i < r->arm.count; i++) {
        if (r->faults.dead[i] || r->faults.mute[i]) continue;
        double way = command->q[i] - r->q[i];
        if (command->mode[i] == SNW_AXIS_VELOCITY) way = command->v[i] * r->dt;
        if (r->faults.inverted[i]) way = -command->v[i] * r->dt;
        r->v[i] = way * gain / r->dt;
        r->q[i] += way * gain;
    }
}

__attribute__((unused)) static bool rig_stopped(const rig *r) {
    const snw_stop_state state = r->guard.machine.state;
    return state != SNW_ARM_ENABLED && state != SNW_ARM_DISABLED;
}

/// One tick of drives, guard, judge and drives.
__attribute__((unused)) static void rig_step(rig *r) {
    r->tick.number++;
    r->tick.t_ns += (int64_t)(r->dt * 1e9 + 0.5);
    r->tick.dt = r->dt;
    rig_sense(r);
    snw_guard_step(&r->guard, &r->tick, &r->arm);
    const bool stopped = rig_stopped(r) || r->guard.machine.orderly;
    (void)oracle_see(&r->judge, &r->arm.command, r->dt, stopped);
    rig_act(r);
    r->tick.acknowledge = r->tick.enable = r->tick.disable = false;
    r->tick.demand = SNW_STOP_NONE;
    r->tick.demand_cause = SNW_CAUSE_NONE;
    r->tick.late = 0;
    r->tick.gap = 0;
}

__attribute__((unused)) static void rig_run(rig *r, int ticks) {
    for (int k = 0; k < ticks; k++)
        rig_step(r);
}

/// Wishes to stay: positions as commanded last, no rates, no efforts.
__attribute__((unused)) static void rig_want(rig *r, snw_axis_mode mode) {
    snw_arm_command *wanted = &r->arm.wanted;
    for (int i = 0; i < r->arm.count; i++) {
        wanted->mode[i] = mode;
        wanted->q[i] = snw_guard_position(&r->guard)[i];
        wanted->v[i] = wanted->effort[i] = 0;
    }
}

/// From the beginning to an arm that follows its wishes, which are to stay.
__attribute__((unused)) static void rig_enable(rig *r, snw_axis_mode mode) {
    rig_run(r, 3);
    r->tick.acknowledge = true;
    rig_step(r);
    CHECK(r->guard.machine.state == SNW_ARM_DISABLED);
    rig_want(r, mode);
    r->tick.enable = true;
    rig_step(r);
    CHECK(r->guard.machine.state == SNW_ARM_ENABLED);
    rig_want(r, mode);
    rig_run(r, 5);
    CHECK(r->arm.command.enable && r->arm.command.mode[0] == mode);
}

/// Nothing was wrong with what drives were told.
__attribute__((unused)) static void rig_judge(const rig *r) {
    if (!oracle_content(&r->judge)) print_error("%s\n", r->judge.text);
    CHECK(oracle_content(&r->judge));
}

/// True when the events of the last tick name this rule.
__attribute__((unused)) static bool rig_told(const rig *r, snw_cause cause) {
    for (int i = 0; i < r->guard.event_count; i++) {
        if (strcmp(r->guard.events[i].why.rule, snw_cause_rule(cause)) == 0) return true;
    }
    return false;
}

/// Moves a limit-abiding wish of one axis to q: accelerates, keeps `speed`, brakes.
__attribute__((unused)) static void rig_move(rig *r, int axis, double to, double speed,
                                             double accel) {
    snw_arm_command *wanted = &r->arm.wanted;
    double v = 0, left;
    while ((left = to - wanted->q[axis]) != 0 || v != 0) {
        const double dt = r->dt, d = accel * dt;
        double u = 2 * accel * fabs(left) / (sqrt(d * d + 2 * accel * fabs(left)) + d);
        if (fabs(left) <= d * dt) u = fabs(left) / dt;
        if (u > speed) u = speed;
        if (u > fabs(v) + d) u = fabs(v) + d;
        v = left > 0 ? u : -u;
        wanted->q[axis] = fabs(left) <= u * dt ? to : wanted->q[axis] + v * dt;
        wanted->v[axis] = v;
        rig_step(r);
        if (rig_stopped(r)) return;
        if (wanted->q[axis] == to) v = 0;
    }
    wanted->v[axis] = 0;
}

#endif // SINEW_TESTS_GUARD_RIG_H
