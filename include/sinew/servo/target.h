// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SERVO_TARGET_H
#define SINEW_SERVO_TARGET_H

/// @file
/// Between source and law: a smooth target from a rough one, and a place to hold where nothing is
/// wanted. Both change arm->target.

#include "sinew/servo/law.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A low-pass of wanted positions, for setpoints that come seldom, irregularly or by hand: two
/// equal real poles, so that it does not overshoot. Rates and accelerations of the target become
/// those of the filter.
typedef struct snw_setpoint_filter_config {
    double cutoff; ///< where 1/sqrt(2) passes [rad/s]
    int velocity_count;
    double velocity[SNW_AXES]; ///< largest rate [rad/s or m/s]; none is no limit
} snw_setpoint_filter_config;

SNW_API extern const snw_type snw_setpoint_filter_config_type;

typedef struct snw_setpoint_filter {
    // read-only
    double q[SNW_AXES], v[SNW_AXES];
    // private
    bool primed;
} snw_setpoint_filter;

/// Lays it out for an arm.
SNW_SETUP SNW_NODISCARD snw_status
snw_setpoint_filter_init(snw_setpoint_filter *filter, const snw_setpoint_filter_config *config,
                         const snw_arm *arm, snw_arena *arena);

/// Goes on from where the arm is and how it moves.
SNW_RT void snw_setpoint_filter_reset(snw_setpoint_filter *filter, const snw_arm *arm);

/// Changes q, v and a of the target in mode POSITION; in other modes it follows the arm, and the
/// target stays. Without a valid estimate it begins at the first target, at rest. Exact for targets
/// that stay between ticks, whatever the ticks; another cutoff changes neither q nor v.
/// SNW_ERR_NOT_FINITE, SNW_ERR_RANGE for dt or a cutoff outside [1e-6, 1e6]: nothing changes.
SNW_RT SNW_NODISCARD snw_status snw_setpoint_filter_update(snw_setpoint_filter *filter,
                                                           const snw_setpoint_filter_config *config,
                                                           snw_arm *arm, double dt);

/// A place to hold. While the target's mode is OFF it becomes POSITION, at rest where the arm was
/// when that began.
typedef struct snw_hold_config {
    bool follow; ///< the target is where the arm is, in every tick and whatever is wanted: the
                 ///< arm can be led by hand against its damping (RCCL's zero gravity)
} snw_hold_config;

SNW_API extern const snw_type snw_hold_config_type;

typedef struct snw_hold {
    // read-only
    double q[SNW_AXES];
    bool holding;
} snw_hold;

#ifdef __cplusplus
}
#endif

#endif // SINEW_SERVO_TARGET_H
