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
    SNW__X_DICT, // keys and values in turn
    SNW__X_SET   // no two items are equal
} snw__xkind;

typedef struct snw__xbody snw__xbody;

typedef struct snw__xvalue {
    snw__xkind kind;
    int count; // bytes of a text
    int64_t integer;
    double real;
    const char *text;
    snw__xbody *body; // of a list or dictionary; never NULL there
} snw__xvalue;

/// The items of a list or dictionary. All values of one list share it, as in Python: what pop()
/// takes from one is gone from all.
struct snw__xbody {
    snw__xvalue *items; // [count] keys and values in turn for a dictionary
    int count, room;
};

snw__xvalue snw__x_bool(bool value);
snw__xvalue snw__x_int(int64_t value);
snw__xvalue snw__x_real(double value);

/// A text that is already kept.
snw__xvalue snw__x_kept(const char *text, size_t length);

/// A new list or dictionary with room for some items; false when memory is exhausted.
bool snw__x_make(snw__xacro *x, snw__xkind kind, int room, snw__xvalue *out);

/// Adds an item to the end of a list.
bool snw__x_push(snw__xacro *x, snw__xbody *body, const snw__xvalue *item);

/// Sets a key of a dictionary; the place of a key that it has already stays.
bool snw__x_dict_set(snw__xacro *x, snw__xbody *dict, const snw__xvalue *key,
                     const snw__xvalue *value);

/// The place of the value of a key; `*at` is -1 when the dictionary has no such key.
bool snw__x_dict_find(snw__xacro *x, const snw__xbody *dict, const snw__xvalue *key, int *at);

/// What a `for` goes through, as a list: items of a list, keys of a dictionary, letters of a text.
bool snw__x_iterate(snw__xacro *x, const snw__xvalue *value, snw__xvalue *out);

/// Letters of a text, not bytes.
int64_t snw__x_letters(const snw__xvalue *text);

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

/// Less than 0, 0, or more; SNW__X_UNORDERED when the two cannot be ordered. The work is counted:
/// lists that hold each other many times over are refused.
enum { SNW__X_UNORDERED = 2 };
bool snw__x_compare(snw__xacro *x, const snw__xvalue *a, const snw__xvalue *b, int *order);
bool snw__x_equal(snw__xacro *x, const snw__xvalue *a, const snw__xvalue *b, bool *same);

// --- expressions --------------------------------------------------------------------------------

typedef enum snw__xop {
    SNW__X_CONSTANT,
    SNW__X_NAME,
    SNW__X_MAKE_LIST,
    SNW__X_MAKE_DICT,
    SNW__X_INDEX,
    SNW__X_SLICE,     // owner, then start, stop and step, each of which may be SNW__X_ABSENT
    SNW__X_ABSENT,    // what is left out
    SNW__X_ATTRIBUTE, // owner.name
    SNW__X_CALL,      // name, then arguments
    SNW__X_METHOD,    // owner, then arguments; the name is that of the method
    SNW__X_NAMED,     // an argument with its name, behind all others
    SNW__X_COLLECT,   // [item for ...]: the item, or key and value, then clauses
    SNW__X_FOR,       // a clause: what is gone through, then the names
    SNW__X_WHERE,     // a clause: a condition
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
    SNW__X_IS,
    SNW__X_IS_NOT,
    SNW__X_AND,
    SNW__X_OR,
    SNW__X_IF // condition, then, else
} snw__xop;

typedef struct snw__xexpr {
    snw__xop op, link;
    int count;        // operands; of SNW__X_COLLECT those before the clauses
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

/// Texts, items and names, by xacro_list.c: an index, a slice, a list made by `for`.
bool snw__x_evaluate_index(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope,
                           snw__xvalue *out);
bool snw__x_evaluate_slice(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope,
                           snw__xvalue *out);
bool snw__x_evaluate_collect(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope,
                             snw__xvalue *out);

/// Takes items at[from], at[from + step], ... of a list or text, `count` of them.
bool snw__x_pick(snw__xacro *x, const snw__xvalue *owner, int64_t from, int64_t step, int64_t count,
                 snw__xvalue *out);

/// owner.name for a dictionary; `name` may go on behind dots.
bool snw__x_attribute_of(snw__xacro *x, const snw__xvalue *owner, const char *name,
                         snw__xvalue *out);

/// owner.name(arguments): the methods of texts, lists and dictionaries.
bool snw__x_method(snw__xacro *x, const snw__xvalue *owner, const char *name,
                   const snw__xvalue *arguments, int count, snw__xvalue *out);

/// The functions that make and go through lists: range, sum, sorted, zip, ...; `*known` tells
/// whether there is one of that name.
bool snw__x_call_list(snw__xacro *x, const char *name, const snw__xvalue *arguments, int count,
                      snw__xvalue *out, bool *known);

/// Their names; returns how many.
int snw__x_list_names(const char **names, int room);

/// Sorts a list in place, the largest first when `reverse`; equals stay in their order.
bool snw__x_sort(snw__xacro *x, snw__xbody *list, bool reverse);

/// Refuses a wrong number of arguments of a function.
bool snw__x_check_count(snw__xacro *x, const char *name, int count, int least, int most);

/// The value of an argument of the file; NULL, and reported, when it has none.
const char *snw__x_argument_text(snw__xacro *x, const char *name);

/// $(command operand).
bool snw__x_command(snw__xacro *x, const char *command, const char *operand, snw__xvalue *out);

/// True for UTF-8 without control characters: what XML can hold.
bool snw__x_is_text(const char *text);

/// xacro.load_yaml(name): the content of a YAML file.
bool snw__x_load_yaml(snw__xacro *x, const char *name, snw__xvalue *out);

/// A function of the list in docs/xacro.md.
bool snw__x_call(snw__xacro *x, const char *name, const snw__xvalue *arguments, int count,
                 snw__xvalue *out);

/// True for the name of a function, with its module (math.sin, xacro.load_yaml) or without.
bool snw__x_is_function(const char *name);

/// A constant by its name (pi, e, inf, ...); false for none.
bool snw__x_constant(const char *name, snw__xvalue *out);

/// How many functions there are, and their names.
int snw__x_function_names(const char **names, int room);

/// A function or, with an owner, a method, and what it is given.
typedef struct snw__xcall {
    const snw__xvalue *owner; // NULL for a function
    const char *name;
    const snw__xvalue *items;
    int count;
    const snw__xbody *named; // a dictionary of arguments with names; NULL for none
} snw__xcall;

/// 'text' % values, and text.format(values, name=value).
bool snw__x_percent(snw__xacro *x, const snw__xvalue *text, const snw__xvalue *values,
                    snw__xvalue *out);
bool snw__x_format(snw__xacro *x, const snw__xcall *call, snw__xvalue *out);

/// Calls the function or method.
bool snw__x_apply(snw__xacro *x, const snw__xcall *call, snw__xvalue *out);

/// The same for a call that has arguments with names.
bool snw__x_call_named(snw__xacro *x, const snw__xcall *call, snw__xvalue *out);

/// The name without the module that it stands in: sin for math.sin.
const char *snw__x_without_module(const char *name);

/// Whether a list or set has an item; adds one to a set unless it is there.
bool snw__x_contains(snw__xacro *x, const snw__xbody *items, const snw__xvalue *item, bool *found);
bool snw__x_set_add(snw__xacro *x, snw__xbody *set, const snw__xvalue *item);

/// set(value).
bool snw__x_set_of(snw__xacro *x, const snw__xvalue *value, snw__xvalue *out);

/// The items of a set that another one has too (common), or has not.
bool snw__x_set_filter(snw__xacro *x, const snw__xbody *from, const snw__xbody *other, bool common,
                       snw__xvalue *out);

/// isinstance(value, types): the types are names, not values.
bool snw__x_is_instance(snw__xacro *x, const snw__xvalue *value, const snw__xexpr *types,
                        snw__xvalue *out);

/// Replaces ${...}, $(...) and $$ in a text; one substitution alone keeps its type.
bool snw__x_text(snw__xacro *x, const char *text, snw__xscope *scope, snw__xvalue *out);

/// The same as text.
const char *snw__x_substitute(snw__xacro *x, const char *text, snw__xscope *scope);

#endif // SINEW_SRC_XACRO_XACRO_VALUES_H
