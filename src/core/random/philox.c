// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/random.h"

#include <string.h>

#include "internal.h"

// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011):
// in each round two of the four words are multiplied by a constant; the upper halves of the
// products are mixed with the other words and the key, the lower halves take their places. The key
// is advanced by the golden ratio and sqrt(3) - 1 as fractions of 2^32.
enum { ROUNDS = 10 };
static const uint32_t MULTIPLIER[2] = {0xD2511F53U, 0xCD9E8D57U};
static const uint32_t KEY_STEP[2] = {0x9E3779B9U, 0xBB67AE85U};

void snw_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
    uint32_t x[4] = {counter[0], counter[1], counter[2], counter[3]};
    uint32_t k[2] = {key[0], key[1]};
    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t a = (uint64_t)MULTIPLIER[0] * x[0];
        const uint64_t b = (uint64_t)MULTIPLIER[1] * x[2];
        x[0] = (uint32_t)(b >> 32) ^ x[1] ^ k[0];
        x[2] = (uint32_t)(a >> 32) ^ x[3] ^ k[1];
        x[1] = (uint32_t)b;
        x[3] = (uint32_t)a;
        k[0] += KEY_STEP[0];
        k[1] += KEY_STEP[1];
    }
    memcpy(out, x, sizeof x);
}

// A block holds two draws. Its counter is (index / 2, stream), its key the seed.
typedef struct block {
    uint32_t x[4];
    uint32_t key[2];
} block;

static block block_at(uint64_t seed, uint64_t stream, uint64_t index) {
    const uint64_t number = index >> 1;
    const uint32_t counter[4] = {(uint32_t)number, (uint32_t)(number >> 32), (uint32_t)stream,
                                 (uint32_t)(stream >> 32)};
    block b = {.key = {(uint32_t)seed, (uint32_t)(seed >> 32)}};
    snw_philox(counter, b.key, b.x);
    return b;
}

static uint64_t half_of(const block *b, uint64_t index) {
    const uint32_t *x = b->x + (index & 1 ? 2 : 0);
    return (uint64_t)x[1] << 32 | x[0];
}

snw_random snw_random_stream(uint64_t seed, uint64_t stream) {
    return (snw_random){.seed = seed, .stream = stream};
}

uint64_t snw_random_at(uint64_t seed, uint64_t stream, uint64_t index) {
    const block b = block_at(seed, stream, index);
    return half_of(&b, index);
}

void snw_random_skip(snw_random *random, uint64_t draws) {
    random->index += draws;
}

uint64_t snw_random_bits(snw_random *random) {
    // an odd draw is usually kept from the even one before it; spare_index 0 means none
    const uint64_t index = random->index++;
    if ((index & 1) && random->spare_index == index) return random->spare;

    const block b = block_at(random->seed, random->stream, index);
    random->spare = half_of(&b, 1);
    random->spare_index = index | 1;
    return half_of(&b, index);
}

double snw_random_unit(snw_random *random) {
    return (double)(snw_random_bits(random) >> 11) * 0x1p-53;
}

double snw__random_open_unit(snw_random *random) {
    return ((double)(snw_random_bits(random) >> 12) + 0.5) * 0x1p-52;
}

__extension__ typedef unsigned __int128 wide;

// Lemire 2019: of bits * span, 128 bits long, the upper half is the result. Each result has the
// same number of lower halves, once the (2^64 mod span) smallest of them are turned away.
uint64_t snw__random_below(snw_random *random, uint64_t span) {
    const uint64_t index = random->index;
    uint64_t bits = snw_random_bits(random);
    if (span == 0) return bits;

    wide product = (wide)bits * span;
    if ((uint64_t)product >= span) return (uint64_t)(product >> 64);

    // the bits turned away are replaced by the block enciphered once more: a counter at random, so
    // that neighbouring draws do not meet it
    const uint64_t uneven = (0 - span) % span;
    block b = block_at(random->seed, random->stream, index);
    for (int attempt = 0; attempt < 64 && (uint64_t)product < uneven; attempt++) {
        snw_philox(b.x, b.key, b.x);
        product = (wide)half_of(&b, index) * span;
    }
    return (uint64_t)(product >> 64);
}
