// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/server/local.h"

#include <stdlib.h>
#include <string.h>

#include <sys/epoll.h>
#include <unistd.h>

#include "sinew/os/clock.h"
#include "sinew/os/directory.h"
#include "sinew/os/path.h"

static const int64_t TICK_NS = 1000000;

snw_status snw_local_address(const char *name, snw_address *address, snw_why *why) {
    char folder[SNW_PATH_SIZE], path[SNW_PATH_SIZE];
    const snw_status status = snw_user_directory(SNW_USER_RUNTIME, folder, sizeof folder, why);
    if (snw_failed(status)) return status;
    *address = (snw_address){.kind = SNW_ADDRESS_LOCAL};
    if (snw_failed(snw_path_join(folder, name, path, sizeof path)) ||
        strlen(path) >= sizeof address->path) {
        snw_why_set(why, SNW_ERR_TOO_LARGE, name, "the address of the cell's socket is too long");
        snw_why_fix(why, "set XDG_RUNTIME_DIR to a shorter folder");
        return SNW_ERR_TOO_LARGE;
    }
    snw_copy_text(address->path, sizeof address->path, path);
    return SNW_OK;
}

// One descriptor stands for all, so that who waits for other things too can wait for it.
static void watch(const snw_local *local, int action, snw_socket socket, bool on) {
    struct epoll_event event = {.events = on ? EPOLLIN : 0};
    (void)epoll_ctl(local->descriptor, action, socket.descriptor, &event);
}

snw_status snw_local_listen(snw_local *local, snw_exec *exec, const char *name, snw_why *why) {
    *local =
        (snw_local){.exec = exec, .cell = name, .descriptor = -1, .listener = {.descriptor = -1}};
    char folder[SNW_PATH_SIZE];
    snw_status status = snw_user_directory(SNW_USER_RUNTIME, folder, sizeof folder, why);
    if (!snw_failed(status)) status = snw_directory_make(folder, 0700, why);
    snw_socket_config config = snw_socket_defaults();
    if (!snw_failed(status)) status = snw_local_address(name, &config.address, why);
    if (!snw_failed(status)) status = snw_socket_listen(&local->listener, &config, why);
    if (status == SNW_ERR_STATE) {
        snw_why_set(why, status, name, "a cell of that name runs already");
        snw_why_fix(why, "'sinew top' shows it; give this one another name in its file");
    }
    if (snw_failed(status)) return status;
    snw_copy_text(local->address, sizeof local->address, config.address.path);
    local->clients = calloc(SNW_LOCAL_CLIENTS, sizeof *local->clients);
    local->descriptor = epoll_create1(EPOLL_CLOEXEC);
    if (local->clients == NULL || local->descriptor < 0) {
        snw_why_set(why, SNW_ERR_MEMORY, name, NULL);
        snw_local_close(local);
        return SNW_ERR_MEMORY;
    }
    watch(local, EPOLL_CTL_ADD, local->listener, true);
    return SNW_OK;
}

void snw_local_tell(snw_local *local, snw_wire_told_fn *told, void *context) {
    local->told = told;
    local->context = context;
}

static void drop(snw_local_client *client) {
    snw_socket_close(&client->socket);
    free(client->answer);
    *client = (snw_local_client){0};
}

static void accept_callers(snw_local *local) {
    for (int i = 0; i < SNW_LOCAL_CLIENTS; i++) {
        snw_local_client *client = &local->clients[i];
        if (client->used) continue;
        snw_socket socket;
        if (snw_socket_accept(local->listener, &socket, NULL, NULL) != SNW_OK) return;
        *client = (snw_local_client){.socket = socket, .used = true};
        // the service waits no longer than this for the loop, whoever asks
        client->wire = (snw_wire){.exec = local->exec,
                                  .cell = local->cell,
                                  .wait_ns = 100 * INT64_C(1000000),
                                  .told = local->told,
                                  .context = local->context};
        client->answer = malloc(SNW_LOCAL_ANSWER);
        if (client->answer == NULL) {
            drop(client);
        } else {
            watch(local, EPOLL_CTL_ADD, socket, true);
        }
    }
}

// the beginning of an answer that has to wait is nothing: `pending` says so
static void take_answer(snw_local *local, snw_local_client *client, const snw_text *text) {
    if (client->wire.pending) return;
    if (snw_text_is_cut(text)) {
        snw_text shorter = snw_text_over(client->answer, SNW_LOCAL_ANSWER);
        snw_text_format(&shorter, "{\"ok\":false,\"error\":{\"code\":\"SNW_ERR_TOO_LARGE\","
                                  "\"text\":\"the answer is too long; ask for less\"}}\n");
        client->answer_size = shorter.length;
    } else {
        client->answer_size = text->length;
    }
    client->sent = 0;
    local->quit |= client->wire.quit;
}

static void answer_line(snw_local *local, snw_local_client *client, size_t line) {
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_text text = snw_text_over(client->answer, SNW_LOCAL_ANSWER);
    if (setup != NULL) snw_wire_answer(&client->wire, client->line, line, setup, &text);
    snw_setup_destroy(setup);
    client->length -= line + 1;
    memmove(client->line, client->line + line + 1, client->length);
    take_answer(local, client, &text);
}

// false when the caller has gone
static bool send_rest(snw_local_client *client) {
    size_t sent = 0;
    const size_t rest = client->answer_size - client->sent;
    if (rest == 0) return true;
    if (snw_failed(snw_socket_send(client->socket, client->answer + client->sent, rest, &sent))) {
        drop(client);
        return false;
    }
    client->sent += sent;
    if (client->sent == client->answer_size) client->sent = client->answer_size = 0;
    return true;
}

// bytes that have come; false when the caller has gone, or says more than a request may be
static bool receive(snw_local_client *client) {
    size_t received = 0;
    const size_t room = sizeof client->line - client->length;
    const snw_status status =
        room == 0
            ? SNW_ERR_TOO_LARGE
            : snw_socket_receive(client->socket, client->line + client->length, room, &received);
    if (snw_failed(status)) {
        drop(client);
        return false;
    }
    if (status == SNW_OK) client->length += received;
    return true;
}

// one request at a time: the next is looked at when the answer has gone
static void serve_client(snw_local *local, snw_local_client *client) {
    if (!send_rest(client) || client->answer_size > 0) return;
    if (client->wire.pending) {
        snw_text text = snw_text_over(client->answer, SNW_LOCAL_ANSWER);
        snw_wire_continue(&client->wire, &text);
        take_answer(local, client, &text);
    } else {
        if (!receive(client)) return;
        const char *end = memchr(client->line, '\n', client->length);
        if (end != NULL) answer_line(local, client, (size_t)(end - client->line));
    }
    if (!send_rest(client)) return;
    // who waits for an answer wakes nobody up by saying more
    const bool quiet = client->wire.pending || client->answer_size > 0;
    if (quiet != client->quiet) watch(local, EPOLL_CTL_MOD, client->socket, !quiet);
    client->quiet = quiet;
}

void snw_local_serve(snw_local *local, int64_t wait_ns) {
    if (local->clients == NULL) {
        // nobody can call
        SNW_IGNORE(snw_poll(NULL, 0, wait_ns));
        return;
    }
    snw_poll_item items[SNW_LOCAL_CLIENTS + 1];
    int count = 0;
    items[count++] = (snw_poll_item){.socket = local->listener, .want_read = true};
    for (int i = 0; i < SNW_LOCAL_CLIENTS; i++) {
        const snw_local_client *client = &local->clients[i];
        if (!client->used) continue;
        items[count++] = (snw_poll_item){.socket = client->socket,
                                         .want_read = client->answer_size == 0,
                                         .want_write = client->answer_size > 0};
    }
    // answers of the loop are awaited from tick to tick
    if (snw_local_busy(local) && wait_ns > TICK_NS) wait_ns = TICK_NS;
    SNW_IGNORE(snw_poll(items, count, wait_ns));
    accept_callers(local);
    for (int i = 0; i < SNW_LOCAL_CLIENTS; i++) {
        if (local->clients[i].used) serve_client(local, &local->clients[i]);
    }
}

void snw_local_serve_with(snw_local *local, snw_server *server, int64_t wait_ns) {
    const int64_t end_ns = snw_clock_now_ns() + wait_ns;
    int64_t rest_ns = wait_ns;
    do {
        if (server == NULL) {
            snw_local_serve(local, rest_ns);
        } else {
            // the loop has one mailbox: one of the two writes to it at a time
            if (!snw_server_busy(server)) snw_local_serve(local, 0);
            const bool busy = snw_local_busy(local);
            snw_server_hold(server, busy);
            snw_server_serve(server, busy && rest_ns > TICK_NS ? TICK_NS : rest_ns);
            if (snw_server_quit(server)) return;
        }
        rest_ns = end_ns - snw_clock_now_ns();
    } while (rest_ns > 0 && !local->quit);
}

bool snw_local_busy(const snw_local *local) {
    for (int i = 0; local->clients != NULL && i < SNW_LOCAL_CLIENTS; i++) {
        if (local->clients[i].used && local->clients[i].wire.pending) return true;
    }
    return false;
}

void snw_local_close(snw_local *local) {
    const bool opened = local->clients != NULL || local->address[0] != '\0';
    for (int i = 0; local->clients != NULL && i < SNW_LOCAL_CLIENTS; i++) {
        if (local->clients[i].used) drop(&local->clients[i]);
    }
    if (opened) snw_socket_close(&local->listener);
    if (opened && local->descriptor >= 0) (void)close(local->descriptor);
    free(local->clients);
    local->clients = NULL;
    local->address[0] = '\0';
}
