// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PARTS_FAULT_MIX_H
#define SINEW_TESTS_PARTS_FAULT_MIX_H

/// Everything that can happen to an arm, by chance: faults of its drive, wishes that are wrong,
/// ticks that are late, gaps, components that fail, stops, and an operator who switches it on again
/// and again. What happens follows from the seed and from nothing else.

#include "faults.h"

typedef struct mix {
    int64_t tick;
    int64_t late_ns, gap_ns; ///< of the next tick
    int mischief;            ///< kind of sabotage; 0 for none
    int64_t mischief_end;
    uint64_t faults, stops, enabled; ///< so far
    bool still; ///< no new goals: they are set by a service, which may allocate
} mix;

static mix the_mix;

/// The arm goes to goals, so that it gets about and comes back from its ends.
static const setting mix_cell = {
    .wave = "<joint_move><goal>0 0.785 -0.785 0.2 0.5 0</goal></joint_move>"};

static void set_goal(run *r) {
    char path[32], value[32];
    const int axis = check_int(0, r->arm->count - 1);
    const double low = r->arm->limits.lower[axis], high = r->arm->limits.upper[axis];
    const double goal = 0.5 * (low + high) + check_real(-0.4, 0.4) * (high - low);
    (void)snprintf(path, sizeof path, "source/goal[%d]", axis);
    (void)snprintf(value, sizeof value, "%.6f", goal);
    CHECK(!snw_failed(snw_exec_set(r->exec, path, value, NULL)));
}

static snw_status do_mischief(run *r, snw_component *self, long since) {
    snw_arm_command *wanted = &self->arm->wanted;
    const int axis = r->axis;
    switch (the_mix.mischief) {
    case 1:
        wanted->q[axis] = (double)NAN;
        break;
    case 2:
        wanted->v[axis] = HUGE_VAL;
        break;
    case 3:
        wanted->effort[axis] = -HUGE_VAL;
        break;
    case 4:
        wanted->q[axis] += 0.3;
        break;
    case 5:
        wanted->q[axis] += 1e-3 * (double)since;
        break;
    case 6:
        wanted->effort[axis] += since % 2 == 0 ? 500 : -500;
        break;
    case 7:
        wanted->mode[axis] = SNW_AXIS_VELOCITY;
        wanted->v[axis] = 5;
        break;
    case 8:
        return since == 0 ? SNW_ERR_IO : SNW_OK;
    default:
        break;
    }
    return SNW_OK;
}

static void fail_somehow(run *r) {
    const int axis = check_int(0, r->arm->count - 1);
    const snw_plant_fault_kind kind = (snw_plant_fault_kind)check_int(1, SNW_PLANT_FAULTS - 1);
    const snw_plant_fault fault = {kind, snw_plant_fault_value(kind), check_real(0.005, 0.2)};
    CHECK(snw_plant_set_fault(snw_exec_drive(r->exec, 0), axis, fault) == SNW_OK);
}

static void disturb(run *r) {
    mix *m = &the_mix;
    m->faults++;
    const int what = check_int(0, 9);
    if (what < 4) fail_somehow(r);
    if (what >= 4 && what < 7) {
        r->axis = check_int(0, r->arm->count - 1);
        m->mischief = check_int(1, 8);
        m->mischief_end = m->tick + check_int(1, 30);
        sabotaged = 0;
        sabotage = do_mischief;
    }
    if (what == 7) m->late_ns = check_int(0, 60) * (int64_t)MS;
    if (what == 8) m->gap_ns = check_int(1, 200) * (int64_t)MS;
    if (what == 9) ask(r, (snw_request)check_int(SNW_REQUEST_DISABLE, SNW_REQUEST_STOP_0));
}

// an operator who gives up on nothing
static void operate(run *r) {
    const snw_stop_state state = state_of(r);
    if (snw_exec_find(r->exec, "saboteur")->state == SNW_COMPONENT_FAULT) {
        SNW_IGNORE(snw_exec_stop(r->exec, "saboteur", NULL));
    } else if (snw_exec_find(r->exec, "saboteur")->state == SNW_COMPONENT_STOPPED) {
        SNW_IGNORE(snw_exec_start(r->exec, "saboteur", NULL));
    }
    if (state == SNW_ARM_DISABLED) ask(r, SNW_REQUEST_ENABLE);
    if (state == SNW_ARM_LATCHED || state == SNW_ARM_HELD) ask(r, SNW_REQUEST_ACKNOWLEDGE);
}

HELPER void mix_begin(long seed) {
    the_mix = (mix){0};
    check_seed(seed);
}

/// What happens between two ticks.
HELPER void mix_before(run *r) {
    mix *m = &the_mix;
    m->late_ns = m->gap_ns = 0;
    if (m->tick == m->mischief_end) sabotage = NULL;
    if (m->tick % 25 == 0) operate(r);
    if (check_int(0, 299) == 0) disturb(r);
    if (m->tick % 100 == 50 && r->how != HOLD && !m->still) set_goal(r);
}

/// The tick itself.
HELPER void mix_tick(run *r) {
    const mix *m = &the_mix;
    if (m->gap_ns > 0) {
        snw_exec_tick_gap(r->exec, m->gap_ns);
    } else {
        snw_exec_tick_late(r->exec, m->late_ns);
    }
}

/// What has come of it.
HELPER void mix_after(run *r) {
    mix *m = &the_mix;
    m->tick++;
    m->enabled += r->arm->command.enable;
    m->stops = r->guard->signals.stops;
}

#endif // SINEW_TESTS_PARTS_FAULT_MIX_H
