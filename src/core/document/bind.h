// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DOCUMENT_BIND_H
#define SINEW_SRC_DOCUMENT_BIND_H

/// @file
/// What the readers of all formats share: names and texts come in, fields of blocks are set, and
/// every finding is reported with its place and its path. The reader walks the text and keeps this
/// order:
///
///     snw__bind_open()
///     snw__bind_root()                                    the root's block is the current frame
///       field = snw__bind_field(name)                     NULL: unknown, reported; skip the value
///       snw__bind_value(field, text)                      plain values and arrays of them
///       place = snw__bind_item(field, index)              an item of an array of structs
///       snw__bind_push(type, place, ...) ... snw__bind_pop()   around the inside of a struct
///       snw__bind_keys_begin() ... snw__bind_keys_end()   around the items of an array of structs
///     snw__bind_pop()
///     snw__bind_close()

#include "sinew/document/file.h"

/// A place in the text, from 1; 0 for unknown.
typedef struct snw__where {
    int line, column;
} snw__where;

/// The table and block that names are looked up in.
typedef struct snw__frame {
    const snw_type *type;
    void *block;
    unsigned char seen[32]; // one bit per field
    snw__where where;
    int step;   // its place in `steps`, -1 when there was no memory for it
    int errors; // findings so far, when it was pushed
} snw__frame;

/// One step of a path. Steps outlive their frames when a reference was met there, because whether
/// it finds its object is known only at the end.
typedef struct snw__step {
    const char *name;
    int index;  // -1 outside arrays
    int parent; // -1 for the root
    bool kept;
} snw__step;

/// A name that an object has, or one that a reference asks for.
typedef struct snw__name {
    size_t text;          // offset in `texts`
    size_t file;          // offset of the file's name
    const snw_type *type; // of the named object; NULL for a reference
    const char *base;     // what a reference asks for; may be NULL
    snw__where where;
    int depth; // of the frame that has the name
    int step;  // of that frame
} snw__name;

typedef struct snw__bind {
    const snw_read_options *options;
    snw_setup *setup;
    snw_diags *diags;
    const char *file; // current file; see snw__bind_enter_file()
    int version;      // of the document
    snw__frame frames[SNW_DOCUMENT_DEPTH];
    int depth;
    int errors;       // findings that are errors
    int found;        // all findings
    snw_status first; // code of the first error
    int proposals;    // names that were proposed: a few help, thousands cost time
    bool exhausted;   // memory
    bool broken;      // the text has broken off: what is missing now is no news
    bool complete;    // it has not, and no element was passed over: references can be trusted
    bool in_content;  // texts are content of XML, lines and all: words have places of their own

    snw__step *steps;
    int step_count, step_capacity;
    snw__name *names;
    int name_count, name_capacity;
    char *texts;
    size_t text_size, text_capacity;
    size_t file_text; // of the current file's name, SIZE_MAX when it has not been kept

    char *old; // words that are collected
    size_t old_size, old_capacity;

    // members of the set that is being read, before those that repeat are left out
    unsigned char *set;
    int set_count, set_capacity;
    bool set_full;              // more differ than the field holds, which has been reported
    const snw_field *set_field; // NULL for none
} snw__bind;

/// Starts; `options` may be NULL.
void snw__bind_open(snw__bind *b, const snw_read_options *options, snw_setup *setup,
                    snw_diags *diags, const char *file);

/// Another file is read from now on. `name` must stay until the next call or the end.
void snw__bind_enter_file(snw__bind *b, const char *name);

/// The current frame.
snw__frame *snw__bind_top(snw__bind *b);

/// Makes the root's block and frame. `version` is the document's format version, 0 when it does not
/// say: then it is the type's own. NULL when memory is exhausted or the version is newer than the
/// type (reported).
void *snw__bind_root(snw__bind *b, const snw_type *type, int version, snw__where where);

/// Sets the version by which older names are understood; false when it is newer (reported).
bool snw__bind_version(snw__bind *b, const snw_type *type, int version, snw__where where);

/// The field of that name in the current frame, marked as seen; upgraded names are found too and
/// `*upgrade` (may be NULL for none) must be handed to snw__bind_value(). NULL when the name is
/// unknown, given twice, or gone since an earlier version: reported, the value is to be skipped.
const snw_field *snw__bind_field(snw__bind *b, const char *name, snw__where where,
                                 const snw_upgrade **upgrade);

/// Notes in options->specified, which is not NULL, that the document has this member of the current
/// frame.
void snw__bind_specify(snw__bind *b, const char *name);

/// Sets a whole field of the current frame from text: one value, or the words of an array of plain
/// values. What is refused keeps its default.
void snw__bind_value(snw__bind *b, const snw_field *field, const snw_upgrade *upgrade,
                     const char *text, size_t length, snw__where where);

/// Sets one item at `place` from text; false when refused (reported).
bool snw__bind_text(snw__bind *b, const snw_field *field, void *place, const char *text,
                    size_t length, snw__where where);

/// Puts a word behind those that were collected before, and sets a field from all of them: values
/// of an older version that are written item by item, as their conversion wants them.
void snw__bind_collect(snw__bind *b, const char *text, size_t length);
void snw__bind_collected(snw__bind *b, const snw_field *field, const snw_upgrade *upgrade,
                         snw__where where);

/// Room for item `index` of an array of the current frame, asked for in order: its place until the
/// next call, at its default. NULL when the array is full or memory is exhausted (reported).
void *snw__bind_item(snw__bind *b, const snw_field *field, int index, snw__where where);

/// Ends an array of `count` items: a fixed one must be complete, members of a set that repeat are
/// left out, a list gives spare room back.
void snw__bind_items_end(snw__bind *b, const snw_field *field, int count, snw__where where);

/// Compares the size that a text announces with the number of items; a difference is a warning.
void snw__bind_size(snw__bind *b, const snw_field *field, const char *announced, int count,
                    snw__where where);

/// Goes into a struct at `block`; `index` is -1 outside arrays. False when too deep (reported):
/// then there must be no pop.
bool snw__bind_push(snw__bind *b, const snw_type *type, void *block, const char *name, int index,
                    snw__where where);

/// Leaves a struct: what is required must have been seen, and validate() must agree.
void snw__bind_pop(snw__bind *b);

/// Around the items of an array of structs: keys must differ among them.
int snw__bind_keys_begin(const snw__bind *b);
void snw__bind_keys_end(snw__bind *b, int first_name);

/// Memory is exhausted; said once.
void snw__bind_exhausted(snw__bind *b, snw__where where);

/// A type for a polymorphic child of `field` by its token, or NULL (reported). Any registered type
/// will do when the field has no base.
const snw_type *snw__bind_child(snw__bind *b, const snw_field *field, const char *token,
                                snw__where where);

/// Remembers that a reference asks for a name.
void snw__bind_refer(snw__bind *b, const char *name, const char *base, snw__where where);

/// Reports a finding at a place, about the current path or a name below it (NULL for none), and
/// what the finding says itself about its subject. `avoidable` findings are warnings when the
/// reader is lenient. A finding without a rule or a way out gets the usual ones of its code.
void snw__bind_report(snw__bind *b, const snw_why *why, const char *name, snw__where where,
                      bool avoidable);

/// Composes and reports in one go.
void snw__bind_complain(snw__bind *b, snw_status code, const char *text, const char *fix,
                        snw__where where);

/// The same for what can be passed over.
void snw__bind_object(snw__bind *b, snw_status code, const char *text, const char *fix,
                      snw__where where);

/// Reports a fault of the text itself, as its reader found it: nothing more is expected from it.
void snw__bind_break(snw__bind *b, const snw_why *why);

/// The closest of some names, for the way out; NULL when none is close, or after many proposals.
const char *snw__bind_closest(snw__bind *b, const char *name, const char *const *names, int count);

/// Checks references, frees what was allocated; the status of the first error, or SNW_OK.
snw_status snw__bind_close(snw__bind *b);

#endif // SINEW_SRC_DOCUMENT_BIND_H
