// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Random pairs of all kinds, judged by supports in long double (referee.h) and by what must hold of
// any distance.

#include "referee.h"

enum { BOUNDED = SAMPLE_HALF_SPACE };

static snw_closest ask(const sample_solid *A, snw_pose T_A, const sample_solid *B, snw_pose T_B) {
    snw_distance_query query = snw_distance_defaults(&A->solid, &B->solid);
    query.T_first = T_A;
    query.T_second = T_B;
    snw_closest c;
    CHECK(snw_distance(&query, &c) == SNW_OK);
    return c;
}

// hulls are not prepared, so they have no inside: no plane that touches them cuts the point off
static bool is_behind_all_planes(const sample_solid *s, snw_pose T, snw_vec3 p) {
    const real3 local = real_of(snw_pose_apply_inverse(T, p));
    for (int i = 0; i < 300; i++) {
        const real3 n = real_unit(real_of(sample_direction()));
        if (real_dot(local, n) > referee_reach(s, n) + 1e-9L) return false;
    }
    return true;
}

// a point well inside
static snw_vec3 middle_of(const sample_solid *s) {
    snw_vec3 middle = snw_vec3_zero();
    if (s->kind == SAMPLE_TETRAHEDRON) {
        const snw_tetrahedron *t = &s->block.tetrahedron;
        const snw_vec3 edges = snw_vec3_add(snw_vec3_add(t->edge_1, t->edge_2), t->edge_3);
        return snw_vec3_add_scaled(t->corner, edges, 0.25);
    }
    if (s->kind == SAMPLE_CONE) {
        const snw_vec3 both = snw_vec3_add(s->block.cone.start, s->block.cone.end);
        return snw_vec3_scale(both, 0.5);
    }
    for (int i = 0; i < 6; i++) {
        const snw_vec3 axis = {i / 2 == 0, i / 2 == 1, i / 2 == 2};
        snw_vec3 point;
        CHECK(snw_shape_support(&s->shape, i % 2 == 0 ? axis : snw_vec3_neg(axis), &point) ==
              SNW_OK);
        middle = snw_vec3_add_scaled(middle, point, 1.0 / 6);
    }
    return middle;
}

// a point of the surface: just inside of it is the shape
static bool is_of(const sample_solid *s, snw_pose T, snw_vec3 p) {
    if (s->kind == SAMPLE_HULL) return is_behind_all_planes(s, T, p);
    const snw_vec3 middle = middle_of(s);
    const snw_vec3 local = snw_pose_apply_inverse(T, p);
    const snw_vec3 inwards = snw_vec3_add_scaled(local, snw_vec3_sub(middle, local), 1e-8);
    bool inside = false;
    CHECK(snw_shape_contains(&s->shape, inwards, &inside) == SNW_OK);
    return inside;
}

static void judge(const sample_solid *A, snw_pose T_A, const sample_solid *B, snw_pose T_B,
                  int starts) {
    const snw_closest c = ask(A, T_A, B, T_B);
    const referee r = {A, B, T_A, T_B};
    CHECK(c.least <= c.distance);
    CHECK_NEAR(c.distance, c.least, 1e-8);
    CHECK_NEAR(snw_vec3_norm(c.normal), 1, 1e-12);
    CHECK_NEAR(snw_vec3_dot(c.normal, snw_vec3_sub(c.a, c.b)), c.distance, 1e-10);
    CHECK_NEAR(snw_vec3_distance(c.a, c.b), fabs(c.distance), 1e-10);
    CHECK(is_of(A, T_A, c.a) && is_of(B, T_B, c.b));
    // the planes across the normal prove the answer from the other side
    const double proven = (double)referee_gap(&r, real_unit(real_of(c.normal)));
    CHECK(proven <= c.distance + 1e-12);
    CHECK_NEAR(proven, c.distance, 1e-8);
    if (c.state == SNW_PENETRATING && starts > 0) {
        // no direction is a shorter way out, and none contradicts the bound
        const double best = referee_search(&r, c.normal, starts);
        CHECK(best <= c.distance + 1e-9);
        CHECK(c.least <= best + 1e-9);
    }
}

// how far apart the places are drawn: mostly shallow, some deep, some far
static double reach(void) {
    static const double reaches[] = {0.02, 0.2, 0.5, 2};
    return reaches[check_int(0, 3)];
}

// spec: actin-control:CQ-05
static void the_referee_agrees_for_all_pairs_of_bounded_kinds(void) {
    const int placements = (int)check_scaled(200);
    CHECK_CASES((long)BOUNDED * BOUNDED) {
        sample_solid A, B;
        for (int i = 0; i < placements; i++) {
            sample_of_kind(&A, (sample_kind)(check_case / BOUNDED));
            sample_of_kind(&B, (sample_kind)(check_case % BOUNDED));
            const double far = reach();
            judge(&A, sample_pose(far), &B, sample_pose(far), i % 20 == 0 ? 60 : 0);
        }
    }
}

// spec: actin-control:PD-17
static void half_spaces_and_planes_are_as_far_as_the_support_points_say(void) {
    CHECK_CASES(check_scaled(20000)) {
        sample_solid A, B;
        sample_of_kind(&A, (sample_kind)check_int(0, BOUNDED - 1));
        sample_of_kind(&B, check_int(0, 1) ? SAMPLE_HALF_SPACE : SAMPLE_PLANE);
        const snw_pose T_A = sample_pose(1), T_B = sample_pose(1);
        const snw_closest c = ask(&A, T_A, &B, T_B);
        const snw_half_space border =
            B.kind == SAMPLE_PLANE ? (snw_half_space){B.block.plane.point, B.block.plane.normal}
                                   : B.block.half_space;
        const snw_vec3 n = snw_vec3_normalize(snw_mat3_apply(T_B.R, border.normal));
        const real offset = real_dot(real_of(snw_pose_apply(T_B, border.point)), real_of(n));
        const real low = -referee_extent(&A, T_A, real_of(snw_vec3_neg(n))) - offset;
        const real high = referee_extent(&A, T_A, real_of(n)) - offset;
        const real expected = B.kind == SAMPLE_PLANE ? fmaxl(low, -high) : low;
        CHECK_NEAR(c.distance, (double)expected, 1e-12);
        CHECK(c.least <= (double)expected + 1e-15 && c.least >= c.distance - 1e-12);
        CHECK(is_of(&A, T_A, c.a));
        CHECK_NEAR(snw_vec3_dot(n, c.b), (double)offset, 1e-12);
    }
}

static bool mirrors(const snw_closest *c, const snw_closest *m) {
    return c->distance == m->distance && c->least == m->least && c->state == m->state &&
           snw_vec3_near(c->a, m->b, 0) && snw_vec3_near(c->b, m->a, 0) &&
           snw_vec3_near(c->normal, snw_vec3_neg(m->normal), 0);
}

// spec: actin-control:CQ-06
static void a_million_pairs_answer_and_their_mirror_is_equal_to_the_last_bit(void) {
    CHECK_CASES(check_scaled(1000000)) {
        sample_solid A, B;
        sample_any(&A);
        sample_any(&B);
        const double far = reach();
        const snw_pose T_A = sample_pose(far), T_B = sample_pose(far);
        const snw_closest c = ask(&A, T_A, &B, T_B), m = ask(&B, T_B, &A, T_A);
        CHECK(mirrors(&c, &m));
        CHECK(!isnan(c.distance) && c.least <= c.distance && c.iterations <= 64 + 256);
        CHECK(snw_vec3_is_finite(c.a) && snw_vec3_is_finite(c.b));
        CHECK_NEAR(snw_vec3_norm(c.normal), 1, 1e-12);
    }
}

static void a_common_motion_changes_nothing_but_the_frame(void) {
    CHECK_CASES(check_scaled(50000)) {
        sample_solid A, B;
        sample_of_kind(&A, (sample_kind)check_int(0, BOUNDED - 1));
        sample_of_kind(&B, (sample_kind)check_int(0, BOUNDED - 1));
        const snw_pose T_A = sample_pose(0.5), T_B = sample_pose(0.5), M = sample_pose(1);
        const snw_closest c = ask(&A, T_A, &B, T_B);
        const snw_closest m = ask(&A, snw_pose_mul(M, T_A), &B, snw_pose_mul(M, T_B));
        CHECK_NEAR(c.distance, m.distance, 1e-9);
    }
}

static void a_move_along_the_normal_changes_the_distance_by_as_much(void) {
    CHECK_CASES(check_scaled(50000)) {
        sample_solid A, B;
        sample_of_kind(&A, (sample_kind)check_int(0, BOUNDED - 1));
        sample_of_kind(&B, (sample_kind)check_int(0, BOUNDED - 1));
        snw_pose T_A = sample_pose(0.5);
        const snw_pose T_B = sample_pose(0.5);
        const snw_closest c = ask(&A, T_A, &B, T_B);
        const double step = check_real(0, 0.1);
        T_A.p = snw_vec3_add_scaled(T_A.p, c.normal, step);
        CHECK_NEAR(ask(&A, T_A, &B, T_B).distance, c.distance + step, 1e-9);
    }
}

// Two solids touch where they are nearer than 1e-10 of their sizes, along each axis of a box; and
// the distance that is promised is never more than the true one.
static void a_point_touches_a_box_by_the_size_of_the_box(void) {
    for (int axis = 0; axis < 3; axis++) {
        for (int along = 0; along < 3; along++) {
            double half[3] = {0.5, 0.5, 0.5}, at[3] = {0.1, 0.1, 0.1};
            half[along] = 1e6;
            const snw_vec3 h = snw_vec3_of(half[0], half[1], half[2]);
            for (int far = 0; far < 2; far++) {
                // a ten-billionth of 1e6 is 1e-4
                const double gap = far != 0 ? 4e-4 : 2e-5;
                at[axis] = half[axis] + gap;
                snw_closest c;
                snw_point_box(snw_vec3_of(at[0], at[1], at[2]), h, &c);
                CHECK(c.state == (far != 0 ? SNW_SEPARATE : SNW_TOUCHING));
                CHECK(c.least <= at[axis] - half[axis] && c.least >= 0);
                CHECK_NEAR(c.distance, at[axis] - half[axis], 1e-15);
            }
        }
    }
}

int main(void) {
    RUN(a_point_touches_a_box_by_the_size_of_the_box);
    RUN(the_referee_agrees_for_all_pairs_of_bounded_kinds);
    RUN(half_spaces_and_planes_are_as_far_as_the_support_points_say);
    RUN(a_million_pairs_answer_and_their_mirror_is_equal_to_the_last_bit);
    RUN(a_common_motion_changes_nothing_but_the_frame);
    RUN(a_move_along_the_normal_changes_the_distance_by_as_much);
    return check_report();
}
