// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The same table for other programs. A number is written once, with the fewest digits that read
// back as its bits (snw_text_real), and only its dress differs: `1.5e-7` in CSV, XML and MATLAB,
// 1.5`*^-7 in Mathematica, where a long number without its mark would be one of another precision.
#include <math.h>
#include <string.h>

#include "series_internal.h"

typedef struct dress {
    const char *name, *extension;
} dress;

static const dress formats[SNW_SERIES_FORMATS] = {
    {"csv", ".csv"}, {"xml", ".xml"}, {"matlab", ".m"}, {"mathematica", ".wl"}};

const char *snw_series_format_name(snw_series_format format) {
    return (unsigned)format < SNW_SERIES_FORMATS ? formats[format].name : "";
}

const char *snw_series_format_extension(snw_series_format format) {
    return (unsigned)format < SNW_SERIES_FORMATS ? formats[format].extension : "";
}

bool snw_series_format_find(const char *text, snw_series_format *format) {
    for (int i = 0; i < SNW_SERIES_FORMATS; i++) {
        if (strcmp(text, formats[i].name) != 0 && strcmp(text, formats[i].extension) != 0) continue;
        *format = (snw_series_format)i;
        return true;
    }
    return false;
}

// --- texts --------------------------------------------------------------------------------------

static void add(snw_text *text, const char *words) {
    snw_text_add(text, words, strlen(words));
}

// what stands for a letter that would end a text of MATLAB or Mathematica; NULL for the letter
// itself
static const char *escape(char letter, snw_series_format format) {
    static const struct {
        snw_series_format format;
        char letter;
        const char *text;
    } escapes[] = {{SNW_SERIES_MATLAB, '\'', "''"},
                   {SNW_SERIES_MATHEMATICA, '"', "\\\""},
                   {SNW_SERIES_MATHEMATICA, '\\', "\\\\"}};
    for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; i++) {
        if (escapes[i].format == format && escapes[i].letter == letter) return escapes[i].text;
    }
    return NULL;
}

// a name inside of quotes, by the rules of the format
static void add_name(snw_text *text, const char *name, snw_series_format format) {
    for (size_t left = strlen(name); left > 0;) {
        const size_t length = snw__table_letter(name, left), step = length > 0 ? length : 1;
        const char *other = length > 0 ? escape(*name, format) : "?";
        char letter[5] = ""; // of UTF-8
        memcpy(letter, name, step);
        if (other != NULL) {
            add(text, other);
        } else if (format == SNW_SERIES_XML) {
            snw_text_xml_attribute(text, letter);
        } else {
            add(text, letter);
        }
        name += step;
        left -= step;
    }
}

// a machine number: the mark keeps 17 digits from being read as one of 17 digits
static void add_marked(snw_text *text, const char *digits) {
    const size_t mantissa = strcspn(digits, "eE");
    snw_text_add(text, digits, mantissa);
    if (memchr(digits, '.', mantissa) == NULL) add(text, ".");
    add(text, "`");
    if (digits[mantissa] == '\0') return;
    const char *power = digits + mantissa + 1;
    snw_text_format(text, "*^%s", *power == '+' ? power + 1 : power);
}

// what each format calls the numbers that are none
static const char *word_of(double value, snw_series_format format) {
    static const char *const words[SNW_SERIES_FORMATS][3] = {
        {"NaN", "INF", "-INF"},
        {"NaN", "INF", "-INF"},
        {"NaN", "Inf", "-Inf"},
        {"Indeterminate", "Infinity", "-Infinity"}};
    return words[format][isnan(value) ? 0 : value > 0 ? 1 : 2];
}

static void add_number(snw_text *text, double value, snw_series_format format) {
    char digits[64];
    snw_text written = snw_text_over(digits, sizeof digits);
    snw_text_real(&written, value);
    if (!isfinite(value)) {
        add(text, word_of(value, format));
    } else if (format == SNW_SERIES_MATHEMATICA) {
        add_marked(text, digits);
    } else {
        add(text, digits);
    }
}

static void add_seconds(snw_text *text, int64_t t_ns, snw_series_format format) {
    char digits[32];
    snw_text written = snw_text_over(digits, sizeof digits);
    snw__table_seconds(&written, t_ns);
    if (format == SNW_SERIES_MATHEMATICA) {
        add_marked(text, digits);
    } else {
        add(text, digits);
    }
}

// --- heads --------------------------------------------------------------------------------------

static void xml_head(const snw_series *s, snw_text *text) {
    add(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
              "<recording xmlns=\"urn:sinew:recording\" version=\"1\">\n  <columns>\n"
              "    <column name=\"tick\" unit=\"\"/>\n    <column name=\"t\" unit=\"s\"/>\n");
    for (int i = 0; i < s->column_count; i++) {
        if (!s->columns[i].selected) continue;
        add(text, "    <column name=\"");
        add_name(text, s->columns[i].path, SNW_SERIES_XML);
        add(text, "\" unit=\"");
        add_name(text, s->columns[i].unit, SNW_SERIES_XML);
        add(text, "\"/>\n");
    }
    add(text, "  </columns>\n  <rows>\n");
}

// the names or the units of all columns, each in quotes
static void add_list(const snw_series *s, bool units, snw_series_format format, snw_text *text) {
    const char *quote = format == SNW_SERIES_MATLAB ? "'" : "\"";
    snw_text_format(text, units ? "%s%s, %ss%s" : "%stick%s, %st%s", quote, quote, quote, quote);
    for (int i = 0; i < s->column_count; i++) {
        if (!s->columns[i].selected) continue;
        snw_text_format(text, ", %s", quote);
        add_name(text, units ? s->columns[i].unit : s->columns[i].path, format);
        add(text, quote);
    }
}

void snw_series_print_head(const snw_series *s, snw_series_format format, snw_text *text) {
    const bool is_matlab = format == SNW_SERIES_MATLAB;
    if (format == SNW_SERIES_CSV) snw_series_print_names(s, text);
    if (format == SNW_SERIES_XML) xml_head(s, text);
    if (!is_matlab && format != SNW_SERIES_MATHEMATICA) return;
    add(text, is_matlab ? "recording.names = {" : "<|\"names\" -> {");
    add_list(s, false, format, text);
    add(text, is_matlab ? "};\nrecording.units = {" : "},\n\"units\" -> {");
    add_list(s, true, format, text);
    add(text, is_matlab ? "};\nrecording.data = [\n" : "},\n\"data\" -> {\n");
}

// --- rows ---------------------------------------------------------------------------------------

void snw_series_print(const snw_series *s, snw_series_format format, const snw_series_row *row,
                      bool is_first, snw_text *text) {
    const bool is_wolfram = format == SNW_SERIES_MATHEMATICA;
    const char *between = is_wolfram ? ", " : " ";
    if (format == SNW_SERIES_CSV) {
        snw_series_print_row(s, row, text);
        return;
    }
    if (format == SNW_SERIES_XML) add(text, "    <row>");
    if (is_wolfram) add(text, is_first ? "{" : ",\n{");
    snw_text_format(text, "%lld%s", (long long)row->tick, between);
    add_seconds(text, row->t_ns, format);
    for (int i = 0; i < s->column_count; i++) {
        if (!s->columns[i].selected) continue;
        add(text, between);
        if (row->present[i]) {
            add_number(text, row->values[i], format);
        } else {
            add(text, is_wolfram ? "Missing[]" : "NaN");
        }
    }
    add(text, is_wolfram ? "}" : format == SNW_SERIES_XML ? "</row>\n" : "\n");
}

void snw_series_print_end(const snw_series *s, snw_series_format format, snw_text *text) {
    (void)s;
    if (format == SNW_SERIES_XML) add(text, "  </rows>\n</recording>\n");
    if (format == SNW_SERIES_MATLAB) add(text, "];\n");
    if (format == SNW_SERIES_MATHEMATICA) add(text, "}|>\n");
}
