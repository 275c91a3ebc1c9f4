// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DOCUMENT_XML_TEXT_H
#define SINEW_SRC_DOCUMENT_XML_TEXT_H

/// @file
/// The characters of an XML text: blanks, names, references, values and content, each checked and
/// decoded. A cursor goes over the bytes once and knows its line; decoded texts are appended to a
/// buffer. The first fault stops the cursor for good.

#include "sinew/base.h"

typedef struct snw__xml_text {
    const char *name; // of the text, for messages
    const char *at, *end, *line_start;
    int line;
    bool only_ascii; // the declaration names an encoding other than UTF-8
    bool failed;
    snw_why why;

    bool lax; // what other programs pass over is an oddity, not a fault
    bool odd; // there was one
    snw_why oddity;

    char *out; // decoded texts, each ended by a zero
    size_t size, capacity;
} snw__xml_text;

/// Records the first fault, at a byte of the current line.
void snw__xml_fail(snw__xml_text *t, const char *at, snw_status code, const char *text,
                   const char *fix);

/// A fault, false; for a lax reader an oddity, true, of which the first is kept.
bool snw__xml_pass(snw__xml_text *t, const char *at, const char *text, const char *fix);

/// The same, with a name in the middle: "element 'arm' ...".
void snw__xml_fail_name(snw__xml_text *t, const char *at, const char *before, const char *name,
                        size_t length, const char *after);

/// Column of a byte of the current line, from 1.
int snw__xml_column(const snw__xml_text *t, const char *at);

/// True when the text goes on with these letters.
bool snw__xml_ahead(const snw__xml_text *t, const char *letters);

/// Goes past blanks; false when there are none.
bool snw__xml_blanks(snw__xml_text *t);

/// Goes past a name and returns its length; 0 when none begins here.
size_t snw__xml_name_token(snw__xml_text *t);

/// Appends bytes; false when memory is exhausted (a fault).
bool snw__xml_keep(snw__xml_text *t, const char *bytes, size_t length);

/// Appends the attribute value whose quote the cursor stands at, blanks normalised and references
/// resolved (XML 1.0, 3.3.3), without a final zero.
void snw__xml_value(snw__xml_text *t);

/// Appends the content up to a tag, with CDATA sections, without comments and instructions. Blanks
/// before the first other character are left out. `*line` and `*column` receive the place of that
/// character.
void snw__xml_content_run(snw__xml_text *t, int *line, int *column);

/// Goes past a comment or an instruction that begins at the cursor; false when there is none.
bool snw__xml_aside(snw__xml_text *t);

/// Goes past <?xml version="1.0" encoding="UTF-8"?>, at which the cursor stands.
void snw__xml_declaration(snw__xml_text *t);

#endif // SINEW_SRC_DOCUMENT_XML_TEXT_H
