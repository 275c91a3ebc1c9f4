// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe/block.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "sinew/base/collections.h"
#include "sinew/describe/value.h"

// The reasons are composed here and not on the stack, because blocks may be nested deeply.
typedef struct inspection {
    snw_diags *diags;
    snw__trail trail;
    snw_status first; // status of the first finding
    snw_why why;
} inspection;

// reports in->why about the present path; what it says itself about its subject is kept behind it
static void found(inspection *in) {
    char subject[SNW_FIELD_PATH + SNW_WHY_SUBJECT];
    snw_text text = snw_text_over(subject, sizeof subject);
    snw_text_format(&text, "%s", in->trail.text);
    if (in->why.subject[0] != '\0') {
        snw_text_format(&text, "%s%s", text.length > 0 ? "/" : "", in->why.subject);
    }
    snw_copy_text(in->why.subject, sizeof in->why.subject, subject);
    snw_diags_add(in->diags, &in->why);
    if (in->first == SNW_OK) in->first = in->why.code;
}

static void check_block(inspection *in, const snw_type *type, const void *block);

static void check_child(inspection *in, const snw_field *field, const snw_child *child) {
    if (child->block == NULL) return;
    if (child->type == NULL) {
        snw_why_set(&in->why, SNW_ERR_ARGUMENT, NULL, "a child has a block and no type");
        snw_why_rule(&in->why, field->base);
        found(in);
        return;
    }
    check_block(in, child->type, child->block);
}

static void check_item(inspection *in, const snw_field *field, const void *place) {
    if (field->kind == SNW_KIND_STRUCT) {
        check_block(in, field->type, place);
    } else if (field->kind == SNW_KIND_OPTIONAL) {
        const void *part;
        memcpy(&part, place, sizeof part);
        if (part != NULL) check_block(in, field->type, part);
    } else if (field->kind == SNW_KIND_CHILD) {
        check_child(in, field, place);
    } else {
        if (snw_failed(snw_value_check(field, place, &in->why))) found(in);
    }
}

static void found_twice(inspection *in, const char *key, int first, int second) {
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "two items have the name ");
    snw__show(&line, key, strlen(key));
    snw_why_set(&in->why, SNW_ERR_DUPLICATE, NULL, text);
    snw_why_add(&in->why, "first", first, "");
    snw_why_add(&in->why, "second", second, "");
    snw_why_fix(&in->why, "give each item a name of its own");
    found(in);
}

static void enter_keys(inspection *in, snw_names *names, const snw_field *field,
                       const void *block) {
    const int count = snw_field_count(field, block);
    for (int i = 0; i < count; i++) {
        const char *key = snw_field_index_key(field, block, i);
        if (key == NULL || key[0] == '\0' || snw_names_add(names, key, i) == SNW_OK) continue;
        found_twice(in, key, snw_names_find(names, key, NULL), i);
    }
}

// the items of an array must have keys of their own; a table keeps this linear
static void check_keys(inspection *in, const snw_field *field, const void *block) {
    const int count = snw_field_count(field, block);
    if (field->array == SNW_SINGLE || count < 2) return;
    const bool structs = field->kind == SNW_KIND_STRUCT && snw_type_key(field->type) != NULL;
    if (!structs && field->kind != SNW_KIND_CHILD) return;
    snw_names names;
    snw_arena arena = {0};
    SNW_IGNORE(snw_names_init(&names, count, &arena));
    const size_t bytes = (arena.needed + SNW_ARENA_ALIGN - 1) / SNW_ARENA_ALIGN * SNW_ARENA_ALIGN;
    void *memory = aligned_alloc(SNW_ARENA_ALIGN, bytes);
    arena = snw_arena_over(memory, memory != NULL ? bytes : 0);
    if (snw_names_init(&names, count, &arena) == SNW_OK) {
        enter_keys(in, &names, field, block);
    } else {
        snw_why_set(&in->why, SNW_ERR_MEMORY, NULL, NULL);
        found(in);
    }
    free(memory);
}

// a count that does not fit its array, or a list without items
static bool has_items(inspection *in, const snw_field *field, const void *block) {
    if (field->array != SNW_COUNTED && field->array != SNW_LIST) return true;
    const int count = snw_field_count(field, block);
    const bool fits = count >= 0 && count <= field->length;
    if (fits && (count == 0 || snw_field_place_const(field, block, 0) != NULL)) return true;
    snw_why_set(&in->why, SNW_ERR_TOO_LARGE, NULL, "the count is outside the array");
    snw_why_add(&in->why, "count", count, "");
    snw_why_add(&in->why, "most", fits ? 0 : field->length, "");
    found(in);
    return false;
}

static void check_field(inspection *in, const snw_field *field, const void *block) {
    const size_t back = snw__trail_enter(&in->trail, field->name);
    const int count = has_items(in, field, block) ? snw_field_count(field, block) : 0;
    for (int item = 0; item < count; item++) {
        const size_t whole = in->trail.length;
        if (field->array != SNW_SINGLE) snw__trail_item(&in->trail, field, block, item);
        check_item(in, field, snw_field_place_const(field, block, item));
        snw__trail_leave(&in->trail, whole);
    }
    if (count > 0) check_keys(in, field, block);
    snw__trail_leave(&in->trail, back);
}

static void check_block(inspection *in, const snw_type *type, const void *block) {
    const snw_status before = in->first;
    in->first = SNW_OK;
    for (int i = 0; i < type->field_count; i++) {
        if (type->fields[i].role != SNW_SIGNAL) check_field(in, &type->fields[i], block);
    }
    // the rule between fields may assume that each of them is legal
    if (type->validate != NULL && in->first == SNW_OK) {
        snw_why_set(&in->why, SNW_ERR_CHECK, NULL, NULL);
        const snw_status status = type->validate(block, &in->why);
        if (snw_failed(status)) {
            in->why.code = status;
            found(in);
        }
    }
    if (before != SNW_OK) in->first = before;
}

snw_status snw_block_check(const snw_type *type, const void *block, const char *subject,
                           snw_diags *diags) {
    inspection in = {.diags = diags};
    if (subject != NULL && subject[0] != '\0') (void)snw__trail_enter(&in.trail, subject);
    check_block(&in, type, block);
    return in.first;
}
