// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dyn_checks.h"

static void random_trees_have_the_accelerations_of_one_state_at_a_time(void) {
    check_trees(FORWARD);
}

static void check_robot(loaded *l) {
    check_one_robot(l, FORWARD);
}

static void all_robots_of_the_library_agree_with_one_state_at_a_time(void) {
    CHECK(for_library(check_robot) >= 10);
}

static void springs_and_dampers_act_on_all_states(void) {
    check_springs(FORWARD);
}

static void any_number_of_states_fits(void) {
    check_tails(FORWARD);
}

static void a_refused_state_leaves_its_neighbours_alone(void) {
    check_refusals(FORWARD);
}

// from one joint on: its own pivot alone must tell
static void what_moves_without_inertia_is_refused(void) {
    CHECK_CASES(check_scaled(60)) {
        static stand s;
        single_tree(&s, check_int(2, 5), false);
        dyn_rig r;
        dyn_rig_up(&r, &s.dyn, 8);
        const snw_inertia none = {0};
        for (int i = 0; i < s.c.model.link_count; i++) {
            CHECK(snw_dyn_set_inertia(&r.batch.dyn, i, none) == SNW_OK);
        }
        FOR_EACH_ISA(&r.batch) {
            CHECK(run_many(&r, FORWARD) == SNW_OK);
            CHECK(r.batch.refused == (s.nv > 0 ? 8 : 0));
            for (int i = 0; i < 8 * s.nv; i++) {
                CHECK(isnan(r.out[i]));
            }
        }
        dyn_rig_down(&r);
        tear_down(&s);
    }
}

// what inverse dynamics asks for gives back the accelerations
static void forward_undoes_inverse(void) {
    CHECK_CASES(check_scaled(200)) {
        static stand s;
        single_tree(&s, check_int(2, 12), check_case % 2 == 0);
        dyn_rig r;
        dyn_rig_up(&r, &s.dyn, 8);
        FOR_EACH_ISA(&r.batch) {
            double *a = new_numbers(8 * s.nv);
            CHECK(run_many(&r, INVERSE) == SNW_OK);
            CHECK(snw_batch_forward_f64(&r.batch, r.q, r.v, r.out, 1, a) == SNW_OK);
            for (int i = 0; i < 8 * s.nv; i++) {
                CHECK_NEAR(a[i], r.x[i], 1e-8);
            }
            free(a);
        }
        dyn_rig_down(&r);
        tear_down(&s);
    }
}

int main(void) {
    RUN(random_trees_have_the_accelerations_of_one_state_at_a_time);
    RUN(all_robots_of_the_library_agree_with_one_state_at_a_time);
    RUN(springs_and_dampers_act_on_all_states);
    RUN(any_number_of_states_fits);
    RUN(a_refused_state_leaves_its_neighbours_alone);
    RUN(what_moves_without_inertia_is_refused);
    RUN(forward_undoes_inverse);
    return check_report();
}
