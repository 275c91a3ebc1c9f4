// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Any bytes as OBJ, with polygons cut and kept, and as its file of materials: no crash, every
// refusal has a reason, and what is accepted is legal and can be read again after it was written.
// An OBJ may name m.mtl and bad.mtl, which lie in a folder of this process; nothing else is opened.
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "door.h"
#include "sinew/meshio.h"
#include "sinew/shape.h"

enum { FINDINGS = 4, MOST = 100000 };
static snw_why findings[FINDINGS];

static void must(int condition) {
    if (!condition) abort();
}

// --- files of materials -------------------------------------------------------------------------

static char folder[] = "/tmp/fuzz_obj_XXXXXX";
static const char *const files[][2] = {
    {"m.mtl", "newmtl red\nKd 1 0.25 0\nnewmtl plain\nKd 0.5\nTr 0.25\nillum 2\n"},
    {"bad.mtl", "newmtl red\nKd 1 x 0\n"},
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

static snw_surface *read_materials(const char *bytes, size_t size, snw_setup *setup) {
    const snw_source source = {bytes, size, "fuzz", NULL};
    snw_diags diags = {.items = findings, .capacity = FINDINGS};
    snw_surface *palette = snw_block_new(&snw_surface_type, setup);
    must(palette != NULL);
    const snw_status status = snw_mtl_read(&source, setup, palette, &diags);
    must((status == SNW_OK) == (diags.errors == 0));
    must(status == SNW_OK || (diags.count > 0 && findings[diags.count - 1].text[0] != '\0'));
    return status == SNW_OK ? palette : NULL;
}

static void try_materials(const char *bytes, size_t size) {
    snw_setup *setup = snw_setup_create((size_t)1 << 28);
    must(setup != NULL);
    const snw_surface *palette = read_materials(bytes, size, setup);
    if (palette != NULL) {
        must(snw_block_check(&snw_surface_type, palette, NULL, NULL) == SNW_OK);
        snw_text text = snw_text_over(NULL, 0);
        snw_mtl_write(palette->maps, palette->map_count, &text);
        char *buffer = malloc(text.length + 1);
        must(buffer != NULL);
        text = snw_text_over(buffer, text.length + 1);
        snw_mtl_write(palette->maps, palette->map_count, &text);
        const snw_surface *again = read_materials(buffer, text.length, setup);
        must(again != NULL && snw_block_equal(&snw_surface_type, palette, again));
        free(buffer);
    }
    snw_setup_destroy(setup);
}

// --- meshes -------------------------------------------------------------------------------------

static snw_mesh *read_it(const char *bytes, size_t size, snw_setup *setup, int keep) {
    const snw_source source = {bytes, size, "fuzz", folder};
    snw_surface *palette = NULL;
    const snw_mesh_reading how = {
        .keep_polygons = keep != 0, .most_triangles = MOST, .palette = &palette};
    snw_diags diags = {.items = findings, .capacity = FINDINGS};
    snw_mesh *mesh = NULL;
    const snw_status status = snw_obj_read(&source, &how, setup, &mesh, &diags);
    must((status == SNW_OK) == (diags.errors == 0) && (status == SNW_OK) == (mesh != NULL));
    must(status == SNW_OK || (diags.count > 0 && findings[diags.count - 1].text[0] != '\0'));
    return mesh;
}

static void check_again(snw_mesh *mesh, snw_setup *setup, int keep) {
    const snw_child shape = {&snw_mesh_type, mesh};
    must(snw_block_check(&snw_mesh_type, mesh, NULL, NULL) == SNW_OK);
    must(snw_shape_prepare(&shape, setup, NULL) == SNW_OK);
    const snw_mesh_part part = snw_mesh_part_of(mesh);
    snw_text text = snw_text_over(NULL, 0);
    must(snw_obj_write(&part, 1, NULL, &text, NULL) == SNW_OK);
    const size_t size = text.length;
    char *buffer = malloc(size + 1);
    must(buffer != NULL);
    text = snw_text_over(buffer, size + 1);
    must(snw_obj_write(&part, 1, NULL, &text, NULL) == SNW_OK);
    snw_mesh *again = read_it(buffer, size, setup, keep);
    must(again != NULL);
    must(again->point_count >= mesh->point_count);
    free(buffer);
}

// as a user's file: its size, its format, the reader, and the judgement of the mesh
static void try_door(const uint8_t *bytes, size_t size) {
    snw_setup *setup = snw_setup_create((size_t)1 << 28);
    must(setup != NULL);
    const snw_mesh_reading how = {.most_triangles = MOST};
    snw_diags diags = {.items = findings, .capacity = FINDINGS};
    snw_mesh *mesh = NULL;
    const char *path = door_file("fuzz.obj", bytes, size);
    const snw_status status = snw_mesh_read_file(path, &how, setup, &mesh, &diags);
    must((status == SNW_OK) == (mesh != NULL) && (status == SNW_OK || diags.errors > 0));
    must(status == SNW_OK || (diags.count > 0 && findings[diags.count - 1].text[0] != '\0'));
    if (mesh != NULL) must(snw_block_check(&snw_mesh_type, mesh, NULL, NULL) == SNW_OK);
    snw_setup_destroy(setup);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    make_folder();
    try_materials((const char *)bytes, size);
    try_door(bytes, size);
    for (int keep = 0; keep < 2; keep++) {
        snw_setup *setup = snw_setup_create((size_t)1 << 28);
        must(setup != NULL);
        snw_mesh *mesh = read_it((const char *)bytes, size, setup, keep);
        if (mesh != NULL) check_again(mesh, setup, keep);
        snw_setup_destroy(setup);
    }
    return 0;
}
