// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// CDR of OMG DDSI-RTPS 2.x, clause 10, plain and little endian: a head of 4 bytes (0, 1, 0, 0),
// then values at multiples of their size, counted from behind the head. A text is its length with
// the final zero, the bytes and the zero; a sequence is its length and its items.
#include <string.h>

#include "inside.h"
#include "internal.h"
#include "message_internal.h"
#include "sinew/record/message.h"

enum { CDR_HEAD = 4 };

snw_cdr snw_cdr_over(void *buffer, size_t capacity) {
    static const uint8_t head[CDR_HEAD] = {0, 1, 0, 0};
    snw_cdr cdr = {.data = buffer, .capacity = capacity, .size = CDR_HEAD};
    if (buffer != NULL && capacity >= CDR_HEAD) memcpy(buffer, head, CDR_HEAD);
    return cdr;
}

// zeros up to a multiple of `align`, then `size` bytes
static void put(snw_cdr *cdr, const void *bytes, size_t size, size_t align) {
    const size_t pad = (align - (cdr->size - CDR_HEAD) % align) % align;
    if (cdr->data != NULL && cdr->size + pad + size <= cdr->capacity) {
        memset(cdr->data + cdr->size, 0, pad);
        if (size > 0) memcpy(cdr->data + cdr->size + pad, bytes, size);
    }
    cdr->size += pad + size;
}

void snw__cdr_u8(snw_cdr *cdr, uint8_t value) {
    put(cdr, &value, 1, 1);
}

void snw__cdr_u32(snw_cdr *cdr, uint32_t value) {
    const uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                              (uint8_t)(value >> 24)};
    put(cdr, bytes, sizeof bytes, sizeof bytes);
}

void snw__cdr_u64(snw_cdr *cdr, uint64_t value) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(value >> (8 * i));
    }
    put(cdr, bytes, sizeof bytes, sizeof bytes);
}

// compilers know the answer
static bool is_little_endian(void) {
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, sizeof first);
    return first == 1;
}

// Most of a recording passes here: where numbers lie in memory as in the file they are copied
// whole.
void snw__cdr_reals(snw_cdr *cdr, const double *values, int count) {
    const size_t size = (size_t)count * sizeof *values;
    if (count == 0) return;
    put(cdr, NULL, 0, sizeof *values);
    if (cdr->data != NULL && cdr->size + size <= cdr->capacity) {
        uint8_t *to = cdr->data + cdr->size;
        for (int i = 0; i < count && !is_little_endian(); i++) {
            uint64_t bits;
            memcpy(&bits, &values[i], sizeof bits);
            snw__set_u64(to + (size_t)i * sizeof bits, bits);
        }
        if (is_little_endian()) memcpy(to, values, size);
    }
    cdr->size += size;
}

void snw_cdr_text(snw_cdr *cdr, const char *text) {
    const char *shown = text == NULL ? "" : text;
    const size_t length = strlen(shown) + 1;
    snw__cdr_u32(cdr, (uint32_t)length);
    put(cdr, shown, length, 1);
}

void snw__cdr_time(snw_cdr *cdr, int64_t t_ns) {
    const int64_t second = 1000000000;
    const int64_t seconds = t_ns / second - (t_ns % second < 0 ? 1 : 0);
    snw__cdr_u32(cdr, (uint32_t)seconds);
    snw__cdr_u32(cdr, (uint32_t)(t_ns - seconds * second));
}

// --- reading ------------------------------------------------------------------------------------

snw__cdr_reader snw__cdr_read(const void *data, size_t size) {
    static const uint8_t head[2] = {0, 1};
    snw__cdr_reader reader = {.data = data, .size = size, .at = CDR_HEAD};
    reader.failed = size < CDR_HEAD || memcmp(data, head, sizeof head) != 0;
    return reader;
}

const uint8_t *snw__cdr_take(snw__cdr_reader *reader, size_t size, size_t align) {
    if (reader->failed) return NULL;
    const size_t pad = (align - (reader->at - CDR_HEAD) % align) % align;
    const size_t left = reader->size - reader->at;
    if (pad > left || size > left - pad) {
        reader->failed = true;
        return NULL;
    }
    const uint8_t *bytes = reader->data + reader->at + pad;
    reader->at += pad + size;
    return bytes;
}

uint8_t snw__cdr_get_u8(snw__cdr_reader *reader) {
    const uint8_t *bytes = snw__cdr_take(reader, 1, 1);
    return bytes == NULL ? 0 : bytes[0];
}

uint32_t snw__cdr_get_u32(snw__cdr_reader *reader) {
    const uint8_t *bytes = snw__cdr_take(reader, 4, 4);
    return bytes == NULL ? 0 : snw__get_u32(bytes);
}

uint64_t snw__cdr_get_u64(snw__cdr_reader *reader) {
    const uint8_t *bytes = snw__cdr_take(reader, 8, 8);
    return bytes == NULL ? 0 : snw__get_u64(bytes);
}

double snw__cdr_get_real(snw__cdr_reader *reader) {
    const uint64_t bits = snw__cdr_get_u64(reader);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

const char *snw__cdr_get_text(snw__cdr_reader *reader, size_t *length) {
    const uint32_t size = snw__cdr_get_u32(reader);
    const uint8_t *bytes = snw__cdr_take(reader, size, 1);
    // a text ends in a zero and holds no other
    if (bytes == NULL || size == 0 || memchr(bytes, 0, size) != bytes + size - 1) {
        reader->failed = true;
        return "";
    }
    if (length != NULL) *length = size - 1;
    return (const char *)bytes;
}

void snw__cdr_get_field(snw__cdr_reader *reader, char *out, size_t size) {
    size_t length = 0;
    const char *text = snw__cdr_get_text(reader, &length);
    if (reader->failed || length >= size) {
        reader->failed = true;
        return;
    }
    memcpy(out, text, length + 1);
}

int64_t snw__cdr_get_time(snw__cdr_reader *reader) {
    const int32_t seconds = (int32_t)snw__cdr_get_u32(reader);
    const uint32_t rest = snw__cdr_get_u32(reader);
    if (rest >= 1000000000) reader->failed = true;
    return (int64_t)seconds * 1000000000 + rest;
}
