// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "systems.h"

#include "../../../src/robot/model/inside.h"

static const snw_state_tolerance exact = {0, 0, 0};

// a second state of the same system; the caller frees the block
static void *another(const plant *p, snw_system_state *state) {
    void *block = exact_block(p->state_needed);
    snw_arena arena = snw_arena_over(block, p->state_needed);
    CHECK(snw_system_state_init(state, &p->system, &arena) == SNW_OK);
    return block;
}

static bool same(const plant *p, const snw_system_state *a, const snw_system_state *b) {
    return snw_system_state_compare(&p->system, a, b, exact, NULL) == SNW_OK;
}

static void open_random(plant *p) {
    open_plant(p);
    random_cell(p->cell, p->setup);
    must_build(p);
}

// --- life ---------------------------------------------------------------------------------------

static void a_new_state_is_half_way_at_rest_with_nothing_attached(void) {
    CHECK_CASES(50) {
        plant p;
        open_random(&p);
        for (int i = 0; i < p.system.member_count; i++) {
            const snw_system_member *member = &p.system.members[i];
            double q[256];
            snw_midpoint(member->model, q);
            CHECK(memcmp(q, p.state.q + member->q_index, (size_t)member->model->nq * sizeof *q) ==
                  0);
        }
        for (int i = 0; i < p.system.nv; i++) {
            CHECK(p.state.v[i] == 0);
        }
        CHECK(p.state.slot_count == 16 && p.state.t_ns == 0);
        for (int i = 0; i < p.state.slot_count; i++) {
            CHECK(!p.state.slots[i].used);
        }
        CHECK(snw_system_state_check(&p.system, &p.state, NULL) == SNW_OK);
        // and reset brings it back
        snw_system_state fresh;
        void *block = another(&p, &fresh);
        random_state(&p.system, &p.state);
        snw__system_state_reset(&p.system, &p.state);
        CHECK(same(&p, &p.state, &fresh));
        free(block);
        close_plant(&p);
    }
}

static void copies_are_equal_and_independent(void) {
    CHECK_CASES(50) {
        plant p;
        open_random(&p);
        snw_system_state copy;
        void *block = another(&p, &copy);
        random_state(&p.system, &p.state);
        const snw_attaching tool = {.name = "t",
                                    .role = "tool",
                                    .T_place_part = random_pose(),
                                    .inertia = snw_inertia_point(1, random_vec3(1))};
        CHECK(snw_system_attach(&p.system, &p.state, &tool, NULL, NULL) == SNW_OK);
        CHECK(snw__system_state_copy(&copy, &p.state) == SNW_OK);
        CHECK(same(&p, &copy, &p.state));
        CHECK(snw_system_detach(&p.state, "t", NULL) == SNW_OK);
        CHECK(!same(&p, &copy, &p.state) && !same(&p, &p.state, &copy));
        snw_attaching other = tool;
        other.inertia.m += 0.5;
        CHECK(snw_system_attach(&p.system, &p.state, &other, NULL, NULL) == SNW_OK);
        snw_why why;
        CHECK(snw_system_state_compare(&p.system, &copy, &p.state, exact, &why) == SNW_ERR_CHECK);
        CHECK_TEXT(why.subject, "t");
        CHECK_TEXT(why.text, "it is attached differently");
        CHECK(snw_system_state_compare(&p.system, &copy, &p.state, (snw_state_tolerance){0, 0.6, 0},
                                       NULL) == SNW_OK);
        free(block);
        close_plant(&p);
    }
}

static void a_state_of_another_system_is_refused(void) {
    plant a, b;
    open_plant(&a);
    open_plant(&b);
    const tree_options o = {.links = 3, .only_single = true};
    add_mechanism(a.cell, a.setup, "k", random_tree(a.setup, o));
    add_mechanism(b.cell, b.setup, "k", random_tree(b.setup, (tree_options){.links = 1}));
    add_member(a.cell, a.setup, "m", "k")->base = SNW_BASE_FLOATING;
    add_member(b.cell, b.setup, "m", "k");
    must_build(&a);
    must_build(&b);
    snw_why why;
    CHECK(snw_system_state_check(&a.system, &b.state, &why) == SNW_ERR_SIZE);
    CHECK_TEXT(why.text, "the state belongs to another system");
    CHECK(snw__system_state_copy(&a.state, &b.state) == SNW_ERR_SIZE);
    CHECK(snw_system_state_compare(&a.system, &a.state, &b.state, exact, &why) == SNW_ERR_SIZE);
    CHECK(snw__system_state_interpolate(&a.system, &a.state, &b.state, 5, &a.state) ==
          SNW_ERR_SIZE);
    close_plant(&a);
    close_plant(&b);
}

static void states_that_are_none_are_refused_by_the_name_of_the_member(void) {
    plant p;
    open_plant(&p);
    const tree_options o = {.links = 4, .only_single = true, .floating = true};
    add_mechanism(p.cell, p.setup, "k", random_tree(p.setup, o));
    add_member(p.cell, p.setup, "one", "k");
    add_member(p.cell, p.setup, "two", "k");
    must_build(&p);
    snw_why why;
    const snw_system_member *two = &p.system.members[1];
    p.state.q[two->q_index + 6] = 0.5; // quaternion
    CHECK(snw_system_state_check(&p.system, &p.state, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.subject, "two");
    snw__system_state_reset(&p.system, &p.state);
    p.state.v[two->v_index] = (double)NAN;
    CHECK(snw_system_state_check(&p.system, &p.state, &why) == SNW_ERR_NOT_FINITE);
    CHECK_TEXT(why.subject, "two");
    snw__system_state_reset(&p.system, &p.state);
    p.state.slots[2] = (snw_slot){.used = true, .name = "x", .member = 1, .link = 4};
    CHECK(snw_system_state_check(&p.system, &p.state, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.subject, "x");
    close_plant(&p);
}

// --- comparison ---------------------------------------------------------------------------------

static void the_first_difference_is_told_by_name_with_both_numbers(void) {
    plant p;
    open_plant(&p);
    const tree_options o = {.links = 1, .floating = true};
    add_mechanism(p.cell, p.setup, "body", random_tree(p.setup, o));
    snw_robot *arm = new_robot(p.setup, "arm");
    add_link(arm, p.setup, "base");
    add_link(arm, p.setup, "hand");
    add_joint(arm, p.setup, "wrist", "base", "hand");
    add_mechanism(p.cell, p.setup, "arm", arm);
    add_member(p.cell, p.setup, "part", "body");
    add_member(p.cell, p.setup, "left", "arm");
    add_member(p.cell, p.setup, "right", "arm");
    must_build(&p);
    snw_system_state other;
    void *block = another(&p, &other);
    const snw_system_member *right = &p.system.members[2];
    snw_why why;
    CHECK(same(&p, &p.state, &other));

    p.state.v[right->v_index] = 0.25;
    CHECK(snw_system_state_compare(&p.system, &p.state, &other, exact, &why) == SNW_ERR_CHECK);
    CHECK_TEXT(why.subject, "right/wrist");
    CHECK_TEXT(why.text, "the velocities differ");
    CHECK(why.numbers[0].value == 0.25 && why.numbers[1].value == 0);
    CHECK(snw_system_state_compare(&p.system, &p.state, &other, (snw_state_tolerance){0, 0, 0.25},
                                   NULL) == SNW_OK);

    p.state.q[right->q_index] = 1.5;
    CHECK(snw_system_state_compare(&p.system, &p.state, &other, exact, &why) == SNW_ERR_CHECK);
    CHECK_TEXT(why.text, "the positions differ");
    CHECK(why.numbers[0].value == 1.5);

    p.state.q[1] = -2; // y of the part, which comes first; the root's joint has no name
    CHECK(snw_system_state_compare(&p.system, &p.state, &other, exact, &why) == SNW_ERR_CHECK);
    CHECK_TEXT(why.subject, "part");
    CHECK(why.numbers[0].value == -2);

    p.state.t_ns = 7;
    CHECK(snw_system_state_compare(&p.system, &p.state, &other, exact, &why) == SNW_ERR_CHECK);
    CHECK_TEXT(why.text, "the times differ");
    p.state.t_ns = INT64_MAX;
    other.t_ns = INT64_MIN;
    CHECK(snw_system_state_compare(&p.system, &p.state, &other,
                                   (snw_state_tolerance){INT64_MAX - 1, 9, 9},
                                   NULL) == SNW_ERR_CHECK);

    // opposite quaternions are one rotation; NaN equals nothing
    CHECK(snw__system_state_copy(&p.state, &other) == SNW_OK);
    for (int i = 3; i < 7; i++) {
        p.state.q[i] = -p.state.q[i];
    }
    CHECK(same(&p, &p.state, &other));
    p.state.q[6] = 0;
    p.state.q[3] = 1;
    CHECK(!same(&p, &p.state, &other));
    CHECK(snw__system_state_copy(&p.state, &other) == SNW_OK);
    p.state.v[0] = other.v[0] = (double)NAN;
    CHECK(!same(&p, &p.state, &other));
    free(block);
    close_plant(&p);
}

// --- motion -------------------------------------------------------------------------------------

static uint64_t hash(const void *block, size_t size) {
    const unsigned char *bytes = block;
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < size; i++) {
        h = (h ^ bytes[i]) * UINT64_C(1099511628211);
    }
    return h;
}

// spec: actin-model:A1-SS-01
static void a_thousand_steps_leave_the_bytes_of_the_system_unchanged(void) {
    CHECK_CASES(10) {
        plant p;
        open_random(&p);
        random_state(&p.system, &p.state);
        const uint64_t block = hash(p.block, p.needed);
        const uint64_t head = hash(&p.system, sizeof p.system);
        const uint64_t described = snw_block_hash(&snw_cell_type, p.cell);
        for (int i = 0; i < 1000; i++) {
            CHECK(snw_system_state_step(&p.system, &p.state, 1000000) == SNW_OK);
        }
        CHECK(hash(p.block, p.needed) == block && hash(&p.system, sizeof p.system) == head);
        CHECK(snw_block_hash(&snw_cell_type, p.cell) == described);
        close_plant(&p);
    }
}

static void a_step_is_that_of_each_member_alone(void) {
    CHECK_CASES(check_scaled(200)) {
        plant p;
        open_random(&p);
        random_state(&p.system, &p.state);
        p.state.t_ns = 5;
        const int64_t dt_ns = check_int(-1000000000, 1000000000);
        snw_system_state before;
        void *block = another(&p, &before);
        CHECK(snw__system_state_copy(&before, &p.state) == SNW_OK);
        CHECK(snw_system_state_step(&p.system, &p.state, dt_ns) == SNW_OK);
        CHECK(p.state.t_ns == 5 + dt_ns);
        for (int i = 0; i < p.system.member_count; i++) {
            const snw_system_member *member = &p.system.members[i];
            double q[256];
            CHECK(snw_integrate(member->model, before.q + member->q_index,
                                before.v + member->v_index, (double)dt_ns * 1e-9, q) == SNW_OK);
            CHECK(memcmp(q, p.state.q + member->q_index, (size_t)member->model->nq * sizeof *q) ==
                  0);
        }
        free(block);
        close_plant(&p);
    }
}

// spec: actin-model:A1-SS-06
static void a_step_of_one_member_leaves_the_others_unchanged(void) {
    CHECK_CASES(check_scaled(300)) {
        plant p;
        open_random(&p);
        random_state(&p.system, &p.state);
        snw_system_state before, whole;
        void *blocks[2] = {another(&p, &before), another(&p, &whole)};
        CHECK(snw__system_state_copy(&before, &p.state) == SNW_OK);
        CHECK(snw__system_state_copy(&whole, &p.state) == SNW_OK);
        CHECK(snw_system_state_step(&p.system, &whole, 20000000) == SNW_OK);
        const int moved = check_int(0, p.system.member_count - 1);
        CHECK(snw__system_state_step_member(&p.system, &p.state, moved, 20000000) == SNW_OK);
        for (int i = 0; i < p.system.member_count; i++) {
            const snw_system_member *member = &p.system.members[i];
            const double *expected = (i == moved ? whole.q : before.q) + member->q_index;
            CHECK(memcmp(expected, p.state.q + member->q_index,
                         (size_t)member->model->nq * sizeof *expected) == 0);
        }
        CHECK(memcmp(before.v, p.state.v, (size_t)p.system.nv * sizeof *before.v) == 0);
        CHECK(p.state.t_ns == before.t_ns);
        CHECK(snw__system_state_step_member(&p.system, &p.state, -1, 1) == SNW_ERR_ARGUMENT);
        CHECK(snw__system_state_step_member(&p.system, &p.state, p.system.member_count, 1) ==
              SNW_ERR_ARGUMENT);
        free(blocks[0]);
        free(blocks[1]);
        close_plant(&p);
    }
}

static void a_refused_step_leaves_all_members_unchanged(void) {
    plant p;
    open_plant(&p);
    const tree_options o = {.links = 4, .only_single = true, .floating = true};
    add_mechanism(p.cell, p.setup, "k", random_tree(p.setup, o));
    add_member(p.cell, p.setup, "one", "k");
    add_member(p.cell, p.setup, "two", "k");
    must_build(&p);
    random_state(&p.system, &p.state);
    snw_system_state before;
    void *block = another(&p, &before);
    p.state.v[p.system.nv - 1] = (double)NAN;
    CHECK(snw__system_state_copy(&before, &p.state) == SNW_OK);
    CHECK(snw_system_state_step(&p.system, &p.state, 1000) == SNW_ERR_NOT_FINITE);
    CHECK(memcmp(before.q, p.state.q, (size_t)p.system.nq * sizeof *before.q) == 0);
    CHECK(before.t_ns == p.state.t_ns);
    p.state.v[p.system.nv - 1] = 0;
    p.state.t_ns = INT64_MAX;
    CHECK(snw_system_state_step(&p.system, &p.state, 1) == SNW_ERR_RANGE);
    CHECK(memcmp(before.q, p.state.q, (size_t)p.system.nq * sizeof *before.q) == 0);
    free(block);
    close_plant(&p);
}

static void interpolation_has_exact_ends_and_refuses_equal_times(void) {
    CHECK_CASES(check_scaled(200)) {
        plant p;
        open_random(&p);
        snw_system_state a, b;
        void *blocks[2] = {another(&p, &a), another(&p, &b)};
        random_state(&p.system, &a);
        random_state(&p.system, &b);
        a.t_ns = 1000;
        b.t_ns = 9000;
        const snw_attaching tool = {
            .name = "t", .role = "tool", .T_place_part = snw_pose_identity()};
        CHECK(snw_system_attach(&p.system, &b, &tool, NULL, NULL) == SNW_OK);
        CHECK(snw__system_state_interpolate(&p.system, &a, &b, 1000, &p.state) == SNW_OK);
        CHECK(same(&p, &p.state, &a));
        CHECK(snw__system_state_interpolate(&p.system, &a, &b, 9000, &p.state) == SNW_OK);
        CHECK(same(&p, &p.state, &b));
        CHECK(snw__system_state_interpolate(&p.system, &a, &b, 5000, &p.state) == SNW_OK);
        CHECK(!p.state.slots[0].used && p.state.t_ns == 5000);
        for (int i = 0; i < p.system.member_count; i++) {
            const snw_system_member *m = &p.system.members[i];
            double q[256];
            CHECK(snw_interpolate(m->model, a.q + m->q_index, b.q + m->q_index, 0.5, q) == SNW_OK);
            CHECK(memcmp(q, p.state.q + m->q_index, (size_t)m->model->nq * sizeof *q) == 0);
        }
        for (int i = 0; i < p.system.nv; i++) {
            CHECK_NEAR(p.state.v[i], 0.5 * (a.v[i] + b.v[i]), 1e-15);
        }
        // into one of the two
        CHECK(snw__system_state_interpolate(&p.system, &a, &b, 5000, &a) == SNW_OK);
        CHECK(same(&p, &p.state, &a));
        // refusals leave the result as it was
        b.t_ns = 5000;
        CHECK(snw__system_state_interpolate(&p.system, &a, &b, 5000, &p.state) == SNW_ERR_RANGE);
        b.t_ns = 6000;
        if (p.system.nv > 0) {
            b.v[p.system.nv - 1] = (double)INFINITY;
            CHECK(snw__system_state_interpolate(&p.system, &a, &b, 5500, &p.state) ==
                  SNW_ERR_NOT_FINITE);
        }
        CHECK(same(&p, &p.state, &a));
        free(blocks[0]);
        free(blocks[1]);
        close_plant(&p);
    }
}

int main(void) {
    RUN(a_new_state_is_half_way_at_rest_with_nothing_attached);
    RUN(copies_are_equal_and_independent);
    RUN(a_state_of_another_system_is_refused);
    RUN(states_that_are_none_are_refused_by_the_name_of_the_member);
    RUN(the_first_difference_is_told_by_name_with_both_numbers);
    RUN(a_thousand_steps_leave_the_bytes_of_the_system_unchanged);
    RUN(a_step_is_that_of_each_member_alone);
    RUN(a_step_of_one_member_leaves_the_others_unchanged);
    RUN(a_refused_step_leaves_all_members_unchanged);
    RUN(interpolation_has_exact_ends_and_refuses_equal_times);
    return check_report();
}
