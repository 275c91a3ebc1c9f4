// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_RUNNER_H
#define SINEW_TESTS_RUNNER_H

/// @file
/// The units of a test program, in a table that the build writes (tests/units.c.in).

typedef struct check_unit {
    const char *name;
    int (*run)(int argc, char **argv);
} check_unit;

/// Ends with a unit without a name.
extern const check_unit check_units[];
extern const char check_module[];

#endif // SINEW_TESTS_RUNNER_H
