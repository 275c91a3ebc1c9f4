// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Lists and dictionaries: making them, their items, and the lists that `for` makes.
#include <string.h>

#include "xacro_parts.h"

enum { MOST_ITEMS = 1 << 20 }; // of one list: 1 Mi items, far above any robot

// --- making -------------------------------------------------------------------------------------

bool snw__x_make(snw__xacro *x, snw__xkind kind, int room, snw__xvalue *out) {
    snw__xbody *body = snw__x_take(x, &x->keep, sizeof *body);
    if (body == NULL) return false;
    if (room > 0) body->items = snw__x_take(x, &x->keep, (size_t)room * sizeof *body->items);
    if (room > 0 && body->items == NULL) return false;
    body->room = room;
    *out = (snw__xvalue){.kind = kind, .body = body};
    return true;
}

bool snw__x_push(snw__xacro *x, snw__xbody *body, const snw__xvalue *item) {
    if (!snw__x_spend(x, sizeof *item)) return false;
    const snw__xvalue copy = *item; // may stand in the items that are moved
    if (body->count >= MOST_ITEMS) {
        x->stopped = true;
        return snw__x_fail(x, (snw__xfault){SNW_ERR_TOO_LARGE, "xacro-limit", "use several lists"},
                           "a list has more than %d items", MOST_ITEMS);
    }
    if (body->count == body->room) {
        const int room = 2 * body->room + 4;
        snw__xvalue *larger = snw__x_take(x, &x->keep, (size_t)room * sizeof *larger);
        if (larger == NULL) return false;
        if (body->count > 0) memcpy(larger, body->items, (size_t)body->count * sizeof *larger);
        body->items = larger;
        body->room = room;
    }
    body->items[body->count++] = copy;
    return true;
}

bool snw__x_dict_find(snw__xacro *x, const snw__xbody *dict, const snw__xvalue *key, int *at) {
    *at = -1;
    for (int i = 0; i < dict->count; i += 2) {
        bool same = false;
        if (!snw__x_equal(x, &dict->items[i], key, &same)) return false;
        if (!same) continue;
        *at = i + 1;
        break;
    }
    return true;
}

bool snw__x_dict_set(snw__xacro *x, snw__xbody *dict, const snw__xvalue *key,
                     const snw__xvalue *value) {
    int at = -1;
    if (key->kind >= SNW__X_LIST) {
        return snw__x_fail(
            x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type", "use a text or a number as key"},
            "%s cannot be a key", snw__x_kind_name(key));
    }
    if (!snw__x_dict_find(x, dict, key, &at)) return false;
    if (at < 0) return snw__x_push(x, dict, key) && snw__x_push(x, dict, value);
    dict->items[at] = *value;
    return true;
}

// --- items --------------------------------------------------------------------------------------

int64_t snw__x_letters(const snw__xvalue *text) {
    int64_t count = 0;
    for (int i = 0; i < text->count; i++) {
        count += ((unsigned char)text->text[i] & 0xC0) != 0x80 ? 1 : 0;
    }
    return count;
}

static size_t letter_size(const char *at) {
    size_t length = 1;
    while (((unsigned char)at[length] & 0xC0) == 0x80) {
        length++;
    }
    return length;
}

static bool push_letter(snw__xacro *x, snw__xbody *list, const char *at, size_t length) {
    const char *letter = snw__x_copy(x, at, length);
    const snw__xvalue value = snw__x_kept(letter, length);
    return letter != NULL && snw__x_push(x, list, &value);
}

bool snw__x_iterate(snw__xacro *x, const snw__xvalue *value, snw__xvalue *out) {
    if (value->kind < SNW__X_TEXT) {
        return snw__x_fail(
            x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type", "use a list, a dictionary or a text"},
            "%s has no items", snw__x_kind_name(value));
    }
    if (value->kind == SNW__X_LIST || value->kind == SNW__X_SET) {
        *out = *value;
        out->kind = SNW__X_LIST;
        return true;
    }
    if (!snw__x_make(x, SNW__X_LIST, 0, out)) return false;
    bool good = true;
    if (value->kind == SNW__X_DICT) {
        for (int i = 0; good && i < value->body->count; i += 2) {
            good = snw__x_push(x, out->body, &value->body->items[i]);
        }
        return good;
    }
    for (const char *at = value->text; good && *at != '\0'; at += letter_size(at)) {
        good = push_letter(x, out->body, at, letter_size(at));
    }
    return good;
}

// the list of letters is made once, so that a slice costs no more than the text
static bool pick_letters(snw__xacro *x, const snw__xvalue *text, int64_t from, int64_t step,
                         int64_t count, snw__xvalue *out) {
    snw__xvalue letters = {0};
    snw__xbuffer buffer = {0};
    if (!snw__x_iterate(x, text, &letters) || !snw__x_add(x, &buffer, "", 0)) return false;
    for (int64_t i = 0; i < count; i++) {
        const snw__xvalue *letter = &letters.body->items[from + i * step];
        if (!snw__x_add(x, &buffer, letter->text, (size_t)letter->count)) return false;
    }
    const char *copy = snw__x_copy(x, buffer.data, buffer.length);
    if (copy == NULL) return false;
    *out = snw__x_kept(copy, buffer.length);
    return true;
}

bool snw__x_pick(snw__xacro *x, const snw__xvalue *owner, int64_t from, int64_t step, int64_t count,
                 snw__xvalue *out) {
    if (owner->kind == SNW__X_TEXT) return pick_letters(x, owner, from, step, count, out);
    const snw__xvalue source = *owner; // out may be the owner
    if (!snw__x_make(x, SNW__X_LIST, (int)count, out)) return false;
    for (int64_t i = 0; i < count; i++) {
        if (!snw__x_push(x, out->body, &source.body->items[from + i * step])) return false;
    }
    return true;
}

static bool letter_at(snw__xacro *x, const snw__xvalue *text, int64_t index, snw__xvalue *out) {
    const char *at = text->text;
    for (; index > 0; index--) {
        at += letter_size(at);
    }
    const size_t length = letter_size(at);
    const char *letter = snw__x_copy(x, at, length);
    if (letter != NULL) *out = snw__x_kept(letter, length);
    return letter != NULL;
}

static bool refuse_key(snw__xacro *x, const snw__xbody *dict, const snw__xvalue *key) {
    enum { MOST = 256 };
    const char *names[MOST];
    int count = 0;
    for (int i = 0; i < dict->count && count < MOST; i += 2) {
        if (dict->items[i].kind == SNW__X_TEXT) names[count++] = dict->items[i].text;
    }
    const char *text = snw__x_string(x, key);
    if (text == NULL) return false;
    const char *near = snw_closest_name(text, names, count);
    char fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(fix, sizeof fix);
    if (near != NULL) {
        snw_text_format(&line, "did you mean '%s'?", near);
    } else {
        snw_text_format(&line, "use a key that it has");
    }
    return snw__x_fail(x, (snw__xfault){SNW_ERR_UNKNOWN_NAME, "xacro-type", fix},
                       "the dictionary has no key %s", snw_quote(text).text);
}

static bool item_of_dict(snw__xacro *x, const snw__xbody *dict, const snw__xvalue *key,
                         snw__xvalue *out) {
    int at = -1;
    if (!snw__x_dict_find(x, dict, key, &at)) return false;
    if (at < 0) return refuse_key(x, dict, key);
    *out = dict->items[at];
    return true;
}

bool snw__x_attribute_of(snw__xacro *x, const snw__xvalue *owner, const char *name,
                         snw__xvalue *out) {
    snw__xvalue value = *owner;
    while (name != NULL) {
        const size_t length = strcspn(name, ".");
        if (value.kind != SNW__X_DICT) {
            return snw__x_fail(
                x,
                (snw__xfault){SNW_ERR_UNSUPPORTED, "xacro-python",
                              "only dictionaries have names behind a dot; methods need ()"},
                "%s: %s has no attributes", snw_quote(name).text, snw__x_kind_name(&value));
        }
        const char *key = snw__x_copy(x, name, length);
        const snw__xvalue text = snw__x_kept(key, length);
        if (key == NULL || !item_of_dict(x, value.body, &text, &value)) return false;
        name = name[length] == '.' ? name + length + 1 : NULL;
    }
    *out = value;
    return true;
}

bool snw__x_evaluate_index(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope,
                           snw__xvalue *out) {
    snw__xvalue owner = {0}, index = {0};
    if (!snw__x_evaluate(x, e->first, scope, &owner)) return false;
    if (!snw__x_evaluate(x, e->first->next, scope, &index)) return false;
    if (owner.kind == SNW__X_DICT) return item_of_dict(x, owner.body, &index, out);
    if (index.kind == SNW__X_BOOL) index.kind = SNW__X_INT;
    if ((owner.kind != SNW__X_LIST && owner.kind != SNW__X_TEXT) || index.kind != SNW__X_INT) {
        return snw__x_fail(x,
                           (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type",
                                         "take items of lists, texts and dictionaries"},
                           "%s has no item at %s", snw__x_kind_name(&owner),
                           snw__x_kind_name(&index));
    }
    if (!snw__x_spend(x, (size_t)owner.count)) return false;
    const int64_t count =
        owner.kind == SNW__X_TEXT ? snw__x_letters(&owner) : (int64_t)owner.body->count;
    const int64_t at = index.integer < 0 ? index.integer + count : index.integer;
    if (at < 0 || at >= count) {
        return snw__x_fail(
            x, (snw__xfault){SNW_ERR_RANGE, "xacro-type", "count from 0, or back from -1"},
            "item %lld of %lld does not exist", (long long)index.integer, (long long)count);
    }
    if (owner.kind == SNW__X_TEXT) return letter_at(x, &owner, at, out);
    *out = owner.body->items[at];
    return true;
}

// --- slices -------------------------------------------------------------------------------------

// one of start, stop and step; what is left out keeps the value it has
static bool slice_part(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope, bool *given,
                       int64_t *part) {
    snw__xvalue value = {0};
    *given = e != NULL && e->op != SNW__X_ABSENT;
    if (!*given) return true;
    if (!snw__x_evaluate(x, e, scope, &value)) return false;
    *given = value.kind != SNW__X_NONE;
    if (!*given) return true;
    if (value.kind != SNW__X_INT && value.kind != SNW__X_BOOL) {
        return snw__x_fail(
            x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type", "use whole numbers in a slice"},
            "a slice cannot be made with %s", snw__x_kind_name(&value));
    }
    *part = value.integer;
    return true;
}

static int64_t clamp_to(int64_t value, int64_t low, int64_t high) {
    return value < low ? low : value > high ? high : value;
}

// where an end of a slice is: from the back when negative, and inside the list
static int64_t slice_end(bool given, int64_t part, int64_t initial, int64_t count, int64_t step) {
    if (!given) return initial;
    if (part < 0) part = part < -count ? -1 - (step > 0) : part + count;
    return step > 0 ? clamp_to(part, 0, count) : clamp_to(part, -1, count - 1);
}

bool snw__x_evaluate_slice(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope,
                           snw__xvalue *out) {
    snw__xvalue owner = {0};
    bool given[3] = {false, false, false};
    int64_t part[3] = {0, 0, 1};
    const snw__xexpr *at = e->first->next;
    if (!snw__x_evaluate(x, e->first, scope, &owner)) return false;
    for (int i = 0; i < 3; i++) {
        if (!slice_part(x, at, scope, &given[i], &part[i])) return false;
        at = at != NULL ? at->next : NULL;
    }
    const int64_t step = part[2];
    if ((owner.kind != SNW__X_LIST && owner.kind != SNW__X_TEXT) || step == 0) {
        return snw__x_fail(
            x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type", "cut lists and texts, by a step"},
            step == 0 ? "the step of a slice of %s is zero" : "%s cannot be cut into slices",
            snw__x_kind_name(&owner));
    }
    if (!snw__x_spend(x, (size_t)owner.count)) return false;
    const int64_t count =
        owner.kind == SNW__X_TEXT ? snw__x_letters(&owner) : (int64_t)owner.body->count;
    const int64_t from = slice_end(given[0], part[0], step > 0 ? 0 : count - 1, count, step);
    const int64_t to = slice_end(given[1], part[1], step > 0 ? count : -1, count, step);
    // how many steps fit between the two; steps beyond the list are one
    const int64_t stride = clamp_to(step, -count - 1, count + 1);
    const int64_t room = step > 0 ? to - from : from - to, width = step > 0 ? stride : -stride;
    return snw__x_pick(x, &owner, from, stride, room > 0 ? (room + width - 1) / width : 0, out);
}

// --- lists made by `for` ------------------------------------------------------------------------

typedef struct collecting {
    const snw__xexpr *e;
    snw__xscope *scope;
    snw__xvalue *out;
} collecting;

// binds the names of a clause to an item: one name to the item, several to its own items
static bool bind_names(snw__xacro *x, const snw__xexpr *clause, snw__xscope *scope,
                       const snw__xvalue *item) {
    snw__xvalue parts = {0};
    const snw__xexpr *name = clause->first->next;
    if (clause->count == 2) return snw__x_rebind(x, scope, name->name, *item);
    if (!snw__x_iterate(x, item, &parts)) return false;
    if (parts.body->count != clause->count - 1) {
        return snw__x_fail(
            x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type", "give as many names as items"},
            "%d names for %d items in a 'for'", clause->count - 1, parts.body->count);
    }
    for (int i = 0; name != NULL; name = name->next, i++) {
        if (!snw__x_rebind(x, scope, name->name, parts.body->items[i])) return false;
    }
    return true;
}

static bool collect_one(snw__xacro *x, const collecting *c) {
    snw__xvalue item = {0}, value = {0};
    if (!snw__x_evaluate(x, c->e->first, c->scope, &item)) return false;
    if (c->e->link == SNW__X_MAKE_LIST) return snw__x_push(x, c->out->body, &item);
    return snw__x_evaluate(x, c->e->first->next, c->scope, &value) &&
           snw__x_dict_set(x, c->out->body, &item, &value);
}

// the clauses from one on: a `for` goes through its items, an `if` lets pass
static bool run_clauses(snw__xacro *x, const collecting *c, const snw__xexpr *clause) {
    snw__xvalue value = {0}, items = {0};
    for (;; clause = clause->next) {
        if (clause == NULL) return collect_one(x, c);
        if (!snw__x_evaluate(x, clause->first, c->scope, &value)) return false;
        if (clause->op == SNW__X_FOR) break;
        if (!snw__x_truth(&value)) return true;
    }
    if (!snw__x_iterate(x, &value, &items) || !snw__x_enter(x)) return false;
    bool good = true;
    for (int i = 0; good && i < items.body->count; i++) {
        good = bind_names(x, clause, c->scope, &items.body->items[i]) &&
               run_clauses(x, c, clause->next);
    }
    x->depth--;
    return good;
}

bool snw__x_evaluate_collect(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope,
                             snw__xvalue *out) {
    const snw__xexpr *clause = e->first;
    for (int i = 0; i < e->count; i++) {
        clause = clause->next;
    }
    snw__xvalue made = {0};
    const snw__xkind kind = e->link == SNW__X_MAKE_LIST ? SNW__X_LIST : SNW__X_DICT;
    const collecting c = {e, snw__x_scope(x, scope), &made};
    if (c.scope == NULL || !snw__x_make(x, kind, 0, &made)) return false;
    if (!run_clauses(x, &c, clause)) return false;
    *out = made;
    return true;
}
