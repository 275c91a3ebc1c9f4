// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "sinew/document/xml.h"
#include "xacro_parts.h"

// --- nodes --------------------------------------------------------------------------------------

int snw__x_attribute(const snw__xnode *node, const char *name) {
    for (int i = 0; i < node->attribute_count; i++) {
        if (strcmp(node->attributes[i].name, name) == 0) return i;
    }
    return -1;
}

static bool add_attribute(snw__xacro *x, snw__xnode *node, const snw__xattribute *attribute) {
    if (node->attribute_count == node->attribute_room) {
        const int room = 2 * node->attribute_room + 2;
        snw__xattribute *larger = snw__x_take(x, &x->keep, (size_t)room * sizeof *larger);
        if (larger == NULL) return false;
        if (node->attribute_count > 0) {
            memcpy(larger, node->attributes, (size_t)node->attribute_count * sizeof *larger);
        }
        node->attributes = larger;
        node->attribute_room = room;
    }
    node->attributes[node->attribute_count++] = *attribute;
    return true;
}

bool snw__x_set_attribute(snw__xacro *x, snw__xnode *node, const snw__xattribute *attribute) {
    if (!snw__x_spend(x, (size_t)node->attribute_count)) return false;
    const int i = snw__x_attribute(node, attribute->name);
    if (i < 0) return add_attribute(x, node, attribute);
    node->attributes[i] = *attribute;
    return true;
}

// --- reading ------------------------------------------------------------------------------------

typedef struct reader {
    snw__xacro *x;
    const snw__xfile *file;
    snw_xml *xml;
    int line;          // of the last place that was asked for
    size_t line_start; // its first byte
} reader;

// the text from the place of the current event on; places come in the order of the text
static const char *text_here(reader *r) {
    const int line = snw_xml_line(r->xml);
    while (r->line < line) {
        const char *feed =
            memchr(r->file->bytes + r->line_start, '\n', r->file->length - r->line_start);
        if (feed == NULL) break;
        r->line_start = (size_t)(feed - r->file->bytes) + 1;
        r->line++;
    }
    return r->file->bytes + r->line_start + (size_t)snw_xml_column(r->xml) - 1;
}

// a name with its prefix, which the events leave out
static char *whole_name(reader *r, const char *start) {
    const char *end = r->file->bytes + r->file->length, *c = start;
    while (c < end && strchr(" \t\r\n=/>", *c) == NULL) {
        c++;
    }
    return snw__x_copy(r->x, start, (size_t)(c - start));
}

// The declarations of name spaces in a tag, which the events leave out too. The tag is good XML: it
// has been read.
static bool take_declarations(reader *r, const char *tag, snw__xnode *node) {
    const char *c = tag + strlen(node->name) + 1;
    for (;;) {
        c += strspn(c, " \t\r\n");
        if (*c == '/' || *c == '>') return true;
        const size_t length = strcspn(c, " \t\r\n=");
        const char *name = c;
        c += length;
        c += strspn(c, " \t\r\n=");
        const char *value = c + 1, *close = strchr(value, *c);
        if (close == NULL) return true;
        c = close + 1;
        const bool declares = strncmp(name, "xmlns", 5) == 0 && (length == 5 || name[5] == ':');
        if (!declares || (length == 11 && memcmp(name, "xmlns:xacro", 11) == 0)) continue;
        const snw__xattribute a = {snw__x_copy(r->x, name, length),
                                   snw__x_copy(r->x, value, (size_t)(close - value)),
                                   node->line,
                                   node->column,
                                   true,
                                   r->file};
        if (a.name == NULL || a.value == NULL || !add_attribute(r->x, node, &a)) return false;
    }
}

static bool take_attributes(reader *r, const char *tag, snw__xnode *node) {
    const char *name, *value;
    if (!take_declarations(r, tag, node)) return false;
    while (snw_xml_attribute(r->xml, &name, &value)) {
        const snw__xattribute a = {whole_name(r, text_here(r)),
                                   snw__x_copy(r->x, value, strlen(value)),
                                   snw_xml_line(r->xml),
                                   snw_xml_column(r->xml),
                                   false,
                                   r->file};
        if (a.name == NULL || a.value == NULL || !add_attribute(r->x, node, &a)) return false;
    }
    return true;
}

static snw__xnode *read_node(reader *r, snw_xml_event event) {
    snw__xnode *node = snw__x_take(r->x, &r->x->keep, sizeof *node);
    if (node == NULL) return NULL;
    node->file = r->file;
    node->line = snw_xml_line(r->xml);
    node->column = snw_xml_column(r->xml);
    if (event == SNW_XML_CONTENT) {
        size_t length = 0;
        const char *text = snw_xml_content(r->xml, &length);
        node->text = snw__x_copy(r->x, text, length);
        return node->text != NULL ? node : NULL;
    }
    const char *tag = text_here(r);
    node->name = whole_name(r, tag + 1);
    return node->name != NULL && take_attributes(r, tag, node) ? node : NULL;
}

// reads the children of an element to its end
static bool read_children(reader *r, snw__xnode *parent) {
    snw__xnode **tail = &parent->first;
    for (;;) {
        const snw_xml_event event = snw_xml_next(r->xml);
        if (event == SNW_XML_ERROR) {
            snw_why why = *snw_xml_why(r->xml);
            snw_why_rule(&why, "xml");
            snw__x_report(r->x, &why);
            return false;
        }
        if (event == SNW_XML_END || event == SNW_XML_EOF) return true;
        snw__xnode *node = read_node(r, event);
        if (node == NULL) return false;
        *tail = node;
        tail = &node->next;
        // the depth is bounded by the XML reader
        if (event == SNW_XML_START && !read_children(r, node)) return false;
    }
}

snw__xnode *snw__x_tree(snw__xacro *x, const snw__xfile *file) {
    const bool mark = file->length >= 3 && memcmp(file->bytes, "\xEF\xBB\xBF", 3) == 0;
    reader r = {x, file, snw_xml_open(file->bytes, file->length, file->name), 1, mark ? 3 : 0};
    snw__xnode document = {0};
    bool good = r.xml != NULL && read_children(&r, &document);
    if (r.xml == NULL) {
        (void)snw__x_fail(x, (snw__xfault){SNW_ERR_MEMORY, "xacro-memory", "free some memory"},
                          "out of memory");
    }
    snw_xml_close(r.xml);
    if (good && document.first == NULL) {
        good = snw__x_fail(x, (snw__xfault){SNW_ERR_SYNTAX, "xml", "write an element"},
                           "the file has no element");
    }
    return good ? document.first : NULL;
}

// --- the result ---------------------------------------------------------------------------------

static size_t text_size(const char *text) {
    return text != NULL ? strlen(text) : 0;
}

static snw__xnode *join_text(snw__xacro *x, snw__xnode *last, const char *text) {
    const size_t first = strlen(last->text), second = strlen(text);
    if (!snw__x_spend(x, first + second)) return NULL;
    char *both = snw__x_take(x, &x->keep, first + second + 2);
    if (both == NULL) return NULL;
    snw_text out = snw_text_over(both, first + second + 2);
    snw_text_add(&out, last->text, first);
    snw_text_add(&out, " ", 1);
    snw_text_add(&out, text, second);
    last->text = both;
    return last;
}

snw__xnode *snw__x_append(snw__xacro *x, snw__xout *out, const snw__xnode *like) {
    size_t size = 8 + 2 * text_size(like->name) + text_size(like->text);
    for (int i = 0; i < like->attribute_count; i++) {
        size += 4 + strlen(like->attributes[i].name) + strlen(like->attributes[i].value);
    }
    x->output += size;
    x->nodes += 1 + like->attribute_count;
    if (!snw__x_spend(x, size)) return NULL;
    // blocks are counted where they are made and where they are inserted; the writer is exact
    if (x->output > 4 * (size_t)SNW_XACRO_BYTES || x->nodes > 2 * SNW_DOCUMENT_NODES ||
        out->depth >= SNW_DOCUMENT_DEPTH) {
        x->stopped = true;
        (void)snw__x_fail(x,
                          (snw__xfault){SNW_ERR_TOO_LARGE, "xacro-limit",
                                        "look for macros that multiply each other"},
                          out->depth >= SNW_DOCUMENT_DEPTH
                              ? "the result is nested more than 256 deep"
                              : "the result is larger than 16 MiB or 2,000,000 elements");
        return NULL;
    }
    const bool text = like->name == NULL && out->last != NULL && out->last->name == NULL;
    if (text) return join_text(x, out->last, like->text);
    snw__xnode *node = snw__x_take(x, &x->keep, sizeof *node);
    if (node == NULL) return NULL;
    out->last = node;
    *node = *like;
    node->next = NULL;
    *out->tail = node;
    out->tail = &node->next;
    return node;
}
