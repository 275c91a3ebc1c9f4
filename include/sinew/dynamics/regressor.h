// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DYNAMICS_REGRESSOR_H
#define SINEW_DYNAMICS_REGRESSOR_H

/// @file
/// Efforts are linear in masses: tau = Y(q, v, a) p, for identification and adaptation.
///
/// p has ten numbers per link, in the order of the links, about the origin of the link's frame and
/// along its axes, in the order of snw_inertia:
///
///     m  hx hy hz  Ixx Iyy Izz Ixy Ixz Iyz        [kg], [kg m], [kg m^2]
///
/// Fixed links have theirs too. Efforts of rotors, friction, springs and wrenches from outside are
/// not in it:
///
///     snw_dyn_inverse() = Y p + rotors a + friction v - springs and dampers - J^T wrenches
///
/// Not all of p shows in efforts. The base parameters are the least number of sums of p that say
/// the same: tau = Y_base p_base.

#include "sinew/dynamics/dyn.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Mass properties of a link in p.
enum { SNW_LINK_PARAMETERS = 10 };

/// How many numbers p has.
SNW_INLINE int snw_parameter_count(const snw_model *model) {
    return SNW_LINK_PARAMETERS * model->link_count;
}

/// The mass properties that the workspace has now, p[10 * link_count].
SNW_RT void snw_dyn_parameters(const snw_dyn *dyn, double *p);

/// Y[nv * 10 * link_count] by columns, nv rows, with the gravity and the base of the workspace.
/// Cost grows with the number of links times nv. Failures are those of snw_dyn_inverse().
SNW_RT SNW_NODISCARD snw_status snw_dyn_regressor(snw_dyn *dyn, const double *q, const double *v,
                                                  const double *a, double *Y);

/// Which parameters show in efforts. Caller-owned, no destructor.
typedef struct snw_base_parameters {
    // read-only
    int count;      ///< base parameters
    int parameters; ///< numbers of p
    int *order;     ///< [parameters] the first `count` are the columns of Y that are kept
    double gap;     ///< the least pivot that counts, as a part of the first
    double next;    ///< the first that does not, likewise: rounding, at most 1e-9
    // private
    int nv, rows;
    double *W;      // [rows * parameters] of many states; then how much of each is in the base
    double *rest;   // [parameters] squared lengths of what is left of the columns
    double *q, *va; // [nq], [2 * nv]
} snw_base_parameters;

/// Finds the base parameters from the regressor at random states within the limits, by orthogonal
/// factors with pivoting (Gautier 1991): for set-up, the cost grows with parameters^3. The result
/// holds for the gravity and the base that `dyn` has. On an empty arena it measures. SNW_ERR_SIZE
/// for a mechanism that cannot move; SNW_ERR_NOT_FINITE when a law fails.
SNW_SETUP SNW_NODISCARD snw_status snw_base_parameters_init(snw_base_parameters *base, snw_dyn *dyn,
                                                            uint64_t seed, snw_arena *arena);

/// p_base[count] of p: each is one number of p and a sum of those that do not show by themselves.
SNW_RT void snw_base_parameters_of(const snw_base_parameters *base, const double *p,
                                   double *p_base);

/// Y_base[nv * count] of Y: the columns that are kept.
SNW_RT void snw_base_regressor(const snw_base_parameters *base, const double *Y, double *Y_base);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DYNAMICS_REGRESSOR_H
