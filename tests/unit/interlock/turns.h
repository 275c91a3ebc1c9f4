// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_INTERLOCK_TURNS_H
#define SINEW_TESTS_INTERLOCK_TURNS_H

/// @file
/// Single motions of the arms of a rig, and a map of what is sensed around them.
///
/// Include it first.

#include "rig.h"

__attribute__((unused)) static snw_stop_state rig_state(const rig *r, int arm) {
    return r->arms[arm].guard.machine.state;
}

/// How often the interlock has stopped an arm.
__attribute__((unused)) static uint64_t rig_stops(const rig *r, int arm) {
    return r->arms[arm].guard.signals.causes[SNW_CAUSE_CLEARANCE];
}

/// Opens a cell with one arm, the first joint at `turn`, the others straight.
__attribute__((unused)) static void rig_open_at(rig *r, const char *cell, double turn) {
    rig_open(r, cell, "arm");
    r->s.state.q[0] = turn;
    r->s.state.q[1] = r->s.state.q[2] = 0;
}

/// Turns joint `axis` to `to` until it is there or stopped; what was left at least, at most 0.1 m.
__attribute__((unused)) static double rig_turn(rig *r, int arm, int axis, double to, double speed) {
    rig_arm *a = &r->arms[arm];
    double least = 0.1;
    memcpy(a->goal, a->arm.command.q, sizeof a->goal);
    a->goal[axis] = to;
    a->speed = speed;
    for (int k = 0; k < 30000; k++) {
        if (rig_state(r, arm) == SNW_ARM_ENABLED && rig_go(r, a)) break;
        rig_step(r);
        least = fmin(least, rig_left(r, NULL));
        if (rig_state(r, arm) == SNW_ARM_HELD) break;
    }
    rig_stay(a);
    rig_run(r, 20);
    return least;
}

__attribute__((unused)) static void rig_acknowledge(rig *r, int arm) {
    CHECK(rig_state(r, arm) == SNW_ARM_HELD);
    rig_stay(&r->arms[arm]);
    r->arms[arm].tick.acknowledge = true;
    rig_step(r);
    CHECK(rig_state(r, arm) == SNW_ARM_ENABLED);
    rig_stay(&r->arms[arm]);
    rig_run(r, 3);
}

/// Axis 0 of an arm that follows efforts: its drive has no loop, command and reading are the same.
/// It speeds up to `speed` [rad/s] while it is enabled, else it brakes as its limits allow, less a
/// tenth. Returns its rate.
__attribute__((unused)) static double rig_push(rig *r, int arm, double v, double speed) {
    rig_arm *a = &r->arms[arm];
    const double accel = a->guard.limits.acceleration[0] * r->dt;
    const double brakes = 0.91 * a->guard.limits.deceleration[0] * r->dt;
    const bool on = rig_state(r, arm) == SNW_ARM_ENABLED;
    for (int i = 0; i < a->arm.count; i++)
        a->arm.wanted.mode[i] = SNW_AXIS_EFFORT;
    const double goal = on ? speed : 0, most = on ? accel : brakes;
    v += fmin(fmax(goal - v, -most), most);
    a->q[0] += v * r->dt;
    return v;
}

/// A map that the interlock and the judge of a rig see; for one rig at a time.
typedef struct rig_map {
    snw_voxel_map map;
    snw_sensed sensed;
} rig_map;

__attribute__((unused)) static void rig_map_open(rig_map *m, rig *r, double size) {
    const snw_voxel_map_config config = {
        .bounds = {{-2, -2, -2}, {2, 2, 2}}, .size = size, .blocks = 400};
    snw_arena arena = {0};
    CHECK(snw_voxel_map_init(&m->map, &config, &arena, NULL) == SNW_ERR_MEMORY);
    CHECK(snw_sensed_init(&m->sensed, size, &arena, NULL) == SNW_ERR_MEMORY);
    arena = room_for(r->s.setup, arena.needed);
    CHECK(snw_voxel_map_init(&m->map, &config, &arena, NULL) == SNW_OK);
    CHECK(snw_sensed_init(&m->sensed, size, &arena, NULL) == SNW_OK);
    m->sensed.map = &m->map;
    snw_collision_sense(&r->judge, &m->sensed);
    snw_collision_sense(&r->lock.foresight.around, &m->sensed);
}

/// Fills all cells whose middles are in a box.
__attribute__((unused)) static void rig_map_fill(rig_map *m, snw_vec3 low, snw_vec3 high) {
    const double size = m->map.size;
    for (double x = low.x + size / 2; x < high.x; x += size)
        for (double y = low.y + size / 2; y < high.y; y += size)
            for (double z = low.z + size / 2; z < high.z; z += size)
                CHECK(snw_voxel_map_insert(&m->map, &(snw_vec3){x, y, z}, 1, 0) == 1);
}

#endif // SINEW_TESTS_INTERLOCK_TURNS_H
