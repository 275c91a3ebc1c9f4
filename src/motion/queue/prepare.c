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
    // a line of no length has nothing to wait for
    if (route->zero && move->mode == SNW_MOVE_CARTESIAN && !segment->moves && move->duration == 0) {
        snw__law_rest(&segment->law);
        route->report.duration = 0;
        return SNW_OK;
    }
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

// the exact line is known; true when one within the tolerance is not to be looked for
static bool is_enough(snw__making *m) {
    const snw_move *move = m->plan.move;
    const snw__route *route = &m->segment->route;
    if (m->status == SNW_OK) m->status = plan_best(m->segment, m->override);
    const bool slow = m->status != SNW_OK || route->report.stretched;
    const bool free = move->tolerance > 0 && move->tolerance_rad > 0 && !m->plan.quick;
    return !slow || !free || route->zero;
}

// Where limits of joints slow the exact line down or forbid it, one within the tolerance may be
// quicker.
static void begin_tolerant(snw__making *m) {
    snw__route *route = &m->segment->route;
    m->exact = *route;
    m->duration = m->segment->law.duration;
    m->tolerant = true;
    route->pace.used = false;
    route->report = (snw_move_report){.axis = -1, .limit = "hand"};
    snw__trace_begin(&m->trace, route, m->hand, &m->plan, &m->segment->track);
}

// the better of the two
static snw_status choose(snw__making *m, snw_status freed) {
    snw__segment *segment = m->segment;
    if (freed == SNW_OK) freed = plan_best(segment, m->override);
    const bool exact = m->status == SNW_OK;
    if (freed == SNW_OK && !(exact && m->duration <= segment->law.duration)) return SNW_OK;
    segment->track.used = false;
    segment->route = m->exact;
    return exact ? plan_best(segment, m->override) : m->status;
}

static snw_status make_line(snw__making *m) {
    if (!m->tolerant) {
        m->status = snw__walk_on(&m->walk, &m->why);
        if (m->status == SNW_NOTHING_NEW) return SNW_NOTHING_NEW;
        if (is_enough(m)) return m->status;
        begin_tolerant(m);
    }
    snw_why other = {0};
    const snw_status freed = snw__trace_on(&m->trace, &other);
    return freed == SNW_NOTHING_NEW ? freed : choose(m, freed);
}

static void make_ready(snw__segment *segment, const snw__hand *hand, const double *q) {
    const snw_move *move = &segment->request.move;
    snw__route *route = &segment->route;
    *route = (snw__route){.reach = {.pusher = -1}, .report = {.axis = -1, .limit = "hand"}};
    segment->track.used = false;
    for (int i = 0; i < hand->arm->count; i++) {
        route->q_start[i] = segment->q_ref[i] = q[i];
    }
    segment->t = 0;
    segment->aim = 1;
    segment->moves = move->equation != NULL && move->equation->moves;
    segment->ended = segment->stopping = segment->settled = false;
    segment->code = SNW_MOVE_ARRIVED;
}

void snw__making_begin(snw__making *m, snw__segment *segment, snw__hand *hand,
                       const snw__preparation *preparation) {
    const snw_move *move = &segment->request.move;
    make_ready(segment, hand, preparation->q);
    m->segment = segment;
    m->hand = hand;
    // speeds may be tuned while this is under way
    m->config = *preparation->config;
    m->plan = (snw__route_plan){.config = &m->config,
                                .move = move,
                                .shared_start = preparation->shared_start,
                                .shared_end = move->blend != SNW_MOVE_STOP,
                                .quick = segment->moves};
    m->override = preparation->override;
    m->tolerant = false;
    m->why = (snw_why){0};
    m->status = find_goal(segment, hand, preparation->sample, &m->why);
    if (m->status != SNW_OK || move->mode == SNW_MOVE_CARTESIAN) {
        if (m->status == SNW_OK) snw__walk_begin(&m->walk, &segment->route, hand, &m->plan);
        return;
    }
    m->status = find_joints(segment, hand, &m->why);
    if (m->status == SNW_OK) {
        m->status = snw__route_joint(&segment->route, hand, &m->plan, &m->why);
    }
}

snw_status snw__making_on(snw__making *m) {
    if (m->status != SNW_OK && m->status != SNW_NOTHING_NEW && !m->tolerant) return m->status;
    if (m->segment->request.move.mode == SNW_MOVE_CARTESIAN) return make_line(m);
    return plan_law(m->segment, m->override);
}

snw_status snw__segment_prepare(snw__making *making, snw__segment *segment, snw__hand *hand,
                                const snw__preparation *preparation, snw_why *why) {
    snw_status status;
    snw__hand_allow(hand, true);
    snw__making_begin(making, segment, hand, preparation);
    do {
        status = snw__making_on(making);
    } while (status == SNW_NOTHING_NEW);
    if (why != NULL && snw_failed(status)) *why = making->why;
    return status;
}
