// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Layout of a file, by the MCAP specification (mcap.dev/spec, version 0):
//
//   magic, header, all schemas and channels            one unit, given first
//   chunk, a message index per channel in it           a unit each
//   data end, summary, summary offsets, footer, magic  the last unit
//
// A unit is built in `out` and given to the sink in one piece. Only when the sink has taken it do
// offset, CRC and index move on, so a unit that was refused can be built and offered again.
#include "sinew/record/mcap.h"

#include <stdlib.h>

#include "inside.h"
#include "internal.h"

enum { IDS_MOST = 65535 };

// where the messages of a channel are in the open chunk
typedef struct channel_index {
    snw__bytes entries; // pairs of log time and offset, as the file has them
    uint64_t messages;  // in all chunks, the open one included
} channel_index;

struct snw_mcap_writer {
    snw_mcap_config config;
    snw_mcap_sink_fn *sink;
    void *context;
    snw__packer *packer;

    snw__bytes head;              // magic and header
    snw__bytes schemas, channels; // their records, for head, copies and summary
    int schema_count, channel_count;
    channel_index *index; // [index_capacity], by channel number - 1
    int index_capacity;

    snw__bytes chunk; // records of the open chunk, not packed
    uint64_t chunk_messages;
    uint64_t first_ns, last_ns, earliest_ns; // span, and first appended
    bool has_new;                            // a schema or channel that no unit holds yet

    snw__bytes out;         // the unit being built
    snw__bytes chunk_index; // records for the summary
    snw__bytes metadata_index;
    snw__bytes loose; // records outside of chunks that wait: the head, metadata
    int chunk_count, metadata_count;
    uint64_t offset; // bytes given away
    uint32_t crc;    // of them
    uint64_t messages, given_messages;
    uint64_t start_ns, end_ns; // of all messages given
    bool refused;              // the sink did not take the last unit
    bool finished;
};

snw_mcap_config snw__mcap_defaults(void) {
    return (snw_mcap_config){.profile = "ros2", .compression = SNW_MCAP_ZSTD};
}

static bool is_legal(const snw_mcap_config *config) {
    return snw__compression_name(config->compression) != NULL && config->level >= 0 &&
           config->level <= 19 && config->chunk_size >= 0 &&
           config->chunk_size <= SNW_MCAP_RECORD_MOST / 4 && config->chunk_ns >= 0;
}

static void put_head(snw_mcap_writer *w) {
    char library[64];
    snw_text text = snw_text_over(library, sizeof library);
    snw_text_format(&text, "sinew %s", snw_version());
    snw__put(&w->head, SNW__MAGIC, SNW__MAGIC_SIZE);
    const size_t start = snw__put_record(&w->head, SNW__OP_HEADER);
    snw__put_text(&w->head, w->config.profile);
    snw__put_text(&w->head, w->config.library != NULL ? w->config.library : library);
    snw__end_record(&w->head, start);
}

void snw__mcap_restart(snw_mcap_writer *w) {
    w->offset = 0;
    w->crc = 0;
    w->chunk_count = w->metadata_count = 0;
    w->given_messages = 0;
    w->chunk_index.size = w->metadata_index.size = 0;
    // the messages that wait are all that the new file has so far
    w->messages = w->chunk_messages;
    for (int i = 0; i < w->channel_count; i++) {
        w->index[i].messages = w->index[i].entries.size / 16;
    }
    w->loose.size = 0;
    snw__put(&w->loose, w->head.data, w->head.size);
    w->has_new = w->channel_count > 0;
    w->refused = w->finished = false;
}

snw_status snw__mcap_open(snw_mcap_writer **writer, const snw_mcap_config *config,
                          snw_mcap_sink_fn *sink, void *context) {
    if (!is_legal(config)) return SNW_ERR_ARGUMENT;
    snw_mcap_writer *w = calloc(1, sizeof *w);
    if (w == NULL) return SNW_ERR_MEMORY;
    w->config = *config;
    if (w->config.chunk_size == 0) w->config.chunk_size = 1 << 18;
    if (w->config.chunk_ns == 0) w->config.chunk_ns = 1000000000;
    w->sink = sink;
    w->context = context;
    w->packer = snw__packer_create();
    put_head(w);
    snw__mcap_restart(w);
    const bool failed = w->packer == NULL || w->head.failed || w->loose.failed;
    w->config.profile = w->config.library = NULL;
    if (failed) {
        snw__mcap_close(w);
        return SNW_ERR_MEMORY;
    }
    *writer = w;
    return SNW_OK;
}

void snw__mcap_close(snw_mcap_writer *w) {
    if (w == NULL) return;
    for (int i = 0; i < w->index_capacity; i++) {
        snw__bytes_free(&w->index[i].entries);
    }
    free(w->index);
    snw__bytes_free(&w->head);
    snw__bytes_free(&w->schemas);
    snw__bytes_free(&w->channels);
    snw__bytes_free(&w->chunk);
    snw__bytes_free(&w->out);
    snw__bytes_free(&w->chunk_index);
    snw__bytes_free(&w->metadata_index);
    snw__bytes_free(&w->loose);
    snw__packer_destroy(w->packer);
    free(w);
}

static bool is_short(const char *text) {
    return text == NULL || strlen(text) < SNW_MCAP_RECORD_MOST / 16;
}

snw_status snw__mcap_add_schema(snw_mcap_writer *w, const char *name, const char *encoding,
                                const void *data, size_t size, int *id) {
    if (w->finished) return SNW_ERR_STATE;
    if (w->schema_count == IDS_MOST) return SNW_ERR_FULL;
    if (!is_short(name) || !is_short(encoding) || size > SNW_MCAP_RECORD_MOST / 16) {
        return SNW_ERR_TOO_LARGE;
    }
    const size_t start = snw__put_record(&w->schemas, SNW__OP_SCHEMA);
    snw__record_put_u16(&w->schemas, (unsigned)w->schema_count + 1);
    snw__put_text(&w->schemas, name);
    snw__put_text(&w->schemas, encoding);
    snw__record_put_u32(&w->schemas, (uint32_t)size);
    snw__put(&w->schemas, data, size);
    snw__end_record(&w->schemas, start);
    if (w->schemas.failed) return SNW_ERR_MEMORY;
    w->has_new = true;
    *id = ++w->schema_count;
    return SNW_OK;
}

static snw_status grow_index(snw_mcap_writer *w) {
    if (w->channel_count < w->index_capacity) return SNW_OK;
    const int capacity = w->index_capacity == 0 ? 16 : 2 * w->index_capacity;
    channel_index *index = realloc(w->index, (size_t)capacity * sizeof *index);
    if (index == NULL) return SNW_ERR_MEMORY;
    memset(index + w->index_capacity, 0, (size_t)(capacity - w->index_capacity) * sizeof *index);
    w->index = index;
    w->index_capacity = capacity;
    return SNW_OK;
}

snw_status snw__mcap_add_channel(snw_mcap_writer *w, const snw_mcap_channel_config *config,
                                 int *id) {
    if (w->finished) return SNW_ERR_STATE;
    if (w->channel_count == IDS_MOST) return SNW_ERR_FULL;
    if (config->schema < 0 || config->schema > w->schema_count) return SNW_ERR_ARGUMENT;
    if (!is_short(config->topic) || !is_short(config->encoding)) return SNW_ERR_TOO_LARGE;
    const snw_status status = grow_index(w);
    if (status != SNW_OK) return status;
    const size_t start = snw__put_record(&w->channels, SNW__OP_CHANNEL);
    snw__record_put_u16(&w->channels, (unsigned)w->channel_count + 1);
    snw__record_put_u16(&w->channels, (unsigned)config->schema);
    snw__put_text(&w->channels, config->topic);
    snw__put_text(&w->channels, config->encoding);
    snw__put_pairs(&w->channels, config->pairs, config->pair_count);
    snw__end_record(&w->channels, start);
    if (w->channels.failed) return SNW_ERR_MEMORY;
    w->has_new = true;
    *id = ++w->channel_count;
    return SNW_OK;
}

// --- units --------------------------------------------------------------------------------------

// gives `out` to the sink and moves on if it was taken
static snw_status give(snw_mcap_writer *w) {
    if (w->out.failed) {
        w->out.failed = false;
        w->out.size = 0;
        return SNW_ERR_MEMORY;
    }
    const snw_status status =
        w->out.size == 0 ? SNW_OK : w->sink(w->out.data, w->out.size, w->context);
    w->refused = snw_failed(status);
    if (!w->refused) {
        w->offset += w->out.size;
        w->crc = snw__crc32(w->crc, w->out.data, w->out.size);
    }
    w->out.size = 0;
    return w->refused ? status : SNW_OK;
}

// what stands outside of chunks: the head, then metadata; with new channels, all of them
static snw_status give_loose(snw_mcap_writer *w) {
    if (w->loose.size == 0 && !w->has_new) return SNW_OK;
    if (w->loose.failed) return SNW_ERR_MEMORY;
    snw__put(&w->out, w->loose.data, w->loose.size);
    if (w->has_new) {
        snw__put(&w->out, w->schemas.data, w->schemas.size);
        snw__put(&w->out, w->channels.data, w->channels.size);
    }
    const snw_status status = give(w);
    if (snw_failed(status)) return status;
    w->loose.size = 0;
    w->has_new = false;
    return SNW_OK;
}

static void put_chunk(snw_mcap_writer *w, const snw__bytes *packed) {
    const size_t start = snw__put_record(&w->out, SNW__OP_CHUNK);
    snw__put_u64(&w->out, w->first_ns);
    snw__put_u64(&w->out, w->last_ns);
    snw__put_u64(&w->out, w->chunk.size);
    snw__record_put_u32(&w->out, snw__crc32(0, w->chunk.data, w->chunk.size));
    snw__put_text(&w->out, snw__compression_name(w->config.compression));
    snw__put_u64(&w->out, packed->size);
    snw__put(&w->out, packed->data, packed->size);
    snw__end_record(&w->out, start);
}

// the message index records, and the chunk's own record for the summary
static void put_chunk_index(snw_mcap_writer *w, size_t packed, snw__bytes *summary) {
    const size_t chunk_size = w->out.size;
    const size_t start = snw__put_record(summary, SNW__OP_CHUNK_INDEX);
    snw__put_u64(summary, w->first_ns);
    snw__put_u64(summary, w->last_ns);
    snw__put_u64(summary, w->offset);
    snw__put_u64(summary, chunk_size);
    const size_t map = summary->size;
    snw__record_put_u32(summary, 0);
    for (int i = 0; i < w->channel_count; i++) {
        const snw__bytes *entries = &w->index[i].entries;
        if (entries->size == 0) continue;
        snw__record_put_u16(summary, (unsigned)i + 1);
        snw__put_u64(summary, w->offset + w->out.size);
        const size_t record = snw__put_record(&w->out, SNW__OP_MESSAGE_INDEX);
        snw__record_put_u16(&w->out, (unsigned)i + 1);
        snw__record_put_u32(&w->out, (uint32_t)entries->size);
        snw__put(&w->out, entries->data, entries->size);
        snw__end_record(&w->out, record);
    }
    snw__end_length(summary, map);
    snw__put_u64(summary, w->out.size - chunk_size);
    snw__put_text(summary, snw__compression_name(w->config.compression));
    snw__put_u64(summary, packed);
    snw__put_u64(summary, w->chunk.size);
    snw__end_record(summary, start);
}

static void begin_chunk(snw_mcap_writer *w) {
    for (int i = 0; i < w->channel_count; i++) {
        w->index[i].entries.size = 0;
    }
    w->chunk.size = 0;
    w->chunk_messages = 0;
}

static void count_chunk(snw_mcap_writer *w) {
    if (w->given_messages == 0 || w->first_ns < w->start_ns) w->start_ns = w->first_ns;
    if (w->given_messages == 0 || w->last_ns > w->end_ns) w->end_ns = w->last_ns;
    w->given_messages += w->chunk_messages;
    w->chunk_count++;
}

static snw_status give_chunk(snw_mcap_writer *w) {
    if (w->chunk_messages == 0) return SNW_OK;
    bool broken = w->chunk.failed;
    for (int i = 0; i < w->channel_count; i++) {
        broken = broken || w->index[i].entries.failed;
    }
    if (broken) return SNW_ERR_MEMORY;
    snw__bytes packed = {0};
    snw_status status = snw__pack(w->packer, &w->config, w->chunk.data, w->chunk.size, &packed);
    if (status == SNW_OK) {
        const size_t back = w->chunk_index.size;
        put_chunk(w, &packed);
        put_chunk_index(w, packed.size, &w->chunk_index);
        status = w->chunk_index.failed ? SNW_ERR_MEMORY : give(w);
        if (snw_failed(status)) w->chunk_index.size = back;
    }
    snw__bytes_free(&packed);
    if (snw_failed(status)) return status;
    count_chunk(w);
    begin_chunk(w);
    return SNW_OK;
}

snw_status snw__mcap_flush(snw_mcap_writer *w) {
    if (w->finished) return SNW_ERR_STATE;
    const snw_status status = give_loose(w);
    return snw_failed(status) ? status : give_chunk(w);
}

// --- messages -----------------------------------------------------------------------------------

static void append(snw_mcap_writer *w, const snw_mcap_message *message) {
    if (w->chunk_messages == 0) {
        w->first_ns = w->last_ns = w->earliest_ns = message->log_ns;
        // now and then a chunk holds all that is needed to understand it
        if (w->chunk_count % SNW_MCAP_REPEAT == 0) {
            snw__put(&w->chunk, w->schemas.data, w->schemas.size);
            snw__put(&w->chunk, w->channels.data, w->channels.size);
        }
    }
    if (message->log_ns < w->first_ns) w->first_ns = message->log_ns;
    if (message->log_ns > w->last_ns) w->last_ns = message->log_ns;
    channel_index *index = &w->index[message->channel - 1];
    snw__put_u64(&index->entries, message->log_ns);
    snw__put_u64(&index->entries, w->chunk.size);
    const size_t start = snw__put_record(&w->chunk, SNW__OP_MESSAGE);
    snw__record_put_u16(&w->chunk, (unsigned)message->channel);
    snw__record_put_u32(&w->chunk, message->sequence);
    snw__put_u64(&w->chunk, message->log_ns);
    snw__put_u64(&w->chunk, message->publish_ns);
    snw__put(&w->chunk, message->data, message->size);
    snw__end_record(&w->chunk, start);
    index->messages++;
    w->chunk_messages++;
    w->messages++;
}

// true when one more message would make the chunk too large or too long
static bool is_full(const snw_mcap_writer *w, const snw_mcap_message *message) {
    if (w->chunk_messages == 0) return false;
    const uint64_t first = message->log_ns < w->first_ns ? message->log_ns : w->first_ns;
    const uint64_t last = message->log_ns > w->last_ns ? message->log_ns : w->last_ns;
    return w->chunk.size + SNW__HEAD_SIZE + SNW__MESSAGE_SIZE + message->size >
               (size_t)w->config.chunk_size ||
           last - first >= (uint64_t)w->config.chunk_ns;
}

snw_status snw__mcap_write(snw_mcap_writer *w, const snw_mcap_message *message) {
    if (w->finished || w->refused) return SNW_ERR_STATE;
    if (message->channel < 1 || message->channel > w->channel_count) return SNW_ERR_ARGUMENT;
    if (message->size > SNW_MCAP_RECORD_MOST / 4) return SNW_ERR_TOO_LARGE;
    snw_status status = SNW_OK;
    if (w->has_new || w->loose.size > 0 || is_full(w, message)) {
        status = is_full(w, message) ? snw__mcap_flush(w) : give_loose(w);
    }
    // a chunk that was refused grows by this one message; the next must wait
    append(w, message);
    if (w->chunk.failed) return SNW_ERR_MEMORY;
    return status;
}

snw_status snw__mcap_add_metadata(snw_mcap_writer *w, const char *name, const snw_mcap_pair *pairs,
                                  int count) {
    if (w->finished || w->refused) return SNW_ERR_STATE;
    const snw_status status = snw__mcap_flush(w);
    if (snw_failed(status)) return status;
    const size_t start = snw__put_record(&w->loose, SNW__OP_METADATA);
    snw__put_text(&w->loose, name);
    snw__put_pairs(&w->loose, pairs, count);
    snw__end_record(&w->loose, start);
    const size_t index = snw__put_record(&w->metadata_index, SNW__OP_METADATA_INDEX);
    snw__put_u64(&w->metadata_index, w->offset);
    snw__put_u64(&w->metadata_index, w->loose.size);
    snw__put_text(&w->metadata_index, name);
    snw__end_record(&w->metadata_index, index);
    w->metadata_count++;
    return w->loose.failed || w->metadata_index.failed ? SNW_ERR_MEMORY : give_loose(w);
}

// --- the end ------------------------------------------------------------------------------------

static void put_statistics(const snw_mcap_writer *w, snw__bytes *out) {
    const size_t start = snw__put_record(out, SNW__OP_STATISTICS);
    snw__put_u64(out, w->given_messages);
    snw__record_put_u16(out, (unsigned)w->schema_count);
    snw__record_put_u32(out, (uint32_t)w->channel_count);
    snw__record_put_u32(out, 0);
    snw__record_put_u32(out, (uint32_t)w->metadata_count);
    snw__record_put_u32(out, (uint32_t)w->chunk_count);
    snw__put_u64(out, w->given_messages == 0 ? 0 : w->start_ns);
    snw__put_u64(out, w->given_messages == 0 ? 0 : w->end_ns);
    const size_t map = out->size;
    snw__record_put_u32(out, 0);
    for (int i = 0; i < w->channel_count; i++) {
        if (w->index[i].messages == 0) continue;
        snw__record_put_u16(out, (unsigned)i + 1);
        snw__put_u64(out, w->index[i].messages);
    }
    snw__end_length(out, map);
    snw__end_record(out, start);
}

// one group of the summary, and where it is for the summary offset section
static void put_group(snw_mcap_writer *w, unsigned opcode, const snw__bytes *records,
                      snw__bytes *offsets) {
    if (records->size == 0) return;
    const size_t start = snw__put_record(offsets, SNW__OP_SUMMARY_OFFSET);
    snw__put_u8(offsets, opcode);
    snw__put_u64(offsets, w->offset + w->out.size);
    snw__put_u64(offsets, records->size);
    snw__end_record(offsets, start);
    snw__put(&w->out, records->data, records->size);
    w->out.failed = w->out.failed || records->failed;
}

snw_status snw__mcap_finish(snw_mcap_writer *w) {
    const snw_status status = snw__mcap_flush(w);
    if (snw_failed(status)) return status;
    size_t start = snw__put_record(&w->out, SNW__OP_DATA_END);
    snw__record_put_u32(&w->out, w->crc);
    snw__end_record(&w->out, start);

    const size_t summary = w->out.size;
    snw__bytes offsets = {0}, statistics = {0};
    put_statistics(w, &statistics);
    put_group(w, SNW__OP_SCHEMA, &w->schemas, &offsets);
    put_group(w, SNW__OP_CHANNEL, &w->channels, &offsets);
    put_group(w, SNW__OP_STATISTICS, &statistics, &offsets);
    put_group(w, SNW__OP_CHUNK_INDEX, &w->chunk_index, &offsets);
    put_group(w, SNW__OP_METADATA_INDEX, &w->metadata_index, &offsets);
    const size_t summary_offset = w->out.size;
    snw__put(&w->out, offsets.data, offsets.size);
    w->out.failed = w->out.failed || offsets.failed;
    snw__bytes_free(&offsets);
    snw__bytes_free(&statistics);

    start = snw__put_record(&w->out, SNW__OP_FOOTER);
    snw__put_u64(&w->out, w->offset + summary);
    snw__put_u64(&w->out, w->offset + summary_offset);
    snw__record_put_u32(&w->out, 0);
    snw__end_record(&w->out, start);
    if (!w->out.failed) {
        // the CRC covers the summary and the footer up to itself
        w->out.size -= 4;
        snw__record_put_u32(&w->out, snw__crc32(0, w->out.data + summary, w->out.size - summary));
    }
    snw__put(&w->out, SNW__MAGIC, SNW__MAGIC_SIZE);
    const snw_status given = give(w);
    w->finished = !snw_failed(given);
    return given;
}

snw_mcap_counts snw__mcap_get(const snw_mcap_writer *w) {
    return (snw_mcap_counts){.messages = w->messages,
                             .bytes = w->offset,
                             .pending = w->chunk_messages,
                             .schemas = w->schema_count,
                             .channels = w->channel_count,
                             .chunks = w->chunk_count,
                             .metadata = w->metadata_count,
                             .first_ns = w->chunk_messages == 0 ? 0 : (int64_t)w->earliest_ns,
                             .last_ns = w->chunk_messages == 0 ? 0 : (int64_t)w->last_ns};
}
