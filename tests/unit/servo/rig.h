// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_SERVO_RIG_H
#define SINEW_TESTS_SERVO_RIG_H

/// @file
/// Arms for tests of laws, and a plant of the tests' own: articulated bodies under efforts that are
/// held over a tick, by the Runge-Kutta rule of order four.
///
/// Include it first.

#include "unit/dynamics/stand.h"

#include "sinew/document.h"
#include "sinew/modelio.h"
#include "sinew/servo.h"
#include "sinew/shape.h"

/// An arm with its images, and the plant behind it in `stand`.
typedef struct rig {
    stand s;
    snw_arm arm;
    double effort[SNW_AXES];
} rig;

__attribute__((unused)) static void rig_set_up(rig *r, snw_setup *setup, snw_robot *robot) {
    memset(r, 0, sizeof *r);
    set_up(&r->s, setup, robot);
    CHECK(snw_dyn_set_actuators(&r->s.dyn, robot) == SNW_OK);
    CHECK(snw_arm_init(&r->arm, &r->s.c.model, robot, NULL) == SNW_OK);
}

__attribute__((unused)) static void rig_tear_down(rig *r) {
    tear_down(&r->s);
}

/// The estimate of the arm is the state of the plant.
__attribute__((unused)) static void rig_see(rig *r) {
    snw_arm *arm = &r->arm;
    for (int i = 0; i < arm->count; i++) {
        arm->estimate.q[i] = arm->sensed.q[i] = r->s.q[arm->q_index[i]];
        arm->estimate.v[i] = arm->sensed.v[i] = r->s.v[arm->v_index[i]];
    }
    arm->estimate.valid = true;
    memset(r->effort, 0, sizeof r->effort);
}

/// The target is where the arm is, at rest.
__attribute__((unused)) static void rig_aim_here(rig *r) {
    snw_arm *arm = &r->arm;
    rig_see(r);
    arm->target.mode = SNW_AXIS_POSITION;
    memcpy(arm->target.q, arm->estimate.q, sizeof arm->target.q);
    memset(arm->target.v, 0, sizeof arm->target.v);
    memset(arm->target.a, 0, sizeof arm->target.a);
}

/// Random numbers within 1 in every image that laws read.
__attribute__((unused)) static void rig_shake(rig *r) {
    snw_arm *arm = &r->arm;
    rig_see(r);
    arm->target.mode = SNW_AXIS_POSITION;
    for (int i = 0; i < arm->count; i++) {
        arm->estimate.q[i] = check_real(-1, 1);
        arm->estimate.v[i] = check_real(-1, 1);
        arm->target.q[i] = check_real(-1, 1);
        arm->target.v[i] = check_real(-1, 1);
        arm->target.a[i] = check_real(-1, 1);
        arm->target.effort[i] = check_real(-1, 1);
    }
}

/// Of the plant at q and v under r->effort and further[nv] (may be NULL).
__attribute__((unused)) static void rig_acceleration(rig *r, const double *q, const double *v,
                                                     const double *further, double *a) {
    double tau[RATES] = {0};
    snw_arm_to_v(&r->arm, r->effort, tau);
    for (int i = 0; further != NULL && i < r->s.nv; i++)
        tau[i] += further[i];
    CHECK(snw_dyn_forward(&r->s.dyn, q, v, tau, r->s.wrenches, a) == SNW_OK);
}

/// One tick of the plant; for models without quaternions.
__attribute__((unused)) static void rig_step(rig *r, double dt, const double *further) {
    static const double at[] = {0, 0.5, 0.5, 1}, weight[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    double q[RATES], v[RATES], a[RATES] = {0}, dq[RATES] = {0}, dv[RATES] = {0}, rate[RATES] = {0};
    const int n = r->s.nv;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < n; i++) {
            q[i] = r->s.q[i] + at[k] * dt * rate[i];
            v[i] = r->s.v[i] + at[k] * dt * a[i];
        }
        memcpy(rate, v, sizeof(double) * (size_t)n);
        rig_acceleration(r, q, v, further, a);
        for (int i = 0; i < n; i++) {
            dq[i] += weight[k] * dt * v[i];
            dv[i] += weight[k] * dt * a[i];
        }
    }
    for (int i = 0; i < n; i++) {
        r->s.q[i] += dq[i];
        r->s.v[i] += dv[i];
    }
}

/// Links on joints of one kind, each `length` [m] beyond the one before along x, with their mass at
/// their ends. Turning joints turn about y, -z in turn; sliding ones slide along x.
__attribute__((unused)) static snw_robot *chain_robot(snw_setup *setup, int joints,
                                                      snw_joint_kind kind, double mass) {
    snw_robot *robot = new_robot(setup, "chain");
    char a[SNW_NAME], b[SNW_NAME];
    add_inertial(add_link(robot, setup, "base"), setup, 1, 0.1);
    for (int i = 0; i < joints; i++) {
        (void)snprintf(a, sizeof a, "%d", i);
        snw_inertial *body = add_inertial(add_link(robot, setup, a), setup, mass, 0.01 * mass);
        body->origin = snw_pose_translation(snw_vec3_x(0.4));
    }
    add_attachment(robot, setup, "tip", a)->origin = snw_pose_translation(snw_vec3_x(0.5));
    for (int i = 0; i < joints; i++) {
        if (i == 0) {
            (void)snprintf(a, sizeof a, "base");
        } else {
            (void)snprintf(a, sizeof a, "%d", i - 1);
        }
        (void)snprintf(b, sizeof b, "%d", i);
        char name[SNW_NAME + 1];
        (void)snprintf(name, sizeof name, "j%s", b);
        snw_joint_description *joint = add_joint(robot, setup, name, a, b);
        joint->kind = kind;
        joint->axis = kind == SNW_JOINT_PRISMATIC ? snw_vec3_x(1)
                      : i % 2                     ? snw_vec3_z(-1)
                                                  : snw_vec3_y(1);
        joint->origin = snw_pose_translation(snw_vec3_x(i == 0 ? 0 : 0.5));
        joint->limits.lower = -100;
        joint->limits.upper = 100;
    }
    return robot;
}

__attribute__((unused)) static void rig_chain(rig *r, int joints, snw_joint_kind kind,
                                              double mass) {
    snw_setup *setup = new_setup();
    rig_set_up(r, setup, chain_robot(setup, joints, kind, mass));
    CHECK(r->arm.count == joints);
}

/// One body of `mass` that slides along x: q'' = effort / mass, exactly.
__attribute__((unused)) static void rig_slider(rig *r, double mass) {
    rig_chain(r, 1, SNW_JOINT_PRISMATIC, mass);
}

/// A robot of models/, by the name of its folder.
__attribute__((unused)) static snw_robot *read_robot(snw_setup *setup, const char *name) {
    char path[512];
    snw_arena arena = {0};
    snw_registry registry;
    SNW_IGNORE(snw_registry_init(&registry, 64, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_registry_init(&registry, 64, &arena) == SNW_OK);
    CHECK(snw_shape_register(&registry, NULL) == SNW_OK);
    CHECK(snw_modelio_register(&registry, NULL) == SNW_OK);
    const snw_read_options how = {.registry = &registry};
    void *object = NULL;
    (void)snprintf(path, sizeof path, "%s/models/%s/%s.xml", SNW_SOURCE_DIR, name, name);
    CHECK(snw_document_read(path, &snw_robot_type, &how, setup, &object, NULL) >= 0);
    free(block);
    return object;
}

__attribute__((unused)) static void rig_library(rig *r, const char *name) {
    snw_setup *setup = new_setup();
    rig_set_up(r, setup, read_robot(setup, name));
}

/// Lays out a law in a block of its own, which the caller frees; `init` is its function.
#define RIG_INIT(block, init, law, config, arm_)                                                   \
    do {                                                                                           \
        snw_arena rig_arena = {0};                                                                 \
        SNW_IGNORE(init((law), (config), (arm_), &rig_arena));                                     \
        (block) = exact_block(rig_arena.needed);                                                   \
        rig_arena = snw_arena_over((block), rig_arena.needed);                                     \
        CHECK(init((law), (config), (arm_), &rig_arena) == SNW_OK);                                \
    } while (false)

/// For laws that need no memory.
__attribute__((unused)) static snw_arena no_memory(void) {
    return snw_arena_over(NULL, 0);
}

#endif // SINEW_TESTS_SERVO_RIG_H
