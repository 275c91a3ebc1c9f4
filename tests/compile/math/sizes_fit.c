// must compile
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math.h"

snw_mat2 sizes_fit_2(snw_mat2 A, snw_mat2 B) {
    return snw_mat2_mul(A, B);
}

snw_vec3 sizes_fit_3(snw_mat3 A, snw_vec3 v) {
    return snw_mat3_apply(A, v);
}

snw_vec4 sizes_fit_4(snw_mat4 A, snw_vec4 v) {
    return snw_mat4_apply(A, v);
}
