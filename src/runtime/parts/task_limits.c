// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "inside.h"
#include "task_orders.h"

// Limits are those of the guard, a little narrower so that rounding does not touch them. The guard
// wants v dt + D(v) within the way to the end, D with the corner of a stop of limited jerk; the law
// brakes in steps, v dt / 2 + v^2 / 2d. What it lacks is a range that motions leave free.
void snw__manual_take_limits(snw__manual *h, double dt) {
    const snw_arm_limits *from = &h->guard->limits;
    snw_rate_limits *to = &h->control.limits;
    const double part = 1 - 1e-6;
    for (int a = 0; a < h->arm->count; a++) {
        const int i = h->arm->v_index[a];
        const double v = from->velocity[a], d = from->deceleration[a];
        const double corner = 0.5 * d / from->jerk[a];
        const double free = v * (0.5 * dt + corner) + 0.125 * d * dt * dt + 1e-6;
        const double range = from->upper[a] - from->lower[a];
        const double inside = isfinite(range) ? fmin(free, 0.1 * range) : free;
        to->velocity[i] = part * v;
        to->acceleration[i] = part * from->acceleration[a];
        to->deceleration[i] = part * d;
        h->lower[i] = from->lower[a] + inside;
        h->upper[i] = from->upper[a] - inside;
    }
}

// --- narrower ranges -----------------------------------------------------------------------------

static int find_joint(const snw_arm *arm, const char *name) {
    for (int a = 0; a < arm->count; a++) {
        if (strcmp(snw_arm_axis_name(arm, a), name) == 0) return a;
    }
    return -1;
}

static snw_status refuse_joint(const snw_component *self, snw_why *why) {
    return snw__manual_refuse(self, SNW_ERR_UNKNOWN_NAME, "the arm has no such joint",
                              "'sinew model show' lists them", why);
}

static snw_status narrow(const snw_component *self, int axis, double lower, double upper,
                         snw_why *why) {
    const int arm = snw_exec_find_arm(self->exec, self->arm->name);
    return snw_exec_narrow(self->exec, arm, axis, lower, upper, why);
}

snw_status snw__manual_described_limits(snw_component *self, snw_why *why) {
    const snw_task_stage *config = self->config;
    for (int k = 0; k < config->limit_count; k++) {
        const snw_task_limit *limit = &config->limits[k];
        const int axis = find_joint(self->arm, limit->joint);
        if (axis < 0) return refuse_joint(self, why);
        const snw_status status = narrow(self, axis, limit->lower, limit->upper, why);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

static bool rests(const snw__manual *h) {
    const snw_arm *arm = h->arm;
    for (int a = 0; a < arm->count; a++) {
        const bool moves = arm->target.mode == SNW_AXIS_POSITION && arm->target.v[a] != 0;
        if (moves || fabs(h->v[arm->v_index[a]]) > 1e-9) return false;
    }
    return !arm->taken;
}

snw_status snw__manual_limit(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw_component *component = self;
    const snw__limit_order *order = arguments;
    snw__manual *h = component->work;
    const snw_arm *arm = h->arm;
    const int axis = find_joint(arm, order->joint);
    if (axis < 0) return refuse_joint(component, why);
    const int q = arm->q_index[axis];
    double ends[2] = {arm->model->lower[q], arm->model->upper[q]};
    if (order->count == 2) memcpy(ends, order->ends, sizeof ends);
    if (order->count == 1) {
        return snw__manual_refuse(component, SNW_ERR_SIZE, "a range needs two ends",
                                  "give lower and upper, or neither", why);
    }
    if (!rests(h)) {
        return snw__manual_refuse(component, SNW_ERR_STATE,
                                  "limits can be changed only while the arm is at rest",
                                  "stop the arm first", why);
    }
    const snw_status status = narrow(component, axis, ends[0], ends[1], why);
    if (snw_failed(status)) return status;
    snw__manual_take_limits(h, (double)snw_exec_period_ns(component->exec) * 1e-9);
    h->scout.side = 0;
    h->scout.shown_low = h->scout.shown_high = 0;
    h->changes++;
    snw__manual_publish(component);
    return SNW_OK;
}

// --- for services --------------------------------------------------------------------------------

void snw__manual_publish(snw_component *self) {
    const snw__manual *h = self->work;
    const snw_arm *arm = h->arm;
    const snw__manual_bank *bank = &h->banks[h->bank];
    snw_task_present *to = snw_triple_back(&h->present);
    memset(to, 0, sizeof *to);
    to->changes = h->changes;
    to->edited = h->edited;
    to->effector_count = bank->count;
    for (int i = 0; i < bank->count; i++) {
        const bool own = bank->children[i].block == &bank->own[i];
        to->effectors[i].type = bank->children[i].type;
        to->effectors[i].described = own ? NULL : bank->children[i].block;
        if (own) to->effectors[i].effector = bank->own[i];
    }
    for (int a = 0; a < arm->count; a++) {
        const int q = arm->q_index[a];
        const double lower = arm->limits.lower[a], upper = arm->limits.upper[a];
        if (lower == arm->model->lower[q] && upper == arm->model->upper[q]) continue;
        snw_task_limit *limit = &to->limits[to->limit_count++];
        snw_copy_text(limit->joint, SNW_NAME, snw_arm_axis_name(arm, a));
        limit->lower = lower;
        limit->upper = upper;
    }
    snw_triple_publish(&h->present);
}

snw_status snw__task_look(const snw_component *component, snw_task_present *present) {
    if (component->type != &snw_task_stage_type) return SNW_ERR_ARGUMENT;
    const snw__manual *h = component->work;
    if (h == NULL || snw_triple_written(&h->present) == 0) return SNW_ERR_STATE;
    SNW_IGNORE(snw_triple_update(&h->present));
    memcpy(present, snw_triple_front(&h->present), sizeof *present);
    return SNW_OK;
}

// blocks are only read through this
static snw_child child_of(const snw_type *type, const void *block) {
    union {
        const void *from;
        void *to;
    } pointer = {.from = block};
    return (snw_child){type, pointer.to};
}

snw_status snw_task_describe(const snw_component *component, snw_setup *setup,
                             snw_task_stage **now) {
    snw_status status;
    snw_task_present seen;
    *now = NULL;
    status = snw__task_look(component, &seen);
    if (snw_failed(status)) return status;
    const snw__manual *h = component->work;
    snw_task_stage shallow = *h->config;
    snw_child children[SNW_EFFECTORS];
    for (int i = 0; i < seen.effector_count; i++) {
        const void *block = seen.effectors[i].described;
        if (block == NULL) block = &seen.effectors[i].effector;
        children[i] = child_of(seen.effectors[i].type, block);
    }
    if (seen.edited) {
        shallow.control.effectors = children;
        shallow.control.effector_count = seen.effector_count;
    }
    if (seen.changes > 0) {
        shallow.limits = seen.limits;
        shallow.limit_count = seen.limit_count;
    }
    *now = snw_block_new(&snw_task_stage_type, setup);
    if (*now == NULL) return SNW_ERR_MEMORY;
    return snw_block_copy(&snw_task_stage_type, *now, &shallow, setup);
}
