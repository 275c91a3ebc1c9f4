// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Points and segments against points, segments and boxes: closed forms. They are what arms are
// mostly made of, so they take no way through the general pair.

#include "internal.h"

// These are single instructions; NaN becomes the limit.
static double clamp_to(double x, double limit) {
    const double below = x < limit ? x : limit, least = -limit;
    return least > below ? least : below;
}

static double clamp_unit(double t) {
    const double below = t < 1 ? t : 1;
    return 0 > below ? 0 : below;
}

// --- segments ------------------------------------------------------------------------------------

// places on two segments, 0 to 1
typedef struct places {
    double s, t;
} places;

// Two parallel segments: the middle of what they have side by side, else the ends that are nearest.
static places nearest_of_parallel(snw_vec3 u, snw_vec3 v, snw_vec3 w) {
    const double e = snw_vec3_norm2(v);
    // where the first starts and ends beside the second
    const double start = snw_vec3_dot(w, v) / e, way = snw_vec3_dot(u, v) / e;
    const double low = fmax(0, fmin(start, start + way)), high = fmin(1, fmax(start, start + way));
    const double t = low <= high ? (low + high) / 2 : (high < 0 ? 0 : 1);
    return (places){clamp_unit((t - start) / way), t};
}

// Of a point its middle counts, which is anything.
static places nearest_of_few(snw_vec3 u, snw_vec3 v, snw_vec3 w) {
    const double a = snw_vec3_norm2(u), e = snw_vec3_norm2(v);
    if (!(a > 0)) return (places){0, e > 0 ? clamp_unit(snw_vec3_dot(v, w) / e) : 0};
    if (!(e > 0)) return (places){clamp_unit(-snw_vec3_dot(u, w) / a), 0};
    return nearest_of_parallel(u, v, w);
}

// Two segments start + s u and start + t v, s and t from 0 to 1; w leads from the second start to
// the first. Ericson (2005): the nearest point of one line, then of the other, clamped in between,
// and again of the first. The third step changes only what the second has clamped.
SNW_INLINE places nearest_of_lines(snw_vec3 u, snw_vec3 v, snw_vec3 w) {
    const double a = snw_vec3_norm2(u), e = snw_vec3_norm2(v), f = snw_vec3_dot(v, w);
    const double c = snw_vec3_dot(u, w), b = snw_vec3_dot(u, v);
    const double determinant = snw_vec3_norm2(snw_vec3_cross(u, v));
    // below this angle (1e-14) the ends of what is side by side are as near as any
    if (!(determinant > 1e-28 * a * e)) return nearest_of_few(u, v, w);
    const double inverse_a = 1 / a, inverse_e = 1 / e;
    const double s = clamp_unit((b * f - c * e) / determinant);
    const double t = clamp_unit((b * s + f) * inverse_e);
    return (places){clamp_unit((b * t - c) * inverse_a), t};
}

void snw_segment_segment(const snw_segment *first, const snw_segment *second, snw_closest *out) {
    const snw_vec3 u = snw_vec3_sub(first->end, first->start);
    const snw_vec3 v = snw_vec3_sub(second->end, second->start);
    const places at = nearest_of_lines(u, v, snw_vec3_sub(first->start, second->start));
    const snw_vec3 a = snw_vec3_add_scaled(first->start, u, at.s);
    const snw_vec3 b = snw_vec3_add_scaled(second->start, v, at.t);
    const snw_vec3 way = snw_vec3_sub(a, b);
    const double square = snw_vec3_norm2(way), distance = sqrt(square), inverse = 1 / square;
    out->a = a;
    out->b = b;
    out->distance = distance;
    out->normal = snw_vec3_scale(way, square > DBL_MIN ? distance * inverse : 0);
    const double squares = snw_vec3_norm2(u) + snw_vec3_norm2(v) + snw_vec3_norm2(a) + square;
    const double size = 2 * sqrt(squares); // the sum of the four is not above this
    out->least = fmax(0, distance - 64 * DBL_EPSILON * size);
    out->state = distance <= 1e-10 * size ? SNW_TOUCHING : SNW_SEPARATE;
    out->iterations = 0;
}

// From the way between the nearest points of two cores to the distance, unit normal and state.
// False where they are the same point, or a number of a pose is not finite: all of them are in
// `size`, zeros included. The normal is still that from the second to the first.
SNW_INLINE bool part_points(const snw__core *A, const snw__core *B, snw_vec3 way, double size,
                            snw_closest *out, snw_vec3 *normal) {
    // the root and the quotient do not wait for each other
    const double square = snw_vec3_norm2(way), length = sqrt(square), inverse = 1 / square;
    if (!(length > 1e-14 * size)) return false;
    const double distance = length - (A->radius + B->radius);
    const double least = distance - 64 * DBL_EPSILON * size;
    out->distance = distance;
    out->least = least;
    *normal = snw_vec3_scale(way, length * inverse);
    out->state = snw__state_of(distance, least, size);
    out->iterations = 0;
    return true;
}

// The points, from that of the second core and the normal; turned back if need be.
SNW_INLINE void put_points(snw_vec3 on_B, snw_vec3 n, double radius, bool turned,
                           snw_closest *out) {
    const snw_vec3 b = snw_vec3_add_scaled(on_B, n, radius);
    *(turned ? &out->a : &out->b) = b;
    *(turned ? &out->b : &out->a) = snw_vec3_add_scaled(b, n, out->distance);
    out->normal = snw_vec3_scale(n, turned ? -1 : 1);
}

// three numbers of a vector, and one more
typedef double quad __attribute__((vector_size(4 * sizeof(double)), aligned(8), may_alias));

// snw_mat3_apply() with three products instead of nine: the columns lie side by side, and p of a
// pose behind them.
SNW_INLINE snw_vec3 turn_vector(const snw_pose *T, snw_vec3 v) {
    const double *R = &T->R.x.x;
    const quad x = *(const quad *)R, y = *(const quad *)(R + 3), z = *(const quad *)(R + 6);
    const quad turned = x * v.x + y * v.y + z * v.z;
    return snw_vec3_of(turned[0], turned[1], turned[2]);
}

bool snw__near_rods(snw__placed first, snw__placed second, bool turned, snw_closest *out) {
    const snw__core *A = first.core, *B = second.core;
    const snw_pose *T_A = first.T, *T_B = second.T;
    const snw_vec3 start_A = turn_vector(T_A, A->start), start_B = turn_vector(T_B, B->start);
    const snw_vec3 u = turn_vector(T_A, A->way), v = turn_vector(T_B, B->way);
    // from B to A, before anything is added that is far off
    const snw_vec3 w = snw_vec3_add(snw_vec3_sub(T_A->p, T_B->p), snw_vec3_sub(start_A, start_B));
    const places at = nearest_of_lines(u, v, w);
    const snw_vec3 to_a = snw_vec3_scale(u, at.s), to_b = snw_vec3_scale(v, at.t);
    const snw_vec3 way = snw_vec3_add(w, snw_vec3_sub(to_a, to_b));
    const double size = fabs(w.x) + fabs(w.y) + fabs(w.z) + A->girth + B->girth;
    snw_vec3 n;
    if (!part_points(A, B, way, size, out, &n)) return false;
    const snw_vec3 on_b = snw_vec3_add(snw_vec3_add(T_B->p, start_B), to_b);
    put_points(on_b, n, B->radius, turned, out);
    return true;
}

// --- boxes ---------------------------------------------------------------------------------------

typedef double eight __attribute__((vector_size(8 * sizeof(double))));
typedef int64_t eight_bits __attribute__((vector_size(8 * sizeof(int64_t))));

// x in the lanes of the mask, `other` elsewhere
SNW_INLINE void keep_lanes(const eight_bits *mask, double other, eight *x) {
    const eight none = {0}, all = none + other;
    *x = (eight)(((eight_bits)*x & *mask) | ((eight_bits)all & ~*mask));
}

// the largest and the least of eight, three comparisons deep
SNW_INLINE double most_of_eight(const eight *of) {
    const eight x = *of;
    const double a = x[0] > x[4] ? x[0] : x[4], b = x[1] > x[5] ? x[1] : x[5];
    const double c = x[2] > x[6] ? x[2] : x[6], d = x[3] > x[7] ? x[3] : x[7];
    const double e = a > c ? a : c, f = b > d ? b : d;
    return e > f ? e : f;
}

SNW_INLINE double least_of_eight(const eight *of) {
    const eight x = *of;
    const double a = x[0] < x[4] ? x[0] : x[4], b = x[1] < x[5] ? x[1] : x[5];
    const double c = x[2] < x[6] ? x[2] : x[6], d = x[3] < x[7] ? x[3] : x[7];
    const double e = a < c ? a : c, f = b < d ? b : d;
    return e < f ? e : f;
}

// the middle of the places whose slope is zero
static double middle_of_flat(const eight *t, const eight *slope, double zero) {
    double low = 2, high = -1;
    for (int k = 0; k < 8; k++) {
        if (fabs((*slope)[k]) > zero) continue;
        low = fmin(low, (*t)[k]);
        high = fmax(high, (*t)[k]);
    }
    return (low + high) / 2;
}

// The places where the segment crosses the planes of the box, and half the derivative there. On a
// fourth axis it crosses them at its own ends: t[3] is the start, t[7] the end.
SNW_INLINE void find_crossings(snw_vec3 p, snw_vec3 d, snw_vec3 h, eight *at, eight *slopes) {
    const double start[4] = {p.x, p.y, p.z, 0.5}, way[4] = {d.x, d.y, d.z, -1};
    const double half[4] = {h.x, h.y, h.z, 0.5};
    eight t, slope = {0};
    for (int i = 0; i < 4; i++) {
        const double inverse = 1 / (way[i] != 0 ? way[i] : 1);
        t[i] = (half[i] - start[i]) * inverse;
        t[4 + i] = (-half[i] - start[i]) * inverse;
    }
    t = (eight)((eight_bits)t & (t > 0));
    const eight_bits within = t < 1;
    keep_lanes(&within, 1, &t);
    for (int i = 0; i < 3; i++) {
        const eight x = start[i] + t * way[i], above = x - half[i], below = x + half[i];
        const eight out = (eight)((eight_bits)above & (above > 0));
        slope += way[i] * (out + (eight)((eight_bits)below & (below < 0)));
    }
    *at = t;
    *slopes = slope;
}

// The place t, 0 to 1, on p + t d where half the derivative of the squared distance from a box is
// zero. That slope never falls, and is linear between the places where the segment crosses the
// planes of the box: so the nearest of these with another sign bracket the zero from both sides,
// and have the slopes nearest to 0. Where it is zero over a stretch its middle is returned.
static double nearest_to_box(snw_vec3 p, snw_vec3 d, snw_vec3 h) {
    eight t, slope;
    find_crossings(p, d, h, &t, &slope);
    const double length = fabs(d.x) + fabs(d.y) + fabs(d.z);
    const double zero =
        4 * DBL_EPSILON * length * (fabs(p.x) + fabs(p.y) + fabs(p.z) + length + h.x + h.y + h.z);
    if (slope[7] < -zero) return 1;
    if (slope[3] > zero) return 0;
    const eight size = (eight)((eight_bits)slope & INT64_MAX);
    if (least_of_eight(&size) <= zero) return middle_of_flat(&t, &slope, zero);
    const eight_bits falls = slope<0, rises = slope> 0;
    eight falling = t, rising = t, down = slope, up = slope;
    keep_lanes(&falls, 0, &falling);
    keep_lanes(&falls, -(double)INFINITY, &down);
    keep_lanes(&rises, 1, &rising);
    keep_lanes(&rises, (double)INFINITY, &up);
    const double below = most_of_eight(&falling), above = least_of_eight(&rising);
    const double at_below = most_of_eight(&down), at_above = least_of_eight(&up);
    return below + (above - below) * at_below / (at_below - at_above);
}

double snw_segment_box(const snw_segment *segment, snw_vec3 h) {
    return nearest_to_box(segment->start, snw_vec3_sub(segment->end, segment->start), h);
}

static snw_vec3 clamp_to_box(snw_vec3 a, snw_vec3 h) {
    return snw_vec3_of(clamp_to(a.x, h.x), clamp_to(a.y, h.y), clamp_to(a.z, h.z));
}

void snw_point_box(snw_vec3 point, snw_vec3 h, snw_closest *out) {
    out->a = point;
    out->b = clamp_to_box(point, h);
    const snw_vec3 way = snw_vec3_sub(point, out->b);
    const double distance = sqrt(snw_vec3_norm2(way));
    out->distance = distance;
    out->normal = snw_vec3_scale(way, distance > 0 ? 1 / distance : 0);
    const double size = distance + h.x + h.y + h.z;
    out->least = fmax(0, distance - 64 * DBL_EPSILON * size);
    out->state = distance <= 1e-10 * size ? SNW_TOUCHING : SNW_SEPARATE;
    out->iterations = 0;
}

bool snw__near_rod_box(snw__placed first, snw__placed second, bool turned, snw_closest *out) {
    const snw__core *A = first.core, *B = second.core;
    const snw_pose *T_A = first.T;
    snw_pose made;
    const snw_pose *T_B = second.T;
    if (!B->straight) {
        made = snw_pose_of(snw_mat3_mul(T_B->R, B->T.R), T_B->p);
        T_B = &made;
    }
    const snw_vec3 to_box = turn_vector(second.T, B->start);
    const snw_vec3 to_rod = snw_vec3_sub(turn_vector(T_A, A->start), to_box);
    const snw_vec3 away = snw_vec3_add(snw_vec3_sub(T_A->p, T_B->p), to_rod);
    const snw_vec3 start = snw_mat3_apply_t(T_B->R, away), h = B->half;
    snw_vec3 a = start;
    if (A->kind == SNW__CORE_SEGMENT) {
        const snw_vec3 way = snw_mat3_apply_t(T_B->R, turn_vector(T_A, A->way));
        a = snw_vec3_add_scaled(start, way, nearest_to_box(start, way, h));
    }
    const snw_vec3 b = clamp_to_box(a, h);
    const double size = fabs(start.x) + fabs(start.y) + fabs(start.z) + A->girth + B->girth;
    snw_vec3 n;
    if (!part_points(A, B, snw_vec3_sub(a, b), size, out, &n)) return false;
    const snw_vec3 on_B = snw_vec3_add(snw_vec3_add(T_B->p, to_box), turn_vector(T_B, b));
    put_points(on_B, turn_vector(T_B, n), B->radius, turned, out);
    return true;
}
