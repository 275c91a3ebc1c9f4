// must fail: incompatible pointer type
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math.h"

// as with the -Werror of the build
#pragma GCC diagnostic error "-Wincompatible-pointer-types"

// spec: loffler:L-151
int inverse_of_another_size(snw_mat3 A, snw_mat2 *inverse) {
    return snw_mat3_inverse(A, inverse);
}
