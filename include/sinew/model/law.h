// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODEL_LAW_H
#define SINEW_MODEL_LAW_H

/// @file
/// Joints of one coordinate that move in any way: along a rail, on a cam, through a linkage.
///
/// A law is a described type of base "joint_law" whose `functions` begin a snw_joint_law. Only
/// transform() must be given; kinematics and dynamics then work, with velocity and acceleration by
/// differences. The block must be flat (numbers only), because the model keeps a copy of it.
///
///     static snw_pose rail(const void *law, double q) { ... }
///     static const snw_joint_law rail_law = {
///         .head = {sizeof(snw_joint_law), SNW_JOINT_LAW_VERSION}, .transform = rail};
///     const snw_type rail_type = {SNW_TYPE(rail, rail_fields), .base = "joint_law",
///                                 .functions = &rail_law.head, ...};

#include "sinew/describe.h"
#include "sinew/math.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_JOINT_LAW_VERSION = 1 };

/// What a law gives. Frame B is the joint's, frame C the child link's. All must run in bounded time
/// without allocation, lock, I/O or system call.
typedef struct snw_joint_law {
    snw_vtable head;

    /// T_B_C at coordinate q; defined and smooth for every finite q, or not finite where the motion
    /// ends.
    snw_pose (*transform)(const void *law, double q);

    /// The velocity of C in B when q changes at `rate`: of the origin of C, and angular, both along
    /// the axes of C. NULL: by differences of transform().
    snw_twist (*velocity)(const void *law, double q, double rate);

    /// The classical acceleration of C in B when q changes at `rate` and the rate at
    /// `acceleration`: of the origin of C, and angular, both along the axes of C. NULL: by
    /// differences of velocity().
    snw_accel (*acceleration)(const void *law, double q, double rate, double acceleration);
} snw_joint_law;

/// The base of laws, for registries.
SNW_API extern const snw_base snw_joint_law_base;

/// The functions of a law that has been checked (a compiled model has checked its own), with the
/// defaults where it gives none. Steps and errors of the defaults are in docs/model.md.
SNW_RT snw_pose snw_law_transform(const snw_child *law, double q);

/// The twist of a joint of this law at `q` with `rate`.
SNW_RT snw_twist snw_law_velocity(const snw_child *law, double q, double rate);

/// The acceleration of a joint of this law at `q` with `rate` and `acceleration`.
SNW_RT snw_accel snw_law_acceleration(const snw_child *law, double q, double rate,
                                      double acceleration);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODEL_LAW_H
