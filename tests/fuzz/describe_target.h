// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_FUZZ_DESCRIBE_TARGET_H
#define SINEW_TESTS_FUZZ_DESCRIBE_TARGET_H

/// @file
/// Any bytes as a document of every kind: read by all three strictnesses without a crash; what is
/// accepted is legal, and comes back equal after it was written.
/// spec: actin-model:A1-SW-06

#include "sinew/document.h"

#include <stdlib.h>

#include "describe_sample.h"

static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 14];

static void must(int condition) {
    if (!condition) abort();
}

typedef void write_fn(const snw_type *type, const void *object, const snw_write_options *options,
                      snw_text *text);
typedef snw_status read_fn(const snw_source *source, const snw_type *type,
                           const snw_read_options *options, snw_setup *setup, void **object,
                           snw_diags *diags);

/// A format: how it is read and written.
typedef struct format {
    read_fn *read;
    write_fn *write;
} format;

// accepted: legal, and the same after writing and reading again
static void check_accepted(const format *f, const snw_type *type, const void *object,
                           const snw_read_options *how) {
    snw_setup *setup = snw_setup_create(1 << 26);
    must(setup != NULL);
    snw_why first;
    snw_diags diags = {.items = &first, .capacity = 1};
    must(snw_block_check(type, object, NULL, &diags) == SNW_OK);
    const snw_write_options options = {.with_signals = true, .root_name = type->token};
    snw_text text = snw_text_over(NULL, 0);
    f->write(type, object, &options, &text);
    char *buffer = malloc(text.length + 1);
    must(buffer != NULL);
    text = snw_text_over(buffer, text.length + 1);
    f->write(type, object, &options, &text);
    const snw_source source = {.bytes = buffer, .length = text.length, .name = "again"};
    void *again = NULL;
    if (text.length <= SNW_DOCUMENT_BYTES) {
        must(f->read(&source, type, how, setup, &again, &diags) == SNW_OK);
        must(snw_block_equal(type, object, again));
    }
    free(buffer);
    snw_setup_destroy(setup);
}

// the length of the input chooses how it is read: strictness, references, scarce memory
static void try_type(const format *f, const snw_type *type, const uint8_t *bytes, size_t size,
                     const snw_registry *registry) {
    snw_setup *setup = snw_setup_create(size % 11 == 7 ? 3000 : 1 << 26);
    must(setup != NULL);
    static snw_why items[8];
    snw_diags diags = {.items = items, .capacity = 8};
    const snw_read_options how = {.registry = size % 13 == 5 ? NULL : registry,
                                  .strictness = (snw_strictness)(size % 3),
                                  .check_references = size % 2 == 0,
                                  .root_name = size % 5 == 0 ? NULL : "*"};
    const snw_source source = {.bytes = (const char *)bytes, .length = size, .name = "fuzz"};
    void *object = NULL;
    const snw_status status = f->read(&source, type, &how, setup, &object, &diags);
    must((status == SNW_OK) == (object != NULL));
    must((status == SNW_OK) == (diags.errors == 0));
    for (int i = 0; i < diags.count; i++) {
        char text[1024];
        must(snw_why_sentence(&items[i], text, sizeof text) > 0);
    }
    if (status == SNW_OK) check_accepted(f, type, object, &how);
    snw_setup_destroy(setup);
}

static void fuzz_format(const format *f, const uint8_t *bytes, size_t size) {
    snw_registry registry;
    must(sample_registry(&registry, memory, sizeof memory) == SNW_OK);
    try_type(f, &everything_type, bytes, size, &registry);
    try_type(f, &arm_link_type, bytes, size, &registry);
}

#endif // SINEW_TESTS_FUZZ_DESCRIBE_TARGET_H
