// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_TYPES_H
#define SINEW_APPS_TYPES_H

/// @file
/// The types that the program knows: those of the product and those of loaded plugins.

#include "cli.h"
#include "sinew/describe.h"
#include "sinew/plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Lays out a registry and fills it with the bases and types of the product; there is room for
/// those of plugins. On an empty arena it only measures.
SNW_NODISCARD snw_status cli_registry(snw_registry *registry, snw_arena *arena, snw_why *why);

/// All types of one run of a command.
typedef struct cli_types {
    snw_registry registry;
    // private
    void *memory;
    snw_plugin *plugins; // [plugin_count]
    int plugin_count;
} cli_types;

/// The types of the product, and those of the plugins at paths[count]. A name without a slash is
/// one of the current directory. On failure nothing is left open.
SNW_NODISCARD snw_status cli_types_open(cli_types *types, const char *const *paths, int count,
                                        snw_why *why);
void cli_types_close(cli_types *types);

/// The type of that token; SNW_ERR_UNKNOWN_NAME with a proposal when there is none.
SNW_NODISCARD snw_status cli_find_type(const snw_registry *registry, const char *token,
                                       const snw_type **type, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_TYPES_H
