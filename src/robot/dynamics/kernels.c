// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels.h"

#define KERNELS(set)                                                                               \
    static const snw__dyn_kernels kernels_##set = {                                                \
        snw__dyn_sines_f64_##set, snw__dyn_outward_f64_##set,    snw__dyn_inward_f64_##set,        \
        snw__dyn_mass_f64_##set,  snw__dyn_articulate_f64_##set, snw__dyn_accelerate_f64_##set};

SNW_KERNEL_EACH(KERNELS)

#define PLACE(set) &kernels_##set,

const snw__dyn_kernels *snw__dyn_best(void) {
    static const snw__dyn_kernels *const all[] = {SNW_KERNEL_EACH(PLACE)};
    return all[snw_lanes_isa()];
}
