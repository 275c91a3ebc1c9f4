// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include "inside.h"
#include "sinew/model/law.h"

int snw__kind_nq(snw_joint_kind kind) {
    static const int counts[] = {
        [SNW_JOINT_FIXED] = 0,     [SNW_JOINT_REVOLUTE] = 1, [SNW_JOINT_CONTINUOUS] = 1,
        [SNW_JOINT_PRISMATIC] = 1, [SNW_JOINT_SCREW] = 1,    [SNW_JOINT_SPHERICAL] = 4,
        [SNW_JOINT_PLANAR] = 3,    [SNW_JOINT_FREE] = 7,     [SNW_JOINT_LAW] = 1};
    return (unsigned)kind <= SNW_JOINT_LAW ? counts[kind] : 0;
}

// a rotation has one number more in q than in v
int snw__kind_nv(snw_joint_kind kind) {
    const int nq = snw__kind_nq(kind);
    return nq - (kind == SNW_JOINT_SPHERICAL || kind == SNW_JOINT_FREE);
}

static bool has_axis(snw_joint_kind kind) {
    return kind == SNW_JOINT_REVOLUTE || kind == SNW_JOINT_CONTINUOUS ||
           kind == SNW_JOINT_PRISMATIC || kind == SNW_JOINT_SCREW || kind == SNW_JOINT_PLANAR;
}

static void say(snw__plan *plan, int joint, snw_status code, const char *rule, const char *text) {
    snw__say(plan, code, rule, "joints", plan->joint_texts[joint], "%s", text);
}

static void check_axis(snw__plan *plan, int i) {
    const snw_joint_description *joint = &plan->robot->joints[i];
    plan->joint[i].axis = snw_vec3_x(1);
    if (!has_axis(joint->kind) || !snw_vec3_is_finite(joint->axis)) return;
    // the size first, so that the length of tiny and huge vectors is right
    const double size = snw_vec3_max_abs(joint->axis);
    if (size == 0) {
        say(plan, i, SNW_ERR_RANGE, "axis-zero", "its axis has no direction");
        snw__error(plan, "give a unit vector, as 0 0 1");
        return;
    }
    const snw_vec3 scaled = snw_vec3_divide(joint->axis, size);
    const double length = size * snw_vec3_norm(scaled);
    plan->joint[i].axis = snw_vec3_normalize(scaled);
    if (fabs(length - 1) > 1e-3) {
        say(plan, i, SNW_ERR_RANGE, "axis-unit", "its axis is not of length 1 and was normalised");
        snw_why_add(&plan->why, "length", length, "");
        snw__warning(plan, "give a unit vector");
    }
}

static bool has_position_limits(const snw_limits *limits) {
    return isfinite(limits->lower) || isfinite(limits->upper);
}

static bool has_limits(const snw_limits *limits) {
    return has_position_limits(limits) || isfinite(limits->velocity) ||
           isfinite(limits->acceleration) || isfinite(limits->deceleration) ||
           isfinite(limits->jerk) || isfinite(limits->effort);
}

static snw_limits unlimited(void) {
    const double none = (double)INFINITY;
    return (snw_limits){-none, none, none, none, none, none, none};
}

// true when there is a position between the two; NaN is told by the check of values
static bool in_order(double lower, double upper) {
    if (isnan(lower) || isnan(upper)) return true;
    return lower <= upper && lower < (double)INFINITY && upper > -(double)INFINITY;
}

static void report_order(snw__plan *plan, int i, const char *rule, double lower, double upper) {
    say(plan, i, SNW_ERR_RANGE, rule, "its lower limit is above its upper one");
    snw_why_add(&plan->why, "lower", lower, "");
    snw_why_add(&plan->why, "upper", upper, "");
    snw__error(plan, "exchange the limits, or leave them out");
}

static void check_soft(snw__plan *plan, int i) {
    const snw_soft_limits *soft = plan->robot->joints[i].soft;
    const snw_limits *hard = &plan->robot->joints[i].limits;
    if (soft == NULL) return;
    if (!in_order(soft->lower, soft->upper)) {
        report_order(plan, i, "soft-limits", soft->lower, soft->upper);
    } else if (soft->lower < hard->lower || soft->upper > hard->upper) {
        // an absent soft limit is infinite and lies outside; that is no mistake
        if (isfinite(soft->lower) || isfinite(soft->upper)) {
            say(plan, i, SNW_ERR_RANGE, "soft-limits", "a soft limit lies outside the hard ones");
            snw__warning(plan, "move it inside");
        }
    }
}

static void check_limits(snw__plan *plan, int i) {
    const snw_joint_description *joint = &plan->robot->joints[i];
    snw_limits *limits = &plan->joint[i].limits;
    *limits = joint->limits;
    if (snw__kind_nq(joint->kind) != 1) {
        if (joint->kind != SNW_JOINT_FIXED && has_limits(limits)) {
            say(plan, i, SNW_ERR_UNSUPPORTED, "limits-unused",
                "limits of a joint with several coordinates are not used");
            snw__warning(plan, "divide it into joints of one coordinate to limit each");
        }
        *limits = unlimited();
        return;
    }
    if (joint->kind == SNW_JOINT_CONTINUOUS && has_position_limits(limits)) {
        say(plan, i, SNW_ERR_UNSUPPORTED, "limits-unused",
            "a continuous joint has no limits of position");
        snw__warning(plan, "make it revolute, or leave them out");
        limits->lower = unlimited().lower;
        limits->upper = unlimited().upper;
    }
    if (!in_order(limits->lower, limits->upper)) {
        report_order(plan, i, "limits-order", limits->lower, limits->upper);
    }
    check_soft(plan, i);
}

static void check_law(snw__plan *plan, int i) {
    const snw_joint_description *joint = &plan->robot->joints[i];
    if (joint->kind != SNW_JOINT_LAW) {
        if (joint->law.block == NULL) return;
        say(plan, i, SNW_ERR_UNSUPPORTED, "law-unused", "it has a law but is of another kind");
        snw__warning(plan, "make it of kind law, or leave the law out");
        return;
    }
    snw_why why;
    if (snw__law_check(&joint->law, &why) == SNW_OK) return;
    say(plan, i, why.code, why.rule, why.text);
    snw__error(plan, why.fix);
}

static void warn_unused(snw__plan *plan, int i, const char *rule, const char *text, double value) {
    say(plan, i, SNW_ERR_UNSUPPORTED, rule, text);
    snw_why_add(&plan->why, "value", value, "");
    snw__warning(plan, "leave it out");
}

static void check_numbers(snw__plan *plan, int i) {
    const snw_joint_description *joint = &plan->robot->joints[i];
    if (joint->kind == SNW_JOINT_SCREW && joint->pitch == 0) {
        say(plan, i, SNW_ERR_RANGE, "screw-pitch", "a screw needs a pitch");
        snw__error(plan, "give the screw pitch [m/rad], or make it revolute");
    }
    if (joint->kind != SNW_JOINT_SCREW && joint->pitch != 0) {
        warn_unused(plan, i, "pitch-unused", "only a screw has a pitch", joint->pitch);
    }
    if (snw__kind_nq(joint->kind) != 1 && joint->position != 0) {
        warn_unused(plan, i, "position-unused", "only a joint of one coordinate has an offset",
                    joint->position);
    }
    if (joint->actuator != NULL && joint->actuator->gear_ratio == 0) {
        say(plan, i, SNW_ERR_RANGE, "gear-ratio", "its gear ratio is 0");
        snw__error(plan, "give speed of the motor over speed of the joint");
    }
}

void snw__plan_joints(snw__plan *plan) {
    for (int i = 0; i < plan->robot->joint_count; i++) {
        const snw_joint_description *joint = &plan->robot->joints[i];
        snw__joint_plan *p = &plan->joint[i];
        const bool follows = joint->mimic != NULL;
        p->moves = snw__kind_nq(joint->kind) == 1;
        p->nq = follows ? 0 : snw__kind_nq(joint->kind);
        p->nv = follows ? 0 : snw__kind_nv(joint->kind);
        p->periodic = joint->kind == SNW_JOINT_REVOLUTE || joint->kind == SNW_JOINT_CONTINUOUS;
        check_axis(plan, i);
        check_limits(plan, i);
        check_law(plan, i);
        check_numbers(plan, i);
    }
}

// x and y of a planar joint: x is the frame's axis that follows, in the order x y z x, the one that
// the joint's axis is nearest to, made normal to it. So an axis z has x and y as one expects.
static snw_vec3 plane_x(snw_vec3 axis) {
    const double x = fabs(axis.x), y = fabs(axis.y), z = fabs(axis.z);
    const snw_vec3 next = z >= x && z >= y ? snw_vec3_x(1) : x >= y ? snw_vec3_y(1) : snw_vec3_z(1);
    return snw_vec3_normalize(snw_vec3_add_scaled(next, axis, -snw_vec3_dot(next, axis)));
}

void snw__fill_joint(const snw__plan *plan, int joint, snw_link *link) {
    const snw_joint_description *d = &plan->robot->joints[joint];
    const snw__joint_plan *p = &plan->joint[joint];
    link->joint = d->kind;
    link->T_parent_joint = d->origin;
    link->axis = p->axis;
    link->plane_x = plane_x(p->axis);
    link->plane_y = snw_vec3_cross(p->axis, link->plane_x);
    link->pitch = d->kind == SNW_JOINT_SCREW ? d->pitch : 0;
    link->multiplier = 1;
    link->offset = 0;
    link->shift = p->moves ? d->position : 0;
    if (d->kind == SNW_JOINT_LAW) link->law = d->law;
}
