// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_CLOUD_H
#define SINEW_CLOUD_H

/// @file
/// Measured points: a map of small cells that a sensor fills and empties while the loop runs, and
/// clouds from PCD and PLY files.
///
///     snw_voxel_map_config config = {.bounds = around, .size = 0.02, .blocks = 4096};
///     if (snw_failed(snw_voxel_map_init(&map, &config, &arena, &why))) return;
///     ...
///     snw_voxel_map_sweep(&map, eye, points, count);          // what the rays pass is empty
///     snw_voxel_map_insert(&map, points, count, now_ns);      // where they end is filled
///     snw_voxel_map_fade(&map, now_ns - hold_ns);             // what was not seen again is empty
///     if (snw_voxel_map_near(&map, p, 0.3, &center, &distance)) ...

#include <stdbool.h>
#include <stdint.h>

#include "sinew/base.h"
#include "sinew/math.h"
#include "sinew/shape/bounds.h"
#include "sinew/shape/field.h"
#include "sinew/shape/primitives.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- map ----------------------------------------------------------------------------------------

enum {
    SNW_VOXEL_MAP_BLOCK = 16,      ///< cells along each edge of a block
    SNW_VOXEL_MAP_TOP = 16777216,  ///< blocks that the bounds may have room for
    SNW_VOXEL_MAP_BLOCKS = 1048576 ///< blocks in use at once at most
};

/// What a map covers and how much memory it takes.
typedef struct snw_voxel_map_config {
    snw_bounds bounds; ///< what is covered, from its lowest corner on; finite, not empty
    double size;       ///< edge of a cell [m], at least 1e-4
    int blocks;        ///< how many blocks of 16 x 16 x 16 cells can have filled cells at once
} snw_voxel_map_config;

/// Cells that are filled or empty, in blocks that come and go with their first and last filled
/// cell. Three levels: a table of blocks, 4 x 4 x 4 words in a block, 4 x 4 x 4 bits in a word.
/// Caller-owned, no destructor; one thread at a time.
typedef struct snw_voxel_map {
    // read-only
    snw_vec3 low;         ///< lowest corner of cell (0, 0, 0) [m]
    double size;          ///< edge of a cell [m]
    int columns[3];       ///< cells along x, y and z, a multiple of 16
    int blocks;           ///< room for so many blocks
    int block_count;      ///< in use
    int cell_count;       ///< filled
    int64_t change_count; ///< cells that were filled or emptied since the map was laid out
    // private
    int top[3]; ///< blocks along x, y and z
    int32_t *place;
    struct snw__voxel_block *block;
    uint32_t (*seen_ms)[4096];
    int32_t *free_block;
} snw_voxel_map;

/// Lays out an empty map: about 17 kB for each block and 4 bytes for each of which the bounds have
/// room. SNW_ERR_TOO_LARGE, before anything is taken, beyond SNW_VOXEL_MAP_TOP and
/// SNW_VOXEL_MAP_BLOCKS, with the rule voxel-map-size; SNW_ERR_RANGE and SNW_ERR_NOT_FINITE for the
/// other numbers.
SNW_SETUP SNW_NODISCARD snw_status snw_voxel_map_init(snw_voxel_map *map,
                                                      const snw_voxel_map_config *config,
                                                      snw_arena *arena, snw_why *why);

/// Empties the whole map. Time grows with the blocks in use.
SNW_RT void snw_voxel_map_clear(snw_voxel_map *map);

/// Fills the cells of points, which were seen at t_ns (monotonic). Returns how many points are in
/// filled cells now: not those that are not finite, outside of the bounds, or in a new block for
/// which there is no room. Constant time per point.
SNW_RT int snw_voxel_map_insert(snw_voxel_map *map, const snw_vec3 *points, int count,
                                int64_t t_ns);

/// Empties the cells of points. Constant time per point; returns how many cells were filled.
SNW_RT int snw_voxel_map_remove(snw_voxel_map *map, const snw_vec3 *points, int count);

/// Empties the cells that the rays from `eye` to the points pass, but not those in which the rays
/// end. Insert the points afterwards: then a cell that one ray passes and in which another ends is
/// filled. Time grows with the blocks and filled words that the rays pass. Rays of which an end has
/// a coordinate beyond SNW_SHAPE_REACH, or none, are left out.
SNW_RT void snw_voxel_map_sweep(snw_voxel_map *map, snw_vec3 eye, const snw_vec3 *points,
                                int count);

/// Empties the cells that were last seen before `before_ns`, to the millisecond. Returns how many.
/// Time grows with the filled cells. Times may lie up to 24 days apart.
SNW_RT int snw_voxel_map_fade(snw_voxel_map *map, int64_t before_ns);

/// Whether the cell of a point is filled; false for a point that is outside or not finite.
SNW_RT bool snw_voxel_map_has(const snw_voxel_map *map, snw_vec3 p);

/// The filled cell whose centre is nearest to p, if it is nearer than `below`: its centre and the
/// distance of p from it [m]. Any point of the cell is within size * sqrt(3) / 2 of the centre.
/// False, and outputs unchanged, without such a cell, for a p that is not finite and a NaN `below`.
/// Of cells at the same distance it is always the same one. Time grows with the blocks that are
/// nearer than the answer.
SNW_RT bool snw_voxel_map_near(const snw_voxel_map *map, snw_vec3 p, double below, snw_vec3 *center,
                               double *distance);

/// What is filled: a block (16 cells along each edge), a word (4) or a cell (1), by its middle.
/// True to visit what is in it.
typedef bool snw_voxel_visit_fn(void *context, snw_vec3 center, int cells);

/// Visits the filled blocks that are within some bounds, and, where `visit` wants it, the filled
/// words in them and the filled cells in these. Always in the same order. Time grows with the
/// blocks within the bounds and with what is visited.
SNW_RT void snw_voxel_map_visit(const snw_voxel_map *map, snw_bounds within,
                                snw_voxel_visit_fn *visit, void *context);

// --- files --------------------------------------------------------------------------------------

/// A file of points has at most so many bytes.
#define SNW_CLOUD_FILE_BYTES ((size_t)1 << 29)

/// What a file of points held.
typedef struct snw_cloud_file {
    snw_cloud *cloud; ///< its points [m], in the order of the file, with the default radius
    int left_out;     ///< points with a coordinate that is not finite: a sensor saw nothing there
} snw_cloud_file;

/// Reads a PCD (version 0.7, ASCII or binary) or PLY file (ASCII, or binary of either byte order)
/// by its extension, and keeps x, y and z of its points or of its element "vertex". All numbers of
/// the header are checked against the size of the file before memory is taken: at most
/// SNW_CLOUD_POINTS points of at most 1e6 m. Every refusal names the file, the line (of a header or
/// an ASCII file) or the byte, the rule (pcd-..., ply-..., cloud-...) and a fix. A remark tells how
/// many points were left out. SNW_ERR_UNSUPPORTED for other formats and for compressed PCD.
SNW_SETUP SNW_NODISCARD snw_status snw_cloud_read_file(const char *path, snw_setup *setup,
                                                       snw_cloud_file *out, snw_diags *diags);

#ifdef __cplusplus
}
#endif

#endif // SINEW_CLOUD_H
