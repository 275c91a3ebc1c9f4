// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_KINEMATICS_KERNELS_H
#define SINEW_KINEMATICS_KERNELS_H

/// @file
/// The copies of the kernel frames.c, one per instruction set. There is none for AVX-512: a frame
/// has columns of four numbers, and wider operations hold back their neighbours.

#include "sinew/kinematics/kin.h"
#include "sinew/lanes.h"

/// Computes the frames of all bodies and the poses of all links; kin->motions holds what the
/// general joints do. False, with nothing changed, when an angle is not finite.
bool snw__kin_frames_f64_baseline(snw_kin *kin, const double *q);
#if SNW_KERNEL_X86
bool snw__kin_frames_f64_avx2(snw_kin *kin, const double *q);
#endif

typedef bool snw__kin_frames_fn(snw_kin *kin, const double *q);

/// The one for this processor.
SNW_INLINE snw__kin_frames_fn *snw__kin_kernel(void) {
#if SNW_KERNEL_X86
    if (snw_lanes_isa() >= SNW_ISA_AVX2) return snw__kin_frames_f64_avx2;
#endif
    return snw__kin_frames_f64_baseline;
}

#endif // SINEW_KINEMATICS_KERNELS_H
