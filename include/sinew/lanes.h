// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_LANES_H
#define SINEW_LANES_H

/// @file
/// Many numbers at once: sine and cosine of arrays, and states turned into blocks of lanes.
///
/// Each function exists once per instruction set; a table holds those of one set. Ask for the best
/// table once, at set-up, and keep the pointer:
///
///     const snw_lanes *lanes = snw_lanes_best();
///     lanes->sincos_few_f64(q, sine, cosine, 7);
///
/// Results are within the same bounds in every set, but their last bits differ between sets.
/// Modules write kernels of their own with sinew/lanes/kernel.h.

#include "sinew/base/attributes.h"
#include "sinew/base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Numbers side by side, aligned to their size. A vector wider than the machine's is slow: kernels
/// use snw_v of sinew/lanes/kernel.h, and these only as places in memory.
typedef double snw_f64x4 __attribute__((vector_size(32), aligned(32), may_alias));
typedef double snw_f64x8 __attribute__((vector_size(64), aligned(64), may_alias));
typedef float snw_f32x8 __attribute__((vector_size(32), aligned(32), may_alias));
typedef float snw_f32x16 __attribute__((vector_size(64), aligned(64), may_alias));

/// Instruction sets, narrowest first. Processors other than x86-64 have the first only.
typedef enum snw_isa {
    SNW_ISA_BASELINE = 0, ///< 2 doubles or 4 floats: SSE2, or what every such processor has
    SNW_ISA_AVX2 = 1,     ///< 4 doubles or 8 floats, fused multiply-add
    SNW_ISA_AVX512 = 2    ///< 8 doubles or 16 floats
} snw_isa;

/// Sets in snw_isa.
#define SNW_ISA_COUNT 3

// X(suffix) for each set that snw_kernels() of cmake/SinewKernels.cmake has compiled, in the order
// of snw_isa; without that, for the baseline alone
#if !defined(SNW_KERNEL_X86)
#define SNW_KERNEL_X86 0
#endif
#if SNW_KERNEL_X86
#define SNW_KERNEL_EACH(X) X(baseline) X(avx2) X(avx512)
#else
#define SNW_KERNEL_EACH(X) X(baseline)
#endif

/// Sine and cosine of angle[count] [rad]. Any count, any alignment; fastest for 64-byte aligned
/// arrays with a multiple of 8 doubles or 16 floats. `sine` or `cosine` may be the array `angle`
/// itself; other overlaps are not allowed. See snw_lanes_sincos_f64() for the bounds.
typedef void snw_sincos_f64_fn(const double *angle, double *sine, double *cosine, int count);
typedef void snw_sincos_f32_fn(const float *angle, float *sine, float *cosine, int count);

/// Reads rows[states][width] into blocks[][width][lanes], or back.
typedef void snw_pack_f64_fn(const double *from, int states, int width, int lanes, double *to);
typedef void snw_pack_f32_fn(const float *from, int states, int width, int lanes, float *to);

/// The functions of one instruction set. Constant, shared by all threads.
typedef struct snw_lanes {
    // read-only
    snw_isa isa;
    const char *name; ///< "baseline", "avx2", "avx512"
    int f64_lanes;    ///< doubles in one vector
    int f32_lanes;    ///< floats in one vector
    snw_sincos_f64_fn *sincos_f64;
    snw_sincos_f32_fn *sincos_f32;
    /// The same for a few numbers amid scalar code, the joints of one arm: never wider than 4
    /// doubles, because wider operations hold back their scalar neighbours.
    snw_sincos_f64_fn *sincos_few_f64;
    // private: snw_lanes_pack_f64() and its kin check the arguments
    snw_pack_f64_fn *pack_f64, *unpack_f64;
    snw_pack_f32_fn *pack_f32, *unpack_f32;
} snw_lanes;

/// The widest set that this processor and operating system support. The answer never changes
/// while a process runs; it costs about a nanosecond.
SNW_RT snw_isa snw_lanes_isa(void);

/// The functions of a set, or NULL if this processor lacks it or `isa` is not in snw_isa.
SNW_RT const snw_lanes *snw_lanes_table(snw_isa isa);

/// The functions of snw_lanes_isa(). Never NULL.
SNW_RT const snw_lanes *snw_lanes_best(void);

/// Sine and cosine of angle[count] [rad] with the best set. The absolute error is at most 2.3e-16
/// up to 1e5 rad (two units in the last place of results above a half); beyond, the angles are
/// given to the C library one by one, which is slower. Infinity and NaN give NaN; the sine of -0 is
/// -0. `count` <= 0 does nothing.
SNW_RT void snw_lanes_sincos_f64(const double *angle, double *sine, double *cosine, int count);

/// The same for floats: absolute error at most 1.2e-7 up to 1e5 rad.
SNW_RT void snw_lanes_sincos_f32(const float *angle, float *sine, float *cosine, int count);

/// Blocks of `lanes` states that hold `states` states: the last may be partly used.
SNW_INLINE int snw_lanes_blocks(int states, int lanes) {
    return states / lanes + (states % lanes != 0);
}

/// Gathers rows[states][width], one state per row, into blocks[block][width][lanes], in which
/// number j of state s stands at [s / lanes][j][s % lanes]. `lanes` is 4 or 8; `blocks` has
/// snw_lanes_blocks(states, lanes) * width * lanes numbers, aligned to 64 bytes, apart from `rows`.
/// Lanes that are left in the last block repeat the last state, so that they hold valid numbers.
/// SNW_ERR_ARGUMENT for other lanes, negative counts or blocks that are not aligned.
SNW_RT SNW_NODISCARD snw_status snw_lanes_pack_f64(const snw_lanes *table, const double *rows,
                                                   int states, int width, int lanes,
                                                   double *blocks);

/// The way back; lanes beyond `states` are left out.
SNW_RT SNW_NODISCARD snw_status snw_lanes_unpack_f64(const snw_lanes *table, const double *blocks,
                                                     int states, int width, int lanes,
                                                     double *rows);

/// The same for floats; `lanes` is 8 or 16.
SNW_RT SNW_NODISCARD snw_status snw_lanes_pack_f32(const snw_lanes *table, const float *rows,
                                                   int states, int width, int lanes, float *blocks);

/// The way back for floats; lanes beyond `states` are left out.
SNW_RT SNW_NODISCARD snw_status snw_lanes_unpack_f32(const snw_lanes *table, const float *blocks,
                                                     int states, int width, int lanes, float *rows);

#ifdef __cplusplus
}
#endif

#endif // SINEW_LANES_H
