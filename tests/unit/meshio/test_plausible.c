// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "mesh_test.h"

static int check(const snw_mesh *mesh, reading *r) {
    *r = (reading){.diags = {.items = r->items, .capacity = FINDINGS}};
    const int found = snw_mesh_check(mesh, "t", &r->diags);
    CHECK(found == r->diags.warnings && r->diags.errors == 0 && r->diags.count == found);
    return found;
}

static void a_sound_mesh_is_not_remarked(void) {
    snw_setup *setup = test_setup();
    reading r;
    const double sizes[] = {0.001, 0.01, 1, 5};
    for (int i = 0; i < 4; i++) {
        CHECK(check(box_mesh(sizes[i], sizes[i] / 3, sizes[i] / 2, setup), &r) == 0);
    }
    CHECK(check(icosahedron(setup), &r) == 0);
    snw_setup_destroy(setup);
}

static void sizes_that_look_like_another_unit_are_remarked_with_the_factor(void) {
    snw_setup *setup = test_setup();
    reading r;
    CHECK(check(box_mesh(10, 300, 40, setup), &r) == 1);
    CHECK_TEXT(sentence(&r, 0),
               "t: warning: the mesh is longer than 5 m: it looks like millimetres (extent 300 m, "
               "factor 0.001); scale it by 0.001 if it is [mesh-size]");
    CHECK(check(box_mesh(5.0000001, 1, 1, setup), &r) == 1);
    CHECK(check(box_mesh(0.00025, 0.0001, 0.0002, setup), &r) == 1);
    CHECK_TEXT(sentence(&r, 0),
               "t: warning: the mesh is shorter than 1 mm: it looks like metres scaled once too "
               "often (extent 0.00025 m, factor 1000); scale it by 1000 if it is [mesh-size]");
    // the place in space is no extent
    snw_mesh *far = box_mesh(1, 1, 1, setup);
    for (int i = 0; i < far->point_count; i++) {
        far->points[i].x += 1000;
    }
    CHECK(check(far, &r) == 0);
    snw_setup_destroy(setup);
}

static void gaps_and_turned_corners_are_remarked(void) {
    snw_setup *setup = test_setup();
    reading r;
    CHECK_CASES(check_scaled(200)) {
        snw_mesh *mesh = icosahedron(setup);
        const int hole = check_int(0, 19);
        mesh->triangles[3 * hole + 1] = mesh->triangles[3 * hole];
        CHECK(check(mesh, &r) == 1);
        CHECK_TEXT(r.items[0].rule, "mesh-closed");
        CHECK_TEXT(r.items[0].text, "an edge has a triangle on one side only");
    }
    check_case = -1;
    snw_mesh *turned = icosahedron(setup);
    for (int i = 0; i < turned->index_count; i += 3) {
        const int keep = turned->triangles[i];
        turned->triangles[i] = turned->triangles[i + 1];
        turned->triangles[i + 1] = keep;
    }
    CHECK(check(turned, &r) == 1);
    CHECK_TEXT(r.items[0].rule, "mesh-inside-out");
    CHECK_NEAR(r.items[0].numbers[0].value, -2 * sqrt(10 + 2 * sqrt(5)) / 3, 1e-12);
    // one triangle alone is neither closed nor inside out
    const int first = turned->triangles[0];
    turned->triangles[0] = turned->triangles[1];
    turned->triangles[1] = first;
    CHECK(check(turned, &r) == 1);
    CHECK_TEXT(r.items[0].rule, "mesh-closed");
    CHECK(snw_mesh_check(turned, "t", NULL) == 1);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(a_sound_mesh_is_not_remarked);
    RUN(sizes_that_look_like_another_unit_are_remarked_with_the_factor);
    RUN(gaps_and_turned_corners_are_remarked);
    return check_report();
}
