// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DESCRIBE_INTERNAL_H
#define SINEW_SRC_DESCRIBE_INTERNAL_H

#include "sinew/describe/path.h"
#include "sinew/describe/type.h"

// --- trail.c ------------------------------------------------------------------------------------

/// Bytes of a name or an index in one step of a path, with the final zero.
enum { SNW__STEP = 128 };

/// A path that is built while a walk goes down, and cut when it comes back.
typedef struct snw__trail {
    char text[SNW_FIELD_PATH]; // what fits
    size_t length;             // of the whole path: beyond the text when it does not fit
} snw__trail;

/// Appends "/name" (or "name" at the start); returns the length to go back to.
size_t snw__trail_enter(snw__trail *trail, const char *name);

/// Appends "[key]" when the item has a key that a path can name, else "[item]".
void snw__trail_item(snw__trail *trail, const snw_field *field, const void *block, int item);

/// Cuts the trail to an earlier length.
void snw__trail_leave(snw__trail *trail, size_t length);

/// True when nothing of the path is missing.
bool snw__trail_is_whole(const snw__trail *trail);

/// True for the text of an index that is a number, of any size, and so cannot be a key.
bool snw__is_index(const char *text);

/// Appends the first 40 bytes or so of any text in quotes, what is not printable as \xNN.
void snw__show(snw_text *out, const char *text, size_t length);

/// Length of the first character if a described text may hold it: UTF-8, no control characters but
/// tab and line feed, nothing that XML cannot carry; else 0.
int snw__character(const char *text, size_t length);

/// True for a text of such characters, tab and line feed excepted.
bool snw__is_printable(const char *text, size_t length);

// --- value.c ------------------------------------------------------------------------------------

/// Doubles in one item of a number kind (real, vec3, quat, pose, matrix), 0 for other kinds.
int snw__number_count(const snw_field *field);

/// True when the field limits its numbers.
bool snw__has_range(const snw_field *field);

/// Bytes of a text in a field, never beyond it.
size_t snw__text_length(const snw_field *field, const char *text);

/// Stores an integer as the member of that size does; what does not fit is cut.
void snw__store_whole(int64_t value, size_t size, void *place);

/// Stores the legal number nearest to zero in an item of an integer; false when there is none.
bool snw__store_nearest_whole(const snw_field *field, void *place);

// --- value_parse.c, unit.c ----------------------------------------------------------------------

/// Reads `count` numbers between blanks or single commas, with a unit at the end perhaps, converted
/// to that of the field. Neither finiteness nor range is checked.
snw_status snw__numbers_parse(const snw_field *field, const char *text, size_t length,
                              double *numbers, int count, snw_why *why);

/// Skips blanks, and one comma among them; false when there are none.
bool snw__skip_separator(const char **at, const char *end);

/// The conversion of a unit as a quotient, which rounds better than a factor: value[to] =
/// value[from] * up / down. Fails as snw_unit_factor() does.
snw_status snw__unit_quotient(const char *from, size_t length, const char *to, double *up,
                              double *down);

/// True for the units that stand alone in fields: products of SI units without prefixes.
bool snw__unit_is_si(const char *unit);

// --- compare.c ----------------------------------------------------------------------------------

/// True when all items of a field are equal in two blocks, deeply.
bool snw__field_equal(const snw_field *field, const void *a, const void *b);

// --- path.c -------------------------------------------------------------------------------------

/// A block that a path goes through, and the field of the block before it that holds it.
typedef struct snw__passage {
    const snw_type *type;
    void *block;
    const snw_field *field; // NULL for a root
    void *holder;
} snw__passage;

/// The blocks of a path, from its root; a step takes two bytes at least.
typedef struct snw__route {
    snw__passage passages[SNW_FIELD_PATH / 2];
    int count;
} snw__route;

/// snw_roots_resolve() that remembers the way.
snw_status snw__resolve(const snw_roots *roots, const char *path, snw_place *place,
                        snw__route *route, snw_why *why);

/// Fills a place for one number (or none: -1) of an item, or for `count` items as a whole.
void snw__place_fill(snw_place *place, const snw_field *field, void *item, int count, int number);

/// True when what stands in the array never is live: its items may move, or come and go. The
/// numbers of a counted array stay where they are, so they may be live; how many there are may not.
SNW_INLINE bool snw__array_moves(const snw_field *field) {
    return field->array == SNW_LIST ||
           (field->array == SNW_COUNTED && field->kind == SNW_KIND_STRUCT);
}

/// How a field inside such an array, optional parts and children may change.
snw_when snw__when_moved(snw_when when);

/// What is wrong with a change that has to wait for another moment, and the way out.
const char *snw__moment_text(snw_when needed);
const char *snw__moment_fix(snw_when needed);

#endif // SINEW_SRC_DESCRIBE_INTERNAL_H
