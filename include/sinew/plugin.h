// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PLUGIN_H
#define SINEW_PLUGIN_H

/// @file
/// User types from shared libraries. A plugin exports one table under the name SNW_PLUGIN_SYMBOL;
/// loading it adds the plugin's bases and types to a registry, all of them or none.
///
///     static const snw_type *const types[] = {&my_type};
///     SNW_PLUGIN("mine", "Objectives for painting.", NULL, 0, types, 1);
///
/// Built with:  cc -shared -fPIC mine.c -o mine.so $(pkg-config --cflags --libs sinew)

#include "sinew/base.h"
#include "sinew/describe.h"
#include "sinew/os.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_PLUGIN_VERSION = 1 };

#define SNW_PLUGIN_SYMBOL "snw_plugin_table"

/// What a plugin exports. The sizes tell whether it was built against the same tables.
typedef struct snw_plugin_export {
    uint32_t size;    ///< of this struct
    uint32_t version; ///< SNW_PLUGIN_VERSION
    uint32_t type_size, field_size;
    const char *name;
    const char *help; ///< one sentence
    const snw_base *const *bases;
    int base_count;
    const snw_type *const *types;
    int type_count;
} snw_plugin_export;

/// Defines the table of a plugin; C only.
#define SNW_PLUGIN(plugin_name, plugin_help, base_list, bases_in_list, type_list, types_in_list)   \
    SNW_API extern const snw_plugin_export snw_plugin_table;                                       \
    const snw_plugin_export snw_plugin_table = {sizeof(snw_plugin_export),                         \
                                                SNW_PLUGIN_VERSION,                                \
                                                sizeof(snw_type),                                  \
                                                sizeof(snw_field),                                 \
                                                (plugin_name),                                     \
                                                (plugin_help),                                     \
                                                (base_list),                                       \
                                                (bases_in_list),                                   \
                                                (type_list),                                       \
                                                (types_in_list)}

/// A loaded plugin; all zero means not loaded.
typedef struct snw_plugin {
    // read-only
    const snw_plugin_export *table;
    // private
    snw_library library;
} snw_plugin;

/// Loads a plugin and registers its types. Refused with a reason, nothing registered and the
/// library unloaded again: a file that is not there or cannot be linked, a missing table, another
/// version or size, a type that its registry refuses, a function table shorter than its own head.
SNW_SETUP SNW_NODISCARD snw_status snw_plugin_load(const char *path, snw_registry *registry,
                                                   snw_plugin *plugin, snw_why *why);

/// Unloads a plugin. No object of its types and no registry that holds them may be used any more.
SNW_SETUP void snw_plugin_close(snw_plugin *plugin);

#ifdef __cplusplus
}
#endif

#endif // SINEW_PLUGIN_H
