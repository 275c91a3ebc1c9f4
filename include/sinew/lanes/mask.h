// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_LANES_MASK_H
#define SINEW_LANES_MASK_H

/// @file
/// For kernel files, part of sinew/lanes/kernel.h: what the operators of C do not give a vector.
///
/// Comparing gives a snw_vm, a truth value per lane; any comparison with NaN is false. How a snw_vm
/// is stored differs between the instruction sets, so use only these functions on it:
///
///     snw_vm   snw_v_lt(a, b)           a < b
///     snw_vm   snw_v_le(a, b)           a <= b
///     snw_vm   snw_vm_and(p, q), snw_vm_or(p, q), snw_vm_not(p)
///     int      snw_vm_any(p)            1 if it is true in any lane, else 0
///     snw_v    snw_v_select(p, a, b)    a where p is true, b elsewhere
///     snw_v    snw_v_min(a, b)          a < b ? a : b, so b if either is NaN
///     snw_v    snw_v_max(a, b)          a > b ? a : b, so b if either is NaN
///     snw_v    snw_v_sqrt(x)            correctly rounded; NaN below zero
///     snw_v    snw_v_load_part(from, n)    n numbers, 0 < n < SNW_W, zero in the other lanes
///     void     snw_v_store_part(to, x, n)  the first n lanes; nothing beyond is touched

#include <stddef.h>

#include "sinew/lanes/vector.h"

#if SNW_KERNEL_BYTES >= 32 || defined(__SSE2__)
#include <immintrin.h>
#else
#include <math.h>
#endif

// SNW_MM(min) is the compiler's name of that instruction for this width and number
#if SNW_KERNEL_REAL_BITS == 64
#define SNW_MM_REAL pd
#else
#define SNW_MM_REAL ps
#endif
#if SNW_KERNEL_BYTES == 64
#define SNW_MM_WIDTH _mm512
#elif SNW_KERNEL_BYTES == 32
#define SNW_MM_WIDTH _mm256
#else
#define SNW_MM_WIDTH _mm
#endif
#define SNW_MM_PASTE(width, op, real) width##_##op##_##real
#define SNW_MM_EXPAND(width, op, real) SNW_MM_PASTE(width, op, real)
#define SNW_MM(op) SNW_MM_EXPAND(SNW_MM_WIDTH, op, SNW_MM_REAL)

#if SNW_KERNEL_BYTES == 64

// AVX-512: a truth value is a bit of a mask register
#if SNW_KERNEL_REAL_BITS == 64
typedef __mmask8 snw_vm;
#define SNW_MM_COMPARE _mm512_cmp_pd_mask
#else
typedef __mmask16 snw_vm;
#define SNW_MM_COMPARE _mm512_cmp_ps_mask
#endif

/// Lanes where a < b.
SNW_FORCE_INLINE snw_vm snw_v_lt(snw_v a, snw_v b) {
    return SNW_MM_COMPARE(a, b, _CMP_LT_OQ);
}

/// Lanes where a <= b.
SNW_FORCE_INLINE snw_vm snw_v_le(snw_v a, snw_v b) {
    return SNW_MM_COMPARE(a, b, _CMP_LE_OQ);
}

/// Lanes of both masks.
SNW_FORCE_INLINE snw_vm snw_vm_and(snw_vm p, snw_vm q) {
    return (snw_vm)(p & q);
}

/// Lanes of one mask or the other.
SNW_FORCE_INLINE snw_vm snw_vm_or(snw_vm p, snw_vm q) {
    return (snw_vm)(p | q);
}

/// Lanes that are not in the mask.
SNW_FORCE_INLINE snw_vm snw_vm_not(snw_vm p) {
    return (snw_vm)~p;
}

/// True when the mask has a lane.
SNW_FORCE_INLINE int snw_vm_any(snw_vm p) {
    return p != 0;
}

/// a in the lanes of the mask, b in the others.
SNW_FORCE_INLINE snw_v snw_v_select(snw_vm p, snw_v a, snw_v b) {
    return SNW_MM(mask_blend)(p, b, a);
}

/// Loads the first n lanes; the others are 0.
SNW_FORCE_INLINE snw_v snw_v_load_part(const snw_real *from, int n) {
    return SNW_MM(maskz_loadu)((snw_vm)((1U << n) - 1U), from);
}

/// Stores the first n lanes.
SNW_FORCE_INLINE void snw_v_store_part(snw_real *to, snw_v x, int n) {
    SNW_MM(mask_storeu)(to, (snw_vm)((1U << n) - 1U), x);
}

#else

// elsewhere: all bits of a lane set or clear
typedef snw_vbits snw_vm;

SNW_FORCE_INLINE snw_vm snw_v_lt(snw_v a, snw_v b) {
    return (snw_vm)(a < b);
}

SNW_FORCE_INLINE snw_vm snw_v_le(snw_v a, snw_v b) {
    return (snw_vm)(a <= b);
}

SNW_FORCE_INLINE snw_vm snw_vm_and(snw_vm p, snw_vm q) {
    return p & q;
}

SNW_FORCE_INLINE snw_vm snw_vm_or(snw_vm p, snw_vm q) {
    return p | q;
}

SNW_FORCE_INLINE snw_vm snw_vm_not(snw_vm p) {
    return ~p;
}

SNW_FORCE_INLINE snw_v snw_v_select(snw_vm p, snw_v a, snw_v b) {
#if SNW_KERNEL_BYTES == 32
    return SNW_MM(blendv)(b, a, (snw_v)p);
#else
    return (snw_v)(((snw_vbits)a & p) | ((snw_vbits)b & ~p));
#endif
}

SNW_FORCE_INLINE int snw_vm_any(snw_vm p) {
#if SNW_KERNEL_BYTES == 32 || defined(__SSE2__)
    return SNW_MM(movemask)((snw_v)p) != 0;
#else
    snw_real_bits any = 0;
    for (int i = 0; i < SNW_W; i++)
        any |= p[i];
    return any != 0;
#endif
}

#if SNW_KERNEL_BYTES == 32

// the first n of SNW_W lanes: a window over 32 bytes of ones, then zeros
SNW_FORCE_INLINE __m256i snw__first_lanes(int n) {
    static const int8_t window[64] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                      -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                      -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    return _mm256_loadu_si256((const __m256i_u *)(window + 32 - (size_t)n * sizeof(snw_real)));
}

SNW_FORCE_INLINE snw_v snw_v_load_part(const snw_real *from, int n) {
    return SNW_MM(maskload)(from, snw__first_lanes(n));
}

SNW_FORCE_INLINE void snw_v_store_part(snw_real *to, snw_v x, int n) {
    SNW_MM(maskstore)(to, snw__first_lanes(n), x);
}

#else

SNW_FORCE_INLINE snw_v snw_v_load_part(const snw_real *from, int n) {
    snw_v x = {0};
    for (int i = 0; i < n; i++)
        x[i] = from[i];
    return x;
}

SNW_FORCE_INLINE void snw_v_store_part(snw_real *to, snw_v x, int n) {
    for (int i = 0; i < n; i++)
        to[i] = x[i];
}

#endif
#endif

#if SNW_KERNEL_BYTES >= 32 || defined(__SSE2__)

/// The smaller of each lane.
SNW_FORCE_INLINE snw_v snw_v_min(snw_v a, snw_v b) {
    return SNW_MM(min)(a, b);
}

/// The larger of each lane.
SNW_FORCE_INLINE snw_v snw_v_max(snw_v a, snw_v b) {
    return SNW_MM(max)(a, b);
}

/// The square root of each lane.
SNW_FORCE_INLINE snw_v snw_v_sqrt(snw_v x) {
    return SNW_MM(sqrt)(x);
}

#else

SNW_FORCE_INLINE snw_v snw_v_min(snw_v a, snw_v b) {
    return snw_v_select(snw_v_lt(a, b), a, b);
}

SNW_FORCE_INLINE snw_v snw_v_max(snw_v a, snw_v b) {
    return snw_v_select(snw_v_lt(b, a), a, b);
}

SNW_FORCE_INLINE snw_v snw_v_sqrt(snw_v x) {
    for (int i = 0; i < SNW_W; i++)
        x[i] = (snw_real)sqrt((double)x[i]);
    return x;
}

#endif

#endif // SINEW_LANES_MASK_H
