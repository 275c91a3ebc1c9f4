// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "systems.h"

#include "../../../src/robot/model/inside.h"

// an arm with a flange on its last link, and a table
static void open_arm(plant *p, int slots) {
    open_plant(p);
    p->cell->slots = slots;
    snw_robot *arm = new_robot(p->setup, "arm");
    add_link(arm, p->setup, "base");
    add_link(arm, p->setup, "hand");
    add_inertial(&arm->links[1], p->setup, 2, 0.1);
    add_joint(arm, p->setup, "wrist", "base", "hand");
    add_attachment(arm, p->setup, "flange", "hand")->origin = snw_pose_translation(snw_vec3_z(0.5));
    add_attachment(arm, p->setup, "base", "hand");
    add_mechanism(p->cell, p->setup, "arm", arm);
    add_member(p->cell, p->setup, "left", "arm");
    add_member(p->cell, p->setup, "right", "arm");
    must_build(p);
}

static snw_attaching box(const char *name) {
    const snw_attaching what = {.name = name,
                                .role = "part",
                                .place = "flange",
                                .member = 1,
                                .T_place_part = snw_pose_translation(snw_vec3_z(0.25)),
                                .inertia = snw_inertia_box(3, snw_vec3_of(0.1, 0.2, 0.3))};
    return what;
}

static void what_is_attached_stands_in_a_slot_until_it_is_detached(void) {
    plant p;
    open_arm(&p, 2);
    int slot = -1;
    snw_attaching what = box("box");
    CHECK(snw_system_attach(&p.system, &p.state, &what, &slot, NULL) == SNW_OK);
    CHECK(slot == 0);
    const snw_slot *taken = &p.state.slots[0];
    CHECK(taken->used && taken->member == 1 && taken->link == 1);
    CHECK_TEXT(taken->name, "box");
    CHECK_TEXT(taken->role, "part");
    CHECK_NEAR(taken->T_link_part.p.z, 0.75, 1e-15);
    what.name = "tool";
    what.role = "tool";
    what.place = "hand";
    CHECK(snw_system_attach(&p.system, &p.state, &what, &slot, NULL) == SNW_OK);
    CHECK(slot == 1 && p.state.slots[1].T_link_part.p.z == 0.25);
    CHECK(snw_system_detach(&p.state, "box", NULL) == SNW_OK);
    CHECK(!p.state.slots[0].used);
    what.name = "load";
    what.role = "payload";
    what.place = "";
    CHECK(snw_system_attach(&p.system, &p.state, &what, &slot, NULL) == SNW_OK);
    CHECK(slot == 0 && p.state.slots[0].link == 0);
    // links come before attachments of the same name
    CHECK(snw_system_detach(&p.state, "load", NULL) == SNW_OK);
    what.place = "base";
    CHECK(snw_system_attach(&p.system, &p.state, &what, &slot, NULL) == SNW_OK);
    CHECK(p.state.slots[slot].link == 0);
    close_plant(&p);
}

static void the_inertia_of_a_link_counts_all_that_is_attached_to_it(void) {
    plant p;
    open_arm(&p, 8);
    snw_attaching what = box("box");
    CHECK(snw_system_attach(&p.system, &p.state, &what, NULL, NULL) == SNW_OK);
    what.name = "ball";
    what.inertia = snw_inertia_point(1, snw_vec3_x(2));
    CHECK(snw_system_attach(&p.system, &p.state, &what, NULL, NULL) == SNW_OK);
    what.name = "elsewhere";
    what.member = 0;
    CHECK(snw_system_attach(&p.system, &p.state, &what, NULL, NULL) == SNW_OK);
    // by hand: the hand has 2 kg about its frame; a box of 3 kg lies 0.75 m up, 1 kg at (2, 0,
    // 0.75)
    const snw_inertia sum = snw_system_link_inertia(&p.system, &p.state, 1, 1);
    CHECK_NEAR(sum.m, 6, 1e-15);
    CHECK_NEAR(sum.h.x, 2, 1e-15);
    CHECK_NEAR(sum.h.z, 4 * 0.75, 1e-15);
    const double height = 0.75 * 0.75;
    CHECK_NEAR(sum.I.xx, 0.1 + 3. / 12 * (0.04 + 0.09) + 3 * height + height, 1e-14);
    CHECK_NEAR(sum.I.yy, 0.1 + 3. / 12 * (0.01 + 0.09) + 3 * height + 4 + height, 1e-14);
    CHECK_NEAR(sum.I.zz, 0.1 + 3. / 12 * (0.01 + 0.04) + 4, 1e-14);
    CHECK_NEAR(sum.I.xz, -2 * 0.75, 1e-15);
    CHECK_NEAR(snw_system_link_inertia(&p.system, &p.state, 0, 1).m, 3, 0);
    CHECK_NEAR(snw_system_link_inertia(&p.system, &p.state, 0, 0).m, 0, 0);
    close_plant(&p);
}

static void check_refused(plant *p, const snw_attaching *what, snw_status expected,
                          const char *text) {
    static snw_slot before[8];
    const size_t bytes = (size_t)p->state.slot_count * sizeof *before;
    memcpy(before, p->state.slots, bytes);
    snw_why why;
    int slot = 77;
    const snw_status status = snw_system_attach(&p->system, &p->state, what, &slot, &why);
    CHECK(status == expected);
    CHECK_TEXT(why.text, text);
    CHECK(slot == 77 && memcmp(before, p->state.slots, bytes) == 0);
    CHECK(snw_system_attach(&p->system, &p->state, what, NULL, NULL) == expected);
}

static void what_cannot_be_attached_is_refused_with_the_reason(void) {
    plant p;
    open_arm(&p, 1);
    snw_attaching what = box("box");
    what.name = "";
    check_refused(&p, &what, SNW_ERR_ARGUMENT, "the attached object has no valid name");
    what.name = NULL;
    check_refused(&p, &what, SNW_ERR_ARGUMENT, "the attached object has no valid name");
    what.name = "a\nb";
    check_refused(&p, &what, SNW_ERR_ARGUMENT, "the attached object has no valid name");
    what.name = "0123456789012345678901234567890123456789012345678901234567890123";
    check_refused(&p, &what, SNW_ERR_ARGUMENT, "the attached object has no valid name");
    what = box("box");
    what.role = "friend";
    check_refused(&p, &what, SNW_ERR_ARGUMENT, "its role is not known");
    what = box("box");
    what.member = 2;
    check_refused(&p, &what, SNW_ERR_ARGUMENT, "there is no such member");
    what.member = -1;
    check_refused(&p, &what, SNW_ERR_ARGUMENT, "there is no such member");
    what = box("box");
    what.place = "foot";
    check_refused(&p, &what, SNW_ERR_UNKNOWN_NAME,
                  "the member has no link or attachment of that name");
    what = box("box");
    what.T_place_part.p.x = (double)NAN;
    check_refused(&p, &what, SNW_ERR_RANGE, "its pose is not valid");
    what = box("box");
    what.T_place_part.R.x.x = (double)NAN;
    check_refused(&p, &what, SNW_ERR_RANGE, "its pose is not valid");
    what = box("box");
    what.T_place_part.R.x.x = -1;
    check_refused(&p, &what, SNW_ERR_RANGE, "its pose is not valid");
    what = box("box");
    what.inertia.m = -1;
    check_refused(&p, &what, SNW_ERR_RANGE, "its mass or moments are not valid");
    what = box("box");
    what.inertia.I.xy = (double)NAN;
    check_refused(&p, &what, SNW_ERR_RANGE, "its mass or moments are not valid");
    what = box("box");
    what.inertia.I.xx = 10; // more than the two others together
    snw_why why;
    CHECK(snw_system_attach(&p.system, &p.state, &what, NULL, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.rule, "attach");
    CHECK(!p.state.slots[0].used);
    what = box("box");
    CHECK(snw_system_attach(&p.system, &p.state, &what, NULL, NULL) == SNW_OK);
    check_refused(&p, &what, SNW_ERR_DUPLICATE, "an object of that name is already attached");
    what.name = "second";
    check_refused(&p, &what, SNW_ERR_FULL, "all slots are in use");
    CHECK(snw_system_detach(&p.state, "second", &why) == SNW_ERR_UNKNOWN_NAME);
    CHECK_TEXT(why.text, "nothing of that name is attached");
    CHECK(snw_system_detach(&p.state, NULL, NULL) == SNW_ERR_UNKNOWN_NAME);
    close_plant(&p);
}

static void a_base_moves_with_the_link_that_carries_it(void) {
    plant p;
    open_plant(&p);
    snw_robot *arm = new_robot(p.setup, "arm");
    add_link(arm, p.setup, "base");
    add_link(arm, p.setup, "hand");
    add_joint(arm, p.setup, "wrist", "base", "hand")->axis = snw_vec3_z(1);
    add_attachment(arm, p.setup, "flange", "hand")->origin = snw_pose_translation(snw_vec3_x(1));
    add_mechanism(p.cell, p.setup, "arm", arm);
    add_member(p.cell, p.setup, "lower", "arm");
    snw_cell_member *upper = add_member(p.cell, p.setup, "upper", "arm");
    put_on(upper, "lower", "flange");
    upper->origin = snw_pose_translation(snw_vec3_x(0.5));
    must_build(&p);
    // two revolute joints in the plane, closed form
    p.state.q[0] = 0.3;
    p.state.q[1] = 0.4;
    const snw_pose base = snw_system_base_pose(&p.system, &p.state, 1);
    CHECK_NEAR(base.p.x, 1.5 * cos(0.3), 1e-15);
    CHECK_NEAR(base.p.y, 1.5 * sin(0.3), 1e-15);
    const snw_pose hand = snw_system_link_pose(&p.system, &p.state, 1, 1);
    CHECK_NEAR(hand.R.x.x, cos(0.7), 1e-15);
    CHECK_NEAR(hand.p.y, 1.5 * sin(0.3), 1e-15);
    close_plant(&p);
}

int main(void) {
    RUN(what_is_attached_stands_in_a_slot_until_it_is_detached);
    RUN(the_inertia_of_a_link_counts_all_that_is_attached_to_it);
    RUN(what_cannot_be_attached_is_refused_with_the_reason);
    RUN(a_base_moves_with_the_link_that_carries_it);
    return check_report();
}
