// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The map of filled cells: layout, cells one by one, and what fades.
//
// The table of blocks has a place for each block of the bounds, which is -1 or a block of the pool.
// A block has a word of bits for each 4 x 4 x 4 cells, and one word that tells which of these are
// not 0: to look for filled cells costs one step for each that is there.

#include <string.h>

#include "internal.h"

// --- layout -------------------------------------------------------------------------------------

static snw_status refuse_size(snw_why *why, const char *text, double number, double limit,
                              const char *fix) {
    snw_why_set(why, SNW_ERR_TOO_LARGE, "voxel_map", text);
    snw_why_rule(why, "voxel-map-size");
    snw_why_fix(why, fix);
    snw_why_add(why, "blocks", number, "");
    snw_why_add(why, "limit", limit, "");
    return SNW_ERR_TOO_LARGE;
}

// blocks along an axis, as a real number that cannot overflow
static double blocks_along(double extent, double size) {
    const double blocks = ceil(extent / size / SNW_VOXEL_MAP_BLOCK);
    return blocks < 1 ? 1 : blocks;
}

static snw_status check_config(const snw_voxel_map_config *config, double top[3], snw_why *why) {
    if (!snw_bounds_is_finite(config->bounds)) {
        return snw_refuse(why, SNW_ERR_NOT_FINITE, "voxel_map",
                          "the bounds are empty or not finite", "give a box with finite corners");
    }
    if (!(config->size >= 1e-4 && config->size <= SNW_SHAPE_REACH)) {
        snw_why_set(why, SNW_ERR_RANGE, "voxel_map", "the size of a cell must be 1e-4 m to 1e6 m");
        snw_why_add(why, "size", config->size, "m");
        return SNW_ERR_RANGE;
    }
    if (config->blocks < 1) {
        return snw_refuse(why, SNW_ERR_RANGE, "voxel_map", "there is room for no block",
                          "give `blocks`, at least 1");
    }
    if (config->blocks > SNW_VOXEL_MAP_BLOCKS) {
        return refuse_size(why, "the map has too many blocks", config->blocks, SNW_VOXEL_MAP_BLOCKS,
                           "give fewer `blocks`, or larger cells");
    }
    const snw_vec3 extent = snw_bounds_size(config->bounds);
    double product = 1;
    for (int i = 0; i < 3; i++) {
        top[i] = blocks_along(snw_vec3_get(extent, i), config->size);
        product *= top[i];
    }
    if (!(product <= SNW_VOXEL_MAP_TOP)) {
        return refuse_size(why, "the bounds have room for too many blocks", product,
                           SNW_VOXEL_MAP_TOP, "give smaller bounds, or larger cells");
    }
    return SNW_OK;
}

static int table_size(const snw_voxel_map *map) {
    return map->top[0] * map->top[1] * map->top[2];
}

// makes all blocks of the pool free, to be taken from the first on
static void free_all_blocks(snw_voxel_map *map) {
    for (int i = 0; i < map->blocks; i++) {
        map->block[i].top = -1;
        map->free_block[i] = map->blocks - 1 - i;
    }
    map->block_count = map->cell_count = 0;
}

snw_status snw_voxel_map_init(snw_voxel_map *map, const snw_voxel_map_config *config,
                              snw_arena *arena, snw_why *why) {
    double top[3];
    snw_status status = check_config(config, top, why);
    if (snw_failed(status)) return status;
    *map =
        (snw_voxel_map){.low = config->bounds.low, .size = config->size, .blocks = config->blocks};
    for (int i = 0; i < 3; i++) {
        map->top[i] = (int)top[i];
        map->columns[i] = map->top[i] * SNW_VOXEL_MAP_BLOCK;
    }
    map->place = SNW_ARENA_ARRAY(arena, int32_t, table_size(map));
    map->block = SNW_ARENA_ARRAY(arena, snw__voxel_block, map->blocks);
    map->seen_ms =
        snw_arena_take_array(arena, map->blocks, sizeof *map->seen_ms, _Alignof(uint32_t));
    map->free_block = SNW_ARENA_ARRAY(arena, int32_t, map->blocks);
    status = snw_arena_status(arena);
    if (snw_failed(status)) return status;
    memset(map->place, -1, (size_t)table_size(map) * sizeof *map->place);
    free_all_blocks(map);
    return SNW_OK;
}

void snw_voxel_map_clear(snw_voxel_map *map) {
    for (int b = 0; b < map->blocks; b++) {
        snw__voxel_block *block = &map->block[b];
        if (block->top < 0) continue;
        map->place[block->top] = -1;
        memset(block, 0, sizeof *block);
    }
    map->change_count += map->cell_count;
    free_all_blocks(map);
}

// --- cells --------------------------------------------------------------------------------------

// Three coordinates and one that is not used: divisions side by side take the time of one.
typedef double quad __attribute__((vector_size(4 * sizeof(double))));

bool snw__voxel_locate(const snw_voxel_map *map, snw_vec3 p, int at[3]) {
    const quad x = {p.x - map->low.x, p.y - map->low.y, p.z - map->low.z, 0};
    const quad cell = x / map->size;
    bool inside = true;
    for (int i = 0; i < 3; i++)
        inside &= cell[i] >= 0 && cell[i] < map->columns[i]; // false for NaN too
    if (!inside) return false;
    for (int i = 0; i < 3; i++)
        at[i] = (int)cell[i];
    return true;
}

// the block at a place of the table, made if there is room; -1 if not
static int block_for(snw_voxel_map *map, int32_t top) {
    if (map->place[top] >= 0) return map->place[top];
    if (map->block_count == map->blocks) return -1;
    const int b = map->free_block[map->blocks - 1 - map->block_count++];
    map->block[b].top = top;
    map->place[top] = b;
    return b;
}

static void free_block(snw_voxel_map *map, int b) {
    map->place[map->block[b].top] = -1;
    map->block[b].top = -1;
    map->free_block[map->blocks - map->block_count--] = b;
}

static int count_bits(uint64_t word) {
    int count = 0;
    for (uint64_t rest = word; rest != 0; rest &= rest - 1) {
        count++;
    }
    return count;
}

void snw__voxel_empty(snw_voxel_map *map, int b, int word, uint64_t bits) {
    snw__voxel_block *block = &map->block[b];
    const int count = count_bits(block->words[word] & bits);
    block->words[word] &= ~bits;
    map->cell_count -= count;
    map->change_count += count;
    if (block->words[word] != 0) return;
    block->filled_words &= ~(UINT64_C(1) << word);
    if (block->filled_words == 0) free_block(map, b);
}

// milliseconds that wrap around: only differences count
static uint32_t milliseconds(int64_t t_ns) {
    return (uint32_t)(uint64_t)(t_ns / 1000000);
}

enum { CHUNK = 32 }; // points whose cells are computed side by side

// The cells of points; `top` is -1 for what is outside, or not finite.
static void find_cells(const snw_voxel_map *map, const snw_vec3 *points, int count,
                       snw__cell cells[CHUNK]) {
    const double low[3] = {map->low.x, map->low.y, map->low.z};
    double along[3][CHUNK];
    int32_t lattice[3][CHUNK], inside[CHUNK];
    for (int k = 0; k < count; k++) {
        along[0][k] = points[k].x;
        along[1][k] = points[k].y;
        along[2][k] = points[k].z;
        inside[k] = 1;
    }
    for (int axis = 0; axis < 3; axis++) {
        const double columns = map->columns[axis], size = map->size;
        for (int k = 0; k < count; k++) {
            const double cell = (along[axis][k] - low[axis]) / size;
            const int32_t within = (cell >= 0) & (cell < columns); // 0 for NaN too
            inside[k] &= within;
            lattice[axis][k] = (int32_t)(within ? cell : 0);
        }
    }
    for (int k = 0; k < count; k++) {
        const int at[3] = {lattice[0][k], lattice[1][k], lattice[2][k]};
        cells[k] = snw__cell_at(map, at);
        cells[k].top = inside[k] ? cells[k].top : -1;
    }
}

int snw_voxel_map_insert(snw_voxel_map *map, const snw_vec3 *points, int count, int64_t t_ns) {
    const uint32_t now = milliseconds(t_ns);
    int held = 0, filled = 0;
    snw__cell cells[CHUNK];
    for (int i = 0; i < count; i += CHUNK) {
        const int some = count - i < CHUNK ? count - i : CHUNK;
        find_cells(map, points + i, some, cells);
        for (int k = 0; k < some; k++) {
            const snw__cell cell = cells[k];
            const int b = cell.top < 0 ? -1 : block_for(map, cell.top);
            if (b < 0) continue;
            snw__voxel_block *block = &map->block[b];
            const uint64_t before = block->words[cell.word], bit = UINT64_C(1) << cell.bit;
            filled += (before & bit) == 0;
            block->words[cell.word] = before | bit;
            block->filled_words |= UINT64_C(1) << cell.word;
            map->seen_ms[b][cell.word * SNW__BITS + cell.bit] = now;
            held++;
        }
    }
    map->cell_count += filled;
    map->change_count += filled;
    return held;
}

int snw_voxel_map_remove(snw_voxel_map *map, const snw_vec3 *points, int count) {
    const int before = map->cell_count;
    for (int i = 0; i < count; i++) {
        int at[3];
        if (!snw__voxel_locate(map, points[i], at)) continue;
        const snw__cell cell = snw__cell_at(map, at);
        const int b = map->place[cell.top];
        const uint64_t bit = UINT64_C(1) << cell.bit;
        if (b >= 0 && map->block[b].words[cell.word] & bit) {
            snw__voxel_empty(map, b, cell.word, bit);
        }
    }
    return before - map->cell_count;
}

bool snw_voxel_map_has(const snw_voxel_map *map, snw_vec3 p) {
    int at[3];
    if (!snw__voxel_locate(map, p, at)) return false;
    const snw__cell cell = snw__cell_at(map, at);
    const int b = map->place[cell.top];
    return b >= 0 && (map->block[b].words[cell.word] >> cell.bit & 1U) != 0;
}

// --- time ---------------------------------------------------------------------------------------

// the filled cells of a word that were seen before a time: then the difference wraps around
static uint64_t cells_before(const uint32_t seen[SNW__BITS], uint64_t filled, uint32_t before) {
    uint64_t old = 0;
    for (uint64_t rest = filled; rest != 0; rest &= rest - 1) {
        const int bit = __builtin_ctzll(rest);
        if (seen[bit] - before > INT32_MAX) old |= UINT64_C(1) << bit;
    }
    return old;
}

int snw_voxel_map_fade(snw_voxel_map *map, int64_t before_ns) {
    const uint32_t before = milliseconds(before_ns);
    const int cells = map->cell_count;
    for (int b = 0; b < map->blocks; b++) {
        if (map->block[b].top < 0) continue;
        for (uint64_t rest = map->block[b].filled_words; rest != 0; rest &= rest - 1) {
            const int word = __builtin_ctzll(rest);
            const uint64_t old = cells_before(&map->seen_ms[b][(ptrdiff_t)word * SNW__BITS],
                                              map->block[b].words[word], before);
            if (old != 0) snw__voxel_empty(map, b, word, old);
        }
    }
    return cells - map->cell_count;
}
