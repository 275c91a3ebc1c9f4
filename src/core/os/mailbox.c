// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/mailbox.h"

#include <string.h>

#include "image.h"

// One word says whose turn it is; whoever has the turn owns both slots.
//
//   EMPTY --post--> POSTED --take--> TAKEN --answer--> ANSWERED --collect--> EMPTY
//                   POSTED --withdraw--> EMPTY
//
// Only POSTED can be left by either side, so take and withdraw exchange it and one of them loses;
// every other step is made by the only side that may. Steps release what was written before them
// and acquire what the other side wrote.

#define KIND UINT64_C(0x3130584F42574E53)

static const uint64_t EMPTY = 0, POSTED = 1, TAKEN = 2, ANSWERED = 3;

typedef struct mailbox_image {
    _Alignas(SNW__LINE) snw__image_head head;
    _Alignas(SNW__LINE) uint64_t state;
} mailbox_image;

static void *request_slot(const snw_mailbox *box) {
    return (char *)box->image + sizeof(mailbox_image);
}

static void *answer_slot(const snw_mailbox *box) {
    return (char *)request_slot(box) + snw__round_up(box->request_size, SNW__LINE);
}

static snw_mailbox view(void *image, size_t request_size, size_t answer_size) {
    return (snw_mailbox){.image = image,
                         .image_size = sizeof(mailbox_image) +
                                       snw__round_up(request_size, SNW__LINE) +
                                       snw__round_up(answer_size, SNW__LINE),
                         .request_size = request_size,
                         .answer_size = answer_size};
}

static uint64_t state_of(const snw_mailbox *box) {
    const mailbox_image *image = box->image;
    return __atomic_load_n(&image->state, __ATOMIC_ACQUIRE);
}

static void set_state(const snw_mailbox *box, uint64_t state) {
    mailbox_image *image = box->image;
    __atomic_store_n(&image->state, state, __ATOMIC_RELEASE);
}

// leaves POSTED; true for the side that was first
static bool leave_posted(const snw_mailbox *box, uint64_t state) {
    mailbox_image *image = box->image;
    uint64_t posted = POSTED;
    return __atomic_compare_exchange_n(&image->state, &posted, state, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_RELAXED);
}

snw_status snw_mailbox_init(snw_mailbox *box, size_t request_size, size_t answer_size,
                            snw_arena *arena) {
    if (!snw__image_fits(request_size) || !snw__image_fits(answer_size)) return SNW_ERR_ARGUMENT;
    *box = view(NULL, request_size, answer_size);
    mailbox_image *image = snw_arena_take(arena, box->image_size, SNW__LINE);
    const snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;
    box->image = image;
    image->head = (snw__image_head){.kind = KIND, .size = request_size, .second = answer_size};
    return SNW_OK;
}

snw_status snw_mailbox_attach(snw_mailbox *box, void *image, size_t image_size) {
    snw__image_head head;
    const snw_status status = snw__image_open(image, image_size, KIND, &head);
    if (snw_failed(status)) return status;
    if (!snw__image_fits(head.size) || !snw__image_fits(head.second)) return SNW_ERR_SIZE;
    const snw_mailbox found = view(image, (size_t)head.size, (size_t)head.second);
    if (found.image_size != image_size) return SNW_ERR_SIZE;
    *box = found;
    return SNW_OK;
}

snw_status snw_mailbox_post(const snw_mailbox *box, const void *request) {
    if (state_of(box) != EMPTY) return SNW_ERR_STATE;
    memcpy(request_slot(box), request, box->request_size);
    set_state(box, POSTED);
    return SNW_OK;
}

snw_status snw_mailbox_collect(const snw_mailbox *box, void *answer) {
    const uint64_t state = state_of(box);
    if (state == EMPTY) return SNW_ERR_STATE;
    if (state != ANSWERED) return SNW_NOTHING_NEW;
    memcpy(answer, answer_slot(box), box->answer_size);
    set_state(box, EMPTY);
    return SNW_OK;
}

snw_status snw_mailbox_withdraw(const snw_mailbox *box) {
    return leave_posted(box, EMPTY) ? SNW_OK : SNW_ERR_STATE;
}

snw_status snw_mailbox_take(const snw_mailbox *box, void *request) {
    if (state_of(box) != POSTED || !leave_posted(box, TAKEN)) return SNW_NOTHING_NEW;
    memcpy(request, request_slot(box), box->request_size);
    return SNW_OK;
}

snw_status snw_mailbox_answer(const snw_mailbox *box, const void *answer) {
    if (state_of(box) != TAKEN) return SNW_ERR_STATE;
    memcpy(answer_slot(box), answer, box->answer_size);
    set_state(box, ANSWERED);
    return SNW_OK;
}
