// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "sinew/os/sync.h"

#include "../../../src/core/os/inside.h"
#include "check.h"
#include "sinew/os/clock.h"
#include "transfer.h"

// Waits that should succeed end after this long at the latest, so that a lost wake-up is a failure
// and not a program that hangs. No other verdict depends on it.
static const int64_t LONG_NS = INT64_C(30000000000);

static snw_mutex *mutex;
static snw_condition *start;

// --- mutex --------------------------------------------------------------------------------------

static uint64_t shared_count;

static void count_up(void *context) {
    for (long i = 0; i < *(const long *)context; i++) {
        snw_mutex_lock(mutex);
        shared_count++;
        snw_mutex_unlock(mutex);
    }
}

static void a_mutex_keeps_threads_apart(void) {
    long each = check_scaled(300000);
    snw_thread *threads[3];
    shared_count = 0;
    for (int i = 0; i < 3; i++)
        threads[i] = transfer_start(count_up, &each);
    for (int i = 0; i < 3; i++)
        CHECK(snw_thread_join(threads[i], -1) == SNW_OK);
    CHECK(shared_count == 3 * (uint64_t)each);
}

// --- start handshakes ---------------------------------------------------------------------------

// Pairs of threads: one starts the other, which answers. Several pairs at once, so that the
// wake-ups of one fall into any moment of the others.

enum { PAIRS = 4 };

typedef struct handshake {
    snw_mutex *mutex;
    snw_condition *start, *answer;
    long count;
    long started, answered; // under the mutex
    long lost[2];           // of the starter and of the started
} handshake;

static bool is_started(void *context) {
    const handshake *h = context;
    return h->started > h->answered;
}

static bool is_answered(void *context) {
    const handshake *h = context;
    return h->answered == h->started;
}

static void answer_starts(void *context) {
    handshake *h = context;
    snw_mutex_lock(h->mutex);
    for (long i = 0; i < h->count && h->lost[1] == 0; i++) {
        const int64_t end_ns = snw_clock_now_ns() + LONG_NS;
        h->lost[1] +=
            snw__condition_wait_until(h->start, h->mutex, end_ns, is_started, h) != SNW_OK;
        h->answered++;
        snw__condition_wake_one(h->answer);
    }
    snw_mutex_unlock(h->mutex);
}

static void give_starts(void *context) {
    handshake *h = context;
    for (long i = 0; i < h->count && h->lost[0] == 0; i++) {
        snw_mutex_lock(h->mutex);
        const int64_t end_ns = snw_clock_now_ns() + LONG_NS;
        h->started++;
        snw__condition_wake_one(h->start);
        h->lost[0] +=
            snw__condition_wait_until(h->answer, h->mutex, end_ns, is_answered, h) != SNW_OK;
        snw_mutex_unlock(h->mutex);
    }
}

// spec: actin-tools:BF-08
static void no_wake_up_is_lost_in_a_million_start_handshakes(void) {
    handshake pairs[PAIRS];
    snw_thread *starters[PAIRS], *started[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        handshake *h = &pairs[i];
        *h = (handshake){.count = check_scaled(1000000) / PAIRS};
        CHECK(snw_mutex_open(&h->mutex, NULL) == SNW_OK);
        CHECK(snw_condition_open(&h->start, NULL) == SNW_OK);
        CHECK(snw_condition_open(&h->answer, NULL) == SNW_OK);
        started[i] = transfer_start(answer_starts, h);
        starters[i] = transfer_start(give_starts, h);
    }
    for (int i = 0; i < PAIRS; i++) {
        const handshake *h = &pairs[i];
        CHECK(snw_thread_join(starters[i], -1) == SNW_OK);
        CHECK(snw_thread_join(started[i], -1) == SNW_OK);
        CHECK(h->lost[0] == 0 && h->lost[1] == 0);
        CHECK(h->started == h->count && h->answered == h->count);
        snw_condition_close(h->answer);
        snw_condition_close(h->start);
        snw_mutex_close(h->mutex);
    }
}

// --- predicates ---------------------------------------------------------------------------------

typedef struct level {
    long value, wanted; // under the mutex
    long asked;         // how often the predicate was evaluated
} level;

static bool has_risen(void *context) {
    level *l = context;
    l->asked++;
    return l->value >= l->wanted;
}

// spec: actin-tools:BF-08
static void a_wait_whose_predicate_holds_already_does_not_wait(void) {
    // the wake-up came first: a wait without a predicate would sleep for ever
    level l = {.value = 1, .wanted = 1};
    snw_mutex_lock(mutex);
    snw_condition_wake_all(start);
    snw_condition_wait(start, mutex, has_risen, &l);
    CHECK(l.asked == 1);
    CHECK(snw__condition_wait_until(start, mutex, 0, has_risen, &l) == SNW_OK);
    snw_mutex_unlock(mutex);
}

static void rise_slowly(void *context) {
    level *l = context;
    for (long i = 0; i < l->wanted; i++) {
        snw_mutex_lock(mutex);
        l->value++;
        snw_condition_wake_all(start);
        snw_mutex_unlock(mutex);
        snw_thread_yield();
    }
}

// spec: actin-tools:BF-08
static void wake_ups_before_the_predicate_holds_do_not_end_a_wait(void) {
    for (int timed = 0; timed < 2; timed++) {
        level l = {.wanted = check_scaled(20000)};
        snw_thread *thread = transfer_start(rise_slowly, &l);
        snw_mutex_lock(mutex);
        snw_status status = SNW_OK;
        if (timed) {
            const int64_t t_ns = snw_clock_now_ns() + LONG_NS;
            status = snw__condition_wait_until(start, mutex, t_ns, has_risen, &l);
        } else {
            snw_condition_wait(start, mutex, has_risen, &l);
        }
        const long value = l.value;
        snw_mutex_unlock(mutex);
        CHECK(snw_thread_join(thread, -1) == SNW_OK);
        CHECK(status == SNW_OK && value == l.wanted);
    }
}

// spec: actin-tools:BF-08
static void a_timed_wait_ends_at_its_time_when_the_predicate_stays_false(void) {
    level l = {.wanted = 1};
    snw_mutex_lock(mutex);
    const int64_t t_ns = snw_clock_now_ns() + 5000000;
    const snw_status status = snw__condition_wait_until(start, mutex, t_ns, has_risen, &l);
    const int64_t end_ns = snw_clock_now_ns();
    const snw_status past = snw__condition_wait_until(start, mutex, 0, has_risen, &l);
    const snw_status before = snw__condition_wait_until(start, mutex, -1, has_risen, &l);
    snw_mutex_unlock(mutex);
    CHECK(status == SNW_ERR_TIMEOUT && end_ns >= t_ns);
    CHECK(past == SNW_ERR_TIMEOUT && before == SNW_ERR_TIMEOUT);
    // the mutex was held again and is free now
    long one = 1;
    snw_thread *thread = transfer_start(count_up, &one);
    CHECK(snw_thread_join(thread, LONG_NS) == SNW_OK);
}

// A predicate that comes true at the very end counts: the time has passed, but what was waited for
// is there.
static bool is_late(void *context) {
    const int64_t *t_ns = context;
    return snw_clock_now_ns() >= *t_ns;
}

static void a_predicate_that_comes_true_at_the_end_counts(void) {
    int64_t t_ns = snw_clock_now_ns() + 3000000;
    snw_mutex_lock(mutex);
    const snw_status status = snw__condition_wait_until(start, mutex, t_ns, is_late, &t_ns);
    snw_mutex_unlock(mutex);
    CHECK(status == SNW_OK);
}

// --- one and all --------------------------------------------------------------------------------

typedef struct crowd {
    long open, through; // under the mutex
} crowd;

static bool may_pass(void *context) {
    return ((const crowd *)context)->open > 0;
}

static void pass(void *context) {
    crowd *c = context;
    snw_mutex_lock(mutex);
    snw_condition_wait(start, mutex, may_pass, c);
    c->open--;
    c->through++;
    snw_mutex_unlock(mutex);
}

static void all_waiters_are_woken_and_each_place_is_taken_once(void) {
    enum { THREADS = 8 };
    crowd c = {0};
    snw_thread *threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        threads[i] = transfer_start(pass, &c);
    snw_mutex_lock(mutex);
    c.open = THREADS - 1;
    snw_condition_wake_all(start);
    snw_mutex_unlock(mutex);
    // all but one come through; one more place, one more wake-up, and the last comes too
    int joined = 0;
    const int64_t end_ns = snw_clock_now_ns() + LONG_NS;
    while (joined < THREADS - 1 && snw_clock_now_ns() < end_ns) {
        for (int i = 0; i < THREADS; i++) {
            if (threads[i] && snw_thread_join(threads[i], 100000) == SNW_OK) {
                threads[i] = NULL;
                joined++;
            }
        }
    }
    CHECK(joined == THREADS - 1);
    snw_mutex_lock(mutex);
    const long through = c.through;
    c.open = 1;
    snw__condition_wake_one(start);
    snw_mutex_unlock(mutex);
    CHECK(through == THREADS - 1);
    for (int i = 0; i < THREADS; i++)
        CHECK(snw_thread_join(threads[i], LONG_NS) == SNW_OK);
    CHECK(c.through == THREADS && c.open == 0);
}

int main(void) {
    if (snw_mutex_open(&mutex, NULL) || snw_condition_open(&start, NULL)) return 1;
    RUN(a_mutex_keeps_threads_apart);
    RUN(no_wake_up_is_lost_in_a_million_start_handshakes);
    RUN(a_wait_whose_predicate_holds_already_does_not_wait);
    RUN(wake_ups_before_the_predicate_holds_do_not_end_a_wait);
    RUN(a_timed_wait_ends_at_its_time_when_the_predicate_stays_false);
    RUN(a_predicate_that_comes_true_at_the_end_counts);
    RUN(all_waiters_are_woken_and_each_place_is_taken_once);
    const int failed = check_report();
    snw_condition_close(start);
    snw_mutex_close(mutex);
    snw_condition_close(NULL);
    snw_mutex_close(NULL);
    return failed;
}
