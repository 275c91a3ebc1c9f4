// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <stdlib.h>
#include <zlib.h>

#include "inside.h"

void snw__bytes_free(snw__bytes *bytes) {
    free(bytes->data);
    *bytes = (snw__bytes){0};
}

uint8_t *snw__bytes_room(snw__bytes *bytes, size_t more) {
    if (bytes->failed || more > (size_t)2 * SNW_MCAP_RECORD_MOST - bytes->size) {
        bytes->failed = true;
        return NULL;
    }
    const size_t needed = bytes->size + more;
    // nothing in an empty buffer has a place too
    if (needed > bytes->capacity || bytes->data == NULL) {
        // doubling keeps the cost of many appends linear
        size_t capacity = bytes->capacity < 256 ? 256 : bytes->capacity * 2;
        if (capacity < needed) capacity = needed;
        uint8_t *data = realloc(bytes->data, capacity);
        if (data == NULL) {
            bytes->failed = true;
            return NULL;
        }
        bytes->data = data;
        bytes->capacity = capacity;
    }
    return bytes->data + bytes->size;
}

void snw__put(snw__bytes *bytes, const void *data, size_t size) {
    if (size == 0) return;
    uint8_t *room = snw__bytes_room(bytes, size);
    if (room == NULL) return;
    memcpy(room, data, size);
    bytes->size += size;
}

static void put_number(snw__bytes *bytes, uint64_t value, size_t size) {
    uint8_t *room = snw__bytes_room(bytes, size);
    if (room == NULL) return;
    for (size_t i = 0; i < size; i++) {
        room[i] = (uint8_t)(value >> (8 * i));
    }
    bytes->size += size;
}

void snw__put_u8(snw__bytes *bytes, unsigned value) {
    put_number(bytes, value, 1);
}

void snw__record_put_u16(snw__bytes *bytes, unsigned value) {
    put_number(bytes, value, 2);
}

void snw__record_put_u32(snw__bytes *bytes, uint32_t value) {
    put_number(bytes, value, 4);
}

void snw__put_u64(snw__bytes *bytes, uint64_t value) {
    put_number(bytes, value, 8);
}

void snw__put_text(snw__bytes *bytes, const char *text) {
    const size_t length = text == NULL ? 0 : strlen(text);
    snw__record_put_u32(bytes, (uint32_t)length);
    snw__put(bytes, text, length);
}

static void set_number(snw__bytes *bytes, size_t place, uint64_t value, size_t size) {
    if (bytes->failed) return;
    for (size_t i = 0; i < size; i++) {
        bytes->data[place + i] = (uint8_t)(value >> (8 * i));
    }
}

void snw__end_length(snw__bytes *bytes, size_t place) {
    set_number(bytes, place, bytes->size - place - 4, 4);
}

void snw__put_pairs(snw__bytes *bytes, const snw_mcap_pair *pairs, int count) {
    const size_t place = bytes->size;
    snw__record_put_u32(bytes, 0);
    for (int i = 0; i < count; i++) {
        snw__put_text(bytes, pairs[i].key);
        snw__put_text(bytes, pairs[i].value);
    }
    snw__end_length(bytes, place);
}

size_t snw__put_record(snw__bytes *bytes, unsigned opcode) {
    const size_t start = bytes->size;
    snw__put_u8(bytes, opcode);
    snw__put_u64(bytes, 0);
    return start;
}

void snw__end_record(snw__bytes *bytes, size_t start) {
    set_number(bytes, start + 1, bytes->size - start - SNW__HEAD_SIZE, 8);
}

uint32_t snw__crc32(uint32_t crc, const void *bytes, size_t size) {
    return (uint32_t)crc32_z(crc, bytes, size);
}
