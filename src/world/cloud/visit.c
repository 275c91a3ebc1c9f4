// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// All filled cells of a region, from blocks to words to cells: who looks for something asks at each
// level whether what is inside is worth looking at.

#include "internal.h"

typedef struct visiting {
    const snw_voxel_map *map;
    snw_voxel_visit_fn *visit;
    void *context;
} visiting;

// the middle of a box of `cells` cells along each edge that begins at a cell
static snw_vec3 middle_of(const snw_voxel_map *map, const int low[3], int cells) {
    const double half = 0.5 * cells;
    const snw_vec3 at = {low[0] + half, low[1] + half, low[2] + half};
    return snw_vec3_add(map->low, snw_vec3_scale(at, map->size));
}

static bool wants_box(const visiting *v, const int low[3], int cells) {
    return v->visit(v->context, middle_of(v->map, low, cells), cells);
}

static void visit_word(const visiting *v, uint64_t word, const int low[3]) {
    for (uint64_t rest = word; rest != 0; rest &= rest - 1) {
        const int bit = __builtin_ctzll(rest);
        const int at[3] = {low[0] + (bit & 3), low[1] + (bit >> 2 & 3), low[2] + (bit >> 4)};
        (void)wants_box(v, at, 1);
    }
}

static void visit_block(const visiting *v, const int place[3]) {
    const snw_voxel_map *map = v->map;
    const int b = map->place[place[0] + map->top[0] * (place[1] + map->top[1] * place[2])];
    if (b < 0) return;
    const int low[3] = {place[0] * SNW_VOXEL_MAP_BLOCK, place[1] * SNW_VOXEL_MAP_BLOCK,
                        place[2] * SNW_VOXEL_MAP_BLOCK};
    if (!wants_box(v, low, SNW_VOXEL_MAP_BLOCK)) return;
    const snw__voxel_block *block = &map->block[b];
    for (uint64_t rest = block->filled_words; rest != 0; rest &= rest - 1) {
        const int w = __builtin_ctzll(rest);
        const int at[3] = {low[0] + 4 * (w & 3), low[1] + 4 * (w >> 2 & 3), low[2] + 4 * (w >> 4)};
        if (wants_box(v, at, 4)) visit_word(v, block->words[w], at);
    }
}

// the block along an axis in which a coordinate is, or the first or last one
static int block_at(const snw_voxel_map *map, int axis, double coordinate) {
    const double low = snw_vec3_get(map->low, axis);
    const double block = floor((coordinate - low) / (map->size * SNW_VOXEL_MAP_BLOCK));
    if (!(block > 0)) return 0;
    return block < map->top[axis] ? (int)block : map->top[axis] - 1;
}

void snw_voxel_map_visit(const snw_voxel_map *map, snw_bounds within, snw_voxel_visit_fn *visit,
                         void *context) {
    const visiting v = {map, visit, context};
    int low[3], high[3];
    for (int i = 0; i < 3; i++) {
        low[i] = block_at(map, i, snw_vec3_get(within.low, i));
        high[i] = block_at(map, i, snw_vec3_get(within.high, i));
    }
    for (int z = low[2]; z <= high[2]; z++) {
        for (int y = low[1]; y <= high[1]; y++) {
            for (int x = low[0]; x <= high[0]; x++)
                visit_block(&v, (const int[3]){x, y, z});
        }
    }
}
