// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model_input.h"
#include "record_command.h"
#include "sinew/draw.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"

static const char plot_description[] =
    "Signals of one unit share a panel. Where samples were lost, and where a value is not a "
    "number, the line has a gap; no extreme is lost: each column of the picture shows the smallest "
    "and the largest value in it. Recordings may be damaged or unfinished. Tables have a first "
    "line with names and units in brackets; the column t is the time in s.\n\nIn a terminal "
    "without colour each signal has its own panel, or with --ascii its own letter.";
static const cli_parameter plot_arguments[] = {
    {.name = "file",
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "Recording, .mcap, or table, .csv."},
    {.name = "signal",
     .kind = CLI_TEXT,
     .need = CLI_SOME,
     .sentence = "Signal paths, with * and **, or column names."},
    {0},
};
static const cli_parameter plot_options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .sentence = "Picture to write, .svg; drawn in the terminal if omitted."},
    {.name = "from", .kind = CLI_REAL, .unit = "s", .sentence = "Start time."},
    {.name = "to", .kind = CLI_REAL, .unit = "s", .sentence = "End time."},
    {.name = "width",
     .kind = CLI_INT,
     .low = 40,
     .high = 10000,
     .sentence = "Width: 960 pixels; in a terminal COLUMNS or 80 characters."},
    {.name = "height",
     .kind = CLI_INT,
     .low = 4,
     .high = 10000,
     .sentence = "Height of each panel: 220 pixels, or 16 lines in a terminal."},
    {.name = "ascii", .sentence = "Use no Braille characters in the terminal."},
    {.name = "force", .sentence = "Replace the output file if it exists."},
    {0},
};
static const cli_example plot_examples[] = {
    {"sinew plot run.mcap 'arm/sensed/q[*]'", "Plot in the terminal."},
    {"sinew plot run.mcap 'arm/*/q[0]' -o joint.svg --from 2 --to 3", "Write a picture."},
    {"sinew plot fall.csv 'joint*'", "Plot columns of a table."},
    {0},
};

// --- signals ------------------------------------------------------------------------------------

static bool keep(snw_plot_signal *s, double t, double v) {
    if (s->count == s->room) {
        const size_t room = s->room == 0 ? 1024 : 2 * s->room;
        double *times = realloc(s->t, room * sizeof *times);
        if (times != NULL) s->t = times;
        double *values = realloc(s->v, room * sizeof *values);
        if (values != NULL) s->v = values;
        if (times == NULL || values == NULL) return false;
        s->room = room;
    }
    s->t[s->count] = t;
    s->v[s->count++] = v;
    return true;
}

typedef struct job {
    snw_plot p;
    snw_series *series;
    int column[SNW_PLOT_SIGNALS]; // of each signal
    int64_t first_ns, last_ns;
    bool any;
} job;

static snw_status keep_row(job *j, const snw_series_row *row) {
    if (row->t_ns < j->first_ns || row->t_ns > j->last_ns) return SNW_OK;
    const double t = (double)row->t_ns * 1e-9;
    for (int i = 0; i < j->p.count; i++) {
        if (!row->present[j->column[i]]) continue;
        snw_plot_signal *s = &j->p.signals[i];
        // a gap in the recording is a gap in the line
        if (row->lost > 0 && !keep(s, t, (double)NAN)) return SNW_ERR_MEMORY;
        if (!keep(s, t, row->values[j->column[i]])) return SNW_ERR_MEMORY;
        if (!j->any || t < j->p.first) j->p.first = t;
        if (!j->any || t > j->p.last) j->p.last = t;
        j->any = true;
    }
    return SNW_OK;
}

static snw_status choose(job *j, const char *const *patterns, int count, snw_why *why) {
    const snw_status status = snw_series_select(j->series, patterns, count, why);
    if (snw_failed(status)) return status;
    int columns = 0;
    const snw_series_column *all = snw_series_columns(j->series, &columns);
    for (int i = 0; i < columns; i++) {
        if (!all[i].selected) continue;
        if (j->p.count == SNW_PLOT_SIGNALS) {
            snw_why_set(why, SNW_ERR_TOO_LARGE, "plot", "too many signals for one picture");
            snw_why_add(why, "most", SNW_PLOT_SIGNALS, "");
            snw_why_fix(why, "name fewer");
            return SNW_ERR_TOO_LARGE;
        }
        j->column[j->p.count] = i;
        j->p.signals[j->p.count++] = (snw_plot_signal){.path = all[i].path, .unit = all[i].unit};
    }
    return SNW_OK;
}

static snw_status load(job *j, snw_why *why) {
    for (;;) {
        snw_series_row row;
        snw_status status = snw_series_next(j->series, &row, why);
        if (status == SNW_DONE) break;
        if (!snw_failed(status)) {
            status = keep_row(j, &row);
            if (snw_failed(status)) snw_why_set(why, status, "plot", "too many samples");
        }
        if (snw_failed(status)) return status;
    }
    if (!j->any) {
        return snw_refuse(why, SNW_ERR_NOT_FOUND, "plot", "there are no samples in that time",
                          NULL);
    }
    if (!(j->p.last > j->p.first)) {
        j->p.first -= 0.5;
        j->p.last += 0.5;
    }
    return SNW_OK;
}

// signals of one unit share a panel; `apart` gives each its own
static void make_panels(snw_plot *p, bool apart) {
    for (int i = 0; i < p->count; i++) {
        p->signals[i].panel = -1;
        for (int k = 0; k < i && !apart; k++) {
            if (strcmp(p->signals[k].unit, p->signals[i].unit) == 0) {
                p->signals[i].panel = p->signals[k].panel;
            }
        }
        if (p->signals[i].panel < 0) p->signals[i].panel = p->panels++;
    }
}

// --- output -------------------------------------------------------------------------------------

static snw_status write_svg(job *j, const cli_values *values, cli_io *io, snw_why *why) {
    const char *path = cli_text(values, "out");
    snw_plot *p = &j->p;
    p->width = cli_given(values, "width") ? (int)cli_int(values, "width") : 960;
    p->height = cli_given(values, "height") ? (int)cli_int(values, "height") : 220;
    if (p->width < 200 || p->height < 50) {
        return snw_refuse(why, SNW_ERR_RANGE, path,
                          "a picture must be at least 200 wide, a panel 50 high", NULL);
    }
    make_panels(p, false);
    size_t length = 0;
    char *svg = model_composed(snw_plot_svg, p, &length, why);
    if (svg == NULL) return SNW_ERR_MEMORY;
    const snw_status status = snw_file_write(path, svg, length, why);
    free(svg);
    if (!snw_failed(status)) cli_note(io, "%s: %d signals", path, p->count);
    return status;
}

static bool wants_utf8(void) {
    // in the order in which the C library asks them
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value == NULL || value[0] == '\0') continue;
        return strstr(value, "UTF-8") != NULL || strstr(value, "utf8") != NULL;
    }
    return false;
}

static int terminal_width(void) {
    const char *columns = getenv("COLUMNS");
    int64_t width = 0;
    if (columns == NULL || snw_failed(snw_int_parse(columns, strlen(columns), &width, NULL)) ||
        width < 40) {
        return 80;
    }
    return width > 1000 ? 1000 : (int)width;
}

static snw_status draw_terminal(job *j, const cli_values *values, cli_io *io) {
    snw_plot *p = &j->p;
    p->width = cli_given(values, "width") ? (int)cli_int(values, "width") : terminal_width();
    p->height = cli_given(values, "height") ? (int)cli_int(values, "height") : 16;
    p->ascii = cli_flag(values, "ascii") || !wants_utf8();
    p->colour = io->colour_out;
    // Braille curves are told apart by colour alone
    make_panels(p, !p->ascii && !p->colour);
    return cli_print(io, snw_plot_terminal, p);
}

// --- the command --------------------------------------------------------------------------------

static snw_status check_out(const cli_values *values, snw_why *why) {
    const char *path = cli_text(values, "out");
    if (path == NULL) return SNW_OK;
    const size_t length = strlen(path);
    if (length <= 4 || strcmp(path + length - 4, ".svg") != 0) {
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "format", path,
                               "the extension does not fit what is written",
                               "end the name in .svg");
    }
    return record_check_output(path, cli_flag(values, "force"), why);
}

static int64_t time_of(const cli_values *values, const char *name, int64_t standard) {
    if (!cli_given(values, name)) return standard;
    const double t = cli_real(values, name) * 1e9;
    return t >= 9e18 ? INT64_MAX : t <= -9e18 ? INT64_MIN : llround(t);
}

static snw_status run_plot(const cli_values *values, cli_io *io, snw_why *why) {
    snw_status status = check_out(values, why);
    if (snw_failed(status)) return status;
    const char *file = cli_text(values, "file");
    char leaf[SNW_PATH_SIZE];
    job *j = calloc(1, sizeof *j);
    if (j == NULL || snw_failed(snw_path_leaf(file, leaf, sizeof leaf))) {
        free(j);
        return snw_refuse(why, SNW_ERR_MEMORY, "plot", NULL, NULL);
    }
    j->p.title = leaf;
    j->first_ns = time_of(values, "from", INT64_MIN);
    j->last_ns = time_of(values, "to", INT64_MAX);
    record_damage damage = {.io = io};
    status = snw_series_open(&j->series, file, record_tell_damage, &damage, why);
    if (!snw_failed(status)) {
        int count = 0;
        const char *const *patterns = cli_texts(values, "signal", &count);
        status = choose(j, patterns, count, why);
    }
    if (!snw_failed(status)) status = load(j, why);
    record_tell_rest(&damage);
    if (!snw_failed(status)) {
        status = cli_text(values, "out") != NULL ? write_svg(j, values, io, why)
                                                 : draw_terminal(j, values, io);
    }
    for (int i = 0; i < j->p.count; i++) {
        free(j->p.signals[i].t);
        free(j->p.signals[i].v);
    }
    snw_series_close(j->series);
    free(j);
    return status;
}

const cli_command plot_command = {
    .name = "plot",
    .group = "Recordings",
    .summary = "Plot signals of a recording over time, as a picture or in the terminal.",
    .description = plot_description,
    .arguments = plot_arguments,
    .options = plot_options,
    .examples = plot_examples,
    .run = run_plot};
