// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include <sys/socket.h>

#include "internal.h"
#include "sinew/os/clock.h"

// Limits of time and number (reliability.md F01, F05). Who only waits makes place for who comes,
// so sockets that are held open, or fed byte by byte, keep nobody out.

enum {
    WAITING_EACH = 8,
    WAITING_ALL = 64,
    SLOWEST = 500, // bytes per second of a body
    SEND_BUFFER =
        32 * 1024 // bytes that the system keeps for a socket: they are old when they go out
};

static const int64_t HEAD_NS = 5 * INT64_C(1000000000);
static const int64_t BODY_NS = 10 * INT64_C(1000000000);
static const int64_t ANSWER_NS = 10 * INT64_C(1000000000); // without progress

void snw__connection_phase(snw__connection *connection, snw__phase phase) {
    connection->phase = phase;
    connection->since_ns = snw_clock_now_ns();
}

static void end(snw__connection *connection) {
    if (connection->phase == SNW__PHASE_CLOSING) return;
    snw__connection_phase(connection, SNW__PHASE_CLOSING);
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

// ends the one that has waited longest; `address` NULL for any
static void make_place(snw_server *server, const char *address, int most) {
    snw__connection *oldest = NULL;
    int count = 0;
    for (int i = 0; i < SNW__CONNECTIONS; i++) {
        snw__connection *other = &server->connections[i];
        if (other->phase != SNW__PHASE_HEAD) continue;
        if (address != NULL && strcmp(other->address, address) != 0) continue;
        count++;
        if (oldest == NULL || other->since_ns < oldest->since_ns) oldest = other;
    }
    if (count > most) end(oldest);
}

snw__connection *snw__connection_open(snw_server *server, struct lws *wsi) {
    for (int i = 0; i < SNW__CONNECTIONS; i++) {
        snw__connection *connection = &server->connections[i];
        if (connection->phase != SNW__PHASE_NONE) continue;
        *connection = (snw__connection){.wsi = wsi};
        const int buffer = SEND_BUFFER;
        (void)setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
        (void)lws_get_peer_simple(wsi, connection->address, sizeof connection->address);
        snw__connection_phase(connection, SNW__PHASE_HEAD);
        make_place(server, connection->address, WAITING_EACH);
        make_place(server, NULL, WAITING_ALL);
        return connection;
    }
    return NULL;
}

void snw__connection_close(snw__connection *connection) {
    free(connection->body);
    free(connection->heap);
    *connection = (snw__connection){0};
}

static bool takes_too_long(const snw__connection *connection, int64_t now_ns) {
    const int64_t passed_ns = now_ns - connection->since_ns;
    switch (connection->phase) {
    case SNW__PHASE_HEAD:
        return passed_ns > HEAD_NS;
    case SNW__PHASE_BODY:
        // after a second the rate counts too
        return passed_ns > BODY_NS ||
               (passed_ns > SNW__SECOND &&
                (int64_t)connection->body_have < SLOWEST * (passed_ns / SNW__SECOND));
    case SNW__PHASE_ANSWER:
        return passed_ns > ANSWER_NS;
    case SNW__PHASE_NONE:
    case SNW__PHASE_SESSION:
    case SNW__PHASE_CLOSING:
        break;
    }
    return false;
}

void snw__connections_sweep(snw_server *server, int64_t now_ns) {
    for (int i = 0; i < SNW__CONNECTIONS; i++) {
        snw__connection *connection = &server->connections[i];
        if (takes_too_long(connection, now_ns)) end(connection);
    }
}

void snw__connections_drop(snw_server *server) {
    for (int i = 0; i < SNW__CONNECTIONS; i++) {
        snw__connection *connection = &server->connections[i];
        if (connection->phase == SNW__PHASE_ANSWER && connection->heap == NULL) end(connection);
    }
}

int snw__header(struct lws *wsi, enum lws_token_indexes token, char *out, size_t size) {
    out[0] = '\0';
    if (lws_hdr_total_length(wsi, token) == 0) return 0;
    return lws_hdr_copy(wsi, out, (int)size, token);
}

bool snw__request_is_ours(const snw_server *server, struct lws *wsi) {
    char host[SNW__HOST_NAME + 16], origin[SNW__HOST_NAME + 16];
    const snw__header_text to = {host, snw__header(wsi, WSI_TOKEN_HOST, host, sizeof host)};
    const snw__header_text from = {origin,
                                   snw__header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin)};
    return snw__names_are_ours(&server->hosts, &to, &from);
}
