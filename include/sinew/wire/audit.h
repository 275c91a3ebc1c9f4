// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_WIRE_AUDIT_H
#define SINEW_WIRE_AUDIT_H

/// @file
/// The audit log: who did what, and what came of it, as a chain that shows where it was changed.
///
/// One JSON object on each line. `previous` is the hash of the record before (64 zeros in the
/// first), `hash` the SHA-256 of all bytes of the line before its name; so every record vouches for
/// all that stand above it. The hash of the last record, kept elsewhere (a recording, a note),
/// vouches for the end.
///
///     {"record":12,"tick":880,"t":0.88,"wall":"2026-01-05T10:11:12Z","actor":"ann","session":3,
///      "from":"127.0.0.1","action":"set","object":"law/kp[2]","detail":"120","decision":"done",
///      "why":"","count":1,"previous":"9f..","hash":"31.."}
///
/// Floods are summarised: of entries with the same actor, session, address, action and decision the
/// first SNW_AUDIT_BURST of a second are written, the others counted, and the count is written when
/// the second is over. The sum of all counts is the number of entries, always.

#include <stdint.h>

#include "sinew/wire/token.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_AUDIT_BURST = 8,       ///< like entries of a second that are written one by one
    SNW_AUDIT_KINDS = 64,      ///< kinds of entries that are distinguished in a second
    SNW_AUDIT_TEXT = 128,      ///< bytes of object, detail and why that are kept
    SNW_AUDIT_NAME = 48,       ///< bytes of actor, address, action, decision
    SNW_AUDIT_LINE = 4096,     ///< bytes of a record at most
    SNW_AUDIT_FILE = 256 << 20 ///< bytes of a file that is verified at most
};

/// What happened. Texts may hold anything; they are cut at their length and escaped.
typedef struct snw_audit_entry {
    uint64_t tick;     ///< of the loop
    int64_t t_ns;      ///< of the loop
    int64_t wall_s;    ///< since 1970
    const char *actor; ///< name of the token: never what a client says of itself
    uint32_t session;
    const char *from;     ///< address
    const char *action;   ///< command, or "hello", "lost", "stale", "start" ...
    const char *object;   ///< path, component, arm; may be NULL
    const char *detail;   ///< value or text; never a token; may be NULL
    const char *decision; ///< "done", "refused", "wrong token" ...
    const char *why;      ///< rule or cause; may be NULL
} snw_audit_entry;

/// Like entries of this second.
typedef struct snw_audit_kind {
    char actor[SNW_AUDIT_NAME], from[SNW_AUDIT_NAME], action[SNW_AUDIT_NAME],
        decision[SNW_AUDIT_NAME];
    uint32_t session;
    uint64_t count, waiting; ///< of this second; of these not written yet
} snw_audit_kind;

/// A log under way. A plain value of about 14 kB.
typedef struct snw_audit {
    // read-only
    uint64_t records;               ///< written
    unsigned char head[SNW_SHA256]; ///< hash of the last
    uint64_t entries;               ///< written, summarised ones included
    // private
    snw_audit_kind kinds[SNW_AUDIT_KINDS];
    int kind_count;
    uint64_t others;      // of this second beyond SNW_AUDIT_KINDS
    int64_t second;       // of the loop or of wall time, whichever the caller steps by
    snw_audit_entry last; // times of the last entry, for summaries; its texts are NULL
} snw_audit;

/// A new log.
SNW_SETUP void snw_audit_begin(snw_audit *audit);

/// Goes on with a log: `bytes` is all of it. It is verified first; refusals as for
/// snw_audit_verify().
SNW_SETUP SNW_NODISCARD snw_status snw_audit_resume(snw_audit *audit, const char *bytes,
                                                    size_t size, snw_why *why);

/// Adds what an entry comes to, whole lines, to `out`: summaries of the second before, then the
/// record, or nothing when it was counted only. `out` needs room for (SNW_AUDIT_KINDS + 2) lines; a
/// text that was cut (snw_text_is_cut()) is a broken log.
SNW_SETUP void snw_audit_tell(snw_audit *audit, const snw_audit_entry *entry, snw_text *out);

/// Writes the summaries that wait when the second is over at `wall_s`; at the end of a run with
/// INT64_MAX.
SNW_SETUP void snw_audit_flush(snw_audit *audit, int64_t wall_s, snw_text *out);

/// What a verifier found.
typedef struct snw_audit_report {
    uint64_t records;           ///< good ones, from the start
    uint64_t broken;            ///< number of the first record that is not, from 1; 0 for none
    uint64_t line;              ///< where it is, from 1
    char head[SNW_SHA256_TEXT]; ///< hash of the last good one; zeros for none
} snw_audit_report;

/// Checks every record and the chain. SNW_OK; SNW_ERR_CHECK names the first broken record, and the
/// rule: audit-hash (it was changed), audit-chain (one before it was changed, taken out or put in),
/// audit-number, audit-line (it is no record), audit-end (the last line has no end), audit-head
/// (`head`, if not NULL, is not the hash of the last record: the end is missing). `report` is
/// filled in any case; `why` may be NULL.
SNW_SETUP SNW_NODISCARD snw_status snw_audit_verify(const char *bytes, size_t size,
                                                    const char *head, snw_audit_report *report,
                                                    snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_WIRE_AUDIT_H
