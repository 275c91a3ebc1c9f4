// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/lanes.h"

#include <stddef.h>
#include <stdint.h>

#include "kernels.h"

// baseline, avx2 and avx512 as the places of their tables
enum { AT_baseline = SNW_ISA_BASELINE, AT_avx2 = SNW_ISA_AVX2, AT_avx512 = SNW_ISA_AVX512 };

// the set for a few numbers at a time
#define FEW_baseline snw__sincos_f64_baseline
#define FEW_avx2 snw__sincos_f64_avx2
#define FEW_avx512 snw__sincos_f64_avx2

#define TABLE(set)                                                                                 \
    {.isa = (snw_isa)AT_##set,                                                                     \
     .name = #set,                                                                                 \
     .f64_lanes = 2 << AT_##set,                                                                   \
     .f32_lanes = 4 << AT_##set,                                                                   \
     .sincos_f64 = snw__sincos_f64_##set,                                                          \
     .sincos_f32 = snw__sincos_f32_##set,                                                          \
     .sincos_few_f64 = FEW_##set,                                                                  \
     .pack_f64 = snw__pack_f64_##set,                                                              \
     .unpack_f64 = snw__unpack_f64_##set,                                                          \
     .pack_f32 = snw__pack_f32_##set,                                                              \
     .unpack_f32 = snw__unpack_f32_##set},

static const snw_lanes tables[] = {SNW_KERNEL_EACH(TABLE)};

// the features that cmake/SinewKernels.cmake compiles for, and that the system saves the registers
snw_isa snw_lanes_isa(void) {
#if SNW_KERNEL_X86
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
        !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2")) {
        return SNW_ISA_BASELINE;
    }
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512cd") ||
        !__builtin_cpu_supports("avx512bw") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vl")) {
        return SNW_ISA_AVX2;
    }
    return SNW_ISA_AVX512;
#else
    return SNW_ISA_BASELINE;
#endif
}

const snw_lanes *snw_lanes_table(snw_isa isa) {
    return isa >= SNW_ISA_BASELINE && isa <= snw_lanes_isa() ? &tables[isa] : NULL;
}

const snw_lanes *snw_lanes_best(void) {
    return &tables[snw_lanes_isa()];
}

void snw_lanes_sincos_f64(const double *angle, double *sine, double *cosine, int count) {
    snw_lanes_best()->sincos_f64(angle, sine, cosine, count);
}

void snw_lanes_sincos_f32(const float *angle, float *sine, float *cosine, int count) {
    snw_lanes_best()->sincos_f32(angle, sine, cosine, count);
}

// `lanes` is `narrow` numbers or twice that, and the blocks stand where vectors may be stored
static int valid(const void *blocks, int states, int width, int lanes, int narrow) {
    return states >= 0 && width >= 0 && (lanes == narrow || lanes == 2 * narrow) &&
           (uintptr_t)blocks % 64 == 0;
}

// blocks narrower than the vectors of a set are treated by the set below it, which fits
static const snw_lanes *fitting(const snw_lanes *table, int vector, int lanes) {
    return vector > lanes ? table - 1 : table;
}

snw_status snw_lanes_pack_f64(const snw_lanes *table, const double *rows, int states, int width,
                              int lanes, double *blocks) {
    if (!valid(blocks, states, width, lanes, 4)) return SNW_ERR_ARGUMENT;
    fitting(table, table->f64_lanes, lanes)->pack_f64(rows, states, width, lanes, blocks);
    return SNW_OK;
}

snw_status snw_lanes_unpack_f64(const snw_lanes *table, const double *blocks, int states, int width,
                                int lanes, double *rows) {
    if (!valid(blocks, states, width, lanes, 4)) return SNW_ERR_ARGUMENT;
    fitting(table, table->f64_lanes, lanes)->unpack_f64(blocks, states, width, lanes, rows);
    return SNW_OK;
}

snw_status snw_lanes_pack_f32(const snw_lanes *table, const float *rows, int states, int width,
                              int lanes, float *blocks) {
    if (!valid(blocks, states, width, lanes, 8)) return SNW_ERR_ARGUMENT;
    fitting(table, table->f32_lanes, lanes)->pack_f32(rows, states, width, lanes, blocks);
    return SNW_OK;
}

snw_status snw_lanes_unpack_f32(const snw_lanes *table, const float *blocks, int states, int width,
                                int lanes, float *rows) {
    if (!valid(blocks, states, width, lanes, 8)) return SNW_ERR_ARGUMENT;
    fitting(table, table->f32_lanes, lanes)->unpack_f32(blocks, states, width, lanes, rows);
    return SNW_OK;
}
