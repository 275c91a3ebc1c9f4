// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "remote_internal.h"

snw_status remote_folder(char *out, size_t size, snw_why *why) {
    return snw_user_directory(SNW_USER_RUNTIME, out, size, why);
}

snw_status remote_address(const char *name, snw_address *address, snw_why *why) {
    char folder[SNW_PATH_SIZE];
    const snw_status status = remote_folder(folder, sizeof folder, why);
    if (snw_failed(status)) return status;
    char path[SNW_PATH_SIZE];
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

snw_status remote_listen(remote_server *server, snw_exec *exec, const char *name, snw_why *why) {
    *server = (remote_server){.exec = exec, .cell = name, .listener = {.descriptor = -1}};
    char folder[SNW_PATH_SIZE];
    snw_status status = remote_folder(folder, sizeof folder, why);
    if (!snw_failed(status)) status = snw_directory_make(folder, 0700, why);
    snw_socket_config config = snw_socket_defaults();
    if (!snw_failed(status)) status = remote_address(name, &config.address, why);
    if (!snw_failed(status)) status = snw_socket_listen(&server->listener, &config, why);
    if (snw_failed(status)) return status;
    snw_copy_text(server->address, sizeof server->address, config.address.path);
    server->clients = calloc(REMOTE_CLIENTS, sizeof *server->clients);
    if (server->clients == NULL) {
        snw_socket_close(&server->listener);
        snw_why_set(why, SNW_ERR_MEMORY, name, NULL);
        return SNW_ERR_MEMORY;
    }
    return SNW_OK;
}

void remote_tell(remote_server *server, snw_wire_told_fn *told, void *context) {
    server->told = told;
    server->context = context;
}

static void drop(remote_client *client) {
    snw_socket_close(&client->socket);
    free(client->answer);
    *client = (remote_client){0};
}

static void accept_callers(remote_server *server) {
    for (int i = 0; i < REMOTE_CLIENTS; i++) {
        remote_client *client = &server->clients[i];
        if (client->used) continue;
        snw_socket socket;
        if (snw_socket_accept(server->listener, &socket, NULL, NULL) != SNW_OK) return;
        *client = (remote_client){.socket = socket, .used = true};
        // the service waits no longer than this for the loop, whoever asks
        client->wire = (snw_wire){.exec = server->exec,
                                  .cell = server->cell,
                                  .wait_ns = 100 * INT64_C(1000000),
                                  .told = server->told,
                                  .context = server->context};
        client->answer = malloc(REMOTE_ANSWER);
        if (client->answer == NULL) drop(client);
    }
}

// the beginning of an answer that has to wait is nothing: `pending` says so
static void take_answer(remote_server *server, remote_client *client, const snw_text *text) {
    if (client->wire.pending) return;
    if (snw_text_is_cut(text)) {
        snw_text shorter = snw_text_over(client->answer, REMOTE_ANSWER);
        snw_text_format(&shorter, "{\"ok\":false,\"error\":{\"code\":\"SNW_ERR_TOO_LARGE\","
                                  "\"text\":\"the answer is too long; ask for less\"}}\n");
        client->answer_size = shorter.length;
    } else {
        client->answer_size = text->length;
    }
    client->sent = 0;
    server->quit |= client->wire.quit;
}

static void answer_line(remote_server *server, remote_client *client, size_t line) {
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_text text = snw_text_over(client->answer, REMOTE_ANSWER);
    if (setup != NULL) snw_wire_answer(&client->wire, client->line, line, setup, &text);
    snw_setup_destroy(setup);
    client->length -= line + 1;
    memmove(client->line, client->line + line + 1, client->length);
    take_answer(server, client, &text);
}

// false when the caller has gone
static bool send_rest(remote_client *client) {
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

// one request at a time: the next is looked at when the answer has gone
static void serve_client(remote_server *server, remote_client *client) {
    if (!send_rest(client) || client->answer_size > 0) return;
    if (client->wire.pending) {
        snw_text text = snw_text_over(client->answer, REMOTE_ANSWER);
        snw_wire_continue(&client->wire, &text);
        take_answer(server, client, &text);
        return;
    }
    size_t received = 0;
    const size_t room = sizeof client->line - client->length;
    const snw_status status =
        room == 0
            ? SNW_ERR_TOO_LARGE
            : snw_socket_receive(client->socket, client->line + client->length, room, &received);
    if (snw_failed(status)) {
        drop(client);
        return;
    }
    if (status == SNW_OK) client->length += received;
    const char *end = memchr(client->line, '\n', client->length);
    if (end != NULL) answer_line(server, client, (size_t)(end - client->line));
    (void)send_rest(client);
}

void remote_serve(remote_server *server, int64_t wait_ns) {
    if (server->clients == NULL) return;
    snw_poll_item items[REMOTE_CLIENTS + 1];
    int count = 0;
    bool busy = false;
    items[count++] = (snw_poll_item){.socket = server->listener, .want_read = true};
    for (int i = 0; i < REMOTE_CLIENTS; i++) {
        const remote_client *client = &server->clients[i];
        if (!client->used) continue;
        busy |= client->wire.pending;
        items[count++] = (snw_poll_item){.socket = client->socket,
                                         .want_read = client->answer_size == 0,
                                         .want_write = client->answer_size > 0};
    }
    SNW_IGNORE(snw_poll(items, count, busy ? 0 : wait_ns));
    accept_callers(server);
    for (int i = 0; i < REMOTE_CLIENTS; i++) {
        if (server->clients[i].used) serve_client(server, &server->clients[i]);
    }
}

void remote_close(remote_server *server) {
    for (int i = 0; server->clients != NULL && i < REMOTE_CLIENTS; i++) {
        if (server->clients[i].used) drop(&server->clients[i]);
    }
    if (server->clients != NULL) snw_socket_close(&server->listener);
    free(server->clients);
    server->clients = NULL;
}
