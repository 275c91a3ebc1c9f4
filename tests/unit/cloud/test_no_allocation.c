// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "grid.h"

#include "allocations.h"

static void a_map_that_is_laid_out_allocates_nothing(void) {
    static snw_vec3 points[2000];
    void *volatile block = malloc(1);
    free(block);
    grid_open();
    const long before = allocations;
    CHECK(!COUNTING || before > 0);
    for (int k = 0; k < 50; k++) {
        for (int i = 0; i < 2000; i++) {
            points[i] = grid_point(1);
        }
        const snw_vec3 eye = grid_point(1);
        snw_vec3 center;
        double distance;
        snw_voxel_map_sweep(&grid_map, eye, points, 2000);
        CHECK(snw_voxel_map_insert(&grid_map, points, 2000, (int64_t)k * 1000000) > 0);
        CHECK(snw_voxel_map_near(&grid_map, eye, 9, &center, &distance));
        CHECK(snw_voxel_map_has(&grid_map, center));
        CHECK(snw_voxel_map_remove(&grid_map, &center, 1) == 1);
        (void)snw_voxel_map_fade(&grid_map, (int64_t)(k - 3) * 1000000);
        if (k % 10 == 9) snw_voxel_map_clear(&grid_map);
    }
    CHECK(allocations == before);
}

int main(void) {
    RUN(a_map_that_is_laid_out_allocates_nothing);
    return check_report();
}
