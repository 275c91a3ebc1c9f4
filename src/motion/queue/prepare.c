// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// goal and tool of an equation, or those of a set of joints
static snw_status find_goal(snw__segment *segment, snw__hand *hand, const snw_sample *sample,
                            snw_why *why) {
    snw__route *route = &segment->route;
    const snw_move *move = &segment->request.move;
    route->tool = snw_pose_identity();
    if (move->equation == NULL) {
        route->goal = snw__hand_pose(hand, move->joints);
        return SNW_OK;
    }
    const snw_status status = snw_equation_controlled(move->equation, &segment->request.capture,
                                                      sample, &route->goal, &route->tool);
    if (snw_failed(status)) {
        snw_why_set(why, status, move->equation->name, "a frame of the goal has no value");
        return status;
    }
    route->goal = snw_pose_mul(route->goal, move->offset);
    return SNW_OK;
}

static snw_status find_joints(snw__segment *segment, snw__hand *hand, snw_why *why) {
    snw__route *route = &segment->route;
    const snw_move *move = &segment->request.move;
    if (move->equation == NULL) {
        for (int i = 0; i < hand->arm->count; i++) {
            route->q_goal[i] = move->joints[i];
        }
        return SNW_OK;
    }
    const snw_pose T = snw_pose_mul(route->goal, snw_pose_inverse(route->tool));
    const snw_status status =
        snw__hand_solve(hand, T, route->q_start, move->branch, route->q_goal, why);
    if (snw_failed(status)) {
        route->report.place = 1;
        snw_why_add(why, "s", 1, "");
    }
    return status;
}

static snw_status plan_law(snw__segment *segment, double override) {
    const snw_move *move = &segment->request.move;
    snw__route *route = &segment->route;
    const snw__law_plan plan = {.kind = move->law,
                                .limits = route->limits,
                                .cap = route->cap,
                                .duration = move->duration,
                                .transition = move->transition,
                                .override = override};
    const snw_status status = snw__law_plan_rest(&segment->law, &plan);
    if (snw_failed(status)) return status;
    route->report.duration = segment->law.duration;

    // without a cruise it is not velocity that governs
    const bool cruises =
        segment->law.ramp_in + segment->law.ramp_out < segment->law.duration * (1 - 1e-6);
    if (!cruises && !route->zero) {
        route->report.axis = route->pusher;
        route->report.limit = "acceleration";
    }

    // a wish that was not granted: of speed by the route, of time by limits
    const double given =
        segment->law.kind == SNW_MOVE_QUARTIC ? segment->law.T : segment->law.duration;
    if (move->duration > 0 && given <= move->duration * (1 + 1e-9))
        route->report.limit = "duration";
    if (override == 1 && move->duration > 0 && given > move->duration * (1 + 1e-9) &&
        !(move->speed > 0) && !(move->turn > 0)) {
        route->report.stretched = true;
    }
    if (segment->law.kind == SNW_MOVE_QUARTIC && move->duration == 0 &&
        segment->law.T > (1 + 1e-9) / route->limits.v_max) {
        route->report.stretched = true;
    }
    return SNW_OK;
}

snw_status snw__segment_prepare(snw__segment *segment, snw__hand *hand,
                                const snw__preparation *preparation, snw_why *why) {
    const snw_move *move = &segment->request.move;
    snw__route *route = &segment->route;
    *route = (snw__route){.pusher = -1, .report = {.axis = -1, .limit = "hand"}};
    for (int i = 0; i < hand->arm->count; i++) {
        route->q_start[i] = segment->q_ref[i] = preparation->q[i];
    }
    segment->t = 0;
    segment->aim = 1;
    segment->moves = move->equation != NULL && move->equation->moves;
    segment->ended = segment->stopping = segment->settled = false;
    segment->code = SNW_MOVE_ARRIVED;
    const snw__route_plan plan = {.config = preparation->config,
                                  .move = move,
                                  .shared_start = preparation->shared_start,
                                  .shared_end = move->blend != SNW_MOVE_STOP,
                                  .quick = segment->moves};
    snw_status status = find_goal(segment, hand, preparation->sample, why);
    if (status == SNW_OK && move->mode == SNW_MOVE_JOINT) {
        status = find_joints(segment, hand, why);
        if (status == SNW_OK) status = snw__route_joint(route, hand, &plan, why);
    } else if (status == SNW_OK) {
        status = snw__route_cartesian(route, hand, &plan, why);
    }
    return status == SNW_OK ? plan_law(segment, preparation->override) : status;
}
