// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_XACRO_XACRO_VALUES_H
#define SINEW_SRC_XACRO_XACRO_VALUES_H

/// @file
/// Values and expressions of xacro. Functions that return bool have reported when they return
/// false.

#include "sinew/document.h"

typedef struct snw__xacro snw__xacro;
typedef struct snw__xscope snw__xscope;
typedef struct snw__xbuffer snw__xbuffer;

// --- values -------------------------------------------------------------------------------------

typedef enum snw__xkind {
    SNW__X_NONE,
    SNW__X_BOOL,
    SNW__X_INT,
    SNW__X_REAL,
    SNW__X_TEXT,
    SNW__X_LIST,
    SNW__X_DICT // keys and values in turn
} snw__xkind;

typedef struct snw__xvalue {
    snw__xkind kind;
    int count; // items of a list or dictionary, bytes of a text
    int64_t integer;
    double real;
    const char *text;
    struct snw__xvalue *items;
} snw__xvalue;

snw__xvalue snw__x_bool(bool value);
snw__xvalue snw__x_int(int64_t value);
snw__xvalue snw__x_real(double value);

/// A text that is already kept.
snw__xvalue snw__x_kept(const char *text, size_t length);

/// "a number", "text", ...
const char *snw__x_kind_name(const snw__xvalue *value);

/// As Python's bool(): zero and empty are false.
bool snw__x_truth(const snw__xvalue *value);

/// The number of a number or truth value; false for others.
bool snw__x_number(const snw__xvalue *value, double *number);

/// As Python's str(): fewest digits that read back, "1.0" for a real, "True".
bool snw__x_print(snw__xacro *x, const snw__xvalue *value, snw__xbuffer *out);

/// str() as a kept text; NULL when memory is exhausted.
const char *snw__x_string(snw__xacro *x, const snw__xvalue *value);

/// What a property's text means: 'text' between quotes, a number, a truth value, else itself.
snw__xvalue snw__x_literal(snw__xacro *x, const snw__xvalue *value);

/// A condition: true and false in words, or a number.
bool snw__x_condition(snw__xacro *x, const snw__xvalue *value, const char *text, bool *out);

/// 0, less or more; false when the two cannot be ordered.
bool snw__x_compare(const snw__xvalue *a, const snw__xvalue *b, int *order);
bool snw__x_equal(const snw__xvalue *a, const snw__xvalue *b);

// --- expressions --------------------------------------------------------------------------------

typedef enum snw__xop {
    SNW__X_CONSTANT,
    SNW__X_NAME,
    SNW__X_MAKE_LIST,
    SNW__X_MAKE_DICT,
    SNW__X_INDEX,
    SNW__X_CALL, // name, then arguments
    SNW__X_NOT,
    SNW__X_MINUS,
    SNW__X_PLUS,
    SNW__X_POWER,
    SNW__X_TIMES,
    SNW__X_DIVIDE,
    SNW__X_FLOOR_DIVIDE,
    SNW__X_MODULO,
    SNW__X_ADD,
    SNW__X_SUBTRACT,
    SNW__X_CHAIN, // comparisons: each operand but the first has a `link`
    SNW__X_LESS,
    SNW__X_LESS_EQUAL,
    SNW__X_MORE,
    SNW__X_MORE_EQUAL,
    SNW__X_EQUAL,
    SNW__X_UNEQUAL,
    SNW__X_IN,
    SNW__X_NOT_IN,
    SNW__X_AND,
    SNW__X_OR,
    SNW__X_IF // condition, then, else
} snw__xop;

typedef struct snw__xexpr {
    snw__xop op, link;
    int count;        // operands
    const char *name; // of a name or a call
    snw__xvalue value;
    struct snw__xexpr *first, *next;
} snw__xexpr;

/// Parses an expression into the scratch memory.
snw__xexpr *snw__x_parse(snw__xacro *x, const char *text);

/// Computes a parsed expression.
bool snw__x_evaluate(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope, snw__xvalue *out);

/// + - * / // % ** of two values, as Python does.
bool snw__x_arithmetic(snw__xacro *x, snw__xop op, const snw__xvalue *a, const snw__xvalue *b,
                       snw__xvalue *out);

/// A function of the list in docs/xacro.md.
bool snw__x_call(snw__xacro *x, const char *name, const snw__xvalue *arguments, int count,
                 snw__xvalue *out);

/// A constant by its name (pi, e, inf, ...); false for none.
bool snw__x_constant(const char *name, snw__xvalue *out);

/// How many functions there are, and their names.
int snw__x_function_names(const char **names, int room);

/// Replaces ${...}, $(...) and $$ in a text; one substitution alone keeps its type.
bool snw__x_text(snw__xacro *x, const char *text, snw__xscope *scope, snw__xvalue *out);

/// The same as text.
const char *snw__x_substitute(snw__xacro *x, const char *text, snw__xscope *scope);

#endif // SINEW_SRC_XACRO_XACRO_VALUES_H
