// must fail: incompatible type for argument 2 of 'snw_wrench_transform'
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math.h"

snw_wrench twist_for_wrench(snw_pose T, snw_twist V) {
    return snw_wrench_transform(T, V);
}
