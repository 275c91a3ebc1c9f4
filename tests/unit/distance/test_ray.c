// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Segments against solids: the numbers of the guide, and a second method for random ones.

#include "sample_solids.h"

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

static snw_segment from_to(double x0, double y0, double z0, double x1, double y1, double z1) {
    return (snw_segment){{x0, y0, z0}, {x1, y1, z1}};
}

// where it enters; -1 for nowhere
static double enters(const snw_solid *solid, snw_segment segment) {
    snw_ray_hit hit;
    return snw_ray(solid, snw_pose_identity(), &segment, &hit) ? hit.t : -1;
}

static void ends_of_the_way(const snw_solid *solid, snw_segment segment, double t, snw_vec3 point,
                            snw_vec3 normal) {
    snw_ray_hit hit;
    CHECK(snw_ray(solid, snw_pose_identity(), &segment, &hit));
    CHECK_NEAR(hit.t, t, 1e-12);
    CHECK(snw_vec3_near(hit.point, point, 1e-12));
    CHECK(snw_vec3_near(hit.normal, normal, 1e-12));
    CHECK(!hit.inside);
}

// spec: actin-control:LS-01
static void a_ball(void) {
    made m;
    const snw_solid *ball = make(&m, &snw_sphere_type, &(snw_sphere){{0, 0, 0}, 1});
    ends_of_the_way(ball, from_to(-2, 0, 0, 2, 0, 0), 0.25, snw_vec3_of(-1, 0, 0),
                    snw_vec3_of(-1, 0, 0));
    CHECK_NEAR(enters(ball, from_to(-2, 1, 0, 2, 1, 0)), 0.5, 1e-7);
    CHECK(enters(ball, from_to(-2, 1 + 1e-9, 0, 2, 1 + 1e-9, 0)) < 0);
    CHECK(enters(ball, from_to(-2, 0, 0, -1.001, 0, 0)) < 0);
    CHECK(enters(ball, from_to(2, 0, 0, 3, 0, 0)) < 0);
}

// spec: actin-control:LS-02
static void a_cylinder_with_its_caps(void) {
    made m;
    const snw_solid *rod = make(&m, &snw_cylinder_type, &(snw_cylinder){{0, 0, 0}, {0, 0, 2}, 1});
    ends_of_the_way(rod, from_to(-2, 0, 1, 2, 0, 1), 0.25, snw_vec3_of(-1, 0, 1),
                    snw_vec3_of(-1, 0, 0));
    ends_of_the_way(rod, from_to(0.5, 0, 3, 0.5, 0, -1), 0.25, snw_vec3_of(0.5, 0, 2),
                    snw_vec3_of(0, 0, 1));
    CHECK_NEAR(enters(rod, from_to(0.5, 0, -1, 0.5, 0, 3)), 0.25, 1e-15);
    CHECK(enters(rod, from_to(1.5, 0, 3, 1.5, 0, -1)) < 0);
    CHECK(enters(rod, from_to(-2, 0, 2.5, 2, 0, 2.5)) < 0);
}

// spec: actin-control:LS-03
static void a_capsule(void) {
    made m;
    const snw_solid *rod = make(&m, &snw_capsule_type, &(snw_capsule){{0, 0, 0}, {0, 0, 2}, 1});
    ends_of_the_way(rod, from_to(0, 0, 5, 0, 0, -5), 0.2, snw_vec3_of(0, 0, 3),
                    snw_vec3_of(0, 0, 1));
    CHECK_NEAR(enters(rod, from_to(-2, 0, 1, 2, 0, 1)), 0.25, 1e-15);
}

// spec: actin-control:LS-04
static void an_ellipsoid_in_any_frame(void) {
    made m;
    const snw_solid *egg =
        make(&m, &snw_ellipsoid_type, &(snw_ellipsoid){SNW_POSE_AT(0, 0, 0), {2, 1, 0.5}});
    ends_of_the_way(egg, from_to(-4, 0, 0, 4, 0, 0), 0.25, snw_vec3_of(-2, 0, 0),
                    snw_vec3_of(-1, 0, 0));
    // turned by a quarter about z its short axis lies along x
    const snw_pose turned = snw_pose_rotation(snw_mat3_rot_z(snw_radians(90)));
    const snw_segment along = from_to(-4, 0, 0, 4, 0, 0);
    snw_ray_hit hit;
    CHECK(snw_ray(egg, turned, &along, &hit));
    CHECK_NEAR(hit.t, 0.375, 1e-15);
}

// spec: actin-control:LS-05
static void a_tetrahedron(void) {
    made m;
    const snw_solid *corner = make(&m, &snw_tetrahedron_type,
                                   &(snw_tetrahedron){{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    ends_of_the_way(corner, from_to(0.2, 0.2, -1, 0.2, 0.2, 1), 0.5, snw_vec3_of(0.2, 0.2, 0),
                    snw_vec3_of(0, 0, -1));
    CHECK(enters(corner, from_to(0.6, 0.6, -1, 0.6, 0.6, 1)) < 0);
}

// spec: actin-control:LS-06
static void a_half_space(void) {
    made m;
    const snw_solid *below =
        make(&m, &snw_half_space_type, &(snw_half_space){{0, 0, 0}, {0, 0, 2}});
    ends_of_the_way(below, from_to(0, 0, 1, 0, 0, -3), 0.25, snw_vec3_of(0, 0, 0),
                    snw_vec3_of(0, 0, 1));
    CHECK(enters(below, from_to(-1, 0, 1, 1, 0, 1)) < 0);
}

// spec: actin-control:LS-07
static void a_box(void) {
    made m;
    const snw_solid *box = make(&m, &snw_box_type, &(snw_box){SNW_POSE_AT(0, 0, 0), {1, 2, 3}});
    ends_of_the_way(box, from_to(-4, 1, 0.5, 3, 0.2, -0.7), 3.0 / 7,
                    snw_vec3_of(-1, 1 - 0.8 * 3 / 7, 0.5 - 1.2 * 3 / 7), snw_vec3_of(-1, 0, 0));
    // along the axes: through, and past
    CHECK_NEAR(enters(box, from_to(0, 0, 9, 0, 0, -3)), 0.5, 1e-15);
    CHECK_NEAR(enters(box, from_to(0.5, -6, -1, 0.5, 2, -1)), 0.5, 1e-15);
    CHECK(enters(box, from_to(1.5, -6, -1, 1.5, 2, -1)) < 0);
}

// spec: actin-control:LS-08
static void a_frustum_and_not_its_mirror(void) {
    made m;
    const snw_solid *cone = make(&m, &snw_cone_type, &(snw_cone){{0, 0, 0}, {0, 0, 2}, 1.5, 0.5});
    CHECK_NEAR(enters(cone, from_to(-3, 0, 1, 3, 0, 1)), 1.0 / 3, 1e-15);
    // the mirrored cone begins at z 3
    CHECK(enters(cone, from_to(-3, 0, 4, 3, 0, 4)) < 0);
    CHECK_NEAR(enters(cone, from_to(0.2, 0, 4, 0.2, 0, 0)), 0.5, 1e-15);
    CHECK_NEAR(enters(cone, from_to(1.2, 0, -2, 1.2, 0, 2)), 0.5, 1e-15);
    // beside the small cap: the side is entered, where it is as wide
    CHECK_NEAR(enters(cone, from_to(1, 0, 4, 1, 0, 0)), 0.75, 1e-15);
    // parallel to the side, and inside of it
    CHECK_NEAR(enters(cone, from_to(1.2, 0, -0.2, 0, 0, 2.2)), 0.2 / 2.4, 1e-12);
}

// spec: actin-control:LS-09
static void a_lozenge(void) {
    made m;
    const snw_solid *slab =
        make(&m, &snw_lozenge_type, &(snw_lozenge){{0, 0, 0}, {2, 0, 0}, {0, 1, 0}, 0.5});
    CHECK_NEAR(enters(slab, from_to(1, 0.5, 3, 1, 0.5, -1)), 0.625, 1e-15);
    CHECK_NEAR(enters(slab, from_to(1, -2, 0, 1, 2, 0)), 0.375, 1e-15);
}

// spec: actin-control:LS-10
static void a_union(void) {
    made m;
    snw_sphere first = {{0, 0, 0}, 1}, second = {{3, 0, 0}, 1};
    snw_union_of both = {{&snw_sphere_type, &second}, {&snw_sphere_type, &first}};
    CHECK_NEAR(enters(make(&m, &snw_union_of_type, &both), from_to(-2, 0, 0, 5, 0, 0)), 1.0 / 7,
               1e-15);
}

// The second method: the distance from the point that moves along the segment is convex, so golden
// section finds where it is least, and bisection where it becomes 0.
static double distance_at(const sample_solid *s, snw_pose T, const snw_segment *way, double t) {
    made m;
    snw_vec3 at = snw_vec3_add_scaled(way->start, snw_vec3_sub(way->end, way->start), t);
    snw_distance_query q =
        snw_distance_defaults(make(&m, &snw_segment_type, &(snw_segment){at, at}), &s->solid);
    q.T_second = T;
    snw_closest c;
    CHECK(snw_distance(&q, &c) == SNW_OK);
    return c.distance;
}

static double nearest_part(const sample_solid *s, snw_pose T, const snw_segment *way) {
    double low = 0, high = 1;
    for (int i = 0; i < 60; i++) {
        const double third = (high - low) / 3;
        if (distance_at(s, T, way, low + third) < distance_at(s, T, way, high - third)) {
            high -= third;
        } else {
            low += third;
        }
    }
    return (low + high) / 2;
}

static double entry_by_bisection(const sample_solid *s, snw_pose T, const snw_segment *way,
                                 double inside) {
    double low = 0, high = inside;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (distance_at(s, T, way, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static void random_segments_enter_where_a_second_method_says(void) {
    int hits = 0, misses = 0, inside = 0;
    CHECK_CASES(check_scaled(20000)) {
        sample_solid s;
        sample_of_kind(&s, (sample_kind)check_int(0, SAMPLE_HALF_SPACE));
        const snw_pose T = sample_pose(0.3);
        const snw_vec3 aim = snw_pose_apply(T, sample_point(0.3));
        const snw_vec3 start = sample_point(1);
        const snw_segment way = {start, snw_vec3_add_scaled(start, snw_vec3_sub(aim, start), 1.7)};
        snw_ray_hit hit = {.t = 5};
        const bool told = snw_ray(&s.solid, T, &way, &hit);
        if (distance_at(&s, T, &way, 0) <= 0) {
            CHECK(told && hit.inside && hit.t == 0);
            inside++;
            continue;
        }
        const double nearest = nearest_part(&s, T, &way);
        const double depth = distance_at(&s, T, &way, nearest);
        if (depth > 1e-7) {
            CHECK(!told && hit.t == 5);
            misses++;
        } else if (depth < -1e-4) {
            CHECK(told && !hit.inside);
            CHECK_NEAR(hit.t, entry_by_bisection(&s, T, &way, nearest), 1e-8);
            CHECK_NEAR(snw_vec3_norm(hit.normal), 1, 1e-12);
            CHECK(snw_vec3_dot(hit.normal, snw_vec3_sub(way.end, way.start)) < 0);
            hits++;
        }
    }
    CHECK(hits > check_scaled(2000) && misses > check_scaled(2000) && inside > check_scaled(200));
}

static void what_is_not_finite_hits_nothing(void) {
    made m;
    const snw_solid *ball = make(&m, &snw_sphere_type, &(snw_sphere){{0, 0, 0}, 1});
    snw_ray_hit hit;
    for (int i = 0; i < 6; i++) {
        snw_segment way = from_to(-2, 0, 0, 2, 0, 0);
        (&way.start.x)[i] = i % 2 == 0 ? (double)NAN : (double)INFINITY;
        CHECK(!snw_ray(ball, snw_pose_identity(), &way, &hit));
    }
}

int main(void) {
    RUN(a_ball);
    RUN(a_cylinder_with_its_caps);
    RUN(a_capsule);
    RUN(an_ellipsoid_in_any_frame);
    RUN(a_tetrahedron);
    RUN(a_half_space);
    RUN(a_box);
    RUN(a_frustum_and_not_its_mirror);
    RUN(a_lozenge);
    RUN(a_union);
    RUN(random_segments_enter_where_a_second_method_says);
    RUN(what_is_not_finite_hits_nothing);
    return check_report();
}
