// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// Springs of a model in the feedforward of laws: a drive supplies k * sum of a_j (q_j - d_j), so
// that the joint moves as if there were no spring.

enum { JOINTS = 4, TERMS = 3 };

typedef struct springs {
    double constant[JOINTS];
    int joint[JOINTS][TERMS];
    double weight[JOINTS][TERMS], offset[JOINTS][TERMS];
} springs;

static springs drawn;

// every joint has a spring over itself and two others
static void draw_springs(double most) {
    for (int i = 0; i < JOINTS; i++) {
        drawn.constant[i] = check_real(0.2, 1) * most;
        for (int k = 0; k < TERMS; k++) {
            drawn.joint[i][k] = (i + k) % JOINTS;
            drawn.weight[i][k] = k == 0 ? 1 : check_real(-0.3, 0.3);
            drawn.offset[i][k] = check_real(-0.5, 0.5);
        }
    }
}

static void open_rig(rig *r, bool sprung) {
    snw_setup *setup = new_setup();
    snw_robot *robot = chain_robot(setup, JOINTS, SNW_JOINT_REVOLUTE, 2);
    for (int i = 0; sprung && i < JOINTS; i++) {
        snw_spring *spring = add_spring(&robot->joints[i].spring, setup, drawn.constant[i], TERMS);
        for (int k = 0; k < TERMS; k++) {
            snw_copy_text(spring->terms[k].joint, SNW_NAME, robot->joints[drawn.joint[i][k]].name);
            spring->terms[k].weight = drawn.weight[i][k];
            spring->terms[k].offset = drawn.offset[i][k];
        }
    }
    rig_set_up(r, setup, robot);
}

// what the drive of a joint supplies against its spring, by the formula of the guide (7-13)
static double spring_torque(int i, const double *q) {
    double sum = 0;
    for (int k = 0; k < TERMS; k++)
        sum += drawn.weight[i][k] * (q[drawn.joint[i][k]] - drawn.offset[i][k]);
    return drawn.constant[i] * sum;
}

static void efforts_of(const rig *r, bool computed, double *effort) {
    void *block = NULL;
    memset(effort, 0, sizeof *effort * SNW_AXES);
    if (computed) {
        snw_computed_torque law;
        snw_computed_torque_config c;
        snw_block_defaults(&snw_computed_torque_config_type, &c);
        c.kp[0] = 100, c.kd[0] = 20, c.kp_count = c.kd_count = 1;
        RIG_INIT(block, snw_computed_torque_law.init, &law, &c, &r->arm);
        CHECK(snw_computed_torque_law.update(&law, &c, &r->arm, 1e-3, effort) == SNW_OK);
    } else {
        snw_feedforward law;
        snw_feedforward_config c;
        snw_block_defaults(&snw_feedforward_config_type, &c);
        RIG_INIT(block, snw_feedforward_law.init, &law, &c, &r->arm);
        snw_feedforward_law.reset(&law, &r->arm);
        CHECK(snw_feedforward_law.update(&law, &c, &r->arm, 1e-3, effort) == SNW_OK);
    }
    free(block);
}

// The efforts of two equal arms, one of them with springs, differ by what the springs need.
// spec: actin-model:A1-LK-63
static void the_torque_of_springs_enters_the_feedforward(void) {
    static rig with, without;
    CHECK_CASES(check_scaled(200)) {
        draw_springs(50);
        open_rig(&with, true);
        open_rig(&without, false);
        rig_shake(&with);
        without.arm.estimate = with.arm.estimate;
        without.arm.target = with.arm.target;
        without.arm.sensed = with.arm.sensed;
        for (int law = 0; law < 2; law++) {
            double a[SNW_AXES], b[SNW_AXES], largest = 0;
            efforts_of(&with, law == 0, a);
            efforts_of(&without, law == 0, b);
            for (int i = 0; i < JOINTS; i++) {
                const double torque = spring_torque(i, with.arm.estimate.q);
                CHECK_NEAR(a[i] - b[i], torque, 1e-11 * (1 + fabs(a[i])));
                largest = fmax(largest, fabs(torque));
            }
            CHECK(largest > 0.1);
        }
        rig_tear_down(&with);
        rig_tear_down(&without);
    }
}

// A plant with springs follows its target under a law that knows them, and not under one that does
// not.
static double worst_error(rig *plant, rig *believed) {
    snw_computed_torque law;
    snw_computed_torque_config c;
    snw_block_defaults(&snw_computed_torque_config_type, &c);
    c.kp[0] = 400, c.kd[0] = 40, c.kp_count = c.kd_count = 1;
    void *block = NULL;
    RIG_INIT(block, snw_computed_torque_law.init, &law, &c, &believed->arm);
    const double dt = 5e-4;
    double worst = 0;
    for (int i = 0; i < JOINTS; i++) {
        plant->s.q[i] = 0;
        plant->s.v[i] = 0.3;
    }
    for (int n = 0; n < 4000; n++) {
        const double t = n * dt;
        rig_see(plant);
        believed->arm.estimate = plant->arm.estimate;
        believed->arm.target.mode = SNW_AXIS_POSITION;
        for (int i = 0; i < JOINTS; i++) {
            believed->arm.target.q[i] = 0.3 * sin(t);
            believed->arm.target.v[i] = 0.3 * cos(t);
            believed->arm.target.a[i] = -0.3 * sin(t);
            worst = fmax(worst, fabs(believed->arm.target.q[i] - plant->s.q[i]));
        }
        CHECK(snw_computed_torque_law.update(&law, &c, &believed->arm, dt, plant->effort) ==
              SNW_OK);
        rig_step(plant, dt, NULL);
    }
    free(block);
    return worst;
}

// spec: actin-model:A1-LK-63
static void a_sprung_arm_follows_only_a_law_that_knows_its_springs(void) {
    static rig plant, knows, ignores;
    draw_springs(200);
    open_rig(&plant, true);
    open_rig(&knows, true);
    open_rig(&ignores, false);
    CHECK(worst_error(&plant, &knows) < 1e-3);
    CHECK(worst_error(&plant, &ignores) > 0.02);
    rig_tear_down(&plant);
    rig_tear_down(&knows);
    rig_tear_down(&ignores);
}

int main(void) {
    RUN(the_torque_of_springs_enters_the_feedforward);
    RUN(a_sprung_arm_follows_only_a_law_that_knows_its_springs);
    return check_report();
}
