// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "xacro_parts.h"

void snw__x_look_at(snw__xacro *x, const snw__xnode *node, const char *attribute) {
    x->at = node;
    x->attribute = attribute;
}

void snw__x_report(snw__xacro *x, const snw_why *why) {
    if (why->severity == SNW_ERROR && x->first == SNW_OK) x->first = why->code;
    x->errors += why->severity == SNW_ERROR ? 1 : 0;
    snw_diags_add(x->diags, why);
}

// the place of the element in hand, or of its attribute
static void place(const snw__xacro *x, snw_why *why) {
    if (x->at == NULL) return;
    int line = x->at->line, column = x->at->column;
    const int i = x->attribute != NULL ? snw__x_attribute(x->at, x->attribute) : -1;
    if (i >= 0) {
        line = x->at->attributes[i].line;
        column = x->at->attributes[i].column;
    }
    snw_why_at(why, x->at->file->name, line, column);
}

// FNV-1a (Fowler, Noll, Vo 1991)
static uint64_t mix(uint64_t hash, const char *text) {
    for (const char *c = text; *c != '\0'; c++) {
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    }
    return hash;
}

// A fault in a macro is met in every call: one report for each place and text. After as many as
// there is room for, the expansion ends.
static bool is_new(snw__xacro *x, const snw_why *why, const char *text) {
    uint64_t hash = mix(mix(UINT64_C(14695981039346656037), why->file), text);
    hash = (hash * 31 + (uint64_t)why->line) * 8191 + (uint64_t)why->column;
    for (int i = 0; i < x->told_count; i++) {
        if (x->told[i] == hash) return false;
    }
    if (x->told_count == SNW__X_TOLD) {
        x->stopped = true;
        return false;
    }
    x->told[x->told_count++] = hash;
    return true;
}

void snw__x_note(snw__xacro *x, const snw__xnode *node, const char *text) {
    snw_why why;
    if (node == NULL) return;
    snw_why_set(&why, SNW_OK, node->name, text);
    snw_why_rule(&why, "xacro-call");
    snw_why_at(&why, node->file->name, node->line, node->column);
    snw__x_report(x, &why);
}

// where each macro of the chain was called, the innermost first
static void tell_calls(snw__xacro *x) {
    enum { MOST = 6 };
    int told = 0;
    for (const snw__xframe *f = x->frame; f != NULL && told < MOST; f = f->outer, told++) {
        snw__x_note(x, f->call, "called here");
    }
}

static bool say(snw__xacro *x, snw_severity severity, snw__xfault fault, const char *format,
                va_list arguments) {
    char text[4 * SNW_WHY_TEXT], subject[SNW_WHY_SUBJECT] = "";
    (void)vsnprintf(text, sizeof text, format, arguments);
    const bool failed = severity == SNW_ERROR;
    snw_why why;
    snw_why_set(&why, fault.code, NULL, NULL);
    place(x, &why);
    if (!is_new(x, &why, text)) return !failed;

    // the chain of macros stands in the sentence, the innermost first
    size_t length = strlen(text);
    for (const snw__xframe *f = x->frame; f != NULL && length < SNW_WHY_TEXT; f = f->outer) {
        snw_text end = snw_text_over(text + length, sizeof text - length);
        snw_text_format(&end, f == x->frame ? ", in macro %s" : ", called by %s", f->macro->name);
        length = strlen(text);
    }
    snw_text path = snw_text_over(subject, sizeof subject);
    if (x->at != NULL && x->at->name != NULL) snw_text_format(&path, "%s", x->at->name);
    if (x->attribute != NULL) snw_text_format(&path, "/%s", x->attribute);
    snw_why_set(&why, fault.code, subject, text);
    why.severity = severity;
    snw_why_rule(&why, fault.rule);
    snw_why_fix(&why, fault.fix);
    place(x, &why);
    snw__x_report(x, &why);
    if (failed) tell_calls(x);
    return !failed;
}

bool snw__x_fail(snw__xacro *x, snw__xfault fault, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    (void)say(x, SNW_ERROR, fault, format, arguments);
    va_end(arguments);
    return false;
}

bool snw__x_warn(snw__xacro *x, snw__xfault fault, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const bool strict = x->options->strictness == SNW_STRICT;
    const bool passed = say(x, strict ? SNW_ERROR : SNW_WARNING, fault, format, arguments);
    va_end(arguments);
    return passed;
}

// the way out, and the option that passes over the fault
static const char *with_lenient(const char *fix, char out[SNW_WHY_TEXT]) {
    static const char hint[] = "--lenient leaves it out";
    const size_t length = fix != NULL ? strlen(fix) : 0;
    if (length + strlen("; ") + sizeof hint > SNW_WHY_TEXT) return fix;
    snw_text text = snw_text_over(out, SNW_WHY_TEXT);
    const bool asks = length > 0 && fix[length - 1] == '?';
    snw_text_format(&text, "%s%s%s", length > 0 ? fix : "",
                    length == 0 ? ""
                    : asks      ? " "
                                : "; ",
                    hint);
    return out;
}

bool snw__x_doubt(snw__xacro *x, snw__xfault fault, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const bool lenient = x->options->strictness == SNW_LENIENT;
    char fix[SNW_WHY_TEXT];
    if (x->options->strictness == SNW_NORMAL) fault.fix = with_lenient(fault.fix, fix);
    const bool passed = say(x, lenient ? SNW_WARNING : SNW_ERROR, fault, format, arguments);
    va_end(arguments);
    return passed;
}

// --- limits -------------------------------------------------------------------------------------

bool snw__x_spend(snw__xacro *x, size_t bytes) {
    if (x->stopped) return false;
    x->work += bytes + 1;
    if (x->work <= SNW_XACRO_WORK) return true;
    x->stopped = true;
    return snw__x_fail(x,
                       (snw__xfault){SNW_ERR_TOO_LARGE, "xacro-limit",
                                     "look for macros or properties that multiply each other"},
                       "the expansion makes more than %d MiB of text", SNW_XACRO_WORK >> 20);
}

bool snw__x_enter(snw__xacro *x) {
    if (x->stopped) return false;
    if (x->depth < SNW_XACRO_DEPTH) {
        x->depth++;
        return true;
    }
    x->stopped = true;
    return snw__x_fail(
        x,
        (snw__xfault){SNW_ERR_TOO_LARGE, "xacro-limit", "look for a recursion that does not end"},
        "elements, properties or parentheses are nested more than %d deep", SNW_XACRO_DEPTH);
}
