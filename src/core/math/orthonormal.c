// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math/mat3.h"
#include "sinew/math/quat.h"

#include <float.h>

#include "internal.h"

// The rotation R nearest to A minimises |R - A|^2 = 3 + |A|^2 - 2 tr(R^T A). With R written by a
// unit quaternion q the trace is a quadratic form q^T N q (Davenport 1968; Horn 1987), so q is the
// eigenvector of N with the largest eigenvalue. It exists for every A, and is unique when that
// eigenvalue is. Elements of A are A_rc: row r, column c, that is A.c.r.

snw_status snw_mat3_orthonormalize(snw_mat3 A, snw_mat3 *R) {
    if (!snw_mat3_is_finite(A)) return SNW_ERR_NOT_FINITE;

    // the answer does not depend on the scale; 1 cannot overflow
    const double size = snw_vec3_max_abs(
        snw_vec3_of(snw_vec3_max_abs(A.x), snw_vec3_max_abs(A.y), snw_vec3_max_abs(A.z)));
    if (size == 0) return SNW_ERR_SINGULAR;
    const snw_vec3 a = snw_vec3_divide(A.x, size), b = snw_vec3_divide(A.y, size),
                   c = snw_vec3_divide(A.z, size);

    const double wx = b.z - c.y, wy = c.x - a.z, wz = a.y - b.x;
    const double xy = b.x + a.y, xz = c.x + a.z, yz = c.y + b.z;
    double N[16] = {
        a.x + b.y + c.z,
        wx,
        wy,
        wz, //
        wx,
        a.x - b.y - c.z,
        xy,
        xz, //
        wy,
        xy,
        b.y - a.x - c.z,
        yz, //
        wz,
        xz,
        yz,
        c.z - a.x - b.y,
    };
    double values[4], V[16];
    if (!snw__eigen(4, N, values, V)) return SNW_ERR_NOT_FINITE;

    // rounding of the eigenvalues is a few units of the largest element
    if (!(values[3] - values[2] > 64 * DBL_EPSILON)) return SNW_ERR_SINGULAR;
    snw_quat q;
    const snw_status status = snw_quat_set(&q, V[12], V[13], V[14], V[15]);
    if (snw_failed(status)) return status;
    *R = snw_quat_to_mat3(q);
    return SNW_OK;
}
