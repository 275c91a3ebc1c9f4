// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Pairs of primitives against a second algorithm: brute force over their triangles and edges in
// long double, and the search that kinds of plugins take, which has support points alone.

#include "referee.h"
#include "surfaces.h"

// What a shape is made of: triangles, or one segment, and all within a radius of them.
typedef struct pieces {
    wide corners[4][3];
    int count;
    bool segment;
    double radius;
} pieces;

static void add_piece(pieces *p, snw_vec3 a, snw_vec3 b, snw_vec3 c) {
    const snw_vec3 at[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        p->corners[p->count][i] = wide_of(at[i]);
    }
    p->count++;
}

static void add_rod(pieces *p, snw_vec3 start, snw_vec3 end) {
    add_piece(p, start, end, end);
    p->segment = true;
}

static void add_rectangle(pieces *p, snw_vec3 corner, snw_vec3 e1, snw_vec3 e2) {
    const snw_vec3 far = snw_vec3_add(snw_vec3_add(corner, e1), e2);
    add_piece(p, corner, snw_vec3_add(corner, e1), far);
    add_piece(p, corner, far, snw_vec3_add(corner, e2));
}

static pieces pieces_of(const sample_solid *s, snw_pose T) {
    pieces p = {.count = 0};
    if (s->kind == SAMPLE_SPHERE) {
        add_rod(&p, s->block.sphere.center, s->block.sphere.center);
        p.radius = s->block.sphere.radius;
    } else if (s->kind == SAMPLE_CAPSULE) {
        add_rod(&p, s->block.capsule.start, s->block.capsule.end);
        p.radius = s->block.capsule.radius;
    } else if (s->kind == SAMPLE_SEGMENT) {
        add_rod(&p, s->block.segment.start, s->block.segment.end);
    } else if (s->kind == SAMPLE_LOZENGE) {
        const snw_lozenge *l = &s->block.lozenge;
        add_rectangle(&p, l->corner, l->edge_1, l->edge_2);
        p.radius = l->radius;
    } else if (s->kind == SAMPLE_RECTANGLE) {
        const snw_rectangle *r = &s->block.rectangle;
        add_rectangle(&p, r->corner, r->edge_1, r->edge_2);
    } else if (s->kind == SAMPLE_TRIANGLE) {
        const snw_triangle *t = &s->block.triangle;
        add_piece(&p, t->corner, snw_vec3_add(t->corner, t->edge_1),
                  snw_vec3_add(t->corner, t->edge_2));
    } else {
        const snw_tetrahedron *t = &s->block.tetrahedron;
        const snw_vec3 at[4] = {t->corner, snw_vec3_add(t->corner, t->edge_1),
                                snw_vec3_add(t->corner, t->edge_2),
                                snw_vec3_add(t->corner, t->edge_3)};
        for (int i = 0; i < 4; i++) {
            add_piece(&p, at[i], at[(i + 1) % 4], at[(i + 2) % 4]);
        }
    }
    for (int i = 0; i < 3 * p.count; i++) {
        wide *at = &p.corners[i / 3][i % 3];
        *at = wide_of(snw_pose_apply(T, snw_vec3_of((double)at->x, (double)at->y, (double)at->z)));
    }
    return p;
}

static double brute_pieces(const pieces *a, const pieces *b) {
    long double least = INFINITY;
    for (int i = 0; i < a->count; i++) {
        for (int j = 0; j < b->count; j++) {
            const wide *p = a->corners[i], *q = b->corners[j];
            const long double apart =
                a->segment ? (b->segment ? brute_segments(p, q) : brute_segment_triangle(p, q))
                           : (b->segment ? brute_segment_triangle(q, p) : brute_triangles(p, q));
            least = fminl(least, apart);
        }
    }
    return (double)least - a->radius - b->radius;
}

// a kind with each of the kinds that have pieces
static void compare_with_all(sample_kind kind, bool exact_penetration) {
    static const sample_kind kinds[] = {SAMPLE_SPHERE,     SAMPLE_CAPSULE,   SAMPLE_SEGMENT,
                                        SAMPLE_LOZENGE,    SAMPLE_RECTANGLE, SAMPLE_TRIANGLE,
                                        SAMPLE_TETRAHEDRON};
    int apart = 0, within = 0;
    CHECK_CASES(check_scaled(7 * 400)) {
        sample_solid A, B;
        sample_of_kind(&A, kind);
        sample_of_kind(&B, kinds[check_case % 7]);
        const snw_pose T_A = sample_pose(0.5), T_B = sample_pose(0.5);
        const snw_closest c = ask_solids(&A.solid, T_A, &B.solid, T_B);
        const pieces a = pieces_of(&A, T_A), b = pieces_of(&B, T_B);
        const double expected = brute_pieces(&a, &b), thick = a.radius + b.radius;
        // pieces that are apart, of bodies that are not inside of each other
        if (expected > 0 && c.distance > 0) {
            CHECK_NEAR(c.distance, expected, 1e-9);
            apart++;
        } else if (expected > -thick + 1e-9 && exact_penetration && B.kind != SAMPLE_TETRAHEDRON) {
            CHECK_NEAR(c.distance, expected, 1e-9);
            within++;
        } else {
            CHECK(c.distance <= 1e-12);
        }
    }
    CHECK(apart > check_scaled(700));
    CHECK(!exact_penetration || within > check_scaled(100));
}

// spec: actin-model:A1-LK-18
static void balls(void) {
    CHECK_CASES(check_scaled(20000)) {
        sample_solid A, B;
        sample_of_kind(&A, SAMPLE_SPHERE);
        sample_of_kind(&B, SAMPLE_SPHERE);
        const snw_sphere *a = &A.block.sphere, *b = &B.block.sphere;
        const snw_closest c =
            ask_solids(&A.solid, snw_pose_identity(), &B.solid, snw_pose_identity());
        const double expected = snw_vec3_distance(a->center, b->center) - a->radius - b->radius;
        CHECK_NEAR(c.distance, expected, 1e-15);
        CHECK_NEAR(c.least, expected, 1e-13);
        CHECK(c.state == (expected > 0 ? SNW_SEPARATE : SNW_PENETRATING));
    }
    compare_with_all(SAMPLE_SPHERE, true);
}

// spec: actin-model:A1-LK-22
static void capsules(void) {
    compare_with_all(SAMPLE_CAPSULE, true);
}

// spec: actin-model:A1-LK-23
static void lozenges(void) {
    compare_with_all(SAMPLE_LOZENGE, true);
}

// spec: actin-model:A1-LK-20
static void tetrahedra(void) {
    compare_with_all(SAMPLE_TETRAHEDRON, false);
    // a point inside is in it, and no face is nearer than the way out
    CHECK_CASES(check_scaled(2000)) {
        sample_solid A, B;
        sample_of_kind(&A, SAMPLE_TETRAHEDRON);
        sample_of_kind(&B, SAMPLE_SPHERE);
        const snw_tetrahedron *t = &A.block.tetrahedron;
        double w[4] = {check_real(0.05, 1), check_real(0.05, 1), check_real(0.05, 1),
                       check_real(0.05, 1)};
        const double sum = w[0] + w[1] + w[2] + w[3];
        snw_vec3 p = snw_vec3_add_scaled(t->corner, t->edge_1, w[1] / sum);
        p = snw_vec3_add_scaled(p, t->edge_2, w[2] / sum);
        p = snw_vec3_add_scaled(p, t->edge_3, w[3] / sum);
        const snw_pose T = snw_pose_translation(snw_vec3_sub(p, B.block.sphere.center));
        const snw_closest c = ask_solids(&A.solid, snw_pose_identity(), &B.solid, T);
        CHECK(c.state == SNW_PENETRATING);
        const pieces a = pieces_of(&A, snw_pose_identity()), b = pieces_of(&B, T);
        CHECK_NEAR(c.distance, -(brute_pieces(&a, &b) + 2 * b.radius), 1e-9);
    }
}

// spec: actin-model:A1-LK-15
static void thin_pieces(void) {
    compare_with_all(SAMPLE_TRIANGLE, false);
    compare_with_all(SAMPLE_RECTANGLE, false);
    compare_with_all(SAMPLE_SEGMENT, false);
    // of a plane the side on which a ball is, is told by the normal
    CHECK_CASES(check_scaled(5000)) {
        sample_solid A, B;
        sample_of_kind(&A, SAMPLE_SPHERE);
        sample_of_kind(&B, SAMPLE_PLANE);
        const snw_closest c =
            ask_solids(&A.solid, snw_pose_identity(), &B.solid, snw_pose_identity());
        const snw_vec3 n = snw_vec3_normalize(B.block.plane.normal);
        const double side =
            snw_vec3_dot(n, snw_vec3_sub(A.block.sphere.center, B.block.plane.point));
        CHECK_NEAR(c.distance, fabs(side) - A.block.sphere.radius, 1e-12);
        CHECK_NEAR(snw_vec3_dot(c.normal, n), copysign(1, side), 1e-12);
    }
}

// spec: occlusion:OC-27
static void a_million_pairs_of_segments(void) {
    CHECK_CASES(check_scaled(1000000)) {
        const int odd = check_int(0, 7);
        snw_segment a = {sample_point(1), sample_point(1)}, b = {sample_point(1), sample_point(1)};
        const snw_vec3 way = snw_vec3_sub(a.end, a.start);
        if (odd == 0) a.end = a.start;
        if (odd <= 1) b.end = b.start;
        if (odd == 2) b.end = snw_vec3_sub(b.start, way);
        if (odd == 3) b.end = snw_vec3_add_scaled(b.start, way, check_real(-1, 1));
        if (odd == 4)
            b.end = snw_vec3_add_scaled(snw_vec3_sub(b.start, way), sample_point(1), 1e-13);
        snw_closest c;
        snw_segment_segment(&a, &b, &c);
        const wide p[2] = {wide_of(a.start), wide_of(a.end)};
        const wide q[2] = {wide_of(b.start), wide_of(b.end)};
        const double expected = (double)brute_segments(p, q);
        CHECK_NEAR(c.distance, expected, 1e-9);
        CHECK(c.least <= expected + 1e-15 && snw_vec3_is_finite(c.normal));
        CHECK_NEAR(snw_vec3_distance(c.a, c.b), c.distance, 1e-14);
    }
}

// --- kinds of plugins ----------------------------------------------------------------------------

// The same shape by another type, of which nothing is known but its functions.
typedef struct stranger {
    snw_type type;
    snw_child shape;
    made solid;
} stranger;

static void make_stranger(stranger *s, const snw_child *shape) {
    s->type = *shape->type;
    s->shape = (snw_child){&s->type, shape->block};
    make_solid(&s->solid, &s->type, shape->block);
}

// spec: actin-control:PD-15
static void formulas_and_the_search_by_support_points_agree(void) {
    static const sample_kind pairs[14][2] = {
        {SAMPLE_SPHERE, SAMPLE_SPHERE},       {SAMPLE_CAPSULE, SAMPLE_SPHERE},
        {SAMPLE_CAPSULE, SAMPLE_CAPSULE},     {SAMPLE_BOX, SAMPLE_SPHERE},
        {SAMPLE_BOX, SAMPLE_CAPSULE},         {SAMPLE_LOZENGE, SAMPLE_SPHERE},
        {SAMPLE_LOZENGE, SAMPLE_CAPSULE},     {SAMPLE_LOZENGE, SAMPLE_LOZENGE},
        {SAMPLE_CYLINDER, SAMPLE_SPHERE},     {SAMPLE_CYLINDER, SAMPLE_CAPSULE},
        {SAMPLE_CYLINDER, SAMPLE_HALF_SPACE}, {SAMPLE_CONE, SAMPLE_SPHERE},
        {SAMPLE_CONE, SAMPLE_CAPSULE},        {SAMPLE_CONE, SAMPLE_HALF_SPACE}};
    int shallow = 0, deep = 0, wide_ones = 0;
    CHECK_CASES(14 * check_scaled(10000)) {
        sample_solid A, B;
        sample_of_kind(&A, pairs[check_case % 14][0]);
        sample_of_kind(&B, pairs[check_case % 14][1]);
        const snw_pose T_A = sample_pose(0.3);
        snw_pose T_B = sample_pose(0.3);
        // moved until they meet a little, and some of them more
        const double depth = check_int(0, 9) == 0 ? 0.2 : check_real(0, 0.005);
        const snw_closest before = ask_solids(&A.solid, T_A, &B.solid, T_B);
        T_B.p = snw_vec3_add_scaled(T_B.p, before.normal, before.distance + depth);
        const snw_closest c = ask_solids(&A.solid, T_A, &B.solid, T_B);
        CHECK_NEAR(c.distance, -depth, depth < 0.1 ? 1e-9 : (double)INFINITY);
        CHECK_NEAR(snw_vec3_dot(c.normal, snw_vec3_sub(c.a, c.b)), c.distance, 1e-10);
        CHECK(c.least <= c.distance);
        if (depth > 0.1 && c.distance > 0) continue; // through it, to the other side
        bool of_A = false, of_B = false;
        const snw_vec3 in = snw_vec3_scale(c.normal, 1e-7);
        const snw_vec3 a = snw_pose_apply_inverse(T_A, snw_vec3_add(c.a, in));
        const snw_vec3 b = snw_pose_apply_inverse(T_B, snw_vec3_sub(c.b, in));
        CHECK(snw_shape_contains(&A.shape, a, &of_A) == SNW_OK);
        CHECK(snw_shape_contains(&B.shape, b, &of_B) == SNW_OK);
        shallow += depth < 0.1;
        deep += depth > 0.1;
        // half spaces have no support points to search by; test_distance.c has their own judge
        if (B.kind == SAMPLE_HALF_SPACE || check_case % 4 != 0) continue;
        stranger X, Y;
        make_stranger(&X, &A.shape);
        make_stranger(&Y, &B.shape);
        const snw_closest s = ask_solids(&X.solid.solid, T_A, &Y.solid.solid, T_B);
        // its bracket is wide where its polytope was full
        const bool full = s.distance - s.least > 1e-6;
        wide_ones += full && depth < 0.1;
        if (!full) CHECK_NEAR(s.distance, c.distance, 1e-6);
        CHECK(s.least <= c.distance + 1e-9 && c.least <= s.distance + 1e-9);
        free(X.solid.memory);
        free(Y.solid.memory);
    }
    CHECK(wide_ones <= shallow / 1000);
    CHECK(shallow > 12 * check_scaled(9000) && deep > check_scaled(5000));
}

// A kind that is not convex becomes a surface, as fine as its mesh form.
static void a_kind_that_is_not_convex(void) {
    snw_sphere first = {{-0.1, 0, 0}, 0.15}, second = {{0.1, 0, 0}, 0.15};
    snw_union_of both = {{&snw_sphere_type, &first}, {&snw_sphere_type, &second}};
    const snw_child shape = {&snw_union_of_type, &both};
    stranger X;
    made U;
    make_stranger(&X, &shape);
    make_solid(&U, &snw_union_of_type, &both);
    CHECK_CASES(check_scaled(500)) {
        sample_solid B;
        sample_of_kind(&B, (sample_kind)check_int(0, SAMPLE_KINDS - 1));
        const snw_pose T = sample_pose(0.6);
        const snw_closest c = ask_solids(&X.solid.solid, snw_pose_identity(), &B.solid, T);
        const snw_closest u = ask_solids(&U.solid, snw_pose_identity(), &B.solid, T);
        if (u.distance > 0.02) CHECK_NEAR(c.distance, u.distance, 0.01);
        if (u.distance < -0.02) CHECK(c.state == SNW_PENETRATING);
    }
    free(X.solid.memory);
    free(U.memory);
}

int main(void) {
    RUN(balls);
    RUN(capsules);
    RUN(lozenges);
    RUN(tetrahedra);
    RUN(thin_pieces);
    RUN(a_million_pairs_of_segments);
    RUN(formulas_and_the_search_by_support_points_agree);
    RUN(a_kind_that_is_not_convex);
    return check_report();
}
