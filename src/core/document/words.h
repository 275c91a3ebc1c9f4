// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DOCUMENT_WORDS_H
#define SINEW_SRC_DOCUMENT_WORDS_H

/// @file
/// Words for what a table says of a field, the same in the manual for people and for machines.

#include "sinew/describe.h"

/// "bool", "int", "real" ... "child".
const char *snw__kind_word(snw_kind kind);

/// "single", "fixed", "counted", "list".
const char *snw__array_word(snw_array array);

/// "parameter", "signal", "state".
const char *snw__role_word(snw_role role);

/// "load", "standstill", "live".
const char *snw__when_word(snw_when when);

/// True when the numbers of a field have limits.
bool snw__is_ranged(const snw_field *field);

/// Appends the default of one item as text: nothing for a struct, "none" for what is absent,
/// "identity" for rotations and poses.
void snw__default_print(const snw_field *field, snw_text *text);

#endif // SINEW_SRC_DOCUMENT_WORDS_H
