// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_RECORD_MCAP_H
#define SINEW_RECORD_MCAP_H

/// @file
/// Writes MCAP files (mcap.dev, version 0): messages with a time, on channels that have a schema,
/// in compressed chunks with a CRC each, and an index at the end.
///
/// Bytes leave the writer in whole units only: the head, a chunk with its message index, the end. A
/// unit that cannot be written stays in the writer and is offered again.
///
/// After the head, and again in each SNW_MCAP_REPEAT-th chunk, stand all schemas and channels, so
/// that a reader understands what is left of a damaged file.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_MCAP_REPEAT = 16,          ///< chunks from one copy of the channels to the next
    SNW_MCAP_RECORD_MOST = 1 << 28 ///< bytes of the largest record that is written or read
};

/// How the records of a chunk are packed.
typedef enum snw_mcap_compression {
    SNW_MCAP_NONE,
    SNW_MCAP_LZ4,
    SNW_MCAP_ZSTD
} snw_mcap_compression;

/// Settings of a writer.
typedef struct snw_mcap_config {
    // public
    const char *profile; ///< "ros2"; NULL is ""
    const char *library; ///< who wrote it; NULL is "sinew <version>"
    snw_mcap_compression compression;
    int level;        ///< of zstd, [1, 19]; 0 means 1
    int chunk_size;   ///< bytes that close a chunk, before compression; 0: 256 kB
    int64_t chunk_ns; ///< span of message times that closes one; 0 means 1 s
} snw_mcap_config;

/// zstd, 256 kB, 1 s, profile "ros2".
SNW_SETUP snw_mcap_config snw_mcap_defaults(void);

/// Takes a whole unit of bytes, or none: after a failure the unit must not be in the file.
typedef snw_status snw_mcap_sink_fn(const void *bytes, size_t size, void *context);

/// Opaque; lives on the heap.
typedef struct snw_mcap_writer snw_mcap_writer;

/// A key and its value, of a channel or a metadata record.
typedef struct snw_mcap_pair {
    const char *key, *value;
} snw_mcap_pair;

/// A writer that gives its units to `sink`; nothing is given yet. SNW_ERR_MEMORY, or
/// SNW_ERR_ARGUMENT for settings outside their ranges.
SNW_SETUP SNW_NODISCARD snw_status snw_mcap_open(snw_mcap_writer **writer,
                                                 const snw_mcap_config *config,
                                                 snw_mcap_sink_fn *sink, void *context);

/// Frees a writer; what it has not given away is lost. NULL is allowed.
SNW_SETUP void snw_mcap_close(snw_mcap_writer *writer);

/// Announces a schema; `*id` receives its number, from 1. Texts are copied.
SNW_SETUP SNW_NODISCARD snw_status snw_mcap_add_schema(snw_mcap_writer *writer, const char *name,
                                                       const char *encoding, const void *data,
                                                       size_t size, int *id);

/// A channel to announce.
typedef struct snw_mcap_channel_config {
    // public
    int schema;                 ///< number of its schema; 0 for none
    const char *topic;          ///< "/joint_states"
    const char *encoding;       ///< of its messages, "cdr"
    const snw_mcap_pair *pairs; ///< [pair_count] metadata
    int pair_count;
} snw_mcap_channel_config;

/// Announces a channel; `*id` receives its number, from 1. Texts are copied.
SNW_SETUP SNW_NODISCARD snw_status snw_mcap_add_channel(snw_mcap_writer *writer,
                                                        const snw_mcap_channel_config *config,
                                                        int *id);

/// Appends a metadata record, outside of chunks; the open chunk is flushed first.
SNW_SETUP SNW_NODISCARD snw_status snw_mcap_add_metadata(snw_mcap_writer *writer, const char *name,
                                                         const snw_mcap_pair *pairs, int count);

/// One message.
typedef struct snw_mcap_message {
    // public
    int channel;       ///< number of its channel
    uint32_t sequence; ///< counts the messages of a channel, lost ones included
    uint64_t log_ns;   ///< when it was recorded
    uint64_t publish_ns;
    const void *data; ///< [size]
    size_t size;
} snw_mcap_message;

/// Appends a message; when the chunk is full before or after it, the chunk goes to the sink. A
/// failure of the sink is returned, but the message is kept: do not append it again, and append
/// none until snw_mcap_flush() succeeds (SNW_ERR_STATE). SNW_ERR_ARGUMENT for a channel that does
/// not exist, SNW_ERR_TOO_LARGE for a message of more than SNW_MCAP_RECORD_MOST / 4 bytes.
SNW_SETUP SNW_NODISCARD snw_status snw_mcap_write(snw_mcap_writer *writer,
                                                  const snw_mcap_message *message);

/// Gives all that is complete to the sink: the head, the open chunk.
SNW_SETUP SNW_NODISCARD snw_status snw_mcap_flush(snw_mcap_writer *writer);

/// Flushes, then gives the end of the file: index, statistics, footer. Nothing can follow.
SNW_SETUP SNW_NODISCARD snw_status snw_mcap_finish(snw_mcap_writer *writer);

/// Counts of a writer.
typedef struct snw_mcap_counts {
    // read-only
    uint64_t messages, bytes; ///< messages appended; bytes given to the sink
    uint64_t pending;         ///< messages appended that the sink does not have yet
    int schemas, channels, chunks, metadata;
    int64_t first_ns, last_ns; ///< message times in the open chunk; 0 when it is empty
} snw_mcap_counts;

SNW_SETUP snw_mcap_counts snw_mcap_get(const snw_mcap_writer *writer);

/// CRC-32 of the file format (IEEE 802.3, as in zip): `crc` is 0 at the start, then the result so
/// far.
SNW_SETUP uint32_t snw_crc32(uint32_t crc, const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif // SINEW_RECORD_MCAP_H
