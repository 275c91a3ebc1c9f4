// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_WIRE_H
#define SINEW_WIRE_H

/// @file
/// What clients and a running cell say to each other: one JSON object in, one out. Pure: bytes in,
/// bytes out; sockets are the business of who calls it.
///
///     {"command": "set", "path": "law/kp[2]", "value": "120"}    {"ok": true}
///     {"command": "get", "path": "arm/sensed/q[2]"}              {"ok": true, "value": "0.31"}
///     {"command": "list", "path": "law/*"}                       {"ok": true, "items": [...]}
///     {"command": "message", "object": "move", "text": "stop"}   {"ok": true, "answer": ""}
///     {"id": 7, "command": "stop", "arm": "left"}                {"id": 7, "ok": false, ...}
///
/// Every command is answered with done or a why. docs/wire.md has the table. Who may ask for what
/// is in sinew/wire/authority.h; where everything is, 60 times a second, in sinew/wire/state.h.

#include <stdbool.h>
#include <stddef.h>

#include "sinew/exec.h"
#include "sinew/wire/audit.h"
#include "sinew/wire/authority.h"
#include "sinew/wire/catalogue.h"
#include "sinew/wire/state.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_WIRE_REQUEST = 65536, ///< bytes of a request at most
    SNW_WIRE_ITEMS = 4096     ///< items of a list at most; the rest is counted
};

/// What is asked for. X(name, act, needs the lease, sentence): the one table of what a command
/// comes to; snw_wire_need() makes exceptions of single requests, and says so.
#define SNW_WIRE_COMMANDS(X)                                                                       \
    X(hello, greet, false, "Who one is; name and version of the program, name of the cell.")       \
    X(get, read, false, "The value of a path.")                                                    \
    X(set, move, true, "Changes the parameter of a path.")                                         \
    X(list, read, false, "All paths that match a pattern, with their values.")                     \
    X(save, read, false, "All parameters of a component, as a document.")                          \
    X(load, change, true, "Gives a component all parameters of a document at once.")               \
    X(status, read, false, "Arms, components and the timing of the loop.")                         \
    X(events, read, false, "Events that wait, oldest first.")                                      \
    X(message, move, true, "A word to a component, a drive or the loop.")                          \
    X(start, move, true, "Starts a component.")                                                    \
    X(halt, move, true, "Stops a component.")                                                      \
    X(acknowledge, acknowledge, true, "Clears a latched stop whose cause is gone.")                \
    X(enable, move, true, "Enables arms.")                                                         \
    X(disable, stop, false, "Brings arms to rest and disables them.")                              \
    X(stop, stop, false, "Brings arms to rest and holds them there.")                              \
    X(quit, load, true, "Ends the run in good order.")                                             \
    X(catalogue, read, false, "What there is: arms, components, signals, cells, states.")          \
    X(scene, read, false, "Links with their shapes and masses, frames, members.")                  \
    X(describe, read, false, "The table of a type.")                                               \
    X(subscribe, read, false, "Chooses the signals of state frames.")                              \
    X(lease, lease, false, "Acquires, takes, returns or asks for the lease.")                      \
    X(keep, lease, false, "The sign of life of who holds the lease.")                              \
    X(pace, move, true, "Loop time per wall time of a simulated cell.")                            \
    X(record, lease, false, "Starts or ends a recording.")                                         \
    X(records, read, false, "The recordings that there are.")                                      \
    X(points, move, true, "Saves or loads taught points.")                                         \
    X(open, load, true, "Runs another cell.")                                                      \
    X(states, move, true, "Lists, saves or loads states of the cell.")                             \
    X(sessions, read, false, "Who is connected.")

typedef enum snw_wire_command {
#define SNW_X(name, act, lease, sentence) SNW_WIRE_##name,
    SNW_WIRE_COMMANDS(SNW_X)
#undef SNW_X
        SNW_WIRE_COUNT
} snw_wire_command;

/// The row of a command.
SNW_SETUP const char *snw_wire_command_name(snw_wire_command command);
SNW_SETUP snw_act snw_wire_command_act(snw_wire_command command);
SNW_SETUP bool snw_wire_command_leased(snw_wire_command command);

/// Messages that ask and change nothing, by the type of the component: they are reads.
/// X(type, word)
#define SNW_WIRE_QUESTIONS(X)                                                                      \
    X("points", "point")                                                                           \
    X("points", "count")                                                                           \
    X("objects", "list")                                                                           \
    X("objects", "where")                                                                          \
    X("sequence", "steps")                                                                         \
    X("sequence", "text")                                                                          \
    X("paths", "list")                                                                             \
    X("paths", "dump")                                                                             \
    X("task", "show")

/// Messages of a stream: who sends them must give signs of life more often.
/// X(type, word)
#define SNW_WIRE_STREAMS(X)                                                                        \
    X("task", "jog")                                                                               \
    X("task", "reach")                                                                             \
    X("task", "drag")                                                                              \
    X("task", "pull")                                                                              \
    X("task", "turn")

/// A request, as it was read.
typedef struct snw_wire_request {
    int64_t id; ///< 1 or more; 0 when it has none
    snw_wire_command command;
    char path[SNW_FIELD_PATH];       ///< of get and set; pattern of list
    char value[SNW_MESSAGE];         ///< of set and pace; a JSON number is taken as it is written
    char object[2 * SNW_NAME];       ///< of message; component of save, load, start, halt, points
    char text[SNW_MESSAGE];          ///< of message
    char arm[SNW_NAME];              ///< empty for all arms
    char document[SNW_WIRE_REQUEST]; ///< XML of load
    int most;                        ///< items or events; 0 is SNW_WIRE_ITEMS
    char type[SNW_FIELD_NAME];       ///< of describe
    char act[SNW_NAME];              ///< of lease, record, points, states
    char name[SNW_NAME];             ///< of hello, record, points, open, states
    char token[256];                 ///< of hello
    char version[SNW_NAME];          ///< of hello: of the client
    char challenge[SNW_CHALLENGE];   ///< of keep
    snw_lease_stamp lease;           ///< sequence 0 for none
    char signals[SNW_SUBSCRIBED][SNW_FIELD_PATH]; ///< of subscribe
    int signal_count;
} snw_wire_request;

SNW_API extern const snw_type snw_wire_request_type;

/// Reads a request. Whatever the bytes are: SNW_OK, or a reason. Refused are: more than
/// SNW_WIRE_REQUEST bytes, values that lie deeper than the table has them, names that it has not or
/// stand twice, numbers that are not finite, texts that are not UTF-8 or too long for their place.
/// `setup` is scratch. `request->id` is set also when a later name is refused.
SNW_SETUP SNW_NODISCARD snw_status snw_wire_read(const char *bytes, size_t size, snw_setup *setup,
                                                 snw_wire_request *request, snw_why *why);

/// Told of what came in from outside and reached the loop: a parameter by its path and its value,
/// or "message OBJECT" and its text with the number of the tick in which the loop took it.
typedef void snw_wire_told_fn(void *context, const char *path, const char *value, uint64_t tick);

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
    // read-only
    bool quit;    ///< somebody asked for the end
    bool pending; ///< a message is under way: call snw_wire_continue() until it is not
    // private
    snw_wire_request request;
} snw_wire;

/// Answers a request with one line of JSON, without asking who it is from. In a virtual run a
/// message may be under way when this returns: then nothing was added and `pending` is set. On a
/// text that is too small the answer is cut, and snw_text_is_cut() says so.
SNW_SETUP void snw_wire_answer(snw_wire *wire, const char *bytes, size_t size, snw_setup *setup,
                               snw_text *answer);

/// The same for a request that was read (and found allowed). Commands that are of a connection and
/// not of the cell (subscribe, lease, keep, pace, record, records, points, open, states, sessions)
/// are refused with SNW_ERR_UNSUPPORTED: the caller answers them before.
SNW_SETUP void snw_wire_serve(snw_wire *wire, const snw_wire_request *request, snw_setup *setup,
                              snw_text *answer);

/// Asks again for what is pending.
SNW_SETUP void snw_wire_continue(snw_wire *wire, snw_text *answer);

/// What a request comes to: the act of its command, except that a `set` of what changes at
/// standstill only is `change`, a message that asks (SNW_WIRE_QUESTIONS) and `states` with the act
/// `list` are `read`, and the message `fault` to a drive is `inject`.
SNW_SETUP snw_act snw_wire_need(const snw_wire *wire, const snw_wire_request *request);

/// True for a message of a stream (SNW_WIRE_STREAMS).
SNW_SETUP bool snw_wire_streams(const snw_wire *wire, const snw_wire_request *request);

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

#endif // SINEW_WIRE_H
