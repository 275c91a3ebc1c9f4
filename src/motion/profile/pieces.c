// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// Motions as lists of phases of constant jerk.

void snw__pieces_add(snw__pieces *list, double dt, double a, double j) {
    if (!(dt > 0) || list->count == SNW__PIECES) return;
    list->item[list->count++] = (snw__piece){dt, a, j};
}

void snw__pieces_turn(snw__pieces *list, const snw__curve *c, const snw__turn *turn,
                      const snw__ends *ends, bool mirrored) {
    const double A = c->swapped ? turn->y : turn->x, hold_A = c->swapped ? turn->hy : turn->hx;
    const double B = c->swapped ? turn->x : turn->y, hold_B = c->swapped ? turn->hx : turn->hy;
    const double sign = mirrored ? -1 : 1, iJ = c->iJ;
    const double j = iJ > 0 ? sign * c->J : 0, a0 = ends->a0;

    snw__pieces_add(list, (A - a0) * iJ, sign * a0, j);
    snw__pieces_add(list, hold_A, sign * A, 0);
    if (turn->cruise > 0) {
        snw__pieces_add(list, A * iJ, sign * A, -j);
        snw__pieces_add(list, turn->cruise, 0, 0);
        snw__pieces_add(list, B * iJ, 0, -j);
    } else {
        snw__pieces_add(list, (A + B) * iJ, sign * A, -j);
    }
    snw__pieces_add(list, hold_B, -sign * B, 0);
    snw__pieces_add(list, (ends->af + B) * iJ, -sign * B, j);
}

// walks through a list from one of its ends
typedef struct walk {
    const snw__pieces *list;
    int at;      // the piece
    double used; // time of it already gone
} walk;

static const snw__piece *piece_of(const walk *w, bool backwards) {
    return &w->list->item[backwards ? w->list->count - 1 - w->at : w->at];
}

static void go(walk *w, double dt, bool over) {
    w->used = over ? 0 : w->used + dt;
    w->at += over;
}

// Weight times the one and the rest of the other, over the first half of their common time, or the
// last half from the end on: counted from there its short phases keep their digits.
static void mix_half(snw__pieces *list, walk one, walk other, double weight, double half) {
    const bool backwards = half < 0;
    double left = fabs(half);
    while (left > 0 && one.at < one.list->count && other.at < other.list->count) {
        const snw__piece *x = piece_of(&one, backwards), *y = piece_of(&other, backwards);
        const double left_x = x->dt - one.used, left_y = y->dt - other.used;
        const double dt = fmin(left, fmin(left_x, left_y));

        // where in the pieces this part begins
        const double at_x = backwards ? left_x - dt : one.used;
        const double at_y = backwards ? left_y - dt : other.used;
        const double a = weight * (x->a + x->j * at_x) + (1 - weight) * (y->a + y->j * at_y);
        snw__pieces_add(list, dt, a, weight * x->j + (1 - weight) * y->j);
        go(&one, dt, left_x <= dt);
        go(&other, dt, left_y <= dt);
        left -= dt;
    }
}

void snw__pieces_mix(snw__pieces *list, const snw__pieces *one, const snw__pieces *other,
                     double weight) {
    double time = 0;
    for (int i = 0; i < one->count; i++) {
        time += one->item[i].dt;
    }
    const walk first = {one, 0, 0}, second = {other, 0, 0};
    snw__pieces last = {.count = 0};
    mix_half(list, first, second, weight, 0.5 * time);
    mix_half(&last, first, second, weight, -0.5 * time);
    for (int i = last.count - 1; i >= 0; i--) {
        snw__pieces_add(list, last.item[i].dt, last.item[i].a, last.item[i].j);
    }
}

void snw__pieces_run(const snw__pieces *list, double *p, double *v) {
    for (int i = 0; i < list->count; i++) {
        const snw__piece *x = &list->item[i];
        *p += x->dt * (*v + x->dt * (0.5 * x->a + x->dt * x->j / 6));
        *v += x->dt * (x->a + 0.5 * x->dt * x->j);
    }
}
