// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/profile/govern.h"

#include "check.h"
#include "problems.h"

static void read_profile(const void *context, double t, snw_profile_sample *sample) {
    snw_profile_at((const snw_profile *)context, t, sample);
}

static snw_motion_check motion_of(const snw_profile *profile, int steps) {
    snw_motion_check motion = snw_motion_check_defaults();
    motion.motion = read_profile;
    motion.context = profile;
    motion.axes = profile->axes;
    motion.duration = profile->duration;
    motion.steps = steps;
    motion.limits = profile->limits;
    return motion;
}

// Three axes together; the last has 10 to go at v = 1, a = 2, jerk 8: ramps of 0.25 s, 0.25 s at
// full acceleration, 9.25 s at full velocity. Nobody else uses as much of a limit.
static void the_spans_of_one_long_motion_are_its_phases(void) {
    case_data c;
    make_case(&c, 3, REST);
    for (int i = 0; i < 3; i++) {
        c.limits[i] = (snw_profile_limits){-1, 1, -2, 2, 8};
        c.start[i] = (snw_profile_state){0, 0, 0};
        c.target[i] = (snw_profile_state){i < 2 ? 1 + i : 10, 0, 0};
    }
    c.problem.sync = SNW_PROFILE_PHASE;
    snw_profile profile = make_generator(3);
    CHECK(snw_profile_plan(&profile, &c.problem, NULL) == SNW_OK);
    static const snw_profile_limit limit[7] = {SNW_PROFILE_LIMIT_JERK, SNW_PROFILE_LIMIT_A_MAX,
                                               SNW_PROFILE_LIMIT_JERK, SNW_PROFILE_LIMIT_V_MAX,
                                               SNW_PROFILE_LIMIT_JERK, SNW_PROFILE_LIMIT_A_MIN,
                                               SNW_PROFILE_LIMIT_JERK};
    static const double until[7] = {0.25, 0.5, 0.75, 10, 10.25, 10.5, 10.75};
    snw_motion_span spans[16];
    int count = 0;
    const snw_motion_check motion = motion_of(&profile, 4300);
    CHECK(snw_motion_govern(&motion, spans, 16, &count) == SNW_OK);
    CHECK(count == 7);
    for (int k = 0; k < 7; k++) {
        CHECK(spans[k].axis == 2 && spans[k].limit == limit[k]);
        CHECK_NEAR(spans[k].from, k > 0 ? until[k - 1] : 0, 0.0026);
        CHECK_NEAR(spans[k].to, until[k], 0.0026);
        CHECK_NEAR(spans[k].share, 1, 1e-9);
    }
    CHECK(spans[6].to == profile.duration);

    // room for two only: the second takes the rest
    CHECK(snw_motion_govern(&motion, spans, 2, &count) == SNW_SATURATED);
    CHECK(count == 2 && spans[1].to == profile.duration);
}

// the largest part of any limit at a time, by plain division
static double most_used(const snw_profile *profile, double t) {
    snw_profile_sample s[8];
    snw_profile_at(profile, t, s);
    double most = 0;
    for (int i = 0; i < profile->axes; i++) {
        const snw_profile_limits *l = &profile->limits[i];
        most = fmax(most, fmax(s[i].v / l->v_max, s[i].v / l->v_min));
        most = fmax(most, fmax(s[i].a / l->a_max, s[i].a / l->a_min));
        most = fmax(most, fabs(s[i].j) / l->jerk);
    }
    return most;
}

static double used_by(const snw_profile *profile, double t, const snw_motion_span *span) {
    const snw_profile_sample s = snw_profile_axis_at(profile, span->axis, t);
    const snw_profile_limits *l = &profile->limits[span->axis];
    switch (span->limit) {
    case SNW_PROFILE_LIMIT_V_MAX:
        return s.v / l->v_max;
    case SNW_PROFILE_LIMIT_V_MIN:
        return s.v / l->v_min;
    case SNW_PROFILE_LIMIT_A_MAX:
        return s.a / l->a_max;
    case SNW_PROFILE_LIMIT_A_MIN:
        return s.a / l->a_min;
    case SNW_PROFILE_LIMIT_JERK:
        return fabs(s.j) / l->jerk;
    case SNW_PROFILE_LIMIT_NONE:
    case SNW_PROFILE_LIMIT_OUTSIDE:
        break;
    }
    return 0;
}

static void whoever_is_named_uses_the_most_of_a_limit_all_along(void) {
    CHECK_CASES(check_scaled(2000)) {
        case_data c;
        make_case(&c, (int)(1 + check_case % 8), check_case % 2 ? FULL : REST);
        snw_profile profile = make_generator(c.axes);
        CHECK(snw_profile_plan(&profile, &c.problem, NULL) == SNW_OK);
        snw_motion_span spans[256];
        int count = 0;
        const snw_motion_check motion = motion_of(&profile, 250);
        CHECK(snw_motion_govern(&motion, spans, 256, &count) == SNW_OK);
        CHECK(count >= 1 && spans[0].from == 0 && spans[count - 1].to == profile.duration);
        int k = 0;
        for (int i = 0; i < motion.steps && profile.duration > 0; i++) {
            const double t = profile.duration * (i + 0.5) / motion.steps;
            while (t > spans[k].to) {
                CHECK(spans[k].to == spans[k + 1].from);
                k++;
            }
            const double most = most_used(&profile, t);
            if (spans[k].axis < 0) CHECK(most < 1e-8);
            if (spans[k].axis < 0) continue;
            CHECK_NEAR(used_by(&profile, t, &spans[k]), most, 2e-6);
            CHECK(spans[k].share >= most - 2e-6);
        }
    }
}

static void read_nothing(const void *context, double t, snw_profile_sample *sample) {
    (void)t;
    const double *v = (const double *)context;
    const snw_profile_sample s = {0, *v, 0, 0};
    *sample = s;
}

static void rest_has_no_governor_and_what_is_no_number_is_refused(void) {
    const snw_profile_limits limits = {-1, 1, -1, 1, HUGE_VAL};
    double v = 0;
    snw_motion_check motion = snw_motion_check_defaults();
    motion.motion = read_nothing;
    motion.context = &v;
    motion.axes = 1;
    motion.duration = 2;
    motion.limits = &limits;
    snw_motion_span span;
    int count = 0;
    CHECK(snw_motion_govern(&motion, &span, 1, &count) == SNW_OK);
    CHECK(count == 1 && span.axis == -1 && span.limit == SNW_PROFILE_LIMIT_NONE && span.share == 0);
    CHECK(span.from == 0 && span.to == 2);
    v = (double)NAN;
    CHECK(snw_motion_govern(&motion, &span, 1, &count) == SNW_ERR_NOT_FINITE);
    v = 0;
    CHECK(snw_motion_govern(&motion, &span, 0, &count) == SNW_ERR_ARGUMENT);
    motion.duration = (double)NAN;
    CHECK(snw_motion_govern(&motion, &span, 1, &count) == SNW_ERR_ARGUMENT);
    motion.duration = 1;
    motion.axes = 0;
    CHECK(snw_motion_govern(&motion, &span, 1, &count) == SNW_ERR_ARGUMENT);
    motion.axes = 1;
    motion.motion = NULL;
    CHECK(snw_motion_govern(&motion, &span, 1, &count) == SNW_ERR_ARGUMENT);
}

int main(void) {
    RUN(the_spans_of_one_long_motion_are_its_phases);
    RUN(whoever_is_named_uses_the_most_of_a_limit_all_along);
    RUN(rest_has_no_governor_and_what_is_no_number_is_refused);
    return check_report();
}
