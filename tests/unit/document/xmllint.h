// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_DOCUMENT_XMLLINT_H
#define SINEW_TESTS_DOCUMENT_XMLLINT_H

/// @file
/// Documents judged by a validator that is not ours: xmllint of libxml2-utils. Documents are
/// collected, then judged in one run. The including file defines _GNU_SOURCE first.

#include <string.h>

#include "../../cases/describe/types.h"
#include "../os/scratch.h"
#include "check.h"
#include "sinew/document.h"

/// A registry of all sample types, in memory of its own.
__attribute__((unused)) static const snw_registry *samples(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[16384];
    static snw_registry registry;
    if (registry.frozen) return &registry;
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_registry_init(&registry, 32, &arena) == SNW_OK);
    for (int i = 0; i < SAMPLE_BASES; i++) {
        CHECK(snw_registry_add_base(&registry, sample_bases[i], NULL) == SNW_OK);
    }
    for (int i = 0; i < SAMPLE_TYPES; i++) {
        CHECK(snw_registry_add(&registry, sample_types[i], NULL) == SNW_OK);
    }
    snw_registry_freeze(&registry);
    return &registry;
}

// region: schema
/// The text of a schema, on the heap.
__attribute__((unused)) static char *schema_text(const snw_registry *registry,
                                                 const snw_space *space) {
    snw_text measure = snw_text_over(NULL, 0);
    snw_xsd_write(registry, space, &measure);
    char *memory = malloc(measure.length + 1);
    CHECK(memory != NULL);
    snw_text text = snw_text_over(memory, measure.length + 1);
    snw_xsd_write(registry, space, &text);
    CHECK(text.length == measure.length && !snw_text_is_cut(&text));
    return memory;
}
// endregion

static const snw_space *const all_spaces[] = {&snw_space_core, &snw_space_robot, &snw_space_motion,
                                              &snw_space_cell, &snw_space_plain};

/// Writes the schema of each name space, the plain one too, as PREFIX.xsd into the scratch
/// directory.
__attribute__((unused)) static void write_schemas(const snw_registry *registry) {
    for (int i = 0; i < 5; i++) {
        char *text = schema_text(registry, all_spaces[i]), name[64];
        (void)snprintf(name, sizeof name, "%s.xsd", all_spaces[i]->prefix);
        scratch_put(scratch(name).text, text);
        free(text);
    }
}

/// The text of a document, on the heap.
__attribute__((unused)) static char *document_text(const snw_type *type, const void *object,
                                                   const snw_write_options *options) {
    snw_text measure = snw_text_over(NULL, 0);
    snw_xml_write(type, object, options, &measure);
    char *memory = malloc(measure.length + 1);
    CHECK(memory != NULL);
    snw_text text = snw_text_over(memory, measure.length + 1);
    snw_xml_write(type, object, options, &text);
    return memory;
}

/// What our reader says of a document in normal mode.
__attribute__((unused)) static bool reader_accepts(const snw_type *type, const char *text) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[65536];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_diags diags;
    CHECK(snw_diags_init(&diags, 8, &arena) == SNW_OK);
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    const snw_source source = {.bytes = text, .length = strlen(text), .name = "test"};
    const snw_read_options options = {.registry = samples()};
    void *object = NULL;
    const snw_status status = snw_xml_read(&source, type, &options, setup, &object, &diags);
    snw_setup_destroy(setup);
    return status == SNW_OK;
}

enum { BATCH = 4000 };
static bool batch_valid[BATCH];
static int batch_count;

__attribute__((unused)) static void batch_begin(void) {
    char command[256];
    (void)snprintf(command, sizeof command, "rm -rf '%s/batch'; mkdir '%s/batch'",
                   scratch_directory, scratch_directory);
    CHECK(system(command) == 0);
    batch_count = 0;
}

/// Adds a document and returns its number.
__attribute__((unused)) static int batch_add(const char *text) {
    CHECK(batch_count < BATCH);
    char name[64];
    (void)snprintf(name, sizeof name, "batch/%04d.xml", batch_count);
    scratch_put(scratch(name).text, text);
    return batch_count++;
}

static void batch_line(const char *line) {
    int number;
    if (sscanf(line, "%4d.xml validates", &number) == 1 && strstr(line, ".xml validates")) {
        batch_valid[number] = true;
    }
    // a document that is not even XML proves nothing; a schema that is none proves less
    const bool broken = strstr(line, "parser error") || strstr(line, "Schemas parser");
    if (broken) print_error("%s", line);
    CHECK(!broken);
}

/// Judges all documents by one schema of the scratch directory: batch_valid[] tells which are
/// valid.
__attribute__((unused)) static void batch_judge(const char *schema) {
    memset(batch_valid, 0, sizeof batch_valid);
    char command[512], line[4096];
    (void)snprintf(command, sizeof command,
                   "cd '%s/batch' && xmllint --nonet --noout --schema ../%s *.xml 2>&1",
                   scratch_directory, schema);
    FILE *pipe = popen(command, "r");
    CHECK(pipe != NULL);
    int judged = 0;
    while (fgets(line, sizeof line, pipe)) {
        judged += strstr(line, ".xml validates\n") || strstr(line, ".xml fails to validate\n");
        batch_line(line);
    }
    const int state = pclose(pipe);
    CHECK(WIFEXITED(state) && (WEXITSTATUS(state) == 0 || WEXITSTATUS(state) == 3));
    CHECK(judged == batch_count);
}

/// Judges one document.
__attribute__((unused)) static bool is_valid(const char *schema, const char *text) {
    batch_begin();
    (void)batch_add(text);
    batch_judge(schema);
    return batch_valid[0];
}

#endif // SINEW_TESTS_DOCUMENT_XMLLINT_H
