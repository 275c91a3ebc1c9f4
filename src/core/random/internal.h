// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_RANDOM_INTERNAL_H
#define SINEW_SRC_RANDOM_INTERNAL_H

#include "sinew/random.h"

// Uniform in (0, 1), both ends out and symmetric about a half, exactly representable. 1 draw.
double snw__random_open_unit(snw_random *random);

// Uniform in [0, span), span > 0; 0 stands for 2^64. 1 draw.
uint64_t snw__random_below(snw_random *random, uint64_t span);

// A point of slice k of n of [0, 1), at `within` in [0, 1) of its width, never outside of the
// slice.
double snw__random_in_slice(double k, double within, double n);

#endif // SINEW_SRC_RANDOM_INTERNAL_H
