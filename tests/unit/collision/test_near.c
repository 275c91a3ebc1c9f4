// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "worlds.h"

static scene s;

// --- brute force ---------------------------------------------------------------------------------

// The distance of two bodies by all pairs of their parts, from the poses that the state has;
// `*least` is a bound of it.
static double distance_of(const snw_system_state *state, const snw_world_body *a,
                          const snw_world_body *b, double *least) {
    double best = *least = (double)INFINITY;
    const snw_pose T_a = snw_system_link_pose(&s.system, state, a->body.member, a->body.link);
    const snw_pose T_b = b->body.member == SNW_BODY_VOLUME
                             ? s.system.T_world_system
                             : snw_system_link_pose(&s.system, state, b->body.member, b->body.link);
    for (int i = 0; i < a->part_count; i++) {
        for (int k = 0; k < b->part_count; k++) {
            snw_distance_query query =
                snw_distance_defaults(&a->parts[i].solid, &b->parts[k].solid);
            query.T_first = snw_pose_mul(T_a, a->parts[i].T_link_part);
            query.T_second = snw_pose_mul(T_b, b->parts[k].T_link_part);
            snw_closest closest;
            CHECK(snw_distance(&query, &closest) == SNW_OK);
            best = fmin(best, closest.distance);
            *least = fmin(*least, closest.least);
        }
    }
    return best;
}

// every pair that is not ignored and nearer than `below` is told, with its distance, and no other
static void judge(const snw_system_state *state, double below, const snw_near *near, int count) {
    int expected = 0;
    for (int i = 0; i < s.world.body_count; i++) {
        for (int k = i + 1; k < s.world.body_count; k++) {
            const snw_world_body *a = &s.world.bodies[i], *b = &s.world.bodies[k];
            if (snw_world_pair(&s.world, a->body, b->body)->policy == SNW_PAIR_IGNORE) continue;
            double bound;
            const double truth = distance_of(state, a, b, &bound);
            int found = -1;
            for (int n = 0; n < count; n++) {
                if (same_body(near[n].a, a->body) && same_body(near[n].b, b->body)) found = n;
            }
            if (fabs(truth - below) < 1e-7) continue;
            CHECK((found >= 0) == (truth < below));
            if (found < 0) continue;
            expected++;
            // deep in curved bodies both are brackets
            const snw_closest *c = &near[found].closest;
            CHECK(c->least <= truth + 1e-9 && bound <= c->distance + 1e-9);
            CHECK_NEAR(c->distance, truth, fmax(1e-9, 2 * (truth - bound)));
        }
    }
    CHECK(count >= expected);
    for (int n = 1; n < count; n++)
        CHECK(near[n - 1].closest.distance <= near[n].closest.distance);
}

// small and large steps, so that clocks run and run out
static void wander(snw_system_state *state) {
    if (check_int(0, 60) == 0) {
        draw_state(&s, state);
        return;
    }
    const double step = check_int(0, 3) == 0 ? 0.1 : 0.004;
    for (int i = 0; i < s.system.nq; i++)
        state->q[i] += check_real(-step, step);
    // a quaternion stays one
    double *q = state->q + s.system.members[snw_system_find(&s.system, "ball")].q_index + 3;
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++)
        q[i] /= length;
}

enum { MOST = 64 };

// spec: actin-control:CQ-02
static void near_pairs_are_those_of_brute_force(void) {
    open_scene(&s, CELL(TWO_ARMS));
    snw_near near[MOST];
    CHECK_CASES(1) {
        for (long step = 0; step < check_scaled(100000); step++) {
            wander(&s.state);
            CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
            const double below = check_int(0, 9) == 0 ? check_real(0, 0.5) : 0.05;
            const snw_near_query query = {.member = -1, .below = below, .most = MOST};
            double rest;
            const int count = snw_collision_near(&s.around, &query, near, &rest);
            CHECK(rest == below);
            judge(&s.state, below, near, count);
        }
    }
    // the clocks were used, and ran out
    CHECK(s.around.skipped > s.around.queries && s.around.queries > check_scaled(100000));
    close_scene(&s);
}

int main(void) {
    RUN(near_pairs_are_those_of_brute_force);
    return check_report();
}
