// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_SERVER_INSIDE_H
#define SINEW_SRC_SERVER_INSIDE_H

/// @file
/// What sources and tests of server share, and nobody outside of it needs.

#include "sinew/server/client.h"

/// The same at an address, local or TCP. SNW_ERR_TIMEOUT when nobody has answered in time,
/// SNW_ERR_CLOSED when the address refuses callers, else why it cannot be reached.
SNW_NODISCARD snw_status snw__client_open_at(snw_client **client, const snw_address *address,
                                             int64_t wait_ns, snw_why *why);

/// How long calls may wait from now on.
void snw__client_set_wait(snw_client *client, int64_t wait_ns);

/// Bytes that have come and were not asked for yet, as the system counts them.
size_t snw__client_pending(const snw_client *client);

/// Writes a request as one line of JSON without its end: what is empty or zero is left out.
void snw__client_write(const snw_wire_request *request, snw_text *text);

#endif // SINEW_SRC_SERVER_INSIDE_H
