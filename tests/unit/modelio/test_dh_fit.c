// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dh_test.h"

static const snw_dh_convention conventions[] = {SNW_DH_STANDARD, SNW_DH_MODIFIED};

static snw_dh_sheet *fitted(const snw_robot *robot, const snw_dh_request *request, snw_setup *setup,
                            snw_dh_fit *fit) {
    snw_dh_sheet *sheet = NULL;
    snw_why why;
    const snw_status status = snw_dh_from_robot(robot, request, setup, &sheet, fit, &why);
    if (status != SNW_OK) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
    return sheet;
}

// the tip of the table is that of the robot, by the matrices of the books, for other positions than
// those that the fit was measured with
static void check_sheet(const snw_robot *robot, const snw_dh_sheet *sheet, const char *tip,
                        double tolerance) {
    for (int k = 0; k < 5; k++) {
        double q[64], of_table[64];
        int moving = 0;
        for (int i = 0; i < robot->joint_count; i++) {
            q[i] = check_real(-3, 3);
        }
        for (int i = 0; i < sheet->row_count; i++) {
            of_table[moving++] = q[joint_index(robot, sheet->rows[i].joint)];
        }
        const snw_pose T =
            tip != NULL ? link_pose(robot, tip, q) : attachment_pose(robot, "tool", q);
        CHECK(snw_pose_near(sheet_tool(sheet, of_table), T, tolerance));
    }
}

// --- any chain ----------------------------------------------------------------------------------

static snw_vec3 random_axis(void) {
    const snw_vec3 plain[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}, {0, -1, 0}};
    return check_int(0, 1) == 0 ? plain[check_int(0, 4)] : random_direction();
}

// origins as people write them: quarter turns, zeros, whole lengths; so that axes meet, are
// parallel, and lie in each other
static snw_pose plain_pose(void) {
    const snw_rpy quarters = {check_int(-1, 2) * SNW_PI / 2, check_int(-1, 1) * SNW_PI / 2,
                              check_int(-1, 2) * SNW_PI / 2};
    return snw_pose_of(snw_mat3_from_rpy(quarters),
                       snw_vec3_of(check_int(-1, 1), check_int(-1, 1), check_int(-1, 1)));
}

static snw_robot *random_chain(snw_setup *setup, int joints, bool plain) {
    snw_robot *robot = snw_block_new(&snw_robot_type, setup);
    (void)snprintf(robot->name, SNW_NAME, "chain");
    CHECK(snw_block_resize(snw_type_field(&snw_robot_type, "links"), robot, joints + 1, setup) ==
          SNW_OK);
    CHECK(snw_block_resize(snw_type_field(&snw_robot_type, "joints"), robot, joints, setup) ==
          SNW_OK);
    (void)snprintf(robot->links[0].name, SNW_NAME, "l0");
    for (int i = 0; i < joints; i++) {
        snw_joint_description *joint = &robot->joints[i];
        static const snw_joint_kind kinds[] = {SNW_JOINT_REVOLUTE, SNW_JOINT_REVOLUTE,
                                               SNW_JOINT_CONTINUOUS, SNW_JOINT_PRISMATIC,
                                               SNW_JOINT_FIXED};
        (void)snprintf(robot->links[i + 1].name, SNW_NAME, "l%d", i + 1);
        (void)snprintf(joint->name, SNW_NAME, "j%d", i);
        (void)snprintf(joint->parent, SNW_NAME, "l%d", i);
        (void)snprintf(joint->child, SNW_NAME, "l%d", i + 1);
        joint->kind = i == 0 ? SNW_JOINT_REVOLUTE : kinds[check_int(0, 4)];
        joint->origin = plain ? plain_pose() : random_pose(1);
        joint->axis = plain ? random_axis() : random_direction();
        joint->position = check_int(0, 1) == 0 ? 0 : check_real(-1, 1);
        joint->limits.lower = -2;
        joint->limits.upper = 2;
    }
    return robot;
}

static void every_chain_of_joints_that_turn_and_slide_has_a_table(void) {
    CHECK_CASES(check_scaled(3000)) {
        snw_setup *setup = snw_setup_create(1 << 20);
        const int joints = check_int(1, 12);
        const snw_robot *robot = random_chain(setup, joints, check_case % 2 == 0);
        for (int c = 0; c < 2; c++) {
            const snw_dh_request request = {.convention = conventions[c]};
            snw_dh_fit fit;
            const snw_dh_sheet *sheet = fitted(robot, &request, setup, &fit);
            CHECK(snw_block_check(&snw_dh_sheet_type, sheet, NULL, NULL) == SNW_OK);
            CHECK(fit.configurations == 100);
            // axes that are nearly parallel meet far away, which costs digits
            const double far = 1e-10;
            CHECK(fit.position < far && fit.rotation < far);
            char tip[SNW_NAME];
            (void)snprintf(tip, sizeof tip, "l%d", joints);
            check_sheet(robot, sheet, tip, far);
        }
        snw_setup_destroy(setup);
    }
}

// --- tables come back ---------------------------------------------------------------------------

static void check_same_table(const snw_dh_sheet *a, const snw_dh_sheet *b, double tolerance) {
    CHECK(a->row_count == b->row_count && a->convention == b->convention);
    CHECK(snw_pose_near(a->base, b->base, tolerance) && snw_pose_near(a->tool, b->tool, tolerance));
    for (int i = 0; i < a->row_count; i++) {
        const snw_dh_row *x = &a->rows[i], *y = &b->rows[i];
        CHECK_NEAR(x->a, y->a, tolerance);
        CHECK_NEAR(sin(x->alpha - y->alpha), 0, tolerance);
        CHECK_NEAR(cos(x->alpha - y->alpha), 1, tolerance);
        const bool slides = x->kind == SNW_DH_PRISMATIC;
        const double turn = x->theta - y->theta + (slides ? 0 : x->offset - y->offset);
        CHECK_NEAR(x->d + (slides ? x->offset : 0), y->d + (slides ? y->offset : 0), tolerance);
        CHECK_NEAR(sin(turn), 0, tolerance);
        CHECK_NEAR(cos(turn), 1, tolerance);
        CHECK(x->kind == y->kind && x->lower == y->lower && x->upper == y->upper);
        CHECK(x->velocity == y->velocity && x->effort == y->effort);
    }
}

static void check_comes_back(const char *text) {
    sheet_reading r;
    const snw_dh_sheet *sheet = accept_sheet(&r, text);
    const snw_robot *robot = robot_of(sheet, r.setup);
    const snw_dh_request request = {.convention = sheet->convention};
    snw_dh_fit fit;
    const snw_dh_sheet *again = fitted(robot, &request, r.setup, &fit);
    CHECK(fit.position < 1e-12 && fit.rotation < 1e-12);
    check_same_table(sheet, again, 1e-12);
    close_sheet(&r);
}

// tables of makers and of textbooks; the last row of a modified table reaches the tool by its d
static void well_known_tables_come_back(void) {
    // Universal Robots, UR5
    check_comes_back(
        "convention,standard\nname,ur5\na,alpha_deg,d,theta\n0,90,0.089159,0\n"
        "-0.425,0,0,0\n-0.39225,0,0,0\n0,90,0.10915,0\n0,-90,0.09465,0\n0,0,0.0823,0\n");
    // PUMA 560, Corke and Armstrong-Helouvry (1994)
    check_comes_back("convention,standard\nname,puma\na,alpha_deg,d,theta,lower_deg,upper_deg\n"
                     "0,90,0,0,-160,160\n0.4318,0,0,0,-45,225\n0.0203,-90,0.15005,0,-225,45\n"
                     "0,90,0.4318,0,-110,170\n0,-90,0,0,-100,100\n0,0,0.05625,0,-266,266\n");
    // Franka Emika
    check_comes_back(
        "convention,modified\nname,panda\na,alpha_deg,d,theta\n0,0,0.333,0\n0,-90,0,0\n"
        "0,90,0.316,0\n0.0825,90,0,0\n-0.0825,-90,0.384,0\n0,90,0,0\n0.088,90,0.107,0\n");
    // D'Amore (2010), table 4.7, with the tool in the last row
    check_comes_back(
        "convention,modified\nname,ranger\na,alpha_deg,d,theta\n0,0,0.1524,0\n0,90,0,0\n"
        "0,-90,0.5389,0\n0,90,0,0\n0.1524,-90,0.5117,0\n0,45,0,0\n0,90,0,0\n0,-90,0.1,0\n");
    // Stanford arm, Paul (1981), table 2.2
    check_comes_back(
        "convention,standard\nname,stanford\nkind,a,alpha_deg,d,theta_deg\nR,0,-90,0,0\n"
        "R,0,90,0.1,0\nP,0,0,0,0\nR,0,-90,0,0\nR,0,90,0,0\nR,0,0,0,0\n");
}

// a table without the freedom of parallel or meeting axes is the only one, up to the side of x
static void random_tables_come_back(void) {
    CHECK_CASES(check_scaled(2000)) {
        snw_setup *setup = snw_setup_create(1 << 20);
        snw_dh_sheet *sheet = snw_block_new(&snw_dh_sheet_type, setup);
        sheet->convention = conventions[check_case % 2];
        const int joints = check_int(1, 10);
        CHECK(snw_block_resize(snw_type_field(&snw_dh_sheet_type, "rows"), sheet, joints, setup) ==
              SNW_OK);
        for (int i = 0; i < joints; i++) {
            snw_dh_row *row = &sheet->rows[i];
            row->a = check_real(-1, 1);
            row->alpha = check_real(0.3, 2.8) * (check_int(0, 1) == 0 ? 1 : -1);
            row->d = check_real(-1, 1);
            // within a quarter turn of the last x
            row->theta = check_real(-1.5, 1.5);
        }
        const snw_robot *robot = robot_of(sheet, setup);
        // the constants of the rows are the robot's zeros of encoders; here they shall be geometry
        snw_robot *plain = snw_block_new(&snw_robot_type, setup);
        CHECK(snw_block_copy(&snw_robot_type, plain, robot, setup) == SNW_OK);
        for (int i = 0; i < joints; i++) {
            snw_joint_description *joint = &plain->joints[i];
            joint->origin =
                snw_pose_mul(joint->origin, snw_pose_rotation(snw_mat3_rot_z(joint->position)));
            joint->position = 0;
        }
        const snw_dh_request request = {.convention = sheet->convention};
        snw_dh_fit fit;
        check_same_table(sheet, fitted(plain, &request, setup, &fit), 1e-9);
        CHECK(fit.position < 1e-10);
        snw_setup_destroy(setup);
    }
}

static void a_table_of_one_convention_becomes_one_of_the_other(void) {
    sheet_reading r;
    const snw_dh_sheet *standard =
        accept_sheet(&r, "convention,standard\na,alpha_deg,d,theta\n0,90,0.089159,0\n-0.425,0,0,0\n"
                         "-0.39225,0,0,0\n0,90,0.10915,0\n0,-90,0.09465,0\n0,0,0.0823,0\n");
    const snw_robot *robot = robot_of(standard, r.setup);
    const snw_dh_request request = {.convention = SNW_DH_MODIFIED};
    snw_dh_fit fit;
    const snw_dh_sheet *modified = fitted(robot, &request, r.setup, &fit);
    CHECK(modified->convention == SNW_DH_MODIFIED && fit.position < 1e-14);
    check_sheet(robot, modified, NULL, 1e-14);
    close_sheet(&r);
}

static void a_chain_may_be_a_part_of_a_robot(void) {
    snw_setup *setup = snw_setup_create(1 << 20);
    const snw_robot *robot = random_chain(setup, 8, false);
    const snw_dh_request request = {.convention = SNW_DH_STANDARD, .base = "l0", .tip = "l5"};
    const snw_dh_sheet *sheet = fitted(robot, &request, setup, NULL);
    check_sheet(robot, sheet, "l5", 1e-10);
    snw_setup_destroy(setup);
}

// --- refusals -----------------------------------------------------------------------------------

static void check_refused(const snw_robot *robot, const snw_dh_request *request, snw_setup *setup,
                          const char *expected) {
    snw_dh_sheet *sheet = NULL;
    snw_why why;
    char told[1024];
    const snw_status status = snw_dh_from_robot(robot, request, setup, &sheet, NULL, &why);
    CHECK(status < 0 && sheet == NULL && why.code == status);
    CHECK(snw_dh_from_robot(robot, request, setup, &sheet, NULL, NULL) == status);
    (void)snw_why_sentence(&why, told, sizeof told);
    CHECK_TEXT(told, expected);
}

static void what_has_no_table_is_refused_with_the_reason(void) {
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_robot *robot = random_chain(setup, 3, false);
    snw_dh_request request = {0};
    check_refused(robot, &request, setup,
                  "error: chain: the convention is not named; write standard or modified; there is "
                  "no default [dh-fit]");
    request.convention = SNW_DH_STANDARD;
    request.tip = "hand";
    check_refused(robot, &request, setup,
                  "error: hand: there is no link or attachment of this name; name the end of the "
                  "chain [dh-fit]");
    request.tip = "l1";
    request.base = "l2";
    check_refused(
        robot, &request, setup,
        "error: l2: the tip is not beyond this link; name a link between the root and the "
        "tip [dh-fit]");
    request.base = "foot";
    check_refused(
        robot, &request, setup,
        "error: foot: there is no link of this name; name the start of the chain [dh-fit]");
    request.base = NULL;
    request.tip = "l0";
    check_refused(
        robot, &request, setup,
        "error: chain: no table exists: no joint of the chain moves; choose a longer chain "
        "[dh-fit]");
    request.tip = NULL;
    robot->joints[1].kind = SNW_JOINT_SPHERICAL;
    check_refused(robot, &request, setup,
                  "error: j1: no table exists: a row can only rotate about its axis or slide along "
                  "it; choose a chain without this joint [dh-fit]");
    robot->joints[1].kind = SNW_JOINT_REVOLUTE;
    robot->joints[1].mimic =
        snw_block_new(snw_type_field(&snw_joint_description_type, "mimic")->type, setup);
    check_refused(robot, &request, setup,
                  "error: j1: no table exists: a row has its own position, but this joint follows "
                  "another; choose a chain without this joint [dh-fit]");
    robot->joints[1].mimic = NULL;
    (void)snprintf(robot->joints[2].parent, SNW_NAME, "l1");
    check_refused(robot, &request, setup,
                  "error: chain: the robot has several ends (ends 2); name the end of the chain "
                  "[dh-fit]");
    snw_setup_destroy(setup);
}

// --- memory -------------------------------------------------------------------------------------

static snw_status read_and_fit(size_t limit) {
    static const char text[] = "convention,modified\na,alpha,d,theta\n0,0,1,0\n1,1,0,0\n1,1,0,0\n";
    snw_setup *setup = snw_setup_create(limit);
    CHECK(setup != NULL);
    snw_why items[2];
    snw_diags diags = {.items = items, .capacity = 2};
    const snw_source source = {text, strlen(text), "t.csv", NULL};
    const snw_dh_request request = {.convention = SNW_DH_STANDARD};
    snw_dh_sheet *sheet = NULL, *again = NULL;
    snw_robot *robot = NULL;
    snw_why why;
    snw_status status = snw_dh_read(&source, NULL, setup, &sheet, &diags);
    CHECK((status == SNW_OK) == (diags.errors == 0) && (status == SNW_OK) == (sheet != NULL));
    if (status == SNW_OK) status = snw_dh_to_robot(sheet, setup, &robot, &why);
    if (status == SNW_OK) status = snw_dh_from_robot(robot, &request, setup, &again, NULL, &why);
    snw_setup_destroy(setup);
    return status;
}

static void too_little_memory_is_said_and_survived(void) {
    size_t limit = 1;
    while (read_and_fit(limit) != SNW_OK) {
        CHECK(read_and_fit(limit) == SNW_ERR_MEMORY);
        limit += 32;
        CHECK(limit < 1 << 16);
    }
}

int main(void) {
    RUN(every_chain_of_joints_that_turn_and_slide_has_a_table);
    RUN(well_known_tables_come_back);
    RUN(random_tables_come_back);
    RUN(a_table_of_one_convention_becomes_one_of_the_other);
    RUN(a_chain_may_be_a_part_of_a_robot);
    RUN(what_has_no_table_is_refused_with_the_reason);
    RUN(too_little_memory_is_said_and_survived);
    return check_report();
}
