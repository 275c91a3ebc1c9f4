// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/ik/forms.h"

#include "../../../src/robot/ik/closed_internal.h"

static void the_chain_stands_where_kinematics_says(void) {
    CHECK_CASES(check_scaled(300)) {
        const axes a = draw_axes((kind)(check_case % KINDS));
        const disguise d = random_disguise(&a);
        arm m = arm_of_axes(&a, &d);
        forward f = forward_open(&m.model);
        snw_ik_closed closed = {.model = &m.model};
        const int link = m.model.frames[f.tool].link;
        CHECK(snw__chain_of(&m.model, link, f.tool, &closed, NULL) == SNW_OK);
        CHECK(closed.chain.count == 6);
        for (int i = 0; i < 10; i++) {
            double value[MOST], q[MOST];
            random_values(&a, value);
            to_model(&a, &d, value, q);
            for (int k = 0; k < 6; k++) {
                value[k] = q[closed.q_index[k]] + closed.shift[k];
            }
            const snw_pose T = snw__chain_pose(&closed.chain, value);
            CHECK_NEAR(pose_error(T, forward_pose(&f, q)), 0, 1e-12);
            // seen from the tool, last joint first
            snw_ik_chain back;
            snw__chain_reverse(&closed.chain, &back);
            double turned[MOST];
            for (int k = 0; k < 6; k++) {
                turned[k] = value[5 - k];
            }
            const snw_pose inverse = snw__chain_pose(&back, turned);
            CHECK_NEAR(pose_error(inverse, snw_pose_inverse(T)), 0, 1e-12);
        }
        forward_close(&f);
        arm_free(&m);
    }
}

static void the_point_where_axes_meet_is_found(void) {
    CHECK_CASES(1000) {
        const snw_vec3 W = random_point(1);
        snw_ik_chain c = {.count = 3};
        for (int i = 0; i < 3; i++) {
            c.axis[i] = random_unit();
            c.point[i] = snw_vec3_add_scaled(W, c.axis[i], check_real(-2, 2));
        }
        if (snw__chain_slant(&c, 0, 1) < 0.2 || snw__chain_slant(&c, 1, 2) < 0.2) continue;
        snw_vec3 point;
        CHECK_NEAR(snw__chain_meet(&c, 0, 3, &point), 0, 1e-13);
        CHECK_NEAR(snw_vec3_distance(point, W), 0, 1e-12);
        // two axes that pass each other: each is half the distance from the middle
        const snw_vec3 n = snw_vec3_normalize(snw_vec3_cross(c.axis[0], c.axis[1]));
        c.point[1] = snw_vec3_add_scaled(c.point[1], n, 0.3);
        CHECK_NEAR(snw__chain_meet(&c, 0, 2, &point), 0.15, 1e-12);
    }
    const snw_ik_chain parallel = {.count = 2,
                                   .axis = {snw_vec3_z(1), snw_vec3_z(1)},
                                   .point = {snw_vec3_zero(), snw_vec3_x(1)}};
    snw_vec3 point;
    CHECK(snw__chain_meet(&parallel, 0, 2, &point) == HUGE_VAL);
    CHECK(snw__chain_slant(&parallel, 0, 1) == 0);
}

static void tell(snw_joint_description *j, const char *name, const char *parent,
                 const char *child) {
    snw_copy_text(j->name, SNW_NAME, name);
    snw_copy_text(j->parent, SNW_NAME, parent);
    snw_copy_text(j->child, SNW_NAME, child);
}

// a chain of `count` turns whose joint `odd` is of another kind
static snw_status chain_with(int count, int odd, snw_joint_kind other, bool follows, snw_why *why) {
    snw_link_description links[12] = {{.name = "l0"}};
    snw_joint_description joints[11];
    snw_mimic mimic = {.multiplier = 2};
    snw_copy_text(mimic.joint, SNW_NAME, "j0");
    for (int i = 0; i < count; i++) {
        (void)snprintf(links[i + 1].name, SNW_NAME, "l%d", i + 1);
        joints[i] = (snw_joint_description){
            .kind = i == odd ? other : SNW_JOINT_REVOLUTE,
            .origin = random_pose(0.5),
            .axis = snw_vec3_z(1),
            .pitch = 0.1,
            .mimic = i == odd && follows ? &mimic : NULL,
            .limits = {-3, 3, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL}};
        char name[16];
        (void)snprintf(name, sizeof name, "j%d", i);
        tell(&joints[i], name, links[i].name, links[i + 1].name);
    }
    const snw_robot robot = {.name = "odd",
                             .links = links,
                             .link_count = count + 1,
                             .joints = joints,
                             .joint_count = count};
    arm m = {.setup = NULL};
    arm_compile(&m, &robot);
    snw_ik_closed closed;
    const snw_status status = snw_ik_analyze(&m.model, count, -1, &closed, why);
    CHECK(closed.form == SNW_IK_NO_FORM);
    arm_free(&m);
    return status;
}

static void joints_without_a_closed_form_are_named(void) {
    snw_why why;
    CHECK(chain_with(6, 4, SNW_JOINT_SCREW, false, &why) == SNW_ERR_UNSUPPORTED);
    CHECK_TEXT(why.subject, "j4");
    CHECK_TEXT(why.rule, "ik-form");
    CHECK(chain_with(6, 2, SNW_JOINT_SPHERICAL, false, &why) == SNW_ERR_UNSUPPORTED);
    CHECK_TEXT(why.subject, "j2");
    CHECK(chain_with(6, 5, SNW_JOINT_REVOLUTE, true, &why) == SNW_ERR_UNSUPPORTED);
    CHECK_TEXT(why.subject, "j5");
    CHECK(chain_with(9, -1, SNW_JOINT_REVOLUTE, false, &why) == SNW_ERR_UNSUPPORTED);
    CHECK(strstr(why.text, "too many") != NULL && why.numbers[0].value == SNW_IK_CLOSED_JOINTS);
}

int main(void) {
    RUN(the_chain_stands_where_kinematics_says);
    RUN(the_point_where_axes_meet_is_found);
    RUN(joints_without_a_closed_form_are_named);
    return check_report();
}
