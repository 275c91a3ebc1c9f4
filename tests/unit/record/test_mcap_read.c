// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "memory.h"

#include "../../../src/runtime/record/inside.h"

enum { MOST = 2000 };
static truth truths[MOST];

typedef struct seen {
    int damages;
    uint64_t lost;
    uint64_t last_end;
} seen;

static void note(const snw_mcap_damage *damage, void *context) {
    seen *s = context;
    CHECK(damage->start <= damage->end && damage->text[0] != '\0');
    s->damages++;
    s->lost += damage->end - damage->start;
    s->last_end = damage->end;
}

// reads all; each message must be one of the truths, in order; returns how many came
static int read_all(const void *data, size_t size, seen *s, snw_mcap_facts *facts) {
    const snw_source_bytes source = snw_source_memory(data, size);
    snw_mcap_reader *reader = NULL;
    *s = (seen){0};
    *facts = (snw_mcap_facts){0};
    snw_why why = {0};
    const snw_status opened = snw_mcap_read_open(&reader, &source, note, s, &why);
    if (opened != SNW_OK) {
        CHECK(opened == SNW_ERR_SYNTAX && why.text[0] != '\0');
        return -1;
    }
    int count = 0, next = 0;
    snw_mcap_message message;
    snw_status status;
    while ((status = snw_mcap_read_next(reader, &message)) == SNW_OK) {
        while (next < MOST && !is_truth(&truths[next], &message))
            next++;
        CHECK(next < MOST);
        next++;
        count++;
    }
    CHECK(status == SNW_DONE);
    *facts = snw_mcap_read_facts(reader);
    facts->metadata = NULL;
    facts->profile = facts->library = NULL;
    snw_mcap_read_close(reader);
    return count;
}

static void what_was_written_is_read_back(void) {
    const snw_mcap_compression packings[] = {SNW_MCAP_NONE, SNW_MCAP_LZ4, SNW_MCAP_ZSTD};
    CHECK_CASES(check_scaled(200)) {
        const snw_mcap_config config = {.profile = "ros2",
                                        .compression = packings[check_int(0, 2)],
                                        .chunk_size = check_int(0, 1) ? 0 : check_int(1, 20000)};
        const int count = check_int(0, 300);
        const bool finish = check_int(0, 1) == 1;
        memory m = random_file(&config, truths, count, finish);
        const snw_source_bytes source = snw_source_memory(m.data, m.size);
        snw_mcap_reader *reader = NULL;
        CHECK(snw_mcap_read_open(&reader, &source, NULL, NULL, NULL) == SNW_OK);
        // twice: a rewound reader gives the same
        for (int pass = 0; pass < 2; pass++) {
            snw_mcap_message message;
            for (int i = 0; i < count; i++) {
                CHECK(snw_mcap_read_next(reader, &message) == SNW_OK);
                CHECK(is_truth(&truths[i], &message));
            }
            CHECK(snw_mcap_read_next(reader, &message) == SNW_DONE);
            const snw_mcap_facts facts = snw_mcap_read_facts(reader);
            CHECK(facts.finished == finish && facts.damages == 0 && facts.unknown == 0);
            CHECK(facts.messages == (uint64_t)count && facts.size == m.size);
            CHECK_TEXT(facts.profile, "ros2");
            CHECK(facts.metadata_count == 1 && facts.metadata[0].pair_count == 1);
            CHECK_TEXT(facts.metadata[0].name, "facts");
            CHECK_TEXT(facts.metadata[0].pairs[0].value, "b");
            snw_mcap_read_rewind(reader);
        }
        const snw_mcap_channel *channel = snw_mcap_read_channel(reader, 2);
        CHECK(channel != NULL && channel->pair_count == 2 && channel->schema_id == 1);
        CHECK_TEXT(channel->topic, "/topic/2");
        CHECK_TEXT(snw_mcap_channel_value(channel, "number"), "/topic/2");
        CHECK(snw_mcap_channel_value(channel, "none") == NULL);
        CHECK_TEXT(snw_mcap_read_schema(reader, 1)->name, "one");
        CHECK(snw_mcap_read_schema(reader, 1)->size == 8);
        CHECK(snw_mcap_read_schema(reader, 3) == NULL && snw_mcap_read_channel(reader, -1) == NULL);
        snw_mcap_read_close(reader);
        free(m.data);
    }
}

// where the units of a file end, and how many messages stand before each end
typedef struct edges {
    int count;
    size_t end[400];
    int messages[400];
} edges;

static edges edges_of(const snw_mcap_config *config, int count, memory *m) {
    edges e = {0};
    *m = (memory){0};
    snw_mcap_writer *writer = NULL;
    CHECK(snw__mcap_open(&writer, config, memory_sink, m) == SNW_OK);
    announce(writer);
    for (int i = 0; i <= count; i++) {
        const size_t before = m->size;
        if (i < count) {
            truths[i] = random_message(i);
            const snw_mcap_message message = message_of(&truths[i]);
            CHECK(snw__mcap_write(writer, &message) == SNW_OK);
        } else {
            CHECK(snw__mcap_flush(writer) == SNW_OK);
        }
        if (m->size == before) continue;
        e.end[e.count] = m->size;
        e.messages[e.count++] = i == 0 ? 0 : i;
    }
    CHECK(snw__mcap_finish(writer) == SNW_OK);
    snw__mcap_close(writer);
    return e;
}

// Every prefix of a file is opened; it holds every message of every chunk that is whole in it.
static void every_truncation_is_readable(void) {
    const snw_mcap_compression packings[] = {SNW_MCAP_NONE, SNW_MCAP_LZ4, SNW_MCAP_ZSTD};
    for (int p = 0; p < 3; p++) {
        check_seed(p);
        const snw_mcap_config config = {.compression = packings[p], .chunk_size = 1500};
        memory m;
        const edges e = edges_of(&config, 40, &m);
        CHECK(e.count > 4);
        const size_t stride = check_scaled(20) == 20 ? 1 : 7;
        for (size_t size = 8; size <= m.size; size += stride) {
            // an exact copy, so that a read beyond its end is seen
            uint8_t *copy = malloc(size);
            CHECK(copy != NULL);
            memcpy(copy, m.data, size);
            int whole = 0;
            for (int i = 0; i < e.count && e.end[i] <= size; i++)
                whole = e.messages[i];
            seen s;
            snw_mcap_facts facts;
            const int count = read_all(copy, size, &s, &facts);
            // a chunk is whole before its index is, so one more chunk may be there
            CHECK(count >= whole && facts.finished == (size == m.size));
            free(copy);
        }
        free(m.data);
    }
}

static void short_or_foreign_files_are_refused(void) {
    seen s;
    snw_mcap_facts facts;
    for (size_t size = 0; size < 8; size++) {
        CHECK(read_all("\x89MCAP0\r\n", size, &s, &facts) == -1);
    }
    CHECK(read_all("\x89MCAP0\r\n", 8, &s, &facts) == 0 && !facts.finished);
    CHECK(read_all("\x89MCAP1\r\n", 8, &s, &facts) == -1);
    char zeros[1000] = {0};
    CHECK(read_all(zeros, sizeof zeros, &s, &facts) == -1);
}

// One changed bit anywhere in a finished file is found, and costs at most one chunk.
static void every_changed_bit_is_found(void) {
    const snw_mcap_compression packings[] = {SNW_MCAP_NONE, SNW_MCAP_LZ4, SNW_MCAP_ZSTD};
    for (int p = 0; p < 3; p++) {
        check_seed(100 + p);
        const snw_mcap_config config = {.compression = packings[p], .chunk_size = 1200};
        memory m;
        const edges e = edges_of(&config, 30, &m);
        int largest = 0;
        for (int i = 1; i < e.count; i++) {
            if (e.messages[i] - e.messages[i - 1] > largest) {
                largest = e.messages[i] - e.messages[i - 1];
            }
        }
        for (size_t at = 0; at < m.size; at += (size_t)(check_scaled(20) == 20 ? 1 : 11)) {
            const uint8_t bit = (uint8_t)(1 << check_int(0, 7));
            m.data[at] ^= bit;
            seen s;
            snw_mcap_facts facts;
            const int count = read_all(m.data, m.size, &s, &facts);
            CHECK(count >= 30 - largest && count <= 30);
            CHECK(s.damages > 0 && facts.damages == s.damages);
            CHECK(s.lost == facts.lost_bytes);
            m.data[at] ^= bit;
        }
        free(m.data);
    }
}

// Bytes changed, cut out and put in, at seeded places: what is given out was written.
static void damage_never_invents_a_message(void) {
    const snw_mcap_compression packings[] = {SNW_MCAP_NONE, SNW_MCAP_LZ4, SNW_MCAP_ZSTD};
    CHECK_CASES(check_scaled(3000)) {
        const snw_mcap_config config = {.compression = packings[check_case % 3],
                                        .chunk_size = 1000};
        memory m = random_file(&config, truths, 40, check_int(0, 3) > 0);
        for (int k = check_int(1, 4); k > 0; k--) {
            const size_t at = (size_t)check_bits() % m.size;
            size_t run = (size_t)check_int(1, 300);
            if (run > m.size - at) run = m.size - at;
            const int how = check_int(0, 2);
            if (how == 0) {
                for (size_t i = 0; i < run; i++)
                    m.data[at + i] = (uint8_t)check_bits();
            } else if (how == 1) {
                memmove(m.data + at, m.data + at + run, m.size - at - run);
                m.size -= run;
            } else {
                const memory old = m;
                m = (memory){0};
                memory_add(&m, old.data, at);
                for (size_t i = 0; i < run; i++) {
                    const uint8_t byte = (uint8_t)check_bits();
                    memory_add(&m, &byte, 1);
                }
                memory_add(&m, old.data + at, old.size - at);
                free(old.data);
            }
            if (m.size == 0) break;
        }
        seen s;
        snw_mcap_facts facts;
        (void)read_all(m.data, m.size, &s, &facts);
        free(m.data);
    }
}

// The channels stand in the head, in chunks and in the summary: any one copy is enough.
static void messages_survive_the_loss_of_the_head(void) {
    const snw_mcap_config config = {.compression = SNW_MCAP_ZSTD, .chunk_size = 1200};
    for (int finish = 0; finish < 2; finish++) {
        check_seed(7 + finish);
        memory m = random_file(&config, truths, 60, finish == 1);
        seen s;
        snw_mcap_facts facts;
        // all before the first chunk is overwritten
        size_t head = 8;
        while (m.data[head] != 6)
            head += 9 + (size_t)m.data[head + 1] + 256 * (size_t)m.data[head + 2];
        memset(m.data, 0x55, head);
        CHECK(read_all(m.data, m.size, &s, &facts) == 60);
        CHECK(s.damages >= 1 && facts.unknown == 0);
        free(m.data);
    }
}

static int failing_read(void *context, uint64_t offset, void *bytes, size_t size) {
    const memory *m = context;
    if (offset + size > m->size / 2) return 5;
    memcpy(bytes, m->data + offset, size);
    return 0;
}

static void a_source_that_fails_is_told(void) {
    const snw_mcap_config config = {.chunk_size = 1000};
    memory m = random_file(&config, truths, 600, true);
    const snw_source_bytes source = {.context = &m, .size = m.size, .read = failing_read};
    snw_mcap_reader *reader = NULL;
    snw_status status = snw_mcap_read_open(&reader, &source, NULL, NULL, NULL);
    if (status == SNW_OK) {
        snw_mcap_message message;
        while ((status = snw_mcap_read_next(reader, &message)) == SNW_OK) {
        }
        CHECK(snw_mcap_read_next(reader, &message) == status);
        snw_mcap_read_close(reader);
    }
    CHECK(status == SNW_ERR_IO);
    free(m.data);
}

int main(void) {
    RUN(what_was_written_is_read_back);
    RUN(every_truncation_is_readable);
    RUN(short_or_foreign_files_are_refused);
    RUN(every_changed_bit_is_found);
    RUN(damage_never_invents_a_message);
    RUN(messages_survive_the_loss_of_the_head);
    RUN(a_source_that_fails_is_told);
    return check_report();
}
