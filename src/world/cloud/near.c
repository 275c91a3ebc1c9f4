// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The nearest filled cell: blocks in shells around the one of the point, and in each block only
// words, in each word only bits, that can be nearer than what was found. All is in units of cells.

#include <stdlib.h>

#include "internal.h"

typedef struct search {
    const snw_voxel_map *map;
    double p[3];  // the point, in cells
    double best2; // square of the distance that must be beaten, in cells
    int best[3];  // the cell
    bool found;
} search;

static double square(double x) {
    return x * x;
}

// Four slabs of cells across each axis, one behind the other, and the squares of the distances of p
// from their centres: of 4 x 4 x 4 boxes each is a sum of three.
typedef struct slabs {
    double x[4], y[4], z[4];
} slabs;

static void fill_slabs(double p, int low, int cells, double square_of[4]) {
    for (int k = 0; k < 4; k++) {
        const double first = low + cells * k + 0.5, last = first + (cells - 1);
        const double before = first - p, behind = p - last;
        const double farther = before > behind ? before : behind;
        const double d = farther > 0 ? farther : 0;
        square_of[k] = d * d;
    }
}

static slabs slabs_of(const search *s, const int low[3], int cells) {
    slabs r;
    fill_slabs(s->p[0], low[0], cells, r.x);
    fill_slabs(s->p[1], low[1], cells, r.y);
    fill_slabs(s->p[2], low[2], cells, r.z);
    return r;
}

// of box n, which is bit n of a word, or word n of a block
static double slab_sum(const slabs *r, int n) {
    return r->x[n & 3] + r->y[n >> 2 & 3] + r->z[n >> 4];
}

static void search_word(search *s, uint64_t word, const int low[3]) {
    const slabs cells = slabs_of(s, low, 1);
    for (uint64_t rest = word; rest != 0; rest &= rest - 1) {
        const int bit = __builtin_ctzll(rest);
        const double d2 = slab_sum(&cells, bit);
        if (!(d2 < s->best2)) continue;
        s->best2 = d2;
        s->found = true;
        s->best[0] = low[0] + (bit & 3);
        s->best[1] = low[1] + (bit >> 2 & 3);
        s->best[2] = low[2] + (bit >> 4);
    }
}

static void search_block(search *s, const int place[3]) {
    const snw_voxel_map *map = s->map;
    const int b = map->place[place[0] + map->top[0] * (place[1] + map->top[1] * place[2])];
    if (b < 0) return;
    const int low[3] = {place[0] * SNW_VOXEL_MAP_BLOCK, place[1] * SNW_VOXEL_MAP_BLOCK,
                        place[2] * SNW_VOXEL_MAP_BLOCK};
    const slabs words = slabs_of(s, low, 4);
    const snw__voxel_block *block = &map->block[b];
    for (uint64_t rest = block->filled_words; rest != 0; rest &= rest - 1) {
        const int w = __builtin_ctzll(rest);
        if (!(slab_sum(&words, w) < s->best2)) continue;
        const int at[3] = {low[0] + 4 * (w & 3), low[1] + 4 * (w >> 2 & 3), low[2] + 4 * (w >> 4)};
        search_word(s, block->words[w], at);
    }
}

// square of the distance along an axis of p from the centres of the cells of a block
static double block_distance2(const search *s, int axis, int block) {
    const double first = block * SNW_VOXEL_MAP_BLOCK + 0.5, p = s->p[axis];
    const double before = first - p, behind = p - (first + (SNW_VOXEL_MAP_BLOCK - 1));
    const double farther = before > behind ? before : behind;
    return farther > 0 ? farther * farther : 0;
}

// the blocks from the first to high in a row along x, of which the row is that far at least
static void search_row(search *s, const int first[3], int high, int stride, double row2) {
    for (int x = first[0]; x <= high; x += stride) {
        const int place[3] = {x, first[1], first[2]};
        if (x >= 0 && row2 + block_distance2(s, 0, x) < s->best2) search_block(s, place);
    }
}

// the blocks whose largest distance from the middle one along an axis is `shell`
static void search_shell(search *s, const int middle[3], int shell) {
    const int *top = s->map->top;
    int low[3], high[3];
    for (int i = 0; i < 3; i++) {
        low[i] = middle[i] - shell > 0 ? middle[i] - shell : 0;
        high[i] = middle[i] + shell < top[i] - 1 ? middle[i] + shell : top[i] - 1;
    }
    for (int z = low[2]; z <= high[2]; z++) {
        const double plane2 = block_distance2(s, 2, z);
        if (!(plane2 < s->best2)) continue;
        for (int y = low[1]; y <= high[1]; y++) {
            const double row2 = plane2 + block_distance2(s, 1, y);
            if (!(row2 < s->best2)) continue;
            const bool face = abs(z - middle[2]) == shell || abs(y - middle[1]) == shell;
            // on the other rows only the two ends are in the shell
            const int first[3] = {face ? low[0] : middle[0] - shell, y, z};
            search_row(s, first, high[0], face ? 1 : 2 * shell, row2);
        }
    }
}

// how far the cells of all shells from `shell` on are at least, squared, for a point in the middle
// block; infinite when there are no more
static double shell_distance2(const search *s, const double inner[3], const int middle[3],
                              int shell) {
    double least = (double)INFINITY;
    for (int i = 0; i < 3; i++) {
        const double low = (double)(middle[i] - shell + 1) * SNW_VOXEL_MAP_BLOCK;
        const double high = (double)(middle[i] + shell) * SNW_VOXEL_MAP_BLOCK;
        if (low > 0) least = fmin(least, inner[i] - low);
        if (high < s->map->columns[i]) least = fmin(least, high - inner[i]);
    }
    return least < (double)INFINITY ? square(fmax(least, 0)) : least;
}

bool snw_voxel_map_near(const snw_voxel_map *map, snw_vec3 p, double below, snw_vec3 *center,
                        double *distance) {
    if (!snw_vec3_is_finite(p) || !(below > 0) || map->cell_count == 0) return false;
    search s = {.map = map, .best2 = square(below / map->size)};
    const snw_vec3 offset = snw_vec3_sub(p, map->low);
    double inner[3]; // the point of the map that is nearest to p: no cell is nearer to p than to it
    int middle[3];
    for (int i = 0; i < 3; i++) {
        s.p[i] = snw_vec3_get(offset, i) / map->size;
        inner[i] = fmin(fmax(s.p[i], 0), map->columns[i]);
        const int block = (int)(inner[i] / SNW_VOXEL_MAP_BLOCK);
        middle[i] = block < map->top[i] ? block : map->top[i] - 1;
    }
    for (int shell = 0; shell_distance2(&s, inner, middle, shell) < s.best2; shell++) {
        search_shell(&s, middle, shell);
    }
    if (!s.found) return false;
    *center = snw_vec3_add(
        map->low,
        snw_vec3_scale(snw_vec3_of(s.best[0] + 0.5, s.best[1] + 0.5, s.best[2] + 0.5), map->size));
    *distance = sqrt(s.best2) * map->size;
    return true;
}
