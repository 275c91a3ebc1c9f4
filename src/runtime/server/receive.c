// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <string.h>

#include <openssl/err.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "internal.h"

// What clients send over a WebSocket is read here and not by the library, which lets frames through
// that the standard forbids a client (libwebsockets 4.1 takes unmasked ones). The library answers
// the handshake, sends, and waits: its hand is taken off the reading side of a session (flow
// control), and an epoll descriptor that holds all of them is one of its own, so it wakes up for
// them. The same descriptor holds what the program around the server waits for.

enum { ROUNDS = 16 /* reads of one session in a turn */, READY = 64 };

static void forget(snw__session *session) {
    if (!session->heard) return;
    (void)epoll_ctl(session->server->poller, EPOLL_CTL_DEL, session->descriptor, NULL);
    session->heard = false;
}

// --- reading ------------------------------------------------------------------------------------

// bytes that came; 0 for none yet, -1 when there will be none any more
static int read_some(const snw__session *session, char *bytes, int size) {
    SSL *ssl = lws_get_ssl(session->connection->wsi);
    if (ssl == NULL) {
        const ssize_t got = recv(session->descriptor, bytes, (size_t)size, MSG_DONTWAIT);
        if (got > 0) return (int)got;
        return got < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
    }
    ERR_clear_error();
    const int got = SSL_read(ssl, bytes, size);
    if (got > 0) return got;
    const int error = SSL_get_error(ssl, got);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

// The client has gone, or will not be heard any more.
static void end_reading(snw__session *session) {
    session->peer_done = true;
    session->inbox_have = session->inbox_at = 0;
    forget(session);
    if (session->closing == 0) {
        snw__connection_phase(session->connection, SNW__PHASE_CLOSING);
        session->closing = SNW_WEBSOCKET_NO_CODE; // nothing is sent
    }
    if (session->closing == SNW_WEBSOCKET_NO_CODE) {
        lws_set_timeout(session->connection->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    } else {
        (void)lws_callback_on_writable(session->connection->wsi);
    }
}

static void take_event(snw__session *session, const snw_websocket_event *event) {
    switch (event->kind) {
    case SNW_WEBSOCKET_MESSAGE:
        session->dialect->take(session, event->data, event->size, event->binary);
        break;
    case SNW_WEBSOCKET_PING:
        // of several pings the last is answered (5.5.3)
        memcpy(session->ping, event->data, event->size);
        session->ping_size = event->size;
        session->ping_due = true;
        snw__session_ask(session);
        break;
    case SNW_WEBSOCKET_CLOSE:
        session->peer_done = true;
        snw__session_end(session, event->code == SNW_WEBSOCKET_NO_CODE ? 1000 : event->code);
        break;
    case SNW_WEBSOCKET_BROKEN:
        // a stop counts even when the message around it breaks the protocol
        (void)snw__dispatch_urgent(&session->server->dispatch, session->message,
                                   session->reader.have, SNW_STOP_BY_CLIENT);
        snw__session_break(session, event->code);
        break;
    case SNW_WEBSOCKET_PONG:
    case SNW_WEBSOCKET_NOTHING:
        break;
    }
}

// Who is sent away because it does not keep up may still stop something.
static bool is_heard(const snw__session *session) {
    return session->closing == 0 || (session->closing == SNW__TRY_LATER && !session->peer_done);
}

// hands on what has been read
static void drain(snw__session *session) {
    while (session->inbox_at < session->inbox_have && is_heard(session)) {
        snw_websocket_event event;
        session->inbox_at +=
            snw_websocket_take(&session->reader, session->inbox + session->inbox_at,
                               session->inbox_have - session->inbox_at, &event);
        take_event(session, &event);
    }
    // what comes after the last word is not looked at
    if (!is_heard(session)) session->inbox_at = session->inbox_have;
}

static void receive(snw__session *session) {
    for (int i = 0; i < ROUNDS && session->heard; i++) {
        drain(session);
        session->inbox_at = session->inbox_have = 0;
        const int got = read_some(session, session->inbox, SNW__INBOX);
        if (got < 0) end_reading(session);
        if (got <= 0) return;
        session->inbox_have = (size_t)got;
        lws_validity_confirmed(session->connection->wsi);
    }
    drain(session);
    session->server->more = true;
}

// --- beginning, end, turns ----------------------------------------------------------------------

bool snw__receive_begin(snw__session *session) {
    struct lws *wsi = session->connection->wsi;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = session};
    session->descriptor = lws_get_socket_fd(wsi);
    (void)lws_rx_flow_control(wsi, 0);
    session->fresh = true;
    session->heard =
        epoll_ctl(session->server->poller, EPOLL_CTL_ADD, session->descriptor, &event) == 0;
    return session->heard;
}

void snw__receive_end(snw__session *session) {
    forget(session);
}

// A client waits for the answer to its handshake before it says more (4.1). What it said before is
// with the library already, which owes itself a turn for it as soon as it may read.
static bool spoke_too_early(snw__session *session) {
    struct lws_context *lws = session->server->lws;
    const bool others = lws_service_adjust_timeout(lws, 1, 0) == 0;
    if (others) return false;
    (void)lws_rx_flow_control(session->connection->wsi, 1);
    const bool early = lws_service_adjust_timeout(lws, 1, 0) == 0;
    (void)lws_rx_flow_control(session->connection->wsi, 0);
    return early;
}

void snw__receive_turn(snw_server *server) {
    server->more = false;
    for (snw__session *s = server->sessions; s != NULL; s = s->next) {
        const bool fresh = s->fresh && s->heard;
        s->fresh = false;
        if (fresh && s->closing == 0 && spoke_too_early(s)) {
            snw__session_break(s, SNW_WEBSOCKET_PROTOCOL);
        }
        // bytes that TLS has unpacked already wake nobody up
        const SSL *ssl = lws_get_ssl(s->connection->wsi);
        const bool rest = s->inbox_at < s->inbox_have || (ssl != NULL && SSL_pending(ssl) > 0);
        if (s->heard && (fresh || rest)) receive(s);
    }
}

// --- waiting ------------------------------------------------------------------------------------

static void take_ready(snw_server *server) {
    struct epoll_event ready[READY];
    const int count = epoll_wait(server->poller, ready, READY, 0);
    for (int i = 0; i < count; i++) {
        snw__session *session = ready[i].data.ptr;
        if (session == NULL) {
            server->called = true;
        } else {
            receive(session);
        }
    }
}

int snw__wait_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size) {
    (void)user;
    (void)in;
    (void)size;
    if (reason == LWS_CALLBACK_RAW_RX_FILE) take_ready(lws_context_user(lws_get_context(wsi)));
    // nobody can ask for this as a subprotocol
    return reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION ? -1 : 0;
}

bool snw__receive_open(snw_server *server, struct lws_vhost *host) {
    lws_sock_file_fd_type descriptor = {0};
    server->poller = epoll_create1(EPOLL_CLOEXEC);
    if (server->poller < 0) return false;
    descriptor.filefd = server->poller;
    // from here on the library closes it
    return lws_adopt_descriptor_vhost(host, LWS_ADOPT_RAW_FILE_DESC, descriptor, "wait", NULL) !=
           NULL;
}

void snw_server_watch(snw_server *server, int descriptor, bool on) {
    // once for each thing that comes, so that who is not served at once wakes nobody up again
    struct epoll_event event = {.events = EPOLLIN | EPOLLET};
    (void)epoll_ctl(server->poller, on ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, descriptor, &event);
}
