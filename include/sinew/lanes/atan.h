// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_LANES_ATAN_H
#define SINEW_LANES_ATAN_H

/// @file
/// For kernel files, beside sinew/lanes/kernel.h: the angle of a vector of points.
///
/// With a and b the smaller and the larger of |x| and |y|, the angle between the nearest axis and
/// the point is atan(a / b), at most pi/4. Above tan(pi/8) it is pi/4 + atan((a - b) / (a + b)), so
/// that one division leaves |r| <= tan(pi/8) and atan r = r + r z P(z), z = r^2. The octant then
/// says of which multiple k of pi/4 this angle is taken away, or to which it is added.
///
/// pi/4 as a double ends in three zero bits, so k pi/4 is exact, and what it lacks is added to r's
/// part before the one sum that rounds at the size of the result. That is half a unit of the result
/// (2.2e-16 up to pi) and, of an angle below 0.4, one unit for r and half a unit for its sum:
/// together below 4e-16. P is minimax (Remez) for the error of r z P(z): 7.6e-18; for
/// floats 1.6e-10.

#include <math.h>

#include "sinew/lanes/mask.h"

#define SNW_ATAN_EIGHTH 0x1.a827999fcef32p-2 // tan(pi/8)

#if SNW_KERNEL_REAL_BITS == 64

// pairs of terms first, as in sinew/lanes/trig.h
/// The polynomial of atan without its first term, of z = x * x.
SNW_FORCE_INLINE snw_v snw__atan_tail(snw_v z) {
    const snw_v z2 = z * z, z4 = z2 * z2;
    const snw_v p0 = -0x1.5555555554f9ap-2 + z * 0x1.99999998f9c13p-3;
    const snw_v p2 = -0x1.249248f050987p-3 + z * 0x1.c71c600b7c553p-4;
    const snw_v p4 = -0x1.745b4e4130241p-4 + z * 0x1.3af6818fa1a11p-4;
    const snw_v p6 = -0x1.0fd8b9ac512c7p-4 + z * 0x1.d0af07db8567ep-5;
    const snw_v p8 = -0x1.60bd2e1bcd09bp-5 + z * 0x1.527c34f9f1faap-6;
    return (p0 + z2 * p2) + z4 * ((p4 + z2 * p6) + z4 * p8);
}

#define SNW_ATAN_QUARTER 0x1.921fb54442d18p-1
#define SNW_ATAN_REST 0x1.1a62633145c07p-55
#define SNW_ATAN_FAR 0x1p1000
#define SNW_REAL_ATAN2 atan2

#else

SNW_FORCE_INLINE snw_v snw__atan_tail(snw_v z) {
    const snw_v low = -0x1.55554p-2F + z * 0x1.998e9p-3F;
    const snw_v high = -0x1.2385cep-3F + z * (0x1.af8eecp-4F + z * -0x1.e748aep-5F);
    return low + (z * z) * high;
}

#define SNW_ATAN_QUARTER 0x1.921fbp-1F
#define SNW_ATAN_REST 0x1.5110b4p-23F
#define SNW_ATAN_FAR 0x1p120F
#define SNW_REAL_ATAN2 atan2f

#endif

/// The lanes that are zero, very far or no numbers, by the C library. Rare.
__attribute__((cold, noinline, unused)) static void
snw__atan2_odd(const snw_real *y, const snw_real *x, snw_real *angle) {
    for (int i = 0; i < SNW_W; i++) {
        const snw_real a = y[i] < 0 ? -y[i] : y[i], b = x[i] < 0 ? -x[i] : x[i];
        const int plain = (a > 0 || b > 0) && a < SNW_ATAN_FAR && b < SNW_ATAN_FAR;
        if (!plain) angle[i] = SNW_REAL_ATAN2(y[i], x[i]);
    }
}

/// The angle of the point x, y [rad], in -pi to pi, with the signs and special values that C gives
/// atan2(): zeros, infinities and NaN too. Absolute error at most 4.5e-16 (doubles), 3e-7 (floats).
SNW_FORCE_INLINE snw_v snw_v_atan2(snw_v y, snw_v x) {
    const snw_v ax = snw_v_abs(x), ay = snw_v_abs(y), zero = snw_v_set(0);
    const snw_v a = snw_v_min(ax, ay), b = snw_v_max(ax, ay);

    // r, and how many quarters of pi it is measured from
    const snw_vm wide = snw_v_lt(b * (snw_real)SNW_ATAN_EIGHTH, a);
    const snw_v r = snw_v_select(wide, a - b, a) / snw_v_select(wide, a + b, b);
    const snw_v z = r * r;
    const snw_v part = r + (r * z) * snw__atan_tail(z);
    snw_v k = snw_v_select(wide, snw_v_set(1), zero);

    // from the y axis, and from the far side of it: both measure backwards
    const snw_vm steep = snw_v_lt(ax, ay), behind = snw_v_lt(x, zero);
    snw_v sign = snw_v_select(steep, snw_v_set(-1), snw_v_set(1));
    k = snw_v_select(steep, 2 - k, k);
    sign = snw_v_select(behind, -sign, sign);
    k = snw_v_select(behind, 4 - k, k);
    const snw_v angle = k * SNW_ATAN_QUARTER + (part * sign + k * SNW_ATAN_REST);
    const snw_v result = snw_v_copysign(angle, y);

    const snw_v far = snw_v_set(SNW_ATAN_FAR);
    const snw_vm plain =
        snw_vm_and(snw_v_lt(zero, b), snw_vm_and(snw_v_lt(ax, far), snw_v_lt(ay, far)));
    if (!snw_vm_any(snw_vm_not(plain))) return result;
    snw_real ys[SNW_W], xs[SNW_W], angles[SNW_W];
    snw_v_store_any(ys, y);
    snw_v_store_any(xs, x);
    snw_v_store_any(angles, result);
    snw__atan2_odd(ys, xs, angles);
    return snw_v_load_any(angles);
}

#endif // SINEW_LANES_ATAN_H
