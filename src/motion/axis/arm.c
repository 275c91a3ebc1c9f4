// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/axis/arm.h"

#include <math.h>

static snw_status refuse(snw_why *why, snw_status status, const snw_link *link, const char *text,
                         const char *fix) {
    snw_why_set(why, status, link->joint_name, text);
    snw_why_rule(why, "axis");
    snw_why_fix(why, fix);
    return status;
}

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
            return refuse(why, SNW_ERR_UNSUPPORTED, link, "a joint of several coordinates",
                          "a driven joint has one: revolute, prismatic, screw or a law");
        }
        if (arm->count == SNW_AXES) {
            return refuse(why, SNW_ERR_SIZE, link, "an arm has at most 64 driven joints",
                          "divide the mechanism into several members");
        }
        const int axis = arm->count++;
        arm->link[axis] = l;
        arm->q_index[axis] = link->q_index;
        arm->v_index[axis] = link->v_index;
        take_limits(arm, axis);
    }
    const int count = arm->count;
    arm->limits.count = count;
    arm->sensed.count = arm->estimate.count = arm->target.count = count;
    arm->wanted.count = arm->command.count = count;
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
