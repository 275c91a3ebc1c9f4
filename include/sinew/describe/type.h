// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DESCRIBE_TYPE_H
#define SINEW_DESCRIBE_TYPE_H

/// @file
/// The table that describes a struct: write a field once, and it is everywhere.
///
///     typedef struct pid {
///         double kp, ki;
///         snw_vec3 bias;
///     } pid;
///
///     static const snw_field pid_fields[] = {
///         {SNW_AT(pid, kp), .kind = SNW_KIND_REAL, .unit = "N.m/rad", .range = {0, 1e6},
///          .initial = "10", .when = SNW_LIVE, .help = "Proportional gain."},
///         {SNW_AT(pid, ki), .kind = SNW_KIND_REAL, .unit = "N.m/rad/s", .range = {0, 1e6},
///          .when = SNW_LIVE, .help = "Integral gain."},
///         {SNW_AT(pid, bias), .kind = SNW_KIND_VEC3, .unit = "N", .help = "Added force."},
///     };
///     const snw_type pid_type = {SNW_TYPE(pid, pid_fields), .base = "law",
///                                .space = &snw_space_motion,
///                                .help = "Proportional and integral control of one joint."};
///
/// From such a table come XML, XSD, JSON, defaults, copies, comparison, paths, live changes, the
/// self-test and the reference manual. Tables are const and outlive everything that uses them.
///
/// Members that a table leaves out belong to the program alone: they begin as zero, and copies,
/// comparison and files pass over them.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinew/base.h"
#include "sinew/describe/member.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a field holds. The C type of the member must be the one named here.
typedef enum snw_kind {
    SNW_KIND_BOOL,      ///< bool
    SNW_KIND_INT,       ///< int8_t, int16_t, int32_t (int) or int64_t, by the size of the member
    SNW_KIND_UINT,      ///< uint8_t, uint16_t, uint32_t or uint64_t, by the size of the member
    SNW_KIND_REAL,      ///< double
    SNW_KIND_ENUM,      ///< an enum or int; its names stand in .names
    SNW_KIND_STRING,    ///< char[n]: UTF-8, terminated
    SNW_KIND_REFERENCE, ///< char[n]: the name of another object; .base is the base it must have
    SNW_KIND_VEC3,      ///< snw_vec3
    SNW_KIND_QUAT,      ///< snw_quat, a unit quaternion
    SNW_KIND_POSE,      ///< snw_pose; unit and range are those of its position
    SNW_KIND_MATRIX,    ///< double[rows * columns], column-major; snw_mat3 too
    SNW_KIND_STRUCT,    ///< a described struct by value: .type
    SNW_KIND_OPTIONAL,  ///< pointer to a described struct, NULL when absent: .type; SNW_AT_PART
    SNW_KIND_CHILD      ///< snw_child: any registered type whose base is .base
} snw_kind;

/// How many of it.
typedef enum snw_array {
    SNW_SINGLE,  ///< one
    SNW_FIXED,   ///< T member[length], always all of them
    SNW_COUNTED, ///< T member[length] and an int member that says how many are in use
    SNW_LIST     ///< T *member and an int member; at most `length`; memory from the reader's arena
} snw_array;

/// What a field is for.
typedef enum snw_role {
    SNW_PARAMETER, ///< configuration: in files
    SNW_SIGNAL,    ///< computed while running: observed, recorded, never in files
    SNW_STATE      ///< carried from tick to tick: in state files, not in cell files
} snw_role;

/// When a parameter may change. The same three say what a cell is doing when a change is asked for.
typedef enum snw_when {
    SNW_AT_LOAD,       ///< only by loading again
    SNW_AT_STANDSTILL, ///< while nothing moves
    SNW_LIVE           ///< at any tick; only numbers, never strings, lists or children. The numbers
                       ///< of a counted array may be live; how many there are may not
} snw_when;

enum {
    SNW_REQUIRED = 1,    ///< a file must give it
    SNW_KEY = 2,         ///< names its struct: unique among its siblings, addressable in paths
    SNW_UNIQUE = 4,      ///< an array that is a set: repeated members collapse
    SNW_INFINITE = 8,    ///< reals that may be infinite ("INF" in XML, absent in JSON) besides
                         ///< their range; with a range only towards the side of zero it reaches
    SNW_AS_ELEMENT = 16, ///< written as a child element even where an attribute would do
    SNW_ENGINEER = 32    ///< while a cell runs only an engineer may change it, live or not
};

enum {
    SNW_FIELD_NAME = 64, ///< bytes of a name or token, with the final zero
    SNW_FIELDS = 256     ///< rows of one table at most
};

/// A finite range, ends included; {0, 0} is any finite number.
typedef struct snw_range {
    double low, high;
} snw_range;

typedef struct snw_type snw_type;

/// A polymorphic child: its type and its block. Both NULL when absent.
typedef struct snw_child {
    const snw_type *type;
    void *block;
} snw_child;

/// One name of an enum field.
typedef struct snw_choice {
    const char *name;
    int value;
    const char *help; ///< one sentence; may be NULL
} snw_choice;

/// One row of a table.
typedef struct snw_field {
    const char *name;    ///< as in files and paths: letters, digits and underscores, a letter first
    size_t offset;       ///< of the member
    size_t size;         ///< of one item
    size_t count_offset; ///< of the int that counts, for counted arrays and lists
    snw_member member;
    snw_array array;
    int length; ///< items that fit; 0 for a single one
    snw_kind kind;
    const char *unit;    ///< SI unit, "rad/s"; NULL or "" for none. Another one must end the name
                         ///< of the field: "period_us" in us
    snw_range range;     ///< for numbers, each of them in vectors and arrays
    const char *initial; ///< default of each item, in the text form of value.h. NULL is zero (or
                         ///< what the range has next to it), empty, identity, the first choice
    snw_role role;
    snw_when when;
    unsigned flags;            ///< SNW_REQUIRED ...
    int choice_count;          ///< of an enum
    const snw_choice *choices; ///< [choice_count] of an enum
    int rows, columns;         ///< of a matrix
    const snw_type *type;      ///< of a struct
    const char *base;          ///< base token of a child or of a reference's target
    const char *item;          ///< element name of an array's items; NULL is "element"
    const char *help;          ///< one sentence: what it is; required
} snw_field;

/// A field of a struct: name, place and size.
#define SNW_AT(structure, field)                                                                   \
    .name = #field, .offset = offsetof(structure, field), .size = sizeof(((structure *)0)->field), \
    .member = SNW_MEMBER(((structure *)0)->field)

/// A pointer member for an optional part; does not compile for anything else.
#define SNW_AT_PART(structure, field)                                                              \
    .name = #field, .offset = offsetof(structure, field),                                          \
    .size = sizeof(void *) + 0 * sizeof((structure){.field = NULL}),                               \
    .member = SNW_MEMBER(((structure *)0)->field)

/// A fixed array member; does not compile for a pointer.
#define SNW_AT_ARRAY(structure, field)                                                             \
    .name = #field, .offset = SNW_FIRST(structure, field),                                         \
    .size = sizeof(((structure *)0)->field[0]), .array = SNW_FIXED,                                \
    .member = SNW_MEMBER(((structure *)0)->field[0]),                                              \
    .length = (int)(sizeof(((structure *)0)->field) / sizeof(((structure *)0)->field[0]))

/// An array member with an int member that counts.
#define SNW_AT_COUNTED(structure, field, counter)                                                  \
    .name = #field, .offset = SNW_FIRST(structure, field),                                         \
    .size = sizeof(((structure *)0)->field[0]), .array = SNW_COUNTED,                              \
    .member = SNW_MEMBER(((structure *)0)->field[0]),                                              \
    .length = (int)(sizeof(((structure *)0)->field) / sizeof(((structure *)0)->field[0])),         \
    .count_offset = SNW_COUNTER(structure, counter)

/// A pointer member with an int member that counts; at most `most` items. Does not compile for an
/// array, which cannot be set to NULL.
#define SNW_AT_LIST(structure, field, counter, most)                                               \
    .name = #field, .offset = offsetof(structure, field),                                          \
    .size = sizeof(*((structure *)0)->field), .array = SNW_LIST,                                   \
    .member = SNW_MEMBER(*((structure *)0)->field),                                                \
    .length = (most) + 0 * (int)sizeof((structure){.field = NULL}),                                \
    .count_offset = SNW_COUNTER(structure, counter)

/// The choices of an enum field.
#define SNW_CHOICES(table)                                                                         \
    .choices = (table), .choice_count = (int)(sizeof(table) / sizeof *(table))

/// A name space of files: a prefix, its URI, and its layer. A type may hold types of its own and of
/// lower levels only, so that schemas import downwards.
typedef struct snw_space {
    const char *prefix, *uri;
    int level;
} snw_space;

SNW_API extern const snw_space snw_space_core, snw_space_robot, snw_space_motion, snw_space_cell;

/// The name space of files written by hand: elements of all types stand in this one. No type
/// belongs to it; it is for schemas only, because readers ignore name spaces.
SNW_API extern const snw_space snw_space_plain;

/// A name that a field had in an earlier version of a type. A file of a version below `until` may
/// use `name`; its value is taken for field `now`, multiplied by `factor` (0 means 1), or passed
/// through `convert` (text in, text out, SNW_ERR_SIZE if `size` is too small).
typedef struct snw_upgrade {
    int until;
    const char *name;
    const char *now; ///< NULL: the field is gone and its value is ignored
    double factor;
    snw_status (*convert)(const char *old, char *text, size_t size);
} snw_upgrade;

/// Functions that a module asks of a type; its own struct begins with this head.
typedef struct snw_vtable {
    uint32_t size;    ///< of the whole struct
    uint32_t version; ///< of the interface
} snw_vtable;

/// A described struct.
struct snw_type {
    const char *token; ///< its name in files: letters, digits and underscores, a letter first
    size_t size, align;
    const snw_field *fields; ///< [field_count]
    int field_count;
    int version;                 ///< of the format; 0 means 1
    const char *base;            ///< base token, NULL for none
    const snw_space *space;      ///< NULL is snw_space_core
    const char *help;            ///< one sentence; required
    const snw_upgrade *upgrades; ///< [upgrade_count]
    int upgrade_count;

    /// A rule between fields, checked after every field is; fills `why` and returns its code. May
    /// be NULL.
    snw_status (*validate)(const void *block, snw_why *why);

    /// Computes what the loop needs from the parameters, outside the loop; see live.h. May be NULL.
    snw_status (*derive)(const void *block, void *derived, snw_why *why);
    size_t derived_size;

    const snw_vtable *functions; ///< what the using module asks for; may be NULL
};

/// Token, size and table of a type.
#define SNW_TYPE(structure, table)                                                                 \
    .token = #structure, .size = sizeof(structure), .align = _Alignof(structure),                  \
    .fields = (table), .field_count = (int)(sizeof(table) / sizeof *(table))

/// The same with another token than the name of the struct.
#define SNW_TYPE_AS(token_text, structure, table)                                                  \
    .token = (token_text), .size = sizeof(structure), .align = _Alignof(structure),                \
    .fields = (table), .field_count = (int)(sizeof(table) / sizeof *(table))

/// Checks a table itself, once, before the type is used: names, sentences, members against kinds,
/// places inside the struct and apart from each other, ranges, units, choices, defaults that can be
/// read and are legal, keys, levels of name spaces, upgrades, and the types that it holds.
/// SNW_ERR_ARGUMENT; the reason names type and field.
SNW_SETUP SNW_NODISCARD snw_status snw_type_check(const snw_type *type, snw_why *why);

/// True when a block holds no pointers: it may be copied as bytes, and be live.
SNW_SETUP bool snw_type_is_flat(const snw_type *type);

/// The field of that name, or NULL.
SNW_SETUP const snw_field *snw_type_field(const snw_type *type, const char *name);

/// How many items a field has in a block: 1 for a single one.
SNW_RT int snw_field_count(const snw_field *field, const void *block);

/// The place of an item in a block. The block of a list may move when it is read again.
SNW_RT void *snw_field_place(const snw_field *field, void *block, int item);

/// The same in a block that is only read.
SNW_RT const void *snw_field_place_const(const snw_field *field, const void *block, int item);

/// The field that is flagged SNW_KEY, or NULL.
SNW_SETUP const snw_field *snw_type_key(const snw_type *type);

/// Index of the item whose key is `key` in an array of structs or children, or -1; and the key of
/// an item, NULL when it has none.
SNW_SETUP int snw_field_key_index(const snw_field *field, const void *block, const char *key);

/// The key of an item, or NULL when it has none.
SNW_SETUP const char *snw_field_index_key(const snw_field *field, const void *block, int item);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DESCRIBE_TYPE_H
