// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_CLOUD_GRID_H
#define SINEW_TESTS_CLOUD_GRID_H

/// @file
/// A map in memory of its own, and beside it the plain thing that it stands for: one number for
/// each cell.

#include <string.h>

#include "sinew/cloud.h"

#include "check.h"

enum { GRID = 48, GRID_CELLS = GRID * GRID * GRID, GRID_MEMORY = 1 << 20 };

static const double grid_size = 0.0625;
static const snw_vec3 grid_low = {-1, 2, -0.5};

static _Alignas(SNW_ARENA_ALIGN) unsigned char grid_memory[GRID_MEMORY];
static snw_voxel_map grid_map;
static int64_t grid_seen[GRID_CELLS]; ///< 1 + time of each filled cell, 0 for an empty one

__attribute__((unused)) static snw_bounds grid_bounds(void) {
    const double edge = GRID * grid_size;
    return (snw_bounds){grid_low, snw_vec3_add(grid_low, snw_vec3_of(edge, edge, edge))};
}

/// An empty map of GRID cells along each edge with room for all its 27 blocks.
__attribute__((unused)) static void grid_open(void) {
    const snw_voxel_map_config config = {grid_bounds(), grid_size, 27};
    snw_arena arena = snw_arena_over(grid_memory, sizeof grid_memory);
    CHECK(snw_voxel_map_init(&grid_map, &config, &arena, NULL) == SNW_OK);
    memset(grid_seen, 0, sizeof grid_seen);
}

__attribute__((unused)) static int grid_index(int x, int y, int z) {
    return x + GRID * (y + GRID * z);
}

__attribute__((unused)) static snw_vec3 grid_center(int index) {
    const int x = index % GRID, y = index / GRID % GRID, z = index / GRID / GRID;
    return snw_vec3_add(grid_low,
                        snw_vec3_scale(snw_vec3_of(x + 0.5, y + 0.5, z + 0.5), grid_size));
}

/// The cell of a point by division in long double; -1 outside.
__attribute__((unused)) static int grid_cell(snw_vec3 p) {
    const long double x = ((long double)p.x - (long double)grid_low.x) / (long double)grid_size;
    const long double y = ((long double)p.y - (long double)grid_low.y) / (long double)grid_size;
    const long double z = ((long double)p.z - (long double)grid_low.z) / (long double)grid_size;
    const bool inside = x >= 0 && x < GRID && y >= 0 && y < GRID && z >= 0 && z < GRID;
    return inside ? grid_index((int)x, (int)y, (int)z) : -1;
}

/// A point in and around the grid.
__attribute__((unused)) static snw_vec3 grid_point(double beyond) {
    const double edge = GRID * grid_size;
    return snw_vec3_add(grid_low, snw_vec3_of(check_real(-beyond, edge + beyond),
                                              check_real(-beyond, edge + beyond),
                                              check_real(-beyond, edge + beyond)));
}

/// Every cell is as the plain numbers say, and so is their sum.
__attribute__((unused)) static void grid_agrees(void) {
    int filled = 0;
    for (int i = 0; i < GRID_CELLS; i++) {
        const bool has = snw_voxel_map_has(&grid_map, grid_center(i));
        if (has != (grid_seen[i] != 0)) print_error("cell %d\n", i);
        CHECK(has == (grid_seen[i] != 0));
        filled += has;
    }
    CHECK(grid_map.cell_count == filled);
}

#endif // SINEW_TESTS_CLOUD_GRID_H
