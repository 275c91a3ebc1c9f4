// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// The exact line, walked before it is driven: joints at places near enough to each other that no
// other branch and no peak of the rates lies between them.

static snw_status blame(const snw__walk *w, double s, snw_status status, const char *rule,
                        snw_why *why) {
    if (rule != NULL) {
        snw_why_set(why, status, "path", "the joints cannot follow this path");
        snw_why_rule(why, rule);
    }
    (void)snw__route_blame(w->route, w->hand, w->q, s, why);
    return status;
}

// the hand at s, and how it moves while s grows by one a second
static snw__carry hand_at(const snw__route *route, double s) {
    const snw_profile_sample at = {s, 1, 0, 0};
    const snw__carry c = snw__route_carry(route, &route->goal, at);
    return snw__route_hand(&c, route->tool);
}

// rates at a place; where the hand has lost a direction they are as good as infinite
static void find_rates(snw__walk *w, const snw__carry *hand, const double *q, double s,
                       snw__motion *at) {
    at->q[0] = s;
    const bool regular = snw__hand_rates(w->hand, q, hand->V, hand->A, at->v, at->a) == SNW_OK;
    for (int i = 0; i < w->hand->arm->count && !regular; i++) {
        at->v[i] = at->a[i] = 1e9;
    }
}

static void note_rates(snw__walk *w, const snw__motion *at) {
    const int count = w->hand->arm->count;
    double v[SNW_AXES], worst = 0;
    for (int i = 0; i < count; i++) {
        // towards the middle of a step a rate can still grow by what its own change says
        v[i] = fabs(at->v[i]) + 0.5 * fabs(at->a[i]) / SNW__ROUTE_STEPS;
        worst = fmax(worst, v[i] / w->hand->arm->limits.velocity[i]);
        w->rate[i] = at->v[i];
    }
    snw__route_note(&w->bounds, count, v, at->a, at->q[0]);
    snw__survey_add(&w->survey, count, at);
    w->largest = worst;
}

// Do the rates at both ends of a step explain what the joints do in it? Where a peak lies between
// them, the joints go farther than the mean of both rates says. Only rates that come near to
// limits matter, and only ways that are longer than the joints of a search are sure to.
static bool explained(const snw__walk *w, const double *q, const snw__motion *at) {
    const double unsure = 1e-8, part = 0.2, per_step = 1 / (at->q[0] - w->s),
                 per_speed = 1 / w->route->asked;
    for (int i = 0; i < w->hand->arm->count; i++) {
        const double mean = 0.5 * (w->rate[i] + at->v[i]), went = (q[i] - w->q[i]) * per_step;
        const double scale = w->hand->arm->limits.velocity[i] * per_speed;
        if (fabs(went - mean) <= unsure * per_step) continue;
        if (!(fabs(went - mean) <= part * fmax(scale, fmin(fabs(mean), fabs(went))))) return false;
    }
    return true;
}

// does the straight line between two sets of joints keep to the path, half way?
static bool between(snw__walk *w, const double *q, double s) {
    double middle[SNW_AXES];
    for (int i = 0; i < w->hand->arm->count; i++) {
        middle[i] = 0.5 * (w->q[i] + q[i]);
    }
    const snw_twist off = snw__route_miss(w->route, w->hand, middle, 0.5 * (w->s + s));
    return snw_vec3_norm(off.lin) <= w->plan->config->tolerance &&
           snw_vec3_norm(off.ang) <= w->plan->config->tolerance_rad;
}

// The search keeps joints within limits: one that has come to its limit stays there while the
// others go another way, at once. Does a joint stand at a limit that its rate leads beyond in the
// shortest step?
static bool pressed(const snw__walk *w, const double *q, const snw__motion *at, snw_why *why) {
    const snw_arm_limits *l = &w->hand->arm->limits;
    const double least = 1.0 / (SNW__ROUTE_STEPS << SNW__ROUTE_DEPTH);
    if (w->hand->closed_form || at->q[0] >= 1) return false;
    for (int i = 0; i < w->hand->arm->count; i++) {
        const double next = q[i] + at->v[i] * least;
        if (next >= l->lower[i] && next <= l->upper[i]) continue;
        snw_why_set(why, SNW_ERR_LIMIT, snw_arm_axis_name(w->hand->arm, i),
                    "the hand would need this joint beyond its limit");
        snw_why_rule(why, "limit");
        return true;
    }
    return false;
}

/// What came of a step of a walk.
typedef enum outcome { DONE, TOO_LONG, TOO_FAST, JUMPED, FAILED } outcome;

// Between two places of different branches there is one where the branches meet, or where the
// joints would jump from one to the other: bisection tells. *place is where. Nearer than 1e-7 to a
// place where branches meet, rounding alone turns joints that have no say there.
static bool crosses(snw__walk *w, double s, double *place) {
    const int count = w->hand->arm->count;
    double low = w->s, high = s, q[SNW_AXES], before[SNW_AXES], after[SNW_AXES];
    memcpy(before, w->q, sizeof before);
    for (int i = 0; i < 18; i++) {
        const double middle = 0.5 * (low + high);
        const snw__carry hand = hand_at(w->route, middle);
        if (snw_failed(snw__hand_solve(w->hand, hand.T, before, -1, q, NULL))) break;
        const bool same = w->hand->branch == w->branch;
        memcpy(same ? before : after, q, sizeof q);
        if (same) low = middle;
        if (!same) high = middle;
        // rates must not grow on the way there
        snw__motion at;
        find_rates(w, &hand, q, middle, &at);
        if (i < 12) snw__route_note(&w->bounds, count, at.v, at.a, middle);
    }
    *place = high;
    const snw__carry hand = hand_at(w->route, high);
    if (snw_failed(snw__hand_solve(w->hand, hand.T, before, -1, after, NULL))) return false;
    for (int i = 0; i < count; i++) {
        if (!(fabs(after[i] - before[i]) <= 1e-4)) return false;
    }
    return true;
}

// One step of the walk, to *s; when the joints jump, *s is where. The shortest step is taken even
// where rates are not explained: it tells what they are at least.
static outcome try_step(snw__walk *w, double *place, bool shortest, snw_status *status,
                        snw_why *why) {
    const double s = *place;
    double q[SNW_AXES];
    snw__motion at;
    const snw__carry hand = hand_at(w->route, s);
    *status = snw__hand_solve(w->hand, hand.T, w->q, -1, q, why);
    if (snw_failed(*status)) return FAILED;
    const int branch = w->hand->branch;
    if (!between(w, q, s)) return TOO_LONG;
    if (branch != w->branch && !crosses(w, s, place)) return JUMPED;
    *place = s;
    find_rates(w, &hand, q, s, &at);
    if (pressed(w, q, &at, why)) {
        *status = SNW_ERR_LIMIT;
        return FAILED;
    }
    const bool clear = explained(w, q, &at);
    if (!clear && !shortest) return TOO_FAST;
    for (int i = 0; i < w->hand->arm->count; i++) {
        if (!clear) at.v[i] = fmax(fabs(at.v[i]), fabs(q[i] - w->q[i]) / (s - w->s));
        w->q[i] = q[i];
    }
    note_rates(w, &at);
    w->s = s;
    w->branch = branch;
    return DONE;
}

// Walks on along the path. A step whose middle leaves the tolerance is halved; where even the
// shortest does, the joints jump: another branch. A step that fails is halved too, so that the
// place that is told is near the first that fails; and one that hides a peak of the rates.
static snw_status walk_path(snw__walk *w, snw_why *why) {
    const double whole = 1.0 / SNW__ROUTE_STEPS, least = whole / (1 << SNW__ROUTE_DEPTH);
    for (; w->tries < SNW__ROUTE_TRIES && w->s < 1; w->tries++) {
        if (snw__hand_tired(w->hand)) return SNW_NOTHING_NEW;
        const double before = w->largest;
        double s = w->s + w->step >= 1 - 1e-12 ? 1 : w->s + w->step;
        snw_status status = SNW_OK;
        const outcome came = try_step(w, &s, !(w->step > least), &status, why);
        if (came == DONE) {
            // where rates change fast, their peak may lie between two steps
            const bool fast = w->largest > 1.5 * before && before > 0;
            w->step = fast ? fmax(0.5 * w->step, least) : fmin(2 * w->step, whole);
            continue;
        }
        if (w->step > least && came != JUMPED) {
            w->step *= 0.5;
        } else if (came == FAILED) {
            return blame(w, s, status, NULL, why);
        } else {
            return blame(w, s, SNW_ERR_SINGULAR, "branch", why);
        }
    }
    return w->s < 1 ? blame(w, w->s, SNW_ERR_NOT_CONVERGED, "branch", why) : SNW_OK;
}

// A goal that moves: only the ends of its path are known. One that stands still where the hand is
// already needs no other joints.
static snw_status look_at_ends(snw__walk *w, snw_why *why) {
    if (w->route->zero && !w->plan->quick) return SNW_OK;
    const snw__carry end = hand_at(w->route, 1);
    const snw_status status = snw__hand_solve(w->hand, end.T, w->q, -1, w->q, why);
    if (snw_failed(status) || w->route->zero) return status;
    snw__motion at;
    find_rates(w, &end, w->q, 1, &at);
    note_rates(w, &at);
    return status;
}

enum { LOOKS = 2 * SNW__PACE };

// one place of the path by the parameter of its pace; false when there are no joints or rates
static bool look_at_pace(snw__walk *w, int k) {
    double v[SNW_AXES], a[SNW_AXES], last[SNW_AXES];
    const snw_profile_sample u = {(double)k / LOOKS, 1, 0, 0};
    const snw_profile_sample s = snw__pace_at(&w->route->pace, u);
    const snw__carry c = snw__route_carry(w->route, &w->route->goal, s);
    const snw__carry hand = snw__route_hand(&c, w->route->tool);
    memcpy(last, w->q, sizeof last);
    if (k > 0 && snw_failed(snw__hand_solve(w->hand, hand.T, w->q, -1, w->q, NULL))) return false;
    if (snw__hand_rates(w->hand, w->q, hand.V, hand.A, v, a) != SNW_OK) return false;
    for (int i = 0; i < w->hand->arm->count; i++) {
        const double went = k > 0 ? fabs(w->q[i] - last[i]) * LOOKS : 0;
        v[i] = fmax(fabs(v[i]), went) + 0.5 * fabs(a[i]) / LOOKS;
    }
    snw__route_note(&w->bounds, w->hand->arm->count, v, a, s.p);
    return true;
}

// The path once more, by the parameter of its pace, which is left when that does not succeed.
static snw_status walk_pace(snw__walk *w) {
    for (; w->look <= LOOKS; w->look++) {
        if (snw__hand_tired(w->hand)) return SNW_NOTHING_NEW;
        if (look_at_pace(w, w->look)) continue;
        w->route->pace.used = false;
        return SNW_OK;
    }
    snw__route_limit_pace(w->route, w->hand, w->plan, &w->bounds);
    return SNW_OK;
}

void snw__walk_begin(snw__walk *walk, snw__route *route, snw__hand *hand,
                     const snw__route_plan *plan) {
    walk->route = route;
    walk->hand = hand;
    walk->plan = plan;
    walk->s = walk->largest = 0;
    walk->step = 1.0 / SNW__ROUTE_STEPS;
    walk->tries = walk->look = 0;
    walk->paced = false;
    walk->branch = -1;
    memset(&walk->bounds, 0, sizeof walk->bounds);
    memcpy(walk->q, route->q_start, sizeof walk->q);
    snw__route_measure(route, hand, plan);
    snw__survey_begin(&walk->survey, route, hand, plan);
    if (route->zero) return;
    const snw__carry begin = hand_at(route, 0);
    snw__motion at;
    find_rates(walk, &begin, walk->q, 0, &at);
    note_rates(walk, &at);
    if (plan->quick || !hand->closed_form) return;
    double q[SNW_AXES];
    const snw_status status = snw__hand_solve(hand, begin.T, walk->q, -1, q, NULL);
    if (!snw_failed(status)) walk->branch = hand->branch;
}

snw_status snw__walk_on(snw__walk *w, snw_why *why) {
    snw__route *route = w->route;
    if (w->paced) return walk_pace(w);
    const bool quick = w->plan->quick || route->zero;
    snw_status status = quick ? look_at_ends(w, why) : walk_path(w, why);
    if (status != SNW_OK) return status;
    for (int i = 0; i < w->hand->arm->count; i++) {
        route->q_goal[i] = route->report.joints[i] = w->q[i];
    }
    status = snw__route_limit(route, w->hand, w->plan, &w->bounds, why);
    if (status != SNW_OK) return blame(w, route->report.place, status, NULL, why);
    if (quick || !route->report.stretched) return SNW_OK;

    // slow only where it must be
    snw__pace_build(&route->pace, &w->survey);
    memset(&w->bounds, 0, sizeof w->bounds);
    memcpy(w->q, route->q_start, sizeof w->q);
    w->paced = true;
    return walk_pace(w);
}
