// must fail: incompatible type for argument 2 of 'snw_mat4_apply'
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math.h"

// spec: loffler:L-151
snw_vec4 matrix_on_a_short_vector(snw_mat4 A, snw_vec3 v) {
    return snw_mat4_apply(A, v);
}
