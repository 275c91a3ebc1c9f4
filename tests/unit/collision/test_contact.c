// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "worlds.h"

static scene s;

static int64_t queries_of(snw_near_query query) {
    snw_collision fresh;
    snw_near near[64];
    look_around(&s, &fresh);
    CHECK(snw_collision_place(&fresh, &s.state) == SNW_OK);
    query.most = 64;
    SNW_IGNORE(snw_collision_near(&fresh, &query, near, NULL));
    return fresh.queries;
}

static const snw_near_query everything = {.member = -1, .below = (double)INFINITY, .most = 64};

// EX-17 of the guide, as a cell
static void a_ball_over_a_capsule_is_seven_metres_away(void) {
    open_scene(&s, CELL("<mechanisms><mechanism name=\"ball\"><robot name=\"ball\" "
                        "floating=\"true\"><links><link name=\"ball\"><inertial mass=\"1\" "
                        "ixx=\"1\" iyy=\"1\" izz=\"1\"/><collisions><collision><shape>"
                        "<sphere center=\"0 10 0\" radius=\"2\"/></shape></collision></collisions>"
                        "</link></links></robot></mechanism><mechanism name=\"rod\">"
                        "<robot name=\"rod\"><links><link name=\"rod\"><collisions><collision>"
                        "<shape><capsule start=\"0 0 0\" end=\"5 0 0\" radius=\"1\"/></shape>"
                        "</collision></collisions></link></links></robot></mechanism></mechanisms>"
                        "<members><member name=\"ball\" mechanism=\"ball\"/>"
                        "<member name=\"rod\" mechanism=\"rod\"/></members>" RULES(
                            "><pairs><pair a=\"ball\" b=\"rod\"/></pairs>")));
    snw_near near;
    CHECK(snw_collision_near(&s.around, &everything, &near, NULL) == 1);
    CHECK_NEAR(near.closest.distance, 7, 1e-14);
    CHECK(snw_vec3_near(near.closest.a, snw_vec3_of(0, 8, 0), 1e-14));
    CHECK(snw_vec3_near(near.closest.b, snw_vec3_of(0, 1, 0), 1e-14));
    CHECK(near.kind == SNW_NEAR_WORLD && near.keep == 0.002);
    // a query for contact alone does not compute the distance
    const int64_t before = s.around.queries;
    const snw_near_query contact = {.member = -1};
    CHECK(!snw_collision_hits(&s.around, &contact, NULL));
    CHECK(s.around.queries == before);
    close_scene(&s);
}

// spec: actin-control:CA-05 actin-model:A1-MN-08
static void excluded_pairs_are_never_computed(void) {
    open_scene(&s,
               CELL(TWO_ARMS RULES("><pairs><pair a=\"*\" b=\"*\" policy=\"ignore\"/></pairs>")));
    CHECK(queries_of(everything) == 0);
    close_scene(&s);
    // one self pair of one arm is left: one part and two, of which one may be out of the question
    open_scene(&s, CELL(TWO_ARMS RULES("><pairs><pair a=\"*\" b=\"*\" policy=\"ignore\"/>"
                                       "<pair a=\"left/one\" b=\"left/three\"/></pairs>")));
    CHECK(queries_of(everything) == 1 || queries_of(everything) == 2);
    snw_near_query query = everything;
    query.parts = SNW_NEAR_MUTUAL | SNW_NEAR_WORLD;
    CHECK(queries_of(query) == 0);
    // contact asks no more than that either
    snw_near_query contact = everything;
    contact.below = 1000;
    contact.parts = SNW_NEAR_MUTUAL | SNW_NEAR_WORLD;
    CHECK(!snw_collision_hits(&s.around, &contact, NULL));
    CHECK(s.around.queries == 0);
    close_scene(&s);
}

// both arms folded into themselves and into each other: the self pair is found, and until it is
// nothing of the other kinds was computed
// spec: actin-model:A1-SS-10
static void self_collision_is_looked_for_before_mutual_collision(void) {
    open_scene(&s, CELL(TWO_ARMS));
    const double folded[3] = {0, 2.55, 2.55};
    memcpy(s.state.q, folded, sizeof folded);
    memcpy(s.state.q + 3, folded, sizeof folded);
    // the second arm where the first is
    snw_near_query contact = {.member = -1};
    double *ball = s.state.q + s.system.members[3].q_index;
    ball[0] = 0.2;
    CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
    snw_near first;
    // both kinds of contact are there
    contact.parts = SNW_NEAR_MUTUAL;
    CHECK(snw_collision_hits(&s.around, &contact, &first));
    CHECK(first.kind == SNW_NEAR_MUTUAL);
    contact.parts = SNW_NEAR_SELF;
    snw_collision fresh;
    look_around(&s, &fresh);
    CHECK(snw_collision_place(&fresh, &s.state) == SNW_OK);
    CHECK(snw_collision_hits(&fresh, &contact, &first) && first.kind == SNW_NEAR_SELF);
    const int64_t alone = fresh.queries;
    contact.parts = SNW_NEAR_ALL;
    look_around(&s, &fresh);
    CHECK(snw_collision_place(&fresh, &s.state) == SNW_OK);
    CHECK(snw_collision_hits(&fresh, &contact, &first) && first.kind == SNW_NEAR_SELF);
    CHECK(fresh.queries == alone);
    close_scene(&s);
}

static void only_enforced_pairs_are_told_where_only_they_are_asked_for(void) {
    open_scene(&s, CELL(TWO_ARMS RULES(
                       "><pairs><pair a=\"*\" b=\"*\" policy=\"watch\"/>"
                       "<pair a=\"left/three\" b=\"right/three\" keep=\"0.01\"/></pairs>")));
    snw_near near[64];
    snw_near_query query = everything;
    CHECK(snw_collision_near(&s.around, &query, near, NULL) > 10);
    query.enforced = true;
    CHECK(snw_collision_near(&s.around, &query, near, NULL) == 1);
    CHECK(near[0].policy == SNW_PAIR_KEEP && near[0].keep == 0.01);
    close_scene(&s);
}

// Results are a matter of the poses: a view with a long history and a new one agree in every bit.
static void results_do_not_depend_on_what_was_asked_before(void) {
    open_scene(&s, CELL(TWO_ARMS));
    CHECK_CASES(check_scaled(2000)) {
        const int steps = check_int(1, 6);
        for (int k = 0; k < steps; k++) {
            if (check_int(0, 9) == 0) draw_state(&s, &s.state);
            for (int i = 0; i < 6; i++)
                s.state.q[i] += check_real(-0.02, 0.02);
            CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
            snw_near near[4];
            const snw_near_query query = {.member = check_int(-1, 3),
                                          .below = check_real(0, 0.4),
                                          .parts = (unsigned)check_int(0, 7),
                                          .most = 4};
            SNW_IGNORE(snw_collision_near(&s.around, &query, near, NULL));
        }
        snw_collision fresh;
        snw_setup *kept = s.setup;
        s.setup = snw_setup_create((size_t)1 << 24);
        look_around(&s, &fresh);
        CHECK(snw_collision_place(&fresh, &s.state) == SNW_OK);
        static snw_near one[12], other[12];
        memset(one, 0, sizeof one);
        memset(other, 0, sizeof other);
        const int most = check_int(0, 12);
        const snw_near_query query = {.member = -1, .below = check_real(0, 0.6), .most = most};
        double rest_one, rest_other;
        const int count = snw_collision_near(&s.around, &query, one, &rest_one);
        CHECK(snw_collision_near(&fresh, &query, other, &rest_other) == count);
        CHECK(rest_one == rest_other);
        for (int i = 0; i < count; i++) {
            CHECK(same_body(one[i].a, other[i].a) && same_body(one[i].b, other[i].b));
            CHECK(one[i].closest.distance == other[i].closest.distance);
            CHECK(one[i].closest.least == other[i].closest.least);
            CHECK(snw_vec3_equal(one[i].closest.a, other[i].closest.a));
            CHECK(snw_vec3_equal(one[i].closest.b, other[i].closest.b));
            CHECK(snw_vec3_equal(one[i].closest.normal, other[i].closest.normal));
            CHECK(one[i].part_a == other[i].part_a && one[i].part_b == other[i].part_b);
        }
        snw_setup_destroy(s.setup);
        s.setup = kept;
    }
    close_scene(&s);
}

// what has no room is bounded by `rest`
static void the_rest_is_a_bound_of_what_is_not_listed(void) {
    open_scene(&s, CELL(TWO_ARMS));
    CHECK_CASES(check_scaled(500)) {
        draw_state(&s, &s.state);
        CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
        snw_near all[64], few[64];
        const int count = snw_collision_near(&s.around, &everything, all, NULL);
        snw_near_query query = everything;
        query.most = check_int(0, count - 1);
        double rest;
        CHECK(snw_collision_near(&s.around, &query, few, &rest) == query.most);
        for (int i = 0; i < query.most; i++)
            CHECK(few[i].closest.distance == all[i].closest.distance);
        CHECK(rest <= all[query.most].closest.distance);
        CHECK(rest >= all[query.most].closest.distance - 1e-3);
    }
    close_scene(&s);
}

static void a_member_has_the_pairs_of_its_bodies(void) {
    open_scene(&s, CELL(TWO_ARMS));
    snw_near all[64], own[64];
    const int count = snw_collision_near(&s.around, &everything, all, NULL);
    snw_near_query query = everything;
    query.member = 1;
    const int found = snw_collision_near(&s.around, &query, own, NULL);
    int expected = 0;
    for (int i = 0; i < count; i++)
        expected += all[i].a.member == 1 || (all[i].b.member == 1 && all[i].kind != SNW_NEAR_WORLD);
    CHECK(found == expected && found > 0 && found < count);
    for (int i = 0; i < found; i++)
        CHECK(own[i].a.member == 1 || own[i].b.member == 1);
    close_scene(&s);
}

static void a_state_that_is_none_is_refused(void) {
    open_scene(&s, CELL(TWO_ARMS));
    s.state.q[1] = (double)NAN;
    CHECK(snw_collision_place(&s.around, &s.state) == SNW_ERR_NOT_FINITE);
    const double q[3] = {0, (double)INFINITY, 0};
    CHECK(snw_collision_move(&s.around, 0, q) == SNW_ERR_NOT_FINITE);
    s.state.q[1] = 0;
    CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
    s.state.nq--;
    CHECK(snw_collision_place(&s.around, &s.state) == SNW_ERR_SIZE);
    close_scene(&s);
}

int main(void) {
    RUN(a_ball_over_a_capsule_is_seven_metres_away);
    RUN(excluded_pairs_are_never_computed);
    RUN(self_collision_is_looked_for_before_mutual_collision);
    RUN(only_enforced_pairs_are_told_where_only_they_are_asked_for);
    RUN(results_do_not_depend_on_what_was_asked_before);
    RUN(the_rest_is_a_bound_of_what_is_not_listed);
    RUN(a_member_has_the_pairs_of_its_bodies);
    RUN(a_state_that_is_none_is_refused);
    return check_report();
}
