// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "sequence_internal.h"

// Steps that are put in, changed, moved and taken out while nothing runs them. A step is checked
// before it is taken; a change that would leave a repeat without its steps is undone and refused.

// A sequence that runs may call this one, so no sequence of the arm may run.
static snw_status may_edit(const snw_component *self, snw_why *why) {
    for (int i = 0; i < snw_exec_component_count(self->exec); i++) {
        const snw_component *one = snw_exec_component(self->exec, i);
        if (one->functions != &snw__sequence_functions || one->arm != self->arm) continue;
        const snw__sequence *s = one->work;
        if (s == NULL) continue;
        if (s->state != SNW_SEQUENCE_RUNNING && s->state != SNW_SEQUENCE_PAUSED) continue;
        return snw_refuse_rule(why, SNW_ERR_STATE, "teach", one->name,
                               "steps cannot be changed while a sequence runs or is paused",
                               "end it first");
    }
    return SNW_OK;
}

static snw_status check_place(const snw_component *self, int index, int most, snw_why *why) {
    if (index >= 0 && index <= most) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_RANGE, "teach", self->name, "there is no such step",
                           "give a number from 0, less than the count");
}

// a repeat above its steps would go back to nowhere
static snw_status check_repeats(const snw_component *self, snw_why *why) {
    const snw__sequence *s = self->work;
    const int bad = snw__steps_check_repeats(s->list, s->count);
    if (bad < 0) return SNW_OK;
    SNW_IGNORE(snw_refuse_rule(why, SNW_ERR_RANGE, "teach", self->name,
                               "a repeat step repeats more steps than stand above it",
                               "give it fewer steps, or another place"));
    snw_why_add(why, "step", bad, "");
    return SNW_ERR_RANGE;
}

static void open_gap(snw__sequence *s, int index) {
    memmove(&s->list[index + 1], &s->list[index], (size_t)(s->count - index) * sizeof *s->list);
    s->count++;
}

static void close_gap(snw__sequence *s, int index) {
    s->count--;
    memmove(&s->list[index], &s->list[index + 1], (size_t)(s->count - index) * sizeof *s->list);
}

static void move_step(snw__sequence *s, int from, int to) {
    const snw_step step = s->list[from];
    close_gap(s, from);
    open_gap(s, to);
    s->list[to] = step;
}

// what has changed begins from its first step
static void accept_change(snw_component *self, int first) {
    snw__sequence *s = self->work;
    s->calls[0].at = 0;
    s->depth = 0;
    s->state = SNW_SEQUENCE_STOPPED;
    snw__sequence_show(self, first);
}

snw_status snw__sequence_order_insert(void *self, const void *arguments, void *answer,
                                      snw_why *why) {
    (void)answer;
    const snw__step_order *order = arguments;
    snw__sequence *s = ((snw_component *)self)->work;
    snw_status status = may_edit(self, why);
    if (status == SNW_OK) status = check_place(self, order->index, s->count, why);
    if (status == SNW_OK) status = snw__step_check(self, &order->step, true, why);
    if (snw_failed(status)) return status;
    if (s->count == s->capacity) {
        return snw_refuse_rule(why, SNW_ERR_FULL, "teach", ((snw_component *)self)->name,
                               "no room is left for steps", "remove one, or call another sequence");
    }
    open_gap(s, order->index);
    s->list[order->index] = order->step;
    status = check_repeats(self, why);
    if (snw_failed(status)) {
        close_gap(s, order->index);
        return status;
    }
    accept_change(self, order->index);
    return SNW_OK;
}

snw_status snw__sequence_order_change(void *self, const void *arguments, void *answer,
                                      snw_why *why) {
    (void)answer;
    const snw__step_order *order = arguments;
    snw__sequence *s = ((snw_component *)self)->work;
    snw_status status = may_edit(self, why);
    if (status == SNW_OK) status = check_place(self, order->index, s->count - 1, why);
    if (status == SNW_OK) status = snw__step_check(self, &order->step, true, why);
    if (snw_failed(status)) return status;
    const snw_step old = s->list[order->index];
    s->list[order->index] = order->step;
    status = check_repeats(self, why);
    if (snw_failed(status)) {
        s->list[order->index] = old;
        return status;
    }
    accept_change(self, order->index);
    return SNW_OK;
}

snw_status snw__sequence_order_remove(void *self, const void *arguments, void *answer,
                                      snw_why *why) {
    (void)answer;
    snw__sequence *s = ((snw_component *)self)->work;
    const int index = ((const snw__index_order *)arguments)->index;
    snw_status status = may_edit(self, why);
    if (status == SNW_OK) status = check_place(self, index, s->count - 1, why);
    if (snw_failed(status)) return status;
    const snw_step old = s->list[index];
    close_gap(s, index);
    status = check_repeats(self, why);
    if (snw_failed(status)) {
        open_gap(s, index);
        s->list[index] = old;
        return status;
    }
    accept_change(self, index);
    return SNW_OK;
}

snw_status snw__sequence_order_order(void *self, const void *arguments, void *answer,
                                     snw_why *why) {
    (void)answer;
    snw__sequence *s = ((snw_component *)self)->work;
    const snw__move_order *order = arguments;
    snw_status status = may_edit(self, why);
    if (status == SNW_OK) status = check_place(self, order->from, s->count - 1, why);
    if (status == SNW_OK) status = check_place(self, order->to, s->count - 1, why);
    if (snw_failed(status)) return status;
    move_step(s, order->from, order->to);
    status = check_repeats(self, why);
    if (snw_failed(status)) {
        move_step(s, order->to, order->from);
        return status;
    }
    accept_change(self, order->from < order->to ? order->from : order->to);
    return SNW_OK;
}

snw_status snw__sequence_order_clear(void *self, const void *arguments, void *answer,
                                     snw_why *why) {
    (void)arguments, (void)answer;
    snw__sequence *s = ((snw_component *)self)->work;
    const snw_status status = may_edit(self, why);
    if (snw_failed(status)) return status;
    s->count = 0;
    accept_change(self, 0);
    return SNW_OK;
}

snw_status snw__sequence_order_rounds(void *self, const void *arguments, void *answer,
                                      snw_why *why) {
    (void)answer;
    snw__sequence *s = ((snw_component *)self)->work;
    const snw_status status = may_edit(self, why);
    if (snw_failed(status)) return status;
    s->repeat = ((const snw__count_answer *)arguments)->count;
    accept_change(self, s->count);
    return SNW_OK;
}

snw_status snw__sequence_order_automatic(void *self, const void *arguments, void *answer,
                                         snw_why *why) {
    (void)answer, (void)why;
    snw__sequence *s = ((snw_component *)self)->work;
    s->automatic = ((const snw__switch_order *)arguments)->on;
    snw__sequence_show(self, s->count);
    return SNW_OK;
}

snw_status snw__sequence_order_from(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    const snw__sequence *s = ((snw_component *)self)->work;
    const int index = ((const snw__index_order *)arguments)->index;
    const snw_status status = check_place(self, index, s->count - 1, why);
    return snw_failed(status) ? status : snw__sequence_run_from(self, index, why);
}
