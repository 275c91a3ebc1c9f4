// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The places of a patch as a polygon: their convex hull as seen along the normal (Andrew 1979), and
// of many corners those that carry most of the area.

#include <math.h>

#include "patch.h"

typedef struct corner {
    double x, y;
    int place;
} corner;

static bool comes_before(corner a, corner b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

static void sort_corners(corner *all, int count) {
    for (int i = 1; i < count; i++) {
        const corner one = all[i];
        int k = i;
        for (; k > 0 && comes_before(one, all[k - 1]); k--)
            all[k] = all[k - 1];
        all[k] = one;
    }
}

// twice the area of a triangle; positive counter-clockwise
static double triangle_area(corner a, corner b, corner c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// one side of the hull; from the first to the last, without the last
static int walk_hull(const corner *all, int count, int step, double rounding, corner *out) {
    int used = 0;
    for (int i = 0; i < count; i++) {
        const corner next = all[step > 0 ? i : count - 1 - i];
        while (used >= 2 && !(triangle_area(out[used - 2], out[used - 1], next) > rounding))
            used--;
        out[used++] = next;
    }
    return used - 1;
}

static int make_hull(const corner *all, int count, double rounding, corner *out) {
    const int below = walk_hull(all, count, 1, rounding, out);
    return below + walk_hull(all, count, -1, rounding, out + below);
}

// removes the corner whose triangle with its neighbours is the smallest
static int drop_smallest(corner *hull, int count) {
    int least = 0;
    double smallest = (double)INFINITY;
    for (int i = 0; i < count; i++) {
        const double area =
            triangle_area(hull[(i + count - 1) % count], hull[i], hull[(i + 1) % count]);
        if (!(area < smallest)) continue;
        smallest = area;
        least = i;
    }
    for (int i = least; i + 1 < count; i++)
        hull[i] = hull[i + 1];
    return count - 1;
}

// places that are nearer to each other than roundings are one
static int drop_equal(corner *all, int count, double rounding) {
    int used = 0;
    for (int i = 0; i < count; i++) {
        bool known = false;
        for (int k = 0; k < used && !known; k++)
            known = hypot(all[i].x - all[k].x, all[i].y - all[k].y) <= rounding;
        if (!known) all[used++] = all[i];
    }
    return used;
}

// both surfaces count alike
static snw_vec3 middle_of(const snw_closest *place) {
    return snw_vec3_scale(snw_vec3_add(place->a, place->b), 0.5);
}

int snw_patch_polygon(const snw_distance_query *query, double slack, snw_distance_cache *cache,
                      snw_closest out[SNW_PATCH_CORNERS]) {
    snw__places places;
    const int found = snw__find_places(query, slack, cache, &places);
    if (found == 0) return 0;
    snw_vec3 u, v;
    snw__find_across(places.at[0].normal, &u, &v);
    const double turn = snw_vec3_dot(snw_vec3_cross(u, v), places.at[0].normal) < 0 ? -1 : 1;
    corner all[SNW__PATCH_PLACES], hull[SNW__PATCH_PLACES + 1];
    for (int i = 0; i < found; i++) {
        const snw_vec3 p = snw_vec3_sub(middle_of(&places.at[i]), middle_of(&places.at[0]));
        all[i] = (corner){snw_vec3_dot(p, u), turn * snw_vec3_dot(p, v), i};
    }
    const int apart = drop_equal(all, found, 1e-9 * places.size);
    sort_corners(all, apart);
    int count = apart < 2 ? apart : make_hull(all, apart, 1e-10 * places.size * places.size, hull);
    if (apart < 2) hull[0] = all[0];
    while (count > SNW_PATCH_CORNERS)
        count = drop_smallest(hull, count);
    for (int i = 0; i < count; i++) {
        // about the normal of the mirrored order the way round is the other one
        out[places.turned ? count - 1 - i : i] = places.at[hull[i].place];
    }
    for (int i = 0; i < count && places.turned; i++)
        snw__mirror(&out[i]);
    return count;
}
