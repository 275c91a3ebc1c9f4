// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Sets: lists without equal items, in the order in which the items came. And the kinds of values.
#include <string.h>

#include "xacro_parts.h"

bool snw__x_contains(snw__xacro *x, const snw__xbody *items, const snw__xvalue *item, bool *found) {
    *found = false;
    for (int i = 0; i < items->count && !*found; i++) {
        if (!snw__x_equal(x, &items->items[i], item, found)) return false;
    }
    return true;
}

bool snw__x_set_add(snw__xacro *x, snw__xbody *set, const snw__xvalue *item) {
    bool found = false;
    return snw__x_contains(x, set, item, &found) && (found || snw__x_push(x, set, item));
}

bool snw__x_set_of(snw__xacro *x, const snw__xvalue *value, snw__xvalue *out) {
    snw__xvalue items = {0}, made = {0};
    if (!snw__x_iterate(x, value, &items) || !snw__x_make(x, SNW__X_SET, 0, &made)) return false;
    for (int i = 0; i < items.body->count; i++) {
        if (!snw__x_set_add(x, made.body, &items.body->items[i])) return false;
    }
    *out = made;
    return true;
}

bool snw__x_set_filter(snw__xacro *x, const snw__xbody *from, const snw__xbody *other, bool common,
                       snw__xvalue *out) {
    snw__xvalue made = {0};
    if (!snw__x_make(x, SNW__X_SET, 0, &made)) return false;
    for (int i = 0; i < from->count; i++) {
        bool found = false;
        if (!snw__x_contains(x, other, &from->items[i], &found)) return false;
        if (found == common && !snw__x_push(x, made.body, &from->items[i])) return false;
    }
    *out = made;
    return true;
}

// --- kinds --------------------------------------------------------------------------------------

// whether a value is of a type of Python; false in *known for what is no type that values have here
static bool is_of_type(const snw__xvalue *value, const char *type, bool *known) {
    static const struct {
        const char *name;
        snw__xkind kind;
    } types[] = {{"str", SNW__X_TEXT},     {"int", SNW__X_INT},    {"int", SNW__X_BOOL},
                 {"bool", SNW__X_BOOL},    {"float", SNW__X_REAL}, {"list", SNW__X_LIST},
                 {"dict", SNW__X_DICT},    {"tuple", SNW__X_LIST}, {"set", SNW__X_SET},
                 {"frozenset", SNW__X_SET}};
    bool is = false;
    *known = false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].name, type) != 0) continue;
        *known = true;
        is = is || types[i].kind == value->kind;
    }
    return is;
}

bool snw__x_is_instance(snw__xacro *x, const snw__xvalue *value, const snw__xexpr *types,
                        snw__xvalue *out) {
    const bool several = types->op == SNW__X_MAKE_LIST;
    bool is = false;
    for (const snw__xexpr *t = several ? types->first : types; t != NULL;
         t = several ? t->next : NULL) {
        bool known = false;
        const char *name = t->op == SNW__X_NAME ? snw__x_without_module(t->name) : "";
        is = is_of_type(value, name, &known) || is;
        if (known) continue;
        return snw__x_fail(x,
                           (snw__xfault){SNW_ERR_UNSUPPORTED, "xacro-python",
                                         "ask for str, int, float, bool, list, dict or set"},
                           "isinstance() is not given the name of a type");
    }
    *out = snw__x_bool(is);
    return true;
}
