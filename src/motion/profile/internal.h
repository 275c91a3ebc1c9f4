// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PROFILE_INTERNAL_H
#define SINEW_PROFILE_INTERNAL_H

/// @file
/// One axis between two states of velocity and acceleration, as curve.c explains.

#include <math.h>
#include <stdbool.h>

#include "sinew/profile/generator.h"

/// The two ends of a motion, without positions.
typedef struct snw__ends {
    double v0, a0, vf, af;
} snw__ends;

/// The limits of an axis towards one side, with reciprocals.
typedef struct snw__rates {
    double v_max, rise, fall;  // largest velocity, acceleration and deceleration, all > 0
    double J, iJ;              // jerk, 1 / jerk
    double per_rise, per_fall; // 1 / rise, 1 / fall
} snw__rates;

/// One motion of a curve.
typedef struct snw__turn {
    double v;      // turning speed
    double x, y;   // peak acceleration of each side; y < 0 in the bent part
    double hx, hy; // how long it is held
    double cruise; // how long the turning speed is held
    double time, way;
} snw__turn;

/// The farthest that an axis gets in each time, always with ends as given (curve.c). The sides x
/// and y are the way up to the turning speed and the way down from it, or the other way round.
typedef struct snw__curve {
    double x, y;           // speeds of the sides where their acceleration is 0
    double ax, ay;         // largest acceleration on each side
    double ix, iy;         // 1 / ax, 1 / ay
    double knee_x, knee_y; // change of speed from which it is reached
    double edge_x, edge_y; // acceleration that a side has at least, from its end
    double J, iJ;
    double k, tau;       // way and time between the real and the virtual ends
    double v_low, v_top; // turning speeds of the main part
    double bend;         // > 0: the curve begins with a bent part, y from -bend
    double gap;          // to -gap
    bool split;          // no motion has a time between the bent part and the main one
    bool swapped;        // x is the last side
    snw__turn main;      // the begin of the main part
} snw__curve;

/// A phase before it is placed: duration, acceleration at its begin, jerk.
typedef struct snw__piece {
    double dt, a, j;
} snw__piece;

enum { SNW__PIECES = SNW_PROFILE_PHASES, SNW__BRAKES = 4 };

typedef struct snw__pieces {
    int count;
    snw__piece item[SNW__PIECES];
} snw__pieces;

typedef enum snw__place {
    SNW__INSIDE,  // of the limits
    SNW__LEAVING, // inside, but bound to leave them unless the target comes before
    SNW__OUTSIDE
} snw__place;

/// What plan keeps of an axis.
typedef struct snw__axis {
    snw_profile_limits limits;
    snw__rates rates, turned; // of the limits, and in mirror image
    snw_profile_state start, target;
    snw__ends ends;   // after the brake
    double way;       // from the brake's end to the target
    snw__place place; // of the start
    double brake;     // duration of the first phases, which bring it inside
    double slack;     // error of the way that is not told from 0
    double moment;    // error of a time that is not
    snw__curve up;    // the farthest up
    snw__curve down;  // the farthest down, in mirror image
    bool has_down;    // it is made
    bool rising;      // the shortest motion of velocity alone first raises the acceleration
    bool always;      // every duration from the least one on is possible
    bool brief;       // only the bent part is possible; for longer times the axis must brake first
    bool mirrored;    // the solution is one of the curve down
    snw__turn turn;   // the solution of least time
    double least;     // its time with the brake
    int brake_count;
    snw__piece brakes[SNW__BRAKES];
} snw__axis;

/// The larger, the smaller; b when a is NaN. (Those of libm are calls.)
static inline double snw__larger(double a, double b) {
    return a > b ? a : b;
}

static inline double snw__smaller(double a, double b) {
    return a < b ? a : b;
}

/// Time and way of a motion from its peaks, stays and cruise.
static inline void snw__turn_measure(const snw__curve *c, snw__turn *turn) {
    const double tx = 2 * turn->x * c->iJ + turn->hx, ty = 2 * turn->y * c->iJ + turn->hy;
    turn->time = c->tau + tx + ty + turn->cruise;
    turn->way =
        c->k + 0.5 * (c->x + turn->v) * tx + 0.5 * (turn->v + c->y) * ty + turn->v * turn->cruise;
}

/// dU/dT at a motion of the curve.
static inline double snw__curve_slope(const snw__curve *c, const snw__turn *turn) {
    return turn->v + 0.5 * turn->x * turn->y * c->iJ;
}

/// The peaks and holds of the sides for changes of speed dx and dy.
static inline void snw__turn_side_x(const snw__curve *c, double dx, snw__turn *turn) {
    turn->hx = dx > c->knee_x ? dx * c->ix - c->ax * c->iJ : 0;
    turn->x = dx > c->knee_x ? c->ax : dx > 0 ? sqrt(dx * c->J) : 0;
}

static inline void snw__turn_side_y(const snw__curve *c, double dy, snw__turn *turn) {
    turn->hy = dy > c->knee_y ? dy * c->iy - c->ay * c->iJ : 0;
    turn->y = dy > c->knee_y ? c->ay : dy > 0 ? sqrt(dy * c->J) : 0;
}

/// The motion of the main part with turning speed v, without cruise.
static inline snw__turn snw__curve_speed(const snw__curve *c, double v) {
    snw__turn turn;
    turn.v = v;
    turn.cruise = 0;
    snw__turn_side_x(c, v - c->x, &turn);
    snw__turn_side_y(c, v - c->y, &turn);
    turn.x = snw__larger(turn.x, c->edge_x);
    turn.y = snw__larger(turn.y, c->edge_y);
    snw__turn_measure(c, &turn);
    return turn;
}

// curve.c, reach.c
void snw__curve_make(snw__curve *c, const snw__ends *ends, const snw__rates *rates, bool rising);
snw__turn snw__curve_bent(const snw__curve *c, double y);
snw__turn snw__curve_begin(const snw__curve *c);
snw__turn snw__curve_time(const snw__curve *c, double time);
snw__turn snw__curve_rounded(const snw__curve *c, double w);
snw__turn snw__curve_mixed(const snw__curve *c, double s);

snw__turn snw__curve_reach(const snw__curve *c, double way, const snw__turn *from);
bool snw__curve_reach_bent(const snw__curve *c, double way, double slack, snw__turn *turn);
snw__turn snw__curve_cruise(const snw__curve *c, double way, double time);

// pieces.c
void snw__pieces_add(snw__pieces *list, double dt, double a, double j);
void snw__pieces_turn(snw__pieces *list, const snw__curve *c, const snw__turn *turn,
                      const snw__ends *ends, bool mirrored);
void snw__pieces_mix(snw__pieces *list, const snw__pieces *one, const snw__pieces *other,
                     double weight);
void snw__pieces_run(const snw__pieces *list, double *p, double *v);

// brake.c
snw__place snw__place_of(const snw_profile_limits *limits, double iJ,
                         const snw_profile_state *state);
void snw__brake(snw__pieces *list, const snw_profile_limits *limits, snw_profile_state *state);

// axis.c
void snw__axis_solve(snw__axis *axis, const snw_profile_state *start,
                     const snw_profile_state *target, const snw_profile_limits *limits);
void snw__axis_solve_velocity(snw__axis *axis, const snw_profile_state *start,
                              const snw_profile_state *target, const snw_profile_limits *limits);
double snw__axis_next(snw__axis *axis, double time);
double snw__axis_next_velocity(snw__axis *axis, double time);
void snw__axis_pieces(snw__axis *axis, double time, snw__pieces *list);
void snw__axis_pieces_velocity(snw__axis *axis, double time, snw__pieces *list);

// problem.c
SNW_NODISCARD snw_status snw__problem_check(const snw_profile_problem *problem, int axes,
                                            snw_why *why);

void snw__axis_name(int axis, char *name); // [16]

// line.c
bool snw__line_plan(snw_profile *profile, const snw_profile_problem *problem);

// profile.c
void snw__profile_place(snw_profile *profile, int axis, const snw_profile_state *start,
                        const snw__pieces *list);

#endif // SINEW_PROFILE_INTERNAL_H
