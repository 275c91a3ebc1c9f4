// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "mesh_test.h"

// region: page
// A link's mesh for both of its uses: the solid for collision and mass, the bytes for the page.
static snw_status link_mesh(const char *path, snw_setup *setup, snw_mesh **solid, snw_text *page,
                            snw_diags *diags) {
    const snw_vec3 millimetres = {0.001, 0.001, 0.001};
    snw_status status = snw_mesh_load(path, millimetres, setup, solid, diags);
    if (snw_failed(status)) return status;

    snw_mesh_part part = snw_mesh_part_of(*solid);
    part.name = "upper_arm";
    part.T_file_part = snw_pose_translation(snw_vec3_z(0.3));
    return snw_glb_write(&part, 1, NULL, page, NULL);
}
// endregion

static void the_example_of_the_page_works(void) {
    static char buffer[16384];
    snw_setup *setup = test_setup();
    snw_mesh *solid = NULL;
    snw_text page = snw_text_over(buffer, sizeof buffer);
    CHECK(link_mesh(SNW_SOURCE_DIR "/tests/cases/mesh/samples/box.stl", setup, &solid, &page,
                    NULL) == SNW_OK);
    CHECK(!snw_text_is_cut(&page));
    reading r;
    open_reading(&r, snw_glb_read, (bytes){buffer, page.length}, NULL);
    CHECK(r.status == SNW_OK);
    CHECK_NEAR(volume_of(r.mesh, r.setup), 6e-9, 1e-13);
    snw_bounds box = snw_bounds_empty();
    for (int i = 0; i < r.mesh->point_count; i++) {
        box = snw_bounds_add(box, r.mesh->points[i]);
    }
    CHECK_NEAR(box.low.z, 0.3, 1e-12);
    close_reading(&r);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(the_example_of_the_page_works);
    return check_report();
}
