// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The loop's side of a recorder: copies, and nothing else.
#include <string.h>

#include "recorder_internal.h"

// numbers that are not doubles, one by one; `item` is where number i of a run lies
#define CONVERT(type)                                                                              \
    do {                                                                                           \
        const type *from = run->address;                                                           \
        for (int i = 0; i < run->count; i++) {                                                     \
            to[i] = (double)from[i];                                                               \
        }                                                                                          \
    } while (0)

static void convert(const snw__run *run, double *to) {
    switch (run->stored) {
    case SNW__REAL:
        memcpy(to, run->address, (size_t)run->count * sizeof *to);
        break;
    case SNW__BOOL:
        CONVERT(bool);
        break;
    case SNW__I8:
        CONVERT(int8_t);
        break;
    case SNW__I16:
        CONVERT(int16_t);
        break;
    case SNW__I32:
        CONVERT(int32_t);
        break;
    case SNW__I64:
        CONVERT(int64_t);
        break;
    case SNW__U8:
        CONVERT(uint8_t);
        break;
    case SNW__U16:
        CONVERT(uint16_t);
        break;
    case SNW__U32:
        CONVERT(uint32_t);
        break;
    case SNW__U64:
        CONVERT(uint64_t);
        break;
    }
}

static void sample(snw__group *group, int64_t tick, int64_t t_ns) {
    snw__sample *staged = group->staged;
    staged->tick = tick;
    staged->t_ns = t_ns;
    staged->lost = group->dropped;
    double *to = snw__numbers(staged);
    for (int i = 0; i < group->run_count; i++) {
        convert(&group->runs[i], to);
        to += group->runs[i].count;
    }
    // the next sample that finds room says how many did not
    group->dropped = snw_ring_push(&group->ring, staged) == SNW_OK ? 0 : group->dropped + 1;
}

void snw_recorder_tick(snw_recorder *recorder, int64_t tick, int64_t t_ns) {
    if (!recorder->sampling) return;
    for (int i = 0; i < recorder->group_count; i++) {
        snw__group *group = recorder->groups[i];
        if (tick % group->divisor == 0) sample(group, tick, t_ns);
    }
}

void snw_recorder_event(snw_recorder *recorder, const snw_event *event) {
    if (!recorder->sampling) return;
    snw__note note = {.is_event = true};
    note.what.event = *event;
    SNW_IGNORE(snw_funnel_push(&recorder->notes, &note));
}

void snw_recorder_parameter(snw_recorder *recorder, int64_t tick, int64_t t_ns, const char *path,
                            const char *value) {
    if (!recorder->sampling) return;
    snw__note note = {.is_event = false};
    note.what.change.tick = tick;
    note.what.change.t_ns = t_ns;
    snw_copy_text(note.what.change.path, sizeof note.what.change.path, path);
    snw_copy_text(note.what.change.value, sizeof note.what.change.value, value);
    SNW_IGNORE(snw_funnel_push(&recorder->notes, &note));
}

void snw_recorder_dump(snw_recorder *recorder) {
    (void)__atomic_fetch_add(&recorder->dumps, 1, __ATOMIC_RELEASE);
}
