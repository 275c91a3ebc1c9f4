// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_KINEMATICS_COLUMNS_H
#define SINEW_KINEMATICS_COLUMNS_H

/// @file
/// For kernels: a frame as four columns. Where the machine has vectors of four numbers a column is
/// one of them, the last number unused; elsewhere it is three numbers, because vectors that are
/// wider than the machine's go through memory.

#include "sinew/lanes/kernel.h"
#include "sinew/math.h"

#if SNW_KERNEL_BYTES == 32

typedef double column __attribute__((vector_size(32), may_alias));
typedef double column_anywhere __attribute__((vector_size(32), aligned(8), may_alias));
typedef double column_half __attribute__((vector_size(16), aligned(8), may_alias));

SNW_FORCE_INLINE column column_load(const double *from) {
    return *(const column *)from;
}

SNW_FORCE_INLINE void column_store(double *to, column a) {
    *(column *)to = a;
}

SNW_FORCE_INLINE column column_neg(column a) {
    return -a;
}

SNW_FORCE_INLINE column column_scale(column a, double s) {
    return a * s;
}

/// a + b s
SNW_FORCE_INLINE column column_add_scaled(column a, column b, double s) {
    return a + b * s;
}

SNW_FORCE_INLINE column column_add(column a, column b) {
    return a + b;
}

/// Three numbers and a fourth that the next store covers.
SNW_FORCE_INLINE void column_spill(double *to, column a) {
    *(column_anywhere *)to = a;
}

/// Three numbers.
SNW_FORCE_INLINE void column_put(double *to, column a) {
    *(column_half *)to = __builtin_shufflevector(a, a, 0, 1);
    to[2] = a[2];
}

/// q[source[0]], q[source[1]] and so on, one per lane.
SNW_FORCE_INLINE snw_v gather(const double *q, const int *source) {
    const snw_v x = {q[source[0]], q[source[1]], q[source[2]], q[source[3]]};
    return x;
}

#else

SNW_FORCE_INLINE snw_v gather(const double *q, const int *source) {
    const snw_v x = {q[source[0]], q[source[1]]};
    return x;
}

typedef struct column {
    double x, y, z;
} column;

SNW_FORCE_INLINE column column_load(const double *from) {
    const column a = {from[0], from[1], from[2]};
    return a;
}

SNW_FORCE_INLINE void column_put(double *to, column a) {
    to[0] = a.x;
    to[1] = a.y;
    to[2] = a.z;
}

SNW_FORCE_INLINE void column_store(double *to, column a) {
    column_put(to, a);
}

SNW_FORCE_INLINE void column_spill(double *to, column a) {
    column_put(to, a);
}

SNW_FORCE_INLINE column column_neg(column a) {
    const column r = {-a.x, -a.y, -a.z};
    return r;
}

SNW_FORCE_INLINE column column_scale(column a, double s) {
    const column r = {a.x * s, a.y * s, a.z * s};
    return r;
}

SNW_FORCE_INLINE column column_add_scaled(column a, column b, double s) {
    const column r = {a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
    return r;
}

SNW_FORCE_INLINE column column_add(column a, column b) {
    const column r = {a.x + b.x, a.y + b.y, a.z + b.z};
    return r;
}

#endif

/// Axes and origin.
typedef struct axes4 {
    column x, y, z, p;
} axes4;

SNW_FORCE_INLINE axes4 frame_load(const double *from) {
    const axes4 F = {column_load(from), column_load(from + 4), column_load(from + 8),
                     column_load(from + 12)};
    return F;
}

SNW_FORCE_INLINE void frame_store(double *to, axes4 F) {
    column_store(to, F.x);
    column_store(to + 4, F.y);
    column_store(to + 8, F.z);
    column_store(to + 12, F.p);
}

/// As a pose; in this order each column covers the unused number of the one before it.
SNW_FORCE_INLINE void frame_put(snw_pose *to, axes4 F) {
    double *const numbers = &to->R.x.x;
    column_spill(numbers, F.x);
    column_spill(numbers + 3, F.y);
    column_spill(numbers + 6, F.z);
    column_put(numbers + 9, F.p);
}

/// x a.x + y a.y + z a.z
SNW_FORCE_INLINE column frame_turn(const axes4 *F, snw_vec3 a) {
    const column xy = column_add_scaled(column_scale(F->x, a.x), F->y, a.y);
    return column_add_scaled(xy, F->z, a.z);
}

/// F T
SNW_FORCE_INLINE axes4 frame_mul(axes4 F, const snw_pose *T) {
    const axes4 G = {frame_turn(&F, T->R.x), frame_turn(&F, T->R.y), frame_turn(&F, T->R.z),
                     column_add(F.p, frame_turn(&F, T->p))};
    return G;
}

#endif // SINEW_KINEMATICS_COLUMNS_H
