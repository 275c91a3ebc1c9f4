// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What a recorder does when its disk is full, slow, interrupted or broken.
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "block.h"

enum { ROWS = 6000 };
static sampled *rows;
static wide the_wide;
static const int64_t ms = 1000000;

static snw_recorder *begin(const snw_roots *roots, stand_in *disk, snw_mcap_config file) {
    static snw_store store;
    store = stand_in_store(disk);
    snw_recorder_config config = snw_recorder_defaults();
    config.path = "dir/run.mcap";
    config.roots = roots;
    config.period = 1e-3;
    config.buffer = 0.2;
    config.store = &store;
    config.file = file;
    snw_recorder *recorder = NULL;
    CHECK(snw_recorder_open(&recorder, &config, NULL) == SNW_OK);
    const char *all = "wide/x[*]";
    const snw_record_group group = {.name = "w", .patterns = &all, .pattern_count = 1};
    CHECK(snw_recorder_add(recorder, &group, NULL) == SNW_OK);
    CHECK(snw_recorder_add_text(recorder, "cell", "xml", "<cell/>", NULL) == SNW_OK);
    return recorder;
}

static snw_roots the_roots(void) {
    snw_roots roots = {.count = 0};
    CHECK(snw_roots_add(&roots, "wide", &wide_type, &the_wide) == SNW_OK);
    return roots;
}

static void run(snw_recorder *recorder, int64_t from, int64_t to) {
    for (int64_t tick = from; tick < to; tick++) {
        for (int i = 0; i < WIDE; i++)
            the_wide.x[i] = (double)(tick * 1000 + i);
        snw_recorder_tick(recorder, tick, tick * ms);
        CHECK(snw_recorder_pump(recorder, tick * ms) == SNW_OK);
    }
}

// every row of all files is true, ticks ascend, and each gap is marked; returns how many rows
static int check_files(const stand_in *disk, int64_t *missing) {
    int64_t next = 0;
    int total = 0;
    *missing = 0;
    for (int f = 0; f < disk->count; f++) {
        if (disk->files[f].size < 8) continue;
        const int count =
            read_rows(disk->files[f].data, disk->files[f].size, "/signals/w", rows, ROWS, NULL);
        for (int i = 0; i < count; i++) {
            CHECK(rows[i].tick >= next);
            CHECK(rows[i].count == WIDE &&
                  rows[i].values[499] == (double)(rows[i].tick * 1000 + 499));
            CHECK(rows[i].lost == (uint32_t)(rows[i].tick - next));
            *missing += rows[i].tick - next;
            next = rows[i].tick + 1;
        }
        total += count;
    }
    return total;
}

static const snw_mcap_config small = {.compression = SNW_MCAP_NONE, .chunk_size = 50000};

// The disk fills up at each of many sizes: the file stays readable with whole chunks only, nothing
// false is in it, and when there is room again recording goes on in the same file.
static void a_full_disk_pauses_the_recording(void) {
    const snw_roots roots = the_roots();
    for (int k = 0; k < (int)check_scaled(60); k++) {
        stand_in disk = {.room = SIZE_MAX};
        snw_recorder *recorder = begin(&roots, &disk, small);
        CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
        disk.room = stand_in_used(&disk) + (size_t)k * 37777;
        run(recorder, 0, 3000);
        snw_recorder_report report = snw_recorder_get(recorder);
        CHECK(report.state == SNW_RECORDER_FULL && report.files == 1);
        CHECK(report.why.code == SNW_ERR_IO && report.why.fix[0] != '\0');
        CHECK(report.lost_samples > 0);
        // readable as it is, up to the last whole chunk
        snw_mcap_facts facts;
        (void)read_rows(disk.files[0].data, disk.files[0].size, "/signals/w", rows, ROWS, &facts);
        CHECK(facts.damages == 0 && !facts.finished);
        CHECK(report.bytes == disk.files[0].size);
        // room again: within a second it goes on, with the newest samples first
        disk.room = SIZE_MAX;
        run(recorder, 3000, 4500);
        CHECK(snw_recorder_get(recorder).state == SNW_RECORDER_RUNNING);
        CHECK(snw_recorder_close(recorder, &report, NULL) == SNW_OK);
        int64_t missing;
        const int total = check_files(&disk, &missing);
        CHECK(total + (int)missing == 4500 && report.lost_samples == (uint64_t)missing);
        CHECK(disk.count == 1 && report.samples == (uint64_t)total);
        // the ring kept the newest samples, not the oldest
        for (int i = 1; i < total; i++)
            CHECK(rows[i].lost == 0 || rows[i].tick > 2500);
        stand_in_free(&disk);
    }
}

// Seen: 'record start' on a full disk was refused and left an empty file.
static void a_disk_that_is_full_from_the_start_has_no_file(void) {
    const snw_roots roots = the_roots();
    snw_recorder_config config = snw_recorder_defaults();
    config.path = SNW_BINARY_DIR "/record-full.mcap";
    config.roots = &roots;
    config.period = 1e-3;
    struct rlimit before;
    CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    (void)unlink(config.path);
    const struct rlimit none = {0, before.rlim_max};
    snw_recorder *recorder = NULL;
    CHECK(snw_recorder_open(&recorder, &config, NULL) == SNW_OK);
    CHECK(snw_recorder_add_text(recorder, "cell", "xml", "<cell/>", NULL) == SNW_OK);
    CHECK(setrlimit(RLIMIT_FSIZE, &none) == 0);
    snw_why why = {0};
    CHECK(snw_failed(snw_recorder_start(recorder, 0, &why)) && why.text[0] != '\0');
    snw_recorder_report report;
    CHECK(snw_recorder_close(recorder, &report, NULL) == SNW_OK);
    CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK(access(config.path, F_OK) != 0);
    CHECK(report.files == 0);
    CHECK(report.lost_messages == 1); // the text
}

static void a_disk_that_stays_full_leaves_a_readable_file(void) {
    const snw_roots roots = the_roots();
    stand_in disk = {.room = 1 << 20};
    snw_recorder *recorder = begin(&roots, &disk, small);
    CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
    run(recorder, 0, 1000);
    snw_why why = {0};
    snw_recorder_report report;
    CHECK(snw_recorder_close(recorder, &report, &why) == SNW_ERR_IO && why.text[0] != '\0');
    int64_t missing;
    const int total = check_files(&disk, &missing);
    CHECK(total > 200 && total < 1000 && missing == 0);
    // each row is in the file or counted as lost
    CHECK((uint64_t)total + report.lost_samples + report.lost_messages == 1000);
    stand_in_free(&disk);
}

// how often a file says what its cell is
static int count_texts(const struct stand_in_file *file) {
    const snw_source_bytes source = snw_source_memory(file->data, file->size);
    snw_mcap_reader *reader = NULL;
    snw_mcap_message message;
    int count = 0;
    CHECK(!snw_failed(snw_mcap_read_open(&reader, &source, NULL, NULL, NULL)));
    while (snw_mcap_read_next(reader, &message) == SNW_OK) {
        const char *topic = snw_mcap_read_channel(reader, message.channel)->topic;
        snw_description text;
        if (strcmp(topic, "/description") != 0) continue;
        CHECK(snw_description_decode(message.data, message.size, &text) == SNW_OK);
        CHECK_TEXT(text.text, "<cell/>");
        count++;
    }
    snw_mcap_read_close(reader);
    return count;
}

// a recording is replayed by the cell that it carries, and the second file is one of its own
static void each_file_of_a_recording_carries_its_cell(void) {
    const snw_roots roots = the_roots();
    stand_in disk = {.fail_write = 20, .fail_writes = 1, .error = 5};
    snw_recorder *recorder = begin(&roots, &disk, small);
    CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
    run(recorder, 0, 500);
    CHECK(snw_recorder_close(recorder, NULL, NULL) == SNW_OK);
    CHECK(disk.count == 2);
    for (int f = 0; f < disk.count; f++)
        CHECK(count_texts(&disk.files[f]) == 1);
    stand_in_free(&disk);
}

// Each write fails once with an error of the device: the rest goes to a second file, nothing that
// was sampled is lost, and the first file stays readable.
static void a_broken_file_is_continued_in_a_new_one(void) {
    const snw_roots roots = the_roots();
    for (int n = 1; n < 60; n += (int)(60 / check_scaled(60))) {
        stand_in disk = {.fail_write = n, .fail_writes = 1, .error = 5};
        snw_recorder *recorder = begin(&roots, &disk, small);
        const snw_status started = snw_recorder_start(recorder, 0, NULL);
        if (started != SNW_OK) {
            // before the start there is nobody to disturb: it is told
            CHECK(n <= 2);
            CHECK(snw_recorder_close(recorder, NULL, NULL) == SNW_OK);
            stand_in_free(&disk);
            continue;
        }
        run(recorder, 0, 500);
        snw_recorder_report report;
        CHECK(snw_recorder_close(recorder, &report, NULL) == SNW_OK);
        int64_t missing;
        const int total = check_files(&disk, &missing);
        CHECK(total == 500 && missing == 0 && report.lost_messages == 0);
        const bool broke = disk.writes >= n;
        CHECK(report.files == (broke ? 2 : 1));
        if (broke) CHECK_TEXT(report.path, "dir/run-2.mcap");
        stand_in_free(&disk);
    }
}

// A device that stays broken: off, with an alarm, and all losses counted.
static void a_device_that_stays_broken_ends_it(void) {
    const snw_roots roots = the_roots();
    stand_in disk = {.fail_write = 10, .fail_writes = 1000000, .error = 5};
    snw_recorder *recorder = begin(&roots, &disk, small);
    CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
    run(recorder, 0, 1000);
    snw_recorder_report report = snw_recorder_get(recorder);
    CHECK(report.state == SNW_RECORDER_OFF && report.files == 2);
    CHECK(report.why.code == SNW_ERR_IO);
    snw_why why = {0};
    CHECK(snw_recorder_close(recorder, &report, &why) == SNW_ERR_IO && why.code == SNW_ERR_IO);
    int64_t missing;
    const int total = check_files(&disk, &missing);
    // all that was sampled is in the files, or counted as lost (one message is the text)
    CHECK((uint64_t)total + report.lost_samples + report.lost_messages >= 1000);
    CHECK((uint64_t)total + report.lost_samples + report.lost_messages <= 1001);
    stand_in_free(&disk);
}

static void a_failed_synchronisation_changes_the_file(void) {
    const snw_roots roots = the_roots();
    stand_in disk = {.fail_sync = 3, .error = 5};
    snw_recorder *recorder = begin(&roots, &disk, small);
    CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
    run(recorder, 0, 4000);
    snw_recorder_report report;
    CHECK(snw_recorder_close(recorder, &report, NULL) == SNW_OK && report.files == 2);
    int64_t missing;
    CHECK(check_files(&disk, &missing) == 4000 && missing == 0);
    stand_in_free(&disk);
}

// Short writes and interruptions are ordinary: the bytes are those of an undisturbed run.
static void short_and_interrupted_writes_change_nothing(void) {
    const snw_roots roots = the_roots();
    stand_in disks[2] = {[1] = {.largest = 1000, .interrupted = 3}};
    for (int k = 0; k < 2; k++) {
        snw_recorder *recorder = begin(&roots, &disks[k], small);
        CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
        run(recorder, 0, 300);
        CHECK(snw_recorder_close(recorder, NULL, NULL) == SNW_OK);
    }
    CHECK(disks[1].writes > 10 * disks[0].writes);
    CHECK(disks[0].files[0].size == disks[1].files[0].size);
    CHECK(memcmp(disks[0].files[0].data, disks[1].files[0].data, disks[0].files[0].size) == 0);
    stand_in_free(&disks[0]);
    stand_in_free(&disks[1]);
}

static void a_name_that_is_taken_is_never_overwritten(void) {
    const snw_roots roots = the_roots();
    stand_in disk = {.room = 0};
    const char *const expected[] = {"dir/run.mcap", "dir/run-2.mcap", "dir/run-3.mcap"};
    for (int k = 0; k < 3; k++) {
        snw_recorder *recorder = begin(&roots, &disk, small);
        CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
        run(recorder, 0, 10);
        snw_recorder_report report;
        CHECK(snw_recorder_close(recorder, &report, NULL) == SNW_OK);
        CHECK_TEXT(report.path, expected[k]);
    }
    stand_in_free(&disk);
    // read-only, no permission: told at the start
    stand_in locked = {.fail_open = 1, .error = 13};
    snw_recorder *recorder = begin(&roots, &locked, small);
    snw_why why = {0};
    CHECK(snw_recorder_start(recorder, 0, &why) == SNW_ERR_PERMISSION && why.fix[0] != '\0');
    CHECK(snw_recorder_close(recorder, NULL, NULL) == SNW_OK);
    stand_in_free(&locked);
}

// What was sampled is synchronised within the second that was asked for, and chunks are short.
static void synchronisation_comes_every_second(void) {
    const snw_roots roots = the_roots();
    stand_in disk = {.room = 0};
    const snw_mcap_config large = {.compression = SNW_MCAP_ZSTD, .chunk_size = 1 << 24};
    snw_recorder *recorder = begin(&roots, &disk, large);
    CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
    const int at_start = disk.syncs;
    CHECK(at_start >= 1);
    run(recorder, 0, 5001);
    CHECK(disk.syncs - at_start == 5);
    CHECK(snw_recorder_close(recorder, NULL, NULL) == SNW_OK);
    stand_in_free(&disk);
}

int main(void) {
    rows = malloc(ROWS * sizeof *rows);
    RUN(a_full_disk_pauses_the_recording);
    RUN(a_disk_that_is_full_from_the_start_has_no_file);
    RUN(a_disk_that_stays_full_leaves_a_readable_file);
    RUN(a_broken_file_is_continued_in_a_new_one);
    RUN(each_file_of_a_recording_carries_its_cell);
    RUN(a_device_that_stays_broken_ends_it);
    RUN(a_failed_synchronisation_changes_the_file);
    RUN(short_and_interrupted_writes_change_nothing);
    RUN(a_name_that_is_taken_is_never_overwritten);
    RUN(synchronisation_comes_every_second);
    return check_report();
}
