// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_SERVER_ROUTE_H
#define SINEW_SRC_SERVER_ROUTE_H

/// @file
/// What a request of HTTP comes to, decided from its texts alone: no socket, nothing is done.

#include <stdbool.h>
#include <stddef.h>

#include "tables.h"

enum { SNW__NAME = 128 }; ///< bytes of the name of a recording or of a file that is handed in

typedef enum snw__method { SNW__GET, SNW__HEAD, SNW__POST, SNW__OTHER } snw__method;

/// A header: its length is 0 when it is not there, -1 when it is too long to be true.
typedef struct snw__header_text {
    const char *text;
    int length;
} snw__header_text;

/// A request, as it was read.
typedef struct snw__request {
    snw__method method;
    const char *path; ///< [path_size], and a zero behind it
    size_t path_size;
    size_t named_size; ///< bytes of the path in the line of the request
    snw__header_text host, origin, length;
    bool in_chunks; ///< Transfer-Encoding is there
} snw__request;

typedef enum snw__target {
    SNW__REFUSE,   ///< `code` and `text` say why
    SNW__FILE,     ///< `file`
    SNW__NOTHING,  ///< an empty answer
    SNW__DOWNLOAD, ///< the recording `name`
    SNW__UPLOAD,   ///< the file `name` of `size` bytes
    SNW__STOP
} snw__target;

/// What a request comes to.
typedef struct snw__route {
    snw__target target;
    int code;
    const char *text;
    bool hang_up; ///< after the answer: what follows cannot be told apart from a body
    bool head_only;
    const snw__file *file;
    const char *name; ///< a part of the path; is it a name? snw__is_file_name() says
    size_t size;
} snw__route;

/// Judges a request.
snw__route snw__route_of(const snw__request *request, const snw__hosts *hosts,
                         const snw__files *files);

/// Host and, when it is there, Origin are ours, or such as the server was told to answer.
bool snw__names_are_ours(const snw__hosts *hosts, const snw__header_text *host,
                         const snw__header_text *origin);

/// A name that can be a file's: letters, digits, "-_." and no dot in front.
bool snw__is_file_name(const char *text);

#endif // SINEW_SRC_SERVER_ROUTE_H
