// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "internal.h"
#include "saving.h"
#include "sinew/document/file.h"
#include "sinew/os/file.h"

// A cell is saved into the file that it came from without losing what its author wrote: comments,
// order and layout stay. Only components and the plots of the page differ after a run, so the
// element of each that changed is written anew, in its place. What comes out is read again; when it
// does not mean the same as the cell, as in a file with includes, the whole cell is written.

enum { DEEPEST = 64 };

// --- elements of a text -------------------------------------------------------------------------

typedef struct text_span {
    size_t from, to;
} text_span;

// what stands behind `mark` at or after `at`; the end of the text without one
static size_t skip_to(const char *text, size_t at, const char *mark) {
    const char *found = strstr(text + at, mark);
    return found != NULL ? (size_t)(found - text) + strlen(mark) : strlen(text);
}

// behind the '>' of the tag that begins at `at`; quotes may hold one too
static size_t skip_tag(const char *text, size_t at) {
    char quote = '\0';
    for (; text[at] != '\0'; at++) {
        if (quote != '\0') {
            if (text[at] == quote) quote = '\0';
        } else if (text[at] == '"' || text[at] == '\'') {
            quote = text[at];
        } else if (text[at] == '>') {
            return at + 1;
        }
    }
    return at;
}

// the name of the element whose tag begins at `at`, without a prefix
static snw_word element_name(const char *text, size_t at) {
    const char *name = text + at + 1;
    size_t length = strcspn(name, " \t\r\n/>");
    const char *colon = memchr(name, ':', length);
    if (colon != NULL) {
        length -= (size_t)(colon + 1 - name);
        name = colon + 1;
    }
    return (snw_word){name, length};
}

static bool word_is(snw_word word, const char *text) {
    return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

// whether a tag has the attribute name="NAME"
static bool has_name(const char *text, text_span tag, const char *name) {
    for (size_t at = tag.from; at + 5 < tag.to; at++) {
        if (strchr(" \t\r\n", text[at]) == NULL || strncmp(text + at + 1, "name", 4) != 0) continue;
        size_t value = at + 5;
        value += strspn(text + value, " \t\r\n");
        if (text[value] != '=') continue;
        value += 1 + strspn(text + value + 1, " \t\r\n");
        const size_t length = strlen(name);
        return (text[value] == '"' || text[value] == '\'') &&
               strncmp(text + value + 1, name, length) == 0 &&
               text[value + 1 + length] == text[value];
    }
    return false;
}

// What is looked for: <component name="NAME"> in <components> of a <loop>, or a <loop> itself or an
// element right in it.
typedef struct wanted_element {
    const char *component; // NULL for the others
    const char *element;   // "plots"; "loop" for the loop
} wanted_element;

// whether the innermost open element, whose tag this is, is the one
static bool is_wanted(const wanted_element *wanted, const snw_word *open, int depth,
                      const char *text, text_span tag) {
    if (wanted->component != NULL) {
        return depth >= 2 && word_is(open[depth], "component") &&
               word_is(open[depth - 1], "components") && word_is(open[depth - 2], "loop") &&
               has_name(text, tag, wanted->component);
    }
    const char *outer = strcmp(wanted->element, "loop") == 0 ? "control" : "loop";
    return depth >= 1 && word_is(open[depth], wanted->element) && word_is(open[depth - 1], outer);
}

static bool find_element(const char *text, const wanted_element *wanted, text_span *out) {
    snw_word open[DEEPEST];
    int depth = 0, found = -1;
    for (size_t at = strcspn(text, "<"); text[at] != '\0'; at += strcspn(text + at, "<")) {
        if (strncmp(text + at, "<!--", 4) == 0) {
            at = skip_to(text, at + 4, "-->");
            continue;
        }
        if (strncmp(text + at, "<![CDATA[", 9) == 0) {
            at = skip_to(text, at, "]]>");
            continue;
        }
        const text_span tag = {at, skip_tag(text, at)};
        at = tag.to;
        if (text[tag.from + 1] == '?' || text[tag.from + 1] == '!') continue;
        const bool ends = text[tag.from + 1] == '/', single = text[tag.to - 2] == '/';
        if (ends && depth > 0) depth--;
        if (ends && depth == found) {
            out->to = tag.to;
            return true;
        }
        if (ends) continue;
        if (depth == DEEPEST) return false;
        open[depth] = element_name(text, tag.from);
        if (found < 0 && is_wanted(wanted, open, depth, text, tag)) {
            *out = tag;
            if (single) return true;
            found = depth;
        }
        depth += !single;
    }
    return false;
}

static bool find_component(const char *text, const char *name, text_span *out) {
    return find_element(text, &(wanted_element){.component = name}, out);
}

static bool find_plots(const char *text, text_span *out) {
    return find_element(text, &(wanted_element){.element = "plots"}, out);
}

// --- the text with other components and plots ---------------------------------------------------

// blanks before an element, up to the begin of its line
static size_t indent_of(const char *text, size_t at) {
    size_t indent = 0;
    while (indent < at && text[at - indent - 1] == ' ')
        indent++;
    return indent;
}

// an element as it stands in one text, for a place in another with its own indentation
static void add_element(snw_text *out, const char *from, text_span span, size_t indent) {
    const size_t own = indent_of(from, span.from);
    for (size_t at = span.from; at < span.to;) {
        const char *line = from + at;
        const char *end = memchr(line, '\n', span.to - at);
        const size_t length = end != NULL ? (size_t)(end - line) + 1 : span.to - at;
        size_t skip = 0;
        if (at != span.from) {
            while (skip < own && skip < length && line[skip] == ' ')
                skip++;
            for (size_t i = 0; i < indent; i++)
                snw_text_add(out, " ", 1);
        }
        snw_text_add(out, line + skip, length - skip);
        at += length;
    }
}

typedef struct edited_text {
    const char *file, *before, *after; // as the author wrote it; as sinew writes the cell
    const snw_loop *loop;
} edited_text;

static bool same_span(const edited_text *e, text_span before, text_span after) {
    const size_t length = before.to - before.from;
    return length == after.to - after.from &&
           memcmp(e->before + before.from, e->after + after.from, length) == 0;
}

static bool same_component(const edited_text *e, const char *name) {
    text_span before, after;
    return find_component(e->before, name, &before) && find_component(e->after, name, &after) &&
           same_span(e, before, after);
}

// the component of the file that comes next behind `at` and that changed; NULL for none
static const char *next_change(const edited_text *e, size_t at, text_span *place) {
    const char *found = NULL;
    for (int i = 0; i < e->loop->component_count; i++) {
        const char *name = e->loop->components[i].name;
        text_span span;
        if (same_component(e, name) || !find_component(e->file, name, &span)) continue;
        if (span.from < at || (found != NULL && span.from > place->from)) continue;
        *place = span;
        found = name;
    }
    return found;
}

static void compose_components(snw_text *text, const void *context) {
    const edited_text *e = context;
    text_span place, element;
    size_t at = 0;
    for (const char *name; (name = next_change(e, at, &place)) != NULL; at = place.to) {
        snw_text_add(text, e->file + at, place.from - at);
        if (find_component(e->after, name, &element))
            add_element(text, e->after, element, indent_of(e->file, place.from));
    }
    snw_text_add(text, e->file + at, strlen(e->file) - at);
}

// where plots come that the file has not yet: before the end of the loop
static bool find_loop_end(const char *text, size_t *at) {
    text_span loop;
    if (!find_element(text, &(wanted_element){.element = "loop"}, &loop)) return false;
    for (*at = loop.to - 1; *at > loop.from && text[*at] != '<'; --*at)
        continue;
    return *at > loop.from;
}

static void compose_plots(snw_text *text, const void *context) {
    const edited_text *e = context;
    text_span before = {0}, after = {0}, place = {0};
    const bool had = find_plots(e->before, &before), has = find_plots(e->after, &after);
    const bool there = find_plots(e->file, &place);
    size_t end = 0;
    const bool same = had == has && same_span(e, before, after);
    if (same || (!there && !find_loop_end(e->file, &end))) {
        snw_text_add(text, e->file, strlen(e->file));
        return;
    }
    if (!there) {
        // a line of its own, indented by one level more than the end of the loop
        const size_t indent = indent_of(e->file, end) + 2;
        snw_text_add(text, e->file, end);
        snw_text_add(text, "  ", 2);
        add_element(text, e->after, after, indent);
        snw_text_format(text, "\n%*s", (int)(indent - 2), "");
        place.to = end;
    } else {
        const size_t indent = indent_of(e->file, place.from);
        snw_text_add(text, e->file, has ? place.from : place.from - indent);
        if (has) {
            add_element(text, e->after, after, indent);
        } else if (e->file[place.to] == '\n') {
            place.to++;
        }
    }
    snw_text_add(text, e->file + place.to, strlen(e->file) - place.to);
}

static void compose_cell(snw_text *text, const void *context) {
    snw_cell_write(context, text);
}

// whether a text, read as the file, is the cell that is written so
static bool means_same(const snw_station *station, const char *path, const char *text,
                       const char *written) {
    snw_loaded_cell again;
    size_t length = 0;
    bool same = false;
    if (!snw_failed(snw__cell_open_text(&again, path, text, &station->load, NULL)) &&
        !snw_failed(again.status)) {
        char *own = snw__compose(compose_cell, again.cell, &length, NULL);
        same = own != NULL && strcmp(own, written) == 0;
        free(own);
    }
    snw_cell_close(&again);
    return same;
}

char *snw__cell_text(const snw_cell *cell, snw_why *why) {
    size_t length = 0;
    return snw__compose(compose_cell, cell, &length, why);
}

snw_status snw__save_in_place(const snw_station *station, const snw_cell *cell, const char *before,
                              const char *path, snw_why *why) {
    size_t length = 0;
    snw_source_file file;
    char *after = snw__cell_text(cell, why), *edited = NULL;
    if (after == NULL) return SNW_ERR_MEMORY;
    bool packed = false;
    if (snw_document_format_of(path, &packed) == SNW_DOCUMENT_XML && !packed &&
        !snw_failed(snw_source_read(&file, path, SNW_DOCUMENT_BYTES, NULL))) {
        edited_text e = {file.source.bytes, before, after, snw__loop_of(cell)};
        char *first = e.loop != NULL ? snw__compose(compose_components, &e, &length, NULL) : NULL;
        e.file = first;
        if (first != NULL) edited = snw__compose(compose_plots, &e, &length, NULL);
        free(first);
        snw_source_free(&file);
    }
    const bool kept = edited != NULL && means_same(station, path, edited, after);
    const snw_status status =
        kept ? snw_file_write(path, edited, length, why) : snw_cell_write_file(path, cell, why);
    free(edited);
    free(after);
    return status;
}
