// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// Can the arm still stop, after a tick with some rates? All joints brake together, in the time T of
// the one that takes longest: the way is straight in joint space and qd (dt + T / 2) long. Along it
// a place comes nearer by g and curvature, which is worst at the end. Rows cannot say this: T and
// the curvature of the way grow with the rates that the row of a tick leaves free.
//
// If it holds in one tick, braking holds in the next: its way is the rest of the same line. So the
// answer for `brake` needs no certificate, and where the estimate of this tick finds it too short,
// by rounding or because others move, rates must only be as good as that.

double snw__curvature(const snw__place *place, const double *displacement, int n) {
    double sum = 0, before = 0;
    for (int i = 0; i < n; i++) {
        const double one = fabs(displacement[i]), turn = one * place->turn[i];
        sum += place->lever[i] * one * (turn / 2 + before);
        before += turn;
    }
    return sum;
}

double snw__braking_time(const snw_rate_limits *limits, const double *rates, double dt) {
    double longest = 0;
    for (int i = 0; i < limits->n; i++) {
        if (limits->deceleration[i] > 0)
            longest = fmax(longest, fabs(rates[i]) / limits->deceleration[i]);
    }
    return longest + 2 * dt;
}

void snw__watch_place(snw_around *around, const snw__place *place, double reserve) {
    const int n = around->n;
    int at = around->watched;
    if (at < SNW_AROUND_PLACES) {
        around->watched++;
    } else {
        at = 0;
        for (int i = 1; i < SNW_AROUND_PLACES; i++)
            if (around->reserve[i] > around->reserve[at]) at = i;
        if (!(reserve < around->reserve[at])) return;
    }
    const size_t bytes = sizeof(double) * (size_t)n;
    around->reserve[at] = reserve;
    around->room[at] = place->room;
    around->parting[at] = place->parting;
    memcpy(around->g + (ptrdiff_t)at * n, place->g, bytes);
    memcpy(around->lever + (ptrdiff_t)at * n, place->lever, bytes);
    memcpy(around->turn + (ptrdiff_t)at * n, place->turn, bytes);
}

// A joint that its limit stops earlier than the others leaves the line: the worse of both ends.
static double approach_of(const snw_rate_limits *limits, int i, double g, double way) {
    const double room = way > 0 ? limits->above[i] : limits->below[i];
    const double stopped = copysign(fmin(fabs(way), room), way);
    return fmin(g * way, g * stopped);
}

// what is left of a place at the end of the way
static double left_at_end(const snw__place *place, const snw_rate_limits *limits,
                          const double *rates, double time) {
    double way[SNW_LINALG_MAX], left = place->room + fmin(place->parting, 0) * time / 2;
    for (int i = 0; i < limits->n; i++) {
        way[i] = rates[i] * time / 2;
        left += approach_of(limits, i, place->g[i], way[i]);
    }
    return left - snw__curvature(place, way, limits->n);
}

bool snw__can_stop(const void *block, const snw_constraint_at *at, const double *qd,
                   const double *brake) {
    (void)block;
    const snw_around *around = at->task->around;
    if (around == NULL) return true;
    const double time = snw__braking_time(at->limits, qd, at->dt);
    const double least_time = snw__braking_time(at->limits, brake, at->dt);
    for (int k = 0; k < around->watched; k++) {
        const ptrdiff_t first = (ptrdiff_t)k * around->n;
        const snw__place place = {around->room[k], around->parting[k], around->g + first,
                                  around->lever + first, around->turn + first};
        const double left = left_at_end(&place, at->limits, qd, time);
        if (left >= 0) continue;
        if (!(left >= left_at_end(&place, at->limits, brake, least_time))) return false;
    }
    return true;
}
