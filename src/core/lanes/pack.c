// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/lanes/kernel.h"

#include <stddef.h>

#include "kernels.h"

// Rows to blocks is a transposition, done in square tiles of SNW_W states by SNW_W numbers that
// stay in registers.

// a0 b0 a1 b1 ... of the lower and of the upper halves of a and b
#if SNW_W == 2
#define LOW 0, 2
#define HIGH 1, 3
#elif SNW_W == 4
#define LOW 0, 4, 1, 5
#define HIGH 2, 6, 3, 7
#elif SNW_W == 8
#define LOW 0, 8, 1, 9, 2, 10, 3, 11
#define HIGH 4, 12, 5, 13, 6, 14, 7, 15
#else
#define LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#endif

// Shuffling the first half of the tile's numbers into the second, as cards, rotates the bits of
// each number's place by one; after log2(SNW_W) times row and column have changed roles.
SNW_FORCE_INLINE void transpose(snw_v *tile) {
#pragma GCC unroll 4
    for (int pass = 1; pass < SNW_W; pass *= 2) {
        snw_v shuffled[SNW_W];
#pragma GCC unroll 8
        for (ptrdiff_t i = 0; i < SNW_W / 2; i++) {
            shuffled[2 * i] = __builtin_shufflevector(tile[i], tile[i + SNW_W / 2], LOW);
            shuffled[2 * i + 1] = __builtin_shufflevector(tile[i], tile[i + SNW_W / 2], HIGH);
        }
#pragma GCC unroll 16
        for (int i = 0; i < SNW_W; i++)
            tile[i] = shuffled[i];
    }
}

// The last tile of a row may hold fewer numbers, n < SNW_W. Its rows are read and written as whole
// vectors all the same, which touches the start of the next row: harmless while the states of the
// tile are not the last ones.
static int tiles_fit(ptrdiff_t state, int states, int width) {
    const int rounded = width + (SNW_W - width % SNW_W) % SNW_W;
    return (state + SNW_W - 1) * width + rounded <= (ptrdiff_t)states * width;
}

// n numbers of SNW_W rows into the lanes at `to`
SNW_FORCE_INLINE void pack_tile(const snw_real *rows, int width, int n, snw_real *to, int lanes) {
    snw_v tile[SNW_W];
#pragma GCC unroll 16
    for (int i = 0; i < SNW_W; i++)
        tile[i] = snw_v_load_any(rows + (ptrdiff_t)i * width);
    transpose(tile);
#pragma GCC unroll 16
    for (int i = 0; i < SNW_W; i++) {
        if (i < n) snw_v_store(to + (ptrdiff_t)i * lanes, tile[i]);
    }
}

void SNW_KERNEL(snw__pack)(const snw_real *rows, int states, int width, int lanes,
                           snw_real *blocks) {
    const ptrdiff_t padded = (ptrdiff_t)snw_lanes_blocks(states, lanes) * lanes;
    for (ptrdiff_t state = 0; state < padded; state += SNW_W) {
        snw_real *to = blocks + (state - state % lanes) * width + state % lanes;
        if (tiles_fit(state, states, width)) {
            const snw_real *from = rows + state * width;
            int j = 0;
            for (; j + SNW_W <= width; j += SNW_W) {
                pack_tile(from + j, width, SNW_W, to + (ptrdiff_t)j * lanes, lanes);
            }
            if (j < width) pack_tile(from + j, width, width - j, to + (ptrdiff_t)j * lanes, lanes);
            continue;
        }
        // near the end number by number; the last state stands in for those that do not exist
        for (int i = 0; i < SNW_W; i++) {
            const ptrdiff_t present = state + i < states ? state + i : states - 1;
            const snw_real *from = rows + present * width;
            for (ptrdiff_t j = 0; j < width; j++)
                to[j * lanes + i] = from[j];
        }
    }
}

// the way back; numbers that do not exist repeat the last one
SNW_FORCE_INLINE void unpack_tile(const snw_real *from, int lanes, int n, snw_real *rows,
                                  int width) {
    snw_v tile[SNW_W];
#pragma GCC unroll 16
    for (int i = 0; i < SNW_W; i++) {
        tile[i] = snw_v_load(from + (ptrdiff_t)(i < n ? i : n - 1) * lanes);
    }
    transpose(tile);
#pragma GCC unroll 16
    for (int i = 0; i < SNW_W; i++)
        snw_v_store_any(rows + (ptrdiff_t)i * width, tile[i]);
}

void SNW_KERNEL(snw__unpack)(const snw_real *blocks, int states, int width, int lanes,
                             snw_real *rows) {
    const int whole = width - width % SNW_W;
    for (ptrdiff_t state = 0; state < states; state += SNW_W) {
        const snw_real *from = blocks + (state - state % lanes) * width + state % lanes;
        if (tiles_fit(state, states, width)) {
            // the narrow tile first: what it writes into the next row is written again
            snw_real *to = rows + state * width;
            if (whole < width) {
                unpack_tile(from + (ptrdiff_t)whole * lanes, lanes, width - whole, to + whole,
                            width);
            }
            for (int j = 0; j < whole; j += SNW_W) {
                unpack_tile(from + (ptrdiff_t)j * lanes, lanes, SNW_W, to + j, width);
            }
            continue;
        }
        for (int i = 0; i < SNW_W && state + i < states; i++) {
            snw_real *to = rows + (state + i) * width;
            for (ptrdiff_t j = 0; j < width; j++)
                to[j] = from[j * lanes + i];
        }
    }
}
