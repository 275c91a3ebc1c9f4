// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sample.h"
#include "sinew/hull.h"

static const double pi = 3.141592653589793;

static snw_mesh *mesh_of(const snw_child *shape, int resolution, snw_setup *setup) {
    const snw_mesh_options options = {.resolution = resolution};
    snw_mesh *mesh = NULL;
    CHECK(snw_shape_mesh(shape, &options, setup, &mesh, NULL) == SNW_OK);
    return mesh;
}

// the lens of two unit balls at distance d, and both together
static void balls_that_overlap_have_the_volumes_of_the_textbook(void) {
    snw_setup *setup = sample_setup();
    const double d = 0.8, lens = pi * (4 + d) * (2 - d) * (2 - d) / 12;
    snw_sphere left = {{-0.4, 0.1, 0}, 1}, right = {{0.4, 0.1, 0}, 1};
    snw_union_of pair = {{&snw_sphere_type, &left}, {&snw_sphere_type, &right}};
    const snw_child u = {&snw_union_of_type, &pair}, i = {&snw_intersection_of_type, &pair};
    snw_inertia I = snw_inertia_zero();
    CHECK(snw_shape_inertia(&i, 1, &I, NULL) == SNW_OK);
    CHECK_NEAR(I.m, lens, 0.005 * lens);
    CHECK(snw_vec3_near(snw_inertia_center(I), snw_vec3_of(0, 0.1, 0), 1e-3));
    CHECK(snw_shape_inertia(&u, 1, &I, NULL) == SNW_OK);
    CHECK_NEAR(I.m, 8 * pi / 3 - lens, 0.005 * lens);
    CHECK(snw_mesh_check_closed(mesh_of(&u, 20, setup), NULL) == SNW_OK);
    snw_setup_destroy(setup);
}

// boxes along the axes: the plain sum of volumes, less what is in both
static void trees_of_boxes_have_the_volume_that_counting_gives(void) {
    CHECK_CASES(check_scaled(4)) {
        snw_box a = {SNW_POSE_AT(0, 0, 0), {0, 0, 0}}, b = a;
        double both = 1, one = 8, two = 8;
        for (int i = 0; i < 3; i++) {
            const double ha = check_real(0.4, 1), hb = check_real(0.4, 1);
            const double shift = check_real(-0.5, 0.5);
            snw_vec3_set(&a.half_extents, i, ha);
            snw_vec3_set(&b.half_extents, i, hb);
            snw_vec3_set(&b.pose.p, i, shift);
            both *= fmin(ha, shift + hb) - fmax(-ha, shift - hb);
            one *= ha;
            two *= hb;
        }
        snw_union_of pair = {{&snw_box_type, &a}, {&snw_box_type, &b}};
        const snw_child u = {&snw_union_of_type, &pair}, i = {&snw_intersection_of_type, &pair};
        double volume = 0;
        CHECK(snw_shape_volume(&u, &volume, NULL) == SNW_OK);
        CHECK_NEAR(volume, one + two - both, 0.01 * (one + two - both));
        if (both < 0.05) continue;
        CHECK(snw_shape_volume(&i, &volume, NULL) == SNW_OK);
        CHECK_NEAR(volume, both, 0.01 * both);
    }
}

// points lie on the border to the fineness of the halving, and every edge has two sides
static void the_surface_of_a_tree_is_closed_and_lies_on_its_border(void) {
    snw_setup *setup = sample_setup();
    CHECK_CASES(check_scaled(20)) {
        sample a, b;
        sample_random(&a, (sample_kind)check_int(0, SOLIDS - 1));
        sample_random(&b, (sample_kind)check_int(0, HALF_SPACE));
        b.T.p = snw_vec3_add_scaled(a.T.p, sample_direction(), 0.2);
        sample_place(&b);
        snw_union_of pair = {a.shape, b.shape};
        const bool either = b.kind != HALF_SPACE && check_int(0, 1);
        const snw_child tree = {either ? &snw_union_of_type : &snw_intersection_of_type, &pair};
        snw_mesh *mesh = NULL;
        const snw_mesh_options options = {.resolution = 24};
        const snw_status status = snw_shape_mesh(&tree, &options, setup, &mesh, NULL);
        if (status == SNW_ERR_UNSUPPORTED) continue; // an intersection without points
        CHECK(status == SNW_OK);
        CHECK(snw_mesh_check_closed(mesh, NULL) == SNW_OK);
        snw_bounds box;
        CHECK(snw_shape_box(&tree, &box, NULL) == SNW_OK);
        const double cell = snw_vec3_max_abs(snw_bounds_size(box)) / 24;
        for (int i = 0; i < mesh->point_count; i++) {
            CHECK_NEAR(snw_vec3_norm(mesh->normals[i]), 1, 1e-12);
            const double one = sample_depth(&a, snw_pose_apply_inverse(a.T, mesh->points[i]));
            const double two = sample_depth(&b, snw_pose_apply_inverse(b.T, mesh->points[i]));
            // depths of ellipsoids and tetrahedra are relative to lengths of 0.2 m at least
            CHECK_NEAR(either ? fmin(one, two) : fmax(one, two), 0, 1e-3 * cell * 20);
        }
    }
    snw_setup_destroy(setup);
}

// the error of a smooth body falls with the square of the cells
static void finer_grids_come_closer(void) {
    snw_setup *setup = sample_setup();
    snw_sphere ball = {{0.013, 0.027, 0.041}, 1};
    snw_half_space below = {{0, 0, 3}, {0.3, 0.2, 1}};
    snw_intersection_of pair = {{&snw_sphere_type, &ball}, {&snw_half_space_type, &below}};
    const snw_child whole = {&snw_intersection_of_type, &pair};
    snw_inertia coarse, fine;
    CHECK(snw_mesh_inertia(mesh_of(&whole, 16, setup), 1, &coarse, NULL) == SNW_OK);
    CHECK(snw_mesh_inertia(mesh_of(&whole, 64, setup), 1, &fine, NULL) == SNW_OK);
    const double volume = 4 * pi / 3;
    CHECK(fabs(fine.m - volume) < fabs(coarse.m - volume) / 10);
    CHECK_NEAR(fine.m, volume, 0.002 * volume);
    snw_setup_destroy(setup);
}

static void what_has_no_point_inside_has_no_surface(void) {
    snw_setup *setup = sample_setup();
    snw_sphere left = {{-2, 0, 0}, 1}, right = {{2, 0, 0}, 1};
    snw_intersection_of pair = {{&snw_sphere_type, &left}, {&snw_sphere_type, &right}};
    const snw_child none = {&snw_intersection_of_type, &pair};
    snw_mesh *mesh = NULL;
    CHECK(snw_shape_mesh(&none, NULL, setup, &mesh, NULL) == SNW_ERR_UNSUPPORTED);
    // boxes meet, balls do not
    left.center = snw_vec3_of(-0.9, -0.9, 0);
    right.center = snw_vec3_of(0.9, 0.9, 0);
    CHECK(snw_shape_mesh(&none, NULL, setup, &mesh, NULL) == SNW_ERR_UNSUPPORTED);
    CHECK(mesh == NULL);
    snw_setup_destroy(setup);
}

// a failing answer inside the grid is the answer of the whole
static void a_child_that_cannot_answer_stops_the_search(void) {
    snw_setup *setup = sample_setup();
    snw_hull *hull = snw_block_new(&snw_hull_type, setup);
    CHECK(snw_block_resize(snw_type_field(&snw_hull_type, "points"), hull, 5, setup) == SNW_OK);
    for (int i = 0; i < 5; i++) {
        hull->points[i] = sample_point(1);
    }
    snw_sphere ball = {{0, 0, 0}, 1};
    snw_intersection_of pair = {{&snw_sphere_type, &ball}, {&snw_hull_type, hull}};
    const snw_child tree = {&snw_intersection_of_type, &pair};
    snw_mesh *mesh = NULL;
    double volume = 7;
    snw_why why;
    CHECK(snw_shape_volume(&tree, &volume, &why) == SNW_ERR_STATE);
    CHECK_TEXT(why.subject, "intersection_of");
    CHECK(volume == 7);
    // its surface is that of a completed copy
    snw_mesh *again = NULL;
    CHECK(snw_shape_mesh(&tree, NULL, setup, &mesh, &why) == SNW_OK);
    CHECK(hull->index_count == 0);
    CHECK(snw_shape_prepare(&tree, setup, NULL) == SNW_OK);
    CHECK(snw_shape_mesh(&tree, NULL, setup, &again, &why) == SNW_OK);
    CHECK(snw_block_equal(&snw_mesh_type, mesh, again));
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(balls_that_overlap_have_the_volumes_of_the_textbook);
    RUN(trees_of_boxes_have_the_volume_that_counting_gives);
    RUN(the_surface_of_a_tree_is_closed_and_lies_on_its_border);
    RUN(finer_grids_come_closer);
    RUN(what_has_no_point_inside_has_no_surface);
    RUN(a_child_that_cannot_answer_stops_the_search);
    return check_report();
}
