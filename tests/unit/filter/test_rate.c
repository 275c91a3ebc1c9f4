// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/filter.h"

#include "arena_sweep.h"
#include "check.h"
#include "unit/lanes/counted.h"

static _Alignas(64) unsigned char memory[1024];

static snw_rate_limiter make(int channels, const double *maximum) {
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_rate_limiter limiter;
    CHECK(snw_rate_limiter_init(&limiter, channels, maximum, &arena) == SNW_OK);
    return limiter;
}

static void a_step_becomes_a_ramp_of_the_largest_rate(void) {
    const double maximum[3] = {2, 0.5, 100}, target[3] = {1, -1, 0.25};
    snw_rate_limiter limiter = make(3, maximum);
    double output[3];
    for (int k = 1; k <= 300; k++) {
        const double t = 0.01 * k;
        const snw_status status = snw_rate_limiter_update(&limiter, target, 0.01, output);
        CHECK(status == (t < 2 - 1e-9 ? SNW_SATURATED : SNW_OK));
        CHECK_NEAR(output[0], fmin(2 * t, 1), 1e-12);
        CHECK_NEAR(output[1], fmax(-0.5 * t, -1), 1e-12);
        CHECK(output[2] == 0.25);
    }
    CHECK(output[0] == 1 && output[1] == -1);
}

static void no_step_is_faster_than_allowed(void) {
    const double maximum = 3;
    snw_rate_limiter limiter = make(1, &maximum);
    double last = 0;
    for (long k = 0; k < check_scaled(200000); k++) {
        const double dt = pow(10, check_real(-6, 1)), target = check_real(-5, 5);
        double output = 0;
        const snw_status status = snw_rate_limiter_update(&limiter, &target, dt, &output);
        CHECK(status == SNW_OK ? output == target : status == SNW_SATURATED);
        CHECK(fabs(output - last) <= maximum * dt * (1 + 1e-15) + 1e-15);
        // towards the target, never past it
        CHECK(fabs(target - output) <= fabs(target - last));
        CHECK((target - output) * (target - last) >= 0);
        last = output;
    }
}

static void a_slow_signal_passes_unchanged(void) {
    const double maximum = 3;
    snw_rate_limiter limiter = make(1, &maximum);
    for (int k = 0; k < 1000; k++) {
        double both = sin(2.9 * k * 1e-3);
        const double target = both;
        CHECK(snw_rate_limiter_update(&limiter, &both, 1e-3, &both) == SNW_OK);
        CHECK(both == target);
    }
}

static void a_reset_goes_on_from_its_value(void) {
    const double maximum[2] = {1, 1}, value[2] = {5, -5}, target[2] = {6, -5};
    snw_rate_limiter limiter = make(2, maximum);
    double output[2];
    CHECK(snw_rate_limiter_reset(&limiter, value) == SNW_OK);
    CHECK(snw_rate_limiter_update(&limiter, target, 0.125, output) == SNW_SATURATED);
    CHECK(output[0] == 5.125 && output[1] == -5);
    CHECK(snw_rate_limiter_reset(&limiter, NULL) == SNW_OK);
    CHECK(limiter.value[0] == 0 && limiter.value[1] == 0);
}

static void bad_input_and_parameters_are_refused(void) {
    const double maximum[2] = {1, 1}, good[2] = {1, 1};
    const double bad[4] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 1.1e100};
    snw_rate_limiter limiter = make(2, maximum);
    double output[2] = {42, 43};
    for (int b = 0; b < 4; b++) {
        const snw_status wanted = b < 3 ? SNW_ERR_NOT_FINITE : SNW_ERR_RANGE;
        const double poisoned[2] = {1, bad[b]};
        CHECK(snw_rate_limiter_update(&limiter, poisoned, 0.1, output) == wanted);
        CHECK(snw_rate_limiter_reset(&limiter, poisoned) == wanted);
    }
    CHECK(snw_rate_limiter_update(&limiter, good, 0, output) == SNW_ERR_RANGE);
    CHECK(snw_rate_limiter_update(&limiter, good, -1, output) == SNW_ERR_RANGE);
    CHECK(snw_rate_limiter_update(&limiter, good, (double)NAN, output) == SNW_ERR_NOT_FINITE);
    CHECK(output[0] == 42 && output[1] == 43 && limiter.value[0] == 0 && limiter.value[1] == 0);

    snw_arena arena = snw_arena_over(memory, sizeof memory);
    const double zero = 0, minus = -1;
    CHECK(snw_rate_limiter_init(&limiter, 1, &zero, &arena) == SNW_ERR_RANGE);
    CHECK(snw_rate_limiter_init(&limiter, 1, &minus, &arena) == SNW_ERR_RANGE);
    CHECK(snw_rate_limiter_init(&limiter, 1, &bad[0], &arena) == SNW_ERR_NOT_FINITE);
    CHECK(snw_rate_limiter_init(&limiter, 1, &bad[1], &arena) == SNW_ERR_NOT_FINITE);
    CHECK(snw_rate_limiter_init(&limiter, 0, good, &arena) == SNW_ERR_ARGUMENT);
}

static snw_status init_seven(void *object, snw_arena *arena) {
    const double maximum[7] = {1, 1, 1, 1, 1, 1, 1};
    return snw_rate_limiter_init(object, 7, maximum, arena);
}

static void every_arena_too_small_is_noticed_and_nothing_is_allocated_later(void) {
    snw_rate_limiter limiter;
    void *block = sweep_arena(init_seven, &limiter);
    const double target[7] = {1, 2, 3, 4, 5, 6, 7};
    double output[7];
    const long before = counted_allocations();
    for (int k = 0; k < 1000; k++) {
        CHECK(!snw_failed(snw_rate_limiter_update(&limiter, target, 1e-3, output)));
    }
    CHECK(counted_allocations() == before);
    free(block);
}

int main(void) {
    RUN(a_step_becomes_a_ramp_of_the_largest_rate);
    RUN(no_step_is_faster_than_allowed);
    RUN(a_slow_signal_passes_unchanged);
    RUN(a_reset_goes_on_from_its_value);
    RUN(bad_input_and_parameters_are_refused);
    RUN(every_arena_too_small_is_noticed_and_nothing_is_allocated_later);
    return check_report();
}
