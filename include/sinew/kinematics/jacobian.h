// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_KINEMATICS_JACOBIAN_H
#define SINEW_KINEMATICS_JACOBIAN_H

/// @file
/// How rates move a place on a link: velocity = J v.
///
/// A Jacobian is snw_twist J[nv]: column j is the velocity that unit rate j causes, linear part
/// first. The same memory is a 6 x nv matrix by columns, stride 6, for snw_mat_over(). Only the
/// columns of the path are not zero: those of the joints between the root and the link. Where
/// joints follow others, the rate that moves several of them has the sum of their columns.
///
/// Poses must be up to date; the rates of Jacobians need velocities too. Cost is linear in nv,
/// except where another is named.

#include "sinew/kinematics/kin.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Of a point of a link, given in the link's frame, along the world's axes: J[nv].
SNW_RT void snw_kin_jacobian(const snw_kin *kin, int link, snw_vec3 p_link, snw_twist *J);

/// Of a frame fixed to a link, along its own axes: J[nv] v is snw_kin_body_velocity().
SNW_RT void snw_kin_body_jacobian(const snw_kin *kin, int link, snw_pose T_link_frame,
                                  snw_twist *J);

/// Of the origin of a frame of the model, by its number, along the world's axes.
SNW_INLINE void snw_kin_frame_jacobian(const snw_kin *kin, int frame, snw_twist *J) {
    const snw_model_frame *f = &kin->model->frames[frame];
    snw_kin_jacobian(kin, f->link, f->T_link_frame.p, J);
}

/// Of a point of a link as seen from another link, along the axes of that other: J[nv] v is
/// snw_kin_relative_velocity(). Rates that move both alike have zero columns.
SNW_RT void snw_kin_relative_jacobian(const snw_kin *kin, int observer, int link, snw_vec3 p_link,
                                      snw_twist *J);

/// The time derivative of snw_kin_jacobian() at the present velocities: the acceleration of the
/// point is J a + J_rate v. J_rate[nv].
SNW_RT void snw_kin_jacobian_rate(const snw_kin *kin, int link, snw_vec3 p_link, snw_twist *J_rate);

/// The derivative of snw_kin_jacobian() by one coordinate: how it changes while rate `rate` is 1
/// and all others 0. dJ[nv]. Over all rates this is the tensor dJ/dq; J_rate is the sum of dJ over
/// rates, times v. Velocities are not needed. Cost is linear in nv.
SNW_RT void snw_kin_jacobian_derivative(const snw_kin *kin, int link, snw_vec3 p_link, int rate,
                                        snw_twist *dJ);

/// The rates that move a link, rising: rates[nv] holds as many as are returned.
SNW_RT int snw_kin_path(const snw_kin *kin, int link, int *rates);

/// Picks columns: out[i] = J[rates[i]]. `out` may be J when the rates rise.
SNW_INLINE void snw_kin_select(const snw_twist *J, const int *rates, int count, snw_twist *out) {
    for (int i = 0; i < count; i++) {
        out[i] = J[rates[i]];
    }
}

/// The links at the ends of what a link carries, itself if it carries nothing: links[link_count]
/// holds as many as are returned.
SNW_RT int snw_kin_leaves(const snw_kin *kin, int link, int *links);

#ifdef __cplusplus
}
#endif

#endif // SINEW_KINEMATICS_JACOBIAN_H
