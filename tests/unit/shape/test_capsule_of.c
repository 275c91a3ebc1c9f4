// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sample.h"
#include "sinew/hull.h"

static snw_capsule capsule_of(const snw_child *shape) {
    snw_capsule capsule;
    CHECK(snw_shape_capsule(shape, &capsule, NULL) == SNW_OK);
    return capsule;
}

static double volume_of(const snw_capsule *c) {
    const double r = c->radius;
    return 3.141592653589793 * r * r * (snw_vec3_distance(c->start, c->end) + 4.0 / 3.0 * r);
}

static void the_capsule_of_a_primitive_holds_its_border(void) {
    CHECK_CASES(check_scaled(300)) {
        for (int kind = 0; kind < KINDS; kind++) {
            if (kind == HALF_SPACE || kind == PLANE) continue;
            sample s;
            sample_random(&s, (sample_kind)kind);
            const snw_capsule c = capsule_of(&s.shape);
            for (int i = 0; i < 100; i++) {
                CHECK(sample_capsule_distance(&c, sample_border(&s)) <= c.radius + 1e-9);
            }
            // rims and corners, where random points seldom come
            for (int i = 0; i < 20; i++) {
                const snw_vec3 p = sample_support(&s.shape, sample_direction());
                CHECK(sample_capsule_distance(&c, p) <= c.radius + 1e-9);
            }
        }
    }
}

// never larger than the capsule of the bounding sphere
static void the_capsule_of_a_primitive_is_no_larger_than_its_sphere(void) {
    CHECK_CASES(check_scaled(300)) {
        for (int kind = 0; kind < SOLIDS; kind++) {
            sample s;
            sample_random(&s, (sample_kind)kind);
            const snw_capsule c = capsule_of(&s.shape);
            snw_sphere ball;
            CHECK(snw_shape_sphere(&s.shape, &ball, NULL) == SNW_OK);
            const snw_capsule round = {ball.center, ball.center, ball.radius};
            if (volume_of(&c) > 1.02 * volume_of(&round)) print_error("%s\n", sample_names[kind]);
            CHECK(volume_of(&c) <= 1.02 * volume_of(&round));
        }
    }
}

static void a_long_rod_has_a_capsule_of_its_own_size(void) {
    snw_cylinder rod = {{1, 0, 0}, {1, 0, 10}, 0.1};
    const snw_child shape = {&snw_cylinder_type, &rod};
    const snw_capsule c = capsule_of(&shape);
    CHECK(c.radius >= 0.1 && c.radius < 0.11);
    CHECK_NEAR(c.start.x, 1, 1e-12);
    CHECK_NEAR(snw_vec3_distance(c.start, c.end), 10, 0.1);
    // less than the one with the ends of the rod as its own
    const snw_capsule plain = {rod.start, rod.end, 0.1};
    CHECK(volume_of(&c) < volume_of(&plain));
}

static void the_capsule_of_a_capsule_is_itself(void) {
    sample s;
    sample_random(&s, CAPSULE);
    const snw_capsule c = capsule_of(&s.shape);
    CHECK(memcmp(&c, &s.block.capsule, sizeof c) == 0);
    sample_random(&s, SPHERE);
    const snw_capsule ball = capsule_of(&s.shape);
    CHECK(snw_vec3_equal(ball.start, ball.end) && ball.radius == s.a);
}

static void the_capsule_of_a_tree_holds_its_points(void) {
    CHECK_CASES(check_scaled(300)) {
        sample a, b;
        sample_random(&a, (sample_kind)check_int(0, SOLIDS - 1));
        sample_random(&b, (sample_kind)check_int(0, SOLIDS - 1));
        snw_union_of pair = {a.shape, b.shape};
        const snw_child u = {&snw_union_of_type, &pair}, i = {&snw_intersection_of_type, &pair};
        const snw_capsule joined = capsule_of(&u);
        for (int k = 0; k < 50; k++) {
            CHECK(sample_capsule_distance(&joined, sample_border(&a)) <= joined.radius + 1e-9);
            CHECK(sample_capsule_distance(&joined, sample_border(&b)) <= joined.radius + 1e-9);
        }
        snw_capsule common;
        if (snw_shape_capsule(&i, &common, NULL) < 0) continue;
        for (int k = 0; k < 200; k++) {
            const snw_vec3 p = sample_point(4);
            if (!sample_contains(&i, p)) continue;
            CHECK(sample_capsule_distance(&common, p) <= common.radius + 1e-9);
        }
        // one child alone is that child
        pair.second.block = NULL;
        const snw_capsule alone = capsule_of(&u), same = capsule_of(&a.shape);
        CHECK(memcmp(&alone, &same, sizeof same) == 0);
    }
}

static void the_capsule_of_a_hull_and_of_a_mesh_holds_every_point(void) {
    snw_setup *setup = sample_setup();
    CHECK_CASES(50) {
        snw_vec3 points[100];
        for (int i = 0; i < 100; i++) {
            points[i] = snw_vec3_mul(snw_vec3_of(3, 1, 0.5), sample_point(1));
        }
        snw_hull *hull = NULL;
        CHECK(snw_hull_of_points(points, 100, setup, &hull, NULL) == SNW_OK);
        snw_mesh *mesh = NULL;
        const snw_child shape = {&snw_hull_type, hull};
        CHECK(snw_shape_mesh(&shape, NULL, setup, &mesh, NULL) == SNW_OK);
        const snw_child as_mesh = {&snw_mesh_type, mesh};
        const snw_capsule one = capsule_of(&shape), two = capsule_of(&as_mesh);
        for (int i = 0; i < 100; i++) {
            CHECK(sample_capsule_distance(&one, points[i]) <= one.radius + 1e-9);
            CHECK(sample_capsule_distance(&two, points[i]) <= two.radius + 1e-9);
        }
        CHECK_NEAR(volume_of(&one) / volume_of(&two), 1, 0.05);
    }
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(the_capsule_of_a_primitive_holds_its_border);
    RUN(the_capsule_of_a_primitive_is_no_larger_than_its_sphere);
    RUN(a_long_rod_has_a_capsule_of_its_own_size);
    RUN(the_capsule_of_a_capsule_is_itself);
    RUN(the_capsule_of_a_tree_holds_its_points);
    RUN(the_capsule_of_a_hull_and_of_a_mesh_holds_every_point);
    return check_report();
}
