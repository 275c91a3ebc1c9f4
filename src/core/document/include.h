// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DOCUMENT_INCLUDE_H
#define SINEW_SRC_DOCUMENT_INCLUDE_H

/// @file
/// Files inside files: <include href="arm.xml"/> stands for the root element of that file. It must
/// lie in the folder of the first file or below, links followed; cycles are found by their names.

#include "bind.h"
#include "sinew/document/xml.h"
#include "sinew/os.h"

enum { SNW__INCLUDE_DEPTH = 16 };

/// One file and its text, expanded if it was compressed.
typedef struct snw__file {
    snw_source_file text;
    char path[SNW_PATH_SIZE]; // real path
    char name[SNW_PATH_SIZE]; // as messages call it
    snw_xml *outer;           // what was read before
    const char *outer_name;
    int outer_version;
} snw__file;

typedef struct snw__includes {
    const char *folder; // NULL refuses all includes
    const char *top_name;
    char root[SNW_PATH_SIZE]; // real path of the folder
    snw__file *files[SNW__INCLUDE_DEPTH];
    int depth, count;
    size_t bytes; // of all files included
} snw__includes;

/// `folder` may be NULL; "" is the current one. `name` is the first file's, as it was opened.
void snw__includes_open(snw__includes *in, const char *folder, const char *name);

/// True when the current element of an XML reader is an include.
bool snw__is_include(const snw_xml *xml);

/// Opens the file that the include at *xml names, and goes to its root element: *xml is then the
/// inner reader and *event its event; snw__include_leave() goes back. When the file cannot be used
/// that is reported, the element is passed over, *xml stays, and the result is false.
bool snw__include_enter(snw__includes *in, snw__bind *b, snw_xml **xml, snw_xml_event *event);
void snw__include_leave(snw__includes *in, snw__bind *b, snw_xml **xml);

/// Reads a source with `read` after expanding it if it is gzip.
typedef snw_status snw__read_fn(const snw_source *source, const snw_type *type,
                                const snw_document *how);
snw_status snw__read_expanded(const snw_source *source, const snw_type *type,
                              const snw_document *how, snw__read_fn *read);

#endif // SINEW_SRC_DOCUMENT_INCLUDE_H
