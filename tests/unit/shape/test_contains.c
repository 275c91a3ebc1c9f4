// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sample.h"
#include "sinew/hull.h"

#include "../../../src/robot/shape/inside.h"

// what is in doubt by rounding is left out
static void compare_with_plain_formulas(const sample *s, int points) {
    for (int i = 0; i < points; i++) {
        const snw_vec3 p =
            i % 2 ? snw_vec3_add(sample_center(s), sample_point(2))
                  : snw_vec3_add_scaled(sample_center(s), sample_direction(), check_real(0, 3));
        const double depth = sample_depth(s, p);
        if (fabs(depth) < 1e-12) continue;
        CHECK(sample_contains(&s->shape, snw_pose_apply(s->T, p)) == (depth < 0));
    }
}

static void membership_is_that_of_the_plain_formulas(void) {
    CHECK_CASES(check_scaled(1000)) {
        for (int kind = 0; kind <= HALF_SPACE; kind++) {
            sample s;
            sample_random(&s, (sample_kind)kind);
            compare_with_plain_formulas(&s, 40);
        }
    }
}

// a millionth inside and outside the border, in every direction
static void the_border_is_where_the_plain_formulas_have_it(void) {
    CHECK_CASES(check_scaled(1000)) {
        for (int kind = 0; kind < SOLIDS; kind++) {
            sample s;
            sample_random(&s, (sample_kind)kind);
            const snw_vec3 d = sample_direction(), o = sample_center(&s);
            const double reach = sample_reach(&s, d);
            const snw_vec3 in = snw_vec3_add_scaled(o, d, reach * (1 - 1e-9));
            const snw_vec3 out = snw_vec3_add_scaled(o, d, reach * (1 + 1e-9));
            CHECK(sample_contains(&s.shape, snw_pose_apply(s.T, in)));
            CHECK(!sample_contains(&s.shape, snw_pose_apply(s.T, out)));
        }
    }
}

// spec: actin-model:A1-LK-24
static void a_half_space_lies_behind_its_normal(void) {
    snw_half_space h = {{0, 0, 0}, {1, 0, 0}};
    const snw_child shape = {&snw_half_space_type, &h};
    CHECK(sample_contains(&shape, snw_vec3_of(-1, 0, 0)));
    CHECK(!sample_contains(&shape, snw_vec3_of(1, 0, 0)));
    CHECK(sample_contains(&shape, snw_vec3_of(0, 5, -7)));
    CHECK(snw_shape_traits(&shape) == (SNW_SHAPE_CONVEX | SNW_SHAPE_SOLID));
    h.normal = snw_vec3_of(0, -2, 0);
    h.point = snw_vec3_of(0, 3, 0);
    CHECK(sample_contains(&shape, snw_vec3_of(0, 3.5, 0)));
    CHECK(!sample_contains(&shape, snw_vec3_of(0, 2.5, 0)));
}

// spec: actin-model:A1-LK-21
static void a_box_of_extents_one_has_sides_of_two(void) {
    snw_box b = {SNW_POSE_AT(0, 0, 0), {1, 1, 1}};
    const snw_child shape = {&snw_box_type, &b};
    snw_bounds box;
    double volume = 0;
    CHECK(snw_shape_box(&shape, &box, NULL) == SNW_OK);
    const snw_vec3 size = snw_bounds_size(box);
    CHECK_NEAR(size.x, 2, 0);
    CHECK_NEAR(size.y, 2, 0);
    CHECK_NEAR(size.z, 2, 0);
    CHECK(snw_shape_volume(&shape, &volume, NULL) == SNW_OK);
    CHECK_NEAR(volume, 8, 1e-14);
    // turned by 45 degrees about z it reaches to the square root of 2 along x
    b.pose.R = snw_mat3_rot_z(0.25 * 3.141592653589793);
    CHECK(sample_contains(&shape, snw_vec3_of(1.4142, 0, 1)));
    CHECK(!sample_contains(&shape, snw_vec3_of(1.4143, 0, 1)));
    CHECK(!sample_contains(&shape, snw_vec3_of(1.1, 1.1, 0)));
    CHECK(!sample_contains(&shape, snw_vec3_of(0, 0, 1.0001)));
}

// spec: actin-model:A1-LK-19
static void both_forms_of_an_ellipsoid_have_the_same_surface(void) {
    CHECK_CASES(check_scaled(5000)) {
        sample s;
        sample_random(&s, ELLIPSOID);
        snw_sym3 A, B;
        snw__ellipsoid_matrices(&s.block.ellipsoid, &A, &B);
        const snw_mat3 product = snw_mat3_mul(snw_sym3_to_mat3(A), snw_sym3_to_mat3(B));
        CHECK(snw_mat3_near(product, snw_mat3_identity(), 1e-12));

        // a point of the surface by its parameters, in the frame of the ellipsoid
        const double u = check_real(0, 6.28), v = check_real(-1.57, 1.57);
        const snw_vec3 p = {s.a * cos(v) * cos(u), s.b * cos(v) * sin(u), s.c * sin(v)};
        CHECK_NEAR(p.x * p.x / (s.a * s.a) + p.y * p.y / (s.b * s.b) + p.z * p.z / (s.c * s.c), 1,
                   1e-12);
        const snw_vec3 q = snw_vec3_sub(snw_pose_apply(s.T, p), s.T.p);
        CHECK_NEAR(snw_vec3_dot(q, snw_sym3_apply(A, q)), 1, 1e-12);
        // the inverse gives the surface's normals: B n / sqrt(n.B n) is where the normal is n
        const snw_vec3 n = sample_direction(), Bn = snw_sym3_apply(B, n);
        const snw_vec3 on = snw_vec3_divide(Bn, sqrt(snw_vec3_dot(n, Bn)));
        CHECK_NEAR(snw_vec3_dot(on, snw_sym3_apply(A, on)), 1, 1e-12);
        CHECK(snw_vec3_near(snw_vec3_add(on, s.T.p), sample_support(&s.shape, n), 1e-12));
    }
}

// the inside test of a tetrahedron, by the signs of four volumes and for both hands
static void a_point_is_in_a_tetrahedron_when_it_is_on_the_inner_side_of_each_face(void) {
    CHECK_CASES(check_scaled(20000)) {
        const snw_vec3 v[4] = {sample_point(1), sample_point(1), sample_point(1), sample_point(1)};
        snw_tetrahedron t = snw_tetrahedron_of(v[0], v[1], v[2], v[3]);
        const snw_child shape = {&snw_tetrahedron_type, &t};
        const snw_vec3 p = sample_point(0.6);
        bool in = true, sure = true;
        for (int i = 0; i < 4; i++) {
            const snw_vec3 a = v[(i + 1) % 4], b = v[(i + 2) % 4], c = v[(i + 3) % 4];
            const snw_vec3 n = snw_vec3_cross(snw_vec3_sub(b, a), snw_vec3_sub(c, a));
            const double mine = snw_vec3_dot(n, snw_vec3_sub(p, a));
            const double inner = snw_vec3_dot(n, snw_vec3_sub(v[i], a));
            if (fabs(mine) < 1e-9 || fabs(inner) < 1e-6) sure = false;
            if ((mine > 0) != (inner > 0)) in = false;
        }
        if (sure) CHECK(sample_contains(&shape, p) == in);
    }
}

// a nanometre is the thickness of what has none
static void thin_pieces_contain_what_is_within_a_nanometre(void) {
    CHECK_CASES(check_scaled(2000)) {
        for (int kind = PLANE; kind < KINDS; kind++) {
            sample s;
            sample_random(&s, (sample_kind)kind);
            s.T.p = snw_vec3_scale(s.T.p, 0.1);
            sample_place(&s);
            snw_vec3 p =
                kind == PLANE
                    ? snw_pose_apply(s.T, snw_vec3_of(check_real(-9, 9), check_real(-9, 9), 0))
                    : sample_border(&s);
            const snw_vec3 across = kind == SEGMENT ? s.T.R.x : s.T.R.z;
            CHECK(sample_contains(&s.shape, p));
            CHECK(sample_contains(&s.shape, snw_vec3_add_scaled(p, across, 0.9e-9)));
            CHECK(!sample_contains(&s.shape, snw_vec3_add_scaled(p, across, 1.1e-9)));
            CHECK(!sample_contains(&s.shape, snw_vec3_add_scaled(p, across, -0.1)));
        }
    }
}

// in the plane of a flat piece, beside its edges
static void thin_pieces_end_at_their_edges(void) {
    CHECK_CASES(check_scaled(5000)) {
        sample s;
        sample_random(&s, RECTANGLE);
        const double x = check_real(-1, 3), y = check_real(-1, 3);
        const snw_vec3 p = snw_pose_apply(s.T, snw_vec3_of(x, y, 0));
        const double edge = fmax(fmax(-x, x - s.a), fmax(-y, y - s.b));
        if (fabs(edge) > 1e-8) CHECK(sample_contains(&s.shape, p) == (edge < 0));
        s.kind = TRIANGLE;
        sample_place(&s);
        const double v = y / s.b, u = (x - 0.3 * s.a * v) / s.a;
        const double side = fmax(fmax(-u, -v), u + v - 1);
        if (fabs(side) > 1e-7) CHECK(sample_contains(&s.shape, p) == (side < 0));
        s.kind = SEGMENT;
        sample_place(&s);
        const snw_vec3 q = snw_pose_apply(s.T, snw_vec3_z(x));
        if (fabs(x) > 1e-8 && fabs(x - s.a) > 1e-8) {
            CHECK(sample_contains(&s.shape, q) == (x > 0 && x < s.a));
        }
    }
}

static void the_height_over_a_plane_has_the_sign_of_its_normal(void) {
    CHECK_CASES(check_scaled(2000)) {
        sample s;
        sample_random(&s, PLANE);
        const snw_vec3 p = sample_point(3);
        double height = 0;
        CHECK(snw__plane_height(&s.block.plane, snw_pose_apply(s.T, p), &height) == SNW_OK);
        CHECK_NEAR(height, p.z, 1e-12);
    }
    const snw_plane none = {{0, 0, 0}, {0, 0, 0}}, up = {{0, 0, 0}, {0, 0, 1}};
    double height = 7;
    CHECK(snw__plane_height(&none, snw_vec3_zero(), &height) == SNW_ERR_RANGE);
    CHECK(snw__plane_height(&up, snw_vec3_of(0, (double)NAN, 0), &height) == SNW_ERR_NOT_FINITE);
    CHECK_NEAR(height, 7, 0);
}

// a box with a box-shaped bite: not convex, and known exactly
static void make_bitten_box(snw_mesh *mesh, snw_setup *setup) {
    // an L-shaped prism: outline of six corners at z = 0 and z = 1
    static const double outline[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    const snw_field *points = snw_type_field(&snw_mesh_type, "points");
    const snw_field *polygons = snw_type_field(&snw_mesh_type, "polygons");
    const snw_field *corners = snw_type_field(&snw_polygon_type, "corners");
    CHECK(snw_block_resize(points, mesh, 12, setup) == SNW_OK);
    CHECK(snw_block_resize(polygons, mesh, 8, setup) == SNW_OK);
    for (int i = 0; i < 12; i++) {
        mesh->points[i] = snw_vec3_of(outline[i % 6][0], outline[i % 6][1], i / 6);
    }
    for (int i = 0; i < 8; i++) {
        CHECK(snw_block_resize(corners, &mesh->polygons[i], i < 2 ? 6 : 4, setup) == SNW_OK);
    }
    for (int i = 0; i < 6; i++) {
        const int next = (i + 1) % 6;
        const int side[4] = {i, next, next + 6, i + 6};
        mesh->polygons[0].corners[i] = 5 - i;
        mesh->polygons[1].corners[i] = 6 + i;
        memcpy(mesh->polygons[i + 2].corners, side, sizeof side);
    }
}

static void a_closed_mesh_contains_what_its_faces_enclose(void) {
    snw_setup *setup = sample_setup();
    snw_mesh *mesh = snw_block_new(&snw_mesh_type, setup);
    const snw_child shape = {&snw_mesh_type, mesh};
    bool inside = false;
    make_bitten_box(mesh, setup);
    CHECK(snw_shape_contains(&shape, snw_vec3_zero(), &inside) == SNW_ERR_STATE);
    CHECK(snw_shape_prepare(&shape, setup, NULL) == SNW_OK);
    CHECK(snw_shape_traits(&shape) == (SNW_SHAPE_BOUNDED | SNW_SHAPE_SOLID));
    CHECK_CASES(check_scaled(50000)) {
        const snw_vec3 p = {check_real(-0.5, 2.5), check_real(-0.5, 2.5), check_real(-0.5, 1.5)};
        const bool in =
            p.x > 0 && p.x < 2 && p.y > 0 && p.y < 2 && p.z > 0 && p.z < 1 && !(p.x > 1 && p.y > 1);
        CHECK(sample_contains(&shape, p) == in);
    }
    snw_setup_destroy(setup);
}

// the same point, asked of the hull of the vertices of a box
static void a_hull_contains_what_its_faces_have_behind_them(void) {
    snw_setup *setup = sample_setup();
    CHECK_CASES(20) {
        sample s;
        sample_random(&s, check_case % 2 ? BOX : TETRAHEDRON);
        snw_vec3 v[8];
        const int count = sample_vertices(&s, v);
        snw_hull *hull = NULL;
        for (int i = 0; i < count; i++) {
            v[i] = snw_pose_apply(s.T, v[i]);
        }
        CHECK(snw_hull_of_points(v, count, setup, &hull, NULL) == SNW_OK);
        const snw_child shape = {&snw_hull_type, hull};
        for (int i = 0; i < 1000; i++) {
            const snw_vec3 p = snw_vec3_add(sample_center(&s), sample_point(2));
            if (fabs(sample_depth(&s, p)) < 1e-9) continue;
            CHECK(sample_contains(&shape, snw_pose_apply(s.T, p)) == (sample_depth(&s, p) < 0));
        }
        hull->normal_count = 0;
        bool inside = true;
        CHECK(snw_shape_contains(&shape, s.T.p, &inside) == SNW_ERR_STATE);
    }
    snw_setup_destroy(setup);
}

static void a_point_that_is_not_finite_is_refused(void) {
    for (int kind = 0; kind < KINDS; kind++) {
        sample s;
        sample_random(&s, (sample_kind)kind);
        bool inside = true;
        const snw_vec3 nan = {0, (double)NAN, 0}, far = {0, 0, (double)INFINITY};
        CHECK(snw_shape_contains(&s.shape, nan, &inside) == SNW_ERR_NOT_FINITE);
        CHECK(snw_shape_contains(&s.shape, far, &inside) == SNW_ERR_NOT_FINITE);
        CHECK(inside);
    }
}

int main(void) {
    RUN(membership_is_that_of_the_plain_formulas);
    RUN(the_border_is_where_the_plain_formulas_have_it);
    RUN(a_half_space_lies_behind_its_normal);
    RUN(a_box_of_extents_one_has_sides_of_two);
    RUN(both_forms_of_an_ellipsoid_have_the_same_surface);
    RUN(a_point_is_in_a_tetrahedron_when_it_is_on_the_inner_side_of_each_face);
    RUN(thin_pieces_contain_what_is_within_a_nanometre);
    RUN(thin_pieces_end_at_their_edges);
    RUN(the_height_over_a_plane_has_the_sign_of_its_normal);
    RUN(a_closed_mesh_contains_what_its_faces_enclose);
    RUN(a_hull_contains_what_its_faces_have_behind_them);
    RUN(a_point_that_is_not_finite_is_refused);
    return check_report();
}
