// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PROGRAM_PROGRAM_H
#define SINEW_PROGRAM_PROGRAM_H

/// @file
/// Motion programs in C, the way of RCCL: say where, in frames that may move; never mind the
/// joints.
///
///     snw_program p;
///     snw_program_options o = snw_program_defaults();
///     o.path = "cells/microbo.cell.xml";
///     status = snw_program_open(&p, &o, NULL);      // the cell runs, the arm has power
///     snw_frame b;
///     snw_equation p1;
///     status = snw_frame_const(&b, "B", pose, NULL);
///     status = SNW_POSITION(&p1, NULL, "P1", &snw_t6, &snw_eq, &b);
///     p.next.mode = SNW_MOVE_CARTESIAN;             // modal: for all moves from now on
///     p.next.speed = 0.1;
///     const int64_t there = snw_move_to(&p, &p1);   // returns at once
///     status = snw_wait_for(&p, there, 10);         // until it has ended, 10 s at most
///     status = snw_program_close(&p, NULL);
///
/// In virtual time the clock advances only while all threads of the program wait in one of these
/// calls, and they run one after the other in a fixed order: a run is the same every time. In real
/// time the loop runs in threads of its own. One thread at a time uses a handle; another arm of the
/// same cell has a handle of its own (snw_program_join()). Lengths are m, angles rad.

#include "sinew/frame.h"
#include "sinew/queue.h"
#include "sinew/station/station.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct snw_program_options {
    // public
    const char *path;  ///< of the cell
    const char *arm;   ///< member that is moved; NULL for the first arm of the loop
    const char *frame; ///< its T6: a link or attachment; NULL as the cell says, else the last link
    bool real;         ///< by the clock of the machine; else virtual
    bool all;          ///< every arm of the loop gets a queue, for snw_program_join()
    bool asleep;       ///< the arm gets no power until snw_program_enable()
    const char *trace; ///< recording of what is requested and what is, each sample; NULL for none
    const snw_station_options *station; ///< page, socket, recording, black boxes, plug-ins and
                                        ///< types; NULL for none. What runs and how is said above
} snw_program_options;

/// Caller-owned; open or join, and close.
typedef struct snw_program {
    // public
    snw_move next; ///< what moves are like from now on: mode, law, speeds, blends, monitor
    // read-only
    snw_exec *exec;
    const snw_arm *arm;
    snw_queue *queue; ///< to pause, override and the like; events and progress are read for it
    snw_why why;      ///< of the last call that refused, or motion that did not arrive
    // private
    struct snw__program *work;
} snw_program;

/// The axes of a frame, and a frame that changes nothing.
SNW_API extern const snw_vec3 snw_x_unit, snw_y_unit, snw_z_unit;
SNW_API extern const snw_frame snw_unit;

/// Virtual time, the first arm.
SNW_SETUP snw_program_options snw_program_defaults(void);

/// Loads the cell, begins to run its loop and enables the arm. Sources of the cell for this arm are
/// left out, except a `motion`. `diags` may be NULL. On failure nothing is left open.
SNW_SETUP SNW_NODISCARD snw_status snw_program_open(snw_program *program,
                                                    const snw_program_options *options,
                                                    snw_diags *diags);

/// A handle for another arm of the cell that `site` has opened, which gets power unless it is
/// asleep. The arm needs a queue: options.all, or a `motion` in the cell. SNW_ERR_UNKNOWN_NAME,
/// SNW_ERR_STATE when it has no queue or a handle already; why in site->why.
SNW_SETUP SNW_NODISCARD snw_status snw_program_join(snw_program *program, snw_program *site,
                                                    const char *arm);

/// Of a handle that was joined: gives it back; SNW_ERR_STATE while it has a thread. Of the one that
/// opened the cell: waits of all threads end with SNW_ERR_INTERRUPTED, the threads are waited for,
/// what moves comes to rest within its limits, power goes and the loop ends; then all handles are
/// dead.
SNW_SETUP SNW_NODISCARD snw_status snw_program_close(snw_program *program, snw_why *why);

/// Acknowledges what stopped the arm and gives it power, 2 s at most: SNW_ERR_STATE naming an axis
/// that is not homed, SNW_ERR_TIMEOUT.
SNW_SETUP SNW_NODISCARD snw_status snw_program_enable(snw_program *program);

/// Asks for a motion to an equation or to joints[arm->count], as `next` says; returns at once with
/// its number, or 0 and program->why: also when the arm has no power, or an axis is not homed.
SNW_SETUP int64_t snw_move_to(snw_program *program, snw_equation *equation);

/// The same to joints[arm->count].
SNW_SETUP int64_t snw_move_joints(snw_program *program, const double *joints);

/// To an equation that stands still; when that is out of reach, in joint mode to the nearest place
/// that is not, found by search. Then program->why has code SNW_SATURATED and the distance [m].
SNW_SETUP int64_t snw_move_near(snw_program *program, snw_equation *equation);

/// To where the arm was when the program began, in joints.
SNW_SETUP int64_t snw_move_park(snw_program *program);

/// To where the arm is commanded to be now, in joints: it stays, whatever its goal does.
SNW_SETUP int64_t snw_move_rest(snw_program *program);

/// Asks for a rest of this time at the goal before, which goes on being tracked.
SNW_SETUP int64_t snw_move_stop(snw_program *program, double seconds);

/// Goes to the first record of a path of joints, plays it and waits until it has ended. The path
/// begins and ends at rest. SNW_ERR_TIMEOUT, SNW_ERR_INTERRUPTED, SNW_ERR_SIZE; program->why.
SNW_SETUP SNW_NODISCARD snw_status snw_program_play(snw_program *program, const snw_path *path,
                                                    snw_path_interpolation how, double limit);

/// Waits for the end of a motion; `limit` is the longest wait in s of loop time, negative for ever.
/// SNW_OK when it arrived or was ended with a code of the program's own, SNW_ERR_TIMEOUT; else why
/// it did not arrive, also in program->why.
SNW_SETUP SNW_NODISCARD snw_status snw_wait_for(snw_program *program, int64_t motion, double limit);

/// Waits until nothing moves and nothing waits.
SNW_SETUP SNW_NODISCARD snw_status snw_wait_done(snw_program *program, double limit);

/// Lets loop time pass.
SNW_SETUP void snw_program_sleep(snw_program *program, double seconds);

/// The motion that runs, and how far it is.
SNW_SETUP snw_move_progress snw_program_progress(snw_program *program);

/// Where T6 is commanded to be now, the joints of it, and loop time [s].
SNW_SETUP snw_pose snw_program_t6(snw_program *program);

/// The commanded joints of now, joints[arm->count].
SNW_SETUP void snw_program_joints(snw_program *program, double *joints);

/// Loop time [s].
SNW_SETUP double snw_program_time(const snw_program *program);

/// Makes a functional frame of this arm's T6 in the world, in the sample that is being made: so the
/// other arm's equations can hold it. The base of an arm in the world is arm->T_world_base.
SNW_SETUP SNW_NODISCARD snw_status snw_program_link(snw_program *program, snw_frame *frame,
                                                    const char *name);

#ifdef __cplusplus
}
#endif

#endif // SINEW_PROGRAM_PROGRAM_H
