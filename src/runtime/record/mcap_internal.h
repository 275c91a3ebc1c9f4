// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_RECORD_MCAP_INTERNAL_H
#define SINEW_RECORD_MCAP_INTERNAL_H

#include "internal.h"
#include "sinew/record/mcap_read.h"

// content of a record being taken apart; after a failure all values are zero or empty
typedef struct snw__cursor {
    const uint8_t *at;
    size_t left;
    bool failed;
} snw__cursor;

typedef struct snw__slice {
    const uint8_t *data;
    size_t size;
} snw__slice;

snw__cursor snw__cursor_over(const uint8_t *data, size_t size);
uint64_t snw__take_number(snw__cursor *cursor, size_t size);
snw__slice snw__take_bytes(snw__cursor *cursor, uint64_t size);
// a text with its 4-byte length
snw__slice snw__take_text(snw__cursor *cursor);

// the head of a chunk, up to its records
typedef struct snw__chunk_head {
    uint64_t first_ns, last_ns, size;
    uint32_t crc;
    int compression; // -1 for a name that is not known
    uint64_t packed; // bytes of the records
    size_t length;   // of this head
} snw__chunk_head;

enum { SNW__CHUNK_HEAD_MOST = 64 }; // bytes that hold any head with a known compression

// false unless the numbers agree with each other and with the length of the record
bool snw__chunk_head_read(const uint8_t *content, size_t size, uint64_t length,
                          snw__chunk_head *head);

// true when the records in a chunk follow each other without gaps and each is long enough
bool snw__records_are_whole(const uint8_t *data, size_t size);

// true for a record of this opcode and length that may stand in a data section; `content` holds
// its first `size` bytes, which may be fewer than `length`
bool snw__is_plausible(unsigned opcode, uint64_t length, const uint8_t *content, size_t size);

// true when the fields inside a record fill its length exactly; false also for records that do not
// tell
bool snw__is_exact(unsigned opcode, const uint8_t *content, size_t size);

// records that a reader keeps, built in its arena from a copy; NULL when malformed
const snw_mcap_schema *snw__schema_read(const uint8_t *data, size_t size, snw_setup *setup);
const snw_mcap_channel *snw__channel_read(const uint8_t *data, size_t size, snw_setup *setup);
bool snw__metadata_read(const uint8_t *data, size_t size, snw_setup *setup,
                        snw_mcap_metadata *metadata);

// a source and a window on it, for many small reads
typedef struct snw__window {
    const snw_source_bytes *source;
    uint8_t *data; // [capacity]
    uint64_t start;
    size_t size, capacity;
} snw__window;

// bytes at an offset, as many of `size` as the file has; NULL when reading failed. Valid until the
// next call
const uint8_t *snw__window_at(snw__window *window, uint64_t offset, size_t size, size_t *got);

// the first offset from `from` on at which a record begins that could follow: a chunk or the end of
// the data section; the size of the file when there is none. UINT64_MAX when reading failed
uint64_t snw__find_record(snw__window *window, uint64_t from);
// true when such a record, or any other that may follow a chunk, or the end of the file is here
bool snw__is_record_at(snw__window *window, uint64_t offset);

#endif // SINEW_RECORD_MCAP_INTERNAL_H
