// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SERVER_LOCAL_H
#define SINEW_SERVER_LOCAL_H

/// @file
/// The local socket of a running cell, for programs of the same user: lines of JSON as in
/// sinew/wire.h, without tokens or leases, because nobody else can open it. Requests of one caller
/// are answered in the order in which they came; what stops or ends something acts when it is read,
/// whatever else is under way. The other end is sinew/server/client.h.

#include "sinew/os/socket.h"
#include "sinew/server.h"
#include "sinew/wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_LOCAL_CLIENTS = 48,    ///< the one that was silent for longest makes place for the next
    SNW_LOCAL_ANSWER = 1 << 20 ///< bytes of an answer at most
};

/// The end of the cell.
typedef struct snw_local {
    // read-only
    char address[SNW_ADDRESS_PATH];
    bool quit;      ///< a caller asked for the end
    int descriptor; ///< can be read when snw_local_serve() has something to do: for who waits
    // private
    snw_socket listener;
    const snw_server *server;     // whose lease counts for `quit`; NULL for none
    struct snw__callers *clients; // NULL: nobody can call
} snw_local;

/// Where the cell of a name listens: sinew/NAME in the user's folder of run-time files.
SNW_SETUP SNW_NODISCARD snw_status snw_local_address(const char *name, snw_address *address,
                                                     snw_why *why);

/// Listens as `name`. SNW_ERR_STATE when a cell of that name runs already.
SNW_SETUP SNW_NODISCARD snw_status snw_local_listen(snw_local *local, snw_exec *exec,
                                                    const char *name, snw_why *why);

/// Who is informed of what comes in; before the first call of snw_local_serve().
SNW_SETUP void snw_local_tell(snw_local *local, snw_wire_told_fn *told, void *context);

/// Serves whoever calls, waiting at most `wait_ns` for a call.
SNW_SETUP void snw_local_serve(snw_local *local, int64_t wait_ns);

/// Serves the callers of the local socket and those of `server` (NULL for none) for `wait_ns`, or
/// until a caller requests the end. Wakes up with the first message. The descriptor is
/// to be watched: snw_server_watch(server, local->descriptor, true).
SNW_SETUP void snw_local_serve_with(snw_local *local, snw_server *server, int64_t wait_ns);

/// True while a caller waits for the loop.
SNW_SETUP bool snw_local_busy(const snw_local *local);

/// Ends it. All zero is allowed.
SNW_SETUP void snw_local_close(snw_local *local);

#ifdef __cplusplus
}
#endif

#endif // SINEW_SERVER_LOCAL_H
