// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/wire/websocket.h"

#include <string.h>

#include "check.h"

enum { CAPACITY = 300, BYTES = 4096, EVENTS = 64 };

static char message[CAPACITY + 1];
static snw_websocket reader;

// --- frames as a client makes them --------------------------------------------------------------

typedef struct stream {
    unsigned char bytes[BYTES];
    size_t size;
} stream;

// a frame with the shortest length; its mask comes from the generator
static void put(stream *s, int first, const void *payload, size_t size) {
    unsigned char mask[4];
    s->bytes[s->size++] = (unsigned char)first;
    s->bytes[s->size++] = (unsigned char)(0x80 | (size < 126 ? size : 126));
    if (size >= 126) {
        s->bytes[s->size++] = (unsigned char)(size >> 8);
        s->bytes[s->size++] = (unsigned char)(size & 255);
    }
    for (int i = 0; i < 4; i++) {
        mask[i] = (unsigned char)check_int(0, 255);
        s->bytes[s->size++] = mask[i];
    }
    for (size_t i = 0; i < size; i++)
        s->bytes[s->size++] = (unsigned char)(((const unsigned char *)payload)[i] ^ mask[i % 4]);
}

static void put_text(stream *s, int first, const char *text) {
    put(s, first, text, strlen(text));
}

// what a stream comes to, as one line: "T5:hello P0: C1000" and so on
static void read_stream(const stream *s, size_t step, char *out, size_t size) {
    size_t at = 0, length = 0;
    snw_websocket_init(&reader, message, CAPACITY, 4);
    out[0] = '\0';
    while (at < s->size) {
        snw_websocket_event event;
        const size_t piece = step < s->size - at ? step : s->size - at;
        // a copy of exactly this size, so that a sanitizer sees who reads on
        unsigned char *copy = malloc(piece);
        memcpy(copy, s->bytes + at, piece);
        const size_t used = snw_websocket_take(&reader, copy, piece, &event);
        CHECK(used <= piece && (event.kind != SNW_WEBSOCKET_NOTHING || used == piece));
        free(copy);
        at += used;
        if (event.kind == SNW_WEBSOCKET_NOTHING) continue;
        if (event.kind == SNW_WEBSOCKET_MESSAGE) CHECK(event.data[event.size] == '\0');
        const char *kinds = "-TPQCX";
        const char kind = event.binary ? 'B' : kinds[event.kind];
        length += (size_t)snprintf(out + length, size - length, "%c%d:", kind,
                                   event.code != 0 ? event.code : (int)event.size);
        for (size_t i = 0; i < event.size && event.code == 0 && length + 2 < size; i++)
            out[length++] = event.data[i] == '\0' ? '0' : event.data[i];
        length += (size_t)snprintf(out + length, size - length, " ");
    }
}

static const char *whole(const stream *s) {
    static char line[8192];
    read_stream(s, s->size, line, sizeof line);
    return line;
}

static const char *of_bytes(const char *bytes, size_t size) {
    stream s = {.size = size};
    memcpy(s.bytes, bytes, size);
    return whole(&s);
}

// --- what is allowed ----------------------------------------------------------------------------

static void messages_pings_and_ends_come_out_as_they_went_in(void) {
    stream s = {0};
    put_text(&s, 0x81, "hello");
    put_text(&s, 0x89, "ping");
    put_text(&s, 0x01, "in ");
    put_text(&s, 0x8a, "");
    put_text(&s, 0x00, "");
    put_text(&s, 0x80, "pieces");
    put(&s, 0x82, "\0\xff", 2);
    put(&s, 0x88,
        "\x03\xe8"
        "bye",
        5);
    put_text(&s, 0x81, "not heard");
    CHECK_TEXT(whole(&s), "T5:hello P4:ping Q0: T9:in pieces B2:0\xff C1000: ");
}

// the examples of section 5.7
static void the_examples_of_the_standard_are_read(void) {
    CHECK_TEXT(of_bytes("\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", 11), "T5:Hello ");
    CHECK_TEXT(of_bytes("\x8a\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", 11), "Q5:Hello ");
}

static void every_length_up_to_the_limit_is_read(void) {
    static char text[CAPACITY + 2];
    memset(text, 'x', sizeof text);
    for (size_t size = 0; size <= CAPACITY + 1; size++) {
        stream s = {0};
        char expected[CAPACITY + 16];
        put(&s, 0x81, text, size);
        (void)snprintf(expected, sizeof expected, size <= CAPACITY ? "T%zu:%.*s " : "X1009: ", size,
                       (int)size, text);
        CHECK_TEXT(whole(&s), expected);
    }
}

// --- what is not --------------------------------------------------------------------------------

static void first_bytes_are_allowed_or_refused_by_the_table(void) {
    for (int first = 0; first < 256; first++) {
        const int opcode = first & 15;
        const bool control = opcode >= 8 && opcode <= 10;
        const bool good = (first & 0x70) == 0 && (opcode == 1 || opcode == 2 || control) &&
                          (!control || first >= 0x80);
        stream s = {0};
        put(&s, first, "", 0);
        CHECK((strncmp(whole(&s), "X1002", 5) == 0) == !good);
        // inside a message only continuations and controls
        const bool inside = (first & 0x70) == 0 && (opcode == 0 || (control && first >= 0x80));
        stream t = {0};
        put_text(&t, 0x01, "a");
        put(&t, first, "", 0);
        CHECK((strncmp(whole(&t), "X1002", 5) == 0) == !inside);
    }
}

static void second_bytes_without_the_mask_are_refused(void) {
    for (int second = 0; second < 256; second++) {
        const unsigned char bytes[] = {0x81, (unsigned char)second};
        const bool refused = strcmp(of_bytes((const char *)bytes, 2), "X1002: ") == 0;
        CHECK(refused == (second < 128));
        const unsigned char ping[] = {0x89, (unsigned char)second};
        CHECK((strcmp(of_bytes((const char *)ping, 2), "X1002: ") == 0) ==
              (second < 128 || second > 128 + 125));
    }
}

static void lengths_in_more_bytes_than_they_need_are_refused(void) {
    for (int size = 0; size < 400; size++) {
        const unsigned char two[] = {0x82, 0xfe, (unsigned char)(size >> 8),
                                     (unsigned char)(size & 255)};
        const char *expected = size < 126 ? "X1002: " : size <= CAPACITY ? "" : "X1009: ";
        CHECK_TEXT(of_bytes((const char *)two, sizeof two), expected);
        unsigned char eight[10] = {0x82, 0xff};
        eight[8] = two[2], eight[9] = two[3];
        CHECK_TEXT(of_bytes((const char *)eight, sizeof eight), "X1002: ");
    }
    for (int bit = 16; bit < 64; bit++) {
        unsigned char eight[10] = {0x82, 0xff};
        eight[9 - bit / 8] = (unsigned char)(1 << bit % 8);
        CHECK_TEXT(of_bytes((const char *)eight, sizeof eight), bit == 63 ? "X1002: " : "X1009: ");
    }
}

static void too_many_pieces_are_refused(void) {
    stream s = {0};
    put_text(&s, 0x01, "a");
    for (int i = 0; i < 3; i++)
        put_text(&s, 0x00, "b");
    CHECK_TEXT(whole(&s), "");
    put_text(&s, 0x80, "c");
    CHECK_TEXT(whole(&s), "X1009: ");
}

// all codes there are, against the list of section 7.4 and the registry behind it
static void closes_are_judged_by_their_code(void) {
    for (int code = 0; code < 65536; code++) {
        const bool named = code == 1000 || code == 1001 || code == 1002 || code == 1003 ||
                           code == 1007 || code == 1008 || code == 1009 || code == 1010 ||
                           code == 1011 || code == 1012 || code == 1013 || code == 1014;
        const bool good = named || (code >= 3000 && code < 5000);
        const char body[] = {(char)(code >> 8), (char)(code & 255)};
        char expected[16];
        stream s = {0};
        put(&s, 0x88, body, 2);
        (void)snprintf(expected, sizeof expected, good ? "C%d: " : "X1002: ", code);
        CHECK_TEXT(whole(&s), expected);
    }
    stream none = {0}, one = {0}, bad = {0};
    put(&none, 0x88, "", 0);
    put(&one, 0x88, "\x03", 1);
    put(&bad, 0x88, "\x03\xe8\xc3", 3);
    CHECK_TEXT(whole(&none), "C1005: ");
    CHECK_TEXT(whole(&one), "X1002: ");
    CHECK_TEXT(whole(&bad), "X1007: ");
}

// --- UTF-8 --------------------------------------------------------------------------------------

// a second opinion: the reader of whole letters that the rest of the library uses
static bool is_text(const char *bytes, size_t size) {
    size_t at = 0;
    while (at < size) {
        const int length = snw_utf8_length(bytes + at, size - at);
        if (length <= 0) return false;
        at += (size_t)length;
    }
    return true;
}

// bytes that are likely to begin, to go on with, or to break a letter
static char likely_byte(void) {
    static const unsigned char edges[] = {0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf,
                                          0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee,
                                          0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff};
    return (char)edges[check_int(0, (int)sizeof edges - 1)];
}

static void texts_are_utf8_wherever_they_are_cut(void) {
    long good = 0;
    CHECK_CASES(check_scaled(200000)) {
        char text[12];
        const int size = check_int(1, 6);
        for (int i = 0; i < size; i++)
            text[i] = likely_byte();
        const int cut = check_int(0, size);
        stream s = {0};
        put(&s, 0x01, text, (size_t)cut);
        put(&s, 0x80, text + cut, (size_t)(size - cut));
        const bool fine = is_text(text, (size_t)size);
        CHECK(whole(&s)[0] == (fine ? 'T' : 'X'));
        CHECK(fine || strcmp(whole(&s), "X1007: ") == 0);
        good += fine ? 1 : 0;
    }
    CHECK(good > check_scaled(200000) / 200);
}

static void what_cannot_become_text_is_refused_before_its_end(void) {
    stream s = {0};
    put_text(&s, 0x01, "a\xed");
    CHECK_TEXT(whole(&s), "");
    put_text(&s, 0x00, "\xa0");
    CHECK_TEXT(whole(&s), "X1007: ");
}

// --- cuts ---------------------------------------------------------------------------------------

static void add_random_frame(stream *s) {
    char payload[140];
    const int size = check_int(0, 9) == 0 ? check_int(120, 135) : check_int(0, 6);
    static const int firsts[] = {0x81, 0x81, 0x01, 0x00, 0x80, 0x80, 0x82, 0x02, 0x89, 0x8a, 0x88};
    int first = firsts[check_int(0, 10)];
    if (check_int(0, 30) == 0) first = check_int(0, 255);
    for (int i = 0; i < size; i++)
        payload[i] = (char)('a' + i % 26);
    put(s, first, payload, (size_t)size);
}

static void the_way_the_bytes_are_cut_changes_nothing(void) {
    CHECK_CASES(check_scaled(20000)) {
        stream s = {0};
        static char once[8192], cut[8192];
        for (int i = check_int(1, 12); i > 0; i--)
            add_random_frame(&s);
        if (check_int(0, 3) == 0) s.bytes[check_int(0, (int)s.size - 1)] ^= 0x80;
        read_stream(&s, s.size, once, sizeof once);
        read_stream(&s, (size_t)check_int(1, 9), cut, sizeof cut);
        CHECK_TEXT(cut, once);
    }
}

int main(void) {
    RUN(messages_pings_and_ends_come_out_as_they_went_in);
    RUN(the_examples_of_the_standard_are_read);
    RUN(every_length_up_to_the_limit_is_read);
    RUN(first_bytes_are_allowed_or_refused_by_the_table);
    RUN(second_bytes_without_the_mask_are_refused);
    RUN(lengths_in_more_bytes_than_they_need_are_refused);
    RUN(too_many_pieces_are_refused);
    RUN(closes_are_judged_by_their_code);
    RUN(texts_are_utf8_wherever_they_are_cut);
    RUN(what_cannot_become_text_is_refused_before_its_end);
    RUN(the_way_the_bytes_are_cut_changes_nothing);
    return check_report();
}
