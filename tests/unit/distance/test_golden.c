// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Pairs whose answer can be found with a pencil, and the corrected numbers of the guide.

#include "sample_solids.h"

// a solid of any block, in memory of its own
typedef struct made {
    snw_solid solid;
    _Alignas(SNW_ARENA_ALIGN) unsigned char memory[8192];
} made;

static const snw_solid *make(made *m, const snw_type *type, void *block) {
    snw_arena arena = snw_arena_over(m->memory, sizeof m->memory);
    const snw_child shape = {type, block};
    CHECK(snw_solid_init(&m->solid, &shape, &arena, NULL) == SNW_OK);
    return &m->solid;
}

// the answer, after both orders were seen to mirror each other
static snw_closest ask(const snw_type *type_a, void *a, const snw_type *type_b, void *b) {
    made A, B;
    snw_distance_query query = snw_distance_defaults(make(&A, type_a, a), make(&B, type_b, b));
    snw_closest c, turned;
    CHECK(snw_distance(&query, &c) == SNW_OK);
    query.first = &B.solid;
    query.second = &A.solid;
    CHECK(snw_distance(&query, &turned) == SNW_OK);
    CHECK(turned.distance == c.distance && turned.least == c.least);
    CHECK(snw_vec3_near(turned.a, c.b, 0) && snw_vec3_near(turned.b, c.a, 0));
    CHECK(snw_vec3_near(turned.normal, snw_vec3_neg(c.normal), 0));
    return c;
}

static double gap_of(const snw_type *type_a, void *a, const snw_type *type_b, void *b) {
    const snw_closest c = ask(type_a, a, type_b, b);
    // what every answer has: the points are that far apart, along the normal
    CHECK_NEAR(snw_vec3_norm(c.normal), 1, 1e-12);
    CHECK_NEAR(snw_vec3_dot(c.normal, snw_vec3_sub(c.a, c.b)), c.distance, 1e-12);
    CHECK(c.least <= c.distance && c.least >= c.distance - 1e-9);
    return c.distance;
}

#define BALL(x, y, z, r)                                                                           \
    &snw_sphere_type, &(snw_sphere) {                                                              \
        {(x), (y), (z)}, (r)                                                                       \
    }
#define CAPSULE(ax, ay, az, bx, by, bz, r)                                                         \
    &snw_capsule_type, &(snw_capsule) {                                                            \
        {(ax), (ay), (az)}, {(bx), (by), (bz)}, (r)                                                \
    }
#define SEGMENT(ax, ay, az, bx, by, bz)                                                            \
    &snw_segment_type, &(snw_segment) {                                                            \
        {(ax), (ay), (az)}, {                                                                      \
            (bx), (by), (bz)                                                                       \
        }                                                                                          \
    }
#define CUBE                                                                                       \
    &snw_box_type, &(snw_box) {                                                                    \
        SNW_POSE_AT(0, 0, 0), {                                                                    \
            1, 1, 1                                                                                \
        }                                                                                          \
    }
#define LOZENGE(z)                                                                                 \
    &snw_lozenge_type, &(snw_lozenge) {                                                            \
        {0, 0, (z)}, {2, 0, 0}, {0, 1, 0}, 0.25                                                    \
    }
#define ROD                                                                                        \
    &snw_cylinder_type, &(snw_cylinder) {                                                          \
        {0, 0, 0}, {0, 0, 2}, 1                                                                    \
    }
#define FRUSTUM                                                                                    \
    &snw_cone_type, &(snw_cone) {                                                                  \
        {0, 0, 0}, {0, 0, 2}, 1.5, 0.5                                                             \
    }
#define BELOW(z)                                                                                   \
    &snw_half_space_type, &(snw_half_space) {                                                      \
        {0, 0, (z)}, {                                                                             \
            0, 0, 1                                                                                \
        }                                                                                          \
    }

// spec: actin-control:PD-01
static void two_balls(void) {
    const snw_closest c = ask(BALL(0, 0, 0, 1), BALL(1.5, 0, 0, 1));
    CHECK_NEAR(c.distance, -0.5, 1e-15);
    CHECK(snw_vec3_near(c.a, snw_vec3_of(1, 0, 0), 1e-15));
    CHECK(snw_vec3_near(c.b, snw_vec3_of(0.5, 0, 0), 1e-15));
    CHECK(snw_vec3_near(c.normal, snw_vec3_of(-1, 0, 0), 1e-15));
    CHECK(c.state == SNW_PENETRATING);
    // where the centres are one, every way out is as long
    CHECK_NEAR(gap_of(BALL(1, 2, 3, 0.5), BALL(1, 2, 3, 0.25)), -0.75, 1e-15);
    CHECK(ask(BALL(0, 0, 0, 1), BALL(2, 0, 0, 1)).state == SNW_TOUCHING);
    CHECK(ask(BALL(0, 0, 0, 1), BALL(2.001, 0, 0, 1)).state == SNW_SEPARATE);
}

// spec: actin-control:PD-02
static void a_capsule_and_a_ball(void) {
    const snw_closest c = ask(CAPSULE(0, 0, 0, 2, 0, 0, 0.5), BALL(1, 0.8, 0, 0.5));
    CHECK_NEAR(c.distance, -0.2, 1e-15);
    CHECK(snw_vec3_near(c.a, snw_vec3_of(1, 0.5, 0), 1e-15));
    CHECK(snw_vec3_near(c.b, snw_vec3_of(1, 0.3, 0), 1e-15));
}

// spec: actin-control:PD-03
static void two_capsules(void) {
    const snw_closest c = ask(CAPSULE(-1, 0, 0, 1, 0, 0, 0.5), CAPSULE(0, -1, 0.7, 0, 1, 0.7, 0.4));
    CHECK_NEAR(c.distance, -0.2, 1e-15);
    CHECK(snw_vec3_near(c.a, snw_vec3_of(0, 0, 0.5), 1e-15));
    CHECK(snw_vec3_near(c.b, snw_vec3_of(0, 0, 0.3), 1e-15));
    // parallel, side by side: the middle of what they share
    const snw_closest side = ask(CAPSULE(-1, 0, 0, 1, 0, 0, 0.5), CAPSULE(0, 2, 0, 3, 2, 0, 0.5));
    CHECK_NEAR(side.distance, 1, 1e-15);
    CHECK(snw_vec3_near(side.a, snw_vec3_of(0.5, 0.5, 0), 1e-15));
    // parallel, past each other; on one line, apart and within
    CHECK_NEAR(gap_of(CAPSULE(-1, 0, 0, 1, 0, 0, 0.5), CAPSULE(4, 4, 0, 6, 4, 0, 0.5)), 4, 1e-15);
    CHECK_NEAR(gap_of(CAPSULE(-1, 0, 0, 1, 0, 0, 0.5), CAPSULE(3, 0, 0, 6, 0, 0, 0.5)), 1, 1e-15);
    CHECK_NEAR(gap_of(CAPSULE(-1, 0, 0, 1, 0, 0, 0.5), CAPSULE(0, 0, 0, 6, 0, 0, 0.5)), -1, 1e-15);
    // axes that cross
    CHECK_NEAR(gap_of(CAPSULE(-1, 0, 0, 1, 0, 0, 0.5), CAPSULE(0, -1, 0, 0, 1, 0, 0.4)), -0.9,
               1e-14);
}

// spec: actin-control:PD-04
static void a_box_and_a_ball(void) {
    CHECK_NEAR(gap_of(CUBE, BALL(1.3, 0, 0, 0.5)), -0.2, 1e-15);
    CHECK_NEAR(gap_of(CUBE, BALL(1.3, 1.4, 1, 0.6)), -0.1, 1e-15);
    // the centre is inside: out by the nearest face
    CHECK_NEAR(gap_of(CUBE, BALL(0.7, 0.2, -0.1, 0.5)), -0.8, 1e-14);
}

// spec: actin-control:PD-05
static void a_box_and_a_capsule(void) {
    CHECK_NEAR(gap_of(CUBE, CAPSULE(-0.5, 0, 1.2, 0.5, 0, 1.2, 0.3)), -0.1, 1e-15);
    // an axis through the box, 0.1 below its top
    CHECK_NEAR(gap_of(CUBE, CAPSULE(-3, 0, 0.9, 3, 0, 0.9, 0.3)), -0.4, 1e-14);
    // and one through an edge: out along the diagonal
    CHECK_NEAR(gap_of(CUBE, CAPSULE(0.9, -3, 0.9, 0.9, 3, 0.9, 0.3)), -0.4, 1e-14);
    const double d = sqrt(0.5);
    CHECK_NEAR(gap_of(CUBE, CAPSULE(2.9, 0, -1, -1.1, 0, 3, 0.2)), -(2 * d - 1.9 * d) - 0.2, 1e-14);
}

// spec: actin-control:PD-06
static void a_lozenge_and_a_ball(void) {
    CHECK_NEAR(gap_of(LOZENGE(0), BALL(1, 0.5, 0.6, 0.5)), -0.15, 1e-15);
    CHECK_NEAR(gap_of(LOZENGE(0), BALL(1, 0.5, 0, 0.5)), -0.75, 1e-14);
}

// spec: actin-control:PD-07
static void a_lozenge_and_a_capsule(void) {
    CHECK_NEAR(gap_of(LOZENGE(0), CAPSULE(0.5, 0.5, 0.6, 1.5, 0.5, 0.9, 0.4)), -0.05, 1e-15);
}

// spec: actin-control:PD-08
static void two_lozenges(void) {
    CHECK_NEAR(gap_of(LOZENGE(0), LOZENGE(0.4)), -0.1, 1e-14);
}

// spec: actin-control:PD-09
static void a_cylinder_and_a_ball(void) {
    CHECK_NEAR(gap_of(ROD, BALL(1.3, 0, 1, 0.5)), -0.2, 1e-12);
    CHECK_NEAR(gap_of(ROD, BALL(0.5, 0, 2.3, 0.5)), -0.2, 1e-12);
    CHECK_NEAR(gap_of(ROD, BALL(1.3, 0, 2.4, 0.6)), -0.1, 1e-12);
}

// spec: actin-control:PD-10
static void a_cylinder_and_a_capsule(void) {
    CHECK_NEAR(gap_of(ROD, CAPSULE(1.2, -1, 1, 1.2, 1, 1, 0.3)), -0.1, 1e-12);
    CHECK_NEAR(gap_of(ROD, CAPSULE(-0.5, 0, 2.2, 0.5, 0, 2.2, 0.3)), -0.1, 1e-12);
    CHECK_NEAR(gap_of(ROD, SEGMENT(1.4, -0.6, 2.5, 0.3, 1.3, 2.2)), 0.265864255210, 1e-11);
}

// spec: actin-control:PD-11
static void a_cylinder_and_a_half_space(void) {
    const snw_closest c =
        ask(&snw_cylinder_type, &(snw_cylinder){{0, 0, 0.5}, {1, 0, 1.5}, 0.5}, BELOW(0.3));
    CHECK_NEAR(c.distance, -0.153553391, 1e-9);
    CHECK(snw_vec3_near(c.a, snw_vec3_of(0.353553391, 0, 0.146446609), 1e-9));
    // its side lies flat: the middle of the line that touches
    const snw_closest flat =
        ask(&snw_cylinder_type, &(snw_cylinder){{0, 0, 1}, {2, 0, 1}, 0.5}, BELOW(0.3));
    CHECK_NEAR(flat.distance, 0.2, 1e-15);
    CHECK(snw_vec3_near(flat.a, snw_vec3_of(1, 0, 0.5), 1e-15));
}

// spec: actin-control:PD-12
static void a_cone_and_a_ball(void) {
    CHECK_NEAR(gap_of(FRUSTUM, BALL(2, 0, 1, 1)), -0.105572809, 1e-9);
}

// spec: actin-control:PD-13
static void a_cone_and_a_capsule(void) {
    CHECK_NEAR(gap_of(FRUSTUM, CAPSULE(2, -1, 1, 2, 1, 1, 1)), -0.105572809, 1e-9);
    CHECK_NEAR(gap_of(FRUSTUM, SEGMENT(2.2, -0.5, 0.2, 1.2, 1.5, 1.8)), 0.662491322127, 1e-11);
}

// spec: actin-control:PD-14
static void a_cone_and_a_half_space(void) {
    const snw_closest c =
        ask(&snw_cone_type, &(snw_cone){{0, 0, 1}, {2, 0, 1}, 1.2, 0.4}, BELOW(0));
    CHECK_NEAR(c.distance, -0.2, 1e-12);
    CHECK(snw_vec3_near(c.a, snw_vec3_of(0, 0, -0.2), 1e-12));
}

static void planes_and_half_spaces(void) {
    const snw_closest apart =
        ask(BELOW(0), &snw_half_space_type, &(snw_half_space){{0, 0, 0.5}, {0, 0, -2}});
    CHECK_NEAR(apart.distance, 0.5, 1e-15);
    CHECK(snw_vec3_near(apart.normal, snw_vec3_of(0, 0, -1), 1e-15));
    CHECK(ask(BELOW(0), BELOW(1)).distance == -(double)INFINITY);
    CHECK(ask(BELOW(0), &snw_half_space_type, &(snw_half_space){{0, 0, 3}, {1, 0, -2}}).distance ==
          -(double)INFINITY);
    CHECK_NEAR(ask(&snw_plane_type, &(snw_plane){{0, 0, 1}, {0, 0, 1}}, &snw_plane_type,
                   &(snw_plane){{5, 0, 3}, {0, 0, -1}})
                   .distance,
               2, 1e-15);
    // a plane has no inside: the short way out counts
    CHECK_NEAR(gap_of(BALL(0, 0, 0.2, 0.5), &snw_plane_type, &(snw_plane){{0, 0, 0}, {0, 0, 1}}),
               -0.3, 1e-15);
    CHECK_NEAR(gap_of(BALL(0, 0, -0.2, 0.5), &snw_plane_type, &(snw_plane){{0, 0, 0}, {0, 0, 1}}),
               -0.3, 1e-15);
}

static void a_union_answers_with_its_nearest_part(void) {
    snw_sphere near_ball = {{2, 0, 0}, 0.5}, far_ball = {{9, 0, 0}, 0.5};
    snw_union_of both = {{&snw_sphere_type, &far_ball}, {&snw_sphere_type, &near_ball}};
    const snw_closest c = ask(CUBE, &snw_union_of_type, &both);
    CHECK_NEAR(c.distance, 0.5, 1e-15);
    CHECK(snw_vec3_near(c.b, snw_vec3_of(1.5, 0, 0), 1e-15));
    CHECK(c.least <= c.distance && c.least > 0.5 - 1e-12);
}

static void beyond_a_bound_only_the_bound_is_found(void) {
    made A, B;
    snw_distance_query query = snw_distance_defaults(make(&A, BALL(0, 0, 0, 1)), make(&B, CUBE));
    query.T_first.p = snw_vec3_of(10, 0, 0);
    query.below = 1;
    snw_closest c;
    CHECK(snw_distance(&query, &c) == SNW_OK);
    CHECK(c.distance == (double)INFINITY && c.state == SNW_SEPARATE);
    CHECK(c.least >= 1 && c.least <= 8);
    query.below = 20;
    CHECK(snw_distance(&query, &c) == SNW_OK);
    CHECK_NEAR(c.distance, 8, 1e-14);
}

static void what_is_not_finite_is_refused_and_changes_nothing(void) {
    made A, B;
    const snw_distance_query good =
        snw_distance_defaults(make(&A, BALL(0, 0, 0, 1)), make(&B, CUBE));
    snw_closest before, c;
    CHECK(snw_distance(&good, &before) == SNW_OK);
    for (int i = 0; i < 25; i++) {
        snw_distance_query bad = good;
        const double wrong = i % 2 == 0 ? (double)NAN : (double)INFINITY;
        if (i < 12)
            ((double *)&bad.T_first)[i] = wrong;
        else if (i < 24)
            ((double *)&bad.T_second)[i - 12] = wrong;
        else
            bad.below = (double)NAN;
        c = before;
        CHECK(snw_distance(&bad, &c) == SNW_ERR_NOT_FINITE);
        CHECK(memcmp(&c, &before, sizeof c) == 0);
    }
}

static void what_cannot_be_a_solid_is_refused_with_its_reason(void) {
    _Alignas(SNW_ARENA_ALIGN) unsigned char memory[4096];
    snw_tetrahedron flat = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
    snw_vec3 in_plane[5] = {{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {0.5, 0.5, 1 + 1e-12}};
    snw_vec3 on_line[4] = {{0, 0, 0}, {1, 2, 3}, {2, 4, 6}, {-1, -2, -3}};
    snw_hull plate = {.points = in_plane, .point_count = 5};
    snw_hull needle = {.points = on_line, .point_count = 4};
    snw_sphere ball = {{0, 0, 0}, 1};
    snw_union_of nested = {{&snw_sphere_type, &ball}, {&snw_tetrahedron_type, &flat}};
    snw_triangle line = {{0, 0, 0}, {1, 1, 0}, {2, 2, 0}};
    snw_union_of empty = {0};
    snw_half_space first = {{0, 0, 0}, {0, 0, 1}}, second = {{0, 0, 0}, {0, 0, -1}};
    snw_intersection_of slab = {{&snw_half_space_type, &first}, {&snw_half_space_type, &second}};
    const struct {
        snw_child shape;
        snw_status status;
        const char *rule, *text;
    } cases[] = {
        {{&snw_tetrahedron_type, &flat}, SNW_ERR_RANGE, "solid-flat", "the shape has no volume"},
        {{&snw_hull_type, &plate}, SNW_ERR_RANGE, "solid-flat", "the shape has no volume"},
        {{&snw_hull_type, &needle}, SNW_ERR_RANGE, "solid-flat", "the shape has no volume"},
        {{&snw_union_of_type, &nested}, SNW_ERR_RANGE, "solid-flat", "the shape has no volume"},
        {{&snw_triangle_type, &line}, SNW_ERR_RANGE, "", "the edges lie on a line"},
        {{&snw_union_of_type, &empty}, SNW_ERR_RANGE, "solid-empty", "the shape has no points"},
        {{&snw_intersection_of_type, &slab},
         SNW_ERR_UNSUPPORTED,
         "solid-kind",
         "the intersection has no bounds"},
    };
    for (int i = 0; i < 7; i++) {
        snw_arena arena = snw_arena_over(memory, sizeof memory);
        snw_solid solid;
        snw_why why = {0};
        const snw_status status = snw_solid_init(&solid, &cases[i].shape, &arena, &why);
        CHECK(status == cases[i].status);
        CHECK_TEXT(why.rule, cases[i].rule);
        CHECK_TEXT(why.text, cases[i].text);
    }
}

static void an_arena_of_the_measured_size_is_enough_and_no_smaller_one(void) {
    CHECK_CASES(200) {
        sample_solid s;
        sample_any(&s);
        snw_arena measure = {0};
        snw_solid solid;
        CHECK(snw_solid_init(&solid, &s.shape, &measure, NULL) == SNW_ERR_MEMORY);
        CHECK(measure.needed > 0 && measure.needed <= sizeof s.memory);
        unsigned char *block = aligned_alloc(SNW_ARENA_ALIGN, (measure.needed + 63) / 64 * 64);
        for (size_t capacity = 0; capacity <= measure.needed; capacity += 8) {
            snw_arena arena = snw_arena_over(block, capacity);
            const snw_status status = snw_solid_init(&solid, &s.shape, &arena, NULL);
            CHECK(status == (capacity >= measure.needed ? SNW_OK : SNW_ERR_MEMORY));
        }
        free(block);
    }
}

int main(void) {
    RUN(two_balls);
    RUN(a_capsule_and_a_ball);
    RUN(two_capsules);
    RUN(a_box_and_a_ball);
    RUN(a_box_and_a_capsule);
    RUN(a_lozenge_and_a_ball);
    RUN(a_lozenge_and_a_capsule);
    RUN(two_lozenges);
    RUN(a_cylinder_and_a_ball);
    RUN(a_cylinder_and_a_capsule);
    RUN(a_cylinder_and_a_half_space);
    RUN(a_cone_and_a_ball);
    RUN(a_cone_and_a_capsule);
    RUN(a_cone_and_a_half_space);
    RUN(planes_and_half_spaces);
    RUN(a_union_answers_with_its_nearest_part);
    RUN(beyond_a_bound_only_the_bound_is_found);
    RUN(what_is_not_finite_is_refused_and_changes_nothing);
    RUN(what_cannot_be_a_solid_is_refused_with_its_reason);
    RUN(an_arena_of_the_measured_size_is_enough_and_no_smaller_one);
    return check_report();
}
