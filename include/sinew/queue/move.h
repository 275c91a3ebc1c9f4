// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_QUEUE_MOVE_H
#define SINEW_QUEUE_MOVE_H

/// @file
/// One motion as a program requests it, and what the loop reports about it.

#include <stdbool.h>
#include <stdint.h>

#include "sinew/axis.h"
#include "sinew/frame.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How the arm gets there.
typedef enum snw_move_mode {
    SNW_MOVE_JOINT,     ///< all joints linear in one parameter
    SNW_MOVE_CARTESIAN, ///< the controlled frame on a straight line, turning about one axis
    SNW_MOVE_DWELL      ///< stays at the last goal, and goes on tracking it
} snw_move_mode;

/// How the parameter of the path depends on time.
typedef enum snw_move_law {
    SNW_MOVE_JERK,      ///< least time within velocity, acceleration and jerk
    SNW_MOVE_TRAPEZOID, ///< least time within velocity and acceleration, which jumps
    SNW_MOVE_QUARTIC    ///< constant velocity between quartic transitions (Paul 1981)
} snw_move_law;

/// How this motion goes over into the next.
typedef enum snw_move_blend {
    SNW_MOVE_STOP,         ///< comes to rest at its goal
    SNW_MOVE_BLEND_TIME,   ///< the next may begin so many seconds before this one ends
    SNW_MOVE_BLEND_RADIUS, ///< as early as the path stays within so many metres of the goal
    SNW_MOVE_BLEND_RAMP    ///< as early as this one begins to slow down
} snw_move_blend;

/// Called in the loop each sample of a motion, and only of that one. 0 lets it go on; another value
/// ends it now, and is its code.
typedef int snw_move_fn(const snw_sample *sample, const snw_arm_target *target, void *context);

/// One motion. snw_move_defaults() gives all of it; a goal must be added.
typedef struct snw_move {
    snw_equation *equation; ///< goal; NULL: `joints`. Must outlive the motion
    snw_pose offset;        ///< added to the goal, in the tool frame; identity for none
    double joints[SNW_AXES];
    snw_move_mode mode;
    snw_move_law law;
    snw_move_blend blend;
    double blend_size;    ///< [s] or [m]
    double speed;         ///< of the controlled frame [m/s]; 0: the default
    double turn;          ///< angular speed of the controlled frame [rad/s]; 0: the default
    double duration;      ///< shortest duration [s]; 0: as the speeds give
    double transition;    ///< half the time of a quartic transition [s], > 0; may be stretched
    double acceleration;  ///< share of the allowed accelerations that is used, (0, 1]
    double jerk;          ///< share of the allowed jerks that is used, (0, 1]
    int branch;           ///< requested configuration, as in snw_ik_branch; -1: the nearest
    double time_limit;    ///< the motion is ended after this time [s]; 0: never
    int time_code;        ///< its code then
    snw_move_fn *monitor; ///< or NULL
    void *context;        ///< given to the monitor
    bool only_at_rest;    ///< refused while anything moves or waits
    double tolerance;     ///< [m] and [rad]: how far a Cartesian path may leave its line where
    double tolerance_rad; ///< limits of joints would slow it down or forbid it; 0: not at all
} snw_move;

/// Jerk-limited, joint mode, to rest, default speeds, transition 0.1 s, full accelerations and
/// jerks, nearest configuration, exactly on the line.
SNW_RT snw_move snw_move_defaults(void);

/// Codes in equation->code; positive ones are the program's own.
enum {
    SNW_MOVE_ARRIVED = 0,
    SNW_MOVE_REFUSED = -1,   ///< the arm cannot follow the path; the event gives the reason
    SNW_MOVE_CANCELLED = -2, ///< by snw_queue_cancel(), or because a motion before was refused
    SNW_MOVE_BROKEN = -3     ///< the goal moved out of reach during the motion
};

typedef enum snw_move_event_kind {
    SNW_MOVE_STARTED, ///< why: the joint and the limit that govern its duration
    SNW_MOVE_BLENDED, ///< why: the distance at which its goal is passed
    SNW_MOVE_ENDED    ///< why: the reason when the code is negative
} snw_move_event_kind;

/// What the loop reports.
typedef struct snw_move_event {
    int64_t id;
    int64_t t_ns;
    snw_move_event_kind kind;
    int code;
    double duration;  ///< planned, at the start [s]
    double deviation; ///< [m] of a blend: least distance of the tip's path from the goal; of a
                      ///< start: largest distance from the line, within its tolerance
    bool stretched;   ///< slower than requested, because of limits of joints
    snw_why why;
} snw_move_event;

/// State of the queue, which can be read at any time.
typedef struct snw_move_progress {
    int64_t t_ns;
    int64_t id;       ///< of the motion that runs or ran last; 0 before the first
    int64_t ended;    ///< all motions up to this one have ended
    double part;      ///< of its path, [0, 1]; never falls within one motion
    double remaining; ///< time until it ends [s]
    int waiting;      ///< motions behind it
    bool moving;      ///< a motion runs
    bool paused;
    double override; ///< in force
} snw_move_progress;

/// Waits for motions without a clock of its own: a program checks it with each progress it reads.
typedef struct snw_move_wait {
    const int64_t *ids;
    int count;
    bool all;         ///< for all of them; else for any
    int64_t until_ns; ///< INT64_MAX: for ever
} snw_move_wait;

#ifdef __cplusplus
}
#endif

#endif // SINEW_QUEUE_MOVE_H
