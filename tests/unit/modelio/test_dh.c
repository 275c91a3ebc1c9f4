// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dh_test.h"

// --- conventions --------------------------------------------------------------------------------

static void the_convention_has_no_default(void) {
    static const char csv[] = "a,alpha,d,theta\n1,0,0,0\n", xml[] = "<dh_table><rows><row a='1'/>"
                                                                    "</rows></dh_table>";
    const char *const texts[] = {csv, xml};
    for (int i = 0; i < 2; i++) {
        sheet_reading r;
        read_sheet(&r, texts[i], NULL);
        CHECK(r.status == SNW_ERR_ARGUMENT && r.diags.errors == 1);
        CHECK_TEXT(r.items[0].text, "the table does not name its convention");
        CHECK_TEXT(r.items[0].fix, "write standard or modified; there is no default");
        close_sheet(&r);
        const snw_dh_options asked = {.convention = SNW_DH_STANDARD};
        read_sheet(&r, texts[i], &asked);
        CHECK(r.status == SNW_OK && r.sheet->convention == SNW_DH_STANDARD);
        close_sheet(&r);
    }
    sheet_reading r;
    const snw_dh_options asked = {.convention = SNW_DH_STANDARD};
    read_sheet(&r, "convention,modified\na,alpha,d,theta\n1,0,0,0\n", &asked);
    CHECK(r.status == SNW_ERR_ARGUMENT);
    CHECK_TEXT(r.items[0].text, "the table names another convention than requested");
    close_sheet(&r);
}

static void a_table_in_xml_has_units_and_poses(void) {
    sheet_reading r;
    const snw_dh_sheet *sheet = accept_sheet(
        &r, "<?xml version='1.0'?>\n<dh_table name='x' convention='modified'>\n"
            "<base xyz='0 0 1'/><tool xyz='0 0 0.5' rpy='0 0 0.25'/>\n"
            "<rows><row joint='one' alpha='90 deg' a='100 mm' d='0.5' lower='-180 deg' upper='3'/>"
            "<row kind='prismatic' theta='0.5' offset='0.1'/><row kind='tool' d='2'/></rows>"
            "</dh_table>");
    CHECK(sheet->row_count == 3 && sheet->base.p.z == 1 && sheet->tool.p.z == 0.5);
    CHECK_NEAR(sheet->rows[0].alpha, SNW_PI / 2, 1e-15);
    CHECK_NEAR(sheet->rows[0].a, 0.1, 1e-16);
    CHECK_NEAR(sheet->rows[0].lower, -SNW_PI, 1e-15);
    CHECK(sheet->rows[1].kind == SNW_DH_PRISMATIC && sheet->rows[2].kind == SNW_DH_TOOL);
    // and comes back from what is written
    char buffer[4096];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_xml_write(&snw_dh_sheet_type, sheet, NULL, &text);
    sheet_reading again;
    CHECK(snw_block_equal(&snw_dh_sheet_type, sheet, accept_sheet(&again, buffer)));
    close_sheet(&again);
    close_sheet(&r);
}

// --- robots -------------------------------------------------------------------------------------

static void random_sheet(snw_dh_sheet *sheet, int joints, snw_setup *setup) {
    const int base = check_int(0, 2), tool = check_int(0, 2);
    CHECK(snw_block_resize(snw_type_field(&snw_dh_sheet_type, "rows"), sheet, base + joints + tool,
                           setup) == SNW_OK);
    sheet->base = check_int(0, 1) == 0 ? snw_pose_identity() : random_pose(1);
    sheet->tool = check_int(0, 1) == 0 ? snw_pose_identity() : random_pose(1);
    for (int i = 0; i < sheet->row_count; i++) {
        snw_dh_row *row = &sheet->rows[i];
        row->kind = i < base              ? SNW_DH_BASE
                    : i >= base + joints  ? SNW_DH_TOOL
                    : check_int(0, 2) > 0 ? SNW_DH_REVOLUTE
                                          : SNW_DH_PRISMATIC;
        row->a = check_real(-1, 1);
        row->alpha = check_real(-3, 3);
        row->d = check_real(-1, 1);
        row->theta = check_real(-3, 3);
        row->offset = i < base || i >= base + joints ? 0 : check_real(-1, 1);
    }
}

// the product of the printed matrices, for all lengths from 1 to 16
static void a_robot_is_the_product_of_its_rows(void) {
    CHECK_CASES(check_scaled(3000)) {
        snw_setup *setup = snw_setup_create(1 << 20);
        snw_dh_sheet *sheet = snw_block_new(&snw_dh_sheet_type, setup);
        sheet->convention = check_int(0, 1) == 0 ? SNW_DH_STANDARD : SNW_DH_MODIFIED;
        const int joints = 1 + (int)(check_case % 16);
        random_sheet(sheet, joints, setup);
        const snw_robot *robot = robot_of(sheet, setup);
        CHECK(robot->joint_count == joints && robot->link_count == joints + 1);
        double q[16];
        for (int i = 0; i < joints; i++) {
            q[i] = check_real(-3, 3);
        }
        CHECK(snw_pose_near(attachment_pose(robot, "tool", q), sheet_tool(sheet, q), 1e-12));
        snw_setup_destroy(setup);
    }
}

static void names_and_limits_go_into_the_robot(void) {
    sheet_reading r;
    const snw_dh_sheet *sheet = accept_sheet(
        &r,
        "convention,standard\nname,two\njoint,link,kind,a,alpha,d,theta,offset,lower,upper,"
        "velocity,acceleration,effort\n"
        "s,body,R,1,0,0,0.25,0.5,-1,2,3,4,5\n,,P,1,0,0.125,0,0.5,,,,,\n,link2,R,1,0,0,0,,,,,,\n");
    snw_robot *robot = NULL;
    // the name that is made for the second link is that of the third
    CHECK(snw_dh_to_robot(sheet, r.setup, &robot, NULL) == SNW_ERR_DUPLICATE);
    (void)snprintf(sheet->rows[2].link, SNW_NAME, "hand");
    robot = robot_of(sheet, r.setup);
    CHECK_TEXT(robot->name, "two");
    static const char *const links[] = {"base", "body", "link2", "hand"};
    static const char *const joints[] = {"s", "joint2", "joint3"};
    for (int i = 0; i < 3; i++) {
        CHECK_TEXT(robot->joints[i].name, joints[i]);
        CHECK_TEXT(robot->joints[i].parent, links[i]);
        CHECK_TEXT(robot->joints[i].child, links[i + 1]);
        CHECK_TEXT(robot->links[i + 1].name, links[i + 1]);
    }
    const snw_limits *l = &robot->joints[0].limits;
    CHECK(l->lower == -1 && l->upper == 2 && l->velocity == 3 && l->acceleration == 4);
    CHECK(l->effort == 5 && l->jerk == (double)INFINITY);
    CHECK(robot->joints[1].limits.upper == (double)INFINITY);
    // the zero of the encoder, with the constant of the row
    CHECK(robot->joints[0].position == 0.75 && robot->joints[1].position == 0.625);
    for (int i = 0; i < robot->attachment_count; i++) {
        CHECK(strcmp(robot->attachments[i].link, "link1") != 0);
    }
    close_sheet(&r);
}

static void equal_names_are_refused(void) {
    sheet_reading r;
    const snw_dh_sheet *sheet = accept_sheet(
        &r, "convention,standard\njoint,link,a,alpha,d,theta\ns,x,1,0,0,0\ns,y,1,0,0,0\n");
    snw_robot *robot = NULL;
    snw_why why;
    CHECK(snw_dh_to_robot(sheet, r.setup, &robot, &why) == SNW_ERR_DUPLICATE && robot == NULL);
    CHECK_TEXT(why.text, "two items have the name 's'");
    close_sheet(&r);
}

static void a_sheet_that_is_wrong_in_memory_is_refused(void) {
    sheet_reading r;
    snw_dh_sheet *sheet = accept_sheet(&r, "convention,standard\na,alpha,d,theta\n1,0,0,0\n");
    snw_robot *robot = NULL;
    sheet->rows[0].a = (double)NAN;
    CHECK(snw_dh_to_robot(sheet, r.setup, &robot, NULL) == SNW_ERR_NOT_FINITE);
    sheet->rows[0].a = 0;
    sheet->convention = 0;
    snw_why why;
    CHECK(snw_dh_to_robot(sheet, r.setup, &robot, &why) == SNW_ERR_ARGUMENT);
    CHECK_TEXT(why.text, "the table does not name its convention");
    close_sheet(&r);
}

// --- the arms of D'Amore (2010) -----------------------------------------------------------------

static const char mark_1[] =
    "convention,modified\nkind,alpha_deg,a,d,theta\nR,0,0,0.2491,0\nR,90,0,0,0\nR,0,0.5589,0,0\n"
    "R,-90,0.1514,0.5388,0\nR,90,0,0,0\nR,90,0,0,0\ntool,0,0,0.2666,0\n";
static const char mark_1_file[] =
    "convention,modified\nkind,alpha,a,d,theta\nR,0,0,0.250,0\nR,1.5708,0,0,0\nR,0,0.558,0,0\n"
    "R,-1.5708,0.152,0.538,0\nR,1.5708,0,0,0\nR,1.5708,0,0,0\ntool,0,0,0.264,0\n";
static const char hypothetical[] =
    "convention,modified\nkind,alpha_deg,a,d,theta_deg\nP,90,0,0,90\nP,90,0,0,90\nR,90,0,0,0\n"
    "R,90,0,0,0\nR,0,0.5,0,0\nR,90,0,0.5,0\n";
static const char mark_2[] =
    "convention,modified\nkind,alpha_deg,a,d,theta\nR,0,0,0.1524,0\nR,90,0,0,0\nR,-90,0,0.5389,0\n"
    "R,90,0,0,0\nR,-90,0.1524,0.5117,0\nR,45,0,0,0\nR,90,0,0,0\nR,-90,0,0,0\ntool,0,0,0.1,0\n";

typedef struct golden {
    const char *text;
    double q[8], p[3], xyzw[4];
} golden;

// section 10.3 of the extraction; positions and quaternions are printed to nine digits
static const golden vectors[] = {
    {mark_1, {0}, {0.7103, 0, 0.5213}, {1, 0, 0, 0}},
    {mark_1,
     {SNW_PI / 2, 0, SNW_PI / 2, 0, SNW_PI / 2, 0},
     {0, 0.0201, 0.6671},
     {0, 0, -0.707106781, 0.707106781}},
    {mark_1,
     {0.1, 0.2, 0.3, 0.4, 0.5, 0.6},
     {0.629637099, 0.113197787, 0.756681004},
     {-0.882502823, 0.020296325, -0.441382067, 0.161117032}},
    {mark_1,
     {-1.5838, 2.0360, 1.3499, -0.2471, 1.2428, -0.0595},
     {-0.054893374, 0.526288981, 0.213323894},
     {-0.526649979, 0.421148970, 0.576678744, 0.461210333}},
    {mark_1_file,
     {-1.5838, 2.0360, 1.3499, -0.2471, 1.2428, -0.0595},
     {-0.054316253, 0.524135133, 0.213814711},
     {-0.526650508, 0.421149474, 0.576676728, 0.461211789}},
    {hypothetical,
     {0.1, 0.2, 0.3, 0.4, 0.5, 0.6},
     {0.451840533, -0.914131978, -0.116095813},
     {0.534413570, -0.724711750, 0.410728964, 0.143166806}},
    {hypothetical,
     {-0.2, -0.489897949, SNW_PI / 2, 0.201357921, 1.369438406, -SNW_PI / 2},
     {0.5, 0.2, 0.1},
     {0.5, 0.5, 0.5, 0.5}},
    {mark_2, {0}, {0.1524, -0.070710678, 1.273710678}, {0.382683432, 0, 0, 0.923879533}},
    {mark_2,
     {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8},
     {-0.249377907, -0.139808745, 1.213895416},
     {0.285809399, -0.544166354, 0.747137085, 0.252946917}},
};

static void the_arms_of_the_document_reach_the_poses_of_the_document(void) {
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        const golden *g = &vectors[i];
        sheet_reading r;
        const snw_dh_sheet *sheet = accept_sheet(&r, g->text);
        const snw_robot *robot = robot_of(sheet, r.setup);
        const snw_pose T = attachment_pose(robot, "tool", g->q);
        CHECK_NEAR(T.p.x, g->p[0], 1e-9);
        CHECK_NEAR(T.p.y, g->p[1], 1e-9);
        CHECK_NEAR(T.p.z, g->p[2], 1e-9);
        snw_quat found = snw_quat_from_mat3(T.R);
        const snw_quat printed = snw_quat_of(g->xyzw[3], g->xyzw[0], g->xyzw[1], g->xyzw[2]);
        if (snw_quat_dot(found, printed) < 0) found = snw_quat_scale(found, -1);
        CHECK_NEAR(found.w, printed.w, 1e-9);
        CHECK_NEAR(found.x, printed.x, 1e-9);
        CHECK_NEAR(found.y, printed.y, 1e-9);
        CHECK_NEAR(found.z, printed.z, 1e-9);
        close_sheet(&r);
    }
}

int main(void) {
    RUN(the_convention_has_no_default);
    RUN(a_table_in_xml_has_units_and_poses);
    RUN(a_robot_is_the_product_of_its_rows);
    RUN(names_and_limits_go_into_the_robot);
    RUN(equal_names_are_refused);
    RUN(a_sheet_that_is_wrong_in_memory_is_refused);
    RUN(the_arms_of_the_document_reach_the_poses_of_the_document);
    return check_report();
}
