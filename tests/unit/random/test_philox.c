// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/random.h"

#include "check.h"
#include "statistics.h"
#include "unit/lanes/counted.h"

// The vectors published with Random123 for philox4x32 with 10 rounds.
static void the_published_vectors_are_met(void) {
    static const struct {
        uint32_t counter[4], key[2], out[4];
    } vectors[] = {
        {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    for (int v = 0; v < 3; v++) {
        uint32_t out[4];
        snw_philox(vectors[v].counter, vectors[v].key, out);
        for (int i = 0; i < 4; i++)
            CHECK(out[i] == vectors[v].out[i]);
    }
}

// the same vectors through the streams: seed is the key, counter is (index / 2, stream)
static void seed_stream_and_index_are_key_and_counter(void) {
    CHECK(snw_random_at(0, 0, 0) == UINT64_C(0xe169c58d6627e8d5));
    CHECK(snw_random_at(0, 0, 1) == UINT64_C(0x9b00dbd8bc57ac4c));
    const uint64_t key = UINT64_C(0x299f31d0a4093822), stream = UINT64_C(0x0370734413198a2e);
    // only the lower 63 bits of a block's number can be reached, so this one has its top bit cut
    const uint64_t index = UINT64_C(0x05a308d3243f6a88) << 1;
    const uint32_t counter[4] = {0x243f6a88, 0x05a308d3, 0x13198a2e, 0x03707344};
    const uint32_t words[2] = {0xa4093822, 0x299f31d0};
    uint32_t out[4];
    snw_philox(counter, words, out);
    CHECK(snw_random_at(key, stream, index) == ((uint64_t)out[1] << 32 | out[0]));
    CHECK(snw_random_at(key, stream, index + 1) == ((uint64_t)out[3] << 32 | out[2]));
}

static void a_block_may_be_written_over_its_counter(void) {
    uint32_t block[4] = {1, 2, 3, 4}, apart[4];
    const uint32_t counter[4] = {1, 2, 3, 4}, key[2] = {5, 6};
    snw_philox(counter, key, apart);
    snw_philox(block, key, block);
    for (int i = 0; i < 4; i++)
        CHECK(block[i] == apart[i]);
}

static void draws_in_turn_are_the_draws_by_address(void) {
    CHECK_CASES(50) {
        const uint64_t seed = check_bits(), stream = check_bits();
        snw_random random = snw_random_stream(seed, stream);
        for (uint64_t i = 0; i < 101; i++) {
            CHECK(random.index == i);
            CHECK(snw_random_bits(&random) == snw_random_at(seed, stream, i));
        }
    }
}

static void skipping_leads_to_the_same_draws(void) {
    CHECK_CASES(2000) {
        const uint64_t seed = check_bits(), stream = check_bits();
        snw_random random = snw_random_stream(seed, stream);
        uint64_t index = 0;
        for (int step = 0; step < 8; step++) {
            // forward, back, and across the end of the counter
            const uint64_t skip = check_int(0, 1) ? (uint64_t)check_int(-9, 9) : check_bits();
            snw_random_skip(&random, skip);
            index += skip;
            CHECK(snw_random_bits(&random) == snw_random_at(seed, stream, index));
            index++;
            if (check_int(0, 1)) {
                CHECK(snw_random_bits(&random) == snw_random_at(seed, stream, index));
                index++;
            }
        }
    }
}

static void a_copy_draws_the_same_numbers(void) {
    snw_random random = snw_random_stream(1157, 3);
    (void)snw_random_bits(&random);
    snw_random copy = random;
    for (int i = 0; i < 20; i++)
        CHECK(snw_random_bits(&random) == snw_random_bits(&copy));
}

enum { RUNS = 64, EACH = 12 };

// the runs dealt to workers who take turns, number by number, each in its own runs
static void draw_in_turns(int workers, double out[RUNS][EACH]) {
    snw_random random[RUNS];
    for (int run = 0; run < RUNS; run++)
        random[run] = snw_random_stream(1157, (uint64_t)run);
    for (int i = 0; i < EACH; i++) {
        for (int w = workers - 1; w >= 0; w--) {
            for (int run = w; run < RUNS; run += workers) {
                out[run][i] = snw_random_unit(&random[run]);
            }
        }
    }
}

static void results_do_not_depend_on_the_order_of_the_runs(void) {
    double forward[RUNS][EACH], dealt[RUNS][EACH];
    for (int run = 0; run < RUNS; run++) {
        snw_random random = snw_random_stream(1157, (uint64_t)run);
        for (int i = 0; i < EACH; i++)
            forward[run][i] = snw_random_unit(&random);
    }
    for (int workers = 1; workers <= 9; workers++) {
        draw_in_turns(workers, dealt);
        for (int i = 0; i < RUNS * EACH; i++) {
            CHECK(dealt[i / EACH][i % EACH] == forward[i / EACH][i % EACH]);
        }
    }
}

static void streams_and_seeds_have_nothing_in_common(void) {
    enum { N = 100000 };
    // correlation of neighbours in seed, stream and index, and equality of whole draws
    double by_seed = 0, by_stream = 0, by_index = 0;
    for (uint64_t i = 0; i < N; i++) {
        const uint64_t a = snw_random_at(7, 9, i);
        const uint64_t others[3] = {snw_random_at(8, 9, i), snw_random_at(7, 10, i),
                                    snw_random_at(7, 9, i + 1)};
        const double x = (double)(a >> 11) * 0x1p-53 - 0.5;
        CHECK(a != others[0] && a != others[1] && a != others[2]);
        by_seed += x * ((double)(others[0] >> 11) * 0x1p-53 - 0.5);
        by_stream += x * ((double)(others[1] >> 11) * 0x1p-53 - 0.5);
        by_index += x * ((double)(others[2] >> 11) * 0x1p-53 - 0.5);
    }
    // the product of two independent centred uniforms has variance 1/144
    const double limit = Z_LIMIT * sqrt((double)N) / 12;
    CHECK_NEAR(by_seed, 0, limit);
    CHECK_NEAR(by_stream, 0, limit);
    CHECK_NEAR(by_index, 0, limit);
}

static void every_byte_of_a_draw_is_even(void) {
    enum { N = 256000 };
    snw_random random = snw_random_stream(1, 1);
    static long counts[8][256];
    for (int i = 0; i < N; i++) {
        const uint64_t bits = snw_random_bits(&random);
        for (int b = 0; b < 8; b++)
            counts[b][bits >> (8 * b) & 255]++;
    }
    for (int b = 0; b < 8; b++) {
        CHECK_NEAR(chi_square(counts[b], 256, N / 256.0), 255, chi_square_limit(255) - 255);
    }
}

// one bit of seed, stream or index changes half of the bits of a draw
static void one_bit_of_the_address_changes_half_of_the_bits(void) {
    enum { N = 200 };
    for (int bit = 0; bit < 192; bit++) {
        long changed = 0;
        for (int i = 0; i < N; i++) {
            uint64_t address[3] = {check_bits(), check_bits(), check_bits()};
            const uint64_t before = snw_random_at(address[0], address[1], address[2]);
            address[bit / 64] ^= UINT64_C(1) << bit % 64;
            const uint64_t after = snw_random_at(address[0], address[1], address[2]);
            changed += __builtin_popcountll(before ^ after);
        }
        // 192 tests, so 5 standard errors
        CHECK_NEAR((double)changed, 32.0 * N, 5 * sqrt(16.0 * N));
    }
}

static void nothing_is_allocated(void) {
    snw_random random = snw_random_stream(1, 1);
    const long before = counted_allocations();
    uint64_t sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += snw_random_bits(&random);
    CHECK(counted_allocations() == before && sum != 0);
}

int main(void) {
    RUN(the_published_vectors_are_met);
    RUN(seed_stream_and_index_are_key_and_counter);
    RUN(a_block_may_be_written_over_its_counter);
    RUN(draws_in_turn_are_the_draws_by_address);
    RUN(skipping_leads_to_the_same_draws);
    RUN(a_copy_draws_the_same_numbers);
    RUN(results_do_not_depend_on_the_order_of_the_runs);
    RUN(streams_and_seeds_have_nothing_in_common);
    RUN(every_byte_of_a_draw_is_even);
    RUN(one_bit_of_the_address_changes_half_of_the_bits);
    RUN(nothing_is_allocated);
    return check_report();
}
