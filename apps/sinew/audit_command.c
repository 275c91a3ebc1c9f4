// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli.h"

#include "sinew/wire/audit.h"

static const cli_parameter audit_verify_arguments[] = {
    {.name = "file", .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = "Audit log to check."},
    {0},
};
static const cli_parameter audit_verify_options[] = {
    {.name = "head",
     .kind = CLI_TEXT,
     .sentence = "Expected hash of the last record; it reveals a missing end."},
    {0},
};
static const cli_example audit_verify_examples[] = {
    {"sinew audit verify ~/.local/state/sinew/audit.log", "Check every record and the chain."},
    {0},
};
static const char audit_verify_description[] =
    "Each record of the log has the hash of the one before it, and its own. The first record that "
    "does not fit is named, with what is wrong: it was changed, a record before it was changed, "
    "removed or inserted, or the end is missing. Exit code 0 if the log is complete, 1 "
    "otherwise.\n\n--json writes {ok, records, head}, and for a log that is not complete {broken, "
    "line, error}.";

typedef struct outcome {
    const snw_audit_report *report;
    const snw_why *why;
    bool ok, json;
} outcome;

static void render(snw_text *text, const void *context) {
    const outcome *o = context;
    if (!o->json) {
        snw_text_format(text, "%llu records, the last has the hash %s\n",
                        (unsigned long long)o->report->records, o->report->head);
        return;
    }
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_bool(&json, "ok", o->ok);
    snw_json_int(&json, "records", (int64_t)o->report->records);
    snw_json_string(&json, "head", o->report->head);
    if (!o->ok) {
        snw_json_int(&json, "broken", (int64_t)o->report->broken);
        snw_json_int(&json, "line", (int64_t)o->report->line);
        snw_json_why(&json, "error", o->why);
    }
    cli_json_finish(&json);
}

static snw_status run_audit_verify(const cli_values *values, cli_io *io, snw_why *why) {
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

const cli_command audit_verify_command = {
    .name = "audit verify",
    .group = "Access",
    .summary = "Check that an audit log was not changed since it was written.",
    .description = audit_verify_description,
    .arguments = audit_verify_arguments,
    .options = audit_verify_options,
    .examples = audit_verify_examples,
    .run = run_audit_verify};
