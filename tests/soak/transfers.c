// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

/// @file
/// Passes N values (argument, 1e8 without) through each of the triple buffer, the ring and the
/// funnel, between threads that never wait for each other, and looks at every one that arrives.
///
/// Prints one line "transfers=... torn=0 out_of_order=0 lost=...". Every value sent is received or
/// counted as lost by the structure itself (in the triple buffer: overwritten by a newer one); if
/// the two counts do not add up exactly, or anything is torn or out of order, the exit code is 1.

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/base.h"
#include "sinew/os.h"
#include "sinew/os/funnel.h"

enum { WORDS = 8, CAPACITY = 1024, PRODUCERS = 2, PACE = 4096 };

static const double DEFAULT_COUNT = 1e8, MOST = 1e15;

/// A number, its sender, and words that follow from both: a mixture of two values is noticed.
typedef struct value {
    uint64_t number, sender, words[WORDS];
} value;

static value make_value(uint64_t number, uint64_t sender) {
    value v = {.number = number, .sender = sender};
    for (uint64_t i = 0; i < WORDS; i++) {
        v.words[i] = (number + (i << 56)) * UINT64_C(0x9E3779B97F4A7C15) ^ sender;
    }
    return v;
}

static bool is_whole(const value *v) {
    const value expected = make_value(v->number, v->sender);
    return v->sender < PRODUCERS && memcmp(v, &expected, sizeof expected) == 0;
}

/// What all threads of one run share.
typedef struct line {
    snw_triple triple;
    snw_ring ring;
    snw_funnel funnel;
    bool uses_funnel;
    uint64_t count;    // of each producer
    uint64_t seen;     // atomic: values that the reader has taken
    uint64_t finished; // atomic: producers that are done
} line;

typedef struct producer {
    line *line;
    uint64_t sender;
} producer;

typedef struct tally {
    uint64_t sent, received, torn, out_of_order, lost;
} tally;

// takes part in a tally what has arrived; last[] is the last number of each sender
static void look_at(const value *v, uint64_t last[PRODUCERS], tally *t) {
    t->received++;
    if (!is_whole(v)) {
        t->torn++;
        return;
    }
    t->out_of_order += v->number <= last[v->sender];
    last[v->sender] = v->number;
}

// Never waits for the buffer. Now and then it waits for the reader to have got further, so that the
// two run side by side also on one processor.
static void write_triple(void *context) {
    line *l = context;
    uint64_t seen = 0;
    for (uint64_t n = 1; n <= l->count; n++) {
        const value v = make_value(n, 0);
        snw_triple_write(&l->triple, &v);
        if (n % PACE != 0) continue;
        while (__atomic_load_n(&l->seen, __ATOMIC_RELAXED) == seen)
            snw_thread_yield();
        seen = __atomic_load_n(&l->seen, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&l->finished, 1, __ATOMIC_RELEASE);
}

static void read_triple(line *l, tally *t) {
    uint64_t last[PRODUCERS] = {0};
    for (;;) {
        const bool all = __atomic_load_n(&l->finished, __ATOMIC_ACQUIRE) == 1;
        value v;
        if (snw_triple_read(&l->triple, &v) == SNW_OK) {
            look_at(&v, last, t);
            (void)__atomic_fetch_add(&l->seen, 1, __ATOMIC_RELAXED);
        } else if (all) {
            return;
        } else {
            snw_thread_yield();
        }
    }
}

// A refused value is lost: the next one has the next number.
static void push_all(void *context) {
    const producer *p = context;
    line *l = p->line;
    for (uint64_t n = 1; n <= l->count; n++) {
        const value v = make_value(n, p->sender);
        const snw_status status =
            l->uses_funnel ? snw_funnel_push(&l->funnel, &v) : snw_ring_push(&l->ring, &v);
        if (status != SNW_OK) snw_thread_yield();
    }
    (void)__atomic_fetch_add(&l->finished, 1, __ATOMIC_RELEASE);
}

static void pop_all(line *l, uint64_t producers, tally *t) {
    uint64_t last[PRODUCERS] = {0};
    for (;;) {
        const bool all = __atomic_load_n(&l->finished, __ATOMIC_ACQUIRE) == producers;
        value v;
        const snw_status status =
            l->uses_funnel ? snw_funnel_pop(&l->funnel, &v) : snw_ring_pop(&l->ring, &v);
        if (status == SNW_OK) {
            look_at(&v, last, t);
        } else if (all) {
            return;
        } else {
            snw_thread_yield();
        }
    }
}

static snw_thread *start(snw_thread_fn *run, void *context) {
    snw_thread_config config = snw_thread_defaults();
    config.run = run;
    config.context = context;
    snw_thread *thread = NULL;
    if (snw_thread_open(&thread, &config, NULL) != SNW_OK) abort();
    return thread;
}

static void run_triple(line *l, uint64_t count, tally *t) {
    l->count = count;
    snw_thread *thread = start(write_triple, l);
    read_triple(l, t);
    SNW_IGNORE(snw_thread_join(thread, -1));
    t->sent += snw_triple_written(&l->triple);
    t->lost += snw_triple_overwritten(&l->triple);
}

static void run_rings(line *l, uint64_t count, uint64_t producers, tally *t) {
    producer p[PRODUCERS];
    snw_thread *threads[PRODUCERS];
    l->uses_funnel = producers > 1;
    l->count = count / producers;
    l->finished = 0;
    for (uint64_t i = 0; i < producers; i++) {
        p[i] = (producer){l, i};
        threads[i] = start(push_all, &p[i]);
    }
    pop_all(l, producers, t);
    for (uint64_t i = 0; i < producers; i++)
        SNW_IGNORE(snw_thread_join(threads[i], -1));
    t->sent += l->count * producers;
    t->lost += l->uses_funnel ? snw_funnel_lost(&l->funnel) : snw_ring_lost(&l->ring);
}

static snw_status lay_out(line *l, snw_arena *arena) {
    SNW_IGNORE(snw_triple_init(&l->triple, sizeof(value), arena));
    SNW_IGNORE(snw_ring_init(&l->ring, sizeof(value), CAPACITY, arena));
    return snw_funnel_init(&l->funnel, sizeof(value), CAPACITY, arena);
}

int main(int argc, char **argv) {
    double count = DEFAULT_COUNT;
    if (argc > 2 || (argc == 2 && snw_real_parse(argv[1], strlen(argv[1]), &count, NULL)) ||
        !(count >= 1 && count <= MOST)) {
        (void)fprintf(stderr, "usage: %s [transfers of each structure, 1..1e15]\n", argv[0]);
        return 2;
    }
    line l = {.uses_funnel = false};
    snw_arena arena = {0};
    SNW_IGNORE(lay_out(&l, &arena));
    void *block = aligned_alloc(SNW_ARENA_ALIGN, arena.needed);
    arena = snw_arena_over(block, arena.needed);
    if (!block || lay_out(&l, &arena) != SNW_OK) return 1;

    tally t = {0};
    run_triple(&l, (uint64_t)count, &t);
    run_rings(&l, (uint64_t)count, 1, &t);
    run_rings(&l, (uint64_t)count, PRODUCERS, &t);
    free(block);
    (void)printf("transfers=%" PRIu64 " torn=%" PRIu64 " out_of_order=%" PRIu64 " lost=%" PRIu64
                 "\n",
                 t.sent, t.torn, t.out_of_order, t.lost);
    return t.torn == 0 && t.out_of_order == 0 && t.received + t.lost == t.sent ? 0 : 1;
}
