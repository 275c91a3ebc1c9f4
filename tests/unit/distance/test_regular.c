// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Continuous witness points, against other ways to the least of the same function.

#include "referee.h"

static const double weight = 1e-2;

static snw_closest ask_regular(const sample_solid *A, snw_pose T_A, const sample_solid *B,
                               snw_pose T_B, double regular) {
    snw_distance_query query = snw_distance_defaults(&A->solid, &B->solid);
    query.T_first = T_A;
    query.T_second = T_B;
    query.regular = regular;
    snw_closest c;
    CHECK(snw_distance(&query, &c) == SNW_OK);
    return c;
}

// A flat core: the middle and half edges, which may be 0.
typedef struct flat {
    real3 middle, half[2];
    double radius;
} flat;

static flat flat_of(const sample_solid *s, snw_pose T) {
    snw_vec3 corner, way[2] = {{0, 0, 0}, {0, 0, 0}};
    double radius = 0;
    if (s->kind == SAMPLE_SPHERE) {
        corner = s->block.sphere.center;
        radius = s->block.sphere.radius;
    } else if (s->kind == SAMPLE_CAPSULE) {
        corner = s->block.capsule.start;
        way[0] = snw_vec3_sub(s->block.capsule.end, corner);
        radius = s->block.capsule.radius;
    } else if (s->kind == SAMPLE_SEGMENT) {
        corner = s->block.segment.start;
        way[0] = snw_vec3_sub(s->block.segment.end, corner);
    } else if (s->kind == SAMPLE_LOZENGE) {
        corner = s->block.lozenge.corner;
        way[0] = s->block.lozenge.edge_1;
        way[1] = s->block.lozenge.edge_2;
        radius = s->block.lozenge.radius;
    } else {
        corner = s->block.rectangle.corner;
        way[0] = s->block.rectangle.edge_1;
        way[1] = s->block.rectangle.edge_2;
    }
    flat f = {.radius = radius};
    f.middle = real_of(snw_pose_apply(T, corner));
    for (int i = 0; i < 2; i++) {
        f.half[i] = real_of(snw_mat3_apply(T.R, snw_vec3_scale(way[i], 0.5)));
        f.middle = real_add(f.middle, f.half[i], 1);
    }
    return f;
}

// The function at places -1 to 1 along the half edges of both.
static real value_at(const flat *a, const flat *b, const real y[4]) {
    real3 way = real_add(a->middle, b->middle, -1);
    real sum = 0;
    for (int i = 0; i < 4; i++) {
        const real3 edge = i < 2 ? a->half[i] : b->half[i - 2];
        way = real_add(way, edge, i < 2 ? y[i] : -y[i]);
        sum += (real)weight * y[i] * y[i] * real_dot(edge, edge);
    }
    return sum + real_dot(way, way);
}

// The least, one unknown after the other until none moves.
static void descend(const flat *a, const flat *b, real y[4]) {
    for (int i = 0; i < 4; i++)
        y[i] = 0;
    for (int round = 0; round < 20000; round++) {
        real moved = 0;
        for (int i = 0; i < 4; i++) {
            const real3 edge = i < 2 ? a->half[i] : b->half[i - 2];
            const real square = real_dot(edge, edge);
            if (!(square > 0)) continue;
            real other[4] = {y[0], y[1], y[2], y[3]};
            // a parabola through three places
            other[i] = -1;
            const real low = value_at(a, b, other);
            other[i] = 1;
            const real high = value_at(a, b, other);
            other[i] = 0;
            const real middle = value_at(a, b, other);
            const real bend = (low + high) / 2 - middle;
            const real best = fmaxl(-1, fminl(1, (low - high) / (4 * bend)));
            moved = fmaxl(moved, fabsl(best - y[i]));
            y[i] = best;
        }
        if (moved < 1e-15L) return;
    }
}

static real3 point_of(const flat *f, const real y[2]) {
    return real_add(real_add(f->middle, f->half[0], y[0]), f->half[1], y[1]);
}

static void check_points(const flat *a, const flat *b, const snw_closest *c, double tolerance) {
    real y[4];
    descend(a, b, y);
    const real3 p = point_of(a, y), q = point_of(b, y + 2), n = real_of(c->normal);
    const real3 way = real_add(p, q, -1);
    CHECK_NEAR((double)(real_dot(n, way) / sqrtl(real_dot(way, way))), 1, tolerance);
    const real3 on_a = real_add(p, n, -a->radius), on_b = real_add(q, n, b->radius);
    const real3 off_a = real_add(on_a, real_of(c->a), -1);
    const real3 off_b = real_add(on_b, real_of(c->b), -1);
    CHECK_NEAR((double)sqrtl(real_dot(off_a, off_a)), 0, tolerance);
    CHECK_NEAR((double)sqrtl(real_dot(off_b, off_b)), 0, tolerance);
}

static const sample_kind flat_kinds[] = {SAMPLE_SPHERE, SAMPLE_CAPSULE, SAMPLE_SEGMENT,
                                         SAMPLE_LOZENGE, SAMPLE_RECTANGLE};

static void the_points_are_those_of_the_least_sum(void) {
    int apart = 0;
    CHECK_CASES(check_scaled(5000)) {
        sample_solid A, B;
        sample_of_kind(&A, flat_kinds[check_int(0, 4)]);
        sample_of_kind(&B, flat_kinds[check_int(0, 4)]);
        const snw_pose T_A = sample_pose(0.5), T_B = sample_pose(0.5);
        const snw_closest c = ask_regular(&A, T_A, &B, T_B, weight);
        const flat a = flat_of(&A, T_A), b = flat_of(&B, T_B);
        if (!(c.distance + a.radius + b.radius > 1e-3)) continue;
        check_points(&a, &b, &c, 1e-9);
        apart++;
    }
    CHECK(apart > check_scaled(4000));
}

static void the_distance_is_the_true_one_and_the_points_are_hardly_farther_apart(void) {
    CHECK_CASES(check_scaled(50000)) {
        sample_solid A, B;
        sample_any(&A);
        sample_any(&B);
        const snw_pose T_A = sample_pose(0.5), T_B = sample_pose(0.5);
        const snw_closest plain = ask_regular(&A, T_A, &B, T_B, 0);
        const double some = exp(check_real(log(1e-7), log(1e7)));
        const snw_closest c = ask_regular(&A, T_A, &B, T_B, some);
        const snw_closest m = ask_regular(&B, T_B, &A, T_A, some);
        CHECK(c.distance == plain.distance && c.least == plain.least && c.state == plain.state);
        CHECK(m.distance == c.distance && snw_vec3_near(m.a, c.b, 0) && snw_vec3_near(m.b, c.a, 0));
        CHECK(snw_vec3_near(m.normal, snw_vec3_neg(c.normal), 0));
        CHECK(snw_vec3_is_finite(c.a) && snw_vec3_is_finite(c.b));
        CHECK_NEAR(snw_vec3_norm(c.normal), 1, 1e-12);
        const bool flats = A.kind <= SAMPLE_RECTANGLE && B.kind <= SAMPLE_RECTANGLE;
        if (!flats) {
            CHECK(snw_vec3_near(c.a, plain.a, 0) && snw_vec3_near(c.b, plain.b, 0));
            continue;
        }
        const flat a = flat_of(&A, T_A), b = flat_of(&B, T_B);
        const double thick = a.radius + b.radius;
        const real3 *h = a.half, *k = b.half;
        const double spread = (double)(real_dot(h[0], h[0]) + real_dot(h[1], h[1]) +
                                       real_dot(k[0], k[0]) + real_dot(k[1], k[1]));
        const double between = snw_vec3_dot(c.normal, snw_vec3_sub(c.a, c.b)) + thick;
        const double nearest = plain.distance + thick;
        if (!(nearest > 1e-6)) continue;
        CHECK(between >= nearest - 1e-12);
        const double used = fmin(fmax(some, 1e-6), 1e6);
        CHECK(between * between <= nearest * nearest + used * spread + 1e-12);
    }
}

// A line of sight of 1.05 m turns by a degree a second above a link, in ticks of 12 ms, in the
// plane that is worst: the nearest point of the link jumps from its end to its middle and to the
// other end. A continuous one moves by the distance times the angle over the weight, and less at
// the ends.
static void points_of_bodies_that_become_parallel_do_not_jump(void) {
    sample_solid link = {.kind = SAMPLE_CAPSULE}, sight = {.kind = SAMPLE_SEGMENT};
    link.block.capsule = (snw_capsule){{-0.3, 0, 0}, {0.3, 0, 0}, 0.06};
    sight.block.segment = (snw_segment){{-0.525, 0, 0}, {0.525, 0, 0}};
    link.shape = (snw_child){&snw_capsule_type, &link.block};
    sight.shape = (snw_child){&snw_segment_type, &sight.block};
    sample_solid *both[] = {&link, &sight};
    for (int i = 0; i < 2; i++) {
        snw_arena arena = snw_arena_over(both[i]->memory, sizeof both[i]->memory);
        CHECK(snw_solid_init(&both[i]->solid, &both[i]->shape, &arena, NULL) == SNW_OK);
    }
    snw_closest last[2];
    double step[2] = {0, 0};
    for (int tick = 0; tick < 10000; tick++) {
        const double angle = (tick - 5000) * SNW_PI / 180 * 0.012;
        const snw_pose T =
            snw_pose_of(snw_mat3_axis_angle(snw_vec3_y(1), angle), snw_vec3_of(0, 0.1, 0.42));
        for (int i = 0; i < 2; i++) {
            const snw_closest c =
                ask_regular(&link, snw_pose_identity(), &sight, T, i == 0 ? 0 : weight);
            if (tick > 0) step[i] = fmax(step[i], snw_vec3_distance(c.a, last[i].a));
            CHECK(i == 0 || c.distance == last[0].distance);
            last[i] = c;
        }
    }
    CHECK_NEAR(step[0], 0.3, 1e-2);
    CHECK(step[1] <= 0.01 && step[1] <= 0.44 * SNW_PI / 180 * 0.012 / weight);
}

static void numbers_that_are_none_and_bodies_that_meet(void) {
    sample_solid A, B;
    check_seed(1);
    sample_of_kind(&A, SAMPLE_CAPSULE);
    sample_of_kind(&B, SAMPLE_CAPSULE);
    snw_distance_query query = snw_distance_defaults(&A.solid, &B.solid);
    query.T_second = snw_pose_translation(snw_vec3_of(1, 2, 3));
    query.regular = (double)NAN;
    snw_closest c = {.iterations = 77}, plain;
    CHECK(snw_distance(&query, &c) == SNW_ERR_NOT_FINITE && c.iterations == 77);
    query.regular = -1;
    CHECK(snw_distance(&query, &c) == SNW_OK);
    query.regular = 0;
    CHECK(snw_distance(&query, &plain) == SNW_OK);
    CHECK(snw_vec3_near(c.a, plain.a, 0) && snw_vec3_near(c.b, plain.b, 0));
    // infinite: the middles
    query.regular = (double)INFINITY;
    CHECK(snw_distance(&query, &c) == SNW_OK);
    const snw_vec3 m =
        snw_vec3_scale(snw_vec3_add(A.block.capsule.start, A.block.capsule.end), 0.5);
    CHECK(snw_vec3_near(snw_vec3_add_scaled(c.a, c.normal, A.block.capsule.radius), m, 1e-5));
    // axes that cross
    const snw_capsule *a = &A.block.capsule, *b = &B.block.capsule;
    const snw_vec3 to = snw_vec3_scale(snw_vec3_add(a->start, a->end), 0.5);
    const snw_vec3 from = snw_vec3_scale(snw_vec3_add(b->start, b->end), 0.5);
    query.T_second = snw_pose_translation(snw_vec3_sub(to, from));
    CHECK(snw_distance(&query, &c) == SNW_OK);
    query.regular = 0;
    CHECK(snw_distance(&query, &plain) == SNW_OK);
    CHECK(c.state == SNW_PENETRATING && snw_vec3_near(c.a, plain.a, 0));
}

int main(void) {
    RUN(the_points_are_those_of_the_least_sum);
    RUN(the_distance_is_the_true_one_and_the_points_are_hardly_farther_apart);
    RUN(points_of_bodies_that_become_parallel_do_not_jump);
    RUN(numbers_that_are_none_and_bodies_that_meet);
    return check_report();
}
