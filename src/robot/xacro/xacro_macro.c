// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "xacro_parts.h"

// --- parameters ---------------------------------------------------------------------------------

static const char *skip_blanks(const char *at) {
    while (snw_is_blank(*at)) {
        at++;
    }
    return at;
}

// the end of a default: ${...} or $(...) with anything inside, else letters and quoted texts
static const char *end_of_default(const char *at) {
    if (at[0] == '$' && (at[1] == '{' || at[1] == '(')) {
        const char close = at[1] == '{' ? '}' : ')';
        for (const char *c = strchr(at, close); c != NULL; c = strchr(c + 1, close)) {
            if (c[1] == '\0' || snw_is_blank(c[1])) return c + 1;
        }
    }
    while (*at != '\0' && !snw_is_blank(*at)) {
        const char *close = *at == '\'' || *at == '"' ? strchr(at + 1, *at) : NULL;
        at = close != NULL ? close + 1 : at + 1;
    }
    return at;
}

// name, name:=default, name:=^, name:=^|default, *block, **blocks; behind it afterwards
static bool take_parameter(snw__xacro *x, const char **text, snw__xparameter *p) {
    const char *at = *text;
    *p = (snw__xparameter){.stars = (int)strspn(at, "*")};
    at += p->stars;
    const char *name = at;
    while (*at != '\0' && !snw_is_blank(*at) && *at != ':' && *at != '=') {
        at++;
    }
    p->name = snw__x_copy(x, name, (size_t)(at - name));
    if (p->name == NULL) return false;
    const char *sign = skip_blanks(at);
    const size_t length = strncmp(sign, ":=", 2) == 0 ? 2 : *sign == '=' ? 1 : 0;
    if (length > 0) {
        at = skip_blanks(sign + length);
        p->outer = *at == '^';
        if (p->outer) at += at[1] == '|' ? 2 : 1;
        const char *end = end_of_default(at);
        if (end > at) p->initial = snw__x_copy(x, at, (size_t)(end - at));
        if (end > at && p->initial == NULL) return false;
        at = end;
    }
    *text = skip_blanks(at);
    if (!snw__x_is_name(p->name) || p->stars > 2 || (p->stars > 0 && length > 0)) {
        return snw__x_fail(x,
                           (snw__xfault){SNW_ERR_SYNTAX, "xacro-macro",
                                         "write name, name:=default, *block or **blocks"},
                           "%s cannot be a parameter", snw_quote(name).text);
    }
    return true;
}

static bool take_parameters(snw__xacro *x, const char *text, snw__xmacro *macro) {
    // no more parameters than letters
    const size_t most = strlen(text) / 2 + 1;
    snw__xtable seen = {0};
    macro->parameters = snw__x_take(x, &x->keep, most * sizeof *macro->parameters);
    if (macro->parameters == NULL || !snw__x_spend(x, 2 * most)) return false;
    for (const char *at = skip_blanks(text); *at != '\0';) {
        snw__xparameter *p = &macro->parameters[macro->count];
        if (!take_parameter(x, &at, p)) return false;
        if (snw__x_get(&seen, p->name) != NULL) {
            return snw__x_fail(x,
                               (snw__xfault){SNW_ERR_DUPLICATE, "xacro-macro", "keep one of them"},
                               "parameter %s is given twice", snw_quote(p->name).text);
        }
        macro->count++;
        if (!snw__x_put(x, &seen, p->name, p)) return false;
    }
    return true;
}

// --- definition ---------------------------------------------------------------------------------

static const char *const own[] = {"property", "macro",        "arg",       "include", "if",
                                  "unless",   "insert_block", "attribute", "element", "call"};
enum { OWN = sizeof own / sizeof *own };

bool snw__x_macro(snw__xacro *x, const snw__xnode *node, snw__xscope *scope) {
    snw__xwanted a[] = {{"name", true, NULL}, {"params", false, NULL}};
    if (!snw__x_wanted(x, node, a, 2)) return false;
    snw__x_look_at(x, node, "name");
    const char *name = a[0].value;
    if (strncmp(name, "xacro:", 6) == 0) name += 6;
    for (int i = 0; i < OWN; i++) {
        if (strcmp(own[i], name) != 0) continue;
        return snw__x_fail(x, (snw__xfault){SNW_ERR_DUPLICATE, "xacro-macro", "use another name"},
                           "macro %s has the name of an element of xacro", snw_quote(name).text);
    }
    if (name[0] == '\0' || strpbrk(name, ". \t\n:") != NULL) {
        return snw__x_fail(
            x, (snw__xfault){SNW_ERR_SYNTAX, "xacro-macro", "use letters, digits and underscores"},
            "%s cannot be the name of a macro", snw_quote(name).text);
    }
    if (snw__x_get(&scope->macros, name) != NULL &&
        !snw__x_warn(x, (snw__xfault){SNW_ERR_DUPLICATE, "xacro-macro", "use another name"},
                     "macro %s is defined twice; the later one is used", snw_quote(name).text)) {
        return false;
    }
    snw__xmacro *macro = snw__x_take(x, &x->keep, sizeof *macro);
    if (macro == NULL) return false;
    macro->name = name;
    macro->node = node;
    snw__x_look_at(x, node, "params");
    if (a[1].value != NULL && !take_parameters(x, a[1].value, macro)) return false;
    return snw__x_put(x, &scope->macros, name, macro);
}

// --- call ---------------------------------------------------------------------------------------

typedef struct call {
    const snw__xmacro *macro;
    const snw__xnode *node;
    snw__xscope *caller; // where arguments are evaluated
    snw__xscope *outer;  // around the macro: the caller, or the included name space
    snw__xscope *inner;  // of the macro
} call;

static bool refuse_macro(snw__xacro *x, snw__xscope *scope, const char *name) {
    // after a bound is reached nothing is looked up any more: only the bound is said
    if (x->stopped) return false;
    const char *near = snw__x_nearest(x, scope, SNW__X_MACROS, name);
    if (near == NULL) near = snw_closest_name(name, own, OWN);
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    if (near != NULL) {
        snw_text_format(&text, "did you mean <xacro:%s>?", near);
    } else {
        snw_text_format(&text, "define it with xacro:macro, or include its file, before this line");
    }
    return snw__x_fail(x, (snw__xfault){SNW_ERR_UNKNOWN_NAME, "xacro-macro", fix},
                       "macro %s is not known", snw_quote(name).text);
}

static const snw__xparameter *parameter_of(const snw__xmacro *macro, const char *name) {
    for (int i = 0; i < macro->count; i++) {
        if (macro->parameters[i].stars == 0 && strcmp(macro->parameters[i].name, name) == 0) {
            return &macro->parameters[i];
        }
    }
    return NULL;
}

static bool refuse_parameter(snw__xacro *x, const snw__xmacro *macro, const char *name) {
    enum { MOST = 64 };
    const char *names[MOST];
    int count = 0;
    for (int i = 0; i < macro->count && count < MOST; i++) {
        if (macro->parameters[i].stars == 0) names[count++] = macro->parameters[i].name;
    }
    const char *near = snw_closest_name(name, names, count);
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    if (near != NULL) {
        snw_text_format(&text, "did you mean '%s'?", near);
    } else {
        snw_text_format(&text, "remove it");
    }
    return snw__x_doubt(x, (snw__xfault){SNW_ERR_UNKNOWN_NAME, "xacro-macro", fix},
                        "macro %s has no parameter %s", macro->name, snw_quote(name).text);
}

static bool pass_attributes(snw__xacro *x, const call *c, bool dynamic) {
    bool good = true;
    for (int i = 0; i < c->node->attribute_count && !x->stopped; i++) {
        const snw__xattribute *a = &c->node->attributes[i];
        if (a->raw || (dynamic && strcmp(a->name, "macro") == 0)) continue;
        snw__x_look_at(x, c->node, a->name);
        snw__xvalue value = {0};
        if (!snw__x_spend(x, (size_t)c->macro->count)) return false;
        if (parameter_of(c->macro, a->name) == NULL) {
            good = refuse_parameter(x, c->macro, a->name) && good;
        } else if (!snw__x_text(x, a->value, c->caller, &value) ||
                   !snw__x_define(x, c->inner, a->name, snw__x_literal(x, &value))) {
            good = false;
        }
    }
    snw__x_look_at(x, c->node, NULL);
    return good;
}

// blocks are expanded where they stand, then handed over in their order
static bool pass_blocks(snw__xacro *x, const call *c, int depth) {
    snw__xnode holder = {.name = c->node->name, .file = c->node->file, .line = c->node->line};
    snw__xout out = {&holder, &holder.first, depth, NULL};
    if (!snw__x_expand(x, c->node->first, c->caller, &out)) return false;
    const snw__xnode *next = holder.first;
    for (int i = 0; i <= c->macro->count; i++) {
        while (next != NULL && next->name == NULL) {
            next = next->next;
        }
        if (i == c->macro->count) break;
        const snw__xparameter *p = &c->macro->parameters[i];
        if (p->stars == 0) continue;
        if (next == NULL) {
            return snw__x_fail(x,
                               (snw__xfault){SNW_ERR_NOT_FOUND, "xacro-block",
                                             "add an element for it to the call"},
                               "block %s of macro %s is missing", snw_quote(p->name).text,
                               c->macro->name);
        }
        snw__xblock *block = snw__x_take(x, &x->keep, sizeof *block);
        if (block == NULL) return false;
        *block = (snw__xblock){p->stars == 1 ? next : next->first, false, p->stars == 1};
        if (!snw__x_put(x, &c->inner->blocks, p->name, block)) return false;
        next = next->next;
    }
    if (next == NULL) return true;
    return snw__x_fail(x,
                       (snw__xfault){SNW_ERR_ARGUMENT, "xacro-block",
                                     "remove it, or give the macro a parameter *name"},
                       "macro %s takes no block after %s", c->macro->name,
                       snw_quote(next->name).text);
}

static bool pass_default(snw__xacro *x, const call *c, const snw__xparameter *p) {
    snw__xvalue value = {0};
    const bool known = p->outer && snw__x_find(x, c->outer, SNW__X_SYMBOLS, p->name, NULL) != NULL;
    if (known) {
        return snw__x_value_of(x, c->outer, p->name, &value) &&
               snw__x_define(x, c->inner, p->name, value);
    }
    if (p->initial != NULL) {
        return snw__x_text(x, p->initial, c->outer, &value) &&
               snw__x_define(x, c->inner, p->name, snw__x_literal(x, &value));
    }
    if (p->outer) {
        return snw__x_fail(
            x,
            (snw__xfault){SNW_ERR_UNKNOWN_NAME, "xacro-macro", "define the property, or pass it"},
            "parameter %s of macro %s: the caller has no such property", snw_quote(p->name).text,
            c->macro->name);
    }
    return snw__x_fail(x, (snw__xfault){SNW_ERR_NOT_FOUND, "xacro-macro", "add the attribute"},
                       "parameter %s of macro %s is not given", snw_quote(p->name).text,
                       c->macro->name);
}

static bool pass_defaults(snw__xacro *x, const call *c) {
    bool good = true;
    for (int i = 0; i < c->macro->count && !x->stopped; i++) {
        const snw__xparameter *p = &c->macro->parameters[i];
        if (p->stars > 0 || snw__x_get(&c->inner->symbols, p->name) != NULL) continue;
        if (!pass_default(x, c, p)) good = false;
    }
    return good;
}

static bool run(snw__xacro *x, const call *c, snw__xout *out) {
    if (x->calls >= SNW_XACRO_CALLS) {
        x->stopped = true;
        return snw__x_fail(
            x, (snw__xfault){SNW_ERR_TOO_LARGE, "xacro-limit", "end the recursion with xacro:if"},
            "macros call each other more than %d deep", SNW_XACRO_CALLS);
    }
    // it stays, so that what the macro makes can tell where it was called
    snw__xframe *frame = snw__x_take(x, &x->keep, sizeof *frame);
    if (frame == NULL) return false;
    *frame = (snw__xframe){c->macro, c->node, x->frame, ++x->frame_count, x->frame_list};
    x->frame_list = x->frame = frame;
    x->calls++;
    const bool good = snw__x_expand(x, c->macro->node->first, c->inner, out);
    x->calls--;
    x->frame = frame->outer;
    return good;
}

bool snw__x_call_macro(snw__xacro *x, const snw__xnode *node, snw__xscope *scope, snw__xout *out) {
    const char *name = node->name + 6;
    const bool dynamic = strcmp(name, "call") == 0;
    if (dynamic) {
        const int i = snw__x_attribute(node, "macro");
        if (i < 0) {
            return snw__x_fail(
                x, (snw__xfault){SNW_ERR_NOT_FOUND, "xacro-attribute", "add the attribute"},
                "attribute 'macro' is missing");
        }
        snw__x_look_at(x, node, "macro");
        name = snw__x_substitute(x, node->attributes[i].value, scope);
        if (name == NULL) return false;
    }
    snw__xscope *home = NULL;
    call c = {.node = node, .caller = scope, .outer = scope};
    c.macro = snw__x_find(x, scope, SNW__X_MACROS, name, &home);
    if (c.macro == NULL) return refuse_macro(x, scope, name);
    if (strchr(name, '.') != NULL) c.outer = home;
    c.inner = snw__x_scope(x, c.outer);
    if (c.inner == NULL) return false;
    return pass_attributes(x, &c, dynamic) && pass_blocks(x, &c, out->depth) &&
           pass_defaults(x, &c) && run(x, &c, out);
}
