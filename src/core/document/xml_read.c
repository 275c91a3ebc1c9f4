// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// XML to blocks. The forms that are read are wider than those that are written: a plain value may
// be an attribute or an element, an array a list of words, a <group> or one element per item.
//
// Reading goes as deep as the text, so what the functions on that way keep on the stack is little;
// reasons are composed in functions of their own.
#include <stdlib.h>
#include <string.h>

#include "bind.h"
#include "include.h"
#include "parts.h"
#include "quote.h"
#include "sinew/document/xml.h"

// One reading: the binder, the text that is read now, and the files that were included on the way.
typedef struct reading {
    snw__bind bind;
    snw_xml *xml;
    snw__includes includes;
    bool file_root;   // the current element is the root of its file: it may say a version
    bool passed_over; // something was left out, so that references may miss their object
} reading;

static snw__where here(const reading *r) {
    return (snw__where){snw_xml_line(r->xml), snw_xml_column(r->xml)};
}

// goes past an element that was started and cannot be used
static void skip(reading *r, snw_xml_event started) {
    r->passed_over = true;
    if (started == SNW_XML_START && snw_failed(snw_xml_skip(r->xml))) {
        snw__bind_break(&r->bind, snw_xml_why(r->xml));
    }
}

// true while a struct or a value has more inside; its end, and a fault of the text, end it
static bool more(reading *r, snw_xml_event *event) {
    *event = snw_xml_next(r->xml);
    if (*event == SNW_XML_ERROR) {
        r->passed_over = true;
        snw__bind_break(&r->bind, snw_xml_why(r->xml));
    }
    return *event == SNW_XML_START || *event == SNW_XML_EMPTY || *event == SNW_XML_CONTENT;
}

// If the element is an include, goes to the root of its file, and `*included` says so. False when
// there is nothing to read at its place.
static bool enter(reading *r, snw_xml_event *event, bool *included) {
    *included = snw__is_include(r->xml);
    if (!*included) return true;
    if (snw__include_enter(&r->includes, &r->bind, &r->xml, event)) return r->file_root = true;
    *included = false;
    r->passed_over = true;
    return false;
}

static void leave(reading *r, bool included) {
    if (included) snw__include_leave(&r->includes, &r->bind, &r->xml);
}

static void read_struct(reading *r, snw_xml_event started);

// --- refusals -----------------------------------------------------------------------------------

static __attribute__((noinline)) void refuse_attribute(reading *r, const char *name) {
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "unknown attribute ");
    snw__quote(&line, name, strlen(name));
    snw__bind_object(&r->bind, SNW_ERR_UNKNOWN_NAME, text, "remove it", here(r));
}

static __attribute__((noinline)) void refuse_inside(reading *r, snw_xml_event event) {
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    if (event == SNW_XML_CONTENT) {
        snw_text_format(&line, "text does not belong here");
    } else {
        const char *name = snw_xml_name(r->xml);
        snw_text_format(&line, "element ");
        snw__quote(&line, name, strlen(name));
        snw_text_format(&line, " does not belong here");
    }
    snw__bind_object(&r->bind, SNW_ERR_SYNTAX, text, "remove it", here(r));
    skip(r, event);
}

// --- attributes of values -----------------------------------------------------------------------

// what a plain value or an array may say in attributes
typedef struct marks {
    const char *value;          // the value itself, instead of content; NULL for none
    char size[SNW_NUMBER_SIZE]; // "" for none
} marks;

static marks read_marks(reading *r) {
    marks m = {NULL, ""};
    const char *name, *value;
    const bool root = r->file_root;
    r->file_root = false;
    while (snw_xml_attribute(r->xml, &name, &value)) {
        if (strcmp(name, "value") == 0) {
            m.value = value;
        } else if (strcmp(name, "size") == 0) {
            snw_copy_text(m.size, sizeof m.size, value);
        } else if (!root || strcmp(name, "version") != 0) {
            refuse_attribute(r, name);
        }
    }
    return m;
}

// --- plain values -------------------------------------------------------------------------------

static void set_content(reading *r, const snw_field *field, const snw_upgrade *upgrade) {
    size_t length;
    const char *text = snw_xml_content(r->xml, &length);
    r->bind.in_content = true;
    snw__bind_value(&r->bind, field, upgrade, text, length, here(r));
    r->bind.in_content = false;
}

static bool is_group(const reading *r, snw_xml_event event) {
    return event != SNW_XML_CONTENT && strcmp(snw_xml_name(r->xml), "group") == 0;
}

// the text inside <group>
static void read_group(reading *r, const snw_field *field, const snw_upgrade *upgrade,
                       snw_xml_event started) {
    const snw__where where = here(r);
    (void)read_marks(r);
    bool found = false;
    snw_xml_event event;
    while (started == SNW_XML_START && more(r, &event)) {
        if (event == SNW_XML_CONTENT && !found) {
            set_content(r, field, upgrade);
            found = true;
        } else {
            refuse_inside(r, event);
        }
    }
    if (!found && !r->bind.broken) snw__bind_value(&r->bind, field, upgrade, "", 0, where);
}

// <mass>1.5 kg</mass>, <note value=" a "/>, and long matrices as a group
static void read_plain(reading *r, const snw_field *field, const snw_upgrade *upgrade,
                       snw_xml_event started) {
    const snw__where where = here(r);
    const marks m = read_marks(r);
    bool found = m.value != NULL;
    if (found) snw__bind_value(&r->bind, field, upgrade, m.value, strlen(m.value), where);
    snw_xml_event event;
    while (started == SNW_XML_START && more(r, &event)) {
        if (event == SNW_XML_CONTENT && !found) {
            set_content(r, field, upgrade);
        } else if (is_group(r, event) && !found) {
            read_group(r, field, upgrade, event);
        } else {
            refuse_inside(r, event);
        }
        found = true;
    }
    if (!found && !r->bind.broken) snw__bind_value(&r->bind, field, upgrade, "", 0, where);
}

// --- values with named parts --------------------------------------------------------------------

static bool has_parts(const reading *r, const snw_field *field) {
    if (field->kind == SNW_KIND_QUAT || field->kind == SNW_KIND_POSE) return true;
    return field->kind == SNW_KIND_VEC3 &&
           (snw_xml_find(r->xml, "x") != NULL || snw_xml_find(r->xml, "y") != NULL ||
            snw_xml_find(r->xml, "z") != NULL);
}

// <origin xyz="0 0 1" rpy="0 0 0"/>: the parts are read as a struct and become the value
static __attribute__((noinline)) void read_parts(reading *r, const snw_field *field, void *place,
                                                 int index, snw_xml_event started) {
    snw__parts all;
    snw__parted value;
    snw_field own[3]; // a vector's parts have its unit
    snw_type vector = snw__vec3_type;
    memcpy(own, snw__vec3_type.fields, sizeof own);
    own[0].unit = own[1].unit = own[2].unit = field->unit;
    vector.fields = own;
    const snw_type *type = field->kind == SNW_KIND_VEC3   ? &vector
                           : field->kind == SNW_KIND_QUAT ? &snw__quat_type
                                                          : &snw__pose_type;
    const snw__where where = here(r);
    const int found = r->bind.found;
    snw_block_defaults(type, &all);
    if (!snw__bind_push(&r->bind, type, &all, field->name, index, where)) {
        skip(r, started);
        return;
    }
    read_struct(r, started);
    unsigned char seen[sizeof snw__bind_top(&r->bind)->seen];
    memcpy(seen, snw__bind_top(&r->bind)->seen, sizeof seen);
    snw__bind_pop(&r->bind);
    if (r->bind.found != found) return;

    snw_why why;
    snw_why_set(&why, SNW_ERR_RANGE, NULL, NULL);
    if (snw__parts_join(field, &all, seen, &value, &why) == SNW_OK) {
        memcpy(place, &value, field->size);
    } else {
        snw__bind_report(&r->bind, &why, field->name, where, !(field->flags & SNW_REQUIRED));
    }
}

// --- older versions -----------------------------------------------------------------------------

static bool is_converted(const snw_upgrade *upgrade) {
    return upgrade != NULL && (upgrade->convert != NULL || upgrade->factor != 0);
}

// the words of one item, as its conversion wants them: x, y and z of a vector, or its text
static void collect_item(reading *r, const snw_field *field, snw_xml_event started) {
    static const char *const names[] = {"x", "y", "z"};
    if (field->kind == SNW_KIND_VEC3 && has_parts(r, field)) {
        for (int i = 0; i < 3; i++) {
            const char *number = snw_xml_find(r->xml, names[i]);
            if (number != NULL) snw__bind_collect(&r->bind, number, strlen(number));
        }
    } else {
        const marks m = read_marks(r);
        if (m.value != NULL) snw__bind_collect(&r->bind, m.value, strlen(m.value));
    }
    snw_xml_event event;
    while (started == SNW_XML_START && more(r, &event)) {
        if (event != SNW_XML_CONTENT) {
            refuse_inside(r, event);
            continue;
        }
        size_t length;
        const char *text = snw_xml_content(r->xml, &length);
        snw__bind_collect(&r->bind, text, length);
    }
}

// --- arrays of plain values ---------------------------------------------------------------------

static bool is_item_name(const snw_field *field, const char *name) {
    return strcmp(name, "element") == 0 || (field->item != NULL && strcmp(name, field->item) == 0);
}

// one element of an array of plain values: text inside, or named parts
static void read_plain_item(reading *r, const snw_field *field, int index, snw_xml_event started) {
    const snw__where where = here(r);
    void *place = snw__bind_item(&r->bind, field, index, where);
    if (place == NULL) {
        skip(r, started);
        return;
    }
    if (has_parts(r, field)) {
        read_parts(r, field, place, index, started);
        return;
    }
    const marks m = read_marks(r);
    bool found = m.value != NULL;
    if (found) {
        (void)snw__bind_text(&r->bind, field, place, m.value, strlen(m.value), where);
    }
    snw_xml_event event;
    while (started == SNW_XML_START && more(r, &event)) {
        if (event != SNW_XML_CONTENT || found) {
            refuse_inside(r, event);
            continue;
        }
        size_t length;
        const char *text = snw_xml_content(r->xml, &length);
        (void)snw__bind_text(&r->bind, field, place, text, length, here(r));
        found = true;
    }
    if (!found && !r->bind.broken) (void)snw__bind_text(&r->bind, field, place, "", 0, where);
}

// what an array of plain values has been given so far
typedef struct array {
    const snw_field *field;
    const snw_upgrade *upgrade;
    int count;  // items, one by one
    bool whole; // all at once, in words
} array;

static void read_array_part(reading *r, array *a, snw_xml_event event) {
    const bool free = !a->whole && a->count == 0;
    if (event == SNW_XML_CONTENT && free) {
        set_content(r, a->field, a->upgrade);
        a->whole = true;
    } else if (is_group(r, event) && free) {
        read_group(r, a->field, a->upgrade, event);
        a->whole = true;
    } else if (event == SNW_XML_CONTENT || a->whole ||
               !is_item_name(a->field, snw_xml_name(r->xml))) {
        refuse_inside(r, event);
    } else if (is_converted(a->upgrade)) {
        collect_item(r, a->field, event);
        a->count++;
    } else {
        read_plain_item(r, a->field, a->count++, event);
    }
}

// words, a group, or one element per item
static void read_plain_array(reading *r, const snw_field *field, const snw_upgrade *upgrade,
                             snw_xml_event started) {
    const snw__where where = here(r);
    const marks m = read_marks(r);
    array a = {.field = field, .upgrade = upgrade, .whole = m.value != NULL};
    if (a.whole) snw__bind_value(&r->bind, field, upgrade, m.value, strlen(m.value), where);
    snw_xml_event event;
    while (started == SNW_XML_START && more(r, &event)) {
        read_array_part(r, &a, event);
    }
    if (!a.whole && is_converted(upgrade)) {
        snw__bind_collected(&r->bind, field, upgrade, where);
    } else if (!a.whole) {
        snw__bind_items_end(&r->bind, field, a.count, where);
    }
    if (m.size[0] != '\0' && !(field->flags & SNW_UNIQUE)) {
        const int count =
            a.whole ? snw_field_count(field, snw__bind_top(&r->bind)->block) : a.count;
        snw__bind_size(&r->bind, field, m.size, count, where);
    }
}

// --- structs, optional parts, children ----------------------------------------------------------

static void read_block(reading *r, const snw_type *type, void *block, const char *name, int index,
                       snw_xml_event started) {
    if (!snw__bind_push(&r->bind, type, block, name, index, here(r))) {
        skip(r, started);
        return;
    }
    read_struct(r, started);
    snw__bind_pop(&r->bind);
}

// nothing, in so many words: <none/>
static bool is_none(const reading *r, const snw_field *field) {
    return strcmp(snw_xml_name(r->xml), "none") == 0 && !(field->flags & SNW_REQUIRED);
}

// The block of a polymorphic child, by the name of the current element. False when it is unknown.
static bool read_child(reading *r, const snw_field *field, snw_child *child, int index,
                       snw_xml_event started) {
    if (is_none(r, field)) {
        (void)read_marks(r);
        for (snw_xml_event event; started == SNW_XML_START && more(r, &event);) {
            refuse_inside(r, event);
        }
        return true;
    }
    const snw_type *type = snw__bind_child(&r->bind, field, snw_xml_name(r->xml), here(r));
    void *block = type != NULL ? snw_block_new(type, r->bind.setup) : NULL;
    if (block == NULL) {
        if (type != NULL) snw__bind_exhausted(&r->bind, here(r));
        skip(r, started);
        return false;
    }
    *child = (snw_child){type, block};
    read_block(r, type, block, field->name, index, started);
    return true;
}

static void read_child_item(reading *r, const snw_field *field, int *count, snw_xml_event started) {
    const snw__where where = here(r);
    snw_child child = {NULL, NULL};
    if (!read_child(r, field, &child, *count, started)) return;
    snw_child *place = snw__bind_item(&r->bind, field, (*count)++, where);
    if (place != NULL) *place = child;
}

static void read_struct_item(reading *r, const snw_field *field, int *count,
                             snw_xml_event started) {
    if (!is_item_name(field, snw_xml_name(r->xml))) {
        refuse_inside(r, started);
        return;
    }
    void *place = snw__bind_item(&r->bind, field, *count, here(r));
    if (place == NULL) {
        skip(r, started);
    } else {
        read_block(r, field->type, place, field->name, *count, started);
    }
    (*count)++;
}

static void read_block_array(reading *r, const snw_field *field, snw_xml_event started) {
    const snw__where where = here(r);
    const marks m = read_marks(r);
    const int first_name = snw__bind_keys_begin(&r->bind);
    int count = 0;
    snw_xml_event event;
    while (started == SNW_XML_START && more(r, &event)) {
        bool included;
        if (event == SNW_XML_CONTENT) {
            refuse_inside(r, event);
        } else if (enter(r, &event, &included)) {
            if (field->kind == SNW_KIND_STRUCT) {
                read_struct_item(r, field, &count, event);
            } else {
                read_child_item(r, field, &count, event);
            }
            leave(r, included);
        }
    }
    if (!r->bind.broken) snw__bind_keys_end(&r->bind, first_name);
    snw__bind_items_end(&r->bind, field, count, where);
    if (m.size[0] != '\0') snw__bind_size(&r->bind, field, m.size, count, where);
}

// the wrapper of a single child holds exactly one element
static void read_child_field(reading *r, const snw_field *field, snw_xml_event started) {
    snw_child *child = snw_field_place(field, snw__bind_top(&r->bind)->block, 0);
    const snw__where where = here(r);
    (void)read_marks(r);
    snw_xml_event event;
    bool found = false;
    while (started == SNW_XML_START && more(r, &event)) {
        bool included;
        if (event == SNW_XML_CONTENT || found) {
            refuse_inside(r, event);
            continue;
        }
        found = true;
        if (enter(r, &event, &included)) {
            (void)read_child(r, field, child, -1, event);
            leave(r, included);
        }
    }
    if (!found && !r->bind.broken) {
        snw__bind_complain(&r->bind, SNW_ERR_NOT_FOUND, "an element that names the type is missing",
                           field->help, where);
    }
}

static void read_optional(reading *r, const snw_field *field, snw_xml_event started) {
    void *part = snw_block_new(field->type, r->bind.setup);
    if (part == NULL) {
        snw__bind_exhausted(&r->bind, here(r));
        skip(r, started);
        return;
    }
    memcpy(snw_field_place(field, snw__bind_top(&r->bind)->block, 0), &part, sizeof part);
    read_block(r, field->type, part, field->name, -1, started);
}

// a field that is written as an element
static void read_field(reading *r, const snw_field *field, const snw_upgrade *upgrade,
                       snw_xml_event started) {
    void *place = snw_field_place(field, snw__bind_top(&r->bind)->block, 0);
    const bool single = field->array == SNW_SINGLE;
    if (field->kind == SNW_KIND_OPTIONAL) {
        read_optional(r, field, started);
    } else if (field->kind == SNW_KIND_STRUCT && single) {
        read_block(r, field->type, place, field->name, -1, started);
    } else if (field->kind == SNW_KIND_CHILD && single) {
        read_child_field(r, field, started);
    } else if (field->kind == SNW_KIND_STRUCT || field->kind == SNW_KIND_CHILD) {
        read_block_array(r, field, started);
    } else if (!single) {
        read_plain_array(r, field, upgrade, started);
    } else if (field->kind == SNW_KIND_VEC3 && has_parts(r, field) && is_converted(upgrade)) {
        const snw__where where = here(r);
        collect_item(r, field, started);
        snw__bind_collected(&r->bind, field, upgrade, where);
    } else if (has_parts(r, field)) {
        read_parts(r, field, place, -1, started);
    } else {
        read_plain(r, field, upgrade, started);
    }
}

// one child element of a struct: the field of that name
static void read_member(reading *r, snw_xml_event event) {
    const snw_upgrade *upgrade;
    const snw_field *field = snw__bind_field(&r->bind, snw_xml_name(r->xml), here(r), &upgrade);
    if (field != NULL) {
        read_field(r, field, upgrade, event);
    } else {
        skip(r, event);
    }
}

// --- the document -------------------------------------------------------------------------------

// the version is needed before the first name is looked up, wherever it stands among the attributes
static int find_version(reading *r, const snw_type *type) {
    const char *value = snw_xml_find(r->xml, "version");
    if (value == NULL || snw_type_field(type, "version") != NULL) return 0;
    int64_t version = 0;
    const size_t length = strcspn(value, "."); // "1.0.0" of older files is version 1
    if (snw_failed(snw_int_parse(value, length, &version, NULL)) || version < 1 || version > 9999) {
        snw__bind_complain(&r->bind, SNW_ERR_VERSION, "the version is not a whole number from 1 up",
                           "write version=\"1\"", here(r));
        return 0;
    }
    return (int)version;
}

static void read_attributes(reading *r) {
    const snw_type *type = snw__bind_top(&r->bind)->type;
    const bool root = r->file_root && snw_type_field(type, "version") == NULL;
    if (r->file_root && r->bind.depth > 1) {
        const int version = find_version(r, type);
        if (version > 0) (void)snw__bind_version(&r->bind, type, version, here(r));
    }
    r->file_root = false;
    const char *name, *value;
    while (snw_xml_attribute(r->xml, &name, &value)) {
        if (root && strcmp(name, "version") == 0) continue;
        const snw_upgrade *upgrade;
        const snw_field *field = snw__bind_field(&r->bind, name, here(r), &upgrade);
        if (field == NULL) continue;
        snw__bind_value(&r->bind, field, upgrade, value, strlen(value), here(r));
    }
}

// the inside of the current element: attributes, then child elements, into the current frame
static void read_struct(reading *r, snw_xml_event started) {
    read_attributes(r);
    snw_xml_event event;
    while (started == SNW_XML_START && more(r, &event)) {
        bool included;
        if (event == SNW_XML_CONTENT) {
            refuse_inside(r, event);
        } else if (enter(r, &event, &included)) {
            read_member(r, event);
            leave(r, included);
        }
    }
}

static bool is_root_name(const snw_read_options *options, const snw_type *type, const char *name) {
    const char *wanted = options->root_name != NULL ? options->root_name : type->token;
    return strcmp(wanted, "*") == 0 || strcmp(wanted, name) == 0;
}

static void refuse_root(reading *r, const snw_type *type) {
    const char *name = snw_xml_name(r->xml), *wanted = r->bind.options->root_name;
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "the root element is ");
    snw__quote(&line, name, strlen(name));
    line = snw_text_over(fix, sizeof fix);
    snw_text_format(&line, "a file of this kind begins with <%s>",
                    wanted != NULL ? wanted : type->token);
    snw__bind_complain(&r->bind, SNW_ERR_SYNTAX, text, fix, here(r));
}

static void *read_root(reading *r, const snw_type *type) {
    snw_xml_event event;
    if (!more(r, &event)) return NULL;
    if (!is_root_name(r->bind.options, type, snw_xml_name(r->xml))) {
        refuse_root(r, type);
        return NULL;
    }
    void *object = snw__bind_root(&r->bind, type, find_version(r, type), here(r));
    if (object == NULL) return NULL;
    r->file_root = true;
    read_struct(r, event);
    snw__bind_pop(&r->bind);

    // nothing may follow the root
    if (!r->bind.broken) (void)more(r, &event);
    r->bind.complete = !r->passed_over;
    return object;
}

static snw_status read_text(const snw_source *source, const snw_type *type,
                            const snw_document *how) {
    reading *r = calloc(1, sizeof *r);
    snw_xml *xml = r != NULL ? snw_xml_open(source->bytes, source->length, source->name) : NULL;
    if (xml == NULL) {
        free(r);
        return SNW_ERR_MEMORY;
    }
    r->xml = xml;
    snw__bind_open(&r->bind, how->options, how->setup, how->diags, source->name);
    snw__includes_open(&r->includes, source->folder, source->name);
    void *root = read_root(r, type);
    const snw_status status = snw__bind_close(&r->bind);
    snw_xml_close(xml);
    free(r);
    if (status == SNW_OK && root != NULL) *how->object = root;
    return status;
}

snw_status snw_xml_read(const snw_source *source, const snw_type *type,
                        const snw_read_options *options, snw_setup *setup, void **object,
                        snw_diags *diags) {
    const snw_document how = {options, setup, object, diags};
    return snw__read_expanded(source, type, &how, read_text);
}
