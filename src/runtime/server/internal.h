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
#include "sinew/base/json_write.h"
#include "sinew/exec/stop_source.h"
#include "sinew/os/path.h"
#include "sinew/os/socket.h"
#include "sinew/server.h"
#include "sinew/wire/audit_log.h"
#include "sinew/wire/catalogue.h"
#include "sinew/wire/foxglove.h"
#include "sinew/wire/serve.h"
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

// --- files that are read for trial, worker.c -----------------------------------------------------

typedef struct snw__worker snw__worker;

/// Goes on with what was found good. The session has gone. Waits for what is being read.
void snw__worker_turn(snw_server *server);
void snw__worker_leave(snw_server *server, const snw__session *session);
void snw__worker_end(snw_server *server);

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

/// May something be done that has to be in the audit log? Not while the log cannot be written,
/// unless it is to read, to stop, or about the lease.
bool snw__audit_ready(snw_server *server, snw_act act, snw_why *why);

/// Stops all arms, from whoever asks; `off` takes their power.
void snw__server_stop(snw_server *server, const char *address, bool off, snw_stop_source by);

/// The bearer token of a request allows an act; else why not.
bool snw__request_may(snw_server *server, const snw__connection *connection, snw_act act,
                      snw_why *why);

// --- the page's requests, page.c, and what it is told, push.c --------------------------------

/// The door of all sessions, whatever is spoken in them.
extern const snw__door snw__session_door;

/// Requests have their turns for a short while, and orders go to the loop.
void snw__requests_turn(snw_server *server);

/// What the loop made of an order of a page.
void snw__page_answer(snw__session *session, const snw__outcome *outcome);

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
    SNW__TEXT = 4 << 20       ///< bytes of an answer at most
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
    snw__worker *worker;    ///< NULL for none
    snw__session *sessions; ///< a list
    int64_t now_ns, swept_ns, frame_ns, step_ns, news_ns;
    int64_t (*clock)(void); ///< in place of the machine's, in a model; NULL

    // who may do what
    snw_authority authority;
    void *authority_block;
    snw_tokens tokens;            ///< that of this run, then those of the file
    char token[SNW_SERVER_TOKEN]; ///< of this run
    char token_file[SNW_PATH_SIZE];
    snw_audit_log audit;
    bool audit_broken; ///< and that was told
    int64_t read_s;    ///< when the file of tokens was read last

    // what is shown
    snw_server_cell cell; ///< exec NULL for none
    snw_setup *memory;    ///< of scene and frames
    snw_scene scene;
    snw_catalogue catalogue;
    snw_packets frames;
    snw_foxglove_scene foxglove;
    uint64_t shown; ///< counts what is shown, and that nothing is
    bool quit;
    snw__dispatch dispatch;    ///< requests on their way to the loop
    snw_wire *plain;           ///< answers what the loop is not asked
    snw_wire_request *request; ///< that is looked at
    uint64_t events;           ///< texts ever
    snw_event_log log;         ///< of all events, for whoever asks
    char *event_texts[SNW__EVENTS];
    char *status; ///< without the braces and what differs between sessions; on the heap
    uint64_t status_version;
    char *text;             ///< [SNW__TEXT] for an answer
    unsigned char *scratch; ///< [SNW__SCRATCH] after LWS_PRE
};

/// The time by the clock of the machine, or of a model.
int64_t snw__server_now_ns(const snw_server *server);

/// All of a server but its sockets: memory, tokens, authority.
SNW_NODISCARD snw_status snw__server_prepare(snw_server *server, const snw_server_config *config,
                                             snw_why *why);
void snw__server_free(snw_server *server);

#endif // SINEW_SRC_SERVER_INTERNAL_H
