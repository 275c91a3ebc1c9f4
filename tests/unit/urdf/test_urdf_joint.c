// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "urdf_test.h"

#define RANGE "<limit lower='-1' upper='2' effort='3' velocity='4'/>"
#define NEW " version='1.2'"

static void each_rule_of_joints_has_its_sentence(void) {
    static const rule_case cases[] = {
        {ALWAYS, JOINT("revolut", ""), "type",
         "robot/joint[j]/type: 'revolut' is not a type of joint; did you mean 'revolute'? "
         "[urdf-type]"},
        {ALWAYS, JOINT("xyzzy", ""), "type",
         "robot/joint[j]/type: 'xyzzy' is not a type of joint; write revolute, continuous, "
         "prismatic, fixed, floating or planar [urdf-type]"},
        {ALWAYS,
         "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='fixed'><parent "
         "link='a'/><child link='b'/></joint><joint name='k' type='fixed'><parent link='a'/>"
         "</joint></robot>",
         "<joint name='k'",
         "robot/joint[k]: element 'child' is missing; write <parent link=\"...\"/> and <child "
         "link=\"...\"/> [urdf-missing]"},
        {ALWAYS,
         "<robot name='r'><link name='a'/><joint name='k' type='fixed'><child link='a'/></joint>"
         "</robot>",
         "<joint name='k'",
         "robot/joint[k]: element 'parent' is missing; write <parent link=\"...\"/> and <child "
         "link=\"...\"/> [urdf-missing]"},
        {REMARK, JOINT("continuous", "<axis xyz='0 0 0'/>"), "xyz",
         "robot/joint[j]/axis/xyz: the axis has no length; 1 0 0 is used; give a direction, such "
         "as "
         "0 0 1 [urdf-axis]"},
        {REMARK, JOINT("continuous", "<axis/>"), "<axis",
         "robot/joint[j]/axis: the axis has no direction; 1 0 0 is used; write xyz=\"0 0 1\", or "
         "another direction [urdf-axis]"},
        {REMARK, JOINT("continuous", "<axis xyz='0 0 1.0011'/>"), "xyz",
         "robot/joint[j]/axis/xyz: the axis is not of length 1; its direction is used (length "
         "1.0011); divide it by its length [urdf-axis]"},
        {REMARK, JOINT("revolute", ""), "<joint",
         "robot/joint[j]: the joint has no limits; it moves without end; add <limit lower upper "
         "effort velocity>, or "
         "make "
         "it continuous [urdf-limit]"},
        {REMARK, JOINT("prismatic", ""), "<joint",
         "robot/joint[j]: the joint has no limits; it moves without end; add <limit lower upper "
         "effort velocity>, or "
         "make "
         "it continuous [urdf-limit]"},
        {REMARK, JOINT("revolute", "<limit lower='-1' upper='1' velocity='1'/>"), "<limit",
         "robot/joint[j]/limit/effort: the limit is missing; the joint is taken as not limited; "
         "add it; URDF 1.2 allows to omit it "
         "[urdf-limit]"},
        {REMARK, JOINT("revolute", "<limit lower='-1' upper='1' effort='1'/>"), "<limit",
         "robot/joint[j]/limit/velocity: the limit is missing; the joint is taken as not limited; "
         "add it; URDF 1.2 allows to omit it "
         "[urdf-limit]"},
        {REMARK, JOINT_OF(NEW, "revolute", "<limit upper='1'/>"), "<limit",
         "robot/joint[j]/limit/lower: the limit is missing; the joint is taken as not limited; "
         "URDF 1.2 requires it; add it "
         "[urdf-limit]"},
        {REMARK, JOINT_OF(NEW, "prismatic", "<limit lower='1'/>"), "<limit",
         "robot/joint[j]/limit/upper: the limit is missing; the joint is taken as not limited; "
         "URDF 1.2 requires it; add it "
         "[urdf-limit]"},
        {REMARK, JOINT("revolute", "<limit lower='1' upper='-1' effort='1' velocity='1'/>"),
         "<limit",
         "robot/joint[j]/limit: the lower limit is above the upper one; they are exchanged (lower "
         "1, "
         "upper -1); write the smaller one as lower [urdf-limit]"},
        {REMARK, JOINT("revolute", "<limit lower='1' effort='1' velocity='1'/>"), "<limit",
         "robot/joint[j]/limit: the lower limit is above the upper one; they are exchanged (lower "
         "1, upper 0); an "
         "omitted limit is 0; give both [urdf-limit]"},
        {REMARK, JOINT("revolute", "<limit effort='1' velocity='1'/>"), "<limit",
         "robot/joint[j]/limit: the limits leave the joint no range of motion (lower 0, upper 0); "
         "give lower and upper, or make it a fixed joint [urdf-limit]"},
    };
    CHECK_RULES(cases);
}

static void each_rule_of_drives_has_its_sentence(void) {
    static const rule_case cases[] = {
        {REMARK, JOINT("continuous", "<limit effort='1' velocity='0'/>"), "velocity",
         "robot/joint[j]/limit/velocity: the limit is 0; the joint is taken as not limited; give a "
         "number above 0 [urdf-limit]"},
        {REMARK, JOINT("continuous", "<limit effort='-1' velocity='1'/>"), "effort",
         "robot/joint[j]/limit/effort: the limit is negative; the joint is taken as not limited; "
         "give a number above 0 [urdf-limit]"},
        {REMARK, JOINT("continuous", "<limit effort='0' velocity='1'/>"), "effort",
         "robot/joint[j]/limit/effort: the limit is 0; the joint is taken as not limited; give a "
         "number above 0 [urdf-limit]"},
        {DOUBT, JOINT("continuous", "<limit effort='nan' velocity='1'/>"), "effort",
         "robot/joint[j]/limit/effort: 'nan' is not a number; write a finite decimal number "
         "[urdf-number]"},
        {REMARK, JOINT("continuous", "<limit effort='1' velocity='1' jerk='5'/>"), "jerk",
         "robot/joint[j]/limit: 'jerk' belongs to URDF 1.2; it is used nevertheless; write "
         "version=\"1.2\" into <robot> [urdf-version]"},
        {REMARK, JOINT("planar", "<limit effort='1' velocity='1'/>"), "<limit",
         "robot/joint[j]/limit: limits of a joint of this type are not used; remove it "
         "[urdf-limit]"},
        {REMARK, JOINT("continuous", "<dynamics damping='-1' friction='2'/>"), "damping",
         "robot/joint[j]/dynamics/damping: the joint would gain energy; 0 is used (value -1); give "
         "a number "
         "from 0 up [urdf-dynamics]"},
        {REMARK, JOINT("revolute", RANGE "<safety_controller k_position='-1' k_velocity='1'/>"),
         "k_position",
         "robot/joint[j]/safety_controller/k_position: the gain is negative; 0 is used; give a "
         "number from 0 "
         "up [urdf-soft-limit]"},
        {REMARK,
         JOINT("revolute", RANGE "<safety_controller soft_lower_limit='-1.5' k_velocity='1'/>"),
         "<joint",
         "robot/joint[j]: the soft limits lie outside the hard ones, which are used; move them "
         "inside lower and upper of <limit> [urdf-soft-limit]"},
        {REMARK,
         JOINT("revolute", RANGE "<safety_controller soft_lower_limit='1' soft_upper_limit='0' "
                                 "k_velocity='1'/>"),
         "<joint",
         "robot/joint[j]: the lower soft limit is above the upper one; they are left out (lower 1, "
         "upper 0); give soft limits inside <limit> [urdf-soft-limit]"},
        {REMARK, JOINT("fixed", "<mimic joint='k'/>"), "<mimic",
         "robot/joint[j]/mimic: a joint of this type cannot follow another; <mimic> is left out; "
         "remove <mimic>, or "
         "make "
         "it revolute or prismatic [urdf-mimic]"},
        {ALWAYS, JOINT("continuous", "<mimic multiplier='2'/>"), "<mimic",
         "robot/joint[j]/mimic: attribute 'joint' is missing; add the attribute [urdf-missing]"},
        {ALWAYS, JOINT("continuous", "<origin xyz='0 0 2e6'/>"), "<joint",
         "robot/joint[j]/origin: a value is outside its allowed range (value 2000000 m, low "
         "-1000000 "
         "m, high 1000000 m); choose a value inside the range [urdf-range]"},
    };
    CHECK_RULES(cases);
}

static void a_joint_has_what_the_file_says(void) {
    reading r;
    const snw_robot *robot =
        accept(&r, JOINT_OF(NEW, "prismatic",
                            "<origin xyz='1 2 3' rpy='0 0 0.5'/><axis xyz='0 -1 0'/>"
                            "<limit lower='-1' upper='2' effort='3' velocity='4' acceleration='5' "
                            "deceleration='6' jerk='7'/><dynamics damping='8' friction='9'/>"
                            "<safety_controller soft_lower_limit='-0.5' soft_upper_limit='1.5' "
                            "k_position='10' k_velocity='11'/>"));
    const snw_joint_description *j = &robot->joints[0];
    CHECK(j->kind == SNW_JOINT_PRISMATIC);
    CHECK_TEXT(j->parent, "a");
    CHECK_TEXT(j->child, "b");
    CHECK(snw_vec3_equal(j->origin.p, snw_vec3_of(1, 2, 3)));
    CHECK(snw_mat3_near(j->origin.R, snw_mat3_rot_z(0.5), 1e-15));
    CHECK(snw_vec3_equal(j->axis, snw_vec3_y(-1)));
    CHECK(j->limits.lower == -1 && j->limits.upper == 2 && j->limits.effort == 3);
    CHECK(j->limits.velocity == 4 && j->limits.acceleration == 5 && j->limits.deceleration == 6);
    CHECK(j->limits.jerk == 7);
    CHECK(j->actuator->friction == 8 && j->actuator->coulomb == 9);
    CHECK(j->actuator->gear_ratio == 1 && j->actuator->inertia == 0);
    CHECK(j->soft->lower == -0.5 && j->soft->upper == 1.5);
    CHECK(j->soft->k_position == 10 && j->soft->k_velocity == 11);
    CHECK(j->mimic == NULL && j->spring == NULL && j->damper == NULL && j->position == 0);
    close_reading(&r);
}

static void every_type_of_joint_has_its_kind(void) {
    static const struct {
        const char *text;
        snw_joint_kind kind;
    } cases[] = {{JOINT("revolute", RANGE), SNW_JOINT_REVOLUTE},
                 {JOINT("continuous", ""), SNW_JOINT_CONTINUOUS},
                 {JOINT("prismatic", RANGE), SNW_JOINT_PRISMATIC},
                 {JOINT("fixed", ""), SNW_JOINT_FIXED},
                 {JOINT("floating", ""), SNW_JOINT_FREE},
                 {JOINT("planar", ""), SNW_JOINT_PLANAR}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r;
        CHECK(accept(&r, cases[i].text)->joints[0].kind == cases[i].kind);
        // the axis that is not said
        CHECK(snw_vec3_equal(r.robot->joints[0].axis, snw_vec3_x(1)));
        close_reading(&r);
    }
}

static void an_axis_is_brought_to_length_1(void) {
    CHECK_CASES(check_scaled(2000)) {
        const snw_vec3 axis = snw_vec3_of(check_real(-1, 1), check_real(-1, 1), check_real(-1, 1));
        const double size = pow(10, check_real(-150, 150));
        char text[600];
        (void)snprintf(text, sizeof text, JOINT("continuous", "<axis xyz='%.17g %.17g %.17g'/>"),
                       axis.x * size, axis.y * size, axis.z * size);
        reading r;
        read_text(&r, text, SNW_NORMAL);
        CHECK(r.status == SNW_OK);
        const snw_vec3 found = r.robot->joints[0].axis;
        CHECK_NEAR(snw_vec3_norm(found), 1, 1e-15);
        CHECK(snw_vec3_norm(snw_vec3_cross(found, snw_vec3_normalize(axis))) < 1e-14);
        CHECK(snw_vec3_dot(found, axis) > 0);
        close_reading(&r);
    }
    // within 1e-3 without a word
    reading r;
    (void)accept(&r, JOINT("continuous", "<axis xyz='0 0 0.9991'/>"));
    CHECK(r.robot->joints[0].axis.z == 1);
    close_reading(&r);
}

static void what_a_version_leaves_out_is_zero_or_endless(void) {
    reading r;
    const double endless = (double)INFINITY;
    // 1.0: positions are 0
    const snw_limits *l =
        &accept(&r, JOINT("revolute", "<limit upper='1' effort='1' velocity='1'/>"))
             ->joints[0]
             .limits;
    CHECK(l->lower == 0 && l->upper == 1 && l->acceleration == endless);
    CHECK(l->deceleration == endless && l->jerk == endless);
    close_reading(&r);
    // 1.2: efforts and speeds have no end
    l = &accept(&r, JOINT_OF(NEW, "revolute", "<limit lower='-1' upper='1'/>"))->joints[0].limits;
    CHECK(l->lower == -1 && l->effort == endless && l->velocity == endless);
    close_reading(&r);
    // a continuous joint has no positions to limit
    l = &accept(&r, JOINT("continuous", RANGE))->joints[0].limits;
    CHECK(l->lower == -endless && l->upper == endless && l->effort == 3 && l->velocity == 4);
    close_reading(&r);
    l = &accept(&r, JOINT("continuous", ""))->joints[0].limits;
    CHECK(l->lower == -endless && l->upper == endless && l->effort == endless);
    close_reading(&r);
    // lenient: a missing limit is no limit
    read_text(&r, JOINT("revolute", ""), SNW_LENIENT);
    l = &r.robot->joints[0].limits;
    CHECK(l->lower == -endless && l->upper == endless && l->velocity == endless);
    CHECK(r.robot->joints[0].kind == SNW_JOINT_CONTINUOUS);
    close_reading(&r);
    read_text(&r, JOINT("revolute", "<limit lower='-1' upper='1' effort='-2' velocity='0'/>"),
              SNW_LENIENT);
    l = &r.robot->joints[0].limits;
    CHECK(r.diags.warnings == 2 && l->effort == endless && l->velocity == endless);
    close_reading(&r);
}

static void what_a_fixed_joint_has_no_use_for_is_passed_over(void) {
    reading r;
    const snw_robot *robot =
        accept(&r, JOINT("fixed", "<axis xyz='0 0 0'/><limit lower='0' upper='0' effort='0' "
                                  "velocity='0'/>"));
    CHECK(robot->joints[0].limits.upper == (double)INFINITY);
    close_reading(&r);
}

static void soft_limits_lie_inside_the_hard_ones(void) {
    reading r;
    // left out: the hard ones
    const snw_soft_limits *soft =
        accept(&r, JOINT("revolute", RANGE "<safety_controller k_velocity='1'/>"))->joints[0].soft;
    CHECK(soft->lower == -1 && soft->upper == 2 && soft->k_position == 0 && soft->k_velocity == 1);
    close_reading(&r);
    read_text(&r,
              JOINT("revolute", "<safety_controller soft_lower_limit='-9' soft_upper_limit='1' "
                                "k_velocity='1'/>" RANGE),
              SNW_NORMAL);
    soft = r.robot->joints[0].soft;
    CHECK(r.diags.warnings == 1 && soft->lower == -1 && soft->upper == 1);
    close_reading(&r);
}

static void a_follower_may_be_defined_before_what_it_follows(void) {
    reading r;
    const snw_robot *robot = accept(
        &r,
        "<robot name='r'><joint name='f' type='continuous'><parent link='a'/><child link='b'/>"
        "<mimic joint='g' multiplier='-2' offset='0.5'/></joint><joint name='g' "
        "type='continuous'><parent link='a'/><child link='c'/></joint><link name='c'/>" TWO_LINKS
        "</robot>");
    const snw_mimic *mimic = robot->joints[0].mimic;
    CHECK_TEXT(mimic->joint, "g");
    CHECK(mimic->multiplier == -2 && mimic->offset == 0.5);
    close_reading(&r);
    (void)accept(&r,
                 "<robot name='r'><joint name='f' type='continuous'><parent link='a'/><child "
                 "link='b'/><mimic joint='g'/></joint><joint name='g' type='continuous'><parent "
                 "link='a'/><child link='c'/></joint><link name='c'/>" TWO_LINKS "</robot>");
    CHECK(r.robot->joints[0].mimic->multiplier == 1 && r.robot->joints[0].mimic->offset == 0);
    close_reading(&r);
}

int main(void) {
    RUN(each_rule_of_joints_has_its_sentence);
    RUN(each_rule_of_drives_has_its_sentence);
    RUN(a_joint_has_what_the_file_says);
    RUN(every_type_of_joint_has_its_kind);
    RUN(an_axis_is_brought_to_length_1);
    RUN(what_a_version_leaves_out_is_zero_or_endless);
    RUN(what_a_fixed_joint_has_no_use_for_is_passed_over);
    RUN(soft_limits_lie_inside_the_hard_ones);
    RUN(a_follower_may_be_defined_before_what_it_follows);
    return check_report();
}
