// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The map of filled cells beside OctoMap, on the same lattice, with the same scans.

#include "sinew/cloud.h"

#include "check.h"
#include "octomap.h"

enum { EDGE = 64, POINTS = 400 };

// a power of two: OctoMap rounds to floats
static const double size = 0.0625;
static const snw_vec3 low = {-2, -2, -2};

static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 21];
static snw_voxel_map map;
static peer_octomap *peer;
static snw_vec3 points[POINTS];
static double xyz[3 * POINTS];

static void open_maps(void) {
    const snw_voxel_map_config config = {.bounds = {low, {2, 2, 2}}, .size = size, .blocks = 64};
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_voxel_map_init(&map, &config, &arena, NULL) == SNW_OK);
    peer = peer_octomap_create(size);
}

// within the map, and exact as floats
static snw_vec3 random_point(double reach) {
    return snw_vec3_of((double)(float)check_real(-reach, reach),
                       (double)(float)check_real(-reach, reach),
                       (double)(float)check_real(-reach, reach));
}

static void random_points(int count, double reach) {
    const snw_vec3 middle = random_point(2 - reach);
    for (int i = 0; i < count; i++) {
        const snw_vec3 p = snw_vec3_add(middle, random_point(reach));
        points[i] = snw_vec3_of((double)(float)p.x, (double)(float)p.y, (double)(float)p.z);
        xyz[3 * i] = points[i].x;
        xyz[3 * i + 1] = points[i].y;
        xyz[3 * i + 2] = points[i].z;
    }
}

static snw_vec3 center_of(int cell) {
    const snw_vec3 at = {cell % EDGE + 0.5, cell / EDGE % EDGE + 0.5, cell / EDGE / EDGE + 0.5};
    return snw_vec3_add_scaled(low, at, size);
}

// how many cells differ; *filled receives how many are filled here
static int count_different(int *filled) {
    int different = 0;
    *filled = 0;
    for (int i = 0; i < EDGE * EDGE * EDGE; i++) {
        const snw_vec3 c = center_of(i);
        const bool has = snw_voxel_map_has(&map, c);
        different += has != peer_octomap_has(peer, (const double[]){c.x, c.y, c.z});
        *filled += has;
    }
    return different;
}

static void check_distances(int count) {
    for (int i = 0; i < count; i++) {
        const snw_vec3 p = random_point(1.9);
        const double below = check_real(0.05, 2);
        double distance = below;
        snw_vec3 center;
        (void)snw_voxel_map_near(&map, p, below, &center, &distance);
        const double other = peer_octomap_near(peer, (const double[]){p.x, p.y, p.z}, below);
        CHECK_NEAR(distance, other, 1e-6);
    }
}

static void inserted_points_fill_the_same_cells(void) {
    CHECK_CASES(check_scaled(8)) {
        open_maps();
        int filled = 0;
        for (int k = 0; k < 10; k++) {
            random_points(POINTS, check_real(0.1, 1.9));
            peer_octomap_insert(peer, xyz, POINTS);
            CHECK(snw_voxel_map_insert(&map, points, POINTS, 0) == POINTS);
        }
        CHECK(count_different(&filled) == 0 && filled == map.cell_count && filled > 100);
        check_distances(50);
        peer_octomap_free(peer);
    }
}

// Scans from many places: rays empty what they pass. OctoMap follows rays with floats, so a ray
// that grazes a cell may be seen to pass it by one side only: one cell in a thousand is allowed.
static void scans_fill_and_empty_the_same_cells(void) {
    int different = 0, filled = 0;
    CHECK_CASES(check_scaled(8)) {
        open_maps();
        for (int k = 0; k < 10; k++) {
            random_points(POINTS, check_real(0.3, 1.9));
            const snw_vec3 eye = random_point(1.9);
            peer_octomap_scan(peer, (const double[]){eye.x, eye.y, eye.z}, xyz, POINTS);
            snw_voxel_map_sweep(&map, eye, points, POINTS);
            CHECK(snw_voxel_map_insert(&map, points, POINTS, 0) == POINTS);
        }
        int some = 0;
        different += count_different(&some);
        filled += some;
        peer_octomap_free(peer);
    }
    if (different * 1000 > filled) print_error("%d of %d cells differ\n", different, filled);
    CHECK(filled > 500 && different * 1000 <= filled);
}

int main(void) {
    RUN(inserted_points_fill_the_same_cells);
    RUN(scans_fill_and_empty_the_same_cells);
    return check_report();
}
