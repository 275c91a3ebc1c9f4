// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/plugin.h"

static snw_status refuse_plugin(const char *path, snw_why *why, snw_status code, const char *text,
                                const char *fix) {
    snw_why_set(why, code, NULL, text);
    snw_why_rule(why, "plugin");
    snw_why_fix(why, fix);
    snw_why_at(why, path, 0, 0);
    return code;
}

static snw_status refuse_table(const char *path, snw_why *why, const char *text) {
    return refuse_plugin(path, why, SNW_ERR_ARGUMENT, text, "write the table with SNW_PLUGIN(...)");
}

// The sizes come first: only a table of the same build has the other members where they are
// expected.
static snw_status check_build(const snw_plugin_export *table, const char *path, snw_why *why) {
    if (table == NULL) {
        return refuse_plugin(path, why, SNW_ERR_UNKNOWN_NAME,
                             "the library exports no '" SNW_PLUGIN_SYMBOL "'",
                             "end its source with SNW_PLUGIN(...)");
    }
    if (table->version != SNW_PLUGIN_VERSION) {
        (void)refuse_plugin(path, why, SNW_ERR_VERSION, "the plugin was built for another version",
                            "build it again with the headers of this one");
        snw_why_add(why, "plugin", table->version, "");
        snw_why_add(why, "sinew", SNW_PLUGIN_VERSION, "");
        return SNW_ERR_VERSION;
    }
    const bool same = table->size == sizeof *table && table->type_size == sizeof(snw_type) &&
                      table->field_size == sizeof(snw_field);
    if (same) return SNW_OK;
    (void)refuse_plugin(path, why, SNW_ERR_VERSION, "the plugin was built with other tables",
                        "build it again with the headers of this one");
    snw_why_add(why, "table", table->size, "B");
    if (table->size == sizeof *table) {
        snw_why_add(why, "type", table->type_size, "B");
        snw_why_add(why, "field", table->field_size, "B");
    }
    return SNW_ERR_VERSION;
}

static snw_status check_lists(const snw_plugin_export *table, const char *path, snw_why *why) {
    if (table->name == NULL || table->name[0] == '\0' || table->help == NULL) {
        return refuse_table(path, why, "the plugin has no name or no sentence of help");
    }
    if (table->base_count < 0 || table->type_count < 0 ||
        (table->base_count > 0 && table->bases == NULL) ||
        (table->type_count > 0 && table->types == NULL)) {
        return refuse_table(path, why, "a list and its count do not match");
    }
    for (int i = 0; i < table->base_count; i++) {
        const snw_base *base = table->bases[i];
        if (base == NULL || base->token == NULL || base->token[0] == '\0') {
            return refuse_table(path, why, "a base has no token");
        }
    }
    for (int i = 0; i < table->type_count; i++) {
        const snw_type *type = table->types[i];
        if (type == NULL || type->token == NULL) {
            return refuse_table(path, why, "a type has no token");
        }
        if (type->functions != NULL && type->functions->size < sizeof(snw_vtable)) {
            (void)refuse_plugin(path, why, SNW_ERR_VERSION,
                                "a function table is shorter than its head",
                                "set its size with sizeof");
            if (why != NULL) snw_copy_text(why->subject, sizeof why->subject, type->token);
            return SNW_ERR_VERSION;
        }
    }
    return SNW_OK;
}

static snw_status add_all(const snw_plugin_export *table, snw_registry *registry, snw_why *why) {
    for (int i = 0; i < table->base_count; i++) {
        const snw_status status = snw_registry_add_base(registry, table->bases[i], why);
        if (snw_failed(status)) return status;
    }
    for (int i = 0; i < table->type_count; i++) {
        const snw_status status = snw_registry_add(registry, table->types[i], why);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

static snw_status add_table(const snw_plugin_export *table, const char *path,
                            snw_registry *registry, snw_why *why) {
    snw_status status = check_build(table, path, why);
    if (status == SNW_OK) status = check_lists(table, path, why);
    if (snw_failed(status)) return status;
    const int types = registry->type_count, bases = registry->base_count;
    status = add_all(table, registry, why);
    if (snw_failed(status)) {
        snw_registry_rewind(registry, types, bases);
        snw_why_at(why, path, 0, 0);
    }
    return status;
}

snw_status snw_plugin_load(const char *path, snw_registry *registry, snw_plugin *plugin,
                           snw_why *why) {
    snw_library library = {0};
    snw_status status = snw_library_open(&library, path, why);
    if (snw_failed(status)) return status;
    const snw_plugin_export *table = snw_library_data(&library, SNW_PLUGIN_SYMBOL);
    status = add_table(table, path, registry, why);
    if (snw_failed(status)) {
        snw_library_close(&library);
        return status;
    }
    *plugin = (snw_plugin){.table = table, .library = library};
    return SNW_OK;
}

void snw_plugin_close(snw_plugin *plugin) {
    snw_library_close(&plugin->library);
    plugin->table = NULL;
}
