// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe/path.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "sinew/describe/value.h"

static bool has_text(const snw_field *field) {
    return field->kind != SNW_KIND_STRUCT && field->kind != SNW_KIND_OPTIONAL &&
           field->kind != SNW_KIND_CHILD;
}

snw_status snw_roots_get(const snw_roots *roots, const char *path, snw_text *text, snw_why *why) {
    snw_place place;
    const snw_status status = snw_roots_resolve(roots, path, &place, why);
    if (snw_failed(status)) return status;
    if (!has_text(place.field)) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, path, "this is not a single value",
                          "name a field inside it");
    }
    if (place.number != NULL) {
        snw_text_real(text, *place.number);
        return SNW_OK;
    }
    for (int i = 0; i < place.count; i++) {
        if (i > 0) snw_text_add(text, " ", 1);
        snw_value_print(place.field, (unsigned char *)place.item + (size_t)i * place.field->size,
                        text);
    }
    return SNW_OK;
}

static snw_status check_moment(const snw_place *place, const char *path, snw_when when,
                               snw_why *why) {
    if (place->role == SNW_SIGNAL) {
        return snw_refuse(why, SNW_ERR_PERMISSION, path, "a signal is computed, it cannot be set",
                          NULL);
    }
    if (place->when >= when) return SNW_OK;
    return snw_refuse(why, SNW_ERR_STATE, path, snw__moment_text(place->when),
                      snw__moment_fix(place->when));
}

static snw_status refuse_count(const snw_place *place, const char *text, snw_why *why) {
    snw_why_set(why, SNW_ERR_SIZE, NULL, text);
    snw_why_add(why, "items", place->count, "");
    return SNW_ERR_SIZE;
}

// as many numbers as the items hold, a unit once at the end
static snw_status parse_numbers(const snw_place *place, const char *text, unsigned char *items,
                                snw_why *why) {
    const int each = snw__number_count(place->field);
    if (place->count > INT32_MAX / each) return refuse_count(place, "there are too many", why);
    const size_t bytes = (size_t)place->count * place->field->size;
    double *numbers = malloc(bytes + 1);
    if (numbers == NULL) return snw_refuse(why, SNW_ERR_MEMORY, NULL, NULL, NULL);
    text += strspn(text, " \t\n\r");
    snw_status status =
        snw__numbers_parse(place->field, text, strlen(text), numbers, each * place->count, why);
    for (int i = 0; i < place->count && status == SNW_OK; i++) {
        status = snw_value_check(place->field, numbers + (size_t)i * (size_t)each, why);
    }
    if (status == SNW_OK && bytes > 0) memcpy(items, numbers, bytes);
    free(numbers);
    return status;
}

// one word for each item
static snw_status parse_words(const snw_place *place, const char *text, unsigned char *items,
                              snw_why *why) {
    const char *at = text, *end = text + strlen(text);
    for (int i = 0; i < place->count; i++) {
        if (i > 0) {
            (void)snw__skip_separator(&at, end);
        } else {
            at += strspn(at, " \t\n\r");
        }
        const size_t length = strcspn(at, " \t\n\r,");
        if (length == 0) return refuse_count(place, "there are fewer values than items", why);
        const snw_status status =
            snw_value_parse(place->field, at, length, items + (size_t)i * place->field->size, why);
        if (snw_failed(status)) return status;
        at += length;
    }
    at += strspn(at, " \t\n\r");
    return at == end ? SNW_OK : refuse_count(place, "there are more values than items", why);
}

static snw_status parse_items(const snw_place *place, const char *text, unsigned char *items,
                              snw_why *why) {
    const snw_field *field = place->field;
    if (place->count == 1) return snw_value_parse(field, text, strlen(text), items, why);
    if (field->kind == SNW_KIND_REAL || field->kind == SNW_KIND_VEC3 ||
        field->kind == SNW_KIND_MATRIX) {
        return parse_numbers(place, text, items, why);
    }
    if (field->kind == SNW_KIND_STRING) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, NULL, "texts are set one by one",
                          "name one of them: [0]");
    }
    return parse_words(place, text, items, why);
}

// one number inside a value: as text with the field's own unit and range
static snw_status parse_number(const snw_place *place, const char *text, unsigned char *items,
                               snw_why *why) {
    snw_field number = *place->field;
    number.kind = SNW_KIND_REAL;
    number.size = sizeof(double);
    const size_t offset = (size_t)((unsigned char *)place->number - (unsigned char *)place->item);
    const bool rotation = place->low > place->high;
    if (rotation) {
        number.unit = NULL;
        number.range = (snw_range){0, 0};
    }
    const snw_status status = snw_value_parse(&number, text, strlen(text), items + offset, why);
    return snw_failed(status) ? status : snw_value_check(place->field, items, why);
}

// a key must not be that of another item
static snw_status check_key(const snw_place *place, const snw__passage *owner, snw_why *why) {
    if (!(place->field->flags & SNW_KEY) || owner->field == NULL) return SNW_OK;
    const char *key = place->item;
    const int count = snw_field_count(owner->field, owner->holder);
    int same = 0;
    for (int i = 0; i < count && key[0] != '\0'; i++) {
        const char *other = snw_field_index_key(owner->field, owner->holder, i);
        same += other != NULL && strcmp(other, key) == 0;
    }
    if (same < 2) return SNW_OK;
    return snw_refuse(why, SNW_ERR_DUPLICATE, NULL, "another item has this name",
                      "give each item a name of its own");
}

// The rules between fields of every block that the value lies in, from the inside out: nothing
// else has changed.
static snw_status check_owners(const snw_place *place, const snw__route *route, snw_why *why) {
    snw_status status = check_key(place, &route->passages[route->count - 1], why);
    for (int i = route->count - 1; i >= 0 && status == SNW_OK; i--) {
        const snw__passage *one = &route->passages[i];
        if (one->type->validate == NULL) continue;
        snw_why own;
        snw_why_set(&own, SNW_ERR_CHECK, NULL, NULL);
        const snw_status verdict = one->type->validate(one->block, &own);
        if (!snw_failed(verdict)) continue;
        own.code = verdict;
        if (why != NULL) *why = own;
        status = verdict;
    }
    return status;
}

static snw_status exchange(const snw_place *place, const snw__route *route, const char *value,
                           unsigned char *fresh, snw_why *why) {
    // into a copy first; the old value is kept in case the whole does not agree with the new one
    const size_t bytes = (size_t)place->count * place->field->size;
    unsigned char *old = fresh + bytes;
    if (bytes > 0) {
        memcpy(fresh, place->item, bytes);
        memcpy(old, place->item, bytes);
    }
    snw_status status = place->number != NULL ? parse_number(place, value, fresh, why)
                                              : parse_items(place, value, fresh, why);
    if (snw_failed(status) || bytes == 0) return status;
    memcpy(place->item, fresh, bytes);
    status = check_owners(place, route, why);
    if (snw_failed(status)) memcpy(place->item, old, bytes);
    return status;
}

snw_status snw_roots_set(const snw_roots *roots, const char *path, const char *value, snw_when when,
                         snw_why *why) {
    snw_place place;
    snw__route route;
    snw_status status = snw__resolve(roots, path, &place, &route, why);
    if (snw_failed(status)) return status;
    if (!has_text(place.field)) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, path, "this is not a single value",
                          "name a field inside it");
    }
    status = check_moment(&place, path, when, why);
    if (snw_failed(status)) return status;
    unsigned char *fresh = malloc(2 * (size_t)place.count * place.field->size + 1);
    if (fresh == NULL) return snw_refuse(why, SNW_ERR_MEMORY, NULL, NULL, NULL);
    status = exchange(&place, &route, value, fresh, why);
    if (snw_failed(status) && why != NULL) snw_copy_text(why->subject, sizeof why->subject, path);
    free(fresh);
    return status;
}

// --- listing ------------------------------------------------------------------------------------

// does text[0..length) match a pattern in which '*' is any run of letters?
static bool glob(const char *pattern, size_t pattern_length, const char *text, size_t length) {
    size_t p = 0, t = 0, star = SIZE_MAX, mark = 0;
    while (t < length) {
        if (p < pattern_length && pattern[p] == '*') {
            star = p++;
            mark = t;
        } else if (p < pattern_length && pattern[p] == text[t]) {
            p++, t++;
        } else if (star != SIZE_MAX) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    while (p < pattern_length && pattern[p] == '*') {
        p++;
    }
    return p == pattern_length;
}

static const char *next_step(const char *at) {
    at += strcspn(at, "/");
    return *at == '/' ? at + 1 : NULL;
}

static bool is_any_steps(const char *at) {
    return at != NULL && strcspn(at, "/") == 2 && strncmp(at, "**", 2) == 0;
}

// step by step; "**" swallows any number of steps. Going back to the last "**" alone is enough, as
// with '*' inside a step.
static bool matches(const char *pattern, const char *path) {
    const char *star = NULL, *mark = NULL;
    bool starred = false;
    while (path != NULL) {
        if (is_any_steps(pattern)) {
            pattern = star = next_step(pattern);
            mark = path;
            starred = true;
        } else if (pattern != NULL &&
                   glob(pattern, strcspn(pattern, "/"), path, strcspn(path, "/"))) {
            pattern = next_step(pattern);
            path = next_step(path);
        } else if (starred) {
            path = mark = next_step(mark);
            pattern = star;
        } else {
            return false;
        }
    }
    // what is left may stand for no steps at all
    while (is_any_steps(pattern)) {
        pattern = next_step(pattern);
    }
    return pattern == NULL;
}

typedef struct listing {
    const char *pattern;
    snw_roots_fn *tell;
    void *context;
    snw__trail trail;
    int count;
    bool ended;
} listing;

static void list_block(listing *l, const snw_type *type, void *block, bool moved);

static void list_value(listing *l, const snw_field *field, void *item, bool moved) {
    // a path that is too long to be resolved is of no use to anybody
    if (!snw__trail_is_whole(&l->trail) || !matches(l->pattern, l->trail.text)) return;
    snw_place place;
    snw__place_fill(&place, field, item, 1, -1);
    if (moved) place.when = snw__when_moved(place.when);
    l->count++;
    l->ended = !l->tell(l->trail.text, &place, l->context);
}

static void list_item(listing *l, const snw_field *field, void *item, bool moved) {
    if (field->kind == SNW_KIND_STRUCT) {
        list_block(l, field->type, item, moved);
    } else if (field->kind == SNW_KIND_OPTIONAL) {
        void *part;
        memcpy(&part, item, sizeof part);
        if (part != NULL) list_block(l, field->type, part, true);
    } else if (field->kind == SNW_KIND_CHILD) {
        const snw_child *child = item;
        if (child->block != NULL && child->type != NULL) {
            list_block(l, child->type, child->block, true);
        }
    } else {
        list_value(l, field, item, moved);
    }
}

static void list_block(listing *l, const snw_type *type, void *block, bool moved) {
    for (int i = 0; i < type->field_count && !l->ended; i++) {
        const snw_field *field = &type->fields[i];
        const size_t back = snw__trail_enter(&l->trail, field->name);
        const int count = snw_field_count(field, block);
        const bool inside = moved || snw__array_moves(field);
        for (int item = 0; item < count && !l->ended; item++) {
            const size_t whole = l->trail.length;
            if (field->array != SNW_SINGLE) snw__trail_item(&l->trail, field, block, item);
            list_item(l, field, snw_field_place(field, block, item), inside);
            snw__trail_leave(&l->trail, whole);
        }
        snw__trail_leave(&l->trail, back);
    }
}

int snw_roots_list(const snw_roots *roots, const char *pattern, snw_roots_fn *tell, void *context) {
    listing l = {.pattern = pattern, .tell = tell, .context = context};
    for (int i = 0; i < roots->count && !l.ended; i++) {
        const snw_root *root = &roots->items[i];
        const size_t back = snw__trail_enter(&l.trail, root->name);
        list_block(&l, root->type, root->block, false);
        snw__trail_leave(&l.trail, back);
    }
    return l.count;
}
