// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_VIEWER_PROCESS_H
#define SINEW_TESTS_VIEWER_PROCESS_H

/// @file
/// A client of the page in a process of its own, to be killed by its number: it connects, says
/// hello, asks, and reads what comes. Begin it before the threads of the station; it waits for the
/// port. Define _GNU_SOURCE before.

#include <arpa/inet.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sinew/base/version.h"

typedef struct viewer_process {
    pid_t id;
    int to, from; ///< the port goes there; a byte comes back for every 10 kB that it has read
} viewer_process;

static void viewer_send(int socket, const char *text) {
    // one text, masked by zeros as RFC 6455 allows a client's mask to be
    unsigned char head[8] = {0x81};
    const size_t size = strlen(text);
    head[1] = (unsigned char)(128 | (size < 126 ? size : 126));
    head[2] = (unsigned char)(size >> 8), head[3] = (unsigned char)size;
    const size_t length = size < 126 ? 6 : 8;
    if (size < 126) memset(head + 2, 0, 4);
    if (send(socket, head, length, MSG_NOSIGNAL) < 0) _exit(1);
    if (send(socket, text, size, MSG_NOSIGNAL) < 0) _exit(1);
}

static void viewer_run(int port, int told) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0 || connect(s, (struct sockaddr *)&address, sizeof address) != 0) _exit(1);
    char text[512], bytes[4096];
    (void)snprintf(text, sizeof text,
                   "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                   "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                   "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: sinew.v1\r\n\r\n",
                   port);
    if (send(s, text, strlen(text), MSG_NOSIGNAL) < 0) _exit(1);
    // the answer ends with an empty line, and messages come only after hello
    for (int same = 0; same < 4;) {
        if (recv(s, bytes, 1, 0) != 1) _exit(4);
        same = bytes[0] == "\r\n\r\n"[same] ? same + 1 : bytes[0] == '\r';
    }
    (void)snprintf(text, sizeof text, "{\"id\":1,\"command\":\"hello\",\"version\":\"%d.%d.%d\"}",
                   SNW_VERSION_MAJOR, SNW_VERSION_MINOR, SNW_VERSION_PATCH);
    viewer_send(s, text);
    size_t read = 0, said = 0;
    for (int id = 2;; id++) {
        const ssize_t got = recv(s, bytes, sizeof bytes, 0);
        if (got <= 0) _exit(2);
        read += (size_t)got;
        if (read / 10000 > said) {
            said++;
            if (write(told, ".", 1) != 1) _exit(3);
        }
        (void)snprintf(text, sizeof text, "{\"id\":%d,\"command\":\"get\",\"path\":\"loop/ticks\"}",
                       id);
        if (id % 20 == 0) viewer_send(s, text);
    }
}

/// Before the station has threads.
static viewer_process viewer_begin(void) {
    viewer_process v = {.id = -1};
    int to[2], from[2];
    if (pipe(to) != 0 || pipe(from) != 0) return v;
    v.id = fork();
    if (v.id == 0) {
        int port = 0;
        (void)close(to[1]);
        (void)close(from[0]);
        if (read(to[0], &port, sizeof port) != sizeof port) _exit(0);
        viewer_run(port, from[1]);
    }
    (void)close(to[0]);
    (void)close(from[1]);
    v.to = to[1];
    v.from = from[0];
    return v;
}

/// Lets it connect; returns when it has seen `amount` times 10 kB, false when it has ended before.
__attribute__((unused)) static int viewer_look(const viewer_process *v, int port, int amount) {
    char byte;
    if (write(v->to, &port, sizeof port) != sizeof port) return 0;
    for (int i = 0; i < amount; i++) {
        if (read(v->from, &byte, 1) != 1) return 0;
    }
    return 1;
}

/// Kills it by its number, without a word to anybody; true when that is what ended it.
__attribute__((unused)) static int viewer_kill(viewer_process *v) {
    int state = 0;
    (void)kill(v->id, SIGKILL);
    (void)waitpid(v->id, &state, 0);
    (void)close(v->to);
    (void)close(v->from);
    return WIFSIGNALED(state) && WTERMSIG(state) == SIGKILL;
}

#endif // SINEW_TESTS_VIEWER_PROCESS_H
