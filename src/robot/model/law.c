// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/model/law.h"

#include <string.h>

#include "inside.h"

const snw_base snw_joint_law_base = {
    "joint_law", NULL, "A motion law: how one coordinate of a joint moves its child link."};

snw_pose snw_law_transform(const snw_child *law, double q) {
    const snw_joint_law *functions = (const void *)law->type->functions;
    return functions->transform(law->block, q);
}

// Without a velocity of its own, the central difference of the position and of the quaternion. With
// a step of 1e-5 the truncation is 2e-11 of the third derivative and the rounding 2e-11 of the
// size. The two quaternions are brought to the side of the one between them, because the sign of a
// quaternion made from a matrix jumps where the rotation passes half a turn.
snw_twist snw_law_velocity(const snw_child *law, double q, double rate) {
    const snw_joint_law *functions = (const void *)law->type->functions;
    if (functions->velocity != NULL) return functions->velocity(law->block, q, rate);
    const double step = 1e-5;
    const snw_pose before = functions->transform(law->block, q - step);
    const snw_pose after = functions->transform(law->block, q + step);
    const snw_pose here = functions->transform(law->block, q);
    const snw_quat middle = snw_quat_from_mat3(here.R);
    snw_quat a = snw_quat_from_mat3(before.R), b = snw_quat_from_mat3(after.R);
    if (snw_quat_dot(a, middle) < 0) a = snw_quat_scale(a, -1);
    if (snw_quat_dot(b, middle) < 0) b = snw_quat_scale(b, -1);

    const double per_second = rate / (2 * step);
    const snw_vec3 lin = snw_vec3_scale(snw_vec3_sub(after.p, before.p), per_second);
    const snw_quat turn = snw_quat_scale(snw_quat_add(b, snw_quat_scale(a, -1)), per_second);
    return snw_twist_of(snw_mat3_apply_t(here.R, lin), snw_quat_body_rate(middle, turn));
}

// Without an acceleration of its own it is found from the velocity. That along the axes of the
// joint, g(q, rate) = R(q) f(q, rate), changes with q and with the rate:
//
//     dg/dt = dg/dq rate + dg/drate acceleration = dg/dq rate + R(q) f(q, acceleration),
//
// since f is linear in the rate. dg/dq is a central difference; its step is ten times that of the
// velocity, because what it divides is rounded at 2e-11 already: 1e-7 of rounding against 2e-9 of
// truncation.
snw_accel snw_law_acceleration(const snw_child *law, double q, double rate, double acceleration) {
    const snw_joint_law *functions = (const void *)law->type->functions;
    if (functions->acceleration != NULL) {
        return functions->acceleration(law->block, q, rate, acceleration);
    }
    const double step = 1e-4;
    const snw_mat3 R = snw_law_transform(law, q).R;
    const snw_twist before =
        snw_twist_rotate(snw_law_transform(law, q - step).R, snw_law_velocity(law, q - step, rate));
    const snw_twist after =
        snw_twist_rotate(snw_law_transform(law, q + step).R, snw_law_velocity(law, q + step, rate));
    const snw_twist g = snw_twist_scale(snw_twist_sub(after, before), rate / (2 * step));
    const snw_twist f = snw_law_velocity(law, q, acceleration);
    return snw_accel_of(snw_vec3_add(snw_mat3_apply_t(R, g.lin), f.lin),
                        snw_vec3_add(snw_mat3_apply_t(R, g.ang), f.ang));
}

// --- at load ------------------------------------------------------------------------------------

snw_status snw__law_check(const snw_child *law, snw_why *why) {
    const snw_type *type = law->type;
    if (type == NULL || law->block == NULL) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "law", NULL, "it has no law",
                               "give one of base joint_law");
    }
    if (type->base == NULL || strcmp(type->base, snw_joint_law_base.token) != 0) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "law", NULL,
                               "its law is not of base joint_law", "give one of base joint_law");
    }
    if (!snw_type_is_flat(type) || type->align > SNW_ARENA_ALIGN) {
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "law", NULL,
                               "its law holds lists or parts",
                               "use fixed arrays of numbers in a law");
    }
    const snw_vtable *head = type->functions;
    const snw_joint_law *functions = (const void *)head;
    if (head == NULL || head->version != SNW_JOINT_LAW_VERSION ||
        head->size < sizeof(snw_joint_law) || functions->transform == NULL) {
        return snw_refuse_rule(why, SNW_ERR_VERSION, "law", NULL,
                               "its law has no transform() of this version",
                               "build the law against this version of sinew");
    }
    const snw_pose T = snw_law_transform(law, 0);
    if (!snw_pose_is_finite(T) || !(snw_mat3_drift(T.R) <= 1e-9) || snw_mat3_det(T.R) < 0) {
        return snw_refuse_rule(why, SNW_ERR_RANGE, "law", NULL, "its law gives no rotation at 0",
                               "give a pose with an orthonormal, right-handed rotation");
    }
    return SNW_OK;
}
