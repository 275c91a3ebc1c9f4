// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

static stand s;

// --- inverse dynamics ----------------------------------------------------------------------------

// spec: actin-control:DY-12
static void efforts_are_those_of_dalembert_for_every_kind_of_joint(void) {
    CHECK_CASES(check_scaled(1500)) {
        any_tree(&s, check_int(1, 14), true, true);
        const bool pushed = check_case % 2 == 0;
        double expected[RATES], tau[RATES];
        reference_efforts(&s, pushed, expected);
        CHECK(snw_dyn_inverse(&s.dyn, s.q, s.v, s.a, pushed ? s.wrenches : NULL, tau) == SNW_OK);
        // laws have their accelerations by differences, of which only that at rest is used here
        CHECK(farthest(tau, expected, s.nv) <= 1e-6 * scale_of(expected, s.nv));
        tear_down(&s);
    }
    CHECK_CASES(check_scaled(1500)) {
        any_tree(&s, check_int(1, 14), false, true);
        const bool pushed = check_case % 2 == 0;
        double expected[RATES], tau[RATES], without[RATES];
        reference_efforts(&s, pushed, expected);
        CHECK(snw_dyn_inverse(&s.dyn, s.q, s.v, s.a, pushed ? s.wrenches : NULL, tau) == SNW_OK);
        CHECK(farthest(tau, expected, s.nv) <= 1e-12 * scale_of(expected, s.nv));
        // what the wrenches change is -J^T of them
        CHECK(snw_dyn_inverse(&s.dyn, s.q, s.v, s.a, NULL, without) == SNW_OK);
        reference_efforts(&s, false, expected);
        CHECK(farthest(without, expected, s.nv) <= 1e-12 * scale_of(expected, s.nv));
        tear_down(&s);
    }
}

static void gravity_coriolis_and_bias_are_parts_of_the_inverse(void) {
    CHECK_CASES(check_scaled(500)) {
        any_tree(&s, check_int(1, 12), true, true);
        double gravity[RATES], coriolis[RATES], bias[RATES], sum[RATES];
        CHECK(snw_dyn_gravity(&s.dyn, s.q, gravity) == SNW_OK);
        CHECK(snw_dyn_coriolis(&s.dyn, s.q, s.v, coriolis) == SNW_OK);
        CHECK(snw_dyn_bias(&s.dyn, s.q, s.v, NULL, bias) == SNW_OK);
        for (int i = 0; i < s.nv; i++) {
            sum[i] = gravity[i] + coriolis[i] + s.dyn.friction[i] * s.v[i];
        }
        CHECK(farthest(sum, bias, s.nv) <= 1e-11 * scale_of(bias, s.nv));
        // velocities ask for efforts that grow with their square
        double twice[RATES], v[RATES];
        for (int i = 0; i < s.nv; i++) {
            v[i] = 2 * s.v[i];
            coriolis[i] *= 4;
        }
        CHECK(snw_dyn_coriolis(&s.dyn, s.q, v, twice) == SNW_OK);
        CHECK(farthest(twice, coriolis, s.nv) <= 1e-6 * scale_of(coriolis, s.nv));
        tear_down(&s);
    }
}

// --- closed forms --------------------------------------------------------------------------------

/// One link on one joint about or along z; gravity as it is.
static snw_joint_description *one_joint(snw_setup *setup, snw_robot **robot) {
    *robot = new_robot(setup, "one");
    add_link(*robot, setup, "base");
    add_inertial(add_link(*robot, setup, "arm"), setup, 1, 0.1);
    snw_joint_description *joint = add_joint(*robot, setup, "joint", "base", "arm");
    joint->kind = SNW_JOINT_CONTINUOUS;
    joint->axis = snw_vec3_z(1);
    return joint;
}

// A nut on a thread: (I + m p^2) a + m g p = tau. The same as a law of the user's, whose velocity
// and acceleration are found by differences.
// spec: actin-control:DY-13
static void a_screw_and_a_law_and_a_slide_follow_their_closed_forms(void) {
    const double m = 2.5, I = 0.3, p = 0.2, g = 9.81;
    for (int k = 0; k < 3; k++) {
        snw_setup *setup = new_setup();
        snw_robot *robot;
        snw_joint_description *joint = one_joint(setup, &robot);
        add_inertial(&robot->links[1], setup, m, I);
        if (k == 0) {
            joint->kind = SNW_JOINT_SCREW;
            joint->pitch = p;
        } else if (k == 1) {
            helical_rail *rail = add_rail(joint, setup);
            rail->radius = rail->tilt = 0;
            rail->rise = p;
        } else {
            joint->kind = SNW_JOINT_PRISMATIC;
        }
        const double M = k == 2 ? m : I + m * p * p, G = k == 2 ? m * g : m * g * p;
        const double tolerance = k == 1 ? 1e-7 : 1e-13;
        set_up(&s, setup, robot);
        CHECK_CASES(100) {
            double inertia, tau, a;
            s.q[0] = check_real(-3, 3), s.v[0] = check_real(-2, 2), s.a[0] = check_real(-2, 2);
            CHECK(snw_dyn_mass_matrix(&s.dyn, s.q, &inertia) == SNW_OK);
            CHECK_NEAR(inertia, M, tolerance);
            CHECK(snw_dyn_inverse(&s.dyn, s.q, s.v, s.a, NULL, &tau) == SNW_OK);
            CHECK_NEAR(tau, M * s.a[0] + G, 20 * tolerance);
            const double push = check_real(-5, 5);
            CHECK(snw_dyn_forward(&s.dyn, s.q, s.v, &push, NULL, &a) == SNW_OK);
            CHECK_NEAR(a, (push - G) / M, 20 * tolerance);
        }
        tear_down(&s);
    }
}

// A pendulum whose mass stands at d from the joint: I + m d^2, m g d cos q. Moving the place of the
// mass properties in the link's frame moves d.
// spec: actin-model:A1-LK-12
static void moving_the_mass_in_its_link_changes_the_dynamics_as_predicted(void) {
    CHECK_CASES(200) {
        snw_setup *setup = new_setup();
        snw_robot *robot;
        snw_joint_description *joint = one_joint(setup, &robot);
        joint->axis = snw_vec3_y(-1);
        const double m = check_real(0.5, 3), I = check_real(0.05, 0.3);
        const double x = check_real(-1, 1), y = check_real(-1, 1), d = check_real(0.1, 1);
        add_inertial(&robot->links[1], setup, m, I);
        robot->links[1].inertial->origin = snw_pose_translation(snw_vec3_of(x, y, 0));
        set_up(&s, setup, robot);
        double M, G;
        s.q[0] = check_real(-3, 3);
        CHECK(snw_dyn_mass_matrix(&s.dyn, s.q, &M) == SNW_OK);
        CHECK_NEAR(M, I + m * x * x, 1e-12);
        // the same body d further out
        const snw_sym3 J = {I, I, I, 0, 0, 0};
        const snw_inertia moved = snw_inertia_from_central(m, snw_vec3_of(x + d, y, 0), J);
        CHECK(snw_dyn_set_inertia(&s.dyn, 1, moved) == SNW_OK);
        CHECK(snw_inertia_near(snw_dyn_inertia(&s.dyn, 1), moved, 0));
        CHECK(snw_dyn_mass_matrix(&s.dyn, s.q, &M) == SNW_OK);
        CHECK_NEAR(M, I + m * (x + d) * (x + d), 1e-12);
        CHECK(snw_dyn_gravity(&s.dyn, s.q, &G) == SNW_OK);
        CHECK_NEAR(G, m * 9.81 * (x + d) * cos(s.q[0]), 1e-12 * scale_of(&G, 1) * 10);
        tear_down(&s);
    }
}

// spec: actin-model:A1-LK-36
static void a_rotor_adds_its_inertia_by_the_gear_ratio_squared(void) {
    CHECK_CASES(200) {
        snw_setup *setup = new_setup();
        snw_robot *robot;
        snw_joint_description *joint = one_joint(setup, &robot);
        const double N = check_real(-120, 120), J = check_real(1e-6, 1e-4), I = 0.1;
        const snw_field *field = snw_type_field(&snw_joint_description_type, "actuator");
        joint->actuator = snw_block_new(field->type, setup);
        if (joint->actuator == NULL) abort();
        joint->actuator->inertia = J;
        joint->actuator->gear_ratio = N;
        set_up(&s, setup, robot);
        double M, tau, a, v = 0.3;
        CHECK(snw_dyn_set_actuators(&s.dyn, robot) == SNW_OK);
        CHECK(snw_dyn_mass_matrix(&s.dyn, s.q, &M) == SNW_OK);
        CHECK_NEAR(M, I + N * N * J, 1e-12);
        s.a[0] = 2;
        CHECK(snw_dyn_inverse(&s.dyn, s.q, &v, s.a, NULL, &tau) == SNW_OK);
        CHECK_NEAR(tau, 2 * (I + N * N * J), 1e-12);
        CHECK(snw_dyn_forward(&s.dyn, s.q, &v, &tau, NULL, &a) == SNW_OK);
        CHECK_NEAR(a, 2, 1e-12);
        tear_down(&s);
    }
}

static void give_friction(snw_joint_description *joint, snw_setup *setup, double viscous) {
    const snw_field *field = snw_type_field(&snw_joint_description_type, "actuator");
    joint->actuator = snw_block_new(field->type, setup);
    if (joint->actuator == NULL) abort();
    joint->actuator->friction = viscous;
    joint->actuator->coulomb = 5; // not of this kind
}

// I v' = -c v
static void friction_brakes_and_has_to_be_overcome(void) {
    CHECK_CASES(200) {
        snw_setup *setup = new_setup();
        snw_robot *robot;
        const double c = check_real(0, 3), I = 0.1;
        give_friction(one_joint(setup, &robot), setup, c);
        set_up(&s, setup, robot);
        double tau, a, v = check_real(-2, 2);
        // nothing rubs unless it is asked for
        CHECK(snw_dyn_set_gravity(&s.dyn, snw_vec3_zero()) == SNW_OK);
        CHECK(snw_dyn_inverse(&s.dyn, s.q, &v, s.a, NULL, &tau) == SNW_OK && tau == 0);
        CHECK(snw_dyn_set_actuator_friction(&s.dyn, robot) == SNW_OK);
        s.dyn.springs = check_case % 2 == 0;
        CHECK(snw_dyn_inverse(&s.dyn, s.q, &v, s.a, NULL, &tau) == SNW_OK);
        CHECK_NEAR(tau, c * v, 1e-15);
        CHECK(snw_dyn_forward(&s.dyn, s.q, &v, s.tau, NULL, &a) == SNW_OK);
        CHECK_NEAR(a, -c * v / I, 1e-13);
        CHECK(snw_dyn_forward_factored(&s.dyn, s.q, &v, s.tau, NULL, &a) == SNW_OK);
        CHECK_NEAR(a, -c * v / I, 1e-13);
        CHECK(snw_dyn_coriolis(&s.dyn, s.q, &v, &tau) == SNW_OK && tau == 0);
        tear_down(&s);
    }
}

// the power that rates lose is that of all joints, followers too
static void friction_of_followers_brakes_what_they_follow(void) {
    long followers = 0;
    CHECK_CASES(check_scaled(200)) {
        snw_setup *setup = new_setup();
        snw_robot *robot =
            random_tree(setup, (tree_options){.links = 9, .only_single = true, .mimics = true});
        for (int i = 0; i < robot->joint_count; i++) {
            if (check_int(0, 3) == 0) continue;
            give_friction(&robot->joints[i], setup, check_real(0, 2));
        }
        set_up(&s, setup, robot);
        random_state(&s);
        CHECK(snw_dyn_set_actuator_friction(&s.dyn, robot) == SNW_OK);
        double power = 0, expected = 0;
        for (int i = 0; i < s.nv; i++) {
            power += s.dyn.friction[i] * s.v[i] * s.v[i];
        }
        for (int i = 1; i < s.c.model.link_count; i++) {
            const snw_link *link = &s.c.model.links[i];
            const snw_actuator *drive = robot->joints[link->described_joint].actuator;
            if (link->source_v < 0 || drive == NULL) continue;
            const double rate = link->multiplier * s.v[link->source_v];
            expected += drive->friction * rate * rate;
            followers += link->nv == 0;
        }
        CHECK_NEAR(power, expected, 1e-12 * fmax(1, expected));
        tear_down(&s);
    }
    CHECK(followers > check_scaled(50));
}

static void springs_and_dampers_help_the_drive_unless_they_are_switched_off(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot;
    snw_joint_description *joint = one_joint(setup, &robot);
    snw_spring *spring = add_spring(&joint->spring, setup, 40, 1);
    spring->terms[0].weight = 1;
    spring->terms[0].offset = 0.25;
    snw_spring *damper = add_spring(&joint->damper, setup, 3, 1);
    damper->terms[0].weight = 1;
    set_up(&s, setup, robot);
    CHECK_CASES(100) {
        double tau, a;
        s.q[0] = check_real(-2, 2), s.v[0] = check_real(-2, 2), s.a[0] = check_real(-2, 2);
        s.dyn.springs = true;
        CHECK(snw_dyn_inverse(&s.dyn, s.q, s.v, s.a, NULL, &tau) == SNW_OK);
        CHECK_NEAR(tau, 0.1 * s.a[0] + 40 * (s.q[0] - 0.25) + 3 * s.v[0], 1e-12);
        CHECK(snw_dyn_forward(&s.dyn, s.q, s.v, &tau, NULL, &a) == SNW_OK);
        CHECK_NEAR(a, s.a[0], 1e-11);
        CHECK(snw_dyn_forward_factored(&s.dyn, s.q, s.v, &tau, NULL, &a) == SNW_OK);
        CHECK_NEAR(a, s.a[0], 1e-11);
        s.dyn.springs = false;
        CHECK(snw_dyn_inverse(&s.dyn, s.q, s.v, s.a, NULL, &tau) == SNW_OK);
        CHECK_NEAR(tau, 0.1 * s.a[0], 1e-13);
    }
    tear_down(&s);
}

// --- refusals ------------------------------------------------------------------------------------

static void numbers_that_are_none_are_refused_and_results_stay(void) {
    CHECK_CASES(check_scaled(400)) {
        any_tree(&s, check_int(2, 10), true, true);
        if (s.nv == 0) {
            tear_down(&s);
            continue;
        }
        double *const arrays[] = {s.q, s.v, s.a};
        const int counts[] = {s.c.model.nq, s.nv, s.nv};
        double out[RATES], M[64 * 64];
        for (int i = 0; i < s.nv; i++) {
            out[i] = 7;
        }
        M[0] = 7;
        for (int k = 0; k < 3; k++) {
            double *place = &arrays[k][check_int(0, counts[k] - 1)];
            const double before = *place;
            *place = check_int(0, 1) == 0 ? (double)NAN : (double)INFINITY;
            CHECK(snw_dyn_inverse(&s.dyn, s.q, s.v, s.a, NULL, out) == SNW_ERR_NOT_FINITE);
            CHECK(snw_dyn_forward(&s.dyn, s.q, s.v, s.a, NULL, out) == SNW_ERR_NOT_FINITE);
            CHECK(snw_dyn_forward_factored(&s.dyn, s.q, s.v, s.a, NULL, out) == SNW_ERR_NOT_FINITE);
            if (k == 0) CHECK(snw_dyn_mass_matrix(&s.dyn, s.q, M) == SNW_ERR_NOT_FINITE);
            if (k == 0) CHECK(snw_dyn_gravity(&s.dyn, s.q, out) == SNW_ERR_NOT_FINITE);
            if (k < 2) CHECK(snw_dyn_coriolis(&s.dyn, s.q, s.v, out) == SNW_ERR_NOT_FINITE);
            *place = before;
        }
        s.wrenches[check_int(0, s.c.model.link_count - 1)].torque.y = (double)NAN;
        CHECK(snw_dyn_inverse(&s.dyn, s.q, s.v, s.a, s.wrenches, out) == SNW_ERR_NOT_FINITE);
        CHECK(snw_dyn_forward(&s.dyn, s.q, s.v, s.a, s.wrenches, out) == SNW_ERR_NOT_FINITE);
        for (int i = 0; i < s.nv; i++) {
            CHECK(out[i] == 7);
        }
        CHECK(M[0] == 7);
        tear_down(&s);
    }
}

static void settings_that_cannot_be_are_refused(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot;
    one_joint(setup, &robot);
    set_up(&s, setup, robot);
    CHECK(snw_dyn_set_gravity(&s.dyn, snw_vec3_x((double)NAN)) == SNW_ERR_NOT_FINITE);
    CHECK(s.dyn.gravity.z == -9.81);
    snw_pose T = snw_pose_identity();
    T.R.x.x = 2;
    CHECK(snw_dyn_set_base(&s.dyn, T) == SNW_ERR_RANGE);
    CHECK(snw_dyn_set_rotor(&s.dyn, 1, 1) == SNW_ERR_ARGUMENT);
    CHECK(snw_dyn_set_rotor(&s.dyn, -1, 1) == SNW_ERR_ARGUMENT);
    CHECK(snw_dyn_set_rotor(&s.dyn, 0, -1) == SNW_ERR_RANGE);
    CHECK(snw_dyn_set_rotor(&s.dyn, 0, (double)NAN) == SNW_ERR_NOT_FINITE);
    CHECK(snw_dyn_set_friction(&s.dyn, 1, 1) == SNW_ERR_ARGUMENT);
    CHECK(snw_dyn_set_friction(&s.dyn, -1, 1) == SNW_ERR_ARGUMENT);
    CHECK(snw_dyn_set_friction(&s.dyn, 0, -1) == SNW_ERR_RANGE);
    CHECK(snw_dyn_set_friction(&s.dyn, 0, (double)NAN) == SNW_ERR_NOT_FINITE);
    CHECK(snw_dyn_set_inertia(&s.dyn, 2, snw_inertia_zero()) == SNW_ERR_ARGUMENT);
    snw_inertia bad = snw_inertia_point(-1, snw_vec3_zero());
    CHECK(snw_dyn_set_inertia(&s.dyn, 1, bad) == SNW_ERR_RANGE);
    bad.m = (double)NAN;
    CHECK(snw_dyn_set_inertia(&s.dyn, 1, bad) == SNW_ERR_NOT_FINITE);
    // a joint that moves nothing has no acceleration
    CHECK(snw_dyn_set_inertia(&s.dyn, 1, snw_inertia_zero()) == SNW_OK);
    double a = 7;
    CHECK(snw_dyn_forward(&s.dyn, s.q, s.v, s.tau, NULL, &a) == SNW_ERR_SINGULAR);
    CHECK(snw_dyn_forward_factored(&s.dyn, s.q, s.v, s.tau, NULL, &a) == SNW_ERR_SINGULAR);
    CHECK(a == 7);
    // a rotor is enough
    CHECK(snw_dyn_set_rotor(&s.dyn, 0, 0.5) == SNW_OK);
    const double tau = 1;
    CHECK(snw_dyn_forward(&s.dyn, s.q, s.v, &tau, NULL, &a) == SNW_OK);
    CHECK_NEAR(a, 2, 1e-15);
    tear_down(&s);
}

static void a_replaced_inertia_acts_as_if_the_model_had_it(void) {
    CHECK_CASES(check_scaled(300)) {
        any_tree(&s, check_int(2, 10), false, true);
        const int link = check_int(0, s.c.model.link_count - 1);
        const snw_sym3 J = {0.3, 0.4, 0.5, 0, 0, 0};
        const snw_inertia part =
            snw_inertia_transform(random_pose(), snw_inertia_of(2, snw_vec3_zero(), J));
        CHECK(snw_dyn_set_inertia(&s.dyn, link, part) == SNW_OK);
        double expected[RATES], tau[RATES], a[RATES];
        reference_efforts(&s, false, expected);
        CHECK(snw_dyn_inverse(&s.dyn, s.q, s.v, s.a, NULL, tau) == SNW_OK);
        CHECK(farthest(tau, expected, s.nv) <= 1e-12 * scale_of(expected, s.nv));
        CHECK(snw_dyn_forward(&s.dyn, s.q, s.v, tau, NULL, a) == SNW_OK);
        CHECK(farthest(a, s.a, s.nv) <= 1e-10);
        tear_down(&s);
    }
}

static void every_smaller_arena_is_refused_and_the_measured_one_is_enough(void) {
    check_case = 3;
    check_seed(3);
    any_tree(&s, 5, true, true);
    snw_dyn dyn;
    snw_arena arena = {0};
    CHECK(snw_dyn_init(&dyn, &s.c.model, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t capacity = 0; capacity <= needed; capacity++) {
        void *block = exact_block(capacity);
        arena = snw_arena_over(block, capacity);
        const snw_status status = snw_dyn_init(&dyn, &s.c.model, &arena);
        CHECK(status == (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
        CHECK(arena.needed == needed);
        free(block);
    }
    tear_down(&s);
}

int main(void) {
    RUN(efforts_are_those_of_dalembert_for_every_kind_of_joint);
    RUN(gravity_coriolis_and_bias_are_parts_of_the_inverse);
    RUN(a_screw_and_a_law_and_a_slide_follow_their_closed_forms);
    RUN(moving_the_mass_in_its_link_changes_the_dynamics_as_predicted);
    RUN(a_rotor_adds_its_inertia_by_the_gear_ratio_squared);
    RUN(friction_brakes_and_has_to_be_overcome);
    RUN(friction_of_followers_brakes_what_they_follow);
    RUN(springs_and_dampers_help_the_drive_unless_they_are_switched_off);
    RUN(numbers_that_are_none_are_refused_and_results_stay);
    RUN(settings_that_cannot_be_are_refused);
    RUN(a_replaced_inertia_acts_as_if_the_model_had_it);
    RUN(every_smaller_arena_is_refused_and_the_measured_one_is_enough);
    return check_report();
}
