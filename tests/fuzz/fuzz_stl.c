// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Any bytes as STL: no crash, every refusal has a reason, and what is accepted is legal and comes
// back with the same triangles after it was written as a text.
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "door.h"
#include "sinew/meshio.h"
#include "sinew/shape.h"

enum { FINDINGS = 4 };
static snw_why findings[FINDINGS];

static void must(int condition) {
    if (!condition) abort();
}

static snw_mesh *read_it(const char *bytes, size_t size, snw_setup *setup, int keep) {
    const snw_source source = {bytes, size, "fuzz", NULL};
    const snw_mesh_reading how = {.keep_polygons = keep != 0, .most_triangles = 100000};
    snw_diags diags = {.items = findings, .capacity = FINDINGS};
    snw_mesh *mesh = NULL;
    const snw_status status = snw_stl_read(&source, &how, setup, &mesh, &diags);
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
    must(snw_stl_write(&part, 1, true, &text, NULL) == SNW_OK);
    const size_t size = text.length;
    char *buffer = malloc(size + 1);
    must(buffer != NULL);
    text = snw_text_over(buffer, size + 1);
    must(snw_stl_write(&part, 1, true, &text, NULL) == SNW_OK);
    snw_mesh *again = read_it(buffer, size, setup, keep);
    must(again != NULL);
    must(again->index_count == mesh->index_count);
    free(buffer);
}

// as a user's file: its size, its format, the reader, and the judgement of the mesh
static void try_door(const uint8_t *bytes, size_t size) {
    snw_setup *setup = snw_setup_create((size_t)1 << 28);
    must(setup != NULL);
    const snw_mesh_reading how = {.most_triangles = 100000};
    snw_diags diags = {.items = findings, .capacity = FINDINGS};
    snw_mesh *mesh = NULL;
    const char *path = door_file("fuzz.stl", bytes, size);
    const snw_status status = snw_mesh_read_file(path, &how, setup, &mesh, &diags);
    must((status == SNW_OK) == (mesh != NULL) && (status == SNW_OK || diags.errors > 0));
    must(status == SNW_OK || (diags.count > 0 && findings[diags.count - 1].text[0] != '\0'));
    if (mesh != NULL) must(snw_block_check(&snw_mesh_type, mesh, NULL, NULL) == SNW_OK);
    snw_setup_destroy(setup);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
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
