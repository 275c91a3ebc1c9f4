// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_DISTANCE_SURFACES_H
#define SINEW_TESTS_DISTANCE_SURFACES_H

/// @file
/// Meshes to test with, and what brute force says of their triangles, in long double and with
/// formulas of its own.

#include "made.h"

enum { SURFACE_POINTS = 700, SURFACE_FACES = 1400 };

typedef struct surface {
    snw_vec3 points[SURFACE_POINTS];
    int triangles[3 * SURFACE_FACES];
    snw_mesh mesh;
} surface;

__attribute__((unused)) static snw_mesh *surface_done(surface *s, int points, int faces) {
    s->mesh = (snw_mesh){.points = s->points,
                         .point_count = points,
                         .triangles = s->triangles,
                         .index_count = 3 * faces};
    return &s->mesh;
}

/// A ring about z with round sections: solid where (sqrt(x^2 + y^2) - large)^2 + z^2 <= small^2.
__attribute__((unused)) static snw_mesh *fill_torus(surface *s, double large, double small,
                                                    int ring, int tube) {
    const double turn = 2 * 3.14159265358979323846;
    for (int i = 0; i < ring; i++) {
        for (int j = 0; j < tube; j++) {
            const double a = turn * i / ring, b = turn * j / tube, r = large + small * cos(b);
            s->points[i * tube + j] = snw_vec3_of(r * cos(a), r * sin(a), small * sin(b));
            const int i1 = (i + 1) % ring, j1 = (j + 1) % tube;
            const int at[6] = {i * tube + j, i1 * tube + j,  i1 * tube + j1,
                               i * tube + j, i1 * tube + j1, i * tube + j1};
            for (int k = 0; k < 6; k++) {
                s->triangles[6 * (i * tube + j) + k] = at[k];
            }
        }
    }
    return surface_done(s, ring * tube, 2 * ring * tube);
}

/// A box with twelve triangles; the last `open` of them are left out.
__attribute__((unused)) static snw_mesh *fill_crate(surface *s, snw_vec3 half, int open) {
    static const int faces[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                  2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    for (int i = 0; i < 8; i++) {
        s->points[i] = snw_vec3_of(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                                   i & 4 ? half.z : -half.z);
    }
    for (int i = 0; i < 36; i++) {
        s->triangles[i] = faces[i];
    }
    return surface_done(s, 8, 12 - open);
}

// --- brute force ---------------------------------------------------------------------------------

typedef struct wide {
    long double x, y, z;
} wide;

static wide wide_of(snw_vec3 a) {
    return (wide){a.x, a.y, a.z};
}

static wide wide_add(wide a, wide b, long double t) {
    return (wide){a.x + b.x * t, a.y + b.y * t, a.z + b.z * t};
}

static long double wide_dot(wide a, wide b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static wide wide_cross(wide a, wide b) {
    return (wide){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static long double wide_apart(wide a, wide b) {
    const wide d = wide_add(a, b, -1);
    return sqrtl(wide_dot(d, d));
}

static long double unit_part(long double t) {
    return t < 0 ? 0 : (t > 1 ? 1 : t);
}

// two segments, by going to and fro between them: each step is the best for one of them
__attribute__((unused)) static long double brute_segments(const wide a[2], const wide b[2]) {
    const wide u = wide_add(a[1], a[0], -1), v = wide_add(b[1], b[0], -1);
    long double least = INFINITY;
    // the inside of both, then every end
    const wide w = wide_add(a[0], b[0], -1);
    const long double uu = wide_dot(u, u), uv = wide_dot(u, v), vv = wide_dot(v, v);
    const long double det = uu * vv - uv * uv;
    if (det > 1e-25L * uu * vv) {
        const long double s = (uv * wide_dot(v, w) - vv * wide_dot(u, w)) / det;
        const long double t = (uu * wide_dot(v, w) - uv * wide_dot(u, w)) / det;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
            least = wide_apart(wide_add(a[0], u, s), wide_add(b[0], v, t));
        }
    }
    for (int i = 0; i < 2; i++) {
        const long double t = vv > 0 ? unit_part(wide_dot(wide_add(a[i], b[0], -1), v) / vv) : 0;
        const long double s = uu > 0 ? unit_part(wide_dot(wide_add(b[i], a[0], -1), u) / uu) : 0;
        least = fminl(least, wide_apart(a[i], wide_add(b[0], v, t)));
        least = fminl(least, wide_apart(b[i], wide_add(a[0], u, s)));
    }
    return least;
}

// Where the line through a point along d meets the plane of a triangle inside of it: the part of d.
static bool brute_pierces(wide p, wide d, const wide at[3], long double *t) {
    const wide e1 = wide_add(at[1], at[0], -1), e2 = wide_add(at[2], at[0], -1);
    const wide n = wide_cross(e1, e2), w = wide_add(p, at[0], -1);
    const long double closing = wide_dot(n, d);
    if (closing == 0) return false;
    *t = -wide_dot(n, w) / closing;
    const wide hit = wide_add(w, d, *t);
    const long double nn = wide_dot(n, n);
    const long double u = wide_dot(wide_cross(hit, e2), n) / nn;
    const long double v = wide_dot(wide_cross(e1, hit), n) / nn;
    return u >= 0 && v >= 0 && u + v <= 1;
}

__attribute__((unused)) static long double brute_point_triangle(wide p, const wide at[3]) {
    const wide e1 = wide_add(at[1], at[0], -1), e2 = wide_add(at[2], at[0], -1);
    const wide n = wide_cross(e1, e2), point[2] = {p, p};
    long double t, least = INFINITY;
    if (brute_pierces(p, n, at, &t)) least = fabsl(t) * sqrtl(wide_dot(n, n));
    for (int i = 0; i < 3; i++) {
        const wide edge[2] = {at[i], at[(i + 1) % 3]};
        least = fminl(least, brute_segments(point, edge));
    }
    return least;
}

__attribute__((unused)) static long double brute_segment_triangle(const wide a[2],
                                                                  const wide at[3]) {
    long double t, least = fminl(brute_point_triangle(a[0], at), brute_point_triangle(a[1], at));
    if (brute_pierces(a[0], wide_add(a[1], a[0], -1), at, &t) && t >= 0 && t <= 1) return 0;
    for (int i = 0; i < 3; i++) {
        const wide edge[2] = {at[i], at[(i + 1) % 3]};
        least = fminl(least, brute_segments(a, edge));
    }
    return least;
}

__attribute__((unused)) static long double brute_triangles(const wide a[3], const wide b[3]) {
    long double least = INFINITY;
    for (int i = 0; i < 3; i++) {
        const wide of_a[2] = {a[i], a[(i + 1) % 3]}, of_b[2] = {b[i], b[(i + 1) % 3]};
        least = fminl(least, brute_segment_triangle(of_a, b));
        least = fminl(least, brute_segment_triangle(of_b, a));
    }
    return least;
}

__attribute__((unused)) static void surface_corners(const snw_mesh *m, int face, snw_pose T,
                                                    wide at[3]) {
    for (int k = 0; k < 3; k++) {
        at[k] = wide_of(snw_pose_apply(T, m->points[m->triangles[3 * face + k]]));
    }
}

/// The distance of a segment, which may be a point, from all triangles.
__attribute__((unused)) static double brute_segment_mesh(snw_segment way, const snw_mesh *m,
                                                         snw_pose T) {
    const wide a[2] = {wide_of(way.start), wide_of(way.end)};
    long double least = INFINITY;
    for (int i = 0; i < m->index_count / 3; i++) {
        wide at[3];
        surface_corners(m, i, T, at);
        least = fminl(least, brute_segment_triangle(a, at));
    }
    return (double)least;
}

/// The distance of all triangles from all triangles.
__attribute__((unused)) static double brute_meshes(const snw_mesh *first, snw_pose T_first,
                                                   const snw_mesh *second, snw_pose T_second) {
    long double least = INFINITY;
    for (int i = 0; i < first->index_count / 3; i++) {
        wide a[3], b[3];
        surface_corners(first, i, T_first, a);
        for (int j = 0; j < second->index_count / 3; j++) {
            surface_corners(second, j, T_second, b);
            least = fminl(least, brute_triangles(a, b));
        }
    }
    return (double)least;
}

#endif // SINEW_TESTS_DISTANCE_SURFACES_H
