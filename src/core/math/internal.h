// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MATH_INTERNAL_H
#define SINEW_MATH_INTERNAL_H

/// @file
/// What the sources of this module share: two small dense kernels on column-major arrays.

#include <stdbool.h>

enum {
    SNW__SOLVE_MAX = 6, ///< largest order of snw__solve()
    SNW__EIGEN_MAX = 4  ///< largest order of snw__eigen()
};

/// Solves A X = B for A[n*n] and B[n*columns], which becomes X. False when A is singular to working
/// precision, whatever the units of its rows and columns, or holds NaN; then B is not meaningful.
bool snw__solve(int n, const double *A, int columns, double *B);

/// Eigenvalues in ascending order and orthonormal eigenvectors (the columns of V) of the symmetric
/// matrix A[n*n], which is destroyed. False when A holds NaN or infinity.
bool snw__eigen(int n, double *A, double *values, double *V);

#endif // SINEW_MATH_INTERNAL_H
