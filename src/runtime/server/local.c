// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/server/local.h"

#include <stdlib.h>
#include <string.h>

#include <sys/epoll.h>
#include <unistd.h>

#include "internal.h"
#include "sinew/os/clock.h"
#include "sinew/os/directory.h"
#include "sinew/os/path.h"

// The local socket: lines in, lines out. Everything that comes is read at once and looked at for
// what stops or ends something; the rest waits for its turn, one request of a caller at a time.

enum { READS = 16 /* of one caller in a turn */, READING = 1 << 20 };

static const int64_t TICK_NS = 1000000;
static const int64_t SLICE_NS = 1000000; // for requests, until sockets are looked at again

typedef struct snw__caller {
    snw_socket socket;
    bool used;
    bool waits;                  // its order is with the loop
    uint64_t heard;              // counts upwards: who spoke last has the largest
    char line[SNW_WIRE_REQUEST]; // [length] of a request so far
    size_t length;
    snw__sender sender;
    snw_local *local;
    char *answer; // [SNW_LOCAL_ANSWER], of which [sent, answer_size) is still to be sent
    size_t answer_size, sent;
    bool pushing; // it is waited for until it takes more
} snw__caller;

struct snw__callers {
    snw_exec *exec;
    snw__dispatch dispatch;
    snw_wire wire;
    snw_wire_request request; // that is looked at
    snw_event_log log;        // of a cell without a page, which would keep them
    uint64_t heard;
    snw__caller items[SNW_LOCAL_CLIENTS];
};

snw_status snw_local_address(const char *name, snw_address *address, snw_why *why) {
    char folder[SNW_PATH_SIZE], path[SNW_PATH_SIZE];
    const snw_status status = snw_user_directory(SNW_USER_RUNTIME, folder, sizeof folder, why);
    if (snw_failed(status)) return status;
    *address = (snw_address){.kind = SNW_ADDRESS_LOCAL};
    if (snw_failed(snw_path_join(folder, name, path, sizeof path)) ||
        strlen(path) >= sizeof address->path) {
        return snw_refuse(why, SNW_ERR_TOO_LARGE, name,
                          "the address of the cell's socket is too long",
                          "set XDG_RUNTIME_DIR to a shorter folder");
    }
    snw_copy_text(address->path, sizeof address->path, path);
    return SNW_OK;
}

// --- answers ------------------------------------------------------------------------------------

static void take_answer(snw__caller *caller, const snw_text *text) {
    caller->answer_size = text->length;
    if (snw_text_is_cut(text)) {
        snw_why why = {0};
        snw_text shorter = snw_text_over(caller->answer, SNW_LOCAL_ANSWER);
        snw_why_set(&why, SNW_ERR_TOO_LARGE, NULL, "the answer is too long; request less");
        snw_wire_refuse(&shorter, 0, &why);
        caller->answer_size = shorter.length;
    }
    caller->sent = 0;
    caller->waits = false;
    caller->sender.paused = true; // until it has been sent
}

static void refuse_caller(snw__caller *caller, int64_t id, const snw_why *why) {
    snw_text text = snw_text_over(caller->answer, SNW_LOCAL_ANSWER);
    snw_wire_refuse(&text, id, why);
    take_answer(caller, &text);
}

static void answer_words(snw__caller *caller, int64_t id, const char *words) {
    snw_text text = snw_text_over(caller->answer, SNW_LOCAL_ANSWER);
    snw_wire_ok(&text, id);
    snw_json_writer json = snw_json_inside(&text, true);
    if (words != NULL) snw_json_string(&json, "answer", words);
    snw_json_end(&json);
    snw_text_add(&text, "\n", 1);
    take_answer(caller, &text);
}

static void answer_order(snw__sender *sender, const snw__outcome *outcome) {
    snw__caller *caller = sender->door;
    const snw_result *result = outcome->result;
    if (result != NULL && snw_failed(result->status)) {
        refuse_caller(caller, outcome->id, &result->why);
        return;
    }
    snw_text text = snw_text_over(caller->answer, SNW_LOCAL_ANSWER);
    snw_wire_ok(&text, outcome->id);
    snw__add_outcome(&text, outcome);
    snw_text_format(&text, "}\n");
    take_answer(caller, &text);
}

// --- requests -----------------------------------------------------------------------------------

static bool stands_still(snw_exec *exec) {
    const snw_roots *roots = snw_exec_look(exec);
    if (roots == NULL) return true;
    const snw_loop_signals *loop = roots->items[0].block;
    return loop->at_rest;
}

// The end of a run is nobody's to ask for while something moves, or while somebody has the lease.
static snw_status check_quit(const snw__caller *caller, snw_why *why) {
    const snw_server *server = caller->local->server;
    if (server != NULL && server->authority.lease.state != SNW_LEASE_FREE) {
        const snw_status status =
            snw_refuse(why, SNW_ERR_PERMISSION, server->authority.lease.owner,
                       "another client holds the lease of the cell",
                       "wait until it is returned, or end the program itself");
        snw_why_rule(why, "lease");
        return status;
    }
    if (stands_still(caller->local->clients->exec)) return SNW_OK;
    const snw_status status = snw_refuse(why, SNW_ERR_STATE, "quit", "an arm is moving",
                                         "stop it first: 'sinew ask cell stop'");
    snw_why_rule(why, "standstill");
    return status;
}

// the answer to what acted when it came
static void answer_acted(snw__caller *caller, const snw_wire_request *request) {
    snw_why why = {0};
    const bool known = request->arm[0] == '\0' ||
                       snw_exec_find_arm(caller->local->clients->exec, request->arm) >= 0;
    if (known) {
        answer_words(caller, request->id, NULL);
        return;
    }
    SNW_IGNORE(snw_refuse(&why, SNW_ERR_UNKNOWN_NAME, request->arm,
                          "the cell has no such arm, so all arms were stopped",
                          "'sinew top' lists the arms"));
    refuse_caller(caller, request->id, &why);
}

static void do_message(snw__caller *caller, const snw__waiting *waiting,
                       const snw_wire_request *request) {
    snw_why why = {0};
    const snw_status status = snw__dispatch_order(&caller->sender, waiting, request, &why);
    if (status == SNW_NOTHING_NEW) {
        caller->waits = caller->sender.paused = true;
    } else if (snw_failed(status)) {
        refuse_caller(caller, request->id, &why);
    } else if (status == SNW_OK) {
        const snw__outcome done = {.id = request->id, .is_call = request->command == SNW_WIRE_call};
        answer_order(&caller->sender, &done);
    }
}

static bool is_order(const snw_wire_request *request) {
    return request->command == SNW_WIRE_message || request->command == SNW_WIRE_call;
}

static void do_request(snw__caller *caller, const snw__waiting *waiting, snw_setup *setup) {
    struct snw__callers *callers = caller->local->clients;
    const snw_wire_request *request = &callers->request;
    snw_why why = {0};
    if (waiting->acted && !is_order(request)) {
        answer_acted(caller, request);
        return;
    }
    snw_status status = SNW_OK;
    if (!waiting->acted) {
        const snw__plea plea = {snw_wire_need(&callers->wire, request), request, true};
        status = snw__dispatch_judge(&caller->sender, waiting, &plea, &why);
    }
    if (!snw_failed(status) && request->command == SNW_WIRE_quit) status = check_quit(caller, &why);
    if (snw_failed(status)) {
        refuse_caller(caller, request->id, &why);
    } else if (is_order(request)) {
        do_message(caller, waiting, request);
    } else {
        snw_text text = snw_text_over(caller->answer, SNW_LOCAL_ANSWER);
        snw_wire_serve(&callers->wire, request, setup, &text);
        take_answer(caller, &text);
        caller->local->quit |= callers->wire.quit;
    }
}

static void serve_caller(snw__sender *sender, const snw__waiting *waiting) {
    snw__caller *caller = sender->door;
    struct snw__callers *callers = caller->local->clients;
    snw_why why = {0};
    snw_setup *setup = snw_setup_create(READING);
    snw_status status = setup != NULL ? SNW_OK : SNW_ERR_MEMORY;
    if (!snw_failed(status)) {
        status = snw_wire_read(waiting->bytes, waiting->size, setup, &callers->request, &why);
    }
    if (!snw_failed(status)) {
        do_request(caller, waiting, setup);
    } else {
        if (waiting->acted) {
            snw_why_fix(&why, "it was executed nevertheless, as far as it stops or ends something");
        }
        refuse_caller(caller, callers->request.id, &why);
    }
    snw_setup_destroy(setup);
}

// --- callers ------------------------------------------------------------------------------------

// One descriptor stands for all, so that who waits for other things too can wait for it.
static void watch(const snw_local *local, int action, snw_socket socket, bool pushing) {
    struct epoll_event event = {.events = EPOLLIN | (pushing ? (uint32_t)EPOLLOUT : 0U)};
    (void)epoll_ctl(local->descriptor, action, socket.descriptor, &event);
}

static void drop_caller(snw__caller *caller) {
    snw__dispatch_remove(&caller->sender);
    snw_socket_close(&caller->socket);
    free(caller->answer);
    caller->answer = NULL;
    caller->used = false;
}

// A place for a caller: a free one, else that of who has been silent for longest.
static snw__caller *make_place(snw_local *local) {
    snw__caller *place = NULL;
    for (int i = 0; i < SNW_LOCAL_CLIENTS; i++) {
        snw__caller *caller = &local->clients->items[i];
        if (!caller->used) return caller;
        if (place == NULL || caller->heard < place->heard) place = caller;
    }
    drop_caller(place);
    return place;
}

static void accept_callers(snw_local *local) {
    for (int i = 0; i < SNW_LOCAL_CLIENTS; i++) {
        snw_socket socket;
        if (snw_socket_accept(local->listener, &socket, NULL, NULL) != SNW_OK) return;
        snw__caller *caller = make_place(local);
        *caller = (snw__caller){.socket = socket,
                                .used = true,
                                .local = local,
                                .heard = ++local->clients->heard,
                                .answer = malloc(SNW_LOCAL_ANSWER)};
        caller->sender = (snw__sender){.index = -1, .waits_long = true, .door = caller};
        if (caller->answer == NULL ||
            !snw__dispatch_add(&local->clients->dispatch, &caller->sender)) {
            drop_caller(caller);
        } else {
            watch(local, EPOLL_CTL_ADD, socket, false);
        }
    }
}

static void send_rest(snw__caller *caller) {
    size_t sent = 0;
    const size_t rest = caller->answer_size - caller->sent;
    if (rest > 0) {
        if (snw_failed(
                snw_socket_send(caller->socket, caller->answer + caller->sent, rest, &sent))) {
            drop_caller(caller);
            return;
        }
        caller->sent += sent;
        if (caller->sent == caller->answer_size) {
            caller->sent = caller->answer_size = 0;
            caller->sender.paused = caller->waits;
        }
    }
    const bool pushing = caller->answer_size > 0;
    if (pushing != caller->pushing) watch(caller->local, EPOLL_CTL_MOD, caller->socket, pushing);
    caller->pushing = pushing;
}

// Every line that is whole waits from now on; what is urgent of it is done first. False when more
// waits than may.
static bool take_lines(snw__caller *caller) {
    size_t begin = 0;
    bool fits = true;
    for (;;) {
        const char *end = memchr(caller->line + begin, '\n', caller->length - begin);
        if (end == NULL) break;
        const size_t size = (size_t)(end - caller->line) - begin;
        snw__arrival arrival = {.bytes = caller->line + begin, .size = size};
        arrival.acted = snw__dispatch_urgent(&caller->local->clients->dispatch, arrival.bytes, size,
                                             SNW_STOP_BY_COMMAND);
        fits &= !snw_failed(snw__dispatch_post(&caller->sender, &arrival, NULL));
        begin += size + 1;
    }
    caller->length -= begin;
    memmove(caller->line, caller->line + begin, caller->length);
    return fits;
}

// Reads all that has come. Who has gone, sends more than may wait, or a line that is longer than a
// request is dropped.
static void receive_lines(snw__caller *caller) {
    for (int i = 0; i < READS; i++) {
        size_t received = 0;
        const size_t room = sizeof caller->line - caller->length;
        snw_status status = SNW_ERR_TOO_LARGE;
        if (room > 0) {
            status =
                snw_socket_receive(caller->socket, caller->line + caller->length, room, &received);
        } else {
            (void)snw__dispatch_urgent(&caller->local->clients->dispatch, caller->line,
                                       caller->length, SNW_STOP_BY_COMMAND);
        }
        if (status == SNW_NOTHING_NEW) return;
        caller->length += received;
        caller->heard = ++caller->local->clients->heard;
        const bool fits = take_lines(caller);
        if (snw_failed(status) || !fits) {
            drop_caller(caller);
            return;
        }
    }
}

// --- opening, serving, closing ------------------------------------------------------------------

snw_status snw_local_listen(snw_local *local, snw_exec *exec, const char *name, snw_why *why) {
    *local = (snw_local){.descriptor = -1, .listener = {.descriptor = -1}};
    char folder[SNW_PATH_SIZE];
    snw_status status = snw_user_directory(SNW_USER_RUNTIME, folder, sizeof folder, why);
    if (!snw_failed(status)) status = snw_directory_make(folder, 0700, why);
    snw_socket_config config = snw_socket_defaults();
    if (!snw_failed(status)) status = snw_local_address(name, &config.address, why);
    if (!snw_failed(status)) status = snw_socket_listen(&local->listener, &config, why);
    if (status == SNW_ERR_STATE) {
        snw_why_set(why, status, name, "a cell of that name is already running");
        snw_why_fix(why, "'sinew top' shows it; give this one another name in its file");
    }
    if (snw_failed(status)) return status;
    snw_copy_text(local->address, sizeof local->address, config.address.path);
    local->clients = calloc(1, sizeof *local->clients);
    local->descriptor = epoll_create1(EPOLL_CLOEXEC);
    if (local->clients == NULL || local->descriptor < 0) {
        snw_why_set(why, SNW_ERR_MEMORY, name, NULL);
        snw_local_close(local);
        return SNW_ERR_MEMORY;
    }
    struct snw__callers *callers = local->clients;
    callers->exec = exec;
    callers->wire = (snw_wire){.exec = exec, .cell = name};
    callers->dispatch.door = (snw__door){.serve = serve_caller, .answer = answer_order};
    callers->dispatch.lane_limit = SNW_LANES / 2;
    snw__dispatch_use(&callers->dispatch, exec);
    watch(local, EPOLL_CTL_ADD, local->listener, false);
    return SNW_OK;
}

void snw_local_tell(snw_local *local, snw_wire_told_fn *told, void *context) {
    struct snw__callers *callers = local->clients;
    if (callers == NULL) return;
    callers->wire.told = callers->dispatch.told = told;
    callers->wire.context = callers->dispatch.told_context = context;
}

// Events of the loop are taken once: by the page where there is one, else here.
static void take_events(snw_local *local) {
    struct snw__callers *callers = local->clients;
    snw_event event;
    callers->wire.log = local->server != NULL ? &local->server->log : &callers->log;
    if (local->server != NULL) return;
    for (int i = 0; i < SNW_EVENT_LOG && snw_exec_event(callers->exec, &event) == SNW_OK; i++)
        snw_event_log_add(&callers->log, &event);
}

static void serve_all(snw_local *local) {
    struct snw__callers *callers = local->clients;
    take_events(local);
    accept_callers(local);
    for (int i = 0; i < SNW_LOCAL_CLIENTS; i++) {
        if (callers->items[i].used) receive_lines(&callers->items[i]);
    }
    const int64_t now_ns = snw_clock_now_ns();
    while (snw__dispatch_step(&callers->dispatch) && snw_clock_now_ns() < now_ns + SLICE_NS) {
    }
    snw__dispatch_orders(&callers->dispatch, now_ns);
    for (int i = 0; i < SNW_LOCAL_CLIENTS; i++) {
        if (callers->items[i].used) send_rest(&callers->items[i]);
    }
}

void snw_local_serve(snw_local *local, int64_t wait_ns) {
    struct snw__callers *callers = local->clients;
    if (callers == NULL) {
        // nobody can call
        SNW_IGNORE(snw_poll(NULL, 0, wait_ns));
        return;
    }
    snw_poll_item items[SNW_LOCAL_CLIENTS + 1];
    int count = 0;
    items[count++] = (snw_poll_item){.socket = local->listener, .want_read = true};
    for (int i = 0; i < SNW_LOCAL_CLIENTS; i++) {
        const snw__caller *caller = &callers->items[i];
        if (!caller->used) continue;
        items[count++] = (snw_poll_item){
            .socket = caller->socket, .want_read = true, .want_write = caller->answer_size > 0};
    }
    // answers of the loop are awaited from tick to tick
    if (snw_local_busy(local) && wait_ns > TICK_NS) wait_ns = TICK_NS;
    if (snw__dispatch_has_requests(&callers->dispatch)) wait_ns = 0;
    SNW_IGNORE(snw_poll(items, count, wait_ns));
    serve_all(local);
}

void snw_local_serve_with(snw_local *local, snw_server *server, int64_t wait_ns) {
    const int64_t end_ns = snw_clock_now_ns() + wait_ns;
    int64_t rest_ns = wait_ns;
    local->server = server;
    do {
        if (server == NULL) {
            snw_local_serve(local, rest_ns);
        } else {
            snw_local_serve(local, 0);
            const bool busy = snw_local_busy(local);
            snw_server_serve(server, busy && rest_ns > TICK_NS ? TICK_NS : rest_ns);
            if (snw_server_quit(server)) break;
        }
        rest_ns = end_ns - snw_clock_now_ns();
    } while (rest_ns > 0 && !local->quit);
}

bool snw_local_busy(const snw_local *local) {
    return local->clients != NULL && (snw__dispatch_has_requests(&local->clients->dispatch) ||
                                      snw__dispatch_has_orders(&local->clients->dispatch));
}

void snw_local_close(snw_local *local) {
    const bool opened = local->clients != NULL || local->address[0] != '\0';
    for (int i = 0; local->clients != NULL && i < SNW_LOCAL_CLIENTS; i++) {
        if (local->clients->items[i].used) drop_caller(&local->clients->items[i]);
    }
    if (local->clients != NULL) snw__dispatch_use(&local->clients->dispatch, NULL);
    if (opened) snw_socket_close(&local->listener);
    if (opened && local->descriptor >= 0) (void)close(local->descriptor);
    free(local->clients);
    local->clients = NULL;
    local->address[0] = '\0';
}
