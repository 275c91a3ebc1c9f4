// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/queue/via.h"

#include <math.h>
#include <string.h>

#include "inside.h"

snw_via_config snw_via_config_defaults(bool cartesian, int axes) {
    const snw_via_config config = {.cartesian = cartesian,
                                   .axes = axes,
                                   .fine = cartesian ? 0.002 : 0.001,
                                   .coarse = cartesian ? 0.1 : 0.05,
                                   .retries = 8};
    return config;
}

snw_status snw_via_init(snw_via *via, const snw_via_config *config, int capacity,
                        snw_arena *arena) {
    *via = (snw_via){.config = *config, .capacity = capacity, .index = -1};
    if (capacity < 1 || capacity > SNW_VIA_POINTS) return SNW_ERR_ARGUMENT;
    if (!config->cartesian && (config->axes < 1 || config->axes > SNW_AXES)) {
        return SNW_ERR_ARGUMENT;
    }
    const bool sensible =
        config->fine > 0 && config->coarse >= config->fine && config->retries >= 0;
    if (!sensible) return SNW_ERR_RANGE;
    via->points = SNW_ARENA_ARRAY(arena, snw_via_point, capacity);
    return snw_arena_status(arena);
}

snw_status snw_via_add(snw_via *via, const snw_via_point *point) {
    if (via->running) return SNW_ERR_STATE;
    if (via->count == via->capacity) return SNW_ERR_FULL;
    bool finite = isfinite(point->duration) && point->duration >= 0;
    if (via->config.cartesian) finite = finite && snw_pose_is_finite(point->pose);
    for (int i = 0; !via->config.cartesian && i < via->config.axes; i++) {
        finite = finite && isfinite(point->joints[i]);
    }
    if (!finite) return SNW_ERR_NOT_FINITE;
    via->points[via->count++] = *point;
    return SNW_OK;
}

void snw__via_clear(snw_via *via) {
    via->count = 0;
    via->running = false;
    via->index = -1;
}

snw_status snw_via_start(snw_via *via) {
    if (via->running || via->count == 0) return SNW_ERR_STATE;
    via->running = true;
    via->index = -1;
    via->looks = via->passed = 0;
    via->error = 0;
    via->why = (snw_why){.code = SNW_OK};
    return SNW_OK;
}

// how far the arm is from the point that was commanded last
static double distance_to_point(const snw_via *via, const snw_pose *pose, const double *joints) {
    const snw_via_point *point = &via->points[via->index];
    if (via->config.cartesian) {
        const snw_twist off = snw_pose_difference(*pose, point->pose);
        return snw_vec3_norm(off.lin) + snw_vec3_norm(off.ang);
    }
    double sum = 0;
    for (int i = 0; i < via->config.axes; i++) {
        const double d = joints[i] - point->joints[i];
        sum += d * d;
    }
    return sqrt(sum);
}

// the reason: how far off the arm was, and what was allowed
static void note_error(snw_via *via, snw_status code, const char *text, double allowed) {
    snw_why_set(&via->why, code, "via", text);
    snw_why_add(&via->why, "point", via->index, "");
    snw_why_add(&via->why, "error", via->error, "");
    snw_why_add(&via->why, "allowed", allowed, "");
}

// the point behind the one that was reached or passed, or the end
static snw_via_action command_next(snw_via *via) {
    via->looks = 0;
    if (via->index + 1 < via->count) {
        via->index++;
        return SNW_VIA_COMMAND;
    }
    via->running = false;
    return SNW_VIA_FINISHED;
}

snw_via_action snw_via_update(snw_via *via, bool done, const snw_pose *pose, const double *joints) {
    if (!via->running) return SNW_VIA_WAIT;
    if (via->index < 0) return command_next(via);
    if (!done) return SNW_VIA_WAIT;
    via->error = distance_to_point(via, pose, joints);
    if (via->error < via->config.fine) return command_next(via);
    if (via->looks++ < via->config.retries) return SNW_VIA_WAIT;
    if (via->error < via->config.coarse) {
        via->passed++;
        note_error(via, SNW_SATURATED,
                   "the arm came near this point, but not within the fine tolerance",
                   via->config.fine);
        return command_next(via);
    }
    note_error(via, SNW_ERR_LIMIT, "the arm did not come within the coarse tolerance of this point",
               via->config.coarse);
    via->running = false;
    return SNW_VIA_ABORTED;
}
