// must fail: incompatible type for argument 2 of 'snw_mat2_mul'
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math.h"

// spec: loffler:L-151
snw_mat2 product_of_two_sizes(snw_mat2 A, snw_mat4 B) {
    return snw_mat2_mul(A, B);
}
