// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "xacro_parts.h"

static void put(snw_text *text, const char *letters) {
    snw_text_add(text, letters, strlen(letters));
}

static const char *escape_of(char c) {
    static const char *const escapes[][2] = {{"&", "&amp;"},   {"<", "&lt;"},   {">", "&gt;"},
                                             {"\"", "&quot;"}, {"\n", "&#10;"}, {"\t", "&#9;"}};
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
        if (escapes[i][0][0] == c) return escapes[i][1];
    }
    return "&#13;";
}

static void put_escaped(snw_text *text, const char *letters, bool attribute) {
    const char *const special = attribute ? "&<>\"\n\t\r" : "&<>\r";
    for (const char *c = letters; *c != '\0';) {
        const size_t plain = strcspn(c, special);
        snw_text_add(text, c, plain);
        c += plain;
        if (*c == '\0') break;
        put(text, escape_of(*c));
        c++;
    }
}

static void put_attributes(snw_text *text, const snw__xnode *node) {
    for (int i = 0; i < node->attribute_count; i++) {
        const snw__xattribute *a = &node->attributes[i];
        const char *quote = a->raw && strchr(a->value, '"') != NULL ? "'" : "\"";
        snw_text_format(text, " %s=%s", a->name, quote);
        if (a->raw) {
            put(text, a->value);
        } else {
            put_escaped(text, a->value, true);
        }
        put(text, quote);
    }
}

static void put_node(snw_text *text, const snw__xnode *node, int depth) {
    if (text->length > SNW_XACRO_BYTES) return;
    if (node->name == NULL) {
        put_escaped(text, node->text, false);
        put(text, "\n");
        return;
    }
    snw_text_format(text, "<%s", node->name);
    put_attributes(text, node);
    if (node->first == NULL) {
        put(text, "/>\n");
        return;
    }
    put(text, ">");
    // text alone stays in its line, so that no blanks are added to it
    const bool line = node->first->name == NULL && node->first->next == NULL;
    if (line) {
        put_escaped(text, node->first->text, false);
    } else {
        put(text, "\n");
        for (const snw__xnode *child = node->first; child != NULL; child = child->next) {
            snw_text_format(text, "%*s", 2 * depth + 2, "");
            put_node(text, child, depth + 1);
        }
        snw_text_format(text, "%*s", 2 * depth, "");
    }
    snw_text_format(text, "</%s>\n", node->name);
}

static void put_document(snw_text *text, const snw__xnode *root) {
    put(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    put_node(text, root, 0);
}

char *snw__x_write(snw__xacro *x, const snw__xnode *root, size_t *length) {
    snw_text text = snw_text_over(NULL, 0);
    put_document(&text, root);
    *length = text.length;
    if (*length > SNW_XACRO_BYTES) {
        (void)snw__x_fail(x,
                          (snw__xfault){SNW_ERR_TOO_LARGE, "xacro-limit",
                                        "look for macros that multiply each other"},
                          "the result is too large");
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
    put_document(&text, root);
    return buffer;
}
