// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_UNIT_H
#define SINEW_TESTS_UNIT_H

/// @file
/// Makes tests/unit/<module>/test_<unit>.c one unit of the program <module>_tests. The build puts
/// this file before each of them and defines CHECK_UNIT, the name of the unit: its main, with or
/// without arguments, becomes the function of the unit, which tests/runner.c calls. Nothing may be
/// included here, because a test may still choose what its system headers offer.

/// What a unit has counted. It lies in memory that the unit shares with the process which runs it.
typedef struct check_outcome {
    int reported; ///< the unit came to its end and has told
    int passed, failed;
} check_outcome;

extern check_outcome *check_told;

/// The only test to run, or null for all.
__attribute__((unused)) static const char *check_only;

__attribute__((unused)) static int check_plain_main(int (*unit)(void), int argc, char **argv) {
    check_only = argc > 1 ? argv[1] : (const char *)0;
    return unit();
}

__attribute__((unused)) static int check_full_main(int (*unit)(int, char **), int argc,
                                                   char **argv) {
    return unit(argc, argv);
}

#define CHECK_JOIN(a, b) a##b
#define CHECK_NAME(unit) CHECK_JOIN(check_unit_, unit)

#define main(...)                                                                                  \
    CHECK_NAME(CHECK_UNIT)(int argc, char **argv);                                                 \
    static int check_main(__VA_ARGS__);                                                            \
    int CHECK_NAME(CHECK_UNIT)(int argc, char **argv) {                                            \
        return _Generic(check_main, int (*)(void)                                                  \
                        : check_plain_main, int (*)(int, char **)                                  \
                        : check_full_main)(check_main, argc, argv);                                \
    }                                                                                              \
    static int check_main(__VA_ARGS__)

#endif // SINEW_TESTS_UNIT_H
