// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_XACRO_XACRO_PARTS_H
#define SINEW_SRC_XACRO_XACRO_PARTS_H

/// @file
/// What the parts of the xacro expander share: memory, trees of elements, values, scopes, reports.
///
/// A file becomes a tree of snw__xnode. Expansion walks it and builds a second tree without xacro,
/// which is then written. Functions that return bool have reported when they return false.

#include "sinew/document.h"
#include "sinew/os/path.h"
#include "sinew/xacro.h"
#include "xacro_values.h"

// --- memory -------------------------------------------------------------------------------------

typedef struct snw__xchunk snw__xchunk;

/// Blocks from the front, given back down to a mark or all at once.
typedef struct snw__xpool {
    snw__xchunk *first, *now;
} snw__xpool;

typedef struct snw__xmark {
    snw__xchunk *chunk;
    size_t used;
} snw__xmark;

/// A zeroed block; NULL, and reported, when memory is exhausted.
void *snw__x_take(snw__xacro *x, snw__xpool *pool, size_t size);
snw__xmark snw__x_mark(const snw__xpool *pool);
void snw__x_release(snw__xpool *pool, snw__xmark mark);
void snw__x_free(snw__xpool *pool);

/// A copy that stays as long as the expansion lasts; NULL as above.
char *snw__x_copy(snw__xacro *x, const char *text, size_t length);

/// A text that grows in the scratch memory.
struct snw__xbuffer {
    char *data; // ended by a zero once something was added
    size_t length, room;
};

bool snw__x_add(snw__xacro *x, snw__xbuffer *buffer, const char *text, size_t length);

/// Names to pointers; a NULL pointer is none.
typedef struct snw__xentry {
    const char *name;
    uint32_t hash;
    void *data;
} snw__xentry;

typedef struct snw__xtable {
    snw__xentry *entries; // [room] open addressing
    int count, room;      // a power of two, or 0
} snw__xtable;

void *snw__x_get(const snw__xtable *table, const char *name);
bool snw__x_put(snw__xacro *x, snw__xtable *table, const char *name, void *data);

// --- trees --------------------------------------------------------------------------------------

typedef struct snw__xfile {
    const char *name, *folder;
    const char *bytes;
    size_t length;
    const struct snw__xfile *includer; // NULL for the first one
    int number;                        // among all files of the expansion
    const struct snw__xfile *made_before;
} snw__xfile;

typedef struct snw__xattribute {
    const char *name, *value; // the name with its prefix
    int line, column;
    bool raw;               // declares a name space: taken and written as it stands in the text
    const snw__xfile *file; // NULL: that of its element
} snw__xattribute;

/// An element, or the text between elements (then it has no name).
typedef struct snw__xnode {
    const char *name; // with its prefix
    const char *text;
    snw__xattribute *attributes;
    int attribute_count, attribute_room;
    struct snw__xnode *first, *next;
    const snw__xfile *file;
    int line, column;
    const struct snw__xframe *frame; // of the result: the call that made it; NULL for none
} snw__xnode;

/// Reads a file into a tree; NULL, and reported, when it is no XML.
snw__xnode *snw__x_tree(snw__xacro *x, const snw__xfile *file);

/// Index of an attribute, -1 for none.
int snw__x_attribute(const snw__xnode *node, const char *name);

/// Adds an attribute, or changes the one of that name.
bool snw__x_set_attribute(snw__xacro *x, snw__xnode *node, const snw__xattribute *attribute);

/// Where expanded elements go: behind the last child of `parent`.
typedef struct snw__xout {
    snw__xnode *parent;
    snw__xnode **tail;
    int depth;
    snw__xnode *last; // that was added; NULL for none
} snw__xout;

/// Adds a new node, counted; NULL, and reported, at the limits. Text behind text is joined to it,
/// with a blank between, as any reader of the result would see it.
snw__xnode *snw__x_append(snw__xacro *x, snw__xout *out, const snw__xnode *like);

/// Writes the result into the set-up arena; NULL, and reported, when it is too large. `origins` may
/// be NULL.
char *snw__x_write(snw__xacro *x, const snw__xnode *root, struct snw__origins *origins,
                   size_t *length);

// --- scopes -------------------------------------------------------------------------------------

typedef struct snw__xsymbol {
    snw__xvalue value;
    const char *lazy; // to be evaluated in `home` at its first use; NULL when it has been
    bool busy;        // being evaluated
    snw__xscope *home;
    const snw__xnode *node; // that defines it
} snw__xsymbol;

/// What <xacro:insert_block> inserts.
typedef struct snw__xblock {
    const snw__xnode *first; // of the list
    bool raw;                // a property's: to be expanded where it is inserted
    bool single;             // only `first`, not those behind it
} snw__xblock;

typedef struct snw__xparameter {
    const char *name;
    int stars;
    const char *initial; // NULL for none
    bool outer;          // ^: of the caller, if it has one
} snw__xparameter;

typedef struct snw__xmacro {
    const char *name;
    const snw__xnode *node;
    snw__xparameter *parameters;
    int count;
} snw__xmacro;

struct snw__xscope {
    snw__xscope *parent; // NULL for the outermost one
    bool space;          // of an include with ns=
    snw__xtable symbols, blocks, macros, spaces;
};

typedef enum snw__xlist { SNW__X_SYMBOLS, SNW__X_BLOCKS, SNW__X_MACROS } snw__xlist;

snw__xscope *snw__x_scope(snw__xacro *x, snw__xscope *parent);

/// Finds a name, dotted for included name spaces, from a scope outwards. `home` may be NULL; else
/// it receives the scope in which it stands.
void *snw__x_find(snw__xacro *x, snw__xscope *scope, snw__xlist list, const char *name,
                  snw__xscope **home);

/// The nearest visible name, for "did you mean"; NULL for none.
const char *snw__x_nearest(snw__xacro *x, snw__xscope *scope, snw__xlist list, const char *name);

/// Sets a symbol to a value.
bool snw__x_define(snw__xacro *x, snw__xscope *scope, const char *name, snw__xvalue value);

/// The same for a name of a `for`, whose symbol is used again for each item.
bool snw__x_rebind(snw__xacro *x, snw__xscope *scope, const char *name, snw__xvalue value);

/// The value of a name: property, or constant; behind dots, what stands in a dictionary.
bool snw__x_value_of(snw__xacro *x, snw__xscope *scope, const char *name, snw__xvalue *out);

/// A letter or underscore, then letters, digits, underscores.
bool snw__x_is_name(const char *name);

// --- elements -----------------------------------------------------------------------------------

/// Expands a list of nodes.
bool snw__x_expand(snw__xacro *x, const snw__xnode *first, snw__xscope *scope, snw__xout *out);

/// The elements <xacro:...>; each gets the node itself.
bool snw__x_property(snw__xacro *x, const snw__xnode *node, snw__xscope *scope);
bool snw__x_argument(snw__xacro *x, const snw__xnode *node, snw__xscope *scope);
bool snw__x_macro(snw__xacro *x, const snw__xnode *node, snw__xscope *scope);
bool snw__x_call_macro(snw__xacro *x, const snw__xnode *node, snw__xscope *scope, snw__xout *out);
bool snw__x_include(snw__xacro *x, const snw__xnode *node, snw__xscope *scope, snw__xout *out);

/// A package that $(find) has given the folder of.
typedef struct snw__xpackage {
    const char *name, *folder;
    struct snw__xpackage *next;
} snw__xpackage;

/// Remembers it: paths that begin with its folder may be opened.
bool snw__x_found_package(snw__xacro *x, const char *name, const char *folder);

/// Where a file looks for others; the file that a name means; its content. NULL of the last is
/// reported, by the rule given.
snw_places snw__x_places(const snw__xacro *x, const snw__xfile *file);
snw_status snw__x_find_file(snw__xacro *x, const snw__xfile *file, const char *name,
                            char path[SNW_PATH_SIZE], snw_why *why);
snw__xfile *snw__x_read_file(snw__xacro *x, const char *path, const char *rule,
                             const snw__xfile *includer);

/// The folder of a package: $(find name); NULL, and reported.
const char *snw__x_package(snw__xacro *x, const char *name);

/// An attribute that a xacro element may have.
typedef struct snw__xwanted {
    const char *name;
    bool required;
    const char *value; // NULL when absent
} snw__xwanted;

/// Takes the attributes of a xacro element; false when one is missing.
bool snw__x_wanted(snw__xacro *x, const snw__xnode *node, snw__xwanted *wanted, int count);

/// Makes an attribute of the current element the place of what is reported; NULL: the element.
void snw__x_look_at(snw__xacro *x, const snw__xnode *node, const char *attribute);

// --- the whole ----------------------------------------------------------------------------------

/// A macro that is being expanded.
typedef struct snw__xframe {
    const snw__xmacro *macro;
    const snw__xnode *call;
    const struct snw__xframe *outer;
    int number; // among all calls, from 1
    const struct snw__xframe *made_before;
} snw__xframe;

enum { SNW__X_TOLD = 64 }; // places that were reported

struct snw__xacro {
    const snw_xacro_options *options;
    snw_setup *setup;
    snw_diags *diags;
    snw__xpool keep, scratch;
    size_t memory; // of both pools

    snw_status first; // error
    int errors;       // that were reported
    bool stopped;     // a limit was passed
    uint64_t told[SNW__X_TOLD];
    int told_count;

    size_t work, input, output;
    int nodes, files, yamls, depth, calls;
    bool loading; // a YAML file
    int file_count, frame_count;
    const snw__xfile *file_list;   // all, the newest first
    const snw__xframe *frame_list; // all calls, the newest first
    snw__xpackage *packages;

    const snw__xnode *at; // the element in hand
    const char *attribute;
    const snw__xframe *frame;
    snw__xscope *top;
    snw__xnode *root; // of the result
    snw__xtable arguments;
    bool addresses;  // $(find p) is package://p
    char base[4096]; // the folder that the first file may not leave
};

typedef struct snw__xfault {
    snw_status code;
    const char *rule, *fix;
} snw__xfault;

/// Reports an error at the element in hand, with the chain of macros; always false.
SNW_PRINTF(3, 4)
bool snw__x_fail(snw__xacro *x, snw__xfault fault, const char *format, ...);

/// Reports a warning, which strictness may make an error: true when it may be passed over.
SNW_PRINTF(3, 4)
bool snw__x_warn(snw__xacro *x, snw__xfault fault, const char *format, ...);

/// The same for what only lenient reading passes over.
SNW_PRINTF(3, 4)
bool snw__x_doubt(snw__xacro *x, snw__xfault fault, const char *format, ...);

/// Adds a note with the place of an element; `node` may be NULL.
void snw__x_note(snw__xacro *x, const snw__xnode *node, const char *text);

/// Adds a finished reason.
void snw__x_report(snw__xacro *x, const snw_why *why);

/// Counts work; false, and reported once, beyond the limit.
bool snw__x_spend(snw__xacro *x, size_t bytes);

/// Goes one level deeper; false, and reported, at the limit. Leave with x->depth--.
bool snw__x_enter(snw__xacro *x);

#endif // SINEW_SRC_XACRO_XACRO_PARTS_H
