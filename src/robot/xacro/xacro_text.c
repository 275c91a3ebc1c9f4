// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "xacro_parts.h"

// --- $(...) -------------------------------------------------------------------------------------

static bool refuse_command(snw__xacro *x, const char *command) {
    static const char *const ways[][2] = {
        {"anon", "write a name"},
        {"cwd", "use $(dirname) or $(find package)"},
        {"find-pkg-share", "write $(find package)"},
        {"command", "run the command before, and pass its result as an argument"},
    };
    const char *names[] = {"arg", "find", "dirname", "eval", "env", "optenv"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (strcmp(ways[i][0], command) != 0) continue;
        return snw__x_fail(x, (snw__xfault){SNW_ERR_UNSUPPORTED, "xacro-substitution", ways[i][1]},
                           "$(%s ...) is not supported", command);
    }
    const char *near = snw_closest_name(command, names, 6);
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    snw_text_format(&text,
                    near != NULL ? "did you mean $(%s)?" : "write $%s(...) for the characters",
                    near != NULL ? near : "$");
    return snw__x_fail(x, (snw__xfault){SNW_ERR_UNKNOWN_NAME, "xacro-substitution", fix},
                       "$(%s ...) is not known", snw_quote(command).text);
}

static bool refuse_argument(snw__xacro *x, const char *name) {
    const char *names[64];
    int count = 0;
    for (int i = 0; i < x->arguments.room && count < 64; i++) {
        if (x->arguments.entries[i].name != NULL) names[count++] = x->arguments.entries[i].name;
    }
    const char *near = snw_closest_name(name, names, count);
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    if (near != NULL) {
        snw_text_format(&text, "did you mean '%s'?", near);
    } else {
        snw_text_format(&text, "give --arg %s:=value, or a default with xacro:arg", name);
    }
    return snw__x_fail(x, (snw__xfault){SNW_ERR_UNKNOWN_NAME, "xacro-arg", fix},
                       "argument %s has no value", snw_quote(name).text);
}

const char *snw__x_argument_text(snw__xacro *x, const char *name) {
    const char *value = snw__x_get(&x->arguments, name);
    if (value == NULL) (void)refuse_argument(x, name);
    return value;
}

static const char *folder_text(snw__xacro *x) {
    const char *folder = x->at != NULL ? x->at->file->folder : NULL;
    if (folder == NULL) {
        (void)snw__x_fail(
            x,
            (snw__xfault){SNW_ERR_NOT_FOUND, "xacro-substitution", "give the folder of the model"},
            "$(dirname) has no value: the text comes from no folder");
    }
    return folder;
}

// $(env NAME) and $(optenv NAME words): a variable of the process, where that may be read
static const char *variable_text(snw__xacro *x, const char *operand, bool optional) {
    const size_t length = strcspn(operand, " \t\n");
    const char *name = snw__x_copy(x, operand, length);
    if (name == NULL) return NULL;
    const char *value = x->options->environment ? getenv(name) : NULL;
    if (value != NULL && snw__x_is_text(value)) return snw__x_copy(x, value, strlen(value));
    if (optional) return operand + length + strspn(operand + length, " \t\n");
    (void)snw__x_fail(x,
                      (snw__xfault){SNW_ERR_NOT_FOUND, "xacro-substitution",
                                    "set it, or write $(optenv NAME default)"},
                      "$(env %s): the variable %s", name,
                      x->options->environment ? "is not set" : "may not be read here");
    return NULL;
}

// $(eval expression): the arguments of the file are its names
static bool evaluate_command(snw__xacro *x, const char *text, snw__xvalue *out) {
    snw__xscope *scope = snw__x_scope(x, NULL);
    if (scope == NULL || !snw__x_spend(x, (size_t)x->arguments.room)) return false;
    bool good = snw__x_define(x, scope, "true", snw__x_bool(true)) &&
                snw__x_define(x, scope, "false", snw__x_bool(false));
    for (int i = 0; good && i < x->arguments.room; i++) {
        const snw__xentry *entry = &x->arguments.entries[i];
        if (entry->name == NULL) continue;
        const snw__xvalue value = snw__x_kept(entry->data, strlen(entry->data));
        good = snw__x_define(x, scope, entry->name, snw__x_literal(x, &value));
    }
    const snw__xmark mark = snw__x_mark(&x->scratch);
    const snw__xexpr *e = good ? snw__x_parse(x, text) : NULL;
    good = e != NULL && snw__x_evaluate(x, e, scope, out);
    snw__x_release(&x->scratch, mark);
    return good;
}

bool snw__x_command(snw__xacro *x, const char *command, const char *operand, snw__xvalue *out) {
    const char *value = NULL;
    if (strcmp(command, "eval") == 0) return evaluate_command(x, operand, out);
    if (strcmp(command, "arg") == 0) {
        value = snw__x_argument_text(x, operand);
    } else if (strcmp(command, "find") == 0) {
        value = snw__x_package(x, operand);
    } else if (strcmp(command, "dirname") == 0) {
        value = folder_text(x);
    } else if (strcmp(command, "env") == 0 || strcmp(command, "optenv") == 0) {
        value = variable_text(x, operand, command[0] == 'o');
    } else {
        return refuse_command(x, command);
    }
    if (value != NULL) *out = snw__x_kept(value, strlen(value));
    return value != NULL;
}

// what stands between $( and )
static bool run_command(snw__xacro *x, const char *inside, snw__xvalue *out) {
    char command[32];
    snw_words words = snw_words_over(inside);
    snw_word word;
    (void)snw_words_next(&words, &word);
    snw_text name = snw_text_over(command, sizeof command);
    snw_text_add(&name, word.text, word.length);
    const snw_word rest = snw_words_rest(&words);
    const char *operand = snw__x_copy(x, rest.text, rest.length);
    return operand != NULL && snw__x_command(x, command, operand, out);
}

// --- pieces -------------------------------------------------------------------------------------

// the closing bracket of the opening one before `at`; brackets and quotes inside are passed
static const char *closing(const char *at, char close) {
    const char open = close == '}' ? '{' : '(';
    const bool quotes = close == '}' || strncmp(at, "eval ", 5) == 0;
    char quote = '\0';
    int depth = 0;
    for (; *at != '\0'; at++) {
        if (quote != '\0') {
            if (*at == '\\' && at[1] != '\0') {
                at++;
            } else if (*at == quote) {
                quote = '\0';
            }
        } else if (quotes && (*at == '\'' || *at == '"')) {
            quote = *at;
        } else if (*at == open) {
            depth++;
        } else if (*at == close && depth-- == 0) {
            return at;
        }
    }
    return NULL;
}

// ${...} or $(...): what is inside may itself have substitutions, which come first, as text
static bool evaluate_piece(snw__xacro *x, const char *inside, size_t length, bool expression,
                           snw__xscope *scope, snw__xvalue *out) {
    const char *text = snw__x_copy(x, inside, length);
    if (text == NULL) return false;
    if (memchr(text, '$', length) != NULL) {
        if (!snw__x_enter(x)) return false;
        text = snw__x_substitute(x, text, scope);
        x->depth--;
        if (text == NULL) return false;
    }
    if (!expression) return run_command(x, text, out);
    const snw__xmark mark = snw__x_mark(&x->scratch);
    const snw__xexpr *e = snw__x_parse(x, text);
    const bool good = e != NULL && snw__x_evaluate(x, e, scope, out);
    snw__x_release(&x->scratch, mark);
    return good;
}

typedef struct pieces {
    snw__xbuffer text;
    snw__xvalue first; // as long as there is only one
    int count;
} pieces;

static bool add_piece(snw__xacro *x, pieces *p, const snw__xvalue *value) {
    if (p->count++ == 0) {
        p->first = *value;
        return true;
    }
    if (p->count == 2 && !snw__x_print(x, &p->first, &p->text)) return false;
    return snw__x_print(x, value, &p->text);
}

static bool add_letters(snw__xacro *x, pieces *p, const char *letters, size_t length) {
    const char *copy = snw__x_copy(x, letters, length);
    if (copy == NULL) return false;
    const snw__xvalue value = snw__x_kept(copy, length);
    return add_piece(x, p, &value);
}

// the substitution at `at`; behind it afterwards
static bool take_substitution(snw__xacro *x, const char **at, snw__xscope *scope, pieces *p) {
    const bool expression = (*at)[1] == '{';
    const char *inside = *at + 2, *end = closing(inside, expression ? '}' : ')');
    if (end == NULL) {
        return snw__x_fail(
            x,
            (snw__xfault){SNW_ERR_SYNTAX, "xacro-expression",
                          "close it, or write $$ for a dollar sign before a bracket"},
            "%s has no end", snw_quote(*at).text);
    }
    snw__xvalue value = {0};
    *at = end + 1;
    return evaluate_piece(x, inside, (size_t)(end - inside), expression, scope, &value) &&
           add_piece(x, p, &value);
}

// letters up to the next substitution; several dollar signs before a bracket lose one of them
static size_t plain_length(const char *at) {
    size_t length = 0;
    while (at[length] != '\0') {
        if (at[length] != '$') {
            length++;
            continue;
        }
        size_t dollars = 1;
        while (at[length + dollars] == '$') {
            dollars++;
        }
        const char behind = at[length + dollars];
        if (behind == '{' || behind == '(') return length;
        length += dollars;
    }
    return length;
}

static bool take_pieces(snw__xacro *x, const char *at, snw__xscope *scope, pieces *p) {
    while (*at != '\0') {
        const size_t plain = plain_length(at);
        if (plain > 0) {
            if (!add_letters(x, p, at, plain)) return false;
            at += plain;
        } else if (at[1] != '$') {
            if (!take_substitution(x, &at, scope, p)) return false;
        } else {
            const size_t dollars = strspn(at, "$");
            if (!add_letters(x, p, at + 1, dollars)) return false;
            at += dollars + 1;
        }
    }
    return true;
}

bool snw__x_text(snw__xacro *x, const char *text, snw__xscope *scope, snw__xvalue *out) {
    const size_t length = strlen(text);
    if (!snw__x_spend(x, length)) return false;
    *out = snw__x_kept(text, length);
    if (memchr(text, '$', length) == NULL) return true;
    if (!snw__x_enter(x)) return false;
    const snw__xmark mark = snw__x_mark(&x->scratch);
    pieces p = {{0}, {0}, 0};
    bool good = take_pieces(x, text, scope, &p);
    if (good && p.count == 1) *out = p.first;
    if (good && p.count > 1) {
        const char *copy = snw__x_copy(x, p.text.data, p.text.length);
        good = copy != NULL;
        if (good) *out = snw__x_kept(copy, p.text.length);
    }
    snw__x_release(&x->scratch, mark);
    x->depth--;
    return good;
}

const char *snw__x_substitute(snw__xacro *x, const char *text, snw__xscope *scope) {
    snw__xvalue value = {0};
    return snw__x_text(x, text, scope, &value) ? snw__x_string(x, &value) : NULL;
}
