// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_LANES_TRIG_H
#define SINEW_LANES_TRIG_H

/// @file
/// For kernel files, part of sinew/lanes/kernel.h: sine and cosine of a vector.
///
/// The angle is reduced by n quarter turns, n = round(2 x / pi), to r in [-pi/4, pi/4]; both
/// functions of r are polynomials; the last two bits of n say which of them is the sine and what
/// their signs are (Cody and Waite 1980).
///
/// pi/2 is held in parts whose products with n (below 2^16 for |x| <= 1e5) are exact, fused or not.
/// x - n p1 is exact too: a multiple of a unit of which it holds few enough. So r carries only the
/// roundings of the last two subtractions, together one unit u = 2^-53 (2^-24 for floats). The sine
/// adds half a unit for its last sum and 0.3 for the tail, 1.8 u in all; the cosine takes 0.71 of
/// r's error and adds a quarter for z and half for the last sum, 1.6 u in all. The tests hold a
/// dense sweep of four turns to 1.2 u and everything else to 2.07 u.
///
/// The polynomials are minimax (Remez) for the error of the result, leading coefficients rounded
/// first and the others fitted again: P in sin r = r + r z P(z) and Q in cos r = 1 - z/2 + z^2
/// Q(z), z = r^2. Their own error on |r| <= 0.786 is 1.6e-18 and 5e-20; for floats, on |r| <=
/// 0.8, 2.2e-9 and 1.3e-10.

#include <math.h>

#include "sinew/lanes/mask.h"

/// Beyond this many radians the lanes are given to the C library, one at a time: 15,915 turns.
#define SNW_SINCOS_LIMIT 1e5

#if SNW_KERNEL_REAL_BITS == 64

/// x - n pi/2, pi/2 in 33 + 33 + 53 bits.
SNW_FORCE_INLINE snw_v snw__sincos_reduce(snw_v x, snw_v n) {
    const snw_v r = (x - n * 0x1.921fb544p+0) - n * 0x1.0b4611a6p-34;
    return r - n * 0x1.3198a2e037073p-69;
}

// pairs of terms first (Estrin): the chain of dependent operations is half as long as Horner's
/// The polynomial of sin without its first term, of z = x * x.
SNW_FORCE_INLINE snw_v snw__sin_tail(snw_v z) {
    const snw_v z2 = z * z;
    const snw_v low = -0x1.555555555553dp-3 + z * 0x1.111111110ea87p-7;
    const snw_v middle = -0x1.a01a019aa3715p-13 + z * 0x1.71de346756892p-19;
    const snw_v high = -0x1.ae5da9e9d4dfdp-26 + z * 0x1.5d61cfc930f52p-33;
    return low + z2 * (middle + z2 * high);
}

/// The polynomial of cos without its first terms, of z = x * x.
SNW_FORCE_INLINE snw_v snw__cos_tail(snw_v z) {
    const snw_v z2 = z * z;
    const snw_v low = 0x1.555555555554cp-5 + z * -0x1.6c16c16c15213p-10;
    const snw_v middle = 0x1.a01a019cbd5dbp-16 + z * -0x1.27e4f810c6e6cp-22;
    const snw_v high = 0x1.1ee9efbdb9f93p-29 + z * -0x1.8fb04174d28bcp-37;
    return low + z2 * (middle + z2 * high);
}

#define SNW_SINCOS_ROUND 0x1.8p52 // adding it leaves no bits for a fraction
#define SNW_SINCOS_TURN 0x1.45f306dc9c883p-1
#define SNW_REAL_SIN sin
#define SNW_REAL_COS cos

#else

/// x - n pi/2, pi/2 in 8 + 8 + 8 + 24 bits.
SNW_FORCE_INLINE snw_v snw__sincos_reduce(snw_v x, snw_v n) {
    const snw_v r = (x - n * 0x1.92p+0F) - n * 0x1.fap-12F;
    return (r - n * 0x1.54p-20F) - n * 0x1.10b462p-30F;
}

SNW_FORCE_INLINE snw_v snw__sin_tail(snw_v z) {
    return -0x1.55553ep-3F + z * (0x1.1105p-7F + z * -0x1.989f62p-13F);
}

SNW_FORCE_INLINE snw_v snw__cos_tail(snw_v z) {
    return 0x1.55554ap-5F + z * (-0x1.6c0c08p-10F + z * 0x1.99d83ap-16F);
}

#define SNW_SINCOS_ROUND 0x1.8p23F
#define SNW_SINCOS_TURN 0x1.45f306p-1F
#define SNW_REAL_SIN sinf
#define SNW_REAL_COS cosf

#endif

/// The lanes beyond the limit, by the C library. Rare, so it stays out of the way.
__attribute__((cold, noinline, unused)) static void
snw__sincos_far(const snw_real *x, snw_real *sine, snw_real *cosine) {
    for (int i = 0; i < SNW_W; i++) {
        if (!(x[i] > (snw_real)SNW_SINCOS_LIMIT || x[i] < (snw_real)-SNW_SINCOS_LIMIT)) continue;
        sine[i] = SNW_REAL_SIN(x[i]);
        cosine[i] = SNW_REAL_COS(x[i]);
    }
}

/// Sine and cosine of x [rad]. Absolute error at most 2.3e-16 (doubles) and 1.2e-7 (floats) up to
/// SNW_SINCOS_LIMIT, that of the C library beyond; infinity and NaN give NaN; the sine of -0 is -0.
/// Bits differ between instruction sets: those that fuse round less often.
SNW_FORCE_INLINE void snw_v_sincos(snw_v x, snw_v *sine, snw_v *cosine) {
    // the rounded sum holds n in its last bits
    const snw_v sum = x * SNW_SINCOS_TURN + SNW_SINCOS_ROUND;
    const snw_v r = snw__sincos_reduce(x, sum - SNW_SINCOS_ROUND);
    const snw_vbits quadrant = (snw_vbits)sum;

    // the sign of r is put back, because -0 + 0 has lost it
    const snw_vbits sign = (snw_vbits)snw_v_set((snw_real)-0.0);
    const snw_v z = r * r;
    const snw_v s = r + (r * z) * snw__sin_tail(z);
    const snw_vbits s_bits = (snw_vbits)s | ((snw_vbits)r & sign);

    // 1 - z/2 loses up to half a unit; (1 - (1 - z/2)) - z/2 is exactly that loss
    const snw_v half = z * (snw_real)0.5;
    const snw_v rest = (snw_real)1 - half;
    const snw_v lost = ((snw_real)1 - rest) - half;
    const snw_v c = rest + (lost + (z * z) * snw__cos_tail(z));

    // odd quadrants exchange the two; 2 and 3 turn the sine's sign, 1 and 2 the cosine's
    const snw_vbits odd = -(quadrant & 1);
    const snw_vbits exchange = (s_bits ^ (snw_vbits)c) & odd;
    const snw_vbits sine_sign = quadrant << (SNW_KERNEL_REAL_BITS - 2);
    const snw_vbits cosine_sign = (quadrant + 1) << (SNW_KERNEL_REAL_BITS - 2);
    *sine = (snw_v)((s_bits ^ exchange) ^ (sine_sign & sign));
    *cosine = (snw_v)(((snw_vbits)c ^ exchange) ^ (cosine_sign & sign));

    if (snw_vm_any(snw_v_lt(snw_v_set((snw_real)SNW_SINCOS_LIMIT), snw_v_abs(x)))) {
        snw_real angles[SNW_W], sines[SNW_W], cosines[SNW_W];
        snw_v_store_any(angles, x);
        snw_v_store_any(sines, *sine);
        snw_v_store_any(cosines, *cosine);
        snw__sincos_far(angles, sines, cosines);
        *sine = snw_v_load_any(sines);
        *cosine = snw_v_load_any(cosines);
    }
}

#endif // SINEW_LANES_TRIG_H
