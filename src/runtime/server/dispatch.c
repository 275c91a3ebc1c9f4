// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dispatch.h"

#include <stdlib.h>
#include <string.h>

#include "dispatch_internal.h"

// --- who sends ----------------------------------------------------------------------------------

static void drop_waiting(snw__sender *sender) {
    while (sender->first != NULL) {
        snw__waiting *waiting = sender->first;
        sender->first = waiting->next;
        free(waiting);
    }
    sender->last = NULL;
    sender->waiting = 0;
    sender->waiting_bytes = 0;
}

bool snw__dispatch_add(snw__dispatch *dispatch, snw__sender *sender) {
    for (int i = 0; i < SNW__SENDERS; i++) {
        if (dispatch->senders[i] != NULL) continue;
        dispatch->senders[i] = sender;
        sender->dispatch = dispatch;
        sender->session = dispatch->exec != NULL ? snw_exec_session_begin(dispatch->exec) : -1;
        return true;
    }
    return false;
}

void snw__dispatch_remove(snw__sender *sender) {
    snw__dispatch *dispatch = sender->dispatch;
    if (dispatch == NULL) return;
    if (sender->session >= 0) snw_exec_session_end(dispatch->exec, sender->session);
    sender->session = -1;
    drop_waiting(sender);
    snw__errands_drop(sender);
    for (int i = 0; i < SNW__SENDERS; i++) {
        if (dispatch->senders[i] == sender) dispatch->senders[i] = NULL;
    }
    sender->dispatch = NULL;
}

void snw__dispatch_use(snw__dispatch *dispatch, snw_exec *exec) {
    for (int i = 0; i < SNW__SENDERS; i++) {
        snw__sender *sender = dispatch->senders[i];
        if (sender == NULL) continue;
        if (sender->session >= 0) snw_exec_session_end(dispatch->exec, sender->session);
        sender->session = -1;
        snw__errands_drop(sender);
        // who asked for something of a cell that has gone is answered so when its turn comes
    }
    snw__lanes_drop(dispatch);
    dispatch->exec = exec;
    dispatch->lease = dispatch->lease_floor = 0;
    memset(dispatch->ended, 0, sizeof dispatch->ended);
    for (int i = 0; i < SNW__SENDERS && exec != NULL; i++) {
        snw__sender *sender = dispatch->senders[i];
        if (sender != NULL) sender->session = snw_exec_session_begin(exec);
    }
    snw__dispatch_lease(dispatch);
}

void snw__dispatch_lease(snw__dispatch *dispatch) {
    if (dispatch->exec == NULL || dispatch->authority == NULL) return;
    const snw_lease *lease = &dispatch->authority->lease;
    const uint64_t now =
        lease->state == SNW_LEASE_HELD ? (uint64_t)lease->stamp.sequence : (uint64_t)0;
    const uint64_t floor = (uint64_t)lease->kept_from;
    // what was begun under a lost lease ends before somebody else may move anything
    if (floor != dispatch->lease_floor) snw_exec_end_leases(dispatch->exec, floor);
    dispatch->lease_floor = floor;
    if (now == dispatch->lease) return;
    dispatch->lease = now;
    snw_exec_set_lease(dispatch->exec, now);
}

// --- what never waits ---------------------------------------------------------------------------

// Ends what an object has under way. Arguments that cannot be read do not keep it from ending.
static bool end_motion(snw__dispatch *dispatch, const snw_wire_urgent_request *urgent) {
    int object = -1, lane = -1;
    snw_exec *exec = dispatch->exec;
    if (snw_failed(snw_exec_object(exec, urgent->object, &object, NULL))) return false;
    const snw_command *command = snw_exec_command_of(exec, object, urgent->text);
    if (command == NULL || command->kind != SNW_COMMAND_END) return false;
    snw_order *order = &dispatch->order;
    if (snw_failed(snw_order_parse(exec, object, urgent->text, order, NULL)) ||
        snw_failed(snw_exec_order(exec, order, &lane, &dispatch->result, NULL))) {
        snw_exec_end(exec, object);
    }
    // who sent it is answered when its turn comes; the recorder learns in which tick it has acted
    if (lane < 0 || !snw__errand_watch(dispatch, lane, urgent)) {
        if (lane >= 0) snw_exec_forget(exec, lane);
        snw__tell_message(dispatch, urgent->object, urgent->text, snw_exec_next(exec));
    }
    snw__errands_end(dispatch, object);
    return true;
}

bool snw__dispatch_urgent(snw__dispatch *dispatch, const char *bytes, size_t size,
                          snw_stop_source by) {
    snw_wire_urgent_request urgent;
    snw_exec *exec = dispatch->exec;
    if (exec == NULL) return false;
    const snw_wire_urgency urgency = snw_wire_urgent(bytes, size, &urgent);
    switch (urgency) {
    case SNW_WIRE_NOT_URGENT:
        return false;
    case SNW_WIRE_MAYBE_END:
        return end_motion(dispatch, &urgent);
    case SNW_WIRE_URGENT_STOP:
    case SNW_WIRE_URGENT_DISABLE:
        break;
    }
    // a name that no arm has stops all of them: who asked is told of its mistake afterwards
    const int arm = urgent.arm[0] != '\0' ? snw_exec_find_arm(exec, urgent.arm) : -1;
    const snw_request stop = urgent.off ? SNW_REQUEST_STOP_1 : SNW_REQUEST_STOP_2;
    const snw_request asked = urgency == SNW_WIRE_URGENT_STOP ? stop : SNW_REQUEST_DISABLE;
    SNW_IGNORE(snw__exec_request_by(exec, arm, asked, snw__stop_source_of(urgent.by, by)));
    return true;
}

// --- what waits for its turn --------------------------------------------------------------------

snw_status snw__dispatch_post(snw__sender *sender, const snw__arrival *arrival, snw_why *why) {
    snw_exec *exec = sender->dispatch->exec;
    const bool fits =
        sender->waiting == 0 || (sender->waiting < SNW__WAITING_COUNT &&
                                 sender->waiting_bytes + arrival->size <= SNW__WAITING_BYTES);
    snw__waiting *waiting = fits ? malloc(sizeof *waiting + arrival->size + 1) : NULL;
    if (waiting == NULL) {
        const snw_status status =
            snw_refuse(why, SNW_ERR_FULL, "requests", "too many requests of this client wait",
                       "wait for answers before sending more");
        snw_why_rule(why, "queue");
        return status;
    }
    *waiting = (snw__waiting){.size = arrival->size,
                              .bytes = (char *)(waiting + 1),
                              .ends = sender->dispatch->ends,
                              .acted = arrival->acted,
                              .binary = arrival->binary,
                              .too_fast = arrival->too_fast,
                              .rights.session = -1,
                              .expires_ns = INT64_MAX};
    if (exec != NULL) {
        waiting->rights = snw_exec_rights(exec, sender->session, 0);
        waiting->expires_ns = snw_exec_time_ns(exec) + SNW_STREAM_NS;
    }
    memcpy(waiting->bytes, arrival->bytes, arrival->size);
    waiting->bytes[arrival->size] = '\0';
    if (sender->last != NULL) {
        sender->last->next = waiting;
    } else {
        sender->first = waiting;
    }
    sender->last = waiting;
    sender->waiting++;
    sender->waiting_bytes += arrival->size;
    return SNW_OK;
}

typedef enum rank { HOLDER, KNOWN, WITHOUT_TOKEN, WITHOUT_HELLO } rank;

static rank rank_of(const snw__sender *sender) {
    const snw_authority *authority = sender->dispatch->authority;
    if (authority == NULL || sender->index < 0) return KNOWN;
    const snw_session *session = &authority->sessions[sender->index];
    if (authority->lease.state == SNW_LEASE_HELD && authority->lease.session == sender->index) {
        return HOLDER;
    }
    if (!session->greeted) return WITHOUT_HELLO;
    return session->role == SNW_ROLE_nobody ? WITHOUT_TOKEN : KNOWN;
}

static bool has_turn(const snw__sender *sender) {
    return sender->first != NULL && !sender->paused;
}

// the next sender of a rank from `*turn` on that has something waiting, up to the end of the table
static snw__sender *next_of(snw__dispatch *dispatch, rank wanted, int *turn) {
    while (*turn < SNW__SENDERS) {
        snw__sender *sender = dispatch->senders[(*turn)++];
        if (sender != NULL && has_turn(sender) && rank_of(sender) == wanted) return sender;
    }
    return NULL;
}

// one of those that share a place in a round; they take turns in it
static snw__sender *next_shared(snw__dispatch *dispatch, rank wanted) {
    int *turn = &dispatch->shared_turn[wanted - WITHOUT_TOKEN];
    snw__sender *sender = next_of(dispatch, wanted, turn);
    if (sender != NULL) return sender;
    *turn = 0;
    return next_of(dispatch, wanted, turn);
}

// Whose turn it is: a round is up to SNW__HOLDER_TURN requests of the holder, whenever they come,
// one of each that is known, one of all without a token, one of all that have not said hello.
static snw__sender *next_sender(snw__dispatch *dispatch) {
    int any = 0;
    for (int tries = 0; tries < 2; tries++) {
        any = 0;
        snw__sender *sender = next_of(dispatch, HOLDER, &any);
        if (sender != NULL && dispatch->holder_served < SNW__HOLDER_TURN) {
            dispatch->holder_served++;
            return sender;
        }
        sender = next_of(dispatch, KNOWN, &dispatch->turn);
        // the two shared places stand behind the table
        while (sender == NULL && dispatch->turn < SNW__SENDERS + 2) {
            const rank wanted = dispatch->turn == SNW__SENDERS ? WITHOUT_TOKEN : WITHOUT_HELLO;
            dispatch->turn++;
            sender = next_shared(dispatch, wanted);
        }
        if (sender != NULL) return sender;
        dispatch->turn = dispatch->holder_served = 0;
    }
    return NULL;
}

bool snw__dispatch_step(snw__dispatch *dispatch) {
    snw__sender *sender = next_sender(dispatch);
    if (sender == NULL) return false;
    snw__waiting *waiting = sender->first;
    sender->first = waiting->next;
    if (sender->first == NULL) sender->last = NULL;
    sender->waiting--;
    sender->waiting_bytes -= waiting->size;
    snw__dispatch_lease(dispatch);
    dispatch->door.serve(sender, waiting);
    snw__dispatch_lease(dispatch);
    free(waiting);
    return true;
}

bool snw__dispatch_has_requests(const snw__dispatch *dispatch) {
    for (int i = 0; i < SNW__SENDERS; i++) {
        if (dispatch->senders[i] != NULL && has_turn(dispatch->senders[i])) return true;
    }
    return false;
}

// --- what may be done ---------------------------------------------------------------------------

// What only tells, and what belongs to a session alone, is as good after a stop as before it.
static bool ends_with_a_stop(snw_act act) {
    return act != SNW_ACT_greet && act != SNW_ACT_read && act != SNW_ACT_stop &&
           act != SNW_ACT_lease;
}

// The arm that a request is about; -1 when it may be about any.
static int arm_of(const snw_exec *exec, const snw_wire_request *request) {
    if (request->arm[0] != '\0') return snw_exec_find_arm(exec, request->arm);
    char name[SNW_OBJECT] = "";
    if (request->object[0] != '\0') {
        snw_copy_text(name, sizeof name, request->object);
    } else {
        const size_t length = strcspn(request->path, "/");
        if (length < sizeof name) memcpy(name, request->path, length);
    }
    int object = -1;
    if (snw_failed(snw_exec_object(exec, name, &object, NULL))) {
        return snw_exec_find_arm(exec, name);
    }
    return snw_exec_object_arm(exec, object);
}

snw_status snw__dispatch_judge(const snw__sender *sender, const snw__waiting *waiting,
                               const snw__plea *plea, snw_why *why) {
    const snw__dispatch *dispatch = sender->dispatch;
    const snw_exec *exec = dispatch->exec;
    if (exec != NULL && ends_with_a_stop(plea->act) &&
        snw_exec_stopped_since(exec, arm_of(exec, plea->request), waiting->rights.stops)) {
        const snw_status status =
            snw_refuse(why, SNW_ERR_EXPIRED, snw_act_name(plea->act),
                       "a stop came after this request was sent, so it was not executed",
                       "send it again if it is still needed");
        snw_why_rule(why, "stopped");
        return status;
    }
    if (dispatch->authority == NULL) return SNW_OK;
    return snw_authority_check(dispatch->authority, sender->index, plea->act, &plea->request->lease,
                               plea->still, why);
}
