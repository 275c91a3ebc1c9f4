// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "remote_internal.h"
#include "sinew/os/clock.h"

// how long a cell may take to answer; a message lasts as long as the motion that it asks for
#define PATIENCE_NS (600 * INT64_C(1000000000))

static snw_status not_running(const char *cell, snw_why *why) {
    snw_why_set(why, SNW_ERR_NOT_FOUND, cell, "no such cell is running");
    snw_why_fix(why, "start one with 'sinew run CELL'");
    return SNW_ERR_NOT_FOUND;
}

// the only cell that runs
static snw_status find_cell(char name[SNW_NAME], snw_why *why) {
    char folder[SNW_PATH_SIZE];
    snw_status status = remote_folder(folder, sizeof folder, why);
    if (snw_failed(status)) return status;
    snw_directory list;
    if (snw_failed(snw_directory_list(folder, 1024, &list, NULL))) return not_running(NULL, why);
    int count = 0;
    for (int i = 0; i < list.count; i++) {
        if (list.entries[i].is_directory || strlen(list.entries[i].name) >= SNW_NAME) continue;
        snw_copy_text(name, SNW_NAME, list.entries[i].name);
        count++;
    }
    snw_directory_free(&list);
    if (count == 1) return SNW_OK;
    if (count == 0) return not_running(NULL, why);
    snw_why_set(why, SNW_ERR_USAGE, folder, "several cells are running");
    snw_why_fix(why, "say which with --cell NAME");
    return SNW_ERR_USAGE;
}

static snw_status wait_for(snw_socket socket, bool write, int64_t until_ns) {
    const int64_t rest = until_ns - snw_clock_now_ns();
    if (rest <= 0) return SNW_ERR_TIMEOUT;
    snw_poll_item item = {.socket = socket, .want_read = !write, .want_write = write};
    return snw_poll(&item, 1, rest) == SNW_OK ? SNW_OK : SNW_ERR_TIMEOUT;
}

static snw_status send_all(snw_socket socket, const char *bytes, size_t size, int64_t until_ns) {
    snw_status status = SNW_OK;
    for (size_t done = 0; done < size && !snw_failed(status);) {
        size_t sent = 0;
        status = snw_socket_send(socket, bytes + done, size - done, &sent);
        done += sent;
        if (!snw_failed(status) && done < size && sent == 0) {
            status = wait_for(socket, true, until_ns);
        }
    }
    return status;
}

static snw_status receive_line(snw_socket socket, char *line, size_t size, int64_t until_ns) {
    size_t length = 0;
    while (length + 1 < size) {
        size_t received = 0;
        snw_status status = snw_socket_receive(socket, line + length, size - 1 - length, &received);
        if (status == SNW_NOTHING_NEW) {
            status = wait_for(socket, false, until_ns);
            if (snw_failed(status)) return status;
            continue;
        }
        if (snw_failed(status)) return status;
        char *end = memchr(line + length, '\n', received);
        length += received;
        if (end != NULL) {
            *end = '\0';
            return SNW_OK;
        }
    }
    return SNW_ERR_TOO_LARGE;
}

static snw_status exchange(snw_socket socket, const char *request, char *answer) {
    const int64_t until = snw_clock_now_ns() + PATIENCE_NS;
    snw_status status;
    while ((status = snw_socket_connected(socket, NULL)) == SNW_NOTHING_NEW) {
        if (snw_failed(wait_for(socket, true, until))) return SNW_ERR_TIMEOUT;
    }
    if (!snw_failed(status)) status = send_all(socket, request, strlen(request), until);
    if (!snw_failed(status)) status = send_all(socket, "\n", 1, until);
    if (!snw_failed(status)) status = receive_line(socket, answer, REMOTE_ANSWER, until);
    return status;
}

snw_status remote_ask(const char *cell, const char *request, char **answer, snw_why *why) {
    char name[SNW_NAME];
    snw_status status = SNW_OK;
    if (cell == NULL) {
        status = find_cell(name, why);
        cell = name;
    }
    snw_socket_config config = snw_socket_defaults();
    if (!snw_failed(status)) status = remote_address(cell, &config.address, why);
    if (snw_failed(status)) return status;
    snw_socket socket;
    status = snw_socket_connect(&socket, &config, NULL);
    if (snw_failed(status)) return not_running(cell, why);
    *answer = malloc(REMOTE_ANSWER);
    status = *answer == NULL ? SNW_ERR_MEMORY : exchange(socket, request, *answer);
    snw_socket_close(&socket);
    if (snw_failed(status)) {
        snw_why_set(why, status, cell, "the cell did not answer");
        free(*answer);
        *answer = NULL;
    }
    return status;
}
