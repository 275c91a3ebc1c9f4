// must fail: incompatible type for argument 2 of 'snw_mat3_add'
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math.h"

// spec: loffler:L-151
snw_mat3 sum_of_two_sizes(snw_mat3 A, snw_mat4 B) {
    return snw_mat3_add(A, B);
}
