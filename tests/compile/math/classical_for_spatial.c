// must fail: incompatible type for argument 1 of 'snw_spatial_accel_shift'
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math.h"

// Without the angular velocity only a spatial acceleration can be shifted.
// spec: actin-model:A1-FN-12
snw_spatial_accel classical_for_spatial(snw_accel A, snw_vec3 r) {
    return snw_spatial_accel_shift(A, r);
}
