// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_LANES_VECTOR_H
#define SINEW_LANES_VECTOR_H

/// @file
/// For kernel files, part of sinew/lanes/kernel.h: the vector type, memory, signs.

#include <stdint.h>

#include "sinew/base/attributes.h"

// without the build's macros (an editor, a check of this header alone): doubles, narrowest set
#if !defined(SNW_KERNEL_BYTES)
#define SNW_KERNEL_BYTES 16
#define SNW_KERNEL_REAL_BITS 64
#define SNW_KERNEL_SUFFIX f64_baseline
#endif

#define SNW_KERNEL_PASTE(name, suffix) name##_##suffix
#define SNW_KERNEL_EXPAND(name, suffix) SNW_KERNEL_PASTE(name, suffix)

/// The name of an external function of this copy: SNW_KERNEL(snw__fk) is snw__fk_f64_avx2.
#define SNW_KERNEL(name) SNW_KERNEL_EXPAND(name, SNW_KERNEL_SUFFIX)

#if SNW_KERNEL_REAL_BITS == 64
typedef double snw_real;
typedef uint64_t snw_real_bits;
#else
typedef float snw_real;
typedef uint32_t snw_real_bits;
#endif

/// Lanes of a vector; a number for the preprocessor too.
#define SNW_W (SNW_KERNEL_BYTES * 8 / SNW_KERNEL_REAL_BITS)

/// Bytes to which the pointers of snw_v_load() and snw_v_store() are aligned.
#define SNW_V_ALIGN SNW_KERNEL_BYTES

/// SNW_W numbers in one register; x[i] is lane i.
typedef snw_real snw_v __attribute__((vector_size(SNW_KERNEL_BYTES), may_alias));

/// The bits of a snw_v, for masks and signs: (snw_vbits)x and (snw_v)bits change nothing.
typedef snw_real_bits snw_vbits __attribute__((vector_size(SNW_KERNEL_BYTES), may_alias));

/// A snw_v in memory, at any address of a number.
typedef snw_real snw_v_anywhere
    __attribute__((vector_size(SNW_KERNEL_BYTES), aligned(sizeof(snw_real)), may_alias));

/// The same number in all lanes. (x - 0 keeps the sign of a zero; x + 0 would not.)
SNW_FORCE_INLINE snw_v snw_v_set(snw_real x) {
    const snw_v zero = {0};
    return x - zero;
}

/// The same bits in all lanes.
SNW_FORCE_INLINE snw_vbits snw_vbits_set(snw_real_bits x) {
    const snw_vbits zero = {0};
    return x | zero;
}

/// SNW_W numbers at an address aligned to SNW_V_ALIGN.
SNW_FORCE_INLINE snw_v snw_v_load(const snw_real *from) {
    return *(const snw_v *)from;
}

/// Stores all lanes; `to` is aligned.
SNW_FORCE_INLINE void snw_v_store(snw_real *to, snw_v x) {
    *(snw_v *)to = x;
}

/// SNW_W numbers at any address; as fast as the aligned form where the address happens to be.
SNW_FORCE_INLINE snw_v snw_v_load_any(const snw_real *from) {
    return *(const snw_v_anywhere *)from;
}

/// Stores all lanes, at any address.
SNW_FORCE_INLINE void snw_v_store_any(snw_real *to, snw_v x) {
    *(snw_v_anywhere *)to = x;
}

/// |x|
SNW_FORCE_INLINE snw_v snw_v_abs(snw_v x) {
    const snw_vbits sign = (snw_vbits)snw_v_set((snw_real)-0.0);
    return (snw_v)((snw_vbits)x & ~sign);
}

/// |x| with the sign of `sign`.
SNW_FORCE_INLINE snw_v snw_v_copysign(snw_v x, snw_v sign) {
    const snw_vbits bit = (snw_vbits)snw_v_set((snw_real)-0.0);
    return (snw_v)(((snw_vbits)x & ~bit) | ((snw_vbits)sign & bit));
}

#endif // SINEW_LANES_VECTOR_H
