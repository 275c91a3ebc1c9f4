// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "body.h"

// The stand that carries a floating base as long as contact with the ground is not simulated. It
// pushes up with the weight that the arm had where the stand was set up, and beside that it is a
// spring and a damper of a softness that follows from the mass on it. Its efforts belong to the
// rates of the base, along the axes of the base, and are implicit as all terms are: a light base
// under a heavy arm is stable too.

// of the whole arm on its stand, which is critically damped [Hz]
static const double FREQUENCY = 5;

enum { LINEAR = 3 }; // rates before the angular ones

static snw_mat3 base_rotation(const double *base) {
    return snw_quat_to_mat3(snw_joint_quat(base + 3));
}

static snw_vec3 base_position(const double *base) {
    return snw_vec3_of(base[0], base[1], base[2]);
}

snw_status snw__stand_set(snw__body *body, const double *M) {
    snw__stand *stand = &body->stand;
    const snw_model *model = body->arm->model;
    stand->there = model->floating && body->config->support == SNW_PLANT_STAND;
    if (!stand->there) return SNW_OK;
    memcpy(stand->base, body->q, sizeof stand->base);
    // the arm turns about any axis as one body
    double moment = 0;
    for (int i = LINEAR; i < SNW__BASE_V; i++) {
        moment = fmax(moment, M[(ptrdiff_t)i * (model->nv + 1)]);
    }
    const double w = 2 * SNW_PI * FREQUENCY;
    for (int i = 0; i < SNW__BASE_V; i++) {
        const double inertia = i < LINEAR ? M[0] : moment;
        stand->stiffness[i] = inertia * w * w;
        stand->damping[i] = 2 * inertia * w;
    }
    const snw_status status = snw_dyn_gravity(&body->dyn, body->q, body->bias);
    if (snw_failed(status)) return status;
    const double *weight = body->bias;
    const snw_mat3 R = base_rotation(stand->base);
    stand->weight = snw_wrench_of(snw_mat3_apply(R, snw_vec3_of(weight[0], weight[1], weight[2])),
                                  snw_mat3_apply(R, snw_vec3_of(weight[3], weight[4], weight[5])));
    return SNW_OK;
}

snw_status snw__stand_effort(snw__body *body, const double *q, const double *v, double *effort) {
    snw__stand *stand = &body->stand;
    if (!stand->there) return SNW_OK;
    const double h = body->h;
    const snw_mat3 R = base_rotation(q), R0 = base_rotation(stand->base);
    const snw_vec3 way =
        snw_mat3_apply_t(R, snw_vec3_sub(base_position(q), base_position(stand->base)));
    const snw_vec3 turn = snw_rotation_log(snw_mat3_mul_tn(R0, R));
    const snw_vec3 force = snw_mat3_apply_t(R, stand->weight.force);
    const snw_vec3 torque = snw_mat3_apply_t(R, stand->weight.torque);
    const double off[] = {way.x, way.y, way.z, turn.x, turn.y, turn.z};
    const double weight[] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
    for (int i = 0; i < SNW__BASE_V; i++) {
        const double k = stand->stiffness[i], d = stand->damping[i];
        stand->start[i] = effort[i] = weight[i] - k * (off[i] + h * v[i]) - d * v[i];
        stand->gain[i] = h * d + h * h * k;
        const snw_status status = snw_dyn_set_rotor(&body->dyn, i, stand->gain[i]);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

void snw__stand_settle(snw__body *body) {
    snw__stand *stand = &body->stand;
    double effort[SNW__BASE_V];
    if (!stand->there) return;
    for (int i = 0; i < SNW__BASE_V; i++)
        effort[i] = stand->start[i] - stand->gain[i] * body->a[i];
    // the frame of the coordinates of the base, in the world
    const snw_mat3 R = snw_mat3_mul(body->dyn.kin.T_world_base.R, base_rotation(body->q));
    stand->wrench = snw_wrench_of(snw_mat3_apply(R, snw_vec3_of(effort[0], effort[1], effort[2])),
                                  snw_mat3_apply(R, snw_vec3_of(effort[3], effort[4], effort[5])));
}
