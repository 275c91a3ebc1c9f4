// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// What programs wait for. All of it is touched only by the thread that has its turn, in virtual
// time, or under the lock of the cell.

// --- events -------------------------------------------------------------------------------------

typedef struct flag_wait {
    const snw_flag *flag;
    uint64_t count;
} flag_wait;

static bool is_raised(void *context) {
    const flag_wait *wait = context;
    return wait->flag->count >= wait->count;
}

void snw_flag_raise(snw_program *program, snw_flag *flag) {
    snw__lock(program);
    flag->count++;
    snw__unlock_and_wake(program);
}

snw_status snw_flag_wait(snw_program *program, snw_flag *flag, uint64_t count, double limit) {
    flag_wait wait = {flag, count};
    return snw__wait(program, is_raised, &wait, snw__until_ns(program, limit), NULL);
}

// --- semaphores ---------------------------------------------------------------------------------

// a wait in the line of an object
typedef struct line_wait {
    const snw__task *task;
    snw_semaphore *semaphore;
    snw_letterbox *box;
    void *taken;      // where a letter goes
    const void *sent; // or where it is
} line_wait;

// takes it in the moment in which it is there, so that nobody comes between
static bool take_semaphore(void *context) {
    const line_wait *wait = context;
    if (wait->semaphore->available <= 0 || !snw__first_in_line(wait->task)) return false;
    wait->semaphore->available--;
    return true;
}

snw_status snw_semaphore_take(snw_program *program, snw_semaphore *semaphore, double limit) {
    line_wait wait = {.task = program->work->task, .semaphore = semaphore};
    return snw__wait(program, take_semaphore, &wait, snw__until_ns(program, limit), semaphore);
}

void snw_semaphore_give(snw_program *program, snw_semaphore *semaphore) {
    snw__lock(program);
    semaphore->available++;
    snw__unlock_and_wake(program);
}

// --- meetings -----------------------------------------------------------------------------------

typedef struct meeting_wait {
    const snw_meeting *meeting;
    uint64_t number;
} meeting_wait;

static bool was_held(void *context) {
    const meeting_wait *wait = context;
    return wait->meeting->meetings >= wait->number;
}

snw_status snw_meet(snw_program *program, snw_meeting *meeting, double limit) {
    snw__lock(program);
    meeting_wait wait = {meeting, meeting->meetings + 1};
    // who comes last opens it for all
    if (++meeting->present >= meeting->parties) {
        meeting->present = 0;
        meeting->meetings++;
    }
    snw__unlock_and_wake(program);
    const snw_status status =
        snw__wait(program, was_held, &wait, snw__until_ns(program, limit), NULL);
    snw__lock(program);
    const bool left = status != SNW_OK && !was_held(&wait);
    if (left) meeting->present--;
    snw__unlock(program);
    return left ? status : SNW_OK;
}

// --- letters ------------------------------------------------------------------------------------

snw_status snw_letterbox_init(snw_letterbox *box, snw_program *program, size_t size, int capacity) {
    *box = (snw_letterbox){0};
    if (size < 1 || capacity < 1 || size > SIZE_MAX / 2 / (size_t)capacity) return SNW_ERR_ARGUMENT;
    snw__lock(program);
    box->letters = snw_setup_take(program->work->site->memory, size * (size_t)capacity, 8);
    snw__unlock(program);
    if (box->letters == NULL) return SNW_ERR_MEMORY;
    box->size = size;
    box->capacity = capacity;
    return SNW_OK;
}

static unsigned char *place(const snw_letterbox *box, int index) {
    return box->letters + (size_t)((box->first + index) % box->capacity) * box->size;
}

static bool put_letter(void *context) {
    const line_wait *wait = context;
    snw_letterbox *box = wait->box;
    if (box->count == box->capacity || !snw__first_in_line(wait->task)) return false;
    memcpy(place(box, box->count++), wait->sent, box->size);
    return true;
}

static bool get_letter(void *context) {
    const line_wait *wait = context;
    snw_letterbox *box = wait->box;
    if (box->count == 0 || !snw__first_in_line(wait->task)) return false;
    memcpy(wait->taken, place(box, 0), box->size);
    box->first = (box->first + 1) % box->capacity;
    box->count--;
    return true;
}

snw_status snw_letter_send(snw_program *program, snw_letterbox *box, const void *letter,
                           double limit) {
    // a box is never full and empty at once, so senders and takers do not hold each other up
    line_wait wait = {.task = program->work->task, .box = box, .sent = letter};
    return snw__wait(program, put_letter, &wait, snw__until_ns(program, limit), box);
}

snw_status snw_letter_take(snw_program *program, snw_letterbox *box, void *letter, double limit) {
    line_wait wait = {.task = program->work->task, .box = box, .taken = letter};
    return snw__wait(program, get_letter, &wait, snw__until_ns(program, limit), box);
}

// --- from the loop ------------------------------------------------------------------------------

typedef struct told_wait {
    const snw_ring *ring;
    char *text;
} told_wait;

static bool was_told(void *context) {
    const told_wait *wait = context;
    return snw_ring_pop(wait->ring, wait->text) == SNW_OK;
}

snw_status snw_wait_told(snw_program *program, char *text, double limit) {
    char next[SNW_PROGRAM_TEXT] = "";
    told_wait wait = {&program->work->told, next};
    const snw_status status =
        snw__wait(program, was_told, &wait, snw__until_ns(program, limit), NULL);
    if (status == SNW_OK) memcpy(text, next, sizeof next);
    return status;
}
