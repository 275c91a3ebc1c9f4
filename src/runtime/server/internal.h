// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_SERVER_INTERNAL_H
#define SINEW_SRC_SERVER_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <libwebsockets.h>

#include "route.h"
#include "session.h"
#include "sinew/os/path.h"
#include "sinew/os/socket.h"
#include "sinew/server.h"
#include "sinew/wire/foxglove.h"
#include "tables.h"

enum { SNW__CONNECTIONS = 160 }; ///< sockets at a time

static const int64_t SNW__SECOND = 1000000000;

// --- connections, connection.c ------------------------------------------------------------------

/// What a socket is about.
typedef enum snw__phase {
    SNW__PHASE_NONE,    ///< the place is free
    SNW__PHASE_HEAD,    ///< a request is awaited, or its head is under way
    SNW__PHASE_BODY,    ///< the body of a request is under way
    SNW__PHASE_ANSWER,  ///< an answer is under way
    SNW__PHASE_SESSION, ///< it has become a WebSocket
    SNW__PHASE_CLOSING  ///< told to go
} snw__phase;

/// One socket.
struct snw__connection {
    struct lws *wsi;
    snw__phase phase;
    int64_t since_ns; ///< of the phase
    char address[48]; ///< of the peer
    char *body;       ///< [body_size] of a request, on the heap
    size_t body_size, body_have;
    char *heap;         ///< answer that is freed when it has gone; or NULL
    const char *answer; ///< [answer_size]
    size_t answer_size, answer_sent;
    char name[SNW__FILE_PATH]; ///< of the file that is handed in
    bool fetched, csv;         ///< a recording has come, in `heap`
    snw_status fetch_status;
    snw_why fetch_why;
    snw__session *session;
};

/// A new socket: a place in the table, at the cost of the oldest one that only waits if there are
/// too many. NULL when there is no place at all.
snw__connection *snw__connection_open(snw_server *server, struct lws *wsi);

/// The socket has gone.
void snw__connection_close(snw__connection *connection);

/// Goes to a phase; its time begins.
void snw__connection_phase(snw__connection *connection, snw__phase phase);

/// Ends connections that take longer than they may.
void snw__connections_sweep(snw_server *server, int64_t now_ns);

/// Ends answers that are under way from files that are about to go.
void snw__connections_drop(snw_server *server);

/// The header of a request, in out[size]; its length, 0 for none, -1 for one that does not fit.
int snw__header(struct lws *wsi, enum lws_token_indexes token, char *out, size_t size);

/// Host and, when it is there, Origin of a request are ours.
bool snw__request_is_ours(const snw_server *server, struct lws *wsi);

// --- recordings, fetch.c ------------------------------------------------------------------------

typedef struct snw__fetch snw__fetch;

/// Begins to read a recording for a connection; false when another is being read.
bool snw__fetch_begin(snw_server *server, snw__connection *connection, const char *name, bool csv);

/// Hands on what has been read: the connection is told by becoming writable.
void snw__fetch_turn(snw_server *server);

/// The connection has gone.
void snw__fetch_leave(snw_server *server, const snw__connection *connection);

/// Waits for what is being read, and drops it.
void snw__fetch_end(snw_server *server);

// --- HTTP, http.c -------------------------------------------------------------------------------

int snw__http_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size);

// --- authority, access.c ------------------------------------------------------------------------

SNW_NODISCARD snw_status snw__access_open(snw_server *server, const snw_server_config *config,
                                          snw_why *why);
void snw__access_close(snw_server *server);

/// A session begins for the authority; false when there are too many. And ends.
bool snw__session_connect(snw__session *session);
void snw__session_disconnect(snw__session *session);

/// Leases, tokens and the audit log, as time goes on.
void snw__access_turn(snw_server *server);

/// A line of the audit log. `session` may be NULL.
void snw__audit(snw_server *server, const snw__session *session, snw_audit_entry *entry);

/// Stops all arms, from whoever asks; `off` takes their power.
void snw__server_stop(snw_server *server, const char *address, bool off);

/// The bearer token of a request allows an act; else why not.
bool snw__request_may(snw_server *server, const snw__connection *connection, snw_act act,
                      snw_why *why);

// --- the page's requests, request.c, and what it is told, push.c --------------------------------

/// A request to a component, which the loop answers.
typedef struct snw__letter {
    struct snw__letter *next;
    uint32_t number; ///< of the session, which may have gone
    int64_t id;
    bool begun, left;
    int64_t since_ns; ///< when the loop was asked first
    size_t size;
    char *bytes; ///< [size] the request as it came, behind this
} snw__letter;

/// Goes on with what the loop has been asked.
void snw__letters_turn(snw_server *server);
void snw__letters_drop(snw_server *server);

/// Events and status of the loop, taken once for all.
void snw__news_turn(snw_server *server);

/// An event of the server itself: all are told.
void snw__news_why(snw_server *server, const snw_why *why);

/// Forgets what was told of a cell.
void snw__news_drop(snw_server *server);

/// What a session has not been told yet.
void snw__push_turn(snw__session *session);

/// Answers who waits for a lease that it has taken.
void snw__take_turn(snw__session *session);

// --- the Foxglove protocol, foxglove.c ----------------------------------------------------------

/// Shows the cell that has been attached, or that there is none.
SNW_NODISCARD snw_status snw__foxglove_show(snw_server *server);
void snw__foxglove_hide(snw_server *server);

// --- the server, server.c -----------------------------------------------------------------------

enum {
    SNW__SCRATCH = 64 * 1024, ///< bytes of a frame or of a piece of a file
    SNW__ADDRESSES = 8,       ///< to listen on
    SNW__EVENTS = 64,         ///< that who comes later is told
    SNW__AUDIT_LINES = (SNW_AUDIT_KINDS + 4) * SNW_AUDIT_LINE,
    SNW__TEXT = 4 << 20 ///< bytes of an answer at most
};

struct snw_server {
    struct lws_context *lws;
    lws_sorted_usec_list_t wake; ///< ends a wait
    int poller;                  ///< epoll descriptor of what is read here; the library's
    bool more;                   ///< something read waits to be looked at
    bool called;                 ///< a descriptor that is watched for others can be read
    snw__hosts hosts;
    char addresses[SNW__ADDRESSES][SNW_ADDRESS_TEXT];
    bool usable[SNW__ADDRESSES];
    int address_count;
    bool own_addresses; ///< nobody asked for others
    snw__files files;
    int page_files; ///< of these, the page's; the others are the cell's
    snw__connection connections[SNW__CONNECTIONS];
    snw__fetch *fetch;      ///< NULL for none
    snw__session *sessions; ///< a list
    int64_t now_ns, swept_ns, frame_ns, step_ns, news_ns;

    // who may do what
    snw_authority authority;
    void *authority_block;
    snw_tokens tokens;            ///< that of this run, then those of the file
    char token[SNW_SERVER_TOKEN]; ///< of this run
    char token_file[SNW_PATH_SIZE];
    snw_audit audit;
    char audit_file[SNW_PATH_SIZE];
    FILE *audit_log;
    char *audit_lines; ///< [SNW__AUDIT_LINES]
    bool audit_broken;
    int64_t read_s; ///< when the file of tokens was read last

    // what is shown
    snw_server_cell cell; ///< exec NULL for none
    snw_setup *memory;    ///< of scene and frames
    snw_scene scene;
    snw_catalogue catalogue;
    snw_frames frames;
    snw_foxglove_scene foxglove;
    uint64_t shown; ///< counts what is shown, and that nothing is
    bool quit, held;
    snw__letter *letters, *last_letter;
    snw_wire *wire;            ///< of the first letter
    snw_wire *plain;           ///< of all other requests
    snw_wire_request *request; ///< that is looked at
    uint64_t events;           ///< ever
    snw_event recent[SNW__EVENTS];
    char *event_texts[SNW__EVENTS];
    char *status; ///< without the braces and what differs between sessions; on the heap
    uint64_t status_version;
    char *text;             ///< [SNW__TEXT] for an answer
    unsigned char *scratch; ///< [SNW__SCRATCH] after LWS_PRE
};

#endif // SINEW_SRC_SERVER_INTERNAL_H
