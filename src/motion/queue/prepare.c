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
                                .limits = route->reach.limits,
                                .cap = route->reach.cap,
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
        route->report.axis = route->reach.pusher;
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
        segment->law.T > (1 + 1e-9) / route->reach.limits.v_max) {
        route->report.stretched = true;
    }
    return SNW_OK;
}

// with the pace of the route, or without it if that is quicker
static snw_status plan_best(snw__segment *segment, double override) {
    snw__route *route = &segment->route;
    const snw_move_report report = route->report;
    snw_status status = plan_law(segment, override);
    if (snw_failed(status) || !route->pace.used) return status;
    const double paced = segment->law.duration;
    const snw__reach reach = route->reach;
    route->pace.used = false;
    route->reach = route->plain;
    route->report = report;
    status = plan_law(segment, override);
    if (snw_failed(status) || segment->law.duration <= paced) return status;
    route->pace.used = true;
    route->reach = reach;
    route->report = report;
    return plan_law(segment, override);
}

// Where limits of joints slow the exact line down or forbid it, one within the tolerance may be
// quicker.
static snw_status prepare_line(snw__segment *segment, snw__hand *hand, const snw__route_plan *plan,
                               double override, snw_why *why) {
    const snw_move *move = plan->move;
    snw__route *route = &segment->route;
    snw_status status = snw__route_cartesian(route, hand, plan, why);
    if (status == SNW_OK) status = plan_best(segment, override);
    const bool slow = status != SNW_OK || route->report.stretched;
    const bool free = move->tolerance > 0 && move->tolerance_rad > 0 && !plan->quick;
    if (!slow || !free || route->zero) return status;

    const snw__route exact = *route;
    const double duration = segment->law.duration;
    snw_why other = {0};
    route->pace.used = false;
    route->report = (snw_move_report){.axis = -1, .limit = "hand"};
    snw_status freed = snw__route_tolerant(route, hand, plan, &segment->track, &other);
    if (freed == SNW_OK) freed = plan_best(segment, override);
    const bool better = freed == SNW_OK && !(status == SNW_OK && duration <= segment->law.duration);
    if (better) return SNW_OK;
    segment->track.used = false;
    *route = exact;
    return status == SNW_OK ? plan_best(segment, override) : status;
}

snw_status snw__segment_prepare(snw__segment *segment, snw__hand *hand,
                                const snw__preparation *preparation, snw_why *why) {
    const snw_move *move = &segment->request.move;
    snw__route *route = &segment->route;
    *route = (snw__route){.reach = {.pusher = -1}, .report = {.axis = -1, .limit = "hand"}};
    segment->track.used = false;
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
        return prepare_line(segment, hand, &plan, preparation->override, why);
    }
    return status == SNW_OK ? plan_law(segment, preparation->override) : status;
}
