// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Any bytes as a recording: no crash, reading ends, every refusal has a reason, damage lies inside
// the file, a second pass gives as many messages, and what is read can be written and read again.
#include <stdlib.h>
#include <string.h>

#include "../../src/runtime/record/inside.h"
#include "sinew/record.h"

typedef struct output {
    uint8_t *data;
    size_t size, capacity;
} output;

static void must(int condition) {
    if (!condition) abort();
}

static snw_status take(const void *bytes, size_t size, void *context) {
    output *out = context;
    if (out->size + size > out->capacity) {
        out->capacity = 2 * (out->size + size);
        out->data = realloc(out->data, out->capacity);
        must(out->data != NULL);
    }
    memcpy(out->data + out->size, bytes, size);
    out->size += size;
    return SNW_OK;
}

static void judge(const snw_mcap_damage *damage, void *context) {
    const snw_source_bytes *source = context;
    must(damage->start <= damage->end && damage->end <= source->size);
    must(damage->text[0] != '\0');
}

static void decode(const snw_mcap_message *message) {
    snw_tick_values signals;
    snw_event event;
    snw_parameter_change change;
    snw_description text;
    if (snw_tick_values_decode(message->data, message->size, &signals) == SNW_OK &&
        signals.count > 0) {
        (void)snw__tick_values_at(&signals, signals.count - 1);
    }
    if (snw_event_decode(message->data, message->size, &event) == SNW_OK) {
        must(event.why.number_count <= SNW_WHY_NUMBERS);
    }
    SNW_IGNORE(snw_parameter_decode(message->data, message->size, &change));
    if (snw_description_decode(message->data, message->size, &text) == SNW_OK) {
        must(strlen(text.text) == text.length);
    }
}

// writes every message on one channel of a new file; it must read back
static void write_again(snw_mcap_reader *reader, uint64_t messages) {
    output out = {0};
    snw_mcap_writer *writer = NULL;
    const snw_mcap_config config = {.compression = (snw_mcap_compression)(messages % 3),
                                    .chunk_size = 300};
    must(snw__mcap_open(&writer, &config, take, &out) == SNW_OK);
    int id = 0;
    const snw_mcap_channel_config channel = {.topic = "x", .encoding = "y"};
    must(snw__mcap_add_channel(writer, &channel, &id) == SNW_OK);
    snw_mcap_message message;
    uint64_t count = 0;
    snw_mcap_read_rewind(reader);
    while (snw_mcap_read_next(reader, &message) == SNW_OK) {
        message.channel = id;
        must(snw__mcap_write(writer, &message) == SNW_OK);
        count++;
    }
    // channels that stand behind their messages are known the second time
    must(count >= messages && snw__mcap_finish(writer) == SNW_OK);
    snw__mcap_close(writer);
    const snw_source_bytes source = snw_source_memory(out.data, out.size);
    snw_mcap_reader *check = NULL;
    must(snw_mcap_read_open(&check, &source, NULL, NULL, NULL) == SNW_OK);
    while (snw_mcap_read_next(check, &message) == SNW_OK) {
    }
    const snw_mcap_facts facts = snw_mcap_read_facts(check);
    must(facts.messages == count && facts.finished && facts.damages == 0);
    snw_mcap_read_close(check);
    free(out.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    snw_source_bytes source = snw_source_memory(bytes, size);
    snw_mcap_reader *reader = NULL;
    snw_why why = {0};
    const snw_status opened = snw_mcap_read_open(&reader, &source, judge, &source, &why);
    if (opened != SNW_OK) {
        must(opened == SNW_ERR_SYNTAX && why.text[0] != '\0');
        return 0;
    }
    snw_mcap_message message;
    snw_status status;
    while ((status = snw_mcap_read_next(reader, &message)) == SNW_OK) {
        const snw_mcap_channel *channel = snw_mcap_read_channel(reader, message.channel);
        must(channel != NULL && channel->id == message.channel);
        const snw_mcap_schema *schema = snw_mcap_read_schema(reader, channel->schema_id);
        must(schema == NULL || schema->id == channel->schema_id);
        (void)snw_mcap_channel_value(channel, "paths");
        decode(&message);
    }
    must(status == SNW_DONE);
    write_again(reader, snw_mcap_read_facts(reader).messages);
    snw_mcap_read_close(reader);
    return 0;
}
