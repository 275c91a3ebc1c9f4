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

// --- by marching ---------------------------------------------------------------------------------

enum { MARCH = 96 };

static bool is_inside(const snw_child *shape, const snw_segment *way, double t) {
    const snw_vec3 at = snw_vec3_add_scaled(way->start, snw_vec3_sub(way->end, way->start), t);
    bool inside = false;
    CHECK(snw_shape_contains(shape, at, &inside) == SNW_OK);
    return inside;
}

// The first of many steps that is inside, and bisection from the one before: the part of the way;
// 2 for none.
static double entry_by_marching(const snw_child *shape, const snw_segment *way) {
    for (int i = 1; i <= MARCH; i++) {
        if (!is_inside(shape, way, (double)i / MARCH)) continue;
        double low = (double)(i - 1) / MARCH, high = (double)i / MARCH;
        for (int k = 0; k < 45; k++) {
            const double middle = (low + high) / 2;
            if (is_inside(shape, way, middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }
    return 2;
}

static sample_solid parts[2];

// The kinds of LS-01 to LS-11, in their order; the last two are of two balls that overlap.
static snw_child marched_shape(int row, snw_union_of *both, snw_intersection_of *shared) {
    static const sample_kind kinds[9] = {SAMPLE_SPHERE,    SAMPLE_CYLINDER,    SAMPLE_CAPSULE,
                                         SAMPLE_ELLIPSOID, SAMPLE_TETRAHEDRON, SAMPLE_HALF_SPACE,
                                         SAMPLE_BOX,       SAMPLE_CONE,        SAMPLE_LOZENGE};
    for (int i = 0; i < 2; i++) {
        sample_of_kind(&parts[i], row < 9 ? kinds[row] : SAMPLE_SPHERE);
        if (row < 9) continue;
        parts[i].block.sphere = (snw_sphere){{i == 0 ? -0.1 : 0.1, 0, 0}, check_real(0.15, 0.3)};
    }
    *both = (snw_union_of){parts[0].shape, parts[1].shape};
    *shared = (snw_intersection_of){parts[0].shape, parts[1].shape};
    return row < 9    ? parts[0].shape
           : row == 9 ? (snw_child){&snw_union_of_type, both}
                      : (snw_child){&snw_intersection_of_type, shared};
}

// Any segment, one along an axis of the world, or one that starts near the shape.
static snw_segment marched_segment(void) {
    snw_segment way = {sample_point(0.8), sample_point(0.8)};
    const int which = check_int(0, 3);
    if (which == 0) way.end = snw_vec3_of(way.end.x, way.start.y, way.start.z);
    if (which == 1) way.start = sample_point(0.2);
    return way;
}

// What both say; 1 for an entry, 2 for a start inside.
static int compare_with_marching(const snw_child *shape, const snw_solid *solid) {
    const snw_segment way = marched_segment();
    const double length = snw_vec3_distance(way.start, way.end), step = length / MARCH;
    snw_ray_hit hit = {.t = 3};
    const bool told = snw_ray(solid, snw_pose_identity(), &way, &hit);
    if (is_inside(shape, &way, 0)) {
        CHECK(told && hit.inside && hit.t == 0);
        return 2;
    }
    const double marched = entry_by_marching(shape, &way);
    if (marched <= 1) {
        // it may have stepped over a corner, but nothing enters later
        CHECK(told && hit.t <= marched + 1e-9 / fmax(length, 1e-3));
    }
    if (!told) return 0;
    // just behind the entry the segment is inside, or it only grazes: then not for a whole step
    const bool behind = is_inside(shape, &way, hit.t + 1e-7);
    if (marched < hit.t + 1.0 / MARCH) CHECK_NEAR(hit.t, marched, behind ? 1e-9 : 1e-4);
    const double later = hit.t + 1.0 / MARCH;
    CHECK(behind || later > 1 || step < 1e-6 || !is_inside(shape, &way, later) ||
          fabs(hit.t - marched) < 1e-4);
    return 1;
}

// 100,000 segments for each kind; intersections take long to compile, so there are few of them.
// spec: actin-control:LS-12
static void segments_enter_where_marching_does(void) {
    enum { ROWS = 11 };
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 20];
    const long segments = check_scaled(100000);
    CHECK_CASES(ROWS) {
        const int row = (int)check_case;
        const long each = row == ROWS - 1 ? segments / 4 : 50;
        long hits = 0, inside = 0;
        snw_union_of both;
        snw_intersection_of shared;
        snw_solid solid;
        snw_child shape = {NULL, NULL};
        for (long i = 0; i < segments; i++) {
            if (i % each == 0) {
                shape = marched_shape(row, &both, &shared);
                snw_arena arena = snw_arena_over(memory, sizeof memory);
                CHECK(snw_solid_init(&solid, &shape, &arena, NULL) == SNW_OK);
            }
            const int found = compare_with_marching(&shape, &solid);
            hits += found == 1;
            inside += found == 2;
        }
        CHECK(segments < 100000 || (hits > 2000 && inside > 200));
    }
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
    RUN(segments_enter_where_marching_does);
    RUN(what_is_not_finite_hits_nothing);
    return check_report();
}
