// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODEL_COORDINATES_H
#define SINEW_MODEL_COORDINATES_H

/// @file
/// Arithmetic of configurations: the only ways to add to one and to subtract two. The layout of
/// q[nq] and v[nv] is in sinew/model/model.h.
///
/// All refuse NaN and infinity (SNW_ERR_NOT_FINITE) and quaternions whose length is not 1 within
/// 1e-3 (SNW_ERR_RANGE); those that are come out with length 1. After a refusal the result is
/// unchanged. A result may be one of the inputs. Cost is linear in the number of links.

#include "sinew/model/model.h"
#include "sinew/random.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Is q a configuration of this model: finite, with quaternions of length 1 within 1e-3?
SNW_RT SNW_NODISCARD snw_status snw_configuration_check(const snw_model *model, const double *q);

/// q after dt seconds of constant rates v: plain coordinates are q + v dt, quaternions are turned
/// about the child's axes, the origin of a free joint moves in a straight line along the axes that
/// the child has at the start (forward Euler). Continuous joints keep counting turns.
SNW_RT SNW_NODISCARD snw_status snw_integrate(const snw_model *model, const double *q,
                                              const double *v, double dt, double *q_out);

/// The rates that lead from q0 to q1 in one second: integrate(q0, difference(q1, q0), 1) is q1. A
/// continuous joint takes the shortest way, in (-pi, pi], so there it may end whole turns from q1;
/// one that is followed by a joint for which a whole turn is not the same does not.
SNW_RT SNW_NODISCARD snw_status snw_difference(const snw_model *model, const double *q1,
                                               const double *q0, double *v);

/// A part t of the way from q0 (t = 0) to q1 (t = 1), at constant rates; both ends exactly. Origins
/// of free joints move in straight lines.
SNW_RT SNW_NODISCARD snw_status snw_interpolate(const snw_model *model, const double *q0,
                                                const double *q1, double t, double *q_out);

/// All coordinates 0, quaternions no rotation. It may lie outside the limits.
SNW_RT void snw_neutral(const snw_model *model, double *q);

/// Half way between the limits; 0, or the limit next to it, where one of them is infinite.
SNW_RT void snw_midpoint(const snw_model *model, double *q);

/// Uniform between the limits; without a limit (or with one beyond 1e15) up to pi from 0, and where
/// the other limit leaves nothing of that, up to 2 pi from it. Rotations are uniform over all. One
/// draw per plain coordinate, three per rotation.
SNW_RT void snw_random_configuration(const snw_model *model, snw_random *random, double *q);

/// Is q within the limits, each of them included? SNW_ERR_LIMIT with the first joint that is not:
/// its name as subject, its number, the value and the limit; the text names the side.
SNW_RT SNW_NODISCARD snw_status snw_in_limits(const snw_model *model, const double *q,
                                              snw_why *why);

/// Brings angles into range by whole turns: those of continuous joints into (-pi, pi], those of
/// limited ones between their limits, by the fewest turns. SNW_ERR_LIMIT, as snw_in_limits() says
/// it, when a joint has no such place. A whole turn is added only where it changes nothing.
SNW_RT SNW_NODISCARD snw_status snw_wrap(const snw_model *model, const double *q, double *q_out,
                                         snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODEL_COORDINATES_H
