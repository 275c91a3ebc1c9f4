// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "xacro_origins.h"

static void put(snw_text *text, const char *letters) {
    snw_text_add(text, letters, strlen(letters));
}

static void put_attributes(snw_text *text, const snw__xnode *node, snw__origins *origins) {
    for (int i = 0; i < node->attribute_count; i++) {
        const snw__xattribute *a = &node->attributes[i];
        const char *quote = a->raw && strchr(a->value, '"') != NULL ? "'" : "\"";
        snw__origins_note(origins, text->length + 1, node, a);
        snw_text_format(text, " %s=%s", a->name, quote);
        if (a->raw) {
            put(text, a->value);
        } else {
            snw_text_xml_attribute(text, a->value);
        }
        put(text, quote);
    }
}

static void put_node(snw_text *text, const snw__xnode *node, int depth, snw__origins *origins) {
    if (text->length > SNW_XACRO_BYTES) return;
    snw__origins_note(origins, text->length, node, NULL);
    if (node->name == NULL) {
        snw_text_xml_content(text, node->text);
        put(text, "\n");
        return;
    }
    snw_text_format(text, "<%s", node->name);
    put_attributes(text, node, origins);
    if (node->first == NULL) {
        put(text, "/>\n");
        return;
    }
    put(text, ">");
    // text alone stays in its line, so that no blanks are added to it
    const bool line = node->first->name == NULL && node->first->next == NULL;
    if (line) {
        snw_text_xml_content(text, node->first->text);
    } else {
        put(text, "\n");
        for (const snw__xnode *child = node->first; child != NULL; child = child->next) {
            snw_text_format(text, "%*s", 2 * depth + 2, "");
            put_node(text, child, depth + 1, origins);
        }
        snw_text_format(text, "%*s", 2 * depth, "");
    }
    snw_text_format(text, "</%s>\n", node->name);
}

static void put_document(snw_text *text, const snw__xnode *root, snw__origins *origins) {
    put(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    put_node(text, root, 0, origins);
}

char *snw__x_write(snw__xacro *x, const snw__xnode *root, snw__origins *origins, size_t *length) {
    snw_text text = snw_text_over(NULL, 0);
    put_document(&text, root, NULL);
    *length = text.length;
    if (*length > SNW_XACRO_BYTES) {
        (void)snw__x_fail(x,
                          (snw__xfault){SNW_ERR_TOO_LARGE, "xacro-limit",
                                        "look for macros that multiply each other"},
                          "the result is larger than %d MiB", SNW_XACRO_BYTES >> 20);
        return NULL;
    }
    char *buffer = snw_setup_take(x->setup, *length + 1, 1);
    if (buffer == NULL) {
        (void)snw__x_fail(
            x, (snw__xfault){SNW_ERR_MEMORY, "xacro-memory", "allow the loader more memory"},
            "the result does not fit into the memory allowed");
        return NULL;
    }
    text = snw_text_over(buffer, *length + 1);
    put_document(&text, root, origins);
    snw__origins_finish(origins, buffer);
    return buffer;
}
