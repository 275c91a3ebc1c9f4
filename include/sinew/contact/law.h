// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_CONTACT_LAW_H
#define SINEW_CONTACT_LAW_H

/// @file
/// The laws of contact one by one, as functions of what is known at one moment: for simulations
/// whose steps are so short that forces may be held over a step.

#include <stdbool.h>

#include "sinew/base.h"
#include "sinew/math.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Force of a spring along the normal [N] for a signed distance [m], which is negative inside:
/// positive pushes apart.
SNW_RT double snw_contact_spring(double stiffness, double distance);

// --- a reaction that is smoothed
// --------------------------------------------------------------------

/// What a spring and a damper do, and how fast the result follows them.
typedef struct snw_reaction_law {
    double stiffness; ///< [N/m]
    double damping;   ///< [N.s/m]
    bool pulls;       ///< whether the force may hold surfaces together
    double first;     ///< share of a new value at the start of a contact, 0 to 1; 1: all of it
    double later;     ///< share after `ramp`
    double ramp;      ///< time in which the share changes linearly [s]
} snw_reaction_law;

/// What is measured of two surfaces at one moment.
typedef struct snw_reaction_input {
    double depth;    ///< [m]; 0 or less: no contact
    double rate;     ///< of the depth [m/s]
    snw_vec3 normal; ///< from B to A, unit
    snw_vec3 at;     ///< [m]
} snw_reaction_input;

/// Force on A at a place; `at` and `normal` are smoothed as the force is.
typedef struct snw_reaction {
    snw_wrench wrench; ///< on A, about the origin of the frame in which `at` is given
    snw_vec3 normal, at;
    bool touches;
} snw_reaction;

/// Memory of one contact; zero before the first. Separation forgets it.
typedef struct snw_reaction_state {
    snw_reaction last;
    double time; ///< since the contact began [s]
} snw_reaction_state;

/// The next value, `dt` after the one before: F = (1 - c) F_before + c f, from no force on; the
/// place and the normal likewise, from their first values on, and the normal stays a unit vector.
SNW_RT snw_reaction snw_reaction_step(snw_reaction_state *state, const snw_reaction_law *law,
                                      const snw_reaction_input *in, double dt);

// --- friction of a breaking spring
// ------------------------------------------------------------------

/// Coulomb's friction whose rest is a stiff spring: it holds up to a force, then it slides.
typedef struct snw_friction_law {
    double rest;      ///< coefficient up to which it holds
    double kinetic;   ///< coefficient while it slides
    double stiffness; ///< of the spring at rest [N/m]
    double damping;   ///< at rest [N.s/m]; critical for a mass m: 2 sqrt(m stiffness)
} snw_friction_law;

/// Memory of friction along a line; zero before the first contact.
typedef struct snw_friction_line_state {
    bool holds;    ///< at rest: the spring from `anchor` acts
    bool slides;   ///< with the direction `sign`
    double anchor; ///< place at which rest began
    double sign;   ///< direction of sliding
} snw_friction_line_state;

/// Force against the motion of a body at x with speed v under a normal load [N]. While it slides
/// its power is never positive.
SNW_RT double snw_friction_line(snw_friction_line_state *state, const snw_friction_law *law,
                                double x, double v, double load);

#ifdef __cplusplus
}
#endif

#endif // SINEW_CONTACT_LAW_H
