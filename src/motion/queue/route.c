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
// those of the worst place of the path, so the whole of it is driven as slowly as that place needs.

// limits of a parameter are kept in the range of the time laws, which is far from what any arm can
// do; only motions of less than about a micrometre are slowed down by it
static double clamp(double x, double most) {
    return fmin(fmax(x, SNW_PROFILE_LEAST_LIMIT), most);
}

// what limits of joints are after the rest of the way was sampled finitely
static const double velocity_margin = 0.97, acceleration_margin = 0.9;

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

static void finish(snw__route *route, const snw__route_plan *plan, double a, double j) {
    double up = a, down = a;
    if (plan->shared_start) up *= 0.5;
    if (plan->shared_end) down *= 0.5;
    if (plan->shared_start || plan->shared_end) j *= 0.5;
    const double most = SNW_PROFILE_LARGEST_LIMIT, v = clamp(fmin(route->asked, route->cap), most);
    route->limits = (snw_profile_limits){-v, v, -clamp(down, most), clamp(up, most),
                                         clamp(j, SNW_PROFILE_LARGEST_JERK)};
    route->cap = clamp(route->cap, most);
    route->report.stretched = route->asked > route->cap * (1 + 1e-9) && isfinite(route->asked);
    if (!(route->asked > route->cap)) {
        route->report.axis = -1;
        route->report.limit = "request";
    }
}

snw_status snw__route_joint(snw__route *route, snw__hand *hand, const snw__route_plan *plan,
                            snw_why *why) {
    (void)why;
    double a = HUGE_VAL, j = HUGE_VAL;
    route->cap = HUGE_VAL;
    route->zero = true;
    for (int i = 0; i < hand->arm->count; i++) {
        const double way = fabs(route->q_goal[i] - route->q_start[i]);
        route->report.joints[i] = route->q_goal[i];
        if (way < 1e-15) continue;
        route->zero = false;
        const double v = hand->arm->limits.velocity[i] / way;
        if (v < route->cap) {
            route->cap = v;
            route->report.axis = i;
            route->report.limit = "velocity";
        }
        const double most = joint_acceleration(hand, plan, i) / way;
        if (most < a) route->pusher = i;
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
    if (!isfinite(route->cap)) route->cap = SNW_PROFILE_LARGEST_LIMIT;
    finish(route, plan, a * plan->move->acceleration, j * plan->move->jerk);
    return SNW_OK;
}

/// The state of a walk along a Cartesian path.
typedef struct walk {
    snw__route *route;
    snw__hand *hand;
    const snw__route_plan *plan;
    double s, q[SNW_AXES];
    double first[SNW_AXES], second[SNW_AXES]; // largest |q'|, |q''| so far
    double where[SNW_AXES];                   // place of the largest |q'|
    double largest;                           // |q'| over the limit, at the last place
} walk;

// the controlled frame at s, and how it moves while s grows by one a second
static snw__carry carry_at(const snw__route *route, double s) {
    const double r = 1 - s;
    const snw_mat3 R = route->goal.R;
    snw__carry c;
    c.T.p = snw_vec3_add(route->goal.p, snw_mat3_apply(R, snw_vec3_scale(route->d, r)));
    c.T.R = snw_mat3_mul(R, snw_rotation_exp(snw_vec3_scale(route->phi, r)));
    c.V.lin = snw_vec3_neg(snw_mat3_apply(R, route->d));
    c.V.ang = snw_vec3_neg(snw_mat3_apply(R, route->phi));
    c.A = snw_accel_of(snw_vec3_zero(), snw_vec3_zero());
    return c;
}

// the same for the hand, which the tool is fixed to
static snw__carry hand_of(const snw__carry *c, snw_pose tool) {
    snw__carry h;
    h.T = snw_pose_mul(c->T, snw_pose_inverse(tool));
    const snw_vec3 arm = snw_vec3_sub(h.T.p, c->T.p);
    h.V = snw_twist_shift(c->V, arm);
    h.A = snw_accel_shift(c->A, c->V.ang, arm);
    return h;
}

static snw_status blame(const walk *w, double s, snw_status status, const char *rule,
                        snw_why *why) {
    if (rule != NULL) {
        snw_why_set(why, status, "path", "the joints cannot follow this path");
        snw_why_rule(why, rule);
    }
    const double nominal =
        w->route->asked > 0 && isfinite(w->route->asked) ? 1 / w->route->asked : 0;
    snw_why_add(why, "s", s, "");
    snw_why_add(why, "t", s * nominal, "s");
    w->route->report.place = s;
    for (int i = 0; i < w->hand->arm->count; i++) {
        w->route->report.joints[i] = w->q[i];
    }
    return status;
}

// rates at a place; where the hand has lost a direction they are as good as infinite
static double note_rates(walk *w, const snw__carry *hand, const double *q, double s) {
    double v[SNW_AXES], a[SNW_AXES], worst = 0;
    const bool regular = snw__hand_rates(w->hand, q, hand->V, hand->A, v, a) == SNW_OK;
    for (int i = 0; i < w->hand->arm->count; i++) {
        // towards the middle of a step a rate can still grow by what its own change says
        const double a1 = regular ? fabs(a[i]) : 1e9;
        const double v1 = regular ? fabs(v[i]) + 0.5 * a1 / SNW__ROUTE_STEPS : 1e9;
        if (v1 > w->first[i]) {
            w->first[i] = v1;
            w->where[i] = s;
        }
        w->second[i] = fmax(w->second[i], a1);
        worst = fmax(worst, v1 / w->hand->arm->limits.velocity[i]);
    }
    return worst;
}

// does the straight line between two sets of joints keep to the path, half way?
static bool between(walk *w, const double *q, double s) {
    double middle[SNW_AXES];
    for (int i = 0; i < w->hand->arm->count; i++) {
        middle[i] = 0.5 * (w->q[i] + q[i]);
    }
    const snw__carry c = carry_at(w->route, 0.5 * (w->s + s));
    const snw_pose T = snw_pose_mul(snw__hand_pose(w->hand, middle), w->route->tool);
    const snw_twist off = snw_pose_difference(c.T, T);
    return snw_vec3_norm(off.lin) <= w->plan->config->tolerance &&
           snw_vec3_norm(off.ang) <= w->plan->config->tolerance_rad;
}

// One step of the walk, to s: 1 done, 0 too long, or a failure.
static int try_step(walk *w, double s, snw_status *status, snw_why *why) {
    double q[SNW_AXES];
    const snw__carry c = carry_at(w->route, s);
    const snw__carry hand = hand_of(&c, w->route->tool);
    *status = snw__hand_solve(w->hand, hand.T, w->q, -1, q, why);
    if (snw_failed(*status)) return -1;
    if (!between(w, q, s)) return 0;
    w->largest = note_rates(w, &hand, q, s);
    w->s = s;
    for (int i = 0; i < w->hand->arm->count; i++) {
        w->q[i] = q[i];
    }
    return 1;
}

// Walks the whole path. A step whose middle leaves the tolerance is halved; where even the
// shortest does, the joints jump: another branch. A step that fails is halved too, so that the
// place that is told is near the first that fails.
static snw_status walk_path(walk *w, snw_why *why) {
    const double whole = 1.0 / SNW__ROUTE_STEPS, least = whole / (1 << SNW__ROUTE_DEPTH);
    double step = whole;
    for (int tries = 0; tries < 4 * SNW__ROUTE_STEPS && w->s < 1; tries++) {
        const double s = w->s + step >= 1 - 1e-12 ? 1 : w->s + step, before = w->largest;
        snw_status status = SNW_OK;
        const int done = try_step(w, s, &status, why);
        if (done == 1) {
            // where rates change fast, their peak may lie between two steps
            const bool fast = w->largest > 1.5 * before && before > 0;
            step = fast ? fmax(0.5 * step, least) : fmin(2 * step, whole);
            continue;
        }
        if (step > least) {
            step *= 0.5;
        } else if (done < 0) {
            return blame(w, s, status, NULL, why);
        } else {
            return blame(w, s, SNW_ERR_SINGULAR, "branch", why);
        }
    }
    return w->s < 1 ? blame(w, w->s, SNW_ERR_NOT_CONVERGED, "branch", why) : SNW_OK;
}

// the largest velocity that the joints allow, and which of them says so
static void joint_cap(walk *w) {
    snw__route *r = w->route;
    r->cap = HUGE_VAL;
    for (int i = 0; i < w->hand->arm->count; i++) {
        const double v = velocity_margin * w->hand->arm->limits.velocity[i] / w->first[i];
        const double a = acceleration_margin * joint_acceleration(w->hand, w->plan, i);
        const double curve = sqrt(0.5 * a / w->second[i]);
        if (!(fmin(v, curve) < r->cap)) continue;
        r->cap = fmin(v, curve);
        r->report.axis = i;
        r->report.limit = v < curve ? "velocity" : "acceleration";
        r->report.place = w->where[i];
    }
    if (!isfinite(r->cap)) r->cap = SNW_PROFILE_LARGEST_LIMIT;
}

// Hand and joints together: accelerations and jerks of the parameter.
static void limit_path(walk *w, double length, double angle) {
    const snw_queue_config *c = w->plan->config;
    const snw_move *move = w->plan->move;
    double a = fmin(c->acceleration / length, c->turn_acceleration / angle);
    double j = fmin(c->jerk / length, c->turn_jerk / angle);
    for (int i = 0; i < w->hand->arm->count; i++) {
        if (!(w->first[i] > 0)) continue;
        const double most = acceleration_margin * joint_acceleration(w->hand, w->plan, i);
        if (0.5 * most / w->first[i] < a) w->route->pusher = i;
        a = fmin(a, 0.5 * most / w->first[i]);
        j = fmin(j, 0.5 * joint_jerk(w->hand, w->plan, i) / w->first[i]);
    }
    finish(w->route, w->plan, a * move->acceleration, j * move->jerk);
}

snw_status snw__route_cartesian(snw__route *route, snw__hand *hand, const snw__route_plan *plan,
                                snw_why *why) {
    walk w = {.route = route, .hand = hand, .plan = plan};
    for (int i = 0; i < hand->arm->count; i++) {
        w.q[i] = route->q_start[i];
    }
    route->start = snw_pose_mul(snw__hand_pose(hand, route->q_start), route->tool);
    const snw_pose back = snw_pose_inverse_mul(route->goal, route->start);
    route->d = back.p;
    route->phi = snw_rotation_log(back.R);
    route->length = snw_vec3_norm(route->d);
    const double angle = snw_vec3_norm(route->phi);
    route->zero = route->length < 1e-13 && angle < 1e-13;
    route->asked =
        asked_velocity(plan->move, route->length, angle, plan->config->speed, plan->config->turn);

    const snw__carry at = carry_at(route, 0), begin = hand_of(&at, route->tool);
    if (!route->zero) w.largest = note_rates(&w, &begin, w.q, 0);
    snw_status status = SNW_OK;
    if (plan->quick || route->zero) {
        const snw__carry to = carry_at(route, 1), end = hand_of(&to, route->tool);
        status = snw__hand_solve(hand, end.T, w.q, -1, w.q, why);
        if (!snw_failed(status) && !route->zero) (void)note_rates(&w, &end, w.q, 1);
    } else {
        status = walk_path(&w, why);
    }
    if (snw_failed(status)) return status;
    for (int i = 0; i < hand->arm->count; i++) {
        route->q_goal[i] = route->report.joints[i] = w.q[i];
    }
    joint_cap(&w);
    if (!route->zero && route->cap < plan->config->slowest * route->asked) {
        return blame(&w, route->report.place, SNW_ERR_SINGULAR, "singular", why);
    }
    limit_path(&w, route->length, angle);
    return SNW_OK;
}
