// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_RECORD_INTERNAL_H
#define SINEW_RECORD_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "sinew/base.h"
#include "sinew/record/mcap.h"

// opcodes of MCAP records
enum {
    SNW__OP_HEADER = 0x01,
    SNW__OP_FOOTER = 0x02,
    SNW__OP_SCHEMA = 0x03,
    SNW__OP_CHANNEL = 0x04,
    SNW__OP_MESSAGE = 0x05,
    SNW__OP_CHUNK = 0x06,
    SNW__OP_MESSAGE_INDEX = 0x07,
    SNW__OP_CHUNK_INDEX = 0x08,
    SNW__OP_ATTACHMENT = 0x09,
    SNW__OP_ATTACHMENT_INDEX = 0x0A,
    SNW__OP_STATISTICS = 0x0B,
    SNW__OP_METADATA = 0x0C,
    SNW__OP_METADATA_INDEX = 0x0D,
    SNW__OP_SUMMARY_OFFSET = 0x0E,
    SNW__OP_DATA_END = 0x0F
};

enum {
    SNW__MAGIC_SIZE = 8,
    SNW__HEAD_SIZE = 9,     // opcode and length of a record
    SNW__MESSAGE_SIZE = 22, // of a message record before its data
    SNW__FOOTER_SIZE = 20
};

#define SNW__MAGIC "\x89MCAP0\r\n"

// --- bytes that grow ----------------------------------------------------------------------------

// after a failure to grow, `failed` stays and appends do nothing: check once, at the end
typedef struct snw__bytes {
    uint8_t *data;
    size_t size, capacity;
    bool failed;
} snw__bytes;

void snw__bytes_free(snw__bytes *bytes);
// room for `more` bytes behind the content, or NULL
uint8_t *snw__bytes_room(snw__bytes *bytes, size_t more);
void snw__put(snw__bytes *bytes, const void *data, size_t size);
void snw__put_u8(snw__bytes *bytes, unsigned value);
void snw__record_put_u16(snw__bytes *bytes, unsigned value);
void snw__record_put_u32(snw__bytes *bytes, uint32_t value);
void snw__put_u64(snw__bytes *bytes, uint64_t value);
void snw__put_text(snw__bytes *bytes, const char *text);
void snw__put_pairs(snw__bytes *bytes, const snw_mcap_pair *pairs, int count);
// begins a record with an open length; returns where to close it
size_t snw__put_record(snw__bytes *bytes, unsigned opcode);
void snw__end_record(snw__bytes *bytes, size_t start);
// sets the 4-byte length that stands at `place` to what follows it
void snw__end_length(snw__bytes *bytes, size_t place);

static inline uint16_t snw__get_u16(const uint8_t *p) {
    return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t snw__get_u32(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t snw__get_u64(const uint8_t *p) {
    return (uint64_t)snw__get_u32(p) | (uint64_t)snw__get_u32(p + 4) << 32;
}

static inline void snw__set_u64(uint8_t *p, uint64_t value) {
    for (int i = 0; i < 8; i++) {
        p[i] = (uint8_t)(value >> (8 * i));
    }
}

// begins a new file with the same schemas and channels; the messages that the last sink did not
// take go to the next
void snw__mcap_restart(snw_mcap_writer *writer);

// --- compression --------------------------------------------------------------------------------

typedef struct snw__packer snw__packer;

// "", "lz4", "zstd", or NULL; and back, -1 for a name that is not known
const char *snw__compression_name(snw_mcap_compression compression);
int snw__compression_of(const char *name, size_t length);

// NULL when out of memory; serves packing and unpacking
snw__packer *snw__packer_create(void);
void snw__packer_destroy(snw__packer *packer);

// appends the packed bytes to `out`
snw_status snw__pack(snw__packer *packer, const snw_mcap_config *config, const uint8_t *data,
                     size_t size, snw__bytes *out);

// fills out[size] exactly, or fails with SNW_ERR_SYNTAX
snw_status snw__unpack(snw__packer *packer, snw_mcap_compression compression, const uint8_t *data,
                       size_t packed, uint8_t *out, size_t size);

#endif // SINEW_RECORD_INTERNAL_H
