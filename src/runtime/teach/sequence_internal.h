// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_TEACH_SEQUENCE_INTERNAL_H
#define SINEW_SRC_TEACH_SEQUENCE_INTERNAL_H

// What the sources of the component "sequence" share: sequence.c runs it and sequence_edit.c
// changes it, both in the loop; sequence_words.c has its texts, beside the loop.

#include "internal.h"

enum {
    SNW__STEP_ROOM = 256, ///< steps that there is room for, unless the file has more
    SNW__CALLS = 8        ///< sequences that can call one another
};

typedef struct snw__sequence snw__sequence;

struct snw__sequence {
    snw__mover mover; // first
    snw_step *list;   // [capacity]
    int *turns;       // [capacity] how often a repeat has gone back
    int count, capacity;
    int repeat;
    bool automatic;
    double output[SNW_SEQUENCE_OUTPUTS];
    snw_published shown; // a snw__sequence_head, then the list, for questions
    uint64_t version;
    snw_sequence_state state;
    struct {
        snw__sequence *of;
        int at; // step that is next, or under way
    } calls[SNW__CALLS];
    int depth;     // of calls; 0 is the sequence itself
    bool begun;    // the step is under way
    bool single;   // pauses after it
    bool followed; // the arm has followed before
    double left;   // of a wait [s]
    uint64_t moves, rounds;
    snw_why failure; // of the step that failed; its code is SNW_OK before
};

/// What questions learn of a list.
typedef struct snw__sequence_head {
    int count, repeat;
    int automatic;
    int unused;
} snw__sequence_head;

typedef struct snw__sequence_signals {
    snw_sequence_state state;
    int step, count;
    uint64_t version;
    int round_limit;
    bool auto_start;
    double output[SNW_SEQUENCE_OUTPUTS];
    uint64_t rounds, moves;
} snw__sequence_signals;

/// A step and its place; the step is first, so that the fields of a step describe both.
typedef struct snw__step_order {
    snw_step step;
    int index;
} snw__step_order;

typedef struct snw__move_order {
    int from, to;
} snw__move_order;

typedef struct snw__switch_order {
    bool on;
} snw__switch_order;

/// Refuses a step that this arm cannot do; a point that is not there only when `live`.
snw_status snw__step_check(const snw_component *self, const snw_step *step, bool live,
                           snw_why *why);

/// The first repeat that goes back beyond the first step; -1 for none.
int snw__steps_check_repeats(const snw_step *list, int count);

/// Publishes the steps from `first` on.
void snw__sequence_show(snw_component *self, int first);

/// Starts at a step of its own list.
snw_status snw__sequence_run_from(snw_component *self, int index, snw_why *why);

extern const snw_choice snw__step_actions[SNW_STEP_ACTIONS];
extern const snw_type snw__step_order_type;

snw_command_act_fn snw__sequence_order_from, snw__sequence_order_insert, snw__sequence_order_change,
    snw__sequence_order_remove, snw__sequence_order_order, snw__sequence_order_clear,
    snw__sequence_order_rounds, snw__sequence_order_automatic;

#endif // SINEW_SRC_TEACH_SEQUENCE_INTERNAL_H
