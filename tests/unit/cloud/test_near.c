// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "grid.h"

// the least distance from the centres of all filled cells
static double nearest(snw_vec3 p) {
    double least = (double)INFINITY;
    for (int i = 0; i < GRID_CELLS; i++) {
        if (grid_seen[i] != 0) least = fmin(least, snw_vec3_distance(p, grid_center(i)));
    }
    return least;
}

static void fill(int count) {
    grid_open();
    for (int i = 0; i < count; i++) {
        const snw_vec3 p = grid_point(0);
        CHECK(snw_voxel_map_insert(&grid_map, &p, 1, 0) == 1);
        grid_seen[grid_cell(p)] = 1;
    }
}

static void check_near_cell(snw_vec3 p, double below) {
    const double expected = nearest(p);
    snw_vec3 center = {7, 7, 7};
    double distance = 7;
    if (snw_voxel_map_near(&grid_map, p, below, &center, &distance)) {
        CHECK_NEAR(distance, expected, 1e-12 * (1 + expected));
        CHECK(distance < below);
        CHECK_NEAR(snw_vec3_distance(center, p), distance, 1e-12 * (1 + expected));
        CHECK(grid_seen[grid_cell(center)] != 0);
        CHECK(snw_vec3_near(center, grid_center(grid_cell(center)), 1e-12));
    } else {
        CHECK(!(expected < below - 1e-12));
        CHECK(distance == 7 && snw_vec3_equal(center, snw_vec3_of(7, 7, 7)));
    }
}

// few cells and many, points inside and far off, all limits
static void the_nearest_cell_is_found(void) {
    CHECK_CASES(check_scaled(60)) {
        fill(check_case % 3 == 0 ? check_int(1, 5) : check_int(1, 3000));
        for (int k = 0; k < 12; k++) {
            const snw_vec3 p = grid_point(k % 3 == 0 ? 10 : 0);
            check_near_cell(p, (double)INFINITY);
            check_near_cell(p, check_real(0, 2));
        }
        // in the cells themselves, and in the corners of blocks
        const int cell = check_int(0, GRID_CELLS - 1);
        check_near_cell(grid_center(cell), 1);
        check_near_cell(snw_vec3_add_scaled(grid_low, snw_vec3_of(1, 1, 2), 16 * grid_size), 9);
    }
}

static void the_same_cell_is_found_however_the_map_was_filled(void) {
    static snw_vec3 points[300];
    CHECK_CASES(check_scaled(20)) {
        for (int i = 0; i < 300; i++) {
            points[i] = grid_center(check_int(0, GRID_CELLS - 1));
        }
        // a corner of four blocks, from which many cells are equally far
        const snw_vec3 p = snw_vec3_add_scaled(grid_low, snw_vec3_of(1, 2, 1), 16 * grid_size);
        snw_vec3 first, second;
        double a, b;
        grid_open();
        CHECK(snw_voxel_map_insert(&grid_map, points, 300, 0) == 300);
        CHECK(snw_voxel_map_near(&grid_map, p, 9, &first, &a));
        grid_open();
        for (int i = 299; i >= 0; i--) {
            CHECK(snw_voxel_map_insert(&grid_map, &points[i], 1, 0) == 1);
        }
        CHECK(snw_voxel_map_near(&grid_map, p, 9, &second, &b));
        CHECK(a == b && snw_vec3_equal(first, second));
    }
}

static void without_a_number_or_a_cell_nothing_is_found(void) {
    snw_vec3 center = {7, 7, 7};
    double distance = 7;
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    const snw_vec3 p = grid_center(9);
    grid_open();
    CHECK(!snw_voxel_map_near(&grid_map, p, 9, &center, &distance));
    fill(10);
    for (int i = 0; i < 3; i++) {
        for (int axis = 0; axis < 3; axis++) {
            snw_vec3 other = p;
            snw_vec3_set(&other, axis, bad[i]);
            CHECK(!snw_voxel_map_near(&grid_map, other, 9, &center, &distance));
        }
    }
    CHECK(!snw_voxel_map_near(&grid_map, p, (double)NAN, &center, &distance));
    CHECK(!snw_voxel_map_near(&grid_map, p, 0, &center, &distance));
    CHECK(!snw_voxel_map_near(&grid_map, p, -1, &center, &distance));
    CHECK(distance == 7 && snw_vec3_equal(center, snw_vec3_of(7, 7, 7)));
}

int main(void) {
    RUN(the_nearest_cell_is_found);
    RUN(the_same_cell_is_found_however_the_map_was_filled);
    RUN(without_a_number_or_a_cell_nothing_is_found);
    return check_report();
}
