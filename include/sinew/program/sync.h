// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PROGRAM_SYNC_H
#define SINEW_PROGRAM_SYNC_H

/// @file
/// Programs that run together on one cell: threads, and what they wait for. All objects are
/// caller-owned; all zero is a fresh one unless said otherwise. They may be used by the threads of
/// one cell, and through the handle of the thread that calls. A limit is the longest wait in s of
/// loop time, negative for ever; waits return SNW_OK, SNW_ERR_TIMEOUT, or SNW_ERR_INTERRUPTED when
/// the cell is being closed. Who waits uses no processor; it goes on in the sample in which what it
/// waits for happens, or in the next.

#include "sinew/program/program.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_PROGRAM_THREADS = 16, ///< of one cell, the first included
    SNW_PROGRAM_TEXT = 128,   ///< bytes of a message from the loop, with the final zero
    SNW_PROGRAM_TEXTS = 64    ///< of them that wait
};

/// Body of a thread.
typedef void snw_program_fn(snw_program *program, void *context);

/// Runs a function in a thread of its own. The handle belongs to that thread until the function has
/// returned. SNW_ERR_STATE for a handle that already has one, SNW_ERR_FULL.
SNW_SETUP SNW_NODISCARD snw_status snw_program_start(snw_program *program, snw_program_fn *run,
                                                     void *context);

/// Waits until the thread of another handle has returned.
SNW_SETUP SNW_NODISCARD snw_status snw_wait_thread(snw_program *program, snw_program *other,
                                                   double limit);

/// An event variable: counts how often it was raised.
typedef struct snw_flag {
    // read-only
    uint64_t count;
} snw_flag;

/// Raises a flag once; whoever waits for that count goes on.
SNW_SETUP void snw_flag_raise(snw_program *program, snw_flag *flag);

/// Waits until it was raised so many times in all.
SNW_SETUP SNW_NODISCARD snw_status snw_flag_wait(snw_program *program, snw_flag *flag,
                                                 uint64_t count, double limit);

/// A semaphore: so many may have it at once. Who came first gets it first.
typedef struct snw_semaphore {
    // public
    int available; ///< set before it is used
} snw_semaphore;

/// Waits until the semaphore is free, at most `limit` seconds, and takes it.
SNW_SETUP SNW_NODISCARD snw_status snw_semaphore_take(snw_program *program,
                                                      snw_semaphore *semaphore, double limit);

/// Gives it back; the thread that has waited longest gets it.
SNW_SETUP void snw_semaphore_give(snw_program *program, snw_semaphore *semaphore);

/// A meeting of several threads: each waits until all are there; then the next one begins.
typedef struct snw_meeting {
    // public
    int parties; ///< set before it is used
    // read-only
    int present;
    uint64_t meetings; ///< that were held
} snw_meeting;

/// A limit that is over takes the party out again.
SNW_SETUP SNW_NODISCARD snw_status snw_meet(snw_program *program, snw_meeting *meeting,
                                            double limit);

/// Letters of equal size from any threads to any threads, in the order in which they were sent.
typedef struct snw_letterbox {
    // read-only
    size_t size;
    int capacity, count;
    // private
    unsigned char *letters;
    int first;
} snw_letterbox;

/// Lives as long as the cell. SNW_ERR_ARGUMENT for sizes below 1, SNW_ERR_MEMORY.
SNW_SETUP SNW_NODISCARD snw_status snw_letterbox_init(snw_letterbox *box, snw_program *program,
                                                      size_t size, int capacity);

/// Waits for room, and for a letter. Who came first is served first.
SNW_SETUP SNW_NODISCARD snw_status snw_letter_send(snw_program *program, snw_letterbox *box,
                                                   const void *letter, double limit);

/// Waits for a letter, at most `limit` seconds, and copies it.
SNW_SETUP SNW_NODISCARD snw_status snw_letter_take(snw_program *program, snw_letterbox *box,
                                                   void *letter, double limit);

/// Loop, in a monitor or the function of a frame: a text to the program, cut after SNW_PROGRAM_TEXT
/// - 1 bytes. SNW_ERR_FULL when as many wait as fit; nothing waits, locks or allocates.
SNW_RT SNW_NODISCARD snw_status snw_program_tell(snw_program *program, const char *text);

/// Program: the next of these texts, text[SNW_PROGRAM_TEXT].
SNW_SETUP SNW_NODISCARD snw_status snw_wait_told(snw_program *program, char *text, double limit);

#ifdef __cplusplus
}
#endif

#endif // SINEW_PROGRAM_SYNC_H
