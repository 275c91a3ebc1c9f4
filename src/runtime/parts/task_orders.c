// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "task_orders.h"

// Commands of a person to a task component, in the loop. Each is taken at once or refused; what it
// asks for is done by the updates that follow.

snw_status snw__manual_refuse(const snw_component *self, snw_status status, const char *text,
                              const char *fix, snw_why *why) {
    return snw_refuse_rule(why, status, "task-command", self->name, text, fix);
}

static snw_status check_count(const snw_component *self, int count, int needed, snw_why *why) {
    if (count == needed) return SNW_OK;
    const snw_status status =
        snw__manual_refuse(self, SNW_ERR_SIZE, "the count of numbers is wrong",
                           "its commands list what each requires", why);
    snw_why_add(why, "needed", needed, "");
    return status;
}

// the arm is taken from its source
static snw_status take(snw_component *self, snw_hand_mode mode, snw__manual_space space,
                       snw_why *why) {
    snw__manual *h = self->work;
    if (!h->arm->follows || !h->begun || self->state != SNW_COMPONENT_RUNNING) {
        return snw__manual_refuse(self, SNW_ERR_STATE, "the arm is not enabled",
                                  "acknowledge the stop, then enable the arm", why);
    }
    if (space != SNW__MANUAL_JOINTS && snw__manual_tool_rows(h) == 0) {
        return snw__manual_refuse(self, SNW_ERR_STATE, "there is no end effector",
                                  "add one, or move the joints", why);
    }
    const bool first = !h->arm->taken;
    if (first || space != h->space) h->shaped = false;
    if (first || space != SNW__MANUAL_ELBOW) h->holding = false;
    if (first && snw_failed(snw_control_hold(&h->control, h->q))) {
        return snw__manual_refuse(self, SNW_ERR_STATE, "the state of the arm is not valid", NULL,
                                  why);
    }
    if (first) snw_control_reset(&h->control);
    h->arm->taken = true;
    h->mode = mode;
    h->space = space;
    h->age = h->braking = 0;
    return SNW_OK;
}

// --- what can be said ----------------------------------------------------------------------------

static snw_vec3 hold_to(snw_vec3 v, double most) {
    const double length = snw_vec3_norm(v);
    return length > most ? snw_vec3_scale(v, most / length) : v;
}

static snw_status jog_twist(snw_component *self, const double *n, bool in_tool, snw_why *why) {
    snw__manual *h = self->work;
    const snw_status status = take(self, SNW_HAND_JOG, SNW__MANUAL_TOOL, why);
    if (snw_failed(status)) return status;
    const snw_twist twist = snw_twist_of(hold_to(snw_vec3_of(n[0], n[1], n[2]), h->config->speed),
                                         hold_to(snw_vec3_of(n[3], n[4], n[5]), h->config->spin));
    h->wish.twist = in_tool ? twist : snw_twist_rotate(h->arm->T_world_base.R, twist);
    h->wish.in_tool = in_tool;
    return SNW_OK;
}

snw_status snw__manual_jog(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw__manual *h = ((snw_component *)self)->work;
    const snw__jog_order *order = arguments;
    const bool joints = order->space == SNW__JOG_JOINTS;
    snw_status status = check_count(self, order->count, joints ? h->arm->count : 6, why);
    if (snw_failed(status)) return status;
    if (!joints) return jog_twist(self, order->rates, order->space == SNW__JOG_TOOL, why);
    status = take(self, SNW_HAND_JOG, SNW__MANUAL_JOINTS, why);
    if (!snw_failed(status)) snw_arm_to_v(h->arm, order->rates, h->wish.rates);
    return status;
}

// the part of the velocity, then a position for each axis
snw_status snw__manual_reach(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    const snw__reach_order *order = arguments;
    snw__manual *h = ((snw_component *)self)->work;
    const snw_arm *arm = h->arm;
    snw_status status = check_count(self, 1 + order->count, 1 + arm->count, why);
    if (snw_failed(status)) return status;
    if (!(order->part > 0 && order->part <= 1)) {
        return snw__manual_refuse(self, SNW_ERR_RANGE, "the fraction of the speed is not in (0, 1]",
                                  "give a fraction above 0 and up to 1", why);
    }
    for (int a = 0; a < arm->count; a++) {
        const double lower = arm->limits.lower[a], upper = arm->limits.upper[a];
        if (order->q[a] >= lower && order->q[a] <= upper) continue;
        snw_why_set(why, SNW_ERR_LIMIT, snw_arm_axis_name(arm, a),
                    "the position is beyond the limits of the joint");
        snw_why_rule(why, "task-command");
        snw_why_fix(why, "choose one between the limits");
        snw_why_add(why, "wanted", order->q[a], "");
        snw_why_add(why, "lower", lower, "");
        snw_why_add(why, "upper", upper, "");
        return SNW_ERR_LIMIT;
    }
    status = take(self, SNW_HAND_REACH, SNW__MANUAL_JOINTS, why);
    if (snw_failed(status)) return status;
    h->wish.part = order->part;
    snw_arm_to_v(arm, order->q, h->wish.place_of);
    return SNW_OK;
}

snw_status snw__manual_drag(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw__manual *h = ((snw_component *)self)->work;
    const double *n = ((const snw__drag_order *)arguments)->pose;
    snw_quat turn;
    snw_status status = snw_quat_set(&turn, n[6], n[3], n[4], n[5]);
    if (snw_failed(status)) {
        return snw__manual_refuse(self, status, "the quaternion is not a rotation",
                                  "give x y z w, of a length other than 0", why);
    }
    status = take(self, SNW_HAND_DRAG, SNW__MANUAL_TOOL, why);
    if (snw_failed(status)) return status;
    h->wish.goal = snw_pose_of(snw_quat_to_mat3(turn), snw_vec3_of(n[0], n[1], n[2]));
    return SNW_OK;
}

static snw_status check_freedom(const snw_component *self, snw_why *why) {
    snw__manual *h = self->work;
    if (!h->begun || snw__manual_tool_rows(h) == 0) return SNW_OK;
    if (snw__manual_freedom(h) > 0) return SNW_OK;
    return snw__manual_refuse(self, SNW_ERR_UNSUPPORTED, "the tool leaves no joint free",
                              "self-motion requires more joints than the end effectors have rows",
                              why);
}

snw_status snw__manual_pull(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    const snw__pull_order *order = arguments;
    snw__manual *h = ((snw_component *)self)->work;
    const int link = snw_model_find_link(h->arm->model, order->link);
    if (link < 0) {
        return snw__manual_refuse(self, SNW_ERR_UNKNOWN_NAME, "the arm has no such link",
                                  "'sinew model show' lists them", why);
    }
    snw_status status = check_freedom(self, why);
    if (!snw_failed(status)) status = take(self, SNW_HAND_PULL, SNW__MANUAL_ELBOW, why);
    if (snw_failed(status)) return status;
    h->wish.link = link;
    h->wish.place = order->place;
    h->wish.point = order->point;
    return SNW_OK;
}

snw_status snw__manual_turn_elbow(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw__manual *h = ((snw_component *)self)->work;
    snw_status status = check_freedom(self, why);
    if (!snw_failed(status)) status = take(self, SNW_HAND_TURN, SNW__MANUAL_ELBOW, why);
    if (!snw_failed(status)) h->wish.turn = ((const snw__turn_order *)arguments)->rate;
    return status;
}

snw_status snw__manual_halt(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer, (void)why;
    snw__manual *h = ((snw_component *)self)->work;
    if (h->arm->taken) h->mode = SNW_HAND_BRAKE;
    return SNW_OK;
}

snw_status snw__manual_effectors(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw__manual *h = ((snw_component *)self)->work;
    const char *name = ((const snw__set_order *)arguments)->set;
    int found = name[0] == '\0' ? 0 : -1;
    for (int i = 0; i < h->config->set_count; i++) {
        if (strcmp(h->config->sets[i].name, name) == 0) found = i + 1;
    }
    if (found < 0) {
        return snw__manual_refuse(self, SNW_ERR_UNKNOWN_NAME,
                                  "there is no such set of end effectors",
                                  "name one of its sets, or leave it out for the first", why);
    }
    if (h->arm->taken) {
        return snw__manual_refuse(self, SNW_ERR_STATE, "the arm is being moved by hand",
                                  "release it first", why);
    }
    const snw_status status = snw__manual_take_set(self, found, why);
    if (!snw_failed(status)) h->changes++;
    if (!snw_failed(status)) snw__manual_publish(self);
    return status;
}
