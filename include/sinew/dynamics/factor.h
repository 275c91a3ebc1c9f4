// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DYNAMICS_FACTOR_H
#define SINEW_DYNAMICS_FACTOR_H

/// @file
/// Factors of the mass matrix and what they give: forward dynamics a second way, the inverse mass
/// matrix, the inertia that a hand feels.
///
/// M = L^T D L, eliminated from the ends to the root: rates on different branches never meet, so
/// zeros stay zeros (Featherstone 2005). SNW_ERR_SINGULAR when a pivot falls below 1e-13 of what it
/// was: something that moves has no inertia, or two joints move the same.

#include "sinew/dynamics/dyn.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Computes and factorises the mass matrix at q; it is kept in the workspace.
SNW_RT SNW_NODISCARD snw_status snw_dyn_factor(snw_dyn *dyn, const double *q);

/// Solves M x = b with the factors at hand; x[nv] holds b before and x after. SNW_ERR_STATE
/// without factors.
SNW_RT SNW_NODISCARD snw_status snw_dyn_solve(const snw_dyn *dyn, double *x);

/// Forward dynamics by factorisation: M a = tau - bias. The same result as snw_dyn_forward(); cost
/// grows with the depth of the tree squared. With dyn->reuse above 0 the factors are used again
/// until so much time [s] has passed, by dyn->t, which the caller sets; those that other functions
/// of this header leave behind are not. `a` may be `tau`.
SNW_RT SNW_NODISCARD snw_status snw_dyn_forward_factored(snw_dyn *dyn, const double *q,
                                                         const double *v, const double *tau,
                                                         const snw_wrench *wrenches, double *a);

/// The inverse of the mass matrix, inverse[nv * nv], both halves filled.
SNW_RT SNW_NODISCARD snw_status snw_dyn_inverse_mass_matrix(snw_dyn *dyn, const double *q,
                                                            double *inverse);

/// How a point of a link, given in the link's frame, gives way to a wrench there: twist rate per
/// wrench, linear first, along the world's axes, J M^-1 J^T. yielding[36] by columns.
SNW_RT SNW_NODISCARD snw_status snw_dyn_mobility(snw_dyn *dyn, const double *q, int link,
                                                 snw_vec3 p_link, double *yielding);

/// The inverse of that: the inertia in operational space (Khatib 1987), inertia[36] by columns.
/// SNW_ERR_SINGULAR also where the point cannot move in all six directions.
SNW_RT SNW_NODISCARD snw_status snw_dyn_operational_inertia(snw_dyn *dyn, const double *q, int link,
                                                            snw_vec3 p_link, double *inertia);

/// The lower factor of the spatial inertia of a rigid body, [m 1, -skew(h); skew(h), I] = L L^T in
/// closed form: L = [sqrt(m) 1, 0; skew(h) / sqrt(m), L_c] with L_c that of the inertia about the
/// centre of mass. L[36] by columns, linear rows first. SNW_ERR_SINGULAR for a body without mass or
/// without extent, SNW_ERR_NOT_FINITE.
SNW_RT SNW_NODISCARD snw_status snw_inertia_factor(snw_inertia inertia, double *L);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DYNAMICS_FACTOR_H
