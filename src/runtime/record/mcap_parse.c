// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "mcap_internal.h"

snw__cursor snw__cursor_over(const uint8_t *data, size_t size) {
    return (snw__cursor){.at = data, .left = size};
}

snw__slice snw__take_bytes(snw__cursor *cursor, uint64_t size) {
    if (cursor->failed || size > cursor->left) {
        cursor->failed = true;
        return (snw__slice){NULL, 0};
    }
    const snw__slice slice = {cursor->at, (size_t)size};
    cursor->at += size;
    cursor->left -= (size_t)size;
    return slice;
}

uint64_t snw__take_number(snw__cursor *cursor, size_t size) {
    const snw__slice slice = snw__take_bytes(cursor, size);
    uint64_t value = 0;
    for (size_t i = 0; i < slice.size; i++) {
        value |= (uint64_t)slice.data[i] << (8 * i);
    }
    return value;
}

snw__slice snw__take_text(snw__cursor *cursor) {
    return snw__take_bytes(cursor, snw__take_number(cursor, 4));
}

bool snw__chunk_head_read(const uint8_t *content, size_t size, uint64_t length,
                          snw__chunk_head *head) {
    snw__cursor cursor = snw__cursor_over(content, size);
    head->first_ns = snw__take_number(&cursor, 8);
    head->last_ns = snw__take_number(&cursor, 8);
    head->size = snw__take_number(&cursor, 8);
    head->crc = (uint32_t)snw__take_number(&cursor, 4);
    const snw__slice name = snw__take_text(&cursor);
    head->packed = snw__take_number(&cursor, 8);
    head->length = size - cursor.left;
    if (cursor.failed) return false;
    head->compression = snw__compression_of((const char *)name.data, name.size);
    return head->packed <= length && head->length + head->packed == length &&
           head->first_ns <= head->last_ns && head->size <= SNW_MCAP_RECORD_MOST;
}

bool snw__records_are_whole(const uint8_t *data, size_t size) {
    size_t at = 0;
    while (at < size) {
        if (size - at < SNW__HEAD_SIZE) return false;
        const uint64_t length = snw__get_u64(data + at + 1);
        if (length > size - at - SNW__HEAD_SIZE) return false;
        if (data[at] == SNW__OP_MESSAGE && length < SNW__MESSAGE_SIZE) return false;
        at += SNW__HEAD_SIZE + (size_t)length;
    }
    return true;
}

bool snw__is_plausible(unsigned opcode, uint64_t length, const uint8_t *content, size_t size) {
    snw__chunk_head head;
    switch (opcode) {
    case SNW__OP_CHUNK:
        return snw__chunk_head_read(content, size, length, &head);
    case SNW__OP_MESSAGE_INDEX:
        return size >= 6 && snw__get_u32(content + 2) % 16 == 0 &&
               snw__get_u32(content + 2) + UINT64_C(6) == length;
    case SNW__OP_SCHEMA:
    case SNW__OP_CHANNEL:
        return length >= 12 && length <= SNW_MCAP_RECORD_MOST;
    case SNW__OP_METADATA:
        return length >= 8 && length <= SNW_MCAP_RECORD_MOST;
    case SNW__OP_MESSAGE:
        return length >= SNW__MESSAGE_SIZE && length <= SNW_MCAP_RECORD_MOST;
    case SNW__OP_ATTACHMENT:
        return length >= 36;
    case SNW__OP_DATA_END:
        return length == 4;
    default:
        return opcode >= 0x80;
    }
}

bool snw__is_exact(unsigned opcode, const uint8_t *content, size_t size) {
    snw__cursor cursor = snw__cursor_over(content, size);
    int texts = 0;
    switch (opcode) {
    case SNW__OP_HEADER:
    case SNW__OP_METADATA:
        texts = 2;
        break;
    case SNW__OP_SCHEMA:
        (void)snw__take_number(&cursor, 2);
        texts = 3;
        break;
    case SNW__OP_CHANNEL:
        (void)snw__take_number(&cursor, 4);
        texts = 3;
        break;
    case SNW__OP_MESSAGE_INDEX:
        (void)snw__take_number(&cursor, 2);
        texts = 1;
        break;
    default:
        return false;
    }
    for (int i = 0; i < texts; i++) {
        (void)snw__take_text(&cursor);
    }
    return !cursor.failed && cursor.left == 0;
}

// --- records that are kept ----------------------------------------------------------------------

static const char *keep_text(snw__cursor *cursor, snw_setup *setup) {
    const snw__slice slice = snw__take_text(cursor);
    // a text with a zero inside would be cut without a word
    if (cursor->failed || (slice.size > 0 && memchr(slice.data, 0, slice.size) != NULL)) {
        cursor->failed = true;
        return "";
    }
    const char *text = snw_setup_text(setup, (const char *)slice.data, slice.size);
    if (text == NULL) cursor->failed = true;
    return text;
}

static const snw_mcap_pair *keep_pairs(snw__cursor *cursor, snw_setup *setup, int *count) {
    const snw__slice slice = snw__take_text(cursor);
    snw__cursor inside = snw__cursor_over(slice.data, slice.size);
    int pairs = 0;
    while (inside.left > 0 && !inside.failed) {
        (void)snw__take_text(&inside);
        (void)snw__take_text(&inside);
        pairs++;
    }
    *count = pairs;
    if (inside.failed || cursor->failed) {
        cursor->failed = true;
        return NULL;
    }
    if (pairs == 0) return NULL;
    snw_mcap_pair *kept =
        snw_setup_take(setup, (size_t)pairs * sizeof *kept, _Alignof(snw_mcap_pair));
    inside = snw__cursor_over(slice.data, slice.size);
    for (int i = 0; kept != NULL && i < pairs; i++) {
        kept[i].key = keep_text(&inside, setup);
        kept[i].value = keep_text(&inside, setup);
    }
    cursor->failed = kept == NULL || inside.failed;
    return kept;
}

const snw_mcap_schema *snw__schema_read(const uint8_t *data, size_t size, snw_setup *setup) {
    snw__cursor cursor = snw__cursor_over(data, size);
    snw_mcap_schema read = {.id = (int)snw__take_number(&cursor, 2)};
    read.name = keep_text(&cursor, setup);
    read.encoding = keep_text(&cursor, setup);
    const snw__slice content = snw__take_text(&cursor);
    if (cursor.failed || read.id == 0) return NULL;
    read.size = content.size;
    read.data = (const uint8_t *)snw_setup_text(setup, (const char *)content.data, content.size);
    snw_mcap_schema *schema = snw_setup_take(setup, sizeof *schema, _Alignof(snw_mcap_schema));
    if (schema != NULL && read.data != NULL) *schema = read;
    return read.data != NULL ? schema : NULL;
}

const snw_mcap_channel *snw__channel_read(const uint8_t *data, size_t size, snw_setup *setup) {
    snw__cursor cursor = snw__cursor_over(data, size);
    snw_mcap_channel read = {.id = (int)snw__take_number(&cursor, 2)};
    read.schema_id = (int)snw__take_number(&cursor, 2);
    read.topic = keep_text(&cursor, setup);
    read.encoding = keep_text(&cursor, setup);
    read.pairs = keep_pairs(&cursor, setup, &read.pair_count);
    if (cursor.failed) return NULL;
    snw_mcap_channel *channel = snw_setup_take(setup, sizeof *channel, _Alignof(snw_mcap_channel));
    if (channel != NULL) *channel = read;
    return channel;
}

bool snw__metadata_read(const uint8_t *data, size_t size, snw_setup *setup,
                        snw_mcap_metadata *metadata) {
    snw__cursor cursor = snw__cursor_over(data, size);
    snw_mcap_metadata read = {.name = keep_text(&cursor, setup)};
    read.pairs = keep_pairs(&cursor, setup, &read.pair_count);
    if (cursor.failed) return false;
    *metadata = read;
    return true;
}
