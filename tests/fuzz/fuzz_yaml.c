// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Any bytes as a YAML file that a robot's xacro loads, through the door of every model command: no
// crash, every refusal has a reason and stands in the YAML file or in the xacro, and what was read
// is the same when it is read again. The file lies in a folder of this process.
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sinew/model.h"
#include "sinew/modelio.h"
#include "sinew/shape.h"
#include "sinew/urdf.h"
#include "sinew/xacro.h"

enum { FINDINGS = 8 };
static snw_why findings[FINDINGS];
static char folder[] = "/tmp/fuzz_yaml_XXXXXX";
static char path[64];

static void must(int condition) {
    if (!condition) abort();
}

static snw_diags new_diags(void) {
    return (snw_diags){.items = findings, .capacity = FINDINGS};
}

static void remove_folder(void) {
    (void)unlink(path);
    (void)rmdir(folder);
}

static void put_file(const uint8_t *bytes, size_t size) {
    if (path[0] == '\0') {
        must(mkdtemp(folder) != NULL && atexit(remove_folder) == 0);
        (void)snprintf(path, sizeof path, "%s/a.yaml", folder);
    }
    FILE *file = fopen(path, "wb");
    must(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

// --- xacro --------------------------------------------------------------------------------------

#define HEAD "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>"

// what is printed, and what goes through it by keys, dots and items
static const char whole[] =
    HEAD "<link name='l'/><xacro:property name='y' value=\"${xacro.load_yaml('a.yaml')}\"/>"
         "<v a=\"${repr(y)}\" b='${y}'/></robot>";
static const char items[] =
    HEAD "<link name='l'/><xacro:property name='y' value=\"${load_yaml('a.yaml')}\"/>"
         "<v a=\"${[k for k in y]}\" b='${len(y)}' c='${y == load_yaml(&quot;a.yaml&quot;)}'/>"
         "<w a='${sorted([str(i) for i in y])}' b='${y.a.b}' c=\"${y['limits'][0]}\"/></robot>";

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

static void must_say(snw_status status, const snw_diags *diags) {
    must((status == SNW_OK) == (diags->errors == 0));
    must(status == SNW_OK || (diags->count > 0 && findings[0].text[0] != '\0'));
    must(status == SNW_OK || findings[0].line > 0 || findings[0].file[0] != '\0');
}

static void try_robot(void) {
    snw_setup *setup = snw_setup_create(1 << 26);
    must(setup != NULL);
    const snw_source source = {items, sizeof items - 1, "fuzz.xacro", folder};
    const snw_load_options options = {
        .registry = types(), .places = {.no_environment = true}, .keep_names = true};
    snw_diags diags = new_diags();
    snw_robot *robot = NULL;
    const snw_status status = snw_robot_load_source(&source, &options, setup, &robot, &diags);
    must((status == SNW_OK) == (robot != NULL));
    must_say(status, &diags);
    snw_setup_destroy(setup);
}

// twice the same
static void try_whole(void) {
    snw_setup *setup = snw_setup_create(1 << 26);
    must(setup != NULL);
    const snw_source source = {whole, sizeof whole - 1, "fuzz.xacro", folder};
    const snw_xacro_options options = {.places = {.no_environment = true}};
    snw_source once = {0}, twice = {0};
    snw_diags diags = new_diags();
    const snw_status status = snw_xacro_expand(&source, &options, setup, &once, &diags);
    must_say(status, &diags);
    if (status == SNW_OK) {
        diags = new_diags();
        must(snw_xacro_expand(&source, &options, setup, &twice, &diags) == SNW_OK);
        must(once.length == twice.length && memcmp(once.bytes, twice.bytes, once.length) == 0);
    }
    snw_setup_destroy(setup);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    put_file(bytes, size);
    try_whole();
    try_robot();
    return 0;
}
