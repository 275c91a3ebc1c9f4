// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Any bytes as xacro, and as SRDF, by all three strictnesses: no crash, every refusal has a reason.
// What xacro accepts is XML that is its own expansion once its dollar signs are gone; an SRDF that
// is accepted is legal and comes back equal after it was written. What looks like xacro also goes
// through the door of every model command, to its robot. It may name a.yaml and b.xacro, which lie
// in a folder of this process; nothing else is opened.
#define _POSIX_C_SOURCE 200809L

#include "door.h"
#include "says.h"
#include "sinew/model.h"
#include "sinew/modelio.h"
#include "sinew/shape.h"
#include "sinew/urdf.h"
#include "sinew/urdf/srdf.h"
#include "sinew/xacro.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FINDINGS = 4 };
static snw_why findings[FINDINGS];

static void must(int condition) {
    if (!condition) abort();
}

static snw_diags new_diags(void) {
    return (snw_diags){.items = findings, .capacity = FINDINGS};
}

// --- files --------------------------------------------------------------------------------------

static char folder[] = "/tmp/fuzz_xacro_XXXXXX";
static const char *const files[][2] = {
    {"a.yaml",
     "a: &x {b: [1, 2.5, text], c: !degrees 90}\nlist: [1, 2, 3]\nmore: {<<: *x, d: ~}\n"},
    {"b.xacro", "<robot><xacro:property name='p' value='5'/><xacro:macro name='m' params='n:=1'>"
                "<made n='${n}'/></xacro:macro></robot>"},
};

static const char *path_of(int file) {
    static char path[64];
    (void)snprintf(path, sizeof path, "%s/%s", folder, files[file][0]);
    return path;
}

static void remove_folder(void) {
    for (int i = 0; i < 2; i++) {
        (void)unlink(path_of(i));
    }
    (void)rmdir(folder);
}

static void make_folder(void) {
    static int made;
    if (made) return;
    made = 1;
    must(mkdtemp(folder) != NULL && atexit(remove_folder) == 0);
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(path_of(i), "w");
        must(file != NULL && fputs(files[i][1], file) >= 0 && fclose(file) == 0);
    }
}

// --- readers ------------------------------------------------------------------------------------

static void try_xacro(const snw_source *source, snw_strictness strictness) {
    snw_setup *setup = snw_setup_create(1 << 26);
    must(setup != NULL);
    const snw_xacro_argument given[] = {{"a", "1"}, {"b", "${a}"}};
    const snw_xacro_options options = {.arguments = given,
                                       .argument_count = 2,
                                       .places = {.no_environment = true},
                                       .strictness = strictness};
    snw_diags diags = new_diags();
    snw_source once = {0}, twice = {0};
    const snw_status status = snw_xacro_expand(source, &options, setup, &once, &diags);
    must((status == SNW_OK) == (diags.errors == 0));
    must((status == SNW_OK) == (once.bytes != NULL));
    must(status == SNW_OK || (diags.count > 0 && says_why(&findings[0])));
    if (status == SNW_OK) {
        must(strlen(once.bytes) == once.length);
        diags = new_diags();
        const snw_status again = snw_xacro_expand(&once, &options, setup, &twice, &diags);
        const int plain = strchr(once.bytes, '$') == NULL && strstr(once.bytes, "xacro:") == NULL;
        must(!plain || again == SNW_OK);
        must(!plain || strcmp(once.bytes, twice.bytes) == 0);
    }
    snw_setup_destroy(setup);
}

static void try_srdf(const snw_source *source, snw_strictness strictness) {
    snw_setup *setup = snw_setup_create(1 << 26);
    must(setup != NULL);
    snw_diags diags = new_diags();
    const snw_srdf_options options = {strictness};
    snw_srdf *srdf = NULL, *again = NULL;
    // as a user's file
    const char *path = door_file("fuzz.srdf", (const uint8_t *)source->bytes, source->length);
    const snw_status status = snw_srdf_read_file(path, &options, NULL, setup, &srdf, &diags);
    must((status == SNW_OK) == (diags.errors == 0) && (status == SNW_OK) == (srdf != NULL));
    if (status == SNW_OK) {
        must(snw_block_check(&snw_srdf_type, srdf, NULL, NULL) == SNW_OK);
        snw_text text = snw_text_over(NULL, 0);
        must(snw_srdf_write(srdf, &text, NULL) == SNW_OK);
        char *buffer = malloc(text.length + 1);
        must(buffer != NULL);
        text = snw_text_over(buffer, text.length + 1);
        must(snw_srdf_write(srdf, &text, NULL) == SNW_OK);
        const snw_source written = {buffer, text.length, "again", NULL};
        diags = new_diags();
        must(snw_srdf_read(&written, NULL, NULL, setup, &again, &diags) == SNW_OK);
        must(snw_block_equal(&snw_srdf_type, srdf, again));
        free(buffer);
    }
    snw_setup_destroy(setup);
}

// the types of sinew, made once: a loader without a registry would make them at each reading
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

static void try_robot(const snw_source *source) {
    snw_setup *setup = snw_setup_create(1 << 26);
    must(setup != NULL);
    const snw_load_options options = {
        .registry = types(), .places = {.no_environment = true}, .keep_names = true};
    snw_diags diags = new_diags();
    snw_robot *robot = NULL;
    const snw_status status = snw_robot_load_source(source, &options, setup, &robot, &diags);
    must((status == SNW_OK) == (diags.errors == 0) && (status == SNW_OK) == (robot != NULL));
    must(status == SNW_OK || (diags.count > 0 && says_why(&findings[0])));
    snw_setup_destroy(setup);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    make_folder();
    const snw_source source = {(const char *)bytes, size, "fuzz", folder};
    if (snw_xacro_is(&source)) try_robot(&source);
    // the length chooses the second level, so that a run costs two readings and not five
    try_xacro(&source, SNW_NORMAL);
    if (size % 2 == 0) {
        try_xacro(&source, size % 4 == 0 ? SNW_STRICT : SNW_LENIENT);
    } else {
        try_srdf(&source, size % 4 == 1 ? SNW_NORMAL : SNW_LENIENT);
    }
    return 0;
}
