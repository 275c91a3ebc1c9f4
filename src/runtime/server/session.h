// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_SERVER_SESSION_H
#define SINEW_SRC_SERVER_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <libwebsockets.h>

#include "dispatch.h"
#include "sinew/server.h"
#include "sinew/wire/state.h"
#include "sinew/wire/websocket.h"

enum {
    SNW__INBOX = 8192,    ///< bytes of a session that are read at once
    SNW__POLICY = 1008,   ///< code of RFC 6455 for who may not come in
    SNW__TRY_LATER = 1013 ///< the same for who cannot keep up
};

typedef struct snw__connection snw__connection;
typedef struct snw__session snw__session;

// --- sessions, session.c ------------------------------------------------------------------------

/// Something to be sent, on the heap.
typedef struct snw__piece {
    struct snw__piece *next;
    size_t size;
    bool binary;
    unsigned char *bytes; ///< [size], with LWS_PRE bytes of room in front
} snw__piece;

/// What a subprotocol does with a session. Called in the thread of the server.
typedef struct snw__dialect {
    const char *name; ///< of the subprotocol
    const char *path; ///< of the request that opens it
    /// A session has begun. False refuses it.
    bool (*open)(snw__session *session);
    /// A whole message has come; text[size] is UTF-8 when it is no binary one, and has a zero
    /// behind it.
    void (*take)(snw__session *session, const char *text, size_t size, bool binary);
    /// The turn of a message that was put into the queue.
    void (*serve)(snw__session *session, const snw__waiting *waiting);
    /// Each turn of the server: what is to be told.
    void (*turn)(snw__session *session);
    /// The newest state into bytes[size], when nothing else waits to be sent; 0 for nothing.
    size_t (*frame)(snw__session *session, unsigned char *bytes, size_t size);
    /// A session has ended.
    void (*close)(snw__session *session);
} snw__dialect;

extern const snw__dialect snw__page_dialect, snw__stop_dialect, snw__foxglove_dialect,
    snw__foxglove_sdk_dialect;

/// One WebSocket.
struct snw__session {
    snw_server *server;
    snw__connection *connection;
    const snw__dialect *dialect;
    int index;                   ///< of the authority; -1 for none
    snw__sender sender;          ///< its requests on their way to the loop
    const snw__waiting *serving; ///< the one whose turn it is
    char *message;               ///< [SNW_SERVER_MESSAGE + 1] where they are put together
    snw_websocket reader;
    int descriptor;         ///< of its socket
    bool heard;             ///< it is read
    bool fresh;             ///< since the last turn
    char inbox[SNW__INBOX]; ///< [inbox_at, inbox_have) has been read and not been looked at
    size_t inbox_at, inbox_have;
    char ping[SNW_WEBSOCKET_CONTROL];
    size_t ping_size;
    bool ping_due;
    snw__piece *first, *last; ///< to be sent
    size_t queued;            ///< bytes of these
    uint64_t dropped;         ///< pushes that had no place
    bool frame_due;
    int64_t asked_ns; ///< since when it waits to be writable; 0 for not at all
    int closing;      ///< code of the close; 0 for none, SNW_WEBSOCKET_NO_CODE: without a word
    bool farewell;    ///< the close has been sent
    bool peer_done;   ///< the other side has closed
    bool left;        ///< the dialect has been told of its end
    uint32_t frames;  ///< sent
    uint64_t events;  ///< number of the next event to be told
    int64_t status_ns, challenge_ns;
    int64_t take_id;      ///< of the request that waits for the lease; 0 for none
    uint64_t status_seen; ///< version of the status that was told last
    snw_subscription *subscription;
    struct snw__foxglove *foxglove; ///< what such a client wants; NULL for others
    struct snw__session *next;      ///< in the list of the server
};

int snw__session_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                       size_t size);

/// Asks to be called when the socket takes something.
void snw__session_ask(snw__session *session);

/// Ends a session that broke the protocol: close with `code`, lease and rights gone at once.
void snw__session_break(snw__session *session, int code);

/// Queues a text; one that must not get lost closes a session that has no place for it.
void snw__session_send(snw__session *session, const char *text, size_t size, bool must);

/// Bytes of somebody else.
typedef struct snw__bytes {
    const void *data;
    size_t size;
} snw__bytes;

/// Queues a binary message of two parts; false when it has no place.
bool snw__session_send_bytes(snw__session *session, const snw__bytes *head, const snw__bytes *body);

/// Ends a session whose place is given to another at once.
void snw__session_leave(snw__session *session, int code);

/// Ends a session with a code of RFC 6455.
void snw__session_end(snw__session *session, int code);

/// What all sessions are due; returns when the next is.
int64_t snw__sessions_turn(snw_server *server);

// --- reading, receive.c -------------------------------------------------------------------------

/// Makes what sessions are waited for with, as a descriptor of the library.
bool snw__receive_open(snw_server *server, struct lws_vhost *host);

/// A session is read from now on; false when the system does not let us. And no more.
bool snw__receive_begin(snw__session *session);
void snw__receive_end(snw__session *session);

/// Goes on with what was left over.
void snw__receive_turn(snw_server *server);

int snw__wait_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size);

#endif // SINEW_SRC_SERVER_SESSION_H
