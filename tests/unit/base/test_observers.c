// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base.h"
#include "sinew/base/observers.h"

#include "check.h"

// what was called, in order
typedef struct journal {
    snw_observers observers;
    char calls[32];
    int count;
    uint64_t first, second;
} journal;

typedef struct party {
    journal *in;
    char letter;
} party;

static void write_letter(void *event, void *context) {
    const party *p = context;
    if (event != NULL) (*(int *)event)++;
    p->in->calls[p->in->count++] = p->letter;
}

static void leave_and_drop_the_second(void *event, void *context) {
    journal *j = ((const party *)context)->in;
    write_letter(event, context);
    CHECK(snw_observers_disconnect(&j->observers, j->first) == SNW_OK);
    CHECK(snw_observers_disconnect(&j->observers, j->second) == SNW_OK);
}

static void invite(void *event, void *context) {
    const party *p = context;
    write_letter(event, context);
    if (p->in->count < 3) {
        CHECK(snw_observers_connect(&p->in->observers, write_letter, context, NULL) == SNW_OK);
    }
}

_Alignas(SNW_ARENA_ALIGN) static unsigned char block[1024];

static void start(journal *j, int capacity) {
    *j = (journal){.count = 0};
    snw_arena arena = snw_arena_over(block, sizeof block);
    CHECK(snw_observers_init(&j->observers, capacity, &arena) == SNW_OK);
}

// spec: actin-tools:BF-06
static void three_connections_one_of_them_twice_are_called_in_order(void) {
    journal j;
    start(&j, 8);
    party a = {&j, 'a'}, b = {&j, 'b'};
    CHECK(snw_observers_connect(&j.observers, write_letter, &a, NULL) == SNW_OK);
    CHECK(snw_observers_connect(&j.observers, write_letter, &b, NULL) == SNW_OK);
    CHECK(snw_observers_connect(&j.observers, write_letter, &a, NULL) == SNW_OK);
    int told = 0;
    snw_observers_tell(&j.observers, &told);
    CHECK(told == 3);
    CHECK_TEXT(j.calls, "aba");
}

// spec: actin-tools:BF-06
static void disconnecting_while_an_event_is_told_is_safe(void) {
    journal j;
    start(&j, 3);
    party a = {&j, 'a'}, b = {&j, 'b'}, c = {&j, 'c'};
    CHECK(snw_observers_connect(&j.observers, leave_and_drop_the_second, &a, &j.first) == SNW_OK);
    CHECK(snw_observers_connect(&j.observers, write_letter, &b, &j.second) == SNW_OK);
    CHECK(snw_observers_connect(&j.observers, write_letter, &c, NULL) == SNW_OK);
    CHECK(snw_observers_connect(&j.observers, write_letter, &c, NULL) == SNW_ERR_FULL);
    snw_observers_tell(&j.observers, NULL);
    CHECK_TEXT(j.calls, "ac");
    snw_observers_tell(&j.observers, NULL);
    CHECK_TEXT(j.calls, "acc");
    CHECK(j.observers.count == 1);
    CHECK(snw_observers_disconnect(&j.observers, j.first) == SNW_ERR_EXPIRED);
    // the two places are free again
    CHECK(snw_observers_connect(&j.observers, write_letter, &a, NULL) == SNW_OK);
    CHECK(snw_observers_connect(&j.observers, write_letter, &b, NULL) == SNW_OK);
    snw_observers_tell(&j.observers, NULL);
    CHECK_TEXT(j.calls, "acccab");
}

static void who_is_connected_during_an_event_hears_the_next(void) {
    journal j;
    start(&j, 8);
    party a = {&j, 'a'};
    CHECK(snw_observers_connect(&j.observers, invite, &a, NULL) == SNW_OK);
    snw_observers_tell(&j.observers, NULL);
    CHECK(j.count == 1 && j.observers.count == 2);
    snw_observers_tell(&j.observers, NULL);
    CHECK(j.count == 3);
}

static void the_arena_is_needed_in_full(void) {
    snw_arena measure = {0};
    snw_observers observers;
    CHECK(snw_observers_init(&observers, 5, &measure) == SNW_ERR_MEMORY);
    for (size_t capacity = 0; capacity <= measure.needed; capacity++) {
        snw_arena arena = snw_arena_over(block, capacity);
        CHECK((snw_observers_init(&observers, 5, &arena) == SNW_OK) ==
              (capacity == measure.needed));
    }
    CHECK(snw_observers_connect(&observers, NULL, NULL, NULL) == SNW_ERR_ARGUMENT);
}

int main(void) {
    RUN(three_connections_one_of_them_twice_are_called_in_order);
    RUN(disconnecting_while_an_event_is_told_is_safe);
    RUN(who_is_connected_during_an_event_hears_the_next);
    RUN(the_arena_is_needed_in_full);
    return check_report();
}
