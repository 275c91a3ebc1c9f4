// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_RECORD_MCAP_READ_H
#define SINEW_RECORD_MCAP_READ_H

/// @file
/// Reads MCAP files from start to end, also unfinished and damaged ones, and repairs them.
///
/// Every chunk is checked against its CRC before a message of it is given out. Where a file does
/// not follow the format, the reader looks for the next chunk that does, reports the range that is
/// lost, and goes on; it needs no index. In a finished file every changed byte is noticed.
///
/// Memory is bounded by the largest record (SNW_MCAP_RECORD_MOST), not by the file.

#include "sinew/record/mcap.h"
#include "sinew/record/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Opaque; lives on the heap.
typedef struct snw_mcap_reader snw_mcap_reader;

/// A schema that was read. Texts are terminated and live as long as the reader.
typedef struct snw_mcap_schema {
    // read-only
    int id;
    const char *name, *encoding;
    const uint8_t *data; ///< [size]
    size_t size;
} snw_mcap_schema;

/// A channel that was read; lives as long as the reader.
typedef struct snw_mcap_channel {
    // read-only
    int id, schema_id;
    const char *topic, *encoding;
    const snw_mcap_pair *pairs; ///< [pair_count]
    int pair_count;
} snw_mcap_channel;

/// A metadata record that was read; lives as long as the reader.
typedef struct snw_mcap_metadata {
    // read-only
    const char *name;
    const snw_mcap_pair *pairs; ///< [pair_count]
    int pair_count;
} snw_mcap_metadata;

/// A range of bytes that could not be used, and why.
typedef struct snw_mcap_damage {
    // read-only
    uint64_t start, end; ///< bytes from the start of the file
    const char *text;    ///< what is wrong
} snw_mcap_damage;

typedef void snw_mcap_damage_fn(const snw_mcap_damage *damage, void *context);

/// Begins to read. `tell` receives each damage once and may be NULL; `source` must outlive the
/// reader. SNW_ERR_SYNTAX when the file is not MCAP at all: neither its first bytes nor any chunk.
SNW_SETUP SNW_NODISCARD snw_status snw_mcap_read_open(snw_mcap_reader **reader,
                                                      const snw_source_bytes *source,
                                                      snw_mcap_damage_fn *tell, void *context,
                                                      snw_why *why);

/// Frees a reader and all that it gave out. NULL is allowed.
SNW_SETUP void snw_mcap_read_close(snw_mcap_reader *reader);

/// The next message in the order of the file; its data is valid until the next call. SNW_DONE at
/// the end, SNW_ERR_IO when the source fails, SNW_ERR_MEMORY.
SNW_SETUP SNW_NODISCARD snw_status snw_mcap_read_next(snw_mcap_reader *reader,
                                                      snw_mcap_message *message);

/// Begins again at the start, with the channels that are known by now; damage is not reported
/// again.
SNW_SETUP void snw_mcap_read_rewind(snw_mcap_reader *reader);

/// What is known by number, or NULL. Numbers are in [0, 65535].
SNW_SETUP const snw_mcap_channel *snw_mcap_read_channel(const snw_mcap_reader *reader, int id);

/// What is known of a schema by its number, or NULL.
SNW_SETUP const snw_mcap_schema *snw_mcap_read_schema(const snw_mcap_reader *reader, int id);

/// The value of a key of a channel, or NULL.
SNW_SETUP const char *snw_mcap_channel_value(const snw_mcap_channel *channel, const char *key);

/// What the reader has seen so far; all of the file after SNW_DONE.
typedef struct snw_mcap_facts {
    // read-only
    const char *profile, *library; ///< of the header; "" when it is lost
    bool finished;                 ///< the footer is there and its CRC fits
    uint64_t size;                 ///< bytes of the file
    uint64_t messages;             ///< given out
    uint64_t unknown;              ///< of channels that are not known; not given out
    uint64_t lost_bytes;           ///< in damaged ranges
    int damages;                   ///< ranges reported
    int chunks, attachments, private_records;
    snw_mcap_compression compression;  ///< of the first chunk
    uint64_t first_ns, last_ns;        ///< log times given out; 0 without messages
    const snw_mcap_metadata *metadata; ///< [metadata_count]
    int metadata_count;
} snw_mcap_facts;

/// What has been found in the file so far.
SNW_SETUP snw_mcap_facts snw_mcap_read_facts(const snw_mcap_reader *reader);

/// Version of the numbers of a recording of ours (SNW_RECORDING_VERSION); 1 when it does not tell
/// it. `facts` of the whole file.
SNW_SETUP int snw_recording_version(const snw_mcap_facts *facts);

/// What a recovery did.
typedef struct snw_mcap_recovery {
    // read-only
    snw_mcap_facts before; ///< of the file that was read; its pointers are NULL
    uint64_t messages;     ///< in the new file, read back and compared
    uint64_t bytes;        ///< of the new file
    char path[1024];       ///< of the new file
} snw_mcap_recovery;

/// Writes a whole file with every message that can still be read from `from`, reads it back and
/// compares it message by message, and only then gives it the name `to`. `to` must not exist;
/// `from` is not changed. Doing it again with the result gives the same bytes. Attachments are left
/// out and counted. Damage is reported to `tell`, which may be NULL.
SNW_SETUP SNW_NODISCARD snw_status snw_mcap_recover(const char *from, const char *to,
                                                    snw_mcap_damage_fn *tell, void *context,
                                                    snw_mcap_recovery *recovery, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_RECORD_MCAP_READ_H
