// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_WIRE_AUDIT_LOG_H
#define SINEW_WIRE_AUDIT_LOG_H

/// @file
/// The audit log in its file. Each record is written whole or not at all: when the disk is full, or
/// the file cannot be written for another reason, it is cut back to its last whole record, so that
/// the chain stays good. What could not be written is counted, and the count is written as one
/// record, action "gap", as soon as there is room.
///
///     status = snw_audit_log_open(&log, "audit.log", now_s, &why);
///     snw_audit_log_tell(&log, &entry);
///     if (!snw_audit_log_ready(&log, now_s)) ...          // refuse what must not go unlogged
///     snw_audit_log_close(&log, &last_entry);

#include <stdbool.h>

#include "sinew/os/path.h"
#include "sinew/wire/audit.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_AUDIT_LOG_LIMIT = 16 << 20, ///< bytes of a file that is continued
    SNW_AUDIT_LOGS = 100            ///< files of one name: NAME, NAME-2, NAME-3 ...
};

/// Caller-owned; all zero is a log that nobody opened, to which nothing is written.
typedef struct snw_audit_log {
    // read-only
    snw_audit audit;
    char file[SNW_PATH_SIZE];
    uint64_t lost; ///< entries that are not in the file yet, not even as a count
    int error;     ///< errno of the last writing; 0 when it was good
    // private
    int64_t size;      // bytes of whole records
    char *lines;       // room for what one entry comes to
    snw_audit *before; // the chain before what is being written
    int descriptor;
    bool is_open;
} snw_audit_log;

/// Goes on with the log of that name when it is whole, else begins the next: NAME, NAME-2, NAME-3.
/// A last line that has no end, as a crash leaves it, is cut off and counted as a gap; whatever
/// else is broken stays as it is, for the verifier. SNW_ERR_FULL after SNW_AUDIT_LOGS files,
/// SNW_ERR_IO, SNW_ERR_MEMORY.
SNW_SETUP SNW_NODISCARD snw_status snw_audit_log_open(snw_audit_log *log, const char *name,
                                                      int64_t wall_s, snw_why *why);

/// Writes what waits, and closes the file.
SNW_SETUP void snw_audit_log_close(snw_audit_log *log);

/// Writes an entry. When that is not possible it is counted in `lost`.
SNW_SETUP void snw_audit_log_tell(snw_audit_log *log, const snw_audit_entry *entry);

/// Writes the summaries of a second that is over, as snw_audit_flush().
SNW_SETUP void snw_audit_log_flush(snw_audit_log *log, int64_t wall_s);

/// True when everything was written and one more record has room. After a failure it tries to write
/// the count of what was lost.
SNW_SETUP bool snw_audit_log_ready(snw_audit_log *log, int64_t wall_s);

#ifdef __cplusplus
}
#endif

#endif // SINEW_WIRE_AUDIT_LOG_H
