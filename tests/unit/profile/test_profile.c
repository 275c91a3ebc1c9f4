// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/profile/generator.h"

#include "../../../src/motion/profile/inside.h"
#include "check.h"
#include "problems.h"
#include "unit/filter/arena_sweep.h"
#include "unit/lanes/counted.h"

static snw_status init_three(void *object, snw_arena *arena) {
    return snw_profile_init(object, 3, arena);
}

static void a_generator_takes_its_memory_from_the_arena(void) {
    snw_profile profile;
    free(sweep_arena(init_three, &profile));
}

static void a_generator_for_eight_axes_is_smaller_than_16_kb(void) {
    snw_profile profile;
    snw_arena arena = {0};
    CHECK(snw_profile_init(&profile, 8, &arena) == SNW_ERR_MEMORY);
    CHECK(arena.needed + sizeof profile < 16 * 1024);
}

static void counts_out_of_range_are_refused(void) {
    snw_profile profile;
    snw_arena arena = snw_arena_over(generator_memory, sizeof generator_memory);
    CHECK(snw_profile_init(&profile, 0, &arena) == SNW_ERR_ARGUMENT);
    CHECK(snw_profile_init(&profile, SNW_PROFILE_AXES + 1, &arena) == SNW_ERR_ARGUMENT);
}

static void sixty_four_axes_arrive_together(void) {
    enum { AXES = SNW_PROFILE_AXES };
    static snw_profile_state start[AXES], target[AXES];
    static snw_profile_limits limits[AXES];
    check_seed(3);
    case_data c;
    for (int i = 0; i < AXES; i++) {
        make_case(&c, 1, FULL);
        start[i] = c.start[0], target[i] = c.target[0], limits[i] = c.limits[0];
    }
    snw_profile profile;
    snw_arena arena = {0};
    SNW_IGNORE(snw_profile_init(&profile, AXES, &arena));
    void *block = aligned_alloc(64, (arena.needed + 63) / 64 * 64);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_profile_init(&profile, AXES, &arena) == SNW_OK);
    snw_profile_problem problem = snw_profile_problem_defaults();
    problem.start = start, problem.target = target, problem.limits = limits;
    CHECK(snw_profile_plan(&profile, &problem, NULL) == SNW_OK);
    snw_profile_sample end[AXES];
    snw_profile_at(&profile, profile.duration, end);
    for (int i = 0; i < AXES; i++) {
        CHECK(profile.axis_duration[i] == profile.duration);
        CHECK(profile.axis_least[i] <= profile.duration * (1 + 1e-12));
        CHECK(end[i].p == target[i].p && end[i].v == target[i].v && end[i].a == target[i].a);
    }
    free(block);
}

// spec: loffler:L-080
static void a_time_stamp_gives_position_velocity_and_acceleration_the_same_each_time(void) {
    CHECK_CASES(200) {
        case_data c;
        make_case(&c, 6, FULL);
        snw_profile profile = make_generator(6);
        CHECK(snw_profile_plan(&profile, &c.problem, NULL) == SNW_OK);
        snw_profile_sample once[6], twice[6], other[6], near[6];
        const double t = check_real(0, profile.duration), h = 1e-6;
        snw_profile_at(&profile, t, once);
        snw_profile_at(&profile, check_real(0, 30), other);
        snw_profile_at(&profile, t, twice);
        CHECK(memcmp(once, twice, sizeof once) == 0);

        // and they belong together
        snw_profile_at(&profile, t + h, near);
        for (int i = 0; i < 6 && t + h < profile.duration; i++) {
            CHECK_NEAR((near[i].p - once[i].p) / h, once[i].v, 1e-4);
            CHECK_NEAR((near[i].v - once[i].v) / h, once[i].a, 1e-4);
        }
    }
}

static void before_the_start_and_after_the_end_the_motion_goes_on(void) {
    case_data c;
    check_seed(5);
    make_case(&c, 1, FULL);
    c.target[0] = (snw_profile_state){1, 0.5, 0.25};
    snw_profile profile = make_generator(1);
    CHECK(snw_profile_plan(&profile, &c.problem, NULL) == SNW_OK);
    snw_profile_sample s = snw_profile_axis_at(&profile, 0, -3);
    CHECK(s.p == c.start[0].p && s.v == c.start[0].v && s.a == c.start[0].a);
    s = snw_profile_axis_at(&profile, 0, (double)NAN);
    CHECK(s.p == c.start[0].p);
    s = snw_profile_axis_at(&profile, 0, profile.duration + 2);
    CHECK_NEAR(s.p, 1 + 2 * 0.5 + 0.5 * 4 * 0.25, 1e-12);
    CHECK_NEAR(s.v, 0.5 + 2 * 0.25, 1e-12);
    CHECK(s.a == 0.25 && s.j == 0);
}

static void a_new_generator_rests_at_zero(void) {
    const snw_profile profile = make_generator(2);
    snw_profile_sample s[2];
    snw_profile_at(&profile, 1, s);
    CHECK(profile.duration == 0 && s[1].p == 0 && s[1].v == 0);
    CHECK(snw__profile_phase_at(&profile, 0, 0) == -1);
}

static void nothing_is_allocated_after_init(void) {
    case_data c;
    make_case(&c, 8, FULL);
    snw_profile profile = make_generator(8);
    const long before = counted_allocations();
    CHECK_CASES(1000) {
        make_case(&c, 8, check_case % 2 ? FULL : OUTSIDE);
        CHECK(snw_profile_plan(&profile, &c.problem, NULL) == SNW_OK);
        snw_profile_sample s[8];
        snw_profile_at(&profile, 1, s);
    }
    CHECK(counted_allocations() == before);
}

typedef struct wrong {
    size_t offset; // in the axis' numbers below
    double value;
    snw_status status;
} wrong;

typedef struct numbers {
    snw_profile_state start, target;
    snw_profile_limits limits;
} numbers;

static void invalid_problems_are_refused_with_the_axis_at_fault(void) {
#define FIELD(name) offsetof(numbers, name)
    static const wrong cases[] = {
        {FIELD(start.p), (double)NAN, SNW_ERR_NOT_FINITE},
        {FIELD(start.v), HUGE_VAL, SNW_ERR_NOT_FINITE},
        {FIELD(start.a), 2e9, SNW_ERR_RANGE},
        {FIELD(target.p), -HUGE_VAL, SNW_ERR_NOT_FINITE},
        {FIELD(target.p), 1e10, SNW_ERR_RANGE},
        {FIELD(target.v), (double)NAN, SNW_ERR_NOT_FINITE},
        {FIELD(target.v), 1.01, SNW_ERR_RANGE},
        {FIELD(target.v), -2.01, SNW_ERR_RANGE},
        {FIELD(target.a), 3.01, SNW_ERR_RANGE},
        {FIELD(target.a), -4.01, SNW_ERR_RANGE},
        {FIELD(target.a), -3.9, SNW_ERR_RANGE}, // built up from above v_max
        {FIELD(limits.v_max), 0, SNW_ERR_RANGE},
        {FIELD(limits.v_min), 0, SNW_ERR_RANGE},
        {FIELD(limits.a_max), -1, SNW_ERR_RANGE},
        {FIELD(limits.a_min), (double)NAN, SNW_ERR_RANGE},
        {FIELD(limits.jerk), 0, SNW_ERR_RANGE},
        {FIELD(limits.jerk), (double)NAN, SNW_ERR_RANGE},
        {FIELD(limits.jerk), -HUGE_VAL, SNW_ERR_RANGE},
    };
#undef FIELD
    const numbers good = {{0, 0, 0}, {1, 0.9, 0}, {-2, 1, -4, 3, 5}};
    snw_profile profile = make_generator(2);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        numbers axis[2] = {good, good};
        *(double *)((char *)&axis[1] + cases[k].offset) = cases[k].value;
        const snw_profile_state start[2] = {axis[0].start, axis[1].start},
                                target[2] = {axis[0].target, axis[1].target};
        const snw_profile_limits limits[2] = {axis[0].limits, axis[1].limits};
        snw_profile_problem problem = snw_profile_problem_defaults();
        problem.start = start, problem.target = target, problem.limits = limits;
        profile.duration = 42;
        snw_why why;
        const snw_status status = snw_profile_plan(&profile, &problem, &why);
        if (status != cases[k].status) print_error("wrong case %zu\n", k);
        CHECK(status == cases[k].status);
        CHECK_TEXT(why.subject, "axis[1]");
        CHECK(profile.duration == 42);
    }
}

static void missing_arrays_and_wrong_durations_are_refused(void) {
    case_data c;
    make_case(&c, 1, REST);
    snw_profile profile = make_generator(1);
    snw_why why;
    snw_profile_problem p = c.problem;
    p.start = NULL;
    CHECK(snw_profile_plan(&profile, &p, &why) == SNW_ERR_ARGUMENT);
    p = c.problem;
    p.sync = (snw_profile_sync)17;
    CHECK(snw_profile_plan(&profile, &p, &why) == SNW_ERR_ARGUMENT);
    p = c.problem;
    p.minimum_duration = -1;
    CHECK(snw_profile_plan(&profile, &p, &why) == SNW_ERR_RANGE);
    p.minimum_duration = (double)NAN;
    CHECK(snw_profile_plan(&profile, &p, &why) == SNW_ERR_NOT_FINITE);
    CHECK(snw_profile_plan(&profile, &p, NULL) == SNW_ERR_NOT_FINITE);
}

static void a_target_on_its_limits_is_valid(void) {
    case_data c;
    make_case(&c, 1, REST);
    c.limits[0] = (snw_profile_limits){-2, 1, -4, 3, 5};
    c.target[0] = (snw_profile_state){1, 1, 0};
    snw_profile profile = make_generator(1);
    CHECK(snw_profile_plan(&profile, &c.problem, NULL) == SNW_OK);
    c.target[0] = (snw_profile_state){1, 1 - 0.5 * 16 / 5.0, -4};
    CHECK(snw_profile_plan(&profile, &c.problem, NULL) == SNW_OK);
    const findings found = examine(&profile, &c);
    CHECK(found.limit <= 1e-9 && found.end <= 1e-9);
}

static void the_range_of_positions_is_that_of_many_samples(void) {
    CHECK_CASES(check_scaled(2000)) {
        case_data c;
        make_case(&c, 1, check_case % 2 ? FULL : OUTSIDE);
        snw_profile profile = make_generator(1);
        CHECK(snw_profile_plan(&profile, &c.problem, NULL) == SNW_OK);
        double lowest, highest, low = HUGE_VAL, high = -HUGE_VAL;
        snw_profile_range(&profile, 0, &lowest, &highest);
        for (int k = 0; k <= 400; k++) {
            const double p = snw_profile_axis_at(&profile, 0, profile.duration * k / 400).p;
            low = fmin(low, p);
            high = fmax(high, p);
        }
        // a sample is at most half a step from an extreme, where the velocity is 0
        const double step = profile.duration / 400, near = 25 * step * step + 1e-9;
        CHECK(lowest <= low + 1e-9 && lowest >= low - near);
        CHECK(highest >= high - 1e-9 && highest <= high + near);
    }
}

// region: example
// Two joints to rest at (1, -0.5) rad from wherever they are, and where they are after 0.1 s.
static snw_status go_home(snw_profile *profile, const snw_profile_state now[2],
                          snw_profile_sample soon[2], snw_why *why) {
    static const snw_profile_limits limits[2] = {{-2, 2, -5, 5, 50}, {-1, 1, -4, 6, 50}};
    const snw_profile_state home[2] = {{1, 0, 0}, {-0.5, 0, 0}};
    snw_profile_problem problem = snw_profile_problem_defaults();
    problem.start = now;
    problem.target = home;
    problem.limits = limits;
    const snw_status status = snw_profile_plan(profile, &problem, why);
    if (!status) snw_profile_at(profile, 0.1, soon);
    return status;
}
// endregion

static void the_example_of_the_documentation_works(void) {
    const snw_profile_state now[2] = {{0, 0.5, 0}, {0, 0, 1}};
    snw_profile profile = make_generator(2);
    snw_profile_sample soon[2];
    CHECK(go_home(&profile, now, soon, NULL) == SNW_OK);
    CHECK(soon[0].p > 0.05 && soon[0].v > 0.5);
    CHECK(snw_profile_axis_at(&profile, 1, profile.duration).p == -0.5);
}

int main(void) {
    RUN(the_example_of_the_documentation_works);
    RUN(a_generator_takes_its_memory_from_the_arena);
    RUN(a_generator_for_eight_axes_is_smaller_than_16_kb);
    RUN(counts_out_of_range_are_refused);
    RUN(sixty_four_axes_arrive_together);
    RUN(a_time_stamp_gives_position_velocity_and_acceleration_the_same_each_time);
    RUN(before_the_start_and_after_the_end_the_motion_goes_on);
    RUN(a_new_generator_rests_at_zero);
    RUN(nothing_is_allocated_after_init);
    RUN(invalid_problems_are_refused_with_the_axis_at_fault);
    RUN(missing_arrays_and_wrong_durations_are_refused);
    RUN(a_target_on_its_limits_is_valid);
    RUN(the_range_of_positions_is_that_of_many_samples);
    return check_report();
}
