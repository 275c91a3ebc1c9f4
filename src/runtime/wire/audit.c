// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// A hash chain (Haber and Stornetta 1991): the hash of each record covers that of the record
// before.
#include "sinew/wire/audit.h"
#include "internal.h"
#include "sinew/base/json_write.h"
#include "sinew/wire/sha256.h"

#include <string.h>

// the end of a line as it is hashed, compared byte by byte: a reader of JSON would let blanks pass
#define PREVIOUS ",\"previous\":\""
#define HASH "\",\"hash\":\""

enum {
    HEX = SNW_SHA256_TEXT - 1,
    // what a record ends with: ,"previous":"...","hash":"..."} and a line feed
    TAIL = (int)(sizeof PREVIOUS - 1 + sizeof HASH - 1) + 2 * HEX + 3
};

// --- writing ------------------------------------------------------------------------------------

// Days since 1970 to a date of the Gregorian calendar; years begin in March here, so that the day
// that is not always there is the last (Hinnant 2013).
static void add_date(snw_json_writer *json, int64_t wall_s) {
    const int64_t most = INT64_C(253402300799); // the last second of the year 9999
    const int64_t s = wall_s < 0 ? 0 : wall_s > most ? most : wall_s;
    const int64_t days = s / 86400 + 719468, second = s % 86400;
    const int64_t era = days / 146097, day_of_era = days % 146097;
    const int64_t year =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    const int64_t day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    const int64_t shifted = (5 * day_of_year + 2) / 153;
    const int month = (int)(shifted < 10 ? shifted + 3 : shifted - 9);
    char date[32];
    snw_text line = snw_text_over(date, sizeof date);
    snw_text_format(&line, "%04d-%02d-%02dT%02d:%02d:%02dZ",
                    (int)(year + era * 400 + (month <= 2 ? 1 : 0)), month,
                    (int)(day_of_year - (153 * shifted + 2) / 5 + 1), (int)(second / 3600),
                    (int)(second / 60 % 60), (int)(second % 60));
    snw_json_string(json, "wall", date);
}

static void add_text(snw_json_writer *json, const char *name, const char *value, size_t most) {
    char kept[SNW_AUDIT_TEXT];
    snw_copy_text(kept, most < sizeof kept ? most : sizeof kept, value != NULL ? value : "");
    snw_json_string(json, name, kept);
}

static void write_record(snw_audit *audit, const snw_audit_entry *e, uint64_t count,
                         snw_text *out) {
    char line[SNW_AUDIT_LINE], previous[SNW_SHA256_TEXT], hash[SNW_SHA256_TEXT];
    snw_text text = snw_text_over(line, sizeof line);
    audit->records++;
    snw_json_writer json = snw_json_over(&text);
    snw_json_object(&json, NULL);
    snw_json_int(&json, "record", (int64_t)audit->records);
    snw_json_int(&json, "tick", (int64_t)e->tick);
    snw_json_real(&json, "t", (double)e->t_ns / 1e9);
    add_date(&json, e->wall_s);
    add_text(&json, "actor", e->actor, SNW_AUDIT_NAME);
    snw_json_int(&json, "session", e->session);
    add_text(&json, "from", e->from, SNW_AUDIT_NAME);
    add_text(&json, "action", e->action, SNW_AUDIT_NAME);
    add_text(&json, "object", e->object, SNW_AUDIT_TEXT);
    add_text(&json, "detail", e->detail, SNW_AUDIT_TEXT);
    add_text(&json, "decision", e->decision, SNW_AUDIT_NAME);
    add_text(&json, "why", e->why, SNW_AUDIT_TEXT);
    snw_hex_write(audit->head, SNW_SHA256, previous);
    snw_json_int(&json, "count", (int64_t)count);
    snw_json_string(&json, "previous", previous);
    // a line is hashed up to the quote behind the hash of the one before
    snw_sha256_of(line, text.length - 1, audit->head);
    snw_hex_write(audit->head, SNW_SHA256, hash);
    snw_json_string(&json, "hash", hash);
    snw_json_end(&json);
    snw_text_add(&text, "\n", 1);
    snw_text_add(out, line, text.length);
}

// --- floods -------------------------------------------------------------------------------------

static bool is_same(const char *kept, const char *text) {
    char own[SNW_AUDIT_NAME];
    snw_copy_text(own, sizeof own, text != NULL ? text : "");
    return strcmp(kept, own) == 0;
}

// the entries of this second that are like this one; NULL when there are too many kinds
static snw_audit_kind *find_kind(snw_audit *audit, const snw_audit_entry *e) {
    for (int i = 0; i < audit->kind_count; i++) {
        snw_audit_kind *kind = &audit->kinds[i];
        if (kind->session == e->session && is_same(kind->actor, e->actor) &&
            is_same(kind->from, e->from) && is_same(kind->action, e->action) &&
            is_same(kind->decision, e->decision)) {
            return kind;
        }
    }
    if (audit->kind_count == SNW_AUDIT_KINDS) return NULL;
    snw_audit_kind *kind = &audit->kinds[audit->kind_count++];
    *kind = (snw_audit_kind){.session = e->session};
    snw_copy_text(kind->actor, sizeof kind->actor, e->actor != NULL ? e->actor : "");
    snw_copy_text(kind->from, sizeof kind->from, e->from != NULL ? e->from : "");
    snw_copy_text(kind->action, sizeof kind->action, e->action != NULL ? e->action : "");
    snw_copy_text(kind->decision, sizeof kind->decision, e->decision != NULL ? e->decision : "");
    return kind;
}

static void summarise(snw_audit *audit, snw_text *out) {
    for (int i = 0; i < audit->kind_count; i++) {
        const snw_audit_kind *kind = &audit->kinds[i];
        if (kind->waiting == 0) continue;
        snw_audit_entry e = audit->last;
        e.actor = kind->actor;
        e.session = kind->session;
        e.from = kind->from;
        e.action = kind->action;
        e.decision = kind->decision;
        e.why = "more entries of the same kind";
        write_record(audit, &e, kind->waiting, out);
    }
    if (audit->others > 0) {
        snw_audit_entry e = audit->last;
        e.actor = e.from = e.action = e.decision = "various";
        e.why = "more entries of all kinds";
        write_record(audit, &e, audit->others, out);
    }
    audit->kind_count = 0;
    audit->others = 0;
}

void snw_audit_begin(snw_audit *audit) {
    *audit = (snw_audit){.second = INT64_MIN};
}

void snw_audit_flush(snw_audit *audit, int64_t wall_s, snw_text *out) {
    if (wall_s == audit->second) return;
    summarise(audit, out);
    audit->second = wall_s;
}

void snw_audit_tell(snw_audit *audit, const snw_audit_entry *entry, snw_text *out) {
    snw_audit_flush(audit, entry->wall_s, out);
    audit->last =
        (snw_audit_entry){.tick = entry->tick, .t_ns = entry->t_ns, .wall_s = entry->wall_s};
    audit->entries++;
    snw_audit_kind *kind = find_kind(audit, entry);
    if (kind == NULL) {
        audit->others++;
        return;
    }
    kind->count++;
    if (kind->count <= SNW_AUDIT_BURST) {
        write_record(audit, entry, 1, out);
    } else {
        kind->waiting++;
    }
}

void snw__audit_gap(snw_audit *audit, const snw_audit_entry *entry, uint64_t lost, snw_text *out) {
    audit->entries += lost;
    write_record(audit, entry, lost, out);
}

// --- verifying ----------------------------------------------------------------------------------

typedef struct checking {
    unsigned char head[SNW_SHA256];
    snw_audit_report *report;
} checking;

static snw_status broken(const checking *c, snw_why *why, const char *rule, const char *text) {
    char subject[SNW_WHY_SUBJECT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "record[%llu]", (unsigned long long)c->report->records + 1);
    c->report->broken = c->report->records + 1;
    snw_why_set(why, SNW_ERR_CHECK, subject, text);
    snw_why_rule(why, rule);
    snw_why_add(why, "good records before it", (double)c->report->records, "");
    snw_why_fix(why, "what is before it can be trusted; keep the file unchanged, and find out who "
                     "had access to it");
    return SNW_ERR_CHECK;
}

// one line with its line feed
static snw_status check_line(checking *c, const char *line, size_t length, snw_why *why) {
    if (length < TAIL || length > SNW_AUDIT_LINE) {
        return broken(c, why, "audit-line", "the line is not a record");
    }
    const char *tail = line + length - TAIL;
    const char *previous = tail + sizeof PREVIOUS - 1;
    const char *mark = previous + HEX;
    const char *hash = mark + sizeof HASH - 1;
    if (memcmp(tail, PREVIOUS, sizeof PREVIOUS - 1) != 0 ||
        memcmp(mark, HASH, sizeof HASH - 1) != 0 || memcmp(hash + HEX, "\"}\n", 3) != 0) {
        return broken(c, why, "audit-line", "the line is not a record");
    }
    // what it says of itself
    unsigned char digest[SNW_SHA256], given[SNW_SHA256];
    snw_sha256_of(line, (size_t)(mark - line), digest);
    if (!snw_hex_read(hash, HEX, given, SNW_SHA256) || memcmp(digest, given, SNW_SHA256) != 0) {
        return broken(c, why, "audit-hash", "the record was changed");
    }
    // what it says of the one before
    if (!snw_hex_read(previous, HEX, given, SNW_SHA256) ||
        memcmp(c->head, given, SNW_SHA256) != 0) {
        return broken(c, why, "audit-chain", "records before it were changed, removed or inserted");
    }
    char number[48];
    snw_text text = snw_text_over(number, sizeof number);
    snw_json_writer json = snw_json_over(&text);
    snw_json_object(&json, NULL);
    snw_json_int(&json, "record", (int64_t)c->report->records + 1);
    if (strncmp(line, number, text.length) != 0 || line[text.length] != ',') {
        return broken(c, why, "audit-number", "the number of the record is wrong");
    }
    memcpy(c->head, digest, SNW_SHA256);
    c->report->records++;
    return SNW_OK;
}

snw_status snw_audit_verify(const char *bytes, size_t size, const char *head,
                            snw_audit_report *report, snw_why *why) {
    *report = (snw_audit_report){0};
    checking c = {.report = report};
    snw_status status = SNW_OK;
    size_t start = 0;
    while (status == SNW_OK && start < size) {
        const char *end = memchr(bytes + start, '\n', size - start);
        report->line++;
        if (end == NULL) {
            status = broken(&c, why, "audit-end", "the last line has no line end");
            break;
        }
        const size_t length = (size_t)(end - bytes) + 1 - start;
        status = check_line(&c, bytes + start, length, why);
        start += length;
    }
    snw_hex_write(c.head, SNW_SHA256, report->head);
    if (status == SNW_OK && head != NULL && strcmp(head, report->head) != 0) {
        status = broken(&c, why, "audit-head", "the end of the log is missing, or differs");
    }
    return status;
}

snw_status snw_audit_resume(snw_audit *audit, const char *bytes, size_t size, snw_why *why) {
    snw_audit_report report;
    const snw_status status = snw_audit_verify(bytes, size, NULL, &report, why);
    if (snw_failed(status)) return status;
    snw_audit_begin(audit);
    audit->records = report.records;
    return snw_hex_read(report.head, HEX, audit->head, SNW_SHA256) ? SNW_OK : SNW_ERR_INTERNAL;
}
