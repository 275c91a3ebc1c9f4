// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SERVER_CLIENT_H
#define SINEW_SERVER_CLIENT_H

/// @file
/// A client of a running cell, whatever arms are in it: one function for each request of the table
/// in sinew/wire.h, made from that table. Each sends its request and waits for the answer.
///
///     snw_client *client;
///     status = snw_client_open(&client, NULL, 1000000000, &why);
///     snw_wire_request *request = snw_client_request(client);
///     snw_copy_text(request->path, sizeof request->path, "arm/sensed/q[2]");
///     status = snw_call_get(client, &why);
///     if (status == SNW_OK) printf("%s\n", snw_client_answer(client)); // {"ok":true,"value":..}
///     snw_client_close(client);
///
/// One thread at a time. It speaks to the local socket (sinew/server/local.h); what belongs to a
/// session of the page (lease, keep, subscribe, record, ...) is refused there with its reason.

#include "sinew/os/socket.h"
#include "sinew/wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Opaque; lives on the heap.
typedef struct snw_client snw_client;

/// The cells of this user that run now and can be called, in alphabetical order: their names in
/// names[most]. Returns how many there are, of which the first `most` are written.
SNW_SETUP int snw_client_running(char (*names)[SNW_NAME], int most);

/// Calls the running cell of a name; NULL is the only one that runs. `wait_ns` is how long this and
/// every call may wait: negative for ever, 0 not at all. SNW_ERR_NOT_FOUND when no such cell runs,
/// SNW_ERR_USAGE when there are several to choose from.
SNW_SETUP SNW_NODISCARD snw_status snw_client_open(snw_client **client, const char *cell,
                                                   int64_t wait_ns, snw_why *why);

/// Ends the connection and frees everything. NULL is allowed.
SNW_SETUP void snw_client_close(snw_client *client);

/// The next request, emptied: fill in the fields that it needs, then call.
SNW_SETUP snw_wire_request *snw_client_request(snw_client *client);

/// Sends the request as `command` and waits for its answer. SNW_OK when the cell has done it;
/// the reason of the cell when it has refused; SNW_ERR_TIMEOUT when the time is over (the answer is
/// thrown away when it comes later); SNW_ERR_CLOSED when the cell has gone.
SNW_SETUP SNW_NODISCARD snw_status snw_client_call(snw_client *client, snw_wire_command command,
                                                   snw_why *why);

/// Sends a line as it is. SNW_OK when there is an answer, also a refusal.
SNW_SETUP SNW_NODISCARD snw_status snw_client_ask(snw_client *client, const char *line,
                                                  snw_why *why);

/// The last answer, one line of JSON without its end; empty before the first. Valid until the next
/// call.
SNW_SETUP const char *snw_client_answer(const snw_client *client);

/// snw_call_hello(), snw_call_get(), ...: one for each row of the table.
#define SNW_CLIENT_CALL(name, act, lease, sentence)                                                \
    SNW_NODISCARD static inline snw_status snw_call_##name(snw_client *client, snw_why *why) {     \
        return snw_client_call(client, SNW_WIRE_##name, why);                                      \
    }
SNW_WIRE_COMMANDS(SNW_CLIENT_CALL)
#undef SNW_CLIENT_CALL

#ifdef __cplusplus
}
#endif

#endif // SINEW_SERVER_CLIENT_H
