// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "memory.h"
#include "sinew/os/file.h"

enum { MOST = 200 };
static truth truths[MOST];

static void name(char *out, const char *leaf) {
    (void)snprintf(out, 300, "%s/record-recover-%s", SNW_BINARY_DIR, leaf);
}

static void put_file(const char *path, const void *data, size_t size) {
    CHECK(snw_file_write(path, data, size, NULL) == SNW_OK);
}

static void drop(const char *path) {
    if (snw_file_exists(path)) CHECK(snw_file_remove(path, NULL) == SNW_OK);
}

static bool same_files(const char *a, const char *b) {
    snw_file_content x = {0}, y = {0};
    CHECK(snw_file_read(a, NULL, &x, NULL) == SNW_OK && snw_file_read(b, NULL, &y, NULL) == SNW_OK);
    const bool same = x.size == y.size && memcmp(x.data, y.data, x.size) == 0;
    snw_file_free(&x);
    snw_file_free(&y);
    return same;
}

// the messages of a file, each one of the truths, in order
static int count_true(const char *path, snw_mcap_facts *facts) {
    snw_source_bytes source;
    CHECK(snw_source_open(&source, path, NULL) == SNW_OK);
    snw_mcap_reader *reader = NULL;
    CHECK(snw_mcap_read_open(&reader, &source, NULL, NULL, NULL) == SNW_OK);
    snw_mcap_message message;
    int count = 0, next = 0;
    while (snw_mcap_read_next(reader, &message) == SNW_OK) {
        while (next < MOST && !is_truth(&truths[next], &message))
            next++;
        CHECK(next++ < MOST);
        count++;
    }
    *facts = snw_mcap_read_facts(reader);
    CHECK(facts->metadata_count <= 1);
    snw_mcap_read_close(reader);
    snw_source_close(&source);
    return count;
}

// Whatever the damage, the new file is whole, holds exactly what the old one still gave, and a
// second recovery gives the same bytes.
static void recovery_is_whole_and_idempotent(void) {
    char broken[300], first[300], second[300];
    name(broken, "broken.mcap");
    name(first, "first.mcap");
    name(second, "second.mcap");
    const snw_mcap_compression packings[] = {SNW_MCAP_NONE, SNW_MCAP_LZ4, SNW_MCAP_ZSTD};
    CHECK_CASES(check_scaled(60)) {
        const snw_mcap_config config = {
            .profile = "ros2", .compression = packings[check_case % 3], .chunk_size = 2000};
        memory m = random_file(&config, truths, check_int(1, MOST), check_int(0, 2) > 0);
        const int how = check_int(0, 3);
        const size_t at = 8 + (size_t)check_bits() % (m.size - 8);
        if (how == 0) m.size = at;
        if (how == 1) m.data[at] ^= (uint8_t)(1 << check_int(0, 7));
        if (how == 2) {
            for (size_t i = at; i < m.size && i < at + 3000; i++)
                m.data[i] = (uint8_t)check_bits();
        }
        put_file(broken, m.data, m.size);
        free(m.data);
        drop(first);
        drop(second);
        snw_mcap_recovery recovery;
        snw_mcap_facts before, after;
        const int expected = count_true(broken, &before);
        snw_why why = {0};
        CHECK(snw_mcap_recover(broken, first, NULL, NULL, &recovery, &why) == SNW_OK);
        CHECK_TEXT(recovery.path, first);
        // a reader that knows all channels may give more than one that meets them on the way
        const int count = count_true(first, &after);
        CHECK(count >= expected && recovery.messages == (uint64_t)count);
        CHECK(after.finished && after.damages == 0 && after.unknown == 0);
        CHECK(recovery.bytes == after.size && recovery.before.damages == before.damages);
        CHECK(snw_mcap_recover(first, second, NULL, NULL, &recovery, &why) == SNW_OK);
        CHECK(same_files(first, second) && recovery.before.damages == 0);
    }
    drop(broken);
    drop(first);
    drop(second);
}

static void nothing_is_overwritten_or_left_behind(void) {
    char old[300], new[300], part[310];
    name(old, "old.mcap");
    name(new, "new.mcap");
    (void)snprintf(part, sizeof part, "%s.part1", new);
    drop(new);
    const snw_mcap_config config = {.chunk_size = 2000};
    memory m = random_file(&config, truths, 50, true);
    put_file(old, m.data, m.size);
    put_file(new, "precious", 8);
    snw_mcap_recovery recovery;
    snw_why why = {0};
    CHECK(snw_mcap_recover(old, new, NULL, NULL, &recovery, &why) == SNW_ERR_DUPLICATE);
    CHECK(snw_mcap_recover(old, old, NULL, NULL, &recovery, &why) == SNW_ERR_DUPLICATE);
    snw_file_content content = {0};
    CHECK(snw_file_read(new, NULL, &content, NULL) == SNW_OK && content.size == 8);
    snw_file_free(&content);
    drop(new);
    // no recording, no file
    put_file(old, "not a recording at all", 22);
    CHECK(snw_mcap_recover(old, new, NULL, NULL, &recovery, &why) == SNW_ERR_SYNTAX);
    CHECK(why.subject[0] != '\0' && !snw_file_exists(new) && !snw_file_exists(part));
    drop(old);
    CHECK(snw_mcap_recover(old, new, NULL, NULL, &recovery, &why) == SNW_ERR_NOT_FOUND);
    // a folder that is not there
    put_file(old, m.data, m.size);
    CHECK(snw_mcap_recover(old, "/nonexistent/x.mcap", NULL, NULL, &recovery, &why) ==
          SNW_ERR_NOT_FOUND);
    // what a crash of a recovery left does not stop the next one
    put_file(part, "left", 4);
    CHECK(snw_mcap_recover(old, new, NULL, NULL, &recovery, &why) == SNW_OK);
    drop(part);
    drop(old);
    drop(new);
    free(m.data);
}

int main(void) {
    RUN(recovery_is_whole_and_idempotent);
    RUN(nothing_is_overwritten_or_left_behind);
    return check_report();
}
