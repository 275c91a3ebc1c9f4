// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "sinew/contact.h"

#include "check.h"

// The laws one by one: numbers of the specification, recurrences written out in long double.

static snw_contact_material material_of(double stiffness) {
    return (snw_contact_material){
        .stiffness = stiffness, .damping = 10, .friction = 0.4, .kinetic = 0.2, .restitution = 0.5};
}

// spec: actin-control:DY-02
static void two_springs_in_a_row_push_apart(void) {
    const snw_contact_material soft = material_of(1000), hard = material_of(3000);
    const snw_contact_pair pair = snw_contact_combine(&soft, &hard);
    CHECK_NEAR(pair.stiffness, 750, 1e-12);
    CHECK_NEAR(snw_contact_spring(pair.stiffness, -0.01), 7.5, 1e-12); // inside: apart
    CHECK_NEAR(snw_contact_spring(pair.stiffness, 0.01), -7.5, 1e-12);
}

// each damper at its share of the speed, so that both give the same power as the pair
static void dampers_in_a_row_lose_the_power_of_the_pair(void) {
    CHECK_CASES(1000) {
        snw_contact_material a = material_of(exp(check_real(0, 20)));
        snw_contact_material b = material_of(exp(check_real(0, 20)));
        a.damping = check_real(0, 100);
        b.damping = check_real(0, 100);
        const snw_contact_pair pair = snw_contact_combine(&a, &b);
        const double speed = check_real(0, 2), of_a = speed * pair.stiffness / a.stiffness;
        const double of_b = speed * pair.stiffness / b.stiffness;
        CHECK_NEAR(of_a + of_b, speed, 1e-12);
        CHECK_NEAR(pair.damping * speed * speed, a.damping * of_a * of_a + b.damping * of_b * of_b,
                   1e-9);
        const snw_contact_pair mirrored = snw_contact_combine(&b, &a);
        CHECK_NEAR(mirrored.damping, pair.damping, 1e-12 * (1 + pair.damping));
        CHECK(mirrored.friction == pair.friction && mirrored.stiffness == pair.stiffness);
    }
}

static void what_is_rigid_leaves_the_other_as_it_is(void) {
    const snw_contact_material rigid = material_of((double)INFINITY), soft = material_of(1000);
    const snw_contact_pair pair = snw_contact_combine(&rigid, &soft);
    CHECK(pair.stiffness == 1000 && pair.tangent_stiffness == 1000 && pair.damping == 10);
    const snw_contact_pair both = snw_contact_combine(&rigid, &rigid);
    CHECK(isinf(both.stiffness) && both.damping == 5);
    CHECK(both.friction == 0.4 && both.kinetic == 0.2 && both.restitution == 0.5);
}

static void more_friction_in_motion_than_at_rest_is_refused(void) {
    snw_contact_material bad = material_of(1000);
    snprintf(bad.name, sizeof bad.name, "glass");
    bad.kinetic = 0.5;
    snw_why why = {0};
    CHECK(snw_contact_material_check(&bad, &why) == SNW_ERR_RANGE);
    CHECK(strstr(why.text, "friction while sliding") != NULL);
    bad.kinetic = bad.friction;
    CHECK(snw_contact_material_check(&bad, &why) == SNW_OK);
}

// --- the reaction -------------------------------------------------------------------------------

static const snw_reaction_law reaction = {
    .stiffness = 5000, .damping = 40, .first = 0.9, .later = 0.1, .ramp = 0.02};

static snw_vec3 unit_at(double angle) {
    return snw_vec3_of(sin(angle), 0, cos(angle));
}

static snw_reaction_input input_at(int k) {
    return (snw_reaction_input){.depth = 0.001 + 0.0003 * sin(0.7 * k),
                                .rate = 0.01 * cos(0.3 * k),
                                .normal = unit_at(0.3 * sin(1.1 * k)),
                                .at = {0.1 + 0.02 * sin(2.0 * k), 0.2, -0.1 * cos(0.5 * k)}};
}

static long double share_at(int k, double dt) {
    const long double part = (long double)k * dt / reaction.ramp;
    return reaction.first + (reaction.later - reaction.first) * (part < 1 ? part : 1);
}

static void check_vector(snw_vec3 actual, const long double expected[3], double tolerance) {
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(snw_vec3_get(actual, i), (double)expected[i], tolerance);
}

// F = (1 - c) F + c f, component by component
static void follow(long double *value, const long double *now, int count, long double share) {
    for (int i = 0; i < count; i++)
        value[i] = (1 - share) * value[i] + share * now[i];
}

static void raw_values(const snw_reaction_input *in, long double wrench[6]) {
    const long double size =
        (long double)reaction.stiffness * in->depth + (long double)reaction.damping * in->rate;
    const long double f[3] = {size * in->normal.x, size * in->normal.y, size * in->normal.z};
    const long double turn[3] = {in->at.y * f[2] - in->at.z * f[1],
                                 in->at.z * f[0] - in->at.x * f[2],
                                 in->at.x * f[1] - in->at.y * f[0]};
    memcpy(wrench, f, sizeof f);
    memcpy(wrench + 3, turn, sizeof turn);
}

// spec: actin-control:DY-03
static void a_reaction_follows_its_recurrence_and_separation_forgets_it(void) {
    snw_reaction_state state = {0};
    const double dt = 0.001;
    for (int contact = 0; contact < 2; contact++) {
        long double wrench[6] = {0};
        for (int k = 0; k < 50; k++) {
            const snw_reaction_input in = input_at(k);
            const snw_reaction out = snw_reaction_step(&state, &reaction, &in, dt);
            long double now[6];
            raw_values(&in, now);
            follow(wrench, now, 6, share_at(k, dt));
            check_vector(out.wrench.force, wrench, 1e-14);
            check_vector(out.wrench.torque, wrench + 3, 1e-14);
            CHECK(out.touches);
        }
        const snw_reaction apart =
            snw_reaction_step(&state, &reaction, &(snw_reaction_input){.depth = -1e-9}, dt);
        CHECK(!apart.touches && snw_vec3_norm(apart.wrench.force) == 0);
    }
}

// spec: actin-control:DY-03b
static void place_and_normal_follow_too_and_the_share_changes_over_its_time(void) {
    snw_reaction_state state = {0};
    const double dt = 0.001;
    long double at[3] = {0}, normal[3] = {0};
    for (int k = 0; k < 50; k++) {
        const snw_reaction_input in = input_at(k);
        const snw_reaction out = snw_reaction_step(&state, &reaction, &in, dt);
        const long double place[3] = {in.at.x, in.at.y, in.at.z};
        const long double away[3] = {in.normal.x, in.normal.y, in.normal.z};
        follow(at, place, 3, k == 0 ? 1 : share_at(k, dt));
        follow(normal, away, 3, k == 0 ? 1 : share_at(k, dt));
        const long double length =
            sqrtl(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
        for (int i = 0; i < 3; i++)
            normal[i] /= length;
        check_vector(out.at, at, 1e-14);
        check_vector(out.normal, normal, 1e-13);
        CHECK_NEAR(snw_vec3_norm(out.normal), 1, 1e-12);
    }
    // a value that changes at once is taken over by the share of that time
    const int times[] = {1, 5, 10, 20, 40};
    for (int i = 0; i < 5; i++) {
        snw_reaction_state one = {0};
        snw_reaction_law pure = reaction;
        pure.damping = 0;
        snw_reaction_input in = {.depth = 0.001, .normal = {0, 0, 1}};
        double before = 0;
        for (int k = 0; k < times[i]; k++)
            before = snw_reaction_step(&one, &pure, &in, dt).wrench.force.z;
        in.depth = 0.002;
        const double after = snw_reaction_step(&one, &pure, &in, dt).wrench.force.z;
        const double share = (after - before) / (pure.stiffness * 0.002 - before);
        CHECK_NEAR(share, (double)share_at(times[i], dt), 1e-12);
    }
}

static void a_reaction_pulls_only_when_it_may(void) {
    snw_reaction_law law = reaction;
    law.first = 1;
    const snw_reaction_input leaving = {.depth = 1e-6, .rate = -1, .normal = {0, 0, 1}};
    snw_reaction_state state = {0};
    CHECK(snw_reaction_step(&state, &law, &leaving, 0.001).wrench.force.z == 0);
    law.pulls = true;
    state = (snw_reaction_state){0};
    CHECK_NEAR(snw_reaction_step(&state, &law, &leaving, 0.001).wrench.force.z, 0.005 - 40, 1e-12);
}

// --- friction -----------------------------------------------------------------------------------

// the block of GV-4
static const double mass = 2, load = 19.62;
static const snw_friction_law friction = {
    .rest = 0.6, .kinetic = 0.4, .stiffness = 1e4, .damping = 282.8427124746190};

typedef struct block {
    double x, v, t;
    snw_friction_line_state state;
    double broke; // the force at which it began to slide
} block;

static void move_block(block *b, double force, double dt) {
    const bool before = b->state.slides;
    const double f = snw_friction_line(&b->state, &friction, b->x, b->v, load);
    if (b->state.slides) {
        CHECK(f * b->v <= 0);
        if (!before && b->broke == 0) b->broke = force;
    } else {
        CHECK(fabs(f) <= 0.6 * load);
    }
    b->v += dt * (force + f) / mass;
    b->x += dt * b->v;
    b->t += dt;
}

static block pushed_by(double force, double time) {
    block b = {0};
    while (b.t < time)
        move_block(&b, force, 1e-5);
    return b;
}

// spec: actin-control:DY-04
static void a_block_rests_breaks_and_slides_by_golden_vector_4(void) {
    CHECK_NEAR(friction.damping, 2 * sqrt(mass * friction.stiffness), 1e-9);
    const block rests = pushed_by(5, 2);
    CHECK_NEAR(rests.x, 5.0e-4, 1e-9);
    CHECK(!rests.state.slides && fabs(rests.v) < 1e-9);
    const block slides = pushed_by(15, 2);
    CHECK_NEAR(slides.v, 7.15, 0.02);
    CHECK(pushed_by(11, 2).state.slides); // the step overshoots
    CHECK(!pushed_by(10.3, 2).state.slides);
    block ramp = {0};
    while (ramp.broke == 0 && ramp.t < 30)
        move_block(&ramp, 0.5 * ramp.t, 1e-5);
    CHECK_NEAR(ramp.broke, 11.772, 0.005 * 11.772);
}

static void a_block_that_turns_round_holds_again(void) {
    block b = {.v = 1};
    while (b.v > 0 && b.t < 5)
        move_block(&b, 0, 1e-5);
    CHECK_NEAR(b.t, 1 / (0.4 * load / mass), 1e-3);
    for (int i = 0; i < 20000; i++)
        move_block(&b, 0, 1e-5);
    CHECK(!b.state.slides && fabs(b.v) < 1e-9);
    // lifted off, it remembers nothing
    CHECK(snw_friction_line(&b.state, &friction, b.x, b.v, 0) == 0);
    CHECK(!b.state.holds && !b.state.slides);
}

int main(void) {
    RUN(two_springs_in_a_row_push_apart);
    RUN(dampers_in_a_row_lose_the_power_of_the_pair);
    RUN(what_is_rigid_leaves_the_other_as_it_is);
    RUN(more_friction_in_motion_than_at_rest_is_refused);
    RUN(a_reaction_follows_its_recurrence_and_separation_forgets_it);
    RUN(place_and_normal_follow_too_and_the_share_changes_over_its_time);
    RUN(a_reaction_pulls_only_when_it_may);
    RUN(a_block_rests_breaks_and_slides_by_golden_vector_4);
    RUN(a_block_that_turns_round_holds_again);
    return check_report();
}
