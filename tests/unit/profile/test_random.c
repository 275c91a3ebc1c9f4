// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Many random problems. An argument is the number of problems in place of 100,000: ./soak profile.
#include "sinew/profile/generator.h"

#include "check.h"
#include "problems.h"

static long problems = 100000;

static void plan_and_examine(snw_profile *profile, const case_data *c) {
    snw_why why;
    const snw_status status = snw_profile_plan(profile, &c->problem, &why);
    if (status != SNW_OK) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
    CHECK(profile->duration >= 0 && isfinite(profile->duration));
    const findings found = examine(profile, c);
    CHECK_NEAR(found.limit, 0, 1e-9);
    CHECK_NEAR(found.jump, 0, 1e-9);
    CHECK_NEAR(found.end, 0, 1e-9);
}

// what is left of the motion at a random time never takes longer when it is planned again
static void replan(snw_profile *profile, case_data *c) {
    const double duration = profile->duration, t = check_real(0, duration);
    snw_profile_sample now[MOST_AXES];
    snw_profile_at(profile, t, now);
    for (int i = 0; i < c->axes; i++) {
        c->start[i] = (snw_profile_state){now[i].p, now[i].v, now[i].a};
    }
    CHECK(snw_profile_plan(profile, &c->problem, NULL) == SNW_OK);
    CHECK(profile->duration <= duration - t + 1e-9 * fmax(duration, 1));
}

static void run(kind what, long cases, bool again) {
    CHECK_CASES(check_scaled(cases)) {
        case_data c;
        make_case(&c, check_int(1, MOST_AXES), what);
        if (check_int(0, 9) == 0) c.problem.minimum_duration = check_real(0, 20);
        if (check_int(0, 9) == 0) c.problem.sync = SNW_PROFILE_FREE;
        snw_profile profile = make_generator(c.axes);
        plan_and_examine(&profile, &c);
        if (!again || c.problem.minimum_duration > 0) continue;
        if (c.problem.sync != SNW_PROFILE_FREE) replan(&profile, &c);
    }
}

// spec: loffler:L-082
static void from_rest_to_rest_no_problem_fails(void) {
    run(REST, problems / 4, true);
}

static void from_a_moving_start_no_problem_fails(void) {
    run(MOVING, problems / 4, true);
}

static void between_any_states_no_problem_fails(void) {
    run(FULL, problems / 2, true);
}

static void from_outside_the_limits_no_problem_fails(void) {
    run(OUTSIDE, problems / 4, false);
}

static void limits_of_very_different_size_do_no_harm(void) {
    run(WIDE, problems / 4, false);
}

static void numbers_of_any_valid_size_do_no_harm(void) {
    run(EXTREME, problems / 4, false);
}

static void velocities_are_reached_from_any_state(void) {
    CHECK_CASES(check_scaled(problems / 10)) {
        case_data c;
        make_case(&c, check_int(1, MOST_AXES), check_case % 2 ? FULL : OUTSIDE);
        c.problem.control = SNW_PROFILE_VELOCITY;
        if (check_int(0, 3) == 0) c.problem.minimum_duration = check_real(0, 10);
        if (check_int(0, 3) == 0) c.problem.sync = SNW_PROFILE_FREE;
        snw_profile profile = make_generator(c.axes);
        plan_and_examine(&profile, &c);
    }
}

static void unlimited_jerk_makes_trapezoids_that_hold_too(void) {
    CHECK_CASES(check_scaled(problems / 10)) {
        case_data c;
        make_case(&c, check_int(1, MOST_AXES), check_case % 2 ? FULL : OUTSIDE);
        for (int i = 0; i < c.axes; i++) {
            c.limits[i].jerk = HUGE_VAL;
        }
        snw_profile profile = make_generator(c.axes);
        plan_and_examine(&profile, &c);
        if (check_case % 2) replan(&profile, &c);
    }
}

int main(int argc, char **argv) {
    if (argc > 1) problems = atol(argv[1]);
    RUN(from_rest_to_rest_no_problem_fails);
    RUN(from_a_moving_start_no_problem_fails);
    RUN(between_any_states_no_problem_fails);
    RUN(from_outside_the_limits_no_problem_fails);
    RUN(limits_of_very_different_size_do_no_harm);
    RUN(numbers_of_any_valid_size_do_no_harm);
    RUN(velocities_are_reached_from_any_state);
    RUN(unlimited_jerk_makes_trapezoids_that_hold_too);
    return check_report();
}
