// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "systems.h"

#include "sinew/base/collections.h"

// --- layout -------------------------------------------------------------------------------------

static void members_stand_behind_their_carriers_and_share_the_models_of_equal_ones(void) {
    CHECK_CASES(check_scaled(300)) {
        plant p;
        open_plant(&p);
        random_cell(p.cell, p.setup);
        must_build(&p);
        int nq = 0, nv = 0, links = 0;
        for (int i = 0; i < p.system.member_count; i++) {
            const snw_system_member *a = &p.system.members[i];
            CHECK(a->carrier < i);
            CHECK((a->carrier < 0) == (described(p.cell, a->name)->on[0] == '\0'));
            CHECK(a->q_index == nq && a->v_index == nv);
            nq += a->model->nq;
            nv += a->model->nv;
            links += a->model->link_count;
            for (int k = 0; k < i; k++) {
                const snw_system_member *b = &p.system.members[k];
                const bool alike =
                    a->mechanism == b->mechanism && a->model->floating == b->model->floating;
                CHECK((a->model == b->model) == alike);
            }
        }
        CHECK(p.system.nq == nq && p.system.nv == nv && p.system.link_count == links);
        close_plant(&p);
    }
}

static void members_without_carriers_keep_the_order_of_the_file(void) {
    plant p;
    open_plant(&p);
    snw_robot *robot = new_robot(p.setup, "body");
    add_link(robot, p.setup, "only");
    add_mechanism(p.cell, p.setup, "body", robot);
    put_on(add_member(p.cell, p.setup, "c", "body"), "d", "");
    add_member(p.cell, p.setup, "a", "body");
    add_member(p.cell, p.setup, "d", "body");
    add_member(p.cell, p.setup, "b", "body");
    must_build(&p);
    static const char *const expected[] = {"d", "c", "a", "b"};
    for (int i = 0; i < 4; i++) {
        CHECK_TEXT(p.system.members[i].name, expected[i]);
        CHECK(snw_system_find(&p.system, expected[i]) == i);
    }
    CHECK(snw_system_find(&p.system, "e") == -1);
    CHECK(snw_system_find(&p.system, "") == -1);
    close_plant(&p);
}

static void looking_a_name_up_does_not_search(void) {
    plant p;
    open_plant(&p);
    snw_robot *robot = new_robot(p.setup, "body");
    add_link(robot, p.setup, "only");
    add_mechanism(p.cell, p.setup, "body", robot);
    char name[SNW_NAME];
    for (int i = 0; i < 4000; i++) {
        (void)snprintf(name, sizeof name, "part%d", i);
        add_member(p.cell, p.setup, name, "body");
    }
    must_build(&p);
    int most = 0;
    for (int i = 0; i < 4000; i++) {
        int probes = 0;
        (void)snprintf(name, sizeof name, "part%d", i);
        CHECK(snw_names_find(&p.system.names, name, &probes) == i);
        if (probes > most) most = probes;
    }
    CHECK(most < 64);
    close_plant(&p);
}

static void every_capacity_below_the_measured_one_is_refused(void) {
    plant p;
    open_plant(&p);
    const tree_options small = {.links = 2, .only_single = true};
    add_mechanism(p.cell, p.setup, "a", random_tree(p.setup, small));
    add_share(add_mechanism(p.cell, p.setup, "b", random_tree(p.setup, small)), p.setup, "0", "1");
    add_member(p.cell, p.setup, "one", "a");
    add_member(p.cell, p.setup, "two", "b")->base = SNW_BASE_FLOATING;
    put_on(add_member(p.cell, p.setup, "three", "b"), "two", "f1");
    must_build(&p);
    for (size_t capacity = 0; capacity <= p.needed; capacity++) {
        void *block = exact_block(capacity);
        snw_arena arena = snw_arena_over(block, capacity);
        snw_system system;
        CHECK(snw_system_compile(&system, p.cell, &arena, NULL) ==
              (capacity < p.needed ? SNW_ERR_MEMORY : SNW_OK));
        CHECK(arena.needed == p.needed);
        free(block);
    }
    for (size_t capacity = 0; capacity <= p.state_needed; capacity++) {
        void *block = exact_block(capacity);
        snw_arena arena = snw_arena_over(block, capacity);
        snw_system_state state;
        CHECK(snw_system_state_init(&state, &p.system, &arena) ==
              (capacity < p.state_needed ? SNW_ERR_MEMORY : SNW_OK));
        CHECK(arena.needed == p.state_needed);
        free(block);
    }
    close_plant(&p);
}

// --- frames -------------------------------------------------------------------------------------

static double apart(const plant *p, const char *member, const char *link) {
    const int at = snw_system_find(&p->system, member);
    const int number = snw_model_find_link(p->system.members[at].model, link);
    const snw_pose T = snw_system_link_pose(&p->system, &p->state, at, number);
    return ref_distance(ref_from(T), ref_in_world(p, member, link));
}

// A member has no links of its own in the cell; it behaves as the whole mechanism that it refers
// to: all of its links are where a chain of exact poses from the descriptions has them.
// spec: actin-model:A1-MN-13
static void every_link_of_every_member_is_where_the_descriptions_say(void) {
    CHECK_CASES(check_scaled(400)) {
        plant p;
        open_plant(&p);
        random_cell(p.cell, p.setup);
        must_build(&p);
        random_state(&p.system, &p.state);
        for (int i = 0; i < p.system.member_count; i++) {
            const snw_model *model = p.system.members[i].model;
            CHECK(model->link_count ==
                  p.system.mechanisms[p.system.members[i].mechanism].robot->link_count);
            for (int k = 0; k < model->link_count; k++) {
                CHECK_NEAR(apart(&p, p.system.members[i].name, model->links[k].name), 0, 1e-13);
            }
        }
        close_plant(&p);
    }
}

static void gravity_is_turned_from_the_system_into_the_world(void) {
    plant p;
    open_plant(&p);
    snw_robot *robot = new_robot(p.setup, "body");
    add_link(robot, p.setup, "only");
    add_mechanism(p.cell, p.setup, "body", robot);
    add_member(p.cell, p.setup, "a", "body");
    CHECK(p.cell->environment.gravity.z == -9.81);
    // y of the system points up: gravity along -y of the system falls along -z of the world
    p.cell->environment.gravity = snw_vec3_of(0, -9.8, 0);
    p.cell->environment.origin = snw_pose_rotation(snw_mat3_rot_x(acos(0)));
    must_build(&p);
    CHECK(snw_vec3_near(p.system.gravity, snw_vec3_of(0, 0, -9.8), 1e-15));
    close_plant(&p);
}

static void a_base_may_float_or_stay_whatever_the_mechanism_says(void) {
    plant p;
    open_plant(&p);
    snw_robot *fixed = new_robot(p.setup, "fixed"), *floating = new_robot(p.setup, "floating");
    add_link(fixed, p.setup, "only");
    add_link(floating, p.setup, "only");
    floating->floating = true;
    add_mechanism(p.cell, p.setup, "fixed", fixed);
    add_mechanism(p.cell, p.setup, "floating", floating);
    add_member(p.cell, p.setup, "a", "fixed");
    add_member(p.cell, p.setup, "b", "fixed")->base = SNW_BASE_FLOATING;
    add_member(p.cell, p.setup, "c", "floating");
    add_member(p.cell, p.setup, "d", "floating")->base = SNW_BASE_FIXED;
    must_build(&p);
    static const int nq[] = {0, 7, 7, 0};
    for (int i = 0; i < 4; i++) {
        CHECK(p.system.members[i].model->nq == nq[i]);
        CHECK(p.system.members[i].model->floating == (nq[i] == 7));
    }
    CHECK(p.system.model_count == 4);
    close_plant(&p);
}

// --- shapes -------------------------------------------------------------------------------------

static void add_shape(snw_link_description *link, snw_setup *setup, double x) {
    snw_body_shape *shape = add_to(&snw_link_description_type, link, "visuals", setup);
    snw_copy_text(shape->name, SNW_NAME, "skin");
    shape->origin.p.x = x;
}

static const snw_link_description *shape_of(const plant *p, const char *member, const char *link) {
    const snw_system_member *one = &p->system.members[snw_system_find(&p->system, member)];
    const int at = snw_model_find_link(one->model, link);
    return p->system.mechanisms[one->mechanism].shape_of[at];
}

// Finger 2 refers to the shapes of finger 1, and two hands to one mechanism: the shape is edited
// once and seen at all four; mass and joint of finger 1 are edited and finger 2 keeps its own.
// spec: actin-model:A1-MN-12
static void links_that_share_shapes_share_nothing_else(void) {
    plant p;
    open_plant(&p);
    snw_robot *hand = new_robot(p.setup, "hand");
    add_link(hand, p.setup, "palm");
    add_link(hand, p.setup, "finger1");
    add_link(hand, p.setup, "finger2");
    add_shape(&hand->links[1], p.setup, 0.1);
    add_inertial(&hand->links[1], p.setup, 1, 0.1);
    add_inertial(&hand->links[2], p.setup, 2, 0.2);
    add_joint(hand, p.setup, "j1", "palm", "finger1")->origin.p.y = 1;
    add_joint(hand, p.setup, "j2", "palm", "finger2")->origin.p.y = -1;
    add_share(add_mechanism(p.cell, p.setup, "hand", hand), p.setup, "finger2", "finger1");
    add_member(p.cell, p.setup, "left", "hand");
    add_member(p.cell, p.setup, "right", "hand");
    must_build(&p);
    static const char *const members[] = {"left", "right"}, *const fingers[] = {"finger1",
                                                                                "finger2"};
    for (int i = 0; i < 4; i++) {
        CHECK(shape_of(&p, members[i / 2], fingers[i % 2])->visuals[0].origin.p.x == 0.1);
    }
    CHECK(shape_of(&p, "left", "palm")->visual_count == 0);

    // a shape edit shows on all, at once
    hand->links[1].visuals[0].origin.p.x = 0.7;
    for (int i = 0; i < 4; i++) {
        CHECK(shape_of(&p, members[i / 2], fingers[i % 2])->visuals[0].origin.p.x == 0.7);
    }

    // edits of mass and joint stay local
    hand->links[1].inertial->mass = 5;
    hand->joints[0].origin.p.y = 3;
    hand->joints[0].axis = snw_vec3_z(1);
    free(p.block);
    free(p.state_block);
    must_build(&p);
    const snw_model *model = p.system.members[0].model;
    const snw_link *one = &model->links[snw_model_find_link(model, "finger1")];
    const snw_link *two = &model->links[snw_model_find_link(model, "finger2")];
    CHECK(one->inertia.m == 5 && one->T_parent_joint.p.y == 3 && one->axis.z == 1);
    CHECK(two->inertia.m == 2 && two->T_parent_joint.p.y == -1 && two->axis.x == 1);
    close_plant(&p);
}

int main(void) {
    RUN(members_stand_behind_their_carriers_and_share_the_models_of_equal_ones);
    RUN(members_without_carriers_keep_the_order_of_the_file);
    RUN(looking_a_name_up_does_not_search);
    RUN(every_capacity_below_the_measured_one_is_refused);
    RUN(every_link_of_every_member_is_where_the_descriptions_say);
    RUN(gravity_is_turned_from_the_system_into_the_world);
    RUN(a_base_may_float_or_stay_whatever_the_mechanism_says);
    RUN(links_that_share_shapes_share_nothing_else);
    return check_report();
}
