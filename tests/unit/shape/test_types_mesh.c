// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/document.h"
#include "sinew/hull.h"

#include "polyhedra.h"

static void refuses(const snw_mesh *mesh, const char *text) {
    snw_why why;
    snw_diags diags = {.items = &why, .capacity = 1};
    CHECK(snw_block_check(&snw_mesh_type, mesh, "mesh", &diags) == SNW_ERR_RANGE);
    CHECK_TEXT(why.text, text);
}

static void a_mesh_whose_lists_do_not_fit_is_refused(void) {
    snw_setup *setup = sample_setup();
    snw_mesh *mesh = polyhedral_box(setup);
    CHECK(snw_block_check(&snw_mesh_type, mesh, NULL, NULL) == SNW_OK);
    mesh->polygons[2].corners[1] = 8;
    refuses(mesh, "a corner of a polygon is not a point");
    mesh->polygons[2].corners[1] = 1;
    mesh->polygons[3].corner_count = 2;
    mesh->polygons[3].texture_count = 2;
    refuses(mesh, "a polygon needs 3 corners");
    mesh->polygons[3].corner_count = 4;
    refuses(mesh, "a texture has one point for each corner, or none");
    mesh->polygons[3].texture_count = 4;
    mesh->polygons[3].texture[0] = 4;
    refuses(mesh, "a texture index is not a texture point");
    mesh->polygons[3].texture[0] = 0;
    CHECK(snw_block_resize(snw_type_field(&snw_mesh_type, "triangles"), mesh, 3, setup) == SNW_OK);
    mesh->triangles[2] = 8;
    refuses(mesh, "an index is not a point");
    mesh->triangles[2] = 7;
    mesh->index_count = 2;
    refuses(mesh, "a triangle has three indices");
    mesh->index_count = 3;
    CHECK(snw_block_resize(snw_type_field(&snw_mesh_type, "normals"), mesh, 7, setup) == SNW_OK);
    refuses(mesh, "there is a normal for each point, or none");
    CHECK(snw_block_resize(snw_type_field(&snw_mesh_type, "normals"), mesh, 8, setup) == SNW_OK);
    refuses(mesh, "a normal is not of length 1");
    for (int i = 0; i < 8; i++) {
        mesh->normals[i] = snw_vec3_z(1);
    }
    CHECK(snw_block_check(&snw_mesh_type, mesh, NULL, NULL) == SNW_OK);
    mesh->points[3].x = (double)NAN;
    CHECK(snw_block_check(&snw_mesh_type, mesh, NULL, NULL) < 0);
    snw_setup_destroy(setup);
}

// what is computed is not written, and computed again after reading
static void a_polyhedron_and_a_hull_come_back_from_a_file(void) {
    static char buffer[1 << 16];
    snw_setup *setup = sample_setup();
    snw_mesh *box = polyhedral_box(setup);
    snw_child shape = {&snw_mesh_type, box};
    CHECK(snw_shape_prepare(&shape, setup, NULL) == SNW_OK);
    snw_hull *hull = NULL;
    CHECK(snw_shape_hull(&shape, NULL, setup, &hull, NULL) == SNW_OK);
    const snw_child shapes[2] = {shape, {&snw_hull_type, hull}};
    for (int i = 0; i < 2; i++) {
        snw_text text = snw_text_over(buffer, sizeof buffer);
        snw_xml_write(shapes[i].type, shapes[i].block, NULL, &text);
        CHECK(!snw_text_is_cut(&text));
        CHECK(strstr(buffer, "faces") == NULL && strstr(buffer, "slack") == NULL);
        CHECK(strstr(buffer, "closed") == NULL && strstr(buffer, "vertices") == NULL);
        const snw_source source = {.bytes = buffer, .length = text.length, .name = "shape.xml"};
        snw_why why;
        snw_diags diags = {.items = &why, .capacity = 1};
        void *back = NULL;
        CHECK(snw_xml_read(&source, shapes[i].type, NULL, setup, &back, &diags) == SNW_OK);
        CHECK(snw_block_equal(shapes[i].type, shapes[i].block, back));
        const snw_child again = {shapes[i].type, back};
        double volume = 0;
        CHECK(snw_shape_prepare(&again, setup, NULL) == SNW_OK);
        CHECK(snw_shape_volume(&again, &volume, NULL) == SNW_OK);
        CHECK_NEAR(volume, 8, 1e-12);
    }
    snw_setup_destroy(setup);
}

// a deep copy has lists of its own, prepared ones too
static void a_copy_of_a_prepared_mesh_is_prepared(void) {
    snw_setup *setup = sample_setup();
    snw_mesh *box = polyhedral_box(setup), *copy = snw_block_new(&snw_mesh_type, setup);
    const snw_child shape = {&snw_mesh_type, box}, other = {&snw_mesh_type, copy};
    CHECK(snw_shape_prepare(&shape, setup, NULL) == SNW_OK);
    CHECK(snw_block_copy(&snw_mesh_type, copy, box, setup) == SNW_OK);
    CHECK(copy->closed && copy->faces != box->faces && copy->face_index_count == 36);
    CHECK(copy->polygons[0].corners != box->polygons[0].corners);
    CHECK(sample_contains(&other, snw_vec3_zero()));
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(a_mesh_whose_lists_do_not_fit_is_refused);
    RUN(a_polyhedron_and_a_hull_come_back_from_a_file);
    RUN(a_copy_of_a_prepared_mesh_is_prepared);
    return check_report();
}
