// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The block structure of YAML: lists and maps by their columns. Each byte is looked at a bounded
// number of times: once to see whether a line is a key, once to read it.
#include "xacro_yaml.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// --- where it is --------------------------------------------------------------------------------

bool snw__yaml_fail(snw__yaml *y, const char *fix, const char *format, ...) {
    char text[2 * SNW_WHY_TEXT];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snw__xacro *x = y->x;
    const snw__xnode *at = x->at;
    const char *attribute = x->attribute;
    const int errors = x->errors;
    y->place.line = y->line;
    y->place.column = (int)(y->at - y->line_start) + 1;
    snw__x_look_at(x, &y->place, NULL);
    (void)snw__x_fail(x, (snw__xfault){SNW_ERR_SYNTAX, "xacro-yaml", fix}, "%s", text);
    snw__x_look_at(x, at, attribute);
    if (x->errors > errors) snw__x_note(x, y->loaded, "loaded here");
    return false;
}

bool snw__yaml_count(snw__yaml *y, int64_t values) {
    y->values += values;
    if (y->values <= SNW__YAML_VALUES) return true;
    return snw__yaml_fail(y, "write less, or use fewer aliases",
                          "the file stands for more than %d values", SNW__YAML_VALUES);
}

bool snw__yaml_is_gap(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\0';
}

static int column_of(const snw__yaml *y) {
    return (int)(y->at - y->line_start);
}

bool snw__yaml_is_over(const snw__yaml *y) {
    if (y->at >= y->end) return true;
    return y->at == y->line_start &&
           (strncmp(y->at, "---", 3) == 0 || strncmp(y->at, "...", 3) == 0) &&
           snw__yaml_is_gap(y->at[3]);
}

bool snw__yaml_skip(snw__yaml *y, bool *crossed) {
    for (;;) {
        bool tab = false;
        while (*y->at == ' ' || *y->at == '\t') {
            tab = tab || (*y->at == '\t' && *crossed);
            y->at++;
        }
        const bool comment =
            *y->at == '#' && (y->at == y->line_start || snw__yaml_is_gap(y->at[-1]));
        if (comment) y->at += strcspn(y->at, "\n");
        if (*y->at != '\n') {
            if (!tab || y->at >= y->end) return true;
            return snw__yaml_fail(y, "indent with blanks", "a tab stands where a line begins");
        }
        y->at++;
        y->line++;
        y->line_start = y->at;
        *crossed = true;
    }
}

static bool is_dash(const snw__yaml *y) {
    return *y->at == '-' && snw__yaml_is_gap(y->at[1]);
}

// true when a key and its colon begin here, all in one line
static bool is_key(const snw__yaml *y) {
    const char *c = y->at;
    if (*c == '"' || *c == '\'') {
        const char quote = *c++;
        while (*c != '\0' && *c != '\n' && *c != quote) {
            c += *c == '\\' && quote == '"' && c[1] != '\0' && c[1] != '\n' ? 2 : 1;
        }
        if (*c != quote) return false;
        for (c++; *c == ' ' || *c == '\t'; c++) {
        }
        return *c == ':' && snw__yaml_is_gap(c[1]);
    }
    for (; *c != '\0' && *c != '\n'; c++) {
        if (*c == ':' && snw__yaml_is_gap(c[1])) return true;
        if (*c == '#' && c > y->at && snw__yaml_is_gap(c[-1])) return false;
    }
    return false;
}

// nothing but a comment may follow in this line
static bool end_line(snw__yaml *y) {
    bool crossed = false;
    if (!snw__yaml_skip(y, &crossed)) return false;
    if (crossed || y->at >= y->end) return true;
    return snw__yaml_fail(y, "correct the YAML: quotes, commas or line ends",
                          "something is left over behind a value");
}

// --- lists and maps -----------------------------------------------------------------------------

// where a node may stand
typedef struct spot {
    int least;     // column of a line of its own
    bool dashes;   // a list may stand one column before that
    bool together; // a list or map may begin in the same line
} spot;

static bool read_node(snw__yaml *y, spot where, snw__xvalue *out);

static bool enter_level(snw__yaml *y) {
    if (y->depth++ < SNW__YAML_DEPTH) return true;
    return snw__yaml_fail(y, "nest less", "lists and maps are nested more than %d deep",
                          SNW__YAML_DEPTH);
}

static bool read_list(snw__yaml *y, snw__xvalue *out) {
    const int column = column_of(y);
    snw__xvalue made = {0};
    if (!enter_level(y) || !snw__x_make(y->x, SNW__X_LIST, 0, &made)) return false;
    for (;;) {
        snw__xvalue item = {0};
        bool crossed = true;
        y->at++;
        if (!read_node(y, (spot){column + 1, false, true}, &item) ||
            !snw__x_push(y->x, made.body, &item) || !snw__yaml_skip(y, &crossed)) {
            return false;
        }
        if (snw__yaml_is_over(y) || column_of(y) < column) break;
        if (column_of(y) > column) {
            return snw__yaml_fail(y, "align the items of a list",
                                  "an item of a list stands in another column");
        }
        if (!is_dash(y)) break;
    }
    y->depth--;
    *out = made;
    return true;
}

static bool read_key(snw__yaml *y, snw__yscalar *key) {
    if (*y->at == '&' || *y->at == '!' || *y->at == '*' || *y->at == '?' || !is_key(y)) {
        return snw__yaml_fail(y, "write key: value", "a key and its colon are missing");
    }
    const bool quoted = *y->at == '"' || *y->at == '\'';
    if (!(quoted ? snw__yaml_quoted(y, key) : snw__yaml_plain(y, INT32_MAX, false, key))) {
        return false;
    }
    y->at += strspn(y->at, " \t");
    if (*y->at != ':') {
        return snw__yaml_fail(y, "write key: value", "a key and its colon are missing");
    }
    y->at++;
    return true;
}

static bool read_map(snw__yaml *y, snw__xvalue *out) {
    const int column = column_of(y);
    snw__ymap map = {0};
    if (!enter_level(y) || !snw__yaml_map_begin(y, &map)) return false;
    for (;;) {
        snw__yscalar key = {0};
        snw__xvalue value = {0};
        bool crossed = true;
        if (!read_key(y, &key) || !read_node(y, (spot){column + 1, true, false}, &value) ||
            !snw__yaml_map_put(y, &map, &key, &value) || !snw__yaml_skip(y, &crossed)) {
            return false;
        }
        if (snw__yaml_is_over(y) || column_of(y) < column) break;
        if (column_of(y) > column || is_dash(y)) {
            return snw__yaml_fail(y, "align the keys of a map",
                                  "a key of a map stands in another column");
        }
    }
    y->depth--;
    return snw__yaml_map_end(y, &map, out);
}

// --- nodes --------------------------------------------------------------------------------------

static bool refuse_together(snw__yaml *y) {
    return snw__yaml_fail(y, "begin it on a line of its own, or put the text between quotes",
                          "a list or map begins behind a key");
}

static bool read_scalar(snw__yaml *y, spot where, const char *tag, snw__xvalue *out) {
    snw__yscalar scalar = {0};
    bool good = false;
    if (*y->at == '|' || *y->at == '>') {
        good = snw__yaml_literal(y, where.least, &scalar);
    } else if (*y->at == '"' || *y->at == '\'') {
        good = snw__yaml_quoted(y, &scalar) && end_line(y);
    } else {
        good = snw__yaml_plain(y, where.least, false, &scalar);
        if (good && *y->at == ':') return refuse_together(y);
        good = good && end_line(y);
    }
    return good && snw__yaml_resolve(y, &scalar, tag, out);
}

// the tags !!map and !!seq say what is there anyway
static bool check_tag(snw__yaml *y, const char *tag, const char *own) {
    if (tag == NULL || strcmp(tag, own) == 0) return true;
    return snw__yaml_fail(y, "remove the tag", "tag %s cannot stand before a list or map",
                          snw_quote(tag).text);
}

static bool read_content(snw__yaml *y, spot where, const snw__yproperties *p, bool fresh,
                         snw__xvalue *out) {
    const char c = *y->at;
    const bool properties = p->tag != NULL || p->anchor != NULL;
    const bool allowed = fresh || (where.together && !properties);
    if (is_dash(y)) {
        if (!allowed) return refuse_together(y);
        return check_tag(y, p->tag, "!!seq") && read_list(y, out);
    }
    if ((c == '?' && snw__yaml_is_gap(y->at[1])) || c == '@' || c == '`' || c == '%') {
        return snw__yaml_fail(y, "put the text between quotes, or write key: value",
                              "'%c' cannot begin a value", c);
    }
    if (c == '*') return snw__yaml_alias(y, out) && end_line(y);
    if (c == '[' || c == '{') {
        return check_tag(y, p->tag, c == '[' ? "!!seq" : "!!map") && snw__yaml_flow(y, out) &&
               end_line(y);
    }
    if (c != '|' && c != '>' && is_key(y)) {
        if (!allowed) return refuse_together(y);
        return check_tag(y, p->tag, "!!map") && read_map(y, out);
    }
    return read_scalar(y, where, p->tag, out);
}

static bool read_node(snw__yaml *y, spot where, snw__xvalue *out) {
    snw__yproperties p = {0};
    bool fresh = false;
    if (!snw__yaml_skip(y, &fresh) || !snw__yaml_properties(y, &p, &fresh)) return false;
    const int least = where.least - (where.dashes && is_dash(y) ? 1 : 0);
    const bool absent = snw__yaml_is_over(y) || (fresh && column_of(y) < least);
    const snw__yscalar nothing = {"", 0, true, y->at, y->line_start, y->line};
    if (!snw__yaml_count(y, 1)) return false;
    if (!(absent ? snw__yaml_resolve(y, &nothing, p.tag, out)
                 : read_content(y, where, &p, fresh, out))) {
        return false;
    }
    return snw__yaml_settle(y, &p, out);
}

// --- the document -------------------------------------------------------------------------------

// %YAML 1.1, which changes nothing; tags of one's own would
static bool skip_directives(snw__yaml *y) {
    bool crossed = true;
    if (!snw__yaml_skip(y, &crossed)) return false;
    while (*y->at == '%' && y->at == y->line_start) {
        if (strncmp(y->at, "%YAML ", 6) != 0) {
            return snw__yaml_fail(y, "remove the line", "a directive is not known");
        }
        y->at += strcspn(y->at, "\n");
        if (!snw__yaml_skip(y, &crossed)) return false;
    }
    return true;
}

bool snw__yaml_read(snw__yaml *y, snw__xvalue *out) {
    bool crossed = true;
    if (!skip_directives(y)) return false;
    if (snw__yaml_is_over(y) && y->at < y->end && *y->at == '-') y->at += 3;
    if (!read_node(y, (spot){0, false, true}, out) || !snw__yaml_skip(y, &crossed)) return false;
    if (y->at < y->end && snw__yaml_is_over(y) && *y->at == '.') {
        y->at += 3;
        if (!snw__yaml_skip(y, &crossed)) return false;
    }
    if (y->at >= y->end) return true;
    if (snw__yaml_is_over(y)) {
        return snw__yaml_fail(y, "keep one document in a file",
                              "the file has more than one document");
    }
    return snw__yaml_fail(y, "align what belongs together",
                          "a line stands in an unexpected column");
}
