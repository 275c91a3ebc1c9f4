// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_INTERLOCK_INTERNAL_H
#define SINEW_INTERLOCK_INTERNAL_H

#include "sinew/guard/stop_way.h"
#include "sinew/interlock/lock.h"

enum { SNW__MEETINGS = 64 };

/// What is said of a body. All of it is written at set-up: the step only copies it.
typedef struct snw__body_words {
    char name[SNW_WHY_SUBJECT];
    char refusal[SNW_WHY_TEXT]; ///< of the arm that would come too near to it
} snw__body_words;

typedef struct snw__interlock_words {
    snw__body_words *bodies;          ///< [body_count + 1] the last one is what is sensed
    snw_why meets, unknown, unplaced; ///< reasons without names
} snw__interlock_words;

/// Numbers of a reason that two bodies would come too near.
enum { SNW__NUMBER_DISTANCE, SNW__NUMBER_KEEP, SNW__NUMBER_SPEED };

struct snw__interlock {
    snw_stop_way *ways;  // [arm_count]
    snw_course *courses; // [arm_count]
    double **beside;     // [arm_count][nv]
    double **off;        // [arm_count][nv]
    double **shift;      // [arm_count][nv]
    double **rates;      // [arm_count][nv]
    snw_encounter meetings[SNW__MEETINGS];
    snw__interlock_words words;
};

/// The ways of all arms from their guards. The end of the last one is returned, the beginning of
/// the first one is in *begin [s].
double snw__interlock_courses(snw_interlock *lock, double *begin);

/// Where an arm is between t0 and t1: for the question of the foresight.
void snw__interlock_place(void *context, int course, double t0, double t1, double *q, double *ways);

/// Takes room for the words of all bodies, and writes them.
void snw__interlock_words_init(snw__interlock_words *words, const snw_world *world,
                               snw_arena *arena);

/// The reason that an arm is refused for a meeting.
void snw__interlock_refuse(const snw_interlock *lock, const snw_encounter *meeting, snw_why *why);

/// The reason that arm k is refused when bodies cannot be placed.
void snw__interlock_unplaced(const snw_interlock *lock, int k, snw_status status, snw_why *why);

#endif // SINEW_INTERLOCK_INTERNAL_H
