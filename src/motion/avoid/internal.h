// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_AVOID_INTERNAL_H
#define SINEW_SRC_AVOID_INTERNAL_H

#include "sinew/avoid.h"

// --- around.c -----------------------------------------------------------------------------------

/// Moves the member to q[nq], unless it is there.
SNW_NODISCARD snw_status snw__around_move(snw_around *around, const double *q);

/// How fast the two bodies of a pair come apart (negative: approach) by motion of others.
double snw__around_parting(const snw_around *around, const snw_near *pair);

// --- near_points.c ------------------------------------------------------------------------------

/// A place where two bodies are near: a pair of points of the two.
typedef void snw__near_point_fn(const snw_near *near, void *context);

/// Gives the places of one pair of bodies that are nearer than `below`: the nearest points of their
/// parts, and corners of one with the nearest points of the other. Where the bodies are apart by d
/// no place is nearer than d. The same place may come more than once.
void snw__visit_near_points(const snw_around *around, const snw_near *pair, double below,
                            snw__near_point_fn *take, void *context);

// --- watch.c ------------------------------------------------------------------------------------

/// A place that the member could come too near to before it has come to rest.
typedef struct snw__place {
    double room;         ///< [m] that is left there
    double parting;      ///< [m/s] of the other body; negative for an approach
    const double *g;     ///< [nv] how the distance changes with the rates
    const double *lever; ///< [nv] how far the point goes with each rate
    const double *turn;  ///< [nv] by how much each rate turns what is behind it; 0 for slides
} snw__place;

/// Half of the sum over all pairs of rates: lever of the outer one times both displacements. A
/// point leaves its tangent by no more, because turning an inner joint turns the velocity that an
/// outer one gives; slides turn nothing.
double snw__curvature(const snw__place *place, const double *displacement, int n);

/// The time until all joints have come to rest when they brake together behind a tick with
/// rates[n], and half of it: the length of the way is that times the rates.
double snw__braking_time(const snw_rate_limits *limits, const double *rates, double dt);

/// Notes a place for snw__can_stop(); of too many those with the least `reserve` stay.
void snw__watch_place(snw_around *around, const snw__place *place, double reserve);

/// snw_constraint_functions.can_stop of the constraint.
bool snw__can_stop(const void *block, const snw_constraint_at *at, const double *qd,
                   const double *brake);

// --- objective.c --------------------------------------------------------------------------------

/// Parameters of an avoidance function; `kinds` are bits SNW_NEAR_SELF, ...
typedef struct snw__avoidance {
    double distance, boundary, exponent;
    unsigned kinds;
} snw__avoidance;

/// The function at q[nq], and its gradient F[nv] (may be NULL). SNW_ERR_STATE for a task without
/// surroundings.
SNW_NODISCARD snw_status snw__avoidance_at(const snw__avoidance *avoidance, snw_task *task,
                                           const double *q, double *value, double *F);

extern const snw_constraint_functions snw__clearance_functions;
extern const snw_objective_functions snw__collision_avoidance_functions;
extern const snw_expression_functions snw__collision_ab_functions, snw__obstacle_functions,
    snw__obstacle_ab_functions;

#endif // SINEW_SRC_AVOID_INTERNAL_H
