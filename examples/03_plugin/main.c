// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads a plugin and reads an object of a type that this program was not built with.

#include <stdio.h>

#include "sinew/document.h"
#include "sinew/plugin.h"

#ifndef PLUGIN_FILE
#define PLUGIN_FILE "./painter.so"
#endif

static int fail(const snw_why *why) {
    char sentence[512];
    (void)snw_why_sentence(why, sentence, sizeof sentence);
    fprintf(stderr, "%s\n", sentence);
    return snw_status_exit_code(why->code);
}

int main(int argc, char **argv) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[4096];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_registry registry;
    snw_plugin plugin;
    snw_why why;
    if (snw_registry_init(&registry, 16, &arena) < 0) {
        fprintf(stderr, "the memory is too small for the registry\n");
        return 70;
    }
    if (snw_plugin_load(argc > 1 ? argv[1] : PLUGIN_FILE, &registry, &plugin, &why) < 0) {
        return fail(&why);
    }
    printf("plugin '%s': %s\n", plugin.table->name, plugin.table->help);

    // the registry knows the type now, and every function that works on tables works on it
    const snw_type *type = snw_registry_find(&registry, "painter");
    if (type == NULL) {
        fprintf(stderr, "the plugin has no type 'painter'\n");
        return 1;
    }
    static const char file[] = "<painter width='30 mm' coats='3'/>";
    const snw_source source = {.bytes = file, .length = sizeof file - 1, .name = "painter.xml"};
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_diags diags = {.items = &why, .capacity = 1};
    void *object = NULL;
    if (snw_xml_read(&source, type, NULL, setup, &object, &diags) < 0) return fail(&why);

    char buffer[256];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_json_write(type, object, NULL, &text);
    printf("%s", buffer);
    snw_setup_destroy(setup);
    snw_plugin_close(&plugin);
    return 0;
}
