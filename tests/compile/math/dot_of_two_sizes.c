// must fail: incompatible type for argument 2 of 'snw_vec3_dot'
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math.h"

// spec: loffler:L-151
double dot_of_two_sizes(snw_vec3 a, snw_vec2 b) {
    return snw_vec3_dot(a, b);
}
