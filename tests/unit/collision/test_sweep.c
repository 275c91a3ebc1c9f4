// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "worlds.h"

static scene s;

#define NEAR_RULES                                                                                 \
    RULES(" keep=\"0.01\"><pairs><pair a=\"left\" b=\"ball\" keep=\"0.03\"/></pairs>"              \
          "<boxes><box name=\"door\" low=\"0.6 0.5 -1\" high=\"0.62 1 1\"/></boxes>")

// how much is left above what is demanded at a part of the way, by a view of its own
static double left_at(snw_collision *view, int member, const double *q0, const double *q1, double t,
                      double margin) {
    double q[8];
    const snw_model *model = s.system.members[member].model;
    CHECK(snw_interpolate(model, q0, q1, t, q) == SNW_OK);
    CHECK(snw_collision_move(view, member, q) == SNW_OK);
    snw_near near[64];
    const snw_near_query query = {
        .member = member, .below = 0.1 + margin, .most = 64, .enforced = true};
    const int count = snw_collision_near(view, &query, near, NULL);
    double left = (double)INFINITY;
    for (int i = 0; i < count; i++)
        left = fmin(left, near[i].closest.distance - near[i].keep - margin);
    return left;
}

// No sample of a way that was certified is too near, and one that was refused is: at the place that
// is told, up to the resolution, and not before it.
static void sweeps_miss_nothing_and_refuse_nothing_that_is_free(void) {
    open_scene(&s, CELL(TWO_ARMS NEAR_RULES));
    snw_collision view;
    look_around(&s, &view);
    int clear = 0, hits = 0;
    CHECK_CASES(check_scaled(600)) {
        draw_state(&s, &s.state);
        CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
        CHECK(snw_collision_place(&view, &s.state) == SNW_OK);
        const int member = check_int(0, 1);
        const double margin = check_int(0, 1) ? 0.005 : 0;
        double q0[3], q1[3];
        memcpy(q0, s.state.q + s.system.members[member].q_index, sizeof q0);
        for (int i = 0; i < 3; i++)
            q1[i] = q0[i] + check_real(-1, 1) * (check_case % 3 == 0 ? 0.1 : 0.8);
        const snw_sweep_options options = {.margin = margin, .enforced = true};
        snw_sweep_result r;
        CHECK(snw_collision_sweep(&s.around, member, q0, q1, &options, &r) == SNW_OK);
        enum { SAMPLES = 256 };
        for (int i = 0; i <= SAMPLES; i++) {
            const double t = (double)i / SAMPLES;
            if (!r.clear && t >= r.t) break;
            CHECK(left_at(&view, member, q0, q1, t, margin) >= (r.clear ? r.left : 0) - 1e-9);
        }
        if (r.clear) {
            clear++;
            CHECK(r.t == 1 && r.certain && r.left > 0);
            continue;
        }
        hits++;
        // just behind t the demanded distance is lost, or within the resolution of being so
        double least = (double)INFINITY;
        for (int i = 0; i <= 20; i++) {
            const double t = fmin(r.t + 1e-4 * i / 20, 1);
            least = fmin(least, left_at(&view, member, q0, q1, t, margin));
        }
        CHECK(least < 2e-4);
        if (r.certain) CHECK(r.at.closest.distance < r.at.keep + margin);
    }
    CHECK(clear > check_scaled(600) / 10 && hits > check_scaled(600) / 10);
    close_scene(&s);
}

// a plate that no sample of ten would see
static void thin_things_are_not_passed_through(void) {
    open_scene(&s, CELL("<mechanisms>" ARM "</mechanisms><members>"
                        "<member name=\"arm\" mechanism=\"arm\"/></members>" RULES(
                            "><boxes><box name=\"plate\" low=\"0.9 0.5 -0.01\" "
                            "high=\"1.1 0.5001 0.01\"/></boxes>")));
    const double q0[3] = {-1, 0, 0}, q1[3] = {1, 0, 0};
    const snw_sweep_options options = {.enforced = true};
    snw_sweep_result r;
    CHECK(snw_collision_sweep(&s.around, 0, q0, q1, &options, &r) == SNW_OK);
    CHECK(!r.clear && r.certain);
    char name[SNW_BODY_NAME];
    snw_world_name(&s.world, r.at.b, name);
    CHECK_TEXT(name, "plate");
    // where it comes 0.002 m near: between the start and half the way
    CHECK(r.t > 0.5 && r.t < 0.8);
    close_scene(&s);
}

static void numbers_that_are_none_are_refused(void) {
    open_scene(&s, CELL(TWO_ARMS));
    const double q0[3] = {0}, bad[3] = {0, (double)NAN, 0};
    snw_sweep_result r;
    CHECK(snw_collision_sweep(&s.around, 0, q0, bad, NULL, &r) == SNW_ERR_NOT_FINITE);
    const snw_sweep_options options = {.margin = (double)NAN};
    CHECK(snw_collision_sweep(&s.around, 0, q0, q0, &options, &r) == SNW_ERR_NOT_FINITE);
    close_scene(&s);
}

// --- propagation ---------------------------------------------------------------------------------

// four cases: neither, a limit, a contact, both; members that are not concerned go on
// spec: actin-model:A1-SS-05 actin-model:A1-MN-10b
static void flags_tell_limits_and_contacts(void) {
    static const struct {
        double q[3], v[3];
        unsigned stopped;
    } cases[] = {
        {{0, 0, 0}, {0.1, 0.1, 0}, 0},
        {{2.85, 0, 0}, {1, 0, 0.5}, SNW_STOPPED_BY_LIMIT},
        // a step of 0.1 s at 10 rad/s into the ball in front of it
        {{-0.5, 0, 0}, {3, 0, 0}, SNW_STOPPED_BY_CONTACT},
        {{-0.5, 0, 2.55}, {3, 0, 1}, SNW_STOPPED_BY_LIMIT | SNW_STOPPED_BY_CONTACT},
    };
    open_scene(&s, CELL(TWO_ARMS));
    for (int i = 0; i < 4; i++) {
        memcpy(s.state.q, cases[i].q, sizeof cases[i].q);
        memcpy(s.state.v, cases[i].v, sizeof cases[i].v);
        const double away[3] = {1.2, -1, 0};
        memcpy(s.state.q + 3, away, sizeof away);
        s.state.v[3] = 0.2;
        // the ball is 0.25 m from the base of the arm, beside its first link
        double *ball = s.state.q + s.system.members[3].q_index;
        const double place[7] = {0.25, -0.02, 0, 0, 0, 0, 1};
        memcpy(ball, place, sizeof place);
        if (i < 2) ball[2] = 2;
        snw_propagated out[4];
        CHECK(snw_collision_propagate(&s.around, &s.state, 100000000, out) == SNW_OK);
        CHECK(out[0].stopped == cases[i].stopped);
        CHECK(out[1].stopped == 0);
        CHECK_NEAR(s.state.q[3], 1.22, 1e-12);
        if (out[0].stopped & SNW_STOPPED_BY_CONTACT) {
            // it stays where it was, and the pair is named
            CHECK(memcmp(s.state.q, cases[i].q, sizeof cases[i].q) == 0);
            char name[SNW_BODY_NAME];
            snw_world_name(&s.world, out[0].hit.b.member == 0 ? out[0].hit.a : out[0].hit.b, name);
            CHECK_TEXT(name, "ball/ball");
        } else {
            for (int k = 0; k < 3; k++) {
                const double free = cases[i].q[k] + 0.1 * cases[i].v[k];
                CHECK(s.state.q[k] == (k == 0 && i == 1 ? 2.9 : free));
            }
        }
    }
    close_scene(&s);
}

// --- pairs of one member -------------------------------------------------------------------------

// Two joints at one place, 0.2 m from a; the ball of c is `length` from them: the distance of a and
// c is |0.2 + length exp(i (q1 + q2))| - 0.4, so 0.6 m is where they just touch.
#define CHAIN(length)                                                                              \
    "<mechanisms><mechanism name=\"arm\"><robot name=\"arm\"><links>"                              \
    "<link name=\"a\"><collisions><collision><shape><sphere radius=\"0.3\"/></shape></collision>"  \
    "</collisions></link><link name=\"b\"><collisions><collision><shape><sphere radius=\"0.1\"/>"  \
    "</shape></collision></collisions></link><link name=\"c\"><collisions><collision>"             \
    "<origin xyz=\"" length                                                                        \
    " 0 0\"/><shape><sphere radius=\"0.1\"/></shape></collision></collisions></link></links>"      \
    "<joints><joint name=\"j1\" kind=\"revolute\" parent=\"a\" child=\"b\" axis=\"0 0 1\">"        \
    "<origin xyz=\"0.2 0 0\"/><limits lower=\"-1\" upper=\"1\"/></joint>"                          \
    "<joint name=\"j2\" kind=\"revolute\" parent=\"b\" child=\"c\" axis=\"0 0 1\">"                \
    "<limits lower=\"-3\" upper=\"3\"/></joint></joints></robot></mechanism></mechanisms>"         \
    "<members><member name=\"arm\" mechanism=\"arm\"/></members>"

static snw_pair_finding find_one(const char *cell, int samples, int joints) {
    open_scene(&s, cell);
    const snw_finding_options options = {.samples = samples, .seed = 5, .prove = joints};
    snw_pair_finding *list = NULL;
    int count = 0;
    CHECK(snw_world_find_pairs(&s.world, 0, &options, s.setup, &list, &count) == SNW_OK);
    CHECK(count == 3);
    snw_pair_finding found = {.joints = -1};
    int adjacent = 0;
    for (int i = 0; i < count; i++) {
        adjacent += list[i].kind == SNW_FOUND_ADJACENT;
        if (list[i].a.link + list[i].b.link == 2 && list[i].a.link != list[i].b.link) {
            found = list[i];
        }
    }
    CHECK(adjacent == 2 && found.joints == 2);
    close_scene(&s);
    return found;
}

static void never_is_proven_up_to_a_millimetre(void) {
    CHECK(find_one(CELL(CHAIN("0.7")), 20, 2).kind == SNW_FOUND_NEVER);
    // nearer than that only a proof or a lucky sample tells the difference
    CHECK(find_one(CELL(CHAIN("0.601")), 20, 2).kind == SNW_FOUND_NEVER);
    CHECK(find_one(CELL(CHAIN("0.599")), 1, 2).kind == SNW_FOUND_SOMETIMES);
    // without a proof it is not seen, and stays to be checked
    CHECK(find_one(CELL(CHAIN("0.7")), 200, 1).kind == SNW_FOUND_NOT_SEEN);
    const snw_pair_finding some = find_one(CELL(CHAIN("0.5")), 2000, 0);
    CHECK(some.kind == SNW_FOUND_SOMETIMES && some.contacts > 0 && some.contacts < 2000);
    CHECK(some.nearest > -0.1 - 1e-9 && some.nearest < 0);
}

int main(void) {
    RUN(sweeps_miss_nothing_and_refuse_nothing_that_is_free);
    RUN(thin_things_are_not_passed_through);
    RUN(numbers_that_are_none_are_refused);
    RUN(flags_tell_limits_and_contacts);
    RUN(never_is_proven_up_to_a_millimetre);
    return check_report();
}
