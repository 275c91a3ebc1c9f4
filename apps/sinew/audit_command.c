// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "audit_command.h"

#include "sinew/wire/audit.h"

const cli_parameter audit_verify_arguments[] = {
    {.name = "file", .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = "The log."},
    {0},
};
const cli_parameter audit_verify_options[] = {
    {.name = "head",
     .kind = CLI_TEXT,
     .sentence = "Hash that the last record had: then a missing end is found, too."},
    {0},
};
const cli_example audit_verify_examples[] = {
    {"sinew audit verify ~/.local/state/sinew/audit.log", "Every record, and the chain."},
    {0},
};
const char audit_verify_description[] =
    "Each record of the log has the hash of the one before it, and its own. The first record that "
    "does not fit is named, with what is wrong: it was changed, one before it was changed, taken "
    "out or put in, or the end is missing. Exit code 0 when the log is whole, 1 otherwise.\n\n"
    "--json writes {ok, records, head}, and for a log that is not whole {broken, line, error}.";

typedef struct outcome {
    const snw_audit_report *report;
    const snw_why *why;
    bool ok, json;
} outcome;

static void render(snw_text *text, const void *context) {
    const outcome *o = context;
    const unsigned long long records = (unsigned long long)o->report->records;
    if (!o->json) {
        snw_text_format(text, "%llu records, the last has the hash %s\n", records, o->report->head);
        return;
    }
    snw_text_format(text, "{\"ok\":%s,\"records\":%llu,\"head\":\"%s\"", o->ok ? "true" : "false",
                    records, o->report->head);
    if (!o->ok) {
        char why[4096];
        (void)snw_why_json(o->why, why, sizeof why);
        snw_text_format(text, ",\"broken\":%llu,\"line\":%llu,\"error\":%s",
                        (unsigned long long)o->report->broken, (unsigned long long)o->report->line,
                        why);
    }
    snw_text_format(text, "}\n");
}

snw_status run_audit_verify(const cli_values *values, cli_io *io, snw_why *why) {
    const char *path = cli_text(values, "file");
    snw_file_content content;
    snw_status status = cli_read_file(io, path, SNW_AUDIT_FILE, &content, why);
    if (snw_failed(status)) return status;
    snw_audit_report report;
    status = snw_audit_verify(content.data, content.size, cli_text(values, "head"), &report, why);
    snw_file_free(&content);
    const bool ok = !snw_failed(status);
    if (!ok) snw_why_at(why, path, (int)report.line, 0);
    if (!ok && !io->json) return status;
    const outcome o = {&report, why, ok, io->json};
    const snw_status printed = cli_print(io, render, &o);
    if (snw_failed(printed)) return printed;
    io->answered = !ok;
    return status;
}
