// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "progress.h"
#include "sinew/model/long_name.h"
#include "sinew/os/error.h"
#include "sinew/os/file.h"

enum { LINE = 1 << 20 /* bytes of a line */, ROWS_UNIT = 16 };

#define DEGREE (3.14159265358979323846 / 180)

typedef struct rows {
    const rows_task *task;
    FILE *in;
    const char *name;
    cli_io *io;
    snw_why *why;
    char *line;     // [LINE]
    int *column;    // [count] the number that each column is
    double *factor; // [count] of each number: from degrees
    long number;    // of the line, from 1
    long done;      // rows
    long size;      // of the file in bytes; 0 when it is not known
    rows_line out;
} rows;

static snw_status refuse_row(const rows *r, snw_status code, const char *rule, const char *text,
                             const char *fix) {
    snw_why_set(r->why, code, NULL, text);
    snw_why_rule(r->why, rule);
    snw_why_fix(r->why, fix);
    snw_why_at(r->why, r->name, (int)r->number, 0);
    return code;
}

snw_status rows_contradiction(const char *subject, const char *text, snw_why *why) {
    return snw_refuse_rule(why, SNW_ERR_USAGE, "contradiction", subject, text, "give one of them");
}

snw_status rows_check(const cli_values *values, const char *subject, const char *single,
                      snw_why *why) {
    const char *path = cli_text(values, "csv");
    if (path == NULL) return SNW_OK;
    if (cli_given(values, single)) {
        char text[SNW_WHY_TEXT];
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "--%s and --csv exclude each other", single);
        return rows_contradiction(subject, text, why);
    }
    if (strcmp(path, "-") != 0 || strcmp(cli_text(values, "model"), "-") != 0) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_USAGE, "contradiction", subject,
                           "the model and --csv cannot both be standard input",
                           "put one of them into a file");
}

// --- words of a line ----------------------------------------------------------------------------

static bool is_separator(char c) {
    return c == ',' || c == ';' || c == '\t';
}

// The next cell, blanks around it removed. Where there are separators, blanks are part of a cell.
static bool next_cell(char **at, bool by_blanks, char **cell) {
    while (**at == ' ' || **at == '\r') {
        (*at)++;
    }
    if (**at == '\0') return false;
    *cell = *at;
    while (**at != '\0' && !is_separator(**at) && !(by_blanks && **at == ' ')) {
        (*at)++;
    }
    char *end = *at;
    if (**at != '\0') (*at)++;
    while (end > *cell && (end[-1] == ' ' || end[-1] == '\r')) {
        end--;
    }
    *end = '\0';
    return true;
}

static bool has_separator(const char *line) {
    return strpbrk(line, ",;\t") != NULL;
}

// --- the line of names --------------------------------------------------------------------------

// "joint1 [deg]": the unit goes away, and says what the numbers are; "" when there is none
static void split_unit(char *name, char unit[ROWS_UNIT]) {
    char *bracket = strchr(name, '[');
    unit[0] = '\0';
    if (bracket == NULL) return;
    const size_t length = strcspn(bracket, "]");
    snw_copy_text(unit, ROWS_UNIT, "?");
    if (length < ROWS_UNIT - 1 && bracket[length] == ']') {
        memcpy(unit, bracket, length + 1);
        unit[length + 1] = '\0';
    }
    while (bracket > name && bracket[-1] == ' ') {
        bracket--;
    }
    *bracket = '\0';
}

// "[rad]" of a coordinate, "[rad/s]" of "qd/elbow", "[rad/s^2]" of "qdd/elbow"
static bool is_unit(const char *unit, const char *base, const char *column) {
    const size_t length = strlen(base);
    const bool rate = strncmp(column, "qd/", 3) == 0, change = strncmp(column, "qdd/", 4) == 0;
    if (unit[0] != '[' || strncmp(unit + 1, base, length) != 0) return false;
    // that it is per second may be left out
    if (strcmp(unit + 1 + length, "]") == 0) return true;
    return (rate || change) && strcmp(unit + 1 + length, rate ? "/s]" : "/s^2]") == 0;
}

// times and efforts have one unit each, which says nothing new
static bool is_plain_unit(const char *unit, const char *column) {
    const bool effort = strcmp(unit, "[N]") == 0 || strcmp(unit, "[N m]") == 0;
    if (strncmp(column, "tau/", 4) == 0) return effort;
    return strcmp(column, "t") == 0 && strcmp(unit, "[s]") == 0;
}

// a unit that is written down counts more than --deg
static snw_status take_unit(rows *r, int index, const char *unit) {
    char column[MODEL_COORDINATE];
    r->task->name(r->task->context, index, column);
    const bool angle = r->task->is_angle(r->task->context, index);
    const bool degrees = is_unit(unit, "deg", column), radians = is_unit(unit, "rad", column);
    const bool metres = is_unit(unit, "m", column);
    if (unit[0] == '\0' || is_plain_unit(unit, column)) return SNW_OK;
    if (!degrees && !radians && !metres) {
        return refuse_row(r, SNW_ERR_UNIT, "unit", "a column has a unit that is not known",
                          "units are [rad], [deg] and [m], with /s or /s^2 for rates");
    }
    if (metres == angle) {
        return refuse_row(r, SNW_ERR_UNIT, "unit",
                          "a column has a unit that does not fit its quantity",
                          "angles are in [rad] or [deg], lengths in [m]");
    }
    r->factor[index] = degrees ? DEGREE : 1;
    return SNW_OK;
}

static snw_status unknown_column(const rows *r, const char *name) {
    const rows_task *task = r->task;
    char(*names)[MODEL_COORDINATE] = calloc((size_t)task->count + 1, sizeof *names);
    const char **known = calloc((size_t)task->count + 1, sizeof *known);
    const char *closest = NULL;
    for (int i = 0; names != NULL && known != NULL && i < task->count; i++) {
        task->name(task->context, i, names[i]);
        known[i] = names[i];
    }
    if (names != NULL && known != NULL) closest = snw_closest_name(name, known, task->count);
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "%s has no %s '%.64s'", task->owner, task->item, name);
    line = snw_text_over(fix, sizeof fix);
    if (closest != NULL) {
        snw_text_format(&line, "did you mean '%s'?", closest);
    } else {
        snw_text_format(&line, "%s", task->list);
    }
    free(names);
    free(known);
    return refuse_row(r, SNW_ERR_UNKNOWN_NAME, "unknown-column", text, fix);
}

// the number of the column of a name; -1 for none
static int find_column(const rows_task *task, const char *name) {
    for (int i = 0; i < task->count; i++) {
        char known[MODEL_COORDINATE];
        task->name(task->context, i, known);
        if (strcmp(known, name) == 0) return i;
    }
    return -1;
}

// A name that the model had to shorten is found by the whole of it too, behind "qd/" and before
// ".qx" as well as alone. Which '/' and '.' are of the name itself is tried out.
static int number_of(const rows_task *task, const char *name) {
    const size_t length = strlen(name);
    int found = find_column(task, name);
    if (length < SNW_NAME) return found;
    const char *slash = strchr(name, '/'), *dot = strrchr(name, '.');
    const char *starts[] = {name, slash != NULL ? slash + 1 : NULL};
    const char *ends[] = {name + length, dot};
    for (int i = 0; i < 4 && found < 0; i++) {
        const char *start = starts[i / 2], *end = ends[i % 2];
        if (start == NULL || end == NULL || end - start < SNW_NAME) continue;
        char shortened[SNW_NAME], whole[2 * SNW_NAME];
        snw_shorten_name(start, (size_t)(end - start), shortened);
        snw_text text = snw_text_over(whole, sizeof whole);
        snw_text_format(&text, "%.*s%s%s", (int)(start - name), name, shortened, end);
        if (!snw_text_is_cut(&text)) found = find_column(task, whole);
    }
    return found;
}

static snw_status twice(const rows *r) {
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "a %s has two columns", r->task->item);
    return refuse_row(r, SNW_ERR_DUPLICATE, "column-twice", text, "keep one of them");
}

static snw_status read_names(rows *r) {
    const rows_task *task = r->task;
    char *at = r->line, *cell, unit[ROWS_UNIT];
    const bool by_blanks = !has_separator(r->line);
    int count = 0;
    while (next_cell(&at, by_blanks, &cell)) {
        split_unit(cell, unit);
        const int index = number_of(task, cell);
        if (index < 0) return unknown_column(r, cell);
        for (int i = 0; i < count; i++) {
            if (r->column[i] == index) return twice(r);
        }
        const snw_status status = take_unit(r, index, unit);
        if (snw_failed(status)) return status;
        r->column[count++] = index;
    }
    if (count == task->count) return SNW_OK;
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "the line of names leaves out %ss", task->item);
    return refuse_row(r, SNW_ERR_SIZE, "wrong-count", text, task->list);
}

// a line of names begins with what is no number
static bool is_names(const char *line) {
    double value;
    size_t used;
    return snw_real_parse(line, strlen(line), &value, &used) == SNW_ERR_SYNTAX &&
           strncasecmp(line, "nan", 3) != 0 && strncasecmp(line, "inf", 3) != 0 &&
           strncasecmp(line, "-inf", 4) != 0;
}

// --- rows ---------------------------------------------------------------------------------------

static snw_status read_row(rows *r) {
    const rows_task *task = r->task;
    char *at = r->line, *cell;
    const bool by_blanks = !has_separator(r->line);
    char text[SNW_WHY_TEXT];
    int count = 0;
    for (; next_cell(&at, by_blanks, &cell); count++) {
        double value = 0;
        const snw_status status = snw_real_parse(cell, strlen(cell), &value, NULL);
        if (snw_failed(status)) {
            snw_text line = snw_text_over(text, sizeof text);
            snw_text_format(&line, "'%.32s' in column %d is not a finite number", cell, count + 1);
            return refuse_row(r, SNW_ERR_SYNTAX, "number", text,
                              "write decimal numbers like -0.25");
        }
        if (count >= task->count) continue;
        const int index = r->column[count];
        task->values[index] = value * r->factor[index];
    }
    if (count == task->count) return SNW_OK;
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "the line has %d number%s, %s has %d %s%s", count, count == 1 ? "" : "s",
                    task->owner, task->count, task->item, task->count == 1 ? "" : "s");
    return refuse_row(r, SNW_ERR_SYNTAX, "wrong-count", text, task->list);
}

// output that is lost ends the rows, and is told by the caller of the command
static snw_status write_line(rows *r, cli_render_fn *render) {
    const snw_status status = rows_write(&r->out, r->io->out, render, r->task->context);
    if (status != SNW_ERR_IO) return status;
    if (r->io->lost == 0) r->io->lost = errno;
    return SNW_OK;
}

static snw_status do_line(rows *r, bool may_name) {
    const char *line = r->line + strspn(r->line, " \t\r");
    if (*line == '\0' || *line == '#') return SNW_NOTHING_NEW;
    if (may_name && is_names(line)) return read_names(r);
    snw_status status = read_row(r);
    if (!snw_failed(status)) status = r->task->compute(r->task->work, r->number, r->why);
    if (snw_failed(status)) {
        snw_why_at(r->why, r->name, (int)r->number, 0);
        return status;
    }
    r->done++;
    return write_line(r, r->io->json ? r->task->json : r->task->row);
}

static snw_status read_failure(const rows *r) {
    const int reason = errno != 0 ? errno : EIO;
    return snw_errno_why(r->why, reason, r->name, "read the rows");
}

static void tell(const rows *r, progress *bar) {
    if (!progress_wanted(bar)) return;
    const double part = r->size > 0 ? (double)ftell(r->in) / (double)r->size : -1;
    progress_tell(bar, r->done, part);
}

// The next line without its end; SNW_DONE behind the last. Letter by letter: what a user types is
// answered line by line, and a zero byte, which ends a text in C, is seen where it stands.
static snw_status read_line(rows *r) {
    size_t length = 0;
    r->number++;
    for (;;) {
        const int c = getc_unlocked(r->in);
        if (c == '\n' || c == EOF) {
            r->line[length] = '\0';
            return c == EOF && length == 0 ? SNW_DONE : SNW_OK;
        }
        if (c == '\0') {
            return refuse_row(r, SNW_ERR_SYNTAX, "line", "the line contains a zero byte",
                              "give a text file with one row per line");
        }
        if (length + 1 == LINE) {
            return refuse_row(r, SNW_ERR_TOO_LARGE, "line", "the line is longer than 1 MiB",
                              "write one row per line");
        }
        r->line[length++] = (char)c;
    }
}

static snw_status do_lines(rows *r, progress *bar) {
    bool may_name = true;
    errno = 0;
    for (;;) {
        snw_status status = read_line(r);
        if (status == SNW_DONE || ferror(r->in)) break;
        if (!snw_failed(status)) status = do_line(r, may_name);
        if (snw_failed(status)) return model_status(status);
        if (status == SNW_OK) may_name = false;
        if (r->io->lost != 0) return SNW_OK;
        tell(r, bar);
        errno = 0;
    }
    return ferror(r->in) ? read_failure(r) : SNW_OK;
}

// --- the file -----------------------------------------------------------------------------------

static snw_status open_rows(rows *r, const char *path) {
    if (strcmp(path, "-") == 0) {
        r->name = "standard input";
        r->in = r->io->in;
        return SNW_OK;
    }
    r->name = path;
    if (snw_file_is_directory(path)) {
        return snw_refuse(r->why, SNW_ERR_ARGUMENT, path, "this is a directory",
                          "name a file in it");
    }
    errno = 0;
    r->in = fopen(path, "r");
    if (r->in == NULL) return read_failure(r);
    // the size is for the bar only: what cannot say it is read without
    if (fseek(r->in, 0, SEEK_END) == 0) {
        r->size = ftell(r->in);
        if (fseek(r->in, 0, SEEK_SET) != 0) return read_failure(r);
    }
    return SNW_OK;
}

static void set_columns(rows *r) {
    const rows_task *task = r->task;
    for (int i = 0; i < task->count; i++) {
        r->column[i] = i;
        r->factor[i] = task->degrees && task->is_angle(task->context, i) ? DEGREE : 1;
    }
}

static snw_status stream(rows *r, const char *path) {
    set_columns(r);
    snw_status status = open_rows(r, path);
    if (snw_failed(status)) return status;
    if (!r->io->json) status = write_line(r, r->task->header);
    if (!snw_failed(status)) {
        progress bar = progress_begin(r->io, "rows", true);
        status = do_lines(r, &bar);
        progress_end(&bar);
    }
    return status;
}

snw_status rows_run(const rows_task *task, const char *path, cli_io *io, snw_why *why) {
    rows r = {.task = task, .io = io, .why = why};
    r.line = malloc(LINE);
    r.column = calloc((size_t)task->count + 1, sizeof *r.column);
    r.factor = calloc((size_t)task->count + 1, sizeof *r.factor);
    const bool room = r.line != NULL && r.column != NULL && r.factor != NULL;
    const snw_status status = room ? stream(&r, path) : SNW_ERR_MEMORY;
    if (status == SNW_ERR_MEMORY) snw_why_set(why, status, NULL, NULL);
    if (r.in != NULL && r.in != io->in) (void)fclose(r.in);
    free(r.line);
    free(r.column);
    free(r.factor);
    free(r.out.data);
    return status;
}

// --- lines and cells of the output ---------------------------------------------------------------

snw_status rows_write(rows_line *line, FILE *out, cli_render_fn *render, const void *context) {
    snw_text text = snw_text_over(line->data, line->room);
    render(&text, context);
    if (snw_text_is_cut(&text) || line->data == NULL) {
        const size_t room = 2 * text.length + 1;
        char *larger = realloc(line->data, room);
        if (larger == NULL) return SNW_ERR_MEMORY;
        *line = (rows_line){larger, room};
        text = snw_text_over(larger, room);
        render(&text, context);
    }
    errno = 0;
    return fwrite(line->data, 1, text.length, out) == text.length ? SNW_OK : SNW_ERR_IO;
}

void rows_reals(snw_text *text, const double *values, int count, bool first) {
    for (int i = 0; i < count; i++) {
        if (!first || i > 0) snw_text_add(text, ",", 1);
        char number[SNW_NUMBER_SIZE];
        snw_text_add(text, number, (size_t)snw_real_print(values[i], number));
    }
}

void rows_cell(snw_text *text, const char *words) {
    if (strpbrk(words, ",;\"\t\r\n") == NULL) {
        snw_text_add(text, words, strlen(words));
        return;
    }
    snw_text_add(text, "\"", 1);
    for (; *words != '\0'; words++) {
        if (*words == '"') snw_text_add(text, "\"", 1);
        snw_text_add(text, words, 1);
    }
    snw_text_add(text, "\"", 1);
}
