// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sample.h"
#include "sinew/hull.h"

// the support point is in the shape, and no point of its border lies farther along d
static void check_support(const sample *s, snw_vec3 d, int samples) {
    const snw_vec3 point = sample_support(&s->shape, d);
    const double most = snw_vec3_dot(d, point), size = snw_vec3_norm(d);
    for (int i = 0; i < samples; i++) {
        CHECK(snw_vec3_dot(d, sample_border(s)) <= most + 1e-9 * size);
    }
    const snw_vec3 local = snw_pose_apply_inverse(s->T, point);
    if (s->kind < SOLIDS) CHECK(sample_depth(s, local) <= 1e-9);
}

static void support_points_are_on_the_border_and_nothing_lies_beyond_them(void) {
    CHECK_CASES(check_scaled(1000)) {
        for (int kind = 0; kind < KINDS; kind++) {
            if (kind == HALF_SPACE || kind == PLANE) continue;
            sample s;
            sample_random(&s, (sample_kind)kind);
            for (int i = 0; i < 3; i++) {
                check_support(&s, snw_vec3_scale(sample_direction(), check_real(0.01, 100)), 20);
            }
        }
    }
}

// the point of a fine grid on the rims of a cone that is farthest along d
static double grid_reach(const sample *s, snw_vec3 d) {
    enum { STEPS = 4000 };
    double most = -(double)INFINITY;
    for (int end = 0; end < 2; end++) {
        const double radius = end == 0 || s->kind == CYLINDER ? s->b : s->c;
        for (int i = 0; i < STEPS; i++) {
            const double angle = 2 * 3.14159265358979 * i / STEPS;
            const snw_vec3 p = {radius * cos(angle), radius * sin(angle), end * s->a};
            most = fmax(most, snw_vec3_dot(d, snw_pose_apply(s->T, p)));
        }
    }
    return most;
}

// also directions along the axis, close to it, and across it
static snw_vec3 hard_direction(const sample *s) {
    const snw_vec3 w = snw_vec3_scale(s->T.R.z, check_int(0, 1) ? 1 : -1);
    switch (check_int(0, 4)) {
    case 0:
        return w;
    case 1:
        return snw_vec3_add_scaled(w, sample_direction(), pow(10, check_real(-18, -3)));
    case 2:
        return snw_vec3_add_scaled(s->T.R.x, w, check_real(-1e-12, 1e-12));
    default:
        return sample_direction();
    }
}

static void check_against_grid(sample_kind kind) {
    CHECK_CASES(check_scaled(1500)) {
        sample s;
        sample_random(&s, kind);
        const snw_vec3 d = hard_direction(&s);
        const snw_vec3 point = sample_support(&s.shape, d);
        CHECK_NEAR(snw_vec3_dot(d, point), grid_reach(&s, d), 1e-6);
        CHECK(sample_depth(&s, snw_pose_apply_inverse(s.T, point)) <= 1e-9);
        // any point of the shape when there is no direction
        const snw_vec3 any = sample_support(&s.shape, snw_vec3_zero());
        CHECK(sample_depth(&s, snw_pose_apply_inverse(s.T, any)) <= 1e-9);
    }
}

// spec: actin-model:A1-LK-25
static void the_support_of_a_cylinder_is_that_of_a_fine_grid_of_its_rims(void) {
    check_against_grid(CYLINDER);
}

// spec: actin-model:A1-LK-26
static void the_support_of_a_cone_is_that_of_a_fine_grid_and_equal_radii_make_a_cylinder(void) {
    check_against_grid(CONE);
    CHECK_CASES(check_scaled(2000)) {
        sample cylinder;
        sample_random(&cylinder, CYLINDER);
        const snw_cylinder *c = &cylinder.block.cylinder;
        snw_cone cone = {c->start, c->end, c->radius, c->radius};
        const snw_child shape = {&snw_cone_type, &cone};
        const snw_vec3 d = hard_direction(&cylinder);
        const snw_vec3 one = sample_support(&shape, d), two = sample_support(&cylinder.shape, d);
        CHECK(snw_vec3_equal(one, two));
    }
}

// a direction has no length: from the least normal numbers to the largest
static void the_length_of_a_direction_does_not_matter(void) {
    static const double sizes[] = {1e-300, 1e-160, 1e-8, 1e8, 1e160, 1e300};
    CHECK_CASES(200) {
        for (int kind = 0; kind < KINDS; kind++) {
            if (kind == HALF_SPACE || kind == PLANE) continue;
            sample s;
            sample_random(&s, (sample_kind)kind);
            const snw_vec3 d = sample_direction();
            const snw_vec3 one = sample_support(&s.shape, d);
            for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
                const snw_vec3 other = sample_support(&s.shape, snw_vec3_scale(d, sizes[i]));
                CHECK(snw_vec3_near(one, other, 1e-12));
            }
        }
    }
}

// signs of zero and directions across faces: any of the farthest points will do
static void directions_along_axes_and_none_at_all_give_a_point_of_the_shape(void) {
    CHECK_CASES(200) {
        for (int kind = 0; kind < KINDS; kind++) {
            if (kind == HALF_SPACE || kind == PLANE) continue;
            sample s;
            sample_random(&s, (sample_kind)kind);
            check_support(&s, snw_vec3_zero(), 1);
            for (int i = 0; i < 3; i++) {
                const snw_vec3 axis = snw_mat3_column(s.T.R, i);
                check_support(&s, axis, 10);
                check_support(&s, snw_vec3_neg(axis), 10);
            }
        }
    }
}

static void a_tree_a_hull_and_a_mesh_have_the_farthest_point_of_all(void) {
    CHECK_CASES(200) {
        snw_setup *setup = sample_setup();
        snw_vec3 points[50];
        snw_union_of both = {{NULL, NULL}, {NULL, NULL}};
        const snw_child tree = {&snw_union_of_type, &both};
        snw_hull *hull = NULL;
        snw_mesh *mesh = snw_block_new(&snw_mesh_type, setup);
        const int count = check_int(8, 50);
        for (int i = 0; i < count; i++) {
            points[i] = sample_point(1);
        }
        CHECK(snw_hull_of_points(points, count, setup, &hull, NULL) == SNW_OK);
        CHECK(snw_mesh_resize(mesh, count, 0, setup) == SNW_OK);
        memcpy(mesh->points, points, (size_t)count * sizeof *points);
        const snw_child hull_shape = {&snw_hull_type, hull}, mesh_shape = {&snw_mesh_type, mesh};
        sample ball;
        sample_random(&ball, SPHERE);
        both.first = hull_shape;
        both.second = ball.shape;
        for (int k = 0; k < 10; k++) {
            const snw_vec3 d = sample_direction();
            double most = -(double)INFINITY;
            for (int i = 0; i < count; i++) {
                most = fmax(most, snw_vec3_dot(d, points[i]));
            }
            CHECK_NEAR(snw_vec3_dot(d, sample_support(&hull_shape, d)), most, 1e-14);
            CHECK_NEAR(snw_vec3_dot(d, sample_support(&mesh_shape, d)), most, 1e-14);
            const double other = snw_vec3_dot(d, ball.T.p) + ball.a;
            CHECK_NEAR(snw_vec3_dot(d, sample_support(&tree, d)), fmax(most, other), 1e-12);
        }
        snw_setup_destroy(setup);
    }
}

static void what_is_not_finite_or_has_no_support_is_refused(void) {
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    sample s;
    for (int kind = 0; kind < KINDS; kind++) {
        sample_random(&s, (sample_kind)kind);
        snw_vec3 point = {1, 2, 3};
        for (int i = 0; i < 9; i++) {
            snw_vec3 d = {1, 0, 0};
            snw_vec3_set(&d, i / 3, bad[i % 3]);
            CHECK(snw_shape_support(&s.shape, d, &point) == SNW_ERR_NOT_FINITE);
        }
        if (kind == HALF_SPACE || kind == PLANE) {
            CHECK(snw_shape_support(&s.shape, snw_vec3_z(1), &point) == SNW_ERR_UNSUPPORTED);
        }
        CHECK(snw_vec3_equal(point, snw_vec3_of(1, 2, 3)));
    }
    snw_hull hull = {0};
    snw_mesh mesh = {0};
    const snw_child empty_hull = {&snw_hull_type, &hull}, empty_mesh = {&snw_mesh_type, &mesh};
    snw_vec3 point;
    CHECK(snw_shape_support(&empty_hull, snw_vec3_z(1), &point) == SNW_ERR_STATE);
    CHECK(snw_shape_support(&empty_mesh, snw_vec3_z(1), &point) == SNW_ERR_STATE);
}

int main(void) {
    RUN(support_points_are_on_the_border_and_nothing_lies_beyond_them);
    RUN(the_support_of_a_cylinder_is_that_of_a_fine_grid_of_its_rims);
    RUN(the_support_of_a_cone_is_that_of_a_fine_grid_and_equal_radii_make_a_cylinder);
    RUN(the_length_of_a_direction_does_not_matter);
    RUN(directions_along_axes_and_none_at_all_give_a_point_of_the_shape);
    RUN(a_tree_a_hull_and_a_mesh_have_the_farthest_point_of_all);
    RUN(what_is_not_finite_or_has_no_support_is_refused);
    return check_report();
}
