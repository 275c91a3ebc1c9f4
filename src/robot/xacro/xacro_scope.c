// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "xacro_parts.h"

bool snw__x_is_name(const char *name) {
    const char *c = name;
    while ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_' ||
           (c > name && *c >= '0' && *c <= '9')) {
        c++;
    }
    return c > name && *c == '\0';
}

snw__xscope *snw__x_scope(snw__xacro *x, snw__xscope *parent) {
    snw__xscope *scope = snw__x_take(x, &x->keep, sizeof *scope);
    if (scope != NULL) scope->parent = parent;
    return scope;
}

static snw__xtable *table_of(snw__xscope *scope, snw__xlist list) {
    switch (list) {
    case SNW__X_SYMBOLS:
        return &scope->symbols;
    case SNW__X_BLOCKS:
        return &scope->blocks;
    case SNW__X_MACROS:
        break;
    }
    return &scope->macros;
}

// the included name space of the first part of a dotted name, from a scope outwards
static snw__xscope *space_of(snw__xacro *x, snw__xscope *scope, const char *name, size_t length) {
    char part[64];
    if (length >= sizeof part) return NULL;
    memcpy(part, name, length);
    part[length] = '\0';
    for (; scope != NULL && snw__x_spend(x, 0); scope = scope->parent) {
        snw__xscope *space = snw__x_get(&scope->spaces, part);
        if (space != NULL) return space;
    }
    return NULL;
}

void *snw__x_find(snw__xacro *x, snw__xscope *scope, snw__xlist list, const char *name,
                  snw__xscope **home) {
    const char *dot = strchr(name, '.');
    bool inner = false;
    while (dot != NULL) {
        scope = space_of(x, scope, name, (size_t)(dot - name));
        if (scope == NULL) return NULL;
        inner = true;
        name = dot + 1;
        dot = strchr(name, '.');
    }
    for (; scope != NULL && snw__x_spend(x, 0); scope = inner ? NULL : scope->parent) {
        void *found = snw__x_get(table_of(scope, list), name);
        if (found == NULL) continue;
        if (home != NULL) *home = scope;
        return found;
    }
    return NULL;
}

const char *snw__x_nearest(snw__xacro *x, snw__xscope *scope, snw__xlist list, const char *name) {
    enum { MOST = 4096 };
    const snw__xmark mark = snw__x_mark(&x->scratch);
    const char **names = snw__x_take(x, &x->scratch, MOST * sizeof *names);
    int count = 0;
    for (; names != NULL && scope != NULL; scope = scope->parent) {
        const snw__xtable *table = table_of(scope, list);
        for (int i = 0; i < table->room && count < MOST; i++) {
            const snw__xentry *entry = &table->entries[i];
            if (entry->data != NULL) names[count++] = entry->name;
        }
    }
    const char *near = snw_closest_name(name, names, count);
    snw__x_release(&x->scratch, mark);
    return near;
}

bool snw__x_define(snw__xacro *x, snw__xscope *scope, const char *name, snw__xvalue value) {
    snw__xsymbol *symbol = snw__x_take(x, &x->keep, sizeof *symbol);
    if (symbol == NULL) return false;
    symbol->value = value;
    symbol->home = scope;
    symbol->node = x->at;
    return snw__x_put(x, &scope->symbols, name, symbol);
}

bool snw__x_rebind(snw__xacro *x, snw__xscope *scope, const char *name, snw__xvalue value) {
    snw__xsymbol *symbol = snw__x_get(&scope->symbols, name);
    if (symbol == NULL) return snw__x_define(x, scope, name, value);
    symbol->value = value;
    return true;
}

// --- values of names ----------------------------------------------------------------------------

static bool refuse_name(snw__xacro *x, snw__xscope *scope, const char *name) {
    const char *near = snw__x_nearest(x, scope, SNW__X_SYMBOLS, name);
    if (x->stopped) return false;
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    if (near != NULL) {
        snw_text_format(&text, "did you mean '%s'?", near);
    } else {
        snw_text_format(&text, "define it with xacro:property, before this line");
    }
    return snw__x_fail(x, (snw__xfault){SNW_ERR_UNKNOWN_NAME, "xacro-property", fix},
                       "property %s is not known", snw_quote(name).text);
}

// the text of a property is evaluated where it was defined, when it is first asked for
static bool settle(snw__xacro *x, snw__xsymbol *symbol, const char *name) {
    if (symbol->lazy == NULL) return true;
    const snw__xnode *at = x->at;
    const char *attribute = x->attribute;
    if (symbol->node != NULL) {
        snw__x_look_at(x, symbol->node,
                       snw__x_attribute(symbol->node, "value") >= 0 ? "value" : "default");
    }
    snw__xvalue value = {0};
    bool good = false;
    if (symbol->busy) {
        (void)snw__x_fail(
            x, (snw__xfault){SNW_ERR_SYNTAX, "xacro-cycle", "give one of them its own value"},
            "property %s depends on itself", snw_quote(name).text);
    } else if (snw__x_enter(x)) {
        // a property keeps the folder of a package, also when an include asks for it first
        const bool addresses = x->addresses;
        x->addresses = false;
        symbol->busy = true;
        good = snw__x_text(x, symbol->lazy, symbol->home, &value);
        symbol->busy = false;
        x->addresses = addresses;
        x->depth--;
    }
    snw__x_look_at(x, at, attribute);
    if (!good) return false;
    symbol->value = snw__x_literal(x, &value);
    symbol->lazy = NULL;
    return true;
}

// the value of a dotted name whose last words are keys of a dictionary: included.property.key
static bool dotted_value(snw__xacro *x, snw__xscope *scope, const char *name, bool *found,
                         snw__xvalue *out) {
    *found = false;
    bool inner = false;
    for (const char *dot = strchr(name, '.'); dot != NULL; dot = strchr(name, '.')) {
        const char *front = snw__x_copy(x, name, (size_t)(dot - name));
        if (front == NULL) return false;
        snw__xsymbol *symbol = inner ? snw__x_get(&scope->symbols, front)
                                     : snw__x_find(x, scope, SNW__X_SYMBOLS, front, NULL);
        if (symbol != NULL) {
            *found = true;
            return settle(x, symbol, front) && snw__x_attribute_of(x, &symbol->value, dot + 1, out);
        }
        scope = space_of(x, scope, name, (size_t)(dot - name));
        if (scope == NULL) break;
        inner = true;
        name = dot + 1;
    }
    return true;
}

bool snw__x_value_of(snw__xacro *x, snw__xscope *scope, const char *name, snw__xvalue *out) {
    bool found = false;
    snw__xsymbol *symbol = snw__x_find(x, scope, SNW__X_SYMBOLS, name, NULL);
    if (symbol == NULL) {
        if (!dotted_value(x, scope, name, &found, out)) return false;
        return found || snw__x_constant(name, out) || refuse_name(x, scope, name);
    }
    if (!settle(x, symbol, name)) return false;
    *out = symbol->value;
    return true;
}
