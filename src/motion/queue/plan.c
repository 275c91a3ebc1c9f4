// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// goal and tool of an equation, or those of a set of joints
static snw_status find_goal(snw__segment *segment, snw__tip *tip, const snw_sample *sample,
                            snw_why *why) {
    snw__move_path *path = &segment->path;
    const snw_move *move = &segment->request.move;
    path->tool = snw_pose_identity();
    if (move->equation == NULL) {
        path->goal = snw__tip_pose(tip, move->joints);
        return SNW_OK;
    }
    const snw_status status = snw_equation_controlled(move->equation, &segment->request.capture,
                                                      sample, &path->goal, &path->tool);
    if (snw_failed(status)) {
        return snw_refuse(why, status, move->equation->name, "a frame of the goal has no value",
                          "let its function return a pose");
    }
    path->goal = snw_pose_mul(path->goal, move->offset);
    return SNW_OK;
}

// the joints of the goal, for a motion in joint mode
static snw_status find_goal_joints(snw__segment *segment, snw__tip *tip, snw_why *why) {
    snw__move_path *path = &segment->path;
    const snw_move *move = &segment->request.move;
    if (move->equation == NULL) {
        for (int i = 0; i < tip->arm->count; i++) {
            path->q_goal[i] = move->joints[i];
        }
        return SNW_OK;
    }
    const snw_pose T = snw_pose_mul(path->goal, snw_pose_inverse(path->tool));
    const snw_status status =
        snw__tip_inverse(tip, T, path->q_start, move->branch, path->q_goal, why);
    if (snw_failed(status)) {
        path->report.place = 1;
        snw_why_add(why, "s", 1, "");
    }
    return status;
}

void snw__planning_begin(snw__planning *p, snw__segment *segment, snw__tip *tip,
                         const snw__plan_start *start) {
    const snw_move *move = &segment->request.move;
    snw__move_path *path = &segment->path;

    // at rest at its start
    *path = (snw__move_path){.by_u = {.acceleration_axis = -1},
                             .report = {.axis = -1, .limit = "hand"}};
    segment->spline.used = false;
    for (int i = 0; i < tip->arm->count; i++) {
        path->q_start[i] = segment->q_last[i] = start->q[i];
    }
    segment->t = 0;
    segment->u_end = 1;
    segment->goal_moves = move->equation != NULL && move->equation->moves;
    segment->ended = segment->stopping = segment->settled = false;
    segment->code = SNW_MOVE_ARRIVED;

    // speeds may be tuned while this is under way
    p->config = *start->config;
    p->segment = segment;
    p->tip = tip;
    p->options = (snw__path_options){.config = &p->config,
                                     .move = move,
                                     .shared_start = start->shared_start,
                                     .shared_end = move->blend != SNW_MOVE_STOP,
                                     .goal_moves = segment->goal_moves};
    p->override = start->override;
    p->tolerant = false;
    p->why = (snw_why){0};

    // its goal, and its path as far as that is known at once
    p->status = find_goal(segment, tip, start->sample, &p->why);
    if (p->status != SNW_OK) return;
    if (move->mode == SNW_MOVE_CARTESIAN) {
        snw__sample_path_begin(&p->sampling, path, tip, &p->options);
        return;
    }
    p->status = find_goal_joints(segment, tip, &p->why);
    if (p->status == SNW_OK) snw__path_limit_joints(path, tip, &p->options);
}

// the law for the limits of the path, and what governs its time
static snw_status plan_law(snw__segment *segment, double override) {
    const snw_move *move = &segment->request.move;
    snw__move_path *path = &segment->path;
    snw__law *law = &segment->law;
    // a line of no length has nothing to wait for
    if (path->empty && move->mode == SNW_MOVE_CARTESIAN && !segment->goal_moves &&
        move->duration == 0) {
        snw__law_rest(law);
        path->report.duration = 0;
        return SNW_OK;
    }
    const snw__law_plan plan = {.kind = move->law,
                                .limits = path->by_u.limits,
                                .v_joints = path->by_u.v_joints,
                                .duration = move->duration,
                                .transition = move->transition,
                                .override = override};
    const snw_status status = snw__law_plan_rest(law, &plan);
    if (snw_failed(status)) return status;
    path->report.duration = law->duration;

    // without a cruise it is not velocity that governs
    const bool cruises = law->ramp_in + law->ramp_out < law->duration * (1 - 1e-6);
    if (!cruises && !path->empty) {
        path->report.axis = path->by_u.acceleration_axis;
        path->report.limit = "acceleration";
    }

    // a request that was not met: of speed by the path, of time by limits
    const double given = law->kind == SNW_MOVE_QUARTIC ? law->T : law->duration;
    const bool in_time = given <= move->duration * (1 + 1e-9);
    if (move->duration > 0 && in_time) path->report.limit = "duration";
    if (override == 1 && move->duration > 0 && !in_time && !(move->speed > 0) &&
        !(move->turn > 0)) {
        path->report.stretched = true;
    }
    if (law->kind == SNW_MOVE_QUARTIC && move->duration == 0 &&
        law->T > (1 + 1e-9) / path->by_u.limits.v_max) {
        path->report.stretched = true;
    }
    return SNW_OK;
}

// with the time scaling of the path, or without it if that is quicker
static snw_status plan_quicker_law(snw__segment *segment, double override) {
    snw__move_path *path = &segment->path;
    const snw_move_report report = path->report;
    snw_status status = plan_law(segment, override);
    if (snw_failed(status) || !path->scaling.used) return status;
    const double scaled = segment->law.duration;
    const snw__parameter_limits by_u = path->by_u;
    path->scaling.used = false;
    path->by_u = path->by_s;
    path->report = report;
    status = plan_law(segment, override);
    if (snw_failed(status) || segment->law.duration <= scaled) return status;
    path->scaling.used = true;
    path->by_u = by_u;
    path->report = report;
    return plan_law(segment, override);
}

snw_status snw__planning_go_on(snw__planning *p) {
    snw__segment *segment = p->segment;
    snw__move_path *path = &segment->path;
    const snw_move *move = p->options.move;
    if (p->status != SNW_OK && p->status != SNW_NOTHING_NEW && !p->tolerant) return p->status;
    if (move->mode != SNW_MOVE_CARTESIAN) return plan_law(segment, p->override);
    if (!p->tolerant) {
        // the exact line
        p->status = snw__sample_path_go_on(&p->sampling, &p->why);
        if (p->status == SNW_NOTHING_NEW) return SNW_NOTHING_NEW;
        if (p->status == SNW_OK) p->status = plan_quicker_law(segment, p->override);
        const bool slow = p->status != SNW_OK || path->report.stretched;
        const bool may_leave =
            move->tolerance > 0 && move->tolerance_rad > 0 && !p->options.goal_moves;
        if (!slow || !may_leave || path->empty) return p->status;

        // limits of joints slow it down or forbid it: one within the tolerance may be quicker
        p->exact = *path;
        p->duration = segment->law.duration;
        p->tolerant = true;
        path->scaling.used = false;
        path->report = (snw_move_report){.axis = -1, .limit = "hand"};
        snw__spline_fit_begin(&p->fit, path, p->tip, &p->options, &segment->spline);
    }
    snw_why unused = {0};
    snw_status status = snw__spline_fit_go_on(&p->fit, &unused);
    if (status == SNW_NOTHING_NEW) return status;

    // the better of the two
    if (status == SNW_OK) status = plan_quicker_law(segment, p->override);
    const bool exact = p->status == SNW_OK;
    if (status == SNW_OK && !(exact && p->duration <= segment->law.duration)) return SNW_OK;
    segment->spline.used = false;
    *path = p->exact;
    return exact ? plan_quicker_law(segment, p->override) : p->status;
}

snw_status snw__planning_finish(snw__planning *planning, snw__segment *segment, snw__tip *tip,
                                const snw__plan_start *start, snw_why *why) {
    snw_status status;
    snw__budget_open(tip, true);
    snw__planning_begin(planning, segment, tip, start);
    do {
        status = snw__planning_go_on(planning);
    } while (status == SNW_NOTHING_NEW);
    if (why != NULL && snw_failed(status)) *why = planning->why;
    return status;
}
