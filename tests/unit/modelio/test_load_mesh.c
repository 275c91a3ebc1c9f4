// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "load_test.h"

#include <sys/stat.h>

// our own robot with one mesh
static void put_robot(const char *name, const char *kind, const char *mesh) {
    char text[1024];
    (void)snprintf(text, sizeof text,
                   "<robot xmlns='urn:sinew:robot' name='r'><links><link name='a'><%ss><%s><shape>"
                   "<mesh_file name='%s'/></shape></%s></%ss></link></links></robot>",
                   kind, kind, mesh, kind, kind);
    put_text(name, text);
}

static void check_level(const char *name, snw_strictness strictness, snw_status status, int errors,
                        int warnings) {
    loaded l;
    const snw_load_options options = {.registry = shapes(), .strictness = strictness};
    load(&l, name, &options);
    if (l.status != status) print_findings(&l);
    CHECK(l.status == status && l.diags.errors == errors && l.diags.warnings == warnings);
    if (l.diags.count > 0) CHECK_TEXT(l.items[0].rule, "mesh");
    close_loaded(&l);
}

static void a_mesh_is_found_beside_the_file(void) {
    put_text("m.stl", "solid\nendsolid\n");
    put_robot("r.xml", "collision", "m.stl");
    loaded l;
    accept(&l, "r.xml", "r");
    const snw_mesh_file *mesh = l.robot->links[0].collisions[0].shape.block;
    CHECK_TEXT(mesh->name, "m.stl");
    char found[SNW_PATH_SIZE], expected[SNW_PATH_SIZE];
    CHECK(snw_file_real_path(mesh->file, found, sizeof found, NULL) == SNW_OK);
    CHECK(snw_file_real_path(path_of("m.stl"), expected, sizeof expected, NULL) == SNW_OK);
    CHECK_TEXT(found, expected);
    close_loaded(&l);
}

static void a_missing_mesh_is_a_warning_and_strictly_an_error(void) {
    put_robot("v.xml", "visual", "none.stl");
    check_level("v.xml", SNW_NORMAL, SNW_OK, 0, 1);
    check_level("v.xml", SNW_STRICT, SNW_ERR_NOT_FOUND, 1, 0);
    check_level("v.xml", SNW_LENIENT, SNW_OK, 0, 1);
    put_robot("c.xml", "collision", "none.stl");
    check_level("c.xml", SNW_NORMAL, SNW_OK, 0, 1);
    check_level("c.xml", SNW_STRICT, SNW_ERR_NOT_FOUND, 1, 0);
    check_level("c.xml", SNW_LENIENT, SNW_OK, 0, 1);
}

static void a_name_that_leads_out_is_not_followed(void) {
    put_robot("o.xml", "visual", "../../etc/passwd");
    check_level("o.xml", SNW_NORMAL, SNW_OK, 0, 1);
    check_level("o.xml", SNW_STRICT, SNW_ERR_PERMISSION, 1, 0);
    loaded l;
    const snw_load_options options = {.registry = shapes()};
    load(&l, "o.xml", &options);
    CHECK_TEXT(((const snw_mesh_file *)l.robot->links[0].visuals[0].shape.block)->file, "");
    close_loaded(&l);
    CHECK(mkfifo(path_of("pipe.stl"), 0600) == 0);
    put_robot("p.xml", "visual", "pipe.stl");
    check_level("p.xml", SNW_NORMAL, SNW_OK, 0, 1);
    check_level("p.xml", SNW_STRICT, SNW_ERR_ARGUMENT, 1, 0);
}

static void names_can_be_kept_as_they_are(void) {
    loaded l;
    const snw_load_options options = {.registry = shapes(), .keep_names = true};
    load(&l, "c.xml", &options);
    CHECK(l.status == SNW_OK && l.diags.count == 0);
    const snw_mesh_file *mesh = l.robot->links[0].collisions[0].shape.block;
    CHECK_TEXT(mesh->file, "");
    close_loaded(&l);
}

static void packages_of_the_caller_are_searched(void) {
    put_robot("k.xml", "collision", "package://parts/m.stl");
    loaded l;
    const snw_package packages[] = {{"parts", folder}};
    const snw_load_options options = {
        .registry = shapes(),
        .places = {.packages = packages, .package_count = 1, .no_environment = true}};
    load(&l, "k.xml", &options);
    if (l.status != SNW_OK) print_findings(&l);
    CHECK(l.status == SNW_OK);
    close_loaded(&l);
}

int main(void) {
    open_folder();
    RUN(a_mesh_is_found_beside_the_file);
    RUN(a_missing_mesh_is_a_warning_and_strictly_an_error);
    RUN(a_name_that_leads_out_is_not_followed);
    RUN(names_can_be_kept_as_they_are);
    RUN(packages_of_the_caller_are_searched);
    const int failed = check_report();
    close_folder();
    return failed;
}
