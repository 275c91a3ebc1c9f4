// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PARTS_HARNESS_H
#define SINEW_TESTS_PARTS_HARNESS_H

/// A cell from a file or a text, running in virtual time.

#include <string.h>

#include "check.h"
#include "sinew/avoid.h"
#include "sinew/document.h"
#include "sinew/exec.h"

#include "sinew/modelio.h"
#include "sinew/parts.h"
#include "sinew/plant.h"
#include "sinew/shape.h"
#include "sinew/task.h"
#include "sinew/urdf.h"

typedef struct harness {
    snw_registry registry;
    snw_setup *setup;
    snw_cell *cell;
    snw_system system;
    snw_exec *exec;
    void *registry_memory, *system_memory;
    snw_why reasons[16];
    snw_diags diags;
} harness;

/// A type of a test's own, registered with the others; NULL for none.
__attribute__((unused)) static const snw_type *harness_type;

/// Registers more types, of modules above this one; NULL for none.
__attribute__((unused)) static snw_status (*harness_register)(snw_registry *, snw_why *);

static void *aligned_block(size_t needed, snw_arena *arena) {
    const size_t size = (needed / SNW_ARENA_ALIGN + 1) * SNW_ARENA_ALIGN;
    void *block = aligned_alloc(SNW_ARENA_ALIGN, size);
    CHECK(block != NULL);
    *arena = snw_arena_over(block, size);
    return block;
}

static void open_registry(harness *h) {
    enum { TYPES = 256, COPIES = 32 };
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&h->registry, TYPES, &arena));
    SNW_IGNORE(snw_registry_reserve_copies(&h->registry, COPIES, &arena));
    h->registry_memory = aligned_block(arena.needed, &arena);
    CHECK(snw_registry_init(&h->registry, TYPES, &arena) == SNW_OK);
    CHECK(snw_registry_reserve_copies(&h->registry, COPIES, &arena) == SNW_OK);
    static snw_status (*const modules[])(snw_registry *, snw_why *) = {
        snw_shape_register, snw_model_register,     snw_urdf_register,       snw_modelio_register,
        snw_axis_register,  snw_plant_register,     snw_exec_register,       snw_parts_register,
        snw_task_register,  snw_collision_register, snw_expression_register, snw_avoid_register};
    for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++) {
        snw_why why = {0};
        const snw_status status = modules[i](&h->registry, &why);
        if (status != SNW_OK) print_error("%s: %s\n", why.subject, why.text);
        CHECK(status == SNW_OK);
    }
    if (harness_type != NULL) CHECK(snw_registry_add(&h->registry, harness_type, NULL) == SNW_OK);
    if (harness_register != NULL) CHECK(harness_register(&h->registry, NULL) == SNW_OK);
    snw_registry_freeze(&h->registry);
}

static void tell(const harness *h) {
    for (int i = 0; i < h->diags.count; i++) {
        char line[1024];
        (void)snw_why_sentence(&h->reasons[i], line, sizeof line);
        if (h->reasons[i].severity == SNW_ERROR) print_error("%s\n", line);
    }
}

// opens a cell; `text` NULL reads the file. The status is that of the executive.
static snw_status open_cell(harness *h, const char *path, const char *text) {
    *h = (harness){.setup = snw_setup_create(SNW_DOCUMENT_MEMORY)};
    h->diags = (snw_diags){.items = h->reasons, .capacity = 16};
    open_registry(h);
    const snw_cell_options options = {.registry = &h->registry};
    const snw_source source = {text, text != NULL ? strlen(text) : 0, path,
                               SNW_SOURCE_DIR "/cells"};
    snw_status status = text != NULL
                            ? snw_cell_read(&source, &options, h->setup, &h->cell, &h->diags)
                            : snw_cell_read_file(path, &options, h->setup, &h->cell, &h->diags);
    if (snw_failed(status)) tell(h);
    CHECK(!snw_failed(status));
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_compile(&h->system, h->cell, &arena, NULL));
    h->system_memory = aligned_block(arena.needed, &arena);
    CHECK(!snw_failed(snw_system_compile(&h->system, h->cell, &arena, &h->diags)));
    snw_exec_options how = snw_exec_defaults();
    how.registry = &h->registry;
    h->diags.count = 0;
    return snw_exec_open(&h->exec, h->cell, &h->system, &how, &h->diags);
}

__attribute__((unused)) static void close_cell(harness *h) {
    if (h->exec != NULL) CHECK(!snw_failed(snw_exec_close(h->exec, 5000000000, NULL)));
    free(h->registry_memory);
    free(h->system_memory);
    snw_setup_destroy(h->setup);
}

__attribute__((unused)) static void run_ticks(harness *h, int count) {
    for (int i = 0; i < count; i++)
        snw_exec_tick(h->exec);
}

// acknowledges and enables all arms, as an operator does; a second at most
__attribute__((unused)) static void enable(harness *h) {
    for (int i = 0; i < 1000; i++) {
        int ready = 0;
        for (int a = 0; a < snw_exec_arm_count(h->exec); a++) {
            const snw_stop_state state = snw_exec_guard(h->exec, a)->signals.state;
            ready += state == SNW_ARM_ENABLED;
            if (state == SNW_ARM_ENABLED) continue;
            CHECK(snw_exec_request(h->exec, a,
                                   state == SNW_ARM_DISABLED ? SNW_REQUEST_ENABLE
                                                             : SNW_REQUEST_ACKNOWLEDGE) == SNW_OK);
        }
        if (ready == snw_exec_arm_count(h->exec)) return;
        snw_exec_tick(h->exec);
    }
    CHECK(false);
}

#endif // SINEW_TESTS_PARTS_HARNESS_H
