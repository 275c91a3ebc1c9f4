// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_LANES_KERNEL_CASES_H
#define SINEW_TESTS_LANES_KERNEL_CASES_H

/// @file
/// The tests of sinew/lanes/kernel.h, included by one test_kernel_*.c per instruction set and kind
/// of number after it has set SNW_KERNEL_SUFFIX, _REAL_BITS and _BYTES. The reference is C, lane by
/// lane. A set that this machine lacks has no tests.

#include "sinew/lanes.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

#if SNW_KERNEL_BYTES == 16 || defined(__x86_64__)

// everything from here to the end of the region is compiled for the set, and nothing else is
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

#include "sinew/lanes/kernel.h"

// numbers of all kinds, NaN, infinities and both zeros among them
static snw_real any_number(void) {
    const snw_real special[] = {0,
                                (snw_real)-0.0,
                                1,
                                -1,
                                (snw_real)HUGE_VAL,
                                (snw_real)-HUGE_VAL,
                                (snw_real)(0 * HUGE_VAL)};
    const int pick = check_int(0, 13);
    return pick < 7 ? special[pick] : (snw_real)check_real(-3, 3);
}

static int same(snw_real a, snw_real b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

typedef struct operands {
    _Alignas(SNW_V_ALIGN) snw_real a[SNW_W], b[SNW_W], result[SNW_W];
} operands;

static operands any_operands(void) {
    operands o;
    for (int i = 0; i < SNW_W; i++) {
        o.a[i] = any_number();
        o.b[i] = check_int(0, 3) ? any_number() : o.a[i];
        o.result[i] = 99;
    }
    return o;
}

static void the_width_is_that_of_the_set(void) {
    CHECK(sizeof(snw_v) == SNW_KERNEL_BYTES && _Alignof(snw_v) == SNW_KERNEL_BYTES);
    CHECK(SNW_W * sizeof(snw_real) == sizeof(snw_v) &&
          sizeof(snw_real) * 8 == SNW_KERNEL_REAL_BITS);
}

static void comparisons_select_as_c_does(void) {
    CHECK_CASES(5000) {
        operands o = any_operands();
        const snw_v a = snw_v_load(o.a), b = snw_v_load(o.b);
        snw_v_store(o.result, snw_v_select(snw_v_lt(a, b), a, b));
        for (int i = 0; i < SNW_W; i++)
            CHECK(same(o.result[i], o.a[i] < o.b[i] ? o.a[i] : o.b[i]));
        snw_v_store(o.result, snw_v_select(snw_v_le(a, b), a, b));
        for (int i = 0; i < SNW_W; i++)
            CHECK(same(o.result[i], o.a[i] <= o.b[i] ? o.a[i] : o.b[i]));
    }
}

static void masks_combine_lane_by_lane(void) {
    CHECK_CASES(5000) {
        operands o = any_operands();
        const snw_v a = snw_v_load(o.a), b = snw_v_load(o.b), one = snw_v_set(1), two = one + one;
        const snw_vm p = snw_v_lt(a, b), q = snw_v_le(snw_v_set(0), a);
        int any = 0;
        snw_v_store(o.result, snw_v_select(snw_vm_and(p, q), one, two));
        for (int i = 0; i < SNW_W; i++) {
            any |= o.a[i] < o.b[i];
            CHECK((o.result[i] == 1) == (o.a[i] < o.b[i] && 0 <= o.a[i]));
        }
        CHECK(snw_vm_any(p) == any);
        snw_v_store(o.result, snw_v_select(snw_vm_or(p, q), one, two));
        for (int i = 0; i < SNW_W; i++) {
            CHECK((o.result[i] == 1) == (o.a[i] < o.b[i] || 0 <= o.a[i]));
        }
        snw_v_store(o.result, snw_v_select(snw_vm_not(p), one, two));
        for (int i = 0; i < SNW_W; i++)
            CHECK((o.result[i] == 1) == !(o.a[i] < o.b[i]));
    }
    // one lane alone is seen, wherever it stands
    for (int lane = 0; lane < SNW_W; lane++) {
        snw_v a = snw_v_set(0);
        a[lane] = -1;
        CHECK(snw_vm_any(snw_v_lt(a, snw_v_set(0))) == 1);
        CHECK(snw_vm_any(snw_v_lt(snw_v_abs(a), snw_v_set(0))) == 0);
    }
}

static void least_and_greatest_take_the_second_operand_for_nan(void) {
    CHECK_CASES(5000) {
        operands o = any_operands();
        const snw_v a = snw_v_load(o.a), b = snw_v_load(o.b);
        snw_v_store(o.result, snw_v_min(a, b));
        for (int i = 0; i < SNW_W; i++)
            CHECK(same(o.result[i], o.a[i] < o.b[i] ? o.a[i] : o.b[i]));
        snw_v_store(o.result, snw_v_max(a, b));
        for (int i = 0; i < SNW_W; i++)
            CHECK(same(o.result[i], o.a[i] > o.b[i] ? o.a[i] : o.b[i]));
    }
}

static void signs_are_taken_off_and_put_on(void) {
    CHECK_CASES(2000) {
        operands o = any_operands();
        const snw_v a = snw_v_load(o.a), b = snw_v_load(o.b);
        snw_v_store(o.result, snw_v_abs(a));
        for (int i = 0; i < SNW_W; i++)
            CHECK(same(o.result[i], (snw_real)fabs((double)o.a[i])));
        snw_v_store(o.result, snw_v_copysign(a, b));
        for (int i = 0; i < SNW_W; i++) {
            const double expected = copysign((double)o.a[i], (double)o.b[i]);
            CHECK(same(o.result[i], (snw_real)expected));
        }
    }
}

static void broadcasting_keeps_the_bits(void) {
    CHECK_CASES(200) {
        const snw_real x = any_number();
        operands o;
        snw_v_store(o.result, snw_v_set(x));
        for (int i = 0; i < SNW_W; i++)
            CHECK(same(o.result[i], x));
    }
}

static void roots_are_those_of_the_c_library(void) {
    CHECK_CASES(2000) {
        operands o = any_operands();
        snw_v_store(o.result, snw_v_sqrt(snw_v_load(o.a)));
        for (int i = 0; i < SNW_W; i++) {
            const snw_real expected = (snw_real)sqrt((double)o.a[i]);
            CHECK(same(o.result[i], expected) || (isnan(o.result[i]) && isnan(expected)));
        }
    }
}

static void parts_touch_only_their_lanes(void) {
    for (int offset = 0; offset < 3; offset++) {
        for (int n = 1; n < SNW_W; n++) {
            // exactly as large as may be touched, at the end of a block
            snw_real *from = malloc(sizeof(snw_real) * (size_t)(n + offset));
            snw_real *to = malloc(sizeof(snw_real) * (size_t)(n + offset));
            CHECK(from != NULL && to != NULL);
            for (int i = 0; i < n + offset; i++)
                from[i] = (snw_real)(i + 1), to[i] = -1;
            const snw_v x = snw_v_load_part(from + offset, n);
            for (int i = 0; i < SNW_W; i++)
                CHECK(x[i] == (snw_real)(i < n ? i + offset + 1 : 0));
            snw_v_store_part(to + offset, x, n);
            for (int i = 0; i < n + offset; i++)
                CHECK(to[i] == (i < offset ? -1 : from[i]));
            free(from);
            free(to);
        }
    }
    // and the lanes beyond keep what was there
    snw_real wide[2 * SNW_W];
    for (int n = 1; n < SNW_W; n++) {
        for (int i = 0; i < 2 * SNW_W; i++)
            wide[i] = 5;
        snw_v_store_part(wide, snw_v_set(7), n);
        for (int i = 0; i < 2 * SNW_W; i++)
            CHECK(wide[i] == (i < n ? 7 : 5));
    }
}

static void unaligned_vectors_are_read_and_written(void) {
    _Alignas(64) snw_real x[3 * SNW_W], y[3 * SNW_W];
    for (int i = 0; i < 3 * SNW_W; i++)
        x[i] = (snw_real)i, y[i] = -1;
    for (int offset = 0; offset <= SNW_W; offset++) {
        snw_v_store_any(y + offset, snw_v_load_any(x + offset));
        for (int i = 0; i < SNW_W; i++)
            CHECK(y[offset + i] == (snw_real)(offset + i));
    }
    CHECK(y[2 * SNW_W] == -1);
}

static void sines_inside_a_kernel_keep_the_bound(void) {
    const double bound = SNW_KERNEL_REAL_BITS == 64 ? 2.3e-16 : 1.2e-7;
    CHECK_CASES(5000) {
        operands o;
        for (int i = 0; i < SNW_W; i++) {
            o.a[i] = (snw_real)check_real(-20, 20);
            // now and then a lane beyond the limit, among others that are not
            if (check_int(0, 49) == 0) o.a[i] = (snw_real)check_real(2e5, 1e8);
        }
        snw_v sine, cosine;
        snw_v_sincos(snw_v_load(o.a), &sine, &cosine);
        for (int i = 0; i < SNW_W; i++) {
            CHECK_NEAR((double)sine[i], (double)sinl((long double)o.a[i]), bound);
            CHECK_NEAR((double)cosine[i], (double)cosl((long double)o.a[i]), bound);
        }
    }
}

static void register_all(void) {
    RUN(the_width_is_that_of_the_set);
    RUN(comparisons_select_as_c_does);
    RUN(masks_combine_lane_by_lane);
    RUN(least_and_greatest_take_the_second_operand_for_nan);
    RUN(signs_are_taken_off_and_put_on);
    RUN(broadcasting_keeps_the_bits);
    RUN(roots_are_those_of_the_c_library);
    RUN(parts_touch_only_their_lanes);
    RUN(unaligned_vectors_are_read_and_written);
    RUN(sines_inside_a_kernel_keep_the_bound);
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

#endif // SINEW_TESTS_LANES_KERNEL_CASES_H
