// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Covers of balls: all of the solid is in the outer ones, and the inner ones are in the solid.

#include "sinew/distance/cover.h"
#include "surfaces.h"

typedef struct cover {
    snw_ball at[SNW_COVER_BALLS];
    int count;
} cover;

static void make_cover(cover *c, const snw_solid *solid, double excess, int most) {
    const snw_cover_options o = {excess, most};
    snw_why why = {0};
    CHECK(snw_solid_cover(solid, &o, c->at, &c->count, &why) == SNW_OK);
    CHECK(c->count >= 1 && c->count <= most);
    for (int i = 0; i < c->count; i++) {
        CHECK(c->at[i].inner >= 0 && c->at[i].outer >= c->at[i].inner);
        CHECK_NEAR(c->at[i].outer - c->at[i].inner, c->at[0].outer - c->at[0].inner, 1e-9);
    }
}

static double excess_of(const cover *c) {
    return c->at[0].outer - c->at[0].inner;
}

static bool is_covered(const cover *c, snw_vec3 p) {
    for (int i = 0; i < c->count; i++) {
        if (snw_vec3_distance(p, c->at[i].center) <= c->at[i].outer) return true;
    }
    return false;
}

// Points of the surface, whose normals are not needed, and random ones inside.
static long check_outer(const cover *c, const snw_child *shape, const snw_solid *solid) {
    snw_setup *setup = snw_setup_create((size_t)1 << 30);
    const snw_mesh_options fine = {.resolution = 200};
    snw_mesh *mesh = NULL;
    long looked_at = 0;
    if (!snw_failed(snw_shape_mesh(shape, &fine, setup, &mesh, NULL))) {
        int faces = 0;
        const int *at = snw_mesh_faces(mesh, &faces);
        for (int i = 0; i < faces; i += 1 + faces / 3000) {
            // corners, and a place between them moved onto the surface or into the solid
            const snw_vec3 a = mesh->points[at[3 * i]], b = mesh->points[at[3 * i + 1]];
            const snw_vec3 d = mesh->points[at[3 * i + 2]];
            const double u = check_real(0, 1), v = check_real(0, 1 - u);
            snw_vec3 p = snw_vec3_add_scaled(a, snw_vec3_sub(b, a), u);
            p = snw_vec3_add_scaled(p, snw_vec3_sub(d, a), v);
            CHECK(is_covered(c, a) && is_covered(c, p));
            looked_at += 2;
        }
    }
    for (int i = 0; i < 2000; i++) {
        const snw_vec3 p = snw_vec3_add(solid->bound.center, sample_point(solid->bound.radius));
        bool inside = false;
        if (snw_failed(snw_shape_contains(shape, p, &inside)) || !inside) continue;
        CHECK(is_covered(c, p));
        looked_at++;
    }
    snw_setup_destroy(setup);
    return looked_at;
}

static long check_inner(const cover *c, const snw_child *shape) {
    long looked_at = 0;
    for (int i = 0; i < c->count; i++) {
        if (!(c->at[i].inner > 0)) continue;
        for (int k = 0; k < 100; k++) {
            const snw_vec3 p = snw_vec3_add_scaled(c->at[i].center, sample_direction(),
                                                   c->at[i].inner * (1 - 1e-6));
            bool inside = false;
            if (snw_failed(snw_shape_contains(shape, p, &inside))) return 0;
            CHECK(inside);
            looked_at++;
        }
    }
    return looked_at;
}

static void outer_balls_hold_the_solid_and_inner_ones_are_in_it(void) {
    long outer = 0, inner = 0;
    snw_setup *setup = snw_setup_create((size_t)1 << 30);
    CHECK_CASES(check_scaled(2 * SAMPLE_HALF_SPACE)) {
        sample_solid s;
        cover c;
        sample_of_kind(&s, (sample_kind)(check_case % SAMPLE_HALF_SPACE));
        snw_child shape = s.shape;
        snw_hull *hull = NULL;
        if (s.kind == SAMPLE_HULL) {
            CHECK(snw_hull_of_points(s.vertices, SAMPLE_VERTICES, setup, &hull, NULL) == SNW_OK);
            shape.block = hull;
        }
        const int most = check_int(1, 40);
        const double excess = exp(check_real(log(0.003), log(0.1)));
        make_cover(&c, &s.solid, excess, most);
        // a cover that is too coarse has all its balls, but for what a greedy choice leaves over
        CHECK(excess_of(&c) <= excess * 1.1 || c.count >= most / 2);
        cover again;
        make_cover(&again, &s.solid, excess, most);
        CHECK(c.count == again.count &&
              memcmp(c.at, again.at, (size_t)c.count * sizeof *c.at) == 0);
        outer += check_outer(&c, &shape, &s.solid);
        inner += check_inner(&c, &shape);
    }
    CHECK(outer > check_scaled(2 * SAMPLE_HALF_SPACE) * 500 && inner > check_scaled(1000));
    snw_setup_destroy(setup);
}

// A ball is one ball. A capsule takes balls along its axis: two neighbours of radius r + e hold
// what is between them when they are 2 sqrt((r + e)^2 - r^2) apart.
static void covers_of_balls_and_rods_are_near_the_least(void) {
    made A;
    cover c;
    snw_sphere ball = {{1, 2, 3}, 0.2};
    make_solid(&A, &snw_sphere_type, &ball);
    make_cover(&c, &A.solid, 0.01, 24);
    CHECK(c.count == 1 && excess_of(&c) <= 0.011);
    CHECK_NEAR(c.at[0].inner, 0.2, 0.005);
    free(A.memory);
    snw_capsule rod = {{-0.3, 0.1, 0}, {0.3, 0.1, 0}, 0.05};
    make_solid(&A, &snw_capsule_type, &rod);
    make_cover(&c, &A.solid, 0.01, 40);
    const double apart = 2 * sqrt(0.06 * 0.06 - 0.05 * 0.05);
    CHECK(excess_of(&c) <= 0.011);
    CHECK(c.count >= 0.6 / apart - 1 && c.count <= 2 * 0.6 / apart);
    free(A.memory);
}

// A ring of triangles has balls around it and none in the hole.
static void a_ring_is_covered_around_its_hole(void) {
    static surface ring;
    static cover c;
    made A;
    snw_mesh *mesh = fill_torus(&ring, 0.3, 0.06, 24, 10);
    make_solid(&A, &snw_mesh_type, mesh);
    make_cover(&c, &A.solid, 0.03, 60);
    CHECK(excess_of(&c) <= 0.033 && !is_covered(&c, snw_vec3_zero()));
    for (int i = 0; i < mesh->point_count; i++) {
        CHECK(is_covered(&c, mesh->points[i]));
    }
    for (int i = 0; i < c.count; i++) {
        const snw_vec3 p = c.at[i].center;
        const double off = hypot(hypot(p.x, p.y) - 0.3, p.z);
        // the chords of the ring are that much nearer to its axis than its circle
        CHECK(c.at[i].inner <= 0.06 - off + 0.3 * (1 - cos(SNW_PI / 24)));
    }
    free(A.memory);
}

static void options_out_of_their_ranges_are_refused(void) {
    made A;
    snw_ball balls[24];
    snw_sphere ball = {{0, 0, 0}, 0.2};
    snw_half_space floor = {{0, 0, 0}, {0, 0, 1}};
    const snw_cover_options bad[] = {{0, 24}, {-1, 24}, {(double)NAN, 24}, {0.01, 0}, {0.01, 257}};
    int count = 77;
    snw_why why = {0};
    make_solid(&A, &snw_sphere_type, &ball);
    for (int i = 0; i < 5; i++) {
        CHECK(snw_solid_cover(&A.solid, &bad[i], balls, &count, &why) == SNW_ERR_RANGE);
    }
    free(A.memory);
    make_solid(&A, &snw_half_space_type, &floor);
    CHECK(snw_solid_cover(&A.solid, NULL, balls, &count, &why) == SNW_ERR_UNSUPPORTED);
    CHECK_TEXT(why.rule, "cover-bounds");
    CHECK(count == 77);
    free(A.memory);
}

int main(void) {
    RUN(outer_balls_hold_the_solid_and_inner_ones_are_in_it);
    RUN(covers_of_balls_and_rods_are_near_the_least);
    RUN(a_ring_is_covered_around_its_hole);
    RUN(options_out_of_their_ranges_are_refused);
    return check_report();
}
