// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/ik/forms.h"

#include "../../../src/robot/ik/internal.h"

static void the_turn_between_a_vector_and_its_image_is_found(void) {
    CHECK_CASES(20000) {
        const snw_vec3 k = random_unit(), p = random_point(2);
        const double angle = check_real(-PI, PI);
        if (snw_vec3_norm(snw_vec3_cross(k, p)) < 1e-2) continue;
        snw__turn t;
        const snw_vec3 q = snw_mat3_apply(snw_mat3_axis_angle(k, angle), p);
        CHECK(snw__turn_between(k, p, q, 1e-12, &t));
        CHECK_NEAR(t.c, cos(angle), 1e-11);
        CHECK_NEAR(t.s, sin(angle), 1e-11);
        CHECK_NEAR(t.c * t.c + t.s * t.s, 1, 1e-15);
        CHECK_NEAR(snw_vec3_distance(snw__turned(k, t, p), q), 0, 1e-11);
        CHECK_NEAR(snw_vec3_distance(snw__turned(k, snw__turn_back(t), q), p), 0, 1e-11);
    }
}

// vectors of other lengths and heights: no turn brings them together, and none comes nearer
static void the_turn_brings_vectors_as_near_as_can_be(void) {
    CHECK_CASES(500) {
        const snw_vec3 k = random_unit(), p = random_point(2), q = random_point(2);
        snw__turn t;
        if (!snw__turn_between(k, p, q, 1e-3, &t)) continue;
        const double best = snw_vec3_distance(snw__turned(k, t, p), q);
        for (int i = 0; i < 360; i++) {
            const snw_vec3 other = snw_mat3_apply(snw_mat3_axis_angle(k, PI * i / 180), p);
            CHECK(best <= snw_vec3_distance(other, q) + 1e-12);
        }
    }
}

static void a_vector_on_the_axis_has_no_turn(void) {
    const snw_vec3 k = snw_vec3_z(1), p = snw_vec3_of(1, 2, 3);
    snw__turn t = {5, 5};
    CHECK(!snw__turn_between(k, snw_vec3_z(2), p, 1e-9, &t) && t.c == 1 && t.s == 0);
    CHECK(!snw__turn_between(k, p, snw_vec3_z(-1), 1e-9, &t));
    CHECK(!snw__turn_between(k, p, snw_vec3_of((double)NAN, 0, 0), 1e-9, &t) && t.c == 1);
}

static void both_roots_satisfy_the_equation(void) {
    CHECK_CASES(20000) {
        const double a = check_real(-3, 3), b = check_real(-3, 3), reach = hypot(a, b);
        const double d = check_real(-1, 1) * reach;
        snw__turn t[2];
        double gap;
        CHECK(snw__turn_solve(a, b, d, 1e-9, t, &gap) == 2 && gap <= 0);
        for (int i = 0; i < 2; i++) {
            CHECK_NEAR(a * t[i].c + b * t[i].s, d, 1e-14 * (1 + reach));
            CHECK_NEAR(t[i].c * t[i].c + t[i].s * t[i].s, 1, 1e-14);
        }
        // the first has the root added: it lies to the left of (a, b)
        CHECK(a * t[0].s - b * t[0].c >= 0 && a * t[1].s - b * t[1].c <= 0);
    }
}

static void what_is_beyond_reach_has_no_root_and_a_gap(void) {
    snw__turn t[2];
    double gap;
    CHECK(snw__turn_solve(3, 4, 5.5, 1e-9, t, &gap) == 0);
    CHECK_NEAR(gap, 0.5, 1e-15);
    CHECK(snw__turn_solve(3, 4, -7, 1e-9, t, &gap) == 0);
    CHECK_NEAR(gap, 2, 1e-15);
    // on the border, within the slack, both roots are the same
    CHECK(snw__turn_solve(3, 4, 5 + 1e-10, 1e-9, t, &gap) == 2);
    CHECK(t[0].c == t[1].c && t[0].s == t[1].s && snw__turns_touch(t[0], t[1]));
    CHECK_NEAR(t[0].c, 0.6, 1e-15);
    // nothing left of the equation: any turn, or none
    CHECK(snw__turn_solve(0, 1e-12, 1e-12, 1e-9, t, &gap) == -1);
    CHECK(snw__turn_solve(0, 1e-12, 1e-3, 1e-9, t, &gap) == 0);
    CHECK(snw__turn_solve((double)NAN, 1, 0, 1e-9, t, &gap) == 0);
    CHECK(snw__turn_solve(1, 1, (double)NAN, 1e-9, t, &gap) == 0);
}

static void the_height_of_a_turned_vector_is_linear_in_the_turn(void) {
    CHECK_CASES(5000) {
        const snw_vec3 h = random_point(2), k = random_unit(), p = random_point(2);
        const double angle = check_real(-PI, PI);
        const snw__linear line = snw__turn_linear(h, k, p);
        const double exact = snw_vec3_dot(h, snw_mat3_apply(snw_mat3_axis_angle(k, angle), p));
        CHECK_NEAR(line.a * cos(angle) + line.b * sin(angle) + line.constant, exact, 1e-13);
    }
}

static void turns_add_and_touch(void) {
    CHECK_CASES(2000) {
        const double a = check_real(-PI, PI), b = check_real(-PI, PI);
        const snw__turn sum = snw__turn_add(snw__turn_of(a), snw__turn_of(b));
        CHECK_NEAR(sum.c, cos(a + b), 1e-15);
        CHECK_NEAR(sum.s, sin(a + b), 1e-15);
        CHECK(snw__turns_touch(snw__turn_of(a), snw__turn_of(a + 1e-8)));
        CHECK(!snw__turns_touch(snw__turn_of(a), snw__turn_of(a + 1e-6)));
        CHECK(!snw__turns_touch(snw__turn_of(a), snw__turn_of(a + PI)));
    }
}

int main(void) {
    RUN(the_turn_between_a_vector_and_its_image_is_found);
    RUN(the_turn_brings_vectors_as_near_as_can_be);
    RUN(a_vector_on_the_axis_has_no_turn);
    RUN(both_roots_satisfy_the_equation);
    RUN(what_is_beyond_reach_has_no_root_and_a_gap);
    RUN(the_height_of_a_turned_vector_is_linear_in_the_turn);
    RUN(turns_add_and_touch);
    return check_report();
}
