// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Contact patches as polygons: closed forms, the area by a grid of points, order and mirror.

#include "surfaces.h"

typedef struct polygon {
    snw_closest at[SNW_PATCH_CORNERS];
    int count;
} polygon;

static polygon ask_polygon(const snw_solid *A, snw_pose T_A, const snw_solid *B, snw_pose T_B,
                           double slack) {
    snw_distance_query query = snw_distance_defaults(A, B);
    query.T_first = T_A;
    query.T_second = T_B;
    polygon p;
    p.count = snw_patch_polygon(&query, slack, NULL, p.at);
    return p;
}

static const snw_solid *make_box(made *m, snw_box *box, double x, double y, double z) {
    *box = (snw_box){snw_pose_identity(), {x, y, z}};
    return make_solid(m, &snw_box_type, box);
}

static snw_vec3 middle_of(const snw_closest *place) {
    return snw_vec3_scale(snw_vec3_add(place->a, place->b), 0.5);
}

// area about the normal, positive when the corners are in order
static double signed_area(const polygon *p) {
    snw_vec3 sum = {0, 0, 0};
    const snw_vec3 from = middle_of(&p->at[0]);
    for (int i = 0; i < p->count; i++) {
        const snw_vec3 c = middle_of(&p->at[i]), d = middle_of(&p->at[(i + 1) % p->count]);
        sum = snw_vec3_add(sum, snw_vec3_cross(snw_vec3_sub(c, from), snw_vec3_sub(d, from)));
    }
    return 0.5 * snw_vec3_dot(sum, p->at[0].normal);
}

// each corner turns the same way
static void check_convex(const polygon *p) {
    for (int i = 0; p->count > 2 && i < p->count; i++) {
        const snw_vec3 a = p->at[i].b, b = p->at[(i + 1) % p->count].b;
        const snw_vec3 c = p->at[(i + 2) % p->count].b;
        const snw_vec3 turn = snw_vec3_cross(snw_vec3_sub(b, a), snw_vec3_sub(c, b));
        CHECK(snw_vec3_dot(turn, p->at[0].normal) > 0);
    }
}

// turned boxes on each other share up to eight corners; a grid of points tells the area
static void the_polygon_has_the_area_that_both_sides_share(void) {
    bool eight = false;
    CHECK_CASES(check_scaled(300)) {
        made A, B;
        snw_box a, b;
        make_box(&A, &a, check_real(0.1, 0.3), check_real(0.1, 0.3), 0.1);
        make_box(&B, &b, check_real(0.1, 0.3), check_real(0.1, 0.3), 0.1);
        const snw_mat3 R = snw_mat3_axis_angle(snw_vec3_z(1), check_real(-3.2, 3.2));
        const snw_pose T =
            snw_pose_of(R, snw_vec3_of(check_real(-0.1, 0.1), check_real(-0.1, 0.1), 0.2 + 1e-4));
        const polygon p = ask_polygon(&A.solid, T, &B.solid, snw_pose_identity(), 1e-3);
        CHECK(p.count >= 3);
        eight = eight || p.count == 8;
        check_convex(&p);
        enum { GRID = 200 };
        int inside = 0;
        for (int i = 0; i < GRID * GRID; i++) {
            const double x = ((i % GRID + 0.5) / GRID * 2 - 1) * b.half_extents.x;
            const double y = ((double)(i / GRID) + 0.5) / GRID * 2 - 1;
            const snw_vec3 at = {x, y * b.half_extents.y, 0.1};
            const snw_vec3 in_A = snw_pose_apply_inverse(T, at);
            inside += fabs(in_A.x) <= a.half_extents.x && fabs(in_A.y) <= a.half_extents.y;
        }
        const double whole = 4 * b.half_extents.x * b.half_extents.y;
        CHECK_NEAR(signed_area(&p), whole * inside / (GRID * GRID), 0.01 * whole);
        free(A.memory);
        free(B.memory);
    }
    CHECK(eight || check_scaled(300) < 100);
}

static void a_cylinder_on_a_plane_has_corners_of_its_rim(void) {
    made A, B;
    snw_cylinder can = {{0, 0, -0.2}, {0, 0, 0.2}, 0.1};
    snw_half_space ground = {{0, 0, 0}, {0, 0, 1}};
    make_solid(&A, &snw_cylinder_type, &can);
    make_solid(&B, &snw_half_space_type, &ground);
    const polygon p = ask_polygon(&A.solid, snw_pose_translation(snw_vec3_z(0.2)), &B.solid,
                                  snw_pose_identity(), 1e-4);
    CHECK(p.count == SNW_PATCH_CORNERS);
    for (int i = 0; i < p.count; i++) {
        CHECK_NEAR(hypot(p.at[i].a.x, p.at[i].a.y), 0.1, 1e-12);
        CHECK_NEAR(p.at[i].distance, 0, 1e-12);
    }
    check_convex(&p);
    // an octagon or more of the disc
    CHECK(signed_area(&p) > 0.85 * 3.14159 * 0.01);
    free(A.memory);
    free(B.memory);
}

static void lines_have_two_places_and_points_one(void) {
    made A, B;
    snw_capsule rod = {{-0.2, 0, 0}, {0.2, 0, 0}, 0.05};
    snw_box table;
    make_solid(&A, &snw_capsule_type, &rod);
    make_box(&B, &table, 1, 1, 0.1);
    polygon p = ask_polygon(&A.solid, snw_pose_translation(snw_vec3_z(0.15)), &B.solid,
                            snw_pose_identity(), 1e-4);
    CHECK(p.count == 2);
    CHECK_NEAR(fabs(p.at[0].b.x - p.at[1].b.x), 0.4, 1e-9);
    const snw_pose up = snw_pose_of(snw_mat3_axis_angle(snw_vec3_y(1), 1.2), snw_vec3_z(0.5));
    p = ask_polygon(&A.solid, up, &B.solid, snw_pose_identity(), 0);
    CHECK(p.count == 1);
    free(A.memory);
    free(B.memory);
}

// of all kinds: in order, within the slack, and the same from the other side
static void the_polygon_is_the_same_from_both_sides(void) {
    CHECK_CASES(check_scaled(3000)) {
        sample_solid A, B;
        sample_any(&A);
        sample_any(&B);
        const snw_pose T_A = sample_pose(0.3), T_B = sample_pose(0.3);
        const double slack = check_real(1e-5, 1e-2);
        const polygon p = ask_polygon(&A.solid, T_A, &B.solid, T_B, slack);
        const polygon q = ask_polygon(&B.solid, T_B, &A.solid, T_A, slack);
        CHECK(p.count == q.count && p.count <= SNW_PATCH_CORNERS);
        for (int i = 0; i < p.count; i++) {
            bool found = false;
            for (int k = 0; k < q.count; k++)
                found = found || (snw_vec3_equal(p.at[i].a, q.at[k].b) &&
                                  snw_vec3_equal(p.at[i].b, q.at[k].a));
            CHECK(found);
        }
        // corners of round bodies have normals of their own
        bool flat = p.count > 2;
        for (int i = 0; i < p.count; i++)
            flat = flat && snw_vec3_near(p.at[i].normal, p.at[0].normal, 1e-9);
        if (flat) CHECK(signed_area(&p) > 0 && signed_area(&q) > 0);
    }
}

int main(void) {
    RUN(the_polygon_has_the_area_that_both_sides_share);
    RUN(a_cylinder_on_a_plane_has_corners_of_its_rim);
    RUN(lines_have_two_places_and_points_one);
    RUN(the_polygon_is_the_same_from_both_sides);
    return check_report();
}
