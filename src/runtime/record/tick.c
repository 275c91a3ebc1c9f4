// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The loop's side of a recorder: copies, and nothing else.
#include <string.h>

#include "recorder_internal.h"

// all runs of one kind, which stand together
#define CONVERT(kind, type)                                                                        \
    for (; run->stored == (kind); run++) {                                                         \
        const type *from = run->address;                                                           \
        double *to = numbers + run->place;                                                         \
        for (int i = 0; i < run->count; i++) {                                                     \
            to[i] = (double)from[i];                                                               \
        }                                                                                          \
    }

// Most ticks of a cell copy some hundred runs of a few numbers each, so nothing is asked per run
// but its length.
static void convert(const snw__run *run, double *numbers) {
    for (; run->stored == SNW__REAL; run++)
        memcpy(numbers + run->place, run->address, (size_t)run->count * sizeof *numbers);
    CONVERT(SNW__BOOL, bool)
    CONVERT(SNW__I8, int8_t)
    CONVERT(SNW__I16, int16_t)
    CONVERT(SNW__I32, int32_t)
    CONVERT(SNW__I64, int64_t)
    CONVERT(SNW__U8, uint8_t)
    CONVERT(SNW__U16, uint16_t)
    CONVERT(SNW__U32, uint32_t)
    CONVERT(SNW__U64, uint64_t)
}

static void sample(snw__group *group, int64_t tick, int64_t t_ns) {
    snw__sample *staged = group->staged;
    staged->tick = tick;
    staged->t_ns = t_ns;
    staged->lost = group->dropped;
    convert(group->runs, snw__numbers(staged));
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
