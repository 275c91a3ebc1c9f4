// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

#include "../../../src/motion/task/inside.h"

// Bounds of rates: one joint driven by any command within its bounds keeps all of its limits.

static stand s;
static snw_rate_limits limits;
static void *block;

static void lay_out(double acceleration, double deceleration) {
    snw_setup *setup = new_setup();
    snw_robot *robot = planar_arm(setup, 1, 1);
    robot->joints[0].limits.lower = -1;
    robot->joints[0].limits.upper = 2;
    robot->joints[0].limits.velocity = 3;
    robot->joints[0].limits.acceleration = acceleration;
    robot->joints[0].limits.deceleration = deceleration;
    set_up(&s, setup, robot);
    snw_arena arena = {0};
    SNW_IGNORE(snw__rate_limits_init(&limits, &s.c.model, 8, &arena));
    block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw__rate_limits_init(&limits, &s.c.model, 8, &arena) == SNW_OK);
}

static void put_away(void) {
    free(block);
    tear_down(&s);
}

// tick by tick: r, r - d, r - 2d, ... while positive
static double braking_way(double rate, double deceleration, double dt) {
    double way = 0;
    for (double r = rate; r > 0; r -= deceleration * dt)
        way += r * dt;
    return way;
}

static void the_stopping_rate_uses_the_room_to_its_end(void) {
    CHECK_CASES(check_scaled(20000)) {
        const double room = pow(10, check_real(-9, 1)), d = pow(10, check_real(-1, 3));
        const double dt = pow(10, check_real(-4, -1));
        const double rate = snw_stopping_rate(room, d, dt);
        if (rate / (d * dt) > 1e5) continue;
        const double way = braking_way(rate, d, dt);
        CHECK_NEAR(way, room, 1e-9 * room);
        // a little faster would be too fast
        CHECK(braking_way(rate * (1 + 1e-6), d, dt) > room);
    }
    CHECK(isinf(snw_stopping_rate(HUGE_VAL, 3, 0.1)));
    CHECK(snw_stopping_rate(2, HUGE_VAL, 0.1) == 20);
    CHECK(snw_stopping_rate(0, 3, 0.1) == 0);
}

// a command of the worst kind: full speed one way or the other, for random times
static void any_command_within_the_bounds_keeps_all_limits(void) {
    CHECK_CASES(check_scaled(200)) {
        const double a = check_real(2, 30), d = check_real(2, 30), dt = check_real(0.0005, 0.02);
        lay_out(a, d);
        double q = check_real(-1, 2), v = 0, target = 3;
        for (int k = 0; k < 2000; k++) {
            if (check_int(0, 60) == 0) target = check_real(-5, 5);
            CHECK(snw_rate_limits_update(&limits, &q, &v, dt) == SNW_OK);
            CHECK(limits.low[0] <= limits.high[0]);
            const double r = fmin(fmax(target, limits.low[0]), limits.high[0]);
            // faster by acceleration, slower by deceleration, through rest by both
            const double rise = fabs(r) - fabs(v);
            if (r * v >= 0) {
                CHECK(rise <= a * dt + 1e-9 && rise >= -d * dt - 1e-9);
            } else {
                CHECK(fabs(v) / d + fabs(r) / a <= dt + 1e-9);
            }
            CHECK(fabs(r) <= 3);
            q += r * dt;
            v = r;
            CHECK(-1 <= q && q <= 2);
        }
        put_away();
    }
}

// the bounds do not eat into what is allowed: a joint that runs for its limit gets there
static void limits_are_reached(void) {
    lay_out(20, 20);
    double q = 0, v = 0;
    for (int k = 0; k < 3000; k++) {
        CHECK(snw_rate_limits_update(&limits, &q, &v, 0.001) == SNW_OK);
        v = limits.high[0];
        q += v * 0.001;
    }
    CHECK_NEAR(q, 2, 2e-10);
    CHECK_NEAR(v, 0, 1e-6);
    CHECK(limits.high_cause[0] == SNW_BOUND_POSITION);
    put_away();
}

static void a_start_outside_the_limits_comes_back_at_allowed_speed(void) {
    CHECK_CASES(check_scaled(200)) {
        lay_out(10, 10);
        const bool above = check_int(0, 1);
        double q = above ? check_real(2.01, 4) : check_real(-3, -1.01);
        double v = check_real(-6, 6);
        int k = 0;
        for (; k < 20000 && (q > 2 || q < -1); k++) {
            const double dt = 0.001;
            CHECK(snw_rate_limits_update(&limits, &q, &v, dt) == SNW_SATURATED);
            // whatever is wanted, here: to go further out
            const double target = above ? 5 : -5;
            const double r = fmin(fmax(target, limits.low[0]), limits.high[0]);
            CHECK(fabs(r - v) <= 10 * dt + 1e-9);
            CHECK(fabs(r) <= fmax(3, fabs(v)));
            q += r * dt;
            v = r;
        }
        CHECK(k < 20000);
        // and stays inside then
        for (k = 0; k < 2000; k++) {
            SNW_IGNORE(snw_rate_limits_update(&limits, &q, &v, 0.001));
            v = above ? limits.high[0] : limits.low[0];
            q += v * 0.001;
        }
        CHECK(-1 <= q && q <= 2);
        put_away();
    }
}

static void causes_are_told(void) {
    lay_out(10, 10);
    double q = 0, v = 0;
    CHECK(snw_rate_limits_update(&limits, &q, &v, 0.01) == SNW_OK);
    CHECK(limits.high_cause[0] == SNW_BOUND_ACCELERATION);
    v = 2.99;
    CHECK(snw_rate_limits_update(&limits, &q, &v, 0.01) == SNW_OK);
    CHECK(limits.high_cause[0] == SNW_BOUND_VELOCITY && limits.high[0] == 3);
    CHECK_TEXT(snw__bound_cause_name(SNW_BOUND_VELOCITY), "velocity limit");
    put_away();
}

static void numbers_that_are_not_finite_are_refused(void) {
    lay_out(10, 10);
    double q = 0, v = (double)NAN;
    CHECK(snw_rate_limits_update(&limits, &q, &v, 0.01) == SNW_ERR_NOT_FINITE);
    v = 0;
    CHECK(snw_rate_limits_update(&limits, &q, &v, (double)NAN) == SNW_ERR_RANGE);
    CHECK(snw_rate_limits_update(&limits, &q, &v, 0) == SNW_ERR_RANGE);
    q = (double)NAN;
    CHECK(snw_rate_limits_update(&limits, &q, &v, 0.01) == SNW_ERR_NOT_FINITE);
    put_away();
}

static void every_arena_that_is_too_small_is_refused(void) {
    lay_out(10, 10);
    snw_rate_limits other;
    snw_arena measure = {0};
    CHECK(snw__rate_limits_init(&other, &s.c.model, 8, &measure) == SNW_ERR_MEMORY);
    for (size_t capacity = 0; capacity <= measure.needed; capacity++) {
        void *exact = exact_block(capacity);
        snw_arena arena = snw_arena_over(exact, capacity);
        const snw_status status = snw__rate_limits_init(&other, &s.c.model, 8, &arena);
        CHECK(status == (capacity < measure.needed ? SNW_ERR_MEMORY : SNW_OK));
        free(exact);
    }
    put_away();
}

int main(void) {
    RUN(the_stopping_rate_uses_the_room_to_its_end);
    RUN(any_command_within_the_bounds_keeps_all_limits);
    RUN(limits_are_reached);
    RUN(a_start_outside_the_limits_comes_back_at_allowed_speed);
    RUN(causes_are_told);
    RUN(numbers_that_are_not_finite_are_refused);
    RUN(every_arena_that_is_too_small_is_refused);
    return check_report();
}
