// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/random.h"

#include <string.h>

#include "check.h"
#include "statistics.h"
#include "unit/lanes/counted.h"

enum { MOST = 1000, WIDE = 7 };
static double design[MOST * WIDE];

// one sample in each slice, judged by the product and, exactly, in long double
static void check_slices(int samples, int dimensions) {
    for (int d = 0; d < dimensions; d++) {
        char taken[MOST] = {0};
        for (int s = 0; s < samples; s++) {
            const double x = design[s * dimensions + d];
            CHECK(x >= 0 && x < 1);
            const int slice = (int)floor(x * samples);
            CHECK(slice == (int)floorl((long double)x * samples));
            CHECK(slice >= 0 && slice < samples && !taken[slice]);
            taken[slice] = 1;
        }
    }
}

static void every_slice_of_every_dimension_holds_one_sample(void) {
    for (int samples = 1; samples <= MOST; samples += samples < 130 ? 1 : 87) {
        for (int dimensions = 1; dimensions <= WIDE; dimensions += 3) {
            snw_random random = snw_random_stream(41, (uint64_t)samples);
            CHECK(snw_random_latin_hypercube(&random, samples, dimensions, design) == SNW_OK);
            CHECK(random.index == (uint64_t)((2 * samples - 1) * dimensions));
            check_slices(samples, dimensions);
        }
    }
}

// a function of the module that the design is made with; random places never come near enough
double snw__random_in_slice(double k, double within, double n);

static void the_borders_of_slices_are_exact(void) {
    int moved = 0;
    for (int n = 1; n <= 400; n++) {
        for (int k = 0; k < n; k++) {
            const double within[3] = {0, 1 - 0x1p-53, check_real(0, 1)};
            for (int i = 0; i < 3; i++) {
                const double x = snw__random_in_slice(k, within[i], n);
                CHECK((int)floor(x * n) == k && (int)floorl((long double)x * n) == k);
                CHECK_NEAR(x, (k + within[i]) / n, 0x1p-52);
                moved += x != (k + within[i]) / n;
            }
        }
    }
    // and it was needed
    CHECK(moved > 0);
}

static double unit_cdf(double x, const double *p) {
    (void)p;
    return x;
}

static void each_sample_is_uniform_and_dimensions_are_unrelated(void) {
    enum { TRIES = 20000, SAMPLES = 5 };
    static double first[TRIES];
    double correlation = 0;
    for (int i = 0; i < TRIES; i++) {
        snw_random random = snw_random_stream(43, (uint64_t)i);
        CHECK(snw_random_latin_hypercube(&random, SAMPLES, 2, design) == SNW_OK);
        first[i] = design[0];
        correlation += (design[4] - 0.5) * (design[5] - 0.5);
    }
    CHECK(ks_distance(first, TRIES, unit_cdf, NULL) < KS_LIMIT);
    CHECK_NEAR(correlation, 0, Z_LIMIT * sqrt((double)TRIES) / 12);
}

static void the_mean_of_a_design_is_closer_than_that_of_plain_draws(void) {
    // for a linear function the variance falls from 1/(12 n) to 1/(12 n^3)
    enum { SAMPLES = 50, TRIES = 400 };
    double squares = 0;
    for (int i = 0; i < TRIES; i++) {
        snw_random random = snw_random_stream(44, (uint64_t)i);
        CHECK(snw_random_latin_hypercube(&random, SAMPLES, 1, design) == SNW_OK);
        double mean = 0;
        for (int s = 0; s < SAMPLES; s++)
            mean += design[s] / SAMPLES;
        squares += (mean - 0.5) * (mean - 0.5) / TRIES;
    }
    const double expected = 1.0 / 12 / SAMPLES / SAMPLES / SAMPLES;
    CHECK_NEAR(squares, expected, expected * Z_LIMIT * sqrt(2.0 / TRIES));
}

static void every_order_of_four_items_is_equally_likely(void) {
    enum { TRIES = 48000 };
    long counts[24] = {0};
    for (int i = 0; i < TRIES; i++) {
        int items[4] = {0, 1, 2, 3};
        snw_random random = snw_random_stream(45, (uint64_t)i);
        CHECK(snw_random_shuffle(&random, items, 4, sizeof items[0]) == SNW_OK);
        CHECK(random.index == 3);
        // the order's number in mixed radix
        int rank = 0;
        for (int a = 0; a < 4; a++) {
            int smaller = 0;
            for (int b = a + 1; b < 4; b++)
                smaller += items[b] < items[a];
            rank = rank * (4 - a) + smaller;
        }
        counts[rank]++;
    }
    CHECK(chi_square(counts, 24, TRIES / 24.0) < chi_square_limit(23));
}

static void shuffling_keeps_every_item_of_any_size(void) {
    for (size_t size = 1; size <= 40; size++) {
        unsigned char items[50][40], *packed = items[0];
        for (int i = 0; i < 50; i++)
            memset(packed + (size_t)i * size, i, size);
        snw_random random = snw_random_stream(46, size);
        CHECK(snw_random_shuffle(&random, packed, 50, size) == SNW_OK);
        char seen[50] = {0};
        int moved = 0;
        for (int i = 0; i < 50; i++) {
            const unsigned char *item = packed + (size_t)i * size;
            for (size_t b = 1; b < size; b++)
                CHECK(item[b] == item[0]);
            CHECK(item[0] < 50 && !seen[item[0]]);
            seen[item[0]] = 1;
            moved += item[0] != i;
        }
        CHECK(moved > 30);
    }
}

static void few_items_and_wrong_counts(void) {
    snw_random random = snw_random_stream(47, 0);
    double one = 3;
    CHECK(snw_random_shuffle(&random, &one, 1, sizeof one) == SNW_OK);
    CHECK(snw_random_shuffle(&random, NULL, 0, sizeof one) == SNW_OK);
    CHECK(snw_random_shuffle(&random, &one, -1, sizeof one) == SNW_ERR_ARGUMENT);
    CHECK(snw_random_latin_hypercube(&random, 0, 1, &one) == SNW_ERR_ARGUMENT);
    CHECK(snw_random_latin_hypercube(&random, 1, 0, &one) == SNW_ERR_ARGUMENT);
    CHECK(snw_random_latin_hypercube(&random, -3, 2, &one) == SNW_ERR_ARGUMENT);
    CHECK(one == 3 && random.index == 0);
    CHECK(snw_random_latin_hypercube(&random, 1, 1, &one) == SNW_OK);
    CHECK(one >= 0 && one < 1 && random.index == 1);
}

static void nothing_is_allocated(void) {
    snw_random random = snw_random_stream(48, 0);
    double x = 0;
    const long before = counted_allocations();
    for (int i = 0; i < 100; i++) {
        CHECK(snw_random_latin_hypercube(&random, 20, 3, design) == SNW_OK);
        CHECK(snw_random_shuffle(&random, design, 60, sizeof design[0]) == SNW_OK);
        CHECK(snw_random_truncated(&random, 0, 1, -1, 1, &x) == SNW_OK);
        CHECK(snw_random_lognormal(&random, 0, 1, &x) == SNW_OK);
        (void)snw_random_quat(&random);
    }
    CHECK(counted_allocations() == before);
}

int main(void) {
    RUN(every_slice_of_every_dimension_holds_one_sample);
    RUN(the_borders_of_slices_are_exact);
    RUN(each_sample_is_uniform_and_dimensions_are_unrelated);
    RUN(the_mean_of_a_design_is_closer_than_that_of_plain_draws);
    RUN(every_order_of_four_items_is_equally_likely);
    RUN(shuffling_keeps_every_item_of_any_size);
    RUN(few_items_and_wrong_counts);
    RUN(nothing_is_allocated);
    return check_report();
}
