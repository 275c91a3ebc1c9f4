// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "../../../src/motion/servo/inside.h"
#include "unit/dynamics/vm1.h"

static rig r;
static snw_feedforward law;
static snw_feedforward_config c;
static void *block;

static void begin(double frequency, double damping) {
    snw_block_defaults(&snw_feedforward_config_type, &c);
    c.frequency = frequency;
    c.damping = damping;
    RIG_INIT(block, snw_feedforward_law.init, &law, &c, &r.arm);
    snw_feedforward_law.reset(&law, &r.arm);
}

static void end(void) {
    free(block);
    rig_tear_down(&r);
}

// x'' = -w^2 x - 2 z w x' from x0 at rest, for any damping
static double free_motion(double w, double z, double t) {
    if (z < 1) {
        const double d = w * sqrt(1 - z * z);
        return exp(-z * w * t) * (cos(d * t) + z * w / d * sin(d * t));
    }
    if (z == 1) return (1 + w * t) * exp(-w * t);
    const double s = w * sqrt(z * z - 1), a = -z * w + s, b = -z * w - s;
    return (a * exp(b * t) - b * exp(a * t)) / (a - b);
}

// The PUMA 560 with rotors, on its way along sines, and 0.2 rad off at the beginning.
// spec: actin-control:FF-01
static void the_error_dies_away_as_frequency_and_damping_say(void) {
    static const double dampings[] = {0.5, 1, 1.5};
    const double w = 8, dt = 1e-4, off = 0.2;
    for (int k = 0; k < 3; k++) {
        rig_library(&r, "puma560-corke");
        begin(w, dampings[k]);
        c.viscous = false;
        for (int i = 0; i < 6; i++) {
            r.s.q[i] = 0.1 * i - (i % 2 ? off : -off);
            r.s.v[i] = 0.5;
        }
        double most = 0;
        for (long n = 0; n < check_scaled(8000); n++) {
            const double t = (double)n * dt;
            rig_see(&r);
            r.arm.target.mode = SNW_AXIS_POSITION;
            for (int i = 0; i < 6; i++) {
                r.arm.target.q[i] = 0.1 * i + 0.5 * sin(t);
                r.arm.target.v[i] = 0.5 * cos(t);
                r.arm.target.a[i] = -0.5 * sin(t);
                const double e = r.arm.target.q[i] - r.arm.estimate.q[i];
                const double sign = i % 2 ? 1 : -1;
                const double want = sign * free_motion(w, dampings[k], t);
                most = fmax(most, fabs(e / off - want));
            }
            CHECK(snw_feedforward_law.update(&law, &c, &r.arm, dt, r.effort) == SNW_OK);
            rig_step(&r, dt, NULL);
        }
        print_message("damping %.1f: off theory by %.2g of the first error\n", dampings[k], most);
        CHECK(most <= 1e-3);
        end();
    }
}

// Golden vector GV-2 of the requirements.
// spec: actin-control:FF-02
static void the_free_mechanism_gets_the_golden_efforts(void) {
    static const double wanted[] = {0.7, -1.1, 0.9};
    static const double golden[] = {-0.116272906537, -0.032426759556, 0.011861892961};
    static const double root[] = {0.022797421591,  -0.032526883235, -9.598443055922,
                                  -1.234628131664, 0.709780524238,  0.923998235823};
    snw_setup *setup = new_setup();
    rig_set_up(&r, setup, vm1_robot(setup, true));
    CHECK(r.arm.count == 3);
    static const double q[] = {0.3, -0.5, 0.8}, v[] = {1, -2, 0.5};
    static const double root_q[] = {0, 0, 0, 0, 0, 0, 1}, root_v[] = {0, 0, 0, 0.2, -0.3, 0.4};
    begin(0, 1);
    r.arm.estimate.valid = true;
    r.arm.target.mode = SNW_AXIS_POSITION;
    memcpy(r.arm.estimate.q, q, sizeof q);
    memcpy(r.arm.estimate.v, v, sizeof v);
    memcpy(r.arm.target.a, wanted, sizeof wanted);
    CHECK(snw__servo_dyn_set_root(&law.model, root_q, root_v) == SNW_OK);
    CHECK(snw_feedforward_law.update(&law, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
    CHECK(farthest(r.effort, golden, 3) <= 1e-10);
    CHECK(farthest(law.signals.root, root, 6) <= 1e-10);
    CHECK(law.signals.residual < 1e-10);
    end();
}

// spec: actin-control:FF-02
static void a_floating_tree_accelerates_as_asked_without_a_force_at_its_root(void) {
    CHECK_CASES(check_scaled(300)) {
        snw_setup *setup = new_setup();
        snw_robot *robot = random_tree(
            setup, (tree_options){.links = check_int(2, 9), .only_single = true, .floating = true});
        random_masses(robot);
        rig_set_up(&r, setup, robot);
        begin(check_real(0, 5), check_real(0, 2));
        c.payload.mass = check_int(0, 1) ? check_real(0.1, 2) : 0;
        c.payload.center = random_vec3(0.2);
        rig_shake(&r);
        double q[RATES], v[RATES] = {0}, a[RATES], tau[RATES] = {0};
        random_q(&r.s.c.model, q);
        for (int i = 0; i < 6; i++)
            v[i] = check_real(-1, 1);
        CHECK(snw__servo_dyn_set_root(&law.model, q, v) == SNW_OK);
        CHECK(snw_feedforward_law.update(&law, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
        CHECK(law.signals.residual < 1e-10);

        // articulated bodies are the second opinion, with the payload on the same link
        if (c.payload.mass > 0) {
            const int link = law.model.carrier;
            const snw_inertia both =
                snw_inertia_add(r.s.c.model.links[link].inertia,
                                snw_inertia_point(c.payload.mass, c.payload.center));
            CHECK(snw_dyn_set_inertia(&r.s.dyn, link, both) == SNW_OK);
        }
        snw_arm_to_q(&r.arm, r.arm.estimate.q, q);
        snw_arm_to_v(&r.arm, r.arm.estimate.v, v);
        snw_arm_to_v(&r.arm, r.effort, tau);
        CHECK(snw_dyn_forward(&r.s.dyn, q, v, tau, NULL, a) == SNW_OK);
        for (int i = 0; i < 6; i++)
            CHECK_NEAR(a[i], law.signals.root[i], 1e-8 * scale_of(a, r.s.nv));
        for (int i = 0; i < r.arm.count; i++) {
            const double e = r.arm.target.q[i] - r.arm.estimate.q[i];
            const double rate = r.arm.target.v[i] - r.arm.estimate.v[i];
            const double want = r.arm.target.a[i] + 2 * c.damping * c.frequency * rate +
                                c.frequency * c.frequency * e;
            CHECK_NEAR(law.signals.acceleration[i], want, 1e-12 * fmax(1, fabs(want)));
            CHECK_NEAR(a[r.arm.v_index[i]], want, 1e-8 * scale_of(a, r.s.nv));
        }
        end();
    }
}

static void roots_that_are_none_are_refused(void) {
    const double q[] = {0, 0, 0, 0, 0, 0, 2}, v[] = {0, 0, 0, 0, 0, (double)NAN};
    const double good_q[] = {0, 0, 0, 1, 0, 0, 0}, good_v[6] = {0};
    snw_setup *setup = new_setup();
    rig_set_up(&r, setup, vm1_robot(setup, true));
    begin(1, 1);
    CHECK(snw__servo_dyn_set_root(&law.model, q, good_v) == SNW_ERR_RANGE);
    CHECK(snw__servo_dyn_set_root(&law.model, good_q, v) == SNW_ERR_NOT_FINITE);
    CHECK(snw__servo_dyn_set_root(&law.model, good_q, good_v) == SNW_OK);
    end();
    rig_chain(&r, 2, SNW_JOINT_CONTINUOUS, 1);
    begin(1, 1);
    CHECK(snw__servo_dyn_set_root(&law.model, good_q, good_v) == SNW_ERR_STATE);
    end();
}

// gains of each axis; forward dynamics under the efforts gives what was asked for
static void computed_torque_accelerates_each_axis_by_its_own_gains(void) {
    static snw_computed_torque torque;
    static snw_computed_torque_config config;
    CHECK_CASES(check_scaled(500)) {
        const int n = check_int(1, 6);
        rig_chain(&r, n, check_int(0, 1) ? SNW_JOINT_CONTINUOUS : SNW_JOINT_PRISMATIC,
                  check_real(0.5, 3));
        r.arm.T_world_base = random_pose();
        CHECK(snw_dyn_set_base(&r.s.dyn, r.arm.T_world_base) == SNW_OK);
        snw_block_defaults(&snw_computed_torque_config_type, &config);
        config.kp_count = config.kd_count = n;
        for (int i = 0; i < n; i++) {
            config.kp[i] = check_real(0, 100);
            config.kd[i] = check_real(0, 20);
        }
        RIG_INIT(block, snw_computed_torque_law.init, &torque, &config, &r.arm);
        snw_computed_torque_law.reset(&torque, &r.arm);
        rig_shake(&r);
        CHECK(snw_computed_torque_law.update(&torque, &config, &r.arm, 1e-3, r.effort) == SNW_OK);
        double a[RATES];
        rig_acceleration(&r, r.arm.estimate.q, r.arm.estimate.v, NULL, a);
        for (int i = 0; i < n; i++) {
            const double want = r.arm.target.a[i] +
                                config.kd[i] * (r.arm.target.v[i] - r.arm.estimate.v[i]) +
                                config.kp[i] * (r.arm.target.q[i] - r.arm.estimate.q[i]);
            CHECK_NEAR(a[i], want, 1e-9 * fmax(1, fabs(want)) * 10);
            CHECK_NEAR(torque.signals.acceleration[i], want, 1e-12 * fmax(1, fabs(want)));
        }
        // nothing wanted, nothing given
        r.arm.target.mode = SNW_AXIS_OFF;
        memset(r.effort, 0, sizeof r.effort);
        CHECK(snw_computed_torque_law.update(&torque, &config, &r.arm, 1e-3, r.effort) == SNW_OK);
        CHECK(r.effort[0] == 0 && torque.signals.acceleration[0] == 0);
        end();
    }
}

// rotor and viscous friction of the actuators as the description says
static void actuators_are_part_of_the_efforts(void) {
    rig_library(&r, "puma560-corke");
    begin(0, 1);
    rig_shake(&r);
    c.viscous = false;
    double plain[6] = {0}, a[RATES];
    CHECK(snw_feedforward_law.update(&law, &c, &r.arm, 1e-3, plain) == SNW_OK);
    c.viscous = true;
    CHECK(snw_feedforward_law.update(&law, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
    static const double friction[] = {5.802, 9.497, 3.98, 0.4116, 0.4273, 0.2158};
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(r.effort[i] - plain[i], friction[i] * r.arm.estimate.v[i], 2e-3);
    // a plant without rotors accelerates otherwise
    memcpy(r.effort, plain, sizeof plain);
    rig_acceleration(&r, r.arm.estimate.q, r.arm.estimate.v, NULL, a);
    CHECK_NEAR(a[0], r.arm.target.a[0], 1e-9);
    for (int i = 0; i < 6; i++)
        CHECK(snw_dyn_set_rotor(&r.s.dyn, i, 0) == SNW_OK);
    rig_acceleration(&r, r.arm.estimate.q, r.arm.estimate.v, NULL, a);
    CHECK(fabs(a[0] - r.arm.target.a[0]) > 1e-3);
    // the option of the wanted acceleration
    c.acceleration = false;
    CHECK(snw_feedforward_law.update(&law, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
    for (int i = 0; i < 6; i++)
        CHECK(law.signals.acceleration[i] == 0);
    end();
}

static void what_is_not_a_number_changes_nothing(void) {
    rig_chain(&r, 2, SNW_JOINT_CONTINUOUS, 1);
    begin(3, 1);
    rig_shake(&r);
    CHECK(snw_feedforward_law.update(&law, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
    double *const places[] = {&r.arm.estimate.q[1], &r.arm.estimate.v[0], &r.arm.target.q[0],
                              &r.arm.target.v[1],   &r.arm.target.a[1],   &c.frequency};
    for (int k = 0; k < 6; k++) {
        const double kept = *places[k];
        const snw_computed_signals before = law.signals;
        double effort[2] = {7, 8};
        *places[k] = (double)NAN;
        CHECK(snw_feedforward_law.update(&law, &c, &r.arm, 1e-3, effort) == SNW_ERR_NOT_FINITE);
        CHECK(effort[0] == 7 && effort[1] == 8);
        CHECK(memcmp(&before, &law.signals, sizeof before) == 0);
        *places[k] = kept;
    }
    end();
}

int main(void) {
    RUN(the_error_dies_away_as_frequency_and_damping_say);
    RUN(the_free_mechanism_gets_the_golden_efforts);
    RUN(a_floating_tree_accelerates_as_asked_without_a_force_at_its_root);
    RUN(roots_that_are_none_are_refused);
    RUN(computed_torque_accelerates_each_axis_by_its_own_gains);
    RUN(actuators_are_part_of_the_efforts);
    RUN(what_is_not_a_number_changes_nothing);
    return check_report();
}
