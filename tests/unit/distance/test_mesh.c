// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Surfaces of triangles: against brute force over all of them, against the hull of convex ones, and
// against the formula of the ring that some are cut from.

#include "surfaces.h"

static surface ring, other, crate;

static snw_vec3 out_of_reach(void) {
    return snw_vec3_scale(sample_direction(), check_real(0, 0.5));
}

static snw_pose place(double reach) {
    return snw_pose_of(sample_rotation(), snw_vec3_scale(sample_direction(), reach));
}

static void check_points(const snw_closest *c) {
    CHECK(c->least <= c->distance);
    CHECK_NEAR(snw_vec3_norm(c->normal), 1, 1e-12);
    CHECK_NEAR(snw_vec3_dot(c->normal, snw_vec3_sub(c->a, c->b)), c->distance, 1e-11);
}

static void capsules_near_a_ring(void) {
    made M;
    const snw_mesh *m = fill_torus(&ring, 0.2, 0.06, 16, 8);
    make_solid(&M, &snw_mesh_type, &ring.mesh);
    int apart = 0, through = 0;
    CHECK_CASES(check_scaled(700)) {
        const snw_vec3 start = out_of_reach();
        const snw_vec3 end = check_int(0, 2) == 0 ? start : out_of_reach();
        const double radius = check_real(0.001, 0.03);
        const snw_pose T = place(0.3);
        snw_capsule rod = {start, end, radius};
        made A;
        make_solid(&A, &snw_capsule_type, &rod);
        const snw_closest c = ask_solids(&A.solid, snw_pose_identity(), &M.solid, T);
        check_points(&c);
        const double expected = brute_segment_mesh((snw_segment){start, end}, m, T);
        // seen from the surface a point inside is as far as one outside
        const snw_vec3 p = snw_pose_apply_inverse(T, start);
        const double across = hypot(hypot(p.x, p.y) - 0.2, p.z);
        if (expected == 0) {
            // the axis passes through the surface: at least that deep, at most as deep as the hulls
            CHECK(c.distance <= -radius + 1e-12 && c.state == SNW_PENETRATING);
            CHECK(c.least >= -0.8);
            through++;
        } else if (across > 0.0601 && expected > radius) {
            CHECK_NEAR(c.distance, expected - radius, 1e-12);
            CHECK(c.least >= c.distance - 1e-9 && c.state == SNW_SEPARATE);
            apart++;
        } else if (across > 0.0601) {
            CHECK_NEAR(c.distance, expected - radius, 1e-12);
        } else if (across < 0.05) {
            CHECK(c.state == SNW_PENETRATING && c.distance <= -radius);
        }
        free(A.memory);
    }
    const bool all = check_scaled(700) == 700; // else there are too few to have both for sure
    CHECK(!all || (apart > 90 && through > 15));
    free(M.memory);
}

static void points_in_a_ring_are_as_deep_as_its_surface_is_away(void) {
    made M, A;
    const snw_mesh *m = fill_torus(&ring, 0.2, 0.06, 24, 12);
    make_solid(&M, &snw_mesh_type, &ring.mesh);
    snw_sphere ball = {{0, 0, 0}, 0.001};
    make_solid(&A, &snw_sphere_type, &ball);
    int inside = 0;
    CHECK_CASES(check_scaled(1000)) {
        const snw_pose T = place(0.1);
        const snw_vec3 at = sample_point(0.3);
        const double across = hypot(hypot(at.x, at.y) - 0.2, at.z);
        const snw_pose T_ball = snw_pose_translation(snw_pose_apply(T, at));
        const snw_closest c = ask_solids(&A.solid, T_ball, &M.solid, T);
        check_points(&c);
        const snw_segment point = {T_ball.p, T_ball.p};
        const double way = brute_segment_mesh(point, m, T);
        if (across < 0.055) {
            CHECK_NEAR(c.distance, -way - 0.001, 1e-12);
            CHECK(c.state == SNW_PENETRATING && c.least >= -0.2);
            inside++;
        } else if (across > 0.0601) {
            CHECK_NEAR(c.distance, way - 0.001, 1e-12);
        }
    }
    CHECK(inside > check_scaled(40));
    free(M.memory);
    free(A.memory);
}

static void two_rings(void) {
    made A, B;
    const snw_mesh *a = fill_torus(&ring, 0.2, 0.05, 8, 4),
                   *b = fill_torus(&other, 0.15, 0.03, 8, 3);
    make_solid(&A, &snw_mesh_type, &ring.mesh);
    make_solid(&B, &snw_mesh_type, &other.mesh);
    int apart = 0, meeting = 0, linked = 0;
    CHECK_CASES(check_scaled(60)) {
        const snw_pose T_A = place(check_real(0, 0.25));
        snw_pose T_B = place(check_real(0, 0.25));
        const bool chain = check_case % 2 == 0;
        if (chain) {
            // one passes through the other, like the links of a chain: their hulls meet
            const snw_mat3 turn =
                snw_mat3_mul(snw_mat3_rot_x(snw_radians(90)),
                             snw_mat3_axis_angle(sample_direction(), check_real(-0.15, 0.15)));
            T_B = snw_pose_mul(T_A, snw_pose_of(turn, snw_vec3_of(check_real(0.19, 0.21), 0, 0)));
        }
        const snw_closest c = ask_solids(&A.solid, T_A, &B.solid, T_B);
        const snw_closest t = ask_solids(&B.solid, T_B, &A.solid, T_A);
        CHECK(c.distance == t.distance && c.least == t.least && c.state == t.state);
        CHECK(snw_vec3_near(c.a, t.b, 0) && snw_vec3_near(c.b, t.a, 0));
        check_points(&c);
        const double expected = brute_meshes(a, T_A, b, T_B);
        if (expected > 0) {
            CHECK_NEAR(c.distance, expected, 1e-12);
            CHECK(c.least >= expected - 1e-9);
            apart++;
            linked += chain;
        } else {
            CHECK(c.distance < 0 && c.state == SNW_PENETRATING);
            meeting++;
        }
    }
    // under a sanitizer there are too few cases to have all kinds for sure
    const bool all = check_scaled(60) == 60;
    CHECK(!all || (apart > 20 && meeting > 10 && linked > 10));
    free(A.memory);
    free(B.memory);
}

// A mesh that is convex is its hull: other code computes the same number.
static void a_convex_mesh_is_as_far_as_its_hull(void) {
    made A, H;
    fill_crate(&crate, snw_vec3_of(0.1, 0.2, 0.15), 0);
    make_solid(&A, &snw_mesh_type, &crate.mesh);
    snw_box box = {SNW_POSE_AT(0, 0, 0), {0.1, 0.2, 0.15}};
    make_solid(&H, &snw_box_type, &box);
    CHECK_CASES(check_scaled(4000)) {
        sample_solid s;
        sample_of_kind(&s, (sample_kind)check_int(0, SAMPLE_KINDS - 1));
        const snw_pose T = sample_pose(0.5), T_s = sample_pose(0.5);
        const snw_closest c = ask_solids(&A.solid, T, &s.solid, T_s);
        const snw_closest h = ask_solids(&H.solid, T, &s.solid, T_s);
        check_points(&c);
        if (h.distance > 1e-9 || s.kind >= SAMPLE_HALF_SPACE) {
            CHECK_NEAR(c.distance, h.distance, 1e-9);
        } else if (h.distance < -1e-9) {
            // two brackets of one depth, and neither is wide
            CHECK(c.state == SNW_PENETRATING);
            CHECK(c.distance >= h.least - 1e-9 && c.least <= h.distance + 1e-9);
            CHECK(c.distance - c.least <= 1e-6);
        }
    }
    free(A.memory);
    free(H.memory);
}

static void an_open_surface_has_no_inside(void) {
    made open, closed, B;
    snw_sphere ball = {{0.01, 0.02, 0}, 0.01};
    make_solid(&B, &snw_sphere_type, &ball);
    fill_crate(&crate, snw_vec3_of(0.1, 0.2, 0.15), 0);
    make_solid(&closed, &snw_mesh_type, &crate.mesh);
    fill_crate(&crate, snw_vec3_of(0.1, 0.2, 0.15), 2);
    make_solid(&open, &snw_mesh_type, &crate.mesh);
    const snw_pose I = snw_pose_identity();
    const snw_closest c = ask_solids(&B.solid, I, &closed.solid, I);
    CHECK_NEAR(c.distance, -0.1, 1e-12);
    CHECK(c.state == SNW_PENETRATING);
    // the side at x = 0.1 is missing
    const snw_closest o = ask_solids(&B.solid, I, &open.solid, I);
    CHECK_NEAR(o.distance, sqrt(0.09 * 0.09) + 0.02 - 0.01, 1e-2);
    CHECK(o.state == SNW_SEPARATE);
    free(open.memory);
    free(closed.memory);
    free(B.memory);
}

static void any_bound_may_be_asked_of_meshes(void) {
    made A, B;
    fill_torus(&ring, 0.2, 0.05, 10, 5);
    fill_torus(&other, 0.15, 0.03, 8, 4);
    make_solid(&A, &snw_mesh_type, &ring.mesh);
    make_solid(&B, &snw_mesh_type, &other.mesh);
    CHECK_CASES(check_scaled(1000)) {
        snw_distance_query q = snw_distance_defaults(&A.solid, &B.solid);
        q.T_first = place(check_real(0, 0.4));
        q.T_second = place(check_real(0, 0.3));
        const snw_closest whole = ask_solids(&A.solid, q.T_first, &B.solid, q.T_second);
        snw_closest c;
        q.below = check_real(0, 0.2);
        CHECK(snw_distance(&q, &c) == SNW_OK);
        if (whole.distance > q.below + 1e-9) {
            CHECK(c.distance == (double)INFINITY && c.least >= q.below && c.state == SNW_SEPARATE);
            CHECK(c.least <= whole.distance + 1e-12);
        } else if (whole.distance < q.below) {
            CHECK_NEAR(c.distance, whole.distance, 1e-12);
        }
        q.below = (double)INFINITY;
        q.hit_only = true;
        CHECK(snw_distance(&q, &c) == SNW_OK);
        CHECK((c.state == SNW_SEPARATE) == (whole.state == SNW_SEPARATE));
        CHECK(c.least <= whole.least + 1e-9);
    }
    free(A.memory);
    free(B.memory);
}

static void segments_enter_the_first_triangle_in_their_way(void) {
    made M;
    const snw_mesh *m = fill_torus(&ring, 0.2, 0.06, 24, 12);
    make_solid(&M, &snw_mesh_type, &ring.mesh);
    int hits = 0, inside = 0;
    CHECK_CASES(check_scaled(3000)) {
        const snw_pose T = place(0.1);
        const snw_vec3 start = sample_point(0.4), end = sample_point(0.4);
        const snw_segment way = {snw_pose_apply(T, start), snw_pose_apply(T, end)};
        const double across = hypot(hypot(start.x, start.y) - 0.2, start.z);
        snw_ray_hit hit = {.t = 3};
        const bool told = snw_ray(&M.solid, T, &way, &hit);
        if (across < 0.057) {
            CHECK(told && hit.inside && hit.t == 0);
            inside++;
        }
        if (across < 0.0601) continue;
        long double first = 2, t;
        const wide p = wide_of(way.start), d = wide_add(wide_of(way.end), p, -1);
        for (int i = 0; i < m->index_count / 3; i++) {
            wide at[3];
            surface_corners(m, i, T, at);
            if (brute_pierces(p, d, at, &t) && t >= 0 && t <= 1) first = fminl(first, t);
        }
        CHECK(told == (first <= 1));
        if (!told) continue;
        CHECK_NEAR(hit.t, (double)first, 1e-12);
        CHECK_NEAR(snw_vec3_norm(hit.normal), 1, 1e-12);
        CHECK(snw_vec3_dot(hit.normal, snw_vec3_sub(way.end, way.start)) < 0);
        hits++;
    }
    const bool all = check_scaled(3000) == 3000; // else there are too few to have both for sure
    CHECK(!all || (hits > 400 && inside > 20));
    free(M.memory);
}

static void what_is_no_mesh_is_refused_with_its_rule(void) {
    snw_vec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    int faces[6] = {0, 1, 2, 0, 2, 3};
    snw_mesh plate = {.points = points, .point_count = 4, .triangles = faces, .index_count = 6};
    snw_mesh empty = {.points = points, .point_count = 4};
    snw_polygon side = {.corners = faces, .corner_count = 3};
    snw_mesh raw = {.points = points, .point_count = 4, .polygons = &side, .polygon_count = 1};
    snw_mesh *meshes[] = {&plate, &empty, &raw};
    const char *rules[] = {"solid-flat", "solid-flat", "solid-prepared"};
    for (int i = 0; i < 3; i++) {
        const snw_child shape = {&snw_mesh_type, meshes[i]};
        snw_arena arena = {0};
        snw_solid solid;
        snw_why why = {0};
        CHECK(snw_failed(snw_solid_init(&solid, &shape, &arena, &why)));
        CHECK_TEXT(why.rule, rules[i]);
    }
}

static void arenas_of_every_size(void) {
    fill_torus(&ring, 0.2, 0.05, 10, 5);
    const snw_child shape = {&snw_mesh_type, &ring.mesh};
    snw_arena measure = {0};
    snw_solid solid;
    CHECK(snw_solid_init(&solid, &shape, &measure, NULL) == SNW_ERR_MEMORY);
    for (size_t capacity = 0; capacity <= measure.needed; capacity += 512) {
        unsigned char *block = aligned_alloc(SNW_ARENA_ALIGN, (capacity + 64) / 64 * 64);
        snw_arena arena = snw_arena_over(block, capacity);
        const snw_status status = snw_solid_init(&solid, &shape, &arena, NULL);
        CHECK(status == (capacity >= measure.needed ? SNW_OK : SNW_ERR_MEMORY));
        free(block);
    }
}

int main(void) {
    RUN(capsules_near_a_ring);
    RUN(points_in_a_ring_are_as_deep_as_its_surface_is_away);
    RUN(two_rings);
    RUN(a_convex_mesh_is_as_far_as_its_hull);
    RUN(an_open_surface_has_no_inside);
    RUN(any_bound_may_be_asked_of_meshes);
    RUN(segments_enter_the_first_triangle_in_their_way);
    RUN(what_is_no_mesh_is_refused_with_its_rule);
    RUN(arenas_of_every_size);
    return check_report();
}
