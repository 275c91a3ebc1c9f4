// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_FUZZ_SAYS_H
#define SINEW_TESTS_FUZZ_SAYS_H

/// @file
/// What every refusal must have: a text of its own, or the rule whose text is printed.

#include "sinew/base/why.h"

static inline int says_why(const snw_why *why) {
    return why->text[0] != '\0' || why->rule[0] != '\0';
}

#endif // SINEW_TESTS_FUZZ_SAYS_H
