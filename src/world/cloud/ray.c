// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Rays through the cells of a map (Amanatides and Woo 1987), over all three levels: where a block
// or a word is empty, the ray leaves the whole of it at once. Crossings of planes are counted, and
// their places computed from the count, so that large and small steps lead to the same cells.

#include "internal.h"

// A ray in units of cells, from its first cell on.
typedef struct walk {
    int at[3];         // the cell
    int step[3];       // -1, 0 or 1 along each axis
    int end[3];        // the cell in which the ray ends; outside of the map when it does not
    double from[3];    // where the ray begins
    double inverse[3]; // of its direction
    double t;          // at which the cell was entered; the ray ends at 1
} walk;

// t of the n-th crossing of a plane along an axis from now on, n from 1
static double crossing(const walk *w, int axis, int n) {
    const int plane = w->step[axis] > 0 ? w->at[axis] + n : w->at[axis] + 1 - n;
    return (plane - w->from[axis]) * w->inverse[axis];
}

// The crossings along an axis that come before crossing t of axis `first`, at most `most`. Of
// crossings at the same t that of the lower axis comes first.
static int crossings_before(const walk *w, int axis, double t, int first, int most) {
    if (w->step[axis] == 0) return 0;
    int low = 0, high = most;
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        const double other = crossing(w, axis, middle);
        if (other < t || (other == t && axis < first)) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

// goes on to the first cell outside of the cube of 2^shift cells that the cell is in
static void leave_cube(walk *w, int shift) {
    const int mask = (1 << shift) - 1;
    int crossings[3], first = -1;
    double t = (double)INFINITY;
    for (int i = 0; i < 3; i++) {
        const int inner = w->at[i] & mask;
        crossings[i] = w->step[i] > 0 ? mask + 1 - inner : inner + 1;
        if (w->step[i] == 0) continue;
        const double leaves = crossing(w, i, crossings[i]);
        if (leaves < t) {
            t = leaves;
            first = i;
        }
    }
    w->t = t;
    if (first < 0) return; // the ray does not move
    int passed[3];
    for (int i = 0; i < 3; i++) {
        passed[i] = i == first ? crossings[i] : crossings_before(w, i, t, first, crossings[i] - 1);
    }
    for (int i = 0; i < 3; i++) {
        w->at[i] += w->step[i] * passed[i];
    }
}

// fails for NaN too
static bool is_within_reach(snw_vec3 p) {
    return fabs(p.x) <= SNW_SHAPE_REACH && fabs(p.y) <= SNW_SHAPE_REACH &&
           fabs(p.z) <= SNW_SHAPE_REACH;
}

// the cell of a row that a ray enters at x: on a border that behind it in the direction of the ray
static int entered_cell(double x, int step, int count) {
    const double cell = step < 0 ? ceil(x) - 1 : floor(x);
    return (int)(cell > 0 ? (cell < count - 1 ? cell : count - 1) : 0);
}

// Begins a ray where it enters the map; false when it misses it.
static bool begin_walk(const snw_voxel_map *map, snw_vec3 eye, snw_vec3 point, walk *w) {
    if (!is_within_reach(eye) || !is_within_reach(point)) return false;
    double enters = 0, leaves = 1;
    for (int i = 0; i < 3; i++) {
        const double low = snw_vec3_get(map->low, i), size = map->size;
        const double from = (snw_vec3_get(eye, i) - low) / size;
        const double way = (snw_vec3_get(point, i) - low) / size - from;
        w->from[i] = from;
        w->step[i] = (way > 0) - (way < 0);
        w->inverse[i] = way != 0 ? 1 / way : 0;
        if (way == 0 && !(from >= 0 && from < map->columns[i])) return false;
        if (way == 0) continue;
        const double a = -from * w->inverse[i], b = (map->columns[i] - from) * w->inverse[i];
        enters = fmax(enters, fmin(a, b));
        leaves = fmin(leaves, fmax(a, b));
    }
    if (!(enters <= leaves)) return false;
    w->t = enters;
    for (int i = 0; i < 3; i++) {
        const double way = w->step[i] != 0 ? 1 / w->inverse[i] : 0;
        w->at[i] = entered_cell(w->from[i] + enters * way, w->step[i], map->columns[i]);
    }
    if (!snw__voxel_locate(map, point, w->end)) w->end[0] = -1;
    return true;
}

static bool is_inside(const snw_voxel_map *map, const int at[3]) {
    bool inside = true;
    for (int i = 0; i < 3; i++) {
        inside = inside && at[i] >= 0 && at[i] < map->columns[i];
    }
    return inside;
}

static void sweep_ray(snw_voxel_map *map, walk *w) {
    while (w->t < 1 && is_inside(map, w->at)) {
        const snw__cell cell = snw__cell_at(map, w->at);
        const int b = map->place[cell.top];
        if (b < 0) {
            leave_cube(w, 4);
            continue;
        }
        const uint64_t filled = map->block[b].words[cell.word];
        if (filled == 0) {
            leave_cube(w, 2);
            continue;
        }
        const bool ends = w->at[0] == w->end[0] && w->at[1] == w->end[1] && w->at[2] == w->end[2];
        if (ends) return;
        const uint64_t bit = UINT64_C(1) << cell.bit;
        if (filled & bit) snw__voxel_empty(map, b, cell.word, bit);
        leave_cube(w, 0);
    }
}

void snw_voxel_map_sweep(snw_voxel_map *map, snw_vec3 eye, const snw_vec3 *points, int count) {
    for (int i = 0; i < count && map->cell_count > 0; i++) {
        walk w;
        if (begin_walk(map, eye, points[i], &w)) sweep_ray(map, &w);
    }
}
