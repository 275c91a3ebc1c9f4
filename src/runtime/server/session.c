// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include <sys/socket.h>

#include "internal.h"
#include "sinew/os/clock.h"

// WebSocket sessions, whatever is spoken in them. What clients say comes from receive.c; what is to
// be sent waits in a short queue, and a state frame is made only when the socket takes it, so who
// reads slowly sees fewer and never older ones (reliability.md F02).

enum {
    QUEUE = 256 * 1024, // bytes that wait for a client
    FRAGMENTS = 64,     // of one message
    WRITE_CLOSE = 4     // the library's word for a close, which its header does not give away
};

static const int64_t TICK_NS = 1000000;
static const int64_t SLICE_NS = 1000000; // for requests, until sockets are looked at again
static const int64_t FRAME_NS = INT64_C(1000000000) / 60;
static const int64_t BLOCKED_NS = 5 * INT64_C(1000000000);
static const int64_t FAREWELL_NS = INT64_C(1000000000); // for a close to get through

static const snw__dialect *const DIALECTS[] = {&snw__page_dialect, &snw__stop_dialect,
                                               &snw__foxglove_dialect, &snw__foxglove_sdk_dialect,
                                               NULL};

// --- sending ------------------------------------------------------------------------------------

void snw__session_ask(snw__session *session) {
    if (session->asked_ns == 0) session->asked_ns = snw__server_now_ns(session->server);
    // a session of a model has no socket
    if (session->connection->wsi != NULL) (void)lws_callback_on_writable(session->connection->wsi);
}

void snw__session_end(snw__session *session, int code) {
    if (session->closing != 0) return;
    session->closing = code;
    snw__session_ask(session);
    // who does not even take that is cut off
    if (session->connection->wsi == NULL) return;
    lws_set_timeout(session->connection->wsi, PENDING_TIMEOUT_USER_OK,
                    (int)(FAREWELL_NS / SNW__SECOND));
}

void snw__session_leave(snw__session *session, int code) {
    if (session->closing != 0) return;
    session->dialect->close(session);
    session->left = true;
    snw__session_end(session, code);
}

// Its lease ends with a stop, and it is nobody from now on.
void snw__session_break(snw__session *session, int code) {
    snw_server *server = session->server;
    if (session->closing != 0) return;
    if (session->index >= 0) {
        snw_audit_entry entry = {.action = "frame", .decision = "refused", .why = "protocol"};
        snw__audit(server, session, &entry);
        snw_lease_drop(&server->authority, session->index);
        server->step_ns = server->now_ns; // its stop is due at the next turn
    }
    snw__session_leave(session, code);
}

static void push(snw__session *session, snw__piece *piece) {
    if (session->last != NULL) {
        session->last->next = piece;
    } else {
        session->first = piece;
    }
    session->last = piece;
    session->queued += piece->size;
    snw__session_ask(session);
}

// a piece of the queue with room for its bytes; NULL when there is no place
static snw__piece *make_piece(snw__session *session, size_t size) {
    // one answer may be longer than the queue, when nothing waits before it
    const bool fits = session->queued == 0 || session->queued + size <= QUEUE;
    snw__piece *piece = fits ? malloc(sizeof *piece + LWS_PRE + size) : NULL;
    if (piece == NULL) {
        session->dropped++;
    } else {
        *piece = (snw__piece){.size = size, .bytes = (unsigned char *)(piece + 1) + LWS_PRE};
    }
    return piece;
}

bool snw__session_send_bytes(snw__session *session, const snw__bytes *head,
                             const snw__bytes *body) {
    snw__piece *piece = session->closing == 0 ? make_piece(session, head->size + body->size) : NULL;
    if (piece == NULL) return false;
    piece->binary = true;
    memcpy(piece->bytes, head->data, head->size);
    if (body->size > 0) memcpy(piece->bytes + head->size, body->data, body->size);
    push(session, piece);
    return true;
}

void snw__session_send(snw__session *session, const char *text, size_t size, bool must) {
    if (session->closing != 0) return;
    snw__piece *piece = make_piece(session, size);
    if (piece == NULL) {
        if (must) snw__session_end(session, SNW__TRY_LATER);
        return;
    }
    memcpy(piece->bytes, text, size);
    push(session, piece);
    // who asks faster than it reads has no turns until it has read; what stops is heard all the
    // same
    if (session->queued > QUEUE / 2) session->sender.paused = true;
}

static snw__piece *pop(snw__session *session) {
    snw__piece *piece = session->first;
    session->first = piece->next;
    if (session->first == NULL) session->last = NULL;
    session->queued -= piece->size;
    return piece;
}

// The close, once, and then nothing more from here; the socket goes when the other side has closed
// too, or after the time for it.
static int write_farewell(snw__session *session) {
    struct lws *wsi = session->connection->wsi;
    unsigned char *bytes = session->server->scratch + LWS_PRE;
    if (session->farewell || session->closing == SNW_WEBSOCKET_NO_CODE) {
        if (session->peer_done) return -1;
        if (lws_get_ssl(wsi) == NULL) (void)shutdown(session->descriptor, SHUT_WR);
        return 0;
    }
    session->farewell = true;
    bytes[0] = (unsigned char)(session->closing >> 8);
    bytes[1] = (unsigned char)(session->closing & 255);
    if (lws_write(wsi, bytes, 2, (enum lws_write_protocol)WRITE_CLOSE) < 0) return -1;
    return lws_callback_on_writable(wsi) < 0 ? -1 : 0;
}

static int write_pong(snw__session *session) {
    unsigned char *bytes = session->server->scratch + LWS_PRE;
    session->ping_due = false;
    memcpy(bytes, session->ping, session->ping_size);
    return lws_write(session->connection->wsi, bytes, session->ping_size, LWS_WRITE_PONG) < 0 ? -1
                                                                                              : 0;
}

// one piece, or a state frame made now
static int write_next(snw__session *session) {
    struct lws *wsi = session->connection->wsi;
    session->asked_ns = 0;
    if (session->closing != 0) return write_farewell(session);
    if (session->ping_due) {
        if (write_pong(session) != 0) return -1;
    } else if (session->first != NULL) {
        snw__piece *piece = pop(session);
        const enum lws_write_protocol kind = piece->binary ? LWS_WRITE_BINARY : LWS_WRITE_TEXT;
        const int sent = lws_write(wsi, piece->bytes, piece->size, kind);
        free(piece);
        if (sent < 0) return -1;
    } else if (session->frame_due) {
        unsigned char *bytes = session->server->scratch + LWS_PRE;
        session->frame_due = false; // a dialect that has more to tell sets it again
        const size_t size = session->dialect->frame(session, bytes, SNW__SCRATCH);
        if (size > 0 && lws_write(wsi, bytes, size, LWS_WRITE_BINARY) < 0) return -1;
    }
    if (session->first != NULL || session->frame_due) snw__session_ask(session);
    if (session->queued < QUEUE / 4) session->sender.paused = false;
    return 0;
}

// --- beginning and end --------------------------------------------------------------------------

static const snw__dialect *dialect_of(struct lws *wsi, const char *path) {
    const struct lws_protocols *protocol = lws_get_protocol(wsi);
    for (int i = 0; DIALECTS[i] != NULL; i++) {
        if (strcmp(DIALECTS[i]->name, protocol->name) == 0 &&
            (path == NULL || strcmp(DIALECTS[i]->path, path) == 0)) {
            return DIALECTS[i];
        }
    }
    return NULL;
}

// before the library agrees to it: the subprotocol belongs to the path
static int filter(struct lws *wsi) {
    char path[64];
    const int length = snw__header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    return length > 0 && dialect_of(wsi, path) != NULL ? 0 : -1;
}

static int begin(snw__connection *connection) {
    snw_server *server = lws_context_user(lws_get_context(connection->wsi));
    snw__session *session = calloc(1, sizeof *session);
    if (session == NULL) return -1;
    session->message = malloc(SNW_SERVER_MESSAGE + 1);
    session->server = server;
    session->connection = connection;
    session->dialect = dialect_of(connection->wsi, NULL);
    session->index = -1;
    session->next = server->sessions;
    server->sessions = session;
    connection->session = session;
    snw__connection_phase(connection, SNW__PHASE_SESSION);
    if (session->message == NULL || session->dialect == NULL) return -1;
    snw_websocket_init(&session->reader, session->message, SNW_SERVER_MESSAGE, FRAGMENTS);
    if (!snw__receive_begin(session)) return -1;
    if (!session->dialect->open(session)) snw__session_end(session, SNW__TRY_LATER);
    return 0;
}

static void finish(snw__connection *connection) {
    snw__session *session = connection->session;
    if (session == NULL) return;
    snw__receive_end(session);
    snw__worker_leave(session->server, session);
    if (session->dialect != NULL && !session->left) session->dialect->close(session);
    for (snw__session **at = &session->server->sessions; *at != NULL; at = &(*at)->next) {
        if (*at != session) continue;
        *at = session->next;
        break;
    }
    while (session->first != NULL)
        free(pop(session));
    free(session->message);
    free(session->subscription);
    free(session);
    connection->session = NULL;
}

int snw__session_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                       size_t size) {
    (void)user;
    (void)in;
    (void)size;
    snw__connection *connection = lws_get_opaque_user_data(wsi);
    if (connection == NULL) return 0;
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return filter(wsi);
    case LWS_CALLBACK_ESTABLISHED:
        return begin(connection);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return connection->session != NULL ? write_next(connection->session) : -1;
    case LWS_CALLBACK_CLOSED:
        finish(connection);
        return 0;
    default:
        return 0;
    }
}

// --- requests -----------------------------------------------------------------------------------

static void serve_sender(snw__sender *sender, const snw__waiting *waiting) {
    snw__session *session = sender->door;
    if (session->index < 0 || session->closing != 0) return;
    session->serving = waiting;
    session->dialect->serve(session, waiting);
    session->serving = NULL;
}

static void answer_sender(snw__sender *sender, const snw__outcome *outcome) {
    snw__session *session = sender->door;
    if (session->index >= 0) snw__page_answer(session, outcome);
}

const snw__door snw__session_door = {.serve = serve_sender, .answer = answer_sender};

void snw__requests_turn(snw_server *server) {
    const int64_t end_ns = snw__server_now_ns(server) + SLICE_NS;
    while (snw__dispatch_step(&server->dispatch) && snw__server_now_ns(server) < end_ns) {
    }
    snw__dispatch_orders(&server->dispatch, snw__server_now_ns(server));
}

// --- turns --------------------------------------------------------------------------------------

int64_t snw__sessions_turn(snw_server *server) {
    const int64_t now_ns = server->now_ns;
    const bool frame = now_ns >= server->frame_ns;
    // a rate, not a distance: what was late is not made up for, though
    if (frame) server->frame_ns += FRAME_NS;
    if (server->frame_ns < now_ns) server->frame_ns = now_ns + FRAME_NS;
    snw__receive_turn(server);
    snw__fetch_turn(server);
    snw__worker_turn(server);
    snw__access_turn(server);
    snw__news_turn(server);
    snw__requests_turn(server);
    for (snw__session *session = server->sessions; session != NULL; session = session->next) {
        if (session->closing != 0) continue;
        if (session->asked_ns != 0 && now_ns - session->asked_ns > BLOCKED_NS) {
            snw__session_end(session, SNW__TRY_LATER);
            continue;
        }
        session->dialect->turn(session);
        if (frame) session->frame_due = true;
        if (frame) snw__session_ask(session);
    }
    if (server->more) return now_ns;
    // answers of the loop are awaited from tick to tick
    if (snw__dispatch_has_requests(&server->dispatch)) return now_ns;
    return snw__dispatch_has_orders(&server->dispatch) ? now_ns + TICK_NS : server->frame_ns;
}
