// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "grid.h"

static const int64_t ms = 1000000;

static int insert_plain(const snw_vec3 *points, int count, int64_t t_ns) {
    int held = 0;
    for (int i = 0; i < count; i++) {
        const int cell = grid_cell(points[i]);
        if (cell < 0) continue;
        grid_seen[cell] = 1 + t_ns;
        held++;
    }
    return held;
}

// fill, empty, fade, again and again: after each the map is what an array of numbers says
static void the_map_is_an_array_of_cells(void) {
    static snw_vec3 points[400];
    grid_open();
    int64_t now = 0, changes = 0;
    CHECK_CASES(check_scaled(300)) {
        const int before = grid_map.cell_count;
        const int count = check_int(0, 400);
        // in one corner, so that blocks fill up and become empty, or anywhere
        const snw_vec3 middle = grid_point(0);
        const double spread = check_case % 3 == 0 ? 4 : 0.3;
        for (int i = 0; i < count; i++) {
            points[i] = snw_vec3_add(middle, snw_vec3_of(check_real(-spread, spread),
                                                         check_real(-spread, spread),
                                                         check_real(-spread, spread)));
        }
        now += check_int(1, 50) * ms;
        const int what = check_int(0, 9);
        if (what < 6) {
            CHECK(snw_voxel_map_insert(&grid_map, points, count, now) ==
                  insert_plain(points, count, now));
        } else if (what < 8) {
            int emptied = 0;
            for (int i = 0; i < count; i++) {
                const int cell = grid_cell(points[i]);
                if (cell < 0 || grid_seen[cell] == 0) continue;
                grid_seen[cell] = 0;
                emptied++;
            }
            CHECK(snw_voxel_map_remove(&grid_map, points, count) == emptied);
        } else {
            const int64_t limit = now - check_int(0, 300) * ms;
            int emptied = 0;
            for (int i = 0; i < GRID_CELLS; i++) {
                if (grid_seen[i] == 0 || grid_seen[i] - 1 >= limit) continue;
                grid_seen[i] = 0;
                emptied++;
            }
            CHECK(snw_voxel_map_fade(&grid_map, limit) == emptied);
        }
        if (check_case % 10 == 0) grid_agrees();
        const int difference = abs(grid_map.cell_count - before);
        CHECK(grid_map.change_count - changes >= difference);
        changes = grid_map.change_count;
    }
    grid_agrees();
    snw_voxel_map_clear(&grid_map);
    memset(grid_seen, 0, sizeof grid_seen);
    grid_agrees();
    CHECK(grid_map.block_count == 0);
}

// with room for two blocks, by each of the ways in which a block becomes empty
static void blocks_that_became_empty_are_used_again(void) {
    const snw_voxel_map_config config = {grid_bounds(), grid_size, 2};
    snw_arena arena = snw_arena_over(grid_memory, sizeof grid_memory);
    CHECK(snw_voxel_map_init(&grid_map, &config, &arena, NULL) == SNW_OK);
    for (int i = 0; i < 200; i++) {
        // cells of three different blocks
        const int x = i % 16, b = i % 3;
        const snw_vec3 points[3] = {grid_center(grid_index(x + 16 * b, 3, 3)),
                                    grid_center(grid_index(x, 20, 16 * b + 5)),
                                    grid_center(grid_index(40, 40, 40))};
        CHECK(snw_voxel_map_insert(&grid_map, points, 3, 0) == 2);
        CHECK(grid_map.block_count == 2 && grid_map.cell_count == 2);
        CHECK(!snw_voxel_map_has(&grid_map, points[2]));
        if (i % 2 == 0) {
            CHECK(snw_voxel_map_remove(&grid_map, points, 3) == 2);
        } else {
            snw_voxel_map_clear(&grid_map);
        }
        CHECK(grid_map.block_count == 0 && grid_map.cell_count == 0);
    }
}

// the last points before the borders, those on them, and what is no number
static void points_outside_are_not_held(void) {
    grid_open();
    const snw_bounds box = grid_bounds();
    const double nan = (double)NAN, inf = (double)INFINITY;
    const snw_vec3 in[] = {box.low, snw_vec3_of(box.high.x - 1e-12, box.low.y, box.low.z),
                           snw_vec3_of(box.low.x, box.high.y - 1e-12, box.low.z)};
    const snw_vec3 out[] = {box.high,
                            snw_vec3_of(box.high.x, box.low.y, box.low.z),
                            snw_vec3_of(nextafter(box.low.x, -9), box.low.y, box.low.z),
                            snw_vec3_of(box.low.x, box.low.y, box.high.z),
                            snw_vec3_of(nan, 3, 0),
                            snw_vec3_of(0, inf, 0),
                            snw_vec3_of(0, 3, -inf),
                            snw_vec3_of(1e300, 3, 0)};
    CHECK(snw_voxel_map_insert(&grid_map, in, 3, 0) == 3);
    CHECK(snw_voxel_map_insert(&grid_map, out, 8, 0) == 0);
    for (int i = 0; i < 8; i++) {
        CHECK(!snw_voxel_map_has(&grid_map, out[i]));
    }
    CHECK(snw_voxel_map_remove(&grid_map, out, 8) == 0 && grid_map.cell_count == 3);
}

// Times are kept in milliseconds modulo 2^32: across the place where they wrap around, and for
// times far off, a cell fades by the difference alone.
static void cells_fade_where_the_milliseconds_wrap_around(void) {
    const int64_t wraps = ((int64_t)1 << 32) * ms;
    static const int64_t days = (int64_t)24 * 3600 * 1000000000;
    const snw_vec3 p = {0, 3, 0};
    for (int k = 0; k < 4; k++) {
        for (int64_t begin = -3; begin <= 3; begin++) {
            grid_open();
            const int64_t t = k * wraps + begin * ms;
            CHECK(snw_voxel_map_insert(&grid_map, &p, 1, t) == 1);
            CHECK(snw_voxel_map_fade(&grid_map, t) == 0);
            CHECK(snw_voxel_map_fade(&grid_map, t - 24 * days) == 0);
            CHECK(snw_voxel_map_fade(&grid_map, t + ms) == 1);
            CHECK(snw_voxel_map_insert(&grid_map, &p, 1, t) == 1);
            CHECK(snw_voxel_map_fade(&grid_map, t + 24 * days) == 1);
        }
    }
}

static void refuses(snw_voxel_map_config config, snw_status expected, const char *text) {
    snw_why why;
    snw_arena arena = {0};
    snw_voxel_map map;
    CHECK(snw_voxel_map_init(&map, &config, &arena, &why) == expected);
    CHECK_TEXT(why.text, text);
    CHECK(arena.needed == 0);
    if (expected == SNW_ERR_TOO_LARGE) CHECK_TEXT(why.rule, "voxel-map-size");
}

static void maps_that_cannot_be_are_refused_before_memory_is_taken(void) {
    const snw_bounds box = grid_bounds();
    refuses((snw_voxel_map_config){snw_bounds_empty(), 0.1, 1}, SNW_ERR_NOT_FINITE,
            "the bounds are empty or not finite");
    refuses((snw_voxel_map_config){snw_bounds_all(), 0.1, 1}, SNW_ERR_NOT_FINITE,
            "the bounds are empty or not finite");
    static const double sizes[] = {0, -1, 1e-5, 1e7, (double)NAN};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        refuses((snw_voxel_map_config){box, sizes[i], 1}, SNW_ERR_RANGE,
                "the size of a cell must be 1e-4 m to 1e6 m");
    }
    refuses((snw_voxel_map_config){box, 0.1, 0}, SNW_ERR_RANGE, "there is room for no block");
    refuses((snw_voxel_map_config){box, 0.1, 1048577}, SNW_ERR_TOO_LARGE,
            "the map has too many blocks");
    refuses((snw_voxel_map_config){{{0, 0, 0}, {1e6, 1e6, 1e6}}, 0.01, 1}, SNW_ERR_TOO_LARGE,
            "the bounds have room for too many blocks");
}

static void every_arena_that_is_too_small_is_refused(void) {
    const snw_voxel_map_config config = {grid_bounds(), grid_size, 3};
    snw_voxel_map map;
    snw_arena measure = {0};
    CHECK(snw_voxel_map_init(&map, &config, &measure, NULL) == SNW_ERR_MEMORY);
    CHECK(measure.needed > 3 * 16384 && measure.needed < sizeof grid_memory);
    for (size_t size = 0; size < measure.needed; size += size < 512 ? 1 : 977) {
        snw_arena arena = snw_arena_over(grid_memory, size);
        CHECK(snw_voxel_map_init(&map, &config, &arena, NULL) == SNW_ERR_MEMORY);
    }
    snw_arena arena = snw_arena_over(grid_memory, measure.needed);
    CHECK(snw_voxel_map_init(&map, &config, &arena, NULL) == SNW_OK);
    CHECK(map.columns[0] == GRID && map.columns[1] == GRID && map.columns[2] == GRID);
}

int main(void) {
    RUN(the_map_is_an_array_of_cells);
    RUN(blocks_that_became_empty_are_used_again);
    RUN(points_outside_are_not_held);
    RUN(cells_fade_where_the_milliseconds_wrap_around);
    RUN(maps_that_cannot_be_are_refused_before_memory_is_taken);
    RUN(every_arena_that_is_too_small_is_refused);
    return check_report();
}
