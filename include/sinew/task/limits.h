// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_LIMITS_H
#define SINEW_TASK_LIMITS_H

/// @file
/// How fast each rate may be in this tick, so that limits of position, velocity and acceleration
/// hold in this tick and can hold in all that follow.
///
/// A tick moves a joint by its rate times dt. A rate is allowed towards a limit of position when
/// braking from it, tick by tick, ends at the limit or before. The bounds are never empty: where
/// limits contradict each other, as from a start outside of them, the joint comes back as fast as
/// its acceleration and velocity allow, braking so as to arrive at the limit at rest.
///
/// All ticks must have the same length, or grow shorter, for the promise on positions.

#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which limit a bound comes from.
typedef enum snw_bound_cause {
    SNW_BOUND_NONE = 0,
    SNW_BOUND_POSITION = 1,
    SNW_BOUND_VELOCITY = 2,
    SNW_BOUND_ACCELERATION = 3,
    SNW_BOUND_CLEARANCE = 4 ///< a row of a constraint: a distance that must be kept
} snw_bound_cause;

/// Limits per rate; infinite without a limit. Caller-owned; values may be lowered at any time.
typedef struct snw_rate_limits {
    // public
    double *lower, *upper;               ///< [n] of position, where a rate has one
    double *velocity;                    ///< [n]
    double *acceleration, *deceleration; ///< [n]
    double margin;                       ///< kept from limits of position; 1e-10 after init
    // read-only
    int n;
    int *q_index;          ///< [n] the coordinate that a rate changes; -1 where it is a rotation's
    double *low, *high;    ///< [n] from snw_rate_limits_update()
    double *below, *above; ///< [n] from there to the limits of position, 0 outside of them
    unsigned char *low_cause, *high_cause; ///< [n] snw_bound_cause
} snw_rate_limits;

/// Finds the bounds of this tick from the configuration q[nq], the rates v[n] of the last tick and
/// dt [s]. SNW_SATURATED when bounds had to be widened: something is outside its limits.
/// SNW_ERR_NOT_FINITE, SNW_ERR_RANGE for dt: the old bounds stay.
SNW_RT SNW_NODISCARD snw_status snw_rate_limits_update(snw_rate_limits *limits, const double *q,
                                                       const double *v, double dt);

/// The largest rate from which braking by `deceleration` in ticks of dt takes no more than the way
/// `room` >= 0, this tick included.
SNW_RT double snw_stopping_rate(double room, double deceleration, double dt);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_LIMITS_H
