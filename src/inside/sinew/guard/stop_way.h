// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_GUARD_STOP_WAY_H
#define SINEW_GUARD_STOP_WAY_H

/// @file
/// The way that an arm can still go: from the command of the tick before through that of this tick,
/// and on along the stop that would begin with the next one, or that is under way.
///
/// A stop scales all rates by one number that falls from 1 to 0. With s, the integral of that scale
/// over time, axis i is at
///
///     q_i + v_i s, not beyond low_i and high_i, give or take beside_i
///
/// where s goes from -before at the command of the last tick through 0 at this one to `length`.

#include "sinew/guard.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct snw_stop_way {
    int count;
    bool powered;            ///< the arm has power; without it its brakes are its own
    bool follows;            ///< no stop is under way: the command of this tick can be taken back
    double q[SNW_AXES];      ///< command of this tick [rad or m]
    double v[SNW_AXES];      ///< its rates [rad/s or m/s]; 0 of axes that are swept as a box
    double rate[SNW_AXES];   ///< how fast it goes now: v, or of a box the measured rate
    double low[SNW_AXES];    ///< the way ends here
    double high[SNW_AXES];   ///< or here
    double beside[SNW_AXES]; ///< 0 but near the ends of an axis, where a stop bends, and by efforts
    double off[SNW_AXES];    ///< how far the reading is from the command
    double before;           ///< [s]
    double length;           ///< [s]
    double time;             ///< from this command to rest [s]
    double fall, bend, slope; ///< bounds of the first and second derivative of the scale; its first
                              ///< one now [1/s, 1/s^2, 1/s]
} snw_stop_way;

/// Where the arm can still go after the step of this tick: the way of the stop that would begin
/// with the next one. For axes that follow efforts, and without power, boxes around readings.
SNW_RT void snw_guard_rest(snw_guard *guard, snw_stop_way *way);

/// s at a time after the command of this tick [s]; from -before to `length`, and never falls with
/// t. The s of the stop itself differs by 2 `before` at most, and is never beyond `length`.
SNW_RT double snw_stop_way_at(const snw_stop_way *way, double t);

#ifdef __cplusplus
}
#endif

#endif // SINEW_GUARD_STOP_WAY_H
