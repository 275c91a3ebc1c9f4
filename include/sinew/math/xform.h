// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MATH_XFORM_H
#define SINEW_MATH_XFORM_H

/// @file
/// A pose that knows when it does not turn or does not move, so that long chains with many fixed
/// parts skip the work. The tag is a promise, never a guess: it says NO_TRANSLATION only if p is
/// exactly zero, NO_ROTATION only if R is exactly the unit matrix. Results equal those of
/// snw_pose_mul() and its kin.

#include <stdbool.h>

#include "sinew/base/attributes.h"
#include "sinew/math/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is known of a transform; a set of two bits, so that the tag of a product is `a & b`.
typedef enum snw_xform_mode {
    SNW_XFORM_ARBITRARY = 0,
    SNW_XFORM_NO_TRANSLATION = 1,
    SNW_XFORM_NO_ROTATION = 2,
    SNW_XFORM_IDENTITY = 3
} snw_xform_mode;

/// A pose with what is known of it. Make and change it by the functions below, which keep the tag.
typedef struct snw_xform {
    // read-only
    snw_pose T;
    snw_xform_mode mode;
} snw_xform;

/// What the numbers of a pose allow to promise.
SNW_INLINE snw_xform_mode snw_xform_mode_of(snw_pose T) {
    const snw_mat3 I = snw_mat3_identity();
    const bool still = snw_vec3_equal(T.p, snw_vec3_zero());
    const bool straight =
        snw_vec3_equal(T.R.x, I.x) && snw_vec3_equal(T.R.y, I.y) && snw_vec3_equal(T.R.z, I.z);
    if (still) return straight ? SNW_XFORM_IDENTITY : SNW_XFORM_NO_TRANSLATION;
    return straight ? SNW_XFORM_NO_ROTATION : SNW_XFORM_ARBITRARY;
}

/// The transform of a pose, with the best tag for its numbers.
SNW_INLINE snw_xform snw_xform_of(snw_pose T) {
    const snw_xform r = {T, snw_xform_mode_of(T)};
    return r;
}

/// No change.
SNW_INLINE snw_xform snw_xform_identity(void) {
    const snw_xform r = {snw_pose_identity(), SNW_XFORM_IDENTITY};
    return r;
}

/// A pure translation.
SNW_INLINE snw_xform snw_xform_translation(snw_vec3 p) {
    return snw_xform_of(snw_pose_translation(p));
}

/// A pure rotation.
SNW_INLINE snw_xform snw_xform_rotation(snw_mat3 R) {
    return snw_xform_of(snw_pose_rotation(R));
}

/// X with another translation; the tag follows.
SNW_INLINE snw_xform snw_xform_with_translation(snw_xform X, snw_vec3 p) {
    return snw_xform_of(snw_pose_of(X.T.R, p));
}

/// X with another rotation; the tag follows.
SNW_INLINE snw_xform snw_xform_with_rotation(snw_xform X, snw_mat3 R) {
    return snw_xform_of(snw_pose_of(R, X.T.p));
}

/// True when the promise of the tag holds.
SNW_INLINE bool snw_xform_is_valid(snw_xform X) {
    return ((unsigned)X.mode & ~(unsigned)snw_xform_mode_of(X.T)) == 0;
}

/// The point p, given in the outer frame of X, in its base frame.
SNW_INLINE snw_vec3 snw_xform_apply(snw_xform X, snw_vec3 p) {
    switch (X.mode) {
    case SNW_XFORM_IDENTITY:
        return p;
    case SNW_XFORM_NO_ROTATION:
        return snw_vec3_add(p, X.T.p);
    case SNW_XFORM_NO_TRANSLATION:
        return snw_mat3_apply(X.T.R, p);
    case SNW_XFORM_ARBITRARY:
        break;
    }
    return snw_pose_apply(X.T, p);
}

/// The point p, given in the base frame of X, in its outer frame.
SNW_INLINE snw_vec3 snw_xform_apply_inverse(snw_xform X, snw_vec3 p) {
    switch (X.mode) {
    case SNW_XFORM_IDENTITY:
        return p;
    case SNW_XFORM_NO_ROTATION:
        return snw_vec3_sub(p, X.T.p);
    case SNW_XFORM_NO_TRANSLATION:
        return snw_mat3_apply_t(X.T.R, p);
    case SNW_XFORM_ARBITRARY:
        break;
    }
    return snw_pose_apply_inverse(X.T, p);
}

/// A * B; what both promise, the product promises.
SNW_INLINE snw_xform snw_xform_mul(snw_xform A, snw_xform B) {
    if (A.mode == SNW_XFORM_IDENTITY) return B;
    if (B.mode == SNW_XFORM_IDENTITY) return A;

    const unsigned a = (unsigned)A.mode, b = (unsigned)B.mode;
    snw_xform C = A;
    C.mode = (snw_xform_mode)(a & b);
    if (a & SNW_XFORM_NO_ROTATION) {
        C.T.R = B.T.R;
    } else if (!(b & SNW_XFORM_NO_ROTATION)) {
        C.T.R = snw_mat3_mul(A.T.R, B.T.R);
    }
    if (!(b & SNW_XFORM_NO_TRANSLATION)) C.T.p = snw_xform_apply(A, B.T.p);
    return C;
}

/// The inverse; it promises what X does.
SNW_INLINE snw_xform snw_xform_inverse(snw_xform X) {
    snw_xform C = X;
    switch (X.mode) {
    case SNW_XFORM_IDENTITY:
        break;
    case SNW_XFORM_NO_ROTATION:
        C.T.p = snw_vec3_neg(X.T.p);
        break;
    case SNW_XFORM_NO_TRANSLATION:
        C.T.R = snw_mat3_transpose(X.T.R);
        break;
    case SNW_XFORM_ARBITRARY:
        C.T = snw_pose_inverse(X.T);
        break;
    }
    return C;
}

/// True when all numbers are equal; the tags may differ.
SNW_INLINE bool snw_xform_equal(snw_xform A, snw_xform B) {
    return snw_vec3_equal(A.T.R.x, B.T.R.x) && snw_vec3_equal(A.T.R.y, B.T.R.y) &&
           snw_vec3_equal(A.T.R.z, B.T.R.z) && snw_vec3_equal(A.T.p, B.T.p);
}

/// True when no number differs by more than `tolerance`; the tags may differ.
SNW_INLINE bool snw_xform_near(snw_xform A, snw_xform B, double tolerance) {
    return snw_pose_near(A.T, B.T, tolerance);
}

#ifdef __cplusplus
}
#endif

#endif // SINEW_MATH_XFORM_H
