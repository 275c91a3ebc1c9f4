// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PROGRAM_H
#define SINEW_PROGRAM_H

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
/// In virtual time the clock advances only while the program waits in one of these calls, so a run
/// is the same every time; in real time the loop runs in threads of its own. One thread uses a
/// program. Lengths are m, angles rad.

#include "sinew/frame.h"
#include "sinew/queue.h"
#include "sinew/station.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct snw_program_options {
    // public
    const char *path;  ///< of the cell
    const char *arm;   ///< member that is moved; NULL for the first arm of the loop
    const char *frame; ///< its T6: a link or attachment; NULL as the cell says, else the last link
    bool real;         ///< by the clock of the machine; else virtual
} snw_program_options;

/// Caller-owned; open and close.
typedef struct snw_program {
    // public
    snw_move next; ///< what moves are like from now on: mode, law, speeds, blends, monitor
    // read-only
    snw_exec *exec;
    const snw_arm *arm;
    snw_queue *queue;
    snw_why why; ///< of the last call that refused, or motion that did not arrive
    // private
    struct snw__program *work;
} snw_program;

/// Virtual time, the first arm.
SNW_SETUP snw_program_options snw_program_defaults(void);

/// Loads the cell, begins to run its loop and enables the arm. Sources of the cell for this arm are
/// left out, except a `motion`. `diags` may be NULL. On failure nothing is left open.
SNW_SETUP SNW_NODISCARD snw_status snw_program_open(snw_program *program,
                                                    const snw_program_options *options,
                                                    snw_diags *diags);

/// Ends what moves within its limits, takes the power off and ends the loop.
SNW_SETUP SNW_NODISCARD snw_status snw_program_close(snw_program *program, snw_why *why);

/// Asks for a motion to an equation or to joints[arm->count], as `next` says; returns at once with
/// its number, or 0 and program->why.
SNW_SETUP int64_t snw_move_to(snw_program *program, snw_equation *equation);
SNW_SETUP int64_t snw_move_joints(snw_program *program, const double *joints);

/// To where the arm was when the program began, in joints.
SNW_SETUP int64_t snw_move_park(snw_program *program);

/// Asks for a rest of this time at the goal before, which goes on being tracked.
SNW_SETUP int64_t snw_move_stop(snw_program *program, double seconds);

/// Waits for the end of a motion; `limit` is the longest wait in s of loop time, negative for ever.
/// SNW_OK when it arrived or was ended with a code of the program's own, SNW_ERR_TIMEOUT; else why
/// it did not arrive, also in program->why.
SNW_SETUP SNW_NODISCARD snw_status snw_wait_for(snw_program *program, int64_t motion, double limit);

/// Waits until nothing moves and nothing waits.
SNW_SETUP SNW_NODISCARD snw_status snw_wait_done(snw_program *program, double limit);

/// Lets loop time pass.
SNW_SETUP void snw_program_sleep(snw_program *program, double seconds);

/// Where T6 is told to be now, and loop time [s].
SNW_SETUP snw_pose snw_program_t6(snw_program *program);
SNW_SETUP double snw_program_time(const snw_program *program);

/// Teaches: a hold or varb frame becomes what it must be for the equation to hold where the arm is.
SNW_SETUP SNW_NODISCARD snw_status snw_program_teach(snw_program *program, snw_frame *frame,
                                                     snw_equation *equation);

#ifdef __cplusplus
}
#endif

#endif // SINEW_PROGRAM_H
