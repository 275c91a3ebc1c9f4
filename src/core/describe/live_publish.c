// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe/live.h"

#include <string.h>

#include "internal.h"
#include "sinew/describe/block.h"

// One value in the triple buffer is the parameters followed by what was derived from them, so that
// the loop takes both together or neither.

static size_t derived_place(const snw_type *type) {
    return (type->size + SNW_ARENA_ALIGN - 1) / SNW_ARENA_ALIGN * SNW_ARENA_ALIGN;
}

// What lies behind a pointer stays as it was at the beginning: lists, optional parts, children.
static bool is_fixed(const snw_field *field) {
    return field->array == SNW_LIST || field->kind == SNW_KIND_OPTIONAL ||
           field->kind == SNW_KIND_CHILD;
}

// A block that somebody publishes may hold equal lists at other places: those of the loop are used,
// which live as long as it does.
static void keep_fixed(const snw_type *type, unsigned char *block, const unsigned char *own) {
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (field->array == SNW_LIST) {
            memcpy(block + field->offset, own + field->offset, sizeof(void *));
        } else if (is_fixed(field)) {
            const size_t items = field->array == SNW_SINGLE ? 1 : (size_t)field->length;
            memcpy(block + field->offset, own + field->offset, items * field->size);
        } else if (field->kind == SNW_KIND_STRUCT && !snw_type_is_flat(field->type)) {
            for (int k = 0; k < snw_field_count(field, own); k++) {
                const size_t offset = field->offset + (size_t)k * field->size;
                keep_fixed(field->type, block + offset, own + offset);
            }
        }
    }
}

// validates and derives into a slot; the first finding is the reason. `own` has the lists that are
// used, NULL for those of the block
static snw_status compose(const snw_live *live, const void *block, const unsigned char *own,
                          unsigned char *slot, snw_why *why) {
    const snw_type *type = live->type;
    snw_why first;
    snw_diags diags = {.items = &first, .capacity = 1};
    snw_status status = snw_block_check(type, block, NULL, &diags);
    if (status == SNW_OK) {
        memcpy(slot, block, type->size);
        if (own != NULL) keep_fixed(type, slot, own);
        memset(slot + live->derived_offset, 0, type->derived_size);
        if (type->derive == NULL) return SNW_OK;
        snw_why_set(&first, SNW_ERR_CHECK, type->token, "the derived values cannot be computed");
        status = type->derive(slot, slot + live->derived_offset, &first);
        first.code = status;
    }
    if (snw_failed(status) && why != NULL) *why = first;
    return status;
}

snw_status snw_live_init(snw_live *live, const snw_type *type, const void *initial,
                         snw_arena *arena) {
    *live = (snw_live){.type = type, .derived_offset = derived_place(type)};
    live->size = live->derived_offset + type->derived_size;
    live->service = snw_arena_take(arena, live->size, SNW_ARENA_ALIGN);
    const snw_status laid_out = snw_triple_init(&live->buffer, live->size, arena);
    if (snw_failed(laid_out)) return laid_out;

    const snw_status status = compose(live, initial, NULL, live->service, NULL);
    if (snw_failed(status)) return status;
    snw_triple_write(&live->buffer, live->service);
    (void)snw_live_update(live);
    return SNW_OK;
}

void snw_live_copy(const snw_live *live, void *block) {
    memcpy(block, live->service, live->type->size);
}

// A search for the first change that has to wait for another moment. What lies behind pointers
// waits for loading, so both blocks have the same fields and only counted arrays may differ in
// length.
typedef struct search {
    snw_when when; // what the cell does
    snw__trail trail;
    snw_when needed;
} search;

static bool must_wait(search *s, const snw_type *type, const void *a, const void *b, bool moved);

static bool item_must_wait(search *s, const snw_field *field, const void *a, const void *b,
                           bool moved) {
    if (field->kind == SNW_KIND_STRUCT) return must_wait(s, field->type, a, b, moved);
    const bool text = field->kind == SNW_KIND_STRING || field->kind == SNW_KIND_REFERENCE;
    const bool same = text ? strncmp(a, b, field->size) == 0 : memcmp(a, b, field->size) == 0;
    s->needed = moved ? snw__when_moved(field->when) : field->when;
    return !same && s->needed < s->when;
}

static bool field_must_wait(search *s, const snw_field *field, const void *a, const void *b,
                            bool moved) {
    if (is_fixed(field)) {
        s->needed = SNW_AT_LOAD;
        return !snw__field_equal(field, a, b);
    }
    const int count = snw_field_count(field, a);
    if (count != snw_field_count(field, b)) {
        // a new item would bring lists of its own
        const bool flat = field->kind != SNW_KIND_STRUCT || snw_type_is_flat(field->type);
        s->needed = flat ? snw__when_moved(field->when) : SNW_AT_LOAD;
        return !flat || s->needed < s->when;
    }
    const bool inside = moved || snw__array_moves(field);
    for (int item = 0; item < count; item++) {
        const size_t whole = s->trail.length;
        if (field->array != SNW_SINGLE) snw__trail_item(&s->trail, field, a, item);
        if (item_must_wait(s, field, snw_field_place_const(field, a, item),
                           snw_field_place_const(field, b, item), inside)) {
            return true;
        }
        snw__trail_leave(&s->trail, whole);
    }
    return false;
}

// true when a change of `a` to `b` must wait: the trail then leads to the field
static bool must_wait(search *s, const snw_type *type, const void *a, const void *b, bool moved) {
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (field->role == SNW_SIGNAL) continue;
        const size_t back = snw__trail_enter(&s->trail, field->name);
        if (field_must_wait(s, field, a, b, moved)) return true;
        snw__trail_leave(&s->trail, back);
    }
    return false;
}

static snw_status check_moment(const snw_live *live, const void *block, snw_when when,
                               snw_why *why) {
    search s = {.when = when};
    if (!must_wait(&s, live->type, live->service, block, false)) return SNW_OK;
    return snw_refuse(why, SNW_ERR_STATE, s.trail.text, snw__moment_text(s.needed),
                      snw__moment_fix(s.needed));
}

snw_status snw_live_publish(snw_live *live, const void *block, snw_when when, snw_why *why) {
    // composed in the back slot: a refusal leaves it behind, and the loop never sees it
    unsigned char *slot = snw_triple_back(&live->buffer);
    snw_status status = compose(live, block, live->service, slot, why);
    if (status == SNW_OK) status = check_moment(live, block, when, why);
    if (snw_failed(status)) return status;
    memcpy(live->service, slot, live->size);
    snw_triple_publish(&live->buffer);
    live->accepted++;
    return SNW_OK;
}
