// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DISTANCE_NEAR_LANES_H
#define SINEW_SRC_DISTANCE_NEAR_LANES_H

// The external functions of near_lanes.c, one set of names per instruction set.

#include "sinew/lanes.h"

typedef void snw__lanes_f64_fn(const double *a, const double *b, int blocks, double *d);
typedef void snw__lanes_f32_fn(const float *a, const float *b, int blocks, float *d);

#define SNW_NEAR_DECLARE(isa)                                                                      \
    snw__lanes_f64_fn snw__spheres_f64_##isa, snw__capsules_f64_##isa, snw__sphere_box_f64_##isa,  \
        snw__capsule_box_f64_##isa;                                                                \
    snw__lanes_f32_fn snw__spheres_f32_##isa, snw__capsules_f32_##isa, snw__sphere_box_f32_##isa,  \
        snw__capsule_box_f32_##isa;

SNW_KERNEL_EACH(SNW_NEAR_DECLARE)

#endif // SINEW_SRC_DISTANCE_NEAR_LANES_H
