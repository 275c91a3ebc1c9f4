// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/profile/generator.h"

#include "brute.h"
#include "check.h"
#include "problems.h"

static double planned(const case_data *c) {
    snw_profile profile = make_generator(1);
    CHECK(snw_profile_plan(&profile, &c->problem, NULL) == SNW_OK);
    return profile.duration;
}

static double searched(const case_data *c, int grid) {
    brute b = {.v0 = c->start[0].v,
               .a0 = c->start[0].a,
               .vf = c->target[0].v,
               .af = c->target[0].a,
               .way = c->target[0].p - c->start[0].p,
               .l = c->limits[0],
               .grid = grid};
    return brute_least(&b);
}

static void compare(kind what, long cases) {
    CHECK_CASES(check_scaled(cases)) {
        case_data c;
        make_case(&c, 1, what);
        const double ours = planned(&c), least = searched(&c, 300);
        CHECK(least < HUGE_VAL);
        CHECK_NEAR(ours, least, 1e-6 * fmax(least, 1e-3));
    }
}

static void rest_to_rest_takes_the_least_time_of_a_search(void) {
    compare(REST, 400);
}

static void a_moving_start_takes_the_least_time_of_a_search(void) {
    compare(MOVING, 400);
}

static void any_state_to_any_state_takes_the_least_time_of_a_search(void) {
    compare(FULL, 1200);
}

// A start inside its limits whose velocity is bound to leave them when the acceleration is brought
// to 0: if the target comes before that, the motion goes there at once; if no legal motion exists,
// the axis brakes first.
static void a_start_about_to_leave_its_limits_goes_to_a_target_that_comes_before(void) {
    int direct = 0;
    CHECK_CASES(check_scaled(800)) {
        case_data c;
        make_case(&c, 1, REST);
        const snw_profile_limits *l = &c.limits[0];
        const double sign = check_case % 2 ? 1 : -1, J = l->jerk;
        const double v_end = sign > 0 ? l->v_max : l->v_min,
                     a_end = sign > 0 ? l->a_max : -l->a_min;
        double a = check_real(0.3, 1) * a_end,
               v = v_end - sign * check_real(0, 0.9) * 0.5 * a * a / J;
        if (v < l->v_min || v > l->v_max) continue;
        c.start[0] = (snw_profile_state){0, v, sign * a};
        // along the way that it is on, some of the way to the limit
        const double t = check_real(0, 1) * fabs(v_end - v) / a, bend = check_real(-1, 1) * J;
        c.target[0] = (snw_profile_state){t * (v + t * (sign * a / 2 + t * bend / 6)),
                                          v + t * (sign * a + 0.5 * bend * t), sign * a + bend * t};
        const snw_profile_state *e = &c.target[0];
        const double before = e->v - 0.5 * e->a * fabs(e->a) / J;
        const bool valid = e->v <= l->v_max && e->v >= l->v_min && e->a <= l->a_max &&
                           e->a >= l->a_min && before <= l->v_max && before >= l->v_min;
        if (!valid) continue;
        snw_profile profile = make_generator(1);
        CHECK(snw_profile_plan(&profile, &c.problem, NULL) == SNW_OK);
        const double least = searched(&c, 300);
        if (profile.brake_count[0] > 0) {
            CHECK(least == HUGE_VAL);
            continue;
        }
        direct++;
        CHECK_NEAR(profile.duration, least, 1e-6 * fmax(least, 1e-3));
    }
    CHECK(direct > check_scaled(800) / 10);
}

// Rest to rest with equal limits: 4 ramps of jerk, with the acceleration held, with a cruise.
static void rest_to_rest_takes_the_time_of_the_textbook(void) {
    static const double way[4] = {0.001, 0.05, 0.4, 30};
    const double v = 1, a = 2, J = 20;
    for (int i = 0; i < 4; i++) {
        case_data c;
        make_case(&c, 1, REST);
        c.start[0] = (snw_profile_state){1, 0, 0};
        c.target[0] = (snw_profile_state){1 - way[i], 0, 0};
        c.limits[0] = (snw_profile_limits){-v, v, -a, a, J};
        const double L = way[i], jerk_only = 4 * cbrt(L / (2 * J));
        const double held = a / J + sqrt(a * a / (J * J) + 4 * L / a);
        const double expected = L <= 2 * a * a * a / (J * J) ? jerk_only
                                : L <= v * (v / a + a / J)   ? held
                                                             : L / v + v / a + a / J;
        CHECK_NEAR(planned(&c), expected, 1e-12 * expected);
    }
}

static void the_same_problem_in_mirror_image_or_moved_takes_the_same_time(void) {
    CHECK_CASES(check_scaled(5000)) {
        case_data c;
        make_case(&c, 1, FULL);
        const double T = planned(&c);
        snw_profile_limits *l = &c.limits[0];
        c.start[0] = (snw_profile_state){5 - c.start[0].p, -c.start[0].v, -c.start[0].a};
        c.target[0] = (snw_profile_state){5 - c.target[0].p, -c.target[0].v, -c.target[0].a};
        *l = (snw_profile_limits){-l->v_max, -l->v_min, -l->a_max, -l->a_min, l->jerk};
        CHECK_NEAR(planned(&c), T, 1e-7 * fmax(T, 1));
    }
}

// Run backwards, a motion is one between the ends exchanged, with accelerations turned round. Its
// start is inside the limits only if the end was, so both ends are taken so.
static void the_same_problem_backwards_takes_the_same_time(void) {
    CHECK_CASES(check_scaled(5000)) {
        case_data c;
        make_case(&c, 1, FULL);
        const snw_profile_limits l = c.limits[0];
        c.target[0] = inside(&l, -1);
        c.start[0] = inside(&l, 1);
        const double T = planned(&c);
        const snw_profile_state s = c.start[0], e = c.target[0];
        c.start[0] = (snw_profile_state){-e.p, e.v, -e.a};
        c.target[0] = (snw_profile_state){-s.p, s.v, -s.a};
        c.limits[0] = (snw_profile_limits){l.v_min, l.v_max, -l.a_max, -l.a_min, l.jerk};
        CHECK_NEAR(planned(&c), T, 1e-7 * fmax(T, 1));
    }
}

int main(void) {
    RUN(rest_to_rest_takes_the_least_time_of_a_search);
    RUN(a_moving_start_takes_the_least_time_of_a_search);
    RUN(any_state_to_any_state_takes_the_least_time_of_a_search);
    RUN(a_start_about_to_leave_its_limits_goes_to_a_target_that_comes_before);
    RUN(rest_to_rest_takes_the_time_of_the_textbook);
    RUN(the_same_problem_in_mirror_image_or_moved_takes_the_same_time);
    RUN(the_same_problem_backwards_takes_the_same_time);
    return check_report();
}
