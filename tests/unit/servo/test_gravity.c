// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static rig r;
static snw_gravity_term g;
static snw_gravity_term_config c;
static void *block;

static void begin(void) {
    RIG_INIT(block, snw_gravity_term_law.init, &g, &c, &r.arm);
    snw_gravity_term_law.reset(&g, &r.arm);
}

static void end(void) {
    free(block);
    rig_tear_down(&r);
}

// farthest that a joint moves in 5 s at 1 ms [rad]
static double drift(void) {
    double start[SNW_AXES], most = 0;
    memcpy(start, r.s.q, sizeof start);
    memset(r.s.v, 0, sizeof r.s.v);
    for (int k = 0; k < 5000; k++) {
        rig_see(&r);
        CHECK(snw_gravity_term_law.update(&g, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
        rig_step(&r, 1e-3, NULL);
    }
    for (int i = 0; i < r.s.nv; i++)
        most = fmax(most, fabs(r.s.q[i] - start[i]));
    return most;
}

// The PUMA 560 with its rotors and without friction.
// spec: loffler:L-038
static void a_released_arm_stays_with_compensation_and_falls_without(void) {
    const double degree = SNW_PI / 180;
    double most = 0, least = HUGE_VAL;
    rig_library(&r, "puma560-corke");
    CHECK(r.arm.count == 6);
    CHECK_CASES(check_scaled(20)) {
        double start[RATES];
        random_q(&r.s.c.model, start);
        snw_block_defaults(&snw_gravity_term_config_type, &c);
        begin();
        memcpy(r.s.q, start, sizeof start);
        most = fmax(most, drift());
        c.on = false;
        memcpy(r.s.q, start, sizeof start);
        least = fmin(least, drift());
        free(block);
    }
    print_message("drift %.2g deg with, at least %.0f deg without\n", most / degree,
                  least / degree);
    CHECK(most < 0.1 * degree);
    CHECK(least > 5 * degree);
    rig_tear_down(&r);
}

// height of three points, by the poses of kinematics
static double potential(snw_kin *kin, const double *q, const int *links, const snw_vec3 *points,
                        const double *masses) {
    double sum = 0;
    CHECK(snw_kin_update(kin, q) == SNW_OK);
    for (int k = 0; k < 3; k++)
        sum += 9.81 * masses[k] * snw_kin_point(kin, links[k], points[k]).z;
    return sum;
}

// A WAM whose mass is in three points: in the middle of both links, and at the end of the arm.
// spec: loffler:L-039
static void three_point_masses_pull_as_the_gradient_of_their_height(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = read_robot(setup, "wam4");
    for (int i = 0; i < robot->link_count; i++)
        robot->links[i].inertial = NULL;
    const char *const names[] = {"link3", "link4", "link4"};
    const snw_vec3 points[] = {{0.02, 0.01, 0.3}, {-0.04, 0, 0.17}, {-0.045, 0, 0.35}};
    double masses[3];
    rig_set_up(&r, setup, robot);
    CHECK(r.arm.count == 4);
    int links[3];
    for (int k = 0; k < 3; k++) {
        links[k] = snw_model_find_link(&r.s.c.model, names[k]);
        CHECK(links[k] > 0);
    }
    snw_block_defaults(&snw_gravity_term_config_type, &c);
    begin();
    CHECK_CASES(check_scaled(500)) {
        double q[RATES];
        snw_inertia carried = snw_inertia_zero();
        random_q(&r.s.c.model, q);
        for (int k = 0; k < 3; k++)
            masses[k] = check_real(0.5, 8);
        CHECK(snw_dyn_set_inertia(&g.model.dyn, links[0],
                                  snw_inertia_point(masses[0], points[0])) == SNW_OK);
        for (int k = 1; k < 3; k++)
            carried = snw_inertia_add(carried, snw_inertia_point(masses[k], points[k]));
        CHECK(snw_dyn_set_inertia(&g.model.dyn, links[1], carried) == SNW_OK);
        memcpy(r.s.q, q, sizeof q);
        rig_see(&r);
        CHECK(snw_gravity_term_law.update(&g, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
        for (int i = 0; i < 4; i++) {
            const double h = 1e-5, at = q[i];
            q[i] = at + h;
            const double above = potential(&r.s.dyn.kin, q, links, points, masses);
            q[i] = at - h;
            const double below = potential(&r.s.dyn.kin, q, links, points, masses);
            q[i] = at;
            CHECK_NEAR(r.effort[i], (above - below) / (2 * h), 1e-6);
        }
    }
    end();
}

static void factors_leave_axes_out(void) {
    rig_chain(&r, 3, SNW_JOINT_CONTINUOUS, 2);
    snw_block_defaults(&snw_gravity_term_config_type, &c);
    begin();
    random_q(&r.s.c.model, r.s.q);
    rig_see(&r);
    double whole[3] = {0};
    CHECK(snw_gravity_term_law.update(&g, &c, &r.arm, 1e-3, whole) == SNW_OK);
    CHECK(fabs(whole[0]) > 0.1);
    c.scale_count = 3;
    c.scale[0] = 1;
    c.scale[1] = 0;
    c.scale[2] = 0.5;
    CHECK(snw_gravity_term_law.update(&g, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
    for (int i = 0; i < 3; i++)
        CHECK(r.effort[i] == c.scale[i] * whole[i] && g.signals.effort[i] == r.effort[i]);
    c.on = false;
    memset(r.effort, 0, sizeof r.effort);
    CHECK(snw_gravity_term_law.update(&g, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
    CHECK(r.effort[0] == 0 && g.signals.effort[0] == 0);
    end();
}

// against a robot that has the payload as a link of its own, on any base in any gravity
static void a_payload_is_felt_as_a_link_would_be(void) {
    static rig with;
    CHECK_CASES(check_scaled(200)) {
        const double mass = check_real(0.1, 5), first = check_real(0.1, 5);
        const snw_vec3 center = random_vec3(0.3);
        const int joints = check_int(2, 5);
        rig_chain(&r, joints, SNW_JOINT_CONTINUOUS, 1);
        snw_setup *setup = new_setup();
        snw_robot *robot = chain_robot(setup, joints, SNW_JOINT_CONTINUOUS, 1);
        add_inertial(add_link(robot, setup, "payload"), setup, mass, 0.02)->origin =
            snw_pose_translation(center);
        add_joint(robot, setup, "grip", "1", "payload")->kind = SNW_JOINT_FIXED;
        rig_set_up(&with, setup, robot);
        with.arm.T_world_base = r.arm.T_world_base = random_pose();
        with.arm.gravity = r.arm.gravity = random_vec3(10);

        snw_block_defaults(&snw_gravity_term_config_type, &c);
        static snw_gravity_term other;
        void *more;
        RIG_INIT(more, snw_gravity_term_law.init, &other, &c, &with.arm);
        snw_copy_text(c.payload.link, SNW_NAME, "1");
        c.payload.mass = first;
        begin();
        random_q(&r.s.c.model, r.s.q);
        memcpy(with.s.q, r.s.q, sizeof r.s.q);
        rig_see(&r);
        rig_see(&with);
        // changed while it runs, and once more
        for (int k = 0; k < 2; k++) {
            memset(r.effort, 0, sizeof r.effort);
            memset(with.effort, 0, sizeof with.effort);
            c.payload.mass = mass;
            c.payload.center = center;
            c.payload.moments = snw_vec3_of(0.02, 0.02, 0.02);
            CHECK(snw_gravity_term_law.update(&g, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
            snw_gravity_term_config plain;
            snw_block_defaults(&snw_gravity_term_config_type, &plain);
            CHECK(snw_gravity_term_law.update(&other, &plain, &with.arm, 1e-3, with.effort) ==
                  SNW_OK);
            CHECK(farthest(r.effort, with.effort, joints) <= 1e-12 * 100);
        }
        free(more);
        rig_tear_down(&with);
        end();
    }
}

static void what_no_body_can_be_is_refused(void) {
    rig_chain(&r, 2, SNW_JOINT_CONTINUOUS, 1);
    snw_block_defaults(&snw_gravity_term_config_type, &c);
    begin();
    rig_see(&r);
    double before[2] = {0}, effort[2] = {3, 4};
    CHECK(snw_gravity_term_law.update(&g, &c, &r.arm, 1e-3, before) == SNW_OK);
    c.payload.mass = -50;
    CHECK(snw_gravity_term_law.update(&g, &c, &r.arm, 1e-3, effort) == SNW_ERR_RANGE);
    c.payload.mass = (double)NAN;
    CHECK(snw_failed(snw_gravity_term_law.update(&g, &c, &r.arm, 1e-3, effort)));
    CHECK(effort[0] == 3 && effort[1] == 4);
    c.payload.mass = 0;
    CHECK(snw_gravity_term_law.update(&g, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
    CHECK(farthest(before, r.effort, 2) == 0);
    // no such link; too many factors
    snw_copy_text(c.payload.link, SNW_NAME, "nowhere");
    snw_arena arena = no_memory();
    CHECK(snw_gravity_term_law.init(&g, &c, &r.arm, &arena) == SNW_ERR_UNKNOWN_NAME);
    c.payload.link[0] = '\0';
    c.scale_count = 5;
    CHECK(snw_gravity_term_law.init(&g, &c, &r.arm, &arena) == SNW_ERR_SIZE);
    end();
}

int main(void) {
    RUN(a_released_arm_stays_with_compensation_and_falls_without);
    RUN(three_point_masses_pull_as_the_gradient_of_their_height);
    RUN(factors_leave_axes_out);
    RUN(a_payload_is_felt_as_a_link_would_be);
    RUN(what_no_body_can_be_is_refused);
    return check_report();
}
