// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sample.h"
#include "sinew/hull.h"

static snw_mesh *mesh_of(const snw_child *shape, int resolution, snw_setup *setup) {
    const snw_mesh_options options = {.resolution = resolution};
    snw_mesh *mesh = NULL;
    CHECK(snw_shape_mesh(shape, &options, setup, &mesh, NULL) == SNW_OK);
    return mesh;
}

static double mesh_volume(const snw_mesh *mesh) {
    snw_inertia inertia = snw_inertia_zero();
    CHECK(snw_mesh_inertia(mesh, 1, &inertia, NULL) == SNW_OK);
    return inertia.m;
}

static void normals_are_unit(const snw_mesh *mesh) {
    CHECK(mesh->normal_count == mesh->point_count && mesh->point_count > 0);
    for (int i = 0; i < mesh->normal_count; i++) {
        CHECK_NEAR(snw_vec3_norm(mesh->normals[i]), 1, 1e-12);
    }
}

static void triangles_face_outwards(const snw_mesh *mesh) {
    for (int i = 0; i < mesh->index_count; i += 3) {
        const int *at = &mesh->triangles[i];
        const snw_vec3 a = mesh->points[at[0]];
        const snw_vec3 n = snw_vec3_cross(snw_vec3_sub(mesh->points[at[1]], a),
                                          snw_vec3_sub(mesh->points[at[2]], a));
        for (int k = 0; k < 3; k++) {
            CHECK(snw_vec3_dot(n, mesh->normals[at[k]]) > 0);
        }
    }
}

// spec: actin-model:A1-LK-27
static void the_mesh_of_every_primitive_is_closed_and_has_its_volume(void) {
    CHECK_CASES(check_scaled(20)) {
        for (int kind = 0; kind < KINDS; kind++) {
            if (kind == HALF_SPACE || kind == PLANE || kind == SEGMENT) continue;
            snw_setup *setup = sample_setup();
            sample s;
            sample_random(&s, (sample_kind)kind);
            snw_mesh *mesh = NULL;
            CHECK(snw_shape_mesh(&s.shape, NULL, setup, &mesh, NULL) == SNW_OK);
            CHECK(snw_mesh_check_closed(mesh, NULL) == SNW_OK);
            double volume = 0;
            CHECK(snw_shape_volume(&s.shape, &volume, NULL) == SNW_OK);
            CHECK_NEAR(mesh_volume(mesh), volume, 0.01 * volume + 1e-15);
            CHECK(mesh->closed == (kind < SOLIDS));
            normals_are_unit(mesh);
            triangles_face_outwards(mesh);
            snw_setup_destroy(setup);
        }
    }
}

// hull, mesh, union and intersection, the other rows of the table of primitives
// spec: actin-model:A1-LK-27
static void the_mesh_of_a_hull_a_mesh_and_a_tree_is_closed_and_has_its_volume(void) {
    snw_setup *setup = sample_setup();
    snw_sphere ball = {{0.1, 0.2, 0.3}, 1};
    snw_box block = {SNW_POSE_AT(0.1, 0.2, 0.8), {2, 2, 0.5}};
    snw_union_of pair = {{&snw_sphere_type, &ball}, {&snw_box_type, &block}};
    const snw_child sphere = pair.first;
    snw_hull *hull = NULL;
    CHECK(snw_shape_hull(&sphere, NULL, setup, &hull, NULL) == SNW_OK);
    const double pi = 3.141592653589793, round = 4 * pi / 3, half = 0.5 * round;
    const struct {
        snw_child shape;
        double volume;
    } cases[] = {{{&snw_hull_type, hull}, round},
                 {{&snw_mesh_type, mesh_of(&sphere, 64, setup)}, round},
                 {{&snw_union_of_type, &pair}, half + 16},
                 {{&snw_intersection_of_type, &pair}, half}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snw_mesh *mesh = NULL;
        CHECK(snw_shape_mesh(&cases[i].shape, NULL, setup, &mesh, NULL) == SNW_OK);
        CHECK(snw_mesh_check_closed(mesh, NULL) == SNW_OK);
        CHECK(mesh->closed);
        CHECK_NEAR(mesh_volume(mesh), cases[i].volume, 0.01 * cases[i].volume);
        normals_are_unit(mesh);
    }
    snw_setup_destroy(setup);
}

static void points_lie_on_the_surface_and_normals_point_out_of_it(void) {
    CHECK_CASES(check_scaled(40)) {
        for (int kind = 0; kind < SOLIDS; kind++) {
            snw_setup *setup = sample_setup();
            sample s;
            sample_random(&s, (sample_kind)kind);
            const snw_mesh *mesh = mesh_of(&s.shape, 16, setup);
            for (int i = 0; i < mesh->point_count; i++) {
                const snw_vec3 p = snw_pose_apply_inverse(s.T, mesh->points[i]);
                const snw_vec3 n = snw_mat3_apply_t(s.T.R, mesh->normals[i]);
                CHECK_NEAR(sample_depth(&s, p), 0, 1e-12);
                CHECK(sample_depth(&s, snw_vec3_add_scaled(p, n, 1e-4)) > 0);
            }
            snw_setup_destroy(setup);
        }
    }
}

// twice the resolution, a quarter of the error
static void the_error_falls_with_the_square_of_the_resolution(void) {
    for (int kind = 0; kind < SOLIDS; kind++) {
        if (kind == BOX || kind == TETRAHEDRON) continue;
        snw_setup *setup = sample_setup();
        sample s;
        double volume = 0;
        sample_random(&s, (sample_kind)kind);
        CHECK(snw_shape_volume(&s.shape, &volume, NULL) == SNW_OK);
        const double coarse = volume - mesh_volume(mesh_of(&s.shape, 32, setup));
        const double fine = volume - mesh_volume(mesh_of(&s.shape, 64, setup));
        CHECK(coarse > 0 && fine > 0);
        CHECK_NEAR(coarse / fine, 4, 0.1);
        snw_setup_destroy(setup);
    }
}

static void every_resolution_gives_a_closed_mesh(void) {
    for (int resolution = 4; resolution <= 40; resolution++) {
        for (int kind = 0; kind < SOLIDS; kind++) {
            snw_setup *setup = sample_setup();
            sample s;
            sample_random(&s, (sample_kind)kind);
            CHECK(mesh_of(&s.shape, resolution, setup)->closed);
            snw_setup_destroy(setup);
        }
    }
    // the finest one has as many circles as there is room for
    snw_setup *setup = sample_setup();
    sample s;
    sample_random(&s, CAPSULE);
    const snw_mesh *mesh = mesh_of(&s.shape, check_scaled(20) < 20 ? 256 : 1024, setup);
    CHECK(mesh->closed && mesh->point_count >= 256 * 130);
    snw_setup_destroy(setup);
}

static void shapes_at_the_edge_of_their_kind_have_closed_meshes(void) {
    snw_setup *setup = sample_setup();
    snw_capsule ball = {{1, 2, 3}, {1, 2, 3}, 0.5}, thread = {{0, 0, 0}, {1, 0, 0}, 0};
    snw_lozenge rod = {{0, 0, 0}, {0, 0, 0}, {0, 3, 0}, 0.5},
                dot = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 1};
    snw_cone down = {{0, 0, 0}, {0, 0, 1}, 0, 1}, up = {{0, 0, 0}, {0, 0, 1}, 1, 0};
    snw_tetrahedron left =
        snw_tetrahedron_of(snw_vec3_zero(), snw_vec3_y(1), snw_vec3_x(1), snw_vec3_z(1));
    const double pi = 3.141592653589793;
    const struct {
        snw_child shape;
        double volume;
    } cases[] = {
        {{&snw_capsule_type, &ball}, pi / 6},    {{&snw_lozenge_type, &rod}, pi * 0.75 + pi / 6},
        {{&snw_lozenge_type, &dot}, 4 * pi / 3}, {{&snw_cone_type, &down}, pi / 3},
        {{&snw_cone_type, &up}, pi / 3},         {{&snw_tetrahedron_type, &left}, 1.0 / 6}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const snw_mesh *mesh = mesh_of(&cases[i].shape, 64, setup);
        CHECK(mesh->closed);
        CHECK_NEAR(mesh_volume(mesh), cases[i].volume, 0.01 * cases[i].volume);
        normals_are_unit(mesh);
    }
    const snw_child thin = {&snw_capsule_type, &thread};
    snw_mesh *mesh = NULL;
    CHECK(snw_shape_mesh(&thin, NULL, setup, &mesh, NULL) == SNW_ERR_UNSUPPORTED);
    CHECK(mesh == NULL);
    snw_setup_destroy(setup);
}

static void endless_shapes_are_cut_when_an_extent_is_given(void) {
    snw_setup *setup = sample_setup();
    CHECK_CASES(20) {
        sample s;
        snw_mesh *mesh = NULL;
        snw_why why;
        sample_random(&s, check_case % 2 ? HALF_SPACE : PLANE);
        CHECK(snw_shape_mesh(&s.shape, NULL, setup, &mesh, &why) == SNW_ERR_UNSUPPORTED);
        CHECK(mesh == NULL);
        const snw_mesh_options options = {.extent = 3};
        CHECK(snw_shape_mesh(&s.shape, &options, setup, &mesh, NULL) == SNW_OK);
        CHECK(snw_mesh_check_closed(mesh, NULL) == SNW_OK);
        CHECK_NEAR(mesh_volume(mesh), s.kind == HALF_SPACE ? 6.0 * 6 * 3 : 0, 1e-9);
        for (int i = 0; i < mesh->point_count; i++) {
            const snw_vec3 p = snw_pose_apply_inverse(s.T, mesh->points[i]);
            CHECK(p.z <= 1e-12 && p.z >= -3 - 1e-12);
        }
    }
    // a tree of them too
    snw_half_space below = {{0, 0, 0}, {0, 0, 1}}, left = {{0, 0, 0}, {1, 0, 0}};
    snw_intersection_of wedge = {{&snw_half_space_type, &below}, {&snw_half_space_type, &left}};
    const snw_child shape = {&snw_intersection_of_type, &wedge};
    const snw_mesh_options options = {.resolution = 40, .extent = 2};
    snw_mesh *mesh = NULL;
    CHECK(snw_shape_mesh(&shape, &options, setup, &mesh, NULL) == SNW_OK);
    CHECK_NEAR(mesh_volume(mesh), 2 * 4 * 2, 0.01 * 16);
    snw_setup_destroy(setup);
}

static void a_union_of_parts_that_lie_apart_has_both_surfaces(void) {
    snw_setup *setup = sample_setup();
    sample a, b;
    sample_random(&a, SPHERE);
    sample_random(&b, CONE);
    b.T.p.y += 20;
    sample_place(&b);
    snw_union_of pair = {a.shape, b.shape};
    const snw_child u = {&snw_union_of_type, &pair};
    const snw_mesh *whole = mesh_of(&u, 24, setup);
    const snw_mesh *one = mesh_of(&a.shape, 24, setup), *two = mesh_of(&b.shape, 24, setup);
    CHECK(whole->point_count == one->point_count + two->point_count);
    CHECK(whole->index_count == one->index_count + two->index_count);
    CHECK(whole->closed);
    CHECK_NEAR(mesh_volume(whole), mesh_volume(one) + mesh_volume(two), 1e-12);
    triangles_face_outwards(whole);
    snw_setup_destroy(setup);
}

static void options_outside_their_range_are_refused(void) {
    static const snw_mesh_options bad[] = {{.resolution = 3},
                                           {.resolution = -4},
                                           {.resolution = 1025},
                                           {.extent = -1},
                                           {.extent = 1e7}};
    snw_setup *setup = sample_setup();
    sample s;
    sample_random(&s, SPHERE);
    snw_mesh *mesh = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snw_why why;
        CHECK(snw_shape_mesh(&s.shape, &bad[i], setup, &mesh, &why) == SNW_ERR_RANGE);
        CHECK_TEXT(why.subject, "mesh_options");
    }
    const snw_mesh_options nan = {.resolution = 8, .extent = (double)NAN};
    CHECK(snw_shape_mesh(&s.shape, &nan, setup, &mesh, NULL) == SNW_ERR_RANGE);
    CHECK(mesh == NULL);
    sample_random(&s, SEGMENT);
    CHECK(snw_shape_mesh(&s.shape, NULL, setup, &mesh, NULL) == SNW_ERR_UNSUPPORTED);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(the_mesh_of_every_primitive_is_closed_and_has_its_volume);
    RUN(the_mesh_of_a_hull_a_mesh_and_a_tree_is_closed_and_has_its_volume);
    RUN(points_lie_on_the_surface_and_normals_point_out_of_it);
    RUN(the_error_falls_with_the_square_of_the_resolution);
    RUN(every_resolution_gives_a_closed_mesh);
    RUN(shapes_at_the_edge_of_their_kind_have_closed_meshes);
    RUN(endless_shapes_are_cut_when_an_extent_is_given);
    RUN(a_union_of_parts_that_lie_apart_has_both_surfaces);
    RUN(options_outside_their_range_are_refused);
    return check_report();
}
