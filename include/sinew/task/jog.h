// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_JOG_H
#define SINEW_TASK_JOG_H

/// @file
/// Jogging: a person moves the arm by twists of its tool or by rates of its joints, as long as
/// commands keep coming.
///
/// A command lasts for `timeout`; then the arm brakes. Twists and rates reach their commands
/// without a jump of acceleration. Under the law qp the limits of all joints hold meanwhile, and no
/// place stops the arm for good.
///
///     status = snw_jog_twist(&jog, t, twist, SNW_JOG_TOOL);       // when the stick moves
///     status = snw_jog_update(&jog, t, &state, qd, &why);         // each tick

#include "sinew/profile.h"
#include "sinew/task/control.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The axes that a twist is given along.
typedef enum snw_jog_frame { SNW_JOG_BASE = 0, SNW_JOG_TOOL = 1 } snw_jog_frame;

/// Parameters; all may change at any tick.
typedef struct snw_jog_config {
    double timeout;                                   ///< a command lasts so long [s]
    double speed_linear, speed_angular;               ///< the most [m/s], [rad/s]
    double acceleration_linear, acceleration_angular; ///< [m/s^2], [rad/s^2]
    double jerk_linear, jerk_angular;                 ///< [m/s^3], [rad/s^3]
    double joint_share; ///< part of the velocity of the model that joints are jogged with, 0 to 1
    double joint_jerk;  ///< for joints whose jerk the model does not limit [rad/s^3]
} snw_jog_config;

SNW_API extern const snw_type snw_jog_config_type;

typedef enum snw_jog_mode { SNW_JOG_IDLE = 0, SNW_JOG_TWIST = 1, SNW_JOG_JOINT = 2 } snw_jog_mode;

/// Caller-owned, no destructor, one per thread.
typedef struct snw_jog {
    // read-only
    const snw_jog_config *config;
    snw_control *control; ///< whose first end effector is a frame
    snw_jog_mode mode;
    bool expired; ///< the last command was too long ago
    // private
    double commanded; // time of the last command
    snw_twist twist;
    snw_jog_frame frame;
    double *rates;               // [nv] of the last command
    snw_profile profile;         // of max(6, nv) axes
    snw_profile_state *now, *to; // [axes]
    snw_profile_limits *limits;  // [axes]
    int axes;
} snw_jog;

/// The state of a tick.
typedef struct snw_jog_state {
    const double *q, *v; ///< [nq], [nv] the configuration and rates of the last tick
    double dt;           ///< [s]
} snw_jog_state;

/// Lays out a jog of a controller, which must outlive it. Its first end effector must be a hard one
/// of six rows, others are held: SNW_ERR_ARGUMENT. On an empty arena it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_jog_init(snw_jog *jog, const snw_jog_config *config,
                                                snw_control *control, snw_arena *arena);

/// Commands a twist of the first end effector at time t [s]; too fast ones are held to the speeds
/// of the configuration. SNW_ERR_NOT_FINITE: the old command stays.
SNW_RT SNW_NODISCARD snw_status snw_jog_twist(snw_jog *jog, double t, snw_twist twist,
                                              snw_jog_frame frame);

/// Commands rates[nv] of the joints.
SNW_RT SNW_NODISCARD snw_status snw_jog_joints(snw_jog *jog, double t, const double *rates);

/// The rates qd[nv] of the tick at time t. Statuses are those of snw_control_rates();
/// SNW_ERR_NOT_FINITE and SNW_ERR_RANGE leave qd unchanged.
SNW_RT SNW_NODISCARD snw_status snw_jog_update(snw_jog *jog, double t, const snw_jog_state *state,
                                               double *qd, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_JOG_H
