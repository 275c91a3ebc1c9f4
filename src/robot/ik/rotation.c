// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// below this sine the first and the third axis count as one; the error of the pose is no larger
#define ALIGNED 1e-10

snw_vec3 snw__normal_to(snw_vec3 k) {
    const double x = fabs(k.x), y = fabs(k.y), z = fabs(k.z);
    const snw_vec3 far = x <= y && x <= z   ? snw_vec3_x(1)
                         : y <= x && y <= z ? snw_vec3_y(1)
                                            : snw_vec3_z(1);
    const snw_vec3 across = snw_vec3_cross(k, far);
    return snw_vec3_scale(across, 1 / sqrt(snw_vec3_norm2(across)));
}

// R = R(k0) R(k1) R(k2). The height of R k2 over k0 gives the middle turn, twice; then the first
// brings R(k1) k2 to R k2. The middle one is then taken again from R(k0)^T R k2 = R(k1) k2, which
// keeps all digits where the root of the first equation loses half of them.
int snw__three_turns(const snw_vec3 k[3], snw_mat3 R, snw__turn held, snw__three out[2],
                     double *gap) {
    const snw_vec3 end = snw_mat3_apply(R, k[2]);
    const snw__linear height = snw__turn_linear(k[0], k[1], k[2]);
    snw__turn middle[2];
    const double d = snw_vec3_dot(k[0], end) - height.constant;
    if (snw__turn_solve(height.a, height.b, d, SNW__HAND_SLACK, middle, gap) != 2) return 0;
    const bool aligned = snw_vec3_norm2(snw_vec3_cross(k[0], end)) < ALIGNED * ALIGNED;
    const snw_vec3 side = snw__normal_to(k[2]), side_end = snw_mat3_apply(R, side);
    for (int i = 0; i < 2; i++) {
        snw__three *o = &out[i];
        const snw_vec3 from = snw__turned(k[1], middle[i], k[2]);
        o->singular =
            aligned || !snw__turn_between(k[0], from, end, ALIGNED * ALIGNED, &o->turn[0]);
        if (o->singular) o->turn[0] = held;
        const snw__turn back = snw__turn_back(o->turn[0]);
        if (!snw__turn_between(k[1], k[2], snw__turned(k[0], back, end), ALIGNED, &o->turn[1])) {
            o->turn[1] = middle[i];
        }
        const snw_vec3 turned =
            snw__turned(k[1], snw__turn_back(o->turn[1]), snw__turned(k[0], back, side_end));
        SNW_IGNORE(snw__turn_between(k[2], side, turned, ALIGNED, &o->turn[2]));
    }
    return 2;
}

// --- in lanes -----------------------------------------------------------------------------------

void snw__hands_solve(snw__hands *hands) {
#define NAME(isa) snw__hands_f64_##isa,
    static snw__hands_fn *const each[] = {SNW_KERNEL_EACH(NAME)};
    each[snw_lanes_isa()](hands);
}
