// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>

// Cutting a triangle by what hides it (after Weiler and Atherton 1977): by its plane where the two
// pass through each other, so that the cut is where they meet, else by its sides, so that one part
// is wholly behind it.

// corners closer to the line than this lie on it [px]
#define ON_LINE 0.05

// the point where a side crosses the line, from the distances of its ends
static snw_vec3 crossing(snw_vec3 a, snw_vec3 b, double at_a, double at_b) {
    return snw_vec3_add_scaled(a, snw_vec3_sub(b, a), at_a / (at_a - at_b));
}

static void set(snw_vec3 part[3], snw_vec3 a, snw_vec3 b, snw_vec3 c) {
    part[0] = a;
    part[1] = b;
    part[2] = c;
}

// Cuts where `at`, linear over the triangle, is 0; at[i] is its value at corner i. Returns the
// number of parts, 0 when the line does not cross.
static int cut_at(const snw_vec3 p[3], const double at[3], snw_vec3 parts[3][3]) {
    int sign[3], positive = 0, negative = 0;
    for (int i = 0; i < 3; i++) {
        sign[i] = at[i] > ON_LINE ? 1 : at[i] < -ON_LINE ? -1 : 0;
        positive += sign[i] > 0;
        negative += sign[i] < 0;
    }
    if (positive == 0 || negative == 0) return 0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        if (sign[i] == 0) { // through a corner
            const snw_vec3 m = crossing(p[j], p[k], at[j], at[k]);
            set(parts[0], p[i], p[j], m);
            set(parts[1], p[i], m, p[k]);
            return 2;
        }
        if (sign[j] == sign[k] && sign[i] == -sign[j]) { // corner i is alone on its side
            const snw_vec3 m = crossing(p[i], p[j], at[i], at[j]);
            const snw_vec3 n = crossing(p[i], p[k], at[i], at[k]);
            set(parts[0], p[i], m, n);
            set(parts[1], m, p[j], p[k]);
            set(parts[2], m, p[k], n);
            return 3;
        }
    }
    return 0;
}

// where the triangle passes through the plane of the blocker: the difference of their depths
static int cut_by_plane(const snw_vec3 p[3], const snw_vec3 q[3], snw_vec3 parts[3][3]) {
    const snw_vec3 n = snw_vec3_cross(snw_vec3_sub(q[1], q[0]), snw_vec3_sub(q[2], q[0]));
    if (!(fabs(n.z) > 1e-9 * snw_vec3_norm(n))) return 0;
    double at[3];
    for (int i = 0; i < 3; i++) {
        at[i] = snw_vec3_dot(n, snw_vec3_sub(p[i], q[0])) / n.z;
    }
    return cut_at(p, at, parts);
}

static int cut_by_side(const snw_vec3 p[3], snw_vec3 a, snw_vec3 b, snw_vec3 parts[3][3]) {
    const double length = hypot(b.x - a.x, b.y - a.y);
    if (!(length > ON_LINE)) return 0;
    double at[3];
    for (int i = 0; i < 3; i++) {
        at[i] = ((b.x - a.x) * (p[i].y - a.y) - (b.y - a.y) * (p[i].x - a.x)) / length;
    }
    return cut_at(p, at, parts);
}

static int cut_in_half(const snw_vec3 p[3], snw_vec3 parts[3][3]) {
    int longest = 0;
    double length = 0;
    for (int i = 0; i < 3; i++) {
        const snw_vec3 a = p[i], b = p[(i + 1) % 3];
        const double l = hypot(a.x - b.x, a.y - b.y);
        if (l > length) {
            length = l;
            longest = i;
        }
    }
    const snw_vec3 a = p[longest], b = p[(longest + 1) % 3], c = p[(longest + 2) % 3];
    const snw_vec3 middle = snw_vec3_scale(snw_vec3_add(a, b), 0.5);
    set(parts[0], a, middle, c);
    set(parts[1], middle, b, c);
    return 2;
}

int snw__draw_cut(const draw_grid *grid, const snw_vec3 p[3], int blocker, snw_vec3 parts[3][3]) {
    int count = 0;
    if (blocker >= 0) {
        snw_vec3 q[3];
        snw__draw_corners(grid, blocker, q);
        count = cut_by_plane(p, q, parts);
        for (int i = 0; i < 3 && count == 0; i++) {
            count = cut_by_side(p, q[i], q[(i + 1) % 3], parts);
        }
    }
    return count > 0 ? count : cut_in_half(p, parts);
}
