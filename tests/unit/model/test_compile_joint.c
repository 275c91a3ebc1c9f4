// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "robots.h"

/// Two links and the joint between them.
typedef struct pair {
    snw_setup *setup;
    snw_robot *robot;
    snw_joint_description *joint;
    judged j;
} pair;

static void begin(pair *p, snw_joint_kind kind) {
    p->setup = new_setup();
    p->robot = new_robot(p->setup, "pair");
    add_link(p->robot, p->setup, "base");
    add_link(p->robot, p->setup, "body");
    p->joint = add_joint(p->robot, p->setup, "joint", "base", "body");
    p->joint->kind = kind;
    if (kind == SNW_JOINT_SCREW) p->joint->pitch = 0.1;
    if (kind == SNW_JOINT_LAW) add_rail(p->joint, p->setup);
}

static void end(pair *p) {
    free(p->j.c.block);
    snw_setup_destroy(p->setup);
}

// compiles, expects one finding of that rule and severity (none when NULL), and nothing else
static void expect(pair *p, const char *rule, snw_severity severity) {
    free(p->j.c.block);
    judge(p->robot, &p->j);
    CHECK((p->j.status < 0) == (rule != NULL && severity == SNW_ERROR));
    CHECK(p->j.diags.count == (rule != NULL));
    if (rule == NULL) return;
    CHECK_TEXT(p->j.items[0].rule, rule);
    CHECK_TEXT(p->j.items[0].subject, "pair/joints[joint]");
    CHECK(p->j.items[0].severity == severity);
    CHECK(p->j.items[0].fix[0] != '\0' && p->j.items[0].text[0] != '\0');
}

static void every_kind_has_its_coordinates(void) {
    static const int nq[] = {0, 1, 1, 1, 1, 4, 3, 7, 1}, nv[] = {0, 1, 1, 1, 1, 3, 3, 6, 1};
    for (int kind = SNW_JOINT_FIXED; kind <= SNW_JOINT_LAW; kind++) {
        pair p = {0};
        begin(&p, (snw_joint_kind)kind);
        expect(&p, NULL, SNW_INFO);
        CHECK(p.j.c.model.nq == nq[kind] && p.j.c.model.nv == nv[kind]);
        CHECK(p.j.c.model.links[1].joint == (snw_joint_kind)kind);
        end(&p);
    }
}

static void an_axis_is_normalised_silently_near_1_and_with_a_warning_elsewhere(void) {
    static const double lengths[] = {1, 1.0009, 0.9991, 1.0011, 0.9989, 2, 1e-200, 1e200};
    for (int i = 0; i < 8; i++) {
        pair p = {0};
        begin(&p, SNW_JOINT_REVOLUTE);
        p.joint->axis = snw_vec3_scale(snw_vec3_of(0.6, 0, -0.8), lengths[i]);
        expect(&p, i < 3 ? NULL : "axis-unit", SNW_WARNING);
        CHECK(snw_vec3_near(p.j.c.model.links[1].axis, snw_vec3_of(0.6, 0, -0.8), 1e-15));
        if (i >= 3) CHECK_NEAR(p.j.items[0].numbers[0].value / lengths[i], 1, 1e-12);
        end(&p);
    }
}

static void an_axis_without_direction_is_refused_where_one_is_needed(void) {
    for (int kind = SNW_JOINT_FIXED; kind <= SNW_JOINT_LAW; kind++) {
        pair p = {0};
        begin(&p, (snw_joint_kind)kind);
        p.joint->axis = snw_vec3_zero();
        const bool needed =
            (kind >= SNW_JOINT_REVOLUTE && kind <= SNW_JOINT_SCREW) || kind == SNW_JOINT_PLANAR;
        expect(&p, needed ? "axis-zero" : NULL, SNW_ERROR);
        end(&p);
    }
}

static void a_planar_joint_has_two_axes_normal_to_its_own(void) {
    CHECK_CASES(1000) {
        pair p = {0};
        begin(&p, SNW_JOINT_PLANAR);
        const snw_vec3 along[] = {snw_vec3_x(1), snw_vec3_y(1), snw_vec3_z(1), snw_vec3_z(-1)};
        p.joint->axis = check_case < 4 ? along[check_case] : random_axis();
        expect(&p, NULL, SNW_INFO);
        const snw_link *link = &p.j.c.model.links[1];
        CHECK(snw_vec3_near(snw_vec3_cross(link->plane_x, link->plane_y), link->axis, 1e-15));
        CHECK_NEAR(snw_vec3_norm(link->plane_x), 1, 1e-15);
        CHECK_NEAR(snw_vec3_norm(link->plane_y), 1, 1e-15);
        // the usual names where the axis is one of the frame's
        if (check_case == 0) CHECK(snw_vec3_equal(link->plane_x, snw_vec3_y(1)));
        if (check_case == 1) CHECK(snw_vec3_equal(link->plane_x, snw_vec3_z(1)));
        if (check_case == 2) CHECK(snw_vec3_equal(link->plane_x, snw_vec3_x(1)));
        if (check_case == 2) CHECK(snw_vec3_equal(link->plane_y, snw_vec3_y(1)));
        end(&p);
    }
}

static void limits_reach_their_coordinate_and_the_wrong_way_round_are_refused(void) {
    pair p = {0};
    begin(&p, SNW_JOINT_PRISMATIC);
    p.joint->limits = (snw_limits){-1, 2, 3, 4, 5, 6, 7};
    expect(&p, NULL, SNW_INFO);
    const snw_model *m = &p.j.c.model;
    CHECK(m->lower[0] == -1 && m->upper[0] == 2 && m->velocity[0] == 3);
    CHECK(m->acceleration[0] == 4 && m->deceleration[0] == 5 && m->jerk[0] == 6);
    CHECK(m->effort[0] == 7);
    p.joint->limits.lower = 2.5;
    expect(&p, "limits-order", SNW_ERROR);
    CHECK(p.j.items[0].numbers[0].value == 2.5 && p.j.items[0].numbers[1].value == 2);
    p.joint->limits.lower = p.joint->limits.upper = (double)INFINITY;
    expect(&p, "limits-order", SNW_ERROR);
    p.joint->limits.lower = p.joint->limits.upper = -(double)INFINITY;
    expect(&p, "limits-order", SNW_ERROR);
    p.joint->limits.lower = p.joint->limits.upper = 0.5;
    expect(&p, NULL, SNW_INFO);
    p.joint->limits.upper = (double)NAN;
    free(p.j.c.block);
    judge(p.robot, &p.j);
    CHECK(p.j.status == SNW_ERR_NOT_FINITE && findings(&p.j.diags, "value") == 1);
    end(&p);
}

static void limits_that_cannot_be_used_are_told(void) {
    pair p = {0};
    begin(&p, SNW_JOINT_CONTINUOUS);
    p.joint->limits.upper = 1;
    expect(&p, "limits-unused", SNW_WARNING);
    CHECK(isinf(p.j.c.model.upper[0]) && isinf(p.j.c.model.lower[0]));
    end(&p);
    begin(&p, SNW_JOINT_SPHERICAL);
    p.j.c.block = NULL;
    p.joint->limits.velocity = 1;
    expect(&p, "limits-unused", SNW_WARNING);
    CHECK(isinf(p.j.c.model.velocity[0]));
    end(&p);
    begin(&p, SNW_JOINT_FIXED);
    p.j.c.block = NULL;
    p.joint->limits.velocity = 1;
    expect(&p, NULL, SNW_INFO);
    end(&p);
}

static void soft_limits_lie_inside_the_hard_ones(void) {
    pair p = {0};
    begin(&p, SNW_JOINT_REVOLUTE);
    const snw_type *type = snw_type_field(&snw_joint_description_type, "soft")->type;
    p.joint->soft = snw_block_new(type, p.setup);
    p.joint->limits.lower = -1;
    p.joint->limits.upper = 1;
    expect(&p, NULL, SNW_INFO); // none of both
    p.joint->soft->lower = -0.9;
    p.joint->soft->upper = 0.9;
    expect(&p, NULL, SNW_INFO);
    p.joint->soft->upper = 1.1;
    expect(&p, "soft-limits", SNW_WARNING);
    p.joint->soft->upper = -0.95;
    expect(&p, "soft-limits", SNW_ERROR);
    end(&p);
}

static void a_screw_needs_a_pitch_and_others_have_none(void) {
    pair p = {0};
    begin(&p, SNW_JOINT_SCREW);
    expect(&p, NULL, SNW_INFO);
    CHECK(p.j.c.model.links[1].pitch == 0.1);
    p.joint->pitch = 0;
    expect(&p, "screw-pitch", SNW_ERROR);
    p.joint->kind = SNW_JOINT_REVOLUTE;
    p.joint->pitch = 0.1;
    expect(&p, "pitch-unused", SNW_WARNING);
    CHECK(p.j.c.model.links[1].pitch == 0);
    end(&p);
}

static void an_offset_of_a_joint_without_one_coordinate_is_told(void) {
    pair p = {0};
    begin(&p, SNW_JOINT_REVOLUTE);
    p.joint->position = 0.5;
    expect(&p, NULL, SNW_INFO);
    CHECK(p.j.c.model.links[1].shift == 0.5 && p.j.c.model.links[1].offset == 0);
    p.joint->kind = SNW_JOINT_FREE;
    expect(&p, "position-unused", SNW_WARNING);
    end(&p);
}

static void a_drive_without_ratio_is_refused(void) {
    pair p = {0};
    begin(&p, SNW_JOINT_REVOLUTE);
    const snw_type *type = snw_type_field(&snw_joint_description_type, "actuator")->type;
    p.joint->actuator = snw_block_new(type, p.setup);
    expect(&p, NULL, SNW_INFO);
    p.joint->actuator->gear_ratio = 0;
    expect(&p, "gear-ratio", SNW_ERROR);
    end(&p);
}

static void a_law_belongs_to_a_joint_of_that_kind(void) {
    pair p = {0};
    begin(&p, SNW_JOINT_LAW);
    p.joint->kind = SNW_JOINT_REVOLUTE;
    expect(&p, "law-unused", SNW_WARNING);
    p.joint->kind = SNW_JOINT_LAW;
    p.joint->law = (snw_child){NULL, NULL};
    expect(&p, "law", SNW_ERROR);
    end(&p);
}

int main(void) {
    RUN(every_kind_has_its_coordinates);
    RUN(an_axis_is_normalised_silently_near_1_and_with_a_warning_elsewhere);
    RUN(an_axis_without_direction_is_refused_where_one_is_needed);
    RUN(a_planar_joint_has_two_axes_normal_to_its_own);
    RUN(limits_reach_their_coordinate_and_the_wrong_way_round_are_refused);
    RUN(limits_that_cannot_be_used_are_told);
    RUN(soft_limits_lie_inside_the_hard_ones);
    RUN(a_screw_needs_a_pitch_and_others_have_none);
    RUN(an_offset_of_a_joint_without_one_coordinate_is_told);
    RUN(a_drive_without_ratio_is_refused);
    RUN(a_law_belongs_to_a_joint_of_that_kind);
    return check_report();
}
