// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_LANES_KERNELS_H
#define SINEW_SRC_LANES_KERNELS_H

// The external functions of sincos.c and pack.c, one set of names per instruction set.

#include "sinew/lanes.h"

#define SNW_LANES_DECLARE(isa)                                                                     \
    snw_sincos_f64_fn snw__sincos_f64_##isa;                                                       \
    snw_sincos_f32_fn snw__sincos_f32_##isa;                                                       \
    snw_pack_f64_fn snw__pack_f64_##isa, snw__unpack_f64_##isa;                                    \
    snw_pack_f32_fn snw__pack_f32_##isa, snw__unpack_f32_##isa;

SNW_KERNEL_EACH(SNW_LANES_DECLARE)

#endif // SINEW_SRC_LANES_KERNELS_H
