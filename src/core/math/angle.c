// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math/angle.h"

#include <float.h>

// The sine and cosine of libm reduce any argument by the true 2 pi, so the arc tangent of the two
// is the wrapped angle without an accumulating error, however many turns there are. Near an odd
// multiple of pi the result falls on either side of the cut by the rounding of the input: within
// one such rounding (k * SNW_PI is off by less than |x| * DBL_EPSILON) it is taken as pi.

snw_angle snw_angle_of(double radians) {
    snw_angle a = {radians, sin(radians), cos(radians)};
    if (-SNW_PI < radians && radians <= SNW_PI) return a;

    a.value = atan2(a.sine, a.cosine);
    if (fabs(a.value) >= SNW_PI - fabs(radians) * DBL_EPSILON) {
        a.value = SNW_PI;
        a.sine = sin(SNW_PI);
        a.cosine = -1;
    }
    return a;
}

double snw_angle_wrap(double radians) {
    if (-SNW_PI < radians && radians <= SNW_PI) return radians;
    return snw_angle_of(radians).value;
}

snw_angle snw_angle_atan2(double y, double x) {
    // the arc tangent of a signed zero would make the origin's angle depend on the sign of x
    if (x == 0 && y == 0) return snw_angle_of(0);
    return snw_angle_of(atan2(y, x));
}
