// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DYNAMICS_STEPS_H
#define SINEW_DYNAMICS_STEPS_H

/// @file
/// For kernels: vectors that are always inlined, and the step between the frames of a body and its
/// parent. With c and s the cosine and sine of the joint,
///
///     x_parent = Rz(gamma) Rx(alpha) Rz(theta) x_body
///
/// so a vector costs a turn in the plane of x and y, and what the class of the body leaves of the
/// constant turns. The class is a compile-time constant wherever these are used.

#include "sinew/lanes/kernel.h"

#include "internal.h"

typedef snw_vec3 vec;

SNW_FORCE_INLINE vec v3(double x, double y, double z) {
    const vec r = {x, y, z};
    return r;
}

SNW_FORCE_INLINE vec v3_add(vec a, vec b) {
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}

SNW_FORCE_INLINE vec v3_sub(vec a, vec b) {
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}

/// a + b s
SNW_FORCE_INLINE vec v3_fma(vec a, vec b, double s) {
    return v3(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}

SNW_FORCE_INLINE vec v3_scale(vec a, double s) {
    return v3(a.x * s, a.y * s, a.z * s);
}

SNW_FORCE_INLINE double v3_dot(vec a, vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

SNW_FORCE_INLINE vec v3_cross(vec a, vec b) {
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/// a + b x c; the product is found while a is still on its way.
SNW_FORCE_INLINE vec v3_add_cross(vec a, vec b, vec c) {
    return v3_add(a, v3_cross(b, c));
}

SNW_FORCE_INLINE vec mat_apply(const snw_mat3 *R, vec a) {
    return v3_fma(v3_fma(v3_scale(R->x, a.x), R->y, a.y), R->z, a.z);
}

SNW_FORCE_INLINE vec mat_apply_t(const snw_mat3 *R, vec a) {
    return v3(v3_dot(R->x, a), v3_dot(R->y, a), v3_dot(R->z, a));
}

/// The numbers of one step, at hand.
typedef struct step {
    const snw_normal_body *body;
    snw_normal_class kind;
    double s, c;
} step;

/// From the parent's axes to the body's.
SNW_FORCE_INLINE vec to_body(step t, vec a) {
    if (t.kind == SNW_NORMAL_TURNED) {
        const double c = t.body->cos_gamma, s = t.body->sin_gamma;
        a = v3(c * a.x + s * a.y, c * a.y - s * a.x, a.z);
    }
    if (t.kind == SNW_NORMAL_PLUS) {
        a = v3(a.x, a.z, -a.y);
    } else if (t.kind == SNW_NORMAL_MINUS) {
        a = v3(a.x, -a.z, a.y);
    } else if (t.kind != SNW_NORMAL_ZERO) {
        const double c = t.body->cos_alpha, s = t.body->sin_alpha;
        a = v3(a.x, c * a.y + s * a.z, c * a.z - s * a.y);
    }
    return v3(t.c * a.x + t.s * a.y, t.c * a.y - t.s * a.x, a.z);
}

/// From the body's axes to the parent's.
SNW_FORCE_INLINE vec to_parent(step t, vec a) {
    a = v3(t.c * a.x - t.s * a.y, t.s * a.x + t.c * a.y, a.z);
    if (t.kind == SNW_NORMAL_PLUS) {
        a = v3(a.x, -a.z, a.y);
    } else if (t.kind == SNW_NORMAL_MINUS) {
        a = v3(a.x, a.z, -a.y);
    } else if (t.kind != SNW_NORMAL_ZERO) {
        const double c = t.body->cos_alpha, s = t.body->sin_alpha;
        a = v3(a.x, c * a.y - s * a.z, s * a.y + c * a.z);
    }
    if (t.kind == SNW_NORMAL_TURNED) {
        const double c = t.body->cos_gamma, s = t.body->sin_gamma;
        a = v3(c * a.x - s * a.y, s * a.x + c * a.y, a.z);
    }
    return a;
}

/// A wrench at the body's origin, at the parent's: r is the way between them.
SNW_FORCE_INLINE snw_wrench wrench_to_parent(step t, vec r, snw_wrench W) {
    const vec f = to_parent(t, W.force);
    const snw_wrench up = {f, v3_add_cross(to_parent(t, W.torque), r, f)};
    return up;
}

SNW_FORCE_INLINE snw_wrench wrench_to_parent_freely(const snw__dyn_general *g, vec r,
                                                    snw_wrench W) {
    const vec f = mat_apply(&g->R, W.force);
    const snw_wrench up = {f, v3_add_cross(mat_apply(&g->R, W.torque), r, f)};
    return up;
}

/// R S R^T with R = Rz(theta), on the numbers of a symmetric matrix.
SNW_FORCE_INLINE snw_sym3 sym_turn_z(snw_sym3 S, double s, double c) {
    const double w = s * (S.xx - S.yy) + 2 * c * S.xy;
    const snw_sym3 r = {S.xx - s * w, S.yy + s * w,        S.zz,
                        c * w - S.xy, c * S.xz - s * S.yz, s * S.xz + c * S.yz};
    return r;
}

/// Likewise with R = Rx(alpha): y and z in the places of x and y.
SNW_FORCE_INLINE snw_sym3 sym_turn_x(snw_sym3 S, double s, double c) {
    const double w = s * (S.yy - S.zz) + 2 * c * S.yz;
    const snw_sym3 r = {
        S.xx, S.yy - s * w, S.zz + s * w, c * S.xy - s * S.xz, s * S.xy + c * S.xz, c * w - S.yz};
    return r;
}

/// What the constant turns do to a symmetric matrix.
SNW_FORCE_INLINE snw_sym3 sym_constant_turn(step t, snw_sym3 S) {
    if (t.kind == SNW_NORMAL_PLUS) {
        const snw_sym3 r = {S.xx, S.zz, S.yy, -S.xz, S.xy, -S.yz};
        S = r;
    } else if (t.kind == SNW_NORMAL_MINUS) {
        const snw_sym3 r = {S.xx, S.zz, S.yy, S.xz, -S.xy, -S.yz};
        S = r;
    } else if (t.kind != SNW_NORMAL_ZERO) {
        S = sym_turn_x(S, t.body->sin_alpha, t.body->cos_alpha);
    }
    if (t.kind == SNW_NORMAL_TURNED) S = sym_turn_z(S, t.body->sin_gamma, t.body->cos_gamma);
    return S;
}

SNW_FORCE_INLINE snw_sym3 sym_to_parent(step t, snw_sym3 S) {
    return sym_constant_turn(t, sym_turn_z(S, t.s, t.c));
}

/// What does not change while a kernel runs, at hand: the compiler cannot know that stores leave it
/// alone.
typedef struct site {
    const snw_normal_body *bodies;
    const unsigned char *roles;
    const double *sines, *cosines;
    const snw_vec3 *reaches;
    snw__dyn_general *generals;
    int count;
} site;

SNW_FORCE_INLINE site site_of(const snw_dyn *dyn) {
    const site d = {dyn->bodies,
                    dyn->roles,
                    dyn->sines,
                    dyn->cosines,
                    dyn->reaches,
                    dyn->generals,
                    dyn->kin.normal.body_count};
    return d;
}

/// The step of body b, for a class that the compiler knows.
SNW_FORCE_INLINE step step_of(const site *d, int b, snw_normal_class kind) {
    const step t = {&d->bodies[b], kind, d->sines[b - 1], d->cosines[b - 1]};
    return t;
}

/// `result` becomes call(step, ...) for the class of body b; the general class falls through.
#define FOR_CLASS(d, b, result, call, ...)                                                         \
    case SNW_NORMAL_ZERO:                                                                          \
        result = call(step_of(d, b, SNW_NORMAL_ZERO), __VA_ARGS__);                                \
        break;                                                                                     \
    case SNW_NORMAL_PLUS:                                                                          \
        result = call(step_of(d, b, SNW_NORMAL_PLUS), __VA_ARGS__);                                \
        break;                                                                                     \
    case SNW_NORMAL_MINUS:                                                                         \
        result = call(step_of(d, b, SNW_NORMAL_MINUS), __VA_ARGS__);                               \
        break;                                                                                     \
    case SNW_NORMAL_ALPHA:                                                                         \
        result = call(step_of(d, b, SNW_NORMAL_ALPHA), __VA_ARGS__);                               \
        break;                                                                                     \
    case SNW_NORMAL_TURNED:                                                                        \
        result = call(step_of(d, b, SNW_NORMAL_TURNED), __VA_ARGS__);                              \
        break

/// A wrench at the origin of body b, at that of its parent.
SNW_FORCE_INLINE snw_wrench lowered(const site *d, int b, snw_wrench W) {
    snw_wrench up;
    switch (d->bodies[b].kind) {
        FOR_CLASS(d, b, up, wrench_to_parent, d->reaches[b], W);
    case SNW_NORMAL_GENERAL:
    default:
        return wrench_to_parent_freely(&d->generals[d->bodies[b].general], d->reaches[b], W);
    }
    return up;
}

SNW_FORCE_INLINE snw_wrench wrench_sum(snw_wrench A, snw_wrench B) {
    const snw_wrench W = {v3_add(A.force, B.force), v3_add(A.torque, B.torque)};
    return W;
}

#endif // SINEW_DYNAMICS_STEPS_H
