// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/profile/govern.h"

#include <math.h>
#include <stdbool.h>

// At each sample every axis uses a part of each of its limits: v / v_max, a / a_max, |j| / jerk.
// The largest of these parts is what keeps the motion from being faster there: played faster by a
// factor f, velocities grow by f, accelerations by f^2, jerks by f^3, and it is the first to
// be passed wherever one of them is used up.

/// What governs at a sample.
typedef struct governor {
    int axis;
    snw_profile_limit limit;
    double share;
} governor;

// a part smaller than this is rounding, not motion
static const double least_share = 1e-9;

// who governs now goes on unless another uses this much more
static const double hysteresis = 1e-6;

static void consider(governor *best, const governor *before, int axis, snw_profile_limit limit,
                     double share) {
    if (!(share > least_share)) return;
    const bool same = axis == before->axis && limit == before->limit;
    const bool held = best->axis == before->axis && best->limit == before->limit;
    const double needed = held ? best->share + hysteresis : best->share;
    if (share > needed || (same && share >= best->share - hysteresis)) {
        best->axis = axis;
        best->limit = limit;
        best->share = share;
    }
}

static governor governs(const snw_profile_sample *s, const snw_profile_limits *limits, int axes,
                        const governor *before) {
    governor best = {-1, SNW_PROFILE_LIMIT_NONE, 0};
    for (int i = 0; i < axes; i++) {
        const snw_profile_limits *l = &limits[i];
        const bool up = s[i].v >= 0, push = s[i].a >= 0;
        consider(&best, before, i, up ? SNW_PROFILE_LIMIT_V_MAX : SNW_PROFILE_LIMIT_V_MIN,
                 s[i].v / (up ? l->v_max : l->v_min));
        consider(&best, before, i, push ? SNW_PROFILE_LIMIT_A_MAX : SNW_PROFILE_LIMIT_A_MIN,
                 s[i].a / (push ? l->a_max : l->a_min));
        consider(&best, before, i, SNW_PROFILE_LIMIT_JERK, fabs(s[i].j) / l->jerk);
    }
    return best;
}

static bool finite(const snw_profile_sample *s, int axes) {
    for (int i = 0; i < axes; i++) {
        if (!(isfinite(s[i].v) && isfinite(s[i].a) && isfinite(s[i].j))) return false;
    }
    return true;
}

snw_status snw_motion_govern(const snw_motion_check *motion, snw_motion_span *spans, int capacity,
                             int *count) {
    *count = 0;
    const bool sensible = motion->motion != NULL && motion->limits != NULL && motion->axes >= 1 &&
                          motion->axes <= SNW_PROFILE_AXES && motion->steps >= 1 && capacity >= 1 &&
                          motion->duration >= 0 && isfinite(motion->duration);
    if (!sensible) return SNW_ERR_ARGUMENT;
    snw_status status = SNW_OK;
    governor before = {-1, SNW_PROFILE_LIMIT_NONE, 0};
    int used = 0;
    for (int k = 0; k < motion->steps; k++) {
        // in the middle of a step no law changes its phase, but for one step in each phase
        const double step = motion->duration / motion->steps;
        snw_profile_sample s[SNW_PROFILE_AXES];
        motion->motion(motion->context, ((double)k + 0.5) * step, s);
        if (!finite(s, motion->axes)) return SNW_ERR_NOT_FINITE;
        const governor now = governs(s, motion->limits, motion->axes, &before);
        const bool other = used == 0 || now.axis != before.axis || now.limit != before.limit;
        if (other && used < capacity) {
            const snw_motion_span span = {k * step, 0, now.axis, now.limit, 0};
            spans[used++] = span;
        } else if (other) {
            status = SNW_SATURATED;
        }
        snw_motion_span *span = &spans[used - 1];
        span->to = k + 1 == motion->steps ? motion->duration : (double)(k + 1) * step;
        if (now.axis == span->axis && now.limit == span->limit) {
            span->share = fmax(span->share, now.share);
        }
        before = now;
    }
    *count = used;
    return status;
}
