// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// What one other thread may ask of a running loop. Nothing here touches the loop's own memory.

snw_status snw_exec_request(snw_exec *exec, int arm, snw_request request) {
    if (arm < -1 || arm >= exec->arm_count) return SNW_ERR_ARGUMENT;
    for (int i = 0; i < exec->arm_count; i++) {
        if (arm >= 0 && arm != i) continue;
        (void)__atomic_fetch_or(&exec->arms[i].asked, 1U << request, __ATOMIC_RELEASE);
    }
    return SNW_OK;
}

snw_status snw_exec_authority(snw_exec *exec, int arm, bool allowed) {
    if (arm < -1 || arm >= exec->arm_count) return SNW_ERR_ARGUMENT;
    for (int i = 0; i < exec->arm_count; i++) {
        if (arm >= 0 && arm != i) continue;
        __atomic_store_n(&exec->arms[i].denied, allowed ? 0U : 1U, __ATOMIC_RELAXED);
    }
    return SNW_OK;
}

// --- messages -----------------------------------------------------------------------------------

static snw_status post(snw_exec *exec, int object, const char *text, snw_why *why) {
    snw__letter *sent = &exec->sent;
    const bool same = exec->posted && sent->object == object && strcmp(sent->text, text) == 0;
    if (same) return SNW_OK;
    if (exec->posted && snw_failed(snw_mailbox_withdraw(&exec->box))) {
        // the loop has it; an answer that has come meanwhile is of no use any more
        snw__reply old;
        if (snw_mailbox_collect(&exec->box, &old) != SNW_OK) {
            snw_why_set(why, SNW_ERR_STATE, sent->text, "another message is under way");
            return SNW_ERR_STATE;
        }
    }
    exec->posted = false;
    *sent = (snw__letter){.object = object};
    snw_copy_text(sent->text, sizeof sent->text, text);
    const snw_status status = snw_mailbox_post(&exec->box, sent);
    exec->posted = status == SNW_OK;
    return status;
}

snw_status snw_exec_message(snw_exec *exec, const char *object, const char *text, int64_t wait_ns,
                            char answer[SNW_MESSAGE], snw_why *why) {
    answer[0] = '\0';
    const int index = snw__exec_object(exec, object, why);
    if (index == -2) return SNW_ERR_UNKNOWN_NAME;
    if (strlen(text) >= SNW_MESSAGE) {
        snw_why_set(why, SNW_ERR_TOO_LARGE, object, "the message is too long");
        return SNW_ERR_TOO_LARGE;
    }
    const snw_status status = post(exec, index, text, why);
    if (snw_failed(status)) return status;

    // in a real run the loop goes on beside this; else the caller ticks and comes again
    const bool real = __atomic_load_n(&exec->real, __ATOMIC_RELAXED) != 0;
    const int64_t end_ns = real ? snw_clock_now_ns() + wait_ns : 0;
    snw__reply reply;
    while (snw_mailbox_collect(&exec->box, &reply) != SNW_OK) {
        if (!real || snw_clock_now_ns() >= end_ns) return SNW_NOTHING_NEW;
        snw_clock_sleep_until_ns(snw_clock_now_ns() + exec->period_ns / 2);
    }
    exec->posted = false;
    exec->message_tick = reply.tick;
    snw_copy_text(answer, SNW_MESSAGE, reply.text);
    if (snw_failed(reply.status) && why != NULL) *why = reply.why;
    return reply.status;
}

snw_status snw_exec_leave(snw_exec *exec) {
    if (!exec->posted) return SNW_OK;
    snw__reply reply;
    __atomic_store_n(&exec->leave, 1, __ATOMIC_RELEASE);
    if (snw_mailbox_collect(&exec->box, &reply) != SNW_OK) return SNW_NOTHING_NEW;
    __atomic_store_n(&exec->leave, 0, __ATOMIC_RELEASE);
    exec->posted = false;
    exec->message_tick = reply.tick;
    return SNW_OK;
}

uint64_t snw_exec_message_tick(const snw_exec *exec) {
    return exec->message_tick;
}

// --- life cycle and errors ----------------------------------------------------------------------

static snw_status give_order(snw_exec *exec, snw__what what, int object, snw_why *why) {
    const snw__order order = {what, object};
    const snw_status status = snw_ring_push(&exec->orders, &order);
    if (status != SNW_OK) snw_why_set(why, status, "loop", "too many orders wait for the loop");
    return status;
}

// what services know of a component's state: as of the last tick
static snw_component_state state_of(snw_exec *exec, int object) {
    const snw_roots *roots = snw_exec_look(exec);
    const snw__slot *slot = &exec->slots[object];
    if (roots == NULL) return slot->opened;
    const unsigned char *status = roots->items[1].block;
    snw_component_status copy;
    memcpy(&copy, status + (slot->status_offset - exec->components_offset), sizeof copy);
    return copy.state;
}

static int find_component(const snw_exec *exec, const char *name, snw_why *why) {
    const int object = snw__exec_object(exec, name, why);
    if (object >= 0 && object < exec->slot_count) return object;
    snw_why_set(why, SNW_ERR_UNKNOWN_NAME, name, "there is no such component");
    return -1;
}

snw_status snw_exec_start(snw_exec *exec, const char *component, snw_why *why) {
    const int object = find_component(exec, component, why);
    if (object < 0) return SNW_ERR_UNKNOWN_NAME;
    if (state_of(exec, object) == SNW_COMPONENT_PREOPERATIONAL) {
        snw_why_set(why, SNW_ERR_STATE, component, "the component is not configured");
        return SNW_ERR_STATE;
    }
    return give_order(exec, SNW__START, object, why);
}

snw_status snw_exec_stop(snw_exec *exec, const char *component, snw_why *why) {
    const int object = find_component(exec, component, why);
    if (object < 0) return SNW_ERR_UNKNOWN_NAME;
    if (state_of(exec, object) == SNW_COMPONENT_PREOPERATIONAL) {
        snw_why_set(why, SNW_ERR_STATE, component, "the component is not configured");
        return SNW_ERR_STATE;
    }
    return give_order(exec, SNW__STOP, object, why);
}

snw_status snw_exec_error(snw_exec *exec, const char *object, snw_object_error *error,
                          snw_why *why) {
    const int index = snw__exec_object(exec, object, why);
    if (index == -2) return SNW_ERR_UNKNOWN_NAME;
    *error = (snw_object_error){0};
    if (index < 0) return SNW_OK;
    const snw_triple *triple = index < exec->slot_count
                                   ? &exec->slots[index].error
                                   : &exec->arms[index - exec->slot_count].error_image;
    SNW_IGNORE(snw_triple_update(triple));
    memcpy(error, snw_triple_front(triple), sizeof *error);
    return SNW_OK;
}

snw_status snw_exec_clear(snw_exec *exec, const char *object, snw_why *why) {
    const int index = snw__exec_object(exec, object, why);
    if (index == -2) return SNW_ERR_UNKNOWN_NAME;
    return index < 0 ? SNW_OK : give_order(exec, SNW__CLEAR, index, why);
}

snw_status snw_exec_event(snw_exec *exec, snw_event *event) {
    return snw_ring_pop(&exec->events, event);
}
