// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_QUEUE_SHAPE_H
#define SINEW_QUEUE_SHAPE_H

/// @file
/// Circles and sinusoids of a frame about a pose, with constant orientation: x0 + K sin(2 pi t / T)
/// along an axis, and a circle in the plane of two axes that begins and ends at the pose. Plain
/// functions of time; a functional frame can follow one (snw_shape_frame()).
///
/// Without a ramp a shape begins at full speed. With a ramp of r seconds the phase speeds up and
/// slows down in that time, without a jump of acceleration, and the same points are passed.

#include <stdbool.h>
#include <stdint.h>

#include "sinew/frame.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum snw_shape_kind { SNW_SHAPE_SINUSOID, SNW_SHAPE_CIRCLE } snw_shape_kind;

/// A shape. Public until it is begun.
typedef struct snw_shape {
    // public
    snw_shape_kind kind;
    snw_pose start;   ///< where it begins and ends
    int axis, second; ///< 0 x, 1 y, 2 z of the base; a circle runs from `axis` to `second`
    double size;      ///< amplitude or radius [m], > 0
    double period;    ///< [s], > 0
    double ramp;      ///< of the start and the end [s]; 0: none
    // read-only
    double end_turns; ///< where it ends, in turns; INFINITY before snw_shape_end()
} snw_shape;

/// The motion of a shape at one instant.
typedef struct snw_shape_sample {
    snw_pose T;
    snw_vec3 v; ///< [m/s]
    snw_vec3 a; ///< [m/s^2]
    bool done;  ///< it has ended and is at rest
} snw_shape_sample;

/// Starts a shape, which runs until snw_shape_end(). SNW_ERR_NOT_FINITE; SNW_ERR_RANGE for a size
/// or period that is not positive, or a negative ramp; SNW_ERR_ARGUMENT for axes other than 0 to 2
/// or equal ones.
SNW_RT SNW_NODISCARD snw_status snw_shape_begin(snw_shape *shape);

/// Ends it, t [s] after its begin: a circle when its turn is complete, a sinusoid at its next
/// crossing of the start; with a ramp as soon as that leaves time to slow down. A second call
/// changes nothing.
SNW_RT void snw_shape_end(snw_shape *shape, double t);

/// The motion t [s] after its begin; before it, the start. NaN counts as 0.
SNW_RT snw_shape_sample snw_shape_at(const snw_shape *shape, double t);

/// A shape as a functional frame: context of snw_shape_frame().
typedef struct snw_shape_context {
    snw_shape shape;
    int64_t t_ns; ///< of its begin
} snw_shape_context;

/// A function of a functional frame; `context` is a snw_shape_context.
SNW_RT SNW_NODISCARD snw_status snw_shape_frame(const snw_sample *sample, void *context,
                                                snw_pose *value);

#ifdef __cplusplus
}
#endif

#endif // SINEW_QUEUE_SHAPE_H
