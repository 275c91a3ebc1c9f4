// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "source.h"

// How orders of services reach the loop. Only words that both sides read are touched here, and
// lanes whose turn is ours.

enum { LANES_FOR_ENDS = 2 }; // that no other order may have: ends find a lane for their result

// --- set-up -------------------------------------------------------------------------------------

void snw__exec_orders_make(snw__builder *b) {
    snw_exec *exec = b->exec;
    exec->lanes = snw__exec_take(b, SNW_LANES, sizeof *exec->lanes);
    exec->ends = snw__exec_take(b, (size_t)snw__exec_object_count(exec) + 1, sizeof *exec->ends);
    exec->end_arrivals =
        snw__exec_take(b, (size_t)snw__exec_object_count(exec) + 1, sizeof *exec->end_arrivals);
    exec->sent_lane = -1;
    for (int i = -1; i < snw__exec_object_count(exec) && !snw_failed(b->status); i++) {
        int count;
        const snw_command *commands = snw_exec_commands(exec, i, &count);
        snw_why why = {0};
        if (!snw_failed(snw_commands_check(commands, count, &why))) continue;
        snw__exec_find(b, &why);
    }
}

// --- sessions, leases, stops --------------------------------------------------------------------

int snw_exec_session_begin(snw_exec *exec) {
    for (int i = 0; i < SNW_EXEC_SESSIONS; i++) {
        const uint32_t entry = __atomic_load_n(&exec->sessions[i], __ATOMIC_RELAXED);
        if (entry % 2 != 0) continue;
        __atomic_store_n(&exec->sessions[i], entry + 1, __ATOMIC_RELEASE);
        return i;
    }
    return -1;
}

void snw_exec_session_end(snw_exec *exec, int session) {
    if (session < 0 || session >= SNW_EXEC_SESSIONS) return;
    const uint32_t entry = __atomic_load_n(&exec->sessions[session], __ATOMIC_RELAXED);
    if (entry % 2 != 0) __atomic_store_n(&exec->sessions[session], entry + 1, __ATOMIC_RELEASE);
}

void snw_exec_set_lease(snw_exec *exec, uint64_t sequence) {
    __atomic_store_n(&exec->lease, sequence, __ATOMIC_RELEASE);
}

void snw_exec_end_leases(snw_exec *exec, uint64_t sequence) {
    __atomic_store_n(&exec->lease_floor, sequence, __ATOMIC_RELEASE);
}

void snw_exec_revoke(snw_exec *exec, int object) {
    if (object < 0 || object >= exec->slot_count) return;
    __atomic_store_n(&exec->slots[object].revoked, 1, __ATOMIC_RELEASE);
    __atomic_store_n(&exec->any_revoked, 1, __ATOMIC_RELEASE);
}

snw_rights snw_exec_rights(const snw_exec *exec, int session, uint64_t lease) {
    const bool known = session >= 0 && session < SNW_EXEC_SESSIONS;
    return (snw_rights){
        .session = known ? session : -1,
        .entry = known ? __atomic_load_n(&exec->sessions[session], __ATOMIC_ACQUIRE) : 0,
        .lease = lease,
        .stops = snw_exec_stops(exec),
    };
}

// A stop counts from this moment on. What an operator asked for before it (power, acknowledgement)
// does not outlive it: one exchange of the word takes it out and puts the stop in.
static void ask_arm(snw__arm *arm, snw_request request, snw_stop_source source) {
    const bool stops = (1U << request & SNW__STOPS) != 0;
    const uint32_t bit = 1U << request | (stops ? SNW__SOURCE_BIT(source) : 0);
    const uint32_t pulses = 1U << SNW_REQUEST_ACKNOWLEDGE | 1U << SNW_REQUEST_ENABLE;
    const uint32_t gone = stops ? pulses : 0;
    uint32_t now = __atomic_load_n(&arm->asked, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&arm->asked, &now, (now & ~gone) | bit, false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
    }
}

snw_status snw_exec_request(snw_exec *exec, int arm, snw_request request) {
    return snw__exec_request_by(exec, arm, request, SNW_STOP_BY_PROGRAM);
}

snw_status snw__exec_request_by(snw_exec *exec, int arm, snw_request request,
                                snw_stop_source source) {
    if (arm < -1 || arm >= exec->arm_count) return SNW_ERR_ARGUMENT;
    if ((1U << request & SNW__STOPS) != 0) snw__exec_count_stop(exec, arm);
    for (int i = 0; i < exec->arm_count; i++) {
        if (arm < 0 || arm == i) ask_arm(&exec->arms[i], request, source);
    }
    // a stop does not wait for the end of a pause
    if ((1U << request & SNW__STOPS) != 0) snw__exec_resume(exec);
    return SNW_OK;
}

// --- ends ---------------------------------------------------------------------------------------

static void ask_end(snw_exec *exec, int object, int command) {
    const uint64_t arrivals = __atomic_load_n(&exec->arrivals, __ATOMIC_ACQUIRE);
    __atomic_store_n(&exec->end_arrivals[object], arrivals, __ATOMIC_RELEASE);
    (void)__atomic_fetch_or(&exec->ends[object], UINT64_C(1) << command, __ATOMIC_ACQ_REL);
    __atomic_store_n(&exec->any_ends, 1, __ATOMIC_RELEASE);
}

void snw_exec_end(snw_exec *exec, int object) {
    for (int i = 0; i < snw__exec_object_count(exec); i++) {
        if (object >= 0 && object != i) continue;
        int count;
        const snw_command *commands = snw_exec_commands(exec, i, &count);
        const int first = snw_command_first(commands, count, SNW_COMMAND_END);
        if (first >= 0) ask_end(exec, i, first);
    }
}

// --- lanes --------------------------------------------------------------------------------------

static uint32_t state_of(const snw_exec *exec, int lane) {
    return __atomic_load_n(&exec->lane_state[lane], __ATOMIC_ACQUIRE);
}

static void free_lane(snw_exec *exec, int lane) {
    exec->lane_forgotten[lane] = false;
    __atomic_store_n(&exec->lane_state[lane], SNW__LANE_FREE, __ATOMIC_RELEASE);
}

snw_status snw_exec_withdraw(snw_exec *exec, int lane) {
    uint32_t posted = SNW__LANE_POSTED;
    if (!__atomic_compare_exchange_n(&exec->lane_state[lane], &posted, SNW__LANE_FREE, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
        return SNW_ERR_STATE;
    }
    exec->lane_forgotten[lane] = false;
    return SNW_OK;
}

// the lane of an earlier sample that the loop has not taken
static int replaced_lane(snw_exec *exec, const snw_order *order) {
    for (int i = 0; i < SNW_LANES; i++) {
        const snw_order *old = &exec->lanes[i].order;
        if (state_of(exec, i) != SNW__LANE_POSTED) continue;
        if (old->command->kind != SNW_COMMAND_STREAM || old->object != order->object) continue;
        if (old->rights.session != order->rights.session) continue;
        if (snw_exec_withdraw(exec, i) == SNW_OK) return i;
    }
    return -1;
}

static int find_free_lane(snw_exec *exec, int most) {
    int used = 0, found = -1;
    for (int i = 0; i < SNW_LANES; i++) {
        if (exec->lane_forgotten[i] && state_of(exec, i) == SNW__LANE_DONE) free_lane(exec, i);
        if (state_of(exec, i) == SNW__LANE_FREE) {
            if (found < 0) found = i;
        } else {
            used++;
        }
    }
    return used < most ? found : -1;
}

static void post_order(snw_exec *exec, int lane, const snw_order *order) {
    snw__lane *one = &exec->lanes[lane];
    const snw_command *command = order->command;
    const size_t bytes = command->arguments != NULL ? command->arguments->size : 0;
    memcpy(&one->order, order, offsetof(snw_order, arguments));
    memcpy(one->order.arguments, order->arguments, bytes);
    one->result.status = SNW_NOTHING_NEW;
    one->result.why = (snw_why){0};
    one->result.begun = false;
    if (command->answer != NULL) memset(one->result.answer, 0, command->answer->size);
    one->arrival = exec->arrivals;
    __atomic_store_n(&exec->arrivals, one->arrival + 1, __ATOMIC_RELEASE);
    exec->lane_forgotten[lane] = false;
    __atomic_store_n(&exec->lane_taken[lane], 0, __ATOMIC_RELAXED);
    __atomic_store_n(&exec->lane_state[lane], SNW__LANE_POSTED, __ATOMIC_RELEASE);
    __atomic_store_n(&exec->any_lanes, 1, __ATOMIC_RELEASE);
}

static snw_status order_end(snw_exec *exec, const snw_order *order, int *lane) {
    int count;
    const snw_command *commands = snw_exec_commands(exec, order->object, &count);
    *lane = find_free_lane(exec, SNW_LANES);
    if (*lane >= 0) post_order(exec, *lane, order);
    ask_end(exec, order->object, (int)(order->command - commands));
    return *lane >= 0 ? SNW_OK : SNW_DONE;
}

snw_status snw_exec_order(snw_exec *exec, const snw_order *order, int *lane, snw_result *result,
                          snw_why *why) {
    const snw_command *command = order->command;
    *lane = -1;
    if (command->ask != NULL) {
        result->status = snw__exec_ask(exec, order, result);
        return SNW_DONE;
    }
    if (command->kind == SNW_COMMAND_END) return order_end(exec, order, lane);
    if (command->kind == SNW_COMMAND_STREAM) *lane = replaced_lane(exec, order);
    if (*lane < 0) *lane = find_free_lane(exec, SNW_LANES - LANES_FOR_ENDS);
    if (*lane < 0) {
        return snw_refuse(why, SNW_ERR_FULL, command->word, "too many commands are in progress",
                          "wait until some of them have ended");
    }
    post_order(exec, *lane, order);
    return SNW_OK;
}

snw_status snw_exec_collect(snw_exec *exec, int lane, snw_result *result) {
    if (state_of(exec, lane) != SNW__LANE_DONE) return SNW_NOTHING_NEW;
    const snw__lane *one = &exec->lanes[lane];
    const snw_type *type = one->order.command->answer;
    memcpy(result, &one->result, offsetof(snw_result, answer));
    if (type != NULL) memcpy(result->answer, one->result.answer, type->size);
    free_lane(exec, lane);
    return SNW_OK;
}

snw_status snw_exec_taken(const snw_exec *exec, int lane, uint64_t *tick) {
    const uint64_t taken = __atomic_load_n(&exec->lane_taken[lane], __ATOMIC_ACQUIRE);
    if (taken == 0) return SNW_NOTHING_NEW;
    *tick = taken - 1;
    return SNW_OK;
}

void snw_exec_forget(snw_exec *exec, int lane) {
    exec->lane_forgotten[lane] = true;
}
