// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DOCUMENT_TYPE_LIST_H
#define SINEW_SRC_DOCUMENT_TYPE_LIST_H

/// @file
/// Types and all that they hold, each once: what schemas and manuals are about.

#include "sinew/describe.h"

/// A growing list on the heap; all zero is empty.
typedef struct snw__types {
    const snw_type **items;
    int count, capacity;
    bool exhausted; ///< memory was refused: types are missing
} snw__types;

/// Adds a type, if it is not there.
void snw__types_add(snw__types *list, const snw_type *type);

/// Adds what the types of the list hold, and what those hold, to the end. Types that hold
/// themselves end the search like all others: each is visited once.
void snw__types_close(snw__types *list);

/// Sorts by token; types of one token keep their order.
void snw__types_sort(snw__types *list);

void snw__types_free(snw__types *list);

/// The name space of a type, never NULL.
const snw_space *snw__space_of(const snw_type *type);

/// Name spaces are compared by URI: a plugin may carry a copy.
bool snw__same_space(const snw_space *a, const snw_space *b);

/// The base of that token, or NULL; `registry` may be NULL.
const snw_base *snw__find_base(const snw_registry *registry, const char *token);

/// True when `token` is `base` or belongs to it through other bases.
bool snw__base_is_a(const snw_registry *registry, const char *token, const char *base);

#endif // SINEW_SRC_DOCUMENT_TYPE_LIST_H
