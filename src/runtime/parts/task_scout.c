// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "task_internal.h"

// How far the elbow can turn: the self-motion is followed from where the arm is, forward and then
// backward, by the midpoint rule, one step in each tick, until a joint meets the end of its range.
// Meanwhile the arm may turn itself, which is taken off; any other motion makes the answer void.

static const double STEP = 0.02;       // [rad] of all joints together
static const double SHORTEST = 5e-4;   // where it bends
static const double STRAIGHT = 0.9995; // cosine between the directions of half a step
static const double LONGEST = 12.0;    // [rad] that is looked at

snw_status snw__manual_scout_init(snw__scout *s, const snw_model *model, snw_task_room room,
                                  snw_arena *arena) {
    s->from = SNW_ARENA_ARRAY(arena, double, model->nv);
    s->q = SNW_ARENA_ARRAY(arena, double, model->nv);
    s->last = SNW_ARENA_ARRAY(arena, double, model->nv);
    // sizes are those of the controller: these can only lack memory
    SNW_IGNORE(snw_task_init(&s->task, model, room, arena));
    SNW_IGNORE(snw_nullspace_init(&s->ns, model->nv, room.rows, arena));
    return snw_arena_status(arena);
}

// the direction of self-motion at q[n]
static bool look(snw__manual *h, const double *q, double *u) {
    snw__scout *s = &h->scout;
    if (snw_failed(snw_task_update(&s->task, q))) return false;
    const double *J = snw_task_jacobian(&s->task);
    if (snw_failed(snw_nullspace_factor(&s->ns, J, s->task.set->rows))) return false;
    return snw__manual_turn(h, &s->task.kin, &s->ns, s->last, u);
}

// the part of a step u[n] until a joint ends it, at most 1
static double free_part(const snw__manual *h, const double *u, double step) {
    double part = 1;
    for (int i = 0; i < h->n; i++) {
        const double way = step * u[i];
        const double room = way > 0 ? h->upper[i] - h->scout.q[i] : h->scout.q[i] - h->lower[i];
        if (fabs(way) > 1e-15) part = fmin(part, fmax(room, 0) / fabs(way));
    }
    return part;
}

static void begin(snw__manual *h, int side) {
    snw__scout *s = &h->scout;
    if (side > 0) {
        memcpy(s->from, h->q, sizeof(double) * (size_t)h->n);
        s->turned = 0;
    }
    memcpy(s->q, s->from, sizeof(double) * (size_t)h->n);
    memcpy(s->last, h->last, sizeof(double) * (size_t)h->n);
    s->side = side;
    s->way = 0;
    s->step = STEP;
}

static void end(snw__manual *h) {
    snw__scout *s = &h->scout;
    if (s->side > 0) {
        s->high = s->way;
        begin(h, -1);
        return;
    }
    s->low = -s->way;
    s->shown_low = s->low - s->turned;
    s->shown_high = s->high - s->turned;
    s->side = 0;
}

static void step(snw__manual *h) {
    snw__scout *s = &h->scout;
    double first[SNW_LINALG_MAX], u[SNW_LINALG_MAX], middle[SNW_LINALG_MAX], same = 0;
    const double way = s->side * s->step;
    if (!look(h, s->q, first)) {
        end(h);
        return;
    }
    for (int i = 0; i < h->n; i++)
        middle[i] = s->q[i] + 0.5 * way * first[i];
    if (!look(h, middle, u)) {
        end(h);
        return;
    }
    for (int i = 0; i < h->n; i++)
        same += first[i] * u[i];
    // where self-motion bends, steps are shorter
    if (same < STRAIGHT && s->step > SHORTEST) {
        memcpy(s->last, first, sizeof(double) * (size_t)h->n);
        s->step *= 0.5;
        return;
    }
    const double part = free_part(h, u, way);
    for (int i = 0; i < h->n; i++)
        s->q[i] += part * way * u[i];
    s->way += part * s->step;
    s->step = fmin(1.5 * s->step, STEP);
    if (part < 1 || s->way >= LONGEST) end(h);
}

void snw__manual_scout(snw__manual *h, double dt) {
    snw__scout *s = &h->scout;
    double along = 0, whole = 0;
    for (int i = 0; i < h->n; i++) {
        along += h->last[i] * h->v[i];
        whole += h->v[i] * h->v[i];
    }
    const bool turns = h->arm->taken && h->holding;
    if ((whole > 0 && !turns) || snw__manual_tool_rows(h) == 0) {
        s->side = 0;
        s->shown_low = s->shown_high = 0;
        return;
    }
    // what has been found moves along
    s->turned += along * dt;
    if (s->shown_low < s->shown_high) {
        s->shown_low = fmin(s->shown_low - along * dt, 0);
        s->shown_high = fmax(s->shown_high - along * dt, 0);
    }
    if (s->task.set != h->control.task.set) {
        if (snw_failed(snw_task_use(&s->task, h->control.task.set))) return;
        s->side = 0;
    }
    if (s->side == 0) begin(h, 1);
    step(h);
}
