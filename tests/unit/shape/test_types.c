// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/document.h"

#include "sample.h"

static snw_status check_block(const snw_child *shape, snw_why *why) {
    snw_diags diags = {.items = why, .capacity = 1};
    return snw_block_check(shape->type, shape->block, NULL, &diags);
}

static void random_primitives_are_legal(void) {
    CHECK_CASES(check_scaled(500)) {
        for (int kind = 0; kind < KINDS; kind++) {
            sample s;
            snw_why why;
            sample_random(&s, (sample_kind)kind);
            CHECK(check_block(&s.shape, &why) == SNW_OK);
            CHECK_TEXT(s.shape.type->token, sample_names[kind]);
        }
    }
}

// random objects of every type through XML and JSON and back, copies, hashes, borders of ranges
static void every_type_passes_its_self_test(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 16];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_registry registry;
    CHECK(snw_registry_init(&registry, 32, &arena) == SNW_OK);
    CHECK(snw_shape_register(&registry, NULL) == SNW_OK);
    for (int i = 0; i < registry.type_count; i++) {
        snw_why why;
        const snw_status status =
            snw_type_selftest(registry.types[i], &registry, 1, (int)check_scaled(60), &why);
        if (status < 0) {
            print_error("%s: %s: %s\n", registry.types[i]->token, why.subject, why.text);
        }
        CHECK(status == SNW_OK);
    }
}

// defaults are shapes that answer
static void the_defaults_of_every_primitive_are_a_shape(void) {
    snw_setup *setup = sample_setup();
    for (int kind = 0; kind < KINDS; kind++) {
        sample s;
        sample_random(&s, (sample_kind)kind);
        snw_child shape = s.shape;
        snw_why why;
        shape.block = snw_block_new(shape.type, setup);
        CHECK(check_block(&shape, &why) == SNW_OK);
        bool inside = false;
        CHECK(snw_shape_contains(&shape, snw_vec3_zero(), &inside) == SNW_OK);
    }
    snw_setup_destroy(setup);
}

static void refuses(const snw_child *shape, const char *text) {
    snw_why why;
    snw_why_set(&why, SNW_OK, NULL, NULL);
    CHECK(check_block(shape, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.text, text);
}

static void rules_between_fields_are_held(void) {
    sample s;
    sample_random(&s, CYLINDER);
    s.block.cylinder.end = s.block.cylinder.start;
    refuses(&s.shape, "the ends coincide");
    sample_random(&s, CONE);
    s.block.cone.start_radius = s.block.cone.end_radius = 0;
    refuses(&s.shape, "one of the radii must not be 0");
    s.block.cone.end_radius = 1;
    s.block.cone.end = s.block.cone.start;
    refuses(&s.shape, "the ends coincide");
    sample_random(&s, HALF_SPACE);
    s.block.half_space.normal = snw_vec3_zero();
    refuses(&s.shape, "the normal has no direction");
    sample_random(&s, PLANE);
    s.block.plane.normal = snw_vec3_zero();
    refuses(&s.shape, "the normal has no direction");
    sample_random(&s, LOZENGE);
    s.block.lozenge.edge_2 =
        snw_vec3_add_scaled(s.block.lozenge.edge_2, s.block.lozenge.edge_1, 1e-6);
    refuses(&s.shape, "the edges are not perpendicular");
    sample_random(&s, RECTANGLE);
    s.block.rectangle.edge_2 = snw_vec3_scale(s.block.rectangle.edge_1, 2);
    refuses(&s.shape, "the edges are not perpendicular");
    s.block.rectangle.edge_2 = snw_vec3_zero();
    refuses(&s.shape, "an edge has no length");
    sample_random(&s, TRIANGLE);
    s.block.triangle.edge_2 = snw_vec3_scale(s.block.triangle.edge_1, -0.5);
    refuses(&s.shape, "the edges lie on a line");
    sample_random(&s, TETRAHEDRON);
    s.block.tetrahedron.edge_3 =
        snw_vec3_add(s.block.tetrahedron.edge_1, s.block.tetrahedron.edge_2);
    refuses(&s.shape, "the edges lie in a plane");
}

// the axes of a box must be a right-handed frame: a sample that never fills them is refused
static void axes_that_are_no_frame_are_refused(void) {
    snw_why why;
    snw_box box = {{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {0, 0, 0}}, {1, 1, 1}};
    const snw_child shape = {&snw_box_type, &box};
    CHECK(check_block(&shape, &why) < 0);
    box.pose = snw_pose_identity();
    CHECK(check_block(&shape, &why) == SNW_OK);
    box.pose.R.x.x = -1;
    CHECK(check_block(&shape, &why) < 0);
    box.pose.R.x.x = 1.001;
    CHECK(check_block(&shape, &why) < 0);
}

// every number of every primitive: NaN, infinite, beyond the reach
static void numbers_outside_their_range_are_refused(void) {
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1.1e6};
    for (int kind = 0; kind < KINDS; kind++) {
        sample s;
        sample_random(&s, (sample_kind)kind);
        const size_t count = s.shape.type->size / sizeof(double);
        for (size_t i = 0; i < count; i++) {
            double *number = (double *)(void *)&s.block + i;
            const double old = *number;
            for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
                snw_why why;
                *number = bad[k];
                CHECK(check_block(&s.shape, &why) < 0);
            }
            *number = old;
        }
    }
}

static bool is_finite(snw_inertia I) {
    return isfinite(I.m) && snw_vec3_is_finite(I.h) && snw_mat3_is_finite(snw_sym3_to_mat3(I.I));
}

// from a micrometre to a hundred kilometres, in any proportion: numbers in, numbers out
static void every_size_that_the_tables_allow_gets_finite_answers(void) {
    CHECK_CASES(check_scaled(300)) {
        snw_setup *setup = sample_setup();
        for (int kind = 0; kind < KINDS; kind++) {
            sample s;
            sample_random(&s, (sample_kind)kind);
            s.a = pow(10, check_real(-6, 5));
            s.b = pow(10, check_real(-6, 5));
            s.c = pow(10, check_real(-6, 5));
            s.T.p = sample_point(pow(10, check_real(-6, 5)));
            sample_place(&s);
            snw_why why;
            if (check_block(&s.shape, &why) < 0) continue; // a triangle as slim as a line
            snw_bounds box;
            CHECK(snw_shape_box(&s.shape, &box, NULL) == SNW_OK);
            if (kind == HALF_SPACE || kind == PLANE) continue;
            snw_sphere ball;
            snw_capsule capsule;
            snw_inertia I;
            snw_mesh *mesh = NULL;
            const snw_mesh_options coarse = {.resolution = 8};
            CHECK(snw_bounds_is_finite(box));
            CHECK(snw_shape_sphere(&s.shape, &ball, NULL) == SNW_OK);
            CHECK(snw_shape_capsule(&s.shape, &capsule, NULL) == SNW_OK);
            CHECK(snw_shape_inertia(&s.shape, 1, &I, NULL) == SNW_OK);
            CHECK(isfinite(ball.radius) && isfinite(capsule.radius) && is_finite(I) && I.m >= 0);
            CHECK(snw_vec3_is_finite(sample_support(&s.shape, sample_direction())));
            const double size = 1 + snw_vec3_norm(ball.center) + ball.radius;
            for (int i = 0; i < 20; i++) {
                const snw_vec3 p = sample_support(&s.shape, sample_direction());
                CHECK(snw_vec3_distance(p, ball.center) <= ball.radius + 1e-12 * size);
                CHECK(sample_capsule_distance(&capsule, p) <= capsule.radius + 1e-9 * size);
            }
            if (kind == SEGMENT) continue;
            CHECK(snw_shape_mesh(&s.shape, &coarse, setup, &mesh, NULL) == SNW_OK);
            CHECK(snw_mesh_check_closed(mesh, NULL) == SNW_OK);
        }
        snw_setup_destroy(setup);
    }
}

int main(void) {
    RUN(random_primitives_are_legal);
    RUN(every_type_passes_its_self_test);
    RUN(the_defaults_of_every_primitive_are_a_shape);
    RUN(rules_between_fields_are_held);
    RUN(axes_that_are_no_frame_are_refused);
    RUN(numbers_outside_their_range_are_refused);
    RUN(every_size_that_the_tables_allow_gets_finite_answers);
    return check_report();
}
