// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_INTERLOCK_RIG_H
#define SINEW_TESTS_INTERLOCK_RIG_H

/// @file
/// Arms of a cell with their guards, drives that follow a little late, an interlock, and a judge of
/// how near the real bodies come.
///
/// Include it first.

#include "unit/collision/worlds.h"

#include "sinew/guard.h"
#include "sinew/interlock/lock.h"

enum { RIG_ARMS = 4, RIG_AXES = 8 };

/// One arm, a table, a ball and a box that it may not enter.
#define ONE_ARM(rules)                                                                             \
    CELL("<mechanisms>" ARM TABLE_AND_BALL "</mechanisms><members>"                                \
         "<member name=\"arm\" mechanism=\"arm\"/>"                                                \
         "<member name=\"table\" mechanism=\"table\"><origin xyz=\"0.5 -0.6 -0.3\"/></member>"     \
         "<member name=\"ball\" mechanism=\"ball\"><origin xyz=\"0 0 "                             \
         "3\"/></member></members>" RULES(rules))
#define DOOR "<boxes><box name=\"door\" low=\"0.5 0.5 -1\" high=\"0.52 1 1\"/></boxes>"

typedef struct rig_arm {
    snw_arm arm;
    snw_guard guard;
    snw_guard_tick tick;
    int member;
    unsigned char *block, *copy; // of the guard, and of both for a second step
    size_t size;
    double q[RIG_AXES]; // of the real arm
    double goal[RIG_AXES], v[RIG_AXES];
    double speed; // of its program
    int waits;    // ticks until it goes on
    int stops, taken;
    double bias; ///< of the real axis 0 against what its drive reaches
    const double
        *lock_q; ///< where axis 0 is whatever its drive is told; NULL for a drive that obeys
} rig_arm;

typedef struct rig {
    scene s;
    rig_arm arms[RIG_ARMS];
    int count;
    snw_interlock_arm watched[RIG_ARMS];
    snw_interlock_config config;
    snw_interlock lock;
    snw_collision judge;
    snw_system_state real;
    double dt, lag; ///< lag: part of the way to the command that drives are behind, 0 to 1
    uint64_t number;
    int most_queries;
    uint64_t named;  ///< bits of the arms that the interlock named first of all
    const char *off; ///< what is left out, to see that it is needed
} rig;

__attribute__((unused)) static void rig_guard(rig *r, rig_arm *a) {
    snw_guard_config config;
    snw_block_defaults(&snw_guard_config_type, &config);
    config.following_time = 10;
    config.following_rest = config.following_full = 1;
    snw_arena arena = {0};
    snw_why why = {0};
    SNW_IGNORE(snw_guard_init(&a->guard, &config, &a->arm, &arena, NULL));
    a->size = arena.needed;
    a->block = snw_setup_take(r->s.setup, a->size, SNW_ARENA_ALIGN);
    a->copy = snw_setup_take(r->s.setup, a->size + sizeof a->guard, SNW_ARENA_ALIGN);
    arena = snw_arena_over(a->block, a->size);
    const snw_status status = snw_guard_init(&a->guard, &config, &a->arm, &arena, &why);
    if (snw_failed(status)) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
    a->tick = (snw_guard_tick){.motion_allowed = true, .dt = r->dt};
}

/// Reads a cell; `names` are the members that are arms, separated by blanks.
__attribute__((unused)) static void rig_open(rig *r, const char *cell, const char *names) {
    memset(r, 0, sizeof *r);
    r->dt = 1e-3;
    open_scene(&r->s, cell);
    snw_block_defaults(&snw_interlock_config_type, &r->config);
    char list[256];
    snw_copy_text(list, sizeof list, names);
    for (char *name = strtok(list, " "); name != NULL; name = strtok(NULL, " ")) {
        rig_arm *a = &r->arms[r->count++];
        a->member = snw_system_find(&r->s.system, name);
        CHECK(a->member >= 0);
        const snw_system_member *member = &r->s.system.members[a->member];
        snw_why why = {0};
        CHECK(snw_arm_init(&a->arm, member->model, r->s.system.mechanisms[member->mechanism].robot,
                           &why) == SNW_OK);
        a->arm.name = member->name;
        a->speed = 1;
    }
    look_around(&r->s, &r->judge);
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_state_init(&r->real, &r->s.system, &arena));
    arena = room_for(r->s.setup, arena.needed);
    CHECK(snw_system_state_init(&r->real, &r->s.system, &arena) == SNW_OK);
}

__attribute__((unused)) static void rig_close(rig *r) {
    close_scene(&r->s);
}

/// Guards and interlock, with the arms where the state of the scene has them.
__attribute__((unused)) static void rig_start(rig *r) {
    memcpy(r->real.q, r->s.state.q, (size_t)r->s.system.nq * sizeof *r->real.q);
    for (int k = 0; k < r->count; k++) {
        rig_arm *a = &r->arms[k];
        rig_guard(r, a);
        const double *q = r->s.state.q + r->s.system.members[a->member].q_index;
        for (int i = 0; i < a->arm.count; i++)
            a->q[i] = a->goal[i] = q[a->arm.q_index[i]];
        r->watched[k] = (snw_interlock_arm){a->member, &a->guard, &a->arm};
    }
    snw_arena arena = {0};
    snw_why why = {0};
    const snw_interlock_cell cell = {&r->s.world, &r->config, r->watched, r->count};
    SNW_IGNORE(snw_interlock_init(&r->lock, &cell, &arena, NULL));
    const size_t needed = arena.needed;
    arena = room_for(r->s.setup, needed);
    CHECK(snw_interlock_init(&r->lock, &cell, &arena, &why) == SNW_OK);
    CHECK(arena.needed == needed);
}

// what drives say
__attribute__((unused)) static void rig_sense(rig *r, rig_arm *a) {
    snw_arm_sensed *s = &a->arm.sensed;
    s->t_ns = (int64_t)r->number * 1000000;
    for (int i = 0; i < a->arm.count; i++) {
        s->status[i] = SNW_AXIS_FRESH | SNW_AXIS_HOMED;
        if (a->arm.command.enable) s->status[i] |= SNW_AXIS_POWERED | SNW_AXIS_ENABLED;
        s->samples[i]++;
        s->q[i] = a->q[i];
        r->real.q[r->s.system.members[a->member].q_index + a->arm.q_index[i]] = a->q[i];
    }
}

__attribute__((unused)) static bool rig_left_out(const rig *r, const char *what) {
    return r->off != NULL && strcmp(r->off, what) == 0;
}

__attribute__((unused)) static void rig_step_guard(rig_arm *a) {
    memcpy(a->copy, &a->guard, sizeof a->guard);
    memcpy(a->copy + sizeof a->guard, a->block, a->size);
    snw_guard_step(&a->guard, &a->tick, &a->arm);
}

// takes commands back until all that are left are proven
__attribute__((unused)) static void rig_lock(rig *r) {
    int rounds = 0;
    for (uint64_t arms; (arms = snw_interlock_step(&r->lock, &r->real)) != 0;) {
        CHECK(++rounds <= r->count);
        if (r->named == 0) r->named = arms;
        for (int k = 0; k < r->count; k++) {
            rig_arm *a = &r->arms[k];
            if ((arms >> k & 1) == 0) continue;
            a->taken++;
            memcpy(&a->guard, a->copy, sizeof a->guard);
            memcpy(a->block, a->copy + sizeof a->guard, a->size);
            a->tick.demand = SNW_STOP_2;
            a->tick.demand_cause = SNW_CAUSE_CLEARANCE;
            a->tick.demand_why = &r->lock.reasons[k];
            snw_guard_step(&a->guard, &a->tick, &a->arm);
            CHECK(a->guard.machine.state == SNW_ARM_STOPPING ||
                  a->guard.machine.state == SNW_ARM_HELD);
        }
        if (rig_left_out(r, "again")) break;
    }
    if (r->lock.foresight.looks > r->most_queries) r->most_queries = r->lock.foresight.looks;
}

__attribute__((unused)) static void rig_act(const rig *r, rig_arm *a) {
    if (!a->arm.command.enable) return;
    for (int i = 0; i < a->arm.count; i++)
        a->q[i] = a->arm.command.q[i] + r->lag * (a->q[i] - a->arm.command.q[i]);
    a->q[0] += a->bias;
    if (a->lock_q != NULL) a->q[0] = *a->lock_q;
}

/// One tick of drives, guards, interlock and drives.
__attribute__((unused)) static void rig_step(rig *r) {
    r->number++;
    for (int k = 0; k < r->count; k++) {
        rig_arm *a = &r->arms[k];
        rig_sense(r, a);
        a->tick.number = r->number;
        a->tick.t_ns = a->arm.sensed.t_ns;
        rig_step_guard(a);
    }
    if (!rig_left_out(r, "interlock")) rig_lock(r);
    for (int k = 0; k < r->count; k++) {
        rig_arm *a = &r->arms[k];
        rig_act(r, a);
        a->tick.acknowledge = a->tick.enable = false;
        a->tick.demand = SNW_STOP_NONE;
        a->tick.demand_cause = SNW_CAUSE_NONE;
        a->tick.demand_why = NULL;
    }
}

__attribute__((unused)) static void rig_run(rig *r, int ticks) {
    for (int i = 0; i < ticks; i++)
        rig_step(r);
}

// wishes to stay where it is commanded to be
__attribute__((unused)) static void rig_stay(rig_arm *a) {
    for (int i = 0; i < a->arm.count; i++) {
        a->arm.wanted.mode[i] = SNW_AXIS_POSITION;
        a->arm.wanted.q[i] = a->arm.command.q[i];
        a->arm.wanted.v[i] = a->v[i] = 0;
    }
}

/// All arms follow their wishes, which are to stay.
__attribute__((unused)) static void rig_enable(rig *r) {
    rig_run(r, 3);
    for (int k = 0; k < r->count; k++)
        r->arms[k].tick.acknowledge = true;
    rig_step(r);
    for (int k = 0; k < r->count; k++) {
        rig_stay(&r->arms[k]);
        r->arms[k].tick.enable = true;
    }
    rig_step(r);
    for (int k = 0; k < r->count; k++)
        rig_stay(&r->arms[k]);
    rig_run(r, 5);
    for (int k = 0; k < r->count; k++)
        CHECK(r->arms[k].guard.machine.state == SNW_ARM_ENABLED);
}

/// One tick of the program of an arm: every axis goes to its goal as fast as `speed` allows. True
/// when it is there.
__attribute__((unused)) static bool rig_go(const rig *r, rig_arm *a) {
    bool there = true;
    for (int i = 0; i < a->arm.count; i++) {
        const snw_arm_limits *limits = &a->guard.limits;
        const double accel = 0.9 * fmin(limits->acceleration[i], limits->deceleration[i]);
        const double left = a->goal[i] - a->arm.command.q[i], d = accel * r->dt;
        double u = 2 * accel * fabs(left) / (sqrt(d * d + 2 * accel * fabs(left)) + d);
        u = fmin(u, 0.99 * a->speed * limits->velocity[i]);
        double v = left > 0 ? u : -u;
        v = fmin(fmax(v, a->v[i] - d), a->v[i] + d);
        a->v[i] = v;
        a->arm.wanted.q[i] = a->arm.command.q[i] + v * r->dt;
        a->arm.wanted.v[i] = v;
        there = there && fabs(left) < 1e-4;
    }
    return there;
}

/// How much the real bodies have left above what they must keep, at most 0.1 m; by a view of its
/// own.
__attribute__((unused)) static double rig_left(rig *r, snw_near *nearest) {
    for (int k = 0; k < r->count; k++) {
        const rig_arm *a = &r->arms[k];
        for (int i = 0; i < a->arm.count; i++)
            r->real.q[r->s.system.members[a->member].q_index + a->arm.q_index[i]] = a->q[i];
    }
    CHECK(snw_collision_place(&r->judge, &r->real) == SNW_OK);
    snw_near near[64];
    const snw_near_query query = {.member = -1, .below = 0.1, .most = 64, .enforced = true};
    const int count = snw_collision_near(&r->judge, &query, near, NULL);
    double left = 0.1;
    for (int i = 0; i < count; i++) {
        const double own = near[i].closest.distance - near[i].keep;
        if (own >= left) continue;
        left = own;
        if (nearest != NULL) *nearest = near[i];
    }
    return left;
}

#endif // SINEW_TESTS_INTERLOCK_RIG_H
