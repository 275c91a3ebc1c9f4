// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_STATION_TYPES_H
#define SINEW_STATION_TYPES_H

/// @file
/// The types that cells are made of: those of sinew, those of a program and those of plug-ins, in
/// one registry. There is one list of them, whoever runs the cell.

#include "sinew/describe.h"
#include "sinew/plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Adds types to a registry.
typedef snw_status snw_register_fn(snw_registry *registry, snw_why *why);

/// What is registered beside the types of sinew. All zero is nothing.
typedef struct snw_types_options {
    // public
    snw_register_fn *const *more; ///< registrations of the program, ended by NULL; or NULL
    const char *const *plugins;   ///< [plugin_count] shared libraries; a name without a slash is
    int plugin_count;             ///< a file of the current directory
} snw_types_options;

/// Caller-owned; open and close.
typedef struct snw_types {
    // read-only
    snw_registry registry; ///< frozen
    // private
    void *memory;
    snw_plugin *plugins; // [plugin_count]
    int plugin_count;
} snw_types;

/// Lays out a registry, and registers the bases and types of sinew and those of `more`. There is
/// room left for plug-ins. On an empty arena it only measures.
SNW_SETUP SNW_NODISCARD snw_status snw_types_register(snw_registry *registry,
                                                      snw_register_fn *const *more,
                                                      snw_arena *arena, snw_why *why);

/// Makes the registry. `options` may be NULL. On failure nothing is left open.
SNW_SETUP SNW_NODISCARD snw_status snw_types_open(snw_types *types,
                                                  const snw_types_options *options, snw_why *why);

/// Frees everything; all zero is allowed.
SNW_SETUP void snw_types_close(snw_types *types);

/// The type of a token; SNW_ERR_UNKNOWN_NAME with a proposal, for an unknown one.
SNW_SETUP SNW_NODISCARD snw_status snw_types_find(const snw_registry *registry, const char *token,
                                                  const snw_type **type, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_STATION_TYPES_H
