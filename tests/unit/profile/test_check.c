// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/profile/check.h"

#include "../../../src/motion/profile/inside.h"
#include "check.h"
#include "problems.h"

enum { AXES = 3 };

// a planned motion with a fault put in from a time on
typedef struct faulty {
    const snw_profile *profile;
    int axis;
    double from;
    snw_profile_sample add;
} faulty;

static void at(const void *context, double t, snw_profile_sample *sample) {
    const faulty *f = context;
    snw_profile_at(f->profile, t, sample);
    if (!(t >= f->from)) return;
    sample[f->axis].p += f->add.p;
    sample[f->axis].v += f->add.v;
    sample[f->axis].a += f->add.a;
    sample[f->axis].j += f->add.j;
}

static snw_status run(const case_data *c, const faulty *f, snw_why *why) {
    snw_motion_check check = snw_motion_check_defaults();
    check.motion = at;
    check.context = f;
    check.axes = c->axes;
    check.duration = f->profile->duration;
    check.limits = c->limits;
    check.start = c->start;
    check.end = c->target;
    return snw__motion_check_run(&check, why);
}

static void planned_motions_pass(void) {
    CHECK_CASES(check_scaled(2000)) {
        case_data c;
        make_case(&c, check_int(1, 8), (kind)(check_case % 3));
        for (int i = 0; i < c.axes && check_case % 7 == 0; i++) {
            c.limits[i].jerk = HUGE_VAL;
        }
        snw_profile profile = make_generator(c.axes);
        CHECK(snw_profile_plan(&profile, &c.problem, NULL) == SNW_OK);
        const faulty none = {.profile = &profile, .from = HUGE_VAL};
        snw_why why;
        const snw_status status = run(&c, &none, &why);
        if (status != SNW_OK) print_error("%s %s: %s\n", why.subject, why.rule, why.text);
        CHECK(status == SNW_OK);
    }
}

static double number(const snw_why *why, const char *name) {
    for (int i = 0; i < why->number_count; i++) {
        if (strcmp(why->numbers[i].name, name) == 0) return why->numbers[i].value;
    }
    return (double)NAN;
}

// a motion of three axes that lasts some seconds, slow against its limits in the middle axis
static snw_profile make_motion(case_data *c) {
    make_case(c, AXES, REST);
    for (int i = 0; i < AXES; i++) {
        c->limits[i] = (snw_profile_limits){-2, 2, -3, 3, 10};
        c->start[i] = (snw_profile_state){0.1 * i, 0, 0};
        c->target[i] = (snw_profile_state){1 + i, 0, 0};
    }
    c->problem.minimum_duration = 4;
    snw_profile profile = make_generator(AXES);
    CHECK(snw_profile_plan(&profile, &c->problem, NULL) == SNW_OK);
    return profile;
}

typedef struct expectation {
    snw_profile_sample add;
    const char *rule, *text;
} expectation;

static void the_first_violation_is_named_with_time_axis_and_limit(void) {
    static const expectation cases[] = {
        {{1e-4, 0, 0, 0}, "continuity", "the position jumps"},
        {{0, 1e-4, 0, 0}, "continuity", "the velocity jumps"},
        {{0, 0, 0.1, 0}, "continuity", "the acceleration jumps"},
        {{0, 3, 0, 0}, "velocity", "the velocity exceeds its limit"},
        {{0, -4, 0, 0}, "velocity", "the velocity exceeds its limit"},
        {{0, 0, 7, 0}, "acceleration", "the acceleration exceeds its limit"},
        {{0, 0, 0, 30}, "jerk", "the jerk exceeds its limit"},
        {{(double)NAN, 0, 0, 0}, "finite", "a number is NaN or infinite"},
        {{0, 0, HUGE_VAL, 0}, "finite", "a number is NaN or infinite"},
    };
    case_data c;
    const snw_profile profile = make_motion(&c);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const faulty f = {&profile, 1, 1.9, cases[k].add};
        snw_why why;
        CHECK(run(&c, &f, &why) == SNW_ERR_CHECK);
        CHECK_TEXT(why.rule, cases[k].rule);
        CHECK_TEXT(why.text, cases[k].text);
        CHECK_TEXT(why.subject, "axis[1]");
        CHECK(number(&why, "t") >= 1.9 && number(&why, "t") <= 1.9 + 2 * profile.duration / 1000);
    }
    const faulty fast = {&profile, 2, 1.9, {0, 3, 0, 0}};
    snw_why why;
    CHECK(run(&c, &fast, &why) == SNW_ERR_CHECK);
    CHECK_NEAR(number(&why, "limit"), 2, 0);
    CHECK(number(&why, "value") > 2);
}

static void wrong_ends_are_named(void) {
    case_data c;
    const snw_profile profile = make_motion(&c);
    const faulty none = {.profile = &profile, .from = HUGE_VAL};
    snw_why why;
    c.start[2].p += 1e-6;
    CHECK(run(&c, &none, &why) == SNW_ERR_CHECK);
    CHECK_TEXT(why.rule, "start");
    CHECK_TEXT(why.subject, "axis[2]");
    c.start[2].p -= 1e-6;
    c.target[0].v = 1e-6;
    CHECK(run(&c, &none, &why) == SNW_ERR_CHECK);
    CHECK_TEXT(why.rule, "end");
    CHECK_NEAR(number(&why, "t"), profile.duration, 1e-12);
    CHECK(run(&c, &none, NULL) == SNW_ERR_CHECK);
}

static void limits_tighter_than_the_motion_are_found(void) {
    case_data c;
    const snw_profile profile = make_motion(&c);
    const faulty none = {.profile = &profile, .from = HUGE_VAL};
    double fastest = 0;
    for (int k = 0; k <= 1000; k++) {
        fastest = fmax(fastest, snw_profile_axis_at(&profile, 2, profile.duration * k / 1000).v);
    }
    c.limits[2].v_max = fastest * (1 + 1e-6);
    CHECK(run(&c, &none, NULL) == SNW_OK);
    c.limits[2].v_max = fastest * (1 - 1e-6);
    snw_why why;
    CHECK(run(&c, &none, &why) == SNW_ERR_CHECK);
    CHECK_TEXT(why.rule, "velocity");
    CHECK_TEXT(why.subject, "axis[2]");
}

static void axes_beyond_nine_have_two_figures(void) {
    static snw_profile_limits limits[12];
    for (int i = 0; i < 12; i++) {
        limits[i] = (snw_profile_limits){-1, 1, -1, 1, 1};
    }
    // all at rest but the last but one
    snw_profile profile = make_generator(12);
    const faulty f = {&profile, 11, 0, {0, 2, 0, 0}};
    snw_motion_check check = snw_motion_check_defaults();
    check.motion = at, check.context = &f, check.axes = 12, check.duration = 1;
    check.limits = limits;
    snw_why why;
    CHECK(snw__motion_check_run(&check, &why) == SNW_ERR_CHECK);
    CHECK_TEXT(why.subject, "axis[11]");
}

static void a_check_without_motion_or_counts_is_refused(void) {
    snw_motion_check check = snw_motion_check_defaults();
    CHECK(snw__motion_check_run(&check, NULL) == SNW_ERR_ARGUMENT);
    case_data c;
    const snw_profile profile = make_motion(&c);
    const faulty none = {.profile = &profile, .from = HUGE_VAL};
    check.motion = at, check.context = &none, check.axes = AXES, check.limits = c.limits;
    check.duration = (double)NAN;
    CHECK(snw__motion_check_run(&check, NULL) == SNW_ERR_ARGUMENT);
    check.duration = 1;
    check.steps = 0;
    CHECK(snw__motion_check_run(&check, NULL) == SNW_ERR_ARGUMENT);
    check.steps = 10;
    check.axes = SNW_PROFILE_AXES + 1;
    CHECK(snw__motion_check_run(&check, NULL) == SNW_ERR_ARGUMENT);
}

int main(void) {
    RUN(planned_motions_pass);
    RUN(the_first_violation_is_named_with_time_axis_and_limit);
    RUN(wrong_ends_are_named);
    RUN(limits_tighter_than_the_motion_are_found);
    RUN(axes_beyond_nine_have_two_figures);
    RUN(a_check_without_motion_or_counts_is_refused);
    return check_report();
}
