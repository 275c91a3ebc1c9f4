// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Flow lists and maps of YAML, anchors and aliases, and how a map comes together.
#include <string.h>

#include "xacro_yaml.h"

// --- anchors ------------------------------------------------------------------------------------

// a name behind & * or !; behind it afterwards
static char *take_name(snw__yaml *y) {
    const size_t length = strcspn(y->at, " \t\n,[]{}");
    char *name = snw__x_copy(y->x, y->at, length);
    y->at += length;
    return name;
}

static bool take_anchor(snw__yaml *y, snw__yproperties *p) {
    y->at++;
    const char *name = take_name(y);
    if (name == NULL) return false;
    if (name[0] == '\0' || p->anchor != NULL) {
        return snw__yaml_fail(y, "write &name once", "an anchor has no name, or is the second one");
    }
    p->anchor = snw__x_take(y->x, &y->x->keep, sizeof *p->anchor);
    if (p->anchor == NULL) return false;
    p->anchor->open = true;
    p->before = y->values;
    return snw__x_put(y->x, &y->anchors, name, p->anchor);
}

bool snw__yaml_properties(snw__yaml *y, snw__yproperties *p, bool *crossed) {
    while (*y->at == '&' || *y->at == '!') {
        // properties of a line of their own belong to what follows
        if (*y->at == '&') {
            if (!take_anchor(y, p)) return false;
        } else {
            if (p->tag != NULL) return snw__yaml_fail(y, "keep one tag", "a value has two tags");
            p->tag = take_name(y);
            if (p->tag == NULL) return false;
        }
        bool next = false;
        if (!snw__yaml_skip(y, &next)) return false;
        *crossed = next;
    }
    return true;
}

bool snw__yaml_settle(snw__yaml *y, const snw__yproperties *p, const snw__xvalue *value) {
    if (p->anchor == NULL) return true;
    p->anchor->value = *value;
    p->anchor->weight = y->values - p->before;
    p->anchor->open = false;
    return true;
}

bool snw__yaml_alias(snw__yaml *y, snw__xvalue *out) {
    y->at++;
    const char *name = take_name(y);
    if (name == NULL) return false;
    const snw__yanchor *anchor = snw__x_get(&y->anchors, name);
    if (anchor == NULL) {
        return snw__yaml_fail(y, "define it with &name before", "alias %s is not known",
                              snw_quote(name).text);
    }
    if (anchor->open) {
        return snw__yaml_fail(y, "remove the alias", "alias %s stands inside its own anchor",
                              snw_quote(name).text);
    }
    *out = anchor->value;
    return snw__yaml_count(y, anchor->weight);
}

// --- maps ---------------------------------------------------------------------------------------

bool snw__yaml_map_begin(snw__yaml *y, snw__ymap *map) {
    *map = (snw__ymap){0};
    return snw__x_make(y->x, SNW__X_DICT, 0, &map->own);
}

// <<: *other, or a list of others, of which the first has the last word
static bool merge_maps(snw__yaml *y, snw__ymap *map, const snw__xvalue *value) {
    const bool list = value->kind == SNW__X_LIST;
    const snw__xvalue *sources = list ? value->body->items : value;
    if (map->merged.body == NULL && !snw__x_make(y->x, SNW__X_DICT, 0, &map->merged)) return false;
    for (int i = list ? value->body->count - 1 : 0; i >= 0; i--) {
        if (sources[i].kind != SNW__X_DICT) {
            return snw__yaml_fail(y, "write <<: *name of a map", "%s cannot be merged into a map",
                                  snw__x_kind_name(&sources[i]));
        }
        const snw__xbody *from = sources[i].body;
        if (!snw__yaml_count(y, from->count / 2)) return false;
        // the keys of the first one differ from each other
        const bool first = map->merged.body->count == 0;
        bool good = true;
        for (int k = 0; good && k < from->count; k += 2) {
            const snw__xvalue *pair = &from->items[k];
            good = first ? snw__x_push(y->x, map->merged.body, &pair[0]) &&
                               snw__x_push(y->x, map->merged.body, &pair[1])
                         : snw__x_dict_set(y->x, map->merged.body, &pair[0], &pair[1]);
        }
        if (!good) return false;
    }
    return true;
}

// a key that comes again changes the value, as PyYAML does; a table finds it
bool snw__yaml_map_put(snw__yaml *y, snw__ymap *map, const snw__yscalar *key,
                       const snw__xvalue *value) {
    if (key->plain && strcmp(key->text, "<<") == 0) return merge_maps(y, map, value);
    snw__xvalue name = {0};
    if (!snw__yaml_resolve(y, key, NULL, &name)) return false;
    const char *text = snw__x_string(y->x, &name);
    snw__xbuffer mark = {0};
    if (text == NULL || !snw__x_add(y->x, &mark, name.kind == SNW__X_TEXT ? "t" : "v", 1) ||
        !snw__x_add(y->x, &mark, text, strlen(text))) {
        return false;
    }
    snw__xbody *own = map->own.body;
    const int *place = snw__x_get(&map->seen, mark.data);
    if (place != NULL) {
        own->items[*place] = *value;
        return true;
    }
    int *at = snw__x_take(y->x, &y->x->keep, sizeof *at);
    if (at == NULL) return false;
    *at = own->count + 1;
    return snw__x_put(y->x, &map->seen, mark.data, at) && snw__x_push(y->x, own, &name) &&
           snw__x_push(y->x, own, value);
}

bool snw__yaml_map_end(snw__yaml *y, snw__ymap *map, snw__xvalue *out) {
    *out = map->own;
    if (map->merged.body == NULL) return true;
    const snw__xbody *own = map->own.body;
    for (int i = 0; i < own->count; i += 2) {
        if (!snw__x_dict_set(y->x, map->merged.body, &own->items[i], &own->items[i + 1])) {
            return false;
        }
    }
    *out = map->merged;
    return true;
}

// --- flow ---------------------------------------------------------------------------------------

static bool read_flow_node(snw__yaml *y, snw__xvalue *out);

static bool skip_flow(snw__yaml *y) {
    bool crossed = false;
    return snw__yaml_skip(y, &crossed);
}

// a comma or the closing sign; `*done` at the latter
static bool next_entry(snw__yaml *y, char close, bool *done) {
    if (!skip_flow(y)) return false;
    *done = *y->at == close;
    if (*y->at == ',' || *done) {
        y->at++;
        return *done || skip_flow(y);
    }
    return snw__yaml_fail(y, "write a comma, or close the bracket", "a comma or '%c' is missing",
                          close);
}

static bool read_flow_list(snw__yaml *y, snw__xvalue *out) {
    if (!snw__x_make(y->x, SNW__X_LIST, 0, out)) return false;
    snw__xbody *list = out->body;
    bool done = false;
    while (!done && *y->at != ']') {
        snw__xvalue item = {0};
        if (!read_flow_node(y, &item) || !snw__x_push(y->x, list, &item)) return false;
        if (*y->at == ':') {
            return snw__yaml_fail(y, "put it between braces", "a pair stands in a list");
        }
        if (!next_entry(y, ']', &done)) return false;
    }
    y->at += done ? 0 : 1;
    return true;
}

static bool read_flow_key(snw__yaml *y, snw__yscalar *key) {
    if (*y->at == '"' || *y->at == '\'') return snw__yaml_quoted(y, key);
    if (*y->at == '\0' || strchr("[{&*!?,", *y->at) != NULL) {
        return snw__yaml_fail(y, "write a text as key", "a key is missing");
    }
    return snw__yaml_plain(y, 0, true, key);
}

static bool read_flow_map(snw__yaml *y, snw__xvalue *out) {
    snw__ymap map;
    if (!snw__yaml_map_begin(y, &map)) return false;
    bool done = false;
    while (!done && *y->at != '}') {
        snw__yscalar key = {0};
        snw__xvalue value = {0};
        if (!read_flow_key(y, &key) || !skip_flow(y)) return false;
        if (*y->at == ':') {
            y->at++;
            if (!skip_flow(y) || !read_flow_node(y, &value)) return false;
        }
        if (!snw__yaml_map_put(y, &map, &key, &value) || !next_entry(y, '}', &done)) return false;
    }
    y->at += done ? 0 : 1;
    return snw__yaml_map_end(y, &map, out);
}

static bool read_flow_scalar(snw__yaml *y, const char *tag, snw__xvalue *out) {
    snw__yscalar scalar = {0};
    const bool quoted = *y->at == '"' || *y->at == '\'';
    if (*y->at != '\0' && strchr("|>@`%?", *y->at) != NULL && snw__yaml_is_gap(y->at[1])) {
        return snw__yaml_fail(y, "put the text between quotes", "'%c' cannot begin a value",
                              *y->at);
    }
    return (quoted ? snw__yaml_quoted(y, &scalar) : snw__yaml_plain(y, 0, true, &scalar)) &&
           snw__yaml_resolve(y, &scalar, tag, out);
}

static bool read_flow_node(snw__yaml *y, snw__xvalue *out) {
    snw__yproperties p = {0};
    bool crossed = false;
    if (!snw__yaml_count(y, 1) || !snw__yaml_properties(y, &p, &crossed)) return false;
    if (y->at >= y->end) {
        return snw__yaml_fail(y, "close the bracket", "a bracket has no end");
    }
    const char c = *y->at;
    bool good = false;
    if (c == '*') {
        good = snw__yaml_alias(y, out);
    } else if (c == '[' || c == '{') {
        good = snw__yaml_flow(y, out);
    } else {
        good = read_flow_scalar(y, p.tag, out);
    }
    return good && skip_flow(y) && snw__yaml_settle(y, &p, out);
}

bool snw__yaml_flow(snw__yaml *y, snw__xvalue *out) {
    const bool list = *y->at == '[';
    if (y->depth++ >= SNW__YAML_DEPTH) {
        return snw__yaml_fail(y, "nest less", "lists and maps are nested more than %d deep",
                              SNW__YAML_DEPTH);
    }
    y->at++;
    if (!skip_flow(y)) return false;
    if (!(list ? read_flow_list(y, out) : read_flow_map(y, out))) return false;
    y->depth--;
    return true;
}
