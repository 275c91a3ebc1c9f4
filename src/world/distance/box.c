// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Points and segments against points, segments and boxes: closed forms.

#include "internal.h"

static double clamp_to(double x, double limit) {
    return x > limit ? limit : (x < -limit ? -limit : x);
}

static double clamp_unit(double t) {
    return t > 0 ? (t < 1 ? t : 1) : 0;
}

// --- segments ------------------------------------------------------------------------------------

// parts of the way along both
typedef struct parts {
    double s, t;
} parts;

// Two parallel segments: the middle of what they have side by side, else the ends that are nearest.
// `along` and `d` are the directions, r leads from the second start to the first.
static parts nearest_of_parallel(snw_vec3 along, snw_vec3 d, snw_vec3 r) {
    const double e = snw_vec3_norm2(d);
    // where the ends of the first are beside the second
    const double begin = snw_vec3_dot(r, d) / e;
    const double end = begin + snw_vec3_dot(along, d) / e;
    const double low = fmax(0, fmin(begin, end)), high = fmin(1, fmax(begin, end));
    const double t = low <= high ? (low + high) / 2 : (high < 0 ? 0 : 1);
    const double s = clamp_unit((t - begin) / (end - begin));
    return (parts){s, t};
}

// Ericson (2005): the nearest point of one line, then of the other, clamped in between.
static parts nearest_of_lines(snw_vec3 d1, snw_vec3 d2, snw_vec3 r) {
    const double a = snw_vec3_norm2(d1), e = snw_vec3_norm2(d2), f = snw_vec3_dot(d2, r);
    if (a <= 0) return (parts){0, e > 0 ? clamp_unit(f / e) : 0};
    const double c = snw_vec3_dot(d1, r);
    if (e <= 0) return (parts){clamp_unit(-c / a), 0};
    const double b = snw_vec3_dot(d1, d2), denominator = snw_vec3_norm2(snw_vec3_cross(d1, d2));
    if (denominator <= 1e-24 * a * e) return nearest_of_parallel(d1, d2, r);
    double s = clamp_unit((b * f - c * e) / denominator);
    const double t = (b * s + f) / e;
    if (t < 0) s = clamp_unit(-c / a);
    if (t > 1) s = clamp_unit((b - c) / a);
    return (parts){s, clamp_unit(t)};
}

void snw_segment_segment(const snw_segment *first, const snw_segment *second, snw_closest *out) {
    const snw_vec3 d1 = snw_vec3_sub(first->end, first->start);
    const snw_vec3 d2 = snw_vec3_sub(second->end, second->start);
    const parts at = nearest_of_lines(d1, d2, snw_vec3_sub(first->start, second->start));
    out->a = snw_vec3_add_scaled(first->start, d1, at.s);
    out->b = snw_vec3_add_scaled(second->start, d2, at.t);
    const snw_vec3 v = snw_vec3_sub(out->a, out->b);
    out->distance = snw_vec3_norm(v);
    out->normal = snw_vec3_normalize(v);
    const double size = out->distance + snw_vec3_norm(d1) + snw_vec3_norm(d2);
    out->least = fmax(0, out->distance - 8 * DBL_EPSILON * size);
    out->state = out->distance <= 1e-10 * size ? SNW_TOUCHING : SNW_SEPARATE;
    out->iterations = 0;
}

// a point or segment, placed
static snw_segment placed_segment(const snw__core *core, snw_mat3 R, snw_vec3 p) {
    const snw_vec3 half = snw_vec3_scale(snw_mat3_column(R, 2), core->half.z);
    return (snw_segment){snw_vec3_sub(p, half), snw_vec3_add(p, half)};
}

static void tell(const snw__pair *pair, snw_vec3 a, snw_vec3 b, snw__gap *gap) {
    const snw_vec3 v = snw_vec3_sub(a, b);
    const double length = snw_vec3_norm(v);
    gap->a = a;
    gap->b = b;
    gap->distance = length;
    gap->least = fmax(0, length - 8 * DBL_EPSILON * pair->size);
    gap->meet = length <= 1e-14 * pair->size;
    gap->normal = snw_vec3_normalize(v);
    gap->iterations = 0;
}

void snw__near_segments(const snw__pair *pair, snw__gap *gap) {
    const snw_segment first = placed_segment(pair->A, pair->R, pair->p);
    const snw_segment second = {snw_vec3_z(-pair->B->half.z), snw_vec3_z(pair->B->half.z)};
    snw_closest nearest;
    snw_segment_segment(&first, &second, &nearest);
    tell(pair, nearest.a, nearest.b, gap);
}

// --- boxes ---------------------------------------------------------------------------------------

// half the derivative of the squared distance from a box, along a segment: it never falls
static double slope_at(snw_vec3 start, snw_vec3 d, snw_vec3 h, double t) {
    const snw_vec3 p = snw_vec3_add_scaled(start, d, t);
    return d.x * (p.x - clamp_to(p.x, h.x)) + d.y * (p.y - clamp_to(p.y, h.y)) +
           d.z * (p.z - clamp_to(p.z, h.z));
}

// Between the places where the segment crosses the planes of the box the slope is linear. So the
// places bracket its zero from both sides; [low, high] are where it is zero to rounding.
typedef struct bracket {
    double below, slope_below, above, slope_above; // nearest places with another sign
    double low, high;
} bracket;

static void narrow(bracket *b, double t, double slope, double zero) {
    if (slope < -zero) {
        if (t >= b->below) {
            b->below = t;
            b->slope_below = slope;
        }
    } else if (slope > zero) {
        if (t <= b->above) {
            b->above = t;
            b->slope_above = slope;
        }
    } else {
        b->low = fmin(b->low, t);
        b->high = fmax(b->high, t);
    }
}

double snw_segment_box(const snw_segment *segment, snw_vec3 h) {
    const snw_vec3 p = segment->start, d = snw_vec3_sub(segment->end, p);
    const double length = snw_vec3_norm(d);
    const double zero = 4 * DBL_EPSILON * length * (snw_vec3_norm(p) + length + snw_vec3_norm(h));
    bracket b = {.below = -1, .above = 2, .low = (double)INFINITY, .high = -(double)INFINITY};
    narrow(&b, 0, slope_at(p, d, h, 0), zero);
    narrow(&b, 1, slope_at(p, d, h, 1), zero);
    if (b.above == 0) return 0;
    if (b.below == 1) return 1;
    const double start[3] = {p.x, p.y, p.z}, way[3] = {d.x, d.y, d.z}, half[3] = {h.x, h.y, h.z};
    for (int i = 0; i < 3; i++) {
        for (int side = -1; side <= 1 && way[i] != 0; side += 2) {
            const double t = (side * half[i] - start[i]) / way[i];
            if (t > 0 && t < 1) narrow(&b, t, slope_at(p, d, h, t), zero);
        }
    }
    if (b.low <= b.high) return (b.low + b.high) / 2;
    return b.below + (b.above - b.below) * b.slope_below / (b.slope_below - b.slope_above);
}

void snw__near_box(const snw__pair *pair, snw__gap *gap) {
    const snw_segment segment = placed_segment(pair->A, pair->R, pair->p);
    const snw_vec3 h = pair->B->half;
    const double t = pair->A->half.z > 0 ? snw_segment_box(&segment, h) : 0;
    const snw_vec3 d = snw_vec3_sub(segment.end, segment.start);
    const snw_vec3 a = snw_vec3_add_scaled(segment.start, d, t);
    const snw_vec3 b = {clamp_to(a.x, h.x), clamp_to(a.y, h.y), clamp_to(a.z, h.z)};
    tell(pair, a, b, gap);
}
