// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "grid.h"

// Whether a segment meets a cell that is larger by `more` on all sides, by its slabs in long
// double.
static bool meets_cell(snw_vec3 a, snw_vec3 b, int cell, long double more) {
    const snw_vec3 c = grid_center(cell);
    const long double half = (long double)grid_size / 2 + more;
    long double enters = 0, leaves = 1;
    for (int i = 0; i < 3; i++) {
        const long double from = (long double)snw_vec3_get(a, i) - (long double)snw_vec3_get(c, i);
        const long double way = (long double)snw_vec3_get(b, i) - (long double)snw_vec3_get(a, i);
        if (way == 0 && fabsl(from) > half) return false;
        if (way == 0) continue;
        const long double t = (-half - from) / way, u = (half - from) / way;
        enters = fmaxl(enters, fminl(t, u));
        leaves = fminl(leaves, fmaxl(t, u));
    }
    return enters <= leaves;
}

// fills a part of all cells, in clumps, so that whole words and blocks stay empty
static void fill_some(void) {
    grid_open();
    for (int k = 0; k < 40; k++) {
        const snw_vec3 middle = grid_point(0);
        for (int i = 0; i < 200; i++) {
            const snw_vec3 p =
                snw_vec3_add(middle, snw_vec3_of(check_real(-0.3, 0.3), check_real(-0.3, 0.3),
                                                 check_real(-0.3, 0.3)));
            if (snw_voxel_map_insert(&grid_map, &p, 1, 0) == 1) grid_seen[grid_cell(p)] = 1;
        }
    }
}

// Every filled cell in which a part of the ray lies is empty afterwards, but for the last one;
// every cell that the ray misses is as it was. Where the ray only grazes a cell both are right.
static void check_swept(snw_vec3 eye, snw_vec3 point) {
    const int last = grid_cell(point);
    for (int i = 0; i < GRID_CELLS; i++) {
        if (grid_seen[i] == 0) continue;
        const bool has = snw_voxel_map_has(&grid_map, grid_center(i));
        if (i == last) CHECK(has);
        if (i != last && has) CHECK(!meets_cell(eye, point, i, -1e-9L));
        if (!has) CHECK(meets_cell(eye, point, i, 1e-9L));
        if (!has) grid_seen[i] = 0;
    }
    grid_agrees();
}

static void a_ray_empties_the_cells_that_it_passes(void) {
    int emptied = 0;
    CHECK_CASES(check_scaled(250)) {
        if (check_case % 10 == 0) fill_some();
        // eyes and ends inside of the map and outside
        const snw_vec3 eye = grid_point(check_case % 2 ? 2 : 0);
        const snw_vec3 point = grid_point(check_case % 3 ? 1 : 0);
        const int before = grid_map.cell_count;
        snw_voxel_map_sweep(&grid_map, eye, &point, 1);
        check_swept(eye, point);
        emptied += before - grid_map.cell_count;
    }
    CHECK(emptied > check_scaled(100));
}

// along axes, along diagonals through corners of cells, on borders, without a way
static void rays_along_the_lattice_empty_no_cell_beside_them(void) {
    CHECK_CASES(check_scaled(150)) {
        if (check_case % 10 == 0) fill_some();
        const int from = check_int(0, GRID_CELLS - 1);
        const snw_vec3 way = {check_int(-1, 1), check_int(-1, 1), check_int(-1, 1)};
        snw_vec3 eye = grid_center(from);
        if (check_case % 2) eye = snw_vec3_add_scaled(eye, snw_vec3_of(1, 1, 1), -grid_size / 2);
        const snw_vec3 point = snw_vec3_add_scaled(eye, way, check_int(0, GRID) * grid_size);
        snw_voxel_map_sweep(&grid_map, eye, &point, 1);
        check_swept(eye, point);
    }
}

// fills a part of all words of 4 x 4 x 4 cells, each of them as a whole
static void fill_words(double part) {
    static bool chosen[12 * 12 * 12];
    grid_open();
    for (int i = 0; i < 12 * 12 * 12; i++) {
        chosen[i] = check_real(0, 1) < part;
    }
    for (int i = 0; i < GRID_CELLS; i++) {
        const int x = i % GRID / 4, y = i / GRID % GRID / 4, z = i / GRID / GRID / 4;
        if (!chosen[x + 12 * (y + 12 * z)]) continue;
        const snw_vec3 p = grid_center(i);
        CHECK(snw_voxel_map_insert(&grid_map, &p, 1, 0) == 1);
        grid_seen[i] = 1;
    }
}

// an eye on the border of two cells is in the one that the ray goes into
static void a_ray_from_a_border_leaves_the_cell_behind_it(void) {
    for (int axis = 0; axis < 3; axis++) {
        for (int side = -1; side <= 1; side += 2) {
            fill_words(2);
            int at[3] = {20, 20, 20};
            snw_vec3 eye = grid_center(grid_index(20, 20, 20)), point = eye;
            const double border = snw_vec3_get(eye, axis) - side * grid_size / 2;
            snw_vec3_set(&eye, axis, border);
            snw_vec3_set(&point, axis, border + side * 3.5 * grid_size);
            snw_voxel_map_sweep(&grid_map, eye, &point, 1);
            // behind the eye, three cells that are passed, the one in which the ray ends
            for (int k = -1; k <= 3; k++) {
                at[axis] = 20 + side * k;
                const snw_vec3 c = grid_center(grid_index(at[0], at[1], at[2]));
                CHECK(snw_voxel_map_has(&grid_map, c) == (k == -1 || k == 3));
            }
            CHECK(grid_map.cell_count == GRID_CELLS - 3);
        }
    }
}

// Where a ray runs through edges and corners, it chooses one of the cells beside them; that does
// not depend on how many cells are filled, although empty blocks and words are left at once.
static void the_cells_of_a_ray_do_not_depend_on_others(void) {
    static bool emptied[GRID_CELLS];
    CHECK_CASES(check_scaled(40)) {
        const int from = check_int(0, GRID_CELLS - 1), to = check_int(0, GRID_CELLS - 1);
        const snw_vec3 half = snw_vec3_scale(snw_vec3_of(1, 1, 1), grid_size / 2);
        const snw_vec3 eye = snw_vec3_sub(grid_center(from), half);
        const snw_vec3 way = {check_int(-1, 1), check_int(-1, 1), check_int(-1, 1)};
        snw_vec3 point = snw_vec3_sub(grid_center(to), half);
        if (check_case % 2) point = snw_vec3_add_scaled(eye, way, check_int(1, 60) * grid_size);
        fill_words(2);
        snw_voxel_map_sweep(&grid_map, eye, &point, 1);
        for (int i = 0; i < GRID_CELLS; i++) {
            emptied[i] = !snw_voxel_map_has(&grid_map, grid_center(i));
        }
        fill_words(0.4);
        snw_voxel_map_sweep(&grid_map, eye, &point, 1);
        for (int i = 0; i < GRID_CELLS; i++) {
            if (emptied[i]) grid_seen[i] = 0;
        }
        grid_agrees();
    }
}

// a scan: what one ray passes and another hits is filled after the points were inserted
static void a_scan_keeps_what_it_hits(void) {
    static snw_vec3 points[100];
    fill_some();
    const snw_vec3 eye = grid_point(0);
    for (int i = 0; i < 100; i++) {
        points[i] = grid_point(0);
    }
    snw_voxel_map_sweep(&grid_map, eye, points, 100);
    CHECK(snw_voxel_map_insert(&grid_map, points, 100, 0) == 100);
    for (int i = 0; i < GRID_CELLS; i++) {
        bool passed = false, hit = false;
        for (int k = 0; k < 100; k++) {
            const bool ends = grid_cell(points[k]) == i;
            hit = hit || ends;
            passed = passed || (!ends && meets_cell(eye, points[k], i, -1e-9L));
        }
        const bool has = snw_voxel_map_has(&grid_map, grid_center(i));
        if (hit) CHECK(has);
        if (passed && !hit) CHECK(!has);
    }
}

static void rays_without_a_number_change_nothing(void) {
    fill_some();
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e300, 2e6};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        for (int axis = 0; axis < 3; axis++) {
            snw_vec3 eye = grid_center(0), point = grid_center(GRID_CELLS - 1);
            snw_vec3_set(&point, axis, bad[i]);
            snw_voxel_map_sweep(&grid_map, eye, &point, 1);
            snw_voxel_map_sweep(&grid_map, point, &eye, 1);
        }
    }
    grid_agrees();
    // the least ways that there are
    const snw_vec3 eye = grid_center(grid_index(5, 5, 5));
    const double tiny[] = {4.9e-324, 1e-300, 1e-17, -1e-17};
    for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++) {
        const snw_vec3 point = snw_vec3_add(eye, snw_vec3_of(tiny[i], 0, -tiny[i]));
        snw_voxel_map_sweep(&grid_map, eye, &point, 1);
    }
    grid_agrees();
}

int main(void) {
    RUN(a_ray_empties_the_cells_that_it_passes);
    RUN(rays_along_the_lattice_empty_no_cell_beside_them);
    RUN(a_ray_from_a_border_leaves_the_cell_behind_it);
    RUN(the_cells_of_a_ray_do_not_depend_on_others);
    RUN(a_scan_keeps_what_it_hits);
    RUN(rays_without_a_number_change_nothing);
    return check_report();
}
