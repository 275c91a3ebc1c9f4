// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/wire/websocket.h"

#include <string.h>

// RFC 6455, section 5: a frame is
//
//     FIN RSV1-3 opcode | MASK length(7) | length(16 or 64) | mask(32) | payload
//
// Lengths in the fewest bytes, the mask always set, reserved bits never (no extension is agreed
// to); control frames whole and of at most 125 bytes, between the frames of a message but not
// within one; a text is UTF-8 across its frames.

enum { CONTINUATION = 0, TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10 };

static bool is_control(int opcode) {
    return opcode >= CLOSE;
}

static int opcode_of(const snw_websocket *r) {
    return r->head[0] & 15;
}

static bool is_final(const snw_websocket *r) {
    return (r->head[0] & 0x80) != 0;
}

void snw_websocket_init(snw_websocket *reader, char *message, size_t capacity, int fragments) {
    *reader = (snw_websocket){.capacity = capacity, .fragment_limit = fragments, .head_need = 2};
    reader->message = message;
}

static void fail(snw_websocket *r, snw_websocket_event *event, int code) {
    r->over = true;
    *event = (snw_websocket_event){.kind = SNW_WEBSOCKET_BROKEN, .code = code};
}

bool snw_websocket_code_allowed(int code) {
    // 1004 to 1006 and 1015 mean something to programs only; 1000 to 2999 belong to the standard
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

// --- UTF-8 --------------------------------------------------------------------------------------

// One byte of a text. Unicode's table of well-formed sequences: the second byte of some letters
// has a narrower range, which keeps out overlong forms, surrogates and what lies beyond U+10FFFF.
static bool take_letter(snw_websocket *r, unsigned char c) {
    if (r->letter > 0) {
        if (c < r->low || c > r->high) return false;
        r->low = 0x80, r->high = 0xbf;
        r->letter--;
        return true;
    }
    if (c < 0x80) return true;
    if (c < 0xc2 || c > 0xf4) return false;
    r->letter = c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
    r->low = (unsigned char)(c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80);
    r->high = (unsigned char)(c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf);
    return true;
}

static bool take_letters(snw_websocket *r, const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (!take_letter(r, (unsigned char)text[i])) return false;
    }
    return true;
}

// --- heads --------------------------------------------------------------------------------------

// the first byte; 0, or the code of what is wrong
static int check_first(const snw_websocket *r) {
    const int opcode = opcode_of(r);
    const bool known = opcode <= BINARY || (opcode >= CLOSE && opcode <= PONG);
    if ((r->head[0] & 0x70) != 0 || !known) return SNW_WEBSOCKET_PROTOCOL;
    if (is_control(opcode)) return is_final(r) ? 0 : SNW_WEBSOCKET_PROTOCOL;
    // a continuation continues something, and nothing else does
    return (opcode == CONTINUATION) == r->inside ? 0 : SNW_WEBSOCKET_PROTOCOL;
}

static int check_second(snw_websocket *r) {
    const int length = r->head[1] & 0x7f;
    if ((r->head[1] & 0x80) == 0) return SNW_WEBSOCKET_PROTOCOL;
    if (is_control(opcode_of(r)) && length > SNW_WEBSOCKET_CONTROL) return SNW_WEBSOCKET_PROTOCOL;
    r->head_need = 2 + (length == 126 ? 2 : length == 127 ? 8 : 0) + 4;
    return 0;
}

// the length, once its bytes are there
static int check_length(snw_websocket *r) {
    const int length = r->head[1] & 0x7f;
    const int bytes = length == 126 ? 2 : length == 127 ? 8 : 0;
    r->rest = bytes == 0 ? (uint64_t)length : 0;
    for (int i = 0; i < bytes; i++)
        r->rest = r->rest << 8 | r->head[2 + i];
    if (bytes == 2 && r->rest < 126) return SNW_WEBSOCKET_PROTOCOL;
    if (bytes == 8 && (r->rest < 65536 || r->rest > INT64_MAX)) return SNW_WEBSOCKET_PROTOCOL;
    if (is_control(opcode_of(r))) return 0;
    const size_t have = opcode_of(r) == CONTINUATION ? r->have : 0;
    const int fragments = opcode_of(r) == CONTINUATION ? r->fragments : 0;
    const bool fits = r->rest <= r->capacity - have && fragments < r->fragment_limit;
    return fits ? 0 : SNW_WEBSOCKET_TOO_LARGE;
}

// one more byte of a head; 0, or the code of what is wrong
static int take_head(snw_websocket *r, unsigned char byte) {
    r->head[r->head_have++] = byte;
    if (r->head_have == 1) return check_first(r);
    if (r->head_have == 2) {
        const int wrong = check_second(r);
        if (wrong != 0) return wrong;
    }
    // the length is judged before the mask has come
    return r->head_have == r->head_need - 4 ? check_length(r) : 0;
}

static void begin_payload(snw_websocket *r) {
    const int opcode = opcode_of(r);
    r->at = 0;
    if (is_control(opcode)) return;
    if (opcode != CONTINUATION) {
        r->have = 0;
        r->fragments = 0;
        r->letter = 0;
        r->binary = opcode == BINARY;
    }
    r->fragments++;
    r->inside = true;
}

// --- payloads -----------------------------------------------------------------------------------

static size_t take_payload(snw_websocket *r, const unsigned char *bytes, size_t size) {
    const unsigned char *mask = r->head + r->head_need - 4;
    const size_t count = size < r->rest ? size : (size_t)r->rest;
    char *to = is_control(opcode_of(r)) ? r->control + r->at : r->message + r->have;
    for (size_t i = 0; i < count; i++)
        to[i] = (char)(bytes[i] ^ mask[(r->at + i) & 3]);
    r->at += count;
    r->rest -= count;
    if (!is_control(opcode_of(r))) r->have += count;
    return count;
}

static void end_close(snw_websocket *r, snw_websocket_event *event) {
    snw_websocket text = {0};
    const unsigned char *code = (const unsigned char *)r->control;
    r->over = true;
    event->kind = SNW_WEBSOCKET_CLOSE;
    event->code = SNW_WEBSOCKET_NO_CODE;
    if (r->at == 0) return;
    if (r->at >= 2) event->code = code[0] << 8 | code[1];
    if (r->at == 1 || !snw_websocket_code_allowed(event->code)) {
        fail(r, event, SNW_WEBSOCKET_PROTOCOL);
    } else if (!take_letters(&text, r->control + 2, r->at - 2) || text.letter > 0) {
        fail(r, event, SNW_WEBSOCKET_BAD_TEXT);
    }
}

// a frame is whole
static void end_frame(snw_websocket *r, snw_websocket_event *event) {
    const int opcode = opcode_of(r);
    r->head_have = 0;
    r->head_need = 2;
    if (is_control(opcode)) {
        *event = (snw_websocket_event){.data = r->control, .size = r->at};
        event->kind = opcode == PING ? SNW_WEBSOCKET_PING : SNW_WEBSOCKET_PONG;
        if (opcode == CLOSE) end_close(r, event);
        return;
    }
    if (!is_final(r)) return;
    r->inside = false;
    if (!r->binary && r->letter > 0) {
        fail(r, event, SNW_WEBSOCKET_BAD_TEXT);
        return;
    }
    r->message[r->have] = '\0';
    *event = (snw_websocket_event){
        .kind = SNW_WEBSOCKET_MESSAGE, .data = r->message, .size = r->have, .binary = r->binary};
}

// what stands in head and payload from bytes[0] on; returns how many were taken
static size_t take_some(snw_websocket *r, const unsigned char *bytes, size_t size,
                        snw_websocket_event *event) {
    size_t used = 0;
    if (r->head_have < r->head_need) {
        const int wrong = take_head(r, bytes[used++]);
        if (wrong != 0) fail(r, event, wrong);
        if (wrong != 0 || r->head_have < r->head_need) return used;
        begin_payload(r);
    } else {
        const size_t before = r->have;
        used = take_payload(r, bytes, size);
        const bool is_text = !is_control(opcode_of(r)) && !r->binary;
        if (is_text && !take_letters(r, r->message + before, r->have - before)) {
            fail(r, event, SNW_WEBSOCKET_BAD_TEXT);
            return used;
        }
    }
    if (r->rest == 0) end_frame(r, event);
    return used;
}

size_t snw_websocket_take(snw_websocket *reader, const void *bytes, size_t size,
                          snw_websocket_event *event) {
    size_t used = 0;
    *event = (snw_websocket_event){0};
    while (used < size && !reader->over && event->kind == SNW_WEBSOCKET_NOTHING) {
        used += take_some(reader, (const unsigned char *)bytes + used, size - used, event);
    }
    return event->kind == SNW_WEBSOCKET_NOTHING ? size : used;
}
