// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DESCRIBE_BLOCK_H
#define SINEW_DESCRIBE_BLOCK_H

/// @file
/// What can be done with the block of any described type: defaults, copy, compare, hash, check.
///
/// Blocks with lists, optional parts or children take memory from a snw_setup arena.

#include "sinew/describe/registry.h"
#include "sinew/describe/type.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Sets every field of a block to its default: lists empty, optional parts and children absent. All
/// other bytes are zero. Defaults are legal for a type that passed snw_type_check().
SNW_SETUP void snw_block_defaults(const snw_type *type, void *block);

/// A new block of that type with its defaults. NULL when memory is exhausted.
SNW_SETUP void *snw_block_new(const snw_type *type, snw_setup *setup);

/// Makes a list, or a counted array, of a block from snw_block_new() `count` items long: the first
/// ones stay, new ones have their defaults. SNW_ERR_TOO_LARGE beyond the field's length. `setup`
/// may be NULL for a counted array.
SNW_SETUP SNW_NODISCARD snw_status snw_block_resize(const snw_field *field, void *block, int count,
                                                    snw_setup *setup);

/// Gives back the room that a list took while it grew; its items stay in place.
SNW_SETUP void snw_block_trim(const snw_field *field, void *block, snw_setup *setup);

/// A deep copy of all fields: `to` must come from snw_block_new() of the same type, or be any block
/// with its defaults if the type is flat (then `setup` may be NULL). After SNW_ERR_MEMORY `to` is
/// part of both.
SNW_SETUP SNW_NODISCARD snw_status snw_block_copy(const snw_type *type, void *to, const void *from,
                                                  snw_setup *setup);

/// True when all fields are equal, deeply; reals by their bits, so that NaN equals itself and -0
/// differs from 0. Signals are left out. Different types of objects are unequal.
SNW_SETUP bool snw_block_equal(const snw_type *type, const void *a, const void *b);

/// The same for two children: their types must be the same one too.
SNW_SETUP bool snw_child_equal(const snw_child *a, const snw_child *b);

/// Called for each difference: its path and both values as text. A struct, optional part or child
/// that one side lacks is reported as a whole: the token of its type, and "" for what is absent.
/// The texts are valid during the call.
typedef void snw_difference_fn(const char *path, const char *a, const char *b, void *context);

/// Tells every field in which two blocks of one type differ; returns how many.
SNW_SETUP int snw_block_difference(const snw_type *type, const void *a, const void *b,
                                   snw_difference_fn *tell, void *context);

/// A 64-bit hash of the content: equal blocks have equal hashes, in every process. Signals are left
/// out.
SNW_SETUP uint64_t snw_block_hash(const snw_type *type, const void *block);

/// Checks every value as snw_value_check() does, counts, that keys among siblings differ, and
/// validate(), deeply; signals are left out. Every finding goes to `diags` (may be NULL) with its
/// path, which begins with `subject`, as subject; returns the status of the first.
SNW_SETUP SNW_NODISCARD snw_status snw_block_check(const snw_type *type, const void *block,
                                                   const char *subject, snw_diags *diags);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DESCRIBE_BLOCK_H
