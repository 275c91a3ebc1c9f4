// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Segments against discs, cylinders, frustums and ellipsoids: the corrected number of the guide,
// and a search of the convex function of the segment's points by thirds.

#include "referee.h"

// the distance of a point from a disc about the origin across z
static long double point_disc(real3 p, real radius) {
    const real across = hypotl(p.x, p.y), out = fmaxl(0, across - radius);
    return hypotl(out, p.z);
}

static real3 along(snw_segment way, real t) {
    const real3 start = real_of(way.start), end = real_of(way.end);
    return real_add(start, real_add(end, start, -1), t);
}

static real thirds(real (*distance)(const void *, real3), const void *body, snw_segment way) {
    real low = 0, high = 1;
    for (int i = 0; i < 90; i++) {
        const real third = (high - low) / 3;
        if (distance(body, along(way, low + third)) < distance(body, along(way, high - third))) {
            high -= third;
        } else {
            low += third;
        }
    }
    return distance(body, along(way, (low + high) / 2));
}

static real from_disc(const void *body, real3 p) {
    return point_disc(p, *(const double *)body);
}

// two discs and the side between them, from the parameters of the shape
static real from_cone(const void *body, real3 p) {
    const snw_cone *c = body;
    const real3 axis = real_add(real_of(c->end), real_of(c->start), -1);
    const real3 w = real_add(p, real_of(c->start), -1);
    const real length = sqrtl(real_dot(axis, axis)), z = real_dot(w, axis) / length;
    const real across = sqrtl(fmaxl(0, real_dot(w, w) - z * z));
    const real r0 = c->start_radius, r1 = c->end_radius, wide = r0 + (r1 - r0) * z / length;
    if (z >= 0 && z <= length && across <= wide) return 0;
    const real low = hypotl(fmaxl(0, across - r0), z);
    const real high = hypotl(fmaxl(0, across - r1), z - length);
    const real slope = hypotl(r1 - r0, length);
    const real t = ((across - r0) * (r1 - r0) + z * length) / (slope * slope);
    const real part = fminl(1, fmaxl(0, t));
    const real side = hypotl(across - (r0 + part * (r1 - r0)), z - part * length);
    return fminl(side, fminl(low, high));
}

// spec: actin-control:PD-16
static void segments_and_discs_cylinders_and_frustums(void) {
    const snw_segment skew = {{2, -1, 1}, {0.6, 1.6, 0.1}};
    snw_closest c;
    snw_segment_disc(&skew, 1, &c);
    CHECK_NEAR(c.distance, 0.472883638892, 1e-12);
    CHECK(c.least <= c.distance && c.least >= c.distance - 1e-12);
    CHECK_NEAR(snw_vec3_distance(c.a, c.b), c.distance, 1e-15);
    CHECK_CASES(check_scaled(30000)) {
        const snw_segment way = {sample_point(2), sample_point(2)};
        const double radius = check_real(0.1, 1.5);
        snw_segment_disc(&way, radius, &c);
        const double expected = (double)thirds(from_disc, &radius, way);
        CHECK_NEAR(c.distance, expected, 1e-9);
        CHECK(c.distance <= expected + 1e-12 && c.least <= expected + 1e-12);
        CHECK_NEAR(c.b.z, 0, c.state == SNW_TOUCHING ? 1e-9 : 0);
        CHECK(hypot(c.b.x, c.b.y) <= radius + 1e-12);
    }
    int apart = 0;
    CHECK_CASES(check_scaled(70000)) {
        sample_solid A, B;
        sample_of_kind(&A, SAMPLE_SEGMENT);
        sample_of_kind(&B, check_case % 2 == 0 ? SAMPLE_CYLINDER : SAMPLE_CONE);
        const snw_segment way = A.block.segment;
        snw_cone cone = B.block.cone;
        if (B.kind == SAMPLE_CYLINDER) {
            const snw_cylinder *d = &B.block.cylinder;
            cone = (snw_cone){d->start, d->end, d->radius, d->radius};
        }
        const snw_distance_query q = snw_distance_defaults(&A.solid, &B.solid);
        CHECK(snw_distance(&q, &c) == SNW_OK);
        const double expected = (double)thirds(from_cone, &cone, way);
        if (expected < 1e-9) continue;
        CHECK_NEAR(c.distance, expected, 1e-9);
        CHECK(c.distance <= expected + 1e-12 && c.least <= expected + 1e-12);
        CHECK(c.least >= expected - 1e-9);
        apart++;
    }
    CHECK(apart > check_scaled(10000));
}

static void needles_and_plates(void) {
    snw_closest c;
    CHECK_CASES(check_scaled(20000)) {
        // radii and lengths that differ by up to a million
        sample_solid A;
        memset(&A, 0, sizeof A);
        A.kind = SAMPLE_ELLIPSOID;
        const snw_vec3 half = {pow(10, check_real(-6, 0)), pow(10, check_real(-6, 0)),
                               pow(10, check_real(-6, 0))};
        A.block.ellipsoid = (snw_ellipsoid){sample_pose(0.1), half};
        A.shape = (snw_child){&snw_ellipsoid_type, &A.block};
        snw_arena arena = snw_arena_over(A.memory, sizeof A.memory);
        CHECK(snw_solid_init(&A.solid, &A.shape, &arena, NULL) == SNW_OK);
        sample_solid B;
        sample_of_kind(&B, check_int(0, 1) ? SAMPLE_CAPSULE : SAMPLE_SPHERE);
        snw_distance_query q = snw_distance_defaults(&A.solid, &B.solid);
        q.T_first = sample_pose(1);
        CHECK(snw_distance(&q, &c) == SNW_OK);
        const referee r = {&A, &B, q.T_first, q.T_second};
        const double proven = (double)referee_gap(&r, real_unit(real_of(c.normal)));
        CHECK(c.least <= proven + 1e-10 && proven <= c.distance + 1e-12);
        CHECK(c.distance - proven <= 1e-8);
    }
}

int main(void) {
    RUN(segments_and_discs_cylinders_and_frustums);
    RUN(needles_and_plates);
    return check_report();
}
