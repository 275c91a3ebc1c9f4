// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sample.h"

enum { DEEPEST = 4, MOST_LEAVES = 1 << DEEPEST, MOST_NODES = MOST_LEAVES };

// a random expression over random primitives
typedef struct tree {
    sample leaves[MOST_LEAVES];
    int leaf_count;
    union {
        snw_union_of either;
        snw_intersection_of both;
    } nodes[MOST_NODES];
    int node_count;
    snw_child root;
} tree;

static snw_child grow(tree *t, int depth) {
    if (depth == 0 || check_int(0, 4) == 0) {
        sample *leaf = &t->leaves[t->leaf_count++];
        sample_random(leaf, (sample_kind)check_int(0, HALF_SPACE));
        leaf->T.p = snw_vec3_scale(leaf->T.p, 0.4);
        sample_place(leaf);
        return leaf->shape;
    }
    const bool either = check_int(0, 1);
    void *node = &t->nodes[t->node_count++];
    const snw_child first = grow(t, depth - 1), second = grow(t, depth - 1);
    const snw_union_of pair = {first, second};
    memcpy(node, &pair, sizeof pair);
    return (snw_child){either ? &snw_union_of_type : &snw_intersection_of_type, node};
}

// the same expression, evaluated by the plain formulas of the leaves; 0 when rounding decides
static double plain_depth(const snw_child *shape, snw_vec3 p) {
    if (shape->type == &snw_union_of_type) {
        const snw_union_of *u = shape->block;
        return fmin(plain_depth(&u->first, p), plain_depth(&u->second, p));
    }
    if (shape->type == &snw_intersection_of_type) {
        const snw_intersection_of *i = shape->block;
        return fmax(plain_depth(&i->first, p), plain_depth(&i->second, p));
    }
    const sample *leaf = (const sample *)((const char *)shape->block - offsetof(sample, block));
    return sample_depth(leaf, snw_pose_apply_inverse(leaf->T, p));
}

// spec: actin-model:A1-LK-13
static void a_tree_contains_a_hundred_thousand_points_as_its_expression_says(void) {
    static tree t;
    long inside = 0, total = 0;
    CHECK_CASES(check_scaled(100)) {
        t.leaf_count = t.node_count = 0;
        t.root = grow(&t, DEEPEST);
        for (int i = 0; i < 1000; i++) {
            const snw_vec3 p = sample_point(2);
            const double depth = plain_depth(&t.root, p);
            total++;
            if (fabs(depth) < 1e-12) continue;
            CHECK(sample_contains(&t.root, p) == (depth < 0));
            inside += depth < 0;
        }
    }
    // the check means little if nearly all points are on one side
    CHECK(total >= check_scaled(100000));
    CHECK(inside > total / 20 && inside < total - total / 20);
}

// both operations on two balls, by hand
static void a_union_has_the_points_of_either_an_intersection_those_of_both(void) {
    snw_sphere left = {{-0.5, 0, 0}, 1}, right = {{0.5, 0, 0}, 1};
    snw_union_of either = {{&snw_sphere_type, &left}, {&snw_sphere_type, &right}};
    snw_intersection_of both = {{&snw_sphere_type, &left}, {&snw_sphere_type, &right}};
    const snw_child u = {&snw_union_of_type, &either}, i = {&snw_intersection_of_type, &both};
    CHECK(sample_contains(&u, snw_vec3_of(-1.2, 0, 0)));
    CHECK(!sample_contains(&i, snw_vec3_of(-1.2, 0, 0)));
    CHECK(sample_contains(&u, snw_vec3_of(1.2, 0, 0)));
    CHECK(!sample_contains(&i, snw_vec3_of(1.2, 0, 0)));
    CHECK(sample_contains(&u, snw_vec3_zero()));
    CHECK(sample_contains(&i, snw_vec3_zero()));
    CHECK(!sample_contains(&u, snw_vec3_of(0, 1, 0)));
    CHECK(snw_shape_traits(&u) == (SNW_SHAPE_BOUNDED | SNW_SHAPE_SOLID));
    CHECK(snw_shape_traits(&i) == (SNW_SHAPE_CONVEX | SNW_SHAPE_BOUNDED | SNW_SHAPE_SOLID));
}

static void a_child_that_is_absent_is_left_out(void) {
    snw_sphere ball = {{0, 0, 0}, 1};
    snw_union_of either = {{&snw_sphere_type, &ball}, {NULL, NULL}};
    snw_intersection_of both = {{NULL, NULL}, {&snw_sphere_type, &ball}};
    const snw_child shapes[2] = {{&snw_union_of_type, &either}, {&snw_intersection_of_type, &both}};
    for (int i = 0; i < 2; i++) {
        CHECK(sample_contains(&shapes[i], snw_vec3_zero()));
        CHECK(!sample_contains(&shapes[i], snw_vec3_of(2, 0, 0)));
        CHECK(snw_shape_traits(&shapes[i]) ==
              (SNW_SHAPE_CONVEX | SNW_SHAPE_BOUNDED | SNW_SHAPE_SOLID));
    }
    either.first.block = both.second.block = NULL;
    for (int i = 0; i < 2; i++) {
        CHECK(!sample_contains(&shapes[i], snw_vec3_zero()));
        CHECK(snw_shape_traits(&shapes[i]) == (SNW_SHAPE_CONVEX | SNW_SHAPE_BOUNDED));
    }
    snw_vec3 point;
    CHECK(snw_shape_support(&shapes[0], snw_vec3_z(1), &point) == SNW_ERR_STATE);
    CHECK(snw_shape_support(&shapes[1], snw_vec3_z(1), &point) == SNW_ERR_UNSUPPORTED);
    // an empty child has no say in a union
    snw_sphere other = {{3, 0, 0}, 1};
    snw_union_of outer = {shapes[0], {&snw_sphere_type, &other}};
    const snw_child tree_shape = {&snw_union_of_type, &outer};
    CHECK(snw_vec3_near(sample_support(&tree_shape, snw_vec3_x(-1)), snw_vec3_of(2, 0, 0), 1e-15));
}

static void traits_follow_from_the_children(void) {
    snw_half_space below = {{0, 0, 0}, {0, 0, 1}};
    snw_plane plane = {{0, 0, 0}, {0, 0, 1}};
    snw_sphere ball = {{0, 0, 0}, 1};
    const snw_child h = {&snw_half_space_type, &below}, b = {&snw_sphere_type, &ball};
    const snw_child p = {&snw_plane_type, &plane};
    snw_union_of pair = {h, b};
    const snw_child u = {&snw_union_of_type, &pair}, i = {&snw_intersection_of_type, &pair};
    CHECK(snw_shape_traits(&u) == SNW_SHAPE_SOLID);
    CHECK(snw_shape_traits(&i) == (SNW_SHAPE_CONVEX | SNW_SHAPE_BOUNDED | SNW_SHAPE_SOLID));
    pair.first = p;
    CHECK(snw_shape_traits(&u) == SNW_SHAPE_SOLID);
    CHECK(snw_shape_traits(&i) == (SNW_SHAPE_CONVEX | SNW_SHAPE_BOUNDED));
    snw_capsule thread = {{0, 0, 0}, {1, 0, 0}, 0};
    const snw_child c = {&snw_capsule_type, &thread};
    CHECK(snw_shape_traits(&c) == (SNW_SHAPE_CONVEX | SNW_SHAPE_BOUNDED));
}

static void what_is_no_shape_is_refused(void) {
    snw_sphere ball = {{0, 0, 0}, 1};
    snw_type other = snw_sphere_type, bare = snw_sphere_type, newer = snw_sphere_type;
    snw_type shorter = snw_sphere_type;
    snw_shape_functions table, stub;
    memcpy(&table, snw_sphere_type.functions, sizeof table);
    stub = table;
    table.head.version = SNW_SHAPE_VERSION + 1;
    stub.head.size = offsetof(snw_shape_functions, contains);
    other.base = "law";
    bare.functions = NULL;
    newer.functions = &table.head;
    shorter.functions = &stub.head;
    const snw_child none[] = {{NULL, &ball},  {&snw_sphere_type, NULL}, {&other, &ball},
                              {&bare, &ball}, {&newer, &ball},          {&shorter, &ball}};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        snw_vec3 point = {1, 2, 3};
        bool inside = true;
        snw_bounds box;
        CHECK(snw_shape_traits(&none[i]) == 0);
        CHECK(snw_shape_support(&none[i], snw_vec3_z(1), &point) == SNW_ERR_ARGUMENT);
        CHECK(snw_shape_contains(&none[i], snw_vec3_z(9), &inside) == SNW_ERR_ARGUMENT);
        CHECK(snw_shape_box(&none[i], &box, NULL) == SNW_ERR_ARGUMENT);
        CHECK(inside && point.x == 1);
    }
    CHECK(snw_shape_traits(NULL) == 0);
    // a wrong child inside a tree is found too
    snw_union_of pair = {{&other, &ball}, {NULL, NULL}};
    const snw_child tree_shape = {&snw_union_of_type, &pair};
    bool inside = true;
    snw_why why;
    snw_bounds box;
    CHECK(snw_shape_contains(&tree_shape, snw_vec3_zero(), &inside) == SNW_ERR_ARGUMENT);
    CHECK(snw_shape_box(&tree_shape, &box, &why) == SNW_ERR_ARGUMENT);
    CHECK_TEXT(why.text, "a child is not a shape");
}

int main(void) {
    RUN(a_tree_contains_a_hundred_thousand_points_as_its_expression_says);
    RUN(a_union_has_the_points_of_either_an_intersection_those_of_both);
    RUN(a_child_that_is_absent_is_left_out);
    RUN(traits_follow_from_the_children);
    RUN(what_is_no_shape_is_refused);
    return check_report();
}
