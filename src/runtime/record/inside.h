// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_RECORD_INSIDE_H
#define SINEW_SRC_RECORD_INSIDE_H

/// @file
/// What sources and tests of record share, and nobody outside of it needs.

#include "sinew/record/encode.h"
#include "sinew/record/mcap.h"
#include "sinew/record/message.h"
#include "sinew/record/recorder.h"
#include "sinew/record/store.h"

/// zstd, 256 kB, 1 s, profile "ros2".
snw_mcap_config snw__mcap_defaults(void);

/// A writer that gives its units to `sink`; nothing is given yet. SNW_ERR_MEMORY, or
/// SNW_ERR_ARGUMENT for settings outside their ranges.
SNW_NODISCARD snw_status snw__mcap_open(snw_mcap_writer **writer, const snw_mcap_config *config,
                                        snw_mcap_sink_fn *sink, void *context);

/// Frees a writer; what it has not given away is lost. NULL is allowed.
void snw__mcap_close(snw_mcap_writer *writer);

/// Announces a schema; `*id` receives its number, from 1. Texts are copied.
SNW_NODISCARD snw_status snw__mcap_add_schema(snw_mcap_writer *writer, const char *name,
                                              const char *encoding, const void *data, size_t size,
                                              int *id);

/// Announces a channel; `*id` receives its number, from 1. Texts are copied.
SNW_NODISCARD snw_status snw__mcap_add_channel(snw_mcap_writer *writer,
                                               const snw_mcap_channel_config *config, int *id);

/// Appends a metadata record, outside of chunks; the open chunk is flushed first.
SNW_NODISCARD snw_status snw__mcap_add_metadata(snw_mcap_writer *writer, const char *name,
                                                const snw_mcap_pair *pairs, int count);

/// Appends a message; when the chunk is full before or after it, the chunk goes to the sink. A
/// failure of the sink is returned, but the message is kept: do not append it again, and append
/// none until snw__mcap_flush() succeeds (SNW_ERR_STATE). SNW_ERR_ARGUMENT for a channel that does
/// not exist, SNW_ERR_TOO_LARGE for a message of more than SNW_MCAP_RECORD_MOST / 4 bytes.
SNW_NODISCARD snw_status snw__mcap_write(snw_mcap_writer *writer, const snw_mcap_message *message);

/// Gives all that is complete to the sink: the head, the open chunk.
SNW_NODISCARD snw_status snw__mcap_flush(snw_mcap_writer *writer);

/// Flushes, then gives the end of the file: index, statistics, footer. Nothing can follow.
SNW_NODISCARD snw_status snw__mcap_finish(snw_mcap_writer *writer);

snw_mcap_counts snw__mcap_get(const snw_mcap_writer *writer);

/// CRC-32 of the file format (IEEE 802.3, as in zip): `crc` is 0 at the start, then the result so
/// far.
uint32_t snw__crc32(uint32_t crc, const void *bytes, size_t size);

/// The schema of a group of signals: a number for each, named after its path, with path and unit
/// in a comment. `paths` and `units` are [count].
void snw__signals_schema(const char *const *paths, const char *const *units, int count,
                         snw_text *text);

/// Values, each at its natural alignment, which counts from behind those 4 bytes.
void snw__cdr_u8(snw_cdr *cdr, uint8_t value);
void snw__cdr_u32(snw_cdr *cdr, uint32_t value);
void snw__cdr_u64(snw_cdr *cdr, uint64_t value);
void snw__cdr_reals(snw_cdr *cdr, const double *values, int count);
void snw__cdr_time(snw_cdr *cdr, int64_t t_ns);

void snw__tick_values_encode(snw_cdr *cdr, const snw_tick_values *signals);

/// One number of decoded signals, bit for bit; `index` is in [0, count).
double snw__tick_values_at(const snw_tick_values *signals, int index);

void snw__event_encode(snw_cdr *cdr, const snw_event *event);

void snw__parameter_encode(snw_cdr *cdr, const snw_parameter_change *change);

void snw__description_encode(snw_cdr *cdr, const snw_description *description);

/// One transform, as it stands in the sequence of a TFMessage.
void snw__frame_encode(snw_cdr *cdr, int64_t t_ns, const snw_frame_state *frame);

/// Adds a topic of frames, tf2_msgs/msg/TFMessage: "/tf". Each divisor-th tick; 0 means 1.
SNW_NODISCARD snw_status snw__recorder_add_frames(snw_recorder *recorder, const char *topic,
                                                  const snw_record_frame *frames, int count,
                                                  int divisor, snw_why *why);

/// SNW_ERR_ARGUMENT for a name of a pipe, a socket or a device, SNW_ERR_IO and the like for that of
/// a directory: no recording is written beside them. SNW_OK for a file, and for what is not there.
SNW_NODISCARD snw_status snw__disk_check(const char *path, snw_why *why);

/// Gives a finished file its name: renames `from` to `to` on the disk as one step, unless `to`
/// exists (SNW_ERR_DUPLICATE), and synchronises the directory.
SNW_NODISCARD snw_status snw__store_publish(const char *from, const char *to, snw_why *why);

#endif // SINEW_SRC_RECORD_INSIDE_H
