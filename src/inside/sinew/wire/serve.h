// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_WIRE_SERVE_H
#define SINEW_WIRE_SERVE_H

/// @file
/// How a server reads requests and answers them for a running cell.

#include "sinew/wire.h"
#include "sinew/wire/catalogue.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The row of a command.
SNW_SETUP const char *snw_wire_command_name(snw_wire_command command);
SNW_SETUP snw_act snw_wire_command_act(snw_wire_command command);
SNW_SETUP bool snw_wire_command_leased(snw_wire_command command);

/// An empty request. Of its long texts and of its signals only the first byte is written: that of a
/// request which fills them is read no further than to its end.
SNW_SETUP void snw_wire_clear(snw_wire_request *request);

/// Reads a request. Whatever the bytes are: SNW_OK, or a reason. Refused are: more than
/// SNW_WIRE_REQUEST bytes, values that lie deeper than the table has them, names that it has not or
/// stand twice, numbers that are not finite, texts that are not UTF-8 or too long for their place.
/// `setup` is scratch. `request->id` is set also when a later name is refused.
SNW_SETUP SNW_NODISCARD snw_status snw_wire_read(const char *bytes, size_t size, snw_setup *setup,
                                                 snw_wire_request *request, snw_why *why);

/// What must be done before anything of a request is judged.
typedef enum snw_wire_urgency {
    SNW_WIRE_NOT_URGENT,
    SNW_WIRE_URGENT_STOP,    ///< it says "command":"stop"
    SNW_WIRE_URGENT_DISABLE, ///< it says "command":"disable"
    SNW_WIRE_MAYBE_END       ///< a message: urgent when its word ends a motion
} snw_wire_urgency;

/// What a stop is about, as far as a request says so; one that may be broken.
typedef struct snw_wire_urgent_request {
    char arm[SNW_NAME];        ///< of a stop; empty for all
    char by[16];               ///< of a stop: key or button of the page; empty for others
    bool off;                  ///< of a stop: "act":"off", it takes the drives off too
    char object[2 * SNW_NAME]; ///< of a message
    char text[SNW_MESSAGE];    ///< of a message
} snw_wire_urgent_request;

/// Looks into a request for what stops or ends something, whatever else is wrong with it: ids,
/// leases and all other members are judged afterwards. One pass over the bytes.
SNW_SETUP snw_wire_urgency snw_wire_urgent(const char *bytes, size_t size,
                                           snw_wire_urgent_request *urgent);

/// Does an answer say that its request succeeded: has its object the member "ok":true? What stands
/// behind it is not looked at.
SNW_SETUP bool snw_wire_succeeded(const char *answer, size_t length);

/// Events that are kept for whoever asks later: the last ones, and apart from them the last errors.
enum { SNW_EVENT_LOG = 256, SNW_ERROR_LOG = 64 };

/// The last events of a cell, so that any number of clients can read each of them. Errors are kept
/// a second time: a fault stays known however many warnings follow it.
typedef struct snw_event_log {
    uint64_t count; ///< ever
    snw_event items[SNW_EVENT_LOG];
    uint64_t error_count;
    struct {
        uint64_t number; ///< of the event among all
        snw_event event;
    } errors[SNW_ERROR_LOG];
} snw_event_log;

/// Keeps an event; the oldest makes place for it.
SNW_SETUP void snw_event_log_add(snw_event_log *log, const snw_event *event);

/// Forgets all events: those that follow are of another cell.
SNW_SETUP void snw_event_log_clear(snw_event_log *log);

/// Serves one client of a running cell; how many there are is the caller's business.
typedef struct snw_wire {
    // public
    snw_exec *exec;
    const char *cell;               ///< its name
    int64_t wait_ns;                ///< the longest wait for an answer of the loop
    snw_wire_told_fn *told;         ///< for a recorder; may be NULL
    void *context;                  ///< given to it
    const snw_catalogue *catalogue; ///< NULL: `catalogue` is refused
    const snw_scene *scene;         ///< NULL: `scene` is refused
    const snw_registry *registry;   ///< for `describe`; may be NULL
    const snw_event_log *log; ///< what `events` reads; NULL: it takes those that wait in the loop
    // read-only
    bool quit;    ///< a client requested the end
    bool pending; ///< a message or a call is under way: call snw_wire_continue() until it is not
    // private
    snw_wire_request request;
    snw_order order; // of a call
    int lane;        // in which it is under way
} snw_wire;

/// Answers a request with one line of JSON, without asking who it is from. In a virtual run a
/// message may be under way when this returns: then nothing was added and `pending` is set. On a
/// text that is too small the answer is cut, and snw_text_is_cut() says so.
SNW_SETUP void snw_wire_answer(snw_wire *wire, const char *bytes, size_t size, snw_setup *setup,
                               snw_text *answer);

/// The same for a request that was read (and found allowed). Commands that are of a connection and
/// not of the cell (subscribe, lease, keep, record, records, points, open, states, sessions)
/// are refused with SNW_ERR_UNSUPPORTED: the caller answers them before.
SNW_SETUP void snw_wire_serve(snw_wire *wire, const snw_wire_request *request, snw_setup *setup,
                              snw_text *answer);

/// Asks again for what is pending.
SNW_SETUP void snw_wire_continue(snw_wire *wire, snw_text *answer);

/// What a request comes to: the act of its command, except that a `set` of what changes at
/// standstill only is `change`, `states` with the act `list` is `read`, and a message or a call
/// comes to what the kind and the role of its command say: ASK `read`, END `stop`, others `move`;
/// ENGINEER `change`, INJECT `inject`.
SNW_SETUP snw_act snw_wire_need(const snw_wire *wire, const snw_wire_request *request);

/// True for what reads the file of a cell: `open` with all its acts, and states that begin anew.
/// It is done in a thread of its own, beside the doors.
SNW_SETUP bool snw_wire_reads_file(const snw_wire_request *request);

/// True for a sample of a stream (SNW_COMMAND_STREAM).
SNW_SETUP bool snw_wire_streams(const snw_wire *wire, const snw_wire_request *request);

/// The order of a message, from its text, or of a call, from its JSON: an object with the fields of
/// the command's arguments. Fields that are left out have their defaults; names that the table has
/// not, names that stand twice, values of the wrong kind or out of range and numbers that are not
/// finite are refused, and so is a field that must be given and is not.
SNW_SETUP SNW_NODISCARD snw_status snw_wire_order(const snw_exec *exec,
                                                  const snw_wire_request *request, snw_order *order,
                                                  snw_why *why);

/// Appends an answer as a JSON object: {"name":"home","q":[0,0.5]}; {} for a command without one.
SNW_SETUP void snw_wire_result(const snw_command *command, const void *answer, snw_text *text);

/// Begins an answer: {"id":7,"ok":true  or without the id when it is 0. The caller ends it with }.
SNW_SETUP void snw_wire_ok(snw_text *answer, int64_t id);

/// A whole refusal: {"id":7,"ok":false,"error":{...}} and the end of the line.
SNW_SETUP void snw_wire_refuse(snw_text *answer, int64_t id, const snw_why *why);

/// What `status` answers, without the braces: "cell", "period", "tick", "t", "overruns", "arms",
/// "components", "timing".
SNW_SETUP void snw_wire_status(snw_wire *wire, snw_text *text);

#ifdef __cplusplus
}
#endif

#endif // SINEW_WIRE_SERVE_H
