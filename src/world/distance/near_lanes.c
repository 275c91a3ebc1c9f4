// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Simple pairs in lanes: the formulas of rods.c without their branches. In floats the places on two
// segments are only roughly right where these are nearly parallel, and points that are not the
// nearest are too far apart; so there the gap of the planes across the way between them is taken,
// which is never too large, less what rounding can be.

#include "sinew/lanes/kernel.h"

#include <math.h>
#include <stddef.h>

#include "near_lanes.h"

// numbers of a block
#define LANES ((ptrdiff_t)(SNW_KERNEL_REAL_BITS == 64 ? 8 : 16))

// what rounding can be, as a part of the numbers: 16 units of floats; doubles are told as they are
#define ROUNDING ((snw_real)(SNW_KERNEL_REAL_BITS == 64 ? 0 : 2e-6))

typedef struct v3 {
    snw_v x, y, z;
} v3;

SNW_FORCE_INLINE v3 load_v3(const snw_real *from) {
    return (v3){snw_v_load(from), snw_v_load(from + LANES), snw_v_load(from + 2 * LANES)};
}

SNW_FORCE_INLINE v3 sub_v3(v3 a, v3 b) {
    return (v3){a.x - b.x, a.y - b.y, a.z - b.z};
}

SNW_FORCE_INLINE v3 add_scaled(v3 a, v3 b, snw_v t) {
    return (v3){a.x + b.x * t, a.y + b.y * t, a.z + b.z * t};
}

SNW_FORCE_INLINE snw_v dot_v3(v3 a, v3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

SNW_FORCE_INLINE v3 cross_v3(v3 a, v3 b) {
    return (v3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

SNW_FORCE_INLINE snw_v size_v3(v3 a) {
    return snw_v_abs(a.x) + snw_v_abs(a.y) + snw_v_abs(a.z);
}

SNW_FORCE_INLINE snw_v clamp_v(snw_v x, snw_v low, snw_v high) {
    return snw_v_max(low, snw_v_min(x, high));
}

// 1 / x, or 0
SNW_FORCE_INLINE snw_v inverse_v(snw_v x) {
    const snw_v zero = {0};
    const snw_vm some = snw_v_lt(zero, x);
    return snw_v_select(some, snw_v_set(1) / snw_v_select(some, x, snw_v_set(1)), zero);
}

// Stores a distance less what rounding can be; minus infinity where a number is not finite, which
// `size`, a sum of all of them without signs, tells.
SNW_FORCE_INLINE void store_distance(snw_real *to, snw_v distance, snw_v size) {
    const snw_vm finite = snw_v_le(size * (snw_real)0, snw_v_set(0));
    const snw_v least = distance - size * ROUNDING;
    snw_v_store(to, snw_v_select(finite, least, snw_v_set(-(snw_real)INFINITY)));
}

void SNW_KERNEL(snw__spheres)(const snw_real *a, const snw_real *b, int blocks, snw_real *d) {
    for (ptrdiff_t i = 0; i < blocks; i++) {
        for (ptrdiff_t k = 0; k < LANES; k += SNW_W) {
            const snw_real *in_a = a + i * 4 * LANES + k, *in_b = b + i * 4 * LANES + k;
            const v3 p = load_v3(in_a), q = load_v3(in_b), way = sub_v3(p, q);
            const snw_v ra = snw_v_load(in_a + 3 * LANES), rb = snw_v_load(in_b + 3 * LANES);
            const snw_v size = size_v3(p) + size_v3(q) + snw_v_abs(ra) + snw_v_abs(rb);
            store_distance(d + i * LANES + k, snw_v_sqrt(dot_v3(way, way)) - (ra + rb), size);
        }
    }
}

// --- capsules ------------------------------------------------------------------------------------

// the largest gap that planes across n leave between two segments
SNW_FORCE_INLINE snw_v gap_of_rods(v3 n, v3 w, v3 u, v3 v) {
    const snw_v zero = {0};
    return dot_v3(n, w) + snw_v_min(dot_v3(n, u), zero) - snw_v_max(dot_v3(n, v), zero);
}

// Two segments start + s u and start + t v; w leads from the second start to the first.
SNW_FORCE_INLINE snw_v near_rods(v3 w, v3 u, v3 v) {
    const snw_v zero = {0}, one = snw_v_set(1);
    const snw_v a = dot_v3(u, u), e = dot_v3(v, v), f = dot_v3(v, w), c = dot_v3(u, w);
    const snw_v b = dot_v3(u, v);
    const v3 across = cross_v3(u, v);
    const snw_v determinant = dot_v3(across, across);
    // of parallel ones any place is as good
    const snw_vm crossed = snw_v_lt(a * e * (snw_real)1e-28, determinant);
    const snw_v place = (b * f - c * e) * inverse_v(determinant);
    const snw_v s = snw_v_select(crossed, clamp_v(place, zero, one), zero);
    const snw_v t = clamp_v((b * s + f) * inverse_v(e), zero, one);
    const snw_v again = clamp_v((b * t - c) * inverse_v(a), zero, one);
    const v3 way = add_scaled(add_scaled(w, u, again), v, -t);
    const snw_v square = dot_v3(way, way), length = snw_v_sqrt(square);
    if (SNW_KERNEL_REAL_BITS == 64) return length;
    const snw_v scale = inverse_v(length);
    const v3 n = {way.x * scale, way.y * scale, way.z * scale};
    return snw_v_max(zero, gap_of_rods(n, w, u, v));
}

void SNW_KERNEL(snw__capsules)(const snw_real *a, const snw_real *b, int blocks, snw_real *d) {
    for (ptrdiff_t i = 0; i < blocks; i++) {
        for (ptrdiff_t k = 0; k < LANES; k += SNW_W) {
            const snw_real *in_a = a + i * 7 * LANES + k, *in_b = b + i * 7 * LANES + k;
            const v3 p = load_v3(in_a), p_end = load_v3(in_a + 3 * LANES);
            const v3 q = load_v3(in_b), q_end = load_v3(in_b + 3 * LANES);
            const snw_v ra = snw_v_load(in_a + 6 * LANES), rb = snw_v_load(in_b + 6 * LANES);
            const snw_v apart = near_rods(sub_v3(p, q), sub_v3(p_end, p), sub_v3(q_end, q));
            const snw_v size = (size_v3(p) + size_v3(p_end)) + (size_v3(q) + size_v3(q_end)) +
                               (snw_v_abs(ra) + snw_v_abs(rb));
            store_distance(d + i * LANES + k, apart - (ra + rb), size);
        }
    }
}

// --- boxes ---------------------------------------------------------------------------------------

typedef struct box_v {
    v3 x, y, z, p, half;
} box_v;

SNW_FORCE_INLINE box_v load_box(const snw_real *from) {
    const ptrdiff_t three = 3 * LANES;
    return (box_v){load_v3(from), load_v3(from + three), load_v3(from + 2 * three),
                   load_v3(from + 3 * three), load_v3(from + 4 * three)};
}

// a vector along the axes of the box
SNW_FORCE_INLINE v3 turn_into(const box_v *box, v3 d) {
    return (v3){dot_v3(box->x, d), dot_v3(box->y, d), dot_v3(box->z, d)};
}

// The axes are in the sum with what they are multiplied with: 0 times infinity is NaN.
SNW_FORCE_INLINE snw_v size_of_box(const box_v *box) {
    const snw_v axes = size_v3(box->x) + size_v3(box->y) + size_v3(box->z), zero = {0};
    return size_v3(box->p) + size_v3(box->half) + axes * zero;
}

SNW_FORCE_INLINE snw_v out_of(snw_v x, snw_v half) {
    return x - clamp_v(x, -half, half);
}

void SNW_KERNEL(snw__sphere_box)(const snw_real *a, const snw_real *b, int blocks, snw_real *d) {
    const snw_v zero = {0};
    for (ptrdiff_t i = 0; i < blocks; i++) {
        for (ptrdiff_t k = 0; k < LANES; k += SNW_W) {
            const snw_real *in_a = a + i * 4 * LANES + k;
            const box_v box = load_box(b + i * 15 * LANES + k);
            const v3 at = load_v3(in_a), p = turn_into(&box, sub_v3(at, box.p)), h = box.half;
            const snw_v radius = snw_v_load(in_a + 3 * LANES);
            const v3 out = {out_of(p.x, h.x), out_of(p.y, h.y), out_of(p.z, h.z)};
            const snw_v apart = snw_v_sqrt(dot_v3(out, out));
            // inside: to the nearest side
            const snw_v side = snw_v_max(snw_v_abs(p.x) - h.x, snw_v_abs(p.y) - h.y);
            const snw_v depth = snw_v_max(side, snw_v_abs(p.z) - h.z);
            const snw_v distance = snw_v_select(snw_v_lt(zero, apart), apart, depth);
            const snw_v size = size_v3(at) + snw_v_abs(radius) + size_of_box(&box);
            store_distance(d + i * LANES + k, distance - radius, size);
        }
    }
}

// half the derivative of the squared distance from the box at the place t of p + t d
SNW_FORCE_INLINE snw_v slope_at(snw_v t, v3 p, v3 d, v3 h) {
    const v3 at = add_scaled(p, d, t);
    const v3 out = {out_of(at.x, h.x), out_of(at.y, h.y), out_of(at.z, h.z)};
    return dot_v3(d, out);
}

typedef struct bracket {
    snw_v low, slope_low, high, slope_high;
} bracket;

// Takes a place into the bracket of the zero of a slope that never falls.
SNW_FORCE_INLINE void take_place(snw_v t, snw_v slope, bracket *b) {
    const snw_v zero = {0};
    const snw_vm falls = snw_v_lt(slope, zero);
    const snw_vm below = snw_vm_and(falls, snw_v_le(b->low, t));
    const snw_vm above = snw_vm_and(snw_vm_not(falls), snw_v_le(t, b->high));
    b->low = snw_v_select(below, t, b->low);
    b->slope_low = snw_v_select(below, slope, b->slope_low);
    b->high = snw_v_select(above, t, b->high);
    b->slope_high = snw_v_select(above, slope, b->slope_high);
}

SNW_FORCE_INLINE void take_crossings(snw_v p, snw_v d, snw_v h, const v3 line[3], bracket *b) {
    const snw_v zero = {0}, one = snw_v_set(1);
    const snw_vm along = snw_vm_or(snw_v_lt(zero, d), snw_v_lt(d, zero));
    const snw_v inverse = one / snw_v_select(along, d, one);
    for (int side = 0; side < 2; side++) {
        const snw_v t = clamp_v(((side == 0 ? h : -h) - p) * inverse, zero, one);
        take_place(t, slope_at(t, line[0], line[1], line[2]), b);
    }
}

// the place, 0 to 1, that is nearest to the box
SNW_FORCE_INLINE snw_v nearest_to_box(v3 p, v3 d, v3 h) {
    const snw_v zero = {0}, one = snw_v_set(1);
    const v3 line[3] = {p, d, h};
    bracket b = {zero, slope_at(zero, p, d, h), one, slope_at(one, p, d, h)};
    take_crossings(p.x, d.x, h.x, line, &b);
    take_crossings(p.y, d.y, h.y, line, &b);
    take_crossings(p.z, d.z, h.z, line, &b);
    const snw_v rise = b.slope_high - b.slope_low;
    const snw_v inner = b.low - (b.high - b.low) * b.slope_low * inverse_v(rise);
    const snw_v t = snw_v_select(snw_v_lt(b.slope_low, zero), inner, b.low);
    return clamp_v(snw_v_select(snw_v_lt(b.slope_high, zero), b.high, t), zero, one);
}

// the gap of the planes across the axis of one edge of the box and the segment, u half of it
SNW_FORCE_INLINE snw_v gap_across(snw_v c1, snw_v c2, snw_v u1, snw_v u2, snw_v h1, snw_v h2) {
    const snw_v square = u1 * u1 + u2 * u2, zero = {0};
    const snw_v reach = h1 * snw_v_abs(u2) + h2 * snw_v_abs(u1);
    const snw_v gap = (snw_v_abs(c1 * u2 - c2 * u1) - reach) * inverse_v(snw_v_sqrt(square));
    return snw_v_select(snw_v_lt(zero, square), gap, snw_v_set(-(snw_real)INFINITY));
}

// The depth of a segment of middle c and half u in a box: the best of six planes.
SNW_FORCE_INLINE snw_v depth_in_box(v3 c, v3 u, v3 h) {
    const snw_v x = snw_v_abs(c.x) - h.x - snw_v_abs(u.x);
    const snw_v y = snw_v_abs(c.y) - h.y - snw_v_abs(u.y);
    const snw_v z = snw_v_abs(c.z) - h.z - snw_v_abs(u.z);
    const snw_v edge_x = gap_across(c.y, c.z, u.y, u.z, h.y, h.z);
    const snw_v edge_y = gap_across(c.z, c.x, u.z, u.x, h.z, h.x);
    const snw_v edge_z = gap_across(c.x, c.y, u.x, u.y, h.x, h.y);
    return snw_v_max(snw_v_max(snw_v_max(x, y), snw_v_max(z, edge_x)), snw_v_max(edge_y, edge_z));
}

SNW_FORCE_INLINE snw_v near_rod_box(v3 p, v3 d, v3 h) {
    const snw_v zero = {0}, half = snw_v_set((snw_real)0.5);
    const v3 at = add_scaled(p, d, nearest_to_box(p, d, h));
    const v3 out = {out_of(at.x, h.x), out_of(at.y, h.y), out_of(at.z, h.z)};
    const snw_v length = snw_v_sqrt(dot_v3(out, out));
    const v3 u = {d.x * half, d.y * half, d.z * half};
    const snw_v depth = depth_in_box(add_scaled(p, d, half), u, h);
    const snw_v touching = (size_v3(p) + size_v3(d) + size_v3(h)) * (snw_real)1e-14;
    if (SNW_KERNEL_REAL_BITS == 64) {
        return snw_v_select(snw_v_lt(touching, length), length, depth);
    }
    const snw_v scale = inverse_v(length);
    const v3 n = {out.x * scale, out.y * scale, out.z * scale};
    const snw_v reach = snw_v_abs(n.x) * h.x + snw_v_abs(n.y) * h.y + snw_v_abs(n.z) * h.z;
    const snw_v gap = dot_v3(n, p) + snw_v_min(dot_v3(n, d), zero) - reach;
    return snw_v_max(snw_v_select(snw_v_lt(zero, length), gap, depth), depth);
}

void SNW_KERNEL(snw__capsule_box)(const snw_real *a, const snw_real *b, int blocks, snw_real *d) {
    for (ptrdiff_t i = 0; i < blocks; i++) {
        for (ptrdiff_t k = 0; k < LANES; k += SNW_W) {
            const snw_real *in_a = a + i * 7 * LANES + k;
            const box_v box = load_box(b + i * 15 * LANES + k);
            const v3 start = load_v3(in_a), end = load_v3(in_a + 3 * LANES);
            const snw_v radius = snw_v_load(in_a + 6 * LANES);
            const v3 p = turn_into(&box, sub_v3(start, box.p));
            const v3 way = turn_into(&box, sub_v3(end, start));
            const snw_v size =
                size_v3(start) + size_v3(end) + snw_v_abs(radius) + size_of_box(&box);
            store_distance(d + i * LANES + k, near_rod_box(p, way, box.half) - radius, size);
        }
    }
}
