// must fail: incompatible types when returning
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math.h"

// spec: loffler:L-151
snw_mat4 result_of_another_size(snw_mat3 A, snw_mat3 B) {
    return snw_mat3_mul(A, B);
}
