// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SERVO_FRICTION_H
#define SINEW_SERVO_FRICTION_H

/// @file
/// Efforts that make up for friction, and for gears that join several motors.

#include "sinew/servo/law.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Of an axis that moves at v: coulomb sign(v) + viscous v. Of one that rests: `breakaway` in the
/// direction in which it should go, that of the wanted rate or, where none is wanted, of the error
/// of position. Between rest and `dead_zone` the one goes over into the other, and directions grow
/// from 0 to 1 within their zones, so that the term has no jump.
typedef struct snw_friction_term_config {
    int coulomb_count, breakaway_count, viscous_count;
    double coulomb[SNW_AXES];   ///< [N.m or N]; none is 0
    double breakaway[SNW_AXES]; ///< static friction [N.m or N]; none is that of `coulomb`
    double viscous[SNW_AXES];   ///< [N.m.s/rad or N.s/m]; none is 0
    double dead_zone;           ///< rates below are between rest and motion [rad/s or m/s]
    double error_zone;          ///< errors of position below push less [rad or m]; 0 is no push
} snw_friction_term_config;

SNW_API extern const snw_type snw_friction_term_config_type;

typedef struct snw_friction_term {
    // read-only
    snw_servo_term signals;
} snw_friction_term;

SNW_API extern const snw_servo_law snw_friction_term_law;

/// Axes and motors of an arm whose model has couplings (sinew/model/coupling.h): arrays of
/// arm->count numbers, motor i in the place of axis i. Without couplings everything passes.
typedef struct snw_motors {
    // private
    double *q; // [nq]
    double *v; // [nv]
} snw_motors;

#ifdef __cplusplus
}
#endif

#endif // SINEW_SERVO_FRICTION_H
