// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_FRAME_FRAME_H
#define SINEW_FRAME_FRAME_H

/// @file
/// Named transforms, of four kinds by when a new value takes effect:
///
///     const        never: it is fixed when an equation is made of it
///     varb         at once: the next sample sees it
///     hold         when a motion begins that was asked for afterwards
///     functional   every sample: a function gives it, once however many equations hold it
///
/// One thread sets frames (the program), one evaluates them (the loop); neither waits.

#include <stdbool.h>
#include <stdint.h>

#include "sinew/base.h"
#include "sinew/math.h"
#include "sinew/os.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_FRAME_NAME = 33 ///< bytes of a name, with the final zero: 32 characters
};

typedef enum snw_frame_kind {
    SNW_FRAME_CONST,
    SNW_FRAME_VARB,
    SNW_FRAME_HOLD,
    SNW_FRAME_FUNCTIONAL
} snw_frame_kind;

/// The sample for which frames are evaluated.
typedef struct snw_sample {
    uint64_t number; ///< from 1; each sample has another
    int64_t t_ns;    ///< time of the loop
    double dt;       ///< since the sample before [s]
} snw_sample;

/// Gives the value of a functional frame; runs in the loop, bounded. A failure, or a value that is
/// not a pose, leaves the frame as it was and is passed on.
typedef snw_status snw_frame_fn(const snw_sample *sample, void *context, snw_pose *value);

/// One frame. Caller-owned, no destructor; must outlive the equations that hold it.
typedef struct snw_frame {
    // read-only
    char name[SNW_FRAME_NAME];
    snw_frame_kind kind;
    uint64_t evaluations; ///< calls of the function
    // private
    snw_pose set;     // the program's own value
    snw_pose now;     // the loop's
    snw_status state; // of the last evaluation
    uint64_t age;     // number of the sample that `now` is of; 0 for none
    snw_frame_fn *function;
    void *context;
    snw_triple mail; // from the program to the loop, of a varb
} snw_frame;

/// A constant. SNW_ERR_NOT_FINITE, SNW_ERR_RANGE for what is no rotation within 1e-9,
/// SNW_ERR_TOO_LARGE for a name of SNW_FRAME_NAME bytes and more,
/// SNW_ERR_ARGUMENT for none.
SNW_SETUP SNW_NODISCARD snw_status snw_frame_const(snw_frame *frame, const char *name,
                                                   snw_pose value, snw_why *why);

/// A hold frame; its first value.
SNW_SETUP SNW_NODISCARD snw_status snw_frame_hold(snw_frame *frame, const char *name,
                                                  snw_pose value, snw_why *why);

/// A varb frame; its first value. Lays out its mail in `arena`.
SNW_SETUP SNW_NODISCARD snw_status snw_frame_varb(snw_frame *frame, const char *name,
                                                  snw_pose value, snw_arena *arena, snw_why *why);

/// A functional frame.
SNW_SETUP SNW_NODISCARD snw_status snw_frame_functional(snw_frame *frame, const char *name,
                                                        snw_frame_fn *function, void *context,
                                                        snw_why *why);

/// Program: a new value for a varb or a hold frame. Refused like those of the constructors, and
/// with SNW_ERR_STATE for a constant or a function; the old value stays then.
SNW_RT SNW_NODISCARD snw_status snw_frame_set(snw_frame *frame, snw_pose value, snw_why *why);

/// Program: the value that was set last; of a function, identity.
SNW_RT snw_pose snw_frame_value(const snw_frame *frame);

/// Loop: the value in this sample; evaluated once per sample. Of a hold frame the first value:
/// motions carry their own (snw_equation_capture()).
SNW_RT SNW_NODISCARD snw_status snw_frame_evaluate(snw_frame *frame, const snw_sample *sample,
                                                   snw_pose *value);

/// A belt that moves at a constant rate: context of snw_conveyor_frame().
typedef struct snw_conveyor {
    // public
    snw_pose start;    ///< at t_ns
    snw_vec3 velocity; ///< along the axes of what `start` is in [m/s]
    int64_t t_ns;
} snw_conveyor;

/// Function of a frame on a conveyor.
SNW_RT SNW_NODISCARD snw_status snw_conveyor_frame(const snw_sample *sample, void *context,
                                                   snw_pose *value);

#ifdef __cplusplus
}
#endif

#endif // SINEW_FRAME_FRAME_H
