// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_LANES_KERNEL_H
#define SINEW_LANES_KERNEL_H

/// @file
/// For kernel files only: the vector of the machine for which this file is being compiled.
///
/// A kernel file is compiled once per instruction set by snw_kernels() of cmake/SinewKernels.cmake,
/// for doubles and, if asked, again for floats. It is written once, with the names of this header:
///
///     snw_real   double or float               SNW_W   lanes of a vector: 2 to 16
///     snw_v      SNW_W numbers                 snw_vm  one truth value per lane
///     + - * / of snw_v, with snw_v or a snw_real, are those of C
///
///     void SNW_KERNEL(snw__scale)(snw_real *x, snw_real factor, int count) {
///         for (int i = 0; i < count; i += SNW_W) snw_v_store(x + i, snw_v_load(x + i) * factor);
///     }
///
/// SNW_KERNEL() adds the suffix of the set, so that all copies live in one library. Blocks of 8
/// doubles or 16 floats are a whole number of vectors in every set: walk their lanes in steps of
/// SNW_W. Vectors never cross the border of an object file; take and give pointers there.
///
/// A product and a sum may be fused. Nothing here allocates, and NaN passes through where a
/// function does not say otherwise.

#include "sinew/lanes/mask.h"   // comparisons, selection, min, max, square root, partial vectors
#include "sinew/lanes/trig.h"   // sine and cosine
#include "sinew/lanes/vector.h" // types, load and store, signs

#endif // SINEW_LANES_KERNEL_H
