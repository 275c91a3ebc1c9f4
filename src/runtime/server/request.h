// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_SERVER_REQUEST_H
#define SINEW_SRC_SERVER_REQUEST_H

#include "internal.h"

/// A request of a page that has its turn.
typedef struct snw__call {
    snw__session *session;
    const snw__waiting *waiting;
    const snw_wire_request *request;
    snw_text *answer;
    snw_why why;
} snw__call;

/// What the authority knows of a session that it has.
snw_session *snw__known(const snw__session *session);

bool snw__has_cell(const snw_server *server);

/// Every arm stands still, as far as the last picture of the loop shows.
bool snw__stands_still(const snw_server *server);

/// Does it. SNW_OK leaves the end of the answer to the caller, SNW_DONE has written or sent all of
/// it, and SNW_NOTHING_NEW will be answered later.
snw_status snw__perform(snw__call *c);

/// Begins to read for trial what an `open` is about: SNW_NOTHING_NEW. worker.c
SNW_NODISCARD snw_status snw__worker_begin(snw__call *c);

/// A request that has made a file comes to nothing. worker.c
void snw__worker_drop(const snw_server_host *host);

/// That has ended, with `status`: opens it if that is still allowed, and answers. page.c
void snw__page_finish_open(snw__call *c, snw_status status);

/// Asks the program around the server.
snw_status snw__ask_host(snw__call *c);

/// Sends the answer of an id, and keeps it.
void snw__deliver(snw__session *session, int64_t id, snw_text *answer);

#endif // SINEW_SRC_SERVER_REQUEST_H
