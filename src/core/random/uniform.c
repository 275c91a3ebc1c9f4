// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/random.h"

#include <math.h>

#include "internal.h"

snw_status snw_random_uniform(snw_random *random, double low, double high, double *out) {
    if (!isfinite(low) || !isfinite(high)) return SNW_ERR_NOT_FINITE;
    if (!(low <= high) || !isfinite(high - low)) return SNW_ERR_RANGE;
    const double x = low + (high - low) * snw_random_unit(random);

    // the sum may be rounded up to the end that is not included
    *out = x < high || low == high ? x : nextafter(high, low);
    return SNW_OK;
}

snw_status snw_random_int(snw_random *random, int64_t low, int64_t high, int64_t *out) {
    if (low > high) return SNW_ERR_RANGE;

    // 2^64 values in all become a span of 0; unsigned sums wrap to the right place
    const uint64_t span = (uint64_t)high - (uint64_t)low + 1;
    *out = (int64_t)((uint64_t)low + snw__random_below(random, span));
    return SNW_OK;
}

// The distribution function is two parabolas that meet at the mode, below which the share
// (mode - low) / (high - low) of all values lies; each half is inverted by a root.
snw_status snw_random_triangular(snw_random *random, double low, double mode, double high,
                                 double *out) {
    if (!isfinite(low) || !isfinite(mode) || !isfinite(high)) return SNW_ERR_NOT_FINITE;
    const double width = high - low;
    if (!(low <= mode && mode <= high) || !isfinite(width)) return SNW_ERR_RANGE;

    const double p = snw__random_open_unit(random);
    const double below = width > 0 ? (mode - low) / width : 1;
    const double x =
        p < below ? low + width * sqrt(p * below) : high - width * sqrt((1 - p) * (1 - below));
    *out = x < low ? low : x > high ? high : x;
    return SNW_OK;
}
