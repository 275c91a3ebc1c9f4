// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Two boxes, of which either may be flat. When they are apart, the nearest points are a corner of
// one of them and a point of the other, or points of two edges. So the nearest of 16 corners, or
// the edges across the direction that parts them farthest, are the answer; which of them, the gap
// of the planes across the way between the points proves. When no direction of the 15 parts them,
// they meet, and the best of these is the least way out (axes.c).

#include <string.h>

#include "internal.h"

static double size_of_part(double x) {
    return x < 0 ? -x : x;
}

// the half width of a box along a direction in its own frame
static double reach_along(snw_vec3 half, snw_vec3 d) {
    return half.x * size_of_part(d.x) + half.y * size_of_part(d.y) + half.z * size_of_part(d.z);
}

// the gap of the planes across a unit direction from B to A
static double gap_across(const snw__pair *pair, snw_vec3 n) {
    const double reach_A = reach_along(pair->A->half, snw_mat3_apply_t(pair->R, n));
    return snw_vec3_dot(n, pair->p) - reach_A - reach_along(pair->B->half, n);
}

// --- corners -------------------------------------------------------------------------------------

// eight corners at once
typedef double eight __attribute__((vector_size(8 * sizeof(double))));
typedef int64_t eight_bits __attribute__((vector_size(8 * sizeof(int64_t))));

// The corner of a box, placed at p with axes R, that is nearest to a box of half extents h about
// the origin. Returns the square of its distance.
static double nearest_corner(snw_vec3 half, const snw_mat3 *R, snw_vec3 p, snw_vec3 h,
                             snw_vec3 *corner) {
    const eight x_side = {-1, 1, -1, 1, -1, 1, -1, 1}, y_side = {-1, -1, 1, 1, -1, -1, 1, 1};
    const eight z_side = {-1, -1, -1, -1, 1, 1, 1, 1};
    const snw_vec3 u = snw_vec3_scale(R->x, half.x), v = snw_vec3_scale(R->y, half.y);
    const snw_vec3 w = snw_vec3_scale(R->z, half.z);
    const eight at[3] = {p.x + x_side * u.x + y_side * v.x + z_side * w.x,
                         p.y + x_side * u.y + y_side * v.y + z_side * w.y,
                         p.z + x_side * u.z + y_side * v.z + z_side * w.z};
    const double limit[3] = {h.x, h.y, h.z};
    eight squares = {0};
    for (int i = 0; i < 3; i++) {
        const eight over = (eight)((eight_bits)at[i] & INT64_MAX) - limit[i];
        const eight out = (eight)((eight_bits)over & (over > 0));
        squares += out * out;
    }
    // the winners of four pairs, of two, of one
    double square[8];
    memcpy(square, &squares, sizeof square);
    int best[4];
    for (int k = 0; k < 4; k++) {
        best[k] = square[k + 4] < square[k] ? k + 4 : k;
    }
    const int first = square[best[2]] < square[best[0]] ? best[2] : best[0];
    const int second = square[best[3]] < square[best[1]] ? best[3] : best[1];
    const int winner = square[second] < square[first] ? second : first;
    *corner = snw_vec3_of(at[0][winner], at[1][winner], at[2][winner]);
    return square[winner];
}

static double clamp_to(double x, double limit) {
    return x > limit ? limit : (x < -limit ? -limit : x);
}

static snw_vec3 clamp_to_box(snw_vec3 a, snw_vec3 h) {
    return snw_vec3_of(clamp_to(a.x, h.x), clamp_to(a.y, h.y), clamp_to(a.z, h.z));
}

// --- edges ---------------------------------------------------------------------------------------

// the middle of the edge along an axis that is farthest along d, in the frame of the box
static snw_vec3 middle_of_edge(snw_vec3 half, snw_vec3 d, int axis) {
    const snw_vec3 corner = {d.x < 0 ? -half.x : half.x, d.y < 0 ? -half.y : half.y,
                             d.z < 0 ? -half.z : half.z};
    return snw_vec3_of(axis == 0 ? 0 : corner.x, axis == 1 ? 0 : corner.y,
                       axis == 2 ? 0 : corner.z);
}

static void nearest_of_edges(const snw__pair *pair, const snw__parting *e, snw_vec3 *a,
                             snw_vec3 *b) {
    const snw_vec3 half = pair->A->half, n = snw__parting_edge(pair, e);
    const snw_vec3 in_A = snw_vec3_neg(snw_mat3_apply_t(pair->R, n));
    const snw_vec3 middle_A = middle_of_edge(half, in_A, e->edge_A);
    const snw_vec3 m = snw_vec3_add(snw_mat3_apply(pair->R, middle_A), pair->p);
    const snw_vec3 u =
        snw_vec3_scale(snw_mat3_column(pair->R, e->edge_A), snw_vec3_get(half, e->edge_A));
    const snw_vec3 at_B = middle_of_edge(pair->B->half, n, e->edge_B);
    snw_vec3 v = snw_vec3_zero();
    snw_vec3_set(&v, e->edge_B, snw_vec3_get(pair->B->half, e->edge_B));
    const snw_segment first = {snw_vec3_sub(m, u), snw_vec3_add(m, u)};
    const snw_segment second = {snw_vec3_sub(at_B, v), snw_vec3_add(at_B, v)};
    snw_closest c;
    snw_segment_segment(&first, &second, &c);
    *a = c.a;
    *b = c.b;
}

// --- both ----------------------------------------------------------------------------------------

// Takes two points when the planes across the way between them prove that none are nearer.
static bool take_proven(const snw__pair *pair, snw_vec3 a, snw_vec3 b, snw__gap *gap) {
    const snw_vec3 way = snw_vec3_sub(a, b);
    const double square = snw_vec3_norm2(way), length = sqrt(square);
    const double rounding = 8 * DBL_EPSILON * pair->size;
    if (!(length > 1e-12 * pair->size)) return false;
    const snw_vec3 n = snw_vec3_scale(way, length * (1 / square));
    const double least = gap_across(pair, n);
    if (!(length - least <= 1e-13 * length + rounding)) return false;
    gap->distance = length;
    gap->least = (least < length ? least : length) - rounding;
    gap->a = a;
    gap->b = b;
    gap->normal = n;
    gap->meet = gap->is_beyond = false;
    gap->iterations = 0;
    return true;
}

typedef enum found { APART, MEETING, UNPROVEN } found;

static found find_apart(const snw__pair *pair, snw__parting *e, snw__gap *gap) {
    const snw_vec3 h_A = pair->A->half, h_B = pair->B->half;
    const snw_mat3 back = snw_mat3_transpose(pair->R);
    const snw_vec3 p_back = snw_vec3_neg(snw_mat3_apply(back, pair->p));
    snw_vec3 corner_A, corner_B;
    const double square_A = nearest_corner(h_A, &pair->R, pair->p, h_B, &corner_A);
    const double square_B = nearest_corner(h_B, &back, p_back, h_A, &corner_B);
    snw_vec3 a = corner_A, b;
    if (square_A <= square_B) {
        b = clamp_to_box(corner_A, h_B);
    } else {
        a = snw_vec3_add(snw_mat3_apply(pair->R, clamp_to_box(corner_B, h_A)), pair->p);
        b = snw_vec3_add(snw_mat3_apply(pair->R, corner_B), pair->p);
    }
    if (take_proven(pair, a, b, gap)) return APART;
    *e = snw__part_boxes(pair);
    if (e->edge_gap > 0) {
        nearest_of_edges(pair, e, &a, &b);
        return take_proven(pair, a, b, gap) ? APART : UNPROVEN;
    }
    return e->face_gap > 0 ? UNPROVEN : MEETING;
}

// The least way out, and the points where they touch after it: moved a little farther, they are
// the nearest.
static void find_depth(const snw__pair *pair, const snw__parting *e, snw__gap *gap) {
    const bool by_face = e->face_gap >= e->edge_gap;
    const double depth = -fmin(0, by_face ? e->face_gap : e->edge_gap);
    const snw_vec3 n = by_face ? snw__parting_face(pair, e) : snw__parting_edge(pair, e);
    snw__pair parted = *pair;
    snw__gap touch;
    snw__parting again;
    parted.p = snw_vec3_add_scaled(pair->p, n, depth + pair->size / 4);
    parted.beyond = (double)INFINITY;
    parted.cache = NULL;
    if (find_apart(&parted, &again, &touch) != APART) {
        snw__simplex simplex;
        snw__gjk(&parted, &simplex, &touch);
    }
    *gap = (snw__gap){.distance = -depth, .normal = n, .b = touch.b, .meet = true};
    gap->least = -depth - 16 * DBL_EPSILON * pair->size;
    gap->a = snw_vec3_add_scaled(touch.b, n, -depth);
}

bool snw__near_boxes(const snw__pair *pair, snw__gap *gap) {
    snw__parting e;
    const found which = find_apart(pair, &e, gap);
    if (which == MEETING) find_depth(pair, &e, gap);
    return which != UNPROVEN;
}

void snw__depth_boxes(const snw__pair *pair, snw__gap *gap) {
    const snw__parting e = snw__part_boxes(pair);
    find_depth(pair, &e, gap);
}
