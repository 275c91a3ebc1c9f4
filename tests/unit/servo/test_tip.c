// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "../../../src/motion/servo/inside.h"

static rig r;
static snw_tip_force pusher;
static snw_tip_force_config c;
static snw_wall wall;
static snw_wall_config w;
static void *block;

static void end(void) {
    free(block);
    rig_tear_down(&r);
}

// the place of a frame when an axis is moved by h, by a workspace of its own
static snw_pose pose_at(int axis, double h) {
    double q[RATES];
    memcpy(q, r.s.q, sizeof q);
    q[r.arm.q_index[axis]] += h;
    CHECK(snw_kin_update(&r.s.dyn.kin, q) == SNW_OK);
    return snw_kin_frame(&r.s.dyn.kin, 0);
}

// Work of the wrench over a small motion of each axis, by differences of poses; and its power for
// random rates, by the recursion of velocities.
// spec: loffler:L-070
static void efforts_do_the_work_of_the_force(void) {
    CHECK_CASES(check_scaled(500)) {
        const int n = check_int(1, 6);
        rig_chain(&r, n, SNW_JOINT_CONTINUOUS, 1);
        r.arm.T_world_base = random_pose();
        CHECK(snw_dyn_set_base(&r.s.dyn, r.arm.T_world_base) == SNW_OK);
        snw_block_defaults(&snw_tip_force_config_type, &c);
        snw_copy_text(c.frame, SNW_NAME, "tip");
        RIG_INIT(block, snw_tip_force_law.init, &pusher, &c, &r.arm);
        snw_tip_force_law.reset(&pusher, &r.arm);
        random_q(&r.s.c.model, r.s.q);
        for (int i = 0; i < n; i++)
            r.s.v[i] = check_real(-1, 1);
        c.force = random_vec3(1);
        c.torque = check_case % 2 ? random_vec3(1) : snw_vec3_zero();
        c.own_axes = check_case % 4 > 1;
        rig_see(&r);
        CHECK(snw_tip_force_law.update(&pusher, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
        CHECK(memcmp(r.effort, pusher.signals.effort, sizeof r.effort) == 0);
        const snw_pose here = pose_at(0, 0);
        snw_wrench wrench = snw_wrench_of(c.force, c.torque);
        if (c.own_axes) wrench = snw_wrench_rotate(here.R, wrench);
        for (int i = 0; check_case % 2 == 0 && i < n; i++) {
            const double h = 1e-5;
            const snw_vec3 way = snw_vec3_sub(pose_at(i, h).p, pose_at(i, -h).p);
            CHECK_NEAR(r.effort[i], snw_vec3_dot(wrench.force, way) / (2 * h), 1e-9);
        }
        double power = 0;
        for (int i = 0; i < n; i++)
            power += r.effort[i] * r.s.v[i];
        CHECK(snw_kin_update_velocity(&r.s.dyn.kin, r.s.q, r.s.v) == SNW_OK);
        CHECK_NEAR(power, snw_power(wrench, snw_kin_frame_velocity(&r.s.dyn.kin, 0)), 1e-9);
        end();
    }
}

static void a_place_is_a_frame_a_link_or_the_end(void) {
    rig_chain(&r, 3, SNW_JOINT_CONTINUOUS, 1);
    snw_servo_tip tip;
    const char *const names[] = {"", "1", "tip"};
    const double reach[] = {1, 0.5, 1.5};
    for (int k = 0; k < 3; k++) {
        snw_arena arena = {0};
        SNW_IGNORE(snw_servo_tip_init(&tip, names[k], &r.arm, &arena));
        block = exact_block(arena.needed);
        arena = snw_arena_over(block, arena.needed);
        CHECK(snw_servo_tip_init(&tip, names[k], &r.arm, &arena) == SNW_OK);
        r.arm.estimate.valid = false;
        CHECK(snw_servo_tip_update(&tip, &r.arm) == SNW_ERR_STATE);
        rig_see(&r);
        CHECK(snw_servo_tip_update(&tip, &r.arm) == SNW_OK);
        CHECK_NEAR(snw_servo_tip_pose(&tip).p.x, reach[k], 1e-12);
        free(block);
    }
    snw_arena arena = no_memory();
    CHECK(snw_servo_tip_init(&tip, "nowhere", &r.arm, &arena) == SNW_ERR_UNKNOWN_NAME);
    rig_tear_down(&r);
}

// A law for a wall that begins at x = 0.7 m, with 800 N/m, as a user would write it: `sign` is -1
// for the force against the normal and +1 as it is often printed.
typedef struct printed_wall {
    snw_servo_tip tip;
    double sign;
} printed_wall;

static snw_status push_by_sign(const snw_arm *arm, double dt, double *effort, void *context) {
    printed_wall *p = context;
    (void)dt;
    const snw_status status = snw_servo_tip_update(&p->tip, arm);
    if (status) return status;
    const double depth = snw_servo_tip_pose(&p->tip).p.x - 0.7;
    const snw_vec3 force = snw_vec3_x(depth > 0 ? p->sign * 800 * depth : 0);
    snw_servo_tip_efforts(&p->tip, arm, snw_wrench_of(force, snw_vec3_zero()), effort);
    return SNW_OK;
}

static snw_status update_wall(const snw_arm *arm, double dt, double *effort, void *context) {
    (void)context;
    return snw_wall_law.update(&wall, &w, arm, dt, effort);
}

// The three demands on a wall, of a slider whose tip is at q + 0.5 m: nothing outside; k d outwards
// at depth d; a constant push of 20 N and some drag end at depth F / k.
static bool resists(snw_law *law) {
    bool sound = true;
    for (int k = -100; k <= 100; k++) {
        const double depth = k * 1e-3;
        r.s.q[0] = 0.2 + depth;
        r.s.v[0] = 0;
        rig_see(&r);
        CHECK(snw_law_update(law, &r.arm, 1e-3, r.effort) == SNW_OK);
        const double want = depth > 0 ? -800 * depth : 0;
        sound = sound && fabs(r.effort[0] - want) <= 1e-9;
    }
    r.s.q[0] = r.s.v[0] = 0;
    for (int k = 0; k < 5000; k++) {
        const double push[] = {20 - 30 * r.s.v[0]};
        rig_see(&r);
        CHECK(snw_law_update(law, &r.arm, 1e-3, r.effort) == SNW_OK);
        rig_step(&r, 1e-3, push);
        if (fabs(r.s.q[0]) > 10) return false;
    }
    return sound && fabs(r.s.q[0] - 0.2 - 20. / 800) <= 1e-6;
}

// spec: loffler:L-068
static void a_wall_pushes_out_and_its_printed_form_does_not(void) {
    static printed_wall user;
    rig_slider(&r, 1);
    snw_block_defaults(&snw_wall_config_type, &w);
    snw_copy_text(w.frame, SNW_NAME, "tip");
    // n.p + offset, n of length 2: inside for x > 0.7
    w.normal = snw_vec3_x(2);
    w.offset = -1.4;
    w.stiffness = 800;
    RIG_INIT(block, snw_wall_law.init, &wall, &w, &r.arm);
    snw_law law = {.calculate = update_wall};
    CHECK(resists(&law));
    CHECK_NEAR(wall.signals.depth, 20. / 800, 1e-6);
    CHECK_NEAR(wall.signals.force.x, -20, 1e-3);

    snw_arena arena = {0};
    SNW_IGNORE(snw_servo_tip_init(&user.tip, "tip", &r.arm, &arena));
    void *more = exact_block(arena.needed);
    arena = snw_arena_over(more, arena.needed);
    CHECK(snw_servo_tip_init(&user.tip, "tip", &r.arm, &arena) == SNW_OK);
    law = (snw_law){.calculate = push_by_sign, .context = &user};
    user.sign = -1;
    CHECK(resists(&law));
    user.sign = 1;
    CHECK(!resists(&law));
    free(more);
    end();
}

// any plane, any arm: the work of the efforts is that of a force along the normal
// spec: loffler:L-068
static void inside_any_wall_the_force_points_out(void) {
    CHECK_CASES(check_scaled(500)) {
        rig_chain(&r, check_int(2, 6), SNW_JOINT_CONTINUOUS, 1);
        snw_block_defaults(&snw_wall_config_type, &w);
        snw_copy_text(w.frame, SNW_NAME, "tip");
        const snw_vec3 n = random_axis();
        const double size = check_real(0.1, 5), distance = check_real(-0.5, 0.5);
        w.normal = snw_vec3_scale(n, size);
        w.offset = size * distance;
        w.stiffness = check_real(1, 1000);
        RIG_INIT(block, snw_wall_law.init, &wall, &w, &r.arm);
        snw_wall_law.reset(&wall, &r.arm);
        random_q(&r.s.c.model, r.s.q);
        rig_see(&r);
        CHECK(snw_wall_law.update(&wall, &w, &r.arm, 1e-3, r.effort) == SNW_OK);
        CHECK(snw_kin_update(&r.s.dyn.kin, r.s.q) == SNW_OK);
        const double depth = snw_vec3_dot(n, snw_kin_frame(&r.s.dyn.kin, 0).p) + distance;
        CHECK_NEAR(wall.signals.depth, depth, 1e-12);
        const double out = -snw_vec3_dot(wall.signals.force, n);
        CHECK_NEAR(out, depth > 0 ? w.stiffness * depth : 0, 1e-9);
        snw_twist J[RATES];
        snw_kin_frame_jacobian(&r.s.dyn.kin, 0, J);
        for (int i = 0; i < r.arm.count; i++)
            CHECK_NEAR(r.effort[i], -out * snw_vec3_dot(n, J[i].lin), 1e-9);
        end();
    }
}

static void damping_never_pulls(void) {
    rig_slider(&r, 1);
    snw_block_defaults(&snw_wall_config_type, &w);
    w.normal = snw_vec3_x(1);
    w.stiffness = 100;
    w.damping = 10;
    RIG_INIT(block, snw_wall_law.init, &wall, &w, &r.arm);
    const double rates[] = {1, 0, -0.5, -2}, forces[] = {-20, -10, -5, 0};
    for (int k = 0; k < 4; k++) {
        r.s.q[0] = 0.1;
        r.s.v[0] = rates[k];
        rig_see(&r);
        CHECK(snw_wall_law.update(&wall, &w, &r.arm, 1e-3, r.effort) == SNW_OK);
        CHECK_NEAR(r.effort[0], forces[k], 1e-12);
    }
    // refusals
    double effort[1] = {3};
    const snw_wall_signals before = wall.signals;
    w.offset = (double)NAN;
    CHECK(snw_wall_law.update(&wall, &w, &r.arm, 1e-3, effort) == SNW_ERR_NOT_FINITE);
    w.offset = 0;
    w.stiffness = (double)NAN;
    CHECK(snw_wall_law.update(&wall, &w, &r.arm, 1e-3, effort) == SNW_ERR_NOT_FINITE);
    w.stiffness = 100;
    w.normal = snw_vec3_zero();
    CHECK(snw_wall_law.update(&wall, &w, &r.arm, 1e-3, effort) == SNW_ERR_NOT_FINITE);
    CHECK(effort[0] == 3 && memcmp(&before, &wall.signals, sizeof before) == 0);
    snw_arena arena = no_memory();
    snw_wall other;
    CHECK(snw_wall_law.init(&other, &w, &r.arm, &arena) == SNW_ERR_ARGUMENT);
    CHECK(snw_block_check(&snw_wall_config_type, &w, "wall", NULL) == SNW_ERR_ARGUMENT);
    end();
}

int main(void) {
    RUN(efforts_do_the_work_of_the_force);
    RUN(a_place_is_a_frame_a_link_or_the_end);
    RUN(a_wall_pushes_out_and_its_printed_form_does_not);
    RUN(inside_any_wall_the_force_points_out);
    RUN(damping_never_pulls);
    return check_report();
}
