// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "sinew/os/clock.h"

// WebSocket sessions, whatever is spoken in them. A message is put together here and handed on
// whole; what is to be sent waits in a short queue, and a state frame is made only when the socket
// takes it, so who reads slowly sees fewer and never older ones (reliability.md F02).

enum {
    QUEUE = 256 * 1024, // bytes that wait for a client
    FRAGMENTS = 64,     // of one message
    TRY_LATER = 1013    // code of RFC 6455 for who cannot keep up
};

static const int64_t FRAME_NS = INT64_C(1000000000) / 60;
static const int64_t BLOCKED_NS = 5 * INT64_C(1000000000);
static const int64_t FAREWELL_NS = INT64_C(1000000000); // for a close to get through

static const snw__dialect *const DIALECTS[] = {&snw__page_dialect, &snw__foxglove_dialect,
                                               &snw__foxglove_sdk_dialect, NULL};

// --- sending ------------------------------------------------------------------------------------

static void ask_to_write(snw__session *session) {
    if (session->asked_ns == 0) session->asked_ns = snw_clock_now_ns();
    (void)lws_callback_on_writable(session->connection->wsi);
}

void snw__session_end(snw__session *session, int code) {
    if (session->closing != 0) return;
    session->closing = code;
    ask_to_write(session);
    // who does not even take that is cut off
    lws_set_timeout(session->connection->wsi, PENDING_TIMEOUT_USER_OK,
                    (int)(FAREWELL_NS / SNW__SECOND));
}

static void push(snw__session *session, snw__piece *piece) {
    if (session->last != NULL) {
        session->last->next = piece;
    } else {
        session->first = piece;
    }
    session->last = piece;
    session->queued += piece->size;
    ask_to_write(session);
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
        if (must) snw__session_end(session, TRY_LATER);
        return;
    }
    memcpy(piece->bytes, text, size);
    push(session, piece);
    // who asks faster than it reads is not listened to until it has read
    if (session->queued > QUEUE / 2 && !session->deaf) {
        session->deaf = true;
        (void)lws_rx_flow_control(session->connection->wsi, 0);
    }
}

static snw__piece *pop(snw__session *session) {
    snw__piece *piece = session->first;
    session->first = piece->next;
    if (session->first == NULL) session->last = NULL;
    session->queued -= piece->size;
    return piece;
}

// one piece, or a state frame made now
static int write_next(snw__session *session) {
    struct lws *wsi = session->connection->wsi;
    session->asked_ns = 0;
    if (session->closing != 0) {
        lws_close_reason(wsi, (enum lws_close_status)session->closing, NULL, 0);
        return -1;
    }
    if (session->first != NULL) {
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
    if (session->first != NULL || session->frame_due) ask_to_write(session);
    if (session->deaf && session->queued < QUEUE / 4) {
        session->deaf = false;
        (void)lws_rx_flow_control(wsi, 1);
    }
    return 0;
}

// --- receiving ----------------------------------------------------------------------------------

static int take(snw__session *session, const void *bytes, size_t size) {
    struct lws *wsi = session->connection->wsi;
    if (session->closing != 0) return 0;
    if (lws_is_first_fragment(wsi) != 0) session->have = 0, session->fragments = 0;
    const bool ends_frame = lws_remaining_packet_payload(wsi) == 0;
    if (ends_frame) session->fragments++;
    if (size > SNW_SERVER_MESSAGE - session->have || session->fragments > FRAGMENTS) {
        lws_close_reason(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        return -1;
    }
    memcpy(session->message + session->have, bytes, size);
    session->have += size;
    if (!ends_frame || lws_is_final_fragment(wsi) == 0) return 0;
    session->message[session->have] = '\0';
    session->dialect->take(session, session->message, session->have, lws_frame_is_binary(wsi) != 0);
    session->have = 0;
    session->fragments = 0;
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
    if (!session->dialect->open(session)) snw__session_end(session, TRY_LATER);
    return 0;
}

static void finish(snw__connection *connection) {
    snw__session *session = connection->session;
    if (session == NULL) return;
    if (session->dialect != NULL) session->dialect->close(session);
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
    snw__connection *connection = lws_get_opaque_user_data(wsi);
    if (connection == NULL) return 0;
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return filter(wsi);
    case LWS_CALLBACK_ESTABLISHED:
        return begin(connection);
    case LWS_CALLBACK_RECEIVE:
        return connection->session != NULL ? take(connection->session, in, size) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return connection->session != NULL ? write_next(connection->session) : -1;
    case LWS_CALLBACK_CLOSED:
        finish(connection);
        return 0;
    default:
        return 0;
    }
}

// --- turns --------------------------------------------------------------------------------------

int64_t snw__sessions_turn(snw_server *server) {
    const int64_t now_ns = server->now_ns;
    const bool frame = now_ns >= server->frame_ns;
    // a rate, not a distance: what was late is not made up for, though
    if (frame) server->frame_ns += FRAME_NS;
    if (server->frame_ns < now_ns) server->frame_ns = now_ns + FRAME_NS;
    snw__fetch_turn(server);
    snw__access_turn(server);
    snw__news_turn(server);
    snw__letters_turn(server);
    for (snw__session *session = server->sessions; session != NULL; session = session->next) {
        if (session->closing != 0) continue;
        if (session->asked_ns != 0 && now_ns - session->asked_ns > BLOCKED_NS) {
            snw__session_end(session, TRY_LATER);
            continue;
        }
        session->dialect->turn(session);
        if (frame) session->frame_due = true;
        if (frame) ask_to_write(session);
    }
    // answers of the loop are awaited from tick to tick
    return server->letters != NULL ? now_ns + 1000000 : server->frame_ns;
}
