// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The curves behind the generator: how far an axis gets in each time.
#include "../../../src/motion/profile/internal.h"

#include "brute.h"
#include "check.h"
#include "problems.h"

// the curve up between two random states, with what brute.h needs to know of it
static snw__curve random_curve(case_data *c, brute *b) {
    make_case(c, 1, FULL);
    const snw_profile_limits *l = &c->limits[0];
    c->start[0] = inside(l, 1);
    c->target[0] = inside(l, -1);
    const snw__rates rates = {l->v_max,    l->a_max,     -l->a_min,    l->jerk,
                              1 / l->jerk, 1 / l->a_max, -1 / l->a_min};
    const snw__ends ends = {c->start[0].v, c->start[0].a, c->target[0].v, c->target[0].a};
    const double straight = 0.5 * (ends.a0 + ends.af) * fabs(ends.af - ends.a0) / l->jerk;
    snw__curve curve;
    snw__curve_make(&curve, &ends, &rates, ends.vf - ends.v0 >= straight);
    *b = (brute){ends.v0, ends.a0, ends.vf, ends.af, 0, *l, 300, 0, 0, 0, 0};
    return curve;
}

// a time that motions of the curve have
static double random_time(const snw__curve *c) {
    const double begin = snw__curve_begin(c).time, bent_end = snw__curve_bent(c, -c->gap).time;
    if (c->bend > 0 && check_int(0, 1)) return check_real(begin, bent_end);
    return check_real(c->main.time, c->main.time + 3);
}

static void a_motion_asked_for_by_its_time_takes_that_time(void) {
    CHECK_CASES(check_scaled(20000)) {
        case_data data;
        brute b;
        const snw__curve c = random_curve(&data, &b);
        const double T = random_time(&c);
        const snw__turn turn = snw__curve_time(&c, T);
        CHECK_NEAR(turn.time, T, 1e-9);
    }
}

// phases of the turn, run one after the other, make its way and its velocity
static void the_phases_of_a_motion_make_its_way(void) {
    CHECK_CASES(check_scaled(20000)) {
        case_data data;
        brute b;
        const snw__curve c = random_curve(&data, &b);
        const snw__turn turn = snw__curve_time(&c, random_time(&c));
        const snw__ends ends = {b.v0, b.a0, b.vf, b.af};
        snw__pieces list = {.count = 0};
        snw__pieces_turn(&list, &c, &turn, &ends, false);
        double p = 0, v = b.v0;
        snw__pieces_run(&list, &p, &v);
        CHECK_NEAR(p, turn.way, 1e-9);
        CHECK_NEAR(v, b.vf, 1e-9);
    }
}

// (the grid of the search does not find the farthest motion each time)
static void no_searched_motion_of_the_same_time_gets_farther(void) {
    int found = 0;
    CHECK_CASES(check_scaled(400)) {
        case_data data;
        brute b;
        const snw__curve c = random_curve(&data, &b);
        b.time = random_time(&c);
        (void)brute_least(&b);
        const snw__turn turn = snw__curve_time(&c, b.time);
        CHECK(b.highest <= turn.way + 1e-6);
        found += b.highest >= turn.way - 1e-6;
    }
    CHECK(found >= check_scaled(400) * 97 / 100);
}

static void the_slope_is_the_rate_of_the_way(void) {
    CHECK_CASES(check_scaled(20000)) {
        case_data data;
        brute b;
        const snw__curve c = random_curve(&data, &b);
        const double T = random_time(&c), h = 1e-6;
        const snw__turn now = snw__curve_time(&c, T), left = snw__curve_time(&c, T - h),
                        right = snw__curve_time(&c, T + h);
        // not across the ends of a part, and not with a cruise, whose slope is its speed
        const bool inner = right.time - left.time > 1.9 * h && right.cruise == 0;
        const double bent_end = snw__curve_bent(&c, -c.gap).time;
        if (!inner || (c.split && T + h > bent_end && T - h < c.main.time)) continue;
        CHECK_NEAR((right.way - left.way) / (2 * h), snw__curve_slope(&c, &now), 1e-3);
    }
}

static void the_main_part_is_convex_until_the_cruise(void) {
    CHECK_CASES(check_scaled(20000)) {
        case_data data;
        brute b;
        const snw__curve c = random_curve(&data, &b);
        const double end = snw__curve_speed(&c, c.v_top).time;
        const double t0 = check_real(c.main.time, end), t1 = check_real(c.main.time, end);
        const double mean = 0.5 * (snw__curve_time(&c, t0).way + snw__curve_time(&c, t1).way);
        CHECK(snw__curve_time(&c, 0.5 * (t0 + t1)).way <= mean + 1e-9);
    }
}

static void a_way_beyond_the_begin_is_reached_once_and_exactly(void) {
    CHECK_CASES(check_scaled(20000)) {
        case_data data;
        brute b;
        const snw__curve c = random_curve(&data, &b);
        const double way = c.main.way + log_real(1e-6, 30);
        const snw__turn turn = snw__curve_reach(&c, way, &c.main);
        const snw__turn same = snw__curve_time(&c, turn.time);
        CHECK_NEAR(turn.way, way, 1e-9);
        CHECK_NEAR(same.way, way, 1e-7);
        // earlier motions of the main part do not get there
        const double earlier = c.main.time + check_real(0, 0.999) * (turn.time - c.main.time);
        CHECK(snw__curve_time(&c, earlier).way < way);
    }
}

// A bent part that rises, falls and rises again (its speeds are small against what the jerk makes
// of them): the first motion that gets as far as asked for is found, or none if none does.
static void the_first_motion_of_a_bent_part_is_found(void) {
    int summits = 0;
    CHECK_CASES(check_scaled(5000)) {
        const double J = check_real(1, 5), af = check_real(1, 4), C = check_real(0.1, 4);
        const double y = check_real(-0.1, 0.3) * C / J;
        const double most = check_case % 2 ? 20 : sqrt(C + af * af) * check_real(0.9, 1);
        const snw__rates rates = {50, most, 9, J, 1 / J, 1 / most, 1.0 / 9};
        const snw__ends ends = {y - C / J, 0, y + 0.5 * af * af / J, af};
        snw__curve c;
        snw__curve_make(&c, &ends, &rates, true);
        if (most < af) continue;
        const double begin = snw__curve_begin(&c).time, end = c.main.time;
        enum { STEPS = 100 };
        double way[STEPS + 1], highest = -HUGE_VAL;
        for (int k = 0; k <= STEPS; k++) {
            way[k] = snw__curve_time(&c, begin + (end - begin) * k / STEPS).way;
            highest = fmax(highest, way[k]);
        }
        const double goal = way[0] + check_real(0.05, 1.2) * (highest - way[0]);
        snw__turn turn;
        const bool found = snw__curve_reach_bent(&c, goal, 1e-12, &turn);
        if (goal < highest) CHECK(found);
        if (goal > highest + 1e-2 * fabs(highest - way[0]) + 1e-6) CHECK(!found);
        if (!found) continue;
        CHECK_NEAR(turn.way, goal, 1e-9);
        for (int k = 0; begin + (end - begin) * k / STEPS < turn.time - 1e-9; k++) {
            CHECK(way[k] < goal);
        }
        summits += goal > way[STEPS];
    }
    CHECK(summits > check_scaled(5000) / 50);
}

static void a_cruise_takes_the_time_and_makes_the_way_asked_for(void) {
    CHECK_CASES(check_scaled(20000)) {
        case_data data;
        brute b;
        const snw__curve c = random_curve(&data, &b);
        const double T = c.main.time + check_real(0.01, 5);
        const double low = c.main.way + c.main.v * (T - c.main.time);
        const double high = snw__curve_time(&c, T).way;
        const double way = low + check_real(0, 1) * (high - low);
        const snw__turn turn = snw__curve_cruise(&c, way, T);
        CHECK_NEAR(turn.time, T, 1e-9);
        CHECK_NEAR(turn.way, way, 1e-9);
        CHECK(turn.v >= c.v_low - 1e-9 && turn.v <= c.v_top + 1e-9);
    }
}

// a mean of two motions has the mean of their ways, and the same ends
static void a_mix_of_two_motions_makes_the_mean_way(void) {
    CHECK_CASES(check_scaled(20000)) {
        case_data data;
        brute b;
        const snw__curve c = random_curve(&data, &b);
        const double T = c.main.time + check_real(0.01, 5), weight = check_real(0, 1);
        const snw__ends ends = {b.v0, b.a0, b.vf, b.af};
        const snw__turn far = snw__curve_time(&c, T);
        snw__turn near = c.main;
        near.cruise = T - c.main.time;
        snw__turn_measure(&c, &near);
        snw__pieces one = {.count = 0}, other = {.count = 0}, mean = {.count = 0};
        snw__pieces_turn(&one, &c, &far, &ends, false);
        snw__pieces_turn(&other, &c, &near, &ends, false);
        snw__pieces_mix(&mean, &one, &other, weight);
        double p = 0, v = b.v0, time = 0, a = b.a0;
        for (int i = 0; i < mean.count; i++) {
            CHECK_NEAR(mean.item[i].a, a, 1e-7);
            a = mean.item[i].a + mean.item[i].j * mean.item[i].dt;
            time += mean.item[i].dt;
        }
        snw__pieces_run(&mean, &p, &v);
        CHECK_NEAR(a, b.af, 1e-7);
        CHECK_NEAR(time, T, 1e-9);
        CHECK_NEAR(v, b.vf, 1e-7);
        CHECK_NEAR(p, weight * far.way + (1 - weight) * near.way, 1e-7);
    }
}

int main(void) {
    RUN(a_motion_asked_for_by_its_time_takes_that_time);
    RUN(the_phases_of_a_motion_make_its_way);
    RUN(no_searched_motion_of_the_same_time_gets_farther);
    RUN(the_slope_is_the_rate_of_the_way);
    RUN(the_main_part_is_convex_until_the_cruise);
    RUN(a_way_beyond_the_begin_is_reached_once_and_exactly);
    RUN(the_first_motion_of_a_bent_part_is_found);
    RUN(a_cruise_takes_the_time_and_makes_the_way_asked_for);
    RUN(a_mix_of_two_motions_makes_the_mean_way);
    return check_report();
}
