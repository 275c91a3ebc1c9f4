// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Arguments with names: dict(a=1), sorted(list, reverse=True), '{x}'.format(x=1).
#include <string.h>

#include "xacro_parts.h"

// --- reports ------------------------------------------------------------------------------------

static bool refuse_name(snw__xacro *x, const snw__xcall *call, const char *name) {
    return snw__x_fail(
        x,
        (snw__xfault){SNW_ERR_UNSUPPORTED, "xacro-python", "leave it out, or give it by its place"},
        "%s() takes no argument with the name %s", call->name, snw_quote(name).text);
}

static bool refuse_twice(snw__xacro *x, const snw__xcall *call, const char *name) {
    return snw__x_fail(x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type", "remove one of the two"},
                       "%s() is given %s by its place and by its name", call->name,
                       snw_quote(name).text);
}

// --- places of names ----------------------------------------------------------------------------

// What Python calls the arguments of its functions, and how many of them may come without name.
static const struct signature {
    const char *name;
    bool method;
    int positional;
    const char *parameters[3];
} signatures[] = {
    {"int", false, 2, {"x", "base"}},
    {"round", false, 2, {"number", "ndigits"}},
    {"sum", false, 2, {"iterable", "start"}},
    {"enumerate", false, 2, {"iterable", "start"}},
    {"sorted", false, 1, {"iterable", "reverse"}},
    {"load_yaml", false, 1, {"filename"}},
    {"abs_filename", false, 1, {"filename_spec"}},
    {"dotify", false, 1, {"d"}},
    {"arg", false, 1, {"name"}},
    {"tokenize", false, 2, {"s", "sep"}},
    {"sort", true, 0, {"reverse"}},
    {"split", true, 2, {"sep", "maxsplit"}},
};

static const struct signature *signature_of(const snw__xcall *call) {
    const char *plain = snw__x_without_module(call->name);
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
        const struct signature *s = &signatures[i];
        if (s->method == (call->owner != NULL) && strcmp(s->name, plain) == 0) return s;
    }
    return NULL;
}

static int place_of(const struct signature *s, const char *name) {
    for (int i = 0; s != NULL && i < 3 && s->parameters[i] != NULL; i++) {
        if (strcmp(s->parameters[i], name) == 0) return i;
    }
    return -1;
}

// calls with every argument at its place; what is left out before one with a name is None
static bool call_by_places(snw__xacro *x, const snw__xcall *call, snw__xvalue *out) {
    const struct signature *s = signature_of(call);
    snw__xvalue items[3] = {{0}};
    bool given[3] = {false};
    int count = call->count;
    if (s != NULL && !snw__x_check_count(x, call->name, call->count, 0, s->positional)) {
        return false;
    }
    for (int i = 0; s != NULL && i < call->count; i++) {
        items[i] = call->items[i];
        given[i] = true;
    }
    for (int i = 0; i < call->named->count; i += 2) {
        const char *name = call->named->items[i].text;
        const int place = place_of(s, name);
        if (place < 0) return refuse_name(x, call, name);
        if (given[place]) return refuse_twice(x, call, name);
        given[place] = true;
        items[place] = call->named->items[i + 1];
        if (place >= count) count = place + 1;
    }
    const snw__xcall placed = {call->owner, call->name, items, count, NULL};
    return snw__x_apply(x, &placed, out);
}

// --- functions that take any name ---------------------------------------------------------------

static bool set_all(snw__xacro *x, const snw__xbody *named, snw__xbody *dict) {
    for (int i = 0; i < named->count; i += 2) {
        if (!snw__x_dict_set(x, dict, &named->items[i], &named->items[i + 1])) return false;
    }
    return true;
}

// min(list, default=value)
static bool call_default(snw__xacro *x, const snw__xcall *call, snw__xvalue *out) {
    snw__xvalue items = {0};
    const snw__xbody *named = call->named;
    if (named->count != 2 || strcmp(named->items[0].text, "default") != 0) {
        return refuse_name(x, call, named->items[0].text);
    }
    if (call->count != 1) return refuse_name(x, call, "default");
    if (!snw__x_iterate(x, call->items, &items)) return false;
    if (items.body->count > 0) {
        const snw__xcall plain = {NULL, call->name, call->items, call->count, NULL};
        return snw__x_apply(x, &plain, out);
    }
    *out = named->items[1];
    return true;
}

// message(text, print_location=False): the place is always told
static bool call_message(snw__xacro *x, const snw__xcall *call, snw__xvalue *out) {
    for (int i = 0; i < call->named->count; i += 2) {
        const char *name = call->named->items[i].text;
        if (strcmp(name, "print_location") != 0 && strcmp(name, "file") != 0) {
            return refuse_name(x, call, name);
        }
    }
    const snw__xcall plain = {NULL, call->name, call->items, call->count, NULL};
    return snw__x_apply(x, &plain, out);
}

static bool is_one_of(const char *name, const char *const *names) {
    for (; *names != NULL; names++) {
        if (strcmp(name, *names) == 0) return true;
    }
    return false;
}

bool snw__x_call_named(snw__xacro *x, const snw__xcall *call, snw__xvalue *out) {
    static const char *const extremes[] = {"min", "max", NULL};
    static const char *const messages[] = {"message", "warning", "error", NULL};
    const char *plain = snw__x_without_module(call->name);
    const snw__xcall unnamed = {call->owner, call->name, call->items, call->count, NULL};
    if (call->owner == NULL && strcmp(plain, "dict") == 0) {
        return snw__x_apply(x, &unnamed, out) && set_all(x, call->named, out->body);
    }
    if (call->owner != NULL && call->owner->kind == SNW__X_DICT && strcmp(plain, "update") == 0) {
        *out = (snw__xvalue){.kind = SNW__X_NONE};
        return (call->count == 0 || snw__x_apply(x, &unnamed, out)) &&
               set_all(x, call->named, call->owner->body);
    }
    if (call->owner != NULL && call->owner->kind == SNW__X_TEXT && strcmp(plain, "format") == 0) {
        return snw__x_format(x, call, out);
    }
    if (call->owner == NULL && is_one_of(plain, extremes)) return call_default(x, call, out);
    if (call->owner == NULL && is_one_of(plain, messages)) return call_message(x, call, out);
    return call_by_places(x, call, out);
}
