// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_QUEUE_QUEUE_H
#define SINEW_QUEUE_QUEUE_H

/// @file
/// The queue of moves of one arm: a program puts moves in and reads their results, the loop takes a
/// set-point out in each tick. Neither waits for the other, and nothing allocates after init.
///
///     snw_move move = snw_move_defaults();
///     move.equation = &p2, move.mode = SNW_MOVE_CARTESIAN, move.speed = 0.1;
///     status = snw_queue_move(&queue, &move, &id, &why);        // program, returns at once
///     status = snw_queue_step(&queue, &sample, &target);        // loop, each tick
///
/// Motions follow each other without a jump of velocity, and without one of acceleration unless the
/// law itself has it. Each motion alone goes from rest to rest; one that is blended or interrupted
/// still runs out while the next runs in, and the two displacements add (docs/queue.md).

#include "sinew/os.h"
#include "sinew/queue/move.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_QUEUE_MOVES = 256,
    SNW_QUEUE_EVENTS = 512,
    SNW_QUEUE_SOLUTIONS = 64 ///< most inverse solutions of one tick; see snw_queue_step()
};

/// Limits and defaults of a queue. snw_queue_config_defaults() sets all of them.
typedef struct snw_queue_config {
    int link, frame;           ///< T6: a frame of the model, or with frame -1 a link
    double speed, turn;        ///< default speeds of Cartesian motions [m/s, rad/s]
    double acceleration;       ///< of the controlled frame [m/s^2]
    double turn_acceleration;  ///< [rad/s^2]
    double jerk, turn_jerk;    ///< [m/s^3, rad/s^3]
    double joint_acceleration; ///< of joints without a limit [rad/s^2 or m/s^2]
    double joint_jerk_time;    ///< time to full acceleration of joints without a jerk limit [s]
    double tolerance, tolerance_rad; ///< of a path between two of its samples [m, rad]
    double slowest;       ///< a path that limits slow down to less than this share is refused
    bool keep_on_refusal; ///< only the refused motion is dropped; else all behind it are cancelled
} snw_queue_config;

/// 0.25 m/s, 1 rad/s, 2 m/s^2, 8 rad/s^2, 20 m/s^3, 80 rad/s^3, 10 (rad or m)/s^2 for joints
/// without a limit, jerk limits in 0.1 s, tolerance 2 mm and 0.02 rad, slowest 1/50.
SNW_RT snw_queue_config snw_queue_config_defaults(int link, int frame);

/// Properties of a path. From snw_queue_check().
typedef struct snw_move_report {
    double duration;                 ///< from rest to rest [s]
    bool stretched;                  ///< slower than requested
    int axis;                        ///< that governs the duration; -1: the request or the frame
    const char *limit;               ///< "velocity", "acceleration", "request", "hand", "duration"
    double place;                    ///< where on the path that is, or where it fails, [0, 1]
    double joints[SNW_AXES];         ///< at the goal, or where the path fails
    double deviation, deviation_rad; ///< largest, when the tolerance is used [m, rad]
} snw_move_report;

enum { SNW_MOVE_SPANS = 64 };

/// A part of a motion in which one axis and one limit govern.
typedef struct snw_move_span {
    double from, to;     ///< [s], from the start of the motion
    double s_from, s_to; ///< parts of the path, [0, 1]
    int axis;            ///< -1: the controlled frame, or none
    double share;        ///< largest share of the limit that is used there; 1 is all of it
    const char *limit;   ///< "velocity", "acceleration", "jerk"; "request": the requested speed;
                         ///< "hand": acceleration or jerk of the frame; "none": nothing moves
} snw_move_span;

/// What determines the duration of a motion. From snw_queue_explain().
typedef struct snw_move_account {
    snw_move_report report;
    int count;
    snw_move_span spans[SNW_MOVE_SPANS]; ///< in order of time; the last one reaches to the end
} snw_move_account;

/// Caller-owned, no destructor.
typedef struct snw_queue {
    // read-only
    const snw_arm *arm;
    snw_queue_config config;
    int64_t solutions; ///< inverse solutions of the loop so far
    // private
    snw_ring requests, commands, events;
    snw_triple progress;
    int64_t last_id;            // of the program
    snw_move_progress seen;     // by the program
    struct snw__loop *loop;     // of the loop
    struct snw__checker *check; // of the program
} snw_queue;

/// Lays out a queue for an arm, which must outlive it, at rest at q[arm->count].
/// SNW_ERR_ARGUMENT for a frame that the model does not have, SNW_ERR_RANGE for limits that are not
/// positive and finite, SNW_ERR_MEMORY.
SNW_SETUP SNW_NODISCARD snw_status snw_queue_init(snw_queue *queue, const snw_arm *arm,
                                                  const snw_queue_config *config, const double *q,
                                                  snw_arena *arena);

// program

/// Requests a motion; returns at once. `*id` (may be NULL) names it. Hold frames are captured now.
/// A Cartesian motion to joints is one to the pose of the tip at those joints. Refused:
/// SNW_ERR_NOT_FINITE, SNW_ERR_RANGE (speeds, parts, joints beyond limits: named), SNW_ERR_ARGUMENT
/// (a change of configuration on a Cartesian path), SNW_ERR_FULL, SNW_ERR_STATE (only_at_rest).
SNW_RT SNW_NODISCARD snw_status snw_queue_move(snw_queue *queue, const snw_move *move, int64_t *id,
                                               snw_why *why);

/// Requests a rest of this time [s] at the goal of the motion before; does not wait.
SNW_RT SNW_NODISCARD snw_status snw_queue_dwell(snw_queue *queue, double seconds, int64_t *id,
                                                snw_why *why);

/// Ends the motion that runs, with this code, and goes on with the next.
SNW_RT SNW_NODISCARD snw_status snw_queue_next(snw_queue *queue, int code);

/// Ends the motion that runs in the shortest time and drops all others.
SNW_RT SNW_NODISCARD snw_status snw_queue_cancel(snw_queue *queue);

/// Stops on the path, and continues along it.
SNW_RT SNW_NODISCARD snw_status snw_queue_pause(snw_queue *queue);

/// Continues along the path after snw_queue_pause().
SNW_RT SNW_NODISCARD snw_status snw_queue_resume(snw_queue *queue);

/// Scales the requested speed, [0, 2]; above 1 as far as limits allow. Accelerations stay. 0 stops
/// on the path. SNW_ERR_RANGE.
SNW_RT SNW_NODISCARD snw_status snw_queue_override(snw_queue *queue, double part);

/// The next event, or SNW_NOTHING_NEW.
SNW_RT SNW_NODISCARD snw_status snw_queue_event(snw_queue *queue, snw_move_event *event);

/// The newest progress.
SNW_RT snw_move_progress snw_queue_progress(snw_queue *queue);

/// Checks whether a motion from rest at q[arm->count] is possible, and how long it takes. Only for
/// equations that do not move (SNW_ERR_UNSUPPORTED). The first violation is in `why`: rule
/// unreachable, limit, branch or singular; subject the joint where there is one; numbers s, t [s],
/// and the limit that was passed. Runs beside the loop, with its own workspace.
SNW_RT SNW_NODISCARD snw_status snw_queue_check(snw_queue *queue, const snw_move *move,
                                                const double *q, snw_move_report *report,
                                                snw_why *why);

/// As snw_queue_check(), and what governs along the motion: the joint, or the controlled frame,
/// that uses most of a limit, from when to when, to 1/512 of the duration. In Cartesian mode the
/// jerk of joints is not considered.
SNW_RT SNW_NODISCARD snw_status snw_queue_explain(snw_queue *queue, const snw_move *move,
                                                  const double *q, snw_move_account *account,
                                                  snw_why *why);

// loop

/// The set-point of this sample, from the time since the one before (sample->dt, at least 0).
/// Called again with the same sample number it gives the same set-point: several arms may ask.
/// A motion is planned over several ticks, with at most SNW_QUEUE_SOLUTIONS inverse solutions in
/// each, but all at once where it begins at a goal that moves.
/// SNW_ERR_NOT_FINITE when dt is negative or not finite: the queue is unchanged then.
SNW_RT SNW_NODISCARD snw_status snw_queue_step(snw_queue *queue, const snw_sample *sample,
                                               snw_arm_target *target);

/// The arm was stopped from outside and is at q[arm->count]: the motion that runs and all that wait
/// end as cancelled, and the next begins there. Called in place of snw_queue_step().
SNW_RT SNW_NODISCARD snw_status snw_queue_abandon(snw_queue *queue, const snw_sample *sample,
                                                  const double *q);

/// Sets the reason that the next snw_queue_abandon() reports: why the arm was stopped. NULL, or a
/// reason with SNW_OK, for none.
SNW_RT void snw_queue_blame(snw_queue *queue, const snw_why *why);

/// At rest, starts again from q[arm->count]: the measured joints, instead of those commanded last.
/// SNW_ERR_STATE while a motion runs.
SNW_RT SNW_NODISCARD snw_status snw_queue_place(snw_queue *queue, const double *q);

#ifdef __cplusplus
}
#endif

#endif // SINEW_QUEUE_QUEUE_H
