// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/filter.h"

#include "arena_sweep.h"
#include "check.h"
#include "unit/lanes/counted.h"

static _Alignas(64) unsigned char memory[1024];

static snw_acceleration_limiter make(double rate, double acceleration) {
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_acceleration_limiter limiter;
    CHECK(snw_acceleration_limiter_init(&limiter, 1, &rate, &acceleration, &arena) == SNW_OK);
    return limiter;
}

static snw_status step(snw_acceleration_limiter *limiter, double target, double dt) {
    double output = 0;
    const snw_status status = snw_acceleration_limiter_update(limiter, &target, dt, &output);
    CHECK(output == limiter->value[0]);
    return status;
}

// the way of speeding up from u to peak p and braking to rest
static double way_with_peak(double u, double p, double A) {
    return (p * p - u * u) / (2 * A) + p * p / (2 * A);
}

// Least time from (0, v) to rest at `way` within rate V and acceleration A: for each direction of
// the first phase the peak is found by bisection; of those that can be carried out the shorter
// counts.
static double least_time(double way, double v, double V, double A) {
    double best = HUGE_VAL;
    for (int sign = -1; sign <= 1; sign += 2) {
        const double d = sign * way, u = sign * v;
        double low = fmax(u, 0), high = V;
        if (d < way_with_peak(u, low, A) - 1e-12) continue;
        for (int i = 0; i < 100; i++) {
            const double middle = (low + high) / 2;
            *(way_with_peak(u, middle, A) < d ? &low : &high) = middle;
        }
        const double cruise = fmax(d - way_with_peak(u, low, A), 0) / fmax(low, 1e-9);
        best = fmin(best, (low - u) / A + cruise + low / A);
    }
    return best;
}

static void a_short_way_is_a_triangle_and_a_long_one_a_trapezoid_of_rate(void) {
    // 1 m at 1 m/s2: peak 1 m/s after 1 s, there after 2 s
    snw_acceleration_limiter limiter = make(10, 1);
    for (int k = 1; k <= 2000; k++) {
        const double t = k * 1e-3;
        const snw_status status = step(&limiter, 1, 1e-3);
        const double exact = t < 1 ? t * t / 2 : 1 - (2 - t) * (2 - t) / 2;
        CHECK_NEAR(limiter.value[0], exact, 1e-12);
        CHECK_NEAR(limiter.rate[0], t < 1 ? t : 2 - t, 1e-9);
        if (k < 1999) CHECK(status == SNW_SATURATED);
    }
    // the same with at most 0.5 m/s: 0.5 s up, 1.5 s at speed, 0.5 s down
    limiter = make(0.5, 1);
    for (int k = 1; k <= 2500; k++) {
        const double t = k * 1e-3;
        (void)step(&limiter, -1, 1e-3);
        const double exact = t < 0.5   ? t * t / 2
                             : t < 2.0 ? 0.125 + 0.5 * (t - 0.5)
                                       : 1 - (2.5 - t) * (2.5 - t) / 2;
        CHECK_NEAR(limiter.value[0], -exact, 1e-12);
    }
    CHECK(step(&limiter, -1, 1e-3) == SNW_OK);
    CHECK(limiter.value[0] == -1 && limiter.rate[0] == 0);
}

// from rest: monotone, within both limits, there exactly and in the least time
static void a_target_is_reached_without_overshoot_in_the_least_time(void) {
    CHECK_CASES(check_scaled(4000)) {
        const double V = pow(10, check_real(-2, 2)), A = pow(10, check_real(-2, 2));
        const double from = check_real(-10, 10), target = from + check_real(-5, 5);
        const double time = least_time(target - from, 0, V, A), dt = time / check_real(5, 400);
        snw_acceleration_limiter limiter = make(V, A);
        CHECK(snw_acceleration_limiter_reset(&limiter, &from, NULL) == SNW_OK);
        double last = from, last_rate = 0, t = 0;
        int steps = 0;
        for (snw_status status = SNW_SATURATED; status == SNW_SATURATED; steps++) {
            const double h = dt * check_real(0.5, 1.5);
            status = step(&limiter, target, h);
            t += h;
            const double x = limiter.value[0], v = limiter.rate[0];
            CHECK((target - x) * (target - from) >= 0);
            CHECK((x - last) * (target - from) >= 0);
            CHECK(fabs(v) <= V * (1 + 1e-12));
            CHECK(fabs(v - last_rate) <= A * h * (1 + 1e-9) + 1e-9 * V);
            CHECK(fabs(x - last) <= V * h * (1 + 1e-12) + 1e-12);
            last = x;
            last_rate = v;
            CHECK(steps < 1000);
        }
        CHECK(limiter.value[0] == target && limiter.rate[0] == 0);
        CHECK(t >= time * (1 - 1e-9) && t <= time * (1 + 1e-6) + 1.5 * dt);
    }
}

// from any rate: within the limits, there in the least time
static void from_any_motion_the_time_is_the_least(void) {
    CHECK_CASES(check_scaled(4000)) {
        const double V = check_real(0.5, 3), A = check_real(0.5, 10);
        const double v0 = check_real(-V, V), target = check_real(-4, 4);
        const double time = least_time(target, v0, V, A), dt = time / check_real(20, 400);
        snw_acceleration_limiter limiter = make(V, A);
        CHECK(snw_acceleration_limiter_reset(&limiter, NULL, &v0) == SNW_OK);
        double t = 0, last = 0, last_rate = v0;
        for (snw_status status = SNW_SATURATED; status == SNW_SATURATED; t += dt) {
            status = step(&limiter, target, dt);
            const double x = limiter.value[0], v = limiter.rate[0];
            CHECK(fabs(v) <= V * (1 + 1e-12));
            CHECK(fabs(v - last_rate) <= A * dt * (1 + 1e-9) + 1e-9 * V);
            CHECK(fabs(x - last) <= V * dt * (1 + 1e-12));
            last = x;
            last_rate = v;
            CHECK(t < 2 * time + 1);
        }
        CHECK(limiter.value[0] == target && limiter.rate[0] == 0);
        CHECK(t >= time * (1 - 1e-9) && t <= time * (1 + 1e-6) + 1.01 * dt);
    }
}

// targets that jump at any time never break a limit
static void limits_hold_while_the_target_moves(void) {
    const double V = 2, A = 15;
    snw_acceleration_limiter limiter = make(V, A);
    double last = 0, last_rate = 0, target = 0;
    for (long k = 0; k < check_scaled(300000); k++) {
        if (check_int(0, 30) == 0) target = check_real(-3, 3);
        const double dt = check_real(1e-4, 2e-2);
        CHECK(!snw_failed(step(&limiter, target, dt)));
        const double x = limiter.value[0], v = limiter.rate[0];
        CHECK(fabs(v) <= V * (1 + 1e-12));
        CHECK(fabs(v - last_rate) <= A * dt * (1 + 1e-9));
        // the way made is that of rates between the two, and a peak of at most A dt / 4 above
        CHECK(x - last <= (fmax(v, last_rate) + A * dt / 4) * dt + 1e-12);
        CHECK(x - last >= (fmin(v, last_rate) - A * dt / 4) * dt - 1e-12);
        last = x;
        last_rate = v;
    }
}

// the plan does not depend on how it is cut into steps
static void one_long_step_ends_where_many_short_ones_do(void) {
    CHECK_CASES(2000) {
        const double V = check_real(0.5, 3), A = check_real(0.5, 10), v0 = check_real(-V, V);
        const double target = check_real(-4, 4), span = check_real(0.1, 3);
        snw_acceleration_limiter limiter = make(V, A);
        CHECK(snw_acceleration_limiter_reset(&limiter, NULL, &v0) == SNW_OK);
        for (int k = 0; k < 64; k++)
            (void)step(&limiter, target, span / 64);
        const double x = limiter.value[0], v = limiter.rate[0];
        CHECK(snw_acceleration_limiter_reset(&limiter, NULL, &v0) == SNW_OK);
        (void)step(&limiter, target, span);
        CHECK_NEAR(limiter.value[0], x, 1e-10);
        CHECK_NEAR(limiter.rate[0], v, 1e-6);
        // a step of any length that is long enough lands exactly
        const double from = check_real(-1, 1);
        CHECK(snw_acceleration_limiter_reset(&limiter, &from, &v0) == SNW_OK);
        CHECK(step(&limiter, target, pow(10, check_real(2, 9))) == SNW_OK);
        CHECK(limiter.value[0] == target && limiter.rate[0] == 0);
    }
}

static void far_from_zero_it_still_arrives(void) {
    // values with few digits left for the way
    const double from = 1e6, target = 1e6 + 1e-3;
    snw_acceleration_limiter limiter = make(1, 1);
    CHECK(snw_acceleration_limiter_reset(&limiter, &from, NULL) == SNW_OK);
    int steps = 0;
    for (snw_status status = SNW_SATURATED; status == SNW_SATURATED; steps++) {
        status = step(&limiter, target, 1e-4);
        CHECK(limiter.value[0] <= target + 1e-9);
    }
    // 2 sqrt(way / A) = 0.0632 s
    CHECK(steps >= 632 && steps <= 640);
}

static void a_rate_above_the_limit_is_brought_down_to_it(void) {
    snw_acceleration_limiter limiter = make(1, 2);
    const double rate = 3;
    CHECK(snw_acceleration_limiter_reset(&limiter, NULL, &rate) == SNW_OK);
    for (int k = 1; k <= 2000; k++) {
        (void)step(&limiter, 100, 1e-3);
        CHECK_NEAR(limiter.rate[0], fmax(3 - 2e-3 * k, 1), 1e-9);
    }
    // too fast to stop before it: past the target, and back
    CHECK(snw_acceleration_limiter_reset(&limiter, NULL, &rate) == SNW_OK);
    double farthest = 0;
    for (int k = 0; k < 10000; k++) {
        (void)step(&limiter, 0.5, 1e-3);
        farthest = fmax(farthest, limiter.value[0]);
    }
    CHECK_NEAR(farthest, 9.0 / 4, 1e-5);
    CHECK(limiter.value[0] == 0.5 && limiter.rate[0] == 0);
}

static void channels_keep_their_own_limits(void) {
    const double rates[3] = {1, 2, 3}, accelerations[3] = {4, 5, 6}, target[3] = {1, 0, -2};
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_acceleration_limiter limiter;
    CHECK(snw_acceleration_limiter_init(&limiter, 3, rates, accelerations, &arena) == SNW_OK);
    double output[3] = {1, 0, -2};
    int steps = 0;
    while (snw_acceleration_limiter_update(&limiter, target, 1e-3, output) == SNW_SATURATED) {
        CHECK(output[1] == 0 && ++steps < 5000);
    }
    // the third takes longest: 2/3 + 3/6 s; the first 1 + 1/4 s is longer still
    CHECK(steps >= 1248 && steps <= 1251);
    CHECK(output[0] == 1 && output[2] == -2);
}

static void bad_input_and_parameters_are_refused(void) {
    const double bad[4] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 1.1e100}, one = 1, zero = 0;
    snw_acceleration_limiter limiter = make(1, 1);
    (void)step(&limiter, 1, 0.1);
    const double x = limiter.value[0], v = limiter.rate[0];
    double output = 42;
    for (int b = 0; b < 4; b++) {
        const snw_status wanted = b < 3 ? SNW_ERR_NOT_FINITE : SNW_ERR_RANGE;
        CHECK(snw_acceleration_limiter_update(&limiter, &bad[b], 0.1, &output) == wanted);
        CHECK(snw_acceleration_limiter_reset(&limiter, &bad[b], NULL) == wanted);
        CHECK(snw_acceleration_limiter_reset(&limiter, NULL, &bad[b]) == wanted);
    }
    const double steps[4] = {0, -0.1, (double)NAN, HUGE_VAL};
    for (int i = 0; i < 4; i++) {
        const snw_status wanted = i < 2 ? SNW_ERR_RANGE : SNW_ERR_NOT_FINITE;
        CHECK(snw_acceleration_limiter_update(&limiter, &one, steps[i], &output) == wanted);
    }
    CHECK(output == 42 && limiter.value[0] == x && limiter.rate[0] == v);

    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_acceleration_limiter_init(&limiter, 0, &one, &one, &arena) == SNW_ERR_ARGUMENT);
    CHECK(snw_acceleration_limiter_init(&limiter, 1, &zero, &one, &arena) == SNW_ERR_RANGE);
    CHECK(snw_acceleration_limiter_init(&limiter, 1, &one, &zero, &arena) == SNW_ERR_RANGE);
    CHECK(snw_acceleration_limiter_init(&limiter, 1, &bad[0], &one, &arena) == SNW_ERR_NOT_FINITE);
    CHECK(snw_acceleration_limiter_init(&limiter, 1, &one, &bad[1], &arena) == SNW_ERR_NOT_FINITE);
}

static snw_status init_seven(void *object, snw_arena *arena) {
    const double most[7] = {1, 1, 1, 1, 1, 1, 1};
    return snw_acceleration_limiter_init(object, 7, most, most, arena);
}

static void every_arena_too_small_is_noticed_and_nothing_is_allocated_later(void) {
    snw_acceleration_limiter limiter;
    void *block = sweep_arena(init_seven, &limiter);
    const double target[7] = {1, 2, 3, 4, 5, 6, 7};
    double output[7];
    const long before = counted_allocations();
    for (int k = 0; k < 1000; k++) {
        CHECK(!snw_failed(snw_acceleration_limiter_update(&limiter, target, 1e-3, output)));
    }
    CHECK(counted_allocations() == before);
    free(block);
}

int main(void) {
    RUN(a_short_way_is_a_triangle_and_a_long_one_a_trapezoid_of_rate);
    RUN(a_target_is_reached_without_overshoot_in_the_least_time);
    RUN(from_any_motion_the_time_is_the_least);
    RUN(limits_hold_while_the_target_moves);
    RUN(one_long_step_ends_where_many_short_ones_do);
    RUN(far_from_zero_it_still_arrives);
    RUN(a_rate_above_the_limit_is_brought_down_to_it);
    RUN(channels_keep_their_own_limits);
    RUN(bad_input_and_parameters_are_refused);
    RUN(every_arena_too_small_is_noticed_and_nothing_is_allocated_later);
    return check_report();
}
