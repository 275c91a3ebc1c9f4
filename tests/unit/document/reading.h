// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_DOCUMENT_READING_H
#define SINEW_TESTS_DOCUMENT_READING_H

/// @file
/// Objects of describe_sample.h from XML texts, and what was said about the texts.

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "describe_sample.h"
#include "sinew/document.h"
#include "sinew/store.h"

enum { FINDINGS = 64 };
static snw_setup *setup;
static snw_why findings[FINDINGS];
static snw_diags diags;

/// The registry of the sample types.
__attribute__((unused)) static const snw_registry *samples(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 14];
    static snw_registry registry;
    if (registry.type_count == 0) {
        CHECK(sample_registry(&registry, memory, sizeof memory) == SNW_OK);
    }
    return &registry;
}

/// Forgets everything that was read and said.
__attribute__((unused)) static void forget(void) {
    snw_setup_destroy(setup);
    setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    CHECK(setup != NULL);
    diags = (snw_diags){.items = findings, .capacity = FINDINGS};
}

/// The object of a text, or NULL; what was said is in `diags`.
__attribute__((unused)) static void *read_with(const snw_type *type, const char *text,
                                               const snw_read_options *options) {
    // exactly the bytes of the text, so that the sanitizer sees a step beyond them
    const size_t length = strlen(text);
    char *copy = malloc(length + (length == 0));
    CHECK(copy != NULL);
    if (length > 0) memcpy(copy, text, length);
    void *object = NULL;
    const snw_source source = {.bytes = copy, .length = length, .name = "text.xml"};
    const snw_status status = snw_xml_read(&source, type, options, setup, &object, &diags);
    free(copy);
    CHECK((status == SNW_OK) == (object != NULL));
    CHECK((status == SNW_OK) == (diags.errors == 0));
    if (status < 0) CHECK(status == snw_diags_status(&diags));
    return object;
}

/// The object of a legal text, of which nothing is said.
__attribute__((unused)) static void *read_good(const snw_type *type, const char *text) {
    forget();
    void *object = read_with(type, text, &(snw_read_options){.registry = samples()});
    for (int i = 0; i < diags.count; i++) {
        char line[1024];
        (void)snw_why_sentence(&findings[i], line, sizeof line);
        print_error("%s\n", line);
    }
    CHECK(object != NULL && diags.count == 0);
    return object;
}

/// The findings about a text that is refused.
__attribute__((unused)) static int read_bad(const snw_type *type, const char *text) {
    forget();
    CHECK(read_with(type, text,
                    &(snw_read_options){.registry = samples(), .check_references = true}) == NULL);
    return diags.count;
}

/// True when a finding has all that a message needs: a place, a path, a rule and a way out.
__attribute__((unused)) static bool is_finding(int index, snw_status code, const char *rule,
                                               const char *subject, int line, int column) {
    if (index >= diags.count) return false;
    const snw_why *why = &findings[index];
    const bool good = why->code == code && strcmp(why->rule, rule) == 0 &&
                      strcmp(why->subject, subject) == 0 && why->line == line &&
                      why->column == column && strcmp(why->file, "text.xml") == 0 &&
                      why->fix[0] != '\0';
    if (!good) {
        char text[1024];
        (void)snw_why_sentence(why, text, sizeof text);
        print_error("%s [%s] %s\n", text, why->rule, snw_status_name(why->code));
    }
    return good;
}

/// An object as one line of XML, in memory of its own until the next call.
__attribute__((unused)) static const char *written(const snw_type *type, const void *object) {
    static char *buffer;
    const snw_write_options how = {.indent = -1, .no_header = true};
    snw_text text = snw_text_over(NULL, 0);
    snw_xml_write(type, object, &how, &text);
    free(buffer);
    buffer = malloc(text.length + 1);
    CHECK(buffer != NULL);
    text = snw_text_over(buffer, text.length + 1);
    snw_xml_write(type, object, &how, &text);
    return buffer;
}

#endif // SINEW_TESTS_DOCUMENT_READING_H
