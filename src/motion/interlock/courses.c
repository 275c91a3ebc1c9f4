// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// How the ways of stops become courses of the foresight.

// How much the s of a stop may differ from what was foretold, in lengths of a tick.
static const double shift_ticks = 2;

static double place_at(const snw_stop_way *way, int i, double s) {
    return fmin(fmax(way->q[i] + way->v[i] * s, way->low[i]), way->high[i]);
}

void snw__interlock_place(void *context, int course, double t0, double t1, double *q,
                          double *ways) {
    const snw_interlock *lock = context;
    const snw_interlock_arm *one = &lock->arms[course];
    const snw_stop_way *way = &lock->work->ways[course];
    const double s0 = snw_stop_way_at(way, t0), s1 = snw_stop_way_at(way, t1);
    memset(ways, 0, (size_t)one->arm->model->nv * sizeof *ways);
    for (int i = 0; i < way->count; i++) {
        // an axis never turns on its way
        const double a = place_at(way, i, s0), b = place_at(way, i, s1);
        q[one->arm->q_index[i]] = 0.5 * (a + b);
        ways[one->arm->v_index[i]] = 0.5 * fabs(b - a);
    }
}

static void fill_course(snw_interlock *lock, int k) {
    struct snw__interlock *work = lock->work;
    const snw_interlock_arm *one = &lock->arms[k];
    snw_stop_way *way = &work->ways[k];
    snw_guard_rest(one->guard, way);
    snw_course *course = &work->courses[k];
    course->moves = false;
    for (int i = 0; i < way->count; i++) {
        const int at = one->arm->v_index[i];
        work->rates[k][at] = way->rate[i];
        work->beside[k][at] = way->beside[i];
        work->off[k][at] = way->off[i];
        work->shift[k][at] = shift_ticks * way->before * fabs(way->v[i]);
        course->moves = course->moves || way->v[i] != 0 || way->beside[i] > 0;
    }
}

double snw__interlock_courses(snw_interlock *lock, double *begin) {
    double end = 0;
    *begin = 0;
    for (int k = 0; k < lock->arm_count; k++) {
        fill_course(lock, k);
        end = fmax(end, lock->work->ways[k].time);
        *begin = fmin(*begin, -lock->work->ways[k].before);
    }
    return end;
}
