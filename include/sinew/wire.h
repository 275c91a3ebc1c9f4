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
///     {"command": "stop", "arm": "left"}                         {"ok": false, "error": {...}}
///
/// Every command is answered with done or a why. docs/wire.md has the table.

#include <stdbool.h>
#include <stddef.h>

#include "sinew/exec.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_WIRE_REQUEST = 8192, ///< bytes of a request at most
    SNW_WIRE_ITEMS = 4096    ///< items of a list at most; the rest is counted
};

/// What is asked for. X(name, sentence)
#define SNW_WIRE_COMMANDS(X)                                                                       \
    X(hello, "Name and version of the program, name of the cell.")                                 \
    X(get, "The value of a path.")                                                                 \
    X(set, "Changes the parameter of a path.")                                                     \
    X(list, "All paths that match a pattern, with their values.")                                  \
    X(save, "All parameters of a component, as a document.")                                       \
    X(load, "Gives a component all parameters of a document at once.")                             \
    X(status, "Arms, components and the timing of the loop.")                                      \
    X(events, "Events that wait, oldest first.")                                                   \
    X(message, "A word to a component, a drive or the loop.")                                      \
    X(start, "Starts a component.")                                                                \
    X(halt, "Stops a component.")                                                                  \
    X(acknowledge, "Clears a latched stop whose cause is gone.")                                   \
    X(enable, "Enables arms.")                                                                     \
    X(disable, "Brings arms to rest and disables them.")                                           \
    X(stop, "Brings arms to rest and holds them there.")                                           \
    X(quit, "Ends the run in good order.")

typedef enum snw_wire_command {
#define SNW_X(name, sentence) SNW_WIRE_##name,
    SNW_WIRE_COMMANDS(SNW_X)
#undef SNW_X
        SNW_WIRE_COUNT
} snw_wire_command;

/// A request, as it was read.
typedef struct snw_wire_request {
    snw_wire_command command;
    char path[SNW_FIELD_PATH];       ///< of get and set; pattern of list
    char value[SNW_MESSAGE];         ///< of set
    char object[2 * SNW_NAME];       ///< of message; component of save, load, start and halt
    char text[SNW_MESSAGE];          ///< of message
    char arm[SNW_NAME];              ///< empty for all arms
    char document[SNW_WIRE_REQUEST]; ///< XML of load
    int most;                        ///< items or events; 0 is SNW_WIRE_ITEMS
} snw_wire_request;

SNW_API extern const snw_type snw_wire_request_type;

/// Reads a request. Whatever the bytes are: SNW_OK, or a reason. `setup` is scratch.
SNW_SETUP SNW_NODISCARD snw_status snw_wire_read(const char *bytes, size_t size, snw_setup *setup,
                                                 snw_wire_request *request, snw_why *why);

/// Told of what came in from outside and reached the loop: a parameter by its path and its value,
/// or "message OBJECT" and its text with the number of the tick in which the loop took it.
typedef void snw_wire_told_fn(void *context, const char *path, const char *value, uint64_t tick);

/// Serves one client of a running cell; how many there are is the caller's business.
typedef struct snw_wire {
    // public
    snw_exec *exec;
    const char *cell;       ///< its name
    int64_t wait_ns;        ///< the longest wait for an answer of the loop
    snw_wire_told_fn *told; ///< for a recorder; may be NULL
    void *context;          ///< given to it
    // read-only
    bool quit;    ///< somebody asked for the end
    bool pending; ///< a message is under way: call snw_wire_continue() until it is not
    // private
    snw_wire_request request;
} snw_wire;

/// Answers a request with one line of JSON. In a virtual run a message may be under way when this
/// returns: then nothing was added and `pending` is set. On a text that is too small the answer is
/// cut, and snw_text_is_cut() says so.
SNW_SETUP void snw_wire_answer(snw_wire *wire, const char *bytes, size_t size, snw_setup *setup,
                               snw_text *answer);

/// Asks again for what is pending.
SNW_SETUP void snw_wire_continue(snw_wire *wire, snw_text *answer);

#ifdef __cplusplus
}
#endif

#endif // SINEW_WIRE_H
