// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Frames of clients from any bytes, in one piece and cut by the first byte of the input: the same
/// comes out. Texts are UTF-8, messages and controls within their limits, and nothing comes after
/// a close or an error.

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/wire/websocket.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CAPACITY = 600, FRAGMENTS = 8 };

static void expect(bool condition) {
    if (!condition) abort();
}

static void expect_event(const snw_websocket_event *event) {
    const bool whole = event->kind == SNW_WEBSOCKET_MESSAGE;
    expect(event->size <= (whole ? CAPACITY : SNW_WEBSOCKET_CONTROL));
    if (whole) expect(event->data[event->size] == '\0');
    if (event->kind == SNW_WEBSOCKET_BROKEN) {
        expect(event->code == SNW_WEBSOCKET_PROTOCOL || event->code == SNW_WEBSOCKET_BAD_TEXT ||
               event->code == SNW_WEBSOCKET_TOO_LARGE);
    }
    if (event->kind == SNW_WEBSOCKET_CLOSE) {
        expect(event->code == SNW_WEBSOCKET_NO_CODE || snw_websocket_code_allowed(event->code));
    }
    for (size_t at = 0; whole && !event->binary && at < event->size;) {
        const int length = snw_utf8_length(event->data + at, event->size - at);
        expect(length > 0);
        at += (size_t)length;
    }
}

// a number for all that comes out
static uint64_t read_all(const uint8_t *data, size_t size, size_t step) {
    static char message[CAPACITY + 1];
    snw_websocket reader;
    uint64_t sum = 14695981039346656037U;
    bool over = false;
    snw_websocket_init(&reader, message, CAPACITY, FRAGMENTS);
    for (size_t at = 0; at < size;) {
        snw_websocket_event event;
        const size_t piece = step < size - at ? step : size - at;
        const size_t used = snw_websocket_take(&reader, data + at, piece, &event);
        expect(used > 0 && used <= piece);
        at += used;
        if (event.kind == SNW_WEBSOCKET_NOTHING) continue;
        expect(!over);
        expect_event(&event);
        over = event.kind >= SNW_WEBSOCKET_CLOSE;
        sum = (sum ^ (uint64_t)event.kind ^ (uint64_t)event.code << 8) * 1099511628211U;
        for (size_t i = 0; i < event.size; i++)
            sum = (sum ^ (unsigned char)event.data[i]) * 1099511628211U;
    }
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    const size_t step = 1 + data[0] % 16;
    expect(read_all(data + 1, size - 1, size - 1) == read_all(data + 1, size - 1, step));
    return 0;
}
