// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SERVO_GRAVITY_H
#define SINEW_SERVO_GRAVITY_H

/// @file
/// Laws that know the masses: what they share, and the term that holds an arm against gravity.

#include "sinew/dynamics/dyn.h"
#include "sinew/math.h"
#include "sinew/model.h"
#include "sinew/servo/law.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which loads a law compensates.
typedef enum snw_payload_source {
    SNW_PAYLOAD_GRASPED, ///< the payload of its parameters, and what is attached to the arm
    SNW_PAYLOAD_NONE,    ///< neither
    SNW_PAYLOAD_FIXED    ///< the payload of its parameters, whatever is attached
} snw_payload_source;

/// What an arm carries. Mass 0 is nothing.
typedef struct snw_payload {
    snw_payload_source source;
    char link[SNW_NAME]; ///< that carries it; empty is the link of the last axis
    double mass;         ///< [kg]
    snw_vec3 center;     ///< of its mass, in the frame of that link [m]
    snw_vec3 moments;    ///< about its center, along the axes of that frame [kg.m^2]
} snw_payload;

SNW_API extern const snw_type snw_payload_type;

/// Dynamics of the arm as a law sees them: base and gravity of the arm, rotors of its actuators,
/// and its payload. Part of a law.
typedef struct snw_servo_dyn {
    // read-only
    snw_dyn dyn;
    double *q;           ///< [nq] of the last update; the root of a floating model stays neutral
    double *v, *a, *tau; ///< [nv]
    int carrier;         ///< link of the payload
    snw_payload payload; ///< as it is known to `dyn`
    double viscous[SNW_AXES]; ///< friction of the actuators, on the joint's side [N.m.s/rad]
    bool carries;             ///< the last update held the weight of what is attached
    // private
    const snw_inertia *loads; // [link_count] of what is attached; NULL for nothing
    uint64_t change, known;   // of the loads: as given, as it is known to `dyn`
} snw_servo_dyn;

/// Tells a law what is attached to its arm: loads[link_count], each in the frame of its link; they
/// must stay until others are given. `change` is another number after each change of them. It takes
/// effect with the next update, if the payload's source is SNW_PAYLOAD_GRASPED. NULL is nothing.
SNW_RT void snw_servo_dyn_attach(snw_servo_dyn *model, const snw_inertia *loads, uint64_t change);

/// Efforts that hold the arm against gravity, G(q), times a factor of each axis.
typedef struct snw_gravity_term_config {
    bool on;                ///< adds its term
    int scale_count;        ///< none is 1
    double scale[SNW_AXES]; ///< [0, 2]; 0 leaves an axis out
    snw_payload payload;
} snw_gravity_term_config;

SNW_API extern const snw_type snw_gravity_term_config_type;

typedef struct snw_gravity_term {
    // read-only
    snw_servo_term signals;
    // private
    snw_servo_dyn model;
} snw_gravity_term;

/// Its init: SNW_ERR_UNKNOWN_NAME for a payload on a link that the model has not, SNW_ERR_RANGE for
/// one that no body can be.
SNW_API extern const snw_servo_law snw_gravity_term_law;

#ifdef __cplusplus
}
#endif

#endif // SINEW_SERVO_GRAVITY_H
