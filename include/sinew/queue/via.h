// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_QUEUE_VIA_H
#define SINEW_QUEUE_VIA_H

/// @file
/// A sequence of via points, each reached and checked before the next is commanded: how far the arm
/// may be off, how often that is looked at again, and what happens then (D'Amore 2010, 4.8, with
/// its defects mended: the point behind one that was passed is commanded, the last of a full table
/// is kept, and an end is always reported).
///
///     fine     closer than this: on to the next
///     coarse   after `retries` looks still not fine, but closer than this: on, and say so
///     else     the sequence is aborted, and says so
///
/// The sequence commands nothing itself: snw_via_update() says what to do now. For a motion that
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
    double duration; ///< of the way to it, at least [s]; 0: as fast as may be
} snw_via_point;

typedef struct snw_via_config {
    bool cartesian;      ///< points are poses; else joints
    int axes;            ///< of joint points
    double fine, coarse; ///< |dp| + |drot| [m + rad], or the norm of joint differences
    int retries;         ///< looks after the first, before coarse counts
} snw_via_config;

/// 0.002 and 0.1 for poses, 0.001 and 0.05 for joints; 8 retries.
SNW_RT snw_via_config snw_via_config_defaults(bool cartesian, int axes);

typedef enum snw_via_action {
    SNW_VIA_WAIT,     ///< nothing: the way to a point, or another look
    SNW_VIA_COMMAND,  ///< command point `via.index`
    SNW_VIA_FINISHED, ///< the last point is reached
    SNW_VIA_ABORTED   ///< via.why says at which point, and by how much it was missed
} snw_via_action;

/// Caller-owned.
typedef struct snw_via {
    // read-only
    snw_via_config config;
    snw_via_point *points; ///< [capacity]
    int capacity, count;
    int index;    ///< of the point that was commanded last; -1 before the first
    int looks;    ///< at that point
    int passed;   ///< points left behind that were coarse only
    double error; ///< at the last look
    bool running;
    snw_why why; ///< of the last point that was not fine
} snw_via;

/// Lays out a sequence for up to `capacity` points, 1 to SNW_VIA_POINTS.
SNW_SETUP SNW_NODISCARD snw_status snw_via_init(snw_via *via, const snw_via_config *config,
                                                int capacity, snw_arena *arena);

/// Adds a point while the sequence does not run. SNW_ERR_FULL, SNW_ERR_STATE, SNW_ERR_NOT_FINITE.
SNW_RT SNW_NODISCARD snw_status snw_via_add(snw_via *via, const snw_via_point *point);

/// Takes all points out and ends the sequence.
SNW_RT void snw_via_clear(snw_via *via);

/// Begins with point 0. SNW_ERR_STATE without points or while it runs.
SNW_RT SNW_NODISCARD snw_status snw_via_start(snw_via *via);

/// Once per cycle: is the generator done with what was commanded, and where is the arm? For poses
/// `pose` counts, for joints `joints`. After FINISHED and ABORTED the sequence rests.
SNW_RT snw_via_action snw_via_update(snw_via *via, bool done, const snw_pose *pose,
                                     const double *joints);

#ifdef __cplusplus
}
#endif

#endif // SINEW_QUEUE_VIA_H
