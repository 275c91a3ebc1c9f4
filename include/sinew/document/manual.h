// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DOCUMENT_MANUAL_H
#define SINEW_DOCUMENT_MANUAL_H

/// @file
/// What else follows from the tables: the self-test of every type, and the reference manual.

#include "sinew/describe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Proves a type: random objects come back bit-exact and without a warning through XML and JSON,
/// equal their copies, have the same hash, and a value one step outside each range is refused. The
/// reason names the field and the case.
SNW_SETUP SNW_NODISCARD snw_status snw_type_selftest(const snw_type *type,
                                                     const snw_registry *registry, uint64_t seed,
                                                     int cases, snw_why *why);

/// The page of one type: a sentence, then a table of its fields with units, ranges, defaults and
/// when they may change. Markdown.
SNW_SETUP void snw_manual_type(const snw_type *type, const snw_registry *registry, snw_text *text);

/// The index of all registered types, by base. Markdown.
SNW_SETUP void snw_manual_index(const snw_registry *registry, snw_text *text);

/// The same facts for machines: one JSON object for a type.
SNW_SETUP void snw_manual_json(const snw_type *type, snw_text *text);

/// Fills a block with random legal values, drawn from `seed` alone: also the ends of every range,
/// the longest strings, empty and full lists, every registered child.
SNW_SETUP SNW_NODISCARD snw_status snw_block_randomize(const snw_type *type, void *block,
                                                       const snw_registry *registry, uint64_t seed,
                                                       snw_setup *setup);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DOCUMENT_MANUAL_H
