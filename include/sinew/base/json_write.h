// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BASE_JSON_WRITE_H
#define SINEW_BASE_JSON_WRITE_H

/// @file
/// JSON written into a text. The writer sets commas, quotes, escapes and closing brackets.
///
///     snw_json_writer json = snw_json_over(&text);
///     snw_json_object(&json, NULL);
///     snw_json_string(&json, "name", arm->name);
///     snw_json_reals(&json, "q", q, dof);
///     snw_json_end(&json);                      // {"name":"left","q":[0,0.5]}
///
/// Every value takes the name of its member; it is NULL for the items of an array and for the
/// outermost value. A name is written as a JSON string, so it may come from a file.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinew/base/attributes.h"
#include "sinew/base/text.h"
#include "sinew/base/why.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Deepest nesting that a writer follows.
enum { SNW_JSON_WRITE_DEPTH = 64 };

/// A writer over a text. Small; copy it only before it is used.
typedef struct snw_json_writer {
    // read-only
    snw_text *text;
    int depth; ///< objects and arrays that are open, at most SNW_JSON_WRITE_DEPTH
    // private
    uint64_t arrays;  // bit 0: the innermost open value is an array
    uint64_t filled;  // bit 0: the innermost open value has an item
    bool on_new_line; // a line end is due before what comes next
} snw_json_writer;

/// A writer that appends to `text`.
SNW_SETUP snw_json_writer snw_json_over(snw_text *text);

/// A writer inside an object that the caller has begun, for a function that adds members to it.
/// `filled`: it has a member already. Closed by snw_json_end(), or by who began it.
SNW_SETUP snw_json_writer snw_json_inside(snw_text *text, bool filled);

/// Opens an object or an array as the next value.
SNW_SETUP void snw_json_object(snw_json_writer *json, const char *name);

/// Opens an array as the next value; snw_json_end() closes it.
SNW_SETUP void snw_json_array(snw_json_writer *json, const char *name);

/// Closes the innermost open object or array.
SNW_SETUP void snw_json_end(snw_json_writer *json);

/// The next item, or the next closing bracket, starts on a new line. JSON does not need it; people
/// who read the file do.
SNW_SETUP void snw_json_new_line(snw_json_writer *json);

/// A string; bytes that are not UTF-8 become U+FFFD, and NULL is null.
SNW_SETUP void snw_json_string(snw_json_writer *json, const char *name, const char *value);

/// A number with the fewest digits that read back the same; null for NaN and infinity.
SNW_SETUP void snw_json_real(snw_json_writer *json, const char *name, double value);

/// A whole number.
SNW_SETUP void snw_json_int(snw_json_writer *json, const char *name, int64_t value);

/// true or false.
SNW_SETUP void snw_json_bool(snw_json_writer *json, const char *name, bool value);

/// The value null.
SNW_SETUP void snw_json_null(snw_json_writer *json, const char *name);

/// An array of numbers.
SNW_SETUP void snw_json_reals(snw_json_writer *json, const char *name, const double *values,
                              int count);

/// A reason as an object; null for NULL.
SNW_SETUP void snw_json_why(snw_json_writer *json, const char *name, const snw_why *why);

/// Starts a value that the caller then appends to the text himself, as one JSON value.
SNW_SETUP void snw_json_raw(snw_json_writer *json, const char *name);

#ifdef __cplusplus
}
#endif

#endif // SINEW_BASE_JSON_WRITE_H
