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

#include "sinew/describe.h"

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
        *registry; ///< types of polymorphic children; may be NULL when there are none
    snw_strictness strictness;
    const char *root_name; ///< name of the root element; NULL is the type's token; "*" is any
    bool check_references; ///< every reference must name an object of the document
} snw_read_options;

typedef struct snw_write_options {
    const char *root_name;       ///< NULL is the type's token
    int indent;                  ///< blanks per level; 0 means 2, -1 one line
    bool no_header;              ///< leave out <?xml ...?>
    const char *style_sheet;     ///< href of a style sheet; NULL for none
    const char *schema_location; ///< prefix of the .xsd files' names; NULL for none
    int columns;                 ///< numbers per line of a group; 0 means 10
    bool with_defaults;          ///< also write fields that have their default value
    bool with_signals;           ///< also write signals and states
} snw_write_options;

/// Reads a file by its name: .xml .ecx .json, or the same followed by .gz, .ecz for compressed .ecx
/// (gzip content is recognised by its bytes too), and .gz alone for compressed XML. `*object` comes
/// from `setup`. `options` may be NULL. `diags` receives all findings; the status is that of the
/// first error.
SNW_SETUP SNW_NODISCARD snw_status snw_document_read(const char *path, const snw_type *type,
                                                     const snw_read_options *options,
                                                     snw_setup *setup, void **object,
                                                     snw_diags *diags);

/// Writes a file, whole or not at all; the name decides the format as for reading. What could not
/// be read again is refused: an object that snw_block_check() refuses, or more than
/// SNW_DOCUMENT_BYTES.
SNW_SETUP SNW_NODISCARD snw_status snw_document_write(const char *path, const snw_type *type,
                                                      const void *object,
                                                      const snw_write_options *options,
                                                      snw_why *why);

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

/// Reads from any stream to its end; `name` decides the format as a file's name does.
SNW_SETUP SNW_NODISCARD snw_status snw_document_read_stream(snw_read_fn *read, void *context,
                                                            const char *name, const snw_type *type,
                                                            const snw_document *how);

/// A text to be read, plain or gzip, and what to call it in messages. `folder` is where includes
/// are looked for; NULL refuses them.
typedef struct snw_source {
    const char *bytes;
    size_t length;
    const char *name;
    const char *folder;
} snw_source;

/// The same from memory.
SNW_SETUP SNW_NODISCARD snw_status snw_xml_read(const snw_source *source, const snw_type *type,
                                                const snw_read_options *options, snw_setup *setup,
                                                void **object, snw_diags *diags);
SNW_SETUP SNW_NODISCARD snw_status snw_json_read(const snw_source *source, const snw_type *type,
                                                 const snw_read_options *options, snw_setup *setup,
                                                 void **object, snw_diags *diags);

/// The same into a text; run it on an empty snw_text to measure.
SNW_SETUP void snw_xml_write(const snw_type *type, const void *object,
                             const snw_write_options *options, snw_text *text);
SNW_SETUP void snw_json_write(const snw_type *type, const void *object,
                              const snw_write_options *options, snw_text *text);

/// Compresses up to SNW_DOCUMENT_BYTES as gzip into out[0..capacity); `*size` receives the bytes
/// needed, also when they do not fit (SNW_ERR_SIZE). A text of n bytes never needs more than
/// n + n / 1000 + 64.
SNW_SETUP SNW_NODISCARD snw_status snw_gzip(const void *bytes, size_t length, void *out,
                                            size_t capacity, size_t *size);

/// Expands gzip, of several members too. SNW_ERR_SYNTAX for damaged data and for anything behind
/// it, SNW_ERR_TOO_LARGE when it does not fit capacity.
SNW_SETUP SNW_NODISCARD snw_status snw_gunzip(const void *bytes, size_t length, void *out,
                                              size_t capacity, size_t *size);

/// The schema (XSD 1.0) of one name space, for all registered types of it and what they hold.
SNW_SETUP void snw_xsd_write(const snw_registry *registry, const snw_space *space, snw_text *text);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DOCUMENT_FILE_H
