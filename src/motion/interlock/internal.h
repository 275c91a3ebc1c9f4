// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_INTERLOCK_INTERNAL_H
#define SINEW_INTERLOCK_INTERNAL_H

#include "sinew/guard/stop_way.h"
#include "sinew/interlock/lock.h"

enum { SNW__MEETINGS = 64 };

struct snw__interlock {
    snw_stop_way *ways;  // [arm_count]
    snw_course *courses; // [arm_count]
    double **beside;     // [arm_count][nv]
    double **off;        // [arm_count][nv]
    double **shift;      // [arm_count][nv]
    double **rates;      // [arm_count][nv]
    snw_encounter meetings[SNW__MEETINGS];
};

/// The ways of all arms from their guards. The end of the last one is returned, the beginning of
/// the first one is in *begin [s].
double snw__interlock_courses(snw_interlock *lock, double *begin);

/// Where an arm is between t0 and t1: for the question of the foresight.
void snw__interlock_place(void *context, int course, double t0, double t1, double *q, double *ways);

#endif // SINEW_INTERLOCK_INTERNAL_H
