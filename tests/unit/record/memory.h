// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_RECORD_MEMORY_H
#define SINEW_TESTS_RECORD_MEMORY_H

/// @file
/// A file in memory, as a sink of the MCAP writer, and random recordings to put into it.

#include <stdlib.h>
#include <string.h>

#include "../../../src/runtime/record/inside.h"
#include "check.h"
#include "sinew/record.h"

typedef struct memory {
    uint8_t *data;
    size_t size, capacity;
    int units;       // given so far
    int refuse_unit; // the unit that is refused once; 0 for none
} memory;

__attribute__((unused)) static void memory_add(memory *m, const void *bytes, size_t size) {
    if (m->size + size > m->capacity) {
        m->capacity = 2 * (m->size + size);
        m->data = realloc(m->data, m->capacity);
        CHECK(m->data != NULL);
    }
    memcpy(m->data + m->size, bytes, size);
    m->size += size;
}

__attribute__((unused)) static snw_status memory_sink(const void *bytes, size_t size,
                                                      void *context) {
    memory *m = context;
    m->units++;
    if (m->units == m->refuse_unit) return SNW_ERR_FULL;
    memory_add(m, bytes, size);
    return SNW_OK;
}

/// One message as it was written: the truth to compare with.
typedef struct truth {
    int channel;
    uint32_t sequence;
    uint64_t log_ns;
    size_t size;
    uint8_t data[600];
} truth;

enum { CHANNELS = 5 };

/// Random bytes that compress a little.
__attribute__((unused)) static truth random_message(int i) {
    truth t = {.channel = check_int(1, CHANNELS),
               .sequence = (uint32_t)i,
               .log_ns = (uint64_t)i * 1000000 + (uint64_t)check_int(0, 999999),
               .size = (size_t)check_int(0, 600)};
    for (size_t k = 0; k < t.size; k++) {
        t.data[k] = (uint8_t)(check_int(0, 3) == 0 ? check_bits() : k);
    }
    return t;
}

__attribute__((unused)) static snw_mcap_message message_of(const truth *t) {
    return (snw_mcap_message){.channel = t->channel,
                              .sequence = t->sequence,
                              .log_ns = t->log_ns,
                              .publish_ns = t->log_ns + 7,
                              .data = t->data,
                              .size = t->size};
}

/// Two schemas and CHANNELS channels.
__attribute__((unused)) static void announce(snw_mcap_writer *writer) {
    int id = 0;
    CHECK(snw__mcap_add_schema(writer, "one", "ros2msg", "int32 x\n", 8, &id) == SNW_OK && id == 1);
    CHECK(snw__mcap_add_schema(writer, "two", "", "", 0, &id) == SNW_OK && id == 2);
    for (int i = 1; i <= CHANNELS; i++) {
        char topic[32];
        (void)snprintf(topic, sizeof topic, "/topic/%d", i);
        const snw_mcap_pair pairs[] = {{"key", "value"}, {"number", topic}};
        const snw_mcap_channel_config config = {.schema = i == 5 ? 2 : 1,
                                                .topic = topic,
                                                .encoding = "cdr",
                                                .pairs = pairs,
                                                .pair_count = i % 3};
        CHECK(snw__mcap_add_channel(writer, &config, &id) == SNW_OK && id == i);
    }
}

/// A finished (or not) file of `count` random messages, in chunks of about `chunk` bytes.
__attribute__((unused)) static memory random_file(const snw_mcap_config *config, truth *truths,
                                                  int count, bool finish) {
    memory m = {0};
    snw_mcap_writer *writer = NULL;
    CHECK(snw__mcap_open(&writer, config, memory_sink, &m) == SNW_OK);
    announce(writer);
    const snw_mcap_pair pairs[] = {{"a", "b"}};
    CHECK(snw__mcap_add_metadata(writer, "facts", pairs, 1) == SNW_OK);
    for (int i = 0; i < count; i++) {
        truths[i] = random_message(i);
        const snw_mcap_message message = message_of(&truths[i]);
        CHECK(snw__mcap_write(writer, &message) == SNW_OK);
    }
    CHECK((finish ? snw__mcap_finish(writer) : snw__mcap_flush(writer)) == SNW_OK);
    CHECK(snw__mcap_get(writer).bytes == m.size);
    snw__mcap_close(writer);
    return m;
}

__attribute__((unused)) static bool is_truth(const truth *t, const snw_mcap_message *message) {
    return message->channel == t->channel && message->sequence == t->sequence &&
           message->log_ns == t->log_ns && message->publish_ns == t->log_ns + 7 &&
           message->size == t->size && memcmp(message->data, t->data, t->size) == 0;
}

#endif // SINEW_TESTS_RECORD_MEMORY_H
