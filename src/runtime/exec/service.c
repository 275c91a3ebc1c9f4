// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// What one other thread may ask of a running loop. Nothing here touches the loop's own memory.

snw_status snw_exec_authority(snw_exec *exec, int arm, bool allowed) {
    if (arm < -1 || arm >= exec->arm_count) return SNW_ERR_ARGUMENT;
    for (int i = 0; i < exec->arm_count; i++) {
        if (arm >= 0 && arm != i) continue;
        __atomic_store_n(&exec->arms[i].denied, allowed ? 0U : 1U, __ATOMIC_RELAXED);
    }
    return SNW_OK;
}

// --- messages -----------------------------------------------------------------------------------

// one at a time: the same text again asks for its answer, another one takes its place only if the
// loop has not taken it, or has answered it already
static snw_status make_room(snw_exec *exec, snw_why *why) {
    if (exec->sent_lane < 0) return SNW_OK;
    snw_result unwanted;
    if (snw_exec_withdraw(exec, exec->sent_lane) != SNW_OK &&
        snw_exec_collect(exec, exec->sent_lane, &unwanted) != SNW_OK) {
        return snw_refuse(why, SNW_ERR_STATE, exec->sent_text, "another message is in progress",
                          "wait for its answer, or cancel it");
    }
    exec->sent_lane = -1;
    return SNW_OK;
}

static snw_status take_result(snw_exec *exec, const snw_result *result, char answer[SNW_MESSAGE],
                              snw_why *why) {
    if (!snw_failed(result->status)) snw_answer_print(exec->sent.command, result->answer, answer);
    if (snw_failed(result->status) && why != NULL) *why = result->why;
    return result->status;
}

// in a real run the loop goes on beside this; else the caller ticks and comes again
static snw_status wait_for_lane(snw_exec *exec, int64_t wait_ns, char answer[SNW_MESSAGE],
                                snw_why *why) {
    const bool real = __atomic_load_n(&exec->real, __ATOMIC_RELAXED) != 0;
    const int64_t end_ns = real ? snw_clock_now_ns() + wait_ns : 0;
    snw_result result;
    while (snw_exec_collect(exec, exec->sent_lane, &result) != SNW_OK) {
        if (!real || snw_clock_now_ns() >= end_ns) return SNW_NOTHING_NEW;
        snw_clock_sleep_until_ns(snw_clock_now_ns() + exec->period_ns / 2);
    }
    exec->sent_lane = -1;
    exec->message_tick = result.tick;
    return take_result(exec, &result, answer, why);
}

snw_status snw_exec_message(snw_exec *exec, const char *object, const char *text, int64_t wait_ns,
                            char answer[SNW_MESSAGE], snw_why *why) {
    answer[0] = '\0';
    int index;
    snw_status status = snw_exec_object(exec, object, &index, why);
    if (snw_failed(status)) return status;
    const bool same =
        exec->sent_lane >= 0 && exec->sent_object == index && strcmp(exec->sent_text, text) == 0;
    if (same) return wait_for_lane(exec, wait_ns, answer, why);
    status = make_room(exec, why);
    if (status == SNW_OK) status = snw_order_parse(exec, index, text, &exec->sent, why);
    if (snw_failed(status)) return status;
    snw_result result;
    int lane;
    status = snw_exec_order(exec, &exec->sent, &lane, &result, why);
    if (snw_failed(status)) return status;
    if (exec->sent.command->ask != NULL) return take_result(exec, &result, answer, why);
    if (status == SNW_DONE) return SNW_OK;
    exec->sent_lane = lane;
    exec->sent_object = index;
    snw_copy_text(exec->sent_text, sizeof exec->sent_text, text);
    return wait_for_lane(exec, wait_ns, answer, why);
}

snw_status snw_exec_leave(snw_exec *exec) {
    if (exec->sent_lane < 0) return SNW_OK;
    if (snw_exec_taken(exec, exec->sent_lane, &exec->message_tick) != SNW_OK) {
        return SNW_NOTHING_NEW;
    }
    snw_exec_forget(exec, exec->sent_lane);
    exec->sent_lane = -1;
    return SNW_OK;
}

uint64_t snw_exec_message_tick(const snw_exec *exec) {
    return exec->message_tick;
}

// --- life cycle and errors ----------------------------------------------------------------------

static snw_status give_order(snw_exec *exec, snw__what what, int object, snw_why *why) {
    const snw__order order = {what, object};
    const snw_status status = snw_ring_push(&exec->orders, &order);
    if (status != SNW_OK) snw_why_set(why, status, "loop", "too many commands wait for the loop");
    return status;
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
    if (snw__exec_state_of(exec, object) == SNW_COMPONENT_PREOPERATIONAL) {
        return snw_refuse(why, SNW_ERR_STATE, component, "the component is not configured", NULL);
    }
    return give_order(exec, SNW__START, object, why);
}

snw_status snw_exec_stop(snw_exec *exec, const char *component, snw_why *why) {
    const int object = find_component(exec, component, why);
    if (object < 0) return SNW_ERR_UNKNOWN_NAME;
    if (snw__exec_state_of(exec, object) == SNW_COMPONENT_PREOPERATIONAL) {
        return snw_refuse(why, SNW_ERR_STATE, component, "the component is not configured", NULL);
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
