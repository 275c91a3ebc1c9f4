// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "sinew/os/triple.h"

#include "../../../src/core/os/inside.h"
#include "check.h"
#include "transfer.h"

static snw_triple triple;
static void *block;

static void open_triple(size_t size) {
    free(block);
    snw_arena arena = {0};
    CHECK(snw_triple_init(&triple, size, &arena) == SNW_ERR_MEMORY);
    block = transfer_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_triple_init(&triple, size, &arena) == SNW_OK);
}

static void an_arena_below_the_measured_size_is_refused(void) {
    static const size_t sizes[] = {1, 64, 72};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        snw_arena arena = {0};
        CHECK(snw_triple_init(&triple, sizes[i], &arena) == SNW_ERR_MEMORY);
        const size_t needed = arena.needed;
        CHECK(needed >= 3 * sizes[i]);
        for (size_t capacity = 0; capacity <= needed; capacity++) {
            void *exact = transfer_block(capacity);
            arena = snw_arena_over(exact, capacity);
            const snw_status status = snw_triple_init(&triple, sizes[i], &arena);
            CHECK(status == (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
            free(exact);
        }
    }
    snw_arena arena = {0};
    CHECK(snw_triple_init(&triple, 0, &arena) == SNW_ERR_ARGUMENT);
    CHECK(snw_triple_init(&triple, ((size_t)1 << 30) + 1, &arena) == SNW_ERR_ARGUMENT);
    CHECK(snw_triple_init(&triple, SIZE_MAX, &arena) == SNW_ERR_ARGUMENT);
    CHECK(arena.needed == 0);
}

static void the_reader_gets_the_newest_value_once(void) {
    open_triple(sizeof(int));
    int value = -1;
    CHECK(snw_triple_read(&triple, &value) == SNW_NOTHING_NEW && value == -1);
    CHECK(*(const int *)snw_triple_front(&triple) == 0);
    for (int i = 1; i <= 5; i++)
        snw_triple_write(&triple, &i);
    CHECK(snw_triple_read(&triple, &value) == SNW_OK && value == 5);
    CHECK(snw_triple_read(&triple, &value) == SNW_NOTHING_NEW && value == 5);
    CHECK(snw_triple_written(&triple) == 5 && snw_triple_overwritten(&triple) == 4);
}

static void a_value_can_be_composed_and_looked_at_in_place(void) {
    open_triple(sizeof(transfer));
    for (uint64_t n = 1; n <= 100; n++) {
        transfer *back = snw_triple_back(&triple);
        CHECK((uintptr_t)back % SNW_ARENA_ALIGN == 0);
        CHECK((const void *)back != snw_triple_front(&triple));
        *back = transfer_make(n, 0);
        // half-made values are not seen
        CHECK(snw_triple_update(&triple) == SNW_NOTHING_NEW);
        snw_triple_publish(&triple);
        const transfer *before = snw_triple_front(&triple);
        CHECK(before->number == n - 1);
        CHECK(snw_triple_update(&triple) == SNW_OK);
        const transfer *front = snw_triple_front(&triple);
        CHECK(front->number == n && transfer_is_whole(front));
    }
}

// Any order of writes and reads by one thread, against the plain meaning: the last value written.
static void any_sequence_of_writes_and_reads_gives_the_last_value(void) {
    CHECK_CASES(check_scaled(2000)) {
        const size_t size = (size_t)check_int(1, 200);
        unsigned char last[200] = {0}, value[200];
        uint64_t written = 0, read = 0;
        bool fresh = false;
        open_triple(size);
        for (int i = 0; i < 100; i++) {
            if (check_int(0, 1)) {
                for (size_t k = 0; k < size; k++)
                    last[k] = (unsigned char)check_bits();
                snw_triple_write(&triple, last);
                fresh = true;
                written++;
            } else {
                CHECK(snw_triple_read(&triple, value) == (fresh ? SNW_OK : SNW_NOTHING_NEW));
                if (fresh) CHECK(memcmp(value, last, size) == 0);
                if (written > 0) CHECK(memcmp(snw_triple_front(&triple), value, size) == 0);
                read += fresh;
                fresh = false;
            }
        }
        CHECK(snw_triple_written(&triple) == written);
        CHECK(read + snw_triple_overwritten(&triple) + fresh == written);
    }
}

static void an_image_works_wherever_it_is_copied_to(void) {
    open_triple(sizeof(transfer));
    uint64_t number = 0;
    for (int move = 0; move < 20; move++) {
        for (int i = 0; i < move; i++) {
            const transfer t = transfer_make(++number, 7);
            snw_triple_write(&triple, &t);
            if (i % 3 == 0) CHECK(snw_triple_update(&triple) == SNW_OK);
        }
        const bool waits = move % 3 == 2 || (move > 0 && move % 3 == 0);
        void *copy = transfer_block(triple.image_size);
        memcpy(copy, triple.image, triple.image_size);
        memset(block, 0xA5, triple.image_size);
        free(block);
        block = copy;
        CHECK(snw__triple_attach(&triple, copy, triple.image_size) == SNW_OK);
        transfer t;
        CHECK(snw_triple_read(&triple, &t) == (waits ? SNW_OK : SNW_NOTHING_NEW));
        if (waits) CHECK(t.number == number && transfer_is_whole(&t));
    }
}

static void what_is_not_an_image_is_not_attached_to(void) {
    open_triple(10);
    snw_triple other = {0};
    char *image = triple.image;
    const size_t size = triple.image_size;
    CHECK(snw__triple_attach(&other, NULL, size) == SNW_ERR_ARGUMENT);
    CHECK(snw__triple_attach(&other, image + 8, size - 8) == SNW_ERR_ARGUMENT);
    CHECK(snw__triple_attach(&other, image, 8) == SNW_ERR_SIZE);
    CHECK(snw__triple_attach(&other, image, size - 1) == SNW_ERR_SIZE);
    CHECK(snw__triple_attach(&other, image, size + 64) == SNW_ERR_SIZE);
    CHECK(!other.image);
    image[0] ^= 1;
    CHECK(snw__triple_attach(&other, image, size) == SNW_ERR_VERSION);
    image[0] ^= 1;
    memset(image + 8, 0xFF, 8);
    CHECK(snw__triple_attach(&other, image, size) == SNW_ERR_SIZE);
}

static void a_spoilt_image_cannot_lead_out_of_itself(void) {
    CHECK_CASES(check_scaled(2000)) {
        open_triple(24);
        unsigned char *image = triple.image;
        char value[24] = {0};
        for (int i = 0; i < 50; i++) {
            // everything but the first line is the peer's to spoil
            const size_t at = (size_t)check_int(8, (int)triple.image_size / 8 - 1) * 8;
            const uint64_t garbage = check_int(0, 1) ? check_bits() : check_bits() % 8;
            memcpy(image + at, &garbage, 8);
            snw_triple_write(&triple, value);
            SNW_IGNORE(snw_triple_read(&triple, value));
        }
    }
}

// --- two threads --------------------------------------------------------------------------------

typedef struct traffic {
    uint64_t count, seen; // `seen` is atomic: what the reader has reached
} traffic;

enum { PACE = 4096 };

// The writer never waits for the buffer. Every so often it waits here for the reader to have got
// further, so that the two really run side by side, also on one processor.
static void write_all(void *context) {
    traffic *t = context;
    uint64_t seen = 0;
    for (uint64_t n = 1; n <= t->count; n++) {
        const transfer value = transfer_make(n, 1);
        snw_triple_write(&triple, &value);
        if (n % PACE != 0) continue;
        while (__atomic_load_n(&t->seen, __ATOMIC_RELAXED) == seen)
            snw_thread_yield();
        seen = __atomic_load_n(&t->seen, __ATOMIC_RELAXED);
    }
}

static void ten_million_values_arrive_whole_and_in_order(void) {
    open_triple(sizeof(transfer));
    traffic t = {.count = (uint64_t)check_scaled(10000000)};
    snw_thread *thread = transfer_start(write_all, &t);
    uint64_t last = 0, read = 0, torn = 0, out_of_order = 0;
    while (last < t.count) {
        transfer value;
        if (snw_triple_read(&triple, &value) != SNW_OK) {
            snw_thread_yield();
            continue;
        }
        torn += !transfer_is_whole(&value);
        out_of_order += value.number <= last;
        last = value.number;
        read++;
        __atomic_store_n(&t.seen, last, __ATOMIC_RELAXED);
    }
    CHECK(snw_thread_join(thread, -1) == SNW_OK);
    CHECK(torn == 0 && out_of_order == 0);
    CHECK(snw_triple_written(&triple) == t.count);
    CHECK(read + snw_triple_overwritten(&triple) == t.count);
    CHECK(read >= t.count / PACE);
}

int main(void) {
    RUN(an_arena_below_the_measured_size_is_refused);
    RUN(the_reader_gets_the_newest_value_once);
    RUN(a_value_can_be_composed_and_looked_at_in_place);
    RUN(any_sequence_of_writes_and_reads_gives_the_last_value);
    RUN(an_image_works_wherever_it_is_copied_to);
    RUN(what_is_not_an_image_is_not_attached_to);
    RUN(a_spoilt_image_cannot_lead_out_of_itself);
    RUN(ten_million_values_arrive_whole_and_in_order);
    const int failed = check_report();
    free(block);
    return failed;
}
