// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_RECORD_RECORDER_INTERNAL_H
#define SINEW_RECORD_RECORDER_INTERNAL_H

#include "internal.h"
#include "sinew/os/funnel.h"
#include "sinew/os/ring.h"
#include "sinew/os/stop.h"
#include "sinew/os/sync.h"
#include "sinew/os/thread.h"
#include "sinew/record/encode.h"
#include "sinew/record/message.h"
#include "sinew/record/recorder.h"

enum {
    SNW__NUMBERS_MOST = 16384, // of one group
    SNW__GROUPS_MOST = 64,
    SNW__TEXTS_MOST = 16
};

// how a number is stored in its block
typedef enum snw__stored {
    SNW__REAL,
    SNW__BOOL,
    SNW__I8,
    SNW__I16,
    SNW__I32,
    SNW__I64,
    SNW__U8,
    SNW__U16,
    SNW__U32,
    SNW__U64,
    SNW__KINDS // how many there are; ends the runs of a plan
} snw__stored;

// numbers of one kind that lie side by side
typedef struct snw__run {
    const void *address;
    int count;
    int place; // of the first of them in a sample
    snw__stored stored;
} snw__run;

// one number of a group, as a person sees it
typedef struct snw__signal {
    const char *path, *unit;
} snw__signal;

// what a group samples; built by plan.c in the recorder's set-up arena
typedef struct snw__plan {
    snw__run *runs;
    int run_count, run_capacity;
    snw__signal *signals;
    int count, capacity;
} snw__plan;

// what passes through the ring of a group: this head, then the numbers
typedef struct snw__sample {
    int64_t tick, t_ns;
    uint64_t lost; // dropped just before this one
} snw__sample;

typedef struct snw__group {
    // the loop's, constant after the start but for `dropped` and the staged sample
    const snw__run *runs; // by kind, ended by one of kind SNW__KINDS
    int64_t divisor;
    snw_ring ring;
    snw__sample *staged; // with its numbers behind it
    uint64_t dropped;    // since the last sample that went into the ring

    // set-up
    snw__plan plan;
    snw_message_kind kind;
    const char *topic, *name;
    snw_record_mode mode;
    int trigger; // index of the number that triggers
    double level;
    snw_record_edge edge;
    int64_t before_ns, after_ns;
    const char *frame;             // of joint states
    const char *const *names;      // [joint_count]
    int joint_count, parts;        // bit 0 position, 1 velocity, 2 effort
    const snw_frame_state *frames; // [frame_count], names only
    int frame_count;

    // the service's
    int channel;
    uint64_t sequence;  // of the next sample
    uint64_t discarded; // taken from the ring and thrown away since the last one recorded
    snw__sample *taken; // room for one sample
    uint8_t *history;   // [history_capacity] samples, oldest at history_first
    int history_capacity, history_first, history_count;
    uint64_t *history_sequence; // [history_capacity]
    int64_t until_ns;           // end of the window that is being recorded
    bool open;                  // in such a window
    bool has_previous;
    double previous; // the trigger's number in the sample before
} snw__group;

// what passes through the funnel
typedef struct snw__note {
    bool is_event;
    union {
        snw_event event;
        snw_parameter_change change;
    } what;
} snw__note;

typedef struct snw__text_copy {
    const char *name, *format, *text;
} snw__text_copy;

struct snw_recorder {
    // the loop's
    snw__group *groups[SNW__GROUPS_MOST];
    int group_count;
    bool sampling;
    snw_funnel notes;
    uint32_t dumps; // asked for so far

    // set-up
    snw_recorder_config config;
    snw_setup *memory; // groups, names, texts
    void *block;       // rings, histories
    snw__text_copy texts[SNW__TEXTS_MOST];
    int text_count;

    // the service's
    snw_store store;
    snw_disk disk;
    snw_mcap_writer *writer;
    snw__bytes scratch; // the message being encoded
    snw__note note;
    int event_channel, parameter_channel, diagnostics_channel, text_channel;
    uint32_t event_sequence, parameter_sequence, text_sequence;
    uint32_t dumped; // of `dumps`
    uint64_t size;   // of the file: whole units only
    int64_t now_ns, synced_ns, retry_ns;
    bool dirty;  // written since the last synchronisation
    bool broken; // the file took an error that is not about room
    snw_recorder_report report;

    snw_thread *thread;
    snw_stop stop;
    snw_mutex *mutex; // guards `shown`
    snw_recorder_report shown;
};

SNW_INLINE double *snw__numbers(snw__sample *sample) {
    return (double *)(void *)(sample + 1);
}

SNW_INLINE size_t snw__sample_size(const snw__group *group) {
    return sizeof(snw__sample) + (size_t)group->plan.count * sizeof(double);
}

// plan.c: adds what a pattern matches; SNW_ERR_NOT_FOUND when that is nothing. `index`, if not
// NULL, receives the place of the last number added or found
snw_status snw__plan_add(snw__plan *plan, const snw_recorder_config *config, const char *pattern,
                         snw_setup *setup, snw_why *why);
// the same for one number, which may be there already; `*index` is its place
snw_status snw__plan_number(snw__plan *plan, const snw_recorder_config *config, const char *path,
                            snw_setup *setup, int *index, snw_why *why);
// the runs as the loop copies them: sorted by kind, then one of kind SNW__KINDS
snw_status snw__plan_runs(const snw__plan *plan, snw_setup *setup, const snw__run **runs);

// output.c: files of a recorder
snw_status snw__output_open(snw_recorder *r, snw_why *why);
// flushes and synchronises when it is time, or now; handles what the disk says
void snw__output_service(snw_recorder *r, bool now);
// writes a message on a channel; failures are remembered in the state
void snw__output_message(snw_recorder *r, int channel, uint32_t sequence, int64_t t_ns);
snw_status snw__output_finish(snw_recorder *r, snw_why *why);
// a message in r->scratch: encode, look at the size, encode again if it did not fit
snw_cdr snw__recorder_scratch(snw_recorder *r, size_t size);

// announce.c: schemas, channels, metadata of the first file
snw_status snw__announce(snw_recorder *r, snw_why *why);
// the metadata again, of a file that goes on after another
snw_status snw__announce_metadata(snw_recorder *r);

// pump.c
void snw__pump(snw_recorder *r, int64_t now_ns);
void snw__pump_texts(snw_recorder *r);
void snw__pump_end(snw_recorder *r);

#endif // SINEW_RECORD_RECORDER_INTERNAL_H
