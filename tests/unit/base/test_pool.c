// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base.h"
#include "sinew/base/pool.h"

#include "check.h"

enum { SLOTS = 20 };
typedef struct thing {
    long serial;
    double payload[3];
} thing;

static void *new_pool(snw_pool *pool) {
    snw_arena arena = {0};
    CHECK(snw_pool_init(pool, SLOTS, sizeof(thing), &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t capacity = 0; capacity < needed; capacity++) {
        unsigned char *part = aligned_alloc(SNW_ARENA_ALIGN, (capacity + 64) / 64 * 64);
        arena = snw_arena_over(part, capacity);
        CHECK(snw_pool_init(pool, SLOTS, sizeof(thing), &arena) == SNW_ERR_MEMORY);
        free(part);
    }
    void *block = aligned_alloc(SNW_ARENA_ALIGN, (needed + 63) / 64 * 64);
    arena = snw_arena_over(block, needed);
    CHECK(snw_pool_init(pool, SLOTS, sizeof(thing), &arena) == SNW_OK);
    return block;
}

// A random life of objects against a plain list of what should be alive; run under the address
// sanitizer by ./test, where a leak or a use after return would show.
// spec: actin-tools:BF-07
static void a_handle_reports_when_its_object_is_gone(void) {
    snw_pool pool;
    void *block = new_pool(&pool);
    snw_handle alive[SLOTS], gone[1000];
    long serial[SLOTS];
    int alive_count = 0, gone_count = 0;
    check_seed(7);
    for (long step = 0; step < 20000; step++) {
        if (check_int(0, 1) == 0) {
            snw_handle handle;
            thing *t = snw_pool_take(&pool, &handle);
            CHECK((t == NULL) == (alive_count == SLOTS));
            if (t == NULL) continue;
            CHECK(t->serial == 0); // zeroed, whoever was here before
            t->serial = serial[alive_count] = step + 1;
            alive[alive_count++] = handle;
        } else if (alive_count > 0) {
            const int i = check_int(0, alive_count - 1);
            CHECK(snw_pool_return(&pool, alive[i]) == SNW_OK);
            CHECK(snw_pool_return(&pool, alive[i]) == SNW_ERR_EXPIRED);
            gone[gone_count++ % 1000] = alive[i];
            alive[i] = alive[--alive_count];
            serial[i] = serial[alive_count];
        }
        CHECK(pool.count == alive_count);
        for (int i = 0; i < alive_count; i++) {
            const thing *t = snw_pool_get(&pool, alive[i]);
            CHECK(t != NULL && t->serial == serial[i]);
        }
        for (int i = 0; i < (gone_count < 1000 ? gone_count : 1000); i += 37) {
            CHECK(snw_pool_get(&pool, gone[i]) == NULL);
        }
    }
    free(block);
}

// Seen: generations that began anew after 256 were noticed by no test. A slot is used 140,000
// times, past the ends of 8 and 16 bits; none of the handles of before ever means an object again.
static void a_handle_stays_dead_however_often_its_slot_is_used(void) {
    enum { USES = 140000, KEPT = 300 };
    snw_pool pool;
    void *block = new_pool(&pool);
    snw_handle old[KEPT], handle;
    for (int use = 0; use < USES; use++) {
        CHECK(snw_pool_take(&pool, &handle) != NULL && handle.slot == 1);
        if (use < KEPT) old[use] = handle;
        const int kept = use < KEPT ? use : KEPT;
        // each of them while its slot is alive, and while it is free
        const int one = kept > 0 ? use % kept : 0;
        if (kept > 0) CHECK(snw_pool_get(&pool, old[one]) == NULL);
        if (kept > 0) CHECK(snw_pool_get(&pool, old[0]) == NULL);
        if (kept > 0) CHECK(snw_pool_return(&pool, old[one]) == SNW_ERR_EXPIRED);
        CHECK(snw_pool_get(&pool, handle) != NULL);
        CHECK(snw_pool_return(&pool, handle) == SNW_OK);
        CHECK(snw_pool_get(&pool, old[one]) == NULL);
    }
    free(block);
}

static void no_object_and_foreign_handles_are_nothing(void) {
    snw_pool pool;
    void *block = new_pool(&pool);
    const snw_handle none = {0, 0}, foreign = {SLOTS + 1, 1}, even = {1, 0};
    CHECK(snw_pool_get(&pool, none) == NULL);
    CHECK(snw_pool_get(&pool, foreign) == NULL);
    CHECK(snw_pool_get(&pool, even) == NULL);
    CHECK(snw_pool_return(&pool, none) == SNW_ERR_EXPIRED);
    free(block);
}

int main(void) {
    RUN(a_handle_reports_when_its_object_is_gone);
    RUN(a_handle_stays_dead_however_often_its_slot_is_used);
    RUN(no_object_and_foreign_handles_are_nothing);
    return check_report();
}
