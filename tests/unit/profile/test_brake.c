// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Velocity control, stops, and starts outside the limits.
#include "sinew/profile/generator.h"

#include "brute.h"
#include "check.h"
#include "problems.h"

static snw_profile plan(const case_data *c) {
    snw_profile profile = make_generator(c->axes);
    CHECK(snw_profile_plan(&profile, &c->problem, NULL) == SNW_OK);
    return profile;
}

// the least time from one velocity and acceleration to another, by trying all single peaks
static double least_change(const brute *b, double v, double a, double to, double end) {
    double peak[4], stay[4], best = HUGE_VAL;
    const int n = brute_peaks(b, v, a, to, end, peak, stay);
    for (int i = 0; i < n; i++) {
        const double ramps = (fabs(peak[i] - a) + fabs(end - peak[i])) / b->l.jerk;
        best = fmin(best, ramps + stay[i]);
    }
    return best;
}

static void a_velocity_is_reached_in_the_least_time(void) {
    CHECK_CASES(check_scaled(20000)) {
        case_data c;
        make_case(&c, 1, FULL);
        c.problem.control = SNW_PROFILE_VELOCITY;
        const snw_profile profile = plan(&c);
        const brute b = {.l = c.limits[0]};
        const double least =
            least_change(&b, c.start[0].v, c.start[0].a, c.target[0].v, c.target[0].a);
        if (profile.brake_count[0] == 0) CHECK_NEAR(profile.duration, least, 1e-7);
    }
}

static void two_changes_of_velocity_take_the_times_of_the_textbook(void) {
    case_data c;
    make_case(&c, 1, REST);
    c.limits[0] = (snw_profile_limits){-2, 2, -3, 4, 10};
    c.problem.control = SNW_PROFILE_VELOCITY;
    c.target[0].v = 1; // two ramps
    CHECK_NEAR(plan(&c).duration, 2 * sqrt(1 / 10.0), 1e-12);
    c.target[0].v = 2; // with the acceleration held
    CHECK_NEAR(plan(&c).duration, 2 / 4.0 + 4 / 10.0, 1e-12);
    c.start[0].v = 2;
    c.target[0].v = -1.5;
    CHECK_NEAR(plan(&c).duration, 3.5 / 3 + 3 / 10.0, 1e-12);
}

static void a_stop_brings_every_axis_to_rest_in_its_least_time_or_together(void) {
    CHECK_CASES(check_scaled(5000)) {
        case_data c;
        make_case(&c, check_int(1, 8), MOVING);
        snw_profile profile = make_generator(c.axes);
        const snw_profile_sync sync = check_case % 2 ? SNW_PROFILE_FREE : SNW_PROFILE_TIME;
        CHECK(snw_profile_stop(&profile, c.start, c.limits, sync, NULL) == SNW_OK);
        double slowest = 0;
        for (int i = 0; i < c.axes; i++) {
            const brute b = {.l = c.limits[i]};
            const double least = least_change(&b, c.start[i].v, c.start[i].a, 0, 0);
            CHECK_NEAR(profile.axis_least[i], least, 1e-7);
            slowest = fmax(slowest, least);
            const snw_profile_sample end = snw_profile_axis_at(&profile, i, profile.duration);
            CHECK(end.v == 0 && end.a == 0);
            if (sync == SNW_PROFILE_FREE) CHECK_NEAR(profile.axis_duration[i], least, 1e-7);
        }
        CHECK_NEAR(profile.duration, slowest, 1e-7);
    }
}

// axes that move in proportion stop in proportion: the path stays straight
static void a_stop_in_phase_stays_on_the_line_of_motion(void) {
    CHECK_CASES(check_scaled(2000)) {
        case_data c;
        make_case(&c, 4, REST);
        double d[4];
        for (int i = 0; i < 4; i++) {
            d[i] = check_real(-0.5, 0.5);
            c.start[i].v = d[i];
            c.start[i].a = 0.3 * d[i];
        }
        snw_profile profile = make_generator(4);
        CHECK(snw_profile_stop(&profile, c.start, c.limits, SNW_PROFILE_PHASE, NULL) == SNW_OK);
        CHECK(profile.straight);
        for (int k = 0; k <= 20; k++) {
            snw_profile_sample s[4];
            snw_profile_at(&profile, profile.duration * k / 20, s);
            for (int i = 1; i < 4; i++) {
                CHECK_NEAR(s[i].v * d[0], s[0].v * d[i], 1e-9);
                CHECK_NEAR((s[i].p - c.start[i].p) * d[0], (s[0].p - c.start[0].p) * d[i], 1e-9);
            }
        }
    }
}

// one axis that starts at (v, a), with limits +-1, +-1, jerk 1 if not said otherwise
static snw_profile from(double v, double a, snw_profile_limits limits) {
    static case_data c;
    make_case(&c, 1, REST);
    c.limits[0] = limits;
    c.start[0] = (snw_profile_state){0, v, a};
    c.target[0] = (snw_profile_state){7, 0, 0};
    return plan(&c);
}

static double brake_time(const snw_profile *profile) {
    double t = 0;
    for (int i = 0; i < profile->brake_count[0]; i++) {
        t += profile->phase[0][i].duration;
    }
    return t;
}

static void starts_outside_come_back_in_times_known_by_hand(void) {
    const snw_profile_limits unit = {-1, 1, -1, 1, 1};
    const snw_profile_limits wide = {-50, 50, -1, 1, 1};

    // an acceleration above its limit falls with full jerk
    snw_profile p = from(0, 3, wide);
    CHECK_NEAR(brake_time(&p), 2, 1e-12);

    // a velocity a little too high: the acceleration falls until the limit is passed
    p = from(1.02, 0, unit);
    CHECK_NEAR(brake_time(&p), sqrt(2 * 0.02), 1e-12);

    // far too high: down to -1 in 1 s, which takes 0.5 off, then held
    p = from(4, 0, unit);
    CHECK_NEAR(brake_time(&p), 1 + (4 - 1 - 0.5), 1e-12);

    // too low, the same in mirror image
    p = from(-4, 0, unit);
    CHECK_NEAR(brake_time(&p), 1 + (4 - 1 - 0.5), 1e-12);

    // a velocity still inside that is bound to leave: 0.9 + 0.8^2 / 2 > 1
    p = from(0.9, 0.8, unit);
    CHECK(p.brake_count[0] > 0);
    CHECK_NEAR(brake_time(&p), 0.8 + sqrt(2 * (0.9 + 0.32 - 1)), 1e-12);

    // inside: nothing to come back from
    p = from(0.9, 0.4, unit);
    CHECK(p.brake_count[0] == 0);
}

// Coming down to v_max with the acceleration b is possible only if it can be caught before v_min:
// b^2 / 2J <= v_max - v_min. Of all such arrivals the first phases have the earliest.
static void starts_outside_come_back_in_the_least_time_of_a_search(void) {
    CHECK_CASES(check_scaled(3000)) {
        case_data c;
        make_case(&c, 1, REST);
        snw_profile_limits *l = &c.limits[0];
        if (check_case % 3 == 0)
            l->v_max = check_real(0.01, 0.3), l->v_min = -check_real(0.01, 0.3);
        c.start[0].v = l->v_max + check_real(0.01, 20);
        c.start[0].a = check_real(l->a_min, l->a_max);
        const double J = l->jerk, span = l->v_max - l->v_min;
        // not one that falls through both limits whatever is done
        if (c.start[0].a < 0 && c.start[0].v - 0.5 * c.start[0].a * c.start[0].a / J < l->v_min) {
            continue;
        }
        const snw_profile profile = plan(&c);
        const brute b = {.l = *l};
        const double lowest = fmax(l->a_min, -sqrt(2 * J * span));
        double best = HUGE_VAL;
        for (int k = 0; k <= 2000; k++) {
            best = fmin(best,
                        least_change(&b, c.start[0].v, c.start[0].a, l->v_max, lowest * k / 2000));
        }
        // arrival on the straight ramp itself is between two points of the grid
        const double square = c.start[0].a * c.start[0].a + 2 * J * (c.start[0].v - l->v_max);
        if (-sqrt(square) >= lowest) best = fmin(best, (c.start[0].a + sqrt(square)) / J);
        CHECK_NEAR(brake_time(&profile), best, 1e-9 * fmax(best, 1));
    }
}

// after the first phases velocity and acceleration are inside, and stay there
static void after_coming_back_the_limits_hold(void) {
    CHECK_CASES(check_scaled(20000)) {
        case_data c;
        make_case(&c, 1, OUTSIDE);
        if (check_case % 2) c.limits[0].v_max = 0.05, c.limits[0].v_min = -0.08;
        if (check_case % 2) c.target[0].v = c.target[0].a = 0;
        const snw_profile profile = plan(&c);
        const findings found = examine(&profile, &c);
        CHECK(found.limit <= 1e-9 && found.end <= 1e-9 && found.jump <= 1e-9);
    }
}

int main(void) {
    RUN(a_velocity_is_reached_in_the_least_time);
    RUN(two_changes_of_velocity_take_the_times_of_the_textbook);
    RUN(a_stop_brings_every_axis_to_rest_in_its_least_time_or_together);
    RUN(a_stop_in_phase_stays_on_the_line_of_motion);
    RUN(starts_outside_come_back_in_times_known_by_hand);
    RUN(starts_outside_come_back_in_the_least_time_of_a_search);
    RUN(after_coming_back_the_limits_hold);
    return check_report();
}
