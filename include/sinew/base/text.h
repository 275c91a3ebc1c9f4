// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BASE_TEXT_H
#define SINEW_BASE_TEXT_H

/// @file
/// Text built into a caller's buffer, never beyond its end, always terminated.

#include <stdbool.h>
#include <stddef.h>

#include "sinew/base/attributes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct snw_text {
    // read-only
    char *data;      ///< terminated; NULL only measures
    size_t capacity; ///< bytes of the buffer, with the final zero
    size_t length;   ///< bytes the whole text needs, without the final zero; may exceed capacity
} snw_text;

/// An empty text over a buffer; `capacity` 0 only measures.
SNW_SETUP snw_text snw_text_over(char *buffer, size_t capacity);

/// True when something did not fit.
SNW_SETUP bool snw_text_is_cut(const snw_text *text);

/// Appends `length` bytes.
SNW_SETUP void snw_text_add(snw_text *text, const char *bytes, size_t length);

/// Appends formatted text; missing or wrong arguments are errors at compile time. Numbers with a
/// fraction go through snw_text_real(), because printf follows the locale.
SNW_SETUP SNW_PRINTF(2, 3) void snw_text_format(snw_text *text, const char *format, ...);

/// Appends the shortest decimal number that reads back as the same double.
SNW_SETUP void snw_text_real(snw_text *text, double value);

/// Appends a JSON string with its quotes; bytes that are not UTF-8 become U+FFFD.
SNW_SETUP void snw_text_json_string(snw_text *text, const char *value);

/// Appends a JSON number, or null for NaN and infinity.
SNW_SETUP void snw_text_json_real(snw_text *text, double value);

/// Length of the valid UTF-8 sequence at the start of bytes[0..length), 0 if there is none.
/// Overlong forms, surrogates and values above U+10FFFF are invalid (RFC 3629).
SNW_RT int snw_utf8_length(const char *bytes, size_t length);

/// Copies `text` into out[size], cut at a character border and ended by "..." if it does not fit.
SNW_RT void snw_copy_text(char *out, size_t size, const char *text);

/// The name among `count` that is closest to `name` by edit distance, or NULL when none is close
/// enough to propose ("did you mean"). Names longer than 63 bytes are not considered.
SNW_SETUP const char *snw_closest_name(const char *name, const char *const *names, int count);

#ifdef __cplusplus
}
#endif

#endif // SINEW_BASE_TEXT_H
