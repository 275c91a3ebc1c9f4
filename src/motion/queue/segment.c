// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

snw_profile_sample snw__segment_at(const snw__segment *segment, double t) {
    return snw__pace_at(&segment->route.pace, snw__law_at(&segment->law, t));
}

double snw__segment_left(const snw__segment *segment, double s) {
    const snw_profile_sample end = {segment->aim, 0, 0, 0};
    return snw__pace_at(&segment->route.pace, end).p - s;
}

// the goal of an equation in this sample; of one that does not move, that of the start
static snw_status goal_now(snw__segment *segment, const snw_sample *sample, snw_pose *goal,
                           snw_pose *tool) {
    *goal = segment->route.goal;
    *tool = segment->route.tool;
    if (!segment->moves) return SNW_OK;
    const snw__request *request = &segment->request;
    const snw_status status =
        snw_equation_controlled(request->move.equation, &request->capture, sample, goal, tool);
    if (snw_failed(status)) return status;
    *goal = snw_pose_mul(*goal, request->move.offset);
    segment->route.goal = *goal;
    segment->route.tool = *tool;
    return SNW_OK;
}

snw_status snw__segment_carry(snw__segment *segment, const snw_sample *sample, snw__carry *carry) {
    snw_pose goal, tool;
    const snw_status status = goal_now(segment, sample, &goal, &tool);
    if (snw_failed(status)) return status;
    *carry = snw__route_carry(&segment->route, &goal, snw__segment_at(segment, segment->t));
    return SNW_OK;
}

snw_status snw__segment_follow(snw__segment *segment, snw__hand *hand, const snw__carry *carry,
                               snw__motion *motion) {
    const snw__carry h = snw__route_hand(carry, segment->route.tool);
    snw_status status = snw__hand_solve(hand, h.T, segment->q_ref, -1, motion->q, NULL);
    if (snw_failed(status)) return status;
    status = snw__hand_rates(hand, motion->q, h.V, h.A, motion->v, motion->a);

    // where a direction is lost, only a hand at rest has rates: none
    if (status == SNW_ERR_SINGULAR) {
        const bool rests = snw_vec3_norm(h.V.lin) + snw_vec3_norm(h.V.ang) < 1e-12;
        for (int i = 0; i < hand->arm->count; i++) {
            if (rests) motion->v[i] = motion->a[i] = 0;
        }
        status = rests ? SNW_OK : status;
    }
    for (int i = 0; i < hand->arm->count; i++) {
        segment->q_ref[i] = motion->q[i];
    }
    return status;
}

static snw_status joint_motion(snw__segment *segment, snw__hand *hand, const snw_sample *sample,
                               snw__motion *motion) {
    snw__route *route = &segment->route;
    if (segment->moves) {
        snw_pose goal, tool;
        snw_status status = goal_now(segment, sample, &goal, &tool);
        if (snw_failed(status)) return status;

        // the goal wanders, and takes the way that is left along
        double wanted[SNW_AXES];
        const snw_pose T = snw_pose_mul(goal, snw_pose_inverse(tool));
        status = snw__hand_solve(hand, T, route->q_goal, -1, wanted, NULL);
        if (snw_failed(status)) return status;
        for (int i = 0; i < hand->arm->count; i++) {
            route->q_start[i] += wanted[i] - route->q_goal[i];
            route->q_goal[i] = wanted[i];
        }
    }
    const snw_profile_sample s = snw__law_at(&segment->law, segment->t);
    for (int i = 0; i < hand->arm->count; i++) {
        const double way = route->q_goal[i] - route->q_start[i];
        motion->q[i] = route->q_goal[i] - (1 - s.p) * way;
        motion->v[i] = s.v * way;
        motion->a[i] = s.a * way;
        segment->q_ref[i] = motion->q[i];
    }
    return SNW_OK;
}

snw_status snw__segment_motion(snw__segment *segment, snw__hand *hand, const snw_sample *sample,
                               snw__motion *motion) {
    if (segment->request.move.mode != SNW_MOVE_CARTESIAN) {
        return joint_motion(segment, hand, sample, motion);
    }
    // at rest at a goal that does not move, or on a line of no length, there is nothing to solve;
    // an arm that is followed by search rests where the search has led
    const bool rests =
        !segment->moves && segment->t >= segment->law.duration && segment->law.end == 1;
    const bool still = segment->route.zero && !segment->moves;
    if (still || (rests && (hand->closed_form || segment->settled || segment->track.used))) {
        for (int i = 0; i < hand->arm->count; i++) {
            motion->q[i] = segment->q_ref[i] = segment->route.q_goal[i];
            motion->v[i] = motion->a[i] = 0;
        }
        return SNW_OK;
    }
    if (segment->track.used) {
        snw__track_at(&segment->track, hand->arm->count, snw__segment_at(segment, segment->t),
                      motion);
        memcpy(segment->q_ref, motion->q, sizeof motion->q);
        return SNW_OK;
    }
    snw__carry carry;
    snw_status status = snw__segment_carry(segment, sample, &carry);
    if (!snw_failed(status)) status = snw__segment_follow(segment, hand, &carry, motion);
    if (rests && !snw_failed(status)) {
        memcpy(segment->route.q_goal, motion->q, sizeof motion->q);
        segment->settled = true;
    }
    return status;
}
