// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Any bytes as a cell, by all three strictnesses: no crash, every refusal has a reason, what is
// accepted is legal and equal after it was written and read, and what compiles can be merged with
// itself and into one robot, or says why not. A cell may name package://f/FILE, where FILE lies in
// a folder of this process; places have no other folder, so that nothing else is read.
#define _POSIX_C_SOURCE 200809L

#include "door.h"
#include "says.h"
#include "sinew/model.h"
#include "sinew/modelio.h"
#include "sinew/shape.h"
#include "sinew/station/load.h"
#include "sinew/station/types.h"
#include "sinew/urdf.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FINDINGS = 4, BYTES = 1 << 22, MERGED = 32 };
static snw_why findings[FINDINGS];
static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[BYTES];

static void must(int condition) {
    if (!condition) abort();
}

static snw_diags new_diags(void) {
    return (snw_diags){.items = findings, .capacity = FINDINGS};
}

static void must_say(snw_status status, const snw_diags *diags) {
    must(status == SNW_OK || status == SNW_ERR_MEMORY ||
         (diags->errors > 0 && says_why(&findings[0])));
}

// --- files of mechanisms ------------------------------------------------------------------------

static char folder[] = "/tmp/fuzz_cell_XXXXXX";
static const char *const files[][2] = {
    {"r.urdf", "<robot name='r'><link name='l'/><link name='m'/><joint name='j' type='fixed'>"
               "<parent link='l'/><child link='m'/></joint></robot>"},
    {"bad.urdf", "<robot name='r'/>"},
    {"t.csv", "convention,modified\na,alpha,d,theta\n1,0,0,0\n"},
    {"bad.csv", "convention,modified\na,alpha\n"},
    {"base.csv", "convention,modified\nkind,a,alpha,d,theta\ntool,1,0,0,0\n"},
    {"r.xml", "<robot name='r'><links><link name='l'/></links></robot>"},
    {"r.json", "{\"name\":\"r\",\"links\":[{\"name\":\"l\"}]}"},
    {"bad.urdf.gz", "\x1F\x8B, but cut off"},
};
enum { FILES = sizeof files / sizeof *files };

static const char *path_of(int file) {
    static char path[64];
    (void)snprintf(path, sizeof path, "%s/%s", folder, files[file][0]);
    return path;
}

static void remove_folder(void) {
    for (int i = 0; i < FILES; i++) {
        (void)unlink(path_of(i));
    }
    (void)rmdir(folder);
}

static void make_folder(void) {
    static int made;
    if (made) return;
    made = 1;
    must(mkdtemp(folder) != NULL && atexit(remove_folder) == 0);
    for (int i = 0; i < FILES; i++) {
        FILE *file = fopen(path_of(i), "w");
        must(file != NULL && fputs(files[i][1], file) >= 0 && fclose(file) == 0);
    }
}

// a program that finds a file, and has no word for it
static snw_status load_nothing(const char *path, void *context, snw_setup *setup, snw_robot **robot,
                               snw_diags *diags) {
    (void)path, (void)context, (void)setup, (void)robot, (void)diags;
    return SNW_OK;
}

// the types of sinew, made once: a cell without a registry would make them at each reading
static const snw_registry *types(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char block[1 << 16];
    static snw_registry registry;
    if (registry.type_count == 0) {
        snw_arena arena = snw_arena_over(block, sizeof block);
        must(snw_registry_init(&registry, 128, &arena) == SNW_OK &&
             snw_shape_register(&registry, NULL) == SNW_OK &&
             snw_model_register(&registry, NULL) == SNW_OK &&
             snw_urdf_register(&registry, NULL) == SNW_OK &&
             snw_modelio_register(&registry, NULL) == SNW_OK);
    }
    return &registry;
}

static snw_cell_options options_of(snw_strictness strictness) {
    static const snw_package package = {"f", folder};
    return (snw_cell_options){
        .registry = types(),
        .strictness = strictness,
        .places = {.packages = &package, .package_count = 1, .no_environment = true}};
}

// --- cells --------------------------------------------------------------------------------------

static void check_written(const snw_cell *cell, snw_setup *setup) {
    snw_text text = snw_text_over(NULL, 0);
    snw_cell_write(cell, &text);
    char *buffer = malloc(text.length + 1);
    must(buffer != NULL);
    text = snw_text_over(buffer, text.length + 1);
    snw_cell_write(cell, &text);
    const snw_source source = {buffer, text.length, "again", NULL};
    snw_cell *again = NULL;
    snw_diags diags = new_diags();
    const snw_cell_options options = options_of(SNW_NORMAL);
    must(snw_cell_read(&source, &options, setup, &again, &diags) == SNW_OK);
    must(snw_cell_load(again, &options, setup, &diags) == SNW_OK);
    must(snw_block_equal(&snw_cell_type, cell, again));
    free(buffer);
}

static void check_states(const snw_cell *cell, const snw_system *system, snw_arena *arena) {
    snw_system_state state;
    if (snw_system_state_init(&state, system, arena) != SNW_OK) return;
    for (int i = 0; i < cell->state_count; i++) {
        snw_diags diags = new_diags();
        const snw_status status = snw_system_state_put(system, &cell->states[i], &state, &diags);
        must_say(status, &diags);
        must(snw_system_state_check(system, &state, NULL) == SNW_OK);
    }
}

static void try_cell(const snw_source *source, snw_strictness strictness) {
    snw_setup *setup = snw_setup_create(1 << 26);
    must(setup != NULL);
    snw_diags diags = new_diags();
    snw_cell *cell = NULL;
    const snw_cell_options options = options_of(strictness);
    snw_status status = snw_cell_read(source, &options, setup, &cell, &diags);
    must_say(status, &diags);
    must((status == SNW_OK) == (cell != NULL));
    if (status == SNW_OK) {
        check_written(cell, setup);
        snw_system system;
        snw_arena arena = snw_arena_over(memory, BYTES);
        diags = new_diags();
        status = snw_system_compile(&system, cell, &arena, &diags);
        must_say(status, &diags);
        if (status == SNW_OK) {
            check_states(cell, &system, &arena);
            snw_robot *robot = NULL;
            snw_cell *both = NULL;
            // one robot of many members takes time with their square
            if (cell->member_count <= MERGED) {
                diags = new_diags();
                must_say(snw_cell_merge(cell, setup, &robot, &diags), &diags);
            }
            diags = new_diags();
            must_say(snw_cell_merge_cells(cell, cell, setup, &both, &diags), &diags);
        }
    }
    snw_setup_destroy(setup);
}

// with a loader that fails, and with hardly any memory
static void try_poor(const snw_source *source, size_t limit) {
    snw_setup *setup = snw_setup_create(limit);
    must(setup != NULL);
    snw_diags diags = new_diags();
    snw_cell *cell = NULL;
    snw_cell_options options = options_of(SNW_NORMAL);
    options.load = load_nothing;
    const snw_status status = snw_cell_read(source, &options, setup, &cell, &diags);
    must_say(status, &diags);
    must((status == SNW_OK) == (cell != NULL));
    snw_setup_destroy(setup);
}

// As a user's file: found, read, compiled, its states judged, and its findings given their lines.
// All types are known here, those of loops and components too.
static void try_door(const uint8_t *bytes, size_t size) {
    static snw_types all;
    static const snw_package package = {"f", folder};
    if (all.registry.type_count == 0) must(snw_types_open(&all, NULL, NULL) == SNW_OK);
    const snw_load_options options = {
        .registry = &all.registry,
        .places = {.packages = &package, .package_count = 1, .no_environment = true}};
    snw_loaded_cell loaded = {0};
    snw_why why = {0};
    const snw_status status =
        snw_cell_open(&loaded, door_file("fuzz.cell.xml", bytes, size), &options, &why);
    must(status == SNW_OK || says_why(&why));
    must(status != SNW_OK || loaded.status == SNW_OK || loaded.status == SNW_ERR_MEMORY ||
         loaded.diags.errors > 0);
    snw_cell_close(&loaded);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    const snw_source source = {(const char *)bytes, size, "fuzz", NULL};
    make_folder();
    try_door(bytes, size);
    // the length chooses the second reading, so that a run costs two of them and not five
    try_cell(&source, SNW_NORMAL);
    if (size % 2 == 0) {
        try_cell(&source, size % 4 == 0 ? SNW_STRICT : SNW_LENIENT);
    } else {
        try_poor(&source, size % 4 == 1 ? 1 << 26 : 1 << 10);
    }
    return 0;
}
