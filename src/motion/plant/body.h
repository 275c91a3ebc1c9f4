// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PLANT_BODY_H
#define SINEW_PLANT_BODY_H

/// @file
/// The mass of a simulated arm and the efforts on it.
///
/// Each effort on an axis is a term, a number of the acceleration a that is sought,
///
///     f(a) = within [low, high] of (start - gain a),
///
/// where `gain` is what the effort loses by the end of the step per acceleration: h d + h^2 k for a
/// spring k and a damper d. The gains of terms that are not at a bound add to the inertia of the
/// axis like a rotor, so one forward recursion solves for all of them implicitly, and stiff terms
/// are stable at any step. Other effects (contact, elasticity, backlash, motors with currents) are
/// further terms.

#include "work.h"

enum { SNW__MOTOR, SNW__VISCOUS, SNW__DRY, SNW__STOP, SNW__BRAKE, SNW__OUTSIDE, SNW__TERMS };

typedef struct snw__term {
    double start, gain, low, high;
    bool held; // at a bound or otherwise given: `effort` does not depend on a
    double effort;
} snw__term;

/// What is pushed from outside, and until when.
typedef struct snw__push {
    double effort, next;
    int64_t end_ns, seconds_ns;
    bool pending;
} snw__push;

/// What an axis remembers and follows.
typedef struct snw__joint {
    snw_plant_axis drive;
    bool stops; // it has some
    double brake_effort;
    double inertia; // of the whole arm as the axis feels it where it began
    double kp, kd;  // of the drive's loops
    double q, v, a; // what the loop follows at the end of the tick
    double forward; // effort that is fed forward in this tick
    bool sticks;
    double stuck_at; // where it began to stick
    bool held;       // by the brake
    double held_at;
    double limit; // of a stop that is reached in this step; NaN is none
    double lock;  // inertia that is as good as infinite
    snw__push push;
    snw__term terms[SNW__TERMS];
} snw__joint;

/// The stand under a floating base: a spring and a damper on each of its rates, and what carries
/// its weight where it stands. Like a term, each is start - gain a.
typedef struct snw__stand {
    bool there;
    double base[SNW__BASE_Q]; // where it holds the base
    double stiffness[SNW__BASE_V], damping[SNW__BASE_V];
    snw_wrench weight; // along the axes of the base's coordinates
    double start[SNW__BASE_V], gain[SNW__BASE_V];
    snw_wrench wrench; // of the step that is over, about the base's origin, along the world's axes
} snw__stand;

typedef struct snw__body {
    const snw_arm *arm;
    const snw_simulated_arm *config;
    snw_dyn dyn;
    snw_stepper stepper;               // of rk4 only
    snw__joint *joints;                // [count]
    double *q, *v, *a;                 // [nq], [nv], [nv] of the model
    double *tau, *bias;                // [nv]
    snw_wrench *pushes, *pushes_next;  // [link_count]
    int64_t *push_ends, *push_lengths; // [link_count]
    bool *push_pending;                // [link_count]
    bool pushed;                       // some link is
    snw_inertia *own;                  // [link_count] without what it carries
    snw_inertia *payloads, *attached;  // [link_count] what it carries from the next tick on
    bool *load_pending;                // [link_count] one of them has changed
    bool loaded;                       // some link has
    double h;                          // of this step [s]
    double to_go;                      // from the end of this step to the end of the tick [s]
    const snw__plant *plant;
    snw__stand stand;
    bool plain; // a coordinate's rate is its own, for all
    int retries;
} snw__body;

/// One step of `h` seconds. A failure leaves the state as it was.
snw_status snw__body_step(snw__body *body);

/// 1 at the upper limit of an axis with stops, -1 at the lower, else 0.
int snw__body_at_limit(const snw__joint *joint, double q);

/// Sets up the stand where the base is, for a body whose mass matrix is M[nv][nv].
snw_status snw__stand_set(snw__body *body, const double *M);

/// What the stand does at this state; `effort[6]` receives its starts and its gains go to the
/// rotors of the base. Zeros without a stand.
snw_status snw__stand_effort(snw__body *body, const double *q, const double *v, double *effort);

/// What it did for the accelerations that were found.
void snw__stand_settle(snw__body *body);

/// Fills the terms of all axes for the state at hand; needs the bias where an axis sticks.
snw_status snw__body_terms(snw__body *body, const double *q, const double *v);

/// Accelerations a[nv] for efforts of terms, whose gains have been put into the rotors.
snw_status snw__body_forward(snw__body *body, const double *q, const double *v, double *a);

#endif // SINEW_PLANT_BODY_H
