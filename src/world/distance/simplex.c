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

// The faces are written in place and chosen by address: a copy of what was just written waits for
// it.
static const face *nearer_of(const face *best, const face *other) {
    return other->square < best->square ? other : best;
}

static void nearest_of_edge(const snw__simplex *s, int i, int j, face *out) {
    const snw_vec3 a = s->at[i].w, b = s->at[j].w, edge = snw_vec3_sub(b, a);
    const double square = snw_vec3_norm2(edge);
    // from the end that is nearer to the origin: less cancels
    const bool from_a = snw_vec3_norm2(a) <= snw_vec3_norm2(b);
    const double way = from_a ? -snw_vec3_dot(a, edge) : snw_vec3_dot(b, edge);
    double t = square > 0 ? way / square : 0;
    t = t > 0 ? (t < 1 ? t : 1) : 0;

    out->count = t > 0 && t < 1 ? 2 : 1;
    out->at[0] = from_a == (t < 1) ? i : j;
    out->at[1] = from_a ? j : i;
    out->weight[0] = t < 1 ? 1 - t : 1;
    out->weight[1] = t;
    if (out->count == 1) {
        out->nearest = s->at[out->at[0]].w;
    } else {
        // As a + t edge the point would be right to the rounding of a, and its direction lost where
        // the edge is long and passes near the origin.
        const snw_vec3 across = snw_vec3_cross(edge, from_a ? a : b);
        out->nearest = snw_vec3_divide(snw_vec3_cross(across, edge), square);
    }
    out->square = snw_vec3_norm2(out->nearest);
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
static void nearest_of_edges(const snw__simplex *s, const int at[3], bool grown, face *out) {
    face second, third;
    nearest_of_edge(s, at[1], at[2], out);
    nearest_of_edge(s, at[2], at[0], &second);
    const face *best = nearer_of(out, &second);
    if (!grown) {
        nearest_of_edge(s, at[0], at[1], &third);
        best = nearer_of(best, &third);
    }
    if (best != out) *out = *best;
}

static void nearest_of_triangle(const snw__simplex *s, const int at[3], bool grown, face *out) {
    const snw_vec3 a = s->at[at[0]].w, b = s->at[at[1]].w, c = s->at[at[2]].w;
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
            out->count = 3;
            out->weight[0] = wa * part;
            out->weight[1] = wb * part;
            out->weight[2] = wc * part;
            out->nearest = p;
            out->square = snw_vec3_norm2(p);
            for (int i = 0; i < 3; i++) {
                out->at[i] = at[i];
            }
            return;
        }
    }
    nearest_of_edges(s, at, grown, out);
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
static const face *nearest_of_faces(const snw__simplex *s, const double parts[4], bool grown,
                                    face found[4]) {
    static const int corners[4][3] = {{1, 2, 3}, {2, 0, 3}, {0, 1, 3}, {0, 1, 2}};
    const face *best = NULL;
    for (int round = 0; round < 2 && best == NULL; round++) {
        for (int i = 0; i < (grown ? 3 : 4); i++) {
            if (parts[i] > 0 && round == 0) continue;
            nearest_of_triangle(s, corners[i], grown && i < 3, &found[i]);
            best = best == NULL ? &found[i] : nearer_of(best, &found[i]);
        }
    }
    return best;
}

// Keeps the points of a face, in the order that they have: so each moves down over one that goes.
static snw_vec3 reduce_to(snw__simplex *s, const face *best) {
    double weight[4] = {0};
    bool kept[4] = {false};
    for (int i = 0; i < best->count; i++) {
        kept[best->at[i]] = true;
        weight[best->at[i]] = best->weight[i];
    }
    int count = 0;
    for (int i = 0; i < s->count; i++) {
        if (!kept[i]) continue;
        if (count != i) s->at[count] = s->at[i];
        s->weight[count++] = weight[i];
    }
    s->count = count;
    return best->nearest;
}

static snw_vec3 nearest_of_simplex(snw__simplex *s, bool grown) {
    static const int all[3] = {0, 1, 2};
    face found[4];
    const face *best = found;
    double parts[4];
    switch (s->count) {
    case 1:
        s->weight[0] = 1;
        return s->at[0].w;
    case 2:
        nearest_of_edge(s, 0, 1, found);
        break;
    case 3:
        nearest_of_triangle(s, all, grown, found);
        break;
    default:
        if (is_inside_tetrahedron(s, parts)) return snw_vec3_zero();
        best = nearest_of_faces(s, parts, grown, found);
        break;
    }
    return reduce_to(s, best);
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
