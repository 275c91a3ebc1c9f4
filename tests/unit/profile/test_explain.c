// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/profile/generator.h"

#include "../../../src/motion/profile/inside.h"
#include "check.h"
#include "problems.h"

static snw_profile plan(const case_data *c) {
    snw_profile profile = make_generator(c->axes);
    CHECK(snw_profile_plan(&profile, &c->problem, NULL) == SNW_OK);
    return profile;
}

static double number(const snw_why *why, const char *name) {
    for (int i = 0; i < why->number_count; i++) {
        if (strcmp(why->numbers[i].name, name) == 0) return why->numbers[i].value;
    }
    return (double)NAN;
}

// 10 in one go, at v = 1, a = 2, jerk 8: ramps of 0.25 s, 0.25 s at full acceleration, cruise
static void make_long(case_data *c, int axes) {
    make_case(c, axes, REST);
    for (int i = 0; i < axes; i++) {
        c->limits[i] = (snw_profile_limits){-1, 1, -2, 2, 8};
        c->start[i] = (snw_profile_state){0, 0, 0};
        c->target[i] = (snw_profile_state){1 + i, 0, 0};
    }
    c->target[axes - 1].p = 10;
}

static void each_phase_of_the_slowest_axis_names_its_limit(void) {
    static const char *const name[7] = {"jerk", "a_max", "jerk", "v_max", "jerk", "a_min", "jerk"};
    case_data c;
    make_long(&c, 3);
    const snw_profile profile = plan(&c);
    CHECK(profile.governing_axis == 2 && profile.phase_count[2] == 7);
    const double ramp = 0.25, held = 0.25, cruise = 10 - 0.75;
    const double begin[8] = {0,
                             ramp,
                             ramp + held,
                             2 * ramp + held,
                             2 * ramp + held + cruise,
                             3 * ramp + held + cruise,
                             3 * ramp + 2 * held + cruise,
                             4 * ramp + 2 * held + cruise};
    for (int k = 0; k < 7; k++) {
        CHECK_TEXT(snw__profile_limit_name(snw_profile_phase_limit(&profile, 2, k)), name[k]);
        snw_why why;
        snw_profile_explain(&profile, 0.5 * (begin[k] + begin[k + 1]), &why);
        CHECK_TEXT(why.subject, "axis[2]");
        CHECK_TEXT(why.rule, name[k]);
        CHECK_TEXT(why.text, "the axis needs the longest time");
        CHECK_NEAR(number(&why, "from"), begin[k], 1e-12);
        CHECK_NEAR(number(&why, "to"), begin[k + 1], 1e-12);
        CHECK_NEAR(number(&why, "duration"), 10.75, 1e-12);
    }
    // the others cruise below their limits
    CHECK(snw_profile_phase_limit(&profile, 0, 3) != SNW_PROFILE_LIMIT_V_MAX);
    const int cruising = snw__profile_phase_at(&profile, 0, 5);
    CHECK(snw_profile_phase_limit(&profile, 0, cruising) == SNW_PROFILE_LIMIT_NONE);
}

// the axis that fixes the time is always at a limit: otherwise it would not need so long
static void the_governing_axis_is_at_a_limit_all_the_time(void) {
    CHECK_CASES(check_scaled(5000)) {
        case_data c;
        make_case(&c, check_int(1, 8), (kind)(check_case % 4));
        const snw_profile profile = plan(&c);
        if (profile.cause != SNW_PROFILE_CAUSE_AXIS) continue;
        const int axis = profile.governing_axis;
        for (int k = 0; k < profile.phase_count[axis]; k++) {
            CHECK(snw_profile_phase_limit(&profile, axis, k) != SNW_PROFILE_LIMIT_NONE);
        }
    }
}

static void motions_backwards_are_at_the_lower_limits(void) {
    case_data c;
    make_long(&c, 1);
    c.target[0].p = -10;
    const snw_profile profile = plan(&c);
    CHECK(snw_profile_phase_limit(&profile, 0, 1) == SNW_PROFILE_LIMIT_A_MIN);
    CHECK(snw_profile_phase_limit(&profile, 0, 3) == SNW_PROFILE_LIMIT_V_MIN);
    CHECK(snw_profile_phase_limit(&profile, 0, 5) == SNW_PROFILE_LIMIT_A_MAX);
    CHECK(snw_profile_phase_limit(&profile, 0, 7) == SNW_PROFILE_LIMIT_NONE);
    CHECK(snw_profile_phase_limit(&profile, 1, 0) == SNW_PROFILE_LIMIT_NONE);
    CHECK(snw_profile_phase_limit(&profile, 0, -1) == SNW_PROFILE_LIMIT_NONE);
}

static void requests_lines_gaps_and_starts_outside_are_said(void) {
    case_data c;
    snw_why why;
    make_long(&c, 2);
    c.problem.minimum_duration = 60;
    snw_profile profile = plan(&c);
    snw_profile_explain(&profile, 30, &why);
    CHECK_TEXT(why.subject, "");
    CHECK_TEXT(why.text, "the duration was requested");
    CHECK_NEAR(number(&why, "duration"), 60, 1e-12);

    make_long(&c, 2);
    c.problem.sync = SNW_PROFILE_PHASE;
    profile = plan(&c);
    snw_profile_explain(&profile, 5, &why);
    CHECK_TEXT(why.subject, "axis[1]");
    CHECK_TEXT(why.rule, "v_max");
    CHECK_TEXT(why.text, "the motion is a straight line, as fast as the axes together allow");

    make_long(&c, 1);
    c.start[0].v = 1.5;
    profile = plan(&c);
    snw_profile_explain(&profile, 0.01, &why);
    CHECK_TEXT(why.rule, "outside");

    // at top speed towards a near goal, and nobody may arrive before 20 s
    make_long(&c, 2);
    c.start[0] = (snw_profile_state){0, 1, 0};
    c.target[0] = (snw_profile_state){0.1, 1, 0};
    c.target[1].p = 0.1;
    profile = plan(&c);
    snw_profile_explain(&profile, 0, &why);
    CHECK_TEXT(why.subject, "axis[0]");
    CHECK_TEXT(why.text, "the axis cannot arrive with the others any earlier");
}

static void every_limit_has_a_name_of_its_own(void) {
    for (int i = 0; i <= SNW_PROFILE_LIMIT_OUTSIDE; i++) {
        for (int k = 0; k < i; k++) {
            CHECK(strcmp(snw__profile_limit_name((snw_profile_limit)i),
                         snw__profile_limit_name((snw_profile_limit)k)) != 0);
        }
    }
}

int main(void) {
    RUN(each_phase_of_the_slowest_axis_names_its_limit);
    RUN(the_governing_axis_is_at_a_limit_all_the_time);
    RUN(motions_backwards_are_at_the_lower_limits);
    RUN(requests_lines_gaps_and_starts_outside_are_said);
    RUN(every_limit_has_a_name_of_its_own);
    return check_report();
}
