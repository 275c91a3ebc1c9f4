// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

#include "arms.h"

// --- velocities
// -----------------------------------------------------------------------------------

// spec: actin-model:A1-LK-08
static void velocities_are_those_of_differences_of_poses(void) {
    CHECK_CASES(check_scaled(1000)) {
        snw_setup *setup = new_setup();
        stand s;
        set_up(&s, any_tree(setup, 12));
        CHECK(snw_kin_set_base(&s.kin, random_pose()) == SNW_OK);
        random_state(&s);
        const place p = random_place(&s);
        const snw_twist expected = difference_twist(&s, &p, s.v);
        CHECK(snw_kin_update_velocity(&s.kin, s.q, s.v) == SNW_OK);
        const snw_twist V = snw_kin_velocity(&s.kin, p.link, p.T_link_frame.p);
        CHECK(snw_twist_near(V, expected, 1e-7));
        // along the frame's own axes
        const snw_mat3 R = pose_of(&s, &p).R;
        const snw_twist own = snw_kin_body_velocity(&s.kin, p.link, p.T_link_frame);
        CHECK(snw_twist_near(snw_twist_rotate(R, own), V, 1e-12));
        for (int f = 0; f < s.c.model.frame_count; f++) {
            const snw_model_frame *frame = &s.c.model.frames[f];
            const snw_twist W = snw_kin_velocity(&s.kin, frame->link, frame->T_link_frame.p);
            CHECK(snw_twist_near(snw_kin_frame_velocity(&s.kin, f), W, 0));
        }
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

static void velocities_seen_from_a_moving_link_are_those_of_relative_poses(void) {
    CHECK_CASES(check_scaled(500)) {
        snw_setup *setup = new_setup();
        stand s;
        set_up(&s, any_tree(setup, 10));
        random_state(&s);
        place p = random_place(&s);
        p.observer = check_int(0, s.c.model.link_count - 1);
        const snw_twist expected = difference_twist(&s, &p, s.v);
        CHECK(snw_kin_update_velocity(&s.kin, s.q, s.v) == SNW_OK);
        const snw_twist V = snw_kin_relative_velocity(&s.kin, p.observer, p.link, p.T_link_frame.p);
        CHECK(snw_twist_near(V, expected, 1e-7));
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

// Of a floating body alone: the velocity is v along the body's axes, seen in the base's frame.
static void a_floating_base_moves_as_its_rates_say(void) {
    snw_setup *setup = new_setup();
    stand s;
    snw_robot *robot = new_robot(setup, "ball");
    robot->floating = true;
    add_link(robot, setup, "ball");
    set_up(&s, robot);
    CHECK_CASES(200) {
        const snw_pose base = random_pose();
        CHECK(snw_kin_set_base(&s.kin, base) == SNW_OK);
        random_state(&s);
        CHECK(snw_kin_update_acceleration(&s.kin, s.q, s.v, s.a) == SNW_OK);
        const snw_mat3 R = s.kin.T_world_link[0].R;
        const snw_vec3 v = snw_vec3_of(s.v[0], s.v[1], s.v[2]);
        const snw_vec3 w = snw_vec3_of(s.v[3], s.v[4], s.v[5]);
        const snw_twist V = snw_kin_velocity(&s.kin, 0, snw_vec3_zero());
        CHECK(snw_twist_near(V, snw_twist_rotate(R, snw_twist_of(v, w)), 1e-14));
        // d/dt (R v) = R (v' + w x v)
        const snw_vec3 a = snw_vec3_add(snw_vec3_of(s.a[0], s.a[1], s.a[2]), snw_vec3_cross(w, v));
        const snw_vec3 al = snw_vec3_of(s.a[3], s.a[4], s.a[5]);
        const snw_accel A = snw_kin_acceleration(&s.kin, 0, snw_vec3_zero());
        CHECK(snw_accel_near(A, snw_accel_rotate(R, snw_accel_of(a, al)), 1e-14));
    }
    tear_down(&s);
    snw_setup_destroy(setup);
}

// --- accelerations
// --------------------------------------------------------------------------------

static void read_velocity(stand *s, void *context, double *out) {
    const place *p = context;
    const snw_twist V = snw_kin_velocity(&s->kin, p->link, p->T_link_frame.p);
    memcpy(out, &V, sizeof V);
}

// spec: actin-model:A1-LK-09
static void accelerations_are_those_of_differences_of_velocities(void) {
    CHECK_CASES(check_scaled(1000)) {
        snw_setup *setup = new_setup();
        stand s;
        set_up(&s, any_tree(setup, 12));
        random_state(&s);
        place p = random_place(&s);
        double rate[6];
        differentiate(&s, s.v, s.a, (reader){read_velocity, &p, 6}, rate);
        CHECK(snw_kin_update_acceleration(&s.kin, s.q, s.v, s.a) == SNW_OK);
        const snw_accel A = snw_kin_acceleration(&s.kin, p.link, p.T_link_frame.p);
        CHECK(farthest(&A.lin.x, rate, 6) <= 1e-6);
        const snw_mat3 R = pose_of(&s, &p).R;
        const snw_accel own = snw_kin_body_acceleration(&s.kin, p.link, p.T_link_frame);
        CHECK(snw_accel_near(snw_accel_rotate(R, own), A, 1e-12));
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

// A point that circles at radius r: r w' along the way, r w^2 towards the axis. On a helix the
// centre also climbs.
static void a_turning_point_has_its_centripetal_acceleration(void) {
    const snw_joint_kind kinds[] = {SNW_JOINT_REVOLUTE, SNW_JOINT_SCREW};
    for (int k = 0; k < 2; k++) {
        snw_setup *setup = new_setup();
        snw_robot *robot = new_robot(setup, "one");
        add_link(robot, setup, "base");
        add_link(robot, setup, "arm");
        snw_joint_description *joint = add_joint(robot, setup, "joint", "base", "arm");
        joint->kind = kinds[k];
        joint->axis = snw_vec3_z(1);
        joint->pitch = k == 1 ? 0.25 : 0;
        stand s;
        set_up(&s, robot);
        CHECK_CASES(200) {
            random_state(&s);
            const double c = cos(s.q[0]), sine = sin(s.q[0]), w = s.v[0], a = s.a[0], r = 0.7;
            CHECK(snw_kin_update_acceleration(&s.kin, s.q, s.v, s.a) == SNW_OK);
            const snw_twist V = snw_kin_velocity(&s.kin, 1, snw_vec3_x(r));
            const snw_accel A = snw_kin_acceleration(&s.kin, 1, snw_vec3_x(r));
            const double climb = k == 1 ? 0.25 : 0;
            CHECK(snw_vec3_near(V.lin, snw_vec3_of(-r * w * sine, r * w * c, climb * w), 1e-14));
            CHECK(snw_vec3_near(V.ang, snw_vec3_z(w), 1e-14));
            const snw_vec3 expected =
                snw_vec3_of(-r * a * sine - r * w * w * c, r * a * c - r * w * w * sine, climb * a);
            CHECK(snw_vec3_near(A.lin, expected, 1e-14));
            CHECK(snw_vec3_near(A.ang, snw_vec3_z(a), 1e-14));
        }
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

// A carriage on a helical rail, level: p = (r cos q, r sin q, c q).
static void a_carriage_on_a_helical_rail_follows_its_closed_form(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "rail");
    add_link(robot, setup, "base");
    add_link(robot, setup, "carriage");
    snw_joint_description *joint = add_joint(robot, setup, "joint", "base", "carriage");
    *add_rail(joint, setup) = (helical_rail){0.5, 0.1, 0};
    joint->position = 0.3;
    stand s;
    set_up(&s, robot);
    CHECK_CASES(200) {
        random_state(&s);
        const double q = s.q[0] + 0.3, c = cos(q), sine = sin(q), w = s.v[0], a = s.a[0];
        CHECK(snw_kin_update_acceleration(&s.kin, s.q, s.v, s.a) == SNW_OK);
        const snw_twist V = snw_kin_velocity(&s.kin, 1, snw_vec3_zero());
        const snw_accel A = snw_kin_acceleration(&s.kin, 1, snw_vec3_zero());
        CHECK(snw_vec3_near(V.lin, snw_vec3_of(-0.5 * w * sine, 0.5 * w * c, 0.1 * w), 1e-9));
        CHECK(snw_vec3_near(V.ang, snw_vec3_z(w), 1e-9));
        const snw_vec3 expected =
            snw_vec3_of(-0.5 * (a * sine + w * w * c), 0.5 * (a * c - w * w * sine), 0.1 * a);
        CHECK(snw_vec3_near(A.lin, expected, 1e-6));
        CHECK(snw_vec3_near(A.ang, snw_vec3_z(a), 1e-6));
    }
    tear_down(&s);
    snw_setup_destroy(setup);
}

// --- the tool of an arm
// ---------------------------------------------------------------------------

// The screen of figure 3.3 shows joints and pose of the arm that its configuration file describes;
// then the velocity of the tool against central differences.
// spec: damore:KIN-02
static void the_tool_of_the_ranger_arm_is_where_it_was_printed_and_moves_as_its_differences(void) {
    arm a;
    build(&a, SNW_DH_MODIFIED, mark_1_file, 6, snw_pose_translation(snw_vec3_z(0.264)));
    const double q[] = {-1.5838, 2.0360, 1.3499, -0.2471, 1.2428, -0.0595};
    const snw_pose T = frame_at(&a, q, "tool");
    CHECK(snw_vec3_near(T.p, snw_vec3_of(-0.0543, 0.5242, 0.2138), 1e-4));
    CHECK(
        snw_quat_near(snw_quat_from_mat3(T.R), snw_quat_of(0.4612, -0.5266, 0.4212, 0.5767), 1e-4));
    const int tool = snw_model_find_frame(&a.c.model, "tool");
    CHECK_CASES(1000) {
        const double h = 1e-5;
        double here[6], v[6], before[6], after[6];
        for (int i = 0; i < 6; i++) {
            here[i] = check_real(-3, 3);
            v[i] = check_real(-1, 1);
            before[i] = here[i] - h * v[i];
            after[i] = here[i] + h * v[i];
        }
        const snw_pose A = frame_at(&a, before, "tool"), B = frame_at(&a, after, "tool");
        CHECK(snw_kin_update_velocity(&a.kin, here, v) == SNW_OK);
        const snw_twist V = snw_kin_frame_velocity(&a.kin, tool);
        const snw_vec3 lin = snw_vec3_divide(snw_vec3_sub(B.p, A.p), 2 * h);
        CHECK(snw_vec3_near(V.lin, lin, 1e-6));
        const snw_mat3 W =
            snw_mat3_mul(snw_mat3_sub(B.R, A.R), snw_mat3_transpose(snw_kin_frame(&a.kin, tool).R));
        const snw_vec3 ang =
            snw_vec3_divide(snw_vec3_of(W.y.z - W.z.y, W.z.x - W.x.z, W.x.y - W.y.x), 4 * h);
        CHECK(snw_vec3_near(V.ang, ang, 1e-6));
    }
    drop(&a);
}

// --- refusals
// -------------------------------------------------------------------------------------

static snw_pose ends_beyond_one(const void *law, double q) {
    (void)law;
    return snw_pose_translation(snw_vec3_x(q > 1 ? (double)NAN : q));
}
static snw_twist no_velocity(const void *law, double q, double rate) {
    (void)law;
    return snw_twist_of(snw_vec3_x(q > 0.5 ? (double)NAN : rate), snw_vec3_zero());
}
static snw_accel no_acceleration(const void *law, double q, double rate, double acceleration) {
    (void)law;
    (void)rate;
    return snw_accel_of(snw_vec3_x(q > 0.25 ? (double)NAN : acceleration), snw_vec3_zero());
}
static const snw_joint_law short_law = {.head = {sizeof(snw_joint_law), SNW_JOINT_LAW_VERSION},
                                        .transform = ends_beyond_one,
                                        .velocity = no_velocity,
                                        .acceleration = no_acceleration};
static const snw_type short_type = {SNW_TYPE(helical_rail, rail_fields), .base = "joint_law",
                                    .space = &snw_space_robot, .functions = &short_law.head,
                                    .help = "A slide that ends."};

static void what_is_not_finite_is_refused_and_the_old_state_stays(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "slide");
    add_link(robot, setup, "base");
    add_link(robot, setup, "slide");
    add_link(robot, setup, "arm");
    snw_joint_description *joint = add_joint(robot, setup, "way", "base", "slide");
    joint->kind = SNW_JOINT_LAW;
    joint->law = (snw_child){&short_type, snw_block_new(&short_type, setup)};
    add_joint(robot, setup, "turn", "slide", "arm");
    stand s;
    set_up(&s, robot);
    const double q[] = {0.2, 1}, v[] = {0.5, 0.25}, a[] = {1, 2};
    CHECK(snw_kin_update_acceleration(&s.kin, q, v, a) == SNW_OK);
    const snw_twist V = snw_kin_velocity(&s.kin, 2, snw_vec3_x(1));
    const snw_accel A = snw_kin_acceleration(&s.kin, 2, snw_vec3_x(1));
    const double nan = (double)NAN, inf = (double)INFINITY;
    const double bad[][6] = {
        {1.5, 1, 0, 0, 0, 0},   {0.2, nan, 0, 0, 0, 0},  {0.2, inf, 0, 0, 0, 0},
        {0.2, 1, nan, 0, 0, 0}, {0.2, 1, 0, -inf, 0, 0}, {0.2, 1, 0, 0, 0, nan},
        {0.7, 1, 0, 0, 0, 0},   {0.3, 1, 0, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(snw_kin_update_acceleration(&s.kin, bad[i], bad[i] + 2, bad[i] + 4) ==
              SNW_ERR_NOT_FINITE);
        if (i < 5) {
            CHECK(snw_kin_update_velocity(&s.kin, bad[i], bad[i] + 2) == SNW_ERR_NOT_FINITE);
        }
        if (i < 3) CHECK(snw_kin_update(&s.kin, bad[i]) == SNW_ERR_NOT_FINITE);
        CHECK(snw_twist_near(snw_kin_velocity(&s.kin, 2, snw_vec3_x(1)), V, 0));
        CHECK(snw_accel_near(snw_kin_acceleration(&s.kin, 2, snw_vec3_x(1)), A, 0));
    }
    // where a law has no velocity it may have a pose, and where no acceleration a velocity
    CHECK(snw_kin_update_velocity(&s.kin, bad[7], v) == SNW_OK);
    CHECK(snw_kin_update(&s.kin, bad[6]) == SNW_OK);
    tear_down(&s);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(velocities_are_those_of_differences_of_poses);
    RUN(velocities_seen_from_a_moving_link_are_those_of_relative_poses);
    RUN(a_floating_base_moves_as_its_rates_say);
    RUN(accelerations_are_those_of_differences_of_velocities);
    RUN(a_turning_point_has_its_centripetal_acceleration);
    RUN(a_carriage_on_a_helical_rail_follows_its_closed_form);
    RUN(the_tool_of_the_ranger_arm_is_where_it_was_printed_and_moves_as_its_differences);
    RUN(what_is_not_finite_is_refused_and_the_old_state_stays);
    return check_report();
}
