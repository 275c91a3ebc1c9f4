// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_LANES_COUNTED_H
#define SINEW_TESTS_LANES_COUNTED_H

/// @file
/// Counts the calls of malloc and its kin of this program. Under a sanitizer the count stays 0.

#include "allocations.h"

__attribute__((unused)) static long counted_allocations(void) {
    return allocations;
}

#endif // SINEW_TESTS_LANES_COUNTED_H
