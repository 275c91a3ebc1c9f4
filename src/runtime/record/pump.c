// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The service's side of a recorder: takes samples from the rings, decides which are recorded, and
// encodes them.
#include <math.h>
#include <string.h>

#include "inside.h"
#include "recorder_internal.h"

static void encode_joints(const snw__group *group, const snw__sample *sample, const double *numbers,
                          snw_cdr *cdr) {
    snw_joint_states states = {.t_ns = sample->t_ns,
                               .frame = group->frame,
                               .names = group->names,
                               .count = group->joint_count};
    const double **parts[] = {&states.position, &states.velocity, &states.effort};
    for (int i = 0; i < 3; i++) {
        if ((group->parts >> i & 1) == 0) continue;
        *parts[i] = numbers;
        numbers += group->joint_count;
    }
    snw_joint_states_encode(cdr, &states);
}

static void encode_frames(const snw__group *group, const snw__sample *sample, const double *numbers,
                          snw_cdr *cdr) {
    snw__cdr_u32(cdr, (uint32_t)group->frame_count);
    for (int i = 0; i < group->frame_count; i++) {
        snw_frame_state frame = group->frames[i];
        memcpy(&frame.pose, numbers + (size_t)i * 12, sizeof frame.pose);
        snw__frame_encode(cdr, sample->t_ns, &frame);
    }
}

static void encode(const snw__group *group, const snw__sample *sample, uint64_t lost,
                   snw_cdr *cdr) {
    const double *numbers = (const double *)(const void *)(sample + 1);
    if (group->kind == SNW_MESSAGE_JOINTS) {
        encode_joints(group, sample, numbers, cdr);
    } else if (group->kind == SNW_MESSAGE_FRAMES) {
        encode_frames(group, sample, numbers, cdr);
    } else {
        const snw_tick_values signals = {.t_ns = sample->t_ns,
                                         .tick = sample->tick,
                                         .lost = lost < UINT32_MAX ? (uint32_t)lost : UINT32_MAX,
                                         .count = group->plan.count,
                                         .values = numbers};
        snw__tick_values_encode(cdr, &signals);
    }
}

static void record_sample(snw_recorder *r, snw__group *group, const snw__sample *sample,
                          uint64_t sequence) {
    const uint64_t lost = sample->lost + group->discarded;
    group->discarded = 0;
    snw_cdr cdr = snw_cdr_over(NULL, 0);
    encode(group, sample, lost, &cdr);
    cdr = snw__recorder_scratch(r, cdr.size);
    encode(group, sample, lost, &cdr);
    r->scratch.size = cdr.size;
    snw__output_message(r, group->channel, (uint32_t)sequence, sample->t_ns);
}

// --- histories ----------------------------------------------------------------------------------

static snw__sample *history_at(const snw__group *group, int index) {
    const int slot = (group->history_first + index) % group->history_capacity;
    return (snw__sample *)(void *)(group->history + (size_t)slot * snw__sample_size(group));
}

static void keep(snw__group *group, const snw__sample *sample, uint64_t sequence) {
    if (group->history_capacity == 0) return;
    if (group->history_count == group->history_capacity) {
        group->history_first = (group->history_first + 1) % group->history_capacity;
        group->history_count--;
    }
    const int slot = (group->history_first + group->history_count) % group->history_capacity;
    memcpy(history_at(group, group->history_count), sample, snw__sample_size(group));
    group->history_sequence[slot] = sequence;
    group->history_count++;
}

// records what is kept from `before_ns` before `t_ns` on, and opens the window that follows
static void fire(snw_recorder *r, snw__group *group, int64_t t_ns) {
    for (int i = 0; i < group->history_count; i++) {
        const snw__sample *sample = history_at(group, i);
        const int slot = (group->history_first + i) % group->history_capacity;
        if (sample->t_ns >= t_ns - group->before_ns) {
            record_sample(r, group, sample, group->history_sequence[slot]);
        }
    }
    group->history_count = 0;
    group->open = true;
    group->until_ns = t_ns + group->after_ns;
}

// true when the trigger's number passes its level with this sample; NaN passes nothing
static bool is_trigger(snw__group *group, const double *numbers) {
    if (group->mode != SNW_RECORD_TRIGGERED) return false;
    const double now = numbers[group->trigger], before = group->previous;
    const bool known = group->has_previous;
    group->previous = now;
    group->has_previous = true;
    const bool rises = before < group->level && now >= group->level;
    const bool falls = before > group->level && now <= group->level;
    return known && ((rises && group->edge != SNW_RECORD_FALLING) ||
                     (falls && group->edge != SNW_RECORD_RISING));
}

static void take_sample(snw_recorder *r, snw__group *group, snw__sample *sample) {
    group->sequence += sample->lost;
    const uint64_t sequence = group->sequence++;
    r->report.lost_samples += sample->lost;
    r->report.samples++;
    if (group->mode == SNW_RECORD_CONTINUOUS) {
        record_sample(r, group, sample, sequence);
        return;
    }
    const bool fires = is_trigger(group, snw__numbers(sample));
    if (fires) fire(r, group, sample->t_ns);
    if (group->open && sample->t_ns > group->until_ns) group->open = false;
    if (group->open) {
        record_sample(r, group, sample, sequence);
    } else {
        keep(group, sample, sequence);
    }
}

// while nothing can be written, the ring keeps the newest three quarters of what it holds
static void discard_oldest(snw_recorder *r, snw__group *group) {
    while (snw_ring_count(&group->ring) > group->ring.capacity - group->ring.capacity / 4 &&
           snw_ring_pop(&group->ring, group->taken) == SNW_OK) {
        const uint64_t lost = group->taken->lost + 1;
        group->discarded += lost;
        group->sequence += lost;
        r->report.lost_samples += lost;
    }
}

static void drain_group(snw_recorder *r, snw__group *group) {
    while (r->report.state == SNW_RECORDER_RUNNING || r->report.state == SNW_RECORDER_OFF) {
        if (snw_ring_pop(&group->ring, group->taken) != SNW_OK) return;
        if (r->report.state == SNW_RECORDER_OFF) {
            r->report.lost_samples += group->taken->lost + 1;
            continue;
        }
        take_sample(r, group, group->taken);
    }
    discard_oldest(r, group);
}

// --- events and texts ---------------------------------------------------------------------------

static void record_event(snw_recorder *r, const snw_event *event) {
    snw_cdr cdr = snw_cdr_over(NULL, 0);
    snw__event_encode(&cdr, event);
    cdr = snw__recorder_scratch(r, cdr.size);
    snw__event_encode(&cdr, event);
    r->scratch.size = cdr.size;
    snw__output_message(r, r->event_channel, r->event_sequence, event->t_ns);

    cdr = snw_cdr_over(NULL, 0);
    snw_diagnostics_encode(&cdr, event);
    cdr = snw__recorder_scratch(r, cdr.size);
    snw_diagnostics_encode(&cdr, event);
    r->scratch.size = cdr.size;
    snw__output_message(r, r->diagnostics_channel, r->event_sequence++, event->t_ns);
}

static void record_change(snw_recorder *r, const snw_parameter_change *change) {
    snw_cdr cdr = snw__recorder_scratch(r, sizeof *change + 64);
    snw__parameter_encode(&cdr, change);
    r->scratch.size = cdr.size;
    snw__output_message(r, r->parameter_channel, r->parameter_sequence++, change->t_ns);
}

static void drain_notes(snw_recorder *r) {
    while (r->report.state != SNW_RECORDER_FULL && snw_funnel_pop(&r->notes, &r->note) == SNW_OK) {
        if (r->report.state == SNW_RECORDER_OFF) {
            r->report.lost_events++;
            continue;
        }
        r->report.events++;
        if (r->note.is_event) {
            record_event(r, &r->note.what.event);
        } else {
            record_change(r, &r->note.what.change);
        }
    }
}

void snw__pump_texts(snw_recorder *r) {
    const int64_t t_ns = r->config.threaded ? r->config.loop_ns : r->now_ns;
    for (int i = 0; i < r->text_count; i++) {
        const snw_description text = {.t_ns = t_ns,
                                      .name = r->texts[i].name,
                                      .format = r->texts[i].format,
                                      .text = r->texts[i].text};
        snw_cdr cdr = snw_cdr_over(NULL, 0);
        snw__description_encode(&cdr, &text);
        cdr = snw__recorder_scratch(r, cdr.size);
        snw__description_encode(&cdr, &text);
        r->scratch.size = cdr.size;
        snw__output_message(r, r->text_channel, r->text_sequence++, t_ns);
    }
}

// --- all of it ----------------------------------------------------------------------------------

static void dump(snw_recorder *r, bool boxes_only) {
    for (int i = 0; i < r->group_count; i++) {
        snw__group *group = r->groups[i];
        if (group->mode == SNW_RECORD_CONTINUOUS) continue;
        if (boxes_only && group->mode != SNW_RECORD_LAST) continue;
        if (group->history_count == 0) continue;
        // the window ends at the newest sample, whatever the time is now
        const snw__sample *newest = history_at(group, group->history_count - 1);
        fire(r, group, newest->t_ns);
    }
}

static void show(snw_recorder *r) {
    const snw_mcap_counts counts = snw__mcap_get(r->writer);
    r->report.bytes = r->size;
    r->report.chunks = counts.chunks;
    snw_mutex_lock(r->mutex);
    r->shown = r->report;
    r->shown.lost_events += snw_funnel_lost(&r->notes);
    snw_mutex_unlock(r->mutex);
}

void snw__pump(snw_recorder *r, int64_t now_ns) {
    r->now_ns = now_ns;
    const uint32_t asked = __atomic_load_n(&r->dumps, __ATOMIC_ACQUIRE);
    for (int i = 0; i < r->group_count; i++) {
        drain_group(r, r->groups[i]);
    }
    drain_notes(r);
    if (asked != r->dumped && r->report.state == SNW_RECORDER_RUNNING) {
        dump(r, false);
        r->dumped = asked;
    }
    snw__output_service(r, false);
    show(r);
}

// what is still in the rings when the disk has no room for it
static void count_waiting(snw_recorder *r) {
    for (int i = 0; i < r->group_count; i++) {
        snw__group *group = r->groups[i];
        while (snw_ring_pop(&group->ring, group->taken) == SNW_OK)
            r->report.lost_samples += group->taken->lost + 1;
    }
    while (snw_funnel_pop(&r->notes, &r->note) == SNW_OK)
        r->report.lost_events++;
}

void snw__pump_end(snw_recorder *r) {
    snw__pump(r, r->now_ns);
    // a last chance for a disk that was full: one attempt, then what does not fit is lost
    if (r->report.state == SNW_RECORDER_FULL) {
        snw__output_service(r, true);
        snw__pump(r, r->now_ns);
    }
    if (r->report.state == SNW_RECORDER_RUNNING) dump(r, true);
    if (r->report.state == SNW_RECORDER_FULL) count_waiting(r);
    for (int i = 0; i < r->group_count; i++) {
        // samples that were refused after the last one that went through the ring
        r->report.lost_samples += r->groups[i]->dropped;
    }
    show(r);
    r->report.lost_events = r->shown.lost_events;
}
