// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_SERVER_CLIENT_H
#define SINEW_TESTS_SERVER_CLIENT_H

/// @file
/// A server with a cell in virtual time, and clients on bare sockets, all in one thread: a wait of
/// a client lets the loop tick and the server serve.

#include "check.h"

#include <string.h>

#include "sinew/os/socket.h"
#include "sinew/server.h"
#include "sinew/station.h"

enum { CLIENT_BYTES = 1 << 20, CLIENT_TURNS = 4000 };

typedef struct stage {
    snw_station *station;
    snw_exec *exec;
    snw_server *server;
    snw_server_cell cell;
    char token[SNW_SERVER_TOKEN];
    snw_why why;
} stage;

static stage st;

/// The audit log of the servers that are opened; NULL for none.
static const char *stage_audit;

/// Their file of tokens; NULL for none.
static const char *stage_tokens;

__attribute__((unused)) static void stage_open(const char *cell, const char *page) {
    char path[256], address[256];
    st = (stage){0};
    (void)snprintf(path, sizeof path, "%s/cells/%s.cell.xml", SNW_SOURCE_DIR, cell);
    snw_station_options options = snw_station_defaults();
    options.cell = path;
    CHECK(snw_station_open(&st.station, &options, NULL) == SNW_OK);
    st.exec = snw_station_exec(st.station);
    snw_server_config config = snw_server_defaults();
    config.port = 0;
    config.page = page;
    config.audit = stage_audit;
    config.tokens = stage_tokens;
    CHECK(snw_server_open(&st.server, &config, &st.why) == SNW_OK);
    (void)snw_server_address(st.server, address, sizeof address);
    snw_copy_text(st.token, sizeof st.token, strchr(address, '#') + 1);
    st.cell = (snw_server_cell){.exec = st.exec,
                                .cell = snw_station_cell(st.station),
                                .system = snw_station_system(st.station),
                                .registry = snw_station_registry(st.station)};
}

__attribute__((unused)) static void stage_attach(void) {
    CHECK(snw_server_attach(st.server, &st.cell, &st.why) == SNW_OK);
}

__attribute__((unused)) static void stage_close(void) {
    snw_server_close(st.server);
    SNW_IGNORE(snw_station_close(st.station, NULL));
}

__attribute__((unused)) static void stage_turn(void) {
    snw_exec_tick(st.exec);
    snw_server_serve(st.server, 0);
}

// --- a client
// -------------------------------------------------------------------------------------

typedef struct client {
    snw_socket socket;
    unsigned char *bytes; // [size] received and not looked at
    size_t size;
    bool over;
} client;

__attribute__((unused)) static client client_open(void) {
    client c = {.socket = {.descriptor = -1}, .bytes = malloc(CLIENT_BYTES)};
    snw_socket_config config = snw_socket_defaults();
    config.address.port = (uint16_t)snw_server_port(st.server);
    CHECK(c.bytes != NULL);
    CHECK(!snw_failed(snw_socket_connect(&c.socket, &config, NULL)));
    return c;
}

__attribute__((unused)) static void client_close(client *c) {
    snw_socket_close(&c->socket);
    free(c->bytes);
    c->bytes = NULL;
}

__attribute__((unused)) static void client_send(client *c, const void *data, size_t size) {
    const unsigned char *at = data;
    for (int i = 0; i < CLIENT_TURNS && size > 0; i++) {
        size_t sent = 0;
        if (snw_failed(snw_socket_send(c->socket, at, size, &sent))) {
            c->over = true;
            return;
        }
        at += sent;
        size -= sent;
        stage_turn();
    }
    CHECK(size == 0);
}

__attribute__((unused)) static void client_receive(client *c) {
    size_t received = 0;
    const snw_status status = c->over ? SNW_NOTHING_NEW
                                      : snw_socket_receive(c->socket, c->bytes + c->size,
                                                           CLIENT_BYTES - c->size - 1, &received);
    if (status == SNW_OK) c->size += received;
    if (snw_failed(status)) c->over = true;
    c->bytes[c->size] = '\0';
}

// takes the first `count` bytes away
__attribute__((unused)) static void client_drop(client *c, size_t count) {
    memmove(c->bytes, c->bytes + count, c->size - count);
    c->size -= count;
    c->bytes[c->size] = '\0';
}

/// Sends a request of HTTP that ends its connection, and gives back all that came.
__attribute__((unused)) static const char *client_http(client *c, const char *method,
                                                       const char *path, const char *more) {
    char text[1024];
    (void)snprintf(text, sizeof text,
                   "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n%s\r\n", method,
                   path, snw_server_port(st.server), more);
    client_send(c, text, strlen(text));
    for (int i = 0; i < CLIENT_TURNS && !c->over; i++) {
        stage_turn();
        client_receive(c);
    }
    CHECK(c->over);
    return (const char *)c->bytes;
}

// --- WebSocket
// --------------------------------------------------------------------------------------

/// Sends one masked frame.
__attribute__((unused)) static void client_frame(client *c, int opcode, const char *text) {
    unsigned char frame[4096 + 16];
    const size_t length = strlen(text);
    size_t at = 0;
    CHECK(length < 4096);
    frame[at++] = (unsigned char)(0x80 | opcode);
    if (length < 126) {
        frame[at++] = (unsigned char)(0x80 | length);
    } else {
        frame[at++] = 0x80 | 126;
        frame[at++] = (unsigned char)(length >> 8);
        frame[at++] = (unsigned char)(length & 255);
    }
    static const unsigned char mask[4] = {1, 2, 3, 4};
    memcpy(frame + at, mask, 4);
    at += 4;
    for (size_t i = 0; i < length; i++)
        frame[at++] = (unsigned char)(text[i] ^ mask[i & 3]);
    client_send(c, frame, at);
}

__attribute__((unused)) static client client_upgrade_to(const char *protocol) {
    client c = client_open();
    char text[512];
    (void)snprintf(text, sizeof text,
                   "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: Upgrade\r\n"
                   "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: c2luZXcgdGVzdCBrZXkhIQ==\r\n"
                   "Sec-WebSocket-Protocol: %s\r\n\r\n",
                   snw_server_port(st.server), protocol);
    client_send(&c, text, strlen(text));
    const char *end = NULL;
    for (int i = 0; i < CLIENT_TURNS && end == NULL; i++) {
        stage_turn();
        client_receive(&c);
        end = strstr((const char *)c.bytes, "\r\n\r\n");
    }
    CHECK(end != NULL && strncmp((const char *)c.bytes, "HTTP/1.1 101", 12) == 0);
    client_drop(&c, (size_t)(end + 4 - (const char *)c.bytes));
    return c;
}

__attribute__((unused)) static client client_upgrade(void) {
    return client_upgrade_to("sinew.v1");
}

/// The next frame into out[size], without its head; its opcode, or -1 when none is there yet.
__attribute__((unused)) static int client_next(client *c, char *out, size_t size, size_t *length) {
    client_receive(c);
    if (c->size < 2) return -1;
    size_t head = 2, count = c->bytes[1] & 127;
    if (count == 126) {
        if (c->size < 4) return -1;
        count = (size_t)c->bytes[2] << 8 | c->bytes[3];
        head = 4;
    } else if (count == 127) {
        if (c->size < 10) return -1;
        count = 0;
        for (int i = 2; i < 10; i++)
            count = count << 8 | c->bytes[i];
        head = 10;
    }
    if (c->size < head + count) return -1;
    const int opcode = c->bytes[0] & 15;
    CHECK(count < size);
    memcpy(out, c->bytes + head, count);
    out[count] = '\0';
    *length = count;
    client_drop(c, head + count);
    return opcode;
}

/// Waits for a text that holds `part`, in out[size]; false when it does not come.
__attribute__((unused)) static bool client_wait(client *c, const char *part, char *out,
                                                size_t size) {
    size_t length;
    for (int i = 0; i < CLIENT_TURNS; i++) {
        stage_turn();
        for (int opcode = client_next(c, out, size, &length); opcode >= 0;
             opcode = client_next(c, out, size, &length)) {
            if (opcode == 1 && strstr(out, part) != NULL) return true;
        }
        if (c->over) return false;
    }
    return false;
}

/// Sends a request and waits for its answer, which is in a buffer of the function.
__attribute__((unused)) static const char *client_ask(client *c, int id, const char *rest) {
    static char answer[CLIENT_BYTES];
    char text[4096], part[32];
    (void)snprintf(text, sizeof text, "{\"id\":%d,%s}", id, rest);
    (void)snprintf(part, sizeof part, "\"id\":%d,", id);
    client_frame(c, 1, text);
    CHECK(client_wait(c, part, answer, sizeof answer));
    return answer;
}

__attribute__((unused)) static bool is_ok(const char *answer) {
    return strstr(answer, "\"ok\":true") != NULL;
}

__attribute__((unused)) static const char *client_hello(client *c, int id, const char *token) {
    char text[256];
    (void)snprintf(text, sizeof text, "\"command\":\"hello\",\"name\":\"test\",\"token\":\"%s\"",
                   token);
    return client_ask(c, id, text);
}

#endif // SINEW_TESTS_SERVER_CLIENT_H
