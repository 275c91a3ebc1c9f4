// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// A straight line in the space of the axes: all differences, velocities and accelerations are
// multiples r[i] of those of one axis, the reference. One motion of the reference serves all; its
// limits are the tightest of limit[i] / r[i].

// vectors that differ by less, relative to the largest component, are parallel
static const double PARALLEL = 1e-12;

enum { WAY, START_V, END_V, START_A, END_A, VECTORS };

static double component(const snw_profile_problem *problem, int vector, int i) {
    const snw_profile_state *start = &problem->start[i], *target = &problem->target[i];
    switch (vector) {
    case WAY:
        return problem->control == SNW_PROFILE_POSITION ? target->p - start->p : 0;
    case START_V:
        return start->v;
    case END_V:
        return target->v;
    case START_A:
        return start->a;
    default:
        return target->a;
    }
}

// the axis with the largest component
static int largest(const snw_profile_problem *problem, int axes, int vector) {
    int at = 0;
    for (int i = 1; i < axes; i++) {
        const double here = component(problem, vector, i), best = component(problem, vector, at);
        if (fabs(here) > fabs(best)) at = i;
    }
    return at;
}

// the reference axis and the ratios to it; -1 if the vectors are not parallel or all 0
static int direction(const snw_profile_problem *problem, int axes, double *ratio) {
    int reference = -1;
    for (int vector = 0; vector < VECTORS; vector++) {
        const int most = largest(problem, axes, vector);
        const double size = component(problem, vector, most);
        if (size == 0) continue;
        if (reference < 0) {
            reference = most;
            for (int i = 0; i < axes; i++) {
                ratio[i] = component(problem, vector, i) / size;
            }
        }
        const double of_reference = component(problem, vector, reference);
        for (int i = 0; i < axes; i++) {
            const double off = component(problem, vector, i) - ratio[i] * of_reference;
            if (!(fabs(off) <= PARALLEL * fabs(size))) return -1;
        }
    }
    return reference;
}

static snw_profile_limits tightest(const snw_profile_limits *limits, const double *ratio,
                                   int axes) {
    snw_profile_limits all = {-HUGE_VAL, HUGE_VAL, -HUGE_VAL, HUGE_VAL, HUGE_VAL};
    for (int i = 0; i < axes; i++) {
        const snw_profile_limits *l = &limits[i];
        const double r = fabs(ratio[i]);
        const bool same = ratio[i] > 0;
        if (!(r > 0)) continue;
        all.v_max = fmin(all.v_max, (same ? l->v_max : -l->v_min) / r);
        all.v_min = fmax(all.v_min, (same ? l->v_min : -l->v_max) / r);
        all.a_max = fmin(all.a_max, (same ? l->a_max : -l->a_min) / r);
        all.a_min = fmax(all.a_min, (same ? l->a_min : -l->a_max) / r);
        all.jerk = fmin(all.jerk, l->jerk / r);
    }
    return all;
}

// with the tightest jerk the target may not be reachable inside the limits any more
static bool reachable(const snw_profile_state *target, const snw_profile_limits *l) {
    const double before = target->v - 0.5 * target->a * fabs(target->a) / l->jerk;
    return before <= l->v_max && before >= l->v_min;
}

bool snw__line_plan(snw_profile *profile, const snw_profile_problem *problem) {
    double ratio[SNW_PROFILE_AXES];
    const int axes = profile->axes, r = direction(problem, axes, ratio);
    if (r < 0) return false;
    const snw_profile_limits limits = tightest(problem->limits, ratio, axes);
    if (!reachable(&problem->target[r], &limits)) return false;
    snw__axis *axis = &profile->axis[0];
    const bool velocity = problem->control == SNW_PROFILE_VELOCITY;
    (velocity ? snw__axis_solve_velocity : snw__axis_solve)(axis, &problem->start[r],
                                                            &problem->target[r], &limits);
    if (axis->brake_count > 0) return false;

    double time = fmax(axis->least, problem->minimum_duration);
    time = velocity ? snw__axis_next_velocity(axis, time) : snw__axis_next(axis, time);
    snw__pieces list;
    (velocity ? snw__axis_pieces_velocity : snw__axis_pieces)(axis, time, &list);
    for (int i = 0; i < axes; i++) {
        snw__pieces scaled = list;
        for (int k = 0; k < scaled.count; k++) {
            scaled.item[k].a *= ratio[i];
            scaled.item[k].j *= ratio[i];
        }
        snw__profile_place(profile, i, &problem->start[i], &scaled);
        profile->axis_duration[i] = time;
        profile->axis_least[i] = axis->least;
        profile->brake_count[i] = 0;
    }
    profile->straight = true;
    profile->duration = time;
    profile->governing_axis = -1;
    profile->cause = time > axis->least ? SNW_PROFILE_CAUSE_REQUEST : SNW_PROFILE_CAUSE_LINE;
    return true;
}
