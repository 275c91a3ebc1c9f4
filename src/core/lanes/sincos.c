// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/lanes/kernel.h"

#include "kernels.h"

// One function per range of counts, kept apart: put into one, they share a preamble that loads the
// constants of all, which a short array pays for.
#define APART __attribute__((noinline)) static

APART void sincos_part(const snw_real *angle, snw_real *sine, snw_real *cosine, int count) {
    snw_v s, c;
    snw_v_sincos(snw_v_load_part(angle, count), &s, &c);
    snw_v_store_part(sine, s, count);
    snw_v_store_part(cosine, c, count);
}

SNW_FORCE_INLINE void sincos_whole(snw_v angle, snw_real *sine, snw_real *cosine) {
    snw_v s, c;
    snw_v_sincos(angle, &s, &c);
    snw_v_store_any(sine, s);
    snw_v_store_any(cosine, c);
}

APART void sincos_one(const snw_real *angle, snw_real *sine, snw_real *cosine) {
    sincos_whole(snw_v_load_any(angle), sine, cosine);
}

// The last vector overlaps the one before it when the count is not a multiple of SNW_W: whole
// stores are read back sooner than masked ones. Its angles are read first, in case the results
// replace them.
APART void sincos_two(const snw_real *angle, snw_real *sine, snw_real *cosine, int rest) {
    const snw_v last = snw_v_load_any(angle + rest);
    sincos_whole(snw_v_load_any(angle), sine, cosine);
    sincos_whole(last, sine + rest, cosine + rest);
}

APART void sincos_many(const snw_real *angle, snw_real *sine, snw_real *cosine, int rest) {
    const snw_v last = snw_v_load_any(angle + rest);
    for (int i = 0; i < rest; i += SNW_W) {
        sincos_whole(snw_v_load_any(angle + i), sine + i, cosine + i);
    }
    sincos_whole(last, sine + rest, cosine + rest);
}

void SNW_KERNEL(snw__sincos)(const snw_real *angle, snw_real *sine, snw_real *cosine, int count) {
    const int rest = count - SNW_W;
    if (rest > SNW_W) {
        sincos_many(angle, sine, cosine, rest);
    } else if (rest > 0) {
        sincos_two(angle, sine, cosine, rest);
    } else if (rest == 0) {
        sincos_one(angle, sine, cosine);
    } else if (count > 0) {
        sincos_part(angle, sine, cosine, count);
    }
}
