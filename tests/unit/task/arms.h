// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_TASK_ARMS_H
#define SINEW_TESTS_TASK_ARMS_H

/// @file
/// Arms with controllers for tests, descriptions of end effectors and objectives, and an
/// elimination of the tests' own as a second opinion on every linear system.
///
/// Include it first.

#include "unit/dynamics/stand.h"

#include "sinew/document.h"
#include "sinew/modelio.h"
#include "sinew/shape.h"
#include "sinew/task.h"

enum { MOST = 64, ROWS = 128 };

/// A robot of models/, by the name of its folder.
__attribute__((unused)) static snw_robot *library_robot(snw_setup *setup, const char *name) {
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

/// The planar arm of the golden vector: three links of 1 m about z.
__attribute__((unused)) static snw_robot *planar_arm(snw_setup *setup, int joints, double length) {
    snw_robot *robot = new_robot(setup, "planar");
    char parent[SNW_NAME] = "base", name[SNW_NAME], joint[SNW_NAME + 2];
    add_inertial(add_link(robot, setup, "base"), setup, 1, 0.1);
    for (int i = 0; i < joints; i++) {
        (void)snprintf(name, sizeof name, "%d", i);
        add_inertial(add_link(robot, setup, name), setup, 1, 0.1)->origin =
            snw_pose_translation(snw_vec3_x(length / 2));
    }
    for (int i = 0; i < joints; i++) {
        (void)snprintf(name, sizeof name, "%d", i);
        (void)snprintf(joint, sizeof joint, "j%s", name);
        snw_joint_description *j = add_joint(robot, setup, joint, parent, name);
        j->axis = snw_vec3_z(1);
        j->origin = snw_pose_translation(snw_vec3_x(i == 0 ? 0 : length));
        j->limits.lower = -3.1;
        j->limits.upper = 3.1;
        j->limits.velocity = 10;
        (void)snprintf(parent, sizeof parent, "%s", name);
    }
    add_attachment(robot, setup, "tip", parent)->origin = snw_pose_translation(snw_vec3_x(length));
    return robot;
}

/// Two arms on one base, links l0, l1 ... and r0, r1 ...
__attribute__((unused)) static snw_robot *two_arms(snw_setup *setup, int joints) {
    snw_robot *robot = new_robot(setup, "two");
    char parent[SNW_NAME], name[SNW_NAME], joint[SNW_NAME + 2];
    add_inertial(add_link(robot, setup, "base"), setup, 1, 0.1);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < joints; i++) {
            (void)snprintf(name, sizeof name, "%c%d", side ? 'r' : 'l', i);
            add_inertial(add_link(robot, setup, name), setup, 1, 0.05);
        }
    }
    for (int side = 0; side < 2; side++) {
        (void)snprintf(parent, sizeof parent, "base");
        for (int i = 0; i < joints; i++) {
            (void)snprintf(name, sizeof name, "%c%d", side ? 'r' : 'l', i);
            (void)snprintf(joint, sizeof joint, "j%s", name);
            snw_joint_description *j = add_joint(robot, setup, joint, parent, name);
            const snw_vec3 axes[] = {snw_vec3_z(1), snw_vec3_y(1), snw_vec3_x(1)};
            j->axis = axes[i % 3];
            j->origin = snw_pose_translation(i == 0 ? snw_vec3_y(side ? -0.3 : 0.3)
                                                    : snw_vec3_of(0.25, 0, 0));
            j->limits.lower = -2.8;
            j->limits.upper = 2.8;
            j->limits.velocity = 5;
            (void)snprintf(parent, sizeof parent, "%s", name);
        }
    }
    return robot;
}

/// An end effector with the defaults of its type, on a link.
__attribute__((unused)) static snw_effector effector_of(const snw_type *type, const char *link) {
    snw_effector e;
    snw_block_defaults(type, &e);
    snw_copy_text(e.name, SNW_NAME, link);
    snw_copy_text(e.link, SNW_NAME, link);
    return e;
}

/// A controller with its blocks and its state.
typedef struct arm {
    stand s;
    const snw_model *model;
    snw_control_config config;
    snw_control control;
    void *control_block;
    snw_child effectors[8], objectives[8], filters[8];
    snw_effector frame;
    snw_posture posture;
    snw_joint_limits limits;
    double q[MOST], v[MOST], qd[MOST];
} arm;

/// The last link of a model: what most tests move.
__attribute__((unused)) static const char *last_link(const snw_model *model) {
    return model->links[model->link_count - 1].name;
}

/// Takes a robot and begins a description without end effectors.
__attribute__((unused)) static void arm_open(arm *a, snw_setup *setup, snw_robot *robot) {
    memset(a, 0, sizeof *a);
    set_up(&a->s, setup, robot);
    a->model = &a->s.c.model;
    snw_block_defaults(&snw_control_config_type, &a->config);
    a->config.effectors = a->effectors;
    a->config.objectives = a->objectives;
    a->config.filters = a->filters;
    snw_midpoint(a->model, a->q);
}

__attribute__((unused)) static void arm_add(arm *a, const snw_type *type, void *block) {
    const snw_child child = {type, block};
    if (strcmp(type->base, "end_effector") == 0) {
        a->effectors[a->config.effector_count++] = child;
    } else if (strcmp(type->base, "objective") == 0) {
        a->objectives[a->config.objective_count++] = child;
    } else {
        a->filters[a->config.filter_count++] = child;
    }
}

/// Lays the controller out in a block of exactly the size it asks for.
__attribute__((unused)) static void arm_ready(arm *a) {
    snw_arena arena = {0};
    snw_why why;
    SNW_IGNORE(snw_control_init(&a->control, &a->config, a->model, &arena, NULL));
    a->control_block = exact_block(arena.needed);
    arena = snw_arena_over(a->control_block, arena.needed);
    const snw_status status = snw_control_init(&a->control, &a->config, a->model, &arena, &why);
    if (status) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
    CHECK(snw_control_hold(&a->control, a->q) == SNW_OK);
}

/// A library arm with a frame on its last link, posture and limits as objectives.
__attribute__((unused)) static void arm_library(arm *a, const char *name, snw_control_law law) {
    snw_setup *setup = new_setup();
    arm_open(a, setup, library_robot(setup, name));
    a->config.law = law;
    a->frame = effector_of(&snw_frame_effector_type, last_link(a->model));
    arm_add(a, &snw_frame_effector_type, &a->frame);
    snw_block_defaults(&snw_posture_type, &a->posture);
    snw_block_defaults(&snw_joint_limits_type, &a->limits);
    a->limits.zone = 0.2;
    a->limits.maximum = 1;
    arm_add(a, &snw_posture_type, &a->posture);
    arm_add(a, &snw_joint_limits_type, &a->limits);
    arm_ready(a);
}

__attribute__((unused)) static void arm_close(arm *a) {
    free(a->control_block);
    tear_down(&a->s);
}

/// One tick: rates, then one step of Euler.
__attribute__((unused)) static snw_status arm_tick(arm *a, const double *V, double dt) {
    const snw_control_input input = {a->q, a->v, V, dt};
    const snw_status status = snw_control_rates(&a->control, &input, a->qd, NULL);
    CHECK(!snw_failed(status));
    CHECK(snw_integrate(a->model, a->q, a->qd, dt, a->q) == SNW_OK);
    memcpy(a->v, a->qd, sizeof a->v);
    return status;
}

/// Solves A x = b, n x n by columns, with complete pivoting; false when a pivot is below 1e-13 of
/// the first.
__attribute__((unused)) static bool eliminate(double *A, double *b, int n) {
    static int order[4 * MOST];
    double first = 0;
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int k = 0; k < n; k++) {
        int row = k, column = k;
        for (int j = k; j < n; j++) {
            for (int i = k; i < n; i++) {
                if (fabs(A[i + j * n]) > fabs(A[row + column * n])) row = i, column = j;
            }
        }
        const double pivot = A[row + column * n];
        if (k == 0) first = fabs(pivot);
        if (!(fabs(pivot) > 1e-13 * first)) return false;
        for (int j = 0; j < n; j++) {
            const double t = A[k + j * n];
            A[k + j * n] = A[row + j * n];
            A[row + j * n] = t;
        }
        for (int i = 0; i < n; i++) {
            const double t = A[i + k * n];
            A[i + k * n] = A[i + column * n];
            A[i + column * n] = t;
        }
        const double t = b[k];
        b[k] = b[row];
        b[row] = t;
        const int o = order[k];
        order[k] = order[column];
        order[column] = o;
        for (int i = k + 1; i < n; i++) {
            const double f = A[i + k * n] / A[k + k * n];
            for (int j = k; j < n; j++)
                A[i + j * n] -= f * A[k + j * n];
            b[i] -= f * b[k];
        }
    }
    static double x[4 * MOST];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= A[i + j * n] * b[j];
        b[i] /= A[i + i * n];
    }
    for (int i = 0; i < n; i++)
        x[order[i]] = b[i];
    memcpy(b, x, sizeof(double) * (size_t)n);
    return true;
}

/// The stationary point of 1/2 x'W x + alpha F'x with J x = V, by its optimality conditions.
__attribute__((unused)) static bool kkt(int n, int m, const double *J, const double *V,
                                        const double *W, const double *F, double alpha, double *x) {
    static double A[4 * MOST * 4 * MOST], b[4 * MOST];
    const int size = n + m;
    memset(A, 0, sizeof(double) * (size_t)(size * size));
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            A[i + j * size] = W[i + j * n];
        b[i] = -alpha * F[i];
    }
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++)
            A[n + i + j * size] = A[j + (n + i) * size] = J[i * n + j];
        b[n + i] = V[i];
    }
    if (!eliminate(A, b, size)) return false;
    memcpy(x, b, sizeof(double) * (size_t)n);
    return true;
}

#endif // SINEW_TESTS_TASK_ARMS_H
