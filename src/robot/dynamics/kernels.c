// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels.h"

#define KERNELS(set)                                                                               \
    static const snw__dyn_kernels kernels_##set = {                                                \
        snw__dyn_sines_f64_##set, snw__dyn_outward_f64_##set,    snw__dyn_inward_f64_##set,        \
        snw__dyn_mass_f64_##set,  snw__dyn_articulate_f64_##set, snw__dyn_accelerate_f64_##set};

KERNELS(baseline)
#if SNW_KERNEL_X86
KERNELS(avx2)
#endif

const snw__dyn_kernels *snw__dyn_best(void) {
#if SNW_KERNEL_X86
    if (snw_lanes_isa() >= SNW_ISA_AVX2) return &kernels_avx2;
#endif
    return &kernels_baseline;
}
