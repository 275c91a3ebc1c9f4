// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_FRAME_EQUATION_H
#define SINEW_FRAME_EQUATION_H

/// @file
/// Position equations: Z T6 E = W P, with T6 the place of the arm's last link in its base.
///
///     snw_equation grasp;
///     status = SNW_POSITION(&grasp, why, "grasp", &Z, &snw_t6, &E, &snw_eq, &W, &P, &snw_tl, &E);
///
/// What follows TL is the tool: the frame at its right end is the one that moves on a straight
/// line in a Cartesian motion. It is T6 itself, or stands to the right of T6. Neighbours that are
/// constant are multiplied when the equation is made.

#include "sinew/frame/frame.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_EQUATION_TERMS = 32, ///< frames of both sides, T6 included
    SNW_EQUATION_HOLDS = 8   ///< hold frames among them
};

/// Words of an equation: the arm, the sign between its sides, and what stands before the tool.
SNW_API extern const snw_frame snw_t6, snw_eq, snw_tl;

/// One factor on the way to T6 or to the tool.
typedef struct snw_equation_factor {
    // read-only
    snw_frame *frame; ///< NULL for constants that were multiplied
    bool inverted;
    int hold;       ///< place among the values of hold frames; -1 for none
    snw_pose value; ///< of constants, inverted already
} snw_equation_factor;

/// Values that hold frames had when a motion was asked for.
typedef struct snw_equation_capture {
    snw_pose values[SNW_EQUATION_HOLDS];
} snw_equation_capture;

/// One equation. Caller-owned; its frames must outlive it.
typedef struct snw_equation {
    // public
    int code; ///< why the last motion to it ended; written by the queue
    // read-only
    char name[SNW_FRAME_NAME];
    int uses;         ///< motions that still need it: it must not go away
    bool moves;       ///< holds varb or functional frames
    uint64_t ends;    ///< motions to it that have ended
    int64_t products; ///< of poses, in the last snw_equation_solve()
    // private
    snw_frame *terms[SNW_EQUATION_TERMS]; // both sides, without words; T6 is NULL
    int left_count, right_count, t6, tool_first, tool_last;
    snw_frame *holds[SNW_EQUATION_HOLDS];
    int hold_count;
    snw_equation_factor controlled[SNW_EQUATION_TERMS]; // T6 TOOL = product of these
    int controlled_count;
    snw_equation_factor tool[SNW_EQUATION_TERMS]; // TOOL = product of these
    int tool_count;
} snw_equation;

/// Makes an equation of terms[count]. SNW_ERR_SYNTAX, with a fix: no EQ or two, a side that
/// is empty, no T6 or two, TL that is not followed by exactly one term, a tool that is not to the
/// right of T6, NULL. SNW_ERR_TOO_LARGE for more terms or hold frames than fit.
SNW_SETUP SNW_NODISCARD snw_status snw_equation_init(snw_equation *equation, const char *name,
                                                     const snw_frame *const *terms, int count,
                                                     snw_why *why);

/// The same with the terms one by one; C only.
#define SNW_POSITION(equation, why, name, ...)                                                     \
    snw_equation_init(                                                                             \
        (equation), (name), (const snw_frame *const[]){__VA_ARGS__},                               \
        (int)(sizeof((const snw_frame *const[]){__VA_ARGS__}) / sizeof(const snw_frame *)), (why))

/// Program: what hold frames are now, for a motion that is being asked for.
SNW_RT void snw_equation_capture_now(const snw_equation *equation, snw_equation_capture *capture);

/// Loop: where T6 must be in this sample, for a motion with these values of hold frames. Fails as a
/// functional frame does; `*T6` is unchanged then.
SNW_RT SNW_NODISCARD snw_status snw_equation_solve(snw_equation *equation,
                                                   const snw_equation_capture *capture,
                                                   const snw_sample *sample, snw_pose *T6);

/// Loop: where the controlled frame T6 TOOL must be, and TOOL.
SNW_RT SNW_NODISCARD snw_status snw_equation_controlled(snw_equation *equation,
                                                        const snw_equation_capture *capture,
                                                        const snw_sample *sample,
                                                        snw_pose *controlled, snw_pose *tool);

/// A sample, and what hold frames are in it.
typedef struct snw_equation_moment {
    const snw_equation_capture *capture; ///< NULL: as they are now
    const snw_sample *sample;
} snw_equation_moment;

/// What a frame would have to be for the equation to hold with the arm at T6: how a place is
/// taught. The frame must stand in the equation once (SNW_ERR_UNKNOWN_NAME, SNW_ERR_DUPLICATE).
SNW_RT SNW_NODISCARD snw_status snw_equation_solve_for(snw_equation *equation,
                                                       const snw_frame *unknown, snw_pose T6,
                                                       const snw_equation_moment *moment,
                                                       snw_pose *value, snw_why *why);

/// May it go away? SNW_ERR_STATE, with the number of motions, while some still need it.
SNW_RT SNW_NODISCARD snw_status snw_equation_release(const snw_equation *equation, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_FRAME_EQUATION_H
