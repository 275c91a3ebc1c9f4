// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/exec.h"

#include <string.h>

#include "check.h"

static int by_size(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

// Every quantile against the sorted durations themselves.
static void quantiles_are_within_a_bucket_of_the_sorted_truth(void) {
    enum { MANY = 2000 };
    static int64_t all[MANY];
    CHECK_CASES(check_scaled(200)) {
        const int count = check_int(1, MANY);
        const double low = check_real(0, 10), high = low + check_real(0, 16);
        snw_timing timing = {0};
        int64_t sum = 0;
        for (int i = 0; i < count; i++) {
            all[i] = (int64_t)exp(check_real(low, high));
            sum += all[i];
            snw_timing_add(&timing, all[i]);
        }
        qsort(all, (size_t)count, sizeof *all, by_size);
        CHECK(timing.count == (uint64_t)count && timing.sum_ns == sum);
        CHECK(timing.least_ns == all[0] && timing.most_ns == all[count - 1]);
        CHECK_NEAR(snw_timing_mean_ns(&timing), (double)sum / count, 1e-9 * (double)sum);
        static const double shares[] = {0.001, 0.25, 0.5, 0.9, 0.99, 0.999, 1};
        for (size_t k = 0; k < sizeof shares / sizeof shares[0]; k++) {
            const double rank = shares[k] * count;
            int index = (int)ceil(rank - 1e-9) - 1;
            if (index < 0) index = 0;
            const int64_t truth = all[index], found = snw_timing_quantile_ns(&timing, shares[k]);
            CHECK(found >= truth && found <= timing.most_ns);
            const double limit = truth < 16 ? 20 : 1.25 * (double)truth;
            CHECK((double)found <= limit || found == timing.most_ns);
        }
    }
}

static void buckets_are_four_per_doubling(void) {
    for (int i = 0; i + 4 < SNW_TIMING_BUCKETS; i++)
        CHECK(snw_timing_bucket_ns(i + 4) == 2 * snw_timing_bucket_ns(i));
    CHECK(snw_timing_bucket_ns(3) == 32);
    CHECK_NEAR((double)snw_timing_bucket_ns(SNW_TIMING_BUCKETS - 1), 0.268e9, 1e6);
    for (int i = 0; i < SNW_TIMING_BUCKETS; i++) {
        // the last of a bucket and the first of the next
        snw_timing timing = {0};
        snw_timing_add(&timing, snw_timing_bucket_ns(i) - 1);
        CHECK(timing.buckets[i] == 1);
        snw_timing_add(&timing, snw_timing_bucket_ns(i));
        CHECK(timing.buckets[i + 1 < SNW_TIMING_BUCKETS ? i + 1 : i] >= 1);
    }
}

static void nothing_timed_is_zero_and_huge_durations_are_kept(void) {
    snw_timing timing = {0};
    CHECK(snw_timing_mean_ns(&timing) == 0 && snw_timing_quantile_ns(&timing, 0.999) == 0);
    snw_timing_add(&timing, INT64_C(5000000000));
    CHECK(snw_timing_quantile_ns(&timing, 0.5) == INT64_C(5000000000));
    snw_timing_add(&timing, 0);
    CHECK(timing.least_ns == 0 && timing.buckets[0] == 1);
}

static void everything_timed_has_a_name_of_its_own(void) {
    for (int i = 0; i < SNW_TIMINGS; i++) {
        CHECK(snw_timed_name((snw_timed)i)[0] != '\0');
        for (int k = 0; k < i; k++)
            CHECK(strcmp(snw_timed_name((snw_timed)i), snw_timed_name((snw_timed)k)) != 0);
    }
    CHECK_TEXT(snw_timed_name(SNW_TIMED_ESTIMATE), "estimate");
    CHECK_TEXT(snw_timed_name(SNW_TIMED_LATENESS), "lateness");
    CHECK_TEXT(snw_timed_name((snw_timed)SNW_TIMINGS), "");
    CHECK_TEXT(snw_stage_name(SNW_STAGE_ESTIMATE), "estimate");
    CHECK_TEXT(snw_stage_name(SNW_STAGE_PUBLISH), "publish");
    CHECK_TEXT(snw_stage_name(SNW_STAGES), "");
}

static void the_tables_of_signals_are_legal(void) {
    CHECK(snw_type_check(&snw_loop_signals_type, NULL) == SNW_OK);
    CHECK(snw_type_check(&snw_component_status_type, NULL) == SNW_OK);
    CHECK(snw_type_check(&snw_arm_difference_type, NULL) == SNW_OK);
}

int main(void) {
    RUN(quantiles_are_within_a_bucket_of_the_sorted_truth);
    RUN(buckets_are_four_per_doubling);
    RUN(nothing_timed_is_zero_and_huge_durations_are_kept);
    RUN(everything_timed_has_a_name_of_its_own);
    RUN(the_tables_of_signals_are_legal);
    return check_report();
}
