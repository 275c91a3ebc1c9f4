// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/profile/generator.h"

#include <math.h>
#include <string.h>

#include "internal.h"

snw_profile_problem snw_profile_problem_defaults(void) {
    return (snw_profile_problem){.control = SNW_PROFILE_POSITION, .sync = SNW_PROFILE_TIME};
}

snw_status snw_profile_init(snw_profile *profile, int axes, snw_arena *arena) {
    if (axes < 1 || axes > SNW_PROFILE_AXES) return SNW_ERR_ARGUMENT;
    *profile = (snw_profile){.axes = axes, .governing_axis = -1};
    profile->axis_duration = SNW_ARENA_ARRAY(arena, double, axes);
    profile->axis_least = SNW_ARENA_ARRAY(arena, double, axes);
    profile->phase = SNW_ARENA_ARRAY(arena, snw_profile_phases, axes);
    profile->phase_count = SNW_ARENA_ARRAY(arena, int32_t, axes);
    profile->brake_count = SNW_ARENA_ARRAY(arena, int32_t, axes);
    profile->end = SNW_ARENA_ARRAY(arena, snw_profile_state, axes);
    profile->limits = SNW_ARENA_ARRAY(arena, snw_profile_limits, axes);
    profile->axis = SNW_ARENA_ARRAY(arena, snw__axis, axes);
    return snw_arena_status(arena);
}

// places the phases of an axis one after the other, from its start
void snw__profile_place(snw_profile *profile, int axis, const snw_profile_state *start,
                        const snw__pieces *list) {
    snw_profile_phase *phase = profile->phase[axis];
    double t = 0, p = start->p, v = start->v;
    for (int k = 0; k < list->count; k++) {
        const snw__piece *x = &list->item[k];
        phase[k] = (snw_profile_phase){t, x->dt, p, v, x->a, x->j};
        p += x->dt * (v + x->dt * (0.5 * x->a + x->dt * x->j * (1.0 / 6)));
        v += x->dt * (x->a + 0.5 * x->dt * x->j);
        t += x->dt;
    }
    profile->phase_count[axis] = list->count;
    profile->end[axis].p = p;
}

// The least time that all axes can take together: from the largest of their least times on, each
// axis that cannot take the time sends it on to the next one that it can. An axis has at most three
// such gaps, so this ends after at most so many rounds.
static double common_time(snw_profile *profile, bool velocity, double minimum) {
    double time = -1;
    for (int i = 0; i < profile->axes; i++) {
        if (!(profile->axis[i].least > time)) continue;
        time = profile->axis[i].least;
        profile->governing_axis = i;
    }
    profile->cause = SNW_PROFILE_CAUSE_AXIS;
    if (minimum > time) {
        time = minimum;
        profile->governing_axis = -1;
        profile->cause = SNW_PROFILE_CAUSE_REQUEST;
    }
    const int most = 4 * profile->axes * profile->axes;
    for (int settled = 0, i = 0, tries = 0; settled < profile->axes && tries <= most;
         i = (i + 1) % profile->axes, settled++, tries++) {
        snw__axis *axis = &profile->axis[i];
        if (axis->always) continue;
        const double next =
            velocity ? snw__axis_next_velocity(axis, time) : snw__axis_next(axis, time);
        if (!(next > time * (1 + 1e-12))) continue;
        time = next;
        settled = 0;
        profile->governing_axis = i;
        profile->cause = SNW_PROFILE_CAUSE_BLOCKED;
    }
    return time;
}

// the motion of one axis in the time it is given
static void finish_axis(snw_profile *profile, const snw_profile_problem *problem, int i,
                        double time) {
    snw__axis *axis = &profile->axis[i];
    const bool velocity = problem->control == SNW_PROFILE_VELOCITY;
    snw__pieces list;
    (velocity ? snw__axis_pieces_velocity : snw__axis_pieces)(axis, time, &list);
    snw__profile_place(profile, i, &problem->start[i], &list);
    profile->axis_duration[i] = time;
    profile->brake_count[i] = axis->brake_count;
}

static void plan_free(snw_profile *profile, const snw_profile_problem *problem) {
    const bool velocity = problem->control == SNW_PROFILE_VELOCITY;
    profile->duration = -1;
    for (int i = 0; i < profile->axes; i++) {
        snw__axis *axis = &profile->axis[i];
        const double asked = snw__larger(axis->least, problem->minimum_duration);
        const double time =
            velocity ? snw__axis_next_velocity(axis, asked) : snw__axis_next(axis, asked);
        finish_axis(profile, problem, i, time);
        if (!(time > profile->duration)) continue;
        const bool longer = time > profile->axis_least[i];
        profile->duration = time;
        profile->governing_axis = longer ? -1 : i;
        profile->cause = longer ? SNW_PROFILE_CAUSE_REQUEST : SNW_PROFILE_CAUSE_AXIS;
    }
}

static void plan_axes(snw_profile *profile, const snw_profile_problem *problem) {
    const bool velocity = problem->control == SNW_PROFILE_VELOCITY;
    for (int i = 0; i < profile->axes; i++) {
        snw__axis *axis = &profile->axis[i];
        (velocity ? snw__axis_solve_velocity : snw__axis_solve)(
            axis, &problem->start[i], &problem->target[i], &problem->limits[i]);
        profile->axis_least[i] = axis->least;
    }
    if (problem->sync == SNW_PROFILE_FREE) {
        plan_free(profile, problem);
        return;
    }
    profile->duration = common_time(profile, velocity, problem->minimum_duration);
    for (int i = 0; i < profile->axes; i++) {
        finish_axis(profile, problem, i, profile->duration);
    }
}

snw_status snw_profile_plan(snw_profile *profile, const snw_profile_problem *problem,
                            snw_why *why) {
    const snw_status status = snw__problem_check(problem, profile->axes, why);
    if (snw_failed(status)) return status;
    const bool velocity = problem->control == SNW_PROFILE_VELOCITY;
    profile->straight = false;
    for (int i = 0; i < profile->axes; i++) {
        profile->limits[i] = problem->limits[i];
    }
    if (problem->sync != SNW_PROFILE_PHASE || !snw__line_plan(profile, problem)) {
        plan_axes(profile, problem);
    }
    for (int i = 0; i < profile->axes; i++) {
        const double p = velocity ? profile->end[i].p : problem->target[i].p;
        profile->end[i] = problem->target[i];
        profile->end[i].p = p;
    }
    return SNW_OK;
}

snw_status snw_profile_stop(snw_profile *profile, const snw_profile_state *start,
                            const snw_profile_limits *limits, snw_profile_sync sync, snw_why *why) {
    static const snw_profile_state rest[SNW_PROFILE_AXES];
    const snw_profile_problem problem = {.start = start,
                                         .target = rest,
                                         .limits = limits,
                                         .control = SNW_PROFILE_VELOCITY,
                                         .sync = sync};
    return snw_profile_plan(profile, &problem, why);
}
