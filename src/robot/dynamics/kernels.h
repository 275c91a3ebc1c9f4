// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DYNAMICS_KERNELS_H
#define SINEW_DYNAMICS_KERNELS_H

/// @file
/// The copies of the kernels rnea.c, crba.c and aba.c, one per instruction set. That for AVX-512
/// has vectors of four numbers like that for AVX2: only sines are found in lanes here, and wider
/// operations hold back their neighbours. What it gains are registers.

#include "sinew/lanes.h"

#include "internal.h"

#define SNW__DYN_DECLARE(set)                                                                      \
    bool snw__dyn_sines_f64_##set(snw_dyn *dyn, const double *q);                                  \
    void snw__dyn_outward_f64_##set(snw_dyn *dyn, const double *v, const double *a);               \
    void snw__dyn_inward_f64_##set(snw_dyn *dyn, double *tau);                                     \
    void snw__dyn_mass_f64_##set(snw_dyn *dyn, double *M);                                         \
    bool snw__dyn_articulate_f64_##set(snw_dyn *dyn, const double *tau);                           \
    void snw__dyn_accelerate_f64_##set(snw_dyn *dyn, double *a);

SNW_KERNEL_EACH(SNW__DYN_DECLARE)

#endif // SINEW_DYNAMICS_KERNELS_H
