// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "systems.h"

#include "../../../src/robot/model/inside.h"

static const snw_state_tolerance exact = {0, 0, 0};

static snw_cell_state *new_state(snw_setup *setup) {
    snw_cell_state *state = snw_block_new(&snw_cell_state_type, setup);
    if (state == NULL) abort();
    return state;
}

static void attach_some(const plant *p, snw_system_state *state) {
    static const char *const roles[] = {"tool", "part", "payload"};
    for (int i = check_int(0, 5); i > 0; i--) {
        char name[SNW_NAME];
        (void)snprintf(name, sizeof name, "thing %d", i);
        const int member = check_int(0, p->system.member_count - 1);
        const snw_model *model = p->system.members[member].model;
        const snw_inertia one = snw_inertia_point(check_real(0, 3), random_vec3(2));
        const snw_inertia two = snw_inertia_box(check_real(0, 3), snw_vec3_of(1, 2, 3));
        const snw_attaching what = {.name = name,
                                    .role = roles[check_int(0, 2)],
                                    .place = model->links[check_int(0, model->link_count - 1)].name,
                                    .member = member,
                                    .T_place_part = random_pose(),
                                    .inertia = snw_inertia_add(one, two)};
        CHECK(snw_system_attach(&p->system, state, &what, NULL, NULL) == SNW_OK);
    }
}

static void a_state_comes_back_from_the_file_bit_for_bit(void) {
    CHECK_CASES(check_scaled(300)) {
        plant p;
        open_plant(&p);
        random_cell(p.cell, p.setup);
        must_build(&p);
        random_state(&p.system, &p.state);
        attach_some(&p, &p.state);
        snw_cell_state *saved = new_state(p.setup);
        CHECK(snw_system_state_get(&p.system, &p.state, p.setup, saved) == SNW_OK);
        CHECK(snw_block_check(&snw_cell_state_type, saved, "state", NULL) == SNW_OK);

        void *block = exact_block(p.state_needed);
        snw_arena arena = snw_arena_over(block, p.state_needed);
        snw_system_state again;
        CHECK(snw_system_state_init(&again, &p.system, &arena) == SNW_OK);
        CHECK(snw_system_state_put(&p.system, saved, &again, &p.diags) == SNW_OK);
        CHECK(snw_system_state_compare(&p.system, &p.state, &again, exact, NULL) == SNW_OK);
        CHECK(memcmp(p.state.q, again.q, (size_t)p.system.nq * sizeof(double)) == 0);

        // a second state into the same one: lists that shrink and grow
        snw__system_state_reset(&p.system, &p.state);
        attach_some(&p, &p.state);
        CHECK(snw_system_state_get(&p.system, &p.state, p.setup, saved) == SNW_OK);
        CHECK(snw_system_state_put(&p.system, saved, &again, &p.diags) == SNW_OK);
        CHECK(snw_system_state_compare(&p.system, &p.state, &again, exact, NULL) == SNW_OK);
        free(block);
        close_plant(&p);
    }
}

// a floating arm of two joints: 9 positions, 8 rates
static void open_arm(plant *p, snw_cell_state **saved) {
    open_plant(p);
    snw_robot *arm = new_robot(p->setup, "arm");
    add_link(arm, p->setup, "base");
    add_link(arm, p->setup, "upper");
    add_link(arm, p->setup, "fore");
    add_joint(arm, p->setup, "shoulder", "base", "upper");
    add_joint(arm, p->setup, "elbow", "upper", "fore");
    arm->floating = true;
    add_mechanism(p->cell, p->setup, "arm", arm);
    add_member(p->cell, p->setup, "left", "arm");
    add_member(p->cell, p->setup, "right", "arm");
    must_build(p);
    random_state(&p->system, &p->state);
    *saved = new_state(p->setup);
    CHECK(snw_system_state_get(&p->system, &p->state, p->setup, *saved) == SNW_OK);
}

static void resize(snw_member_state *one, const char *list, int count, snw_setup *setup) {
    const snw_type *type = snw_type_field(&snw_cell_state_type, "members")->type;
    CHECK(snw_block_resize(snw_type_field(type, list), one, count, setup) == SNW_OK);
}

static void what_does_not_fit_is_refused_and_changes_nothing(void) {
    plant p;
    snw_cell_state *saved = NULL;
    open_arm(&p, &saved);
    snw__system_state_reset(&p.system, &p.state);
    double before[32];
    CHECK(p.system.nq == 18);
    memcpy(before, p.state.q, 18 * sizeof *before);

    resize(&saved->members[1], "v", 3, p.setup);
    CHECK(snw_system_state_put(&p.system, saved, &p.state, &p.diags) == SNW_ERR_SIZE);
    CHECK_TEXT(p.items[0].subject, "members/right");
    CHECK_TEXT(p.items[0].text, "it has 3 velocities instead of 8");
    resize(&saved->members[1], "v", 0, p.setup);
    CHECK(snw_system_state_put(&p.system, saved, &p.state, NULL) == SNW_OK);
    CHECK(p.state.v[8] == 0 && p.state.v[0] != 0);
    snw__system_state_reset(&p.system, &p.state);

    resize(&saved->members[1], "q", 2, p.setup);
    CHECK(snw_system_state_put(&p.system, saved, &p.state, &p.diags) == SNW_ERR_SIZE);
    CHECK_TEXT(p.items[1].text, "it has 2 positions instead of 9");
    saved->members[0].q[0] = (double)NAN;
    resize(&saved->members[1], "q", 9, p.setup);
    saved->members[1].q[6] = 1;
    for (int i = 3; i < 6; i++) {
        saved->members[1].q[i] = 0;
    }
    CHECK(snw_system_state_put(&p.system, saved, &p.state, &p.diags) == SNW_ERR_NOT_FINITE);
    snw_copy_text(saved->members[0].member, SNW_NAME, "middle");
    CHECK(snw_system_state_put(&p.system, saved, &p.state, NULL) == SNW_ERR_UNKNOWN_NAME);
    CHECK(memcmp(before, p.state.q, 18 * sizeof *before) == 0);
    close_plant(&p);
}

static void members_that_a_state_leaves_out_are_half_way_at_rest(void) {
    plant p;
    snw_cell_state *saved = NULL;
    open_arm(&p, &saved);
    const snw_field *list = snw_type_field(&snw_cell_state_type, "members");
    CHECK(snw_block_resize(list, saved, 1, p.setup) == SNW_OK);
    CHECK(snw_system_state_put(&p.system, saved, &p.state, NULL) == SNW_OK);
    CHECK(memcmp(p.state.q, saved->members[0].q, 9 * sizeof(double)) == 0);
    double middle[9];
    snw_midpoint(p.system.members[1].model, middle);
    CHECK(memcmp(p.state.q + 9, middle, sizeof middle) == 0);
    for (int i = 8; i < 16; i++) {
        CHECK(p.state.v[i] == 0);
    }
    close_plant(&p);
}

// spec: actin-model:A1-SS-08
static void positions_win_and_rates_are_resized(void) {
    plant p;
    snw_cell_state *saved = NULL;
    open_arm(&p, &saved);
    int repaired = -1;
    CHECK(snw_cell_state_sizes(&p.system, saved, NULL, &repaired, NULL) == SNW_OK);
    CHECK(repaired == 0);

    // too few, and too many: told without memory, repaired with it
    resize(&saved->members[0], "v", 5, p.setup);
    resize(&saved->members[1], "v", 12, p.setup);
    CHECK(snw_cell_state_sizes(&p.system, saved, NULL, NULL, &p.diags) == SNW_ERR_SIZE);
    CHECK(p.diags.errors == 2);
    CHECK_TEXT(p.items[1].text, "it has 12 velocities instead of 8");
    CHECK(saved->members[0].v_count == 5);
    double q[18], v[16];
    memcpy(q, p.state.q, sizeof q);
    memcpy(v, p.state.v, sizeof v);
    CHECK(snw_cell_state_sizes(&p.system, saved, p.setup, &repaired, NULL) == SNW_OK);
    CHECK(repaired == 2);
    for (int i = 0; i < 2; i++) {
        CHECK(saved->members[i].q_count == 9 && saved->members[i].v_count == 8);
        CHECK(memcmp(saved->members[i].q, q + 9 * i, 9 * sizeof *q) == 0);
        for (int k = 0; k < 8; k++) {
            CHECK(saved->members[i].v[k] == (i == 0 && k >= 5 ? 0 : v[8 * i + k]));
        }
    }
    CHECK(snw_system_state_put(&p.system, saved, &p.state, NULL) == SNW_OK);

    // positions are never changed: where they do not fit there is no repair
    resize(&saved->members[0], "q", 4, p.setup);
    resize(&saved->members[0], "v", 4, p.setup);
    CHECK(snw_cell_state_sizes(&p.system, saved, p.setup, &repaired, NULL) == SNW_ERR_SIZE);
    CHECK(saved->members[0].q_count == 4 && saved->members[0].v_count == 4 && repaired == 0);
    close_plant(&p);
}

int main(void) {
    RUN(a_state_comes_back_from_the_file_bit_for_bit);
    RUN(what_does_not_fit_is_refused_and_changes_nothing);
    RUN(members_that_a_state_leaves_out_are_half_way_at_rest);
    RUN(positions_win_and_rates_are_resized);
    return check_report();
}
