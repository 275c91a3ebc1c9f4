// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DOCUMENT_JSON_H
#define SINEW_DOCUMENT_JSON_H

/// @file
/// A pull reader for JSON (RFC 8259), of our own: positions for every value, bounds on depth and
/// count, no allocation. Names that repeat in an object are the caller's to refuse.

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum snw_json_event {
    SNW_JSON_EOF,
    SNW_JSON_OBJECT, ///< {
    SNW_JSON_ARRAY,  ///< [
    SNW_JSON_END,    ///< } or ]
    SNW_JSON_NAME,   ///< a member's name; its value follows
    SNW_JSON_STRING,
    SNW_JSON_NUMBER,
    SNW_JSON_TRUE,
    SNW_JSON_FALSE,
    SNW_JSON_NULL,
    SNW_JSON_ERROR ///< see json->why; every later call gives it again
} snw_json_event;

enum { SNW_JSON_DEPTH = 256 };

/// Caller-owned. Strings with escapes are decoded into `scratch`.
typedef struct snw_json {
    // read-only
    int line, column; ///< of the current event, from 1
    int depth;        ///< open objects and arrays
    const char *text; ///< of a name, a string (decoded) or a number (as written)
    size_t length;
    snw_why why;
    // private
    const char *bytes, *end, *at, *line_start;
    const char *name;
    char *scratch;
    size_t scratch_size;
    long nodes;
    int state, line_now;
    unsigned char is_object[SNW_JSON_DEPTH / 8];
} snw_json;

/// Opens a text of UTF-8. `scratch` holds one decoded string or name; longer ones are refused.
/// `name` is for messages.
SNW_SETUP void snw_json_open(snw_json *json, const char *bytes, size_t length, const char *name,
                             char *scratch, size_t scratch_size);

/// The next event. After the value of the document only blanks may follow.
SNW_SETUP snw_json_event snw_json_next(snw_json *json);

/// What has not been read yet, inside the text: right behind the last event.
SNW_SETUP const char *snw_json_rest(const snw_json *json);

/// Goes past the value that follows a name or stands next in an array: after SNW_JSON_OBJECT or
/// SNW_JSON_ARRAY to its end; nothing for a plain value that was just read.
SNW_SETUP SNW_NODISCARD snw_status snw_json_skip(snw_json *json, snw_json_event started);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DOCUMENT_JSON_H
