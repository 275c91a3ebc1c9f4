// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// Which problems are valid. All comparisons are written so that NaN fails them.

// a target on its limit, or outside by rounding, is inside
static const double ROUNDING = 1e-12;

// "axis[12]"
void snw__axis_name(int axis, char *name) {
    static const char head[] = "axis[";
    int n = 0;
    for (; head[n]; n++) {
        name[n] = head[n];
    }
    if (axis >= 10) name[n++] = (char)('0' + axis / 10);
    name[n++] = (char)('0' + axis % 10);
    name[n++] = ']';
    name[n] = 0;
}

static snw_status refuse_axis(snw_status code, int axis, const char *text, double value,
                              snw_why *why) {
    char name[16];
    snw__axis_name(axis, name);
    snw_why_set(why, code, name, text);
    snw_why_rule(why, "profile-problem");
    snw_why_add(why, "value", value, "");
    return code;
}

static bool is_limit(double value) {
    return value >= SNW_PROFILE_LEAST_LIMIT && value <= SNW_PROFILE_LARGEST_LIMIT;
}

static snw_status check_limits(const snw_profile_limits *l, int i, snw_why *why) {
    if (!is_limit(l->v_max))
        return refuse_axis(SNW_ERR_RANGE, i, "v_max out of range", l->v_max, why);
    if (!is_limit(-l->v_min))
        return refuse_axis(SNW_ERR_RANGE, i, "v_min out of range", l->v_min, why);
    if (!is_limit(l->a_max))
        return refuse_axis(SNW_ERR_RANGE, i, "a_max out of range", l->a_max, why);
    if (!is_limit(-l->a_min))
        return refuse_axis(SNW_ERR_RANGE, i, "a_min out of range", l->a_min, why);
    const bool unlimited = isinf(l->jerk) && l->jerk > 0;
    if (!(unlimited ||
          (l->jerk >= SNW_PROFILE_LEAST_LIMIT && l->jerk <= SNW_PROFILE_LARGEST_JERK))) {
        return refuse_axis(SNW_ERR_RANGE, i, "jerk out of range", l->jerk, why);
    }
    return SNW_OK;
}

static snw_status check_state(const snw_profile_state *s, int i, bool position, snw_why *why) {
    const double value[3] = {s->v, s->a, position ? s->p : 0};
    for (int k = 0; k < 3; k++) {
        if (!isfinite(value[k])) {
            return refuse_axis(SNW_ERR_NOT_FINITE, i, "a state is not finite", value[k], why);
        }
        if (!(fabs(value[k]) <= SNW_PROFILE_LARGEST)) {
            return refuse_axis(SNW_ERR_RANGE, i, "a state is too large", value[k], why);
        }
    }
    return SNW_OK;
}

static snw_status check_target(const snw_profile_state *s, const snw_profile_limits *l, int i,
                               snw_why *why) {
    const double small_v = ROUNDING * (l->v_max - l->v_min);
    if (!(s->v <= l->v_max + small_v && s->v >= l->v_min - small_v)) {
        return refuse_axis(SNW_ERR_RANGE, i, "the target's velocity is outside its limits", s->v,
                           why);
    }
    if (!(s->a <= l->a_max * (1 + ROUNDING) && s->a >= l->a_min * (1 + ROUNDING))) {
        return refuse_axis(SNW_ERR_RANGE, i, "the target's acceleration is outside its limits",
                           s->a, why);
    }
    const double before = s->v - 0.5 * s->a * fabs(s->a) / l->jerk;
    if (!(before <= l->v_max + small_v && before >= l->v_min - small_v)) {
        return refuse_axis(SNW_ERR_RANGE, i,
                           "the target is reached only from a velocity outside its limits", before,
                           why);
    }
    return SNW_OK;
}

snw_status snw__problem_check(const snw_profile_problem *problem, int axes, snw_why *why) {
    const bool known =
        problem->start && problem->target && problem->limits &&
        (problem->control == SNW_PROFILE_POSITION || problem->control == SNW_PROFILE_VELOCITY) &&
        (problem->sync == SNW_PROFILE_TIME || problem->sync == SNW_PROFILE_PHASE ||
         problem->sync == SNW_PROFILE_FREE);
    if (!known) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, "", "an array is missing, or a choice is unknown",
                          NULL);
    }
    const double minimum = problem->minimum_duration;
    if (!(minimum >= 0 && minimum <= SNW_PROFILE_LARGEST)) {
        const snw_status code = isfinite(minimum) ? SNW_ERR_RANGE : SNW_ERR_NOT_FINITE;
        snw_why_set(why, code, "", "the minimum duration is outside its range");
        snw_why_add(why, "minimum_duration", minimum, "s");
        return code;
    }
    const bool position = problem->control == SNW_PROFILE_POSITION;
    for (int i = 0; i < axes; i++) {
        const snw_profile_limits *limits = &problem->limits[i];
        snw_status status = check_limits(limits, i, why);
        if (!snw_failed(status)) status = check_state(&problem->start[i], i, true, why);
        if (!snw_failed(status)) status = check_state(&problem->target[i], i, position, why);
        if (!snw_failed(status)) status = check_target(&problem->target[i], limits, i, why);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}
