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
    {.name = "file", .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = "The recording, .mcap."},
    {0},
};
const cli_parameter record_export_options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .sentence = "The table to write, .csv; standard output when it is left out."},
    {.name = "signals",
     .letter = 's',
     .kind = CLI_TEXT,
     .need = CLI_REPEATED,
     .sentence = "Paths of signals, with * and **; all when it is left out."},
    {.name = "from", .kind = CLI_REAL, .unit = "s", .sentence = "The first time."},
    {.name = "to", .kind = CLI_REAL, .unit = "s", .sentence = "The last time."},
    {.name = "force", .sentence = "Replace the output when it exists."},
    {0},
};
const cli_parameter record_recover_options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .sentence = "The file to write; it must not exist. FILE-recovered.mcap when it is left out."},
    {0},
};
const cli_example record_export_examples[] = {
    {"sinew record export run.mcap -o run.csv", "All signals."},
    {"sinew record export run.mcap --signals 'arm/q[*]' --from 2 --to 3", "Some, for a second."},
    {0},
};
const cli_example record_recover_examples[] = {
    {"sinew record recover run.mcap", "Writes run-recovered.mcap and leaves run.mcap alone."},
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
                 "damage: %llu bytes in %d ranges were passed over; "
                 "'sinew record recover' writes the rest to a whole file",
                 (unsigned long long)d->bytes, d->count);
    }
}

snw_status record_check_output(const char *path, bool force, snw_why *why) {
    if (!snw_file_exists(path)) return SNW_OK;
    if (force && !snw_file_is_directory(path)) return SNW_OK;
    snw_why_set(why, SNW_ERR_PERMISSION, path, "the file is there already");
    snw_why_rule(why, "exists");
    snw_why_fix(why, force ? "name a file" : "choose another name, or replace it with --force");
    return SNW_ERR_PERMISSION;
}

// --- export -------------------------------------------------------------------------------------

typedef struct export {
    const cli_values *values;
    cli_io *io;
    snw_why *why;
    snw_series *series;
    snw_series_row row;
    FILE *out;
    rows_line line;
    const char *path; // NULL is standard output
    char *part;       // the file while it is being written
    int64_t first_ns, last_ns;
    long rows;
    uint64_t lost;
}
export;

static void render_names(snw_text *text, const void *context) {
    snw_series_print_names(((const export *)context)->series, text);
}

static void render_row(snw_text *text, const void *context) {
    const export *e = context;
    snw_series_print_row(e->series, &e->row, text);
}

static snw_status put(export *e, cli_render_fn *render) {
    errno = 0;
    const snw_status status = rows_write(&e->line, e->out, render, e);
    if (status != SNW_ERR_IO) return status;
    if (e->path == NULL) {
        // the program tells what happened to standard output
        e->io->lost = e->io->lost == 0 ? errno : e->io->lost;
        return SNW_ERR_IO;
    }
    return snw_errno_why(e->why, errno != 0 ? errno : EIO, e->path, "write the table");
}

static snw_status open_out(export *e) {
    if (e->path == NULL) {
        e->out = e->io->out;
        return SNW_OK;
    }
    const size_t size = strlen(e->path) + 6;
    e->part = malloc(size);
    if (e->part == NULL) return SNW_ERR_MEMORY;
    snw_text text = snw_text_over(e->part, size);
    snw_text_format(&text, "%s.part", e->path);
    errno = 0;
    e->out = fopen(e->part, "w");
    if (e->out != NULL) return SNW_OK;
    return snw_errno_why(e->why, errno != 0 ? errno : EIO, e->path, "write the table");
}

static snw_status close_out(export *e, snw_status status) {
    if (e->part == NULL || e->out == NULL) return status;
    errno = 0;
    bool failed = fclose(e->out) != 0;
    if (!failed && !snw_failed(status)) failed = rename(e->part, e->path) != 0;
    if (failed && !snw_failed(status)) {
        status = snw_errno_why(e->why, errno != 0 ? errno : EIO, e->path, "write the table");
    }
    if (snw_failed(status)) (void)remove(e->part);
    return status;
}

static snw_status select_signals(export *e) {
    int count = 0;
    const char *const *patterns = cli_texts(e->values, "signals", &count);
    if (count == 0) return SNW_OK;
    return snw_series_select(e->series, patterns, count, e->why);
}

static snw_status export_rows(export *e) {
    snw_status status = put(e, render_names);
    while (!snw_failed(status)) {
        status = snw_series_next(e->series, &e->row, e->why);
        if (status == SNW_DONE || snw_failed(status)) break;
        if (e->row.t_ns < e->first_ns || e->row.t_ns > e->last_ns) continue;
        e->rows++;
        e->lost += e->row.lost;
        status = put(e, render_row);
    }
    return snw_failed(status) ? status : SNW_OK;
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
    snw_text_format(text, "{\"file\":");
    snw_text_json_string(text, e->path);
    snw_text_format(text, ",\"signals\":%d,\"rows\":%ld,\"lost_samples\":%llu}\n", selected,
                    e->rows, (unsigned long long)e->lost);
}

snw_status run_record_export(const cli_values *values, cli_io *io, snw_why *why) {
    export e = {.values = values,
                .io = io,
                .why = why,
                .path = cli_text(values, "out"),
                .first_ns = time_of(values, "from", INT64_MIN),
                .last_ns = time_of(values, "to", INT64_MAX)};
    record_damage damage = {.io = io};
    if (e.path != NULL) {
        const snw_status status = record_check_output(e.path, cli_flag(values, "force"), why);
        if (snw_failed(status)) return status;
    }
    snw_status status =
        snw_series_open(&e.series, cli_text(values, "file"), record_tell_damage, &damage, why);
    if (snw_failed(status)) return status;
    status = select_signals(&e);
    if (!snw_failed(status)) status = open_out(&e);
    if (!snw_failed(status)) status = export_rows(&e);
    status = close_out(&e, status);
    record_tell_rest(&damage);
    if (!snw_failed(status) && e.lost > 0) {
        cli_note(io, "%llu samples were lost while it was recorded", (unsigned long long)e.lost);
    }
    if (!snw_failed(status) && e.path != NULL) {
        if (io->json) {
            status = cli_print(io, render_export, &e);
        } else {
            cli_note(io, "%s: %ld rows", e.path, e.rows);
        }
    }
    snw_series_close(e.series);
    free(e.line.data);
    free(e.part);
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
    snw_text_format(text, "{\"file\":");
    snw_text_json_string(text, r->path);
    snw_text_format(text,
                    ",\"messages\":%llu,\"bytes\":%llu,\"was_finished\":%s,\"damages\":%d,"
                    "\"lost_bytes\":%llu,\"unknown_messages\":%llu,\"attachments_left_out\":%d}\n",
                    (unsigned long long)r->messages, (unsigned long long)r->bytes,
                    r->before.finished ? "true" : "false", r->before.damages,
                    (unsigned long long)r->before.lost_bytes, (unsigned long long)r->before.unknown,
                    r->before.attachments);
}

snw_status run_record_recover(const cli_values *values, cli_io *io, snw_why *why) {
    const char *from = cli_text(values, "file"), *to = cli_text(values, "out");
    char path[SNW_PATH_SIZE];
    if (to == NULL) {
        const snw_status status = name_recovered(from, path, sizeof path);
        if (snw_failed(status)) {
            snw_why_set(why, status, from, "the name is too long");
            return status;
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
        cli_note(io, "%llu messages are of channels that are lost",
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
