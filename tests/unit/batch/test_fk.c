// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// --- against one state at a time ----------------------------------------------------------------

static void random_trees_of_every_kind_agree_with_one_state_at_a_time(void) {
    long foreign = 0, branched = 0, followed = 0;
    CHECK_CASES(check_scaled(1000)) {
        snw_setup *setup = new_setup();
        compiled c;
        CHECK(compile(any_tree(setup, 30, true), &c, NULL) == SNW_OK);
        rig r;
        rig_up(&r, &c.model, check_int(1, 20), NULL, 0);
        FOR_EACH_ISA(&r.batch) check_both(&r);
        for (int i = 1; i < c.model.link_count; i++) {
            const snw_link *link = &c.model.links[i];
            foreign += link->nv > 1 || link->joint == SNW_JOINT_LAW;
            branched += link->parent != i - 1;
            followed += link->nv == 0 && link->source_v >= 0;
        }
        rig_down(&r);
        free(c.block);
        snw_setup_destroy(setup);
    }
    // the trees are what they are said to be
    CHECK(foreign > check_scaled(1000) && branched > check_scaled(1000));
    CHECK(followed > check_scaled(100));
}

static void a_base_far_away_moves_all_poses(void) {
    CHECK_CASES(check_scaled(200)) {
        snw_setup *setup = new_setup();
        compiled c;
        CHECK(compile(any_tree(setup, 12, true), &c, NULL) == SNW_OK);
        rig r;
        rig_up(&r, &c.model, 9, NULL, 0);
        snw_pose base = random_pose();
        base.p = snw_vec3_scale(base.p, 100);
        CHECK(snw_kin_set_base(&r.kin, base) == SNW_OK);
        CHECK(snw_batch_set_base(&r.batch, base) == SNW_OK);
        FOR_EACH_ISA(&r.batch) check_both(&r);
        // a base that is none changes nothing
        snw_pose bad = base;
        bad.p.y = (double)NAN;
        CHECK(snw_batch_set_base(&r.batch, bad) == SNW_ERR_NOT_FINITE);
        bad = base;
        bad.R.z = snw_vec3_neg(bad.R.z);
        CHECK(snw_batch_set_base(&r.batch, bad) == SNW_ERR_RANGE);
        bad.R = snw_mat3_scale(base.R, 1.001);
        CHECK(snw_batch_set_base(&r.batch, bad) == SNW_ERR_RANGE);
        check_both(&r);
        rig_down(&r);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

// each number of states from none to three blocks, and nothing is written behind the last block
static void any_number_of_states_fits(void) {
    snw_setup *setup = new_setup();
    compiled c;
    check_seed(7);
    snw_robot *robot = random_tree(setup, (tree_options){.links = 9, .only_single = true});
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    for (int states = 1; states <= 49; states++) {
        rig r;
        rig_up(&r, &c.model, states, NULL, 0);
        FOR_EACH_ISA(&r.batch) check_both(&r);
        CHECK(snw_batch_fk_f64(&r.batch, r.q, 0, r.out) == SNW_OK);
        CHECK(snw_batch_fk_f64(&r.batch, NULL, 0, NULL) == SNW_OK);
        rig_down(&r);
    }
    free(c.block);
    snw_setup_destroy(setup);
}

// chosen frames on chosen links, several on one, in any order, twice the same
static void places_are_given_in_the_order_in_which_they_were_asked_for(void) {
    CHECK_CASES(check_scaled(300)) {
        snw_setup *setup = new_setup();
        compiled c;
        CHECK(compile(any_tree(setup, 20, true), &c, NULL) == SNW_OK);
        snw_batch_place places[6];
        const int count = check_int(0, 6);
        for (int i = 0; i < count; i++) {
            const int link = check_int(0, c.model.link_count - 1);
            places[i] = snw_batch_place_link(link);
            if (i == 1) places[i] = places[0];
            if (i == 2) places[i].T_link_place = random_pose();
            if (i == 3) places[i].T_link_place.p = random_vec3(1);
            if (i == 4) places[i].T_link_place.R = snw_mat3_rot_z(check_real(-3, 3));
            if (i == 5) {
                places[i] = snw_batch_place_frame(&c.model, check_int(0, c.model.frame_count - 1));
            }
        }
        rig r;
        rig_up(&r, &c.model, 10, places, count);
        CHECK(r.batch.place_count == count);
        FOR_EACH_ISA(&r.batch) check_both(&r);
        rig_down(&r);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

// --- rows ---------------------------------------------------------------------------------------

static void rows_give_the_same_bits_as_blocks(void) {
    CHECK_CASES(check_scaled(200)) {
        snw_setup *setup = new_setup();
        compiled c;
        CHECK(compile(any_tree(setup, 12, true), &c, NULL) == SNW_OK);
        rig r;
        rig_up(&r, &c.model, check_int(1, 80), NULL, 0);
        const int links = c.model.link_count;
        // exactly as much as is needed, off the alignment of vectors
        snw_pose *T = exact_block((size_t)(r.states * links) * sizeof(snw_pose));
        FOR_EACH_ISA(&r.batch) {
            CHECK(snw_batch_fk_f64(&r.batch, r.q, r.blocks, r.out) == SNW_OK);
            CHECK(snw_batch_fk_rows(&r.batch, r.rows, r.states, T) == SNW_OK);
            for (int i = 0; i < r.states * links; i++) {
                const snw_pose block = snw_batch_pose(&r.batch, r.out, i / links, i % links);
                const double *a = &T[i].R.x.x, *b = &block.R.x.x;
                for (int k = 0; k < 12; k++) {
                    CHECK(a[k] == b[k]);
                }
            }
        }
        CHECK(snw_batch_fk_rows(&r.batch, r.rows, 0, T) == SNW_OK);
        CHECK(snw_batch_fk_rows(&r.batch, r.rows, -1, T) == SNW_ERR_ARGUMENT);
        free(T);
        rig_down(&r);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

int main(void) {
    RUN(random_trees_of_every_kind_agree_with_one_state_at_a_time);
    RUN(a_base_far_away_moves_all_poses);
    RUN(any_number_of_states_fits);
    RUN(places_are_given_in_the_order_in_which_they_were_asked_for);
    RUN(rows_give_the_same_bits_as_blocks);
    return check_report();
}
