// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// Soft limits lie inside the new ends as they do inside those of the model. An arm that would be
// outside at once is not taken by surprise: the change is refused.

static void tell_range(snw_why *why, double lower, double upper, const char *unit) {
    snw_why_add(why, "lower", lower, unit);
    snw_why_add(why, "upper", upper, unit);
}

snw_status snw_guard_narrow(snw_guard *guard, int axis, double lower, double upper, snw_why *why) {
    struct snw__guard *work = guard->work;
    if (axis < 0 || axis >= work->count) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "joint-range", "", "the arm has no such axis",
                               NULL);
    }
    const snw_arm *arm = work->arm;
    const char *name = snw_arm_axis_name(arm, axis), *unit = snw__guard_unit(guard, axis);
    if (!(lower < upper)) {
        return snw_refuse_rule(why, SNW_ERR_RANGE, "joint-range", name,
                               "the lower limit is not below the upper one",
                               "give the lower limit first, then the upper one");
    }
    const double least = arm->model->lower[arm->q_index[axis]];
    const double most = arm->model->upper[arm->q_index[axis]];
    if (!(lower >= least && upper <= most)) {
        const snw_status status =
            snw_refuse_rule(why, SNW_ERR_LIMIT, "joint-range", name,
                            "the range is wider than that of the joint itself",
                            "stay within the limits of the model");
        tell_range(why, least, most, unit);
        return status;
    }
    const double range = upper - lower, margin = fmin(guard->config.margin, 0.25 * range);
    snw__axis *a = &work->axes[axis];
    if (a->known && !(a->measured >= lower + margin && a->measured <= upper - margin)) {
        const snw_status status = snw_refuse_rule(why, SNW_ERR_STATE, "joint-range", name,
                                                  "the joint is outside of this range now",
                                                  "move it inside first, or choose a wider range");
        snw_why_add(why, "position", a->measured, unit);
        tell_range(why, lower + margin, upper - margin, unit);
        return status;
    }
    guard->limits.lower[axis] = a->low = lower + margin;
    guard->limits.upper[axis] = a->high = upper - margin;
    a->hard_low = lower;
    a->hard_high = upper;
    a->zone = 0.5 * margin;
    a->usual = false;
    return SNW_OK;
}
