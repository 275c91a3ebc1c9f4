// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SERVO_INTERNAL_H
#define SINEW_SERVO_INTERNAL_H

#include "sinew/servo/gravity.h"
#include "sinew/servo/law.h"

// Rows of tables: a number per axis that may change at any tick, and the same as a signal.
#define GAINS(structure, member)                                                                   \
    SNW_AT_COUNTED(structure, member, member##_count), .kind = SNW_KIND_REAL, .when = SNW_LIVE
#define LIVE_REAL(structure, member)                                                               \
    SNW_AT(structure, member), .kind = SNW_KIND_REAL, .when = SNW_LIVE
#define LIVE_BOOL(structure, member)                                                               \
    SNW_AT(structure, member), .kind = SNW_KIND_BOOL, .when = SNW_LIVE
#define SHOWN(structure, member)                                                                   \
    SNW_AT_COUNTED(structure, member, count), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL
#define SHOWN_COUNT(structure, member)                                                             \
    SNW_AT(structure, member), .kind = SNW_KIND_UINT, .role = SNW_SIGNAL
#define SERVO_TYPE(structure, table) SNW_TYPE(structure, table), .space = &snw_space_motion

// The table of a law whose functions are NAME_init, NAME_reset and NAME_update of this file.
// `model_offset` is -1, or offsetof(snw_NAME, model).
#define SERVO_LAW(name, signals_type, model_offset, teller)                                        \
    static snw_status name##_init_any(void *law, const void *config, const snw_arm *arm,           \
                                      snw_arena *arena) {                                          \
        return name##_init(law, config, arm, arena);                                               \
    }                                                                                              \
    static void name##_reset_any(void *law, const snw_arm *arm) {                                  \
        name##_reset(law, arm);                                                                    \
    }                                                                                              \
    static snw_status name##_update_any(void *law, const void *config, const snw_arm *arm,         \
                                        double dt, double *effort) {                               \
        return name##_update(law, config, arm, dt, effort);                                        \
    }                                                                                              \
    const snw_servo_law snw_##name##_law = {.size = sizeof(snw_##name),                            \
                                            .signals_at = offsetof(snw_##name, signals),           \
                                            .model_at = (model_offset),                            \
                                            .config = &snw_##name##_config_type,                   \
                                            .signals = &(signals_type),                            \
                                            .init = name##_init_any,                               \
                                            .reset = name##_reset_any,                             \
                                            .update = name##_update_any,                           \
                                            .tell = (teller)}

/// Errors of the axes, by the mode of the target.
typedef struct snw__errors {
    double position[SNW_AXES], rate[SNW_AXES];
    double acceleration[SNW_AXES]; ///< that is wanted
} snw__errors;

/// SNW_ERR_SIZE when an array has neither 0, 1, nor arm->count values.
snw_status snw__servo_counts(const snw_arm *arm, const int *counts, int n);

/// May a law work in this tick? SNW_ERR_STATE, SNW_ERR_RANGE for dt, SNW_ERR_NOT_FINITE for the
/// estimate.
snw_status snw__servo_ready(const snw_arm *arm, double dt);

/// False also for NaN.
bool snw__tick_is_sound(double dt);

bool snw__all_finite(const double *values, int count);

/// True when the target has a motion to follow; then finds the errors. They are zero otherwise.
bool snw__servo_errors(const snw_arm *arm, snw__errors *errors);

/// Adds values[count] to effort[count] and keeps them in term[count], or neither when one is not
/// finite.
snw_status snw__servo_add(const double *values, int count, double *term, double *effort);

/// Lays out; `payload` as of the configuration. Goes on to measure when the arena is too small.
snw_status snw__servo_dyn_init(snw_servo_dyn *model, const snw_payload *payload, const snw_arm *arm,
                               snw_arena *arena);

/// Takes the estimate of the arm, and a payload that may have changed. The carrier stays.
snw_status snw__servo_dyn_update(snw_servo_dyn *model, const snw_payload *payload,
                                 const snw_arm *arm);

/// The efforts of this update hold the weight of what the model knows.
void snw__servo_dyn_carries(snw_servo_dyn *model);

/// Takes where the arm and its base are, for a new beginning.
void snw__servo_dyn_place(snw_servo_dyn *model, const snw_arm *arm);

#endif // SINEW_SERVO_INTERNAL_H
