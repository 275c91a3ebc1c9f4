// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// One axis: its least time, the times it can take, and its motion for one of them.
//
// At the least time T1 of velocity alone the two curves begin at the same point, the shortest
// motion; a way above it is first met by the curve up, a way below by the curve down. If the curves
// close again at the end of their bent parts, they begin once more at the main parts.

// Errors of this relative size are not told from 0: a rest of a long motion that is planned again
// carries the rounding of the whole.
static const double ROUNDING = 1e-12, WAY_ROUNDING = 1e-11;

static snw__ends mirror(const snw__ends *e) {
    return (snw__ends){-e->v0, -e->a0, -e->vf, -e->af};
}

static void make_down(snw__axis *axis) {
    if (axis->has_down) return;
    const snw__ends ends = mirror(&axis->ends);
    snw__curve_make(&axis->down, &ends, &axis->turned, !axis->rising);
    axis->has_down = true;
}

static void make_rates(snw__axis *axis, const snw_profile_limits *l) {
    snw__rates *r = &axis->rates, *t = &axis->turned;
    *r = (snw__rates){l->v_max,    l->a_max,     -l->a_min,    l->jerk,
                      1 / l->jerk, 1 / l->a_max, -1 / l->a_min};
    *t = (snw__rates){-l->v_min, r->fall, r->rise, r->J, r->iJ, r->per_fall, r->per_rise};
}

// the error of a way that is not told from 0, for a motion of the given time
static double way_slack(const snw__axis *axis, double time) {
    return ROUNDING * (fabs(axis->start.p) + fabs(axis->target.p)) +
           WAY_ROUNDING * (axis->limits.v_max - axis->limits.v_min) * time;
}

// ends and the curve up from the state `now`; the shortest motion of velocity alone is its begin
static snw__turn prepare(snw__axis *axis, const snw_profile_state *now) {
    const snw_profile_state *target = &axis->target;
    const snw_profile_limits *limits = &axis->limits;
    // with unlimited jerk the accelerations of the ends mean nothing
    const double iJ = axis->rates.iJ, a0 = iJ > 0 ? now->a : 0, af = iJ > 0 ? target->a : 0;
    axis->ends = (snw__ends){now->v, a0, target->v, af};
    axis->way = target->p - now->p;
    axis->has_down = false;
    axis->mirrored = false;
    axis->brief = false;

    // the change of velocity when the acceleration goes straight to its end
    axis->rising = target->v - now->v >= 0.5 * (af + a0) * fabs(af - a0) * iJ;
    snw__curve_make(&axis->up, &axis->ends, &axis->rates, axis->rising);
    const snw__turn begin = snw__curve_begin(&axis->up);
    const double v_span = limits->v_max - limits->v_min, a_span = limits->a_max - limits->a_min;
    const double stop = v_span * snw__smaller(axis->rates.per_rise, axis->rates.per_fall);
    const double swing = iJ > 0 ? a_span * iJ : stop;
    axis->slack = way_slack(axis, begin.time);
    axis->moment = WAY_ROUNDING * snw__smaller(swing, stop);
    return begin;
}

static void set_problem(snw__axis *axis, const snw_profile_state *start,
                        const snw_profile_state *target, const snw_profile_limits *limits) {
    axis->start = *start;
    axis->target = *target;
    axis->limits = *limits;
    make_rates(axis, limits);
    axis->brake_count = 0;
    axis->brake = 0;
    axis->place = snw__place_of(limits, axis->rates.iJ, start);
}

// the same from the state inside the limits to which the axis comes first
static snw__turn prepare_braked(snw__axis *axis) {
    snw_profile_state now = axis->start;
    if (axis->place != SNW__INSIDE) {
        snw__pieces list = {.count = 0};
        snw__brake(&list, &axis->limits, &now);
        axis->brake_count = list.count;
        for (int i = 0; i < list.count; i++) {
            axis->brakes[i] = list.item[i];
            axis->brake += list.item[i].dt;
        }
    }
    return prepare(axis, &now);
}

// A rest of a motion that is one phase of constant jerk: rounding must not turn it into a longer
// motion of another kind. Gives the begin of the curve on which it lies.
static bool is_straight(snw__axis *axis, snw__turn *turn) {
    const snw__ends *e = &axis->ends;
    const double iJ = axis->rates.iJ, change = e->af - e->a0, dt = fabs(change) * iJ;
    const double small = ROUNDING * (axis->limits.v_max - axis->limits.v_min);
    if (!(fabs(e->vf - e->v0 - 0.5 * (e->a0 + e->af) * dt) <= small)) return false;
    const double way = dt * (e->v0 + dt * (e->a0 / 3 + e->af / 6));
    if (!(fabs(axis->way - way) <= way_slack(axis, dt))) return false;

    // up: a rise alone, with the trough at its begin; down: the same in mirror image
    axis->mirrored = change < 0;
    const double sign = axis->mirrored ? -1 : 1;
    *turn = (snw__turn){.v = sign * e->v0, .x = sign * e->a0, .y = -sign * e->a0};
    turn->time = dt;
    turn->way = way;
    if (axis->mirrored) make_down(axis);
    snw__curve *c = axis->mirrored ? &axis->down : &axis->up;
    if (c->swapped) {
        turn->x = -sign * e->a0;
        turn->y = sign * e->a0;
    }
    return true;
}

static snw__turn least_turn(snw__axis *axis, const snw__turn *begin) {
    snw__turn turn = *begin;
    double beyond = axis->way - begin->way;
    if (fabs(beyond) <= axis->slack) return turn;
    axis->mirrored = beyond < 0;
    if (axis->mirrored) make_down(axis);
    const snw__curve *c = axis->mirrored ? &axis->down : &axis->up;
    const double way = axis->mirrored ? -axis->way : axis->way;
    if (snw__curve_reach_bent(c, way, axis->slack, &turn)) return turn;
    if (c->split) {
        // the main parts begin at one point again
        const snw__turn again = axis->up.main;
        beyond = axis->way - again.way;
        axis->mirrored = beyond < 0;
        if (fabs(beyond) <= axis->slack) {
            axis->mirrored = false;
            return again;
        }
        if (axis->mirrored) make_down(axis);
        c = axis->mirrored ? &axis->down : &axis->up;
    }
    return snw__curve_reach(c, axis->mirrored ? -axis->way : axis->way, &c->main);
}

// Without bent parts, and with both curves going apart from their begin on, no longer time is ever
// lost: their slopes there are at least the speeds at which the accelerations of the ends can be 0,
// the larger one up and the smaller one down.
static bool never_blocked(const snw__axis *axis) {
    const snw__ends *e = &axis->ends;
    const double iJ = axis->rates.iJ, from = e->v0 + 0.5 * e->a0 * fabs(e->a0) * iJ,
                 to = e->vf - 0.5 * e->af * fabs(e->af) * iJ;
    const bool bent = iJ > 0 && (axis->rising ? e->af > 0 || e->a0 > 0 : e->a0 < 0 || e->af < 0);
    return !bent && (from >= 0 || to >= 0) && (from <= 0 || to <= 0);
}

static void solve(snw__axis *axis, const snw__turn *begin) {
    const bool straight = is_straight(axis, &axis->turn);
    if (!straight) axis->turn = least_turn(axis, begin);
    axis->always = !straight && never_blocked(axis);
    axis->least = axis->brake + axis->turn.time;
}

// A start whose velocity is bound to leave its limits, unless the target comes before that: then
// the acceleration does not pass 0, and the motion is one of the bent parts.
static bool solve_brief(snw__axis *axis) {
    if (axis->place != SNW__LEAVING) return false;
    const snw__turn begin = prepare(axis, &axis->start);
    axis->always = false;
    axis->brief = true;
    if (!is_straight(axis, &axis->turn)) {
        if (!axis->up.split) return false;
        const double beyond = axis->way - begin.way;
        axis->mirrored = beyond < 0;
        if (axis->mirrored) make_down(axis);
        const snw__curve *c = axis->mirrored ? &axis->down : &axis->up;
        axis->turn = begin;
        if (fabs(beyond) <= axis->slack) {
            axis->mirrored = false;
        } else if (!snw__curve_reach_bent(c, axis->mirrored ? -axis->way : axis->way, axis->slack,
                                          &axis->turn)) {
            return false;
        }
    }
    axis->least = axis->turn.time;
    return true;
}

void snw__axis_solve(snw__axis *axis, const snw_profile_state *start,
                     const snw_profile_state *target, const snw_profile_limits *limits) {
    set_problem(axis, start, target, limits);
    if (solve_brief(axis)) return;
    const snw__turn begin = prepare_braked(axis);
    solve(axis, &begin);
}

// false if the motion brings the acceleration to 0, which a start that is leaving cannot afford
static bool solve_velocity(snw__axis *axis, const snw__turn *begin) {
    const snw__ends *e = &axis->ends;
    const double small = ROUNDING * (axis->limits.v_max - axis->limits.v_min);
    const double dt = fabs(e->af - e->a0) * axis->rates.iJ;
    axis->turn = *begin;
    axis->always = !axis->up.split;
    bool straight = fabs(e->vf - e->v0 - 0.5 * (e->a0 + e->af) * dt) <= small;
    if (straight) {
        axis->way = dt * (e->v0 + dt * (e->a0 / 3 + e->af / 6));
        straight = is_straight(axis, &axis->turn);
        if (straight) axis->always = false;
    }
    axis->least = axis->brake + axis->turn.time;
    return straight || axis->up.split;
}

void snw__axis_solve_velocity(snw__axis *axis, const snw_profile_state *start,
                              const snw_profile_state *target, const snw_profile_limits *limits) {
    set_problem(axis, start, target, limits);
    axis->target.p = start->p;
    if (axis->place == SNW__LEAVING) {
        const snw__turn begin = prepare(axis, start);
        const bool brief = solve_velocity(axis, &begin);
        axis->always = false;
        axis->brief = true;
        if (brief) return;
    }
    const snw__turn begin = prepare_braked(axis);
    (void)solve_velocity(axis, &begin);
}

// the next time from `time` on at which this curve is at or beyond the way
static double next_on(const snw__curve *c, double way, double slack, double time) {
    const snw__turn now = snw__curve_time(c, time), low = c->main;
    if (now.way >= way - slack && now.time >= time * (1 - ROUNDING)) return time;
    if (c->bend > 0 && time < low.time * (1 - ROUNDING)) {
        // the curve has fallen below the way since the least time; it passes it once more
        const snw__turn last = snw__curve_bent(c, -c->gap);
        if (time < last.time && last.way >= way) {
            double a = now.y, b = last.y;
            for (int i = 0; i < 80; i++) {
                const double y = 0.5 * (a + b);
                *(snw__curve_bent(c, y).way < way ? &a : &b) = y;
            }
            return snw__curve_bent(c, b).time;
        }
        if (c->split) return snw__larger(low.time, time);
    }
    if (now.way >= way - slack) return now.time;
    return snw__curve_reach(c, way, time < low.time ? &low : &now).time;
}

// when the bent part of a split curve is over
static double bent_end(const snw__axis *axis) {
    return snw__curve_bent(&axis->up, -axis->up.gap).time * (1 + ROUNDING) + axis->moment;
}

double snw__axis_next(snw__axis *axis, double time) {
    if (axis->always || time <= axis->least * (1 + ROUNDING) + axis->moment) return time;
    make_down(axis);
    double t = time - axis->brake;
    // each of the two curves can send the other on at most a few times
    for (int i = 0; i < 8; i++) {
        if (axis->brief && !(axis->up.split && t <= bent_end(axis))) {
            const snw__turn begin = prepare_braked(axis);
            solve(axis, &begin);
            return snw__axis_next(axis, snw__larger(time, axis->least));
        }
        const double up = next_on(&axis->up, axis->way, axis->slack, t);
        const double both = next_on(&axis->down, -axis->way, axis->slack, up);
        if (both <= t * (1 + ROUNDING)) break;
        t = both;
    }
    return snw__larger(t + axis->brake, time);
}

double snw__axis_next_velocity(snw__axis *axis, double time) {
    if (axis->always || time <= axis->least * (1 + ROUNDING) + axis->moment) return time;
    if (axis->up.split && time - axis->brake <= bent_end(axis)) return time;
    if (axis->brief) {
        const snw__turn begin = prepare_braked(axis);
        (void)solve_velocity(axis, &begin);
        return snw__axis_next_velocity(axis, snw__larger(time, axis->least));
    }
    return snw__larger(time, axis->up.main.time + axis->brake);
}

// the motion that cruises where the acceleration of one end is 0, or the extremal one if the time
// is too short for that
static snw__turn easy_turn(const snw__curve *c, double time) {
    if (time < c->main.time) return snw__curve_time(c, time);
    snw__turn turn = c->main;
    turn.cruise = time - turn.time;
    turn.time = time;
    turn.way += turn.v * turn.cruise;
    return turn;
}

static void add_brakes(const snw__axis *axis, snw__pieces *list) {
    for (int i = 0; i < axis->brake_count; i++) {
        snw__pieces_add(list, axis->brakes[i].dt, axis->brakes[i].a, axis->brakes[i].j);
    }
}

// a motion between one of the curve up and one of the curve down
static void mix(const snw__axis *axis, const snw__turn *up, const snw__turn *down, double weight,
                snw__pieces *list) {
    snw__pieces high = {0}, low = {0};
    const snw__ends turned = mirror(&axis->ends);
    snw__pieces_turn(&high, &axis->up, up, &axis->ends, false);
    snw__pieces_turn(&low, &axis->down, down, &turned, true);
    snw__pieces_mix(list, &high, &low, weight);
}

// cruises at a suitable speed on one of the curves; false if every speed of it gets too far
static bool cruise_on(const snw__axis *axis, bool down, double t, snw__turn *turn,
                      snw__pieces *list) {
    const snw__curve *c = down ? &axis->down : &axis->up;
    const double way = down ? -axis->way : axis->way;
    *turn = easy_turn(c, t);
    if (way < turn->way) return false;
    if (turn->cruise > 0) *turn = snw__curve_cruise(c, way, t);
    const snw__ends ends = down ? mirror(&axis->ends) : axis->ends;
    snw__pieces_turn(list, c, turn, &ends, down);
    return true;
}

// The phases of the motion that takes `time`, which snw__axis_next() has allowed. The least time is
// the solution itself. For a longer one the axis cruises at a suitable speed; where there is no
// such speed, a convex combination of a motion that gets too far and one that does not.
void snw__axis_pieces(snw__axis *axis, double time, snw__pieces *list) {
    list->count = 0;
    add_brakes(axis, list);
    if (time <= axis->least * (1 + ROUNDING) + axis->moment) {
        const snw__ends ends = axis->mirrored ? mirror(&axis->ends) : axis->ends;
        snw__pieces_turn(list, axis->mirrored ? &axis->down : &axis->up, &axis->turn, &ends,
                         axis->mirrored);
        return;
    }
    const double t = time - axis->brake;
    snw__turn turn[2];
    if (cruise_on(axis, axis->mirrored, t, &turn[axis->mirrored], list)) return;
    make_down(axis);
    if (cruise_on(axis, !axis->mirrored, t, &turn[!axis->mirrored], list)) return;
    const double weight = (axis->way + turn[1].way) / (turn[0].way + turn[1].way);
    mix(axis, &turn[0], &turn[1], weight, list);
}

void snw__axis_pieces_velocity(snw__axis *axis, double time, snw__pieces *list) {
    list->count = 0;
    add_brakes(axis, list);
    const double t = time - axis->brake;
    make_down(axis);
    const snw__ends turned = mirror(&axis->ends);
    if (time <= axis->least * (1 + ROUNDING) + axis->moment) {
        snw__pieces_turn(list, axis->mirrored ? &axis->down : &axis->up, &axis->turn,
                         axis->mirrored ? &turned : &axis->ends, axis->mirrored);
        return;
    }

    // to the target's side at once, then wait there
    const double iJ = axis->rates.iJ;
    const double from = axis->ends.v0 + 0.5 * axis->ends.a0 * fabs(axis->ends.a0) * iJ;
    const double to = axis->ends.vf - 0.5 * axis->ends.af * fabs(axis->ends.af) * iJ;
    const bool below = to < from;
    const snw__curve *c = below ? &axis->down : &axis->up;
    const snw__turn turn = easy_turn(c, t);
    if (turn.cruise > 0) {
        snw__pieces_turn(list, c, &turn, below ? &turned : &axis->ends, below);
        return;
    }
    const snw__turn up = easy_turn(&axis->up, t), down = easy_turn(&axis->down, t);
    mix(axis, &up, &down, 0.5, list);
}
