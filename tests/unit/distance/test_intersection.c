// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Intersections: those of polyhedra against the polyhedron that they are, curved ones against the
// projections of Dykstra (1983), which go to and fro between the shapes.

#include "surfaces.h"

static snw_intersection_of both(const snw_type *type_a, void *a, const snw_type *type_b, void *b) {
    return (snw_intersection_of){{type_a, a}, {type_b, b}};
}

static double enters(const snw_solid *solid, snw_vec3 start, snw_vec3 end) {
    const snw_segment way = {start, end};
    snw_ray_hit hit;
    return snw_ray(solid, snw_pose_identity(), &way, &hit) ? hit.t : -1;
}

// spec: actin-control:LS-11
static void segments_enter_what_two_balls_share(void) {
    snw_sphere a = {{0, 0, 0}, 1}, b = {{1, 0, 0}, 1};
    snw_intersection_of lens = both(&snw_sphere_type, &a, &snw_sphere_type, &b);
    made m;
    const snw_solid *solid = make_solid(&m, &snw_intersection_of_type, &lens);
    CHECK_NEAR(enters(solid, snw_vec3_of(-2, 0, 0), snw_vec3_of(3, 0, 0)), 0.4, 1e-15);
    CHECK_NEAR(enters(solid, snw_vec3_of(3, 0, 0), snw_vec3_of(-2, 0, 0)), 0.4, 1e-15);
    // through one of them only
    CHECK(enters(solid, snw_vec3_of(-0.5, -2, 0), snw_vec3_of(-0.5, 2, 0)) < 0);
    CHECK(enters(solid, snw_vec3_of(-2, 0, 0), snw_vec3_of(-0.1, 0, 0)) < 0);
    // along the edge that both have, just inside and just outside
    const double rim = sqrt(0.75);
    CHECK(enters(solid, snw_vec3_of(0.5, rim - 1e-6, -1), snw_vec3_of(0.5, rim - 1e-6, 1)) > 0);
    CHECK(enters(solid, snw_vec3_of(0.5, rim + 1e-6, -1), snw_vec3_of(0.5, rim + 1e-6, 1)) < 0);
    const snw_segment from_inside = {{0.5, 0, 0}, {3, 0, 0}};
    snw_ray_hit hit;
    CHECK(snw_ray(solid, snw_pose_identity(), &from_inside, &hit) && hit.inside && hit.t == 0);
    free(m.memory);
    // what shares nothing is nothing that could be hit
    b.center = snw_vec3_of(1.5, 1.5, 0);
    lens = both(&snw_sphere_type, &a, &snw_sphere_type, &b);
    const snw_child shape = {&snw_intersection_of_type, &lens};
    snw_arena arena = {0};
    snw_why why = {0};
    CHECK(snw_solid_init(&m.solid, &shape, &arena, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.rule, "solid-empty");
}

static void intersections_of_polyhedra_are_exact(void) {
    CHECK_CASES(check_scaled(400)) {
        // two boxes along the same axes share a box, whatever their common pose
        const snw_pose T = sample_pose(0.3);
        const snw_vec3 shift = sample_point(0.1);
        snw_box a = {T, {0.2, 0.25, 0.3}};
        snw_box b = {snw_pose_mul(T, snw_pose_translation(shift)), {0.22, 0.2, 0.28}};
        const snw_vec3 low =
            snw_vec3_max(snw_vec3_neg(a.half_extents), snw_vec3_sub(shift, b.half_extents));
        const snw_vec3 high = snw_vec3_min(a.half_extents, snw_vec3_add(shift, b.half_extents));
        const snw_vec3 middle = snw_vec3_scale(snw_vec3_add(low, high), 0.5);
        snw_box shared = {snw_pose_mul(T, snw_pose_translation(middle)),
                          snw_vec3_scale(snw_vec3_sub(high, low), 0.5)};
        snw_intersection_of shape = both(&snw_box_type, &a, &snw_box_type, &b);
        made A, B;
        make_solid(&A, &snw_intersection_of_type, &shape);
        make_solid(&B, &snw_box_type, &shared);
        sample_solid s;
        sample_of_kind(&s, (sample_kind)check_int(0, SAMPLE_HALF_SPACE));
        const snw_pose T_s = sample_pose(0.5);
        const snw_closest c = ask_solids(&A.solid, snw_pose_identity(), &s.solid, T_s);
        const snw_closest e = ask_solids(&B.solid, snw_pose_identity(), &s.solid, T_s);
        CHECK_NEAR(c.distance, e.distance, 1e-9);
        CHECK_NEAR(c.least, e.least, 1e-9);
        const snw_closest t = ask_solids(&s.solid, T_s, &A.solid, snw_pose_identity());
        CHECK(t.distance == c.distance && t.least == c.least);
        CHECK(snw_vec3_near(c.a, t.b, 0) && snw_vec3_near(c.b, t.a, 0));
        const snw_segment way = {sample_point(1), sample_point(1)};
        snw_ray_hit hit = {.t = 2}, expected = {.t = 2};
        const bool told = snw_ray(&A.solid, snw_pose_identity(), &way, &hit);
        CHECK(told == snw_ray(&B.solid, snw_pose_identity(), &way, &expected));
        CHECK_NEAR(hit.t, expected.t, 1e-9);
        free(A.memory);
        free(B.memory);
    }
}

static wide onto_ball(wide p, const snw_sphere *s) {
    const wide c = wide_of(s->center), d = wide_add(p, c, -1);
    const long double length = sqrtl(wide_dot(d, d));
    return length > s->radius ? wide_add(c, d, s->radius / length) : p;
}

static wide onto_box(wide p, snw_vec3 h) {
    return (wide){fmaxl(-h.x, fminl(h.x, p.x)), fmaxl(-h.y, fminl(h.y, p.y)),
                  fmaxl(-h.z, fminl(h.z, p.z))};
}

static void curved_intersections_are_told_within_their_tolerance(void) {
    const snw_vec3 h = {0.2, 0.15, 0.1};
    CHECK_CASES(check_scaled(6)) {
        snw_box box = {SNW_POSE_AT(0, 0, 0), h};
        snw_sphere ball = {sample_point(0.1), check_real(0.12, 0.2)};
        snw_intersection_of shape = both(&snw_box_type, &box, &snw_sphere_type, &ball);
        made A, P;
        make_solid(&A, &snw_intersection_of_type, &shape);
        snw_segment at = {{0, 0, 0}, {0, 0, 0}};
        make_solid(&P, &snw_segment_type, &at);
        for (int i = 0; i < 100; i++) {
            const snw_vec3 p = sample_point(0.6);
            // Dykstra: each projection takes back what the last one of its kind has moved
            wide x = wide_of(p), q[2] = {{0, 0, 0}, {0, 0, 0}};
            for (int step = 0; step < 1000; step++) {
                const wide y = wide_add(x, q[step % 2], 1);
                x = step % 2 == 0 ? onto_box(y, h) : onto_ball(y, &ball);
                q[step % 2] = wide_add(y, x, -1);
            }
            const double expected = (double)wide_apart(wide_of(p), x);
            if (expected < 1e-3) continue;
            const snw_closest c =
                ask_solids(&P.solid, snw_pose_translation(p), &A.solid, snw_pose_identity());
            // the hull holds the intersection, so it is never farther away
            CHECK(c.least <= expected + 1e-6);
            CHECK_NEAR(c.distance, expected, 1e-3);
        }
        free(A.memory);
        free(P.memory);
    }
}

int main(void) {
    RUN(segments_enter_what_two_balls_share);
    RUN(intersections_of_polyhedra_are_exact);
    RUN(curved_intersections_are_told_within_their_tolerance);
    return check_report();
}
