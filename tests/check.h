// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_CHECK_H
#define SINEW_TESTS_CHECK_H

/// @file
/// A little on top of cmocka: near-equality with both numbers in the message, seeded property
/// loops that print the case that failed, and tests that are named as sentences.
///
///     static void the_inverse_undoes_the_product(void) { CHECK_NEAR(...); }
///     int main(void) { RUN(the_inverse_undoes_the_product); return check_report(); }
///
/// A unit ends with the line "check: N passed, M failed", which ./test adds up. That each file is a
/// unit of the program of its module, and not a program, is the work of tests/unit.h.

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/// A test that cannot be made here, for lack of a right, say; it counts as neither passed nor
/// failed. A tool or a file that is missing is a failure, and no reason to skip.
#undef skip
#define skip() check_skip(__FILE__, __LINE__)

/// Ends the running test when the condition is false.
#define CHECK(condition) check_true((condition), #condition, __FILE__, __LINE__)

/// |actual - expected| <= tolerance; NaN on either side fails, equal infinities pass.
#define CHECK_NEAR(actual, expected, tolerance)                                                    \
    check_near((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)

/// The two texts are equal.
#define CHECK_TEXT(actual, expected) check_text((actual), (expected), #actual, __FILE__, __LINE__)

/// Runs the body for check_case = 0 .. cases-1, with a generator seeded by the case. The number of
/// the case is printed when a check fails inside: CHECK_CASES(1000) { double x = check_real(-1, 1);
/// }
#define CHECK_CASES(cases)                                                                         \
    for (check_case = 0, check_seed(check_case); check_case < (cases);                             \
         check_case++, check_seed(check_case))

/// Registers a test.
#define RUN(test) check_register(#test, test)

/// -1 outside CHECK_CASES.
static long check_case = -1;
static uint64_t check_state;

typedef struct check_test {
    const char *name;
    void (*run)(void);
} check_test;

enum { CHECK_TESTS = 200 };
static check_test check_tests[CHECK_TESTS];
static int check_test_count, check_skipped;

__attribute__((unused)) static void check_fail_at(const char *what, const char *file, int line) {
    if (check_case >= 0) print_error("case %ld: ", check_case);
    print_error("%s\n", what);
    _fail(file, line);
}

__attribute__((unused)) static void check_skip(const char *file, int line) {
    check_skipped++;
    _skip(file, line);
}

__attribute__((unused)) static void check_true(bool condition, const char *what, const char *file,
                                               int line) {
    if (!condition) check_fail_at(what, file, line);
}

__attribute__((unused)) static void check_near(double actual, double expected, double tolerance,
                                               const char *what, const char *file, int line) {
    if (actual == expected || fabs(actual - expected) <= tolerance) return;
    char message[256];
    (void)snprintf(message, sizeof message,
                   "%s is %.17g, expected %.17g, off by %.3g (allowed %.3g)", what, actual,
                   expected, fabs(actual - expected), tolerance);
    check_fail_at(message, file, line);
}

__attribute__((unused)) static void check_text(const char *actual, const char *expected,
                                               const char *what, const char *file, int line) {
    const char *a = actual, *b = expected;
    while (*a && *a == *b)
        a++, b++;
    if (*a == *b) return;
    print_error("%s is\n  \"%s\", expected\n  \"%s\"\n", what, actual, expected);
    check_fail_at("texts differ", file, line);
}

/// Sets a language that writes 1,5. The build makes one (tests/CMakeLists.txt), so it is there. The
/// test sets it back to "C".
__attribute__((unused)) static void check_set_comma(void) {
    if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL || localeconv()->decimal_point[0] != ',')
        check_fail_at("there is no language de_DE.UTF-8; is LOCPATH set?", __FILE__, __LINE__);
}

/// Seeds the generator of this test program. SplitMix64 (Steele, Lea, Flood 2014): tests must not
/// draw from the module that they test.
__attribute__((unused)) static void check_seed(long seed) {
    check_state = (uint64_t)seed * UINT64_C(0x9E3779B97F4A7C15) + UINT64_C(0x5EED);
}

__attribute__((unused)) static uint64_t check_bits(void) {
    uint64_t z = check_state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/// Uniform in [low, high).
__attribute__((unused)) static double check_real(double low, double high) {
    return low + (high - low) * (double)(check_bits() >> 11) * 0x1p-53;
}

/// Uniform in low..high, both included.
__attribute__((unused)) static int check_int(int low, int high) {
    return low + (int)(check_bits() % (uint64_t)(high - low + 1));
}

/// How many cases a long property loop runs: all of them in plain builds, `cases / 20` (at least 1)
/// under a sanitizer, where each costs ten times as much.
__attribute__((unused)) static long check_scaled(long cases) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    const long scaled = cases / 20;
    return scaled > 0 ? scaled : 1;
#else
    return cases;
#endif
}

__attribute__((unused)) static void check_register(const char *name, void (*run)(void)) {
    if (check_test_count == CHECK_TESTS) abort();
    check_tests[check_test_count++] = (check_test){name, run};
}

static void check_call(void **state) {
    check_case = -1;
    check_seed(0);
    ((const check_test *)*state)->run();
}

// one test may be asked for by its name
static bool check_wanted(const char *name) {
#ifdef CHECK_UNIT
    if (check_only == NULL) return true;
    const char *a = name, *b = check_only;
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
#else
    (void)name;
    return true;
#endif
}

/// Runs what is registered. A unit without tests fails: it has proven nothing.
__attribute__((unused)) static int check_report(void) {
    struct CMUnitTest tests[CHECK_TESTS];
    int count = 0, failed = 0;
    for (int i = 0; i < check_test_count; i++) {
        if (!check_wanted(check_tests[i].name)) continue;
        tests[count++] =
            (struct CMUnitTest){check_tests[i].name, check_call, NULL, NULL, &check_tests[i]};
    }
    if (count > 0) {
        failed = _cmocka_run_group_tests("tests", tests, (size_t)count, NULL, NULL);
    } else {
        print_error("there is no such test\n");
        count = failed = 1;
    }
    const int passed = count - failed - check_skipped;
    if (check_skipped > 0) (void)printf("%d skipped\n", check_skipped);
    (void)printf("check: %d passed, %d failed\n", passed, failed);
#ifdef CHECK_UNIT
    *check_told = (check_outcome){.reported = 1, .passed = passed, .failed = failed};
#endif
    return failed == 0 ? 0 : 1;
}

#endif // SINEW_TESTS_CHECK_H
