// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math/quat.h"

// q scaled to length 1, for quaternions that are already close to it
static snw_quat unit(snw_quat q) {
    return snw_quat_scale(q, 1 / snw_quat_norm(q));
}

snw_status snw_quat_normalize(snw_quat q, snw_quat *unit_q) {
    if (!isfinite(q.w) || !snw_vec3_is_finite(snw_quat_vector(q))) return SNW_ERR_NOT_FINITE;

    // the largest number becomes 1 first, so that no square overflows or vanishes
    const double vector = snw_vec3_max_abs(snw_quat_vector(q));
    const double size = vector > fabs(q.w) ? vector : fabs(q.w);
    if (size == 0) return SNW_ERR_RANGE;
    *unit_q = unit(snw_quat_of(q.w / size, q.x / size, q.y / size, q.z / size));
    return SNW_OK;
}

// Four times the square of each number of q is a sum of diagonal elements of R; the largest of them
// is at least 1, so it can be divided by. The others follow from sums and differences across the
// diagonal (Shepperd 1978). No branch loses digits, at no angle. Of q and -q the one is returned
// whose first non-zero number is positive.
snw_quat snw_quat_from_mat3(snw_mat3 R) {
    const double a = R.x.x, b = R.y.y, c = R.z.z, trace = a + b + c;
    const double wx = R.y.z - R.z.y, wy = R.z.x - R.x.z, wz = R.x.y - R.y.x;
    const double xy = R.x.y + R.y.x, xz = R.z.x + R.x.z, yz = R.y.z + R.z.y;
    snw_quat q;
    if (trace >= a && trace >= b && trace >= c) {
        q = snw_quat_of(1 + trace, wx, wy, wz);
    } else if (a >= b && a >= c) {
        q = snw_quat_of(wx, 1 + a - b - c, xy, xz);
    } else if (b >= c) {
        q = snw_quat_of(wy, xy, 1 + b - a - c, yz);
    } else {
        q = snw_quat_of(wz, xz, yz, 1 + c - a - b);
    }
    q = snw_quat_scale(q, 1 / snw_quat_norm(q));
    const double first = q.w != 0 ? q.w : q.x != 0 ? q.x : q.y != 0 ? q.y : q.z;
    return first < 0 ? snw_quat_scale(q, -1) : q;
}

// sin(|r|/2) / |r| has the limit 1/2, reached to rounding long before |r| underflows
snw_quat snw_quat_exp(snw_vec3 r) {
    const double angle = snw_vec3_norm(r);
    const double factor = angle > 0 ? sin(0.5 * angle) / angle : 0.5;
    return snw_quat_parts(cos(0.5 * angle), snw_vec3_scale(r, factor));
}

// The arc tangent of sine and cosine of the half angle is accurate at every angle, unlike the arc
// cosine of w (bad near 0) or the arc sine of the vector's length (bad near pi).
snw_vec3 snw_quat_log(snw_quat q) {
    if (q.w < 0) q = snw_quat_scale(q, -1);
    const snw_vec3 v = snw_quat_vector(q);
    const double sine = snw_vec3_norm(v);
    const double factor = sine > 0 ? 2 * atan2(sine, q.w) / sine : 2;
    return snw_vec3_scale(v, factor);
}

double snw_quat_angle(snw_quat a, snw_quat b) {
    const snw_quat d = snw_quat_mul(snw_quat_conj(a), b);
    return 2 * atan2(snw_vec3_norm(snw_quat_vector(d)), fabs(d.w));
}

// Weights of Shoemake (1985). The angle between the four-vectors comes from their sum and
// difference (Kahan), which keeps all digits when they are close; it is at most a right angle,
// since of b and -b the nearer one is taken, so its sine vanishes only when a and b are equal.
snw_quat snw_quat_slerp(snw_quat a, snw_quat b, double t) {
    if (snw_quat_dot(a, b) < 0) b = snw_quat_scale(b, -1);
    const double apart = snw_quat_norm(snw_quat_add(b, snw_quat_scale(a, -1)));
    const double angle = 2 * atan2(apart, snw_quat_norm(snw_quat_add(a, b)));
    const double sine = sin(angle);
    const double from = sine > 0 ? sin((1 - t) * angle) / sine : 1 - t;
    const double to = sine > 0 ? sin(t * angle) / sine : t;
    return unit(snw_quat_add(snw_quat_scale(a, from), snw_quat_scale(b, to)));
}

snw_quat snw_quat_integrate_body(snw_quat q, snw_vec3 w_body, double dt) {
    return unit(snw_quat_mul(q, snw_quat_exp(snw_vec3_scale(w_body, dt))));
}

snw_quat snw_quat_integrate_reference(snw_quat q, snw_vec3 w_reference, double dt) {
    return unit(snw_quat_mul(snw_quat_exp(snw_vec3_scale(w_reference, dt)), q));
}
