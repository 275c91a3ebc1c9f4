// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"
#include "sinew/model/follow.h"

// q = m1 (m2 (m3 q0 + o3) + o2) + o1: a chain of followers comes to one multiplier and one offset,
// in whatever order the joints are defined.

// the joint that a mimic names, or -1
static int followed(snw__plan *plan, int i) {
    const snw_joint_description *joint = &plan->robot->joints[i];
    if (snw__kind_nq(joint->kind) != 1) {
        snw__say(plan, SNW_ERR_ARGUMENT, "mimic-kind", "joints", joint->name,
                 "a joint that follows another must have one coordinate");
        snw__error(plan, "leave the mimic relation out, or change the kind");
        return -1;
    }
    const int other = snw_names_find(&plan->joints, joint->mimic->joint, NULL);
    if (other < 0) {
        snw__say(plan, SNW_ERR_UNKNOWN_NAME, "mimic-unknown", "joints", joint->name,
                 "it follows '%s', which is not a joint", joint->mimic->joint);
        snw__unknown(plan, joint->mimic->joint, plan->joint_texts, plan->robot->joint_count);
        return -1;
    }
    if (snw__kind_nq(plan->robot->joints[other].kind) != 1) {
        snw__say(plan, SNW_ERR_ARGUMENT, "mimic-kind", "joints", joint->name,
                 "it follows '%s', which does not have one coordinate", joint->mimic->joint);
        snw__error(plan, "follow a revolute, continuous, prismatic, screw or law joint");
        return -1;
    }
    return other;
}

// every joint of the cycle is told, so that each of their names stands in a finding
static void report_cycle(snw__plan *plan, int start) {
    char names[SNW_WHY_TEXT];
    snw_text line = snw_text_over(names, sizeof names);
    int i = start;
    do {
        snw_text_format(&line, "%s > ", plan->joint_texts[i]);
        i = plan->joint[i].follows;
    } while (i != start);
    do {
        snw__say(plan, SNW_ERR_ARGUMENT, "mimic-cycle", "joints", plan->joint_texts[i],
                 "joints follow each other in a circle: %s%s", names, plan->joint_texts[start]);
        snw__error(plan, "let one of them have a coordinate of its own");
        i = plan->joint[i].follows;
    } while (i != start);
}

// Goes from a joint to the one that moves it. Ways that were followed before end early; a way that
// comes back to itself is a cycle.
static void find_source(snw__plan *plan, int start, int *mark) {
    enum { NEW, ON_THIS_WAY, DONE };
    int i = start;
    while (mark[i] == NEW && plan->joint[i].follows >= 0) {
        mark[i] = ON_THIS_WAY;
        i = plan->joint[i].follows;
    }
    const bool cycle = mark[i] == ON_THIS_WAY;
    if (cycle) report_cycle(plan, i);
    if (mark[i] == NEW) mark[i] = DONE;
    const int source = cycle ? -1 : plan->joint[i].source;
    for (i = start; mark[i] == ON_THIS_WAY; i = plan->joint[i].follows) {
        mark[i] = DONE;
        plan->joint[i].source = source;
    }
}

// multiplier and offset of the whole way
static void compose(snw__plan *plan, int i) {
    snw__joint_plan *p = &plan->joint[i];
    p->multiplier = 1;
    p->offset = 0;
    for (int at = i; plan->joint[at].follows >= 0; at = plan->joint[at].follows) {
        const snw_mimic *mimic = plan->robot->joints[at].mimic;
        p->offset += p->multiplier * mimic->offset;
        p->multiplier *= mimic->multiplier;
    }
    if (fabs(p->multiplier) <= 1e9 && fabs(p->offset) <= 1e9) return;
    snw__say(plan, SNW_ERR_RANGE, "mimic-range", "joints", plan->joint_texts[i],
             "the joint that it follows moves it too far");
    snw_why_add(&plan->why, "multiplier", p->multiplier, "");
    snw_why_add(&plan->why, "offset", p->offset, "");
    snw__error(plan, "keep both within 1e9");
    p->source = -1;
}

// --- limits -------------------------------------------------------------------------------------

// Numbers of files are rounded: a range may be passed by this part of its size without a word.
#define LIMIT_SLACK 1e-4

// A follower that is moved past its own limits is told and not stopped: the leader keeps its range,
// as in ROS, Pinocchio and MuJoCo. snw__robot_follow_limits() narrows the leader instead.
static void check_range(snw__plan *plan, int i) {
    const snw__joint_plan *p = &plan->joint[i];
    const snw_limits *own = &p->limits, *lead = &plan->joint[p->source].limits;
    if (!(lead->lower <= lead->upper)) return; // told already
    const double m = p->multiplier;
    const double a = m != 0 ? m * lead->lower + p->offset : p->offset;
    const double b = m != 0 ? m * lead->upper + p->offset : p->offset;
    const double least = fmin(a, b), most = fmax(a, b), size = own->upper - own->lower;
    const double slack = isfinite(size) ? LIMIT_SLACK * fmax(size, 1e-6) : 1e-9;
    if (least >= own->lower - slack && most <= own->upper + slack) return;
    snw__say(plan, SNW_ERR_LIMIT, "mimic-limits", "joints", plan->joint_texts[i],
             "'%s' moves it beyond its own limits, which are not imposed",
             plan->joint_texts[p->source]);
    snw_why_add(&plan->why, "moved from", least, "");
    snw_why_add(&plan->why, "to", most, "");
    snw_why_add(&plan->why, "lower", own->lower, "");
    snw_why_add(&plan->why, "upper", own->upper, "");
    snw__warning(plan, "correct the limits, or impose those of followers with --follow-limits");
}

static void check_speed(snw__plan *plan, int i) {
    const snw__joint_plan *p = &plan->joint[i];
    const double allowed = p->limits.velocity;
    const double reached = fabs(p->multiplier) * plan->joint[p->source].limits.velocity;
    if (p->multiplier == 0 || !isfinite(reached) || reached <= allowed * (1 + LIMIT_SLACK)) return;
    snw__say(plan, SNW_ERR_LIMIT, "mimic-speed", "joints", plan->joint_texts[i],
             "'%s' moves it faster than its own limit, which is not imposed",
             plan->joint_texts[p->source]);
    snw_why_add(&plan->why, "moved at", reached, "");
    snw_why_add(&plan->why, "velocity", allowed, "");
    snw__warning(plan, "correct the limits, or impose those of followers with --follow-limits");
}

static void narrow_rate(double *limit, double of_follower, double multiplier) {
    const double allowed = of_follower / fabs(multiplier);
    if (allowed < *limit) *limit = allowed;
}

// A follower stays within its own limits when its source stays within their image.
static void narrow_leader(snw_limits *source, const snw_limits *follower, double m, double offset) {
    const double a = (follower->lower - offset) / m, b = (follower->upper - offset) / m;
    source->lower = fmax(source->lower, fmin(a, b));
    source->upper = fmin(source->upper, fmax(a, b));
    narrow_rate(&source->velocity, follower->velocity, m);
    narrow_rate(&source->jerk, follower->jerk, m);
    narrow_rate(&source->acceleration, follower->acceleration, m);
    narrow_rate(&source->deceleration, follower->deceleration, m);
}

// the limits of one follower, in those of the joint that it follows
static void impose_limits(snw__plan *plan, snw_robot *robot, int i) {
    const snw__joint_plan *p = &plan->joint[i];
    snw_limits *lead = &robot->joints[p->source].limits;
    bool fits = p->offset >= p->limits.lower && p->offset <= p->limits.upper;
    if (p->multiplier != 0) {
        const bool before = lead->lower <= lead->upper;
        narrow_leader(lead, &p->limits, p->multiplier, p->offset);
        fits = !before || lead->lower <= lead->upper;
        const bool limited = isfinite(lead->lower) || isfinite(lead->upper);
        snw_joint_kind *kind = &robot->joints[p->source].kind;
        if (*kind == SNW_JOINT_CONTINUOUS && limited) *kind = SNW_JOINT_REVOLUTE;
    }
    if (fits) return;
    snw__say(plan, SNW_ERR_RANGE, "mimic-limits", "joints", plan->joint_texts[i],
             "no position of '%s' keeps both within their limits", plan->joint_texts[p->source]);
    snw__error(plan, "correct the limits, the multiplier or the offset, or omit --follow-limits");
}

// A whole turn of the source must be whole turns of what follows it.
static void check_period(snw__plan *plan, int i) {
    const snw__joint_plan *p = &plan->joint[i];
    snw__joint_plan *source = &plan->joint[p->source];
    const snw_joint_kind kind = plan->robot->joints[i].kind;
    const bool turns = kind == SNW_JOINT_REVOLUTE || kind == SNW_JOINT_CONTINUOUS;
    const bool whole = p->multiplier == floor(p->multiplier);
    if (p->multiplier != 0 && !(turns && whole)) source->periodic = false;
}

void snw__plan_mimics(snw__plan *plan) {
    const int count = plan->robot->joint_count;
    int *mark = snw__scratch(plan, count, sizeof(int));
    if (mark == NULL) return;
    for (int i = 0; i < count; i++) {
        snw__joint_plan *p = &plan->joint[i];
        const bool follows = plan->robot->joints[i].mimic != NULL;
        p->follows = follows ? followed(plan, i) : -1;
        p->source = !follows && p->moves ? i : -1;
        p->multiplier = 1;
    }
    for (int i = 0; i < count; i++) {
        if (plan->joint[i].follows >= 0) find_source(plan, i, mark);
    }
    for (int i = 0; i < count; i++) {
        if (plan->joint[i].follows < 0 || plan->joint[i].source < 0) continue;
        compose(plan, i);
        if (plan->joint[i].source < 0) continue;
        check_range(plan, i);
        check_speed(plan, i);
        check_period(plan, i);
    }
}

snw_status snw__robot_follow_limits(snw_robot *robot, snw_diags *diags) {
    snw__plan plan;
    // what is wrong otherwise is told when the robot is compiled
    snw_status status = snw__plan_begin(&plan, robot, NULL);
    plan.diags = diags;
    if (status == SNW_OK && plan.first == SNW_OK) {
        for (int i = 0; i < robot->joint_count; i++) {
            if (plan.joint[i].follows >= 0) impose_limits(&plan, robot, i);
        }
        status = plan.first;
    }
    snw__plan_end(&plan);
    return status;
}
