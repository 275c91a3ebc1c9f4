// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "dh_internal.h"

// what stands in a column
typedef enum content {
    NAME,
    KIND,
    LENGTH,
    ANGLE,      // may be in degrees
    COORDINATE, // rad or m, by the kind of the joint; degrees for those that turn
    EFFORT
} content;

typedef struct column {
    const char *name;
    size_t offset;
    content content;
    bool required;
} column;

static const column columns[] = {
    {"joint", offsetof(snw_dh_row, joint), NAME, false},
    {"link", offsetof(snw_dh_row, link), NAME, false},
    {"kind", offsetof(snw_dh_row, kind), KIND, false},
    {"a", offsetof(snw_dh_row, a), LENGTH, true},
    {"alpha", offsetof(snw_dh_row, alpha), ANGLE, true},
    {"d", offsetof(snw_dh_row, d), LENGTH, true},
    {"theta", offsetof(snw_dh_row, theta), ANGLE, true},
    {"offset", offsetof(snw_dh_row, offset), COORDINATE, false},
    {"lower", offsetof(snw_dh_row, lower), COORDINATE, false},
    {"upper", offsetof(snw_dh_row, upper), COORDINATE, false},
    {"velocity", offsetof(snw_dh_row, velocity), COORDINATE, false},
    {"acceleration", offsetof(snw_dh_row, acceleration), COORDINATE, false},
    {"effort", offsetof(snw_dh_row, effort), EFFORT, false},
};
enum { COLUMNS = sizeof columns / sizeof *columns, CELLS = 32 };

typedef struct cell {
    const char *text;
    size_t length;
} cell;

typedef struct reader {
    const snw_dh_options *options;
    const snw_source *source;
    snw_setup *setup;
    snw_diags *diags;
    snw_dh_sheet *sheet;
    snw_status first;
    const char *line; // the current one, and its end without comment
    const char *end;
    int number;
    bool headed;
    bool full; // no row more can be read
    char separator;
    int meaning[CELLS];  // index of the column, -1 for one that is passed over
    bool degrees[CELLS]; // in degrees
    int width;           // cells of the header
    cell cells[CELLS];
    int count;
} reader;

// --- reporting ----------------------------------------------------------------------------------

typedef struct fault {
    snw_status code;
    const char *rule, *fix;
    const cell *cell;  // NULL: the line
    const char *field; // of the row; NULL for none
    bool bearable;     // lenient: a warning
} fault;

SNW_PRINTF(3, 4) static void say(reader *r, fault f, const char *format, ...) {
    char text[2 * SNW_WHY_TEXT], subject[SNW_WHY_SUBJECT];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snw_text line = snw_text_over(subject, sizeof subject);
    if (r->headed && f.field != NULL) {
        snw_text_format(&line, "rows[%d]/%s", r->sheet->row_count - 1, f.field);
    } else {
        snw_text_format(&line, "%s", r->sheet->name);
    }
    snw_why why;
    snw_why_set(&why, f.code, subject, text);
    snw_why_rule(&why, f.rule);
    snw_why_fix(&why, f.fix);
    snw_why_at(&why, r->source->name, r->number,
               f.cell != NULL ? (int)(f.cell->text - r->line) + 1 : 1);
    if (f.bearable && r->options->strictness == SNW_LENIENT) why.severity = SNW_WARNING;
    if (why.severity == SNW_ERROR && r->first == SNW_OK) r->first = f.code;
    snw_diags_add(r->diags, &why);
}

// the start of a cell, for messages
static const char *show(const cell *c, char out[40]) {
    snw_text text = snw_text_over(out, 40);
    for (size_t i = 0; i < c->length && i < 30; i++) {
        const unsigned char byte = (unsigned char)c->text[i];
        snw_text_add(&text, byte >= 0x20 && byte < 0x7F ? &c->text[i] : "?", 1);
    }
    return out;
}

// --- lines and cells ----------------------------------------------------------------------------

// the next line, without its comment; false at the end
static bool next_line(reader *r, const char **at) {
    const char *end = r->source->bytes + r->source->length;
    if (*at == end) return false;
    r->line = *at;
    const char *feed = memchr(*at, '\n', (size_t)(end - *at));
    *at = feed != NULL ? feed + 1 : end;
    r->end = feed != NULL ? feed : end;
    const char *comment = memchr(r->line, '#', (size_t)(r->end - r->line));
    if (comment != NULL) r->end = comment;
    r->number++;
    return true;
}

static cell trimmed(const char *start, const char *end) {
    const snw_word word = snw_word_trim(start, (size_t)(end - start));
    // quotes around a cell are no part of it
    const bool quoted =
        word.length >= 2 && word.text[0] == '"' && word.text[word.length - 1] == '"';
    return quoted ? (cell){word.text + 1, word.length - 2} : (cell){word.text, word.length};
}

static bool split(reader *r, char separator) {
    r->count = 0;
    for (const char *at = r->line;;) {
        const char *stop = memchr(at, separator, (size_t)(r->end - at));
        if (stop == NULL) stop = r->end;
        if (r->count == CELLS) {
            say(r, (fault){SNW_ERR_TOO_LARGE, "dh-column", "use fewer columns", NULL, NULL, false},
                "the line has more than %d cells", CELLS);
            return false;
        }
        r->cells[r->count++] = trimmed(at, stop);
        if (stop == r->end) return true;
        at = stop + 1;
    }
}

// what separates the cells of a line: the first of tab, semicolon, comma that it has
static char separator_of(const reader *r) {
    static const char candidates[] = {'\t', ';', ','};
    for (int i = 0; i < 3; i++) {
        if (memchr(r->line, candidates[i], (size_t)(r->end - r->line)) != NULL) {
            return candidates[i];
        }
    }
    return ',';
}

static bool is_word(const cell *c, const char *word) {
    return c->length == strlen(word) && memcmp(c->text, word, c->length) == 0;
}

static bool is_empty_line(const reader *r) {
    return trimmed(r->line, r->end).length == 0;
}

// --- settings and names of columns --------------------------------------------------------------

static void copy_name(reader *r, const cell *c, char out[SNW_NAME], const char *field) {
    bool plain = c->length < SNW_NAME;
    for (size_t i = 0; i < c->length && plain;) {
        const int step = snw_utf8_length(c->text + i, c->length - i);
        plain = step > 0 && (unsigned char)c->text[i] >= 0x20 && c->text[i] != 0x7F;
        i += plain ? (size_t)step : 1;
    }
    if (!plain) {
        say(r,
            (fault){SNW_ERR_SYNTAX, "dh-name", "write at most 63 bytes of UTF-8", c, field, false},
            "the name is too long or not printable");
        return;
    }
    memcpy(out, c->text, c->length);
    out[c->length] = '\0';
}

// "convention, modified" and "name, arm"; false when the line is something else
static bool read_setting(reader *r) {
    char shown[40];
    if (r->count != 2) return false;
    const cell *value = &r->cells[1];
    if (is_word(&r->cells[0], "name")) {
        copy_name(r, value, r->sheet->name, NULL);
    } else if (is_word(&r->cells[0], "convention")) {
        if (is_word(value, "standard")) {
            r->sheet->convention = SNW_DH_STANDARD;
        } else if (is_word(value, "modified")) {
            r->sheet->convention = SNW_DH_MODIFIED;
        } else {
            say(r,
                (fault){SNW_ERR_UNKNOWN_NAME, "dh-convention", "write standard or modified", value,
                        NULL, false},
                "'%s' is not a convention", show(value, shown));
        }
    } else {
        return false;
    }
    return true;
}

// a column by its name, -1 for none; *degrees when the name ends in _deg
static int find_column(const cell *c, bool *degrees) {
    static const char suffix[] = "_deg";
    const size_t length = sizeof suffix - 1;
    *degrees = c->length > length && memcmp(c->text + c->length - length, suffix, length) == 0;
    const cell stem = {c->text, c->length - (*degrees ? length : 0)};
    for (int i = 0; i < COLUMNS; i++) {
        const bool turns = columns[i].content == ANGLE || columns[i].content == COORDINATE;
        if (is_word(&stem, columns[i].name) && (turns || !*degrees)) return i;
    }
    return -1;
}

static void refuse_column(reader *r, const cell *c) {
    char shown[40], fix[SNW_WHY_TEXT];
    const char *names[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
        names[i] = columns[i].name;
    }
    const char *near = snw_closest_name(show(c, shown), names, COLUMNS);
    snw_text text = snw_text_over(fix, sizeof fix);
    if (near != NULL) {
        snw_text_format(&text, "did you mean '%s'?", near);
    } else {
        snw_text_format(&text, "use joint link kind a alpha d theta offset lower upper velocity "
                               "acceleration effort");
    }
    say(r, (fault){SNW_ERR_UNKNOWN_NAME, "dh-column", fix, c, NULL, true},
        "column '%s' is not known", shown);
}

static void read_header(reader *r) {
    bool seen[COLUMNS] = {false};
    for (int i = 0; i < r->count; i++) {
        const cell *c = &r->cells[i];
        r->meaning[i] = c->length > 0 ? find_column(c, &r->degrees[i]) : -1;
        if (r->meaning[i] < 0) {
            if (c->length > 0) refuse_column(r, c);
        } else if (seen[r->meaning[i]]) {
            say(r, (fault){SNW_ERR_DUPLICATE, "dh-column", "keep one of them", c, NULL, false},
                "column '%s' is given twice", columns[r->meaning[i]].name);
        } else {
            seen[r->meaning[i]] = true;
        }
    }
    for (int i = 0; i < COLUMNS; i++) {
        if (seen[i] || !columns[i].required) continue;
        say(r, (fault){SNW_ERR_NOT_FOUND, "dh-column", "add the column", NULL, NULL, false},
            "column '%s' is missing", columns[i].name);
    }
    r->width = r->count;
    r->headed = true;
}

// --- rows ---------------------------------------------------------------------------------------

static void read_kind(reader *r, const cell *c, snw_dh_row *row) {
    for (int i = 0; i < SNW__DH_KINDS; i++) {
        const snw_choice *kind = &snw__dh_kinds[i];
        const bool letter = (kind->value == SNW_DH_REVOLUTE && is_word(c, "R")) ||
                            (kind->value == SNW_DH_PRISMATIC && is_word(c, "P"));
        if (!letter && !is_word(c, kind->name)) continue;
        row->kind = (snw_dh_kind)kind->value;
        return;
    }
    char shown[40];
    say(r,
        (fault){SNW_ERR_UNKNOWN_NAME, "dh-kind",
                "write revolute, continuous, prismatic, base or tool", c, "kind", false},
        "'%s' is not a kind of row", show(c, shown));
}

static void read_number(reader *r, int i, snw_dh_row *row) {
    const cell *c = &r->cells[i];
    const column *what = &columns[r->meaning[i]];
    const bool slides = row->kind == SNW_DH_PRISMATIC;
    char shown[40];
    double number = 0;
    const snw_status status = snw_real_parse(c->text, c->length, &number, NULL);
    if (snw_failed(status)) {
        say(r,
            (fault){status, "dh-number",
                    status == SNW_ERR_RANGE ? "write a smaller number"
                                            : "write a decimal number; q itself is not written",
                    c, what->name, false},
            "'%s' is %s", show(c, shown), status == SNW_ERR_RANGE ? "too large" : "not a number");
    } else if (r->degrees[i] && what->content == COORDINATE && slides) {
        say(r,
            (fault){SNW_ERR_UNIT, "dh-number", "use a column without _deg, in m", c, what->name,
                    false},
            "a prismatic joint has no degrees");
    } else {
        number = r->degrees[i] ? snw_radians(number) : number;
        memcpy((char *)row + what->offset, &number, sizeof number);
    }
}

// ranges, and limits in order
static void check_row(reader *r, const snw_dh_row *row) {
    snw_why why;
    snw_diags found = {.items = &why, .capacity = 1};
    char subject[SNW_WHY_SUBJECT];
    snw_text text = snw_text_over(subject, sizeof subject);
    snw_text_format(&text, "rows[%d]", r->sheet->row_count - 1);
    if (snw_block_check(snw__dh_rows->type, row, subject, &found) == SNW_OK) return;
    snw_why_rule(&why, "dh-row");
    snw_why_at(&why, r->source->name, r->number, 1);
    r->first = why.code;
    snw_diags_add(r->diags, &why);
}

static void read_row(reader *r) {
    const snw_status room =
        snw_block_resize(snw__dh_rows, r->sheet, r->sheet->row_count + 1, r->setup);
    if (snw_failed(room)) {
        r->full = true;
        say(r, (fault){room, "dh-row", "use fewer rows, or allow more memory", NULL, NULL, false},
            "the table does not fit");
        return;
    }
    snw_dh_row *row = &r->sheet->rows[r->sheet->row_count - 1];
    // the kind decides what the numbers mean
    for (int i = 0; i < r->count && i < r->width; i++) {
        if (r->meaning[i] >= 0 && columns[r->meaning[i]].content == KIND &&
            r->cells[i].length > 0) {
            read_kind(r, &r->cells[i], row);
        }
    }
    for (int i = 0; i < r->count; i++) {
        const cell *c = &r->cells[i];
        if (c->length == 0) continue;
        if (i >= r->width) {
            say(r, (fault){SNW_ERR_SIZE, "dh-row", "name the column, or remove it", c, "", false},
                "the row has more cells than there are columns");
            return;
        }
        if (r->meaning[i] < 0) continue;
        const column *what = &columns[r->meaning[i]];
        if (what->content == NAME) {
            copy_name(r, c, (char *)row + what->offset, what->name);
        } else if (what->content != KIND) {
            read_number(r, i, row);
        }
    }
    if (r->first == SNW_OK) check_row(r, row);
}

static void read_line(reader *r) {
    if (is_empty_line(r)) return;
    if (!r->headed) r->separator = separator_of(r);
    if (!split(r, r->separator)) return;
    if (r->headed) {
        read_row(r);
    } else if (!read_setting(r)) {
        read_header(r);
    }
}

// --- all of it ----------------------------------------------------------------------------------

snw_status snw__dh_read_csv(const snw_source *source, const snw_dh_options *options,
                            snw_setup *setup, void **object, snw_diags *diags) {
    reader r = {.options = options, .source = source, .setup = setup, .diags = diags};
    r.sheet = snw_block_new(&snw_dh_sheet_type, setup);
    if (r.sheet == NULL) {
        snw_why why;
        snw_why_set(&why, SNW_ERR_MEMORY, NULL, "the table does not fit");
        snw_why_fix(&why, "allow more memory");
        snw_why_at(&why, source->name, 1, 1);
        snw_diags_add(diags, &why);
        return SNW_ERR_MEMORY;
    }
    const char *at = source->bytes;
    if (source->length >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0) at += 3;
    while (!r.full && next_line(&r, &at)) {
        read_line(&r);
    }
    if (!r.headed && r.first == SNW_OK) {
        say(&r,
            (fault){SNW_ERR_NOT_FOUND, "dh-column", "write a line with a, alpha, d, theta", NULL,
                    NULL, false},
            "there is no line with the names of the columns");
    }
    if (r.first != SNW_OK) return r.first;

    // the order of the rows
    snw_why why;
    snw_diags found = {.items = &why, .capacity = 1};
    snw_status status = snw_block_check(&snw_dh_sheet_type, r.sheet, r.sheet->name, &found);
    if (status == SNW_OK) status = snw__dh_check_rows(r.sheet, &why);
    if (status == SNW_OK) {
        *object = r.sheet;
    } else {
        snw_why_rule(&why, "dh-row");
        snw_why_at(&why, source->name, r.number, 1);
        snw_diags_add(diags, &why);
    }
    return status;
}
