// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DOCUMENT_JSON_TEXT_H
#define SINEW_SRC_DOCUMENT_JSON_TEXT_H

/// @file
/// The two tokens of JSON that have a grammar of their own: strings and numbers.

#include "sinew/base.h"

/// A string that is read. It stands in the text if it has no escapes, else decoded in `out`.
typedef struct snw__json_string {
    const char *at, *end; ///< the opening quote; after reading, behind the closing one
    char *out;
    size_t out_size;

    const char *text; ///< the result, not terminated
    size_t length;

    const char *fault_at; ///< or what is wrong with it, and where
    snw_status code;
    const char *fault, *fix;
} snw__json_string;

/// Reads the string at `at`; false when it is wrong.
bool snw__json_string_read(snw__json_string *string);

/// Where the number at `at` ends, which begins with a digit or a minus; with a fault, where that
/// stands.
const char *snw__json_number_end(const char *at, const char *end, const char **fault,
                                 const char **fix);

/// True for what words are made of: letters, digits, _ $ and everything beyond ASCII.
bool snw__json_is_word(char c);

#endif // SINEW_SRC_DOCUMENT_JSON_TEXT_H
