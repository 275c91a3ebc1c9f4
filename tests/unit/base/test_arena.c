// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base.h"

#include <string.h>

#include "check.h"

static void an_empty_arena_measures(void) {
    snw_arena arena = {0};
    CHECK(SNW_ARENA_ARRAY(&arena, double, 3) == NULL);
    CHECK(SNW_ARENA_ARRAY(&arena, char, 1) == NULL);
    CHECK(SNW_ARENA_ARRAY(&arena, double, 1) == NULL);
    CHECK(arena.needed == 24 + 8 + 8); // one byte, then padding for the next double
    CHECK(snw_arena_status(&arena) == SNW_ERR_MEMORY);
}

static void every_capacity_below_the_need_fails_and_the_need_is_exact(void) {
    snw_arena measure = {0};
    (void)snw_arena_take(&measure, 5, 1);
    (void)snw_arena_take(&measure, 64, 64);
    (void)snw_arena_take(&measure, 3, 8);
    for (size_t capacity = 0; capacity <= measure.needed; capacity++) {
        unsigned char *block = aligned_alloc(SNW_ARENA_ALIGN, (capacity + 64) / 64 * 64);
        snw_arena arena = snw_arena_over(block, capacity);
        unsigned char *a = snw_arena_take(&arena, 5, 1);
        unsigned char *b = snw_arena_take(&arena, 64, 64);
        unsigned char *c = snw_arena_take(&arena, 3, 8);
        CHECK(arena.needed == measure.needed);
        CHECK((snw_arena_status(&arena) == SNW_OK) == (capacity == measure.needed));
        CHECK((a != NULL) == (capacity >= 5));
        CHECK((b != NULL) == (capacity >= 128));
        if (b != NULL) CHECK((uintptr_t)b % 64 == 0 && b[0] == 0 && b[63] == 0);
        if (c != NULL) CHECK((uintptr_t)c % 8 == 0);
        free(block);
    }
}

static void memory_comes_zeroed(void) {
    _Alignas(SNW_ARENA_ALIGN) unsigned char block[64];
    memset(block, 0xAA, sizeof block);
    snw_arena arena = snw_arena_over(block, sizeof block);
    const int *numbers = SNW_ARENA_ARRAY(&arena, int, 4);
    CHECK(numbers[0] == 0 && numbers[3] == 0);
    CHECK(block[16] == 0xAA); // and nothing beyond it is touched
}

static void a_request_that_overflows_never_fits(void) {
    _Alignas(SNW_ARENA_ALIGN) unsigned char block[64];
    snw_arena arena = snw_arena_over(block, sizeof block);
    CHECK(snw_arena_take(&arena, SIZE_MAX - 2, 8) == NULL);
    CHECK(snw_arena_take(&arena, 16, 8) == NULL);
    CHECK(snw_arena_status(&arena) == SNW_ERR_MEMORY);

    arena = snw_arena_over(block, sizeof block);
    CHECK(snw_arena_take_array(&arena, INT32_MAX, SIZE_MAX / 2, 8) == NULL);
    CHECK(snw_arena_take(&arena, 0, 1) == NULL);

    arena = snw_arena_over(block, sizeof block);
    CHECK(snw_arena_take_array(&arena, -1, 8, 8) == NULL);
    CHECK(snw_arena_status(&arena) == SNW_ERR_MEMORY);
}

int main(void) {
    RUN(an_empty_arena_measures);
    RUN(every_capacity_below_the_need_fails_and_the_need_is_exact);
    RUN(memory_comes_zeroed);
    RUN(a_request_that_overflows_never_fits);
    return check_report();
}
