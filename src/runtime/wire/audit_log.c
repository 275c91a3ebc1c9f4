// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/wire/audit_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"
#include "sinew/os/error.h"
#include "sinew/os/file.h"

enum { LINES = (SNW_AUDIT_KINDS + 2) * SNW_AUDIT_LINE };

// --- writing ------------------------------------------------------------------------------------

static bool write_bytes(int descriptor, const char *bytes, size_t size) {
    while (size > 0) {
        const ssize_t done = write(descriptor, bytes, size);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        bytes += done;
        size -= (size_t)done;
    }
    return true;
}

// Whole lines, or nothing: what did not fit is cut off again, and the chain is as it was. A file
// that could not be cut is cut before anything else is written.
static bool keep_lines(snw_audit_log *log, const snw_text *lines) {
    if (lines->length == 0) return true;
    errno = 0;
    if (!snw_text_is_cut(lines) && ftruncate(log->descriptor, (off_t)log->size) == 0 &&
        write_bytes(log->descriptor, lines->data, lines->length)) {
        log->size += (int64_t)lines->length;
        log->error = 0;
        return true;
    }
    log->error = errno != 0 ? errno : EIO;
    if (ftruncate(log->descriptor, (off_t)log->size) != 0) {
        // the next writing begins with the same
    }
    log->audit = *log->before;
    return false;
}

// the record of what was lost
static bool write_gap(snw_audit_log *log, int64_t wall_s) {
    if (log->lost == 0) return true;
    snw_text lines = snw_text_over(log->lines, LINES);
    const snw_audit_entry gap = {.tick = log->audit.last.tick,
                                 .t_ns = log->audit.last.t_ns,
                                 .wall_s = wall_s,
                                 .actor = "server",
                                 .from = "",
                                 .action = "gap",
                                 .decision = "lost",
                                 .why = "these entries could not be written to the log"};
    *log->before = log->audit;
    snw__audit_gap(&log->audit, &gap, log->lost, &lines);
    if (!keep_lines(log, &lines)) return false;
    log->lost = 0;
    return true;
}

void snw_audit_log_tell(snw_audit_log *log, const snw_audit_entry *entry) {
    if (!log->is_open) return;
    if (write_gap(log, entry->wall_s)) {
        snw_text lines = snw_text_over(log->lines, LINES);
        *log->before = log->audit;
        snw_audit_tell(&log->audit, entry, &lines);
        if (keep_lines(log, &lines)) return;
    }
    log->lost++;
}

void snw_audit_log_flush(snw_audit_log *log, int64_t wall_s) {
    if (!log->is_open || !write_gap(log, wall_s)) return;
    snw_text lines = snw_text_over(log->lines, LINES);
    *log->before = log->audit;
    snw_audit_flush(&log->audit, wall_s, &lines);
    // what could not be written waits in the chain as it was
    (void)keep_lines(log, &lines);
}

// Whether one more record would fit: one of blanks is written and cut off again, so that the first
// change after the disk has become full is already refused.
static bool has_room(snw_audit_log *log) {
    memset(log->lines, ' ', SNW_AUDIT_LINE);
    errno = 0;
    const bool fits = ftruncate(log->descriptor, (off_t)log->size) == 0 &&
                      write_bytes(log->descriptor, log->lines, SNW_AUDIT_LINE);
    if (!fits) log->error = errno != 0 ? errno : EIO;
    return ftruncate(log->descriptor, (off_t)log->size) == 0 && fits;
}

bool snw_audit_log_ready(snw_audit_log *log, int64_t wall_s) {
    return !log->is_open || (write_gap(log, wall_s) && has_room(log));
}

// --- opening ------------------------------------------------------------------------------------

// Verifies a file and takes its chain; `*size` is that of its whole lines
static snw_status resume_file(snw_audit_log *log, int64_t *size, bool *torn) {
    snw_file_reading how = snw_file_reading_defaults();
    how.limit = SNW_AUDIT_LOG_LIMIT;
    snw_file_content content;
    snw_status status = snw_file_read(log->file, &how, &content, NULL);
    if (snw_failed(status)) return status;
    size_t whole = content.size;
    while (whole > 0 && content.data[whole - 1] != '\n') {
        whole--;
    }
    status = snw_audit_resume(&log->audit, content.data, whole, NULL);
    *size = (int64_t)whole;
    // blanks are what was written to see whether there is room
    size_t rest = whole;
    while (rest < content.size && content.data[rest] == ' ')
        rest++;
    *torn = rest < content.size;
    snw_file_free(&content);
    return status;
}

static snw_status find_file(snw_audit_log *log, const char *base, snw_why *why) {
    for (int i = 1; i < SNW_AUDIT_LOGS; i++) {
        snw_text name = snw_text_over(log->file, sizeof log->file);
        snw_text_format(&name, i == 1 ? "%s" : "%s-%d", base, i);
        snw_audit_begin(&log->audit);
        log->size = 0;
        log->lost = 0;
        if (!snw_file_exists(log->file)) return snw_file_write_mode(log->file, "", 0, 0600, why);
        bool torn = false;
        if (snw_failed(resume_file(log, &log->size, &torn))) continue;
        log->lost = torn ? 1 : 0;
        return SNW_OK;
    }
    return snw_refuse(why, SNW_ERR_FULL, base, "there are too many audit logs of this name",
                      "move the old ones to another folder");
}

snw_status snw_audit_log_open(snw_audit_log *log, const char *name, int64_t wall_s, snw_why *why) {
    *log = (snw_audit_log){.descriptor = -1};
    const snw_status status = find_file(log, name, why);
    if (snw_failed(status)) return status;
    log->lines = malloc(LINES);
    log->before = malloc(sizeof *log->before);
    if (log->lines == NULL || log->before == NULL) {
        snw_audit_log_close(log);
        return snw_refuse(why, SNW_ERR_MEMORY, name, NULL, NULL);
    }
    errno = 0;
    log->descriptor = open(log->file, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (log->descriptor < 0) {
        const int reason = errno;
        snw_audit_log_close(log);
        return snw_errno_why(why, reason, name, "write the audit log");
    }
    log->is_open = true;
    (void)write_gap(log, wall_s);
    return SNW_OK;
}

void snw_audit_log_close(snw_audit_log *log) {
    if (log->is_open) {
        snw_audit_log_flush(log, INT64_MAX);
        (void)close(log->descriptor);
    }
    free(log->lines);
    free(log->before);
    log->lines = NULL;
    log->before = NULL;
    log->is_open = false;
}
