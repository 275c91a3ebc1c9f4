// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// JSON to blocks: objects are structs, their members fields, {"token": {...}} polymorphic children.
// Numbers may be strings, with a unit or for what JSON has no token for: "45 deg", "INF",
// "18446744073709551615". Every number of a vector or an array has a place of its own in messages.
#include <stdlib.h>
#include <string.h>

#include "bind.h"
#include "include.h"
#include "parts.h"
#include "sinew/document/json.h"

enum { NAME = 2 * SNW_FIELD_NAME };

// One reading: the binder and the text.
typedef struct reading {
    snw__bind bind;
    snw_json json;
    bool passed_over;           // a value with names in it, perhaps, was not read
    bool has_version, has_type; // the root's own marks were met
} reading;

static snw__where here(const reading *r) {
    return (snw__where){r->json.line, r->json.column};
}

static snw_json_event next(reading *r) {
    const snw_json_event event = snw_json_next(&r->json);
    if (event == SNW_JSON_ERROR) snw__bind_break(&r->bind, &r->json.why);
    return event;
}

static void skip(reading *r, snw_json_event started) {
    r->passed_over |=
        started == SNW_JSON_NAME || started == SNW_JSON_OBJECT || started == SNW_JSON_ARRAY;
    if (snw_failed(snw_json_skip(&r->json, started))) snw__bind_break(&r->bind, &r->json.why);
}

// the current name, ended by a zero; one that cannot be any field's keeps a sign that shows it
static const char *take_name(const reading *r, char name[NAME]) {
    size_t length = r->json.length;
    const bool cut = length >= NAME - 4;
    if (cut) length = NAME - 4;
    while (cut && length > 0 && ((unsigned char)r->json.text[length] & 0xC0) == 0x80) {
        length--;
    }
    memcpy(name, r->json.text, length);
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)name[i] < 0x20) name[i] = '?';
    }
    memcpy(name + length, cut ? "..." : "", cut ? 4 : 1);
    return name;
}

// --- what was expected --------------------------------------------------------------------------

static const char *event_phrase(snw_json_event event) {
    switch (event) {
    case SNW_JSON_OBJECT:
        return "an object";
    case SNW_JSON_ARRAY:
        return "an array";
    case SNW_JSON_STRING:
        return "a string";
    case SNW_JSON_NUMBER:
        return "a number";
    case SNW_JSON_TRUE:
        return "true";
    case SNW_JSON_FALSE:
        return "false";
    case SNW_JSON_NULL:
        return "null";
    case SNW_JSON_EOF:
    case SNW_JSON_END:
    case SNW_JSON_NAME:
    case SNW_JSON_ERROR:
        break;
    }
    return "the end";
}

static const char *item_phrase(snw_kind kind) {
    switch (kind) {
    case SNW_KIND_BOOL:
        return "true or false";
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
        return "a whole number";
    case SNW_KIND_REAL:
        return "a number";
    case SNW_KIND_ENUM:
        return "one of the choices, as a string,";
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
        return "a string";
    case SNW_KIND_VEC3:
        return "an array of three numbers";
    case SNW_KIND_MATRIX:
        return "an array of numbers, by columns,";
    case SNW_KIND_QUAT:
        return "an object with x, y, z and w";
    case SNW_KIND_POSE:
        return "an object with xyz and a rotation";
    case SNW_KIND_STRUCT:
    case SNW_KIND_OPTIONAL:
        return "an object";
    case SNW_KIND_CHILD:
        return "an object with one member, named by the type,";
    }
    return "something else";
}

// refuses a value of the wrong kind, and goes past it
static void refuse_value(reading *r, const snw_field *field, const char *expected,
                         snw_json_event event) {
    if (event == SNW_JSON_ERROR) return;
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "%s was expected, not %s", expected, event_phrase(event));
    snw_why why;
    snw_why_set(&why, SNW_ERR_SYNTAX, NULL, text);
    snw_why_rule(&why, "value");
    snw_why_fix(&why,
                event == SNW_JSON_NULL ? "leave the member out to keep its default" : field->help);
    snw__bind_report(&r->bind, &why, field->name, here(r), !(field->flags & SNW_REQUIRED));
    skip(r, event);
}

// --- tokens -------------------------------------------------------------------------------------

static bool is_number(snw_kind kind) {
    return kind == SNW_KIND_INT || kind == SNW_KIND_UINT || kind == SNW_KIND_REAL;
}

// true when a value of this kind can be written like that, in one token
static bool suits(snw_kind kind, snw_json_event event) {
    if (kind == SNW_KIND_BOOL) return event == SNW_JSON_TRUE || event == SNW_JSON_FALSE;
    if (event == SNW_JSON_NUMBER) return is_number(kind);
    return event == SNW_JSON_STRING;
}

static bool read_token(reading *r, const snw_field *field, void *place, snw_json_event event) {
    if (!suits(field->kind, event)) {
        refuse_value(r, field, item_phrase(field->kind), event);
        return false;
    }
    return snw__bind_text(&r->bind, field, place, r->json.text, r->json.length, here(r));
}

// --- arrays of numbers --------------------------------------------------------------------------

// one item of many numbers, all of them or none
static void read_numbers(reading *r, const snw_field *field, void *place) {
    double few[16] = {0};
    const size_t needed = field->size / sizeof *few;
    const snw__where where = here(r);
    double *numbers = field->size <= sizeof few ? few : malloc(field->size);
    if (numbers == NULL) {
        snw__bind_exhausted(&r->bind, where);
        skip(r, SNW_JSON_ARRAY);
        return;
    }
    snw_field one = *field;
    one.kind = SNW_KIND_REAL;
    one.size = sizeof *few;
    size_t count = 0;
    bool clean = true;
    snw_json_event event;
    while ((event = next(r)) != SNW_JSON_END && event != SNW_JSON_ERROR) {
        if (count < needed) {
            clean &= read_token(r, &one, &numbers[count], event);
        } else {
            skip(r, event);
        }
        count++;
    }
    if (event == SNW_JSON_END && count != needed) {
        snw_why why;
        snw_why_set(&why, SNW_ERR_SIZE, NULL, "the array has a wrong number of elements");
        snw_why_add(&why, "given", (double)count, "");
        snw_why_add(&why, "needed", (double)needed, "");
        snw__bind_report(&r->bind, &why, field->name, where, !(field->flags & SNW_REQUIRED));
    }
    // one that was refused leaves all at their default
    if (clean && count == needed) memcpy(place, numbers, field->size);
    if (numbers != few) free(numbers);
}

// --- parts --------------------------------------------------------------------------------------

static void read_members(reading *r);

// {"xyz": [0, 0, 1], "rpy": [0, 0, 0]}: the parts become the value
static void read_parts(reading *r, const snw_field *field, void *place, int index) {
    union {
        snw_vec3 v;
        snw__quat_parts q;
        snw__pose_parts T;
    } parts;
    const snw_type *type = field->kind == SNW_KIND_VEC3   ? &snw__vec3_type
                           : field->kind == SNW_KIND_QUAT ? &snw__quat_type
                                                          : &snw__pose_type;
    const snw__where where = here(r);
    const int errors = r->bind.errors;
    snw_block_defaults(type, &parts);
    if (!snw__bind_push(&r->bind, type, &parts, field->name, index, where)) {
        skip(r, SNW_JSON_OBJECT);
        return;
    }
    read_members(r);
    unsigned char seen[sizeof snw__bind_top(&r->bind)->seen];
    memcpy(seen, snw__bind_top(&r->bind)->seen, sizeof seen);
    snw__bind_pop(&r->bind);
    if (r->bind.errors != errors) return;

    snw_why why;
    snw_why_set(&why, SNW_ERR_RANGE, NULL, NULL);
    union {
        snw_vec3 v;
        snw_quat q;
        snw_pose T;
    } value;
    snw_status status = SNW_OK;
    if (field->kind == SNW_KIND_VEC3) {
        value.v = parts.v;
    } else if (field->kind == SNW_KIND_QUAT) {
        status = snw__quat_from_parts(&parts.q, &value.q, &why);
    } else {
        status = snw__pose_from_parts(&parts.T, seen, &value.T, &why);
    }
    if (status == SNW_OK) status = snw_value_check(field, &value, &why);
    if (status == SNW_OK) memcpy(place, &value, field->size);
    if (snw_failed(status)) {
        snw__bind_report(&r->bind, &why, field->name, where, !(field->flags & SNW_REQUIRED));
    }
}

// --- structs, optional parts, children ----------------------------------------------------------

static void read_block(reading *r, const snw_type *type, void *block, const snw_field *field,
                       int index) {
    if (!snw__bind_push(&r->bind, type, block, field->name, index, here(r))) {
        skip(r, SNW_JSON_OBJECT);
        return;
    }
    read_members(r);
    snw__bind_pop(&r->bind);
}

static void read_optional(reading *r, const snw_field *field, void *place) {
    void *part = snw_block_new(field->type, r->bind.setup);
    if (part == NULL) {
        snw__bind_exhausted(&r->bind, here(r));
        skip(r, SNW_JSON_OBJECT);
        return;
    }
    memcpy(place, &part, sizeof part);
    read_block(r, field->type, part, field, -1);
}

// the value behind the type's name
static void read_child_block(reading *r, const snw_field *field, snw_child *child, int index) {
    char name[NAME];
    const snw_type *type = snw__bind_child(&r->bind, field, take_name(r, name), here(r));
    if (type == NULL) {
        skip(r, SNW_JSON_NAME);
        return;
    }
    const snw_json_event event = next(r);
    if (event != SNW_JSON_OBJECT) {
        refuse_value(r, field, "an object", event);
        return;
    }
    void *block = snw_block_new(type, r->bind.setup);
    if (block == NULL) {
        snw__bind_exhausted(&r->bind, here(r));
        skip(r, event);
        return;
    }
    *child = (snw_child){type, block};
    read_block(r, type, block, field, index);
}

// {"token": {...}}
static void read_child(reading *r, const snw_field *field, snw_child *child, int index,
                       snw_json_event event) {
    if (event != SNW_JSON_OBJECT) {
        refuse_value(r, field, item_phrase(SNW_KIND_CHILD), event);
        return;
    }
    const snw__where where = here(r);
    int members = 0;
    while ((event = next(r)) == SNW_JSON_NAME) {
        if (members++ == 0) {
            read_child_block(r, field, child, index);
        } else {
            snw__bind_complain(&r->bind, SNW_ERR_DUPLICATE, "a second type is given",
                               "keep one of them", here(r));
            skip(r, event);
        }
    }
    if (members == 0 && event == SNW_JSON_END) {
        snw__bind_complain(&r->bind, SNW_ERR_NOT_FOUND, "a member that names the type is missing",
                           field->help, where);
    }
}

// --- items, arrays, fields ----------------------------------------------------------------------

// any item that is not a child
static void read_item(reading *r, const snw_field *field, void *place, int index,
                      snw_json_event event) {
    const bool object = event == SNW_JSON_OBJECT;
    const bool numbers = field->kind == SNW_KIND_VEC3 || field->kind == SNW_KIND_MATRIX;
    const bool parts = field->kind == SNW_KIND_QUAT || field->kind == SNW_KIND_POSE;
    if (field->kind == SNW_KIND_STRUCT && object) {
        read_block(r, field->type, place, field, index);
    } else if (field->kind == SNW_KIND_OPTIONAL && object) {
        read_optional(r, field, place);
    } else if ((parts || field->kind == SNW_KIND_VEC3) && object) {
        read_parts(r, field, place, index);
    } else if (numbers && event == SNW_JSON_ARRAY) {
        read_numbers(r, field, place);
    } else if (parts || field->kind == SNW_KIND_STRUCT || field->kind == SNW_KIND_OPTIONAL) {
        refuse_value(r, field, item_phrase(field->kind), event);
    } else {
        read_token(r, field, place, event);
    }
}

// An unknown child leaves no item behind; null keeps the place of an absent one.
static void read_array_item(reading *r, const snw_field *field, int *count, snw_json_event event) {
    const snw__where where = here(r);
    snw_child child = {NULL, NULL};
    if (field->kind == SNW_KIND_CHILD && event != SNW_JSON_NULL) {
        read_child(r, field, &child, *count, event);
        if (child.block == NULL) return;
    }
    void *place = snw__bind_item(&r->bind, field, (*count)++, where);
    if (field->kind == SNW_KIND_CHILD) {
        if (place != NULL) memcpy(place, &child, sizeof child);
    } else if (place != NULL) {
        read_item(r, field, place, *count - 1, event);
    } else {
        skip(r, event);
    }
}

static void read_array(reading *r, const snw_field *field, snw_json_event event) {
    const snw__where where = here(r);
    const bool words =
        is_number(field->kind) || field->kind == SNW_KIND_VEC3 || field->kind == SNW_KIND_MATRIX;
    if (event == SNW_JSON_STRING && words) {
        snw__bind_value(&r->bind, field, NULL, r->json.text, r->json.length, where);
        return;
    }
    if (event != SNW_JSON_ARRAY) {
        refuse_value(r, field, "an array", event);
        return;
    }
    const int first_name = snw__bind_keys_begin(&r->bind);
    int count = 0;
    while ((event = next(r)) != SNW_JSON_END && event != SNW_JSON_ERROR) {
        read_array_item(r, field, &count, event);
    }
    snw__bind_keys_end(&r->bind, first_name);
    snw__bind_items_end(&r->bind, field, count, where);
}

// The value of an older version, in words as its conversion wants it: [1, 2] is "1 2".
static void read_old(reading *r, const snw_field *field, const snw_upgrade *upgrade,
                     snw_json_event event) {
    const snw__where where = here(r);
    const int outside = r->json.depth - (event == SNW_JSON_ARRAY);
    bool plain = true;
    r->bind.old_size = 0;
    for (;;) {
        if (event == SNW_JSON_STRING || event == SNW_JSON_NUMBER || event == SNW_JSON_TRUE ||
            event == SNW_JSON_FALSE) {
            snw__bind_collect(&r->bind, r->json.text, r->json.length);
        } else if (event != SNW_JSON_ARRAY && event != SNW_JSON_END) {
            plain = false;
            skip(r, event);
        }
        if (r->json.depth <= outside || event == SNW_JSON_ERROR) break;
        event = next(r);
    }
    if (plain) {
        snw__bind_collected(&r->bind, field, upgrade, where);
    } else if (!r->bind.broken) {
        snw__bind_complain(&r->bind, SNW_ERR_VERSION,
                           "the value of an older version cannot be converted", field->help, where);
    }
}

// one token, or numbers only
static bool is_plain(snw_kind kind) {
    return kind != SNW_KIND_QUAT && kind != SNW_KIND_POSE && kind != SNW_KIND_STRUCT &&
           kind != SNW_KIND_OPTIONAL && kind != SNW_KIND_CHILD;
}

// the value of a field, which follows its name
static void read_field(reading *r, const snw_field *field, const snw_upgrade *upgrade) {
    const snw_json_event event = next(r);
    void *place = snw_field_place(field, snw__bind_top(&r->bind)->block, 0);
    const bool part = field->kind == SNW_KIND_OPTIONAL || field->kind == SNW_KIND_CHILD;
    const bool converted = upgrade != NULL && (upgrade->factor != 0 || upgrade->convert != NULL);
    if (event == SNW_JSON_ERROR) return;
    if (converted && is_plain(field->kind)) {
        read_old(r, field, upgrade, event);
    } else if (field->array != SNW_SINGLE) {
        read_array(r, field, event);
    } else if (part && event == SNW_JSON_NULL) {
        return; // absent, in so many words
    } else if (field->kind == SNW_KIND_CHILD) {
        read_child(r, field, place, -1, event);
    } else {
        read_item(r, field, place, -1, event);
    }
}

// --- the document -------------------------------------------------------------------------------

// The root's own marks; a field of that name takes the mark's place.
static bool is_mark(const snw_type *type, const char *name) {
    if (strcmp(name, "version") != 0 && strcmp(name, "type") != 0) return false;
    return snw_type_field(type, name) == NULL;
}

// goes past a mark, which was looked at before; true when it was one
static bool read_mark(reading *r, const char *name) {
    if (r->bind.depth != 1 || !is_mark(snw__bind_top(&r->bind)->type, name)) return false;
    bool *seen = name[0] == 'v' ? &r->has_version : &r->has_type;
    if (*seen) {
        snw__bind_complain(&r->bind, SNW_ERR_DUPLICATE,
                           name[0] == 'v' ? "'version' is given twice" : "'type' is given twice",
                           "keep one of them", here(r));
    }
    *seen = true;
    const snw_json_event event = next(r);
    if (event == SNW_JSON_OBJECT || event == SNW_JSON_ARRAY) skip(r, event);
    return true;
}

// the members of the current object, into the current frame
static void read_members(reading *r) {
    while (next(r) == SNW_JSON_NAME) {
        char name[NAME];
        const snw_upgrade *upgrade;
        if (read_mark(r, take_name(r, name))) continue;
        const snw_field *field = snw__bind_field(&r->bind, name, here(r), &upgrade);
        if (field != NULL) {
            read_field(r, field, upgrade);
        } else {
            skip(r, SNW_JSON_NAME);
        }
    }
}

static int version_of(reading *r, const snw_json *value, snw_json_event event) {
    int64_t version = 0;
    const bool whole = event == SNW_JSON_NUMBER &&
                       snw_int_parse(value->text, value->length, &version, NULL) == SNW_OK;
    if (whole && version >= 1 && version <= 9999) return (int)version;
    snw__bind_complain(&r->bind, SNW_ERR_VERSION, "the version is not a whole number from 1 up",
                       "write \"version\": 1", (snw__where){value->line, value->column});
    return 0;
}

static bool is_text(const snw_json *value, const char *text) {
    return text != NULL && strlen(text) == value->length &&
           memcmp(text, value->text, value->length) == 0;
}

static bool check_type(reading *r, const snw_type *type, const snw_json *value,
                       snw_json_event event) {
    const char *root_name = r->bind.options->root_name;
    if (event == SNW_JSON_STRING && (is_text(value, type->token) || is_text(value, root_name) ||
                                     (root_name != NULL && strcmp(root_name, "*") == 0))) {
        return true;
    }
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    const int shown = value->length < 48 ? (int)value->length : 48;
    if (event == SNW_JSON_STRING) {
        snw_text_format(&line, "the document is of type '%.*s'", shown, value->text);
    } else {
        snw_text_format(&line, "the type of the document is not a string");
    }
    line = snw_text_over(fix, sizeof fix);
    snw_text_format(&line, "a document of this kind has \"type\": \"%s\"", type->token);
    snw__bind_complain(&r->bind, SNW_ERR_SYNTAX, text, fix,
                       (snw__where){value->line, value->column});
    return false;
}

// Version and type are needed before the first name is looked up, wherever they stand: a copy of
// the reader goes ahead. What it finds wrong with the text, the reader itself will meet. False when
// the type is another one.
static bool look_ahead(reading *r, const snw_type *type, int *version) {
    snw_json ahead = r->json;
    bool has_version = false, has_type = false;
    while (!(has_version && has_type) && snw_json_next(&ahead) == SNW_JSON_NAME) {
        const bool is_version = is_text(&ahead, "version"), is_type = is_text(&ahead, "type");
        const snw_json_event event = snw_json_next(&ahead);
        if (event == SNW_JSON_ERROR) break;
        if (is_version && is_mark(type, "version") && !has_version) {
            *version = version_of(r, &ahead, event);
            has_version = true;
        } else if (is_type && is_mark(type, "type") && !has_type) {
            if (!check_type(r, type, &ahead, event)) return false;
            has_type = true;
        }
        if (snw_failed(snw_json_skip(&ahead, event))) break;
    }
    return true;
}

static void *read_root(reading *r, const snw_type *type) {
    const snw_json_event event = next(r);
    const snw__where where = here(r);
    if (event == SNW_JSON_ERROR) return NULL;
    if (event != SNW_JSON_OBJECT) {
        char text[SNW_WHY_TEXT];
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "an object was expected, not %s", event_phrase(event));
        snw__bind_complain(&r->bind, SNW_ERR_SYNTAX, text, type->help, where);
        return NULL;
    }
    int version = 0;
    if (!look_ahead(r, type, &version)) return NULL;
    void *object = snw__bind_root(&r->bind, type, version, where);
    if (object == NULL) return NULL;
    read_members(r);
    snw__bind_pop(&r->bind);
    if (!r->bind.broken) (void)next(r); // nothing but blanks may follow
    return object;
}

static snw_status read_text(const snw_source *source, const snw_type *type,
                            const snw_document *how) {
    // a string is never longer than the text that it stands in
    const size_t room = source->length <= SNW_DOCUMENT_BYTES ? source->length + 1 : 1;
    reading *r = calloc(1, sizeof *r);
    char *scratch = r != NULL ? malloc(room) : NULL;
    if (scratch == NULL) {
        free(r);
        return SNW_ERR_MEMORY;
    }
    snw_json_open(&r->json, source->bytes, source->length, source->name, scratch, room);
    snw__bind_open(&r->bind, how->options, how->setup, how->diags, source->name);
    void *root = read_root(r, type);
    r->bind.complete = root != NULL && !r->bind.broken && !r->passed_over;
    const snw_status status = snw__bind_close(&r->bind);
    free(scratch);
    free(r);
    if (status == SNW_OK && root != NULL) *how->object = root;
    return status;
}

snw_status snw_json_read(const snw_source *source, const snw_type *type,
                         const snw_read_options *options, snw_setup *setup, void **object,
                         snw_diags *diags) {
    const snw_document how = {options, setup, object, diags};
    return snw__read_expanded(source, type, &how, read_text);
}
