// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "sinew/document/file.h"
#include "sinew/document/manual.h"

static snw_status refuse_field(const snw_type *type, const char *field, const char *text,
                               snw_why *why) {
    char subject[SNW_WHY_SUBJECT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "%s%s%s", type->token, field != NULL ? "/" : "",
                    field != NULL ? field : "");
    return snw_refuse_rule(why, SNW_ERR_CHECK, "self-test", subject, text, NULL);
}

// --- there and back -----------------------------------------------------------------------------

// one object and what it takes to move it about
typedef struct trial {
    const snw_type *type;
    const snw_registry *registry;
    snw_setup *setup;
    void *object;
    snw_write_options how;
    snw_why *why;
} trial;

static snw_status refuse_memory(const trial *t) {
    (void)refuse_field(t->type, NULL, "the memory of the self-test is exhausted", t->why);
    return SNW_ERR_MEMORY;
}

static void note_difference(const char *path, const char *a, const char *b, void *context) {
    char *first = context;
    if (first[0] != '\0') return;
    snw_text line = snw_text_over(first, SNW_WHY_TEXT);
    snw_text_format(&line, "%s was '%.30s', read back as '%.30s'", path, a, b);
}

// the same by all three: comparison, difference and hash
static snw_status check_same(const trial *t, const void *other, const char *what) {
    char text[SNW_WHY_TEXT] = "";
    const int differences = snw_block_difference(t->type, t->object, other, note_difference, text);
    if (differences == 0 && snw_block_equal(t->type, t->object, other)) {
        if (snw_block_hash(t->type, t->object) == snw_block_hash(t->type, other)) return SNW_OK;
        (void)snw_copy_text(text, sizeof text, "equal objects have different hashes");
    }
    if (text[0] == '\0') snw_copy_text(text, sizeof text, "unequal objects do not differ");
    const snw_status status = refuse_field(t->type, NULL, text, t->why);
    snw_why_rule(t->why, what);
    return status;
}

typedef void write_fn(const snw_type *type, const void *object, const snw_write_options *options,
                      snw_text *text);
typedef snw_status read_fn(const snw_source *source, const snw_type *type,
                           const snw_read_options *options, snw_setup *setup, void **object,
                           snw_diags *diags);

// writes the object, reads it back, and compares bit by bit
static snw_status round_trip(const trial *t, const char *format, write_fn *write, read_fn *read) {
    snw_text text = snw_text_over(NULL, 0);
    write(t->type, t->object, &t->how, &text);
    char *buffer = malloc(text.length + 1);
    if (buffer == NULL) return refuse_memory(t);
    text = snw_text_over(buffer, text.length + 1);
    write(t->type, t->object, &t->how, &text);

    snw_why first;
    snw_diags diags = {.items = &first, .capacity = 1};
    const snw_source source = {.bytes = text.data, .length = text.length, .name = format};
    void *back = NULL;
    snw_status status = read(&source, t->type, &(snw_read_options){.registry = t->registry},
                             t->setup, &back, &diags);
    if (!snw_failed(status) && diags.count == 0) {
        status = check_same(t, back, format);
    } else if (diags.count > 0) {
        if (t->why != NULL) *t->why = first;
        // what was written is read without a warning
        if (!snw_failed(status)) status = SNW_ERR_CHECK;
    } else {
        status = refuse_memory(t);
    }
    free(buffer);
    return status;
}

// Copies are equal, also into a block that holds something else, and to change one of them does not
// change the original.
static snw_status check_copy(const trial *t, uint64_t seed) {
    void *copy = snw_block_new(t->type, t->setup), *used = snw_block_new(t->type, t->setup);
    if (copy == NULL || used == NULL) return refuse_memory(t);
    snw_status status = snw_block_copy(t->type, copy, t->object, t->setup);
    if (status == SNW_OK) status = check_same(t, copy, "copy");
    if (status == SNW_OK) {
        status = snw_block_randomize(t->type, used, t->registry, ~seed, t->setup);
    }
    if (status == SNW_OK) status = snw_block_copy(t->type, used, t->object, t->setup);
    if (status == SNW_OK) status = check_same(t, used, "assign");
    if (status == SNW_OK) {
        status = snw_block_randomize(t->type, used, t->registry, ~seed, t->setup);
    }
    if (status == SNW_OK) status = check_same(t, copy, "independence");
    return status == SNW_ERR_MEMORY ? refuse_memory(t) : status;
}

static snw_status run_case(trial *t, uint64_t seed) {
    t->object = snw_block_new(t->type, t->setup);
    if (t->object == NULL) return refuse_memory(t);
    snw_status status = snw_block_randomize(t->type, t->object, t->registry, seed, t->setup);
    if (snw_failed(status)) return refuse_memory(t);
    snw_why first;
    snw_diags diags = {.items = &first, .capacity = 1};
    status = snw_block_check(t->type, t->object, t->type->token, &diags);
    if (snw_failed(status)) {
        if (t->why != NULL) *t->why = first;
        return status;
    }
    t->how = (snw_write_options){.with_defaults = (seed & 1) != 0, .with_signals = true};
    status = check_copy(t, seed);
    if (status == SNW_OK) status = round_trip(t, "xml", snw_xml_write, snw_xml_read);
    if (status == SNW_OK) status = round_trip(t, "json", snw_json_write, snw_json_read);
    return status;
}

// --- borders ------------------------------------------------------------------------------------

// what becomes of a value, by the check in place and by its text: both must agree
static bool is_judged(const snw_field *field, const void *value, bool legal) {
    _Alignas(8) unsigned char scratch[8];
    char text[64];
    snw_why why;
    snw_text line = snw_text_over(text, sizeof text);
    snw_value_print(field, value, &line);
    const bool checked = !snw_failed(snw_value_check(field, value, &why));
    const bool parsed = !snw_failed(snw_value_parse(field, text, line.length, scratch, &why));
    return checked == legal && parsed == legal;
}

// the numbers of a vector, a matrix or a position are judged one by one
static bool real_borders_hold(const snw_field *field) {
    snw_field one = *field;
    one.kind = SNW_KIND_REAL;
    one.size = sizeof(double);
    const double nan = (double)NAN;
    if (!is_judged(&one, &nan, false)) return false;
    if (field->range.low == 0 && field->range.high == 0) return true;
    const double below = nextafter(field->range.low, -(double)INFINITY);
    const double above = nextafter(field->range.high, (double)INFINITY);
    return (isinf(below) || is_judged(&one, &below, false)) &&
           (isinf(above) || is_judged(&one, &above, false)) &&
           is_judged(&one, &field->range.low, true) && is_judged(&one, &field->range.high, true);
}

static bool text_is_judged(const snw_field *field, double number, bool legal) {
    char text[SNW_NUMBER_SIZE];
    _Alignas(8) unsigned char scratch[8];
    snw_why why;
    const int length = snw_int_print((int64_t)number, text);
    return (!snw_failed(snw_value_parse(field, text, (size_t)length, scratch, &why))) == legal;
}

static bool whole_borders_hold(const snw_field *field) {
    if (field->range.low == 0 && field->range.high == 0) return true;
    const bool is_signed = field->kind == SNW_KIND_INT;
    const double most = ldexp(1, 8 * (int)field->size - is_signed);
    const double low = fmax(ceil(field->range.low), is_signed ? -most : 0);
    const double high = fmin(floor(field->range.high), most - 1);
    // only steps that a double can tell apart
    const double exact = 0x1p53 - 1;
    if (fabs(low) > exact || fabs(high) > exact) return true;
    return text_is_judged(field, low - 1, false) && text_is_judged(field, low, true) &&
           text_is_judged(field, high, true) && text_is_judged(field, high + 1, false);
}

static bool string_border_holds(const snw_field *field) {
    char *text = malloc(2 * field->size);
    if (text == NULL) return false;
    memset(text, 'a', field->size);
    snw_why why;
    const bool longest =
        snw_value_parse(field, text, field->size - 1, text + field->size, &why) == SNW_OK;
    const bool longer =
        snw_failed(snw_value_parse(field, text, field->size, text + field->size, &why));
    free(text);
    return longest && longer;
}

static bool enum_border_holds(const snw_field *field) {
    static const char stranger[] = "no such choice"; // a choice is one word
    int value = 0;
    snw_why why;
    return snw_failed(snw_value_parse(field, stranger, strlen(stranger), &value, &why));
}

static bool border_holds(const snw_field *field) {
    switch (field->kind) {
    case SNW_KIND_REAL:
    case SNW_KIND_VEC3:
    case SNW_KIND_POSE:
    case SNW_KIND_MATRIX:
        return real_borders_hold(field);
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
        return whole_borders_hold(field);
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
        return string_border_holds(field);
    case SNW_KIND_ENUM:
        return enum_border_holds(field);
    case SNW_KIND_BOOL:
    case SNW_KIND_QUAT:
    case SNW_KIND_STRUCT:
    case SNW_KIND_OPTIONAL:
    case SNW_KIND_CHILD:
        break;
    }
    return true;
}

static snw_status check_borders(const snw_type *type, snw_why *why) {
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (!border_holds(field)) {
            return refuse_field(type, field->name,
                                "a range limit does not hold: the last legal value is refused, or "
                                "the next one is accepted",
                                why);
        }
    }
    return SNW_OK;
}

snw_status snw_type_selftest(const snw_type *type, const snw_registry *registry, uint64_t seed,
                             int cases, snw_why *why) {
    snw_status status = snw_type_check(type, why);
    if (status == SNW_OK) status = check_borders(type, why);
    for (int i = 0; i < cases && status == SNW_OK; i++) {
        snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
        if (setup == NULL) return SNW_ERR_MEMORY;
        trial t = {.type = type, .registry = registry, .setup = setup, .why = why};
        status = run_case(&t, seed + (uint64_t)i);
        snw_setup_destroy(setup);
        if (snw_failed(status)) snw_why_add(why, "case", (double)(seed + (uint64_t)i), "");
    }
    return status;
}
