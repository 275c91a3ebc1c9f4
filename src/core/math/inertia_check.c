// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math/inertia.h"

#include "internal.h"

// For a density over homogeneous points (r, 1) the pseudo-inertia is the integral of
// (r, 1)(r, 1)^T dm: positive semi-definite for every body, and every such matrix belongs to some
// body. Its blocks are S = integral r r^T dm = tr(I)/2 E - I, h and m (Wensing, Kim, Slotine 2018).
// Scaling the lengths is a congruence and keeps the signs of the eigenvalues: the length is chosen
// so that S and m have entries of size 1 and one tolerance serves both.

// largest magnitude among the second moments and the least that the first moment asks for
static double moment_size(snw_inertia A) {
    const double diagonal = snw_vec3_max_abs(snw_vec3_of(A.I.xx, A.I.yy, A.I.zz));
    const double products = snw_vec3_max_abs(snw_vec3_of(A.I.xy, A.I.xz, A.I.yz));
    const double offset = A.m > 0 ? snw_vec3_norm2(A.h) / A.m : snw_vec3_norm(A.h);
    return snw_vec3_max_abs(snw_vec3_of(diagonal, products, offset));
}

static bool is_finite(snw_inertia A) {
    return isfinite(A.m) && snw_vec3_is_finite(A.h) &&
           snw_vec3_is_finite(snw_vec3_of(A.I.xx, A.I.yy, A.I.zz)) &&
           snw_vec3_is_finite(snw_vec3_of(A.I.xy, A.I.xz, A.I.yz));
}

// the sentence for a body of positive mass whose matrix has a negative eigenvalue
static const char *fault(snw_vec3 moments) {
    // what rounding leaves of a moment of 0 is not a negative one
    if (moments.x < -1e-9 * fabs(moments.z)) return "a moment about the centre of mass is negative";
    if (moments.z > moments.x + moments.y) {
        return "the largest central moment is more than the sum of the other two";
    }
    return "the moments do not belong to any body";
}

static snw_status refuse_not_finite(snw_why *why) {
    return snw_refuse(why, SNW_ERR_NOT_FINITE, "inertia", "a mass property is NaN or infinite",
                      "give finite numbers");
}

static snw_status refuse_body(snw_inertia A, const char *text, double eigenvalue, double tolerance,
                              snw_why *why) {
    snw_why_set(why, SNW_ERR_RANGE, "inertia", text);
    snw_why_rule(why, "inertia-physical");
    snw_why_add(why, "mass", A.m, "kg");
    snw_why_add(why, "least eigenvalue", eigenvalue, "");
    snw_why_add(why, "allowed", -tolerance, "");
    snw_pose T;
    snw_vec3 moments;
    if (snw_inertia_principal(A, &T, &moments) == SNW_OK) {
        snw_why_add(why, "central moment 1", moments.x, "kg m2");
        snw_why_add(why, "central moment 2", moments.y, "kg m2");
        snw_why_add(why, "central moment 3", moments.z, "kg m2");
    }
    return SNW_ERR_RANGE;
}

snw_status snw_inertia_check(snw_inertia A, double tolerance, snw_why *why) {
    if (!(tolerance >= 0)) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, "inertia", "the tolerance is not a number >= 0",
                          NULL);
    }
    const double size = moment_size(A);
    if (!is_finite(A) || !isfinite(size)) {
        return refuse_not_finite(why);
    }
    if (A.m < 0) return refuse_body(A, "the mass is negative", A.m, tolerance, why);
    if (size == 0) return SNW_OK;
    if (A.m == 0) return refuse_body(A, "a body without mass has moments", -1, tolerance, why);

    // the scaled matrix: S / size, h / sqrt(m size), 1
    const snw_sym3 I = snw_sym3_scale(A.I, 1 / size);
    const snw_vec3 h = snw_vec3_divide(A.h, sqrt(A.m) * sqrt(size));
    const double half = 0.5 * (I.xx + I.yy + I.zz);
    double P[16] = {
        half - I.xx, -I.xy,       -I.xz,       h.x, //
        -I.xy,       half - I.yy, -I.yz,       h.y, //
        -I.xz,       -I.yz,       half - I.zz, h.z, //
        h.x,         h.y,         h.z,         1,
    };
    double values[4], V[16];
    if (!snw__eigen(4, P, values, V)) {
        return refuse_not_finite(why);
    }
    if (values[0] >= -tolerance) return SNW_OK;

    snw_pose T;
    snw_vec3 moments = snw_vec3_zero();
    if (snw_failed(snw_inertia_principal(A, &T, &moments))) {
        return refuse_not_finite(why);
    }
    return refuse_body(A, fault(moments), values[0], tolerance, why);
}
