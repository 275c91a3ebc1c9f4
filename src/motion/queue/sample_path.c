// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// The exact line, sampled before it is driven: joints at places near enough to each other that no
// other branch and no peak of the rates lies between them.

enum { SCALING_LOOKS = 2 * SNW__SCALING_CELLS };

// the tip at s, and how it moves while s grows by one a second
static snw__frame_motion tip_at(const snw__move_path *path, double s) {
    const snw_profile_sample at = {s, 1, 0, 0};
    const snw__frame_motion frame = snw__path_frame_at(path, &path->goal, at);
    return snw__path_tip_motion(&frame, path->tool);
}

// rates at a place; where the tip has lost a direction they are as good as infinite
static void find_rates(snw__path_sampling *p, const snw__frame_motion *tip, const double *q,
                       double s, snw__joint_motion *at) {
    at->q[0] = s;
    const bool regular = snw__tip_rates(p->tip, q, tip->V, tip->A, at->v, at->a) == SNW_OK;
    for (int i = 0; i < p->tip->arm->count && !regular; i++) {
        at->v[i] = at->a[i] = 1e9;
    }
}

// adds the rates of a place to the bounds and to the limit curve
static void note_rates(snw__path_sampling *p, const snw__joint_motion *at) {
    const int count = p->tip->arm->count;
    double v[SNW_AXES], worst = 0;
    for (int i = 0; i < count; i++) {
        // towards the middle of a step a rate can still grow by what its own change says
        v[i] = fabs(at->v[i]) + 0.5 * fabs(at->a[i]) / SNW__SAMPLE_STEPS;
        worst = fmax(worst, v[i] / p->tip->arm->limits.velocity[i]);
        p->rate[i] = at->v[i];
    }
    snw__bounds_include(&p->bounds, count, v, at->a, at->q[0]);
    snw__limit_curve_add(&p->curve, count, at);
    p->largest = worst;
}

// Do the rates at both ends of a step explain what the joints do in it? Where a peak lies between
// them, the joints go farther than the mean of both rates says. Only rates that come near to
// limits matter, and only ways that are longer than the joints of a search are sure to.
static bool rates_explain_step(const snw__path_sampling *p, const double *q,
                               const snw__joint_motion *at) {
    const double unsure = 1e-8, part = 0.2, per_step = 1 / (at->q[0] - p->s),
                 per_speed = 1 / p->path->requested;
    for (int i = 0; i < p->tip->arm->count; i++) {
        const double mean = 0.5 * (p->rate[i] + at->v[i]), went = (q[i] - p->q[i]) * per_step;
        const double scale = p->tip->arm->limits.velocity[i] * per_speed;
        if (fabs(went - mean) <= unsure * per_step) continue;
        if (!(fabs(went - mean) <= part * fmax(scale, fmin(fabs(mean), fabs(went))))) return false;
    }
    return true;
}

// does the straight line between two sets of joints keep to the path, half way?
static bool chord_keeps_path(snw__path_sampling *p, const double *q, double s) {
    double middle[SNW_AXES];
    for (int i = 0; i < p->tip->arm->count; i++) {
        middle[i] = 0.5 * (p->q[i] + q[i]);
    }
    const snw_twist off = snw__path_deviation(p->path, p->tip, middle, 0.5 * (p->s + s));
    return snw_vec3_norm(off.lin) <= p->options->config->tolerance &&
           snw_vec3_norm(off.ang) <= p->options->config->tolerance_rad;
}

// The search keeps joints within limits: one that has come to its limit stays there while the
// others go another way, at once. Does a joint stand at a limit that its rate leads beyond in the
// shortest step?
static bool presses_limit(const snw__path_sampling *p, const double *q, const snw__joint_motion *at,
                          snw_why *why) {
    const snw_arm_limits *l = &p->tip->arm->limits;
    const double least = 1.0 / (SNW__SAMPLE_STEPS << SNW__SAMPLE_DEPTH);
    if (p->tip->closed_form || at->q[0] >= 1) return false;
    for (int i = 0; i < p->tip->arm->count; i++) {
        const double next = q[i] + at->v[i] * least;
        if (next >= l->lower[i] && next <= l->upper[i]) continue;
        SNW_IGNORE(snw_refuse_rule(why, SNW_ERR_LIMIT, "limit", snw_arm_axis_name(p->tip->arm, i),
                                   "the path needs this joint beyond its limit",
                                   "move in joint mode, or choose another start"));
        return true;
    }
    return false;
}

// Between two places of different branches there is one where the branches meet, or where the
// joints would jump from one to the other: bisection tells. *place is where. Nearer than 1e-7 to a
// place where branches meet, rounding alone turns joints that have no say there.
static bool branches_meet(snw__path_sampling *p, double s, double *place) {
    const int count = p->tip->arm->count;
    double low = p->s, high = s, q[SNW_AXES], before[SNW_AXES], after[SNW_AXES];
    memcpy(before, p->q, sizeof before);
    for (int i = 0; i < 18; i++) {
        const double middle = 0.5 * (low + high);
        const snw__frame_motion tip = tip_at(p->path, middle);
        if (snw_failed(snw__tip_inverse(p->tip, tip.T, before, -1, q, NULL))) break;
        const bool same = p->tip->branch == p->branch;
        memcpy(same ? before : after, q, sizeof q);
        if (same) low = middle;
        if (!same) high = middle;
        // rates must not grow on the way there
        snw__joint_motion at;
        find_rates(p, &tip, q, middle, &at);
        if (i < 12) snw__bounds_include(&p->bounds, count, at.v, at.a, middle);
    }
    *place = high;
    const snw__frame_motion tip = tip_at(p->path, high);
    if (snw_failed(snw__tip_inverse(p->tip, tip.T, before, -1, after, NULL))) return false;
    for (int i = 0; i < count; i++) {
        if (!(fabs(after[i] - before[i]) <= 1e-4)) return false;
    }
    return true;
}

/// What came of a step.
typedef enum outcome { TAKEN, TOO_LONG, TOO_FAST, JUMPED, FAILED } outcome;

// Samples the path at *place; when the joints jump, *place is where. The shortest step is taken
// even where rates are not explained: it tells what they are at least.
static outcome take_step(snw__path_sampling *p, double *place, bool shortest, snw_status *status,
                         snw_why *why) {
    const double s = *place;
    double q[SNW_AXES];
    snw__joint_motion at;

    // joints there, on the branch of the place before
    const snw__frame_motion tip = tip_at(p->path, s);
    *status = snw__tip_inverse(p->tip, tip.T, p->q, -1, q, why);
    if (snw_failed(*status)) return FAILED;
    const int branch = p->tip->branch;
    if (!chord_keeps_path(p, q, s)) return TOO_LONG;
    if (branch != p->branch && !branches_meet(p, s, place)) return JUMPED;
    *place = s;

    // rates there, and whether a peak lies between
    find_rates(p, &tip, q, s, &at);
    if (presses_limit(p, q, &at, why)) {
        *status = SNW_ERR_LIMIT;
        return FAILED;
    }
    const bool clear = rates_explain_step(p, q, &at);
    if (!clear && !shortest) return TOO_FAST;
    for (int i = 0; i < p->tip->arm->count; i++) {
        if (!clear) at.v[i] = fmax(fabs(at.v[i]), fabs(q[i] - p->q[i]) / (s - p->s));
        p->q[i] = q[i];
    }
    note_rates(p, &at);
    p->s = s;
    p->branch = branch;
    return TAKEN;
}

// the path fails at s: for want of joints there, or, with a rule, because joints cannot follow it
static snw_status fail_at(const snw__path_sampling *p, double s, snw_status status,
                          const char *rule, snw_why *why) {
    if (rule != NULL) {
        SNW_IGNORE(snw_refuse_rule(why, status, rule, "path", "the joints cannot follow this path",
                                   "move in joint mode, or allow a tolerance"));
    }
    snw__path_note_failure(p->path, p->tip, p->q, s, why);
    return status;
}

// One place of the path by the parameter of its time scaling; false when there are no joints or
// rates.
static bool look_at_scaling(snw__path_sampling *p, int k) {
    double v[SNW_AXES], a[SNW_AXES], last[SNW_AXES];
    const snw_profile_sample u = {(double)k / SCALING_LOOKS, 1, 0, 0};
    const snw_profile_sample s = snw__scaling_at(&p->path->scaling, u);
    const snw__frame_motion frame = snw__path_frame_at(p->path, &p->path->goal, s);
    const snw__frame_motion tip = snw__path_tip_motion(&frame, p->path->tool);
    memcpy(last, p->q, sizeof last);
    if (k > 0 && snw_failed(snw__tip_inverse(p->tip, tip.T, p->q, -1, p->q, NULL))) return false;
    if (snw__tip_rates(p->tip, p->q, tip.V, tip.A, v, a) != SNW_OK) return false;
    for (int i = 0; i < p->tip->arm->count; i++) {
        const double went = k > 0 ? fabs(p->q[i] - last[i]) * SCALING_LOOKS : 0;
        v[i] = fmax(fabs(v[i]), went) + 0.5 * fabs(a[i]) / SCALING_LOOKS;
    }
    snw__bounds_include(&p->bounds, p->tip->arm->count, v, a, s.p);
    return true;
}

void snw__sample_path_begin(snw__path_sampling *p, snw__move_path *path, snw__tip *tip,
                            const snw__path_options *options) {
    p->path = path;
    p->tip = tip;
    p->options = options;
    p->s = p->largest = 0;
    p->step = 1.0 / SNW__SAMPLE_STEPS;
    p->tries = p->look = 0;
    p->scaled = false;
    p->branch = -1;
    memset(&p->bounds, 0, sizeof p->bounds);
    memcpy(p->q, path->q_start, sizeof p->q);
    snw__path_measure(path, tip, options);
    snw__limit_curve_begin(&p->curve, path, tip, options);
    if (path->empty) return;
    const snw__frame_motion begin = tip_at(path, 0);
    snw__joint_motion at;
    find_rates(p, &begin, p->q, 0, &at);
    note_rates(p, &at);
    if (options->goal_moves || !tip->closed_form) return;
    double q[SNW_AXES];
    const snw_status status = snw__tip_inverse(tip, begin.T, p->q, -1, q, NULL);
    if (!snw_failed(status)) p->branch = tip->branch;
}

// Samples on along the path. A step whose middle leaves the tolerance is halved; where even the
// shortest does, the joints jump: another branch. A step that fails is halved too, so that the
// place that is reported is near the first that fails; and one that hides a peak of the rates.
static snw_status sample_steps(snw__path_sampling *p, snw_why *why) {
    const double whole = 1.0 / SNW__SAMPLE_STEPS, least = whole / (1 << SNW__SAMPLE_DEPTH);
    for (; p->tries < SNW__SAMPLE_TRIES && p->s < 1; p->tries++) {
        if (snw__budget_spent(p->tip)) return SNW_NOTHING_NEW;
        const double before = p->largest;
        double s = p->s + p->step >= 1 - 1e-12 ? 1 : p->s + p->step;
        snw_status status = SNW_OK;
        const outcome came = take_step(p, &s, !(p->step > least), &status, why);
        if (came == TAKEN) {
            // where rates change fast, their peak may lie between two steps
            const bool fast = p->largest > 1.5 * before && before > 0;
            p->step = fast ? fmax(0.5 * p->step, least) : fmin(2 * p->step, whole);
        } else if (p->step > least && came != JUMPED) {
            p->step *= 0.5;
        } else if (came == FAILED) {
            return fail_at(p, s, status, NULL, why);
        } else {
            return fail_at(p, s, SNW_ERR_SINGULAR, "branch", why);
        }
    }
    return p->s < 1 ? fail_at(p, p->s, SNW_ERR_NOT_CONVERGED, "branch", why) : SNW_OK;
}

// A goal that moves: only the ends of its path are known. One that stands still where the tip is
// already needs no other joints.
static snw_status sample_end(snw__path_sampling *p, snw_why *why) {
    if (p->path->empty && !p->options->goal_moves) return SNW_OK;
    const snw__frame_motion end = tip_at(p->path, 1);
    const snw_status status = snw__tip_inverse(p->tip, end.T, p->q, -1, p->q, why);
    if (snw_failed(status) || p->path->empty) return status;
    snw__joint_motion at;
    find_rates(p, &end, p->q, 1, &at);
    note_rates(p, &at);
    return status;
}

snw_status snw__sample_path_go_on(snw__path_sampling *p, snw_why *why) {
    snw__move_path *path = p->path;
    if (!p->scaled) {
        // the line, and what it allows at one speed
        const bool ends_only = p->options->goal_moves || path->empty;
        snw_status status = ends_only ? sample_end(p, why) : sample_steps(p, why);
        if (status != SNW_OK) return status;
        for (int i = 0; i < p->tip->arm->count; i++) {
            path->q_goal[i] = path->report.joints[i] = p->q[i];
        }
        status = snw__path_limit_line(path, p->tip, p->options, &p->bounds, why);
        if (status != SNW_OK) return fail_at(p, path->report.place, status, NULL, why);
        if (ends_only || !path->report.stretched) return SNW_OK;

        // slow only where it must be
        snw__scaling_build(&path->scaling, &p->curve);
        memset(&p->bounds, 0, sizeof p->bounds);
        memcpy(p->q, path->q_start, sizeof p->q);
        p->scaled = true;
    }

    // the path once more, by the parameter of its time scaling, which is dropped when that fails
    for (; p->look <= SCALING_LOOKS; p->look++) {
        if (snw__budget_spent(p->tip)) return SNW_NOTHING_NEW;
        if (look_at_scaling(p, p->look)) continue;
        path->scaling.used = false;
        return SNW_OK;
    }
    snw__path_limit_scaled(path, p->tip, p->options, &p->bounds);
    return SNW_OK;
}
