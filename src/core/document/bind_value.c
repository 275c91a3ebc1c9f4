// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "bind.h"

#include <stdlib.h>
#include <string.h>

#include "quote.h"

// --- names to fields ----------------------------------------------------------------------------

static const snw_upgrade *find_upgrade(const snw__bind *b, const snw_type *type, const char *name) {
    for (int i = 0; i < type->upgrade_count; i++) {
        const snw_upgrade *one = &type->upgrades[i];
        if (b->version < one->until && strcmp(one->name, name) == 0) return one;
    }
    return NULL;
}

static void complain_unknown(snw__bind *b, const snw_type *type, const char *name,
                             snw__where where) {
    const char *known[SNW_FIELDS];
    int count = 0;
    for (; count < type->field_count && count < SNW_FIELDS; count++) {
        known[count] = type->fields[count].name;
    }
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "unknown name ");
    snw__quote(&line, name, strlen(name));
    snw_text_format(&line, " in '%s'", type->token);
    line = snw_text_over(fix, sizeof fix);
    const char *closest = snw__bind_closest(b, name, known, count);
    if (closest != NULL) {
        snw_text_format(&line, "did you mean '%s'?", closest);
    } else {
        snw_text_format(&line, "remove it; 'sinew describe show %s' lists what is allowed",
                        type->token);
    }
    snw__bind_object(b, SNW_ERR_UNKNOWN_NAME, text, fix, where);
}

const snw_field *snw__bind_field(snw__bind *b, const char *name, snw__where where,
                                 const snw_upgrade **upgrade) {
    snw__frame *frame = snw__bind_top(b);
    *upgrade = NULL;
    const snw_field *field = snw_type_field(frame->type, name);
    if (field == NULL) {
        *upgrade = find_upgrade(b, frame->type, name);
        if (*upgrade != NULL && (*upgrade)->now == NULL) return NULL; // gone since then
        if (*upgrade != NULL) field = snw_type_field(frame->type, (*upgrade)->now);
    }
    if (field == NULL) {
        complain_unknown(b, frame->type, name, where);
        return NULL;
    }
    const ptrdiff_t index = field - frame->type->fields;
    if (frame->seen[index / 8] >> (index % 8) & 1) {
        char text[SNW_WHY_TEXT];
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "'%s' is given twice", field->name);
        snw__bind_complain(b, SNW_ERR_DUPLICATE, text, "keep one of them", where);
        return NULL;
    }
    frame->seen[index / 8] = (unsigned char)(frame->seen[index / 8] | 1U << (index % 8));
    if (b->options->specified != NULL) snw__bind_specify(b, field->name);
    return field;
}

// --- single values ------------------------------------------------------------------------------

static bool is_avoidable(const snw_field *field) {
    return !(field->flags & SNW_REQUIRED);
}

bool snw__bind_text(snw__bind *b, const snw_field *field, void *place, const char *text,
                    size_t length, snw__where where) {
    snw_why why;
    snw_why_set(&why, SNW_ERR_SYNTAX, NULL, NULL);
    if (snw_value_parse(field, text, length, place, &why) == SNW_OK) {
        if (field->kind == SNW_KIND_REFERENCE && b->options->check_references) {
            snw__bind_refer(b, place, field->base, where);
        }
        return true;
    }
    snw__bind_report(b, &why, field->name, where, is_avoidable(field));
    return false;
}

// one item at its default, through a table of one field that begins its block
static void default_item(const snw_field *field, void *place) {
    snw_field one = *field;
    one.array = SNW_SINGLE;
    one.length = 0;
    one.offset = 0;
    const snw_type table = {
        .token = "one", .size = field->size, .align = 1, .fields = &one, .field_count = 1};
    snw_block_defaults(&table, place);
}

// a whole field at its default again
static void default_field(snw__bind *b, const snw_field *field) {
    void *block = snw__bind_top(b)->block;
    if (field->array == SNW_COUNTED || field->array == SNW_LIST) {
        if (snw_failed(snw_block_resize(field, block, 0, b->setup))) {
            snw__bind_exhausted(b, snw__bind_top(b)->where);
        }
        return;
    }
    for (int i = 0; i < snw_field_count(field, block); i++) {
        default_item(field, snw_field_place(field, block, i));
    }
}

// --- sets ---------------------------------------------------------------------------------------

static bool is_set(const snw_field *field) {
    return (field->flags & SNW_UNIQUE) && field->kind < SNW_KIND_STRUCT &&
           (field->array == SNW_COUNTED || field->array == SNW_LIST);
}

typedef struct member {
    const unsigned char *item;
    size_t size;
    int index;
} member;

// by their bytes, equal ones by their place
static int by_bytes(const void *a, const void *b) {
    const member *left = a, *right = b;
    const int order = memcmp(left->item, right->item, left->size);
    return order != 0 ? order : left->index - right->index;
}

static int by_place(const void *a, const void *b) {
    return ((const member *)a)->index - ((const member *)b)->index;
}

// leaves the first of equal members, in the order of the text
static void collapse(snw__bind *b, snw__where where) {
    const size_t size = b->set_field->size;
    member *members = malloc(((size_t)b->set_count + 1) * sizeof *members);
    if (members == NULL) {
        snw__bind_exhausted(b, where);
        return;
    }
    for (int i = 0; i < b->set_count; i++) {
        members[i] = (member){b->set + (size_t)i * size, size, i};
    }
    qsort(members, (size_t)b->set_count, sizeof *members, by_bytes);
    int kept = 0;
    for (int i = 0; i < b->set_count; i++) {
        const bool again = i > 0 && memcmp(members[i].item, members[kept - 1].item, size) == 0;
        if (!again) members[kept++] = members[i];
    }
    qsort(members, (size_t)kept, sizeof *members, by_place);
    for (int i = 0; i < kept; i++) {
        memmove(b->set + (size_t)i * size, members[i].item, size);
    }
    b->set_count = kept;
    free(members);
}

static void complain_full(snw__bind *b, const snw_field *field, snw__where where) {
    snw_why why;
    snw_why_set(&why, SNW_ERR_TOO_LARGE, NULL, "there are more items than the field holds");
    snw_why_add(&why, "most", field->length, "");
    snw_why_fix(&why, "leave some out");
    snw__bind_report(b, &why, field->name, where, is_avoidable(field));
}

// Members wait outside of the block until it is known which of them repeat. When twice as many wait
// as the field holds, those that repeat are thrown out, so that memory stays within that.
static void *set_item(snw__bind *b, const snw_field *field, int index, snw__where where) {
    enum { SOME = 1024 };
    if (index == 0) {
        b->set_field = field;
        b->set_count = 0;
        b->set_capacity = 0;
        b->set_full = false;
    }
    if (b->set_count / 2 > field->length && b->set_count > SOME && !b->set_full) {
        collapse(b, where);
        b->set_full = b->set_count > field->length;
        if (b->set_full) complain_full(b, field, where);
    }
    if (b->exhausted || b->set_full) return NULL;
    if (b->set_count == b->set_capacity) {
        const int more = b->set_capacity == 0 ? SOME : 2 * b->set_capacity;
        unsigned char *larger = realloc(b->set, (size_t)more * field->size);
        if (larger == NULL) {
            snw__bind_exhausted(b, where);
            return NULL;
        }
        b->set = larger;
        b->set_capacity = more;
    }
    void *place = b->set + (size_t)b->set_count++ * field->size;
    default_item(field, place);
    return place;
}

static void set_end(snw__bind *b, const snw_field *field, snw__where where) {
    void *block = snw__bind_top(b)->block;
    collapse(b, where);
    b->set_field = NULL;
    if (b->exhausted) return;
    if (b->set_count > field->length) {
        if (!b->set_full) complain_full(b, field, where);
        b->set_count = field->length;
    }
    if (snw_failed(snw_block_resize(field, block, b->set_count, b->setup))) {
        snw__bind_exhausted(b, where);
    } else if (b->set_count > 0) {
        memcpy(snw_field_place(field, block, 0), b->set, (size_t)b->set_count * field->size);
    }
}

// --- items of arrays ----------------------------------------------------------------------------

void *snw__bind_item(snw__bind *b, const snw_field *field, int index, snw__where where) {
    if (is_set(field)) return set_item(b, field, index, where);
    void *block = snw__bind_top(b)->block;
    if (index >= field->length) {
        // once is enough: the first one too many
        if (index == field->length) complain_full(b, field, where);
        return NULL;
    }
    if (field->array == SNW_COUNTED || field->array == SNW_LIST) {
        if (snw_failed(snw_block_resize(field, block, index + 1, b->setup))) {
            snw__bind_exhausted(b, where);
            return NULL;
        }
    }
    return snw_field_place(field, block, index);
}

void snw__bind_items_end(snw__bind *b, const snw_field *field, int count, snw__where where) {
    if (is_set(field)) {
        if (b->set_field != NULL) set_end(b, field, where);
        return;
    }
    if (field->array == SNW_LIST) snw_block_trim(field, snw__bind_top(b)->block, b->setup);
    if (field->array != SNW_FIXED || count >= field->length || b->broken) return;
    snw_why why;
    snw_why_set(&why, SNW_ERR_SIZE, NULL, "there are fewer items than the field has");
    snw_why_add(&why, "given", count, "");
    snw_why_add(&why, "needed", field->length, "");
    snw__bind_report(b, &why, field->name, where, is_avoidable(field));
}

// a size that was announced and is not there is no fault of the values, but looks like one
void snw__bind_size(snw__bind *b, const snw_field *field, const char *announced, int count,
                    snw__where where) {
    int64_t size = -1;
    const bool whole = snw_int_parse(announced, strlen(announced), &size, NULL) == SNW_OK;
    if ((whole && size == count) || b->broken) return;
    snw_why why;
    snw_why_set(&why, SNW_ERR_SIZE, NULL,
                whole ? "the announced size differs from the number of items"
                      : "the size is not a whole number");
    why.severity = SNW_WARNING;
    if (whole) snw_why_add(&why, "announced", (double)size, "");
    snw_why_add(&why, "found", count, "");
    snw_why_fix(&why, "correct the size, or leave it out");
    snw__bind_report(b, &why, field->name, where, true);
}

// --- words --------------------------------------------------------------------------------------

static bool is_separator(char c) {
    return snw_is_blank(c) || c == ',';
}

// numbers that make up one item of an array, in words
static int words_per_item(const snw_field *field) {
    if (field->kind == SNW_KIND_VEC3) return 3;
    return field->kind == SNW_KIND_MATRIX ? field->rows * field->columns : 1;
}

// the words of a whole field
typedef struct words {
    const snw_field *field;
    const char *at, *end;
    const char *unit; // behind the last word, for all of them; may be empty
    size_t unit_length;
    snw__where where;
    const char *passed; // how far lines have been counted
    snw__where passed_where;
    char *joined; // one item and the unit
    size_t joined_size;
} words;

// Where a byte of the text stands: in content, lines are counted on from where it begins, each once
// because faults come in order.
static snw__where place_of(const snw__bind *b, words *w, const char *at) {
    if (!b->in_content) return w->where;
    for (; w->passed < at; w->passed++) {
        w->passed_where.column = *w->passed == '\n' ? 1 : w->passed_where.column + 1;
        w->passed_where.line += *w->passed == '\n';
    }
    return w->passed_where;
}

// goes past blanks and at most one comma; false when a comma stands where an item should
static bool pass_separator(words *w, bool comma_allowed) {
    while (w->at < w->end && is_separator(*w->at)) {
        if (*w->at == ',' && !comma_allowed) return false;
        if (*w->at == ',') comma_allowed = false;
        w->at++;
    }
    return true;
}

// The next `count` words as one item, and its length. What stands between its words is judged when
// it is read.
static size_t next_item(words *w, int count, const char **start) {
    *start = w->at;
    const char *stop = w->at;
    for (int i = 0; i < count; i++) {
        while (i > 0 && w->at < w->end && is_separator(*w->at)) {
            w->at++;
        }
        while (w->at < w->end && !is_separator(*w->at)) {
            w->at++;
            stop = w->at;
        }
    }
    w->at = stop;
    return (size_t)(stop - *start);
}

// one item, with the unit of all behind it
static void set_item_text(snw__bind *b, words *w, void *place, const char *item, size_t length) {
    if (w->unit_length > 0) {
        const size_t needed = length + 1 + w->unit_length;
        if (needed > w->joined_size) {
            char *larger = realloc(w->joined, 2 * needed);
            if (larger == NULL) {
                snw__bind_exhausted(b, w->where);
                return;
            }
            w->joined = larger;
            w->joined_size = 2 * needed;
        }
        memcpy(w->joined, item, length);
        w->joined[length] = ' ';
        memcpy(w->joined + length + 1, w->unit, w->unit_length);
        length = needed;
    }
    // the place of a word is looked for only when it is needed
    const char *text = w->unit_length > 0 ? w->joined : item;
    const bool refers = w->field->kind == SNW_KIND_REFERENCE && b->options->check_references;
    if (!refers && snw_value_parse(w->field, text, length, place, NULL) == SNW_OK) return;
    (void)snw__bind_text(b, w->field, place, text, length, place_of(b, w, item));
}

static void set_words(snw__bind *b, words *w) {
    const int per_item = words_per_item(w->field);
    int count = 0;
    bool legal = pass_separator(w, false);
    while (legal && w->at < w->end && !b->exhausted) {
        const char *item;
        const size_t length = next_item(w, per_item, &item);
        void *place = snw__bind_item(b, w->field, count, w->where);
        if (place == NULL) break;
        set_item_text(b, w, place, item, length);
        count++;
        // a comma stands between two items, not behind the last
        const char *separator = w->at;
        legal = pass_separator(w, true);
        if (w->at == w->end && memchr(separator, ',', (size_t)(w->end - separator)) != NULL) {
            w->at = separator;
            legal = false;
        }
    }
    if (!legal) {
        snw_why why;
        snw_why_set(&why, SNW_ERR_SYNTAX, NULL, "a comma is where a value should be");
        snw_why_fix(&why, "write one comma, or none, between two values");
        snw__bind_report(b, &why, w->field->name, place_of(b, w, w->at), is_avoidable(w->field));
    }
    snw__bind_items_end(b, w->field, count, w->where);
}

// A unit behind the last number means all of them: "1 2 3 deg". What begins with a letter, except
// for infinity, is a unit.
static void split_unit(words *w) {
    const snw_kind kind = w->field->kind;
    if (kind != SNW_KIND_REAL && kind != SNW_KIND_VEC3 && kind != SNW_KIND_MATRIX) return;
    const char *start = w->end;
    while (start > w->at && !is_separator(start[-1])) {
        start--;
    }
    const int c = start < w->end ? *start : '0';
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%';
    if (!letter || strncmp(start, "INF", 3) == 0) return;
    w->unit = start;
    w->unit_length = (size_t)(w->end - start);
    w->end = start;
    while (w->end > w->at && snw_is_blank(w->end[-1])) {
        w->end--;
    }
}

static bool unit_fits(snw__bind *b, words *w) {
    double factor;
    const char *own = w->field->unit != NULL ? w->field->unit : "";
    snw_status status = snw_unit_factor(w->unit, w->unit_length, own, &factor);
    if (status == SNW_OK && w->end > w->at) return true;
    if (status == SNW_OK) status = SNW_ERR_SYNTAX;
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw__quote(&line, w->unit, w->unit_length);
    snw_text_format(&line, status == SNW_ERR_SYNTAX         ? " is a unit without a number"
                           : status == SNW_ERR_UNKNOWN_NAME ? " is neither a number nor a unit"
                                                            : " measures something else");
    line = snw_text_over(fix, sizeof fix);
    snw_text_format(&line, own[0] != '\0' ? "write the numbers in %s" : "write numbers%s", own);
    snw_why why;
    snw_why_set(&why, status, NULL, text);
    snw_why_rule(&why, "unit");
    snw_why_fix(&why, fix);
    snw__bind_report(b, &why, w->field->name, place_of(b, w, w->unit), is_avoidable(w->field));
    return false;
}

static void set_array(snw__bind *b, const snw_field *field, const char *text, size_t length,
                      snw__where where) {
    words w = {.field = field,
               .at = text,
               .end = text + length,
               .where = where,
               .passed = text,
               .passed_where = where};
    while (w.end > w.at && snw_is_blank(w.end[-1])) {
        w.end--;
    }
    split_unit(&w);
    if (w.unit_length == 0 || unit_fits(b, &w)) set_words(b, &w);
    free(w.joined);
}

// --- older versions -----------------------------------------------------------------------------

// the numbers of a field times a factor, then checked
static bool scale_numbers(snw__bind *b, const snw_field *field, double factor, snw__where where) {
    void *block = snw__bind_top(b)->block;
    const int items = snw_field_count(field, block), per_item = words_per_item(field);
    for (int i = 0; i < items; i++) {
        double *numbers = snw_field_place(field, block, i);
        for (int k = 0; k < per_item; k++) {
            numbers[k] *= factor;
        }
        snw_why why;
        if (snw_failed(snw_value_check(field, numbers, &why))) {
            snw__bind_report(b, &why, field->name, where, is_avoidable(field));
            return false;
        }
    }
    return true;
}

// what an older file says, in the words of today; on the heap, NULL when it cannot be had
static char *convert(const snw_upgrade *upgrade, const char *text, size_t length,
                     snw_status *status) {
    char *old = malloc(length + 1), *now = NULL;
    *status = old != NULL ? SNW_ERR_SIZE : SNW_ERR_MEMORY;
    if (old != NULL) {
        memcpy(old, text, length);
        old[length] = '\0';
    }
    for (size_t room = 4 * length + 256; *status == SNW_ERR_SIZE; room *= 2) {
        free(now);
        now = room <= 2 * (size_t)SNW_DOCUMENT_BYTES ? malloc(room) : NULL;
        *status = now != NULL ? upgrade->convert(old, now, room) : SNW_ERR_MEMORY;
    }
    free(old);
    if (!snw_failed(*status)) return now;
    free(now);
    return NULL;
}

static void set_plain(snw__bind *b, const snw_field *field, const char *text, size_t length,
                      snw__where where) {
    if (field->array == SNW_SINGLE) {
        (void)snw__bind_text(b, field, snw_field_place(field, snw__bind_top(b)->block, 0), text,
                             length, where);
    } else {
        set_array(b, field, text, length, where);
    }
}

// The old number is in the old unit: range and unit of the field hold for the product only.
static void set_scaled(snw__bind *b, const snw_field *field, double factor, const char *text,
                       size_t length, snw__where where) {
    snw_field plain = *field;
    plain.range = (snw_range){0, 0};
    plain.unit = NULL;
    const int found = b->found;
    set_plain(b, &plain, text, length, where);
    if (found != b->found || !scale_numbers(b, field, factor, where)) default_field(b, field);
}

void snw__bind_value(snw__bind *b, const snw_field *field, const snw_upgrade *upgrade,
                     const char *text, size_t length, snw__where where) {
    if (field->kind >= SNW_KIND_STRUCT || field->kind == SNW_KIND_QUAT ||
        field->kind == SNW_KIND_POSE) {
        snw_why why;
        snw_why_set(&why, SNW_ERR_SYNTAX, NULL, "it has parts and no text of its own");
        snw_why_fix(&why, "write its parts by their names");
        snw__bind_report(b, &why, field->name, where, is_avoidable(field));
        return;
    }
    char *converted = NULL;
    if (upgrade != NULL && upgrade->convert != NULL) {
        snw_status status;
        converted = convert(upgrade, text, length, &status);
        if (converted == NULL) {
            snw_why why;
            snw_why_set(&why, SNW_ERR_VERSION, NULL,
                        "the value of an older version cannot be converted");
            snw_why_fix(&why, field->help);
            snw__bind_report(b, &why, field->name, where, is_avoidable(field));
            return;
        }
        text = converted;
        length = strlen(converted);
    }
    const bool reals = field->kind == SNW_KIND_REAL || field->kind == SNW_KIND_VEC3 ||
                       field->kind == SNW_KIND_MATRIX;
    if (upgrade != NULL && upgrade->factor != 0 && reals) {
        set_scaled(b, field, upgrade->factor, text, length, where);
    } else {
        set_plain(b, field, text, length, where);
    }
    free(converted);
}

void snw__bind_collect(snw__bind *b, const char *text, size_t length) {
    if (length + 1 > b->old_capacity - b->old_size) {
        const size_t room = 2 * (b->old_size + length) + 256;
        char *larger = realloc(b->old, room);
        if (larger == NULL) {
            snw__bind_exhausted(b, snw__bind_top(b)->where);
            return;
        }
        b->old = larger;
        b->old_capacity = room;
    }
    if (b->old_size > 0) b->old[b->old_size++] = ' ';
    memcpy(b->old + b->old_size, text, length);
    b->old_size += length;
}

void snw__bind_collected(snw__bind *b, const snw_field *field, const snw_upgrade *upgrade,
                         snw__where where) {
    const size_t length = b->old_size;
    b->old_size = 0;
    if (b->exhausted || b->broken) return;
    snw__bind_value(b, field, upgrade, length > 0 ? b->old : "", length, where);
}
