// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SERVO_LAW_H
#define SINEW_SERVO_LAW_H

/// @file
/// What all laws have in common, and a law of the user's own as one function.
///
/// A law reads arm->estimate and arm->target and ADDS its term to effort[count]; terms of several
/// laws make a sum. Each keeps its own term as a signal, and none limits the sum: the guard does.
///
///     init(x, config, arm, arena)          checks, and lays out what it needs
///     reset(x, arm)                        begins anew from the present state of the arm
///     update(x, config, arm, dt, effort)   once per tick; `config` may be another in every tick
///
/// An update that fails leaves effort, signals and state as they were: SNW_ERR_STATE before there
/// is an estimate of every axis, SNW_ERR_RANGE for a dt outside [1e-9, 10] s, SNW_ERR_NOT_FINITE
/// for a number that is NaN or infinite in the arm or in the configuration, where it is used. Laws
/// that follow a target add nothing while its mode is OFF or EFFORT, and have no error of position
/// in mode VELOCITY. An init fails with SNW_ERR_SIZE when an array of the configuration has neither
/// one value, nor none, nor one for each axis.

#include <stddef.h>

#include "sinew/axis.h"
#include "sinew/base.h"
#include "sinew/describe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The value of an axis where 1 value stands for all axes and none for `otherwise`. Axes beyond the
/// last value have the last.
SNW_INLINE double snw_per_axis(const double *values, int count, int axis, double otherwise) {
    if (count <= 0) return otherwise;
    return values[axis < count ? axis : count - 1];
}

/// What a law shows of itself, unless it has more to show: the efforts that it added last.
typedef struct snw_servo_term {
    int count;
    double effort[SNW_AXES]; ///< [N.m or N]
} snw_servo_term;

SNW_API extern const snw_type snw_servo_term_type;

/// A law as a table, named snw_NAME_law; its object is a snw_NAME and its configuration a
/// snw_NAME_config:
///
///     status = snw_pd_law.init(&pd, &config, &arm, &arena);
///     status = snw_pd_law.update(&pd, &config, &arm, dt, effort);
typedef struct snw_servo_law {
    size_t size;        ///< bytes of its object
    size_t signals_at;  ///< offset of its signals in the object
    ptrdiff_t model_at; ///< offset of its snw_servo_dyn; -1: it does not know the masses
    const snw_type *config, *signals;
    snw_status (*init)(void *law, const void *config, const snw_arm *arm, snw_arena *arena);
    void (*reset)(void *law, const snw_arm *arm);
    snw_status (*update)(void *law, const void *config, const snw_arm *arm, double dt,
                         double *effort);
    void (*tell)(const void *config, snw_arm *arm); ///< before an update: what it knows; or NULL
} snw_servo_law;

/// Adds the efforts of the target, which a source may give besides a motion, or alone in mode
/// EFFORT. Fails as updates do, though not with SNW_ERR_STATE.
SNW_RT SNW_NODISCARD snw_status snw_servo_feed(snw_servo_term *term, const snw_arm *arm,
                                               double *effort);

/// A law of the user's: adds its term to effort[arm->count]. Bounded time, no allocation, lock or
/// I/O. Readings of sensors come through `context`.
typedef snw_status snw_law_fn(const snw_arm *arm, double dt, double *effort, void *context);

/// Begins anew from the present state of the arm.
typedef void snw_law_reset_fn(const snw_arm *arm, void *context);

/// A function as a law. Caller-owned, needs no init.
typedef struct snw_law {
    // public
    snw_law_fn *calculate;
    snw_law_reset_fn *restart; ///< may be NULL
    void *context;
    // read-only
    snw_servo_term signals;
    uint64_t updates; ///< since the last reset
} snw_law;

/// Begins anew: counts from 0 and calls the law's own restart.
SNW_RT void snw_law_reset(snw_law *law, const snw_arm *arm);

/// Runs the function and adds what it found. A status that it fails with is passed on; results that
/// are not finite are SNW_ERR_NOT_FINITE.
SNW_RT SNW_NODISCARD snw_status snw_law_update(snw_law *law, const snw_arm *arm, double dt,
                                               double *effort);

#ifdef __cplusplus
}
#endif

#endif // SINEW_SERVO_LAW_H
