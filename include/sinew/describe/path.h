// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DESCRIBE_PATH_H
#define SINEW_DESCRIBE_PATH_H

/// @file
/// Fields by path: `arm/link[3]/mass`, `arm/link[elbow]/mass`, `arm/q[2]`, `arm/*/gain`.
///
/// A path begins with the name of a root. Each step names a field; [n] chooses an item, [name] the
/// item whose key is that name (what reads as a number is a number); without it an array of plain
/// values is meant as a whole. A child of any type is entered without a step of its own. The last
/// step may name a number inside a value: `tool/p.z` of a vector, `tool/T.p.z` and `tool/T.R.x.y`
/// (column x, row y) of a pose, `law/K[0,2]` of a matrix (row, column; in an array of matrices
/// after the item: `law/K[5][0,2]`). In patterns `*` is any run of letters inside a step, `**` any
/// number of steps.
///
/// A path is resolved once to a handle, which then reads or writes in the loop without searching.

#include "sinew/describe/type.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_FIELD_PATH = 256, ///< bytes of a path, with the final zero
    SNW_ROOTS = 320       ///< roots at most
};

/// A named block.
typedef struct snw_root {
    const char *name;
    const snw_type *type;
    void *block;
} snw_root;

/// The roots that paths begin with. A plain value; names and blocks are the caller's.
typedef struct snw_roots {
    snw_root items[SNW_ROOTS];
    int count;
} snw_roots;

/// Adds a root; SNW_ERR_DUPLICATE, SNW_ERR_FULL, SNW_ERR_ARGUMENT for a name that is empty or holds
/// one of "/[].*".
SNW_SETUP SNW_NODISCARD snw_status snw_roots_add(snw_roots *roots, const char *name,
                                                 const snw_type *type, void *block);

/// Where a path leads: one item of a field, all items of an array, or one number inside an item.
typedef struct snw_place {
    // read-only
    const snw_field *field;
    void *item;       ///< the item, or the first of all
    int count;        ///< items meant: 1, or the whole array
    double *number;   ///< the number, for reals and inside vectors, matrices, poses; else NULL
    double low, high; ///< what a handle may write: the range, or any finite number (any at all with
                      ///< SNW_INFINITE); nothing (low > high) for one number of a rotation
    snw_when when;    ///< of the field, but never live inside counted structs, lists, children
    snw_role role;
} snw_place;

/// Resolves a path. The reason proposes the closest name where one is unknown, and the range of the
/// index where it is outside. `*place` is unchanged on failure.
SNW_SETUP SNW_NODISCARD snw_status snw_roots_resolve(const snw_roots *roots, const char *path,
                                                     snw_place *place, snw_why *why);

/// Writes a number through a handle: SNW_ERR_RANGE outside its range (NaN too), then unchanged.
/// Costs a few nanoseconds. `place->number` must not be NULL.
SNW_INLINE snw_status snw_place_write(const snw_place *place, double value) {
    if (!(value >= place->low && value <= place->high)) return SNW_ERR_RANGE;
    *place->number = value;
    return SNW_OK;
}

/// Reads a number through a handle.
SNW_INLINE double snw_place_read(const snw_place *place) {
    return *place->number;
}

/// Reads a value as text; the items of an array stand between blanks.
SNW_SETUP SNW_NODISCARD snw_status snw_roots_get(const snw_roots *roots, const char *path,
                                                 snw_text *text, snw_why *why);

/// Sets a value from text, with units, checked, and rolled back if validate() of any struct that it
/// lies in refuses it, or if it is a key that a sibling has. `when` says what the cell is doing:
/// fields that may not change then are refused. Arrays of numbers take all their numbers and a unit
/// at the end. Not for blocks that a loop uses at the same time: those change through live.h.
SNW_SETUP SNW_NODISCARD snw_status snw_roots_set(const snw_roots *roots, const char *path,
                                                 const char *value, snw_when when, snw_why *why);

/// Called for each path; return false to end the walk.
typedef bool snw_roots_fn(const char *path, const snw_place *place, void *context);

/// Tells every path of a plain value that the pattern matches, arrays item by item, in the order of
/// the tables; returns how many. Paths of SNW_FIELD_PATH bytes and more are left out.
SNW_SETUP int snw_roots_list(const snw_roots *roots, const char *pattern, snw_roots_fn *tell,
                             void *context);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DESCRIBE_PATH_H
