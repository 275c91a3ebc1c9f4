// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Tables of comma-separated values (RFC 4180), written and read.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "series_internal.h"
#include "sinew/describe/value.h"

// --- writing ------------------------------------------------------------------------------------

size_t snw__table_letter(const char *at, size_t left) {
    const size_t length = (size_t)snw_printable_length(at, left);
    // U+FFFE and U+FFFF are UTF-8, but no characters of XML
    const bool none = length == 3 && memcmp(at, "\xEF\xBF", 2) == 0 && (unsigned char)at[2] > 0xBD;
    return none ? 0 : length;
}

// quotes are doubled, and what no table can hold becomes a question mark
static void print_letters(snw_text *text, const char *name) {
    for (size_t left = strlen(name); left > 0;) {
        const size_t length = snw__table_letter(name, left), step = length > 0 ? length : 1;
        if (*name == '"') snw_text_add(text, "\"", 1);
        snw_text_add(text, length > 0 ? name : "?", step);
        name += step;
        left -= step;
    }
}

static void print_name(snw_text *text, const snw_series_column *column) {
    // commas and quotes stand in quotes
    const bool quoted =
        strpbrk(column->path, ",\"") != NULL || strpbrk(column->unit, ",\"") != NULL;
    if (quoted) snw_text_add(text, "\"", 1);
    print_letters(text, column->path);
    if (column->unit[0] != '\0') {
        snw_text_add(text, " [", 2);
        print_letters(text, column->unit);
        snw_text_add(text, "]", 1);
    }
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

static snw_status refuse_value(const snw__table *table, int column, const char *text,
                               snw_why *why) {
    snw_why_set(why, SNW_ERR_SYNTAX, NULL, text);
    snw_why_at(why, table->name, table->line, column);
    snw_why_fix(why, "write a line of names, then numbers separated by commas");
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

enum { NAME_SIZE = 512 };

// A name without doubled quotes, apart from its unit in brackets. SNW_ERR_UNIT for a unit that is
// not known, and for a time that is not measured in a unit of time.
static snw_status add_name(snw_series *s, const field *f, bool *is_time, bool *is_tick) {
    char name[NAME_SIZE];
    size_t length = 0;
    if (f->length >= sizeof name) return SNW_ERR_SIZE;
    for (size_t i = 0; i < f->length; i++) {
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
    double factor = 1;
    const char *to = *is_time ? "s" : NULL;
    if (end > unit) {
        const snw_status known = snw_unit_factor(name + unit, end - unit, to, &factor);
        const bool other =
            known == SNW_ERR_UNIT && !*is_time; // it is known, and measures something
        if (snw_failed(known) && !other) return SNW_ERR_UNIT;
    }
    if (*is_time) s->table.unit = factor;
    if (*is_time || *is_tick) return SNW_OK;
    return snw__series_add(s, name, length, name + unit, end - unit, "");
}

// why a column was not added
static snw_status refuse_column(const snw__table *table, int column, snw_word name,
                                snw_status status, snw_why *why) {
    char subject[SNW_WHY_SUBJECT] = ""; // a name that is too long is left out
    (void)snw_word_copy(name, subject, sizeof subject);
    const bool too_many = status == SNW_ERR_TOO_LARGE;
    const int most = too_many ? SNW_SERIES_COLUMNS : NAME_SIZE - 1;
    if (status == SNW_ERR_MEMORY) return snw_refuse(why, status, table->name, NULL, NULL);
    if (status == SNW_ERR_UNIT || status == SNW_ERR_DUPLICATE) {
        const bool unit = status == SNW_ERR_UNIT;
        status = snw_refuse(why, status, subject,
                            unit ? "the unit of the column is not known, or it does not fit"
                                 : "the column has the name of another one",
                            unit ? "write one like [rad], [m/s] or [Nm]; times are in [s] or [ms]"
                                 : "give each column a unique name, and one of them the time");
        snw_why_at(why, table->name, table->line, column);
        return status;
    }
    status = snw_refuse(why, SNW_ERR_TOO_LARGE, NULL,
                        too_many ? "the table has too many columns" : "a name is too long",
                        too_many ? "split the table" : "shorten the name");
    snw_why_add(why, "most", most, too_many ? "columns" : "bytes");
    snw_why_at(why, table->name, table->line, column);
    return status;
}

// room for the number of one more column, which doubles
static bool grow_columns(snw_series *s) {
    snw__table *table = &s->table;
    if (table->fields < table->room) return true;
    const int room = table->room == 0 ? 64 : 2 * table->room;
    int *column =
        snw_setup_grow(s->memory, table->column, (size_t)room * sizeof *column, _Alignof(int));
    if (column == NULL) return false;
    table->column = column;
    table->room = room;
    return true;
}

typedef struct named_field {
    const char *name;
    int field;
} named_field;

static int compare_names(const void *a, const void *b) {
    const named_field *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : x->field - y->field;
}

// two columns of one name: which is meant is not known
static snw_status check_names(const snw_series *s, snw_why *why) {
    const snw__table *table = &s->table;
    named_field *names = malloc(((size_t)table->fields + 1) * sizeof *names);
    if (names == NULL) return refuse_column(table, 0, (snw_word){"", 0}, SNW_ERR_MEMORY, why);
    int count = 0;
    for (int i = 0; i < table->fields; i++) {
        if (table->column[i] < 0) continue;
        names[count++] = (named_field){s->columns[table->column[i]].path, i};
    }
    qsort(names, (size_t)count, sizeof *names, compare_names);
    int twice = -1;
    for (int i = 1; i < count && twice < 0; i++) {
        if (strcmp(names[i - 1].name, names[i].name) == 0) twice = names[i].field;
    }
    free(names);
    if (twice < 0) return SNW_OK;
    const char *name = s->columns[table->column[twice]].path;
    return refuse_column(table, twice + 1, (snw_word){name, strlen(name)}, SNW_ERR_DUPLICATE, why);
}

static snw_status read_names(snw_series *s, snw_why *why) {
    snw__table *table = &s->table;
    bool last = false;
    table->t = table->tick = -1;
    for (int i = 0; !last; i++) {
        field f;
        bool is_time, is_tick;
        if (!take_field(table, &f, &last)) {
            return refuse_value(table, i + 1, "a quote does not end", why);
        }
        const snw_word name = {f.start, f.length};
        if (!grow_columns(s)) return refuse_column(table, i + 1, name, SNW_ERR_MEMORY, why);
        table->column[i] = s->column_count;
        const snw_status status = add_name(s, &f, &is_time, &is_tick);
        if (snw_failed(status)) return refuse_column(table, i + 1, name, status, why);
        if ((is_time && table->t >= 0) || (is_tick && table->tick >= 0)) {
            return refuse_column(table, i + 1, name, SNW_ERR_DUPLICATE, why);
        }
        if (is_time) table->t = i;
        if (is_tick) table->tick = i;
        if (is_time || is_tick) table->column[i] = -1;
        table->fields = i + 1;
    }
    const snw_status status = check_names(s, why);
    table->line++;
    return status;
}

// A zero byte in a later row is a broken table; in the first, the file is none.
static snw_status check_bytes(snw__table *table, const char *path, snw_why *why) {
    const char *const data = table->content.data;
    const char *zero = table->content.size > 0 ? memchr(data, 0, table->content.size) : data;
    if (zero == NULL) return SNW_OK;
    int line = 1;
    for (const char *at = data; at < zero; at++)
        line += *at == '\n';
    if (line == 1) {
        return snw_refuse(why, SNW_ERR_SYNTAX, path, "this is neither an MCAP file nor a table",
                          NULL);
    }
    table->line = line;
    return refuse_value(table, 0, "the row has a zero byte, which no text has", why);
}

snw_status snw__table_open(snw_series *s, const char *path, snw_why *why) {
    snw_file_reading how = snw_file_reading_defaults();
    how.limit = SNW_SERIES_TABLE_MOST;
    const snw_status status = snw_file_read(path, &how, &s->table.content, why);
    if (snw_failed(status)) return status;
    s->table.line = 1;
    snw_copy_text(s->table.name, sizeof s->table.name, path);
    const snw_status bytes = check_bytes(&s->table, path, why);
    return snw_failed(bytes) ? bytes : read_names(s, why);
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

// Puts a number where it belongs; what is wrong with it, or NULL. NaN fails both comparisons.
static const char *use_number(snw_series *s, int i, double value, bool present,
                              snw_series_row *row) {
    const snw__table *table = &s->table;
    if (i == table->t) {
        // 64 bits of nanoseconds hold 292 years
        const double seconds = value * table->unit;
        if (!present) return "the row has no time";
        if (!(fabs(seconds) <= 9e9)) return "the time is not a number within 9e9 s";
        row->t_ns = (int64_t)llround(seconds * 1e9);
    } else if (i == table->tick) {
        // beyond this a double does not hold every whole number
        if (!present) return "the row has no tick";
        if (!(fabs(value) < 9e15) || value != floor(value)) {
            return "the tick is not a whole number within 9e15";
        }
        row->tick = (int64_t)value;
    } else if (present) {
        s->values[table->column[i]] = value;
        s->present[table->column[i]] = s->columns[table->column[i]].selected;
    }
    return NULL;
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
        if (i >= table->fields)
            return refuse_value(table, i + 1, "the line has too many fields", why);
        if (!take_field(table, &f, &last)) {
            return refuse_value(table, i + 1, "a quote does not end", why);
        }
        if (!read_number(&f, &value, &present)) {
            return refuse_value(table, i + 1, "this is not a number", why);
        }
        const char *wrong = use_number(s, i, value, present, row);
        if (wrong != NULL) return refuse_value(table, i + 1, wrong, why);
        if (last && i + 1 < table->fields) {
            return refuse_value(table, i + 1, "the line has too few fields", why);
        }
    }
    table->line++;
    return SNW_OK;
}
