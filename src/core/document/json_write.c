// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Objects as JSON. A struct is an object with its members in the order of the table; the root says
// first which version and type it is. There are no tokens but those of RFC 8259: infinities and
// integers that a double cannot hold are strings.
#include <math.h>
#include <string.h>

#include "sinew/document/file.h"
#include "write_common.h"

typedef struct writer {
    snw_text *text;
    snw_write_options options;
    int depth;
} writer;

// an open object or array
typedef struct level {
    bool in_lines; // its parts stand on lines of their own
    char close;
    int count;
} level;

static void put(writer *w, const char *text) {
    snw_text_add(w->text, text, strlen(text));
}

static void new_line(writer *w) {
    if (w->options.indent < 0) return;
    put(w, "\n");
    for (int i = 0; i < w->options.indent * w->depth; i++) {
        put(w, " ");
    }
}

static level begin(writer *w, char open, bool in_lines) {
    snw_text_add(w->text, &open, 1);
    w->depth++;
    return (level){.in_lines = in_lines, .close = open == '{' ? '}' : ']'};
}

// before each part
static void part(writer *w, level *l) {
    if (l->count++ > 0) put(w, l->in_lines || w->options.indent < 0 ? "," : ", ");
    if (l->in_lines) new_line(w);
}

static void finish(writer *w, const level *l) {
    w->depth--;
    if (l->in_lines && l->count > 0) new_line(w);
    snw_text_add(w->text, &l->close, 1);
}

static void member(writer *w, level *object, const char *name) {
    part(w, object);
    snw_text_json_string(w->text, name);
    put(w, w->options.indent < 0 ? ":" : ": ");
}

// --- values -------------------------------------------------------------------------------------

static void put_real(writer *w, double value) {
    if (isinf(value)) {
        put(w, value > 0 ? "\"INF\"" : "\"-INF\"");
    } else {
        snw_text_json_real(w->text, value);
    }
}

static void put_reals(writer *w, const double *numbers, int count) {
    level array = begin(w, '[', false);
    for (int i = 0; i < count; i++) {
        part(w, &array);
        put_real(w, numbers[i]);
    }
    finish(w, &array);
}

// beyond 2^53 readers that take every number as a double would round it (RFC 8259 section 6)
static bool is_beyond_double(const char *digits) {
    static const char limit[] = "9007199254740992";
    if (*digits == '-') digits++;
    const size_t length = strlen(digits);
    return length > sizeof limit - 1 ||
           (length == sizeof limit - 1 && memcmp(digits, limit, length) > 0);
}

static void put_whole(writer *w, const snw_field *field, const void *place) {
    char digits[SNW_NUMBER_SIZE];
    snw_text text = snw_text_over(digits, sizeof digits);
    snw_value_print(field, place, &text);
    const bool quoted = is_beyond_double(digits);
    if (quoted) put(w, "\"");
    put(w, digits);
    if (quoted) put(w, "\"");
}

static void put_enum(writer *w, const snw_field *field, const void *place) {
    char digits[SNW_NUMBER_SIZE];
    snw_text number = snw_text_over(digits, sizeof digits);
    const char *name = snw__enum_name(field, place);
    if (name == NULL) snw_value_print(field, place, &number);
    snw_text_json_string(w->text, name != NULL ? name : digits);
}

static void put_quat(writer *w, const void *place) {
    snw_quat q;
    memcpy(&q, place, sizeof q);
    level object = begin(w, '{', false);
    member(w, &object, "x");
    put_real(w, q.x);
    member(w, &object, "y");
    put_real(w, q.y);
    member(w, &object, "z");
    put_real(w, q.z);
    member(w, &object, "w");
    put_real(w, q.w);
    finish(w, &object);
}

static void put_pose(writer *w, const void *place) {
    snw_pose T;
    memcpy(&T, place, sizeof T);
    double rotation[9];
    const char *form = NULL;
    const int count = snw__rotation_form(T.R, rotation, &form);
    level object = begin(w, '{', false);
    member(w, &object, "xyz");
    put_reals(w, (const double[]){T.p.x, T.p.y, T.p.z}, 3);
    if (count > 0) {
        member(w, &object, form);
        put_reals(w, rotation, count);
    }
    finish(w, &object);
}

// an array of `count` numbers, bools or enums, some per line
typedef void put_fn(writer *w, const snw_field *field, const void *place);

static void put_run(writer *w, int count, const snw_field *field, const unsigned char *first,
                    put_fn *print) {
    const size_t size = field->kind == SNW_KIND_MATRIX ? sizeof(double) : field->size;
    const bool lines = w->options.indent >= 0 && count > w->options.columns;
    level array = begin(w, '[', false);
    for (int i = 0; i < count; i++) {
        const bool first_of_line = lines && i % w->options.columns == 0;
        if (i > 0) put(w, first_of_line || w->options.indent < 0 ? "," : ", ");
        if (first_of_line) new_line(w);
        print(w, field, first + (size_t)i * size);
    }
    array.in_lines = lines;
    array.count = count;
    finish(w, &array);
}

static void put_number(writer *w, const snw_field *field, const void *place) {
    (void)field;
    put_real(w, snw__load_real(place, 0));
}

static void put_bool(writer *w, const snw_field *field, const void *place) {
    snw_value_print(field, place, w->text);
}

static void put_block(writer *w, const snw_type *type, const void *block);

static void put_child(writer *w, const snw_child *child) {
    if (child->block == NULL) {
        put(w, "null");
        return;
    }
    level object = begin(w, '{', true);
    member(w, &object, child->type->token);
    put_block(w, child->type, child->block);
    finish(w, &object);
}

static void put_value(writer *w, const snw_field *field, const void *place) {
    switch (field->kind) {
    case SNW_KIND_BOOL:
        put_bool(w, field, place);
        break;
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
        put_whole(w, field, place);
        break;
    case SNW_KIND_REAL:
        put_number(w, field, place);
        break;
    case SNW_KIND_ENUM:
        put_enum(w, field, place);
        break;
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
        snw_text_json_string(w->text, place);
        break;
    case SNW_KIND_VEC3:
        put_reals(w,
                  (const double[]){snw__load_real(place, 0), snw__load_real(place, 1),
                                   snw__load_real(place, 2)},
                  3);
        break;
    case SNW_KIND_QUAT:
        put_quat(w, place);
        break;
    case SNW_KIND_POSE:
        put_pose(w, place);
        break;
    case SNW_KIND_MATRIX:
        put_run(w, snw__plain_count(field), field, place, put_number);
        break;
    case SNW_KIND_STRUCT:
        put_block(w, field->type, place);
        break;
    case SNW_KIND_OPTIONAL:
        put_block(w, field->type, snw__load_part(place));
        break;
    case SNW_KIND_CHILD:
        put_child(w, place);
        break;
    }
}

static put_fn *run_function(snw_kind kind) {
    if (kind == SNW_KIND_BOOL) return put_bool;
    if (kind == SNW_KIND_INT || kind == SNW_KIND_UINT) return put_whole;
    if (kind == SNW_KIND_REAL) return put_number;
    return kind == SNW_KIND_ENUM ? put_enum : NULL;
}

static void put_array(writer *w, const snw_field *field, const void *block) {
    const int count = snw_field_count(field, block);
    put_fn *print = run_function(field->kind);
    if (print != NULL) {
        put_run(w, count, field, snw_field_place_const(field, block, 0), print);
        return;
    }
    level array = begin(w, '[', true);
    for (int item = 0; item < count; item++) {
        part(w, &array);
        put_value(w, field, snw_field_place_const(field, block, item));
    }
    finish(w, &array);
}

static void put_fields(writer *w, level *object, const snw_type *type, const void *block) {
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (!snw__field_is_written(field, block, &w->options)) continue;
        member(w, object, field->name);
        if (field->array != SNW_SINGLE) {
            put_array(w, field, block);
        } else {
            put_value(w, field, snw_field_place_const(field, block, 0));
        }
    }
}

static void put_block(writer *w, const snw_type *type, const void *block) {
    level object = begin(w, '{', true);
    put_fields(w, &object, type, block);
    finish(w, &object);
}

void snw_json_write(const snw_type *type, const void *object, const snw_write_options *options,
                    snw_text *text) {
    writer w = {.text = text, .options = snw__write_options(options)};
    level root = begin(&w, '{', true);
    if (snw_type_field(type, "version") == NULL) {
        char digits[SNW_NUMBER_SIZE];
        SNW_IGNORE(snw_int_print(snw__type_version(type), digits));
        member(&w, &root, "version");
        put(&w, digits);
    }
    if (snw_type_field(type, "type") == NULL) {
        member(&w, &root, "type");
        snw_text_json_string(text, w.options.root_name != NULL ? w.options.root_name : type->token);
    }
    put_fields(&w, &root, type, object);
    finish(&w, &root);
    if (w.options.indent >= 0) put(&w, "\n");
}
