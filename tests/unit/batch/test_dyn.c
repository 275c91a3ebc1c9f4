// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dyn_rig.h"

static stand s;

static void too_little_memory_is_refused_and_the_need_is_named(void) {
    check_seed(5);
    any_tree(&s, 5, true, true);
    snw_arena arena = {0};
    snw_batch_dyn batch;
    CHECK(snw_batch_dyn_init(&batch, &s.c.model, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t size = 0; size <= needed; size += 8) {
        void *block = exact_block(size);
        arena = snw_arena_over(block, size);
        const snw_status status = snw_batch_dyn_init(&batch, &s.c.model, &arena);
        CHECK(status == (size < needed ? SNW_ERR_MEMORY : SNW_OK));
        CHECK(arena.needed == needed);
        free(block);
    }
    tear_down(&s);
}

static void blocks_that_are_none_are_refused(void) {
    check_seed(5);
    single_tree(&s, 5, true);
    dyn_rig r;
    dyn_rig_up(&r, &s.dyn, 16);
    snw_batch_dyn *b = &r.batch;
    const snw_status bad = SNW_ERR_ARGUMENT;
    const double *q = r.q, *v = r.v, *x = r.x;
    r.out[0] = 4;
    CHECK(snw_batch_inverse_f64(b, q + 1, v, x, 1, r.out) == bad);
    CHECK(snw_batch_inverse_f64(b, q, v + 1, x, 1, r.out) == bad);
    CHECK(snw_batch_inverse_f64(b, q, v, NULL, 1, r.out) == bad);
    CHECK(snw_batch_inverse_f64(b, q, v, x, 1, NULL) == bad);
    CHECK(snw_batch_inverse_f64(b, q, v, x, -1, r.out) == bad);
    CHECK(snw_batch_forward_f64(b, NULL, v, x, 1, r.out) == bad);
    CHECK(snw_batch_forward_f64(b, q, v, x, 1, r.out + 1) == bad);
    CHECK(snw_batch_mass_matrix_f64(b, q + 1, 1, r.out) == bad);
    CHECK(snw_batch_mass_matrix_f64(b, q, -1, r.out) == bad);
    CHECK(r.out[0] == 4);
    CHECK(snw_batch_inverse_f64(b, NULL, NULL, NULL, 0, NULL) == SNW_OK);
    CHECK(snw_batch_forward_f64(b, NULL, NULL, NULL, 0, NULL) == SNW_OK);
    CHECK(snw_batch_mass_matrix_f64(b, NULL, 0, NULL) == SNW_OK);
    CHECK(snw_batch_dyn_use(b, SNW_ISA_COUNT) == bad);
    dyn_rig_down(&r);
    tear_down(&s);
}

// a part that is grasped changes all three
static void settings_of_one_state_hold_for_all(void) {
    CHECK_CASES(check_scaled(100)) {
        single_tree(&s, 6, check_case % 2 == 0);
        dyn_rig r;
        dyn_rig_up(&r, &s.dyn, 8);
        const snw_inertia part = snw_inertia_add(
            snw_dyn_inertia(&s.dyn, 4), (snw_inertia){2, {0.2, 0, 0}, {0.1, 0.1, 0.1, 0, 0, 0}});
        snw_dyn *both[] = {&s.dyn, &r.batch.dyn};
        const snw_vec3 gravity = random_vec3(10);
        const snw_pose base = random_pose();
        for (int k = 0; k < 2; k++) {
            CHECK(snw_dyn_set_inertia(both[k], 4, part) == SNW_OK);
            CHECK(snw_dyn_set_gravity(both[k], gravity) == SNW_OK);
            CHECK(snw_dyn_set_base(both[k], base) == SNW_OK);
        }
        check_states(&r, INVERSE);
        check_states(&r, MASS_MATRIX);
        check_states(&r, FORWARD);
        dyn_rig_down(&r);
        tear_down(&s);
    }
}

static void it_says_what_is_computed_in_lanes(void) {
    long known = 0, unknown = 0;
    CHECK_CASES(check_scaled(200)) {
        any_tree(&s, 4, check_case % 2 == 0, true);
        dyn_rig r;
        dyn_rig_up(&r, &s.dyn, 1);
        bool single = true;
        for (int i = 1; i < s.c.model.link_count; i++) {
            const snw_link *link = &s.c.model.links[i];
            if (link->joint == SNW_JOINT_LAW || link->nv > 1) single = false;
        }
        CHECK(r.batch.in_lanes == single);
        known += single;
        unknown += !single;
        dyn_rig_down(&r);
        tear_down(&s);
    }
    CHECK(known > check_scaled(20) && unknown > check_scaled(20));
}

int main(void) {
    RUN(too_little_memory_is_refused_and_the_need_is_named);
    RUN(blocks_that_are_none_are_refused);
    RUN(settings_of_one_state_hold_for_all);
    RUN(it_says_what_is_computed_in_lanes);
    return check_report();
}
