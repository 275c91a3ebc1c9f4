// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// What a path allows its parameter s to do, s from 0 to 1. For the joints q(s),
//
//   dq/dt   = q' ds/dt
//   d2q/dt2 = q'' (ds/dt)^2 + q' d2s/dt2
//
// so that limits v and a of a joint hold if |q'| ds/dt <= v, |q''| (ds/dt)^2 <= a / 2 and
// |q'| d2s/dt2 <= a / 2. In joint mode q'' is 0 and the second half is not needed. The limits are
// those of the worst place of the path. Where that is slower than was asked for, the same is done
// for the joints as a function of u, s = g(u), which is slow only where it must be (pace.c).

// limits of a parameter are kept in the range of the time laws, which is far from what any arm can
// do; only motions of less than about a micrometre are slowed down by it
static double clamp(double x, double most) {
    return fmin(fmax(x, SNW_PROFILE_LEAST_LIMIT), most);
}

// what limits of joints are after the rest of the way was sampled finitely
static const double velocity_margin = 0.97, acceleration_margin = 0.9;

// [m, rad] a line shorter than this has no length: searches for joints end at a tenth of it
static const double no_length = 1e-9;

// of the accelerations of joints, for the change of speed along a pace, and as much for bends;
// the two mostly cancel, and whether they do is looked at afterwards
static const double pace_share = 0.6;

static double joint_acceleration(const snw__hand *hand, const snw__route_plan *plan, int i) {
    const snw_arm_limits *l = &hand->arm->limits;
    const double a = fmin(l->acceleration[i], l->deceleration[i]);
    return isfinite(a) ? a : plan->config->joint_acceleration;
}

static double joint_jerk(const snw__hand *hand, const snw__route_plan *plan, int i) {
    const double j = hand->arm->limits.jerk[i];
    return isfinite(j) ? j : joint_acceleration(hand, plan, i) / plan->config->joint_jerk_time;
}

// the velocity that was asked for, of a way of the hand
static double asked_velocity(const snw_move *move, double length, double angle, double speed,
                             double turn) {
    const double v = move->speed > 0 ? move->speed : speed;
    const double w = move->turn > 0 ? move->turn : turn;
    const double none = HUGE_VAL;
    return fmin(length > 1e-12 ? v / length : none, angle > 1e-12 ? w / angle : none);
}

static snw_profile_limits limits_of(const snw__route_plan *plan, double v, double a, double j) {
    double up = a, down = a;
    if (plan->shared_start) up *= 0.5;
    if (plan->shared_end) down *= 0.5;
    if (plan->shared_start || plan->shared_end) j *= 0.5;
    const double most = SNW_PROFILE_LARGEST_LIMIT;
    v = clamp(v, most);
    const snw_profile_limits limits = {-v, v, -clamp(down, most), clamp(up, most),
                                       clamp(j, SNW_PROFILE_LARGEST_JERK)};
    return limits;
}

static void finish(snw__route *route, const snw__route_plan *plan, double a, double j) {
    snw__reach *reach = &route->reach;
    reach->limits = limits_of(plan, fmin(route->asked, reach->cap), a, j);
    reach->cap = clamp(reach->cap, SNW_PROFILE_LARGEST_LIMIT);
    route->report.stretched = route->asked > reach->cap * (1 + 1e-9) && isfinite(route->asked);
    if (!(route->asked > reach->cap)) {
        route->report.axis = -1;
        route->report.limit = "request";
    }
    route->plain = *reach;
}

snw_status snw__route_joint(snw__route *route, snw__hand *hand, const snw__route_plan *plan,
                            snw_why *why) {
    (void)why;
    snw__reach *reach = &route->reach;
    double a = HUGE_VAL, j = HUGE_VAL;
    reach->cap = HUGE_VAL;
    route->zero = true;
    for (int i = 0; i < hand->arm->count; i++) {
        const double way = fabs(route->q_goal[i] - route->q_start[i]);
        route->report.joints[i] = route->q_goal[i];
        if (way < 1e-15) continue;
        route->zero = false;
        const double v = hand->arm->limits.velocity[i] / way;
        if (v < reach->cap) {
            reach->cap = v;
            route->report.axis = i;
            route->report.limit = "velocity";
        }
        const double most = joint_acceleration(hand, plan, i) / way;
        if (most < a) reach->pusher = i;
        a = fmin(a, most);
        j = fmin(j, joint_jerk(hand, plan, i) / way);
    }
    const snw_pose start = snw_pose_mul(snw__hand_pose(hand, route->q_start), route->tool);
    const snw_pose goal = snw_pose_mul(snw__hand_pose(hand, route->q_goal), route->tool);
    const snw_twist way = snw_pose_difference(start, goal);
    route->start = start;
    route->length = snw_vec3_norm(way.lin);
    route->asked =
        asked_velocity(plan->move, route->length, snw_vec3_norm(way.ang), HUGE_VAL, HUGE_VAL);
    if (!isfinite(reach->cap)) reach->cap = SNW_PROFILE_LARGEST_LIMIT;
    finish(route, plan, a * plan->move->acceleration, j * plan->move->jerk);
    return SNW_OK;
}

// --- Cartesian paths ----------------------------------------------------------------------------

void snw__route_measure(snw__route *route, snw__hand *hand, const snw__route_plan *plan) {
    route->start = snw_pose_mul(snw__hand_pose(hand, route->q_start), route->tool);
    const snw_pose back = snw_pose_inverse_mul(route->goal, route->start);
    route->d = back.p;
    route->phi = snw_rotation_log(back.R);
    route->length = snw_vec3_norm(route->d);
    route->angle = snw_vec3_norm(route->phi);
    route->zero = route->length < no_length && route->angle < no_length;
    route->asked = asked_velocity(plan->move, route->length, route->angle, plan->config->speed,
                                  plan->config->turn);
}

snw__carry snw__route_carry(const snw__route *route, const snw_pose *goal, snw_profile_sample s) {
    const double r = 1 - s.p;
    const snw_vec3 d = snw_mat3_apply(goal->R, route->d);
    const snw_vec3 phi = snw_mat3_apply(goal->R, route->phi);
    snw__carry c;
    c.T.p = snw_vec3_add_scaled(goal->p, d, r);
    c.T.R = snw_mat3_mul(goal->R, snw_rotation_exp(snw_vec3_scale(route->phi, r)));
    c.V = snw_twist_of(snw_vec3_scale(d, -s.v), snw_vec3_scale(phi, -s.v));
    c.A = snw_accel_of(snw_vec3_scale(d, -s.a), snw_vec3_scale(phi, -s.a));
    return c;
}

// the tool is fixed to the hand
snw__carry snw__route_hand(const snw__carry *carry, snw_pose tool) {
    snw__carry h;
    h.T = snw_pose_mul(carry->T, snw_pose_inverse(tool));
    const snw_vec3 arm = snw_vec3_sub(h.T.p, carry->T.p);
    h.V = snw_twist_shift(carry->V, arm);
    h.A = snw_accel_shift(carry->A, carry->V.ang, arm);
    return h;
}

snw_twist snw__route_miss(const snw__route *route, snw__hand *hand, const double *q, double s) {
    const snw_profile_sample at = {s, 0, 0, 0};
    const snw__carry c = snw__route_carry(route, &route->goal, at);
    const snw_pose T = snw_pose_mul(snw__hand_pose(hand, q), route->tool);
    return snw_pose_difference(c.T, T);
}

snw_status snw__route_blame(snw__route *route, const snw__hand *hand, const double *q, double s,
                            snw_why *why) {
    const double nominal = route->asked > 0 && isfinite(route->asked) ? 1 / route->asked : 0;
    snw_why_add(why, "s", s, "");
    snw_why_add(why, "t", s * nominal, "s");
    route->report.place = s;
    for (int i = 0; i < hand->arm->count; i++) {
        route->report.joints[i] = q[i];
    }
    return SNW_ERR_SINGULAR;
}

void snw__route_note(snw__bounds *bounds, int count, const double *first, const double *second,
                     double s) {
    for (int i = 0; i < count; i++) {
        if (fabs(first[i]) > bounds->first[i]) {
            bounds->first[i] = fabs(first[i]);
            bounds->where[i] = s;
        }
        bounds->second[i] = fmax(bounds->second[i], fabs(second[i]));
    }
}

static double hand_acceleration(const snw__route *route, const snw__route_plan *plan) {
    return fmin(plan->config->acceleration / route->length,
                plan->config->turn_acceleration / route->angle);
}

static double hand_jerk(const snw__route *route, const snw__route_plan *plan) {
    return fmin(plan->config->jerk / route->length, plan->config->turn_jerk / route->angle);
}

void snw__survey_begin(snw__survey *survey, const snw__route *route, const snw__hand *hand,
                       const snw__route_plan *plan) {
    survey->count = 0;
    survey->most = fmin(route->asked, SNW_PROFILE_LARGEST_LIMIT);
    survey->push_most = 0.5 * hand_acceleration(route, plan);
    for (int i = 0; i < hand->arm->count; i++) {
        const double a = acceleration_margin * joint_acceleration(hand, plan, i);
        survey->per_rate[i] = 1 / (velocity_margin * hand->arm->limits.velocity[i]);
        survey->per_change[i] = 1 / (pace_share * a);
    }
}

void snw__survey_add(snw__survey *survey, int axes, const snw__motion *rates) {
    if (survey->count >= SNW__SURVEY) return;
    double rate = 0, push = 0, bend = 0;
    for (int i = 0; i < axes; i++) {
        rate = fmax(rate, fabs(rates->v[i]) * survey->per_rate[i]);
        push = fmax(push, fabs(rates->v[i]) * survey->per_change[i]);
        bend = fmax(bend, fabs(rates->a[i]) * survey->per_change[i]);
    }
    const double speed = fmin(survey->most, 1 / fmax(rate, sqrt(bend)));
    survey->s[survey->count] = rates->q[0];
    survey->speed[survey->count] = fmax(speed, SNW_PROFILE_LEAST_LIMIT);
    survey->push[survey->count++] = fmin(survey->push_most, 1 / push);
}

// the largest velocity that the joints allow, and which of them says so
static double joint_cap(const snw__hand *hand, const snw__route_plan *plan, const snw__bounds *b,
                        snw_move_report *report) {
    double cap = HUGE_VAL;
    for (int i = 0; i < hand->arm->count; i++) {
        const double v = velocity_margin * hand->arm->limits.velocity[i] / b->first[i];
        const double a = acceleration_margin * joint_acceleration(hand, plan, i);
        const double curve = sqrt(0.5 * a / b->second[i]);
        if (!(fmin(v, curve) < cap)) continue;
        cap = fmin(v, curve);
        report->axis = i;
        report->limit = v < curve ? "velocity" : "acceleration";
        report->place = b->where[i];
    }
    return isfinite(cap) ? cap : SNW_PROFILE_LARGEST_LIMIT;
}

// accelerations and jerks of joints; returns the axis that governs, or `pusher`
static int joint_push(const snw__hand *hand, const snw__route_plan *plan, const snw__bounds *b,
                      double *a, double *j) {
    int pusher = -1;
    for (int i = 0; i < hand->arm->count; i++) {
        if (!(b->first[i] > 0)) continue;
        const double most = acceleration_margin * joint_acceleration(hand, plan, i);
        if (0.5 * most / b->first[i] < *a) pusher = i;
        *a = fmin(*a, 0.5 * most / b->first[i]);
        *j = fmin(*j, 0.5 * joint_jerk(hand, plan, i) / b->first[i]);
    }
    return pusher;
}

snw_status snw__route_limit(snw__route *route, const snw__hand *hand, const snw__route_plan *plan,
                            const snw__bounds *bounds, snw_why *why) {
    const snw_queue_config *c = plan->config;
    route->reach.cap = joint_cap(hand, plan, bounds, &route->report);
    if (!route->zero && route->reach.cap < c->slowest * route->asked) {
        snw_why_set(why, SNW_ERR_SINGULAR, "path", "the joints cannot follow this path");
        snw_why_rule(why, "singular");
        return SNW_ERR_SINGULAR;
    }
    double a = hand_acceleration(route, plan);
    double j = hand_jerk(route, plan);
    route->reach.pusher = joint_push(hand, plan, bounds, &a, &j);
    finish(route, plan, a * plan->move->acceleration, j * plan->move->jerk);
    return SNW_OK;
}

/// Largest derivatives of a pace in one cell of its grid: of the slope, a quadratic B-spline.
typedef struct cell {
    double first, second, third;
} cell;

static cell cell_of(const snw__pace *pace, int k) {
    const double *c = &pace->c[k], n = SNW__PACE;
    const cell r = {fmax(fmax(c[0], c[1]), c[2]), n * fmax(fabs(c[1] - c[0]), fabs(c[2] - c[1])),
                    n * n * fabs(c[0] - 2 * c[1] + c[2])};
    return r;
}

// Along a pace the hand's jerk is
//
//   d3s/dt3 = g''' (du/dt)^3 + 3 g'' du/dt d2u/dt2 + g' d3u/dt3
//
// A part of it is for the first term, which limits the velocity v of u; what that leaves in a cell
// is shared by the other two.
static snw_profile_limits share_jerk(const snw__pace *pace, double most, double part,
                                     snw_profile_limits u) {
    for (int k = 0; k < SNW__PACE; k++) {
        u.v_max = fmin(u.v_max, cbrt(part * most / cell_of(pace, k).third));
    }
    for (int k = 0; k < SNW__PACE; k++) {
        const cell g = cell_of(pace, k);
        const double left = 0.5 * (most - g.third * u.v_max * u.v_max * u.v_max);
        u.a_max = fmin(u.a_max, left / (3 * g.second * u.v_max));
        u.jerk = fmin(u.jerk, left / g.first);
    }
    return u;
}

// The terms are not all large at once. A law with the jerk j never has du/dt above
// v - (d2u/dt2)^2 / 2j, or it would pass v. With a = sqrt(j v) and d2u/dt2 = y a that is
// du/dt <= x v, x = 1 - y^2 / 2, and a cell is kept if for all y from 0 to 1
//
//   g''' v^3 x^3 + 3 g'' v^(3/2) x y sqrt(j) + g' j <= most,
//
// which is looked at in four steps of y, with the largest x and the largest y of each: quadratic in
// sqrt(j).
static snw_profile_limits share_ramp(const snw__pace *pace, double most, double part,
                                     snw_profile_limits u) {
    u.v_max = share_jerk(pace, most, part, u).v_max;
    const double v = u.v_max, v3 = v * v * v;
    for (int k = 0; k < SNW__PACE; k++) {
        const cell g = cell_of(pace, k);
        for (int i = 0; i < 4; i++) {
            const double x = 1 - i * i / 32.0, y = 0.25 * (i + 1);
            const double half = 1.5 * g.second * sqrt(v3) * x * y,
                         left = most - g.third * v3 * x * x * x;
            const double root = left / (half + sqrt(half * half + g.first * left));
            u.jerk = fmin(u.jerk, root * root);
        }
    }
    u.jerk = fmin(u.jerk, u.a_max * u.a_max / v);
    u.a_max = sqrt(u.jerk * v);
    return u;
}

// about the time of the whole, from u = 0 to 1
static double time_of(const snw_profile_limits *u) {
    return 1 / u->v_max + u->v_max / u->a_max + u->a_max / u->jerk;
}

// The part that makes that least. Only the law of limited jerk has a limit to keep.
static void limit_jerk(const snw__route *route, const snw__route_plan *plan,
                       snw_profile_limits *u) {
    static const double parts[] = {0.3, 0.5, 0.7, 0.85, 0.95};
    if (plan->move->law != SNW_MOVE_JERK) return;
    const bool shared = plan->shared_start || plan->shared_end;
    const double share = shared ? 0.5 : 1;
    const double most = share * plan->move->jerk * hand_jerk(route, plan);
    snw_profile_limits best = share_jerk(&route->pace, most, 0.5, *u);
    for (int i = 0; i < (int)(sizeof parts / sizeof *parts); i++) {
        const snw_profile_limits with = shared ? share_jerk(&route->pace, most, parts[i], *u)
                                               : share_ramp(&route->pace, most, parts[i], *u);
        if (time_of(&with) < time_of(&best)) best = with;
    }
    *u = best;
    // who shares it with another motion has half of it already
    u->jerk /= share;
}

// Of a pace, g' is at most its largest coefficient, and g'' their largest difference times the
// grid. The hand has one half of its acceleration for g'' (du/dt)^2 and one for g' d2u/dt2.
void snw__route_limit_pace(snw__route *route, const snw__hand *hand, const snw__route_plan *plan,
                           const snw__bounds *bounds) {
    double slope = 0, bend = 0;
    for (int k = 0; k < SNW__PACE; k++) {
        const cell g = cell_of(&route->pace, k);
        slope = fmax(slope, g.first);
        bend = fmax(bend, g.second);
    }
    const double most = hand_acceleration(route, plan);
    double a = 0.5 * most / slope, j = hand_jerk(route, plan) / slope;
    snw_move_report unused;
    snw__reach *reach = &route->reach;
    reach->cap = fmin(joint_cap(hand, plan, bounds, &unused), sqrt(0.5 * most / bend));
    reach->pusher = joint_push(hand, plan, bounds, &a, &j);
    snw_profile_limits u = {0, reach->cap, 0, a * plan->move->acceleration, j * plan->move->jerk};
    limit_jerk(route, plan, &u);
    reach->limits = limits_of(plan, fmin(route->asked / slope, u.v_max), u.a_max, u.jerk);
    reach->cap = clamp(u.v_max, SNW_PROFILE_LARGEST_LIMIT);
}
