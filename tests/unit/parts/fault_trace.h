// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PARTS_FAULT_TRACE_H
#define SINEW_TESTS_PARTS_FAULT_TRACE_H

/// What the drives of an arm were told, every byte of it, as one number.

#include "faults.h"

typedef struct trace {
    uint64_t hash;
    int64_t ticks;
} trace;

// FNV-1a (Fowler, Noll, Vo 1991), a word at a time
static void add_words(trace *t, const double *values, int count) {
    for (int i = 0; i < count; i++) {
        uint64_t bits = 0;
        memcpy(&bits, &values[i], sizeof bits);
        t->hash = (t->hash ^ bits) * UINT64_C(0x100000001b3);
        t->hash ^= t->hash >> 29;
    }
}

HELPER void trace_begin(trace *t) {
    *t = (trace){.hash = UINT64_C(0xcbf29ce484222325)};
}

HELPER void trace_add(trace *t, const snw_arm *arm) {
    const snw_arm_command *command = &arm->command;
    add_words(t, command->q, arm->count);
    add_words(t, command->v, arm->count);
    add_words(t, command->effort, arm->count);
    for (int i = 0; i < arm->count; i++) {
        const double mode = command->enable ? 1 + (double)command->mode[i] : 0;
        add_words(t, &mode, 1);
    }
    t->ticks++;
}

#endif // SINEW_TESTS_PARTS_FAULT_TRACE_H
