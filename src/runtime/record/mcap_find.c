// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Finding the way again in a damaged file. MCAP has no marks between records, but a chunk is hard
// to mistake: the length of its record must be that of its head and of its packed records, of
// which the head says the length a second time, and the name of its compression must be one of
// three. What passes is then held against its CRC by the reader.
#include "mcap_internal.h"

enum { WINDOW = 1 << 16 };

const uint8_t *snw__window_at(snw__window *window, uint64_t offset, size_t size, size_t *got) {
    const uint64_t file = window->source->size;
    *got = 0;
    if (offset >= file || size > window->capacity) return window->data;
    const size_t wanted = size < file - offset ? size : (size_t)(file - offset);
    if (offset < window->start || offset + wanted > window->start + window->size) {
        const size_t whole =
            window->capacity < file - offset ? window->capacity : (size_t)(file - offset);
        window->size = 0;
        if (window->source->read(window->source->context, offset, window->data, whole) != 0) {
            return NULL;
        }
        window->start = offset;
        window->size = whole;
    }
    *got = wanted;
    return window->data + (offset - window->start);
}

bool snw__is_record_at(snw__window *window, uint64_t offset) {
    const uint64_t file = window->source->size;
    if (offset == file) return true;
    size_t got = 0;
    const uint8_t *bytes =
        snw__window_at(window, offset, SNW__HEAD_SIZE + SNW__CHUNK_HEAD_MOST, &got);
    if (bytes == NULL || got < SNW__HEAD_SIZE) return false;
    const uint64_t length = snw__get_u64(bytes + 1);
    return length <= file - offset - SNW__HEAD_SIZE &&
           snw__is_plausible(bytes[0], length, bytes + SNW__HEAD_SIZE, got - SNW__HEAD_SIZE);
}

// a chunk of a known compression, or a data end in front of a summary or the footer
static bool is_mark(const uint8_t *bytes, size_t size, uint64_t left) {
    if (size < SNW__HEAD_SIZE) return false;
    const uint64_t length = snw__get_u64(bytes + 1);
    if (length > left - SNW__HEAD_SIZE) return false;
    snw__chunk_head head;
    if (bytes[0] == SNW__OP_CHUNK) {
        return snw__chunk_head_read(bytes + SNW__HEAD_SIZE, size - SNW__HEAD_SIZE, length, &head) &&
               head.compression >= 0;
    }
    // 15, 4 as 8 bytes, any CRC, then the opcode of what may follow
    return bytes[0] == SNW__OP_DATA_END && length == 4 && size > SNW__HEAD_SIZE + 4 &&
           bytes[SNW__HEAD_SIZE + 4] >= SNW__OP_FOOTER &&
           bytes[SNW__HEAD_SIZE + 4] <= SNW__OP_DATA_END;
}

uint64_t snw__find_record(snw__window *window, uint64_t from) {
    const uint64_t file = window->source->size;
    const size_t overlap = SNW__HEAD_SIZE + SNW__CHUNK_HEAD_MOST;
    for (uint64_t at = from; at < file;) {
        size_t got = 0;
        const uint8_t *bytes = snw__window_at(window, at, WINDOW, &got);
        if (bytes == NULL) return UINT64_MAX;
        // the last bytes of a window are looked at again with what follows them
        const bool last = at + got == file;
        const size_t end = last ? got : got - overlap;
        for (size_t i = 0; i < end; i++) {
            if (is_mark(bytes + i, got - i, file - at - i)) return at + i;
        }
        at += end;
    }
    return file;
}
