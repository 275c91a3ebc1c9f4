// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "mesh_test.h"

#include "../os/scratch.h"
#include "sinew/os/file.h"

#define SAMPLES SNW_SOURCE_DIR "/tests/cases/mesh/samples/"

static void start(reading *r) {
    *r = (reading){.setup = test_setup()};
    r->diags.items = r->items;
    r->diags.capacity = FINDINGS;
}

static void load(reading *r, const char *path, snw_vec3 scale) {
    start(r);
    r->status = snw_mesh_load(path, scale, r->setup, &r->mesh, &r->diags);
    CHECK((r->status == SNW_OK) == (r->mesh != NULL));
}

static const snw_vec3 plain = {1, 1, 1};

// The two targets of a mesh here are the solid that collision and mass work on, and the GLB that
// the page shows. Every sample of a format that is read here reaches both, with the numbers of the
// box; an extension that is not known is refused by an error that names the file and the way.
//
// spec: actin-tools:MF-01
static void every_sample_loads_to_both_targets_by_its_extension(void) {
    scratch_name copies[3] = {scratch("UPPER.STL"), scratch("box.glb"), scratch("again.OBJ")};
    reading r;
    load(&r, SAMPLES "box.obj", plain);
    CHECK(r.status == SNW_OK);
    const snw_mesh_part part = snw_mesh_part_of(r.mesh);
    for (int i = 0; i < 3; i++) {
        CHECK(snw_mesh_save(copies[i].text, &part, 1, NULL) == SNW_OK);
    }
    close_reading(&r);
    const char *const paths[] = {SAMPLES "box.stl", SAMPLES "binary.stl", SAMPLES "box.obj",
                                 copies[0].text,    copies[1].text,       copies[2].text};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        load(&r, paths[i], plain);
        if (r.status < 0) print_error("%s\n", sentence(&r, 0));
        CHECK(r.status == SNW_OK && r.diags.count == 0);
        // the solid: 1 by 2 by 3, closed, with an inside
        double volume = 0;
        bool inside = false;
        const snw_child shape = {&snw_mesh_type, r.mesh};
        CHECK(snw_shape_volume(&shape, &volume, NULL) == SNW_OK);
        CHECK_NEAR(volume, 6, 1e-12);
        CHECK(snw_shape_contains(&shape, snw_vec3_of(0.9, 1.9, 2.9), &inside) == SNW_OK && inside);
        CHECK(snw_shape_contains(&shape, snw_vec3_of(1.1, 1, 1), &inside) == SNW_OK && !inside);
        // the picture: the same triangles
        bytes b = write_mesh(GLB, r.mesh);
        reading picture;
        open_reading(&picture, snw_glb_read, b, NULL);
        CHECK(picture.status == SNW_OK);
        check_same_triangles(r.mesh, picture.mesh);
        close_reading(&picture);
        close_reading(&r);
        free(b.data);
    }
    static const char *const others[] = {"a.dae", "b/a.3DS", "a.wrl", "a", "a.stlx", "a.obj.gz"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        load(&r, others[i], plain);
        CHECK(r.status == SNW_ERR_UNSUPPORTED && r.diags.errors == 1);
        CHECK_TEXT(r.items[0].rule, "mesh-format");
        CHECK_TEXT(r.items[0].file, others[i]);
        close_reading(&r);
    }
    load(&r, "meshes/a.dae", plain);
    CHECK_TEXT(sentence(&r, 0), "meshes/a.dae: error: only .stl, .obj and .glb are read here; run "
                                "'sinew mesh convert a.dae a.glb' [mesh-format]");
    close_reading(&r);
}

static void the_scale_of_the_model_is_used(void) {
    reading r;
    load(&r, SAMPLES "box.stl", snw_vec3_of(0.5, 0.25, -1));
    CHECK(r.status == SNW_OK && r.mesh->closed);
    CHECK_NEAR(volume_of(r.mesh, r.setup), 6 * 0.125, 1e-12);
    close_reading(&r);
    const snw_vec3 wrong[] = {{0, 0, 0}, {1, 0, 1}, {1, 1, (double)INFINITY}};
    for (int i = 0; i < 3; i++) {
        load(&r, SAMPLES "box.stl", wrong[i]);
        CHECK(r.status == SNW_ERR_ARGUMENT);
        close_reading(&r);
    }
}

static void materials_beside_the_file_are_found(void) {
    reading r;
    start(&r);
    snw_surface *palette = NULL;
    const snw_mesh_reading how = {.keep_polygons = true, .palette = &palette};
    CHECK(snw_mesh_read_file(SAMPLES "box.obj", &how, r.setup, &r.mesh, &r.diags) == SNW_OK);
    CHECK(r.diags.count == 0 && palette != NULL && palette->map_count == 1);
    CHECK(r.mesh->polygon_count == 6 && r.mesh->closed);
    CHECK_NEAR(snw_surface_material(&palette->maps[0]).diffuse[1], 0.4, 0);
    close_reading(&r);
}

// Sizes are asked before a byte is read: the file of 300 MB has no content on the disk.
static void files_that_are_too_large_or_no_files_are_refused(void) {
    const scratch_name large = scratch("large.stl"), pipe = scratch("pipe.obj");
    FILE *file = fopen(large.text, "wb");
    CHECK(file != NULL && fseek(file, 300L << 20, SEEK_SET) == 0 && fputc(0, file) == 0);
    CHECK(fclose(file) == 0 && mkfifo(pipe.text, 0600) == 0);
    CHECK(mkdir(scratch("folder.glb").text, 0700) == 0);
    const struct {
        const char *path;
        snw_status status;
    } cases[] = {{large.text, SNW_ERR_TOO_LARGE},
                 {pipe.text, SNW_ERR_ARGUMENT},
                 {scratch("folder.glb").text, SNW_ERR_ARGUMENT},
                 {"/dev/zero.stl", SNW_ERR_NOT_FOUND},
                 {"absent.stl", SNW_ERR_NOT_FOUND}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r;
        load(&r, cases[i].path, plain);
        CHECK(r.status == cases[i].status && r.diags.errors == 1);
        CHECK(r.items[0].text[0] != '\0' && snw_setup_size(r.setup) == 0);
        close_reading(&r);
    }
}

static void a_file_is_written_whole_or_not_at_all(void) {
    snw_setup *setup = test_setup();
    snw_mesh *box = box_mesh(1, 1, 1, setup);
    const snw_mesh_part part = snw_mesh_part_of(box);
    snw_why why = {0};
    CHECK(snw_mesh_save(scratch("a.dae").text, &part, 1, &why) == SNW_ERR_UNSUPPORTED);
    CHECK_TEXT(why.text, "only .stl, .obj and .glb are written");
    const scratch_name old = scratch("old.stl");
    scratch_put(old.text, "old");
    box->points[0].x = (double)NAN;
    CHECK(snw_mesh_save(old.text, &part, 1, &why) == SNW_ERR_RANGE);
    CHECK(scratch_holds(old.text, "old", 3));
    box->points[0].x = 0;
    CHECK(snw_mesh_save(old.text, &part, 1, &why) == SNW_OK && !scratch_holds(old.text, "old", 3));
    CHECK(snw_mesh_save(scratch("no/such/folder.stl").text, &part, 1, &why) == SNW_ERR_NOT_FOUND);
    snw_setup_destroy(setup);
}

int main(void) {
    scratch_open();
    RUN(every_sample_loads_to_both_targets_by_its_extension);
    RUN(the_scale_of_the_model_is_used);
    RUN(materials_beside_the_file_are_found);
    RUN(files_that_are_too_large_or_no_files_are_refused);
    RUN(a_file_is_written_whole_or_not_at_all);
    return check_report();
}
