// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "memory.h"

#include "../../../src/runtime/record/inside.h"

enum { MOST = 500 };
static truth truths[MOST];

static uint64_t number_at(const uint8_t *p, int size) {
    uint64_t value = 0;
    for (int i = size - 1; i >= 0; i--)
        value = value << 8 | p[i];
    return value;
}

// The records of a file, followed by their lengths alone, are those that the specification asks
// for, in their order; every offset in the summary leads to a record of the right kind.
static void the_layout_is_that_of_the_specification(void) {
    const snw_mcap_config config = {.profile = "ros2", .chunk_size = 3000};
    memory m = random_file(&config, truths, 100, true);
    CHECK(memcmp(m.data, "\x89MCAP0\r\n", 8) == 0);
    CHECK(memcmp(m.data + m.size - 8, "\x89MCAP0\r\n", 8) == 0);
    const uint8_t *footer = m.data + m.size - 8 - 29;
    CHECK(footer[0] == 2 && number_at(footer + 1, 8) == 20);
    const uint64_t summary = number_at(footer + 9, 8), offsets = number_at(footer + 17, 8);
    CHECK(number_at(footer + 25, 4) ==
          snw__crc32(0, m.data + summary, m.size - 8 - 4 - (size_t)summary));
    int counts[16] = {0}, in_summary[16] = {0};
    for (size_t at = 8; at < m.size - 8;) {
        const uint8_t *r = m.data + at;
        CHECK(r[0] >= 1 && r[0] <= 15);
        const uint64_t length = number_at(r + 1, 8);
        if (at >= summary && at < offsets) {
            in_summary[r[0]]++;
        } else {
            counts[r[0]]++;
        }
        if (r[0] == 15) {
            CHECK(number_at(r + 9, 4) == snw__crc32(0, m.data, at) && at + 13 == summary);
        }
        if (r[0] == 8) {
            // a chunk index: its chunk is a chunk of that length, its times are those of the chunk
            const uint8_t *chunk = m.data + number_at(r + 25, 8);
            CHECK(chunk[0] == 6 && number_at(chunk + 1, 8) + 9 == number_at(r + 33, 8));
            CHECK(memcmp(chunk + 9, r + 9, 16) == 0);
            const uint64_t map = number_at(r + 41, 4);
            for (uint64_t k = 0; k < map; k += 10) {
                const uint8_t *index = m.data + number_at(r + 45 + k + 2, 8);
                CHECK(index[0] == 7 && memcmp(index + 9, r + 45 + k, 2) == 0);
                // each entry of a message index: time, and place of a message with that time
                for (uint64_t e = 0; e < number_at(index + 11, 4); e += 16) {
                    const uint8_t *records = chunk + 9 + 28 + 4 + 8;
                    const uint8_t *message = records + number_at(index + 15 + e + 8, 8);
                    CHECK(message[0] == 5 && memcmp(message + 9, index + 9, 2) == 0);
                    CHECK(memcmp(message + 15, index + 15 + e, 8) == 0);
                }
            }
        }
        if (r[0] == 14) {
            // a summary offset: a whole group of records of one kind
            const uint64_t start = number_at(r + 10, 8), size = number_at(r + 18, 8);
            for (uint64_t k = 0; k < size;) {
                CHECK(m.data[start + k] == r[9]);
                k += 9 + number_at(m.data + start + k + 1, 8);
            }
        }
        if (r[0] == 11) CHECK(number_at(r + 9, 8) == 100);
        if (r[0] == 13) CHECK(m.data[number_at(r + 9, 8)] == 12);
        at += 9 + (size_t)length;
    }
    CHECK(counts[1] == 1 && counts[2] == 1 && counts[15] == 1 && counts[12] == 1);
    CHECK(counts[6] > 5 && counts[6] == in_summary[8] && in_summary[11] == 1);
    CHECK(in_summary[3] == 2 && in_summary[4] == CHANNELS && in_summary[13] == 1);
    CHECK(counts[5] == 0 && counts[14] == 5);
    free(m.data);
}

// A sink that refuses any one unit gets it again; the file is the same in the end.
static void a_refused_unit_is_offered_again(void) {
    const snw_mcap_config config = {.chunk_size = 3000};
    check_seed(5);
    memory whole = {0};
    for (int refuse = 0; refuse < 20; refuse++) {
        check_seed(5);
        memory m = {.refuse_unit = refuse};
        snw_mcap_writer *writer = NULL;
        CHECK(snw__mcap_open(&writer, &config, memory_sink, &m) == SNW_OK);
        announce(writer);
        int refused = 0;
        for (int i = 0; i < 60; i++) {
            const truth t = random_message(i);
            const snw_mcap_message message = message_of(&t);
            const snw_status status = snw__mcap_write(writer, &message);
            if (status == SNW_OK) continue;
            // the message is kept; none can follow until the flush succeeds
            CHECK(status == SNW_ERR_FULL);
            refused++;
            CHECK(snw__mcap_write(writer, &message) == SNW_ERR_STATE);
            CHECK(snw__mcap_flush(writer) == SNW_OK);
        }
        const snw_status status = snw__mcap_finish(writer);
        if (status != SNW_OK) {
            CHECK(status == SNW_ERR_FULL);
            refused++;
            CHECK(snw__mcap_finish(writer) == SNW_OK);
        }
        CHECK(refused == (refuse > 0 && refuse <= m.units ? 1 : 0));
        CHECK(snw__mcap_flush(writer) == SNW_ERR_STATE);
        snw__mcap_close(writer);
        const snw_source_bytes source = snw_source_memory(m.data, m.size);
        snw_mcap_reader *reader = NULL;
        CHECK(snw_mcap_read_open(&reader, &source, NULL, NULL, NULL) == SNW_OK);
        snw_mcap_message message;
        int count = 0;
        check_seed(5);
        while (snw_mcap_read_next(reader, &message) == SNW_OK) {
            const truth t = random_message(count++);
            CHECK(is_truth(&t, &message));
        }
        CHECK(count == 60 && snw_mcap_read_facts(reader).finished);
        CHECK(snw_mcap_read_facts(reader).damages == 0);
        snw_mcap_read_close(reader);
        if (refuse == 0) {
            whole = m;
        } else {
            free(m.data);
        }
    }
    free(whole.data);
}

static void chunks_are_short_in_bytes_and_time(void) {
    const snw_mcap_config config = {.chunk_size = 100000, .chunk_ns = 1000};
    memory m = {0};
    snw_mcap_writer *writer = NULL;
    CHECK(snw__mcap_open(&writer, &config, memory_sink, &m) == SNW_OK);
    announce(writer);
    for (uint64_t t = 0; t < 10000; t += 100) {
        const snw_mcap_message message = {.channel = 1, .log_ns = t, .data = "x", .size = 1};
        CHECK(snw__mcap_write(writer, &message) == SNW_OK);
    }
    CHECK(snw__mcap_finish(writer) == SNW_OK);
    // ten messages are less than 1000 ns apart
    CHECK(snw__mcap_get(writer).chunks == 10);
    snw__mcap_close(writer);
    free(m.data);
}

static void wrong_use_is_refused(void) {
    memory m = {0};
    snw_mcap_writer *writer = NULL;
    const snw_mcap_config bad[] = {{.compression = (snw_mcap_compression)3},
                                   {.level = 20},
                                   {.level = -1},
                                   {.chunk_size = -1},
                                   {.chunk_ns = -1}};
    for (int i = 0; i < 5; i++)
        CHECK(snw__mcap_open(&writer, &bad[i], memory_sink, &m) == SNW_ERR_ARGUMENT);
    const snw_mcap_config config = snw__mcap_defaults();
    CHECK(snw__mcap_open(&writer, &config, memory_sink, &m) == SNW_OK);
    snw_mcap_message message = {.channel = 1};
    CHECK(snw__mcap_write(writer, &message) == SNW_ERR_ARGUMENT);
    int id = 0;
    const snw_mcap_channel_config channel = {.schema = 1, .topic = "/x", .encoding = "cdr"};
    CHECK(snw__mcap_add_channel(writer, &channel, &id) == SNW_ERR_ARGUMENT);
    announce(writer);
    message.channel = CHANNELS + 1;
    CHECK(snw__mcap_write(writer, &message) == SNW_ERR_ARGUMENT);
    message.channel = 0;
    CHECK(snw__mcap_write(writer, &message) == SNW_ERR_ARGUMENT);
    snw__mcap_close(writer);
    snw__mcap_close(NULL);
    free(m.data);
}

int main(void) {
    RUN(the_layout_is_that_of_the_specification);
    RUN(a_refused_unit_is_offered_again);
    RUN(chunks_are_short_in_bytes_and_time);
    RUN(wrong_use_is_refused);
    return check_report();
}
