// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_INTERLOCK_PROGRAMS_H
#define SINEW_TESTS_INTERLOCK_PROGRAMS_H

/// @file
/// Random programs of the arms of a rig.
///
/// Include it first.

#include "rig.h"

/// A random state in which nothing is too near.
__attribute__((unused)) static void rig_draw(rig *r, double room) {
    for (int tries = 0; tries < 10000; tries++) {
        draw_state(&r->s, &r->s.state);
        for (int k = 0; k < r->count; k++) {
            const snw_system_member *m = &r->s.system.members[r->arms[k].member];
            double *q = r->s.state.q + m->q_index;
            // inside of the soft limits
            for (int i = 0; i < m->model->nq; i++)
                q[i] = fmin(fmax(q[i], m->model->lower[i] + 0.05), m->model->upper[i] - 0.05);
        }
        CHECK(snw_collision_place(&r->judge, &r->s.state) == SNW_OK);
        const snw_near_query query = {.member = -1, .below = room, .enforced = true};
        if (!snw_collision_hits(&r->judge, &query, NULL)) return;
    }
    CHECK(false); // no state with room
}

/// One tick of random programs: an arm that is there gets another goal, one that was stopped is
/// acknowledged after a while and tries something else.
__attribute__((unused)) static void rig_play(rig *r) {
    for (int k = 0; k < r->count; k++) {
        rig_arm *a = &r->arms[k];
        bool next = false;
        if (a->guard.machine.state == SNW_ARM_ENABLED) {
            next = a->arm.follows && rig_go(r, a);
        } else if (a->guard.machine.state == SNW_ARM_HELD) {
            if (a->waits == 0) {
                a->stops++;
                a->waits = check_int(5, 60);
            }
            rig_stay(a);
            if (--a->waits == 0) a->tick.acknowledge = next = true;
        } else {
            rig_stay(a);
        }
        if (!next) continue;
        a->speed = check_real(0.2, 1);
        const snw_model *model = a->arm.model;
        for (int i = 0; i < a->arm.count; i++) {
            const int at = a->arm.q_index[i];
            a->goal[i] = check_real(model->lower[at] + 0.03, model->upper[at] - 0.03);
        }
    }
    rig_step(r);
}

#endif // SINEW_TESTS_INTERLOCK_PROGRAMS_H
