// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The point of a simplex that is nearest to the origin, by signed volumes (Montanari, Petrinic and
// Barbieri 2017): the origin's projection is inside a face when the parts into which it cuts the
// face are turned like the face itself. Areas are compared in the coordinate plane where the face
// is largest, so that a thin simplex does not divide by a small number.

#include "internal.h"

// a face of a simplex: which points, and the nearest point of it
typedef struct face {
    int at[3];
    int count;
    double weight[3];
    snw_vec3 nearest;
    double square;
} face;

static void keep_nearer(face *best, const face *other) {
    if (other->square < best->square) *best = *other;
}

static face nearest_of_edge(const snw__simplex *s, int i, int j) {
    const snw_vec3 a = s->at[i].w, b = s->at[j].w, edge = snw_vec3_sub(b, a);
    const double square = snw_vec3_norm2(edge);
    // from the end that is nearer to the origin: less cancels
    const bool from_a = snw_vec3_norm2(a) <= snw_vec3_norm2(b);
    const double way = from_a ? -snw_vec3_dot(a, edge) : snw_vec3_dot(b, edge);
    double t = square > 0 ? way / square : 0;
    t = t > 0 ? (t < 1 ? t : 1) : 0;

    face r = {.at = {from_a ? i : j, from_a ? j : i}, .count = t > 0 ? 2 : 1, .weight = {1 - t, t}};
    if (t == 1) r = (face){.at = {r.at[1]}, .count = 1, .weight = {1}};
    if (r.count == 1) {
        r.nearest = s->at[r.at[0]].w;
    } else {
        // As a + t edge the point would be right to the rounding of a, and its direction lost where
        // the edge is long and passes near the origin.
        const snw_vec3 across = snw_vec3_cross(edge, from_a ? a : b);
        r.nearest = snw_vec3_divide(snw_vec3_cross(across, edge), square);
    }
    r.square = snw_vec3_norm2(r.nearest);
    return r;
}

static double coordinate(snw_vec3 v, int i) {
    return i == 0 ? v.x : (i == 1 ? v.y : v.z);
}

// twice the area of a triangle as seen along a coordinate axis, with its sign
static double area_along(int axis, snw_vec3 a, snw_vec3 b, snw_vec3 c) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const double au = coordinate(a, u), av = coordinate(a, v);
    return (coordinate(b, u) - au) * (coordinate(c, v) - av) -
           (coordinate(b, v) - av) * (coordinate(c, u) - au);
}

static face nearest_of_edges(const snw__simplex *s, int i, int j, int k) {
    face best = nearest_of_edge(s, i, j);
    const face second = nearest_of_edge(s, j, k), third = nearest_of_edge(s, k, i);
    keep_nearer(&best, &second);
    keep_nearer(&best, &third);
    return best;
}

static face nearest_of_triangle(const snw__simplex *s, int i, int j, int k) {
    const snw_vec3 a = s->at[i].w, b = s->at[j].w, c = s->at[k].w;
    const snw_vec3 n = snw_vec3_cross(snw_vec3_sub(b, a), snw_vec3_sub(c, a));
    const double square = snw_vec3_norm2(n);
    if (square > 0) {
        // the origin, projected into the plane, and the parts that it makes
        const snw_vec3 p = snw_vec3_scale(n, snw_vec3_dot(a, n) / square);
        const double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
        const int axis = x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
        const double whole = coordinate(n, axis);
        const double wa = area_along(axis, p, b, c) / whole, wb = area_along(axis, a, p, c) / whole;
        const double wc = area_along(axis, a, b, p) / whole;
        if (wa > 0 && wb > 0 && wc > 0) {
            // of a thin triangle the parts have roundings: only their ratios are used
            const double sum = wa + wb + wc;
            return (face){.at = {i, j, k},
                          .count = 3,
                          .weight = {wa / sum, wb / sum, wc / sum},
                          .nearest = p,
                          .square = snw_vec3_norm2(p)};
        }
    }
    return nearest_of_edges(s, i, j, k);
}

static double volume(snw_vec3 a, snw_vec3 b, snw_vec3 c) {
    return snw_vec3_dot(a, snw_vec3_cross(b, c));
}

// the origin is inside when it sees all four faces from the inside; then the weights are found
static bool is_inside_tetrahedron(snw__simplex *s) {
    const snw_vec3 a = s->at[0].w, b = s->at[1].w, c = s->at[2].w, d = s->at[3].w;
    const double parts[4] = {volume(b, c, d), -volume(a, c, d), volume(a, b, d), -volume(a, b, c)};
    const double whole = parts[0] + parts[1] + parts[2] + parts[3];
    for (int i = 0; i < 4; i++) {
        if (!(parts[i] * whole > 0)) return false;
    }
    for (int i = 0; i < 4; i++) {
        s->weight[i] = parts[i] / whole;
    }
    return true;
}

static snw_vec3 reduce_to(snw__simplex *s, const face *best) {
    snw__simplex kept = {.count = best->count};
    for (int i = 0; i < best->count; i++) {
        kept.at[i] = s->at[best->at[i]];
        kept.weight[i] = best->weight[i];
    }
    *s = kept;
    return best->nearest;
}

snw_vec3 snw__simplex_nearest(snw__simplex *s) {
    if (s->count == 4) {
        if (is_inside_tetrahedron(s)) return snw_vec3_zero();
        face best = nearest_of_triangle(s, 0, 1, 3);
        const face second = nearest_of_triangle(s, 1, 2, 3),
                   third = nearest_of_triangle(s, 2, 0, 3);
        const face last = nearest_of_triangle(s, 0, 1, 2);
        keep_nearer(&best, &second);
        keep_nearer(&best, &third);
        keep_nearer(&best, &last);
        return reduce_to(s, &best);
    }
    if (s->count == 1) {
        s->weight[0] = 1;
        return s->at[0].w;
    }
    const face best = s->count == 3 ? nearest_of_triangle(s, 0, 1, 2) : nearest_of_edge(s, 0, 1);
    return reduce_to(s, &best);
}

snw_vec3 snw__simplex_point(const snw__simplex *s) {
    snw_vec3 point = snw_vec3_zero();
    for (int i = 0; i < s->count; i++) {
        point = snw_vec3_add_scaled(point, s->at[i].a, s->weight[i]);
    }
    return point;
}
