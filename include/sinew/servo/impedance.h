// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SERVO_IMPEDANCE_H
#define SINEW_SERVO_IMPEDANCE_H

/// @file
/// Arms that give way: springs around the target, or nothing but the weight taken off.

#include "sinew/servo/gravity.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What an impedance law adds to spring and damper.
typedef enum snw_impedance_feed {
    SNW_FEED_NONE,    ///< nothing: another term holds the weight
    SNW_FEED_GRAVITY, ///< G(q)
    SNW_FEED_FULL     ///< M(q) a_target + C(q, v) v + G(q)
} snw_impedance_feed;

/// Each axis a spring and a damper around its target: K e + D e', with D = 2 damping sqrt(K M_ii)
/// and M_ii the inertia that the axis feels where the arm is now. One axis alone then has exactly
/// this damping ratio; axes that move each other have it about.
typedef struct snw_impedance_config {
    int stiffness_count, damping_count;
    double stiffness[SNW_AXES]; ///< K [N.m/rad or N/m]; none is 0
    double damping[SNW_AXES];   ///< ratio; none is 1
    snw_impedance_feed feed;
    snw_payload payload;
} snw_impedance_config;

typedef struct snw_impedance_signals {
    int count;
    double error[SNW_AXES];   ///< of position [rad or m]
    double damping[SNW_AXES]; ///< D [N.m.s/rad or N.s/m]
    double effort[SNW_AXES];  ///< its term [N.m or N]
} snw_impedance_signals;

SNW_API extern const snw_type snw_impedance_config_type, snw_impedance_signals_type;

typedef struct snw_impedance {
    // read-only
    snw_impedance_signals signals;
    snw_servo_dyn model;
    // private
    double *M; // [nv * nv]
} snw_impedance;

/// Its init fails as that of snw_gravity_term_law does.
SNW_API extern const snw_servo_law snw_impedance_law;

/// Zero gravity: the arm stays where it is put. G(q), and what damps a motion; the target is not
/// looked at. (The other way to be led by hand, a target that is wherever the arm is, is
/// snw_hold with `follow`.)
typedef struct snw_zero_gravity_config {
    bool gravity; ///< adds G(q); off where another term does
    int damping_count;
    double damping[SNW_AXES]; ///< [N.m.s/rad or N.s/m]; none is 0
    snw_payload payload;
} snw_zero_gravity_config;

SNW_API extern const snw_type snw_zero_gravity_config_type;

typedef struct snw_zero_gravity {
    // read-only
    snw_servo_term signals;
    snw_servo_dyn model;
} snw_zero_gravity;

SNW_API extern const snw_servo_law snw_zero_gravity_law;

#ifdef __cplusplus
}
#endif

#endif // SINEW_SERVO_IMPEDANCE_H
