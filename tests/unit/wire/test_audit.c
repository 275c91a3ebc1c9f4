// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L
#include <jansson.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "sinew/wire/audit.h"
#include "sinew/wire/sha256.h"

enum { RECORDS = 1000 };

static snw_audit audit;
static char file[1 << 20];

static size_t write_log(int records) {
    snw_text out = snw_text_over(file, sizeof file);
    snw_audit_begin(&audit);
    for (int i = 0; i < records; i++) {
        char detail[32];
        (void)snprintf(detail, sizeof detail, "value %d", i);
        const snw_audit_entry entry = {.tick = (uint64_t)i * 3,
                                       .t_ns = i * INT64_C(3000000),
                                       .wall_s = 1700000000 + i,
                                       .actor = "ann",
                                       .session = 3,
                                       .from = "127.0.0.1",
                                       .action = "set",
                                       .object = "law/kp[2]",
                                       .detail = detail,
                                       .decision = "done"};
        snw_audit_tell(&audit, &entry, &out);
    }
    CHECK(!snw_text_is_cut(&out));
    return out.length;
}

static void a_log_verifies_and_every_line_is_json(void) {
    const size_t size = write_log(RECORDS);
    snw_audit_report report;
    snw_why why = {0};
    CHECK(snw_audit_verify(file, size, NULL, &report, &why) == SNW_OK);
    CHECK(report.records == RECORDS && report.broken == 0);
    char head[SNW_SHA256_TEXT];
    snw_hex_write(audit.head, SNW_SHA256, head);
    CHECK_TEXT(report.head, head);
    CHECK(snw_audit_verify(file, size, head, &report, &why) == SNW_OK);
    CHECK(snw_audit_verify("", 0, NULL, &report, &why) == SNW_OK && report.records == 0);
    const char *at = file;
    for (int i = 1; i <= RECORDS; i++) {
        const char *end = strchr(at, '\n');
        json_t *record = json_loadb(at, (size_t)(end - at), 0, NULL);
        CHECK(record != NULL);
        CHECK(json_integer_value(json_object_get(record, "record")) == i);
        CHECK_TEXT(json_string_value(json_object_get(record, "actor")), "ann");
        CHECK(json_integer_value(json_object_get(record, "count")) == 1);
        json_decref(record);
        at = end + 1;
    }
}

// reliability G07: every byte of a log of 1,000 records, changed: found, and the record named
static void G07_a_change_of_any_byte_is_found_and_named(void) {
    const size_t size = write_log(RECORDS);
    static uint64_t record_of[sizeof file];
    uint64_t record = 1;
    for (size_t i = 0; i < size; i++) {
        record_of[i] = record;
        record += file[i] == '\n';
    }
    // A record by itself does not fit the chain (that is told as audit-chain); once it is changed
    // it does not even fit its own hash, or is no record at all.
    const size_t step = (size_t)(check_scaled(20) == 20 ? 1 : 97);
    static size_t starts[RECORDS + 2];
    for (size_t i = 0, n = 1; i < size; i++)
        if (file[i] == '\n') starts[n++] = i + 1;
    starts[RECORDS + 1] = size;
    for (size_t i = 0; i < size; i += step) {
        const size_t from = starts[record_of[i] - 1];
        const size_t to = starts[record_of[i] + (file[i] == '\n' ? 1 : 0)];
        snw_audit_report report;
        snw_why why = {0};
        const char kept = file[i];
        file[i] = (char)(kept ^ (1 << (i % 8)));
        CHECK(snw_audit_verify(file + from, to - from, NULL, &report, &why) == SNW_ERR_CHECK);
        CHECK(report.broken == 1);
        CHECK(strcmp(why.rule, "audit-hash") == 0 || strcmp(why.rule, "audit-line") == 0 ||
              strcmp(why.rule, "audit-end") == 0);
        file[i] = kept;
    }
    // whole logs, at a few places: the right record is named
    CHECK_CASES(check_scaled(200)) {
        const size_t i = (size_t)check_int(0, (int)size - 1);
        const char kept = file[i];
        file[i] = (char)(kept ^ (1 << check_int(0, 7)));
        snw_audit_report report;
        snw_why why = {0};
        CHECK(snw_audit_verify(file, size, NULL, &report, &why) == SNW_ERR_CHECK);
        CHECK(report.broken == record_of[i] && report.records == record_of[i] - 1);
        file[i] = kept;
    }
}

static void G07_records_that_are_taken_out_put_in_or_turned_round_are_found(void) {
    const size_t size = write_log(50);
    size_t starts[51] = {0};
    for (size_t i = 0, n = 1; i < size; i++)
        if (file[i] == '\n') starts[n++] = i + 1;
    static char other[sizeof file];
    CHECK_CASES(check_scaled(2000)) {
        // a sequence of records of the same log that is not the log's
        const int first = check_int(0, 49), second = check_int(0, 49);
        const int kind = check_int(0, 2);
        size_t length = 0;
        for (int i = 0; i < 50; i++) {
            int from = i;
            if (kind == 0 && i == first) continue;      // taken out
            if (kind == 1 && i == first) from = second; // another in its place
            const size_t bytes = starts[from + 1] - starts[from];
            memcpy(other + length, file + starts[from], bytes);
            length += bytes;
            if (kind == 2 && i == first) { // one more
                const size_t more = starts[second + 1] - starts[second];
                memcpy(other + length, file + starts[second], more);
                length += more;
            }
        }
        const bool same = kind == 1 && first == second;
        const bool tail = kind == 0 && first == 49;
        snw_audit_report report;
        const snw_status status = snw_audit_verify(other, length, NULL, &report, NULL);
        CHECK((status == SNW_OK) == (same || tail));
    }
}

// somebody who writes a record anew, hash and all, is found out by the record that follows
static void G07_a_record_that_was_written_anew_breaks_the_chain(void) {
    const size_t size = write_log(20);
    static char other[sizeof file];
    for (int changed = 1; changed < 20; changed++) {
        memcpy(other, file, size);
        char *line = other;
        for (int i = 1; i < changed; i++)
            line = strchr(line, '\n') + 1;
        char *actor = strstr(line, "\"ann\""), *hash = strstr(line, "\",\"hash\":\"");
        CHECK(actor != NULL && hash != NULL);
        memcpy(actor, "\"eve\"", 5);
        unsigned char digest[SNW_SHA256];
        char text[SNW_SHA256_TEXT];
        snw_sha256_of(line, (size_t)(hash - line), digest);
        snw_hex_write(digest, SNW_SHA256, text);
        memcpy(hash + strlen("\",\"hash\":\""), text, SNW_SHA256_TEXT - 1);
        snw_audit_report report;
        snw_why why = {0};
        CHECK(snw_audit_verify(other, size, NULL, &report, &why) == SNW_ERR_CHECK);
        CHECK(report.broken == (uint64_t)changed + 1);
        CHECK_TEXT(why.rule, "audit-chain");
    }
}

static void G07_a_missing_end_is_found_by_the_head_that_was_kept(void) {
    const size_t size = write_log(20);
    char head[SNW_SHA256_TEXT];
    snw_hex_write(audit.head, SNW_SHA256, head);
    snw_audit_report report;
    snw_why why = {0};
    for (size_t cut = 0; cut < size; cut++) {
        CHECK(snw_audit_verify(file, cut, head, &report, &why) == SNW_ERR_CHECK);
        CHECK(strcmp(why.rule, "audit-head") == 0 || strcmp(why.rule, "audit-end") == 0);
    }
    CHECK(snw_audit_verify(file, size, head, &report, &why) == SNW_OK);
}

static void a_log_is_gone_on_with(void) {
    const size_t size = write_log(10);
    snw_audit again;
    CHECK(snw_audit_resume(&again, file, size, NULL) == SNW_OK);
    snw_text out = snw_text_over(file + size, sizeof file - size);
    const snw_audit_entry entry = {.wall_s = 1, .actor = "bob", .action = "stop"};
    snw_audit_tell(&again, &entry, &out);
    snw_audit_report report;
    CHECK(snw_audit_verify(file, size + out.length, NULL, &report, NULL) == SNW_OK);
    CHECK(report.records == 11);
    file[5] ^= 1;
    CHECK(snw_audit_resume(&again, file, size, NULL) == SNW_ERR_CHECK);
}

// reliability G07: floods are summarised with exact counts, never silent
static void G07_no_entry_of_a_flood_is_lost(void) {
    static const char *const actors[] = {"ann", "bob", "nobody"};
    static const char *const actions[] = {"set", "hello", "message", "stop"};
    CHECK_CASES(check_scaled(40)) {
        snw_audit_begin(&audit);
        snw_text out = snw_text_over(file, sizeof file);
        int64_t wall = 1000;
        const int count = check_int(1, 3000), places = check_int(0, 20);
        const int people = check_int(0, 2), kinds = check_int(0, 3);
        for (int i = 0; i < count; i++) {
            char from[32];
            (void)snprintf(from, sizeof from, "10.0.0.%d", check_int(0, places));
            const snw_audit_entry entry = {.wall_s = wall,
                                           .actor = actors[check_int(0, people)],
                                           .session = (uint32_t)check_int(1, 2),
                                           .from = from,
                                           .action = actions[check_int(0, kinds)],
                                           .decision = check_int(0, 1) ? "done" : "refused"};
            snw_audit_tell(&audit, &entry, &out);
            wall += check_int(0, 400) == 0;
        }
        snw_audit_flush(&audit, INT64_MAX, &out);
        CHECK(!snw_text_is_cut(&out) && audit.entries == (uint64_t)count);
        snw_audit_report report;
        CHECK(snw_audit_verify(file, out.length, NULL, &report, NULL) == SNW_OK);
        int64_t sum = 0;
        for (const char *at = file; *at != '\0'; at = strchr(at, '\n') + 1) {
            const char *number = strstr(at, ",\"count\":");
            CHECK(number != NULL);
            sum += strtoll(number + 9, NULL, 10);
        }
        CHECK(sum == count);
    }
}

static void hostile_texts_stay_on_their_line(void) {
    CHECK_CASES(check_scaled(2000)) {
        char texts[4][400];
        for (int k = 0; k < 4; k++) {
            const int length = check_int(0, 399);
            for (int i = 0; i < length; i++)
                texts[k][i] = (char)check_int(1, 255);
            texts[k][length] = '\0';
        }
        snw_audit_begin(&audit);
        snw_text out = snw_text_over(file, sizeof file);
        const snw_audit_entry entry = {.wall_s = check_int(-5, 1 << 30),
                                       .actor = texts[0],
                                       .from = texts[1],
                                       .action = texts[2],
                                       .object = texts[3],
                                       .detail = texts[0],
                                       .decision = texts[1],
                                       .why = texts[2]};
        snw_audit_tell(&audit, &entry, &out);
        CHECK(strchr(file, '\n') == file + out.length - 1 && out.length <= SNW_AUDIT_LINE);
        json_t *record = json_loadb(file, out.length, 0, NULL);
        CHECK(record != NULL);
        json_decref(record);
    }
}

// against the calendar of the C library
static void dates_are_those_of_the_calendar(void) {
    CHECK_CASES(check_scaled(3000)) {
        const int64_t wall = (int64_t)(check_bits() % UINT64_C(250000000000));
        char date[64], expected[64];
        const time_t t = (time_t)wall;
        struct tm parts;
        (void)gmtime_r(&t, &parts);
        (void)strftime(expected, sizeof expected, ",\"wall\":\"%Y-%m-%dT%H:%M:%SZ\"", &parts);
        snw_audit_begin(&audit);
        snw_text out = snw_text_over(file, sizeof file);
        const snw_audit_entry entry = {.wall_s = wall};
        snw_audit_tell(&audit, &entry, &out);
        const char *at = strstr(file, ",\"wall\":");
        CHECK(at != NULL);
        memcpy(date, at, strlen(expected));
        date[strlen(expected)] = '\0';
        CHECK_TEXT(date, expected);
    }
}

int main(void) {
    RUN(a_log_verifies_and_every_line_is_json);
    RUN(G07_a_change_of_any_byte_is_found_and_named);
    RUN(G07_records_that_are_taken_out_put_in_or_turned_round_are_found);
    RUN(G07_a_record_that_was_written_anew_breaks_the_chain);
    RUN(G07_a_missing_end_is_found_by_the_head_that_was_kept);
    RUN(a_log_is_gone_on_with);
    RUN(G07_no_entry_of_a_flood_is_lost);
    RUN(hostile_texts_stay_on_their_line);
    RUN(dates_are_those_of_the_calendar);
    return check_report();
}
