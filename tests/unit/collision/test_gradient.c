// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "worlds.h"

static scene s;

enum { MOST = 48, RATES = 16 };

// the distance of one pair in the present poses; NaN when it is not found
static double distance_now(snw_body a, snw_body b) {
    snw_near near[MOST];
    const snw_near_query query = {.member = -1, .below = (double)INFINITY, .most = MOST};
    const int count = snw_collision_near(&s.around, &query, near, NULL);
    for (int i = 0; i < count; i++)
        if (same_body(near[i].a, a) && same_body(near[i].b, b)) return near[i].closest.distance;
    return (double)NAN;
}

// the distance after a member has gone on at unit rate `rate` for a time
static double distance_after(int member, int rate, double dt, const snw_near *pair) {
    const snw_system_member *one = &s.system.members[member];
    double q[2 * RATES], v[RATES] = {0};
    v[rate] = 1;
    CHECK(snw_integrate(one->model, s.state.q + one->q_index, v, dt, q) == SNW_OK);
    CHECK(snw_collision_move(&s.around, member, q) == SNW_OK);
    const double distance = distance_now(pair->a, pair->b);
    CHECK(snw_collision_move(&s.around, member, s.state.q + one->q_index) == SNW_OK);
    return distance;
}

// Differences of four steps, whose error is of the fourth order. Where those of other steps
// disagree the nearest features change within a step, and there is no such derivative.
static void judge(const snw_near *pair, long *judged) {
    for (int m = 0; m < s.system.member_count; m++) {
        const int nv = s.system.members[m].model->nv;
        double g[RATES];
        if (nv == 0) continue;
        snw_collision_gradient(&s.around, pair, m, g);
        for (int i = 0; i < nv; i++) {
            static const double steps[3] = {2e-3, 1e-3, 3e-4};
            double slope[3];
            for (int k = 0; k < 3; k++) {
                const double h = steps[k];
                const double one = distance_after(m, i, h, pair) - distance_after(m, i, -h, pair);
                const double two =
                    distance_after(m, i, 2 * h, pair) - distance_after(m, i, -2 * h, pair);
                slope[k] = (8 * one - two) / (12 * h);
            }
            if (!(fabs(slope[0] - slope[1]) < 1e-7 && fabs(slope[2] - slope[1]) < 1e-6)) continue;
            CHECK_NEAR(g[i], slope[1], 1e-6);
            (*judged)++;
        }
    }
}

static void gradients_are_those_of_differences(void) {
    open_scene(&s, CELL(TWO_ARMS));
    long judged = 0;
    CHECK_CASES(check_scaled(40)) {
        draw_state(&s, &s.state);
        CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
        snw_near near[MOST];
        const snw_near_query query = {.member = -1, .below = 0.6, .most = MOST};
        const int count = snw_collision_near(&s.around, &query, near, NULL);
        // apart, and shallow enough that the normal is that of the surfaces
        for (int i = 0; i < count; i++)
            if (near[i].closest.distance > 1e-3) judge(&near[i], &judged);
    }
    CHECK(judged > check_scaled(1500));
    close_scene(&s);
}

// what an arm holds goes with its rates
static void gradients_know_of_what_is_held(void) {
    open_scene(&s, CELL(TWO_ARMS));
    const snw_attaching what = {.name = "ball",
                                .role = "part",
                                .place = "three",
                                .member = 0,
                                .T_place_part = snw_pose_translation(snw_vec3_of(0.45, 0, 0)),
                                .inertia = snw_inertia_point(0.1, snw_vec3_zero())};
    CHECK(snw_system_attach(&s.system, &s.state, &what, NULL, NULL) == SNW_OK);
    long judged = 0;
    CHECK_CASES(check_scaled(60)) {
        draw_state(&s, &s.state);
        CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
        snw_near near[MOST];
        const snw_near_query query = {.member = 3, .below = 0.6, .most = MOST};
        const int count = snw_collision_near(&s.around, &query, near, NULL);
        for (int i = 0; i < count; i++) {
            if (near[i].closest.distance <= 1e-3) continue;
            judge(&near[i], &judged);
            // the part's own rates count for nothing while it is held
            double g[RATES];
            snw_collision_gradient(&s.around, &near[i], 3, g);
            for (int k = 0; k < 6; k++)
                CHECK(g[k] == 0);
        }
    }
    CHECK(judged > check_scaled(300));
    close_scene(&s);
}

int main(void) {
    RUN(gradients_are_those_of_differences);
    RUN(gradients_know_of_what_is_held);
    return check_report();
}
