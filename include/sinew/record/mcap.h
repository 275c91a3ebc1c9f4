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

/// Takes a whole unit of bytes, or none: after a failure the unit must not be in the file.
typedef snw_status snw_mcap_sink_fn(const void *bytes, size_t size, void *context);

/// Opaque; lives on the heap.
typedef struct snw_mcap_writer snw_mcap_writer;

/// A key and its value, of a channel or a metadata record.
typedef struct snw_mcap_pair {
    const char *key, *value;
} snw_mcap_pair;

/// A channel to announce.
typedef struct snw_mcap_channel_config {
    // public
    int schema;                 ///< number of its schema; 0 for none
    const char *topic;          ///< "/joint_states"
    const char *encoding;       ///< of its messages, "cdr"
    const snw_mcap_pair *pairs; ///< [pair_count] metadata
    int pair_count;
} snw_mcap_channel_config;

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

/// Counts of a writer.
typedef struct snw_mcap_counts {
    // read-only
    uint64_t messages, bytes; ///< messages appended; bytes given to the sink
    uint64_t pending;         ///< messages appended that the sink does not have yet
    int schemas, channels, chunks, metadata;
    int64_t first_ns, last_ns; ///< message times in the open chunk; 0 when it is empty
} snw_mcap_counts;

#ifdef __cplusplus
}
#endif

#endif // SINEW_RECORD_MCAP_H
