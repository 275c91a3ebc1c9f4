// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_XACRO_XACRO_TOKEN_H
#define SINEW_SRC_XACRO_XACRO_TOKEN_H

/// @file
/// The words and signs of expressions.

#include "xacro_parts.h"

typedef enum snw__xtoken {
    SNW__X_END,
    SNW__X_NUMBER,
    SNW__X_QUOTED,
    SNW__X_WORD,
    SNW__X_SIGN // an operator or bracket
} snw__xtoken;

typedef struct snw__xparser {
    snw__xacro *x;
    const char *whole, *at; // at: behind the token in hand
    snw__xtoken token;
    const char *start; // of the token
    size_t length;
    snw__xvalue value; // of a number or text
} snw__xparser;

/// Goes to the next token; false, and reported, when there is none that can be read.
bool snw__x_next_token(snw__xparser *p);

/// True for the sign or word in hand.
bool snw__x_is_sign(const snw__xparser *p, const char *text);
bool snw__x_is_word(const snw__xparser *p, const char *text);

/// Refuses the expression: its grammar is wrong; this part of Python is not supported. Always
/// false.
bool snw__x_wrong(snw__xparser *p, const char *what);
bool snw__x_refuse(snw__xparser *p, const char *what, const char *fix);

#endif // SINEW_SRC_XACRO_XACRO_TOKEN_H
