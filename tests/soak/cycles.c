// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

/// @file
/// Runs N ticks (argument, 1e8 without) of a PUMA 560 that everything happens to, by chance, a
/// third of them held, in motion and under torques. What its drives are told is judged by the
/// oracle in every tick; allocations, locks and looks at a clock inside ticks are counted.
///
/// The last line is "cycles=... faults=... stops=... allocations=0 locks=0 clocks=0"; the exit code
/// is 1 when something was counted or the oracle objects.

// the next of a name
// NOLINTNEXTLINE(bugprone-reserved-identifier)
#define _GNU_SOURCE
#include "unit/parts/fault_count.h"

static const double DEFAULT_TICKS = 1e8, MOST_TICKS = 1e12;
static long total;
static uint64_t faults, stops;

static void nothing_is_allocated_locked_or_exceeded(void) {
    for (int how = 0; how < WAYS; how++) {
        run *r = open_run(&mix_cell, (way)how, 1);
        r->loose = true;
        mix_begin(how + 1);
        for (long i = 0; i < total / WAYS + 1; i++) {
            counted_tick(r);
            judge_mix(r);
        }
        faults += the_mix.faults;
        stops += the_mix.stops;
        close_run(r);
    }
    CHECK(watched_allocations == 0 && locks == 0 && clocks == 0);
}

int main(int argc, char **argv) {
    double ticks = DEFAULT_TICKS;
    if (argc > 1 && (snw_failed(snw_real_parse(argv[1], strlen(argv[1]), &ticks, NULL)) ||
                     !(ticks >= 1 && ticks <= MOST_TICKS))) {
        (void)fprintf(stderr, "cycles [TICKS]\n");
        return 2;
    }
    total = (long)ticks;
    RUN(nothing_is_allocated_locked_or_exceeded);
    const int failed = check_report();
    (void)printf("cycles=%ld faults=%lu stops=%lu allocations=%ld locks=%ld clocks=%ld\n",
                 (total / WAYS + 1) * WAYS, (unsigned long)faults, (unsigned long)stops,
                 watched_allocations, locks, clocks);
    return failed;
}
