// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_FILTER_INTERNAL_H
#define SINEW_SRC_FILTER_INTERNAL_H

#include "sinew/filter.h"

// Whether every number is finite and within SNW_SIGNAL_LARGEST; NULL stands for zeros.
snw_status snw__signal_check(const double *x, int count);

// The same, and a time step in (0, 1e9] s.
snw_status snw__signal_check_step(const double *x, int count, double dt);

// Whether every number lies in [1/SNW_SIGNAL_LARGEST, SNW_SIGNAL_LARGEST].
snw_status snw__signal_check_positive(const double *x, int count);

// Copies, with zeros for NULL.
void snw__signal_copy(double *to, const double *from, int count);

// Zero below a threshold. A state that dies away would end among the subnormal numbers, where the
// processor slows down; so it ends at zero while still far from them.
SNW_INLINE double snw__signal_floor(double x, double threshold) {
    return x > -threshold && x < threshold ? 0 : x;
}

// x within [low, high].
SNW_INLINE double snw__signal_clamp(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

#endif // SINEW_SRC_FILTER_INTERNAL_H
