// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Points and segments against points, segments and boxes: closed forms. They are what arms are
// mostly made of, so they take no way through the general pair.

#include "internal.h"

// These are single instructions; NaN becomes the limit.
static double clamp_to(double x, double limit) {
    const double below = x < limit ? x : limit;
    return below > -limit ? below : -limit;
}

static double clamp_unit(double t) {
    const double below = t < 1 ? t : 1;
    return below > 0 ? below : 0;
}

// --- segments ------------------------------------------------------------------------------------

// places on two segments, -1 to 1
typedef struct places {
    double s, t;
} places;

// Two parallel segments: the middle of what they have side by side, else the ends that are nearest.
// u and v are half of each, w leads from the second middle to the first.
static places nearest_of_parallel(snw_vec3 u, snw_vec3 v, snw_vec3 w) {
    const double e = snw_vec3_norm2(v);
    // where the ends of the first are beside the second
    const double middle = snw_vec3_dot(w, v) / e, half = snw_vec3_dot(u, v) / e;
    const double low = fmax(-1, middle - fabs(half)), high = fmin(1, middle + fabs(half));
    const double t = low <= high ? (low + high) / 2 : (high < -1 ? -1 : 1);
    return (places){clamp_to((t - middle) / half, 1), t};
}

// Ericson (2005): the nearest point of one line, then of the other, clamped in between, and again
// of the first. The third step changes only what the second has clamped, so there is no branch.
SNW_INLINE places nearest_of_lines(snw_vec3 u, snw_vec3 v, snw_vec3 w) {
    const double a = snw_vec3_norm2(u), e = snw_vec3_norm2(v), f = snw_vec3_dot(v, w);
    const double c = snw_vec3_dot(u, w), b = snw_vec3_dot(u, v);
    const double determinant = snw_vec3_norm2(snw_vec3_cross(u, v));
    // below this angle (1e-14) the ends of what is side by side are as near as any
    if (!(determinant > 1e-28 * a * e)) {
        if (!(a > 0)) return (places){0, e > 0 ? clamp_to(f / e, 1) : 0};
        if (!(e > 0)) return (places){clamp_to(-c / a, 1), 0};
        return nearest_of_parallel(u, v, w);
    }
    const double inverse_a = 1 / a, inverse_e = 1 / e;
    const double s = clamp_to((b * f - c * e) / determinant, 1);
    const double t = clamp_to((b * s + f) * inverse_e, 1);
    return (places){clamp_to((b * t - c) * inverse_a, 1), t};
}

void snw_segment_segment(const snw_segment *first, const snw_segment *second, snw_closest *out) {
    const snw_vec3 u = snw_vec3_scale(snw_vec3_sub(first->end, first->start), 0.5);
    const snw_vec3 v = snw_vec3_scale(snw_vec3_sub(second->end, second->start), 0.5);
    const snw_vec3 start = snw_vec3_sub(first->start, second->start);
    const snw_vec3 w = snw_vec3_add(start, snw_vec3_sub(u, v));
    const places at = nearest_of_lines(u, v, w);
    out->a = snw_vec3_add_scaled(first->start, u, 1 + at.s);
    out->b = snw_vec3_add_scaled(second->start, v, 1 + at.t);
    const snw_vec3 way = snw_vec3_sub(out->a, out->b);
    const double square = snw_vec3_norm2(way), distance = sqrt(square);
    out->distance = distance;
    out->normal = snw_vec3_scale(way, distance > 0 ? 1 / distance : 0);
    const double size = distance + fabs(u.x) + fabs(u.y) + fabs(u.z) + fabs(v.x) + fabs(v.y) +
                        fabs(v.z) + fabs(out->a.x) + fabs(out->a.y) + fabs(out->a.z);
    out->least = fmax(0, distance - 64 * DBL_EPSILON * size);
    out->state = distance <= 1e-10 * size ? SNW_TOUCHING : SNW_SEPARATE;
    out->iterations = 0;
}

// From points a and b of two cores, in any frame, to the answer. False where they are the same.
SNW_INLINE bool part_points(const snw__core *A, const snw__core *B, snw_vec3 way, double size,
                            snw_closest *out) {
    const double length = sqrt(snw_vec3_norm2(way));
    if (!(length > 1e-14 * size)) return false;
    const double distance = length - (A->radius + B->radius);
    const double least = distance - 64 * DBL_EPSILON * size;
    out->distance = distance;
    out->least = least;
    out->normal = snw_vec3_scale(way, 1 / length);
    out->state = snw__state_of(distance, least, size);
    out->iterations = 0;
    return true;
}

bool snw__near_rods(const snw__placed *first, const snw__placed *second, snw_closest *out) {
    const snw__core *A = first->core, *B = second->core;
    const snw_pose *T_A = first->T, *T_B = second->T;
    // from B to A, before anything is added that is far off
    const snw_vec3 c_A = snw_mat3_apply(T_A->R, A->T.p), c_B = snw_mat3_apply(T_B->R, B->T.p);
    const snw_vec3 u = snw_mat3_apply(T_A->R, A->axis), v = snw_mat3_apply(T_B->R, B->axis);
    const snw_vec3 w = snw_vec3_add(snw_vec3_sub(T_A->p, T_B->p), snw_vec3_sub(c_A, c_B));
    const places at = nearest_of_lines(u, v, w);
    const snw_vec3 to_a = snw_vec3_scale(u, at.s), to_b = snw_vec3_scale(v, at.t);
    const snw_vec3 way = snw_vec3_add(w, snw_vec3_sub(to_a, to_b));
    const double size =
        fabs(w.x) + fabs(w.y) + fabs(w.z) + A->size + B->size + A->radius + B->radius;
    if (!part_points(A, B, way, size, out)) return false;
    const snw_vec3 a = snw_vec3_add(snw_vec3_add(T_A->p, c_A), to_a);
    const snw_vec3 b = snw_vec3_add(snw_vec3_add(T_B->p, c_B), to_b);
    out->a = snw_vec3_add_scaled(a, out->normal, -A->radius);
    out->b = snw_vec3_add_scaled(b, out->normal, B->radius);
    return true;
}

// --- boxes ---------------------------------------------------------------------------------------

// The place t, 0 to 1, on p + t d where half the derivative of the squared distance from a box is
// zero. That slope never falls, and is linear between the places where the segment crosses the
// planes of the box: so the nearest of these with another sign bracket the zero from both sides,
// and have the slopes nearest to 0. Where it is zero over a stretch its middle is returned.
static double nearest_to_box(snw_vec3 p, snw_vec3 d, snw_vec3 h) {
    const double start[3] = {p.x, p.y, p.z}, way[3] = {d.x, d.y, d.z}, half[3] = {h.x, h.y, h.z};
    double t[8] = {0, 1}, slope[8] = {0};
    for (int i = 0; i < 3; i++) {
        const double inverse = way[i] != 0 ? 1 / way[i] : 0;
        t[2 + 2 * i] = clamp_unit((half[i] - start[i]) * inverse);
        t[3 + 2 * i] = clamp_unit((-half[i] - start[i]) * inverse);
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 8; k++) {
            const double x = start[i] + t[k] * way[i];
            const double inside = x > half[i] ? half[i] : (x < -half[i] ? -half[i] : x);
            slope[k] += way[i] * (x - inside);
        }
    }
    const double length = fabs(d.x) + fabs(d.y) + fabs(d.z);
    const double zero =
        4 * DBL_EPSILON * length * (fabs(p.x) + fabs(p.y) + fabs(p.z) + length + h.x + h.y + h.z);
    if (slope[1] < -zero) return 1;
    if (slope[0] > zero) return 0;
    double below = 0, slope_below = -(double)INFINITY, above = 1, slope_above = (double)INFINITY;
    double low = 2, high = -1;
    for (int k = 0; k < 8; k++) {
        const bool falls = slope[k]<-zero, rises = slope[k]> zero;
        slope_below = falls && slope[k] > slope_below ? slope[k] : slope_below;
        below = falls && t[k] > below ? t[k] : below;
        slope_above = rises && slope[k] < slope_above ? slope[k] : slope_above;
        above = rises && t[k] < above ? t[k] : above;
        low = !falls && !rises && t[k] < low ? t[k] : low;
        high = !falls && !rises && t[k] > high ? t[k] : high;
    }
    if (low <= high) return (low + high) / 2;
    return below + (above - below) * slope_below / (slope_below - slope_above);
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

bool snw__near_rod_box(const snw__placed *first, const snw__placed *second, snw_closest *out) {
    const snw__core *A = first->core, *B = second->core;
    const snw_pose *T_A = first->T;
    snw_pose T_B = *second->T;
    if (B->straight) {
        T_B.p = snw_vec3_add(T_B.p, snw_mat3_apply(T_B.R, B->T.p));
    } else {
        T_B = snw_pose_mul(T_B, B->T);
    }
    const snw_vec3 middle = snw_mat3_apply(T_A->R, A->T.p);
    const snw_vec3 c = snw_mat3_apply_t(T_B.R, snw_vec3_add(snw_vec3_sub(T_A->p, T_B.p), middle));
    const snw_vec3 h = B->half;
    snw_vec3 a = c;
    if (A->kind == SNW__CORE_SEGMENT) {
        const snw_vec3 u = snw_mat3_apply_t(T_B.R, snw_mat3_apply(T_A->R, A->axis));
        const snw_vec3 start = snw_vec3_sub(c, u);
        a = snw_vec3_add_scaled(start, u, 2 * nearest_to_box(start, snw_vec3_scale(u, 2), h));
    }
    const snw_vec3 b = clamp_to_box(a, h);
    const double size =
        fabs(c.x) + fabs(c.y) + fabs(c.z) + A->size + B->size + A->radius + B->radius;
    if (!part_points(A, B, snw_vec3_sub(a, b), size, out)) return false;
    const snw_vec3 n = out->normal;
    out->normal = snw_mat3_apply(T_B.R, n);
    out->a = snw_pose_apply(T_B, snw_vec3_add_scaled(a, n, -A->radius));
    out->b = snw_pose_apply(T_B, snw_vec3_add_scaled(b, n, B->radius));
    return true;
}
