// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What other libraries have failed at: searches that are cut off, touching, nested and coincident
// bodies, needles, sizes from 1e-6 to 1e6, faces and axes that are parallel to the last digits.

#include "made.h"
#include "referee.h"

enum { BOUNDED = SAMPLE_HALF_SPACE };

// what every answer must be, whatever is asked
static void check_answer(const snw_closest *c, double size) {
    CHECK(!isnan(c->distance) && !isnan(c->least) && c->least <= c->distance);
    CHECK(snw_vec3_is_finite(c->a) && snw_vec3_is_finite(c->b));
    CHECK_NEAR(snw_vec3_norm(c->normal), 1, 1e-12);
    CHECK_NEAR(snw_vec3_dot(c->normal, snw_vec3_sub(c->a, c->b)), c->distance, 1e-11 * size);
}

// --- bounds --------------------------------------------------------------------------------------

// Seen: a search of few steps called penetrating bodies separate, with 0 as their certified bound.
// spec: actin-model:A1-SS-11
static void a_search_that_is_cut_off_is_still_certified(void) {
    int cut = 0;
    CHECK_CASES(check_scaled(40000)) {
        sample_solid A, B;
        sample_of_kind(&A, (sample_kind)check_int(0, BOUNDED - 1));
        sample_of_kind(&B, (sample_kind)check_int(0, BOUNDED - 1));
        snw_distance_query query = snw_distance_defaults(&A.solid, &B.solid);
        query.T_first = sample_pose(check_int(0, 1) ? 0.05 : 0.5);
        query.T_second = sample_pose(0.05);
        snw_closest whole, c;
        CHECK(snw_distance(&query, &whole) == SNW_OK);
        query.iterations = check_int(1, 8);
        CHECK(snw_distance(&query, &c) == SNW_OK);
        check_answer(&c, 1);
        CHECK(c.least <= whole.distance + 1e-12 && c.distance >= whole.least - 1e-12);
        if (c.state == SNW_SEPARATE) CHECK(whole.state == SNW_SEPARATE && c.least > 0);
        if (c.state == SNW_PENETRATING) CHECK(whole.distance < 0);
        cut += c.distance - c.least > 1e-6;
        // the limit is kept, and the depth search has its own
        CHECK(c.iterations <= query.iterations + (c.state == SNW_SEPARATE ? 0 : 256));
        CHECK_NEAR(whole.distance, whole.least, 1e-8);
    }
    CHECK(cut > check_scaled(2000));
}

static void any_bound_may_be_asked_for(void) {
    int beyond = 0, within = 0;
    CHECK_CASES(check_scaled(40000)) {
        static const double bounds[] = {0, -0.01, -0.1, 0.05};
        sample_solid A, B;
        sample_any(&A);
        sample_any(&B);
        snw_distance_query query = snw_distance_defaults(&A.solid, &B.solid);
        query.T_first = sample_pose(check_int(0, 1) ? 0.1 : 0.5);
        query.T_second = sample_pose(0.1);
        snw_closest whole, c;
        CHECK(snw_distance(&query, &whole) == SNW_OK);
        query.below = bounds[check_int(0, 3)];
        CHECK(snw_distance(&query, &c) == SNW_OK);
        if (whole.least > query.below) {
            CHECK(c.distance == (double)INFINITY && c.least > query.below);
            CHECK(c.least <= whole.distance + 1e-12);
            CHECK(c.state == (c.least > 0 ? SNW_SEPARATE : SNW_TOUCHING));
            CHECK(snw_vec3_near(c.a, snw_vec3_zero(), 0) && snw_vec3_near(c.b, c.a, 0));
            beyond++;
        } else {
            CHECK(c.distance == whole.distance && c.state == whole.state);
            within++;
        }
    }
    CHECK(beyond > check_scaled(10000) && within > check_scaled(5000));
}

// --- bodies in one place -------------------------------------------------------------------------

// Seen: a bracket 5.4 mm wide for hulls of 0.2 m. The polytope counted dead faces, and was full
// when it had 100 vertices. The depth of two equal bodies that are symmetric about a point is
// twice the distance of their nearest face from it.
static void coincident_hulls_are_as_deep_as_twice_their_nearest_face(void) {
    snw_vec3 points[BALL_POINTS];
    fill_ball(points);
    snw_hull ball = {.points = points, .point_count = BALL_POINTS};
    snw_setup *setup = snw_setup_create((size_t)1 << 22);
    const snw_child shape = {&snw_hull_type, &ball};
    CHECK(snw_shape_prepare(&shape, setup, NULL) == SNW_OK);
    double nearest = 1;
    for (int i = 0; i < ball.normal_count; i++) {
        nearest = fmin(nearest, snw_vec3_dot(ball.normals[i], points[ball.triangles[3 * i]]));
    }
    made A;
    const snw_solid *hull = make_solid(&A, &snw_hull_type, &ball);
    CHECK_CASES(20) {
        const snw_pose T = check_case == 0 ? snw_pose_identity() : sample_pose(1);
        const snw_closest c = ask_solids(hull, T, hull, T);
        check_answer(&c, 4);
        CHECK_NEAR(c.distance, -2 * nearest, 1e-10);
        CHECK_NEAR(c.least, -2 * nearest, 1e-10);
        CHECK(c.state == SNW_PENETRATING);
    }
    free(A.memory);
    snw_setup_destroy(setup);
}

static void coincident_bodies_of_all_kinds_have_a_bracket(void) {
    CHECK_CASES(check_scaled(2000)) {
        sample_solid A;
        sample_of_kind(&A, (sample_kind)(check_case % BOUNDED));
        const snw_pose T = sample_pose(0.5);
        const snw_closest c = ask_solids(&A.solid, T, &A.solid, T);
        const double size = 2 * A.solid.bound.radius;
        check_answer(&c, 1);
        CHECK(c.distance <= 1e-12);
        CHECK(c.distance - c.least <= 1e-2 * size);
        const referee r = {&A, &A, T, T};
        const double best = referee_search(&r, c.normal, 20);
        CHECK(best <= c.distance + 1e-9);
    }
}

// Seen: the search ended with a corner in the origin, the polytope was taken for flat, and the
// needle was said to touch only.
static void a_needle_through_the_middle_of_a_box(void) {
    snw_box cube = {SNW_POSE_AT(0, 0, 0), {0.5, 0.5, 0.5}};
    static const double thin[] = {1e-6, 1e-5, 1e-3};
    for (int i = 0; i < 9; i++) {
        const double w = thin[i / 3];
        snw_ellipsoid needle = {SNW_POSE_AT(0, 0, 0), {w, w, w}};
        snw_vec3_set(&needle.semi_axes, i % 3, 1);
        made A, B;
        const snw_closest c =
            ask_solids(make_solid(&A, &snw_ellipsoid_type, &needle), snw_pose_identity(),
                       make_solid(&B, &snw_box_type, &cube), snw_pose_identity());
        CHECK(c.state == SNW_PENETRATING);
        CHECK_NEAR(c.distance, -0.5 - w, 1e-9);
        CHECK_NEAR(c.least, -0.5 - w, 1e-9);
        free(A.memory);
        free(B.memory);
    }
}

static void nested_bodies(void) {
    CHECK_CASES(check_scaled(2000)) {
        // a small one anywhere inside a large box: the way out of it is known
        const snw_vec3 h = {check_real(1, 3), check_real(1, 3), check_real(1, 3)};
        const snw_vec3 at = sample_point(0.4);
        snw_box outer = {SNW_POSE_AT(0, 0, 0), h};
        snw_ellipsoid inner = {
            snw_pose_of(snw_mat3_identity(), at),
            {check_real(0.01, 0.3), check_real(0.01, 0.3), check_real(0.01, 0.3)}};
        made A, B;
        const snw_closest c =
            ask_solids(make_solid(&A, &snw_ellipsoid_type, &inner), snw_pose_identity(),
                       make_solid(&B, &snw_box_type, &outer), snw_pose_identity());
        double depth = (double)INFINITY;
        for (int i = 0; i < 3; i++) {
            const double way = snw_vec3_get(h, i) - fabs(snw_vec3_get(at, i));
            depth = fmin(depth, way + snw_vec3_get(inner.semi_axes, i));
        }
        CHECK_NEAR(c.distance, -depth, 1e-9);
        CHECK_NEAR(c.least, -depth, 1e-9);
        free(A.memory);
        free(B.memory);
    }
}

// --- sizes ---------------------------------------------------------------------------------------

// what a box of this pose has in the place where the others have their surface
static const snw_type *fill_round(int kind, double size, void *block) {
    const snw_vec3 half = snw_vec3_x(size);
    switch (kind) {
    case 0:
        *(snw_sphere *)block = (snw_sphere){{0, 0, 0}, size};
        return &snw_sphere_type;
    case 1:
        *(snw_capsule *)block =
            (snw_capsule){snw_vec3_scale(half, -0.5), snw_vec3_scale(half, 0.5), size / 2};
        return &snw_capsule_type;
    case 2:
        *(snw_box *)block = (snw_box){SNW_POSE_AT(0, 0, 0), {size, size / 2, size}};
        return &snw_box_type;
    case 3:
        *(snw_cylinder *)block = (snw_cylinder){snw_vec3_neg(half), half, size / 2};
        return &snw_cylinder_type;
    case 4:
        *(snw_cone *)block = (snw_cone){snw_vec3_neg(half), half, size / 2, size / 3};
        return &snw_cone_type;
    default:
        *(snw_ellipsoid *)block = (snw_ellipsoid){
            SNW_POSE_AT(0, 0, 0), {size, fmax(size / 2, 1e-6), fmax(size / 3, 1e-6)}};
        return &snw_ellipsoid_type;
    }
}

// All six have an x extent of `size`, whatever they are: along x their gap is known.
static void sizes_from_a_micrometre_to_a_thousand_kilometres(void) {
    union {
        snw_sphere sphere;
        snw_capsule capsule;
        snw_box box;
        snw_cylinder cylinder;
        snw_cone cone;
        snw_ellipsoid ellipsoid;
    } first, second;
    CHECK_CASES(36 * 13 * 13) {
        const int kinds = (int)check_case % 36, sizes = (int)check_case / 36;
        const double size_A = pow(10, sizes % 13 - 6) * 2.5, size_B = pow(10, sizes / 13 - 6) * 2.5;
        if (size_A > 1e5 || size_B > 1e5) continue; // coordinates end at 1e6
        made A, B;
        const snw_type *type_A = fill_round(kinds % 6, size_A, &first);
        const snw_type *type_B = fill_round(kinds / 6, size_B, &second);
        make_solid(&A, type_A, &first);
        make_solid(&B, type_B, &second);
        const double larger = fmax(size_A, size_B), gaps[] = {1, 1e-3, 0, -1e-3, -0.1};
        for (int i = 0; i < 5; i++) {
            const double gap = gaps[i] * fmin(size_A, size_B);
            const snw_pose T = snw_pose_translation(snw_vec3_x(size_A + size_B + gap));
            const snw_closest c = ask_solids(&A.solid, T, &B.solid, snw_pose_identity());
            check_answer(&c, larger);
            CHECK_NEAR(c.distance, gap, 1e-11 * larger);
            CHECK(c.least <= gap + 1e-14 * larger && c.least >= gap - 1e-9 * larger);
        }
        free(A.memory);
        free(B.memory);
    }
}

// --- parallel ------------------------------------------------------------------------------------

// Boxes, cylinders and segments one above the other, turned by less and less: the gap follows.
static void nearly_parallel_bodies(void) {
    snw_box slab = {SNW_POSE_AT(0, 0, 0), {1, 1, 0.1}};
    snw_cylinder disc = {{0, 0, -0.1}, {0, 0, 0.1}, 1};
    snw_capsule rod = {{-1, 0, 0}, {1, 0, 0}, 0.1};
    snw_lozenge plate = {{-1, -1, 0}, {2, 0, 0}, {0, 2, 0}, 0.1};
    void *blocks[] = {&slab, &disc, &rod, &plate};
    const snw_type *types[] = {&snw_box_type, &snw_cylinder_type, &snw_capsule_type,
                               &snw_lozenge_type};
    CHECK_CASES(16 * 40) {
        made A, B;
        const int k = (int)check_case % 16;
        make_solid(&A, types[k % 4], blocks[k % 4]);
        make_solid(&B, types[k / 4], blocks[k / 4]);
        const double angle = pow(10, -check_real(1.5, 16)) * (check_int(0, 4) > 0);
        const double apart = check_int(0, 2) == 0 ? 0 : check_real(-0.05, 0.3);
        const snw_mat3 spin = snw_mat3_axis_angle(snw_vec3_z(1), check_real(-3, 3));
        const snw_mat3 tilt = snw_mat3_axis_angle(snw_vec3_y(1), angle);
        const snw_pose T = snw_pose_of(snw_mat3_mul(tilt, spin), snw_vec3_z(0.2 + apart));
        const snw_closest c = ask_solids(&A.solid, T, &B.solid, snw_pose_identity());
        check_answer(&c, 3);
        // a tilt brings a corner nearer by at most its sine times the diagonal
        CHECK(c.distance <= apart + 1e-12 && c.distance >= apart - 1.6 * sin(angle) - 1e-12);
        CHECK(c.distance - c.least <= 1e-9);
        free(A.memory);
        free(B.memory);
    }
}

int main(void) {
    RUN(a_search_that_is_cut_off_is_still_certified);
    RUN(any_bound_may_be_asked_for);
    RUN(coincident_hulls_are_as_deep_as_twice_their_nearest_face);
    RUN(coincident_bodies_of_all_kinds_have_a_bracket);
    RUN(a_needle_through_the_middle_of_a_box);
    RUN(nested_bodies);
    RUN(sizes_from_a_micrometre_to_a_thousand_kilometres);
    RUN(nearly_parallel_bodies);
    return check_report();
}
