// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/axis/arm.h"

#include <math.h>

static void take_limits(snw_arm *arm, int axis) {
    const snw_model *model = arm->model;
    const int q = arm->q_index[axis], v = arm->v_index[axis];
    snw_arm_limits *limits = &arm->limits;
    limits->lower[axis] = model->lower[q];
    limits->upper[axis] = model->upper[q];
    limits->velocity[axis] = model->velocity[v];
    limits->acceleration[axis] = model->acceleration[v];
    limits->deceleration[axis] = model->deceleration[v];
    limits->jerk[axis] = model->jerk[v];
    limits->effort[axis] = model->effort[v];
    limits->effort_rate[axis] = HUGE_VAL;
}

// friction of the actuator that moves an axis, and of those that follow it by a multiplier
static void take_friction(snw_arm *arm, int axis) {
    const snw_model *model = arm->model;
    for (int l = 0; arm->robot != NULL && l < model->link_count; l++) {
        const snw_link *link = &model->links[l];
        const int joint = link->described_joint;
        if (link->source_v != arm->v_index[axis]) continue;
        if (joint < 0 || joint >= arm->robot->joint_count) continue;
        const snw_actuator *drive = arm->robot->joints[joint].actuator;
        if (drive == NULL) continue;
        arm->friction.viscous[axis] += link->multiplier * link->multiplier * drive->friction;
        if (l == arm->link[axis]) arm->friction.dry[axis] = drive->coulomb;
    }
}

snw_status snw_arm_init(snw_arm *arm, const snw_model *model, const snw_robot *robot,
                        snw_why *why) {
    *arm = (snw_arm){.name = model->name, .model = model, .robot = robot};
    arm->T_world_base = snw_pose_identity();
    arm->gravity = (snw_vec3){0, 0, -9.81};
    for (int l = 0; l < model->link_count; l++) {
        const snw_link *link = &model->links[l];
        const bool root = link->parent < 0;
        if (root || link->nv == 0) continue;
        if (link->nv != 1 || link->nq != 1) {
            return snw_refuse_rule(
                why, SNW_ERR_UNSUPPORTED, "axis", link->joint_name,
                "a joint has several coordinates",
                "a driven joint must have one: revolute, prismatic, screw or a law");
        }
        if (arm->count == SNW_AXES) {
            return snw_refuse_rule(
                why, SNW_ERR_SIZE, "axis", link->joint_name, "an arm has at most 64 driven joints",
                "take one limb out with 'sinew model extract FILE FIRST LAST -o OUT', or make "
                "several members");
        }
        const int axis = arm->count++;
        arm->link[axis] = l;
        arm->q_index[axis] = link->q_index;
        arm->v_index[axis] = link->v_index;
        take_limits(arm, axis);
        take_friction(arm, axis);
    }
    const int count = arm->count;
    arm->limits.count = count;
    arm->sensed.count = arm->estimate.count = arm->target.count = count;
    arm->wanted.count = arm->command.count = count;
    if (model->floating) {
        arm->sensed.base_count = 7;
        arm->sensed.base_rate_count = 6;
        arm->sensed.base[6] = 1;
    }
    return SNW_OK;
}

const char *snw_arm_axis_name(const snw_arm *arm, int axis) {
    return arm->model->links[arm->link[axis]].joint_name;
}

void snw_arm_to_q(const snw_arm *arm, const double *values, double *q) {
    for (int i = 0; i < arm->count; i++)
        q[arm->q_index[i]] = values[i];
}

void snw_arm_to_v(const snw_arm *arm, const double *values, double *v) {
    for (int i = 0; i < arm->count; i++)
        v[arm->v_index[i]] = values[i];
}

void snw_arm_from_v(const snw_arm *arm, const double *v, double *values) {
    for (int i = 0; i < arm->count; i++)
        values[i] = v[arm->v_index[i]];
}
