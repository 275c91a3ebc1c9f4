// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DYNAMICS_LINK_H
#define SINEW_DYNAMICS_LINK_H

/// @file
/// What one link takes or carries: the inertia of all that hangs on it, the wrench that moves it
/// (what a sensor in its joint feels, what its bearings hold), and how it gives way when it is
/// pushed. All are about the origin of the link's frame, along its axes. They are for single
/// questions: each looks at all links that the link carries.
///
/// Failures are those of snw_dyn_inverse(), SNW_ERR_ARGUMENT for a link that is not there; results
/// are unchanged then.

#include "sinew/dynamics/dyn.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The inertia of a link and of all that it carries, as one rigid body.
SNW_RT SNW_NODISCARD snw_status snw_dyn_link_composite(snw_dyn *dyn, const double *q, int link,
                                                       snw_inertia *composite);

/// A state and how it goes on.
typedef struct snw_dyn_motion {
    const double *q, *v, *a;    ///< [nq], [nv], [nv]
    const snw_wrench *wrenches; ///< NULL or [link_count]
} snw_dyn_motion;

/// The wrench that the rest of the mechanism exerts on a link, at its origin, so that it and all
/// that it carries move as they do: in gravity, less the wrenches from outside. Its part along the
/// joint's motion is the effort of the joint, before rotor, friction, springs and dampers.
SNW_RT SNW_NODISCARD snw_status snw_dyn_link_force(snw_dyn *dyn, snw_dyn_motion motion, int link,
                                                   snw_wrench *force);

/// What is asked about a link that is moved from outside while the joints beyond it have efforts.
typedef struct snw_articulation {
    const double *q, *v;        ///< [nq], [nv]
    const double *tau;          ///< [nv]; those of joints that the link carries count
    const snw_wrench *wrenches; ///< NULL or [link_count]
} snw_articulation;

/// The articulated body of a link: W = inertia A + bias is the wrench on it when its acceleration
/// is A, the classical one of its origin and the angular one, as the world sees them, along the
/// link's axes. inertia[36] by columns, linear rows first. SNW_ERR_SINGULAR where a joint beyond
/// moves nothing, SNW_ERR_UNSUPPORTED where rates move several joints.
SNW_RT SNW_NODISCARD snw_status snw_dyn_link_articulated(snw_dyn *dyn, snw_articulation state,
                                                         int link, double *inertia,
                                                         snw_wrench *bias);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DYNAMICS_LINK_H
