// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_REMOTE_H
#define SINEW_APPS_REMOTE_H

/// @file
/// The local socket of a running cell, both ends. Requests and answers are lines of JSON
/// (sinew/wire.h). The socket is the user's only: sinew/NAME in the folder for run-time files.

#include "cli.h"
#include "sinew/os/socket.h"
#include "sinew/wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    REMOTE_CLIENTS = 16,
    REMOTE_ANSWER = 1 << 20 ///< bytes of an answer at most
};

/// One caller of a running cell.
typedef struct remote_client {
    snw_socket socket;
    bool used;
    char line[SNW_WIRE_REQUEST]; ///< [length] of a request so far
    size_t length;
    snw_wire wire;
    char *answer; ///< [answer_size] still to be sent from `sent` on
    size_t answer_size, sent;
} remote_client;

/// The end of the cell.
typedef struct remote_server {
    // read-only
    char address[SNW_ADDRESS_PATH];
    bool quit; ///< a caller asked for the end
    // private
    snw_socket listener;
    snw_exec *exec;
    const char *cell;
    snw_wire_told_fn *told;
    void *context;
    remote_client *clients; // [REMOTE_CLIENTS]
} remote_server;

/// Listens as `name`. SNW_ERR_STATE when a cell of that name runs already.
SNW_NODISCARD snw_status remote_listen(remote_server *server, snw_exec *exec, const char *name,
                                       snw_why *why);

/// Who is told of what comes in; before the first call of remote_serve().
void remote_tell(remote_server *server, snw_wire_told_fn *told, void *context);

/// Serves whoever calls, waiting at most `wait_ns` for somebody to.
void remote_serve(remote_server *server, int64_t wait_ns);

/// Ends it. All zero is allowed.
void remote_close(remote_server *server);

/// Asks a running cell: one request, one answer without its newline, on the heap. `cell` NULL is
/// the only one that runs. A refusal of the cell is an answer, not a failure.
SNW_NODISCARD snw_status remote_ask(const char *cell, const char *request, char **answer,
                                    snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_REMOTE_H
