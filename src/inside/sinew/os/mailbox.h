// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_MAILBOX_H
#define SINEW_OS_MAILBOX_H

/// @file
/// One request at a time from a service to the loop, and its answer back; neither side waits.
///
///     service                              loop, once per tick
///     snw_mailbox_post(box, &request)
///                                          snw_mailbox_take(box, &request)
///                                          snw_mailbox_answer(box, &answer)
///     snw_mailbox_collect(box, &answer)
///
/// Each box has one service thread and one loop thread. As with snw_triple, all that is shared is
/// in one image without pointers; a view is constant.

#include <stddef.h>
#include <stdint.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One side's view. Constant after init or attach; may be copied and shared by both threads.
typedef struct snw_mailbox {
    // read-only
    void *image;         ///< what both sides share, aligned to SNW_ARENA_ALIGN
    size_t image_size;   ///< bytes of it
    size_t request_size; ///< bytes of a request
    size_t answer_size;  ///< bytes of an answer
} snw_mailbox;

/// Lays out a box for requests and answers of these sizes, each in [1, 2^30], else
/// SNW_ERR_ARGUMENT.
SNW_SETUP SNW_NODISCARD snw_status snw_mailbox_init(snw_mailbox *box, size_t request_size,
                                                    size_t answer_size, snw_arena *arena);

/// A view of an image that another process or an earlier init laid out. SNW_ERR_ARGUMENT when the
/// block is not aligned, SNW_ERR_VERSION when it is not such an image, SNW_ERR_SIZE when it is not
/// as long as its contents need.
SNW_SETUP SNW_NODISCARD snw_status snw_mailbox_attach(snw_mailbox *box, void *image,
                                                      size_t image_size);

// service

/// Puts a request in. SNW_ERR_STATE while an earlier one is not collected or withdrawn.
SNW_RT SNW_NODISCARD snw_status snw_mailbox_post(const snw_mailbox *box, const void *request);

/// Takes the answer out; then the next request may be posted. SNW_NOTHING_NEW while the loop has
/// not answered, SNW_ERR_STATE when nothing was asked.
SNW_RT SNW_NODISCARD snw_status snw_mailbox_collect(const snw_mailbox *box, void *answer);

/// Takes back a request that the loop has not taken. SNW_ERR_STATE when it has, or without
/// one: a request that was taken will be answered and must be collected.
SNW_RT SNW_NODISCARD snw_status snw_mailbox_withdraw(const snw_mailbox *box);

// loop

/// Takes a request, or SNW_NOTHING_NEW.
SNW_RT SNW_NODISCARD snw_status snw_mailbox_take(const snw_mailbox *box, void *request);

/// Answers the request taken, in the same tick or a later one. SNW_ERR_STATE when none is.
SNW_RT SNW_NODISCARD snw_status snw_mailbox_answer(const snw_mailbox *box, const void *answer);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_MAILBOX_H
