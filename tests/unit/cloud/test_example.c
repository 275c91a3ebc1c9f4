// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "grid.h"

// region: scan
// One scan of a depth camera: what its rays pass is free, where they end is something, and what was
// not seen for half a second is forgotten. Returns how far the nearest obstacle is from the tool.
static double take_scan(snw_voxel_map *map, snw_vec3 eye, const snw_vec3 *points, int count,
                        int64_t now_ns, snw_vec3 tool) {
    snw_voxel_map_sweep(map, eye, points, count);
    (void)snw_voxel_map_insert(map, points, count, now_ns);
    (void)snw_voxel_map_fade(map, now_ns - 500000000);

    snw_vec3 center;
    double distance = 1; // what is farther away does not matter here
    (void)snw_voxel_map_near(map, tool, 1, &center, &distance);
    return distance;
}
// endregion

// a wall in front of the camera, then a hand before the wall, then the wall again
static void the_scan_of_the_page_follows_a_hand(void) {
    static snw_vec3 wall[40 * 40], hand[40 * 40];
    grid_open();
    const snw_vec3 eye = grid_center(grid_index(24, 24, 2));
    const snw_vec3 tool = grid_center(grid_index(24, 24, 20));
    for (int i = 0; i < 40 * 40; i++) {
        wall[i] = grid_center(grid_index(4 + i % 40, 4 + i / 40, 40));
        // the rays to the middle of the wall end earlier
        const snw_vec3 way = snw_vec3_sub(wall[i], eye);
        const bool covered = abs(i % 40 - 20) < 6 && abs(i / 40 - 20) < 6;
        hand[i] = covered ? snw_vec3_add_scaled(eye, way, 0.6) : wall[i];
    }
    const int64_t ms = 1000000;
    const double far = take_scan(&grid_map, eye, wall, 1600, 0, tool);
    CHECK_NEAR(far, 1, 0); // the wall is 1.25 m away
    // at 0.6 of the way of 38 cells the hand is 4.3 to 5.3 cells before the tool
    const double near = take_scan(&grid_map, eye, hand, 1600, 40 * ms, tool);
    CHECK(near > 4 * grid_size && near < 6 * grid_size);
    CHECK_NEAR(take_scan(&grid_map, eye, wall, 1600, 80 * ms, tool), 1, 0);
    // what is not seen any more is forgotten after half a second
    CHECK(grid_map.cell_count == 1600);
    CHECK_NEAR(take_scan(&grid_map, eye, hand, 0, 580 * ms, tool), 1, 0);
    CHECK(grid_map.cell_count == 1600);
    (void)take_scan(&grid_map, eye, hand, 0, 581 * ms, tool);
    CHECK(grid_map.cell_count == 0);
}

int main(void) {
    RUN(the_scan_of_the_page_follows_a_hand);
    return check_report();
}
