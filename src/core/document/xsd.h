// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DOCUMENT_XSD_H
#define SINEW_SRC_DOCUMENT_XSD_H

/// @file
/// What the parts of the schema writer share: lines of XML, names of definitions, simple types.
///
/// Names in a schema. A struct type is named by its token. What belongs to one field is named
/// `token.field`, with `.item`, `.number`, `.part`, `.text` or `.vector` behind it. What all types
/// share begins with an underscore. Tokens are letters, digits and underscores after a letter, so
/// that the three never meet.

#include "sinew/document/file.h"
#include "type_list.h"
#include "words.h"

enum {
    SNW__XSD_NAME = 512, ///< bytes of a qualified name
    /// Up to here an array's items are counted; validators unroll such counts, so that larger
    /// arrays are left to the reader.
    SNW__XSD_COUNTED = 64
};

/// Definitions that all types share; written when they have been used.
typedef enum snw__xsd_shared {
    SNW__XSD_REAL = 1,
    SNW__XSD_PERCENT = 2,
    SNW__XSD_MEASURE = 4,
    SNW__XSD_INFINITE = 8,
    SNW__XSD_MINUS_INFINITE = 16,
    SNW__XSD_NUMBER = 32,
    SNW__XSD_QUANTITY = 64,
    SNW__XSD_NUMBERS = 128,
    SNW__XSD_COMMAS = 256,
    SNW__XSD_NOTHING = 512,
    SNW__XSD_INCLUDE = 1024,
    SNW__XSD_QUAT = 2048,
    SNW__XSD_POSE = 4096
} snw__xsd_shared;

/// One schema that is written.
typedef struct snw__xsd {
    snw_text *text;
    int depth;
    const snw_registry *registry;
    const snw_space *space;
    snw__types types; ///< of all name spaces, sorted
    unsigned used;    ///< snw__xsd_shared
} snw__xsd;

/// A qualified name.
typedef struct snw__xsd_name {
    char text[SNW__XSD_NAME];
} snw__xsd_name;

/// A field and the name of the definition that it stands in.
typedef struct snw__xsd_field {
    const char *owner;
    const snw_field *field;
} snw__xsd_field;

/// One indented line; the arguments must be free of what XML reserves.
SNW_PRINTF(2, 3) void snw__xsd_line(snw__xsd *x, const char *format, ...);

/// The blanks at the start of a line.
void snw__xsd_indent(snw__xsd *x);

/// A line that opens an element, and the one that closes it.
SNW_PRINTF(2, 3) void snw__xsd_open(snw__xsd *x, const char *format, ...);
void snw__xsd_close(snw__xsd *x, const char *name);

/// A sentence of documentation, with what a field adds to it; `field` may be NULL.
void snw__xsd_help(snw__xsd *x, const char *help, const snw_field *field);

/// "prefix:name" in the schema's own name space.
SNW_PRINTF(2, 3) snw__xsd_name snw__xsd_own(const snw__xsd *x, const char *format, ...);

/// "prefix:_name" of a shared definition, which is then written too.
snw__xsd_name snw__xsd_use(snw__xsd *x, snw__xsd_shared one);

/// True for values that can stand in an attribute: numbers, words, vectors, and arrays of them.
bool snw__xsd_is_plain(const snw_field *field);

/// The simple type of a plain field as a whole, as it stands in an attribute or a group.
snw__xsd_name snw__xsd_whole(snw__xsd *x, const snw__xsd_field *at);

/// The type of an element that holds one item of a plain field.
snw__xsd_name snw__xsd_item(snw__xsd *x, const snw__xsd_field *at);

/// Writes the simple types that the two names above and a field's annotation refer to.
void snw__xsd_values(snw__xsd *x, const snw__xsd_field *at);

/// Writes the shared simple types that were used, and those of texts of each length.
void snw__xsd_shared_values(snw__xsd *x);

/// The name space of a type's elements: its own, or in the schema of snw_space_plain that one.
const snw_space *snw__xsd_space(const snw__xsd *x, const snw_type *type);

/// "prefix:name" of the complex type of a struct, and of the abstract element of a base.
snw__xsd_name snw__xsd_type_name(const snw__xsd *x, const snw_type *type);
snw__xsd_name snw__xsd_base_name(const snw__xsd *x, const char *base);

/// Writes the element of a field inside the struct `owner`.
void snw__xsd_member(snw__xsd *x, const char *owner, const snw_field *field);

/// Writes the element that stands for another file; `occurs` is "" or says how often.
void snw__xsd_include(snw__xsd *x, const char *occurs);

/// True when a validator can be asked for some required values of a struct.
bool snw__xsd_asks(const snw_type *type);

/// Writes the constraint that asks for them, on an element; `prefix` is that of their elements.
void snw__xsd_required(snw__xsd *x, const char *name, const snw_type *type, const char *prefix);

#endif // SINEW_SRC_DOCUMENT_XSD_H
