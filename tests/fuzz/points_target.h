// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_FUZZ_POINTS_TARGET_H
#define SINEW_TESTS_FUZZ_POINTS_TARGET_H

/// @file
/// Any bytes as a file of points, by the door that users have: no crash, every refusal has a reason
/// with a fix, and what is accepted is a legal cloud of no more points than the file has bytes for.
/// The points then go through a map. Define _POSIX_C_SOURCE before the first include.

#include <stdlib.h>
#include <string.h>

#include "door.h"
#include "sinew/cloud.h"

static _Alignas(SNW_ARENA_ALIGN) unsigned char points_memory[1 << 19];

static void must(int condition) {
    if (!condition) abort();
}

static void fill_map(const snw_cloud *cloud) {
    const snw_voxel_map_config config = {
        .bounds = {{-1, -1, -1}, {1, 1, 1}}, .size = 0.05, .blocks = 16};
    snw_voxel_map map;
    snw_arena arena = snw_arena_over(points_memory, sizeof points_memory);
    must(snw_voxel_map_init(&map, &config, &arena, NULL) == SNW_OK);
    const snw_vec3 eye = {0.01, 0.02, 0.03};
    const int held = snw_voxel_map_insert(&map, cloud->points, cloud->point_count, 0);
    snw_voxel_map_sweep(&map, eye, cloud->points, cloud->point_count);
    must(snw_voxel_map_insert(&map, cloud->points, cloud->point_count, 0) >= held);
    snw_vec3 center;
    double distance;
    must(snw_voxel_map_near(&map, eye, 1e9, &center, &distance) == (map.cell_count > 0));
    (void)snw_voxel_map_remove(&map, cloud->points, cloud->point_count);
    must(map.cell_count == 0 && map.block_count == 0);
}

static int points_target(const char *leaf, const uint8_t *bytes, size_t size) {
    snw_why findings[4];
    snw_diags diags = {.items = findings, .capacity = 4};
    snw_cloud_file file = {0};
    snw_setup *setup = snw_setup_create((size_t)1 << 28);
    must(setup != NULL);
    const snw_status status =
        snw_cloud_read_file(door_file(leaf, bytes, size), setup, &file, &diags);
    must((status == SNW_OK) == (file.cloud != NULL) && snw_failed(status) == (diags.errors > 0));
    must(status == SNW_OK || (findings[0].text[0] != '\0' && findings[0].fix[0] != '\0' &&
                              findings[0].rule[0] != '\0' && findings[0].file[0] != '\0'));
    if (status == SNW_OK) {
        must(snw_block_check(&snw_cloud_type, file.cloud, NULL, NULL) == SNW_OK);
        must((size_t)file.cloud->point_count + (size_t)file.left_out <= size / 3);
        fill_map(file.cloud);
    }
    snw_setup_destroy(setup);
    return 0;
}

#endif // SINEW_TESTS_FUZZ_POINTS_TARGET_H
