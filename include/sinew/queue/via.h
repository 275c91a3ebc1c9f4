// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_QUEUE_VIA_H
#define SINEW_QUEUE_VIA_H

/// @file
/// A sequence of via points, each reached and checked before the next is commanded, with a
/// tolerance, a number of retries, and an abort (D'Amore 2010, 4.8, with its defects mended: the
/// point behind one that was passed is commanded, the last of a full table is kept, and an end is
/// always reported).
///
///     fine     closer than this: continue with the next point
///     coarse   after `retries` checks not fine, but closer than this: continue, and report it
///     else     the sequence is aborted, and reports why
///
/// The sequence commands nothing itself: snw_via_update() returns what to do now. For a motion that
/// does not stop at its points, put moves with a blend into a queue.

#include <stdbool.h>
#include <stdint.h>

#include "sinew/axis.h"
#include "sinew/base.h"
#include "sinew/math.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_VIA_POINTS = 256 };

/// One point, in joints or as a pose.
typedef struct snw_via_point {
    double joints[SNW_AXES];
    snw_pose pose;
    double duration; ///< shortest duration of the way to it [s]; 0: as fast as limits allow
} snw_via_point;

typedef struct snw_via_config {
    bool cartesian;      ///< points are poses; else joints
    int axes;            ///< of joint points
    double fine, coarse; ///< |dp| + |drot| [m + rad], or the norm of joint differences
    int retries;         ///< checks after the first, before `coarse` counts
} snw_via_config;

/// 0.002 and 0.1 for poses, 0.001 and 0.05 for joints; 8 retries.
SNW_RT snw_via_config snw_via_config_defaults(bool cartesian, int axes);

typedef enum snw_via_action {
    SNW_VIA_WAIT,     ///< nothing: the arm is on its way, or is checked again
    SNW_VIA_COMMAND,  ///< command point `via.index`
    SNW_VIA_FINISHED, ///< the last point is reached
    SNW_VIA_ABORTED   ///< via.why holds the point and the error
} snw_via_action;

/// Caller-owned.
typedef struct snw_via {
    // read-only
    snw_via_config config;
    snw_via_point *points; ///< [capacity]
    int capacity, count;
    int index;    ///< of the point that was commanded last; -1 before the first
    int looks;    ///< checks at that point
    int passed;   ///< points that were reached only within `coarse`
    double error; ///< at the last check
    bool running;
    snw_why why; ///< about the last point that was not fine
} snw_via;

/// Lays out a sequence for up to `capacity` points, 1 to SNW_VIA_POINTS.
SNW_SETUP SNW_NODISCARD snw_status snw_via_init(snw_via *via, const snw_via_config *config,
                                                int capacity, snw_arena *arena);

/// Adds a point while the sequence does not run. SNW_ERR_FULL, SNW_ERR_STATE, SNW_ERR_NOT_FINITE.
SNW_RT SNW_NODISCARD snw_status snw_via_add(snw_via *via, const snw_via_point *point);

/// Begins with point 0. SNW_ERR_STATE without points or while it runs.
SNW_RT SNW_NODISCARD snw_status snw_via_start(snw_via *via);

/// Called once per cycle: `done` when the motion to the point has ended, and where the arm is:
/// `pose` for poses, `joints` for joints. After FINISHED and ABORTED the sequence is at rest.
SNW_RT snw_via_action snw_via_update(snw_via *via, bool done, const snw_pose *pose,
                                     const double *joints);

#ifdef __cplusplus
}
#endif

#endif // SINEW_QUEUE_VIA_H
