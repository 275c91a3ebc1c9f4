// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/lanes.h"

#include "check.h"
#include "counted.h"

// The reference is the definition: number j of state s stands at [s / lanes][j][s % lanes].

// runs the body once per instruction set that this machine has, with the set in `table`
#define FOR_EACH_SET                                                                               \
    for (int isa = 0; isa < SNW_ISA_COUNT; isa++)                                                  \
        for (const snw_lanes *table = snw_lanes_table((snw_isa)isa); table; table = NULL)

// blocks of the size needed and no more, so that a sanitizer sees an access beyond
static void *aligned_block(size_t bytes) {
    void *block = aligned_alloc(64, bytes ? (bytes + 63) / 64 * 64 : 64);
    if (!block) abort();
    return block;
}

static void *plain_block(size_t bytes) {
    void *block = malloc(bytes ? bytes : 1);
    if (!block) abort();
    return block;
}

static void doubles_there_and_back(const snw_lanes *table, int states, int width, int lanes) {
    const int blocks = snw_lanes_blocks(states, lanes);
    const size_t count = (size_t)states * (size_t)width;
    double *rows = plain_block(count * sizeof *rows), *back = plain_block(count * sizeof *back);
    double *packed = aligned_block(sizeof(double) * (size_t)(blocks * width * lanes));
    for (size_t i = 0; i < count; i++)
        rows[i] = check_real(-1, 1);

    CHECK(snw_lanes_pack_f64(table, rows, states, width, lanes, packed) == SNW_OK);
    for (int s = 0; s < blocks * lanes; s++) {
        const int present = s < states ? s : states - 1;
        for (int j = 0; j < width; j++) {
            CHECK(packed[(s / lanes * width + j) * lanes + s % lanes] == rows[present * width + j]);
        }
    }
    CHECK(snw_lanes_unpack_f64(table, packed, states, width, lanes, back) == SNW_OK);
    for (size_t i = 0; i < count; i++)
        CHECK(back[i] == rows[i]);
    free(rows);
    free(back);
    free(packed);
}

static void floats_there_and_back(const snw_lanes *table, int states, int width, int lanes) {
    const int blocks = snw_lanes_blocks(states, lanes);
    const size_t count = (size_t)states * (size_t)width;
    float *rows = plain_block(count * sizeof *rows), *back = plain_block(count * sizeof *back);
    float *packed = aligned_block(sizeof(float) * (size_t)(blocks * width * lanes));
    for (size_t i = 0; i < count; i++)
        rows[i] = (float)check_real(-1, 1);

    CHECK(snw_lanes_pack_f32(table, rows, states, width, lanes, packed) == SNW_OK);
    for (int s = 0; s < blocks * lanes; s++) {
        const int present = s < states ? s : states - 1;
        for (int j = 0; j < width; j++) {
            CHECK(packed[(s / lanes * width + j) * lanes + s % lanes] == rows[present * width + j]);
        }
    }
    CHECK(snw_lanes_unpack_f32(table, packed, states, width, lanes, back) == SNW_OK);
    for (size_t i = 0; i < count; i++)
        CHECK(back[i] == rows[i]);
    free(rows);
    free(back);
    free(packed);
}

static void blocks_of_doubles_hold_every_state_where_the_header_says(void) {
    FOR_EACH_SET {
        for (int states = 0; states <= 35; states++) {
            for (int width = 0; width <= 19; width++) {
                doubles_there_and_back(table, states, width, 4);
                doubles_there_and_back(table, states, width, 8);
            }
        }
    }
}

static void blocks_of_floats_hold_every_state_where_the_header_says(void) {
    FOR_EACH_SET {
        for (int states = 0; states <= 50; states++) {
            for (int width = 0; width <= 35; width += 1 + states % 2) {
                floats_there_and_back(table, states, width, 8);
                floats_there_and_back(table, states, width, 16);
            }
        }
    }
}

static void unpacking_writes_nothing_beyond_the_last_state(void) {
    FOR_EACH_SET {
        for (int states = 1; states <= 20; states++) {
            _Alignas(64) double packed[3 * 7 * 8] = {0};
            double rows[24 * 7 + 16];
            for (int i = 0; i < 24 * 7 + 16; i++)
                rows[i] = 5;
            CHECK(snw_lanes_unpack_f64(table, packed, states, 7, 8, rows) == SNW_OK);
            for (int i = 0; i < 24 * 7 + 16; i++)
                CHECK(rows[i] == (i < states * 7 ? 0 : 5));
        }
    }
}

static void blocks_are_counted_up(void) {
    CHECK(snw_lanes_blocks(0, 8) == 0 && snw_lanes_blocks(1, 8) == 1);
    CHECK(snw_lanes_blocks(8, 8) == 1 && snw_lanes_blocks(9, 8) == 2);
    CHECK(snw_lanes_blocks(INT32_MAX, 4) == 536870912);
}

static void wrong_arguments_are_refused_and_nothing_is_written(void) {
    const snw_lanes *table = snw_lanes_best();
    _Alignas(64) double a[64] = {0}, b[64];
    _Alignas(64) float f[64] = {0}, g[64];
    for (int i = 0; i < 64; i++)
        b[i] = 1, g[i] = 1;
    const int wrong[] = {-8, 0, 1, 2, 3, 5, 7, 12, 32};
    for (int i = 0; i < 9; i++) {
        CHECK(snw_lanes_pack_f64(table, a, 2, 2, wrong[i], b) == SNW_ERR_ARGUMENT);
        CHECK(snw_lanes_unpack_f64(table, a, 2, 2, wrong[i], b) == SNW_ERR_ARGUMENT);
        CHECK(snw_lanes_pack_f32(table, f, 2, 2, wrong[i], g) == SNW_ERR_ARGUMENT);
        CHECK(snw_lanes_unpack_f32(table, f, 2, 2, wrong[i], g) == SNW_ERR_ARGUMENT);
    }
    CHECK(snw_lanes_pack_f64(table, a, 2, 2, 16, b) == SNW_ERR_ARGUMENT);
    CHECK(snw_lanes_pack_f32(table, f, 2, 2, 4, g) == SNW_ERR_ARGUMENT);
    CHECK(snw_lanes_pack_f64(table, a, -1, 2, 8, b) == SNW_ERR_ARGUMENT);
    CHECK(snw_lanes_pack_f64(table, a, 2, -1, 8, b) == SNW_ERR_ARGUMENT);
    CHECK(snw_lanes_pack_f64(table, a, 2, 2, 8, b + 1) == SNW_ERR_ARGUMENT);
    CHECK(snw_lanes_unpack_f64(table, a + 4, 2, 2, 8, b) == SNW_ERR_ARGUMENT);
    CHECK(snw_lanes_pack_f32(table, f, 2, 2, 8, g + 8) == SNW_ERR_ARGUMENT);
    CHECK(snw_lanes_unpack_f32(table, f + 1, 2, 2, 8, g) == SNW_ERR_ARGUMENT);
    for (int i = 0; i < 64; i++)
        CHECK(b[i] == 1 && g[i] == 1);
}

static void nothing_is_allocated(void) {
    static _Alignas(64) double rows[9 * 7], packed[2 * 7 * 8];
    const long before = counted_allocations();
    for (int k = 0; k < 1000; k++) {
        CHECK(snw_lanes_pack_f64(snw_lanes_best(), rows, 9, 7, 8, packed) == SNW_OK);
        CHECK(snw_lanes_unpack_f64(snw_lanes_best(), packed, 9, 7, 8, rows) == SNW_OK);
    }
    CHECK(counted_allocations() == before);
}

int main(void) {
    RUN(blocks_of_doubles_hold_every_state_where_the_header_says);
    RUN(blocks_of_floats_hold_every_state_where_the_header_says);
    RUN(unpacking_writes_nothing_beyond_the_last_state);
    RUN(blocks_are_counted_up);
    RUN(wrong_arguments_are_refused_and_nothing_is_written);
    RUN(nothing_is_allocated);
    return check_report();
}
