// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

#include "../../../src/motion/task/inside.h"

// Objectives: values of the golden vector, gradients against differences of the test's own, and
// what self-motion does with them.

static arm a;

static void open_planar(void) {
    snw_setup *setup = new_setup();
    arm_open(&a, setup, planar_arm(setup, 3, 1));
    a.config.law = SNW_LAW_NULLSPACE;
    a.frame = effector_of(&snw_xy_effector_type, "tip");
    arm_add(&a, &snw_xy_effector_type, &a.frame);
    arm_ready(&a);
    a.q[0] = 0.3;
    a.q[1] = 0.5;
    a.q[2] = -0.4;
    CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
}

static double value_at(const snw_child *o, const double *q) {
    CHECK(snw_task_update(&a.control.task, q) == SNW_OK);
    return snw__objective_measure(o, &a.control.task);
}

// central differences along each rate
static void check_gradient(const snw_child *o, double tolerance) {
    double F[MOST], q[MOST], rates[MOST] = {0}, expected[MOST], most = 0;
    const double h = 1e-4;
    CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
    CHECK(snw__objective_gradient(o, &a.control.task, F) == SNW_OK);
    for (int k = 0; k < a.model->nv; k++) {
        double at[4];
        const double steps[] = {h, -h, 2 * h, -2 * h};
        rates[k] = 1;
        for (int i = 0; i < 4; i++) {
            CHECK(snw_integrate(a.model, a.q, rates, steps[i], q) == SNW_OK);
            at[i] = value_at(o, q);
        }
        rates[k] = 0;
        expected[k] = (8 * (at[0] - at[1]) - (at[2] - at[3])) / (12 * h);
        most = fmax(most, fabs(expected[k]));
    }
    for (int k = 0; k < a.model->nv; k++)
        CHECK_NEAR(F[k], expected[k], tolerance * (1 + most));
    CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
}

// spec: actin-control:VC-26
static void singularity_is_that_of_the_golden_vector(void) {
    open_planar();
    snw_singularity s;
    snw_block_defaults(&snw_singularity_type, &s);
    const snw_child o = {&snw_singularity_type, &s};
    CHECK(snw__objective_check(&o, a.model, NULL) == SNW_OK);
    CHECK_NEAR(snw__objective_measure(&o, &a.control.task), 1.306034554053, 1e-11);
    double F[3];
    CHECK(snw__objective_gradient(&o, &a.control.task, F) == SNW_OK);
    // the golden vector's own gradient was taken by differences and is good to 5e-9; the digits
    // behind are those of arithmetic with forty
    CHECK_NEAR(F[0], 0, 1e-9);
    CHECK_NEAR(F[1], -1.798041708856, 5e-9);
    CHECK_NEAR(F[2], 0.761080815370, 5e-9);
    CHECK_NEAR(F[1], -1.79804170649024612, 1e-9);
    CHECK_NEAR(F[2], 0.76108081949620362, 1e-9);
    const double N[] = {-0.515324122138, 0.383212810974, 0.766543534738};
    CHECK_NEAR(N[0] * F[0] + N[1] * F[1] + N[2] * F[2], -0.105631037, 1e-8);

    // stretched out the product is 0
    const double straight[] = {0.3, 0, 0};
    CHECK_NEAR(value_at(&o, straight), 100, 1e-4);
    arm_close(&a);
}

// spec: actin-control:VC-32
static void strength_is_that_of_the_golden_vector_and_keeps_power(void) {
    open_planar();
    snw_strength s;
    snw_block_defaults(&snw_strength_type, &s);
    const double wrench[] = {1, 2}, most[] = {10, 8, 5}, least[] = {-10, -6, -5};
    memcpy(s.wrench, wrench, sizeof wrench);
    memcpy(s.most, most, sizeof most);
    memcpy(s.least, least, sizeof least);
    s.wrench_count = 2;
    s.most_count = s.least_count = 3;
    const snw_child o = {&snw_strength_type, &s};
    const double *J = snw_task_jacobian(&a.control.task);
    double T[3];
    snw__holding_torques(J, 2, 3, wrench, T);
    const double expected[] = {-3.743913745082, -2.128760973492, -1.452703645697};
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(T[i], expected[i], 1e-11);
    CHECK_NEAR(snw__objective_measure(&o, &a.control.task), 0.106090322665, 1e-11);
    check_gradient(&o, 1e-9);

    // at the capacity a joint counts (1/2)^order
    s.order = 7;
    s.wrench_count = 0;
    memcpy(s.most, (const double[]){0, 1e9, 1e9}, sizeof most);
    memcpy(s.least, (const double[]){-4, -1e9, -1e9}, sizeof least);
    CHECK_NEAR(snw__objective_measure(&o, &a.control.task), pow(0.5, 7), 1e-12);

    // what the wrench does is what the joints take: V'F + qd'T = 0
    CHECK_CASES(1000) {
        double qd[3], F[2], power = 0;
        for (int i = 0; i < 3; i++)
            qd[i] = check_real(-1, 1);
        for (int i = 0; i < 2; i++)
            F[i] = check_real(-1, 1);
        snw__holding_torques(J, 2, 3, F, T);
        for (int i = 0; i < 3; i++)
            power += qd[i] * (T[i] + J[i] * F[0] + J[3 + i] * F[1]);
        CHECK_NEAR(power, 0, 1e-12);
    }
    arm_close(&a);
}

// spec: actin-control:VC-33
static void expected_errors_are_those_of_the_golden_vector_and_of_clouds(void) {
    open_planar();
    snw_statistical_error s;
    snw_block_defaults(&snw_statistical_error_type, &s);
    double C[9] = {0.01, 0.02, 0.03};
    s.covariance = C;
    s.covariance_count = 3;
    const snw_child o = {&snw_statistical_error_type, &s};
    CHECK_NEAR(snw__objective_measure(&o, &a.control.task), 0.192715394184, 1e-11);
    check_gradient(&o, 1e-9);
    // the same matrix in full, then one with errors that go together
    memset(C, 0, sizeof C);
    C[0] = 0.01;
    C[4] = 0.02;
    C[8] = 0.03;
    s.covariance_count = 9;
    CHECK_NEAR(snw__objective_measure(&o, &a.control.task), 0.192715394184, 1e-11);
    C[1] = C[3] = 0.005;
    const double *J = snw_task_jacobian(&a.control.task);
    CHECK_NEAR(snw__objective_measure(&o, &a.control.task),
               0.192715394184 + 2 * 0.005 * (J[0] * J[1] + J[3] * J[4]), 1e-11);
    arm_close(&a);

    // a region of 50 points that moves with a frame
    CHECK_CASES(200) {
        snw_inertia region = snw_inertia_of(0, snw_vec3_zero(), snw_sym3_zero());
        const snw_vec3 v = random_vec3(1), w = random_vec3(1);
        double A[36], sum = 0, found = 0;
        for (int i = 0; i < 50; i++) {
            const double rho = check_real(0, 2);
            const snw_vec3 r = random_vec3(1);
            sum += rho * snw_vec3_norm2(snw_vec3_add(v, snw_vec3_cross(w, r)));
            region.m += rho;
            region.h = snw_vec3_add_scaled(region.h, r, rho);
            const snw_mat3 X = snw_mat3_skew(r);
            region.I = snw_sym3_add(
                region.I,
                snw_sym3_scale(snw_sym3_from_mat3(snw_mat3_mul(snw_mat3_transpose(X), X)), rho));
        }
        snw__region_interest(region, A);
        const double V[] = {v.x, v.y, v.z, w.x, w.y, w.z};
        for (int i = 0; i < 36; i++)
            found += V[i % 6] * A[i] * V[i / 6];
        CHECK_NEAR(found, sum, 1e-12 * (1 + sum));
    }
}

// spec: actin-control:VC-30
static void accuracy_is_that_of_the_golden_vector(void) {
    open_planar();
    snw_accuracy s;
    snw_block_defaults(&snw_accuracy_type, &s);
    snw_copy_text(s.joint, SNW_NAME, "j1");
    const snw_child o = {&snw_accuracy_type, &s};
    CHECK(snw__objective_check(&o, a.model, NULL) == SNW_OK);
    CHECK_NEAR(snw__objective_measure(&o, &a.control.task), 3.842121988006, 1e-11);
    check_gradient(&o, 1e-9);
    s.weights[0] = 2.5;
    s.weight_count = 1;
    CHECK_NEAR(snw__objective_measure(&o, &a.control.task), 2.5 * 3.842121988006, 1e-10);
    snw_copy_text(s.joint, SNW_NAME, "nobody");
    CHECK(snw__objective_check(&o, a.model, NULL) == SNW_ERR_UNKNOWN_NAME);
    arm_close(&a);
}

// spec: actin-control:VC-31
static void limits_push_only_in_their_zone_and_without_a_jump(void) {
    snw_joint_limits l;
    snw_block_defaults(&snw_joint_limits_type, &l);
    CHECK(l.zone == 0.5 && l.exponent == 3 && l.maximum == 50);
    CHECK_NEAR(snw__joint_limit_rate(&l, 1.9, -2, 2), -25.6, 1e-12);
    CHECK_NEAR(snw__joint_limit_rate(&l, -1.9, -2, 2), 25.6, 1e-12);
    CHECK(snw__joint_limit_rate(&l, 2, -2, 2) == -50);
    CHECK(snw__joint_limit_rate(&l, 2.7, -2, 2) == -50);
    CHECK(snw__joint_limit_rate(&l, 0, -HUGE_VAL, HUGE_VAL) == 0);
    double before = snw__joint_limit_rate(&l, -2.2, -2, 2);
    for (double q = -2.2; q < 2.2; q += 1e-4) {
        const double f = snw__joint_limit_rate(&l, q, -2, 2);
        if (fabs(q) <= 1.5) CHECK(f == 0);
        // steepest: 3 maximum / zone
        CHECK(fabs(f - before) <= 300 * 1.1e-4);
        before = f;
    }
    l.fraction = true;
    l.zone = 0.125;
    CHECK_NEAR(snw__joint_limit_rate(&l, 1.9, -2, 2), -25.6, 1e-12);

    // a desired rate, so alpha is negative in the plain law; as an objective its sign is turned
    open_planar();
    l.fraction = false;
    l.zone = 0.5;
    const snw_child o = {&snw_joint_limits_type, &l};
    a.q[0] = 3.1 - 0.1;
    CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
    double F[3];
    CHECK(snw__objective_gradient(&o, &a.control.task, F) == SNW_OK);
    CHECK_NEAR(F[0], 25.6, 1e-11);
    CHECK(F[1] == 0 && F[2] == 0);
    check_gradient(&o, 1e-6);
    const snw_nullspace_problem p = {.F = (const double[]){-25.6, 0, 0}, .alpha = -1};
    double qd[3];
    CHECK(snw_nullspace_factor(&a.control.nullspace, NULL, 0) == SNW_OK);
    CHECK(snw_nullspace_solve(&a.control.nullspace, &p, qd, NULL) == SNW_OK);
    CHECK(qd[0] < 0);
    arm_close(&a);
}

static void posture_pulls_to_its_reference(void) {
    open_planar();
    snw_posture p;
    snw_block_defaults(&snw_posture_type, &p);
    const snw_child o = {&snw_posture_type, &p};
    check_gradient(&o, 1e-9);
    memcpy(p.reference, (const double[]){1, 0, -1}, sizeof(double) * 3);
    p.reference_count = 3;
    p.weights[0] = 4;
    p.weight_count = 1;
    double F[3];
    CHECK(snw__objective_gradient(&o, &a.control.task, F) == SNW_OK);
    CHECK_NEAR(F[0], 4 * (0.3 - 1), 1e-12);
    CHECK_NEAR(F[2], -0.4 + 1, 1e-12);
    check_gradient(&o, 1e-9);
    p.reference_count = 2;
    CHECK(snw__objective_check(&o, a.model, NULL) == SNW_ERR_SIZE);
    arm_close(&a);
}

// The spring towards the centre of a joint has the gain k / range. The ranges and centres of
// Ranger's dexterous arm come from its file, as they are printed, and a joint that is outside of
// its range is named. spec: occlusion:OC-03
static void springs_to_the_centres_have_gains_by_the_ranges(void) {
    static const double ranges[4] = {7.679, 3.735, 7.679, 2.967}, centres[4] = {0, 0, 0, 1.466};
    static const double range_deg[4] = {440, 214, 440, 170}, centre_deg[4] = {0, 0, 0, 84};
    const double k = 0.7, degree = SNW_PI / 180;
    snw_setup *setup = new_setup();
    arm_open(&a, setup, library_robot(setup, "ranger-dexterous"));
    a.config.law = SNW_LAW_NULLSPACE;
    arm_ready(&a);
    const snw_model *m = a.model;
    CHECK(m->nv == 8 && m->nq == 8);
    snw_posture p;
    snw_block_defaults(&snw_posture_type, &p);
    p.by_range = true;
    p.objective.weight = k;
    const snw_child o = {&snw_posture_type, &p};
    CHECK(snw__objective_check(&o, m, NULL) == SNW_OK);
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(m->upper[i] - m->lower[i], ranges[i], 5e-4);
        CHECK_NEAR((m->upper[i] + m->lower[i]) / 2, centres[i], 5e-4);
    }
    CHECK_CASES(200) {
        double F[MOST], energy = 0;
        for (int i = 0; i < 8; i++)
            a.q[i] = check_real(-3, 3);
        CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
        CHECK(snw__objective_sum(&o, 1, &a.control.task, F) == SNW_OK);
        for (int i = 0; i < 8; i++) {
            // joints 5 to 8 have no limits: no range, no spring
            const double gain = i < 4 ? k / (range_deg[i] * degree) : 0;
            const double way = a.q[i] - (i < 4 ? centre_deg[i] * degree : 0);
            CHECK_NEAR(F[i], gain * way, 1e-12);
            energy += 0.5 * gain / k * way * way;
        }
        CHECK_NEAR(snw__objective_measure(&o, &a.control.task), energy, 1e-12);

        // the first joint outside of its range is reported, and on which side
        snw_why why;
        int out = 0;
        while (out < 4 && a.q[out] >= m->lower[out] && a.q[out] <= m->upper[out])
            out++;
        const snw_status status = snw_in_limits(m, a.q, &why);
        CHECK(status == (out < 4 ? SNW_ERR_LIMIT : SNW_OK));
        if (out == 4) continue;
        CHECK_TEXT(why.subject, m->links[out + 1].joint_name);
        CHECK(strstr(why.text, a.q[out] < m->lower[out] ? "below" : "above") != NULL);
    }
    check_gradient(&o, 1e-9);
    arm_close(&a);
}

// The planar arm of three links, limits +-pi, gain 0.1: torques that pull to the centre.
// spec: occlusion:OC-16
static void centring_torques_are_those_of_the_planar_examples(void) {
    static const double q[2][3] = {{0, 1.57, -1.57}, {0, 0, 3.0}};
    static const double torques[2][3] = {{0, -0.0250, 0.0250}, {0, 0, -0.0477}};
    snw_setup *setup = new_setup();
    snw_robot *robot = planar_arm(setup, 3, 1);
    for (int i = 0; i < 3; i++) {
        robot->joints[i].limits.lower = -SNW_PI;
        robot->joints[i].limits.upper = SNW_PI;
    }
    arm_open(&a, setup, robot);
    a.config.law = SNW_LAW_NULLSPACE;
    arm_ready(&a);
    snw_posture p;
    snw_block_defaults(&snw_posture_type, &p);
    p.by_range = true;
    p.objective.weight = 0.1;
    const snw_child o = {&snw_posture_type, &p};
    for (int k = 0; k < 2; k++) {
        double F[3];
        CHECK(snw_task_update(&a.control.task, q[k]) == SNW_OK);
        CHECK(snw__objective_sum(&o, 1, &a.control.task, F) == SNW_OK);
        for (int i = 0; i < 3; i++)
            CHECK_NEAR(-F[i], torques[k][i], 1e-4);
    }
    arm_close(&a);
}

// --- gravity -------------------------------------------------------------------------------------

static void random_arm(bool simple) {
    snw_setup *setup = new_setup();
    snw_robot *robot = random_tree(
        setup, (tree_options){.links = check_int(3, 9), .only_single = true, .mimics = !simple});
    random_masses(robot);
    arm_open(&a, setup, robot);
    random_q(a.model, a.q);
    if (a.model->nv < 1) return;
    a.config.law = SNW_LAW_NULLSPACE;
    arm_ready(&a);
    CHECK(snw_dyn_set_gravity(&a.control.task.dyn, random_vec3(10)) == SNW_OK);
}

// spec: actin-control:VC-27
static void gravity_gradients_are_those_of_differences_and_of_inverse_dynamics(void) {
    CHECK_CASES(check_scaled(300)) {
        random_arm(check_case % 4 != 0);
        if (a.model->nv < 1) {
            arm_close(&a);
            continue;
        }
        snw_gravity_torque g;
        snw_potential_energy e;
        snw_block_defaults(&snw_gravity_torque_type, &g);
        snw_block_defaults(&snw_potential_energy_type, &e);
        const int rate = check_int(0, a.model->nv - 1);
        snw_copy_text(g.joint, SNW_NAME, a.model->links[a.model->link_of_v[rate]].joint_name);
        const snw_child torque = {&snw_gravity_torque_type, &g};
        const snw_child energy = {&snw_potential_energy_type, &e};
        if (snw__objective_check(&torque, a.model, NULL) == SNW_OK) check_gradient(&torque, 1e-8);
        check_gradient(&energy, 1e-8);

        double F[MOST], tau[MOST], zero[MOST] = {0};
        CHECK(snw__objective_gradient(&energy, &a.control.task, F) == SNW_OK);
        a.control.task.dyn.springs = false;
        CHECK(snw_dyn_inverse(&a.control.task.dyn, a.q, zero, zero, NULL, tau) == SNW_OK);
        CHECK(farthest(F, tau, a.model->nv) < 1e-12 * scale_of(tau, a.model->nv));
        arm_close(&a);
    }
}

// --- self-motion ---------------------------------------------------------------------------------

// the hand is held; the measure must never grow beyond what discretisation makes of it
static void check_that_self_motion_lowers(const snw_type *type, void *block, double gain) {
    snw_setup *setup = new_setup();
    arm_open(&a, setup, library_robot(setup, "panda"));
    a.config.law = SNW_LAW_NULLSPACE;
    a.config.alpha = gain;
    a.frame = effector_of(&snw_frame_effector_type, last_link(a.model));
    arm_add(&a, &snw_frame_effector_type, &a.frame);
    arm_add(&a, type, block);
    const double q[] = {0.4, 0.5, -0.6, -1.6, 0.7, 1.9, 0.3};
    memcpy(a.q, q, sizeof q);
    arm_ready(&a);
    const snw_child o = {type, block};
    double before = value_at(&o, a.q), first = before;
    for (int k = 0; k < 400; k++) {
        SNW_IGNORE(arm_tick(&a, NULL, 0.002));
        const double now = value_at(&o, a.q);
        CHECK(now <= before + 1e-9 * (1 + fabs(before)));
        before = now;
    }
    CHECK(before < first - 1e-3 * fabs(first));
    CHECK(snw__task_difference(&a.control.task) < 1e-4);
    arm_close(&a);
}

// spec: actin-control:VC-26
static void self_motion_leads_away_from_singularities(void) {
    snw_singularity s;
    snw_block_defaults(&snw_singularity_type, &s);
    check_that_self_motion_lowers(&snw_singularity_type, &s, 0.2);
}

// spec: actin-control:VC-27
static void self_motion_relieves_a_joint(void) {
    snw_gravity_torque g;
    snw_block_defaults(&snw_gravity_torque_type, &g);
    snw_copy_text(g.joint, SNW_NAME, "j3");
    check_that_self_motion_lowers(&snw_gravity_torque_type, &g, 0.002);
}

// spec: actin-control:VC-30
static void self_motion_makes_a_joint_matter_less(void) {
    snw_accuracy s;
    snw_block_defaults(&snw_accuracy_type, &s);
    snw_copy_text(s.joint, SNW_NAME, "j2");
    check_that_self_motion_lowers(&snw_accuracy_type, &s, 0.5);
}

// --- sums and types of one's own -----------------------------------------------------------------

typedef struct tilt {
    snw_objective objective;
    double wanted;
} tilt;

static double tilt_measure(const void *block, const snw_objective_at *at) {
    const double d = at->q[0] + at->q[1] - ((const tilt *)block)->wanted;
    return d * d;
}

static const snw_objective_functions tilt_functions = {
    .head = {sizeof(snw_objective_functions), SNW_OBJECTIVE_VERSION}, .measure = tilt_measure};
static const snw_field tilt_fields[] = {
    {SNW_AT(tilt, wanted), .kind = SNW_KIND_REAL, .help = "Sum of two angles."}};
static const snw_type tilt_type = {SNW_TYPE(tilt, tilt_fields), .base = "objective",
                                   .space = &snw_space_motion, .functions = &tilt_functions.head,
                                   .help = "One of the test's own."};

static void objectives_of_ones_own_join_the_sum(void) {
    open_planar();
    tilt t = {{3}, 0.2};
    snw_posture p;
    snw_block_defaults(&snw_posture_type, &p);
    p.objective.weight = -2;
    const snw_child both[] = {{&tilt_type, &t}, {&snw_posture_type, &p}};
    double F[3];
    CHECK(snw__objective_check(&both[0], a.model, NULL) == SNW_OK);
    CHECK(snw__objective_sum(both, 2, &a.control.task, F) == SNW_OK);
    // 3 * 2 (q0 + q1 - 0.2) - 2 q, the middle of the range being 0
    CHECK_NEAR(F[0], 3 * 2 * 0.6 - 2 * 0.3, 1e-9);
    CHECK_NEAR(F[1], 3 * 2 * 0.6 - 2 * 0.5, 1e-9);
    CHECK_NEAR(F[2], 0.8, 1e-9);
    t.wanted = (double)NAN;
    CHECK(snw__objective_sum(both, 2, &a.control.task, F) == SNW_ERR_NOT_FINITE);
    const snw_child wrong = {&snw_frame_effector_type, &a.frame};
    snw_why why;
    CHECK(snw__objective_check(&wrong, a.model, &why) == SNW_ERR_ARGUMENT);
    CHECK_TEXT(why.rule, "objective");
    arm_close(&a);
}

int main(void) {
    RUN(singularity_is_that_of_the_golden_vector);
    RUN(strength_is_that_of_the_golden_vector_and_keeps_power);
    RUN(expected_errors_are_those_of_the_golden_vector_and_of_clouds);
    RUN(accuracy_is_that_of_the_golden_vector);
    RUN(limits_push_only_in_their_zone_and_without_a_jump);
    RUN(posture_pulls_to_its_reference);
    RUN(springs_to_the_centres_have_gains_by_the_ranges);
    RUN(centring_torques_are_those_of_the_planar_examples);
    RUN(gravity_gradients_are_those_of_differences_and_of_inverse_dynamics);
    RUN(self_motion_leads_away_from_singularities);
    RUN(self_motion_relieves_a_joint);
    RUN(self_motion_makes_a_joint_matter_less);
    RUN(objectives_of_ones_own_join_the_sum);
    return check_report();
}
