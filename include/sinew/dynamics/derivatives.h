// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DYNAMICS_DERIVATIVES_H
#define SINEW_DYNAMICS_DERIVATIVES_H

/// @file
/// How efforts change with the state, and accelerations with state and efforts: what optimisers,
/// linear controllers and estimators ask for. In closed form, not by differences.
///
/// Matrices are nv x nv by columns: column k is the derivative by rate k. A configuration changes
/// as it moves at unit rate k: the derivative is that of f(snw_integrate(q, e_k, h)) by h at 0. For
/// a joint of one coordinate this is the derivative by its q; a spherical joint turns about the
/// child's axes; a free joint moves along and turns about the child's axes; a rate that several
/// joints follow moves them all. Meanwhile the numbers of v and a stay what they are: those of
/// spherical and free joints are along axes that turn.
///
/// Rotors, gravity, base, friction, springs and dampers of the workspace count. Wrenches from
/// outside, NULL or [link_count] as in sinew/dynamics/dyn.h, keep their numbers along the world's
/// axes and go along with the origins of their links. Joints of kind law are asked for their second
/// derivatives by differences of what they say, which limits those columns to some 1e-4; all else
/// is exact to rounding.

#include "sinew/dynamics/dyn.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Of one rate of one joint, and of one link; private to derivatives.c.
struct snw__derivative_column;
struct snw__derivative_link;

/// Derivatives of one model at one state. Caller-owned, no destructor, one per thread.
typedef struct snw_derivatives {
    // read-only
    double *tau_q, *tau_v; ///< of efforts by configuration and by rates; by a it is M
    double *a_q, *a_v;     ///< of accelerations by configuration and by rates
    double *a_tau;         ///< of accelerations by efforts: the inverse of M
    double *a;             ///< [nv] the accelerations themselves
    // private
    const snw_model *model;
    struct snw__derivative_column *columns; // of all joints, followers too
    struct snw__derivative_link *links;     // [link_count]
} snw_derivatives;

/// Lays out `derivatives` inside `arena`; `model` must outlive it. On an empty arena it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_derivatives_init(snw_derivatives *derivatives,
                                                        const snw_model *model, snw_arena *arena);

/// The derivatives tau_q and tau_v of snw_dyn_inverse() at q, v, a. `dyn` is of the same model.
/// Cost grows with the number of rates times the depth of the tree. Failures are those of
/// snw_dyn_inverse(); then the results are unchanged.
SNW_RT SNW_NODISCARD snw_status snw_derivatives_inverse(snw_derivatives *derivatives, snw_dyn *dyn,
                                                        const double *q, const double *v,
                                                        const double *a,
                                                        const snw_wrench *wrenches);

/// The accelerations `a` of snw_dyn_forward() under the efforts tau[nv], and their derivatives a_q,
/// a_v, a_tau: a_q = -M^-1 tau_q at these accelerations, and likewise a_v. tau_q and tau_v are set
/// too. Failures are those of snw_dyn_forward() and snw_dyn_factor(); results are not to be used
/// then.
SNW_RT SNW_NODISCARD snw_status snw_derivatives_forward(snw_derivatives *derivatives, snw_dyn *dyn,
                                                        const double *q, const double *v,
                                                        const double *tau,
                                                        const snw_wrench *wrenches);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DYNAMICS_DERIVATIVES_H
