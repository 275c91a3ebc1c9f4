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

// the coordinates of a vector in the plane across an axis, turned like the axis
typedef struct flat {
    double u, v;
} flat;

static flat flatten(snw_vec3 a, int axis) {
    return axis == 0 ? (flat){a.y, a.z} : (axis == 1 ? (flat){a.z, a.x} : (flat){a.x, a.y});
}

// twice the area of the triangle from p to b to c
static double area_from(flat p, flat b, flat c) {
    return (b.u - p.u) * (c.v - p.v) - (b.v - p.v) * (c.u - p.u);
}

// A search that has just added k need not look at the edge of the others again.
static face nearest_of_edges(const snw__simplex *s, int i, int j, int k, bool grown) {
    face best = nearest_of_edge(s, j, k);
    const face second = nearest_of_edge(s, k, i);
    keep_nearer(&best, &second);
    if (grown) return best;
    const face third = nearest_of_edge(s, i, j);
    keep_nearer(&best, &third);
    return best;
}

static face nearest_of_triangle(const snw__simplex *s, int i, int j, int k, bool grown) {
    const snw_vec3 a = s->at[i].w, b = s->at[j].w, c = s->at[k].w;
    const snw_vec3 n = snw_vec3_cross(snw_vec3_sub(b, a), snw_vec3_sub(c, a));
    const double square = snw_vec3_norm2(n);
    if (square > 0) {
        // the origin, projected into the plane, and the parts that it makes
        const snw_vec3 p = snw_vec3_scale(n, snw_vec3_dot(a, n) / square);
        const double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
        const int axis = x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
        const double side = (axis == 0 ? n.x : (axis == 1 ? n.y : n.z)) < 0 ? -1 : 1;
        const flat fa = flatten(a, axis), fb = flatten(b, axis), fc = flatten(c, axis);
        const flat fp = flatten(p, axis);
        const double wa = side * area_from(fp, fb, fc), wb = side * area_from(fp, fc, fa);
        const double wc = side * area_from(fp, fa, fb);
        if (wa > 0 && wb > 0 && wc > 0) {
            // of a thin triangle the parts have roundings: only their ratios are used
            const double part = 1 / (wa + wb + wc);
            return (face){.at = {i, j, k},
                          .count = 3,
                          .weight = {wa * part, wb * part, wc * part},
                          .nearest = p,
                          .square = snw_vec3_norm2(p)};
        }
    }
    return nearest_of_edges(s, i, j, k, grown);
}

// The parts of the volume that the origin makes with each face, of the sign of the whole where it
// is on the inner side. True when it is inside; then the weights are found.
static bool is_inside_tetrahedron(snw__simplex *s, double parts[4]) {
    const snw_vec3 a = s->at[0].w, b = s->at[1].w, c = s->at[2].w, d = s->at[3].w;
    const snw_vec3 cd = snw_vec3_cross(c, d), ab = snw_vec3_cross(a, b);
    parts[0] = snw_vec3_dot(b, cd);
    parts[1] = -snw_vec3_dot(a, cd);
    parts[2] = snw_vec3_dot(d, ab);
    parts[3] = -snw_vec3_dot(c, ab);
    const double whole = parts[0] + parts[1] + parts[2] + parts[3];
    bool inside = true;
    for (int i = 0; i < 4; i++) {
        parts[i] *= whole;
        inside = inside && parts[i] > 0;
    }
    for (int i = 0; i < 4 && inside; i++) {
        s->weight[i] = parts[i] / (whole * whole);
    }
    return inside;
}

// The faces that have the origin outside; all three of the newest point where rounding says none.
static face nearest_of_faces(const snw__simplex *s, const double parts[4], bool grown) {
    static const int corners[4][3] = {{1, 2, 3}, {2, 0, 3}, {0, 1, 3}, {0, 1, 2}};
    face best = {.square = (double)INFINITY};
    for (int round = 0; round < 2 && best.count == 0; round++) {
        for (int i = 0; i < (grown ? 3 : 4); i++) {
            if (parts[i] > 0 && round == 0) continue;
            const int *at = corners[i];
            const face next = nearest_of_triangle(s, at[0], at[1], at[2], grown && i < 3);
            keep_nearer(&best, &next);
        }
    }
    return best;
}

static snw_vec3 reduce_to(snw__simplex *s, const face *best) {
    // the newest point may come before others, so they are taken out before any is put back
    snw__vertex kept[3];
    const int count = best->count;
    for (int i = 0; i < count; i++) {
        kept[i] = s->at[best->at[i]];
    }
    for (int i = 0; i < count; i++) {
        s->at[i] = kept[i];
        s->weight[i] = best->weight[i];
    }
    s->count = count;
    return best->nearest;
}

static snw_vec3 nearest_of_simplex(snw__simplex *s, bool grown) {
    face best;
    double parts[4];
    switch (s->count) {
    case 1:
        s->weight[0] = 1;
        return s->at[0].w;
    case 2:
        best = nearest_of_edge(s, 0, 1);
        break;
    case 3:
        best = nearest_of_triangle(s, 0, 1, 2, grown);
        break;
    default:
        if (is_inside_tetrahedron(s, parts)) return snw_vec3_zero();
        best = nearest_of_faces(s, parts, grown);
        break;
    }
    return reduce_to(s, &best);
}

snw_vec3 snw__simplex_nearest(snw__simplex *simplex) {
    return nearest_of_simplex(simplex, false);
}

snw_vec3 snw__simplex_grown(snw__simplex *simplex) {
    return nearest_of_simplex(simplex, true);
}

snw_vec3 snw__simplex_point(const snw__simplex *s) {
    snw_vec3 point = snw_vec3_zero();
    for (int i = 0; i < s->count; i++) {
        point = snw_vec3_add_scaled(point, s->at[i].a, s->weight[i]);
    }
    return point;
}
