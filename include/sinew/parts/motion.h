// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PARTS_MOTION_H
#define SINEW_PARTS_MOTION_H

/// @file
/// How other components use a component "motion", in the loop: they ask for moves, learn how far
/// they are, and may lead the arm themselves for a while. Programs use its queue instead
/// (snw_motion_queue()), after which all of these are refused with SNW_ERR_STATE.

#include "sinew/exec.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How far a motion is.
typedef struct snw_motion_state {
    int64_t id;      ///< of the move that runs, or ran last
    int64_t ended;   ///< all moves up to this one have ended
    int code;        ///< why the last one ended, of snw_move_code; 0: it arrived
    bool moving;     ///< one runs
    double override; ///< part of the speed that is asked for
} snw_motion_state;

/// Puts a move of all joints to q[axes], or of its frame on a straight line to a pose in the arm's
/// base (x y z and quaternion x y z w), behind the moves that wait; `*id` is its number. Refused
/// while the arm is not enabled or is moved by hand; otherwise as snw_queue_move() refuses.
SNW_RT SNW_NODISCARD snw_status snw_motion_move(snw_component *component, const double *q,
                                                int64_t *id, snw_why *why);

/// Puts a move of its frame on a straight line behind the moves that wait. `pose` is in the
/// arm's base: x y z [m] and a quaternion x y z w.
SNW_RT SNW_NODISCARD snw_status snw_motion_line(snw_component *component, const double pose[7],
                                                int64_t *id, snw_why *why);

/// Ends the move that runs within its limits and drops all others; stands still on the path; goes
/// on along it; part of the speed that is asked for, 0 to 2.
SNW_RT SNW_NODISCARD snw_status snw_motion_cancel(snw_component *component, snw_why *why);

/// Stands still on the path; snw_motion_resume() goes on along it.
SNW_RT SNW_NODISCARD snw_status snw_motion_pause(snw_component *component, snw_why *why);

/// Goes on along the path after snw_motion_pause().
SNW_RT SNW_NODISCARD snw_status snw_motion_resume(snw_component *component, snw_why *why);

/// Sets the part of the requested speed, 0 to 2.
SNW_RT SNW_NODISCARD snw_status snw_motion_override(snw_component *component, double part,
                                                    snw_why *why);

/// As of its last update.
SNW_RT snw_motion_state snw_motion_status(const snw_component *component);

/// From now on another source leads the arm: the target is an effort and stands where the arm
/// is, so that no law finds an error. Refused while a move runs. Returned, the target is q[axes],
/// at rest, and moves begin there.
SNW_RT SNW_NODISCARD snw_status snw_motion_lend(snw_component *component, snw_why *why);
/// The same from the tick on in which the arm is enabled; asked again in each tick before that.
SNW_RT void snw_motion_lend_later(snw_component *component);

/// The arm is led by the queue again: the target is q[axes], at rest.
SNW_RT void snw_motion_return(snw_component *component, const double *q);

/// True while another source leads the arm, after snw_motion_lend().
SNW_RT bool snw_motion_is_lent(const snw_component *component);

#ifdef __cplusplus
}
#endif

#endif // SINEW_PARTS_MOTION_H
