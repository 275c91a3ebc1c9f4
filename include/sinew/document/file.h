// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DOCUMENT_FILE_H
#define SINEW_DOCUMENT_FILE_H

/// @file
/// Objects in files: reading and writing any described type as XML or JSON.
///
///     snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
///     void *cell = NULL;
///     status = snw_document_read("cell.xml", &cell_type, &(snw_read_options){.registry =
///     &registry},
///                                setup, &cell, &diags);
///
/// A reader reports everything it finds, not only the first fault, and gives an object only when
/// there is no error. What it refuses is listed in docs/document.md; it never crashes on a file.

#include <stdbool.h>

#include "sinew/describe.h"
#include "sinew/os/path.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What becomes of findings that can be lived with: an unknown name, a bad unit of length, ...
typedef enum snw_strictness {
    SNW_NORMAL, ///< errors are errors, warnings are warnings; an unknown name is an error
    SNW_STRICT, ///< warnings are errors too
    SNW_LENIENT ///< what can be skipped is skipped with a warning: unknown names, bad values of
                ///< fields that are not required keep their default
} snw_strictness;

enum {
    SNW_DOCUMENT_DEPTH = 256,       ///< nesting of elements, arrays and objects
    SNW_DOCUMENT_BYTES = 16 << 20,  ///< of one file, before and after decompression, and of all
                                    ///< included ones together
    SNW_DOCUMENT_NODES = 2000000,   ///< elements and attributes, or JSON values
    SNW_DOCUMENT_INCLUDES = 64,     ///< files included, and 16 deep
    SNW_DOCUMENT_MEMORY = 256 << 20 ///< a sensible limit for the set-up arena
};

typedef struct snw_read_options {
    const snw_registry
        *registry; ///< types of polymorphic children; may be NULL without such children
    snw_strictness strictness;
    const char *root_name; ///< name of the root element; NULL is the type's token; "*" is any
    bool check_references; ///< every reference must name an object of the document
    struct snw_specified *specified; ///< gets every member that the document names
                                     ///< (document/specified.h); NULL for nobody
    // private
    const struct snw__locating *locating; ///< structs whose places are looked for; NULL for none
} snw_read_options;

typedef struct snw_write_options {
    const char *root_name;          ///< NULL is the type's token
    int indent;                     ///< blanks per level; 0 means 2, -1 one line
    bool no_header;                 ///< leave out <?xml ...?>
    const char *style_sheet;        ///< href of a style sheet; NULL for none
    const char *schema_location;    ///< prefix of the .xsd files' names; NULL for none
    const char *schema_instance;    ///< name space of the schema location; NULL is W3C's of 2001
    const snw_space *default_space; ///< its elements need no prefix; NULL is that of the root
    int columns;                    ///< numbers per line of a group; 0 means 10
    bool with_defaults;             ///< also write fields that have their default value
    bool with_signals;              ///< also write signals and states
} snw_write_options;

/// Reads a file by its name: .xml .ecx .json, or the same followed by .gz, .ecz for compressed .ecx
/// (gzip content is recognised by its bytes too), and .gz alone for compressed XML. `*object` comes
/// from `setup`. `options` may be NULL. `diags` receives all findings; the status is that of the
/// first error.
SNW_SETUP SNW_NODISCARD snw_status snw_document_read(const char *path, const snw_type *type,
                                                     const snw_read_options *options,
                                                     snw_setup *setup, void **object,
                                                     snw_diags *diags);

/// Where a document goes when it is read, and by which rules: what the other readers take one by
/// one.
typedef struct snw_document {
    const snw_read_options *options; ///< may be NULL
    snw_setup *setup;
    void **object;
    snw_diags *diags;
} snw_document;

/// Gives the next bytes of a stream: how many were put into buffer[0..size), 0 at the end, -1 when
/// reading failed.
typedef ptrdiff_t snw_read_fn(void *buffer, size_t size, void *context);

/// A text to be read, plain or gzip, and what to call it in messages. `folder` is where includes
/// are looked for; NULL refuses them.
typedef struct snw_source {
    const char *bytes;
    size_t length;
    const char *name;
    const char *folder;
} snw_source;

/// The first letter of a text behind a mark of byte order and blanks, which distinguishes XML (<)
/// from JSON
/// ({); 0 for an empty text.
SNW_SETUP char snw_source_first(const snw_source *source);

/// The source as plain text: itself, with `*memory` NULL, or what it expands to if it is gzip, of
/// at most `limit` bytes and ended by a zero. A text in UTF-16, or one that declares ISO-8859-1, is
/// made UTF-8. The caller frees `*memory` with free() when `*plain` is done with. SNW_ERR_SYNTAX
/// for damage, SNW_ERR_TOO_LARGE, SNW_ERR_MEMORY.
SNW_SETUP SNW_NODISCARD snw_status snw_source_expand(const snw_source *source, size_t limit,
                                                     snw_source *plain, char **memory,
                                                     snw_why *why);

/// A file that was read to be parsed: plain text, its folder that of the file. `source.name` is the
/// path as it was given, and `source` points into the struct: do not copy it.
typedef struct snw_source_file {
    // read-only
    snw_source source;
    // private
    char *memory;
    char folder[SNW_PATH_SIZE];
} snw_source_file;

/// Reads a regular file of at most `limit` bytes, also when it is expanded, as snw_file_read() and
/// snw_source_expand() do. Only after success it must be freed.
SNW_SETUP SNW_NODISCARD snw_status snw_source_read(snw_source_file *file, const char *path,
                                                   size_t limit, snw_why *why);

/// Frees what snw_source_read() has read.
SNW_SETUP void snw_source_free(snw_source_file *file);

/// What the name of a document says: .xml .ecx .json, or the same followed by .gz; .ecz and a bare
/// .gz are compressed XML.
typedef enum snw_document_format {
    SNW_DOCUMENT_UNKNOWN,
    SNW_DOCUMENT_XML,
    SNW_DOCUMENT_JSON
} snw_document_format;

/// The format that a file's name asks for; `*compressed` may be NULL.
SNW_SETUP snw_document_format snw_document_format_of(const char *name, bool *compressed);

/// The same from memory.
SNW_SETUP SNW_NODISCARD snw_status snw_xml_read(const snw_source *source, const snw_type *type,
                                                const snw_read_options *options, snw_setup *setup,
                                                void **object, snw_diags *diags);

/// Reads an object from JSON in memory, as snw_xml_read() does from XML.
SNW_SETUP SNW_NODISCARD snw_status snw_json_read(const snw_source *source, const snw_type *type,
                                                 const snw_read_options *options, snw_setup *setup,
                                                 void **object, snw_diags *diags);

/// The same into a text; run it on an empty snw_text to measure.
SNW_SETUP void snw_xml_write(const snw_type *type, const void *object,
                             const snw_write_options *options, snw_text *text);

/// Writes an object as JSON, as snw_xml_write() does as XML.
SNW_SETUP void snw_json_write(const snw_type *type, const void *object,
                              const snw_write_options *options, snw_text *text);

/// The schema (XSD 1.0) of one name space, for all registered types of it and what they hold. That
/// of snw_space_plain has all registered types; the schema of snw_space_cell, and of any above,
/// imports it.
SNW_SETUP void snw_xsd_write(const snw_registry *registry, const snw_space *space, snw_text *text);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DOCUMENT_FILE_H
