// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/kinematics/motion.h"

#include "internal.h"

// --- passes
// ---------------------------------------------------------------------------------------

// the velocity of a body against its parent: its columns times its rates
static snw_twist joint_twist(const snw_kin *kin, int body) {
    const snw_normal_body *b = &kin->normal.bodies[body];
    if (b->general < 0) {
        const snw_vec3 z = snw_vec3_scale(snw__body_z(kin, body), kin->v[b->source_v]);
        return snw_twist_of(snw_vec3_scale(z, b->slide), snw_vec3_scale(z, b->turn));
    }
    snw_twist V = snw_twist_zero();
    for (int k = 0; k < b->nv; k++) {
        const double rate = kin->v[snw__column_rate(kin, body, k)];
        V = snw_twist_add(V, snw_twist_scale(snw__column(kin, body, k), rate));
    }
    return V;
}

static snw_vec3 from_parent(const snw_kin *kin, int body) {
    return snw_vec3_sub(snw__body_origin(kin, body),
                        snw__body_origin(kin, kin->normal.bodies[body].parent));
}

// A body moves as a point of its parent does, and against it by its joint.
void snw__kin_velocities(snw_kin *kin) {
    kin->twists[0] = joint_twist(kin, 0);
    for (int b = 1; b < kin->normal.body_count; b++) {
        const snw_twist parent = kin->twists[kin->normal.bodies[b].parent];
        const snw_twist carried = snw_twist_shift(parent, from_parent(kin, b));
        kin->twists[b] = snw_twist_add(carried, joint_twist(kin, b));
    }
    kin->known |= SNW_KIN_VELOCITIES;
    kin->passes.velocities++;
}

// The acceleration of a body against its parent, in an observer who stands still with the parent.
// The axes of one-axis and planar joints do not move for him. Rates along the child's axes add what
// the turning of these axes brings: R (a + w x v), which for w itself is R a. Laws say all.
static snw_accel joint_accel(const snw_kin *kin, int body, const double *a) {
    const snw_normal_body *b = &kin->normal.bodies[body];
    const snw_link *link = &kin->model->links[b->link];
    if (b->general >= 0 && link->joint == SNW_JOINT_LAW) {
        return snw_accel_rotate(kin->T_world_link[b->link].R, kin->law_accels[b->general]);
    }
    snw_accel A = {snw_vec3_zero(), snw_vec3_zero()};
    for (int k = 0; k < b->nv; k++) {
        const snw_twist column = snw__column(kin, body, k);
        const double rate = a[snw__column_rate(kin, body, k)];
        A.lin = snw_vec3_add_scaled(A.lin, column.lin, rate);
        A.ang = snw_vec3_add_scaled(A.ang, column.ang, rate);
    }
    if (b->general >= 0 && link->joint == SNW_JOINT_FREE) {
        const snw_twist V = joint_twist(kin, body);
        A.lin = snw_vec3_add(A.lin, snw_vec3_cross(V.ang, V.lin));
    }
    return A;
}

// With r from the parent's origin, (v, w) and (a, al) of the joint, W and A of the parent:
//     A_lin + A_ang x r + W x (W x r) + 2 W x v + a,   A_ang + W x w + al
void snw__kin_accelerations(snw_kin *kin, const double *a) {
    kin->accels[0] = joint_accel(kin, 0, a);
    for (int b = 1; b < kin->normal.body_count; b++) {
        const int parent = kin->normal.bodies[b].parent;
        const snw_vec3 W = kin->twists[parent].ang;
        const snw_twist V = joint_twist(kin, b);
        snw_accel A = snw_accel_shift(kin->accels[parent], W, from_parent(kin, b));
        A.lin = snw_vec3_add_scaled(A.lin, snw_vec3_cross(W, V.lin), 2);
        A.ang = snw_vec3_add(A.ang, snw_vec3_cross(W, V.ang));
        kin->accels[b] = snw_accel_add(A, joint_accel(kin, b, a));
    }
    kin->known |= SNW_KIN_ACCELERATIONS;
    kin->passes.accelerations++;
}

// --- reads
// ----------------------------------------------------------------------------------------

snw_twist snw_kin_velocity(const snw_kin *kin, int link, snw_vec3 p_link) {
    SNW_ASSERT(kin->known & SNW_KIN_VELOCITIES);
    const int body = kin->normal.links[link].body;
    const snw_vec3 p = snw_kin_point(kin, link, p_link);
    return snw_twist_shift(kin->twists[body], snw_vec3_sub(p, snw__body_origin(kin, body)));
}

snw_accel snw_kin_acceleration(const snw_kin *kin, int link, snw_vec3 p_link) {
    SNW_ASSERT(kin->known & SNW_KIN_ACCELERATIONS);
    const int body = kin->normal.links[link].body;
    const snw_vec3 p = snw_kin_point(kin, link, p_link);
    return snw_accel_shift(kin->accels[body], kin->twists[body].ang,
                           snw_vec3_sub(p, snw__body_origin(kin, body)));
}

static snw_mat3 world_to_frame(const snw_kin *kin, int link, snw_mat3 R_link_frame) {
    return snw_mat3_transpose(snw_mat3_mul(kin->T_world_link[link].R, R_link_frame));
}

snw_twist snw_kin_body_velocity(const snw_kin *kin, int link, snw_pose T_link_frame) {
    return snw_twist_rotate(world_to_frame(kin, link, T_link_frame.R),
                            snw_kin_velocity(kin, link, T_link_frame.p));
}

snw_accel snw_kin_body_acceleration(const snw_kin *kin, int link, snw_pose T_link_frame) {
    return snw_accel_rotate(world_to_frame(kin, link, T_link_frame.R),
                            snw_kin_acceleration(kin, link, T_link_frame.p));
}

snw_twist snw_kin_relative_velocity(const snw_kin *kin, int observer, int link, snw_vec3 p_link) {
    // the observer's own point at the place of the other
    const snw_pose T = kin->T_world_link[observer];
    const snw_vec3 p_observer = snw_pose_apply_inverse(T, snw_kin_point(kin, link, p_link));
    const snw_twist V = snw_twist_sub(snw_kin_velocity(kin, link, p_link),
                                      snw_kin_velocity(kin, observer, p_observer));
    return snw_twist_rotate(snw_mat3_transpose(T.R), V);
}
