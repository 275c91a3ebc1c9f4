// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_REMOTE_H
#define SINEW_APPS_REMOTE_H

/// @file
/// The local socket of a running cell, both ends, as the commands use them. Requests and answers
/// are lines of JSON (sinew/wire.h); sinew/server/local.h and client.h do the work.

#include "cli.h"
#include "sinew/server/client.h"
#include "sinew/server/local.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The end of the cell.
typedef snw_local remote_server;

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
