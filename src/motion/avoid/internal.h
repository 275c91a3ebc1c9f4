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

/// Places where two bodies are near: the nearest points of their parts, and corners of one with
/// the nearest points of the other. They are pairs of points of the two bodies, and where the
/// bodies are apart by d, no place is nearer than d.
enum { SNW__NEAR_POINTS = 160 };
typedef struct snw__near_points {
    double below; ///< [m] places that are farther apart do not count
    int count;
    snw_near at[SNW__NEAR_POINTS]; ///< by rising distance above `keep`: those with the least
} snw__near_points;

/// Adds the places of one pair of bodies.
void snw__add_near_points(const snw_around *around, const snw_near *pair, snw__near_points *points);

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
