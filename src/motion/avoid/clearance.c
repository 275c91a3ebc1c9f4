// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// The velocity damper (Faverjon and Tournassoud 1987): with the distance rho of two bodies, its
// gradient g by q, and m = rho - keep,
//
//     g qd >= -v - o,      v = min(speed m / (slow - keep), 2 (m - c) / (T + 2 dt)).
//
// T = max |qd_j| / dec_j is the time in which all joints can brake together, along the straight way
// on which they are: it is |qd| T / 2 long, and the second bound says that it ends before `keep`. c
// bounds what the curvature of that way takes: a point with the levers l_j = |dp/dq_j| leaves its
// tangent by at most 1/2 sum_ij l_max(i,j) |d_i| |d_j| for a displacement d, because turning an
// inner joint turns the velocity that an outer one gives. o is the approach of the other body; that
// it goes away is not relied upon.
//
// What curvature takes in one tick is kept as a margin, and won back when it is used up: at most
// with the rate `retreat`, and only where that contradicts nothing.

enum { PAIRS = 32 };

// [m] what is kept besides: rows that give way for some ticks use it up
static const double SLACK = 1e-4;

// [rad/s] rates count as this at most, where nothing limits their acceleration
static const double FAST = 20;

/// What the rows of a tick have in common.
typedef struct damper {
    const snw_keep_clearance *config;
    const snw_constraint_at *at;
    snw_around *around;
    int n;
    double slow, dt;
    double stop;                  // T + 2 dt
    double next[SNW_LINALG_MAX];  // [n] rates that this tick can have, at most
    double ahead[SNW_LINALG_MAX]; // [n] displacements until all joints stand
    int first, count;             // rows that were added
    double urgency[SNW_RATE_ROWS];
} damper;

static void prepare_damper(damper *d) {
    const snw_rate_limits *limits = d->at->limits;
    double longest = 0;
    for (int i = 0; i < d->n; i++) {
        const double rate = fabs(d->at->v[i]), deceleration = limits->deceleration[i];
        if (deceleration > 0) longest = fmax(longest, rate / deceleration);
        d->next[i] = fmin(fmax(fabs(limits->low[i]), fabs(limits->high[i])), fmax(rate, FAST));
    }
    d->stop = longest + 2 * d->dt;
    for (int i = 0; i < d->n; i++)
        d->ahead[i] = fabs(d->at->v[i]) * d->stop / 2;
}

// Bodies farther apart than this cannot come nearer than `slow` while the joints brake.
static double range_of(const damper *d) {
    const snw_collision *c = d->around->collision;
    const double reach = snw_world_reach(c->world, d->around->member).radius;
    double way = 0;
    for (int i = 0; i < d->n; i++)
        way += d->ahead[i];
    const double slow = fmax(d->slow, snw_world_most_keep(c->world) + d->config->margin + 0.01);
    return slow + fmin(0.5, way * (isfinite(reach) ? fmax(reach, 1) : 1));
}

static void take_levers(snw_around *around, const snw_near *near, int n, double *levers) {
    snw_near turned = *near;
    double g[SNW_LINALG_MAX];
    for (int i = 0; i < n; i++)
        levers[i] = 0;
    for (int axis = 0; axis < 3; axis++) {
        turned.closest.normal = snw_vec3_of(axis == 0, axis == 1, axis == 2);
        snw_collision_gradient(around->collision, &turned, around->member, g);
        for (int i = 0; i < n; i++)
            levers[i] += g[i] * g[i];
    }
    for (int i = 0; i < n; i++)
        levers[i] = sqrt(levers[i]);
}

// 1/2 sum_ij l_max(i,j) d_i d_j
static double bend_along(const double *levers, const double *displacement, int n) {
    double sum = 0, before = 0;
    for (int i = 0; i < n; i++) {
        const double one = fabs(displacement[i]);
        sum += levers[i] * one * (one / 2 + before);
        before += one;
    }
    return sum;
}

static void set_sides(const damper *d, const snw_near *near, const double *levers, double *lower,
                      double *target) {
    double step[SNW_LINALG_MAX];
    for (int i = 0; i < d->n; i++)
        step[i] = d->next[i] * d->dt;
    const double margin = d->config->margin + SLACK + 2 * bend_along(levers, step, d->n);
    const double m = near->closest.least - near->keep - margin;
    const double others = fmin(snw__around_parting(d->around, near), 0);
    if (m > 0) {
        const double bent = bend_along(levers, d->ahead, d->n);
        const double near_by = d->config->speed * m / fmax(d->slow - near->keep, 1e-3);
        *lower = *target = -fmin(near_by, 2 * fmax(m - bent, 0) / d->stop) - others;
        return;
    }
    *lower = -others;
    *target = *lower + fmin(d->config->retreat, -m / d->dt);
}

// The least and the most that bounds allow along a row.
static void range_along(const damper *d, const double *g, double *least, double *most) {
    const snw_rate_limits *limits = d->at->limits;
    *least = *most = 0;
    for (int i = 0; i < d->n; i++) {
        *least += g[i] * (g[i] > 0 ? limits->low[i] : limits->high[i]);
        *most += g[i] * (g[i] > 0 ? limits->high[i] : limits->low[i]);
    }
}

// A new row, or where there is no room for one the least urgent that this constraint has, if this
// one is more urgent; -1 for none.
static int place_for(damper *d, double urgency, snw_rate_rows *rows) {
    if (d->count < d->config->rows) {
        const int row = snw_rate_rows_add(rows);
        if (row >= 0) {
            d->urgency[d->count++] = urgency;
            return row;
        }
    }
    int least = -1;
    for (int i = 0; i < d->count; i++)
        if (least < 0 || d->urgency[i] < d->urgency[least]) least = i;
    if (least < 0 || !(urgency > d->urgency[least])) return -1;
    d->urgency[least] = urgency;
    return d->first + least;
}

// Rows that no rates within the bounds can violate in this tick are left out.
static void add_row(damper *d, const snw_near *near, snw_rate_rows *rows) {
    double g[SNW_LINALG_MAX], levers[SNW_LINALG_MAX], most = 0, lower, target;
    snw_collision_gradient(d->around->collision, near, d->around->member, g);
    for (int i = 0; i < d->n; i++)
        most = fmax(most, fabs(g[i]));
    // the member can do nothing about this pair
    if (!(most > 1e-9)) return;
    take_levers(d->around, near, d->n, levers);
    set_sides(d, near, levers, &lower, &target);
    double low, high;
    range_along(d, g, &low, &high);
    const double urgency = target - low;
    if (!(urgency > 0)) return;
    // a retreat begins as slowly as it must
    target = fmax(lower, fmin(target, 0.9 * high));
    const int row = place_for(d, urgency, rows);
    if (row < 0) return;
    for (int i = 0; i < d->n; i++)
        rows->G[row * d->n + i] = g[i];
    rows->lower[row] = lower;
    rows->target[row] = target;
    rows->origin[row] = (snw_row_origin){SNW_BOUND_CLEARANCE, near->a.member, near->a.link,
                                         near->b.member, near->b.link};
}

static snw_status clearance_rows(const void *block, const snw_constraint_at *at,
                                 snw_rate_rows *rows) {
    snw_around *around = at->task->around;
    if (around == NULL) return SNW_ERR_STATE;
    const snw_status status = snw__around_move(around, at->task->q);
    if (snw_failed(status)) return status;
    const snw_keep_clearance *config = block;
    damper d = {.config = config, .at = at, .around = around, .n = at->task->model->nv};
    d.dt = at->dt;
    d.first = rows->count;
    d.slow = config->slow > 0 ? config->slow : around->collision->world->slow;
    prepare_damper(&d);

    // the nearest pairs, then all places where their parts are near
    snw_near pairs[PAIRS];
    const double range = range_of(&d);
    const snw_near_query query = {
        .member = around->member, .below = range, .most = PAIRS, .enforced = true};
    const int count = snw_collision_near(around->collision, &query, pairs, NULL);
    snw__near_points points = {.below = range};
    for (int i = 0; i < count; i++)
        snw__add_near_points(around, &pairs[i], &points);
    for (int i = 0; i < points.count; i++)
        add_row(&d, &points.at[i], rows);
    return SNW_OK;
}

const snw_constraint_functions snw__clearance_functions = {
    .head = {sizeof(snw_constraint_functions), SNW_CONSTRAINT_VERSION}, .rows = clearance_rows};
