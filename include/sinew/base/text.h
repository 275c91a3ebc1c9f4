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

/// Appends `value` as the value of an XML attribute, without its quotes: & < > " and the blanks
/// that a reader would turn into spaces become references. What XML 1.0 cannot hold becomes U+FFFD.
SNW_SETUP void snw_text_xml_attribute(snw_text *text, const char *value);

/// Appends `value` as the content of an XML element: as above, but quotes, tabs and line ends stay.
SNW_SETUP void snw_text_xml_content(snw_text *text, const char *value);

/// Appends a field of a CSV row (RFC 4180): in quotes when it holds a comma, a quote, a line end,
/// or a blank at one of its ends, else as it is.
SNW_SETUP void snw_text_csv(snw_text *text, const char *value);

/// Appends `value` as a terminal shows it. Control characters, bytes that are not UTF-8, line
/// separators and the marks that turn the direction of text around become "\n", "\t", "\x1b", so
/// that a name from a file cannot command a terminal.
SNW_SETUP void snw_text_visible(snw_text *text, const char *value);

/// A name in quotes for a message.
typedef struct snw_quoted {
    char text[48]; ///< 'name', shortened to 'the first forty byt...'
} snw_quoted;

/// Puts a name into single quotes; control characters and bytes that are not UTF-8 become "?".
SNW_SETUP snw_quoted snw_quote(const char *name);

/// Length of the printable character at the start of bytes[0..length), or 0: invalid
/// UTF-8, or a control character of C0, C1 or DEL.
SNW_RT int snw_printable_length(const char *bytes, size_t length);

/// Length of the valid UTF-8 sequence at the start of bytes[0..length), 0 without one.
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
