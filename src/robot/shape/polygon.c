// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Polygons into triangles, and normals.

#include <string.h>

#include "internal.h"

// Newell's sum is twice the area vector of any closed polygon, also of one that is not quite flat.
static snw_vec3 area_vector(const snw_mesh *mesh, const int *corners, int count) {
    const snw_vec3 origin = mesh->points[corners[0]];
    snw_vec3 sum = {0, 0, 0};
    for (int i = 1; i + 1 < count; i++) {
        const snw_vec3 a = snw_vec3_sub(mesh->points[corners[i]], origin);
        const snw_vec3 b = snw_vec3_sub(mesh->points[corners[i + 1]], origin);
        sum = snw_vec3_add(sum, snw_vec3_cross(a, b));
    }
    return sum;
}

snw_vec3 snw__polygon_normal(const snw_mesh *mesh, const snw_polygon *polygon) {
    return snw_vec3_normalize(area_vector(mesh, polygon->corners, polygon->corner_count));
}

// twice the area of a triangle, as seen against `normal`
static double area_of(const snw_vec3 *points, int a, int b, int c, snw_vec3 normal) {
    const snw_vec3 ab = snw_vec3_sub(points[b], points[a]), ac = snw_vec3_sub(points[c], points[a]);
    return snw_vec3_dot(snw_vec3_cross(ab, ac), normal);
}

// a corner is an ear when it is convex and no other corner lies in its triangle
static bool is_ear(const snw_mesh *mesh, const int *left, int count, int at, snw_vec3 normal) {
    const int a = left[(at + count - 1) % count], b = left[at], c = left[(at + 1) % count];
    if (!(area_of(mesh->points, a, b, c, normal) > 0)) return false;
    for (int i = 0; i < count; i++) {
        const int p = left[i];
        if (p == a || p == b || p == c) continue;
        if (area_of(mesh->points, a, b, p, normal) >= 0 &&
            area_of(mesh->points, b, c, p, normal) >= 0 &&
            area_of(mesh->points, c, a, p, normal) >= 0) {
            return false;
        }
    }
    return true;
}

// Cuts off one ear after the other (Meisters 1975). A polygon that crosses itself may have none:
// then the next corner is cut off all the same, so that every polygon ends.
void snw__polygon_cut(const snw_mesh *mesh, const snw_polygon *polygon, int *triangles) {
    const snw_vec3 normal = snw__polygon_normal(mesh, polygon);
    // the corners that are left are kept where the last triangles will be written
    int count = polygon->corner_count;
    int *left = triangles + (ptrdiff_t)2 * (count - 3);
    memcpy(left, polygon->corners, (size_t)count * sizeof *left);
    int start = 0;
    for (int done = 0; count >= 3; done++) {
        int at = start % count;
        for (int i = 0; i < count; i++) {
            if (is_ear(mesh, left, count, (start + i) % count, normal)) {
                at = (start + i) % count;
                break;
            }
        }
        const int ear[3] = {left[(at + count - 1) % count], left[at], left[(at + 1) % count]};
        // a corner less, closed up towards the end of the list, away from what is written
        memmove(left + 1, left, (size_t)at * sizeof *left);
        left++;
        count--;
        memcpy(triangles + (ptrdiff_t)3 * done, ear, sizeof ear);
        start = at;
    }
}

// --- normals ------------------------------------------------------------------------------------

static double angle_between(snw_vec3 a, snw_vec3 b) {
    return atan2(snw_vec3_norm(snw_vec3_cross(a, b)), snw_vec3_dot(a, b));
}

// Thuermer and Wuethrich (1998): with angles as weights the mean does not depend on how a flat
// piece was cut.
void snw__smooth_normals(const snw_vec3 *points, int point_count, const int *triangles,
                         int triangle_count, snw_vec3 *normals) {
    memset(normals, 0, (size_t)point_count * sizeof *normals);
    for (int i = 0; i < triangle_count; i++) {
        const int *at = &triangles[(ptrdiff_t)3 * i];
        const snw_vec3 ab = snw_vec3_sub(points[at[1]], points[at[0]]);
        const snw_vec3 bc = snw_vec3_sub(points[at[2]], points[at[1]]);
        const snw_vec3 ca = snw_vec3_sub(points[at[0]], points[at[2]]);
        const snw_vec3 normal = snw_vec3_normalize(snw_vec3_cross(ab, bc));
        const double angles[3] = {angle_between(ab, snw_vec3_neg(ca)),
                                  angle_between(bc, snw_vec3_neg(ab)),
                                  angle_between(ca, snw_vec3_neg(bc))};
        for (int k = 0; k < 3; k++) {
            normals[at[k]] = snw_vec3_add_scaled(normals[at[k]], normal, angles[k]);
        }
    }
    for (int i = 0; i < point_count; i++) {
        const snw_vec3 unit = snw_vec3_normalize(normals[i]);
        // a point of no triangle, or of triangles without area, still gets a unit vector
        normals[i] = snw_vec3_norm2(unit) > 0 ? unit : snw_vec3_z(1);
    }
}
