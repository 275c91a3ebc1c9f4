// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DESCRIBE_REGISTRY_H
#define SINEW_DESCRIBE_REGISTRY_H

/// @file
/// The types that a program knows, by token, with their bases. An explicit object, never global:
/// filled at set-up, frozen before the loop starts.

#include "sinew/describe/type.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A kind of type: what an objective, a law, a shape is. Bases may have bases.
typedef struct snw_base {
    const char *token;
    const char *base; ///< the base that this one belongs to; NULL for none
    const char *help; ///< one sentence
} snw_base;

typedef struct snw_registry {
    // read-only
    const snw_type **types; ///< [type_count] in the order of registration
    int type_count;
    const snw_base **bases; ///< [base_count]
    int base_count;
    bool frozen;
    // private
    int capacity;
    snw_type *copies; // [copy_capacity] those of snw_registry_add_as()
    int copy_capacity, copy_count;
    snw_names type_names, base_names;
} snw_registry;

/// Lays out a registry for up to `capacity` types and as many bases.
SNW_SETUP SNW_NODISCARD snw_status snw_registry_init(snw_registry *registry, int capacity,
                                                     snw_arena *arena);

/// Adds a base. Refused: a token twice, an unknown parent, no sentence, a frozen registry.
SNW_SETUP SNW_NODISCARD snw_status snw_registry_add_base(snw_registry *registry,
                                                         const snw_base *base, snw_why *why);

/// Adds a type after snw_type_check(). Refused: a token twice, an unknown base, a frozen registry.
/// Nested struct types need not be registered.
SNW_SETUP SNW_NODISCARD snw_status snw_registry_add(snw_registry *registry, const snw_type *type,
                                                    snw_why *why);

/// Lays out room for `count` copies of types, once, for snw_registry_add_as().
SNW_SETUP SNW_NODISCARD snw_status snw_registry_reserve_copies(snw_registry *registry, int count,
                                                               snw_arena *arena);

/// A struct of one module put to use by another.
typedef struct snw_type_use {
    const char *token, *base;
    const snw_vtable *functions;
    const char *help; ///< one sentence; NULL keeps that of the type
} snw_type_use;

/// Adds a copy of `type` under another token, with another base and functions. The copy belongs to
/// the registry. SNW_ERR_FULL when no room was laid out for it.
SNW_SETUP SNW_NODISCARD snw_status snw_registry_add_as(snw_registry *registry, const snw_type *type,
                                                       const snw_type_use *use, snw_why *why);

/// Puts another type in place of the one with the same token, so that loaders create it instead. It
/// must have the same base. The old table must stay; to put it back, replace again.
SNW_SETUP SNW_NODISCARD snw_status snw_registry_replace(snw_registry *registry,
                                                        const snw_type *type, snw_why *why);

/// Takes back everything added since type_count and base_count were `types` and `bases`: how a
/// plugin that fails half-way is undone. Replacements of earlier types stay. A frozen registry
/// stays as it is.
SNW_SETUP void snw_registry_rewind(snw_registry *registry, int types, int bases);

/// No more changes.
SNW_SETUP void snw_registry_freeze(snw_registry *registry);

/// The type of that token, or NULL.
SNW_SETUP const snw_type *snw_registry_find(const snw_registry *registry, const char *token);

/// True when `type` belongs to `base`, directly or through other bases; NULL base is any.
SNW_SETUP bool snw_registry_is_a(const snw_registry *registry, const snw_type *type,
                                 const char *base);

/// The next type of a base after index `*cursor` (start at 0), or NULL; NULL base is any.
SNW_SETUP const snw_type *snw_registry_next(const snw_registry *registry, const char *base,
                                            int *cursor);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DESCRIBE_REGISTRY_H
