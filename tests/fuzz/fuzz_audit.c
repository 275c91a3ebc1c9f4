// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Audit logs from any bytes: whole, or a record is named that is not; a log that verifies can be
/// gone on with. Then the same bytes as texts of an entry: the log that they are written into
/// verifies.

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/wire/audit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition) {
    if (!condition) abort();
}

static void write_entry(snw_audit *audit, const char *text) {
    static char file[256 * SNW_AUDIT_LINE];
    snw_text out = snw_text_over(file, sizeof file);
    snw_audit_entry entry = {.actor = text,
                             .from = text,
                             .action = text,
                             .object = text,
                             .detail = text,
                             .decision = text,
                             .why = text,
                             .wall_s = (int64_t)strlen(text)};
    snw_audit_begin(audit);
    // seldom, because it takes long: a flood of one kind, and of more kinds than are told apart
    const bool flood = strcmp(text, "k") == 0;
    for (int i = 0; i < (flood ? 2 * SNW_AUDIT_BURST : 1); i++)
        snw_audit_tell(audit, &entry, &out);
    for (int i = 0; i < (flood ? SNW_AUDIT_KINDS + 4 : 1); i++) {
        entry.session = (uint32_t)i;
        snw_audit_tell(audit, &entry, &out);
    }
    snw_audit_flush(audit, INT64_MAX, &out);
    snw_audit_report report;
    expect(!snw_text_is_cut(&out));
    expect(snw_audit_verify(file, out.length, NULL, &report, NULL) == SNW_OK);
    expect(report.records == audit->records && report.records <= audit->entries);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static snw_audit audit;
    snw_audit_report report;
    snw_why why = {0};
    const snw_status status = snw_audit_verify((const char *)data, size, NULL, &report, &why);
    if (snw_failed(status)) {
        expect(status == SNW_ERR_CHECK && report.broken == report.records + 1);
        expect(why.rule[0] != '\0');
    } else {
        expect(report.broken == 0 && report.line == report.records);
        expect(snw_audit_resume(&audit, (const char *)data, size, NULL) == SNW_OK);
        expect(audit.records == report.records);
    }
    char *text = malloc(size + 1);
    expect(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    write_entry(&audit, text);
    free(text);
    return 0;
}
