// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "grid.h"

static int times[GRID_CELLS];
static int blocks, words;

static bool count_cells(void *context, snw_vec3 center, int cells) {
    const snw_bounds *wanted = context;
    if (cells == 16) blocks++;
    if (cells == 4) words++;
    if (cells > 1) {
        // half of an edge around the middle
        const double half = cells * grid_size / 2;
        const snw_vec3 r = {half, half, half};
        const snw_bounds own = {snw_vec3_sub(center, r), snw_vec3_add(center, r)};
        return wanted == NULL || !snw_bounds_is_empty(snw_bounds_intersection(own, *wanted));
    }
    const int at = grid_cell(center);
    CHECK(at >= 0);
    CHECK_NEAR(snw_vec3_distance(center, grid_center(at)), 0, 1e-12);
    times[at]++;
    return true;
}

static void fill_some(int count) {
    grid_open();
    for (int i = 0; i < count; i++) {
        const snw_vec3 p = grid_point(0);
        if (snw_voxel_map_insert(&grid_map, &p, 1, 0) == 1) grid_seen[grid_cell(p)] = 1;
    }
}

// all of them are visited, each once; of a region at least those that are in it
static void filled_cells_are_visited_once(void) {
    CHECK_CASES(100) {
        fill_some(check_int(0, 600));
        snw_bounds within = snw_bounds_all();
        if (check_case % 2 == 1) {
            const snw_vec3 a = grid_point(1), b = grid_point(1);
            within = (snw_bounds){snw_vec3_min(a, b), snw_vec3_max(a, b)};
        }
        memset(times, 0, sizeof times);
        blocks = words = 0;
        snw_voxel_map_visit(&grid_map, within, count_cells, check_case % 4 == 3 ? &within : NULL);
        int sum = 0;
        for (int i = 0; i < GRID_CELLS; i++) {
            CHECK(times[i] <= (grid_seen[i] != 0));
            const bool inside = snw_bounds_contains(within, grid_center(i));
            if (inside) CHECK(times[i] == (grid_seen[i] != 0));
            sum += times[i];
        }
        if (check_case % 2 == 0)
            CHECK(sum == grid_map.cell_count && blocks == grid_map.block_count);
        CHECK(words >= (sum + 63) / 64);
    }
}

static bool go_no_further(void *context, snw_vec3 center, int cells) {
    (void)center;
    *(int *)context += 1;
    CHECK(cells == 16);
    return false;
}

static void what_is_not_wanted_is_not_visited(void) {
    fill_some(500);
    int asked = 0;
    snw_voxel_map_visit(&grid_map, snw_bounds_all(), go_no_further, &asked);
    CHECK(asked == grid_map.block_count && asked > 20);
}

int main(void) {
    RUN(filled_cells_are_visited_once);
    RUN(what_is_not_wanted_is_not_visited);
    return check_report();
}
