// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

snw_status snw__signal_check(const double *x, int count) {
    for (int i = 0; x && i < count; i++) {
        if (!isfinite(x[i])) return SNW_ERR_NOT_FINITE;
        if (!(fabs(x[i]) <= SNW_SIGNAL_LARGEST)) return SNW_ERR_RANGE;
    }
    return SNW_OK;
}

snw_status snw__signal_check_step(const double *x, int count, double dt) {
    if (!isfinite(dt)) return SNW_ERR_NOT_FINITE;
    if (!(dt > 0 && dt <= 1e9)) return SNW_ERR_RANGE;
    return snw__signal_check(x, count);
}

snw_status snw__signal_check_positive(const double *x, int count) {
    const snw_status status = snw__signal_check(x, count);
    for (int i = 0; !snw_failed(status) && i < count; i++) {
        if (!(x[i] >= 1 / SNW_SIGNAL_LARGEST)) return SNW_ERR_RANGE;
    }
    return status;
}

void snw__signal_copy(double *to, const double *from, int count) {
    for (int i = 0; i < count; i++)
        to[i] = from ? from[i] : 0;
}
