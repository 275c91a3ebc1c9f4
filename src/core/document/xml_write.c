// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Objects as XML. Each struct is an element: what is short is an attribute, the rest are elements
// inside, both in the order of the table. Elements of the default name space, the root's unless
// another is chosen, need no prefix; others declare theirs where it is first used, which holds for
// all that is inside.
#include <string.h>

#include "sinew/document/file.h"
#include "write_common.h"

enum {
    SPACES = 32,           // prefixes in use at once; beyond, each element declares its own
    LONGEST_ATTRIBUTE = 16 // numbers
};

typedef struct writer {
    snw_text *text;
    snw_write_options options;
    int depth;
    const snw_space *plain_space;   // its elements need no prefix
    const snw_space *scope[SPACES]; // declared by the open elements, outermost first
    int scope_count;
    const snw_space *used[SPACES]; // all that were met, the root's first
    int used_count;
} writer;

// an open element
typedef struct element {
    const snw_space *space;
    const char *name;
    int scope_count; // before it
    bool has_content;
} element;

static void put(writer *w, const char *text) {
    snw_text_add(w->text, text, strlen(text));
}

static void put_number(writer *w, int value) {
    char digits[SNW_NUMBER_SIZE];
    snw_text_add(w->text, digits, (size_t)snw_int_print(value, digits));
}

static void new_line(writer *w) {
    static const char blanks[] = "                                ";
    if (w->options.indent < 0) return;
    put(w, "\n");
    int left = w->options.indent * w->depth;
    while (left > 0) {
        const int some = left < (int)sizeof blanks - 1 ? left : (int)sizeof blanks - 1;
        snw_text_add(w->text, blanks, (size_t)some);
        left -= some;
    }
}

// --- elements -----------------------------------------------------------------------------------

static const snw_space *space_of(const snw_type *type) {
    return type->space != NULL ? type->space : &snw_space_core;
}

static bool same_space(const snw_space *a, const snw_space *b) {
    return a == b || strcmp(a->uri, b->uri) == 0;
}

static void remember(writer *w, const snw_space *space) {
    for (int i = 0; i < w->used_count; i++) {
        if (same_space(w->used[i], space)) return;
    }
    if (w->used_count < SPACES) w->used[w->used_count++] = space;
}

// the innermost declaration of a prefix is the one that holds
static bool is_declared(const writer *w, const snw_space *space) {
    for (int i = w->scope_count; i > 0; i--) {
        const snw_space *other = w->scope[i - 1];
        if (strcmp(other->prefix, space->prefix) == 0) return same_space(other, space);
    }
    return false;
}

static void put_name(writer *w, const element *e) {
    if (!same_space(e->space, w->plain_space)) {
        put(w, e->space->prefix);
        put(w, ":");
    }
    put(w, e->name);
}

// the start tag, open for attributes
static element begin(writer *w, const snw_space *space, const char *name) {
    const element e = {.space = space, .name = name, .scope_count = w->scope_count};
    remember(w, space);
    if (w->depth > 0) new_line(w);
    put(w, "<");
    put_name(w, &e);
    if (!same_space(space, w->plain_space) && !is_declared(w, space)) {
        put(w, " xmlns:");
        put(w, space->prefix);
        put(w, "=\"");
        snw_text_xml_attribute(w->text, space->uri);
        put(w, "\"");
        if (w->scope_count < SPACES) w->scope[w->scope_count++] = space;
    }
    w->depth++;
    return e;
}

static void attribute_begin(writer *w, const char *name) {
    put(w, " ");
    put(w, name);
    put(w, "=\"");
}

static void attribute_end(writer *w) {
    put(w, "\"");
}

// ends the start tag, once, before the first thing inside
static void inside(writer *w, element *e) {
    if (!e->has_content) put(w, ">");
    e->has_content = true;
}

static void finish(writer *w, const element *e, bool on_own_line) {
    w->depth--;
    w->scope_count = e->scope_count;
    if (!e->has_content) {
        put(w, "/>");
        return;
    }
    if (on_own_line) new_line(w);
    put(w, "</");
    put_name(w, e);
    put(w, ">");
}

// --- values -------------------------------------------------------------------------------------

static bool is_attribute(const snw_field *field) {
    if (field->flags & SNW_AS_ELEMENT) return false;
    const int numbers = snw__plain_count(field);
    if (field->array == SNW_FIXED) {
        return numbers > 0 && numbers <= LONGEST_ATTRIBUTE &&
               field->length <= LONGEST_ATTRIBUTE / numbers;
    }
    if (field->array != SNW_SINGLE) return false;
    if (numbers > 0) return numbers <= LONGEST_ATTRIBUTE;
    return field->kind == SNW_KIND_ENUM || field->kind == SNW_KIND_STRING ||
           field->kind == SNW_KIND_REFERENCE;
}

// a single value, or one item of an array
static void put_value(writer *w, const snw_field *field, const void *place) {
    const int numbers = snw__plain_count(field);
    const char *name = field->kind == SNW_KIND_ENUM ? snw__enum_name(field, place) : NULL;
    if (field->kind == SNW_KIND_STRING || field->kind == SNW_KIND_REFERENCE) {
        snw_text_xml_attribute(w->text, place);
    } else if (name != NULL) {
        snw_text_xml_attribute(w->text, name);
    } else if (numbers == 0) {
        snw_value_print(field, place, w->text);
    }
    for (int i = 0; i < numbers; i++) {
        if (i > 0) put(w, " ");
        snw__plain_print(field, place, i, w->text);
    }
}

static void put_attribute(writer *w, const snw_field *field, const void *block) {
    const int count = snw_field_count(field, block);
    attribute_begin(w, field->name);
    for (int item = 0; item < count; item++) {
        if (item > 0) put(w, " ");
        put_value(w, field, snw_field_place_const(field, block, item));
    }
    attribute_end(w);
}

static void put_reals(writer *w, const char *name, const double *numbers, int count) {
    attribute_begin(w, name);
    for (int i = 0; i < count; i++) {
        if (i > 0) put(w, " ");
        snw_text_real(w->text, numbers[i]);
    }
    attribute_end(w);
}

// all numbers of a field in one element, some per line
static void put_group(writer *w, const snw_space *space, const snw_field *field,
                      const void *block) {
    const int per_item = snw__plain_count(field), count = snw_field_count(field, block);
    const bool lines = w->options.indent >= 0 && count > w->options.columns / per_item;
    element group = begin(w, space, "group");
    inside(w, &group);
    int column = 0;
    for (int item = 0; item < count; item++) {
        const void *place = snw_field_place_const(field, block, item);
        for (int i = 0; i < per_item; i++) {
            if (lines && column == 0) new_line(w);
            if (column > 0) put(w, " ");
            snw__plain_print(field, place, i, w->text);
            column = lines && column + 1 == w->options.columns ? 0 : column + 1;
        }
    }
    finish(w, &group, lines);
}

static void put_quat(writer *w, const snw_space *space, const char *name, const void *place) {
    snw_quat q;
    memcpy(&q, place, sizeof q);
    const element e = begin(w, space, name);
    put_reals(w, "x", &q.x, 1);
    put_reals(w, "y", &q.y, 1);
    put_reals(w, "z", &q.z, 1);
    put_reals(w, "w", &q.w, 1);
    finish(w, &e, false);
}

static void put_pose(writer *w, const snw_space *space, const char *name, const void *place) {
    snw_pose T;
    memcpy(&T, place, sizeof T);
    double rotation[9];
    const char *form = NULL;
    const int count = snw__rotation_form(T.R, rotation, &form);
    const element e = begin(w, space, name);
    put_reals(w, "xyz", (const double[]){T.p.x, T.p.y, T.p.z}, 3);
    if (count > 0) put_reals(w, form, rotation, count);
    finish(w, &e, false);
}

// Readers take blanks off the ends of content, so a text that has some stands in an attribute.
static void put_text(writer *w, const snw_space *space, const char *name, const snw_field *field,
                     const void *place) {
    element e = begin(w, space, name);
    const bool words = field->kind == SNW_KIND_STRING || field->kind == SNW_KIND_REFERENCE;
    const char *text = place;
    const size_t length = words ? strlen(text) : 0;
    if (length > 0 && (snw_is_blank(text[0]) || snw_is_blank(text[length - 1]))) {
        attribute_begin(w, "value");
        put_value(w, field, place);
        attribute_end(w);
    } else if (!words || length > 0) {
        inside(w, &e);
        put_value(w, field, place);
    }
    finish(w, &e, false);
}

// --- blocks -------------------------------------------------------------------------------------

static void put_fields(writer *w, element *e, const snw_type *type, const void *block);

static void put_block(writer *w, const snw_space *space, const char *name, const snw_type *type,
                      const void *block) {
    element e = begin(w, space, name);
    put_fields(w, &e, type, block);
    finish(w, &e, true);
}

// a child, under its token; an absent one keeps its place in an array
static void put_child(writer *w, const snw_space *space, const snw_child *child) {
    if (child->block != NULL) {
        put_block(w, space_of(child->type), child->type->token, child->type, child->block);
    } else {
        const element none = begin(w, space, "none");
        finish(w, &none, false);
    }
}

// one item, as an element of its own
static void put_item(writer *w, const snw_space *space, const char *name, const snw_field *field,
                     const void *place) {
    switch (field->kind) {
    case SNW_KIND_STRUCT:
        put_block(w, space, name, field->type, place);
        break;
    case SNW_KIND_OPTIONAL:
        put_block(w, space, name, field->type, snw__load_part(place));
        break;
    case SNW_KIND_QUAT:
        put_quat(w, space, name, place);
        break;
    case SNW_KIND_POSE:
        put_pose(w, space, name, place);
        break;
    case SNW_KIND_CHILD:
        put_child(w, space, place);
        break;
    case SNW_KIND_BOOL:
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
    case SNW_KIND_REAL:
    case SNW_KIND_ENUM:
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
    case SNW_KIND_VEC3:
    case SNW_KIND_MATRIX:
        put_text(w, space, name, field, place);
        break;
    }
}

static void put_array(writer *w, const snw_space *space, const snw_field *field,
                      const void *block) {
    const int count = snw_field_count(field, block);
    element e = begin(w, space, field->name);
    attribute_begin(w, "size");
    put_number(w, count);
    attribute_end(w);
    if (count > 0) inside(w, &e);
    if (count > 0 && snw__plain_count(field) > 0) {
        put_group(w, space, field, block);
    } else {
        for (int item = 0; item < count; item++) {
            put_item(w, space, field->item != NULL ? field->item : "element", field,
                     snw_field_place_const(field, block, item));
        }
    }
    finish(w, &e, true);
}

// a field that is no attribute
static void put_element(writer *w, const snw_space *space, const snw_field *field,
                        const void *block) {
    const void *place = snw_field_place_const(field, block, 0);
    if (field->array != SNW_SINGLE) {
        put_array(w, space, field, block);
    } else if (field->kind == SNW_KIND_MATRIX || field->kind == SNW_KIND_CHILD) {
        element e = begin(w, space, field->name);
        inside(w, &e);
        if (field->kind == SNW_KIND_MATRIX) {
            put_group(w, space, field, block);
        } else {
            put_child(w, space, place);
        }
        finish(w, &e, true);
    } else {
        put_item(w, space, field->name, field, place);
    }
}

static void put_fields(writer *w, element *e, const snw_type *type, const void *block) {
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (is_attribute(field) && snw__field_is_written(field, block, &w->options)) {
            put_attribute(w, field, block);
        }
    }
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (!is_attribute(field) && snw__field_is_written(field, block, &w->options)) {
            inside(w, e);
            put_element(w, space_of(type), field, block);
        }
    }
}

// --- documents ----------------------------------------------------------------------------------

static void put_header(writer *w) {
    const bool lines = w->options.indent >= 0;
    if (!w->options.no_header) {
        put(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        if (lines) put(w, "\n");
    }
    if (w->options.style_sheet != NULL) {
        put(w, "<?xml-stylesheet type=\"text/xsl\" href=\"");
        snw_text_xml_attribute(w->text, w->options.style_sheet);
        put(w, "\"?>");
        if (lines) put(w, "\n");
    }
}

static void put_schema_location(writer *w, const snw_space *const *spaces, int count) {
    attribute_begin(w, "xmlns:xsi");
    snw_text_xml_attribute(w->text, w->options.schema_instance != NULL
                                        ? w->options.schema_instance
                                        : "http://www.w3.org/2001/XMLSchema-instance");
    attribute_end(w);
    put(w, " xsi:schemaLocation=\"");
    for (int i = 0; i < count; i++) {
        if (i > 0) put(w, " ");
        snw_text_xml_attribute(w->text, spaces[i]->uri);
        put(w, " ");
        snw_text_xml_attribute(w->text, w->options.schema_location);
        snw_text_xml_attribute(w->text, spaces[i]->prefix);
        put(w, ".xsd");
    }
    put(w, "\"");
}

static void put_root(writer *w, const snw_type *type, const void *object,
                     const snw_space *const *spaces, int count) {
    const char *name = w->options.root_name != NULL ? w->options.root_name : type->token;
    element root = begin(w, space_of(type), name);
    attribute_begin(w, "xmlns");
    snw_text_xml_attribute(w->text, w->plain_space->uri);
    attribute_end(w);
    if (count > 0) put_schema_location(w, spaces, count);
    if (snw_type_field(type, "version") == NULL) {
        attribute_begin(w, "version");
        put_number(w, snw__type_version(type));
        attribute_end(w);
    }
    put_fields(w, &root, type, object);
    finish(w, &root, true);
    if (w->options.indent >= 0) put(w, "\n");
}

void snw_xml_write(const snw_type *type, const void *object, const snw_write_options *options,
                   snw_text *text) {
    writer w = {.text = text, .options = snw__write_options(options)};
    w.plain_space = w.options.default_space != NULL ? w.options.default_space : space_of(type);
    writer found = {0};
    if (w.options.schema_location != NULL) {
        // a first round, into nothing, finds the name spaces that the object uses
        snw_text nothing = snw_text_over(NULL, 0);
        found = w;
        found.text = &nothing;
        put_root(&found, type, object, NULL, 0);
    }
    put_header(&w);
    put_root(&w, type, object, found.used, found.used_count);
}
