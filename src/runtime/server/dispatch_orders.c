// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "dispatch_internal.h"
#include "sinew/base/json_write.h"

// Orders: from the queue of a sender into a lane of the executive, and their results back. Of one
// sender one order is unanswered at a time, so that orders act in the sequence in which they came.

static const int64_t LONG_NS = 50 * INT64_C(1000000); // after which a sender is told "under way"

void snw__tell_message(const snw__dispatch *dispatch, const char *object, const char *text,
                       uint64_t tick) {
    if (dispatch->told == NULL) return;
    char path[SNW_FIELD_PATH];
    snw_text line = snw_text_over(path, sizeof path);
    snw_text_format(&line, "message %s", object);
    dispatch->told(dispatch->told_context, path, text, tick);
}

static void free_first(snw__sender *sender) {
    snw__errand *errand = sender->first_errand;
    sender->first_errand = errand->next;
    if (sender->first_errand == NULL) sender->last_errand = NULL;
    sender->errands--;
    free(errand);
}

void snw__errands_drop(snw__sender *sender) {
    while (sender->first_errand != NULL)
        free_first(sender);
    for (int i = 0; i < SNW_LANES; i++) {
        snw__errand *errand = sender->dispatch->lanes[i];
        if (errand != NULL && errand->sender == sender) errand->sender = NULL;
    }
    sender->under_way = sender->unanswered = 0;
    snw__reader_leave(sender);
}

static void tell_errand(snw__dispatch *dispatch, snw__errand *errand, uint64_t tick) {
    if (!errand->told) snw__tell_message(dispatch, errand->object, errand->text, tick);
    errand->told = true;
}

// Whether an order has done something, with the tick in dispatch->result: what was dropped before
// it began must not act in a replay. One that is under way after its tick has begun.
static bool lane_acted(snw__dispatch *dispatch, int lane) {
    snw_result *result = &dispatch->result;
    if (snw_exec_collect(dispatch->exec, lane, result) == SNW_OK) return result->begun;
    return snw_exec_taken(dispatch->exec, lane, &result->tick) == SNW_OK &&
           snw_exec_next(dispatch->exec) > result->tick + 1;
}

void snw__lanes_drop(snw__dispatch *dispatch) {
    snw__reader_end(dispatch);
    for (int i = 0; i < SNW_LANES; i++) {
        if (dispatch->lanes[i] == NULL) continue;
        if (lane_acted(dispatch, i)) {
            tell_errand(dispatch, dispatch->lanes[i], dispatch->result.tick);
        }
        snw_exec_forget(dispatch->exec, i);
        free(dispatch->lanes[i]);
        dispatch->lanes[i] = NULL;
    }
    dispatch->lanes_used = 0;
}

// --- from a request to an order -----------------------------------------------------------------

void snw__add_outcome(snw_text *text, const snw__outcome *outcome) {
    const snw_result *result = outcome->result;
    char words[SNW_COMMAND_TEXT] = "";
    snw_json_writer json = snw_json_inside(text, true);
    if (outcome->is_call && result != NULL) {
        snw_json_raw(&json, "result");
        snw_wire_result(outcome->command, result->answer, text);
    } else if (outcome->is_call) {
        snw_json_object(&json, "result");
        snw_json_end(&json);
    } else {
        if (result != NULL) snw_answer_print(outcome->command, result->answer, words);
        snw_json_string(&json, "answer", words);
    }
}

static void answer_errand(snw__errand *errand, const snw_result *result, bool under_way) {
    snw__sender *sender = errand->sender;
    if (sender == NULL || errand->answered) return;
    errand->answered = true;
    const snw__outcome outcome = {.id = errand->id,
                                  .command = errand->order.command,
                                  .result = result,
                                  .under_way = under_way,
                                  .is_call = errand->is_call};
    sender->dispatch->door.answer(sender, &outcome);
}

void snw__errand_answer(snw__errand *errand, const snw_result *result) {
    answer_errand(errand, result, false);
}

// Of a stream only the newest sample counts: it takes the place of one that still waits.
static void replace_sample(snw__sender *sender, const snw__errand *newest) {
    for (snw__errand **at = &sender->first_errand; *at != NULL; at = &(*at)->next) {
        snw__errand *old = *at;
        if (old->order.command->kind != SNW_COMMAND_STREAM ||
            old->order.object != newest->order.object) {
            continue;
        }
        *at = old->next;
        if (sender->last_errand == old) {
            sender->last_errand = NULL;
            for (snw__errand *e = sender->first_errand; e != NULL; e = e->next)
                sender->last_errand = e;
        }
        sender->errands--;
        answer_errand(old, NULL, false);
        free(old);
        return;
    }
}

static void append_errand(snw__sender *sender, snw__errand *errand) {
    if (sender->last_errand != NULL) {
        sender->last_errand->next = errand;
    } else {
        sender->first_errand = errand;
    }
    sender->last_errand = errand;
    sender->errands++;
}

// Answers a question from what the loop has published, and frees it; or later, from a file.
static snw_status answer_question(snw__sender *sender, snw__errand *errand, snw_why *why) {
    snw__dispatch *dispatch = sender->dispatch;
    snw_status status;
    if (errand->order.command->reads_file) {
        status = snw__reader_begin(dispatch, errand, why);
        if (!snw_failed(status)) return status;
    } else {
        int lane = -1;
        status = snw_exec_order(dispatch->exec, &errand->order, &lane, &dispatch->result, why);
        if (!snw_failed(status)) answer_errand(errand, &dispatch->result, false);
    }
    free(errand);
    return snw_failed(status) ? status : SNW_DONE;
}

snw_status snw__dispatch_order(snw__sender *sender, const snw__waiting *waiting,
                               const snw_wire_request *request, snw_why *why) {
    snw__dispatch *dispatch = sender->dispatch;
    int object = -1;
    snw_status status = snw_exec_object(dispatch->exec, request->object, &object, why);
    if (snw_failed(status)) return status;
    if (sender->session < 0) {
        return snw_refuse(why, SNW_ERR_FULL, request->object,
                          "the executive has no room for another session",
                          "close a client that is not needed");
    }
    if (sender->errands >= SNW__ERRANDS_WAITING || sender->under_way >= SNW__ERRANDS_UNDER_WAY) {
        return snw_refuse(why, SNW_ERR_FULL, request->object,
                          "too many commands of this client wait or are in progress",
                          "wait until one of them has ended, or stop");
    }
    snw__errand *errand = calloc(1, sizeof *errand);
    if (errand == NULL) return SNW_ERR_MEMORY;
    errand->sender = sender;
    errand->id = request->id;
    snw_copy_text(errand->object, sizeof errand->object, request->object);
    snw_copy_text(errand->text, sizeof errand->text, request->text);
    errand->is_call = request->command == SNW_WIRE_call;
    status = snw_wire_order(dispatch->exec, request, &errand->order, why);
    if (snw_failed(status)) {
        free(errand);
        return status;
    }
    if (errand->is_call) snw_order_print(dispatch->exec, &errand->order, errand->text);
    errand->order.rights = waiting->rights;
    // the lease was judged to be this one a moment ago, and the loop compares it when it acts
    errand->order.rights.lease =
        dispatch->authority != NULL ? (uint64_t)request->lease.sequence : (uint64_t)0;
    errand->ends = waiting->ends;
    const snw_command_kind kind = errand->order.command->kind;
    if (errand->order.command->ask != NULL) return answer_question(sender, errand, why);
    if (kind == SNW_COMMAND_END) {
        // it has acted when it came, and is only answered here
        if (!waiting->acted) snw_exec_end(dispatch->exec, object);
        free(errand);
        return SNW_OK;
    }
    errand->order.expires_ns = kind == SNW_COMMAND_STREAM ? waiting->expires_ns : INT64_MAX;
    if (kind == SNW_COMMAND_STREAM) replace_sample(sender, errand);
    append_errand(sender, errand);
    return SNW_NOTHING_NEW;
}

// --- to the loop and back -----------------------------------------------------------------------

static void refuse_first(snw__sender *sender, snw_status status, const snw_why *why) {
    snw_result *result = &sender->dispatch->result;
    result->status = status;
    result->why = *why;
    answer_errand(sender->first_errand, result, false);
    free_first(sender);
}

static bool was_ended(const snw__dispatch *dispatch, const snw__errand *errand) {
    const int object = errand->order.object;
    return object >= 0 && object < SNW__OBJECTS && errand->ends < dispatch->ended[object];
}

static void explain_end(const snw__errand *errand, snw_why *why) {
    SNW_IGNORE(snw_refuse(why, SNW_ERR_INTERRUPTED, errand->object,
                          "the motion was ended after this command was sent",
                          "send it again if it is still needed"));
    snw_why_rule(why, "ended");
}

// takes an order out of a lane; the caller frees it
static snw__errand *leave_lane(snw__dispatch *dispatch, int lane) {
    snw__errand *errand = dispatch->lanes[lane];
    snw__sender *sender = errand->sender;
    dispatch->lanes[lane] = NULL;
    dispatch->lanes_used--;
    if (sender != NULL) sender->under_way--;
    if (sender != NULL && !errand->answered) sender->unanswered--;
    return errand;
}

// The first order of a sender goes into a lane; false when there is none free.
static bool give_first(snw__sender *sender, int64_t now_ns) {
    snw__dispatch *dispatch = sender->dispatch;
    snw__errand *errand = sender->first_errand;
    snw_why why = {0};
    int lane = -1;
    if (was_ended(dispatch, errand)) {
        explain_end(errand, &why);
        refuse_first(sender, why.code, &why);
        return true;
    }
    const snw_status status =
        snw_exec_order(dispatch->exec, &errand->order, &lane, &dispatch->result, &why);
    if (status == SNW_ERR_FULL) return false;
    if (snw_failed(status) || lane < 0 || lane >= SNW_LANES) {
        if (why.code == SNW_OK) snw_why_set(&why, status, errand->object, NULL);
        refuse_first(sender, status, &why);
        return true;
    }
    sender->first_errand = errand->next;
    if (sender->first_errand == NULL) sender->last_errand = NULL;
    sender->errands--;
    errand->next = NULL;
    errand->given_ns = now_ns;
    // a sample may take the lane of the one before it, which has no result of its own then
    if (dispatch->lanes[lane] != NULL) {
        snw__errand *before = leave_lane(dispatch, lane);
        answer_errand(before, NULL, false);
        free(before);
    }
    dispatch->lanes[lane] = errand;
    dispatch->lanes_used++;
    sender->under_way++;
    sender->unanswered++;
    return true;
}

bool snw__errand_watch(snw__dispatch *dispatch, int lane, const snw_wire_urgent_request *urgent) {
    snw__errand *errand = calloc(1, sizeof *errand);
    if (errand == NULL) return false;
    errand->order.object = -1; // nothing overtakes it
    errand->order.command = dispatch->order.command;
    snw_copy_text(errand->object, sizeof errand->object, urgent->object);
    snw_copy_text(errand->text, sizeof errand->text, urgent->text);
    dispatch->lanes[lane] = errand;
    dispatch->lanes_used++;
    return true;
}

void snw__errands_end(snw__dispatch *dispatch, int object) {
    if (object < 0 || object >= SNW__OBJECTS) return;
    dispatch->ended[object] = ++dispatch->ends;
    // what waits in queues is dropped when its turn comes; lanes that the loop has not looked at
    // are emptied now
    for (int i = 0; i < SNW_LANES; i++) {
        if (dispatch->lanes[i] == NULL || dispatch->lanes[i]->order.object != object) continue;
        if (snw_exec_withdraw(dispatch->exec, i) != SNW_OK) continue;
        snw__errand *errand = leave_lane(dispatch, i);
        dispatch->result.status = SNW_ERR_INTERRUPTED;
        explain_end(errand, &dispatch->result.why);
        answer_errand(errand, &dispatch->result, false);
        free(errand);
    }
}

static void give_orders_of(snw__sender *sender, int64_t now_ns) {
    const snw__dispatch *dispatch = sender->dispatch;
    while (sender->first_errand != NULL && sender->unanswered == 0 &&
           dispatch->lanes_used < dispatch->lane_limit) {
        if (!give_first(sender, now_ns)) return;
    }
}

// what an order came to, when it is over; else its sender learns after a while that it has begun
static void look_at_lane(snw__dispatch *dispatch, int lane, int64_t now_ns) {
    snw__errand *errand = dispatch->lanes[lane];
    snw__sender *sender = errand->sender;
    snw_result *result = &dispatch->result;
    if (snw_exec_collect(dispatch->exec, lane, result) != SNW_OK) {
        // a recording may end before it does
        if (!errand->told && lane_acted(dispatch, lane)) {
            tell_errand(dispatch, errand, result->tick);
        }
        if (sender != NULL && !errand->answered && !sender->waits_long &&
            now_ns - errand->given_ns >= LONG_NS) {
            sender->unanswered--;
            answer_errand(errand, NULL, true);
        }
        return;
    }
    (void)leave_lane(dispatch, lane);
    // what was dropped before it began must not act in a replay
    if (result->begun) tell_errand(dispatch, errand, result->tick);
    answer_errand(errand, result, false);
    free(errand);
}

static bool holds_lease(const snw__sender *sender) {
    const snw_authority *authority = sender->dispatch->authority;
    return authority != NULL && sender->index >= 0 && authority->lease.state == SNW_LEASE_HELD &&
           authority->lease.session == sender->index;
}

void snw__dispatch_orders(snw__dispatch *dispatch, int64_t now_ns) {
    if (dispatch->exec == NULL) return;
    snw__reader_turn(dispatch);
    snw__dispatch_lease(dispatch);
    for (int i = 0; i < SNW_LANES; i++) {
        if (dispatch->lanes[i] != NULL) look_at_lane(dispatch, i, now_ns);
    }
    for (int i = 0; i < SNW__SENDERS; i++) {
        snw__sender *sender = dispatch->senders[i];
        if (sender != NULL && holds_lease(sender)) give_orders_of(sender, now_ns);
    }
    // who begins changes from turn to turn
    dispatch->order_turn = (dispatch->order_turn + 1) % SNW__SENDERS;
    for (int i = 0; i < SNW__SENDERS; i++) {
        snw__sender *sender = dispatch->senders[(dispatch->order_turn + i) % SNW__SENDERS];
        if (sender != NULL) give_orders_of(sender, now_ns);
    }
}

bool snw__dispatch_has_orders(const snw__dispatch *dispatch) {
    if (dispatch->reader != NULL) return true;
    for (int i = 0; i < SNW_LANES; i++) {
        const snw__errand *errand = dispatch->lanes[i];
        if (errand != NULL && errand->sender != NULL && !errand->answered) return true;
    }
    for (int i = 0; i < SNW__SENDERS; i++) {
        if (dispatch->senders[i] != NULL && dispatch->senders[i]->first_errand != NULL) return true;
    }
    return false;
}
