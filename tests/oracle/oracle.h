// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_ORACLE_H
#define SINEW_TESTS_ORACLE_H

/// @file
/// A judge of what drives are told. It sees the commands of one arm, tick by tick, and nothing of
/// how they came about; it has its own arithmetic and shares no code with the guard.
///
///   I1  every number is finite; positions, rates, accelerations (by backward differences), efforts
///       and their rates are within the limits; without power only finiteness counts
///   I2  without power nothing moves: no mode, no rate, no effort
///   I3  from the tick in which a stop begins no axis becomes faster, and all are at rest after the
///       time that a straight stop needs with every axis's deceleration and jerk, and a tenth of
///       it; then they stay where they are, and so does the arm where that is told
///
///     oracle judge;
///     oracle_open(&judge, &guard.limits);
///     each tick: oracle_see(&judge, &arm.command, dt, guard state is stopping, held or latched);
///     CHECK(oracle_content(&judge));        // judge.text says what, judge.axis and judge.tick
///     where

#include <stdbool.h>
#include <stdint.h>

#include "sinew/axis.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ORACLE_TEXT = 192 };

typedef struct oracle {
    // public, set after oracle_open() where the defaults do not fit
    double settle; ///< how much later than the plan a measured arm may come to rest [s]; 0.5
    double drift;  ///< how far a measured arm may leave the place where it came to rest; 1e-3
    // read-only
    bool content;           ///< nothing was wrong so far
    char text[ORACLE_TEXT]; ///< the first thing that was wrong
    int axis;               ///< of it; -1 for none
    int64_t tick;           ///< of it, counted from 0
    int64_t ticks;          ///< seen
    int64_t faults;         ///< all things that were wrong
    // private
    snw_arm_limits limits;
    bool seen, powered, stopping, rested;
    bool placed[SNW_AXES];   // there is a position to subtract from
    bool rated[SNW_AXES];    // there is a rate to subtract from
    bool exerted[SNW_AXES];  // there is an effort to subtract from
    double q[SNW_AXES];      // last position
    double rate[SNW_AXES];   // last rate
    double effort[SNW_AXES]; // last effort
    double last_dt;          // of the last tick
    double low[SNW_AXES];    // how far below its limit an axis began, with power, is allowed
    double high[SNW_AXES];   // likewise above
    double speed[SNW_AXES];  // that a stopping axis may not exceed
    double since, planned;   // time in this stop, and allowed for it
    double place[SNW_AXES];  // where the arm was measured at rest
} oracle;

/// A new judge. Limits are those that the guard enforces; infinite ones are none.
void oracle_open(oracle *judge, const snw_arm_limits *limits);

/// One tick: the command as the drive receives it, what the tick lasts, and whether a stop is under
/// way or holds the arm. Returns `content`.
bool oracle_see(oracle *judge, const snw_arm_command *command, double dt, bool stopping);

/// After oracle_see() of the same tick: where the arm really is, q[count]. A stopped arm with power
/// must come to rest and stay. Returns `content`.
bool oracle_see_arm(oracle *judge, const double *q);

/// Nothing was wrong, and something was seen.
bool oracle_content(const oracle *judge);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TESTS_ORACLE_H
