// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SERVO_PD_H
#define SINEW_SERVO_PD_H

/// @file
/// Laws that treat each joint alone. With e = target - estimate,
///
///     PD    kp e + kd e' + ka a_target
///     PID   the same + ki * integral of e
///
/// by the trapezoidal rule, bounded, and held back while the sum is at the limit of the axis.

#include "sinew/servo/law.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Gains: none is 0, one is that of all axes.
typedef struct snw_pd_config {
    int kp_count, kd_count, ka_count;
    double kp[SNW_AXES]; ///< [N.m/rad or N/m]
    double kd[SNW_AXES]; ///< [N.m.s/rad or N.s/m]
    double ka[SNW_AXES]; ///< of the wanted acceleration [kg.m^2 or kg]
} snw_pd_config;

/// What a PD law shows of itself.
typedef struct snw_pd_signals {
    int count;
    double error[SNW_AXES];      ///< of position [rad or m]
    double error_rate[SNW_AXES]; ///< of the rate
    double effort[SNW_AXES];     ///< its term [N.m or N]
} snw_pd_signals;

SNW_API extern const snw_type snw_pd_config_type, snw_pd_signals_type;

typedef struct snw_pd {
    // read-only
    snw_pd_signals signals;
} snw_pd;

SNW_API extern const snw_servo_law snw_pd_law;

/// The integral is kept as an effort, so that a new ki changes how it grows and not what it is.
///
/// Anti-windup. `integral_limit` bounds the integral. Besides, the sum so far (effort as it comes
/// in, and this law) is compared with arm->limits.effort: beyond it, with a `tracking` time the
/// excess is taken back with that time constant (back-calculation); with 0 the integral stays while
/// the error would drive it further out. So this law stands last in the sum.
typedef struct snw_pid_config {
    int kp_count, kd_count, ka_count, ki_count, integral_limit_count, tracking_count;
    double kp[SNW_AXES];             ///< [N.m/rad or N/m]
    double kd[SNW_AXES];             ///< [N.m.s/rad or N.s/m]
    double ka[SNW_AXES];             ///< of the wanted acceleration [kg.m^2 or kg]
    double ki[SNW_AXES];             ///< [N.m/(rad.s) or N/(m.s)]
    double integral_limit[SNW_AXES]; ///< [N.m or N]; none is no limit
    double tracking[SNW_AXES];       ///< [s]; none is 0
} snw_pid_config;

typedef struct snw_pid_signals {
    int count;
    double error[SNW_AXES];      ///< of position [rad or m]
    double error_rate[SNW_AXES]; ///< of the rate
    double integral[SNW_AXES];   ///< the part of the effort that is the integral [N.m or N]
    double effort[SNW_AXES];     ///< its term, the integral included [N.m or N]
    uint64_t held;               ///< axes times ticks in which the integral was held back
} snw_pid_signals;

SNW_API extern const snw_type snw_pid_config_type, snw_pid_signals_type;

typedef struct snw_pid {
    // read-only
    snw_pid_signals signals;
    // private
    double before[SNW_AXES]; // error of the last tick
} snw_pid;

/// Its reset begins with an integral of zero, and the present error as the one before. Its update:
/// SNW_SATURATED while the integral of an axis is held back.
SNW_API extern const snw_servo_law snw_pid_law;

#ifdef __cplusplus
}
#endif

#endif // SINEW_SERVO_PD_H
