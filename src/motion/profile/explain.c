// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "inside.h"
#include "internal.h"

// Why a motion takes its time: which axis and which limit governs when.

// a value this near to its limit, relative, is at it
static const double AT = 1e-9;

static bool reaches(double value, double limit) {
    return limit > 0 ? value >= limit * (1 - AT) : value <= limit * (1 - AT);
}

snw_profile_limit snw_profile_phase_limit(const snw_profile *profile, int axis, int phase) {
    if (axis < 0 || axis >= profile->axes || phase < 0 || phase >= profile->phase_count[axis]) {
        return SNW_PROFILE_LIMIT_NONE;
    }
    if (phase < profile->brake_count[axis]) return SNW_PROFILE_LIMIT_OUTSIDE;
    const snw_profile_phase *x = &profile->phase[axis][phase];
    const snw_profile_limits *l = &profile->limits[axis];
    if (x->j != 0) {
        const bool full = fabs(x->j) >= l->jerk * (1 - AT);
        return full ? SNW_PROFILE_LIMIT_JERK : SNW_PROFILE_LIMIT_NONE;
    }
    if (reaches(x->a, l->a_max)) return SNW_PROFILE_LIMIT_A_MAX;
    if (reaches(x->a, l->a_min)) return SNW_PROFILE_LIMIT_A_MIN;
    if (x->a != 0) return SNW_PROFILE_LIMIT_NONE;
    if (reaches(x->v, l->v_max)) return SNW_PROFILE_LIMIT_V_MAX;
    if (reaches(x->v, l->v_min)) return SNW_PROFILE_LIMIT_V_MIN;
    return SNW_PROFILE_LIMIT_NONE;
}

const char *snw__profile_limit_name(snw_profile_limit limit) {
    switch (limit) {
    case SNW_PROFILE_LIMIT_JERK:
        return "jerk";
    case SNW_PROFILE_LIMIT_A_MAX:
        return "a_max";
    case SNW_PROFILE_LIMIT_A_MIN:
        return "a_min";
    case SNW_PROFILE_LIMIT_V_MAX:
        return "v_max";
    case SNW_PROFILE_LIMIT_V_MIN:
        return "v_min";
    case SNW_PROFILE_LIMIT_OUTSIDE:
        return "outside";
    case SNW_PROFILE_LIMIT_NONE:
        break;
    }
    return "none";
}

static const char *cause_text(const snw_profile *profile) {
    switch (profile->cause) {
    case SNW_PROFILE_CAUSE_BLOCKED:
        return "the axis cannot arrive with the others any earlier";
    case SNW_PROFILE_CAUSE_LINE:
        return "the motion is a straight line, as fast as the axes together allow";
    case SNW_PROFILE_CAUSE_REQUEST:
        return "the duration was requested";
    case SNW_PROFILE_CAUSE_AXIS:
        break;
    }
    return "the axis needs the longest time";
}

// the axis that fixes the duration; on a line the one that is at a limit now, if any
static int governing(const snw_profile *profile, double t) {
    if (profile->governing_axis >= 0) return profile->governing_axis;
    for (int i = 0; i < profile->axes; i++) {
        const int phase = snw__profile_phase_at(profile, i, t);
        if (snw_profile_phase_limit(profile, i, phase) != SNW_PROFILE_LIMIT_NONE) return i;
    }
    return -1;
}

void snw_profile_explain(const snw_profile *profile, double t, snw_why *why) {
    char name[16] = "";
    const int axis = governing(profile, t);
    if (axis >= 0) snw__axis_name(axis, name);
    snw_why_set(why, SNW_OK, name, cause_text(profile));
    snw_why_rule(why, "none");
    if (axis >= 0) {
        const int k = snw__profile_phase_at(profile, axis, t);
        snw_why_rule(why, snw__profile_limit_name(snw_profile_phase_limit(profile, axis, k)));
        if (k >= 0) {
            const snw_profile_phase *x = &profile->phase[axis][k];
            snw_why_add(why, "from", x->t, "s");
            snw_why_add(why, "to", x->t + x->duration, "s");
        }
        snw_why_add(why, "least", profile->axis_least[axis], "s");
    }
    snw_why_add(why, "duration", profile->duration, "s");
}
