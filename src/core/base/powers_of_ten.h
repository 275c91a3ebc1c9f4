// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_CORE_BASE_POWERS_OF_TEN_H
#define SINEW_CORE_BASE_POWERS_OF_TEN_H

/// @file
/// The powers of ten to 128 bits, shared by the reading and the printing of real numbers.
/// tools/make_powers writes the table, and proves what is said here with --prove.

#include <stdbool.h>
#include <stdint.h>

#include "sinew/base/attributes.h"

__extension__ typedef unsigned __int128 snw__u128;

enum {
    SNW__POWER_FIRST = -342,
    SNW__POWER_LAST = 324,
    SNW__POWER_COUNT = SNW__POWER_LAST - SNW__POWER_FIRST + 1,
    SNW__POWER_LAST_EXACT = 55 ///< 5^55 < 2^128 < 5^56
};

/// 10^q = (high * 2^64 + low + fraction) * 2^(floor(log2 10^q) - 127) with 0 <= fraction < 1 and
/// the leading bit of `high` set. `low` is never all ones, so adding 1 to it does not carry.
typedef struct snw__power {
    uint64_t high;
    uint64_t low;
} snw__power;

extern const snw__power snw__powers_of_ten[SNW__POWER_COUNT] __attribute__((visibility("hidden")));

/// The row of 10^q, q in SNW__POWER_FIRST..SNW__POWER_LAST.
SNW_INLINE snw__power snw__power_of_ten(int q) {
    return snw__powers_of_ten[q - SNW__POWER_FIRST];
}

/// True when the fraction cut off from 10^q is 0.
SNW_INLINE bool snw__power_is_exact(int q) {
    return 0 <= q && q <= SNW__POWER_LAST_EXACT;
}

/// floor(log2 10^q) for the q of the table.
SNW_INLINE int snw__floor_log2_power(int q) {
    return (q * 217706) >> 16;
}

#endif // SINEW_CORE_BASE_POWERS_OF_TEN_H
