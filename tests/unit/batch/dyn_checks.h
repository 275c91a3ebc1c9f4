// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_BATCH_DYN_CHECKS_H
#define SINEW_TESTS_BATCH_DYN_CHECKS_H

/// @file
/// What efforts, mass matrices and accelerations of many states are all held to.

#include "dyn_rig.h"

/// Random trees of all kinds, in lanes and not: counts how many were.
__attribute__((unused)) static void check_trees(what w) {
    long lanes = 0, floating = 0, shared = 0;
    CHECK_CASES(check_scaled(1000)) {
        static stand s;
        any_tree(&s, check_int(1, 20), check_case % 8 == 1, check_case % 5 == 0);
        dyn_rig r;
        dyn_rig_up(&r, &s.dyn, check_int(1, 20));
        const bool in_lanes = r.batch.in_lanes;
        lanes += in_lanes;
        floating += in_lanes && s.c.model.floating;
        shared += in_lanes && s.dyn.kin.normal.shared;
        FOR_EACH_ISA(&r.batch) check_states(&r, w);
        dyn_rig_down(&r);
        tear_down(&s);
    }
    // the trees are what they are said to be
    CHECK(lanes > check_scaled(400) && floating > check_scaled(100));
    CHECK(shared > check_scaled(40));
}

/// Springs and dampers on all joints that move, of this joint and of another one.
__attribute__((unused)) static void add_springs(snw_robot *robot, snw_setup *setup) {
    for (int i = 0; i < robot->joint_count; i++) {
        snw_joint_description *joint = &robot->joints[i];
        const snw_joint_description *other = &robot->joints[check_int(0, robot->joint_count - 1)];
        if (joint->kind == SNW_JOINT_FIXED) continue;
        snw_spring *springs[] = {add_spring(&joint->spring, setup, check_real(0, 9), 2),
                                 add_spring(&joint->damper, setup, check_real(0, 9), 2)};
        for (int k = 0; k < 2; k++) {
            for (int t = 0; t < 2; t++) {
                springs[k]->terms[t].weight = check_real(-1, 1);
                springs[k]->terms[t].offset = check_real(-1, 1);
            }
            if (other->kind == SNW_JOINT_FIXED) continue;
            snw_copy_text(springs[k]->terms[1].joint, SNW_NAME, other->name);
        }
    }
}

/// Trees with springs, dampers and followers.
__attribute__((unused)) static void check_springs(what w) {
    long acting = 0;
    CHECK_CASES(check_scaled(100)) {
        static stand s;
        snw_setup *setup = new_setup();
        snw_robot *robot = random_tree(setup, (tree_options){.links = check_int(2, 9),
                                                             .only_single = true,
                                                             .mimics = check_case % 2 == 0,
                                                             .floating = check_case % 3 == 0});
        random_masses(robot);
        add_springs(robot, setup);
        set_up(&s, setup, robot);
        dyn_rig r;
        dyn_rig_up(&r, &s.dyn, 11);
        acting += s.c.model.spring_count;
        FOR_EACH_ISA(&r.batch) check_states(&r, w);
        r.batch.dyn.springs = s.dyn.springs = false;
        check_states(&r, w);
        dyn_rig_down(&r);
        tear_down(&s);
    }
    CHECK(acting > check_scaled(100));
}

// what one state at a time refuses is refused in all lanes that have it
__attribute__((unused)) static void check_one_robot(loaded *l, what w) {
    snw_dyn dyn;
    void *block = new_dyn(&dyn, &l->c.model);
    dyn_rig r;
    dyn_rig_up(&r, &dyn, 13);
    FOR_EACH_ISA(&r.batch) {
        if (run_one(&r, w, 0) == SNW_OK) {
            check_states(&r, w);
        } else {
            CHECK(run_many(&r, w) == SNW_OK);
            CHECK(r.batch.refused == 16 && r.batch.first_refused == 0 && isnan(r.out[0]));
        }
    }
    dyn_rig_down(&r);
    free(block);
}

/// Each number of states from one to four blocks.
__attribute__((unused)) static void check_tails(what w) {
    static stand s;
    check_seed(7);
    single_tree(&s, 9, true);
    for (int states = 1; states <= MOST_STATES; states++) {
        dyn_rig r;
        dyn_rig_up(&r, &s.dyn, states);
        FOR_EACH_ISA(&r.batch) check_states(&r, w);
        CHECK(run_many(&r, w) == SNW_OK);
        dyn_rig_down(&r);
    }
    tear_down(&s);
}

/// Spoils one number of one state: its results are NaN, all others keep their bits.
static void check_spoiled(dyn_rig *r, what w, double *number, double bad) {
    const int rows = rows_for(r, w), all = r->blocks * 8, spoiled = r->states / 2;
    double *before = new_numbers(all * rows);
    CHECK(run_many(r, w) == SNW_OK);
    memcpy(before, r->out, sizeof(double) * (size_t)(all * rows));
    const double kept = *number;
    *number = bad;
    pack_states(r);
    CHECK(run_many(r, w) == SNW_OK);
    CHECK(r->batch.refused == 1 && r->batch.first_refused == spoiled);
    for (int i = 0; i < all * rows; i++) {
        const int state = i / (8 * rows) * 8 + i % 8;
        CHECK(state == spoiled ? isnan(r->out[i]) : r->out[i] == before[i]);
    }
    *number = kept;
    pack_states(r);
    free(before);
}

/// Each number that goes in, spoiled in turn, in lanes and state by state.
__attribute__((unused)) static void check_refusals(what w) {
    CHECK_CASES(check_scaled(40)) {
        static stand s;
        if (check_case % 4 == 0) {
            any_tree(&s, 6, false, true);
        } else {
            single_tree(&s, 6, check_case % 2 == 0);
        }
        dyn_rig r;
        dyn_rig_up(&r, &s.dyn, 16);
        const ptrdiff_t nq = r.model->nq, nv = r.model->nv, state = r.states / 2;
        FOR_EACH_ISA(&r.batch) {
            for (int i = 0; i < nq; i++) {
                check_spoiled(&r, w, r.q_rows + state * nq + i, (double)NAN);
            }
            for (int i = 0; w != MASS_MATRIX && i < nv; i++) {
                check_spoiled(&r, w, r.v_rows + state * nv + i, (double)INFINITY);
                check_spoiled(&r, w, r.x_rows + state * nv + i, (double)NAN);
            }
            // a quaternion off length 1
            if (s.c.model.floating) check_spoiled(&r, w, r.q_rows + state * nq + 6, 1.5);
        }
        dyn_rig_down(&r);
        tear_down(&s);
    }
}

#endif // SINEW_TESTS_BATCH_DYN_CHECKS_H
