// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "xacro_parts.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

// --- attributes of xacro's own elements ---------------------------------------------------------

static bool refuse_attribute(snw__xacro *x, const char *name, const snw__xwanted *wanted,
                             int count) {
    const char *names[8];
    for (int i = 0; i < count; i++) {
        names[i] = wanted[i].name;
    }
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    const char *near = snw_closest_name(name, names, count);
    if (near != NULL) {
        snw_text_format(&text, "did you mean '%s'?", near);
    } else {
        snw_text_format(&text, "remove it");
    }
    return snw__x_doubt(x, (snw__xfault){SNW_ERR_UNKNOWN_NAME, "xacro-attribute", fix},
                        "attribute %s is not known here", snw_quote(name).text);
}

bool snw__x_wanted(snw__xacro *x, const snw__xnode *node, snw__xwanted *wanted, int count) {
    bool good = true;
    for (int i = 0; i < node->attribute_count; i++) {
        const snw__xattribute *a = &node->attributes[i];
        int k = 0;
        while (k < count && strcmp(wanted[k].name, a->name) != 0) {
            k++;
        }
        snw__x_look_at(x, node, a->name);
        if (k < count) wanted[k].value = a->value;
        if (k == count && !a->raw && !refuse_attribute(x, a->name, wanted, count)) good = false;
    }
    snw__x_look_at(x, node, NULL);
    for (int i = 0; i < count; i++) {
        if (wanted[i].value != NULL || !wanted[i].required) continue;
        good =
            snw__x_fail(x, (snw__xfault){SNW_ERR_NOT_FOUND, "xacro-attribute", "add the attribute"},
                        "attribute '%s' is missing", wanted[i].name);
    }
    return good;
}

// --- properties and arguments -------------------------------------------------------------------

typedef struct definition {
    const snw__xnode *node;
    const char *name, *text; // text is NULL for a block
    bool lazy;
} definition;

// a truth value that an attribute gives; absent is `initial`
static bool flag_of(snw__xacro *x, const snw__xwanted *wanted, const snw__xnode *node,
                    snw__xscope *scope, bool *flag) {
    snw__xvalue value = {0};
    if (wanted->value == NULL) return true;
    snw__x_look_at(x, node, wanted->name);
    return snw__x_text(x, wanted->value, scope, &value) &&
           snw__x_condition(x, &value, wanted->value, flag);
}

static bool store(snw__xacro *x, const definition *d, snw__xscope *scope, snw__xscope *target) {
    if (d->text == NULL) {
        snw__xblock *block = snw__x_take(x, &x->keep, sizeof *block);
        if (block == NULL) return false;
        *block = (snw__xblock){d->node->first, true, false};
        return snw__x_put(x, &target->blocks, d->name, block);
    }
    snw__x_look_at(x, d->node, snw__x_attribute(d->node, "value") >= 0 ? "value" : "default");
    snw__xvalue value = snw__x_kept(d->text, strlen(d->text));
    if (!d->lazy && !snw__x_text(x, d->text, scope, &value)) return false;
    value = snw__x_literal(x, &value);
    if (!snw__x_define(x, target, d->name, value)) return false;
    // numbers are done; text is evaluated when it is asked for
    snw__xsymbol *symbol = snw__x_get(&target->symbols, d->name);
    if (d->lazy && value.kind == SNW__X_TEXT) symbol->lazy = value.text;
    return true;
}

static bool remove_symbol(snw__xacro *x, snw__xscope *scope, const char *name) {
    for (; scope != NULL; scope = scope->parent) {
        if (!snw__x_spend(x, 0)) return false;
        if (snw__x_get(&scope->symbols, name) != NULL &&
            !snw__x_put(x, &scope->symbols, name, NULL)) {
            return false;
        }
    }
    return true;
}

static bool check_name(snw__xacro *x, const char *name) {
    if (!snw__x_is_name(name) || strncmp(name, "__", 2) == 0) {
        return snw__x_fail(x,
                           (snw__xfault){SNW_ERR_SYNTAX, "xacro-property",
                                         "use letters, digits and underscores, a letter first"},
                           "%s cannot be the name of a property", snw_quote(name).text);
    }
    snw__xvalue constant;
    if (snw__x_constant(name, &constant)) {
        return snw__x_warn(x,
                           (snw__xfault){SNW_ERR_DUPLICATE, "xacro-property", "use another name"},
                           "property %s hides a constant", snw_quote(name).text);
    }
    return true;
}

// which scope a property goes to; NULL when it goes nowhere
static snw__xscope *target_of(snw__xacro *x, const char *where, snw__xscope *scope) {
    snw__xscope *target = scope;
    if (where == NULL || strcmp(where, "local") == 0) return scope;
    if (strcmp(where, "global") == 0) {
        while (target->parent != NULL) {
            target = target->parent;
        }
        return target;
    }
    if (strcmp(where, "parent") != 0) {
        (void)snw__x_fail(
            x,
            (snw__xfault){SNW_ERR_UNKNOWN_NAME, "xacro-property", "write local, parent or global"},
            "scope %s is not known", snw_quote(where).text);
        return NULL;
    }
    // a macro of an included name space sets properties of its caller, not of the name space
    target = target->parent;
    while (!scope->space && target != NULL && target->space) {
        target = target->parent;
    }
    if (target == NULL) {
        (void)snw__x_warn(
            x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-property", "remove scope=\"parent\""},
            "there is no scope around the outermost one; the property is left out");
    }
    return target;
}

bool snw__x_property(snw__xacro *x, const snw__xnode *node, snw__xscope *scope) {
    snw__xwanted a[] = {{"name", true, NULL},     {"value", false, NULL},
                        {"default", false, NULL}, {"scope", false, NULL},
                        {"remove", false, NULL},  {"lazy_eval", false, NULL}};
    bool remove = false, lazy = true;
    if (!snw__x_wanted(x, node, a, COUNT(a))) return false;
    snw__x_look_at(x, node, "name");
    const char *name = snw__x_substitute(x, a[0].value, scope);
    if (name == NULL || !check_name(x, name)) return false;
    if (!flag_of(x, &a[4], node, scope, &remove) || !flag_of(x, &a[5], node, scope, &lazy)) {
        return false;
    }
    snw__x_look_at(x, node, NULL);
    if ((a[1].value != NULL) + (a[2].value != NULL) + (remove ? 1 : 0) > 1) {
        return snw__x_fail(x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-property", "keep one of them"},
                           "only one of value, default and remove is allowed");
    }
    if (remove) return remove_symbol(x, scope, name);
    if (a[2].value != NULL && (snw__x_find(x, scope, SNW__X_SYMBOLS, name, NULL) != NULL)) {
        return true;
    }
    snw__x_look_at(x, node, a[3].value != NULL ? "scope" : NULL);
    snw__xscope *target = target_of(x, a[3].value, scope);
    if (target == NULL) return false;
    const definition d = {node, name, a[1].value != NULL ? a[1].value : a[2].value,
                          lazy && target == scope &&
                              (a[3].value == NULL || strcmp(a[3].value, "local") == 0)};
    return store(x, &d, scope, target);
}

bool snw__x_argument(snw__xacro *x, const snw__xnode *node, snw__xscope *scope) {
    snw__xwanted a[] = {{"name", true, NULL}, {"default", false, NULL}};
    if (!snw__x_wanted(x, node, a, COUNT(a))) return false;
    if (a[1].value == NULL || snw__x_get(&x->arguments, a[0].value) != NULL) return true;
    snw__x_look_at(x, node, "default");
    char *text = NULL;
    const char *value = snw__x_substitute(x, a[1].value, scope);
    if (value != NULL) text = snw__x_copy(x, value, strlen(value));
    return text != NULL && snw__x_put(x, &x->arguments, a[0].value, text);
}

// --- plain elements -----------------------------------------------------------------------------

// the attributes of an element, evaluated; those of xacro's own are left out
static bool expand_attributes(snw__xacro *x, const snw__xnode *node, snw__xscope *scope,
                              snw__xnode *like) {
    bool good = true;
    const size_t size = (size_t)node->attribute_count * sizeof *like->attributes;
    like->attributes = snw__x_take(x, &x->keep, size);
    if (like->attributes == NULL) return false;
    like->attribute_room = node->attribute_count;
    for (int i = 0; i < node->attribute_count && !x->stopped; i++) {
        snw__xattribute a = node->attributes[i];
        if (strncmp(a.name, "xacro:", 6) == 0) continue;
        snw__x_look_at(x, node, a.name);
        if (!a.raw) a.value = snw__x_substitute(x, a.value, scope);
        if (a.value == NULL) {
            good = false;
        } else {
            like->attributes[like->attribute_count++] = a;
        }
    }
    return good && !x->stopped;
}

static bool expand_as(snw__xacro *x, const snw__xnode *node, const char *name, snw__xscope *scope,
                      snw__xout *out) {
    snw__xnode like = {
        .name = name, .file = node->file, .line = node->line, .column = node->column};
    like.frame = x->frame;
    const bool good = expand_attributes(x, node, scope, &like);
    if (x->stopped) return false;
    snw__x_look_at(x, node, NULL);
    snw__xnode *made = snw__x_append(x, out, &like);
    if (made == NULL) return false;
    snw__xout inside = {made, &made->first, out->depth + 1, NULL};
    return snw__x_expand(x, node->first, scope, &inside) && good;
}

static bool expand_content(snw__xacro *x, const snw__xnode *node, snw__xscope *scope,
                           snw__xout *out) {
    snw__xnode like = {
        .file = node->file, .line = node->line, .column = node->column, .frame = x->frame};
    snw__x_look_at(x, node, NULL);
    const char *text = snw__x_substitute(x, node->text, scope);
    if (text == NULL) return false;
    // blanks around text mean nothing, here as in what is read
    const snw_word content = snw_word_trim(text, strlen(text));
    if (content.length == 0) return true;
    like.text = snw__x_copy(x, content.text, content.length);
    return like.text != NULL && snw__x_append(x, out, &like) != NULL;
}

// --- <xacro:...> --------------------------------------------------------------------------------

static bool expand_condition(snw__xacro *x, const snw__xnode *node, snw__xscope *scope,
                             snw__xout *out) {
    snw__xwanted a[] = {{"value", true, NULL}};
    snw__xvalue value = {0};
    bool keep = false;
    if (!snw__x_wanted(x, node, a, 1)) return false;
    snw__x_look_at(x, node, "value");
    if (!snw__x_text(x, a[0].value, scope, &value)) return false;
    if (!snw__x_condition(x, &value, a[0].value, &keep)) return false;
    const bool wanted = strcmp(node->name, "xacro:if") == 0;
    return keep != wanted || snw__x_expand(x, node->first, scope, out);
}

// copies what was expanded already
static bool insert(snw__xacro *x, const snw__xnode *first, bool single, snw__xout *out) {
    if (!snw__x_enter(x)) return false;
    bool good = true;
    for (const snw__xnode *n = first; good && n != NULL; n = single ? NULL : n->next) {
        snw__xnode like = *n;
        like.first = NULL;
        like.attribute_room = like.attribute_count; // what is added goes to a list of its own
        snw__xnode *made = snw__x_append(x, out, &like);
        if (made == NULL) {
            good = false;
        } else {
            snw__xout inside = {made, &made->first, out->depth + 1, NULL};
            good = insert(x, n->first, false, &inside);
        }
    }
    x->depth--;
    return good;
}

static bool expand_block(snw__xacro *x, const snw__xnode *node, snw__xscope *scope,
                         snw__xout *out) {
    snw__xwanted a[] = {{"name", true, NULL}};
    if (!snw__x_wanted(x, node, a, 1)) return false;
    snw__x_look_at(x, node, "name");
    const char *name = snw__x_substitute(x, a[0].value, scope);
    if (name == NULL) return false;
    const snw__xblock *block = snw__x_find(x, scope, SNW__X_BLOCKS, name, NULL);
    if (block == NULL) {
        char fix[SNW_WHY_TEXT];
        snw_text text = snw_text_over(fix, sizeof fix);
        const char *near = snw__x_nearest(x, scope, SNW__X_BLOCKS, name);
        if (near != NULL) {
            snw_text_format(&text, "did you mean '%s'?", near);
        } else {
            snw_text_format(&text, "give the macro a parameter *%s", name);
        }
        return snw__x_fail(x, (snw__xfault){SNW_ERR_UNKNOWN_NAME, "xacro-block", fix},
                           "block %s is not known", snw_quote(name).text);
    }
    if (block->raw) return snw__x_expand(x, block->first, scope, out);
    return insert(x, block->first, block->single, out);
}

static bool expand_attribute(snw__xacro *x, const snw__xnode *node, snw__xscope *scope,
                             snw__xout *out) {
    snw__xwanted a[] = {{"name", true, NULL}, {"value", true, NULL}};
    if (!snw__x_wanted(x, node, a, 2)) return false;
    snw__x_look_at(x, node, "name");
    snw__xattribute made = {.line = node->line, .column = node->column, .file = node->file};
    made.name = snw__x_substitute(x, a[0].value, scope);
    snw__x_look_at(x, node, "value");
    made.value = snw__x_substitute(x, a[1].value, scope);
    if (made.name == NULL || made.value == NULL) return false;
    if (!snw__x_is_name(made.name)) {
        return snw__x_fail(
            x,
            (snw__xfault){SNW_ERR_SYNTAX, "xacro-element", "use letters, digits and underscores"},
            "%s cannot be the name of an attribute", snw_quote(made.name).text);
    }
    x->output += strlen(made.name) + strlen(made.value) + 4;
    return snw__x_set_attribute(x, out->parent, &made);
}

static bool expand_named(snw__xacro *x, const snw__xnode *node, snw__xscope *scope,
                         snw__xout *out) {
    const int i = snw__x_attribute(node, "xacro:name");
    snw__x_look_at(x, node, i >= 0 ? "xacro:name" : NULL);
    const char *name = i >= 0 ? snw__x_substitute(x, node->attributes[i].value, scope) : "";
    if (name == NULL) return false;
    if (!snw__x_is_name(name)) {
        return snw__x_fail(
            x,
            (snw__xfault){SNW_ERR_SYNTAX, "xacro-element", "give a name of letters as xacro:name"},
            "%s cannot be the name of an element", snw_quote(name).text);
    }
    return expand_as(x, node, name, scope, out);
}

static bool expand_own(snw__xacro *x, const snw__xnode *node, snw__xscope *scope, snw__xout *out) {
    const char *name = node->name + 6;
    if (strcmp(name, "property") == 0) return snw__x_property(x, node, scope);
    if (strcmp(name, "macro") == 0) return snw__x_macro(x, node, scope);
    if (strcmp(name, "arg") == 0) return snw__x_argument(x, node, scope);
    if (strcmp(name, "include") == 0) return snw__x_include(x, node, scope, out);
    if (strcmp(name, "if") == 0) return expand_condition(x, node, scope, out);
    if (strcmp(name, "unless") == 0) return expand_condition(x, node, scope, out);
    if (strcmp(name, "insert_block") == 0) return expand_block(x, node, scope, out);
    if (strcmp(name, "attribute") == 0) return expand_attribute(x, node, scope, out);
    if (strcmp(name, "element") == 0) return expand_named(x, node, scope, out);
    return snw__x_call_macro(x, node, scope, out);
}

// a fault in one element does not end the others, unless a limit was passed
bool snw__x_expand(snw__xacro *x, const snw__xnode *first, snw__xscope *scope, snw__xout *out) {
    const snw__xnode *at = x->at;
    const char *attribute = x->attribute;
    bool good = true;
    if (!snw__x_enter(x)) return false;
    for (const snw__xnode *n = first; n != NULL && !x->stopped; n = n->next) {
        snw__x_look_at(x, n, NULL);
        if (!snw__x_spend(x, 16)) break;
        bool done = false;
        if (n->name == NULL) {
            done = expand_content(x, n, scope, out);
        } else if (strncmp(n->name, "xacro:", 6) == 0) {
            done = expand_own(x, n, scope, out);
        } else {
            done = expand_as(x, n, n->name, scope, out);
        }
        good = good && done;
    }
    x->depth--;
    snw__x_look_at(x, at, attribute);
    return good && !x->stopped;
}
