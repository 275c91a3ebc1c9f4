// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "record_command.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"
#include "rows.h"
#include "sinew/os/error.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"

enum { TOLD = 10 };

const cli_parameter record_arguments[] = {
    {.name = "file",
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "Recording to read, .mcap."},
    {0},
};
static const cli_parameter record_recover_arguments[] = {
    {.name = "file", .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = "The recording, .mcap."},
    {.name = "out", .kind = CLI_FILE, .sentence = "The same as --out."},
    {0},
};
static const cli_parameter record_export_options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .sentence = "Table to write, .csv, .xml, .m or .wl; standard output if omitted."},
    {.name = "format",
     .letter = 'f',
     .kind = CLI_TEXT,
     .need = CLI_REPEATED,
     .sentence = "csv, xml, matlab or mathematica; with several, --out is the name without "
                 "extension; none writes nothing."},
    {.name = "signals",
     .letter = 's',
     .kind = CLI_TEXT,
     .need = CLI_REPEATED,
     .sentence = "Signal paths, with * and **; all if omitted."},
    {.name = "from", .kind = CLI_REAL, .unit = "s", .sentence = "Start time."},
    {.name = "to", .kind = CLI_REAL, .unit = "s", .sentence = "End time."},
    {.name = "force", .sentence = "Replace the output file if it exists."},
    {0},
};
static const cli_parameter record_recover_options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .sentence = "File to write, which must not exist; FILE-recovered.mcap if omitted."},
    {0},
};
static const cli_example record_export_examples[] = {
    {"sinew record export run.mcap -o run.csv", "Export all signals."},
    {"sinew record export run.mcap --signals 'arm/sensed/q[*]' --from 2 --to 3",
     "Export some signals of one second."},
    {"sinew record export run.mcap -o run -f matlab -f xml", "Write run.m and run.xml."},
    {0},
};
static const cli_example record_recover_examples[] = {
    {"sinew record recover run.mcap", "Write run-recovered.mcap and keep run.mcap unchanged."},
    {0},
};

// --- damage and output --------------------------------------------------------------------------

void record_tell_damage(const snw_mcap_damage *damage, void *context) {
    record_damage *d = context;
    d->count++;
    d->bytes += damage->end - damage->start;
    if (d->count > TOLD) return;
    cli_note(d->io, "damage: bytes %llu to %llu: %s", (unsigned long long)damage->start,
             (unsigned long long)damage->end, damage->text);
}

void record_tell_rest(const record_damage *d) {
    if (d->count > TOLD) cli_note(d->io, "damage: and %d more", d->count - TOLD);
    if (d->count > 0) {
        cli_note(d->io,
                 "damage: %llu bytes in %d ranges were skipped; 'sinew record recover' writes the "
                 "rest to a complete file",
                 (unsigned long long)d->bytes, d->count);
    }
}

snw_status record_check_output(const char *path, bool force, snw_why *why) {
    if (!snw_file_exists(path)) return SNW_OK;
    if (force && !snw_file_is_directory(path)) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_PERMISSION, "exists", path, "the file already exists",
                           force ? "name a file"
                                 : "choose another name, or replace it with --force");
}

// --- export -------------------------------------------------------------------------------------

// one of the files
typedef struct output {
    snw_series_format format;
    FILE *file;
    char *path; // NULL is standard output
    char *part; // the file while it is being written
} output;

typedef struct export {
    const cli_values *values;
    cli_io *io;
    snw_why *why;
    snw_series *series;
    snw_series_row row;
    output outputs[SNW_SERIES_FORMATS];
    int count;
    output *at; // that is being written
    rows_line line;
    int64_t first_ns, last_ns;
    long rows;
    uint64_t lost;
}
export;

static void render_head(snw_text *text, const void *context) {
    const export *e = context;
    snw_series_print_head(e->series, e->at->format, text);
}

static void render_row(snw_text *text, const void *context) {
    const export *e = context;
    snw_series_print(e->series, e->at->format, &e->row, e->rows == 1, text);
}

static void render_end(snw_text *text, const void *context) {
    const export *e = context;
    snw_series_print_end(e->series, e->at->format, text);
}

static snw_status put(export *e, cli_render_fn *render) {
    snw_status status = SNW_OK;
    for (int i = 0; i < e->count && !snw_failed(status); i++) {
        e->at = &e->outputs[i];
        errno = 0;
        status = rows_write(&e->line, e->at->file, render, e);
        if (status != SNW_ERR_IO) continue;
        if (e->at->path != NULL) {
            return snw_errno_why(e->why, errno != 0 ? errno : EIO, e->at->path, "write the table");
        }
        // the program tells what happened to standard output
        e->io->lost = e->io->lost == 0 ? errno : e->io->lost;
    }
    return status;
}

// BASE and END in memory of their own
static char *joined(const char *base, const char *end) {
    const size_t size = strlen(base) + strlen(end) + 1;
    char *text = malloc(size);
    if (text == NULL) return NULL;
    snw_text out = snw_text_over(text, size);
    snw_text_format(&out, "%s%s", base, end);
    return text;
}

static snw_status add_output(export *e, snw_series_format format, const char *base,
                             const char *end) {
    for (int i = 0; i < e->count; i++) {
        if (e->outputs[i].format == format) return SNW_OK; // named twice
    }
    output *o = &e->outputs[e->count++];
    *o = (output){.format = format};
    if (base == NULL) return SNW_OK;
    o->path = joined(base, end);
    o->part = o->path != NULL ? joined(o->path, ".part") : NULL;
    if (o->part == NULL) return SNW_ERR_MEMORY;
    return record_check_output(o->path, cli_flag(e->values, "force"), e->why);
}

// The formats: those that are named, else the one of the file's name, else CSV.
static snw_status choose(export *e) {
    int count = 0;
    const char *const *names = cli_texts(e->values, "format", &count);
    const char *base = cli_text(e->values, "out");
    snw_series_format format = SNW_SERIES_CSV;
    snw_status status = SNW_OK;
    for (int i = 0; i < count && !snw_failed(status); i++) {
        if (strcmp(names[i], "none") == 0) continue;
        if (!snw_series_format_find(names[i], &format)) {
            return snw_refuse(e->why, SNW_ERR_USAGE, names[i], "there is no such format",
                              "write csv, xml, matlab, mathematica or none");
        }
        status = add_output(e, format, base, snw_series_format_extension(format));
    }
    if (base == NULL && e->count > 1) {
        return snw_refuse(e->why, SNW_ERR_USAGE, "format", "standard output accepts one format",
                          "name the files with --out");
    }
    if (count > 0 || snw_failed(status)) return status;
    char end[16] = "";
    if (base != NULL) SNW_IGNORE(snw_path_extension(base, end, sizeof end));
    if (!snw_series_format_find(end, &format)) format = SNW_SERIES_CSV;
    return add_output(e, format, base, "");
}

static snw_status open_out(export *e) {
    for (int i = 0; i < e->count; i++) {
        output *o = &e->outputs[i];
        errno = 0;
        o->file = o->path == NULL ? e->io->out : fopen(o->part, "w");
        if (o->file == NULL) {
            return snw_errno_why(e->why, errno != 0 ? errno : EIO, o->path, "write the table");
        }
    }
    return SNW_OK;
}

static snw_status close_out(export *e, snw_status status) {
    for (int i = 0; i < e->count; i++) {
        output *o = &e->outputs[i];
        if (o->path == NULL || o->file == NULL) continue;
        errno = 0;
        bool failed = fclose(o->file) != 0;
        if (!failed && !snw_failed(status)) failed = rename(o->part, o->path) != 0;
        if (failed && !snw_failed(status)) {
            status = snw_errno_why(e->why, errno != 0 ? errno : EIO, o->path, "write the table");
        }
        if (snw_failed(status)) (void)remove(o->part);
    }
    return status;
}

static void drop(export *e) {
    snw_series_close(e->series);
    free(e->line.data);
    for (int i = 0; i < e->count; i++) {
        free(e->outputs[i].path);
        free(e->outputs[i].part);
    }
}

static snw_status select_signals(export *e) {
    int count = 0;
    const char *const *patterns = cli_texts(e->values, "signals", &count);
    if (count == 0) return SNW_OK;
    return snw_series_select(e->series, patterns, count, e->why);
}

static snw_status export_rows(export *e) {
    snw_status status = put(e, render_head);
    while (!snw_failed(status)) {
        status = snw_series_next(e->series, &e->row, e->why);
        if (status == SNW_DONE || snw_failed(status)) break;
        if (e->row.t_ns < e->first_ns || e->row.t_ns > e->last_ns) continue;
        e->rows++;
        e->lost += e->row.lost;
        status = put(e, render_row);
    }
    return snw_failed(status) ? status : put(e, render_end);
}

static int64_t time_of(const cli_values *values, const char *name, int64_t standard) {
    if (!cli_given(values, name)) return standard;
    const double t = cli_real(values, name) * 1e9;
    return t >= 9e18 ? INT64_MAX : t <= -9e18 ? INT64_MIN : llround(t);
}

static void render_export(snw_text *text, const void *context) {
    const export *e = context;
    int count = 0, selected = 0;
    const snw_series_column *columns = snw_series_columns(e->series, &count);
    for (int i = 0; i < count; i++)
        selected += columns[i].selected ? 1 : 0;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "file", e->outputs[0].path);
    snw_json_array(&json, "files");
    for (int i = 0; i < e->count; i++) {
        snw_json_string(&json, NULL, e->outputs[i].path);
    }
    snw_json_end(&json);
    snw_json_int(&json, "signals", selected);
    snw_json_int(&json, "rows", e->rows);
    snw_json_int(&json, "lost_samples", (int64_t)e->lost);
    cli_json_finish(&json);
}

static snw_status tell_export(const export *e) {
    if (e->lost > 0) {
        cli_note(e->io, "%llu samples were lost while it was recorded",
                 (unsigned long long)e->lost);
    }
    if (e->count == 0) cli_note(e->io, "no format is chosen: nothing is written");
    if (e->count == 0 || e->outputs[0].path == NULL) return SNW_OK;
    if (e->io->json) return cli_print(e->io, render_export, e);
    for (int i = 0; i < e->count; i++)
        cli_note(e->io, "%s: %ld rows", e->outputs[i].path, e->rows);
    return SNW_OK;
}

static snw_status run_record_export(const cli_values *values, cli_io *io, snw_why *why) {
    export e = {.values = values,
                .io = io,
                .why = why,
                .first_ns = time_of(values, "from", INT64_MIN),
                .last_ns = time_of(values, "to", INT64_MAX)};
    record_damage damage = {.io = io};
    snw_status status = choose(&e);
    if (!snw_failed(status)) {
        status =
            snw_series_open(&e.series, cli_text(values, "file"), record_tell_damage, &damage, why);
    }
    if (!snw_failed(status)) status = select_signals(&e);
    if (!snw_failed(status)) status = open_out(&e);
    if (!snw_failed(status) && e.count > 0) status = export_rows(&e);
    status = close_out(&e, status);
    record_tell_rest(&damage);
    if (!snw_failed(status)) status = tell_export(&e);
    drop(&e);
    return status;
}

// --- recover ------------------------------------------------------------------------------------

static snw_status name_recovered(const char *path, char *out, size_t size) {
    char parent[SNW_PATH_SIZE], stem[SNW_PATH_SIZE], leaf[SNW_PATH_SIZE];
    snw_status status = snw_path_parent(path, parent, sizeof parent);
    if (!snw_failed(status)) status = snw_path_stem(path, stem, sizeof stem);
    if (snw_failed(status)) return status;
    snw_text text = snw_text_over(leaf, sizeof leaf);
    snw_text_format(&text, "%s-recovered.mcap", stem);
    return snw_text_is_cut(&text) ? SNW_ERR_MEMORY : snw_path_join(parent, leaf, out, size);
}

static void render_recovery(snw_text *text, const void *context) {
    const snw_mcap_recovery *r = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "file", r->path);
    snw_json_int(&json, "messages", (int64_t)r->messages);
    snw_json_int(&json, "bytes", (int64_t)r->bytes);
    snw_json_bool(&json, "was_finished", r->before.finished);
    snw_json_int(&json, "damages", r->before.damages);
    snw_json_int(&json, "lost_bytes", (int64_t)r->before.lost_bytes);
    snw_json_int(&json, "unknown_messages", (int64_t)r->before.unknown);
    snw_json_int(&json, "attachments_left_out", r->before.attachments);
    cli_json_finish(&json);
}

static snw_status run_record_recover(const cli_values *values, cli_io *io, snw_why *why) {
    const char *from = cli_text(values, "file"), *to = cli_text(values, "out");
    char path[SNW_PATH_SIZE];
    if (to == NULL) {
        const snw_status status = name_recovered(from, path, sizeof path);
        if (snw_failed(status)) {
            return snw_refuse(why, status, from, "the name is too long", NULL);
        }
        to = path;
    }
    record_damage damage = {.io = io};
    snw_mcap_recovery recovery;
    const snw_status status =
        snw_mcap_recover(from, to, record_tell_damage, &damage, &recovery, why);
    if (snw_failed(status)) return status;
    if (damage.count > TOLD) cli_note(io, "damage: and %d more", damage.count - TOLD);
    if (recovery.before.unknown > 0) {
        cli_note(io, "%llu messages belong to channels that are lost",
                 (unsigned long long)recovery.before.unknown);
    }
    if (recovery.before.attachments > 0) {
        cli_note(io, "%d attachments are left out", recovery.before.attachments);
    }
    if (io->json) return cli_print(io, render_recovery, &recovery);
    cli_note(io, "%s: %llu messages, read back and compared; %llu of %llu bytes were damaged", to,
             (unsigned long long)recovery.messages, (unsigned long long)recovery.before.lost_bytes,
             (unsigned long long)recovery.before.size);
    return SNW_OK;
}

const cli_command record_export_command = {
    .name = "record export",
    .group = "Recordings",
    .summary = "Export signals of a recording as a table: CSV, XML, MATLAB or Mathematica.",
    .description =
        "Writes a line per tick, with tick and t in s first, then the signals with their units in "
        "brackets. A field is empty where its group was not sampled. Numbers have the digits that "
        "read back as the same bits; INF and NaN are words. The file is written completely or not "
        "at all.\n\n--json writes {file, signals, rows, lost_samples} if --out is given.",
    .arguments = record_arguments,
    .options = record_export_options,
    .examples = record_export_examples,
    .run = run_record_export};

const cli_command record_recover_command = {
    .name = "record recover",
    .group = "Recordings",
    .summary = "Recover all that can be read of a damaged recording into a new file.",
    .description = "The new file is read back and compared message by message before it gets its "
                   "name; the old one is not changed. Recovering the result again gives the same "
                   "bytes.\n\n--json writes {file, messages, bytes, was_finished, damages, "
                   "lost_bytes, unknown_messages, attachments_left_out}.",
    .arguments = record_recover_arguments,
    .options = record_recover_options,
    .examples = record_recover_examples,
    .run = run_record_recover};
