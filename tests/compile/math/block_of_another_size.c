// must fail: incompatible type for argument 4 of 'snw_mat4_set_mat2'
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math.h"

// spec: loffler:L-151
void block_of_another_size(snw_mat4 *A, snw_mat3 block) {
    snw_mat4_set_mat2(A, 0, 0, block);
}
