// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "polyhedra.h"

#include "../../../src/robot/shape/inside.h"

static snw_setup *setup;

static void prepare(snw_mesh *mesh) {
    const snw_child shape = {&snw_mesh_type, mesh};
    snw_why why;
    if (snw_shape_prepare(&shape, setup, &why) < 0) print_error("%s\n", why.text);
    CHECK(snw_shape_prepare(&shape, setup, &why) == SNW_OK);
}

// spec: actin-model:A1-LK-16
static void the_polyhedral_box_has_eight_points_six_polygons_and_outward_normals(void) {
    setup = sample_setup();
    snw_mesh *mesh = polyhedral_box(setup);
    prepare(mesh);
    CHECK(mesh->point_count == 8 && mesh->polygon_count == 6);
    snw_vec3 sum = {0, 0, 0};
    for (int i = 0; i < 6; i++) {
        const snw_polygon *p = &mesh->polygons[i];
        CHECK(p->corner_count == 4 && p->texture_count == 4);
        CHECK_TEXT(p->surface, "blue");
        // outward: away from the centre, which is the origin, and across every edge
        CHECK_NEAR(snw_vec3_norm(p->normal), 1, 1e-15);
        for (int k = 0; k < 4; k++) {
            const snw_vec3 a = mesh->points[p->corners[k]];
            const snw_vec3 b = mesh->points[p->corners[(k + 1) % 4]];
            CHECK(snw_vec3_dot(p->normal, a) > 0.4);
            CHECK_NEAR(snw_vec3_dot(p->normal, snw_vec3_sub(b, a)), 0, 1e-15);
            // texture points by index
            const snw_vec2 place = mesh->texture_points[p->texture[k]];
            CHECK(place.x >= 0 && place.x <= 1 && place.y >= 0 && place.y <= 1);
        }
        sum = snw_vec3_add(sum, p->normal);
    }
    CHECK(snw_vec3_near(sum, snw_vec3_zero(), 1e-15));
    CHECK(mesh->closed);

    // the same solid as the box primitive
    snw_box same = {SNW_POSE_AT(0, 0, 0), {0.5, 1, 2}};
    const snw_child box = {&snw_box_type, &same}, shape = {&snw_mesh_type, mesh};
    snw_inertia one, two;
    CHECK(snw_shape_inertia(&box, 1000, &one, NULL) == SNW_OK);
    CHECK(snw_shape_inertia(&shape, 1000, &two, NULL) == SNW_OK);
    CHECK(snw_inertia_near(one, two, 1e-9));
    snw_setup_destroy(setup);
}

static void a_mesh_that_lacks_a_triangle_names_the_open_edge(void) {
    setup = sample_setup();
    CHECK_CASES(200) {
        sample s;
        sample_random(&s, (sample_kind)check_int(0, SOLIDS - 1));
        const snw_mesh_options coarse = {.resolution = 8};
        snw_mesh *mesh = NULL;
        CHECK(snw_shape_mesh(&s.shape, &coarse, setup, &mesh, NULL) == SNW_OK);
        const int lost = check_int(0, mesh->index_count / 3 - 1) * 3;
        const int gone[3] = {mesh->triangles[lost], mesh->triangles[lost + 1],
                             mesh->triangles[lost + 2]};
        memmove(&mesh->triangles[lost], &mesh->triangles[mesh->index_count - 3], 3 * sizeof(int));
        mesh->index_count -= 3;
        snw_why why;
        CHECK(snw_mesh_check_closed(mesh, &why) == SNW_ERR_CHECK);
        CHECK_TEXT(why.text, "an edge has a triangle on one side only");
        // the edge named is one of the lost triangle, by the places of its ends
        CHECK_TEXT(why.numbers[0].name, "from");
        CHECK_TEXT(why.numbers[5].name, "to_x");
        const snw_vec3 a = mesh->points[(int)why.numbers[0].value];
        const snw_vec3 b = mesh->points[(int)why.numbers[1].value];
        CHECK(why.numbers[2].value == a.x && why.numbers[7].value == b.z);
        bool found = false;
        for (int k = 0; k < 3; k++) {
            const snw_vec3 p = mesh->points[gone[k]], q = mesh->points[gone[(k + 1) % 3]];
            if (snw_vec3_equal(p, a) && snw_vec3_equal(q, b)) found = true;
            if (snw_vec3_equal(p, b) && snw_vec3_equal(q, a)) found = true;
        }
        CHECK(found);
        prepare(mesh);
        CHECK(!mesh->closed);
    }
    snw_setup_destroy(setup);
}

static void a_triangle_that_is_turned_round_is_found(void) {
    setup = sample_setup();
    sample s;
    sample_random(&s, BOX);
    snw_mesh *mesh = NULL;
    CHECK(snw_shape_mesh(&s.shape, NULL, setup, &mesh, NULL) == SNW_OK);
    const int first = mesh->triangles[0];
    mesh->triangles[0] = mesh->triangles[1];
    mesh->triangles[1] = first;
    snw_why why;
    CHECK(snw_mesh_check_closed(mesh, &why) == SNW_ERR_CHECK);
    CHECK_TEXT(why.text, "the triangles at an edge have opposite orientations");
    CHECK_TEXT(why.rule, "closed-mesh");
    // all turned round: closed, but inside out
    mesh->triangles[1] = mesh->triangles[0];
    mesh->triangles[0] = first;
    for (int i = 0; i < mesh->index_count; i += 3) {
        const int corner = mesh->triangles[i];
        mesh->triangles[i] = mesh->triangles[i + 1];
        mesh->triangles[i + 1] = corner;
    }
    CHECK(snw_mesh_check_closed(mesh, &why) == SNW_OK);
    snw_inertia I = snw_inertia_of(7, snw_vec3_zero(), snw_sym3_zero());
    CHECK(snw_mesh_inertia(mesh, 1, &I, &why) == SNW_ERR_CHECK);
    CHECK_TEXT(why.text, "the mesh is inside out");
    CHECK(I.m == 7);
    prepare(mesh);
    CHECK(!mesh->closed);
    snw_setup_destroy(setup);
}

// An edge with four triangles is closed when two pass it each way: two boxes that touch there.
static void boxes_that_share_an_edge_are_closed(void) {
    static const double left[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const double right[4][2] = {{1, 1}, {2, 1}, {2, 2}, {1, 2}};
    setup = sample_setup();
    snw_mesh *a = prism(left, 4, setup), *b = prism(right, 4, setup);
    prepare(a);
    prepare(b);
    snw_mesh *both = snw_block_new(&snw_mesh_type, setup);
    CHECK(snw_mesh_resize(both, 16, 24, setup) == SNW_OK);
    for (int i = 0; i < 8; i++) {
        both->points[i] = a->points[i];
        both->points[i + 8] = b->points[i];
        both->normals[i] = both->normals[i + 8] = snw_vec3_z(1);
    }
    for (int i = 0; i < 36; i++) {
        both->triangles[i] = a->faces[i];
        both->triangles[i + 36] = b->faces[i] + 8;
    }
    CHECK(snw_mesh_check_closed(both, NULL) == SNW_OK);
    prepare(both);
    CHECK(both->closed);
    snw_setup_destroy(setup);
}

// the integrals of a tetrahedron are exact, so those of any polyhedron are: a prism over an L
static void mass_properties_of_a_polyhedron_are_exact(void) {
    static const double outline[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    setup = sample_setup();
    snw_mesh *mesh = prism(outline, 6, setup);
    snw_inertia I = snw_inertia_zero();
    snw_why why;
    CHECK(snw_mesh_inertia(mesh, 2, &I, &why) == SNW_ERR_STATE);
    prepare(mesh);
    CHECK(snw_mesh_inertia(mesh, 2, &I, NULL) == SNW_OK);
    // a slab 2 x 1 and a cube on top of it
    const snw_inertia slab =
        snw_inertia_translate(snw_vec3_of(1, 0.5, 0.5), snw_inertia_box(4, snw_vec3_of(2, 1, 1)));
    const snw_inertia cube =
        snw_inertia_translate(snw_vec3_of(0.5, 1.5, 0.5), snw_inertia_box(2, snw_vec3_of(1, 1, 1)));
    CHECK(snw_inertia_near(I, snw_inertia_add(slab, cube), 1e-13));
    CHECK(snw_mesh_inertia(mesh, -1, &I, NULL) == SNW_ERR_RANGE);
    CHECK(snw_mesh_inertia(mesh, (double)NAN, &I, NULL) == SNW_ERR_NOT_FINITE);
    snw_setup_destroy(setup);
}

// far from the origin the tetrahedra are still taken from the middle of the points
static void mass_properties_stay_exact_far_from_the_origin(void) {
    setup = sample_setup();
    snw_mesh *mesh = polyhedral_box(setup);
    for (int i = 0; i < 8; i++) {
        mesh->points[i] = snw_vec3_add(mesh->points[i], snw_vec3_of(1000, -2000, 4000));
    }
    prepare(mesh);
    snw_inertia I = snw_inertia_zero();
    CHECK(snw_mesh_inertia(mesh, 1, &I, NULL) == SNW_OK);
    CHECK_NEAR(I.m, 8, 1e-11);
    CHECK(snw_vec3_near(snw_inertia_center(I), snw_vec3_of(1000, -2000, 4000), 1e-9));
    snw_setup_destroy(setup);
}

static void triangles_and_polygons_may_stand_side_by_side(void) {
    setup = sample_setup();
    snw_mesh *mesh = polyhedral_box(setup);
    // the last quadrangle becomes two triangles
    const int *q = mesh->polygons[5].corners;
    const int two[6] = {q[0], q[1], q[2], q[0], q[2], q[3]};
    CHECK(snw_block_resize(snw_type_field(&snw_mesh_type, "triangles"), mesh, 6, setup) == SNW_OK);
    memcpy(mesh->triangles, two, sizeof two);
    CHECK(snw_block_resize(snw_type_field(&snw_mesh_type, "polygons"), mesh, 5, setup) == SNW_OK);
    prepare(mesh);
    int count = 0;
    const int *faces = snw_mesh_faces(mesh, &count);
    CHECK(count == 12 && faces == mesh->faces && mesh->closed);
    for (int i = 0; i < 12; i++) {
        CHECK(mesh->owners[i] == (i < 2 ? -1 : (i - 2) / 2));
    }
    // in triangles: flat polygons, mean normals at the points of the loose triangles
    snw_mesh *flat = snw_block_new(&snw_mesh_type, setup);
    CHECK(snw__mesh_triangulate(mesh, flat, setup) == SNW_OK);
    CHECK(flat->point_count == 8 + 30 && flat->index_count == 36);
    for (int i = 6; i < 36; i++) {
        const int polygon = (i / 3 - 2) / 2;
        CHECK(snw_vec3_near(flat->normals[flat->triangles[i]], mesh->polygons[polygon].normal,
                            1e-15));
    }
    for (int i = 0; i < 6; i++) {
        CHECK(snw_vec3_near(flat->normals[flat->triangles[i]], snw_vec3_x(-1), 1e-15));
    }
    CHECK(snw_mesh_check_closed(flat, NULL) == SNW_OK);
    // without polygons the lists of faces go away
    CHECK(snw_block_resize(snw_type_field(&snw_mesh_type, "polygons"), mesh, 0, setup) == SNW_OK);
    prepare(mesh);
    CHECK(mesh->face_index_count == 0 && mesh->owner_count == 0 && !mesh->closed);
    CHECK(snw_mesh_faces(mesh, &count) == mesh->triangles && count == 2);
    snw_setup_destroy(setup);
}

static void given_normals_stay_and_missing_ones_are_found(void) {
    setup = sample_setup();
    sample s;
    sample_random(&s, SPHERE);
    snw_mesh *ball = NULL;
    CHECK(snw_shape_mesh(&s.shape, NULL, setup, &ball, NULL) == SNW_OK);
    snw_mesh *copy = snw_block_new(&snw_mesh_type, setup),
             *bare = snw_block_new(&snw_mesh_type, setup);
    CHECK(snw__mesh_triangulate(ball, copy, setup) == SNW_OK);
    CHECK(memcmp(copy->normals, ball->normals, (size_t)ball->normal_count * sizeof(snw_vec3)) == 0);
    // the points of a ball say its normals themselves; those on the seams of its poles only roughly
    ball->normal_count = 0;
    CHECK(snw__mesh_triangulate(ball, bare, setup) == SNW_OK);
    double worst = 0;
    for (int i = 0; i < bare->point_count; i++) {
        const snw_vec3 n = snw_vec3_normalize(snw_vec3_sub(ball->points[i], s.T.p));
        worst = fmax(worst, snw_vec3_distance(bare->normals[i], n));
    }
    CHECK(worst < 0.1);
    snw_setup_destroy(setup);
}

// lists that do not fit the limit are refused, whatever the limit
static void preparing_and_meshing_fail_cleanly_at_every_limit_of_memory(void) {
    snw_setup *source = sample_setup();
    const snw_mesh *box = polyhedral_box(source);
    bool done = false;
    for (size_t limit = 0; !done; limit += 16) {
        snw_setup *tight = snw_setup_create(limit);
        if (tight == NULL) abort();
        snw_mesh *mesh = snw_block_new(&snw_mesh_type, tight), *flat = NULL;
        snw_status status = mesh != NULL ? SNW_OK : SNW_ERR_MEMORY;
        if (status == SNW_OK) status = snw_block_copy(&snw_mesh_type, mesh, box, tight);
        const snw_child shape = {&snw_mesh_type, mesh};
        if (status == SNW_OK) status = snw_shape_prepare(&shape, tight, NULL);
        if (status == SNW_OK) status = snw_shape_mesh(&shape, NULL, tight, &flat, NULL);
        CHECK(status == SNW_OK || status == SNW_ERR_MEMORY);
        done = status == SNW_OK;
        CHECK(limit < 100000 && (!done || limit > 1000));
        snw_setup_destroy(tight);
    }
    snw_setup_destroy(source);
}

static void sizes_outside_their_range_are_refused(void) {
    setup = sample_setup();
    snw_mesh *mesh = snw_block_new(&snw_mesh_type, setup);
    CHECK(snw_mesh_resize(mesh, -1, 0, setup) == SNW_ERR_ARGUMENT);
    CHECK(snw_mesh_resize(mesh, 0, -1, setup) == SNW_ERR_ARGUMENT);
    CHECK(snw_mesh_resize(mesh, SNW_MESH_POINTS + 1, 0, setup) == SNW_ERR_TOO_LARGE);
    CHECK(snw_mesh_resize(mesh, 0, SNW_MESH_TRIANGLES + 1, setup) == SNW_ERR_TOO_LARGE);
    CHECK(snw_mesh_defaults().resolution == 64 && snw_mesh_defaults().extent == 0);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(the_polyhedral_box_has_eight_points_six_polygons_and_outward_normals);
    RUN(a_mesh_that_lacks_a_triangle_names_the_open_edge);
    RUN(a_triangle_that_is_turned_round_is_found);
    RUN(boxes_that_share_an_edge_are_closed);
    RUN(mass_properties_of_a_polyhedron_are_exact);
    RUN(mass_properties_stay_exact_far_from_the_origin);
    RUN(triangles_and_polygons_may_stand_side_by_side);
    RUN(given_normals_stay_and_missing_ones_are_found);
    RUN(preparing_and_meshing_fail_cleanly_at_every_limit_of_memory);
    RUN(sizes_outside_their_range_are_refused);
    return check_report();
}
