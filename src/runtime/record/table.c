// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Tables of comma-separated values (RFC 4180), written and read.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "series_internal.h"

// --- writing ------------------------------------------------------------------------------------

static void print_name(snw_text *text, const snw_series_column *column) {
    // commas and quotes stand in quotes, and quotes are doubled
    const bool quoted = strpbrk(column->path, ",\"") != NULL || strchr(column->unit, ',') != NULL;
    if (quoted) snw_text_add(text, "\"", 1);
    for (const char *at = column->path; *at != '\0'; at++) {
        if (*at == '"') snw_text_add(text, "\"", 1);
        snw_text_add(text, at, 1);
    }
    if (column->unit[0] != '\0') snw_text_format(text, " [%s]", column->unit);
    if (quoted) snw_text_add(text, "\"", 1);
}

void snw_series_print_names(const snw_series *s, snw_text *text) {
    snw_text_format(text, "tick,t [s]");
    for (int i = 0; i < s->column_count; i++) {
        if (!s->columns[i].selected) continue;
        snw_text_add(text, ",", 1);
        print_name(text, &s->columns[i]);
    }
    snw_text_add(text, "\n", 1);
}

// seconds with all nine digits that matter, and no more
void snw__table_seconds(snw_text *text, int64_t t_ns) {
    const uint64_t second = 1000000000;
    const uint64_t whole = t_ns < 0 ? 0 - (uint64_t)t_ns : (uint64_t)t_ns;
    snw_text_format(text, "%s%llu", t_ns < 0 ? "-" : "", (unsigned long long)(whole / second));
    char digits[16];
    snw_text rest = snw_text_over(digits, sizeof digits);
    snw_text_format(&rest, ".%09llu", (unsigned long long)(whole % second));
    size_t length = 10;
    while (length > 1 && digits[length - 1] == '0')
        length--;
    snw_text_add(text, digits, length == 1 ? 0 : length);
}

void snw_series_print_row(const snw_series *s, const snw_series_row *row, snw_text *text) {
    snw_text_format(text, "%lld,", (long long)row->tick);
    snw__table_seconds(text, row->t_ns);
    for (int i = 0; i < s->column_count; i++) {
        if (!s->columns[i].selected) continue;
        snw_text_add(text, ",", 1);
        if (row->present[i]) snw_text_real(text, row->values[i]);
    }
    snw_text_add(text, "\n", 1);
}

// --- reading ------------------------------------------------------------------------------------

typedef struct field {
    const char *start;
    size_t length;
    bool quoted;
} field;

static snw_status refuse(const snw__table *table, int column, const char *text, snw_why *why) {
    snw_why_set(why, SNW_ERR_SYNTAX, NULL, text);
    snw_why_at(why, table->name, table->line, column);
    snw_why_fix(why, "a table has a line of names, then numbers between commas");
    return SNW_ERR_SYNTAX;
}

static size_t take_quoted(const snw__table *table, size_t at, field *f) {
    const char *data = table->content.data;
    const size_t size = table->content.size;
    f->start = data + ++at;
    // a doubled quote does not end it
    while (at < size && (data[at] != '"' || (at + 1 < size && data[at + 1] == '"')))
        at += data[at] == '"' ? 2 : 1;
    if (at >= size) return SIZE_MAX;
    f->length = (size_t)(data + at - f->start);
    return at + 1;
}

static size_t take_plain(const snw__table *table, size_t at, field *f) {
    const char *data = table->content.data;
    f->start = data + at;
    while (at < table->content.size && data[at] != ',' && data[at] != '\n')
        at++;
    f->length = (size_t)(data + at - f->start);
    while (f->length > 0 && strchr(" \t\r", f->start[f->length - 1]) != NULL)
        f->length--;
    while (f->length > 0 && (*f->start == ' ' || *f->start == '\t'))
        f->start++, f->length--;
    return at;
}

// The next field of a line; `*last` when the line ends behind it. False for a quote that does not
// end, or that something follows
static bool take_field(snw__table *table, field *f, bool *last) {
    const char *data = table->content.data;
    const size_t size = table->content.size;
    f->quoted = table->at < size && data[table->at] == '"';
    size_t at = f->quoted ? take_quoted(table, table->at, f) : take_plain(table, table->at, f);
    if (at == SIZE_MAX) return false;
    if (at < size && data[at] == '\r') at++;
    *last = at >= size || data[at] == '\n';
    if (!*last && data[at] != ',') return false;
    table->at = at + 1;
    return true;
}

// a name without doubled quotes, apart from its unit in brackets
static bool add_name(snw_series *s, const field *f, bool *is_time, bool *is_tick) {
    char name[512];
    size_t length = 0;
    for (size_t i = 0; i < f->length && length + 1 < sizeof name; i++) {
        name[length++] = f->start[i];
        if (f->quoted && f->start[i] == '"') i++;
    }
    name[length] = '\0';
    size_t unit = length, end = length;
    // " [unit]" with a blank before it; "q[0]" has none
    if (length > 3 && name[length - 1] == ']') {
        const char *open = strrchr(name, '[');
        if (open != NULL && open > name && open[-1] == ' ') {
            unit = (size_t)(open + 1 - name);
            length = (size_t)(open - 1 - name);
            end--;
        }
    }
    *is_time = (length == 1 && name[0] == 't') || (length == 4 && memcmp(name, "time", 4) == 0);
    *is_tick = length == 4 && memcmp(name, "tick", 4) == 0;
    if (*is_time || *is_tick) return true;
    return snw__series_add(s, name, length, name + unit, end - unit, "");
}

static snw_status read_names(snw_series *s, snw_why *why) {
    snw__table *table = &s->table;
    bool last = false;
    table->t = table->tick = -1;
    for (int i = 0; !last; i++) {
        field f;
        bool is_time, is_tick;
        if (!take_field(table, &f, &last)) {
            return refuse(table, i + 1, "a quote does not end", why);
        }
        int *column = snw_setup_grow(s->memory, table->column, ((size_t)i + 1) * sizeof *column,
                                     _Alignof(int));
        if (column == NULL) return SNW_ERR_MEMORY;
        table->column = column;
        column[i] = s->column_count;
        if (!add_name(s, &f, &is_time, &is_tick)) return SNW_ERR_MEMORY;
        if (is_time) table->t = i;
        if (is_tick) table->tick = i;
        if (is_time || is_tick) column[i] = -1;
        table->fields = i + 1;
    }
    table->line++;
    return SNW_OK;
}

snw_status snw__table_open(snw_series *s, const char *path, snw_why *why) {
    snw_file_reading how = snw_file_reading_defaults();
    how.limit = SNW_SERIES_TABLE_MOST;
    const snw_status status = snw_file_read(path, &how, &s->table.content, why);
    if (snw_failed(status)) return status;
    s->table.line = 1;
    snw_copy_text(s->table.name, sizeof s->table.name, path);
    if (s->table.content.size == 0 || memchr(s->table.content.data, 0, s->table.content.size)) {
        snw_why_set(why, SNW_ERR_SYNTAX, path, "this is neither an MCAP file nor a table");
        return SNW_ERR_SYNTAX;
    }
    return read_names(s, why);
}

// a number, or nothing
static bool read_number(const field *f, double *value, bool *present) {
    static const struct {
        const char *name;
        double value;
    } words[] = {{"NaN", (double)NAN},
                 {"nan", (double)NAN},
                 {"INF", (double)INFINITY},
                 {"inf", (double)INFINITY},
                 {"-INF", -(double)INFINITY},
                 {"-inf", -(double)INFINITY},
                 {"true", 1},
                 {"false", 0}};
    *present = f->length > 0;
    if (!*present) return true;
    if (snw_real_parse(f->start, f->length, value, NULL) == SNW_OK) return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i].name) == f->length && memcmp(words[i].name, f->start, f->length) == 0) {
            *value = words[i].value;
            return true;
        }
    }
    return false;
}

static void use_number(snw_series *s, int i, double value, bool present, snw_series_row *row) {
    const snw__table *table = &s->table;
    // beyond this a double does not hold a count of nanoseconds or ticks
    const bool countable = present && fabs(value) < 9e9;
    if (i == table->t) row->t_ns = countable ? (int64_t)llround(value * 1e9) : 0;
    if (i == table->tick) row->tick = present && fabs(value) < 9e15 ? (int64_t)value : 0;
    if (table->column[i] < 0 || !present) return;
    s->values[table->column[i]] = value;
    s->present[table->column[i]] = s->columns[table->column[i]].selected;
}

snw_status snw__table_next(snw_series *s, snw_series_row *row, snw_why *why) {
    snw__table *table = &s->table;
    // blank lines, as at the end, are passed over
    while (table->at < table->content.size &&
           strchr("\r\n", table->content.data[table->at]) != NULL) {
        if (table->content.data[table->at++] == '\n') table->line++;
    }
    if (table->at >= table->content.size) return SNW_DONE;
    *row = (snw_series_row){.tick = table->row, .t_ns = table->row * 1000000000};
    table->row++;
    bool last = false;
    for (int i = 0; !last; i++) {
        field f;
        double value = 0;
        bool present = false;
        if (i >= table->fields) return refuse(table, i + 1, "the line has too many fields", why);
        if (!take_field(table, &f, &last)) {
            return refuse(table, i + 1, "a quote does not end", why);
        }
        if (!read_number(&f, &value, &present)) {
            return refuse(table, i + 1, "this is not a number", why);
        }
        use_number(s, i, value, present, row);
        if (last && i + 1 < table->fields) {
            return refuse(table, i + 1, "the line has too few fields", why);
        }
    }
    table->line++;
    return SNW_OK;
}
