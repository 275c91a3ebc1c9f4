// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

bool snw__exec_all_off(const snw_exec *exec) {
    for (int i = 0; i < exec->arm_count; i++) {
        if (exec->arms[i].arm->command.enable) return false;
    }
    return true;
}

void snw__exec_abandon(snw_exec *exec) {
    for (int i = exec->slot_count - 1; i >= 0 && exec->slots != NULL; i--) {
        snw__slot *slot = &exec->slots[i];
        if (slot->self.state == SNW_COMPONENT_PREOPERATIONAL) continue;
        snw__exec_slot_stop(slot);
        if (slot->self.functions->cleanup != NULL) slot->self.functions->cleanup(&slot->self);
    }
    for (int i = exec->arm_count - 1; i >= 0 && exec->arms != NULL; i--) {
        snw__arm *arm = &exec->arms[i];
        if (arm->drive.work != NULL && arm->drive_functions->close != NULL) {
            arm->drive_functions->close(&arm->drive);
        }
        if (arm->twin.work != NULL && arm->twin_functions->close != NULL) {
            arm->twin_functions->close(&arm->twin);
        }
    }
    snw_setup_destroy(exec->memory);
}

// a tick, by the clock where the last run was by the clock
static void step(snw_exec *exec, int64_t *next_ns) {
    if (exec->paced) {
        *next_ns += exec->period_ns;
        snw_clock_sleep_until_ns(*next_ns);
    }
    snw_exec_tick(exec);
}

// asks those that have something to do; true when all are done
static bool all_ended(snw_exec *exec) {
    bool all = true;
    for (int i = 0; i < exec->slot_count; i++) {
        snw__slot *slot = &exec->slots[i];
        if (slot->self.state != SNW_COMPONENT_RUNNING || slot->ended) continue;
        slot->ended = slot->self.functions->shutdown == NULL ||
                      slot->self.functions->shutdown(&slot->self) != SNW_NOTHING_NEW;
        all &= slot->ended;
    }
    return all;
}

// the first that did not end in time is named
static void name_left(const snw_exec *exec, snw_why *why, snw_status *status) {
    for (int i = 0; i < exec->slot_count && *status == SNW_OK; i++) {
        const snw__slot *slot = &exec->slots[i];
        if (slot->self.state != SNW_COMPONENT_RUNNING || slot->ended) continue;
        snw_why_set(why, SNW_ERR_TIMEOUT, slot->self.name, "the component did not end in time");
        *status = SNW_ERR_TIMEOUT;
    }
    for (int i = 0; i < SNW_LANES && *status == SNW_OK; i++) {
        if (exec->lane_state[i] != SNW__LANE_TAKEN || exec->lane_forgotten[i]) continue;
        const snw_order *order = &exec->lanes[i].order;
        snw_why_set(why, SNW_ERR_TIMEOUT, order->command->word, "a message was left unanswered");
        *status = SNW_ERR_TIMEOUT;
    }
}

static void name_powered(const snw_exec *exec, snw_why *why, snw_status *status) {
    for (int i = 0; i < exec->arm_count && *status == SNW_OK; i++) {
        const snw_arm *arm = exec->arms[i].arm;
        if (!arm->command.enable) continue;
        snw_why_set(why, SNW_ERR_TIMEOUT, arm->name, "the arm did not come to rest in time");
        *status = SNW_ERR_TIMEOUT;
    }
}

// A loop whose thread hangs cannot be freed. Its drives are told what they can be told.
static snw_status leave_behind(snw_exec *exec, snw_why *why) {
    for (int i = 0; i < exec->arm_count; i++) {
        snw__arm *arm = &exec->arms[i];
        if (arm->drive_functions->quick_stop != NULL) arm->drive_functions->quick_stop(&arm->drive);
    }
    return snw_refuse(why, SNW_ERR_TIMEOUT, "loop", "the thread of the loop hangs and is abandoned",
                      NULL);
}

snw_status snw_exec_close(snw_exec *exec, int64_t limit_ns, snw_why *why) {
    if (exec == NULL) return SNW_OK;
    if (exec->hung) return leave_behind(exec, why);
    snw_status status = SNW_OK;
    int64_t next_ns = exec->paced ? snw_clock_now_ns() : 0;
    const int64_t begin_ns = exec->t_ns;
    exec->ending = true;
    exec->timed = false;

    // objects finish what they have to; half of the time is theirs
    while (!all_ended(exec) && exec->t_ns - begin_ns < limit_ns / 2)
        step(exec, &next_ns);
    name_left(exec, why, &status);

    // arms come to rest and lose their power, in order as long as there is time, then at once
    if (!snw__exec_all_off(exec)) SNW_IGNORE(snw_exec_request(exec, -1, SNW_REQUEST_DISABLE));
    while (!snw__exec_all_off(exec) && exec->t_ns - begin_ns < limit_ns)
        step(exec, &next_ns);
    name_powered(exec, why, &status);
    if (!snw__exec_all_off(exec)) {
        SNW_IGNORE(snw_exec_request(exec, -1, SNW_REQUEST_STOP_0));
        step(exec, &next_ns);
    }
    snw__exec_abandon(exec);
    return status;
}
