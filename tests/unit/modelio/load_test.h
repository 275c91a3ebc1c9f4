// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_MODELIO_LOAD_TEST_H
#define SINEW_TESTS_MODELIO_LOAD_TEST_H

/// @file
/// Files in a folder of their own, and robots loaded from them.

#include "sinew/modelio/load.h"

#include <string.h>

#include "check.h"
#include "sinew/modelio.h"
#include "sinew/os.h"
#include "sinew/shape.h"
#include "sinew/store.h"
#include "sinew/urdf.h"

enum { FINDINGS = 64 };

/// One file, loaded.
typedef struct loaded {
    snw_setup *setup;
    snw_robot *robot;
    snw_status status;
    snw_diags diags;
    snw_why items[FINDINGS];
} loaded;

/// The folder of this program's files; removed with everything by close_folder().
static char folder[64];

__attribute__((unused)) static void open_folder(void) {
    (void)snprintf(folder, sizeof folder, "/tmp/sinew-load-XXXXXX");
    CHECK(mkdtemp(folder) != NULL);
}

// flat: the tests make no folders
__attribute__((unused)) static void close_folder(void) {
    snw_directory list;
    if (snw_directory_list(folder, 1000, &list, NULL) == SNW_OK) {
        for (int i = 0; i < list.count; i++) {
            char path[SNW_PATH_SIZE];
            if (snw_path_join(folder, list.entries[i].name, path, sizeof path) == SNW_OK) {
                SNW_IGNORE(snw_file_remove(path, NULL));
            }
        }
        snw_directory_free(&list);
    }
    SNW_IGNORE(snw_file_remove(folder, NULL));
}

__attribute__((unused)) static const char *path_of(const char *name) {
    static char path[SNW_PATH_SIZE];
    CHECK(snw_path_join(folder, name, path, sizeof path) == SNW_OK);
    return path;
}

__attribute__((unused)) static void put(const char *name, const char *bytes, size_t size) {
    CHECK(snw_file_write(path_of(name), bytes, size, NULL) == SNW_OK);
}

__attribute__((unused)) static void put_text(const char *name, const char *text) {
    put(name, text, strlen(text));
}

/// The types of shapes, for robots of our own format.
__attribute__((unused)) static const snw_registry *shapes(void) {
    static snw_registry registry;
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 18];
    if (registry.type_count > 0) return &registry;
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_registry_init(&registry, 64, &arena) == SNW_OK);
    CHECK(snw_shape_register(&registry, NULL) == SNW_OK);
    CHECK(snw_registry_add(&registry, &snw_mesh_file_type, NULL) == SNW_OK);
    return &registry;
}

__attribute__((unused)) static void open_loaded(loaded *l) {
    *l = (loaded){.setup = snw_setup_create((size_t)1 << 27)};
    CHECK(l->setup != NULL);
    l->diags.items = l->items;
    l->diags.capacity = FINDINGS;
}

__attribute__((unused)) static void load(loaded *l, const char *name,
                                         const snw_load_options *options) {
    open_loaded(l);
    l->status = snw_robot_load(path_of(name), options, l->setup, &l->robot, &l->diags);
    CHECK((l->status == SNW_OK) == (l->robot != NULL));
    CHECK((l->status == SNW_OK) == (l->diags.errors == 0));
}

__attribute__((unused)) static void close_loaded(loaded *l) {
    snw_setup_destroy(l->setup);
}

__attribute__((unused)) static void print_findings(const loaded *l) {
    for (int i = 0; i < l->diags.count; i++) {
        char sentence[1024];
        (void)snw_why_sentence(&l->items[i], sentence, sizeof sentence);
        print_error("  %s\n", sentence);
    }
}

/// Loads a file that must be accepted; the name of its robot is `robot`.
__attribute__((unused)) static void accept(loaded *l, const char *name, const char *robot) {
    const snw_load_options options = {.registry = shapes()};
    load(l, name, &options);
    if (l->status != SNW_OK) print_findings(l);
    CHECK(l->status == SNW_OK);
    CHECK_TEXT(l->robot->name, robot);
}

/// Loads a file that must be refused, by this rule.
__attribute__((unused)) static void refuse(const char *name, snw_status status, const char *rule) {
    loaded l;
    const snw_load_options options = {.registry = shapes()};
    load(&l, name, &options);
    if (l.status != status) print_findings(&l);
    CHECK(l.status == status);
    CHECK(l.diags.count > 0);
    CHECK_TEXT(l.items[0].rule, rule);
    close_loaded(&l);
}

#define URDF "<robot name='u'><link name='a'/></robot>"
#define OURS "<robot xmlns='urn:sinew:robot' name='o'><links><link name='a'/></links></robot>"
#define BARE "<robot name='b'><links><link name='a'/></links></robot>"
#define JSON "{\"type\": \"robot\", \"name\": \"j\", \"links\": [{\"name\": \"a\"}]}"
#define TABLE "convention, modified\nname, t\njoint, a, alpha, d, theta\nj1, 0.5, 0, 0, 0\n"
#define SHEET "<dh_table name='s' convention='standard'><rows><row a='0.5'/></rows></dh_table>"
#define XACRO                                                                                      \
    "<robot name='x' xmlns:xacro='http://www.ros.org/wiki/xacro'><xacro:arg name='n' "             \
    "default='a'/><link name='$(arg n)'/></robot>"
#define CELL                                                                                       \
    "<cell name='c'><mechanisms><mechanism name='m' file='u.urdf'/></mechanisms><members>"         \
    "<member name='left' mechanism='m'/><member name='right' mechanism='m'/></members></cell>"

#endif // SINEW_TESTS_MODELIO_LOAD_TEST_H
