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
#include "sinew/wire/role.h"
#include "sinew/wire/token.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_WIRE_REQUEST = 65536,   ///< bytes of a request at most
    SNW_WIRE_ITEMS = 4096,      ///< items of a list at most; the rest is counted
    SNW_WIRE_ARGUMENTS = 32768, ///< bytes of the arguments of a call
    SNW_SUBSCRIBED = 64,        ///< signals of a client at most
    SNW_CHALLENGE = 17          ///< bytes of a challenge and of an epoch, with the final zero
};

/// The lease that a request brings along.
typedef struct snw_lease_stamp {
    char epoch[SNW_CHALLENGE];
    int64_t sequence; ///< 0 for none
} snw_lease_stamp;

/// What is asked for. X(name, act, needs the lease, sentence): the one table of what a command
/// comes to; snw_wire_need() makes exceptions of single requests, and says so.
#define SNW_WIRE_COMMANDS(X)                                                                       \
    X(hello, greet, false,                                                                         \
      "Identify the client; returns name and version of the program and the name of the cell.")    \
    X(get, read, false, "Return the value of a path.")                                             \
    X(set, move, true, "Change the parameter of a path.")                                          \
    X(list, read, false, "List all paths that match a pattern, with their values.")                \
    X(save, read, false, "Return all parameters of a component as a document.")                    \
    X(load, change, true, "Set all parameters of a component from a document at once.")            \
    X(status, read, false, "Return arms, components and the timing of the loop.")                  \
    X(events, read, false, "Return waiting events, oldest first.")                                 \
    X(message, move, true, "Send a command to a component, a drive or the loop.")                  \
    X(start, move, true, "Start a component.")                                                     \
    X(halt, move, true, "Stop a component.")                                                       \
    X(acknowledge, acknowledge, true, "Acknowledge a latched stop whose cause is gone.")           \
    X(enable, move, true, "Enable arms.")                                                          \
    X(disable, stop, false, "Stop arms and disable them.")                                         \
    X(stop, stop, false, "Stop arms and hold them in place.")                                      \
    X(quit, load, true, "End the run.")                                                            \
    X(catalogue, read, false, "List arms, components, signals, cells and states.")                 \
    X(scene, read, false, "Return links with their shapes and masses, frames and members.")        \
    X(describe, read, false, "Return the table of a type.")                                        \
    X(subscribe, read, false, "Select the signals of state frames.")                               \
    X(lease, lease, false, "Acquire, take, return or request the lease.")                          \
    X(keep, lease, false, "Confirm that the holder of the lease is alive.")                        \
    X(pace, move, true, "Set the speed of a simulated cell relative to real time; 0 pauses it.")   \
    X(record, lease, false, "Start or end a recording.")                                           \
    X(records, read, false, "List the recordings.")                                                \
    X(points, move, true, "Save or load taught points.")                                           \
    X(open, load, true, "Run another cell.")                                                       \
    X(states, move, true, "List, save or load states of the cell.")                                \
    X(sessions, read, false, "List the connected clients.")                                        \
    X(call, move, true, "Call a command of a component, a drive or the loop, with its arguments.")

typedef enum snw_wire_command {
#define SNW_X(name, act, lease, sentence) SNW_WIRE_##name,
    SNW_WIRE_COMMANDS(SNW_X)
#undef SNW_X
        SNW_WIRE_COUNT
} snw_wire_command;

/// A request, as it was read.
typedef struct snw_wire_request {
    int64_t id; ///< 1 or more; 0 when it has none
    snw_wire_command command;
    char path[SNW_FIELD_PATH]; ///< of get and set; pattern of list
    char value[SNW_MESSAGE];   ///< of set, pace and events; a JSON number is taken as it is written
    char object[2 * SNW_NAME]; ///< of message; component of save, load, start, halt, points
    char text[SNW_MESSAGE];    ///< of message
    char word[SNW_NAME];       ///< of call
    char arguments[SNW_WIRE_ARGUMENTS]; ///< of call: a JSON object as it was written; may be empty
    char arm[SNW_NAME];                 ///< empty for all arms
    char document[SNW_WIRE_REQUEST];    ///< XML of load; of open with the act save: plots, as JSON
    int most;                           ///< items or events; 0 is SNW_WIRE_ITEMS
    char type[SNW_FIELD_NAME];          ///< of describe
    char act[SNW_NAME];                 ///< of lease, record, points, states, scene
    char name[SNW_NAME];                ///< of hello, record, points, open, states
    char token[256];                    ///< of hello
    char version[SNW_NAME];             ///< of hello: of the client
    char challenge[SNW_CHALLENGE];      ///< of keep
    snw_lease_stamp lease;              ///< sequence 0 for none
    char signals[SNW_SUBSCRIBED][SNW_FIELD_PATH]; ///< of subscribe
    int signal_count;
} snw_wire_request;

SNW_API extern const snw_type snw_wire_request_type;

/// Called for what came in from outside and reached the loop: a parameter by its path and its
/// value, or "message OBJECT" and its text with the number of the tick in which the loop took it.
typedef void snw_wire_told_fn(void *context, const char *path, const char *value, uint64_t tick);

#ifdef __cplusplus
}
#endif

#endif // SINEW_WIRE_H
