// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// XML 1.0 (fifth edition) with name spaces as a pull reader of our own, without document types and
// entities: a library for all of XML spends quadratic time on an element with many attributes, and
// knows the place of an element only roughly. Every byte is looked at once, and what is open is
// bounded, so time is linear and memory less than twice the text. The grammar is checked against
// libxml2 in the tests.
#include "sinew/document/xml.h"

#include <stdlib.h>
#include <string.h>

#include "quote.h"
#include "sinew/document/file.h"
#include "xml_text.h"

enum {
    SPACES = 64,       // name spaces declared and open at once
    ATTRIBUTES = 1024, // of one element
    SLOTS = 2 * ATTRIBUTES,
    FEW_ATTRIBUTES = 12 // compared with each other; more of them through a table
};

typedef struct attribute {
    const char *whole; // with its prefix, in the text
    size_t whole_length;
    size_t name, value; // offsets of decoded texts
    int line, column;
} attribute;

// an element that is open
typedef struct element {
    const char *whole;
    size_t whole_length;
    int line;
    int space_count; // declarations in force outside of it
} element;

// xmlns:prefix="uri"; the prefix of the default name space is empty
typedef struct space {
    const char *prefix;
    size_t prefix_length;
    size_t uri; // offset in `uris`
} space;

struct snw_xml {
    snw__xml_text text;
    snw_xml_event event;
    bool begun, root_seen;
    long nodes;

    // the current event
    int line, column;
    size_t name, content, content_length, word;
    int words_left; // -1 when they have not been counted
    const char *uri;
    attribute *attributes; // [ATTRIBUTES], made with the first one
    uint16_t *slots;       // [SLOTS]
    int attribute_count, attribute_next;

    // what is open
    element open[SNW_DOCUMENT_DEPTH];
    int depth;
    space spaces[SPACES];
    int space_count, spaces_after; // after the current event
    char *uris;
    size_t uri_size, uri_capacity;
};

// --- names and name spaces ----------------------------------------------------------------------

static const char xml_schema_instance[] = "http://www.w3.org/2001/XMLSchema-instance";

// length of the prefix with its colon, 0 for none
static size_t prefix_of(const char *whole, size_t length) {
    const char *colon = memchr(whole, ':', length);
    return colon != NULL ? (size_t)(colon - whole) + 1 : 0;
}

// keeps the part behind the prefix, ended by a zero
static size_t keep_name(snw_xml *xml, const char *whole, size_t length) {
    const size_t prefix = prefix_of(whole, length), place = xml->text.size;
    if (snw__xml_keep(&xml->text, whole + prefix, length - prefix)) {
        (void)snw__xml_keep(&xml->text, "", 1);
    }
    return place;
}

// a name with its prefix; one colon at most, and something on both sides of it
static size_t read_name(snw_xml *xml) {
    snw__xml_text *t = &xml->text;
    const char *start = t->at;
    const size_t length = snw__xml_name_token(t), prefix = prefix_of(start, length);
    if (prefix > 0 &&
        (prefix == 1 || prefix == length || prefix_of(start + prefix, length - prefix))) {
        snw__xml_fail_name(t, start, "", start, length, " is not prefix:name");
        snw_why_fix(&t->why, "write one colon at most, between two names");
    }
    return length;
}

// the name space of a prefix, "" when it has none or was not declared
static const char *uri_of(const snw_xml *xml, const char *prefix, size_t length) {
    for (int i = xml->space_count; i > 0; i--) {
        const space *one = &xml->spaces[i - 1];
        if (one->prefix_length == length && memcmp(one->prefix, prefix, length) == 0) {
            return xml->uris + one->uri;
        }
    }
    return "";
}

static const char *uri_of_name(const snw_xml *xml, const char *whole, size_t length) {
    const size_t prefix = prefix_of(whole, length);
    return uri_of(xml, whole, prefix > 0 ? prefix - 1 : 0);
}

static bool is_declaration(const attribute *a) {
    return a->whole_length >= 5 && memcmp(a->whole, "xmlns", 5) == 0 &&
           (a->whole_length == 5 || a->whole[5] == ':');
}

static void declare(snw_xml *xml, const attribute *a) {
    if (xml->space_count == SPACES) {
        snw__xml_fail(&xml->text, xml->text.at, SNW_ERR_TOO_LARGE,
                      "too many name spaces are declared", "declare those that are used");
        return;
    }
    const char *uri = xml->text.out + a->value;
    const size_t length = strlen(uri) + 1;
    if (length > xml->uri_capacity - xml->uri_size) {
        const size_t more = 2 * (xml->uri_size + length);
        char *larger = realloc(xml->uris, more);
        if (larger == NULL) {
            snw__xml_fail(&xml->text, xml->text.at, SNW_ERR_MEMORY, "out of memory", NULL);
            return;
        }
        xml->uris = larger;
        xml->uri_capacity = more;
    }
    memcpy(xml->uris + xml->uri_size, uri, length);
    const size_t skipped = a->whole_length > 5 ? 6 : 5;
    xml->spaces[xml->space_count++] =
        (space){a->whole + skipped, a->whole_length - skipped, xml->uri_size};
    xml->uri_size += length;
}

static void drop_spaces(snw_xml *xml, int count) {
    if (count < xml->space_count) xml->uri_size = xml->spaces[count].uri;
    xml->space_count = count;
}

// --- attributes ---------------------------------------------------------------------------------

static bool same_name(const attribute *a, const attribute *b) {
    return a->whole_length == b->whole_length && memcmp(a->whole, b->whole, a->whole_length) == 0;
}

static void fail_twice(snw_xml *xml, const attribute *a) {
    if (xml->text.failed) return;
    snw__xml_fail_name(&xml->text, xml->text.at, "attribute ", a->whole, a->whole_length,
                       " is given twice");
    snw_why_at(&xml->text.why, xml->text.name, a->line, a->column);
    snw_why_fix(&xml->text.why, "keep one of them");
    xml->text.why.code = SNW_ERR_DUPLICATE;
}

// FNV-1a (Fowler, Noll, Vo); names made to meet in one slot cost no more than ATTRIBUTES looks each
static unsigned slot_of(const attribute *a) {
    uint32_t h = 2166136261U;
    for (size_t i = 0; i < a->whole_length; i++) {
        h = (h ^ (unsigned char)a->whole[i]) * 16777619U;
    }
    return (h ^ h >> 15) % SLOTS;
}

static void check_unique(snw_xml *xml) {
    const attribute *all = xml->attributes;
    const int count = xml->attribute_count;
    if (count <= FEW_ATTRIBUTES) {
        for (int i = 1; i < count; i++) {
            for (int k = 0; k < i; k++) {
                if (same_name(&all[i], &all[k])) fail_twice(xml, &all[i]);
            }
        }
        return;
    }
    memset(xml->slots, 0, SLOTS * sizeof *xml->slots);
    for (int i = 0; i < count; i++) {
        unsigned slot = slot_of(&all[i]);
        while (xml->slots[slot] != 0) {
            if (same_name(&all[i], &all[xml->slots[slot] - 1])) fail_twice(xml, &all[i]);
            slot = (slot + 1) % SLOTS;
        }
        xml->slots[slot] = (uint16_t)(i + 1);
    }
}

static bool count_node(snw_xml *xml, const char *at) {
    if (++xml->nodes <= SNW_DOCUMENT_NODES) return true;
    snw__xml_fail(&xml->text, at, SNW_ERR_TOO_LARGE, "there are too many elements and attributes",
                  "split the file, or write numbers as groups");
    return false;
}

static attribute *new_attribute(snw_xml *xml) {
    snw__xml_text *t = &xml->text;
    if (xml->attributes == NULL) {
        xml->attributes = malloc(ATTRIBUTES * sizeof *xml->attributes);
        xml->slots = malloc(SLOTS * sizeof *xml->slots);
    }
    if (xml->attributes == NULL || xml->slots == NULL) {
        snw__xml_fail(t, t->at, SNW_ERR_MEMORY, "out of memory", NULL);
        return NULL;
    }
    if (xml->attribute_count == ATTRIBUTES) {
        snw__xml_fail(t, t->at, SNW_ERR_TOO_LARGE, "the element has too many attributes",
                      "write them as elements");
        return NULL;
    }
    if (!count_node(xml, t->at)) return NULL;
    attribute *a = &xml->attributes[xml->attribute_count++];
    *a = (attribute){.line = t->line, .column = snw__xml_column(t, t->at)};
    return a;
}

// name = "value"
static void read_attribute(snw_xml *xml) {
    snw__xml_text *t = &xml->text;
    attribute *a = new_attribute(xml);
    if (a == NULL) return;
    a->whole = t->at;
    a->whole_length = read_name(xml);
    (void)snw__xml_blanks(t);
    if (t->failed) return;
    if (a->whole_length == 0 || !snw__xml_ahead(t, "=")) {
        snw__xml_fail(t, t->at, SNW_ERR_SYNTAX,
                      t->at == t->end       ? "the text ends too early"
                      : a->whole_length > 0 ? "'=' is missing after an attribute's name"
                                            : "an attribute, '>' or '/>' was expected",
                      t->at == t->end ? "is the file complete?" : "write name=\"value\"");
        return;
    }
    t->at++;
    (void)snw__xml_blanks(t);
    if (t->at == t->end || (*t->at != '"' && *t->at != '\'')) {
        snw__xml_fail(t, t->at, SNW_ERR_SYNTAX,
                      t->at == t->end ? "the text ends too early"
                                      : "the value of an attribute must be between quotes",
                      t->at == t->end ? "is the file complete?" : "write name=\"value\"");
        return;
    }
    a->value = t->size;
    snw__xml_value(t);
    (void)snw__xml_keep(t, "", 1);
}

// Declarations take effect and go; so do attributes that speak to validators and editors. The names
// of the others are kept.
static void settle_attributes(snw_xml *xml) {
    check_unique(xml);
    for (int i = 0; i < xml->attribute_count && !xml->text.failed; i++) {
        if (is_declaration(&xml->attributes[i])) declare(xml, &xml->attributes[i]);
    }
    int kept = 0;
    for (int i = 0; i < xml->attribute_count && !xml->text.failed; i++) {
        attribute a = xml->attributes[i];
        const size_t prefix = prefix_of(a.whole, a.whole_length);
        const bool is_xml = prefix == 4 && memcmp(a.whole, "xml:", 4) == 0;
        const bool schema =
            prefix > 0 && strcmp(uri_of(xml, a.whole, prefix - 1), xml_schema_instance) == 0;
        if (is_declaration(&a) || is_xml || schema) continue;
        a.name = keep_name(xml, a.whole, a.whole_length);
        xml->attributes[kept++] = a;
    }
    xml->attribute_count = kept;
}

// --- tags ---------------------------------------------------------------------------------------

static void mark(snw_xml *xml) {
    xml->line = xml->text.line;
    xml->column = snw__xml_column(&xml->text, xml->text.at);
}

// attributes up to the end of the tag; true for an empty element
static bool read_attributes(snw_xml *xml) {
    snw__xml_text *t = &xml->text;
    while (!t->failed) {
        const bool apart = snw__xml_blanks(t);
        if (snw__xml_ahead(t, ">")) {
            t->at++;
            return false;
        }
        if (snw__xml_ahead(t, "/>")) {
            t->at += 2;
            return true;
        }
        if (!apart && t->at < t->end) {
            snw__xml_fail(t, t->at, SNW_ERR_SYNTAX, "a blank, '>' or '/>' was expected",
                          "put a blank between attributes");
        }
        if (!t->failed) read_attribute(xml);
    }
    return false;
}

static snw_xml_event read_start(snw_xml *xml) {
    snw__xml_text *t = &xml->text;
    mark(xml);
    if (xml->depth == SNW_DOCUMENT_DEPTH) {
        snw__xml_fail(t, t->at, SNW_ERR_TOO_LARGE, "elements are nested too deeply",
                      "flatten the file");
        return SNW_XML_ERROR;
    }
    if (!count_node(xml, t->at)) return SNW_XML_ERROR;
    t->at++;
    element *e = &xml->open[xml->depth];
    *e = (element){.whole = t->at, .line = xml->line, .space_count = xml->space_count};
    e->whole_length = read_name(xml);
    if (e->whole_length == 0) {
        snw__xml_fail(t, t->at, SNW_ERR_SYNTAX,
                      t->at == t->end ? "the text ends too early" : "'<' does not begin an element",
                      t->at == t->end ? "is the file complete?" : "write &lt; for the sign itself");
    }
    const bool empty = read_attributes(xml);
    if (!t->failed) settle_attributes(xml);
    xml->name = keep_name(xml, e->whole, e->whole_length);
    if (t->failed) return SNW_XML_ERROR;
    xml->uri = uri_of_name(xml, e->whole, e->whole_length);
    xml->root_seen = true;
    xml->spaces_after = empty ? e->space_count : xml->space_count;
    if (empty) return SNW_XML_EMPTY;
    xml->depth++;
    return SNW_XML_START;
}

static snw_xml_event read_end(snw_xml *xml) {
    snw__xml_text *t = &xml->text;
    const element *e = &xml->open[xml->depth - 1];
    mark(xml);
    const char *start = t->at;
    t->at += 2;
    const char *whole = t->at;
    const size_t length = snw__xml_name_token(t);
    const bool same = length == e->whole_length && memcmp(whole, e->whole, length) == 0;
    if (!same && t->at < t->end) {
        char text[SNW_WHY_TEXT];
        snw_text line = snw_text_over(text, sizeof text);
        snw__quote(&line, e->whole, e->whole_length);
        snw_text_format(&line, " of line %d is ended by ", e->line);
        snw__quote(&line, whole, length);
        snw__xml_fail(t, start, SNW_ERR_SYNTAX, text, "end each element before what is around it");
    }
    (void)snw__xml_blanks(t);
    if (!snw__xml_ahead(t, ">")) {
        snw__xml_fail(t, t->at, SNW_ERR_SYNTAX,
                      t->at == t->end ? "the text ends too early" : "an end tag is </name>",
                      t->at == t->end ? "is the file complete?" : "write '>' after the name");
    }
    if (t->failed) return SNW_XML_ERROR;
    t->at++;
    xml->name = keep_name(xml, whole, length);
    xml->uri = uri_of_name(xml, whole, length);
    xml->spaces_after = e->space_count;
    xml->depth--;
    return t->failed ? SNW_XML_ERROR : SNW_XML_END;
}

static snw_xml_event fail_markup(snw_xml *xml) {
    if (snw__xml_ahead(&xml->text, "<!DOCTYPE")) {
        snw__xml_fail(&xml->text, xml->text.at, SNW_ERR_UNSUPPORTED,
                      "a document type (DTD) is not allowed", "remove the <!DOCTYPE ...>");
    } else {
        snw__xml_fail(&xml->text, xml->text.at, SNW_ERR_SYNTAX,
                      "'<!' does not begin anything known", "write &lt; for the sign itself");
    }
    return SNW_XML_ERROR;
}

// --- the document -------------------------------------------------------------------------------

static void begin(snw_xml *xml) {
    snw__xml_text *t = &xml->text;
    xml->begun = true;
    const size_t size = (size_t)(t->end - t->at);
    if (size > SNW_DOCUMENT_BYTES) {
        snw__xml_fail(t, t->at, SNW_ERR_TOO_LARGE, "the text is larger than the limit",
                      "split the file");
        snw_why_add(&t->why, "size", (double)size, "B");
        snw_why_add(&t->why, "limit", SNW_DOCUMENT_BYTES, "B");
        return;
    }
    const bool swapped = snw__xml_ahead(t, "\xFF\xFE"), wide = snw__xml_ahead(t, "\xFE\xFF");
    const bool zeros = size >= 2 && (t->at[0] == '\0' || t->at[1] == '\0');
    if (swapped || wide || zeros) {
        snw__xml_fail(t, t->at, SNW_ERR_UNSUPPORTED, "the text is UTF-16 or UTF-32",
                      "save it as UTF-8");
        return;
    }
    if (snw__xml_ahead(t, "\xEF\xBB\xBF")) t->line_start = t->at += 3;
    if (snw__xml_ahead(t, "<?xml") && t->end - t->at > 5 && snw_is_blank(t->at[5])) {
        snw__xml_declaration(t);
    }
}

// outside of the root element: blanks, comments, instructions, and the root itself once
static snw_xml_event read_outside(snw_xml *xml) {
    snw__xml_text *t = &xml->text;
    do {
        (void)snw__xml_blanks(t);
    } while (!t->failed && snw__xml_aside(t));
    if (t->failed) return SNW_XML_ERROR;
    if (t->at == t->end) {
        if (xml->root_seen) return SNW_XML_EOF;
        snw__xml_fail(t, t->at, SNW_ERR_SYNTAX, "there is no element", "write a root element");
        return SNW_XML_ERROR;
    }
    if (snw__xml_ahead(t, "<!")) return fail_markup(xml);
    if (*t->at == '<' && !xml->root_seen) return read_start(xml);
    static const char more[] = "something follows the root element; it is not read";
    if (xml->root_seen && t->lax && snw__xml_pass(t, t->at, more, "remove it")) return SNW_XML_EOF;
    snw__xml_fail(t, t->at, SNW_ERR_SYNTAX,
                  xml->root_seen ? "something follows the root element"
                                 : "something is before the root element",
                  "put everything into one root element");
    return SNW_XML_ERROR;
}

// --- the public side ----------------------------------------------------------------------------

snw_xml *snw_xml_open(const char *bytes, size_t length, const char *name) {
    snw_xml *xml = calloc(1, sizeof *xml);
    if (xml == NULL) return NULL;
    xml->text = (snw__xml_text){
        .name = name, .at = bytes, .end = bytes + length, .line_start = bytes, .line = 1};
    xml->uri = "";
    xml->line = xml->column = 1;
    return xml;
}

void snw_xml_be_lax(snw_xml *xml) {
    xml->text.lax = true;
}

const snw_why *snw_xml_oddity(const snw_xml *xml) {
    return xml->text.odd ? &xml->text.oddity : NULL;
}

void snw_xml_close(snw_xml *xml) {
    if (xml == NULL) return;
    free(xml->text.out);
    free(xml->attributes);
    free(xml->slots);
    free(xml->uris);
    free(xml);
}

static snw_xml_event read_inside(snw_xml *xml) {
    snw__xml_text *t = &xml->text;
    xml->content = t->size;
    snw__xml_content_run(t, &xml->line, &xml->column);
    xml->content_length = t->size - xml->content;
    (void)snw__xml_keep(t, "", 1);
    if (t->at == t->end && !t->failed) {
        const element *e = &xml->open[xml->depth - 1];
        char text[SNW_WHY_TEXT];
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "the text ends inside ");
        snw__quote(&line, e->whole, e->whole_length);
        snw_text_format(&line, " of line %d", e->line);
        snw__xml_fail(t, t->at, SNW_ERR_SYNTAX, text, "is the file complete?");
    }
    if (t->failed) return SNW_XML_ERROR;
    if (xml->content_length > 0) {
        xml->word = xml->content;
        xml->words_left = -1;
        return SNW_XML_CONTENT;
    }
    if (snw__xml_ahead(t, "</")) return read_end(xml);
    return snw__xml_ahead(t, "<!") ? fail_markup(xml) : read_start(xml);
}

snw_xml_event snw_xml_next(snw_xml *xml) {
    if (xml->text.failed) return xml->event = SNW_XML_ERROR;
    if (!xml->begun) {
        begin(xml);
        if (xml->text.failed) return xml->event = SNW_XML_ERROR;
    }
    drop_spaces(xml, xml->spaces_after);
    xml->text.size = 0;
    xml->attribute_count = xml->attribute_next = 0;
    xml->uri = "";
    xml->event = xml->depth > 0 ? read_inside(xml) : read_outside(xml);
    return xml->event;
}

static bool is_tag(const snw_xml *xml) {
    return xml->event == SNW_XML_START || xml->event == SNW_XML_END || xml->event == SNW_XML_EMPTY;
}

const char *snw_xml_name(const snw_xml *xml) {
    return is_tag(xml) ? xml->text.out + xml->name : "";
}

const char *snw_xml_space(const snw_xml *xml) {
    return is_tag(xml) ? xml->uri : "";
}

bool snw_xml_attribute(snw_xml *xml, const char **name, const char **value) {
    if (snw_xml_attributes_left(xml) == 0) return false;
    const attribute *a = &xml->attributes[xml->attribute_next++];
    *name = xml->text.out + a->name;
    *value = xml->text.out + a->value;
    xml->line = a->line;
    xml->column = a->column;
    return true;
}

const char *snw_xml_find(const snw_xml *xml, const char *name) {
    for (int i = 0; is_tag(xml) && i < xml->attribute_count; i++) {
        const attribute *a = &xml->attributes[i];
        if (strcmp(xml->text.out + a->name, name) == 0) return xml->text.out + a->value;
    }
    return NULL;
}

int snw_xml_attributes_left(const snw_xml *xml) {
    return is_tag(xml) ? xml->attribute_count - xml->attribute_next : 0;
}

const char *snw_xml_content(const snw_xml *xml, size_t *length) {
    const bool content = xml->event == SNW_XML_CONTENT;
    *length = content ? xml->content_length : 0;
    return content ? xml->text.out + xml->content : "";
}

// the next word from `*at` on; false when none is left
static bool next_word(const snw_xml *xml, size_t *at, size_t *start) {
    const size_t end = xml->content + xml->content_length;
    while (*at < end && snw_is_blank(xml->text.out[*at])) {
        (*at)++;
    }
    *start = *at;
    while (*at < end && !snw_is_blank(xml->text.out[*at])) {
        (*at)++;
    }
    return *at > *start;
}

bool snw_xml_word(snw_xml *xml, const char **word, size_t *length) {
    size_t start;
    if (xml->event != SNW_XML_CONTENT || !next_word(xml, &xml->word, &start)) return false;
    *word = xml->text.out + start;
    *length = xml->word - start;
    if (xml->words_left > 0) xml->words_left--;
    return true;
}

int snw_xml_words_left(snw_xml *xml) {
    if (xml->event != SNW_XML_CONTENT) return 0;
    if (xml->words_left < 0) {
        xml->words_left = 0;
        size_t start;
        for (size_t at = xml->word; next_word(xml, &at, &start);) {
            xml->words_left++;
        }
    }
    return xml->words_left;
}

snw_status snw_xml_skip(snw_xml *xml) {
    if (xml->event != SNW_XML_START) return SNW_ERR_STATE;
    const int outside = xml->depth - 1;
    while (xml->depth > outside) {
        if (snw_xml_next(xml) == SNW_XML_ERROR) return xml->text.why.code;
    }
    return SNW_OK;
}

int snw_xml_line(const snw_xml *xml) {
    return xml->line;
}

int snw_xml_column(const snw_xml *xml) {
    return xml->column;
}

int snw_xml_depth(const snw_xml *xml) {
    return xml->depth;
}

const snw_why *snw_xml_why(const snw_xml *xml) {
    return &xml->text.why;
}
