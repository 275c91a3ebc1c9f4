// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "sinew/os/ring.h"

#include "../../../src/core/os/inside.h"
#include "check.h"
#include "transfer.h"

static snw_ring ring;
static snw_funnel funnel;
static void *ring_block, *funnel_block;

static void open_ring(size_t size, int capacity) {
    free(ring_block);
    snw_arena arena = {0};
    CHECK(snw_ring_init(&ring, size, capacity, &arena) == SNW_ERR_MEMORY);
    ring_block = transfer_block(arena.needed);
    arena = snw_arena_over(ring_block, arena.needed);
    CHECK(snw_ring_init(&ring, size, capacity, &arena) == SNW_OK);
}

static void open_funnel(size_t size, int capacity) {
    free(funnel_block);
    snw_arena arena = {0};
    CHECK(snw_funnel_init(&funnel, size, capacity, &arena) == SNW_ERR_MEMORY);
    funnel_block = transfer_block(arena.needed);
    arena = snw_arena_over(funnel_block, arena.needed);
    CHECK(snw_funnel_init(&funnel, size, capacity, &arena) == SNW_OK);
}

// the two have one meaning for one thread, so they are tested by one body

typedef struct kind {
    void (*open)(size_t size, int capacity);
    snw_status (*push)(const void *item);
    snw_status (*pop)(void *item);
    uint64_t (*lost)(void);
    uint64_t (*capacity)(void);
} kind;

static snw_status ring_push(const void *item) {
    return snw_ring_push(&ring, item);
}
static snw_status ring_pop(void *item) {
    return snw_ring_pop(&ring, item);
}
static uint64_t ring_lost(void) {
    return snw_ring_lost(&ring);
}
static uint64_t ring_capacity(void) {
    return ring.capacity;
}
static snw_status funnel_push(const void *item) {
    return snw_funnel_push(&funnel, item);
}
static snw_status funnel_pop(void *item) {
    return snw_funnel_pop(&funnel, item);
}
static uint64_t funnel_lost(void) {
    return snw_funnel_lost(&funnel);
}
static uint64_t funnel_capacity(void) {
    return funnel.capacity;
}

static const kind kinds[] = {{open_ring, ring_push, ring_pop, ring_lost, ring_capacity},
                             {open_funnel, funnel_push, funnel_pop, funnel_lost, funnel_capacity}};
enum { KINDS = 2 };

static void an_arena_below_the_measured_size_is_refused(void) {
    for (int capacity = 1; capacity <= 5; capacity += 2) {
        snw_arena measure = {0}, measure_funnel = {0};
        CHECK(snw_ring_init(&ring, 12, capacity, &measure) == SNW_ERR_MEMORY);
        CHECK(snw_funnel_init(&funnel, 12, capacity, &measure_funnel) == SNW_ERR_MEMORY);
        for (size_t size = 0; size <= measure.needed; size++) {
            void *exact = transfer_block(size);
            snw_arena arena = snw_arena_over(exact, size);
            CHECK(snw_ring_init(&ring, 12, capacity, &arena) ==
                  (size < measure.needed ? SNW_ERR_MEMORY : SNW_OK));
            free(exact);
        }
        for (size_t size = 0; size <= measure_funnel.needed; size++) {
            void *exact = transfer_block(size);
            snw_arena arena = snw_arena_over(exact, size);
            CHECK(snw_funnel_init(&funnel, 12, capacity, &arena) ==
                  (size < measure_funnel.needed ? SNW_ERR_MEMORY : SNW_OK));
            free(exact);
        }
    }
    snw_arena arena = {0};
    static const struct {
        size_t size;
        int capacity;
    } wrong[] = {{0, 1}, {1, 0}, {1, -1}, {((size_t)1 << 30) + 1, 1}, {1, (1 << 30) + 1}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(snw_ring_init(&ring, wrong[i].size, wrong[i].capacity, &arena) == SNW_ERR_ARGUMENT);
        CHECK(snw_funnel_init(&funnel, wrong[i].size, wrong[i].capacity, &arena) ==
              SNW_ERR_ARGUMENT);
    }
    CHECK(arena.needed == 0);
}

static void the_capacity_is_the_next_power_of_two_and_all_of_it_is_used(void) {
    static const int asked[] = {1, 2, 3, 5, 8, 1000}, given[] = {1, 2, 4, 8, 8, 1024};
    for (int k = 0; k < KINDS; k++) {
        for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
            int item = 0;
            kinds[k].open(sizeof item, asked[i]);
            CHECK(kinds[k].capacity() == (uint64_t)given[i]);
            for (int n = 0; n < given[i]; n++)
                CHECK(kinds[k].push(&n) == SNW_OK);
            CHECK(kinds[k].push(&item) == SNW_ERR_FULL && kinds[k].push(&item) == SNW_ERR_FULL);
            CHECK(kinds[k].lost() == 2);
            for (int n = 0; n < given[i]; n++)
                CHECK(kinds[k].pop(&item) == SNW_OK && item == n);
            item = -1;
            CHECK(kinds[k].pop(&item) == SNW_NOTHING_NEW && item == -1);
        }
    }
}

// Any order of pushes and pops by one thread, against a queue in a plain array.
static void any_sequence_of_pushes_and_pops_is_a_queue(void) {
    enum { STEPS = 400, MOST = 100 };
    static unsigned char queue[STEPS][MOST];
    CHECK_CASES(check_scaled(2000)) {
        const kind *k = &kinds[check_int(0, 1)];
        const size_t size = (size_t)check_int(1, MOST);
        k->open(size, check_int(1, 40));
        const uint64_t capacity = k->capacity();
        uint64_t head = 0, tail = 0, lost = 0;
        int bias = 5;
        for (int i = 0; i < STEPS; i++) {
            if (i % 50 == 0) bias = check_int(2, 8);
            if (check_int(0, 9) < bias) {
                unsigned char *item = queue[tail];
                for (size_t b = 0; b < size; b++)
                    item[b] = (unsigned char)check_bits();
                const bool fits = tail - head < capacity;
                CHECK(k->push(item) == (fits ? SNW_OK : SNW_ERR_FULL));
                tail += fits;
                lost += !fits;
            } else {
                unsigned char item[MOST];
                CHECK(k->pop(item) == (head < tail ? SNW_OK : SNW_NOTHING_NEW));
                if (head < tail) CHECK(memcmp(item, queue[head++], size) == 0);
            }
            if (k == &kinds[0]) CHECK(snw_ring_count(&ring) == tail - head);
            CHECK(k->lost() == lost);
        }
    }
}

static void images_work_wherever_they_are_copied_to(void) {
    open_ring(sizeof(transfer), 8);
    open_funnel(sizeof(transfer), 8);
    uint64_t pushed = 0, popped = 0;
    for (int move = 0; move < 30; move++) {
        for (int i = 0; i < 5 && pushed - popped < 8; i++) {
            const transfer t = transfer_make(++pushed, 0);
            CHECK(ring_push(&t) == SNW_OK && funnel_push(&t) == SNW_OK);
        }
        void *ring_copy = transfer_block(ring.image_size);
        void *funnel_copy = transfer_block(funnel.image_size);
        memcpy(ring_copy, ring_block, ring.image_size);
        memcpy(funnel_copy, funnel_block, funnel.image_size);
        memset(ring_block, 0xA5, ring.image_size);
        memset(funnel_block, 0xA5, funnel.image_size);
        free(ring_block);
        free(funnel_block);
        ring_block = ring_copy;
        funnel_block = funnel_copy;
        CHECK(snw__ring_attach(&ring, ring_copy, ring.image_size) == SNW_OK);
        CHECK(snw__funnel_attach(&funnel, funnel_copy, funnel.image_size) == SNW_OK);
        CHECK(ring.capacity == 8 && funnel.capacity == 8);
        for (int i = 0; i < 4 && popped < pushed; i++) {
            transfer a, b;
            popped++;
            CHECK(ring_pop(&a) == SNW_OK && a.number == popped && transfer_is_whole(&a));
            CHECK(funnel_pop(&b) == SNW_OK && b.number == popped && transfer_is_whole(&b));
        }
    }
}

static void what_is_not_an_image_is_not_attached_to(void) {
    open_ring(12, 4);
    open_funnel(12, 4);
    snw_ring other = {0};
    snw_funnel other_funnel = {0};
    CHECK(snw__ring_attach(&other, funnel_block, funnel.image_size) == SNW_ERR_VERSION);
    CHECK(snw__funnel_attach(&other_funnel, ring_block, ring.image_size) == SNW_ERR_VERSION);
    CHECK(snw__ring_attach(&other, NULL, ring.image_size) == SNW_ERR_ARGUMENT);
    CHECK(snw__ring_attach(&other, (char *)ring_block + 8, 64) == SNW_ERR_ARGUMENT);
    CHECK(snw__ring_attach(&other, ring_block, ring.image_size - 64) == SNW_ERR_SIZE);
    CHECK(snw__funnel_attach(&other_funnel, funnel_block, funnel.image_size + 64) == SNW_ERR_SIZE);
    // sizes that nobody laid out: no items, three items, far too many
    const uint64_t wrong[] = {0, 3, UINT64_MAX};
    for (int i = 0; i < 3; i++) {
        memcpy((char *)ring_block + 16, &wrong[i], 8);
        memcpy((char *)funnel_block + 16, &wrong[i], 8);
        CHECK(snw__ring_attach(&other, ring_block, ring.image_size) == SNW_ERR_SIZE);
        CHECK(snw__funnel_attach(&other_funnel, funnel_block, funnel.image_size) == SNW_ERR_SIZE);
    }
    CHECK(!other.image && !other_funnel.image);
}

static void spoilt_images_cannot_lead_out_of_themselves(void) {
    CHECK_CASES(check_scaled(2000)) {
        open_ring(20, 4);
        open_funnel(20, 4);
        char item[20] = {0};
        for (int i = 0; i < 50; i++) {
            const uint64_t garbage = check_int(0, 1) ? check_bits() : check_bits() % 8;
            const size_t at = (size_t)check_int(8, (int)ring.image_size / 8 - 1) * 8;
            memcpy((char *)ring_block + at, &garbage, 8);
            const size_t place = (size_t)check_int(8, (int)funnel.image_size / 8 - 1) * 8;
            memcpy((char *)funnel_block + place, &garbage, 8);
            for (int k = 0; k < KINDS; k++) {
                SNW_IGNORE(kinds[k].push(item));
                SNW_IGNORE(kinds[k].pop(item));
            }
        }
    }
}

// --- threads ------------------------------------------------------------------------------------

enum { PRODUCERS = 3, CAPACITY = 256 };

typedef struct producer {
    const kind *kind;
    uint64_t sender, count, refused;
    bool insist; // try again when there is no room
    uint64_t *finished;
} producer;

static void produce(void *context) {
    producer *p = context;
    for (uint64_t n = 1; n <= p->count; n++) {
        const transfer t = transfer_make(n, p->sender);
        while (p->kind->push(&t) != SNW_OK) {
            p->refused++;
            snw_thread_yield();
            if (!p->insist) break;
        }
    }
    (void)__atomic_fetch_add(p->finished, 1, __ATOMIC_RELEASE);
}

typedef struct tally {
    uint64_t received, torn, out_of_order, gaps, reached;
} tally;

// takes everything until all producers have finished and nothing is left
static tally consume(const kind *k, int producers, const uint64_t *finished) {
    tally result = {0};
    uint64_t last[PRODUCERS] = {0};
    for (;;) {
        const bool all = __atomic_load_n(finished, __ATOMIC_ACQUIRE) == (uint64_t)producers;
        transfer t;
        if (k->pop(&t) != SNW_OK) {
            if (all) break;
            snw_thread_yield();
            continue;
        }
        const bool whole = transfer_is_whole(&t) && t.sender < (uint64_t)producers;
        result.received++;
        result.torn += !whole;
        if (!whole) continue;
        result.out_of_order += t.number <= last[t.sender];
        result.gaps += t.number - last[t.sender] - 1;
        last[t.sender] = t.number;
    }
    for (int i = 0; i < producers; i++)
        result.reached += last[i];
    return result;
}

static void run_traffic(const kind *k, int producers, uint64_t each, bool insist) {
    producer p[PRODUCERS];
    snw_thread *threads[PRODUCERS];
    uint64_t finished = 0, refused = 0;
    k->open(sizeof(transfer), CAPACITY);
    for (int i = 0; i < producers; i++) {
        p[i] = (producer){k, (uint64_t)i, each, 0, insist, &finished};
        threads[i] = transfer_start(produce, &p[i]);
    }
    const tally got = consume(k, producers, &finished);
    for (int i = 0; i < producers; i++) {
        CHECK(snw_thread_join(threads[i], -1) == SNW_OK);
        refused += p[i].refused;
    }
    const uint64_t pushed = each * (uint64_t)producers;
    CHECK(got.torn == 0 && got.out_of_order == 0);
    CHECK(k->lost() == refused);
    // what was not received was refused: in the gaps, or behind the last one
    const uint64_t missing = got.gaps + (pushed - got.reached);
    CHECK(missing == (insist ? 0 : refused) && got.received + missing == pushed);
    CHECK(got.received >= CAPACITY);
}

static void ten_million_items_pass_a_ring_whole_in_order_and_none_is_missing(void) {
    run_traffic(&kinds[0], 1, (uint64_t)check_scaled(10000000), true);
}

static void items_that_a_ring_refuses_are_counted_exactly(void) {
    run_traffic(&kinds[0], 1, (uint64_t)check_scaled(2000000), false);
}

static void ten_million_items_of_three_producers_pass_a_funnel_and_none_is_missing(void) {
    run_traffic(&kinds[1], PRODUCERS, (uint64_t)check_scaled(10000000) / PRODUCERS, true);
}

static void items_that_a_funnel_refuses_are_counted_exactly(void) {
    run_traffic(&kinds[1], PRODUCERS, (uint64_t)check_scaled(600000), false);
}

int main(void) {
    RUN(an_arena_below_the_measured_size_is_refused);
    RUN(the_capacity_is_the_next_power_of_two_and_all_of_it_is_used);
    RUN(any_sequence_of_pushes_and_pops_is_a_queue);
    RUN(images_work_wherever_they_are_copied_to);
    RUN(what_is_not_an_image_is_not_attached_to);
    RUN(spoilt_images_cannot_lead_out_of_themselves);
    RUN(ten_million_items_pass_a_ring_whole_in_order_and_none_is_missing);
    RUN(items_that_a_ring_refuses_are_counted_exactly);
    RUN(ten_million_items_of_three_producers_pass_a_funnel_and_none_is_missing);
    RUN(items_that_a_funnel_refuses_are_counted_exactly);
    const int failed = check_report();
    free(ring_block);
    free(funnel_block);
    return failed;
}
