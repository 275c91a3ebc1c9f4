// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "sinew/os/mailbox.h"

#include "check.h"
#include "sinew/os/stop.h"
#include "transfer.h"

static snw_mailbox box;
static void *block;

static void open_box(size_t request, size_t answer) {
    free(block);
    snw_arena arena = {0};
    CHECK(snw_mailbox_init(&box, request, answer, &arena) == SNW_ERR_MEMORY);
    block = transfer_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_mailbox_init(&box, request, answer, &arena) == SNW_OK);
}

static void an_arena_below_the_measured_size_is_refused(void) {
    snw_arena measure = {0};
    CHECK(snw_mailbox_init(&box, 100, 3, &measure) == SNW_ERR_MEMORY);
    for (size_t size = 0; size <= measure.needed; size++) {
        void *exact = transfer_block(size);
        snw_arena arena = snw_arena_over(exact, size);
        CHECK(snw_mailbox_init(&box, 100, 3, &arena) ==
              (size < measure.needed ? SNW_ERR_MEMORY : SNW_OK));
        free(exact);
    }
    snw_arena arena = {0};
    CHECK(snw_mailbox_init(&box, 0, 1, &arena) == SNW_ERR_ARGUMENT);
    CHECK(snw_mailbox_init(&box, 1, 0, &arena) == SNW_ERR_ARGUMENT);
    CHECK(snw_mailbox_init(&box, SIZE_MAX, 1, &arena) == SNW_ERR_ARGUMENT);
}

// All steps in all states, against the table of the states.
static void every_step_is_possible_in_its_state_only(void) {
    enum { EMPTY, POSTED, TAKEN, ANSWERED };
    CHECK_CASES(check_scaled(2000)) {
        open_box(sizeof(int), sizeof(int));
        int state = EMPTY, request = 0, answer = 0;
        for (int i = 0; i < 60; i++) {
            int value = -1;
            const int fresh = check_int(0, 1000000);
            switch (check_int(0, 4)) {
            case 0:
                CHECK(snw_mailbox_post(&box, &fresh) == (state == EMPTY ? SNW_OK : SNW_ERR_STATE));
                if (state == EMPTY) state = POSTED, request = fresh;
                break;
            case 1:
                CHECK(snw_mailbox_take(&box, &value) ==
                      (state == POSTED ? SNW_OK : SNW_NOTHING_NEW));
                CHECK(value == (state == POSTED ? request : -1));
                if (state == POSTED) state = TAKEN;
                break;
            case 2:
                CHECK(snw_mailbox_answer(&box, &fresh) ==
                      (state == TAKEN ? SNW_OK : SNW_ERR_STATE));
                if (state == TAKEN) state = ANSWERED, answer = fresh;
                break;
            case 3:
                CHECK(snw_mailbox_collect(&box, &value) == (state == ANSWERED ? SNW_OK
                                                            : state == EMPTY  ? SNW_ERR_STATE
                                                                              : SNW_NOTHING_NEW));
                CHECK(value == (state == ANSWERED ? answer : -1));
                if (state == ANSWERED) state = EMPTY;
                break;
            default:
                CHECK(snw_mailbox_withdraw(&box) == (state == POSTED ? SNW_OK : SNW_ERR_STATE));
                if (state == POSTED) state = EMPTY;
                break;
            }
        }
    }
}

static void an_image_works_wherever_it_is_copied_to(void) {
    open_box(sizeof(transfer), sizeof(transfer));
    const transfer question = transfer_make(1, 2), reply = transfer_make(3, 4);
    transfer found;
    for (int step = 0; step < 4; step++) {
        void *copy = transfer_block(box.image_size);
        memcpy(copy, block, box.image_size);
        memset(block, 0xA5, box.image_size);
        free(block);
        block = copy;
        CHECK(snw_mailbox_attach(&box, copy, box.image_size) == SNW_OK);
        if (step == 0) CHECK(snw_mailbox_post(&box, &question) == SNW_OK);
        if (step == 1) CHECK(snw_mailbox_take(&box, &found) == SNW_OK && found.number == 1);
        if (step == 2) CHECK(snw_mailbox_answer(&box, &reply) == SNW_OK);
        if (step == 3) CHECK(snw_mailbox_collect(&box, &found) == SNW_OK && found.number == 3);
    }
    CHECK(transfer_is_whole(&found));
    snw_mailbox other = {0};
    CHECK(snw_mailbox_attach(&other, block, box.image_size + 1) == SNW_ERR_SIZE);
    CHECK(snw_mailbox_attach(&other, (char *)block + 1, 64) == SNW_ERR_ARGUMENT);
    ((char *)block)[0] ^= 1;
    CHECK(snw_mailbox_attach(&other, block, box.image_size) == SNW_ERR_VERSION);
}

// --- two threads --------------------------------------------------------------------------------

typedef struct loop {
    snw_stop stop;
    uint64_t taken, torn;
} loop;

static void answer_requests(void *context) {
    loop *l = context;
    for (int idle = 0; !snw_stop_asked(&l->stop);) {
        transfer request;
        if (snw_mailbox_take(&box, &request) != SNW_OK) {
            // look often, so that it meets the other side in every moment
            if (++idle % 200 == 0) snw_thread_yield();
            continue;
        }
        l->taken++;
        l->torn += !transfer_is_whole(&request);
        const transfer answer = transfer_make(request.number, 2);
        l->torn += snw_mailbox_answer(&box, &answer) != SNW_OK;
    }
}

// Every third request is withdrawn after a moment: either that succeeds and the loop never sees it,
// or the loop was first and the answer must be collected.
static void requests_and_answers_belong_together_also_when_some_are_withdrawn(void) {
    open_box(sizeof(transfer), sizeof(transfer));
    loop l = {0};
    snw_thread *thread = transfer_start(answer_requests, &l);
    const uint64_t count = (uint64_t)check_scaled(300000);
    uint64_t withdrawn = 0, wrong = 0;
    for (uint64_t n = 1; n <= count; n++) {
        const transfer request = transfer_make(n, 1);
        wrong += snw_mailbox_post(&box, &request) != SNW_OK;
        for (volatile uint64_t wait = n % 3 == 0 ? n % 61 : 0; wait > 0; wait--) {
        }
        if (n % 3 == 0 && snw_mailbox_withdraw(&box) == SNW_OK) {
            withdrawn++;
            continue;
        }
        transfer answer;
        while (snw_mailbox_collect(&box, &answer) == SNW_NOTHING_NEW)
            snw_thread_yield();
        wrong += answer.number != n || answer.sender != 2 || !transfer_is_whole(&answer);
    }
    CHECK(snw_stop_ask(&l.stop, 1));
    CHECK(snw_thread_join(thread, -1) == SNW_OK);
    CHECK(wrong == 0 && l.torn == 0);
    CHECK(l.taken + withdrawn == count);
}

int main(void) {
    RUN(an_arena_below_the_measured_size_is_refused);
    RUN(every_step_is_possible_in_its_state_only);
    RUN(an_image_works_wherever_it_is_copied_to);
    RUN(requests_and_answers_belong_together_also_when_some_are_withdrawn);
    const int failed = check_report();
    free(block);
    return failed;
}
