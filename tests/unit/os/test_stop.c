// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "sinew/os/stop.h"

#include "check.h"
#include "transfer.h"

static void the_flag_is_down_until_it_is_raised_and_then_stays(void) {
    snw_stop stop = {0};
    CHECK(snw_stop_asked(&stop) == 0);
    CHECK(snw_stop_ask(&stop, 15));
    CHECK(snw_stop_asked(&stop) == 15);
    CHECK(!snw_stop_ask(&stop, 2));
    CHECK(snw_stop_asked(&stop) == 15);
}

static void a_reason_of_zero_is_a_reason(void) {
    snw_stop stop = {0};
    CHECK(snw_stop_ask(&stop, 0));
    CHECK(snw_stop_asked(&stop) == 1);
    snw_stop other = {0};
    CHECK(snw_stop_ask(&other, UINT32_MAX));
    CHECK(snw_stop_asked(&other) == UINT32_MAX);
}

enum { ROUNDS = 20000, THREADS = 3 };

static struct {
    snw_stop stops[ROUNDS];
    uint32_t message[ROUNDS]; // written by the first before it raises the flag
    uint64_t first[THREADS];
    uint32_t go;
} race;

typedef struct racer {
    uint32_t number;
    long rounds;
} racer;

static void run_race(void *context) {
    const racer *r = context;
    for (long i = 0; i < r->rounds; i++) {
        race.first[r->number - 1] += snw_stop_ask(&race.stops[i], r->number);
        // whoever is late sees the winner's reason
        while (snw_stop_asked(&race.stops[i]) == 0)
            snw_thread_yield();
    }
}

static void exactly_one_of_many_threads_is_first(void) {
    const long rounds = check_scaled(ROUNDS);
    racer racers[THREADS];
    snw_thread *threads[THREADS];
    for (uint32_t i = 0; i < THREADS; i++) {
        racers[i] = (racer){i + 1, rounds};
        threads[i] = transfer_start(run_race, &racers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        CHECK(snw_thread_join(threads[i], -1) == SNW_OK);
    uint64_t won[THREADS] = {0};
    for (long i = 0; i < rounds; i++) {
        const uint32_t winner = snw_stop_asked(&race.stops[i]);
        CHECK(winner >= 1 && winner <= THREADS);
        won[winner - 1]++;
    }
    for (int i = 0; i < THREADS; i++)
        CHECK(won[i] == race.first[i]);
}

// begins when the other side is under way, and not through a lock, which would order everything
static void raise_all(void *context) {
    const racer *r = context;
    while (__atomic_load_n(&race.go, __ATOMIC_RELAXED) == 0)
        snw_thread_yield();
    for (long i = 0; i < r->rounds; i++) {
        race.message[i] = (uint32_t)i + 1;
        (void)snw_stop_ask(&race.stops[i], 1);
    }
}

static void what_was_written_before_the_flag_is_seen_with_it(void) {
    racer r = {0, check_scaled(ROUNDS)};
    memset(race.stops, 0, sizeof race.stops);
    snw_thread *thread = transfer_start(raise_all, &r);
    __atomic_store_n(&race.go, 1, __ATOMIC_RELAXED);
    uint64_t wrong = 0;
    for (long i = 0; i < r.rounds; i++) {
        while (snw_stop_asked(&race.stops[i]) == 0)
            snw_thread_yield();
        wrong += race.message[i] != (uint32_t)i + 1;
    }
    CHECK(snw_thread_join(thread, -1) == SNW_OK);
    CHECK(wrong == 0);
}

int main(void) {
    RUN(the_flag_is_down_until_it_is_raised_and_then_stays);
    RUN(a_reason_of_zero_is_a_reason);
    RUN(exactly_one_of_many_threads_is_first);
    RUN(what_was_written_before_the_flag_is_seen_with_it);
    return check_report();
}
