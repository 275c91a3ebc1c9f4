// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/random.h"

#include <math.h>

static const double TURN = 6.283185307179586476925;

// Archimedes: the height of a uniform point on a sphere is uniform.
snw_vec3 snw_random_direction(snw_random *random) {
    const double z = 2 * snw_random_unit(random) - 1;
    const double angle = TURN * snw_random_unit(random);
    const double across = sqrt((1 - z) * (1 + z));
    return (snw_vec3){across * cos(angle), across * sin(angle), z};
}

// the share of the ball's volume within r is (r / radius)^3
snw_status snw_random_in_sphere(snw_random *random, double radius, snw_vec3 *out) {
    if (!isfinite(radius)) return SNW_ERR_NOT_FINITE;
    if (!(radius >= 0)) return SNW_ERR_RANGE;
    const snw_vec3 n = snw_random_direction(random);
    const double r = radius * cbrt(snw_random_unit(random));
    *out = (snw_vec3){r * n.x, r * n.y, r * n.z};
    return SNW_OK;
}

// Shoemake 1992: two circles whose squared radii share the unit in a uniform ratio fill the
// three-sphere evenly.
snw_quat snw_random_quat(snw_random *random) {
    const double share = snw_random_unit(random);
    const double first = TURN * snw_random_unit(random);
    const double second = TURN * snw_random_unit(random);
    const double a = sqrt(1 - share), b = sqrt(share);
    return (snw_quat){
        .w = b * cos(second), .x = a * sin(first), .y = a * cos(first), .z = b * sin(second)};
}
