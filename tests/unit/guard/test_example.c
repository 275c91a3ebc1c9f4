// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// region: tick
// one tick of a loop: what is wanted goes through the guard, what comes out is for the drive
static bool pass_on(snw_guard *guard, snw_arm *arm, uint64_t number, const double *q,
                    snw_why *why) {
    for (int i = 0; i < arm->count; i++) {
        arm->wanted.mode[i] = SNW_AXIS_POSITION;
        arm->wanted.q[i] = q[i];
    }
    const snw_guard_tick tick = {
        .number = number, .t_ns = (int64_t)number * 1000000, .dt = 1e-3, .motion_allowed = true};
    snw_guard_step(guard, &tick, arm);
    if (guard->signals.state == SNW_ARM_ENABLED) return true;
    *why = guard->first; // which cause, which axis, which numbers
    return false;
}
// endregion

static rig r;

static void the_example_of_the_manual_works(void) {
    snw_why why = {0};
    double q[2] = {0, 0};
    rig_open(&r, 2);
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    uint64_t number = r.tick.number;
    bool follows = true;
    int ticks = 0;
    for (; follows && ticks < 100; ticks++) {
        if (ticks == 10) q[1] = 1;
        r.tick.t_ns = (int64_t)++number * 1000000;
        rig_sense(&r);
        follows = pass_on(&r.guard, &r.arm, number, q, &why);
        rig_act(&r);
    }
    CHECK(!follows && ticks == 15);
    CHECK_TEXT(why.rule, "command-step");
    CHECK_TEXT(why.subject, "joint2");
    rig_close(&r);
}

int main(void) {
    RUN(the_example_of_the_manual_works);
    return check_report();
}
