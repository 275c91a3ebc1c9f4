// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sample.h"
#include "sinew/hull.h"

static snw_bounds box_of(const snw_child *shape) {
    snw_bounds box;
    CHECK(snw_shape_box(shape, &box, NULL) == SNW_OK);
    return box;
}

static snw_sphere sphere_of(const snw_child *shape) {
    snw_sphere sphere;
    CHECK(snw_shape_sphere(shape, &sphere, NULL) == SNW_OK);
    return sphere;
}

static bool box_holds(snw_bounds box, snw_vec3 p) {
    const snw_vec3 slack = {1e-9, 1e-9, 1e-9};
    box.low = snw_vec3_sub(box.low, slack);
    box.high = snw_vec3_add(box.high, slack);
    return snw_bounds_contains(box, p);
}

// least: the border comes as near to each side as a search over directions finds
static void the_box_of_a_solid_is_the_least_one(void) {
    CHECK_CASES(check_scaled(300)) {
        for (int kind = 0; kind < SOLIDS; kind++) {
            sample s;
            sample_random(&s, (sample_kind)kind);
            const snw_bounds box = box_of(&s.shape);
            for (int i = 0; i < 50; i++) {
                CHECK(box_holds(box, sample_border(&s)));
            }
            for (int side = 0; side < 6; side++) {
                // a point a little inside the side, at the support point there, is in the shape
                snw_vec3 d = {0, 0, 0};
                snw_vec3_set(&d, side / 2, side % 2 ? 1 : -1);
                const snw_vec3 p = sample_support(&s.shape, d);
                const double end = snw_vec3_get(side % 2 ? box.high : box.low, side / 2);
                CHECK_NEAR(snw_vec3_get(p, side / 2), end, 1e-12);
                CHECK(sample_depth(&s, snw_pose_apply_inverse(s.T, p)) <= 1e-9);
            }
        }
    }
}

static void a_half_space_and_a_plane_end_only_across_an_axis(void) {
    const double inf = (double)INFINITY;
    snw_half_space h = {{1, 2, 3}, {0, -2, 0}};
    const snw_child shape = {&snw_half_space_type, &h};
    snw_bounds box = box_of(&shape);
    CHECK(box.low.y == 2 && box.high.y == inf && box.low.x == -inf && box.high.z == inf);
    h.normal = snw_vec3_of(5, 0, 0);
    box = box_of(&shape);
    CHECK(box.high.x == 1 && box.low.x == -inf && box.low.y == -inf);
    h.normal = snw_vec3_of(1, 1e-9, 0);
    box = box_of(&shape);
    CHECK(box.high.x == inf && box.low.x == -inf && !snw_bounds_is_finite(box));
    snw_plane p = {{1, 2, 3}, {0, 0, 4}};
    const snw_child plane = {&snw_plane_type, &p};
    box = box_of(&plane);
    CHECK(box.low.z == 3 && box.high.z == 3 && box.low.x == -inf && box.high.y == inf);
}

static void boxes_of_trees_join_and_meet(void) {
    snw_sphere left = {{-1, 0, 0}, 1}, right = {{0.5, 0, 0}, 1};
    snw_half_space below = {{0, 0, 0}, {0, 0, 1}};
    snw_union_of pair = {{&snw_sphere_type, &left}, {&snw_sphere_type, &right}};
    const snw_child u = {&snw_union_of_type, &pair}, i = {&snw_intersection_of_type, &pair};
    snw_bounds box = box_of(&u);
    CHECK(snw_vec3_near(box.low, snw_vec3_of(-2, -1, -1), 1e-15));
    CHECK(snw_vec3_near(box.high, snw_vec3_of(1.5, 1, 1), 1e-15));
    box = box_of(&i);
    CHECK(snw_vec3_near(box.low, snw_vec3_of(-0.5, -1, -1), 1e-15));
    CHECK(snw_vec3_near(box.high, snw_vec3_of(0, 1, 1), 1e-15));
    pair.second = (snw_child){&snw_half_space_type, &below};
    box = box_of(&i);
    CHECK(snw_vec3_near(box.low, snw_vec3_of(-2, -1, -1), 1e-15));
    CHECK(snw_vec3_near(box.high, snw_vec3_of(0, 1, 0), 1e-15));
    CHECK(!snw_bounds_is_finite(box_of(&u)));
    right.center.x = 5;
    pair.second = (snw_child){&snw_sphere_type, &right};
    CHECK(snw_bounds_is_empty(box_of(&i)));
    pair.first.block = pair.second.block = NULL;
    CHECK(snw_bounds_is_empty(box_of(&u)));
    CHECK(snw_bounds_is_empty(box_of(&i)));
}

// how far the farthest point of a shape is: the farthest vertex, or climbing by support points
static double farthest_from(const sample *s, snw_vec3 from, double enough) {
    snw_vec3 v[8];
    const int count = sample_vertices(s, v);
    double most = 0;
    for (int i = 0; i < count; i++) {
        most = fmax(most, snw_vec3_distance(snw_pose_apply(s->T, v[i]), from));
    }
    snw_vec3 far = sample_border(s);
    for (int k = 0; k < 1000 && most < enough; k++) {
        far = sample_support(&s->shape, snw_vec3_sub(far, from));
        most = fmax(most, snw_vec3_distance(far, from));
        if (k % 50 == 49) far = sample_border(s);
    }
    return most;
}

// least: the border touches the sphere on all sides, so that from a centre a step away something
// stands out
static void the_sphere_of_a_primitive_is_the_least_one(void) {
    CHECK_CASES(check_scaled(60)) {
        for (int kind = 0; kind < KINDS; kind++) {
            if (kind == HALF_SPACE || kind == PLANE) continue;
            sample s;
            sample_random(&s, (sample_kind)kind);
            const snw_sphere ball = sphere_of(&s.shape);
            for (int i = 0; i < 400; i++) {
                CHECK(snw_vec3_distance(sample_border(&s), ball.center) <= ball.radius + 1e-9);
            }
            for (int i = 0; i < 20; i++) {
                const snw_vec3 other = snw_vec3_add_scaled(ball.center, sample_direction(), 0.01);
                CHECK(farthest_from(&s, other, ball.radius) >= ball.radius - 1e-9);
            }
        }
    }
}

static void spheres_of_trees_hold_their_parts(void) {
    CHECK_CASES(check_scaled(300)) {
        sample a, b;
        sample_random(&a, (sample_kind)check_int(0, SOLIDS - 1));
        sample_random(&b, (sample_kind)check_int(0, SOLIDS - 1));
        snw_union_of pair = {a.shape, b.shape};
        const snw_child u = {&snw_union_of_type, &pair}, i = {&snw_intersection_of_type, &pair};
        const snw_sphere joined = sphere_of(&u);
        for (int k = 0; k < 50; k++) {
            CHECK(snw_vec3_distance(sample_border(&a), joined.center) <= joined.radius + 1e-9);
            CHECK(snw_vec3_distance(sample_border(&b), joined.center) <= joined.radius + 1e-9);
        }
        snw_sphere common;
        const snw_status status = snw_shape_sphere(&i, &common, NULL);
        CHECK(status == SNW_OK || status == SNW_ERR_UNSUPPORTED);
        for (int k = 0; k < 200 && status == SNW_OK; k++) {
            const snw_vec3 p = sample_point(4);
            if (!sample_contains(&i, p)) continue;
            CHECK(snw_vec3_distance(p, common.center) <= common.radius + 1e-9);
        }
    }
}

static void a_sphere_around_what_has_no_bounds_or_no_points_is_refused(void) {
    snw_half_space below = {{0, 0, 0}, {0, 0, 1}};
    snw_hull hull = {0};
    snw_mesh mesh = {0};
    snw_union_of none = {{NULL, NULL}, {NULL, NULL}};
    const snw_child shapes[] = {{&snw_half_space_type, &below},
                                {&snw_hull_type, &hull},
                                {&snw_mesh_type, &mesh},
                                {&snw_union_of_type, &none},
                                {&snw_intersection_of_type, &none}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        snw_sphere ball = {{0, 0, 0}, 7};
        snw_capsule capsule = {{0, 0, 0}, {0, 0, 0}, 7};
        snw_why why;
        CHECK(snw_shape_sphere(&shapes[i], &ball, &why) == SNW_ERR_UNSUPPORTED);
        CHECK_TEXT(why.subject, shapes[i].type->token);
        CHECK(snw_shape_capsule(&shapes[i], &capsule, &why) == SNW_ERR_UNSUPPORTED);
        CHECK(ball.radius == 7 && capsule.radius == 7);
    }
}

int main(void) {
    RUN(the_box_of_a_solid_is_the_least_one);
    RUN(a_half_space_and_a_plane_end_only_across_an_axis);
    RUN(boxes_of_trees_join_and_meet);
    RUN(the_sphere_of_a_primitive_is_the_least_one);
    RUN(spheres_of_trees_hold_their_parts);
    RUN(a_sphere_around_what_has_no_bounds_or_no_points_is_refused);
    return check_report();
}
