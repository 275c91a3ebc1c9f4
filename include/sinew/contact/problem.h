// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_CONTACT_PROBLEM_H
#define SINEW_CONTACT_PROBLEM_H

/// @file
/// One step of bodies that touch: their rates at its end.
///
///     v = argmin 1/2 |v - v*|^2_M + sum of l(J v)
///
/// where v* are the rates without contacts and each row has an impulse -l'(J v) that does not
/// increase with its velocity: springs with dampers, friction with a memory, motors and brakes
/// between two bounds. The function is convex, so the minimum is found by Newton's method with an
/// exact search along each direction, whatever the ratio of masses, and however many contacts share
/// a load. Only the bound of friction depends on the solution: it is that of the round before,
/// and rounds go on until both agree.
///
/// Nothing is allocated after init, and all work is bounded. Bodies, contacts and rows are given
/// anew for every step, between snw_contact_begin() and snw_contact_solve().
///
///     snw_contact_begin(&problem, 1e-3);
///     const int ball = snw_contact_add_body(&problem, &body);
///     snw_contact_add_point(&problem, &point);
///     snw_contact_solve(&problem, &report);
///     v = snw_contact_rates(&problem, ball);

#include <stdbool.h>
#include <stdint.h>

#include "sinew/base.h"
#include "sinew/contact/material.h"
#include "sinew/math.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_CONTACT_RATES = 64,   ///< rates of one body at most
    SNW_CONTACT_BODIES = 256, ///< bodies of a problem at most
    SNW_CONTACT_ROUNDS = 4    ///< rounds until the bounds of friction agree
};

/// Room of a problem.
typedef struct snw_contact_size {
    int bodies; ///< that can move
    int rates;  ///< of all bodies together
    int points; ///< contacts
    int rows;   ///< rows of motors, stops and brakes
} snw_contact_size;

/// A body, or an arm with all its joints: whatever moves by its own rates.
typedef struct snw_contact_body {
    int rates;          ///< 6 for a loose body: its twist at its centre of mass, linear first
    const double *mass; ///< [rates * rates] symmetric, positive definite
    const double *now;  ///< [rates] at the beginning of the step
    const double *free; ///< [rates] at its end if nothing touched
} snw_contact_body;

/// How one of two surfaces moves.
typedef struct snw_contact_side {
    int body;           ///< which body; -1: none, it moves as `given` says
    snw_vec3 origin;    ///< where the twists are given [m]
    const snw_twist *J; ///< [count] twist by each rate; NULL: a loose body, twists at its centre
    int first, count;   ///< of the rates of the body
    snw_twist given;    ///< of body -1
} snw_contact_side;

/// What a contact remembers from step to step, along the axes of the world.
typedef struct snw_contact_memory {
    double load;               ///< normal force [N]; 0 for a new contact
    snw_vec3 stretch;          ///< how far a is from where its surface would hold no load [m]
    snw_vec3 roll;             ///< likewise about axes in the surface [rad]
    double spin;               ///< likewise about the normal [rad]
    bool slides, rolls, spins; ///< whether it has given way
} snw_contact_memory;

/// Two surfaces that touch, or may do so within the step.
typedef struct snw_contact_point {
    snw_contact_side a, b;
    snw_vec3 normal; ///< from b to a, unit
    double depth;    ///< [m], at the beginning of the step; negative: a gap
    snw_vec3 at;     ///< where it presses [m]
    snw_vec3 rub;    ///< where friction acts [m]
    snw_contact_pair law;
    snw_contact_memory memory; ///< of the step before; after snw_contact_solve() of this one
} snw_contact_point;

/// What acts on a at a contact, as impulses of the step.
typedef struct snw_contact_impulse {
    double normal;    ///< [N.s], never negative
    snw_vec3 tangent; ///< [N.s]
    snw_vec3 torque;  ///< of spin and rolling [N.m.s]
} snw_contact_impulse;

/// A motor, a stop, a brake: impulse = clamp(start - slope * velocity, low, high) along one
/// direction of the rates.
typedef struct snw_contact_row {
    int body;
    const double *along; ///< [rates of the body]
    double start, slope; ///< slope >= 0
    double low, high;    ///< low <= high
} snw_contact_row;

/// How it went.
typedef struct snw_contact_report {
    int islands;  ///< groups of bodies that touch each other
    int rounds;   ///< most rounds of an island
    int steps;    ///< Newton steps of all islands and rounds
    int behind;   ///< islands whose bounds of friction did not agree after the last round
    int unsolved; ///< islands whose last round did not converge; their rates are finite all the
                  ///< same
} snw_contact_report;

struct snw__contact;

/// Caller-owned; see snw_contact_problem_init().
typedef struct snw_contact_problem {
    // read-only
    snw_contact_size size;
    double step; ///< length of the step [s]
    int body_count, point_count, row_count;
    snw_contact_point *points; ///< [point_count]
    // private
    struct snw__contact *work;
} snw_contact_problem;

/// Lays out a problem with that room.
SNW_SETUP SNW_NODISCARD snw_status snw_contact_problem_init(snw_contact_problem *problem,
                                                            snw_contact_size size, snw_arena *arena,
                                                            snw_why *why);

/// Forgets the bodies, contacts and rows of the step before. `step` is above 0 [s].
SNW_RT void snw_contact_begin(snw_contact_problem *problem, double step);

/// Adds a body; its number is in *body. SNW_ERR_FULL without room, SNW_ERR_NOT_FINITE,
/// SNW_ERR_SINGULAR for a mass that is not positive definite, SNW_ERR_SIZE for rates.
SNW_RT SNW_NODISCARD snw_status snw_contact_add_body(snw_contact_problem *problem,
                                                     const snw_contact_body *body, int *number);

/// Adds a contact. SNW_ERR_FULL without room: nothing was added. SNW_ERR_NOT_FINITE,
/// SNW_ERR_ARGUMENT for a body that does not exist.
SNW_RT SNW_NODISCARD snw_status snw_contact_add_point(snw_contact_problem *problem,
                                                      const snw_contact_point *point);

/// Adds a row, as for a contact.
SNW_RT SNW_NODISCARD snw_status snw_contact_add_row(snw_contact_problem *problem,
                                                    const snw_contact_row *row);

/// Finds the rates, impulses and memories. SNW_OK, or SNW_SATURATED when an island did not converge
/// within the bounds of the work: what was found is finite, and *report tells.
SNW_RT SNW_NODISCARD snw_status snw_contact_solve(snw_contact_problem *problem,
                                                  snw_contact_report *report);

/// Impacts: instead of a step, the rates right after bodies that touch and approach each other have
/// met. u+ >= -e u- along each normal (Moreau), with friction by impulse; where bodies approach
/// more slowly than `rest_speed` [m/s] e is 0. SNW_NOTHING_NEW when nowhere two bodies that touch
/// approach faster: nothing changed, and snw_contact_solve() may follow. Else the rates are those
/// after the impacts, and the step begins anew with them.
SNW_RT SNW_NODISCARD snw_status snw_contact_impact(snw_contact_problem *problem, double rest_speed,
                                                   snw_contact_report *report);

/// The rates of a body after snw_contact_solve(), as many as it has.
SNW_RT const double *snw_contact_rates(const snw_contact_problem *problem, int body);

/// The impulses of a contact after snw_contact_solve().
SNW_RT snw_contact_impulse snw_contact_impulse_of(const snw_contact_problem *problem, int point);

/// The impulse of a row after snw_contact_solve().
SNW_RT double snw_contact_row_impulse(const snw_contact_problem *problem, int row);

#ifdef __cplusplus
}
#endif

#endif // SINEW_CONTACT_PROBLEM_H
