// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SERVER_H
#define SINEW_SERVER_H

/// @file
/// The server of the operator station: page and meshes over HTTP, state and commands over
/// WebSocket, as docs/protocol.md has it. It lives in the service thread of a run: nothing of it
/// touches the loop but through the services of exec, so no client can make the loop wait.
///
///     snw_server_config config = snw_server_defaults();
///     config.page = "viewer/dist";
///     status = snw_server_open(&server, &config, why);
///     status = snw_server_attach(server, &cell, why);
///     // in the service function of snw_exec_run():
///     snw_server_serve(server, 5000000);
///     // at the end:
///     snw_server_detach(server);
///     snw_server_close(server);

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinew/exec.h"
#include "sinew/wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_SERVER_PORT = 8190,         ///< the first that is tried
    SNW_SERVER_CLIENTS = 64,        ///< that are connected at a time
    SNW_SERVER_MESSAGE = 64 * 1024, ///< bytes of one message of a client
    SNW_SERVER_FILE = 16 << 20,     ///< bytes of a file that is handed in
    SNW_SERVER_TOKEN = 65           ///< bytes of a token as text, with the final zero
};

/// How a server listens. A plain value; texts are needed during snw_server_open() only.
typedef struct snw_server_config {
    // public
    const char *const *addresses; ///< [address_count] to listen on, such as "192.168.1.5"; none is
    int address_count;            ///< 127.0.0.1 and ::1
    int port;                     ///< 0 lets the system choose
    int port_tries;               ///< ports that are tried from there on while they are taken, >= 1
    const char *const *names;     ///< [name_count] by which browsers may call us beyond the
    int name_count;               ///< addresses and "localhost"
    const char *const *origins; ///< [origin_count] of other sites whose pages may talk to us, such
    int origin_count;           ///< as "https://app.example.org"
    const char *certificate;    ///< PEM file for TLS, with `key`; NULL for none
    const char *key;
    const char *tokens; ///< file of tokens, see wire/authority.h; NULL for none
    const char *audit;  ///< file that the audit log is appended to; NULL for none
    const char *page;   ///< folder of the page; NULL for none
} snw_server_config;

/// This machine only, port 8190 or one of the 20 after it, no page.
SNW_SETUP snw_server_config snw_server_defaults(void);

/// What the program around a server does for its clients. Functions may be NULL: then the answer is
/// a refusal. All are called in the thread of snw_server_serve().
typedef struct snw_server_host {
    // public
    void *context;
    /// Answers a command that is not the loop's: record, records, points, open, states. Adds the
    /// fields of the answer after "ok" with a leading comma, or says why not. SNW_NOTHING_NEW when
    /// it has made a file that is to be read first: `check` and then it are called once more.
    snw_status (*command)(void *context, const snw_wire_request *request, snw_text *answer,
                          snw_why *why);
    /// Reads for trial what an `open`, or the loading or reset of a state, is about: SNW_OK when
    /// `command` may follow. Called in a thread of its own, one at a time, and only then `command`
    /// is: so it touches nothing that others do, and keeps to limits of time and memory
    /// (snw_server_check_file()). No door is served while `command` runs, so all that takes time
    /// belongs here. May be NULL: nothing is tried.
    snw_status (*check)(void *context, const snw_wire_request *request, snw_why *why);
    /// The request of a `command` that has made a file comes to nothing. May be NULL.
    void (*drop)(void *context);
    /// The content of a recording, on the heap. Called in a thread of its own, one at a time.
    snw_status (*download)(void *context, const char *name, bool csv, char **data, size_t *size,
                           snw_why *why);
    /// Takes a cell or model file that was handed in.
    snw_status (*upload)(void *context, const char *name, const char *data, size_t size,
                         snw_why *why);
    /// True while something is recorded; its name.
    bool (*recording)(void *context, char name[SNW_NAME]);
    snw_wire_told_fn *told; ///< of what came in and reached the loop, for a recorder
} snw_server_host;

/// The cell that is shown. It must outlive snw_server_detach().
typedef struct snw_server_cell {
    // public
    snw_exec *exec;
    const snw_cell *cell;
    const snw_system *system;
    const snw_registry *registry;
    bool real;                ///< runs by the clock of the machine
    const char *const *cells; ///< [cell_count] names that `open` takes
    int cell_count;
    snw_server_host host;
} snw_server_cell;

/// Opaque; lives on the heap.
typedef struct snw_server snw_server;

/// Reads the page, opens the sockets, makes a token for whoever started it. SNW_ERR_PERMISSION for
/// an address beyond this machine without TLS and at least one token; SNW_ERR_ARGUMENT for an
/// origin that no browser would write so; SNW_ERR_STATE when no port is free; else what is wrong
/// with a file.
SNW_SETUP SNW_NODISCARD snw_status snw_server_open(snw_server **server,
                                                   const snw_server_config *config, snw_why *why);

/// Ends all connections and frees everything. NULL is allowed.
SNW_SETUP void snw_server_close(snw_server *server);

/// The port that was free.
SNW_SETUP int snw_server_port(const snw_server *server);

/// The address to give to a browser, "http://127.0.0.1:8190/#TOKEN"; returns its whole length.
SNW_SETUP size_t snw_server_address(const snw_server *server, char *out, size_t size);

/// Shows a cell: meshes are made, and connected clients are asked to load it again.
SNW_SETUP SNW_NODISCARD snw_status snw_server_attach(snw_server *server,
                                                     const snw_server_cell *cell, snw_why *why);

/// The cell goes; clients stay connected and are answered that nothing runs.
SNW_SETUP void snw_server_detach(snw_server *server);

/// Serves whoever calls, for `wait_ns` at most; 0 only looks. Never waits for a client.
SNW_SETUP void snw_server_serve(snw_server *server, int64_t wait_ns);

/// snw_server_serve() returns at once when `descriptor` can be read, for a program that serves
/// others too. It is watched until `on` is false or it is closed.
SNW_SETUP void snw_server_watch(snw_server *server, int descriptor, bool on);

/// True while a client waits for the loop.
SNW_SETUP bool snw_server_busy(const snw_server *server);

/// Has a cell or a model read by another program, `program` (that of sinew), within 5 s of
/// processor time and 2 GB: for `check` of a host. Waits for its end. SNW_ERR_TOO_LARGE beyond the
/// limits, SNW_ERR_CHECK with what it said for a file that cannot be read.
SNW_SETUP SNW_NODISCARD snw_status snw_server_check_file(const char *program, const char *path,
                                                         snw_why *why);

/// True when a client asked for the end of the run.
SNW_SETUP bool snw_server_quit(const snw_server *server);

#ifdef __cplusplus
}
#endif

#endif // SINEW_SERVER_H
