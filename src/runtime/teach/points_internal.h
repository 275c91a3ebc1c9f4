// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_TEACH_POINTS_INTERNAL_H
#define SINEW_SRC_TEACH_POINTS_INTERNAL_H

// What the sources of the component "points" share: points.c in the loop, points_words.c beside it.

#include <math.h>

#include "internal.h"
#include "sinew/ik.h"

typedef enum snw__points_state {
    SNW__POINTS_IDLE,
    SNW__POINTS_GOING,
    SNW__POINTS_CYCLING,
    SNW__POINTS_PAUSED,
    SNW__POINTS_FAILED // a cycle, until the next command
} snw__points_state;

typedef struct snw__points {
    snw__mover mover; // first
    snw__tool tool;
    snw_point *list; // [capacity]
    int count, capacity;
    snw_published shown;   // the list, for questions
    snw__tool asked;       // of the thread that asks
    snw_ik ik;             // of the same
    double *q0, *found;    // [nq] of the same
    bool can_search;       // some joint moves the tool
    int order[SNW_POINTS]; // of a cycle
    int order_count, next;
    int64_t left;                    // rounds of a cycle; -1: for ever
    bool line;                       // the way of the move that runs
    bool slowed;                     // an override is to be taken back
    double restore;                  // to this
    snw__points_state state, before; // before a pause
    snw_why failure;                 // why the cycle failed
} snw__points;

typedef struct snw__points_signals {
    int count;
    uint64_t version;
    snw__points_state state;
    int at;
    uint64_t rounds, moves;
} snw__points_signals;

enum { SNW__CYCLE_NAMES = 120 }; ///< that a command may name

typedef struct snw__rename_order {
    char old[SNW_NAME], name[SNW_NAME];
} snw__rename_order;

typedef struct snw__place_order {
    char name[SNW_NAME];
    int index;
} snw__place_order;

typedef struct snw__go_order {
    char name[SNW_NAME];
    int line;     ///< 1 on a line, 0 by joints
    double speed; ///< infinite: as it is
} snw__go_order;

typedef struct snw__cycle_order {
    bool all;
    char names[SNW__CYCLE_NAMES][SNW_NAME];
    int count;
    int64_t times; ///< 0: for ever
} snw__cycle_order;

snw_command_act_fn snw__points_store, snw__points_replace, snw__points_put, snw__points_remove,
    snw__points_rename, snw__points_order, snw__points_clear, snw__points_go, snw__points_cycle,
    snw__points_stop, snw__points_pause, snw__points_resume;

#endif // SINEW_SRC_TEACH_POINTS_INTERNAL_H
