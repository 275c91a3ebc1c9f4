// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PARTS_PLATFORM_H
#define SINEW_TESTS_PARTS_PLATFORM_H

/// Cells with types of the test's own, for what the platform promises as a whole.

#include "harness.h"

/// A described type without fields.
#define BARE_TYPE(name, structure, kind, table)                                                    \
    .token = (name), .size = sizeof(structure), .align = _Alignof(structure), .base = (kind),      \
    .functions = &(table).head, .help = "Of a test."

typedef struct bare {
    int unused;
} bare;

// registers and freezes, with types[] besides, which ends with NULL
static void open_types(harness *h, const snw_type *const *types) {
    open_registry(h);
    h->registry.frozen = false;
    for (; types != NULL && *types != NULL; types++) {
        snw_why why = {0};
        const snw_status status = snw_registry_add(&h->registry, *types, &why);
        if (status != SNW_OK) print_error("%s: %s\n", why.subject, why.text);
        CHECK(status == SNW_OK);
    }
    snw_registry_freeze(&h->registry);
}

// opens a cell from a text; a refusal of the reader, the system or the executive is the result
static snw_status open_text(harness *h, const char *text, const snw_type *const *types) {
    *h = (harness){.setup = snw_setup_create(SNW_DOCUMENT_MEMORY)};
    h->diags = (snw_diags){.items = h->reasons, .capacity = 16};
    open_types(h, types);
    const snw_cell_options options = {.registry = &h->registry};
    const snw_source source = {text, strlen(text), "test.cell.xml", SNW_SOURCE_DIR "/cells"};
    snw_status status = snw_cell_read(&source, &options, h->setup, &h->cell, &h->diags);
    if (snw_failed(status)) return status;
    snw_arena arena = {0};
    status = snw_system_compile(&h->system, h->cell, &arena, NULL);
    h->system_memory = aligned_block(arena.needed, &arena);
    status = snw_system_compile(&h->system, h->cell, &arena, &h->diags);
    if (snw_failed(status)) return status;
    snw_exec_options how = snw_exec_defaults();
    how.registry = &h->registry;
    return snw_exec_open(&h->exec, h->cell, &h->system, &how, &h->diags);
}

// the same for a cell that must open
__attribute__((unused)) static void must_open(harness *h, const char *text,
                                              const snw_type *const *types) {
    const snw_status status = open_text(h, text, types);
    if (snw_failed(status)) tell(h);
    CHECK(!snw_failed(status));
}

// true when a finding of an error has a word in its subject, rule, text or way out
__attribute__((unused)) static bool told(const harness *h, const char *word) {
    for (int i = 0; i < h->diags.count; i++) {
        char line[2048];
        (void)snw_why_sentence(&h->reasons[i], line, sizeof line);
        if (h->reasons[i].severity == SNW_ERROR && strstr(line, word) != NULL) return true;
        if (strcmp(h->reasons[i].rule, word) == 0) return true;
    }
    return false;
}

// the rest of the harness, for tests that need a part of it
__attribute__((unused)) static void (*const harness_parts[])(harness *) = {close_cell, enable};
__attribute__((unused)) static void (*const harness_ticks)(harness *, int) = run_ticks;
__attribute__((unused)) static void (*const harness_tell)(const harness *) = tell;
__attribute__((unused)) static snw_status (*const harness_open)(harness *, const char *,
                                                                const char *) = open_cell;

#endif // SINEW_TESTS_PARTS_PLATFORM_H
