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

// A x = b by Gauss elimination with the largest pivots, in place
static void gauss(double *A, int n, double *x) {
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++) {
            if (fabs(A[i * n + k]) > fabs(A[pivot * n + k])) pivot = i;
        }
        for (int j = 0; j < n; j++) {
            const double kept = A[k * n + j];
            A[k * n + j] = A[pivot * n + j];
            A[pivot * n + j] = kept;
        }
        const double kept = x[k];
        x[k] = x[pivot];
        x[pivot] = kept;
        for (int i = k + 1; i < n; i++) {
            const double part = A[i * n + k] / A[k * n + k];
            for (int j = k; j < n; j++) {
                A[i * n + j] -= part * A[k * n + j];
            }
            x[i] -= part * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) {
            x[k] -= A[k * n + j] * x[j];
        }
        x[k] /= A[k * n + k];
    }
}

static void following_tree(stand *s, int links, bool floating) {
    snw_setup *setup = new_setup();
    snw_robot *robot = random_tree(
        setup,
        (tree_options){.links = links, .only_single = true, .mimics = true, .floating = floating});
    random_masses(robot);
    set_up(s, setup, robot);
}

// a second way: the mass matrix and the bias of one state, and plain elimination
static void followers_move_as_the_mass_matrix_says(void) {
    long shared = 0;
    CHECK_CASES(check_scaled(200)) {
        static stand s;
        following_tree(&s, check_int(4, 12), check_case % 2 == 0);
        dyn_rig r;
        dyn_rig_up(&r, &s.dyn, 11);
        const int nv = s.nv;
        shared += s.dyn.kin.normal.shared;
        CHECK(r.batch.in_lanes);
        FOR_EACH_ISA(&r.batch) {
            CHECK(run_many(&r, FORWARD) == SNW_OK && r.batch.refused == 0);
            for (int k = 0; k < r.states; k++) {
                double a[64];
                const double *q = r.q_rows + (ptrdiff_t)k * s.c.model.nq;
                CHECK(snw_dyn_bias(&s.dyn, q, r.v_rows + (ptrdiff_t)k * nv, NULL, a) == SNW_OK);
                CHECK(snw_dyn_mass_matrix(&s.dyn, q, r.one) == SNW_OK);
                for (int i = 0; i < nv; i++) {
                    a[i] = r.x_rows[k * nv + i] - a[i];
                }
                gauss(r.one, nv, a);
                for (int i = 0; i < nv; i++) {
                    CHECK_NEAR(result(&r, FORWARD, k, i), a[i], 1e-9 * scale_of(a, nv));
                }
            }
        }
        dyn_rig_down(&r);
        tear_down(&s);
    }
    CHECK(shared > check_scaled(100));
}

static void a_refused_state_of_followers_leaves_its_neighbours_alone(void) {
    CHECK_CASES(check_scaled(20)) {
        static stand s;
        following_tree(&s, 8, check_case % 2 == 0);
        dyn_rig r;
        dyn_rig_up(&r, &s.dyn, 16);
        const ptrdiff_t nq = r.model->nq, nv = r.model->nv, state = r.states / 2;
        FOR_EACH_ISA(&r.batch) {
            for (int i = 0; i < nv; i++) {
                check_spoiled(&r, FORWARD, r.q_rows + state * nq + i, (double)NAN);
                check_spoiled(&r, FORWARD, r.v_rows + state * nv + i, (double)INFINITY);
                check_spoiled(&r, FORWARD, r.x_rows + state * nv + i, (double)NAN);
            }
        }
        // and where nothing has inertia, all are
        const snw_inertia none = {0};
        for (int i = 0; i < s.c.model.link_count; i++) {
            CHECK(snw_dyn_set_inertia(&r.batch.dyn, i, none) == SNW_OK);
        }
        CHECK(run_many(&r, FORWARD) == SNW_OK);
        CHECK(r.batch.refused == (nv > 0 ? 16 : 0));
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
    RUN(followers_move_as_the_mass_matrix_says);
    RUN(a_refused_state_of_followers_leaves_its_neighbours_alone);
    RUN(forward_undoes_inverse);
    return check_report();
}
