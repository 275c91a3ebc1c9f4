// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "robots.h"

// A cloud of points has the mass properties that a description states about its centre and along
// other axes; the model must state them about the link frame's origin and along its axes.
static void mass_properties_are_those_of_the_same_points_about_the_link_frame(void) {
    CHECK_CASES(500) {
        enum { POINTS = 12 };
        const snw_pose T_link_center = random_pose();
        snw_vec3 p[POINTS];
        double m[POINTS], mass = 0;
        snw_vec3 sum = snw_vec3_zero();
        for (int i = 0; i < POINTS; i++) {
            p[i] = random_vec3(0.5);
            m[i] = check_real(0.1, 1);
            mass += m[i];
            sum = snw_vec3_add_scaled(sum, p[i], m[i]);
        }
        // moments about the centre, in the axes of the description
        double I[6] = {0};
        snw_inertia expected = snw_inertia_zero();
        for (int i = 0; i < POINTS; i++) {
            p[i] = snw_vec3_sub(p[i], snw_vec3_divide(sum, mass));
            I[0] += m[i] * (p[i].y * p[i].y + p[i].z * p[i].z);
            I[1] += m[i] * (p[i].x * p[i].x + p[i].z * p[i].z);
            I[2] += m[i] * (p[i].x * p[i].x + p[i].y * p[i].y);
            I[3] -= m[i] * p[i].x * p[i].y;
            I[4] -= m[i] * p[i].x * p[i].z;
            I[5] -= m[i] * p[i].y * p[i].z;
            // the same point in the link frame
            const snw_vec3 r = snw_pose_apply(T_link_center, p[i]);
            expected.m += m[i];
            expected.h = snw_vec3_add_scaled(expected.h, r, m[i]);
            expected.I.xx += m[i] * (r.y * r.y + r.z * r.z);
            expected.I.yy += m[i] * (r.x * r.x + r.z * r.z);
            expected.I.zz += m[i] * (r.x * r.x + r.y * r.y);
            expected.I.xy -= m[i] * r.x * r.y;
            expected.I.xz -= m[i] * r.x * r.z;
            expected.I.yz -= m[i] * r.y * r.z;
        }
        snw_setup *setup = new_setup();
        snw_robot *robot = new_robot(setup, "cloud");
        snw_inertial *inertial = add_inertial(add_link(robot, setup, "root"), setup, mass, 0);
        inertial->origin = T_link_center;
        inertial->ixx = I[0];
        inertial->iyy = I[1];
        inertial->izz = I[2];
        inertial->ixy = I[3];
        inertial->ixz = I[4];
        inertial->iyz = I[5];
        compiled c;
        CHECK(compile(robot, &c, NULL) == SNW_OK);
        CHECK(snw_inertia_near(c.model.links[0].inertia, expected, 1e-12));
        free(c.block);
        snw_setup_destroy(setup);
    }
}

static snw_inertia used; // by the model of the last one

static snw_status judge_mass(double mass, double ixx, double iyy, double izz, judged *j) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "body");
    snw_inertial *inertial = add_inertial(add_link(robot, setup, "root"), setup, mass, 0);
    inertial->ixx = ixx;
    inertial->iyy = iyy;
    inertial->izz = izz;
    judge(robot, j);
    used = snw_failed(j->status) ? snw_inertia_zero() : j->c.model.links[0].inertia;
    free(j->c.block);
    snw_setup_destroy(setup);
    return j->status;
}

// PR2, TIAGo, ANYmal, Fetch, NAO and others have such links and open in every program.
static void mass_properties_that_no_body_has_are_told_and_used(void) {
    judged j;
    CHECK(judge_mass(1, 0.1, 0.1, 0.1, &j) == SNW_OK);
    CHECK(judge_mass(0, 0, 0, 0, &j) == SNW_OK);           // without mass
    CHECK(judge_mass(1, 0, 0, 0, &j) == SNW_OK);           // a point
    CHECK(judge_mass(1, 0.1, 0.1, 0.2, &j) == SNW_OK);     // a flat plate, on the border
    CHECK(judge_mass(1, 0.1, 0.1, 0.20001, &j) == SNW_OK); // rounded by a data sheet

    static const double beyond[][4] = {
        {1, 0.1, 0.1, 0.3}, // far beyond the triangle
        {1, 0.1, 0.1, 0.2301},
        {0, 0.1, 0.1, 0.1}, // moments without mass
        {1, -0.1, 0.1, 0.1},
    };
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        const double *b = beyond[i];
        CHECK(judge_mass(b[0], b[1], b[2], b[3], &j) == SNW_OK);
        CHECK(findings(&j.diags, "inertia-physical") == 1 && j.diags.warnings == 1);
        CHECK_TEXT(j.items[0].subject, "body/links[root]");
        CHECK(j.items[0].number_count > 0 && j.items[0].fix[0] != '\0');
        CHECK_NEAR(used.I.xx, b[1], 0);
        CHECK_NEAR(used.I.zz, b[3], 0);
        CHECK(used.m == b[0]);
    }
    // a moment of 0 that rounding makes negative is not called negative
    CHECK(judge_mass(1, -1e-22, 0.1, 0.3, &j) == SNW_OK);
    CHECK(strstr(j.items[0].text, "negative") == NULL);
    CHECK(judge_mass(-1, 0.1, 0.1, 0.1, &j) < 0);
    CHECK(judge_mass((double)NAN, 0.1, 0.1, 0.1, &j) < 0);
    CHECK(judge_mass(1, (double)INFINITY, 0.1, 0.1, &j) < 0);
}

static void moments_a_little_beyond_the_triangle_are_told_and_used(void) {
    judged j;
    CHECK(judge_mass(1, 0.1, 0.1, 0.2299, &j) == SNW_OK);
    CHECK(findings(&j.diags, "inertia-triangle") == 1 && j.diags.count == 1);
    CHECK_TEXT(j.items[0].subject, "body/links[root]");
    CHECK(j.items[0].number_count > 0 && j.items[0].fix[0] != '\0');
    // the third link of the PUMA 560 (Armstrong, Khatib and Burdick 1986)
    CHECK(judge_mass(4.8, 0.066, 0.0125, 0.0866, &j) == SNW_OK);
    CHECK(findings(&j.diags, "inertia-triangle") == 1);
}

static void a_root_with_mass_is_accepted_and_keeps_it(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "arm");
    add_inertial(add_link(robot, setup, "base"), setup, 20, 1);
    add_link(robot, setup, "body");
    add_joint(robot, setup, "joint", "base", "body");
    judged j;
    judge(robot, &j);
    CHECK(j.status == SNW_OK && j.diags.count == 0);
    CHECK(j.c.model.links[0].inertia.m == 20 && j.c.model.links[1].inertia.m == 0);
    free(j.c.block);
    snw_setup_destroy(setup);
}

static void places_are_on_known_links_and_have_names_of_their_own(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "arm");
    add_link(robot, setup, "base");
    add_attachment(robot, setup, "tip", "base");
    add_attachment(robot, setup, "tip", "base");
    add_attachment(robot, setup, "", "base");
    add_attachment(robot, setup, "eye", "bas");
    judged j;
    judge(robot, &j);
    CHECK(findings(&j.diags, "duplicate-name") == 1);
    CHECK(findings(&j.diags, "missing-name") == 1);
    CHECK(findings(&j.diags, "unknown-link") == 1);
    CHECK(j.diags.count == 3);
    snw_setup_destroy(setup);
}

static void a_place_keeps_its_link_its_pose_and_its_role(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = random_tree(setup, (tree_options){.links = 8});
    snw_attachment *eye = add_attachment(robot, setup, "eye", "5");
    snw_copy_text(eye->role, SNW_NAME, "camera");
    eye->origin = random_pose();
    (void)add_attachment(robot, setup, "3", "5");
    const snw_pose origin = eye->origin;
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    const snw_model_frame *frame = &c.model.frames[snw_model_find_frame(&c.model, "eye")];
    CHECK_TEXT(frame->role, "camera");
    CHECK_TEXT(c.model.links[frame->link].name, "5");
    CHECK(snw_pose_near(frame->T_link_frame, origin, 0));
    // a link is a frame at its own origin, so a program need not know which of the two a name is
    // an attachment goes before a link of its name
    const int both = snw_model_find_frame(&c.model, "3");
    CHECK(both >= 0 && both < c.model.frame_count);
    CHECK_TEXT(c.model.links[c.model.frames[both].link].name, "5");
    for (int i = 0; i < c.model.link_count; i++) {
        if (strcmp(c.model.links[i].name, "3") == 0) continue;
        const int number = snw_model_find_frame(&c.model, c.model.links[i].name);
        CHECK(number >= c.model.frame_count);
        CHECK(c.model.frames[number].link == i);
        CHECK_TEXT(c.model.frames[number].name, c.model.links[i].name);
        CHECK(snw_pose_near(c.model.frames[number].T_link_frame, snw_pose_identity(), 0));
    }
    CHECK(snw_model_find_frame(&c.model, "no such frame") == -1);
    free(c.block);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(mass_properties_are_those_of_the_same_points_about_the_link_frame);
    RUN(mass_properties_that_no_body_has_are_told_and_used);
    RUN(moments_a_little_beyond_the_triangle_are_told_and_used);
    RUN(a_root_with_mass_is_accepted_and_keeps_it);
    RUN(places_are_on_known_links_and_have_names_of_their_own);
    RUN(a_place_keeps_its_link_its_pose_and_its_role);
    return check_report();
}
