// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_LANES_ATAN_CASES_H
#define SINEW_TESTS_LANES_ATAN_CASES_H

/// @file
/// The tests of sinew/lanes/atan.h, included by one test_atan*.c per instruction set or kind of
/// number after it has set SNW_KERNEL_SUFFIX, _REAL_BITS and _BYTES. The reference is the C library
/// in long double. A set that this machine lacks has no tests.

#include "sinew/lanes.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "check.h"

#if SNW_KERNEL_BYTES == 16 || defined(__x86_64__)

#if SNW_KERNEL_BYTES > 16
#include <immintrin.h>
#endif
#if defined(__clang__) && SNW_KERNEL_BYTES == 32
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#elif defined(__clang__) && SNW_KERNEL_BYTES == 64
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
#elif SNW_KERNEL_BYTES == 32
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#elif SNW_KERNEL_BYTES == 64
#pragma GCC push_options
#pragma GCC target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl")
#endif

#include "sinew/lanes/atan.h"

// the bounds of the header; 3e-16 of pi is 9.4e-16
#if SNW_KERNEL_REAL_BITS == 64
static const double BOUND = 4.5e-16;
static const double RELATIVE = 4 * DBL_EPSILON;
#else
static const double BOUND = 3e-7;
static const double RELATIVE = 4 * (double)FLT_EPSILON;
#endif

typedef struct points {
    snw_real x[SNW_W], y[SNW_W], angle[SNW_W];
} points;

static void ask(points *p) {
    snw_v_store_any(p->angle, snw_v_atan2(snw_v_load_any(p->y), snw_v_load_any(p->x)));
}

static double error_of(const points *p, int i) {
    const long double exact = atan2l((long double)p->y[i], (long double)p->x[i]);
    return (double)fabsl((long double)p->angle[i] - exact);
}

static double worst_of(points *p) {
    double worst = 0;
    ask(p);
    for (int i = 0; i < SNW_W; i++) {
        const double error = error_of(p, i);
        CHECK(error == error);
        worst = fmax(worst, error);
    }
    return worst;
}

static void a_dense_sweep_of_the_circle_stays_within_the_bound(void) {
    const long steps = check_scaled(300000);
    double worst = 0;
    for (long k = -steps; k <= steps; k += SNW_W) {
        points p;
        for (int i = 0; i < SNW_W; i++) {
            const double t = 3.2 * (double)(k + i) / (double)steps;
            p.x[i] = (snw_real)(1.7 * cos(t));
            p.y[i] = (snw_real)(1.7 * sin(t));
        }
        worst = fmax(worst, worst_of(&p));
    }
    CHECK_NEAR(worst, 0, BOUND);
}

static void points_of_every_size_and_quadrant_stay_within_the_bound(void) {
    const double range = SNW_KERNEL_REAL_BITS == 64 ? 250 : 30;
    double worst = 0;
    CHECK_CASES(check_scaled(200000)) {
        points p;
        for (int i = 0; i < SNW_W; i++) {
            const double x = pow(10, check_real(-range, range));
            const double y = i % 2 ? x * pow(10, check_real(-3, 3)) : pow(10, check_real(-9, 9));
            p.x[i] = (snw_real)copysign(x, check_real(-1, 1));
            p.y[i] = (snw_real)copysign(y, check_real(-1, 1));
        }
        worst = fmax(worst, worst_of(&p));
    }
    CHECK_NEAR(worst, 0, BOUND);
}

// where the octants and the two quotients change over
static void neighbours_of_sixteenths_of_a_turn_stay_within_the_bound(void) {
    double worst = 0;
    for (int eighth = -8; eighth <= 8; eighth++) {
        const double t = 3.141592653589793 / 8 * eighth;
        for (int k = -500; k < 500; k += SNW_W) {
            points p;
            for (int i = 0; i < SNW_W; i++) {
                const double step = (k + i) * (SNW_KERNEL_REAL_BITS == 64 ? 1e-16 : 1e-8);
                p.x[i] = (snw_real)(cos(t) * (1 + step));
                p.y[i] = (snw_real)sin(t);
            }
            worst = fmax(worst, worst_of(&p));
        }
    }
    CHECK_NEAR(worst, 0, BOUND);
}

static void small_angles_keep_their_leading_digits(void) {
    CHECK_CASES(check_scaled(50000)) {
        points p;
        for (int i = 0; i < SNW_W; i++) {
            p.x[i] = (snw_real)check_real(0.5, 2);
            p.y[i] = (snw_real)copysign(pow(10, check_real(-25, 0)), check_real(-1, 1));
        }
        ask(&p);
        for (int i = 0; i < SNW_W; i++) {
            const double exact = (double)atan2l((long double)p.y[i], (long double)p.x[i]);
            CHECK_NEAR((double)p.angle[i], exact, RELATIVE * fabs(exact));
        }
    }
}

static int same_bits(snw_real a, snw_real b) {
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

// every pair of special values, in every lane, beside a plain neighbour
static void zeros_infinities_and_nan_give_what_c_says(void) {
    const snw_real big = SNW_KERNEL_REAL_BITS == 64 ? (snw_real)DBL_MAX : (snw_real)FLT_MAX;
    const snw_real special[] = {0,
                                (snw_real)-0.0,
                                1,
                                -1,
                                (snw_real)HUGE_VAL,
                                (snw_real)-HUGE_VAL,
                                (snw_real)(0 * HUGE_VAL),
                                big,
                                -big};
    enum { COUNT = sizeof special / sizeof special[0] };
    for (int a = 0; a < COUNT; a++) {
        for (int b = 0; b < COUNT; b++) {
            for (int lane = 0; lane < SNW_W; lane++) {
                points p;
                for (int i = 0; i < SNW_W; i++) {
                    p.x[i] = i == lane ? special[b] : (snw_real)-0.5;
                    p.y[i] = i == lane ? special[a] : (snw_real)0.25;
                }
                ask(&p);
                const snw_real exact = SNW_REAL_ATAN2(special[a], special[b]);
                const snw_real off = (snw_real)fabs((double)(p.angle[lane] - exact));
                CHECK(same_bits(p.angle[lane], exact) ||
                      ((double)off <= BOUND && !signbit(exact) == !signbit(p.angle[lane])));
                for (int i = 0; i < SNW_W; i++) {
                    if (i != lane) CHECK_NEAR(error_of(&p, i), 0, BOUND);
                }
            }
        }
    }
}

static void register_all(void) {
    RUN(a_dense_sweep_of_the_circle_stays_within_the_bound);
    RUN(points_of_every_size_and_quadrant_stay_within_the_bound);
    RUN(neighbours_of_sixteenths_of_a_turn_stay_within_the_bound);
    RUN(small_angles_keep_their_leading_digits);
    RUN(zeros_infinities_and_nan_give_what_c_says);
}

#if defined(__clang__) && SNW_KERNEL_BYTES > 16
#pragma clang attribute pop
#elif SNW_KERNEL_BYTES > 16
#pragma GCC pop_options
#endif

static int run_set(snw_isa isa) {
    if (snw_lanes_table(isa)) register_all();
    return check_report();
}

#else

static int run_set(snw_isa isa) {
    (void)isa;
    return check_report();
}

#endif

#endif // SINEW_TESTS_LANES_ATAN_CASES_H
