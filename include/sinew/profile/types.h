// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PROFILE_TYPES_H
#define SINEW_PROFILE_TYPES_H

/// @file
/// What the time laws speak about: the state of one axis and its limits.
///
/// An axis is a joint, a coordinate of the hand, or the parameter of a path. Positions are in any
/// unit u (rad, m, 1); velocities, accelerations and jerks in u/s, u/s^2, u/s^3.

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_PROFILE_AXES = 64,  ///< most axes of one generator
    SNW_PROFILE_PHASES = 18 ///< most phases of constant jerk of one axis
};

/// The largest magnitude of a position, and of a velocity or acceleration of the start.
#define SNW_PROFILE_LARGEST 1e9

/// The smallest limit of velocity, acceleration and jerk.
#define SNW_PROFILE_LEAST_LIMIT 1e-6

/// The largest limit of velocity and acceleration, and the largest of jerk but for INFINITY.
#define SNW_PROFILE_LARGEST_LIMIT 1e6
#define SNW_PROFILE_LARGEST_JERK 1e12

typedef struct snw_profile_state {
    double p; ///< position [u]
    double v; ///< velocity [u/s]
    double a; ///< acceleration [u/s^2]
} snw_profile_state;

typedef struct snw_profile_sample {
    double p; ///< position [u]
    double v; ///< velocity [u/s]
    double a; ///< acceleration [u/s^2]
    double j; ///< jerk [u/s^3]
} snw_profile_sample;

/// What an axis may do. A jerk of INFINITY lets the acceleration jump: trapezoids of velocity.
typedef struct snw_profile_limits {
    double v_min; ///< < 0 [u/s]
    double v_max; ///< > 0
    double a_min; ///< < 0 [u/s^2]
    double a_max; ///< > 0
    double jerk;  ///< > 0, in both directions [u/s^3]
} snw_profile_limits;

/// One phase of constant jerk; position, velocity and acceleration at its beginning.
typedef struct snw_profile_phase {
    double t;        ///< begin [s], from the start of the motion
    double duration; ///< [s]
    double p, v, a, j;
} snw_profile_phase;

/// The phases of one axis, of which only the first ones are in use.
typedef snw_profile_phase snw_profile_phases[SNW_PROFILE_PHASES];

#ifdef __cplusplus
}
#endif

#endif // SINEW_PROFILE_TYPES_H
