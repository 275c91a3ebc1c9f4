// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/record/mcap_read.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "mcap_internal.h"

enum { WINDOW = 1 << 17 };
static const size_t memory_most = (size_t)1 << 28; // of channels, schemas, metadata

// what is known of a number: the record as it was read, and what was made of it
typedef struct entry {
    const void *made;
    const uint8_t *raw; // [size]
    size_t size;
    bool checked; // it stood where a CRC covers it
} entry;

// by number; grows, because most files use a few small ones
typedef struct table {
    entry *items; // [count]
    int count;
} table;

struct snw_mcap_reader {
    const snw_source_bytes *source;
    snw_mcap_damage_fn *tell;
    void *context;
    snw_setup *memory;
    snw__packer *packer;
    snw__window window;
    table schemas, channels;

    uint64_t offset;    // of the next record
    snw__bytes content; // of a record at the top level
    snw__bytes chunk;   // unpacked
    size_t chunk_at;
    bool in_chunk;
    bool ended;      // nothing follows
    bool silent;     // a second pass
    bool sequential; // no byte was skipped, so `crc` is that of all before `offset`
    uint32_t crc;
    bool io_failed, no_memory;

    snw_mcap_facts facts;
    snw_mcap_metadata *metadata;
    int metadata_capacity;
};

static void damage(snw_mcap_reader *r, uint64_t start, uint64_t end, const char *text) {
    r->sequential = false;
    if (r->silent) return;
    r->facts.damages++;
    r->facts.lost_bytes += end - start;
    const snw_mcap_damage one = {start, end, text};
    if (r->tell != NULL) r->tell(&one, r->context);
}

// --- channels and schemas -----------------------------------------------------------------------

// the entry of a number, made if need be; NULL when out of memory
static entry *entry_of(table *t, int id) {
    if (id < t->count) return &t->items[id];
    int count = t->count == 0 ? 64 : t->count;
    while (count <= id)
        count *= 2;
    entry *items = realloc(t->items, (size_t)count * sizeof *items);
    if (items == NULL) return NULL;
    memset(items + t->count, 0, (size_t)(count - t->count) * sizeof *items);
    t->items = items;
    t->count = count;
    return &items[id];
}

static const void *made_of(const table *t, int id) {
    return id >= 0 && id < t->count ? t->items[id].made : NULL;
}

// keeps a record under its number; a second one must be the same, and one that a CRC covers is
// believed rather than one that none does. False when the record is malformed or contradicts
static bool keep(snw_mcap_reader *r, unsigned opcode, const uint8_t *data, size_t size,
                 bool checked) {
    if (size < 2) return false;
    entry *known =
        entry_of(opcode == SNW__OP_SCHEMA ? &r->schemas : &r->channels, snw__get_u16(data));
    if (known == NULL) {
        r->no_memory = true;
        return false;
    }
    if (known->made != NULL && known->size == size && memcmp(known->raw, data, size) == 0) {
        known->checked = known->checked || checked;
        return true;
    }
    if (known->made != NULL && (known->checked || !checked)) return false;
    const bool contradicts = known->made != NULL;
    const void *made = opcode == SNW__OP_SCHEMA
                           ? (const void *)snw__schema_read(data, size, r->memory)
                           : (const void *)snw__channel_read(data, size, r->memory);
    const char *raw = snw_setup_text(r->memory, (const char *)data, size);
    if (snw_failed(snw_setup_status(r->memory))) r->no_memory = true;
    if (made == NULL || raw == NULL) return false;
    *known = (entry){made, (const uint8_t *)raw, size, checked};
    return !contradicts;
}

static bool keep_metadata(snw_mcap_reader *r, const uint8_t *data, size_t size) {
    if (r->silent) return true;
    if (r->facts.metadata_count == r->metadata_capacity) {
        const int capacity = r->metadata_capacity == 0 ? 8 : 2 * r->metadata_capacity;
        snw_mcap_metadata *grown = snw_setup_grow(
            r->memory, r->metadata, (size_t)capacity * sizeof *grown, _Alignof(snw_mcap_metadata));
        if (grown == NULL) {
            r->no_memory = true;
            return false;
        }
        r->metadata = grown;
        r->metadata_capacity = capacity;
    }
    if (!snw__metadata_read(data, size, r->memory, &r->metadata[r->facts.metadata_count])) {
        return false;
    }
    r->facts.metadata_count++;
    return true;
}

// --- the end of a file --------------------------------------------------------------------------

// reads size bytes at an offset into r->content
static bool load(snw_mcap_reader *r, uint64_t offset, uint64_t size) {
    r->content.size = 0;
    if (size > SNW_MCAP_RECORD_MOST) return false;
    uint8_t *room = snw__bytes_room(&r->content, (size_t)size);
    if (room == NULL) {
        r->no_memory = true;
        return false;
    }
    if (size > 0 && r->source->read(r->source->context, offset, room, (size_t)size) != 0) {
        r->io_failed = true;
        return false;
    }
    r->content.size = (size_t)size;
    return true;
}

// true when all from `start` (behind the data end; UINT64_MAX: not known) to the end of the file is
// a summary with a fitting CRC, or none, and the footer. The summary is then in r->content
static bool load_summary(snw_mcap_reader *r, uint64_t start) {
    const uint64_t tail = SNW__HEAD_SIZE + SNW__FOOTER_SIZE + SNW__MAGIC_SIZE;
    const uint64_t size = r->source->size;
    if (size < tail || !load(r, size - tail, tail)) return false;
    const uint8_t *footer = r->content.data;
    if (footer[0] != SNW__OP_FOOTER || snw__get_u64(footer + 1) != SNW__FOOTER_SIZE ||
        memcmp(footer + tail - SNW__MAGIC_SIZE, SNW__MAGIC, SNW__MAGIC_SIZE) != 0) {
        return false;
    }
    const uint64_t place = snw__get_u64(footer + 9), offsets = snw__get_u64(footer + 17);
    const uint32_t crc = snw__get_u32(footer + 25);
    const uint64_t begin = place == 0 ? size - tail : place;
    if (begin > size - tail || (start != UINT64_MAX && begin != start)) return false;
    if (offsets != 0 && (offsets < begin || offsets > size - tail)) return false;
    const uint64_t covered = size - begin - SNW__MAGIC_SIZE - 4;
    if (!load(r, begin, covered)) return false;
    if (crc != 0 && snw__crc32(0, r->content.data, r->content.size) != crc) return false;
    r->content.size = (size_t)(size - tail - begin);
    return true;
}

// channels of a summary: they serve when those in the data are damaged
static void use_summary(snw_mcap_reader *r) {
    if (!load_summary(r, UINT64_MAX) || !snw__records_are_whole(r->content.data, r->content.size)) {
        return;
    }
    for (size_t at = 0; at < r->content.size;) {
        const uint8_t *record = r->content.data + at;
        const size_t length = (size_t)snw__get_u64(record + 1);
        if (record[0] == SNW__OP_SCHEMA || record[0] == SNW__OP_CHANNEL) {
            (void)keep(r, record[0], record + SNW__HEAD_SIZE, length, true);
        }
        at += SNW__HEAD_SIZE + length;
    }
}

// --- records of the data section ----------------------------------------------------------------

// the range [start, where reading goes on) is lost
static void skip(snw_mcap_reader *r, uint64_t start, uint64_t from, const char *text) {
    const uint64_t found = snw__find_record(&r->window, from);
    if (found == UINT64_MAX) r->io_failed = true;
    r->offset = r->io_failed ? r->source->size : found;
    damage(r, start, r->offset, text);
}

static void skip_record(snw_mcap_reader *r, uint64_t length, const char *text) {
    const uint64_t start = r->offset, next = start + SNW__HEAD_SIZE + length;
    // its length is believed only when something sensible follows
    if (snw__is_record_at(&r->window, next) && next < r->source->size) {
        r->offset = next;
        damage(r, start, next, text);
    } else {
        skip(r, start, start + 1, text);
    }
}

static bool unpack(snw_mcap_reader *r, const snw__chunk_head *head) {
    r->chunk.size = 0;
    uint8_t *room = snw__bytes_room(&r->chunk, (size_t)head->size);
    if (room == NULL) {
        r->no_memory = true;
        return false;
    }
    if (snw_failed(snw__unpack(r->packer, (snw_mcap_compression)head->compression,
                               r->content.data + head->length, (size_t)head->packed, room,
                               (size_t)head->size))) {
        return false;
    }
    r->chunk.size = (size_t)head->size;
    return head->crc == 0 || snw__crc32(0, room, r->chunk.size) == head->crc;
}

static void open_chunk(snw_mcap_reader *r, uint64_t length) {
    snw__chunk_head head;
    if (!snw__chunk_head_read(r->content.data, r->content.size, length, &head)) {
        skip_record(r, length, "the header of a chunk is damaged");
    } else if (head.compression < 0) {
        skip_record(r, length, "the compression of a chunk is not known");
    } else if (!unpack(r, &head)) {
        skip_record(r, length, "a chunk does not match its checksum");
    } else if (!snw__records_are_whole(r->chunk.data, r->chunk.size)) {
        skip_record(r, length, "the records of a chunk are damaged");
    } else {
        if (r->facts.chunks == 0) r->facts.compression = (snw_mcap_compression)head.compression;
        r->facts.chunks++;
        r->in_chunk = true;
        r->chunk_at = 0;
        r->offset += SNW__HEAD_SIZE + length;
    }
}

static void end_of_data(snw_mcap_reader *r) {
    const uint64_t next = r->offset + SNW__HEAD_SIZE + 4;
    const uint32_t crc = snw__get_u32(r->content.data);
    const bool fits = crc == 0 || !r->sequential || crc == r->crc;
    const bool whole = load_summary(r, next);
    if (!fits) damage(r, 0, r->offset, "the data section does not match its checksum");
    if (!whole) damage(r, next, r->source->size, "the index or the footer is damaged or missing");
    r->facts.finished = whole;
    r->offset = r->source->size;
    r->ended = true;
}

static void read_header(snw_mcap_reader *r) {
    snw__cursor cursor = snw__cursor_over(r->content.data, r->content.size);
    const snw__slice profile = snw__take_text(&cursor), library = snw__take_text(&cursor);
    if (cursor.failed) {
        damage(r, r->offset, r->offset + SNW__HEAD_SIZE + r->content.size, "the header is damaged");
        return;
    }
    const char *a = snw_setup_text(r->memory, (const char *)profile.data, profile.size);
    const char *b = snw_setup_text(r->memory, (const char *)library.data, library.size);
    if (a != NULL && b != NULL && !r->silent) {
        r->facts.profile = a;
        r->facts.library = b;
    }
}

// a record that is neither a chunk nor the end; its content is loaded
static void use_record(snw_mcap_reader *r, unsigned opcode) {
    const uint64_t end = r->offset + SNW__HEAD_SIZE + r->content.size;
    bool good = true;
    // a length that nothing confirms, neither the fields inside nor what follows, is damage
    if (!snw__is_exact(opcode, r->content.data, r->content.size) &&
        !snw__is_record_at(&r->window, end)) {
        skip(r, r->offset, r->offset + 1, "the length of a record is damaged");
        return;
    }
    if (opcode == SNW__OP_HEADER) read_header(r);
    if (opcode == SNW__OP_SCHEMA || opcode == SNW__OP_CHANNEL) {
        good = keep(r, opcode, r->content.data, r->content.size, false);
    }
    if (opcode == SNW__OP_METADATA) good = keep_metadata(r, r->content.data, r->content.size);
    if (opcode == SNW__OP_ATTACHMENT) r->facts.attachments++;
    if (opcode >= 0x80) r->facts.private_records++;
    if (!good) damage(r, r->offset, end, "a record is damaged, or contradicts an earlier one");
    r->offset = end;
}

// a message outside of chunks, where no CRC covers it: as a chunk that holds this one record. What
// is whole as another record has lost a bit of its opcode
static void open_message(snw_mcap_reader *r) {
    for (unsigned opcode = SNW__OP_HEADER; opcode <= SNW__OP_METADATA; opcode++) {
        if (snw__is_exact(opcode, r->content.data, r->content.size)) {
            skip_record(r, r->content.size, "the kind of a record is damaged");
            return;
        }
    }
    r->chunk.size = 0;
    const size_t start = snw__put_record(&r->chunk, SNW__OP_MESSAGE);
    snw__put(&r->chunk, r->content.data, r->content.size);
    snw__end_record(&r->chunk, start);
    r->no_memory = r->no_memory || r->chunk.failed;
    r->offset += SNW__HEAD_SIZE + r->content.size;
    r->chunk_at = 0;
    r->in_chunk = true;
}

static void step(snw_mcap_reader *r) {
    const uint64_t left = r->source->size - r->offset;
    if (left == 0) {
        r->ended = true;
        return;
    }
    size_t got = 0;
    const uint8_t *head =
        snw__window_at(&r->window, r->offset, SNW__HEAD_SIZE + SNW__CHUNK_HEAD_MOST, &got);
    if (head == NULL) {
        r->io_failed = true;
        return;
    }
    const unsigned opcode = got == 0 ? 0 : head[0];
    const uint64_t length = got < SNW__HEAD_SIZE ? UINT64_MAX : snw__get_u64(head + 1);
    const bool is_header = opcode == SNW__OP_HEADER && r->offset == SNW__MAGIC_SIZE;
    if (got < SNW__HEAD_SIZE || length > left - SNW__HEAD_SIZE) {
        skip(r, r->offset, r->offset + 1, "a record is truncated");
        return;
    }
    if (!(is_header && length <= SNW_MCAP_RECORD_MOST) &&
        !snw__is_plausible(opcode, length, head + SNW__HEAD_SIZE, got - SNW__HEAD_SIZE)) {
        skip_record(r, length, "a record is not allowed here");
        return;
    }
    uint8_t start[SNW__HEAD_SIZE];
    memcpy(start, head, sizeof start);
    if (!load(r, r->offset + SNW__HEAD_SIZE, length)) {
        if (!r->io_failed && !r->no_memory) skip_record(r, length, "a record is too large");
        return;
    }
    if (opcode == SNW__OP_DATA_END) {
        end_of_data(r);
        return;
    }
    r->crc = snw__crc32(snw__crc32(r->crc, start, sizeof start), r->content.data, r->content.size);
    if (opcode == SNW__OP_CHUNK) {
        open_chunk(r, length);
    } else if (opcode == SNW__OP_MESSAGE) {
        open_message(r);
    } else {
        use_record(r, opcode);
    }
}

// --- messages -----------------------------------------------------------------------------------

static void count_message(snw_mcap_reader *r, const snw_mcap_message *message) {
    if (r->facts.messages == 0 || message->log_ns < r->facts.first_ns) {
        r->facts.first_ns = message->log_ns;
    }
    if (r->facts.messages == 0 || message->log_ns > r->facts.last_ns) {
        r->facts.last_ns = message->log_ns;
    }
    r->facts.messages++;
}

// the next record of the open chunk; true when it is a message of a known channel
static bool next_in_chunk(snw_mcap_reader *r, snw_mcap_message *message) {
    if (r->chunk_at >= r->chunk.size) {
        r->in_chunk = false;
        return false;
    }
    const uint8_t *record = r->chunk.data + r->chunk_at;
    const size_t length = (size_t)snw__get_u64(record + 1);
    const uint8_t *content = record + SNW__HEAD_SIZE;
    r->chunk_at += SNW__HEAD_SIZE + length;
    if (record[0] == SNW__OP_SCHEMA || record[0] == SNW__OP_CHANNEL) {
        if (!keep(r, record[0], content, length, true)) {
            damage(r, r->offset, r->offset, "a channel or schema contradicts an earlier one");
        }
        return false;
    }
    if (record[0] != SNW__OP_MESSAGE) return false;
    const int id = snw__get_u16(content);
    if (made_of(&r->channels, id) == NULL) {
        r->facts.unknown++;
        return false;
    }
    *message = (snw_mcap_message){.channel = id,
                                  .sequence = snw__get_u32(content + 2),
                                  .log_ns = snw__get_u64(content + 6),
                                  .publish_ns = snw__get_u64(content + 14),
                                  .data = content + SNW__MESSAGE_SIZE,
                                  .size = length - SNW__MESSAGE_SIZE};
    return true;
}

snw_status snw_mcap_read_next(snw_mcap_reader *r, snw_mcap_message *message) {
    for (;;) {
        if (r->io_failed) return SNW_ERR_IO;
        if (r->no_memory) return SNW_ERR_MEMORY;
        if (r->in_chunk) {
            if (!next_in_chunk(r, message)) continue;
            count_message(r, message);
            return SNW_OK;
        }
        if (r->ended) return SNW_DONE;
        step(r);
    }
}

// --- lifetime -----------------------------------------------------------------------------------

static bool has_magic(snw_mcap_reader *r) {
    size_t got = 0;
    const uint8_t *bytes = snw__window_at(&r->window, 0, SNW__MAGIC_SIZE, &got);
    r->io_failed = bytes == NULL;
    return bytes != NULL && got == SNW__MAGIC_SIZE && memcmp(bytes, SNW__MAGIC, got) == 0;
}

void snw_mcap_read_rewind(snw_mcap_reader *r) {
    r->silent = r->silent || r->ended;
    r->facts.messages = r->facts.unknown = 0;
    r->facts.first_ns = r->facts.last_ns = 0;
    r->facts.chunks = r->facts.attachments = r->facts.private_records = 0;
    r->in_chunk = r->ended = false;
    r->sequential = true;
    r->crc = snw__crc32(0, SNW__MAGIC, SNW__MAGIC_SIZE);
    r->offset = SNW__MAGIC_SIZE;
    if (!has_magic(r) && !r->io_failed) skip(r, 0, 0, "the file does not begin as MCAP");
}

static snw_status begin(snw_mcap_reader *r, snw_why *why) {
    snw_mcap_read_rewind(r);
    if (r->io_failed) {
        return snw_refuse(why, SNW_ERR_IO, NULL, "the recording cannot be read", NULL);
    }
    if (r->offset == r->source->size && !r->sequential) {
        return snw_refuse(why, SNW_ERR_SYNTAX, NULL, "this is not an MCAP file",
                          "it begins with other bytes and contains no chunk");
    }
    use_summary(r);
    return SNW_OK;
}

snw_status snw_mcap_read_open(snw_mcap_reader **reader, const snw_source_bytes *source,
                              snw_mcap_damage_fn *tell, void *context, snw_why *why) {
    snw_mcap_reader *r = calloc(1, sizeof *r);
    if (r == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, NULL, NULL, NULL);
    }
    r->source = source;
    r->tell = tell;
    r->context = context;
    r->facts.profile = r->facts.library = "";
    r->memory = snw_setup_create(memory_most);
    r->packer = snw__packer_create();
    r->window = (snw__window){.source = source, .data = malloc(WINDOW), .capacity = WINDOW};
    snw_status status = SNW_ERR_MEMORY;
    if (r->memory != NULL && r->packer != NULL && r->window.data != NULL) {
        status = begin(r, why);
    } else {
        snw_why_set(why, status, NULL, NULL);
    }
    if (snw_failed(status)) {
        snw_mcap_read_close(r);
        return status;
    }
    *reader = r;
    return SNW_OK;
}

void snw_mcap_read_close(snw_mcap_reader *r) {
    if (r == NULL) return;
    snw__bytes_free(&r->content);
    snw__bytes_free(&r->chunk);
    snw__packer_destroy(r->packer);
    snw_setup_destroy(r->memory);
    free(r->schemas.items);
    free(r->channels.items);
    free(r->window.data);
    free(r);
}

const snw_mcap_channel *snw_mcap_read_channel(const snw_mcap_reader *r, int id) {
    return made_of(&r->channels, id);
}

const snw_mcap_schema *snw_mcap_read_schema(const snw_mcap_reader *r, int id) {
    return made_of(&r->schemas, id);
}

const char *snw_mcap_channel_value(const snw_mcap_channel *channel, const char *key) {
    for (int i = 0; i < channel->pair_count; i++) {
        if (strcmp(channel->pairs[i].key, key) == 0) return channel->pairs[i].value;
    }
    return NULL;
}

snw_mcap_facts snw_mcap_read_facts(const snw_mcap_reader *r) {
    snw_mcap_facts facts = r->facts;
    facts.size = r->source->size;
    facts.metadata = r->metadata;
    return facts;
}

int snw_recording_version(const snw_mcap_facts *facts) {
    int64_t version = 1;
    for (int i = 0; i < facts->metadata_count; i++) {
        const snw_mcap_metadata *one = &facts->metadata[i];
        if (strcmp(one->name, "sinew") != 0) continue;
        for (int k = 0; k < one->pair_count; k++) {
            const char *text = one->pairs[k].value;
            if (strcmp(one->pairs[k].key, "recording") != 0) continue;
            if (snw_failed(snw_int_parse(text, strlen(text), &version, NULL)) || version < 1 ||
                version > INT_MAX) {
                version = 1;
            }
        }
    }
    return (int)version;
}
