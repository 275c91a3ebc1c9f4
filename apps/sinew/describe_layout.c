// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "describe_command.h"

enum { COLUMNS = 8, CELL = 1024 };

static const char *line_end(const char *line) {
    const char *end = strchr(line, '\n');
    return end != NULL ? end : line + strlen(line);
}

// the end of the text of a link "[text](target)" that begins at `at`, or NULL
static const char *link_text_end(const char *at, const char *end) {
    const char *close = memchr(at, ']', (size_t)(end - at));
    return close != NULL && close + 1 < end && close[1] == '(' ? close : NULL;
}

static bool is_escape(const char *at, const char *end) {
    return *at == '\\' && at + 1 < end && (at[1] == '|' || at[1] == '[' || at[1] == '`');
}

// text without its marks: `code`, [link](target), and the backslash of \| \[ \`
static void add_plain(snw_text *text, const char *from, const char *end) {
    while (from < end) {
        const char *close = *from == '[' ? link_text_end(from, end) : NULL;
        const char *target = close != NULL ? memchr(close, ')', (size_t)(end - close)) : NULL;
        if (target != NULL) {
            add_plain(text, from + 1, close);
            from = target + 1;
        } else if (is_escape(from, end)) {
            snw_text_add(text, from + 1, 1);
            from += 2;
        } else {
            if (*from != '`') snw_text_add(text, from, 1);
            from++;
        }
    }
}

// the next cell of a row, without marks and blanks around it; NULL at the end of the row
static const char *next_cell(const char *at, const char *end, char cell[CELL]) {
    if (at >= end) return NULL;
    const char *stop = at;
    while (stop < end && !(*stop == '|' && stop[-1] != '\\')) {
        stop++;
    }
    if (stop == end) return NULL;
    const char *last = stop;
    while (at < last && *at == ' ') {
        at++;
    }
    while (last > at && last[-1] == ' ') {
        last--;
    }
    snw_text text = snw_text_over(cell, CELL);
    add_plain(&text, at, last);
    return stop + 1;
}

// letters of a text, not bytes
static int width_of(const char *text) {
    int width = 0;
    for (; *text != '\0'; text++) {
        width += ((unsigned char)*text & 0xC0U) != 0x80U;
    }
    return width;
}

static bool is_row(const char *line) {
    return line[0] == '|';
}

static bool is_rule(const char *line) {
    return strncmp(line, "|---", 4) == 0;
}

// the widest cell of each column of the table that begins at `line`
static void measure(const char *line, int widths[COLUMNS]) {
    memset(widths, 0, COLUMNS * sizeof *widths);
    for (; is_row(line); line = line_end(line) + (*line_end(line) == '\n')) {
        if (is_rule(line)) continue;
        char cell[CELL];
        const char *at = line + 1;
        for (int i = 0; i < COLUMNS && (at = next_cell(at, line_end(line), cell)) != NULL; i++) {
            const int width = width_of(cell);
            if (width > widths[i]) widths[i] = width;
        }
    }
}

static void add_row(const char *line, const int widths[COLUMNS], snw_text *text) {
    char cell[CELL];
    const char *at = line + 1;
    int pending = 0; // blanks before the next cell, none at the end of a line
    for (int i = 0; i < COLUMNS && (at = next_cell(at, line_end(line), cell)) != NULL; i++) {
        const int width = width_of(cell);
        if (width > 0) snw_text_format(text, "%*s%s", pending, "", cell);
        pending = (width > 0 ? 0 : pending) + widths[i] - width + (widths[i] > 0 ? 2 : 0);
    }
    snw_text_format(text, "\n");
}

void describe_layout(const char *page, snw_text *text) {
    int widths[COLUMNS];
    bool inside = false;
    for (const char *line = page; *line != '\0';) {
        const char *end = line_end(line);
        if (is_row(line) && !inside) measure(line, widths);
        inside = is_row(line);
        if (is_row(line)) {
            if (!is_rule(line)) add_row(line, widths, text);
        } else {
            add_plain(text, line + strspn(line, "#") + (line[0] == '#'), end);
            snw_text_format(text, "\n");
        }
        line = end + (*end == '\n');
    }
}
