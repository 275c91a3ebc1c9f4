// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/profile/generator.h"

#include "brute.h"
#include "check.h"
#include "problems.h"

static snw_profile plan(const case_data *c) {
    snw_profile profile = make_generator(c->axes);
    CHECK(snw_profile_plan(&profile, &c->problem, NULL) == SNW_OK);
    return profile;
}

// Seven joints, from rest to rest: none arrives before the last one does, and none later.
//
// spec: damore:TRJ-03 loffler:L-084
static void all_axes_start_and_arrive_together(void) {
    CHECK_CASES(check_scaled(2000)) {
        case_data c;
        make_case(&c, 7, REST);
        const snw_profile profile = plan(&c);
        const double T = profile.duration, period = 1e-3;
        snw_profile_sample first[7], before[7], end[7];
        snw_profile_at(&profile, 1e-3 * T, first);
        snw_profile_at(&profile, T - fmin(period, 0.5 * T), before);
        snw_profile_at(&profile, T, end);
        for (int i = 0; i < 7; i++) {
            CHECK(profile.axis_duration[i] == T);
            CHECK(first[i].p != c.start[i].p);
            CHECK(before[i].v != 0);
            CHECK_NEAR(end[i].p, c.target[i].p, 1e-12);
            CHECK(end[i].v == 0);
        }
    }
}

static void the_common_time_of_simple_motions_is_that_of_the_slowest_axis(void) {
    CHECK_CASES(check_scaled(2000)) {
        case_data c;
        make_case(&c, check_int(2, 8), REST);
        const snw_profile profile = plan(&c);
        double slowest = 0;
        int at = -1;
        for (int i = 0; i < c.axes; i++) {
            case_data one = c;
            one.axes = 1;
            one.problem.start = &c.start[i];
            one.problem.target = &c.target[i];
            one.problem.limits = &c.limits[i];
            static _Alignas(64) unsigned char memory[4096];
            snw_arena arena = snw_arena_over(memory, sizeof memory);
            snw_profile alone;
            CHECK(snw_profile_init(&alone, 1, &arena) == SNW_OK);
            CHECK(snw_profile_plan(&alone, &one.problem, NULL) == SNW_OK);
            CHECK_NEAR(profile.axis_least[i], alone.duration, 1e-12);
            if (alone.duration > slowest) slowest = alone.duration, at = i;
        }
        CHECK_NEAR(profile.duration, slowest, 1e-12);
        CHECK(profile.governing_axis == at && profile.cause == SNW_PROFILE_CAUSE_AXIS);
    }
}

// With unlimited jerk, at its top speed 1 and with acceleration 1, an axis can make the way w while
// it begins and ends at speed 1 in w seconds, or by slowing down to u = sqrt(1 - w) in 2 (1 - u)
// seconds, or by turning back to -u in 2 (1 + u) seconds, and longer; not between the last two.
static void an_axis_that_cannot_take_the_time_sends_all_to_its_next_one(void) {
    const double w = 0.2, u = sqrt(1 - w);
    case_data c;
    make_case(&c, 2, REST);
    c.limits[0] = c.limits[1] = (snw_profile_limits){-1, 1, -1, 1, HUGE_VAL};
    c.start[0] = (snw_profile_state){3, 1, 0};
    c.target[0] = (snw_profile_state){3 + w, 1, 0};
    c.start[1] = (snw_profile_state){0, 0, 0};
    c.target[1] = (snw_profile_state){-0.25, 0, 0}; // takes 1 s
    const snw_profile profile = plan(&c);
    CHECK_NEAR(profile.axis_least[0], w, 1e-12);
    CHECK_NEAR(profile.axis_least[1], 1, 1e-12);
    CHECK_NEAR(profile.duration, 2 * (1 + u), 1e-12);
    CHECK(profile.governing_axis == 0 && profile.cause == SNW_PROFILE_CAUSE_BLOCKED);

    // just before the gap, and after it, the time is taken as it is
    c.problem.minimum_duration = 2 * (1 - u) - 1e-6;
    c.target[1].p = 0;
    CHECK_NEAR(plan(&c).duration, c.problem.minimum_duration, 1e-12);
    c.problem.minimum_duration = 2 * (1 - u) + 1e-6;
    CHECK_NEAR(plan(&c).duration, 2 * (1 + u), 1e-12);
    c.problem.minimum_duration = 2 * (1 + u) + 1;
    CHECK_NEAR(plan(&c).duration, c.problem.minimum_duration, 1e-12);
}

// the ways that can be made in a time, by search
static void reachable(const case_data *c, double time, double *lowest, double *highest) {
    brute b = {.v0 = c->start[0].v,
               .a0 = c->start[0].a,
               .vf = c->target[0].v,
               .af = c->target[0].a,
               .way = c->target[0].p - c->start[0].p,
               .l = c->limits[0],
               .grid = 300,
               .time = time};
    (void)brute_least(&b);
    *lowest = b.lowest;
    *highest = b.highest;
}

// All motions of one time make an interval of ways; a time is possible if the way is in it. The
// times between the one asked for and the one taken must not be possible, and that one must be.
static void only_times_that_are_impossible_are_skipped(void) {
    int skipped = 0;
    CHECK_CASES(check_scaled(600)) {
        case_data c;
        make_case(&c, 1, FULL);
        const double least = plan(&c).duration, way = c.target[0].p - c.start[0].p;
        c.problem.minimum_duration = least + check_real(0, 1.5) + 1e-3;
        const double taken = plan(&c).duration, asked = c.problem.minimum_duration;
        double low, high;
        reachable(&c, taken, &low, &high);
        CHECK(way >= low - 1e-6 && way <= high + 1e-6);
        if (taken <= asked * (1 + 1e-9)) continue;
        skipped++;
        for (int i = 0; i < 4; i++) {
            reachable(&c, asked + (taken - asked) * (0.25 * i + 0.12), &low, &high);
            CHECK(!(way >= low + 1e-6 && way <= high - 1e-6));
        }
    }
    CHECK(skipped > check_scaled(600) / 100);
}

// spec: damore:TRJ-04
static void a_minimum_duration_is_kept_exactly_unless_the_limits_need_longer(void) {
    case_data c;
    make_case(&c, 6, REST);
    for (int i = 0; i < 6; i++) {
        c.limits[i] = (snw_profile_limits){-0.5, 0.5, -1, 1, 10};
        c.target[i].p = c.start[i].p + 0.01 * (i + 1);
    }
    c.problem.minimum_duration = 5;
    snw_profile profile = plan(&c);
    const double period = 0.01;
    CHECK_NEAR(profile.duration, 5, 1e-12);
    CHECK(profile.cause == SNW_PROFILE_CAUSE_REQUEST && profile.governing_axis == -1);
    snw_profile_sample early[6], end[6];
    snw_profile_at(&profile, 5 - period, early);
    snw_profile_at(&profile, 5, end);
    for (int i = 0; i < 6; i++) {
        CHECK(early[i].p != c.target[i].p && early[i].v > 0);
        CHECK(end[i].p == c.target[i].p && end[i].v == 0);
    }

    // too small: the time that the limits need
    c.problem.minimum_duration = 0;
    const double least = plan(&c).duration;
    c.problem.minimum_duration = 0.5 * least;
    profile = plan(&c);
    CHECK_NEAR(profile.duration, least, 1e-12);
    CHECK(profile.cause == SNW_PROFILE_CAUSE_AXIS && profile.governing_axis == 5);
}

static void an_axis_without_a_way_stays_where_it_is(void) {
    CHECK_CASES(check_scaled(500)) {
        case_data c;
        make_case(&c, 3, REST);
        c.target[1] = c.start[1];
        const snw_profile profile = plan(&c);
        for (int k = 0; k <= 50; k++) {
            const snw_profile_sample s =
                snw_profile_axis_at(&profile, 1, profile.duration * k / 50);
            CHECK(s.p == c.start[1].p && s.v == 0 && s.a == 0);
        }
    }
}

static void free_axes_take_their_own_least_times(void) {
    CHECK_CASES(check_scaled(2000)) {
        case_data c;
        make_case(&c, 5, FULL);
        c.problem.sync = SNW_PROFILE_FREE;
        const snw_profile profile = plan(&c);
        double longest = 0;
        for (int i = 0; i < 5; i++) {
            CHECK_NEAR(profile.axis_duration[i], profile.axis_least[i], 1e-12);
            longest = fmax(longest, profile.axis_duration[i]);
            const snw_profile_sample s = snw_profile_axis_at(&profile, i, profile.axis_duration[i]);
            CHECK(s.p == c.target[i].p && s.v == c.target[i].v);
        }
        CHECK(profile.duration == longest);
    }
}

// An axis that is bound to leave its limits unless it goes straight to its target does so when it
// is free; to arrive together with a slower one it must brake first.
static void an_axis_about_to_leave_its_limits_waits_only_if_it_must(void) {
    case_data c;
    make_case(&c, 2, REST);
    c.limits[0] = c.limits[1] = (snw_profile_limits){-1, 1, -1, 1, 1};
    const double t = 0.05, v = 0.9, a = 0.8;
    c.start[0] = (snw_profile_state){0, v, a};
    c.target[0] = (snw_profile_state){t * (v + 0.5 * a * t), v + a * t, a};
    c.start[1] = (snw_profile_state){0, 0, 0};
    c.target[1] = (snw_profile_state){2, 0, 0};
    c.problem.sync = SNW_PROFILE_FREE;
    snw_profile profile = plan(&c);
    CHECK(profile.brake_count[0] == 0 && profile.axis_duration[0] <= t + 1e-9);
    CHECK(profile.axis_duration[0] == profile.axis_least[0]);
    c.problem.sync = SNW_PROFILE_TIME;
    profile = plan(&c);
    CHECK(profile.brake_count[0] > 0 && profile.axis_duration[0] == profile.duration);
    CHECK(profile.axis_least[0] <= t + 1e-9);
    const findings found = examine(&profile, &c);
    CHECK(found.limit <= 1e-9 && found.end <= 1e-9 && found.jump <= 1e-9);
}

// start, target, velocities and accelerations along one line
static void make_line(case_data *c, int axes) {
    make_case(c, axes, REST);
    const double v0 = check_real(-0.1, 0.1), a0 = check_real(-0.1, 0.1), v1 = check_real(-0.1, 0.1);
    for (int i = 0; i < axes; i++) {
        const double d = c->target[i].p - c->start[i].p;
        c->start[i].v = v0 * d;
        c->start[i].a = a0 * d;
        c->target[i].v = v1 * d;
    }
    c->problem.sync = SNW_PROFILE_PHASE;
}

static void a_motion_in_phase_is_a_straight_line_within_all_limits(void) {
    CHECK_CASES(check_scaled(2000)) {
        case_data c;
        make_line(&c, check_int(1, 8));
        const snw_profile profile = plan(&c);
        CHECK(profile.straight && profile.cause == SNW_PROFILE_CAUSE_LINE);
        const findings found = examine(&profile, &c);
        CHECK(found.limit <= 1e-9 && found.jump <= 1e-9 && found.end <= 1e-9);
        for (int k = 1; k < 20; k++) {
            const double t = profile.duration * k / 20;
            const snw_profile_sample first = snw_profile_axis_at(&profile, 0, t);
            const double s = (first.p - c.start[0].p) / (c.target[0].p - c.start[0].p);
            for (int i = 1; i < c.axes; i++) {
                const double d = c.target[i].p - c.start[i].p;
                const snw_profile_sample here = snw_profile_axis_at(&profile, i, t);
                CHECK_NEAR(here.p, c.start[i].p + s * d, 1e-9 * fmax(fabs(s), 1));
            }
        }
    }
}

// no motion along the line can be faster: in every phase some axis is at a limit
static void a_motion_in_phase_is_always_at_the_limit_of_some_axis(void) {
    CHECK_CASES(check_scaled(2000)) {
        case_data c;
        make_line(&c, check_int(1, 8));
        const snw_profile profile = plan(&c);
        for (int k = 0; k < profile.phase_count[0]; k++) {
            bool governed = false;
            for (int i = 0; i < c.axes; i++) {
                governed |= snw_profile_phase_limit(&profile, i, k) != SNW_PROFILE_LIMIT_NONE;
            }
            CHECK(governed);
        }
        c.problem.sync = SNW_PROFILE_TIME;
        CHECK(plan(&c).duration <= profile.duration * (1 + 1e-9));
    }
}

static void a_motion_that_cannot_be_straight_is_synchronised_in_time(void) {
    case_data c;
    make_case(&c, 2, REST);
    c.start[0].v = 0.5;
    c.problem.sync = SNW_PROFILE_PHASE;
    const snw_profile in_phase = plan(&c);
    CHECK(!in_phase.straight && in_phase.cause == SNW_PROFILE_CAUSE_AXIS);
    const double duration = in_phase.duration;
    c.problem.sync = SNW_PROFILE_TIME;
    CHECK(plan(&c).duration == duration);
}

int main(void) {
    RUN(all_axes_start_and_arrive_together);
    RUN(the_common_time_of_simple_motions_is_that_of_the_slowest_axis);
    RUN(an_axis_that_cannot_take_the_time_sends_all_to_its_next_one);
    RUN(only_times_that_are_impossible_are_skipped);
    RUN(a_minimum_duration_is_kept_exactly_unless_the_limits_need_longer);
    RUN(an_axis_without_a_way_stays_where_it_is);
    RUN(free_axes_take_their_own_least_times);
    RUN(an_axis_about_to_leave_its_limits_waits_only_if_it_must);
    RUN(a_motion_in_phase_is_a_straight_line_within_all_limits);
    RUN(a_motion_in_phase_is_always_at_the_limit_of_some_axis);
    RUN(a_motion_that_cannot_be_straight_is_synchronised_in_time);
    return check_report();
}
