// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The audit log on a disk that is full. A limit of the size of files stands for it: a writing fails
// behind the limit, and what fits before it is written, as on a disk.
#define _POSIX_C_SOURCE 200809L
#include <jansson.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"
#include "sinew/os/file.h"
#include "sinew/wire/audit_log.h"

static const char *const file = SNW_BINARY_DIR "/wire-audit.log";
static const char *const second_file = SNW_BINARY_DIR "/wire-audit.log-2";
static snw_audit_log audit_log;
static int64_t now_s = 1700000000;

static void remove_files(void) {
    (void)unlink(file);
    (void)unlink(second_file);
}

static void limit_files(rlim_t bytes) {
    struct rlimit limit;
    CHECK(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

// each in a second of its own, so that none is only counted
static void tell(const char *action) {
    const snw_audit_entry entry = {.wall_s = ++now_s,
                                   .actor = "ann",
                                   .session = 3,
                                   .from = "127.0.0.1",
                                   .action = action,
                                   .object = "law/kp[2]",
                                   .decision = "done"};
    snw_audit_log_tell(&audit_log, &entry);
}

// the records of the file, which is whole, and the sum of their counts
static int check_file(const char *path, int *sum, int *gaps) {
    snw_file_reading how = snw_file_reading_defaults();
    snw_file_content content;
    snw_audit_report report;
    CHECK(snw_file_read(path, &how, &content, NULL) == SNW_OK);
    CHECK(snw_audit_verify(content.data, content.size, NULL, &report, NULL) == SNW_OK);
    *sum = *gaps = 0;
    const char *end = NULL;
    for (const char *at = content.data; at < content.data + content.size; at = end + 1) {
        end = memchr(at, '\n', content.size - (size_t)(at - content.data));
        CHECK(end != NULL);
        json_t *record = json_loadb(at, (size_t)(end - at), 0, NULL);
        CHECK(record != NULL);
        *sum += (int)json_integer_value(json_object_get(record, "count"));
        *gaps += strcmp(json_string_value(json_object_get(record, "action")), "gap") == 0;
        json_decref(record);
    }
    snw_file_free(&content);
    return (int)report.records;
}

// Seen: on a full disk changes went on unlogged, half a record stood at the end of the file, and
// the verifier spoke of somebody who had changed it.
static void a_full_disk_leaves_whole_records_and_a_count_of_the_others(void) {
    int sum, gaps;
    remove_files();
    CHECK(snw_audit_log_open(&audit_log, file, now_s, NULL) == SNW_OK);
    for (int i = 0; i < 5; i++) {
        tell("set");
    }
    CHECK(snw_audit_log_ready(&audit_log, now_s) && audit_log.lost == 0);
    // room for a part of the next record, at every place of it
    const int64_t size = audit_log.size;
    for (int part = 0; part < 300; part += 13) {
        limit_files((rlim_t)(size + part));
        tell("set");
        CHECK(audit_log.lost == (uint64_t)(part / 13 + 1) && audit_log.error != 0);
        CHECK(!snw_audit_log_ready(&audit_log, now_s));
        CHECK(check_file(file, &sum, &gaps) == 5 && sum == 5 && gaps == 0);
    }
    // there is room again: one record counts all of them, and the next entry stands behind it
    limit_files(RLIM_INFINITY);
    const int lost = (int)audit_log.lost;
    tell("set");
    CHECK(audit_log.lost == 0 && audit_log.error == 0);
    CHECK(snw_audit_log_ready(&audit_log, now_s));
    CHECK(check_file(file, &sum, &gaps) == 7 && sum == 6 + lost && gaps == 1);
    CHECK(audit_log.audit.entries == (uint64_t)(6 + lost));
    snw_audit_log_close(&audit_log);
    remove_files();
}

// what is only counted within a second is not lost either
static void summaries_wait_for_room(void) {
    int sum, gaps;
    remove_files();
    CHECK(snw_audit_log_open(&audit_log, file, now_s, NULL) == SNW_OK);
    const int64_t second = ++now_s;
    for (int i = 0; i < 20; i++) {
        const snw_audit_entry entry = {.wall_s = second, .actor = "ann", .action = "set"};
        snw_audit_log_tell(&audit_log, &entry);
    }
    CHECK(check_file(file, &sum, &gaps) == SNW_AUDIT_BURST && sum == SNW_AUDIT_BURST);
    limit_files((rlim_t)audit_log.size);
    snw_audit_log_flush(&audit_log, ++now_s);
    CHECK(check_file(file, &sum, &gaps) == SNW_AUDIT_BURST);
    limit_files(RLIM_INFINITY);
    snw_audit_log_flush(&audit_log, ++now_s);
    CHECK(check_file(file, &sum, &gaps) == SNW_AUDIT_BURST + 1 && sum == 20 && gaps == 0);
    snw_audit_log_close(&audit_log);
    remove_files();
}

static void a_log_that_a_crash_tore_goes_on_with_a_gap(void) {
    int sum, gaps;
    remove_files();
    CHECK(snw_audit_log_open(&audit_log, file, now_s, NULL) == SNW_OK);
    tell("set");
    tell("set");
    const int64_t size = audit_log.size;
    snw_audit_log_close(&audit_log);
    CHECK(truncate(file, (off_t)size - 20) == 0);
    CHECK(snw_audit_log_open(&audit_log, file, now_s, NULL) == SNW_OK);
    CHECK_TEXT(audit_log.file, file);
    tell("set");
    CHECK(check_file(file, &sum, &gaps) == 3 && sum == 3 && gaps == 1);
    snw_audit_log_close(&audit_log);

    // a crash while room was sought leaves blanks, which are nothing that was lost
    FILE *blanks = fopen(file, "a");
    CHECK(blanks != NULL && fputs("      ", blanks) >= 0 && fclose(blanks) == 0);
    CHECK(snw_audit_log_open(&audit_log, file, now_s, NULL) == SNW_OK);
    CHECK_TEXT(audit_log.file, file);
    tell("set");
    CHECK(check_file(file, &sum, &gaps) == 4 && sum == 4 && gaps == 1);
    snw_audit_log_close(&audit_log);

    // what was changed by somebody stays as it is, and the next file begins
    snw_file_reading how = snw_file_reading_defaults();
    snw_file_content content;
    CHECK(snw_file_read(file, &how, &content, NULL) == SNW_OK);
    char *changed = malloc(content.size);
    CHECK(changed != NULL);
    memcpy(changed, content.data, content.size);
    changed[content.size / 2] = '#';
    CHECK(snw_file_write(file, changed, content.size, NULL) == SNW_OK);
    free(changed);
    snw_file_free(&content);
    CHECK(snw_audit_log_open(&audit_log, file, now_s, NULL) == SNW_OK);
    CHECK_TEXT(audit_log.file, second_file);
    snw_audit_log_close(&audit_log);
    remove_files();
}

int main(void) {
    // a writing behind the limit fails, as on a full disk, instead of ending the process
    CHECK(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    RUN(a_full_disk_leaves_whole_records_and_a_count_of_the_others);
    RUN(summaries_wait_for_room);
    RUN(a_log_that_a_crash_tore_goes_on_with_a_gap);
    return check_report();
}
