// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// What the loop does for services, bounded in each tick: ends first, then a few starts and stops,
// then every order that is under way, in the order in which they came.

static void obey_component(snw__slot *slot, snw__what what) {
    snw_exec *exec = slot->self.exec;
    snw_why why = {0};
    switch (what) {
    case SNW__START:
        if (snw_failed(snw__exec_slot_start(slot, &why))) snw__exec_event(exec, &why);
        break;
    case SNW__STOP:
        snw__exec_slot_stop(slot);
        break;
    case SNW__CLEAR:
        snw__exec_slot_error(slot, NULL);
        break;
    }
}

static void obey_life(snw_exec *exec, const snw__order *order) {
    if (order->object < exec->slot_count) {
        obey_component(&exec->slots[order->object], order->what);
    } else if (order->what == SNW__CLEAR) {
        snw__exec_drive_error(exec, &exec->arms[order->object - exec->slot_count], NULL);
    }
}

// --- handlers -----------------------------------------------------------------------------------

int snw__exec_object_count(const snw_exec *exec) {
    return exec->slot_count + exec->arm_count;
}

void *snw__exec_object_self(snw_exec *exec, int object) {
    if (object < 0) return exec;
    if (object < exec->slot_count) return &exec->slots[object].self;
    return &exec->arms[object - exec->slot_count].drive;
}

const snw_command *snw_exec_commands(const snw_exec *exec, int object, int *count) {
    if (object < 0) {
        *count = SNW__LOOP_COMMANDS;
        return snw__loop_commands;
    }
    if (object < exec->slot_count) {
        const snw_component_functions *functions = exec->slots[object].self.functions;
        *count = functions->command_count;
        return functions->commands;
    }
    const snw_drive_functions *drive = exec->arms[object - exec->slot_count].drive_functions;
    *count = drive->command_count;
    return drive->commands;
}

static snw_status call_handler(snw_exec *exec, int object, const snw_command *command,
                               const void *arguments, void *answer, snw_why *why) {
    if (object >= 0 && object < exec->slot_count) {
        const snw_component *self = &exec->slots[object].self;
        if (self->state == SNW_COMPONENT_PREOPERATIONAL) {
            return snw_refuse(why, SNW_ERR_STATE, self->name, "the component is not configured",
                              "correct its configuration and open the cell again");
        }
    }
    return command->act(snw__exec_object_self(exec, object), arguments, answer, why);
}

// a command to a component without a period is one update of it
static void trigger_object(snw_exec *exec, int object) {
    if (object >= 0 && object < exec->slot_count) snw_component_trigger(&exec->slots[object].self);
}

static void stop_streaming(snw_exec *exec, int object) {
    if (object < 0 || object >= exec->slot_count || !exec->slots[object].streams) return;
    exec->slots[object].streams = false;
    exec->streams--;
}

snw_status snw__exec_reset_statistics(void *self, const void *arguments, void *answer,
                                      snw_why *why) {
    (void)arguments, (void)answer, (void)why;
    snw_exec *exec = self;
    memset(exec->timings, 0, sizeof exec->timings);
    exec->signals->busy_most = 0;
    return SNW_OK;
}

// --- the word of ends ---------------------------------------------------------------------------

static void finish_lane(snw_exec *exec, int lane, snw_status status) {
    snw_result *result = &exec->lanes[lane].result;
    result->status = status;
    if (snw_failed(status) && result->why.code == SNW_OK) {
        snw_why_set(&result->why, status, exec->lanes[lane].order.command->word,
                    "the command was refused");
    }
    __atomic_store_n(&exec->lane_state[lane], SNW__LANE_DONE, __ATOMIC_RELEASE);
}

// the other side may take it back in the same moment
static bool take_lane(snw_exec *exec, int lane) {
    uint32_t posted = SNW__LANE_POSTED;
    if (!__atomic_compare_exchange_n(&exec->lane_state[lane], &posted, SNW__LANE_TAKEN, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
        return false;
    }
    exec->lanes[lane].result.tick = exec->number;
    __atomic_store_n(&exec->lane_taken[lane], exec->number + 1, __ATOMIC_RELEASE);
    return true;
}

// results of an END go to all lanes that wait for it
static void report_end(snw_exec *exec, int object, const snw_command *command, snw_status status,
                       const snw_why *why) {
    for (int i = 0; i < SNW_LANES; i++) {
        if (__atomic_load_n(&exec->lane_state[i], __ATOMIC_ACQUIRE) != SNW__LANE_POSTED) continue;
        const snw_order *order = &exec->lanes[i].order;
        if (order->command != command || order->object != object || !take_lane(exec, i)) continue;
        exec->lanes[i].result.why = *why;
        exec->lanes[i].result.begun = true;
        finish_lane(exec, i, status);
    }
}

static void end_object(snw_exec *exec, int object, uint64_t bits) {
    int count;
    const snw_command *commands = snw_exec_commands(exec, object, &count);
    for (int i = 0; i < count; i++) {
        if ((bits >> i & 1) == 0) continue;
        snw_why why = {0};
        const snw_status status = call_handler(exec, object, &commands[i], NULL, NULL, &why);
        trigger_object(exec, object);
        report_end(exec, object, &commands[i], status, &why);
    }
    stop_streaming(exec, object);
}

static void serve_ends(snw_exec *exec) {
    if (__atomic_load_n(&exec->any_ends, __ATOMIC_RELAXED) == 0) return;
    (void)__atomic_exchange_n(&exec->any_ends, 0, __ATOMIC_ACQ_REL);
    for (int i = 0; i < snw__exec_object_count(exec); i++) {
        const uint64_t bits = __atomic_exchange_n(&exec->ends[i], 0, __ATOMIC_ACQ_REL);
        if (bits != 0) end_object(exec, i, bits);
    }
}

// --- rights -------------------------------------------------------------------------------------

// what was lost; 0 is nothing
typedef enum lost_right {
    LOST_NONE,
    LOST_STOP,
    LOST_SESSION,
    LOST_LEASE,
    LOST_TIME,
    LOST_END
} lost_right;

// An object that belongs to no arm may move any: each stop counts for it.
static lost_right compare_rights(const snw_exec *exec, int object, const snw_rights *rights) {
    const int arm = snw_exec_object_arm(exec, object);
    if (snw_exec_stopped_since(exec, arm, rights->stops)) return LOST_STOP;
    if (rights->session >= 0 &&
        rights->entry != __atomic_load_n(&exec->sessions[rights->session], __ATOMIC_ACQUIRE)) {
        return LOST_SESSION;
    }
    if (rights->lease != 0 && rights->lease != __atomic_load_n(&exec->lease, __ATOMIC_ACQUIRE)) {
        return LOST_LEASE;
    }
    return LOST_NONE;
}

static lost_right compare_order(const snw_exec *exec, const snw_order *order) {
    if (order->command->kind == SNW_COMMAND_ASK) return LOST_NONE;
    const lost_right lost = compare_rights(exec, order->object, &order->rights);
    return lost == LOST_NONE && order->expires_ns < exec->t_ns ? LOST_TIME : lost;
}

// why the arm of an object was stopped, where its guard knows
static const snw_why *reason_of_stop(const snw_exec *exec, int object) {
    const int arm = snw_exec_object_arm(exec, object);
    if (arm < 0 || exec->arms[arm].guard.machine.active == SNW_STOP_NONE) return NULL;
    const snw_why *first = &exec->arms[arm].guard.first;
    return first->code != SNW_OK ? first : NULL;
}

static void explain_drop(const snw_exec *exec, const snw_order *order, lost_right lost,
                         snw_why *why) {
    static const struct {
        const char *rule, *text, *fix;
    } reasons[] = {
        [LOST_STOP] = {"stop", "a stop has come since the command was given",
                       "acknowledge the stop, then send the command again"},
        [LOST_SESSION] = {"session", "the sender of the command has left", "send it again"},
        [LOST_LEASE] = {"lease", "the lease of the command is no longer held",
                        "take the lease, then send the command again"},
        [LOST_TIME] = {"expired", "the command came too late to be executed", "send it again"},
        [LOST_END] = {"end", "it was stopped after the command was given", "send it again"},
    };
    const snw_why *first = lost == LOST_STOP ? reason_of_stop(exec, order->object) : NULL;
    if (first != NULL) {
        *why = *first;
        why->code = SNW_ERR_INTERRUPTED;
    } else {
        snw_why_set(why, SNW_ERR_INTERRUPTED, order->command->word, reasons[lost].text);
        snw_why_fix(why, reasons[lost].fix);
    }
    snw_why_rule(why, reasons[lost].rule);
}

// Nothing of an object moves on when the right to it is gone. What came from outside is counted, so
// that a replay can repeat it; a stop repeats itself.
static void end_motion(snw_exec *exec, int object, lost_right lost) {
    int count;
    const snw_command *commands = snw_exec_commands(exec, object, &count);
    const int first = snw_command_first(commands, count, SNW_COMMAND_END);
    stop_streaming(exec, object);
    if (object >= 0 && object < exec->slot_count && (lost == LOST_SESSION || lost == LOST_LEASE)) {
        exec->slots[object].status->revoked++;
    }
    if (first < 0) return;
    SNW_IGNORE(call_handler(exec, object, &commands[first], NULL, NULL, NULL));
}

static bool moves(const snw_command *command) {
    return command->kind == SNW_COMMAND_MOVE || command->kind == SNW_COMMAND_STREAM;
}

static void drop_lane(snw_exec *exec, int lane, lost_right lost) {
    snw__lane *one = &exec->lanes[lane];
    one->result.why = (snw_why){0};
    explain_drop(exec, &one->order, lost, &one->result.why);
    const bool runs = one->result.begun && moves(one->order.command);
    finish_lane(exec, lane, SNW_ERR_INTERRUPTED);
    if (runs) end_motion(exec, one->order.object, lost);
}

// --- lanes --------------------------------------------------------------------------------------

// a sample acts on after its handler has returned, for as long as its component holds it
static void note_stream(snw_exec *exec, const snw_order *order) {
    if (order->command->kind != SNW_COMMAND_STREAM) return;
    if (order->object < 0 || order->object >= exec->slot_count) return;
    snw__slot *slot = &exec->slots[order->object];
    if (!slot->streams) exec->streams++;
    slot->streams = true;
    slot->streamed = order->rights;
    slot->streamed_ns = exec->t_ns;
}

static void watch_streams(snw_exec *exec) {
    for (int i = 0; exec->streams > 0 && i < exec->slot_count; i++) {
        const snw__slot *slot = &exec->slots[i];
        if (!slot->streams) continue;
        const lost_right lost = compare_rights(exec, i, &slot->streamed);
        if (lost != LOST_NONE) {
            end_motion(exec, i, lost);
        } else if (exec->t_ns - slot->streamed_ns > SNW_STREAM_NS) {
            stop_streaming(exec, i);
        }
    }
}

// --- motions that stand -------------------------------------------------------------------------

// A MOVE that was answered may have left a motion that goes on; only its component knows. Of two
// leases the later one counts, and one counts more than none: who holds it answers for the motion.
static void note_standing(snw_exec *exec, const snw_order *order) {
    if (order->command->kind != SNW_COMMAND_MOVE || order->rights.lease == 0) return;
    if (order->object < 0 || order->object >= exec->slot_count) return;
    snw__slot *slot = &exec->slots[order->object];
    if (slot->lease == 0) exec->standing++;
    if (slot->lease < order->rights.lease) slot->lease = order->rights.lease;
}

static void tell_revoked(snw_exec *exec, const snw__slot *slot) {
    snw_why why = {0};
    SNW_IGNORE(snw_refuse(&why, SNW_ERR_INTERRUPTED, slot->self.name,
                          "its motion was ended: the lease under which it began is lost",
                          "take the lease, then start it again"));
    snw_why_rule(&why, "lease");
    why.severity = SNW_WARNING;
    snw__exec_event(exec, &why);
}

// a component that does not run moves nothing
static void revoke_standing(snw_exec *exec, snw__slot *slot) {
    const snw_component_functions *functions = slot->self.functions;
    exec->standing--;
    slot->lease = 0;
    if (slot->self.state != SNW_COMPONENT_RUNNING) return;
    if (functions->revoke != NULL) {
        if (functions->revoke(&slot->self) != SNW_OK) return;
        slot->status->revoked++;
    } else {
        const int first =
            snw_command_first(functions->commands, functions->command_count, SNW_COMMAND_END);
        if (first < 0) return;
        end_motion(exec, (int)(slot - exec->slots), LOST_LEASE);
    }
    tell_revoked(exec, slot);
}

static void watch_standing(snw_exec *exec) {
    const uint64_t floor = __atomic_load_n(&exec->lease_floor, __ATOMIC_ACQUIRE);
    for (int i = 0; exec->standing > 0 && i < exec->slot_count; i++) {
        snw__slot *slot = &exec->slots[i];
        if (slot->lease != 0 && slot->lease < floor) revoke_standing(exec, slot);
    }
}

// --- lanes that are served ----------------------------------------------------------------------

// an END overtakes what was given before it and has not begun
static bool was_ended(const snw_exec *exec, const snw__lane *one) {
    if (one->result.begun || one->order.object < 0 || !moves(one->order.command)) return false;
    return one->arrival < __atomic_load_n(&exec->end_arrivals[one->order.object], __ATOMIC_ACQUIRE);
}

static void serve_lane(snw_exec *exec, int lane) {
    snw__lane *one = &exec->lanes[lane];
    lost_right lost = compare_order(exec, &one->order);
    if (lost == LOST_NONE && was_ended(exec, one)) lost = LOST_END;
    if (lost != LOST_NONE) {
        drop_lane(exec, lane, lost);
        return;
    }
    const snw_command *command = one->order.command;
    const bool at_once = !one->result.begun;
    one->result.begun = true;
    if (at_once) trigger_object(exec, one->order.object);
    one->result.why = (snw_why){0};
    const snw_status status =
        call_handler(exec, one->order.object, command, one->order.arguments,
                     command->answer != NULL ? one->result.answer : NULL, &one->result.why);
    if (status == SNW_NOTHING_NEW) return;
    if (!snw_failed(status)) {
        note_stream(exec, &one->order);
        // one that took its time is over now
        if (at_once) note_standing(exec, &one->order);
    }
    finish_lane(exec, lane, status);
}

// lanes of the loop, by their arrival
static int gather_lanes(snw_exec *exec, bool take, int lanes[SNW_LANES]) {
    int count = 0;
    for (int i = 0; i < SNW_LANES; i++) {
        const uint32_t state = __atomic_load_n(&exec->lane_state[i], __ATOMIC_ACQUIRE);
        if (state != SNW__LANE_TAKEN && !(take && state == SNW__LANE_POSTED)) continue;
        if (state == SNW__LANE_POSTED) {
            if (exec->lanes[i].order.command->kind == SNW_COMMAND_END) continue;
            if (!take_lane(exec, i)) continue;
        }
        int at = count++;
        for (; at > 0 && exec->lanes[lanes[at - 1]].arrival > exec->lanes[i].arrival; at--)
            lanes[at] = lanes[at - 1];
        lanes[at] = i;
    }
    return count;
}

// In most ticks no lane is in use. One that is may wait for a later tick, so the next looks again.
static void serve_lanes(snw_exec *exec) {
    if (__atomic_load_n(&exec->any_lanes, __ATOMIC_RELAXED) == 0) return;
    (void)__atomic_exchange_n(&exec->any_lanes, 0, __ATOMIC_ACQ_REL);
    int lanes[SNW_LANES];
    const int count = gather_lanes(exec, true, lanes);
    for (int i = 0; i < count; i++)
        serve_lane(exec, lanes[i]);
    for (int i = 0; i < SNW_LANES; i++) {
        const uint32_t state = __atomic_load_n(&exec->lane_state[i], __ATOMIC_ACQUIRE);
        if (state != SNW__LANE_TAKEN && state != SNW__LANE_POSTED) continue;
        __atomic_store_n(&exec->any_lanes, 1, __ATOMIC_RELEASE);
        break;
    }
}

// Handlers of the arm may tell why it stops; those of other arms have had their call in this tick.
void snw__exec_stop_begins(snw_exec *exec, int arm) {
    int lanes[SNW_LANES];
    const int count = gather_lanes(exec, false, lanes);
    for (int i = 0; i < count; i++) {
        const int object = exec->lanes[lanes[i]].order.object;
        if (snw_exec_object_arm(exec, object) == arm) serve_lane(exec, lanes[i]);
    }
    snw__exec_count_stop(exec, arm);
}

// The right to motions of a component was taken from outside: what has begun is ended, whether its
// order is under way, streams, or was answered.
static void serve_revoked(snw_exec *exec) {
    if (__atomic_load_n(&exec->any_revoked, __ATOMIC_RELAXED) == 0) return;
    (void)__atomic_exchange_n(&exec->any_revoked, 0, __ATOMIC_ACQ_REL);
    for (int i = 0; i < exec->slot_count; i++) {
        snw__slot *slot = &exec->slots[i];
        if (__atomic_exchange_n(&slot->revoked, 0, __ATOMIC_ACQ_REL) == 0) continue;
        int lanes[SNW_LANES];
        const int count = gather_lanes(exec, false, lanes);
        bool ended = false;
        for (int k = 0; k < count; k++) {
            const snw__lane *one = &exec->lanes[lanes[k]];
            if (one->order.object != i || !one->result.begun || !moves(one->order.command))
                continue;
            drop_lane(exec, lanes[k], LOST_LEASE);
            ended = true;
        }
        if (ended) continue;
        if (slot->streams) {
            end_motion(exec, i, LOST_LEASE);
        } else {
            exec->standing += slot->lease == 0;
            revoke_standing(exec, slot);
        }
    }
}

void snw__exec_serve(snw_exec *exec) {
    serve_ends(exec);
    snw__order order;
    for (int i = 0; i < SNW__ORDERS_A_TICK; i++) {
        if (snw_ring_pop(&exec->orders, &order) != SNW_OK) break;
        obey_life(exec, &order);
    }
    serve_revoked(exec);
    if (exec->streams > 0) watch_streams(exec);
    if (exec->standing > 0) watch_standing(exec);
    serve_lanes(exec);
}
