// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

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
//
// A place is looked at when the joints could violate its row in this tick, or could not stop any
// more in the next one, however many others are nearer: which ones these are depends on the speed.

enum { PAIRS = 128 };

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
    snw_rate_rows *rows;
    double slow, dt;
    double stop;                  // T + 2 dt
    double next[SNW_LINALG_MAX];  // [n] rates that this tick can have, at most
    double ahead[SNW_LINALG_MAX]; // [n] displacements until all joints stand
    double next_stop;             // as `stop`, of `next`
    double far[SNW_LINALG_MAX];   // [n] as `ahead`, of `next`
    double turn[SNW_LINALG_MAX];  // [n] of the joints between the bodies of the present pair
    bool between[SNW_LINALG_MAX]; // [n] the rate moves them relative to each other
    int first, count;             // rows that were added
    double urgency[SNW_RATE_ROWS];
    snw_vec3 where[SNW_RATE_ROWS]; // on the first body
} damper;

static void prepare_damper(damper *d) {
    const snw_rate_limits *limits = d->at->limits;
    for (int i = 0; i < d->n; i++) {
        const double rate = fabs(d->at->v[i]);
        d->next[i] = fmin(fmax(fabs(limits->low[i]), fabs(limits->high[i])), fmax(rate, FAST));
    }
    d->stop = snw__braking_time(limits, d->at->v, d->dt);
    d->next_stop = snw__braking_time(limits, d->next, d->dt);
    for (int i = 0; i < d->n; i++) {
        d->ahead[i] = fabs(d->at->v[i]) * d->stop / 2;
        d->far[i] = d->next[i] * d->next_stop / 2;
    }
}

// Bodies farther apart than this cannot come nearer than `slow` while the joints brake.
static double range_of(const damper *d) {
    const snw_collision *c = d->around->collision;
    const double reach = snw_world_reach(c->world, d->around->member).radius;
    double way = 0;
    for (int i = 0; i < d->n; i++)
        way += d->far[i];
    const double slow = fmax(d->slow, snw_world_most_keep(c->world) + d->config->margin + 0.01);
    return slow + fmin(0.5, way * (isfinite(reach) ? fmax(reach, 1) : 1));
}

// Marks the rates that move the links from one up to `top`, which does not count.
static void mark_chain(damper *d, int link, int top) {
    const snw_link *links = d->at->task->model->links;
    for (; link >= 0 && link != top; link = links[link].parent) {
        const snw_link *one = &links[link];
        for (int k = 0; k < one->nv; k++)
            d->between[one->v_index + k] = true;
        if (one->source_v >= 0) d->between[one->source_v] = true;
    }
}

// which joints move the two bodies relative to each other
static void find_between(damper *d, const snw_near *pair) {
    const int member = d->around->member;
    const snw_link *links = d->at->task->model->links;
    const bool own_a = pair->a.member == member, own_b = pair->b.member == member;
    int a = pair->a.link, b = pair->b.link;
    memset(d->between, 0, sizeof d->between);
    if (own_a && own_b) {
        // the lowest link that both ride on: a parent has a smaller number
        while (a != b) {
            if (a > b) {
                a = links[a].parent;
            } else {
                b = links[b].parent;
            }
        }
        mark_chain(d, pair->a.link, a);
        mark_chain(d, pair->b.link, a);
    } else if (own_a || own_b) {
        mark_chain(d, own_a ? a : b, -1);
    }
    // what is carried goes with all of them
    const snw_collision *c = d->around->collision;
    const bool carried = (!own_a && snw_collision_rides(c, pair->a, member)) ||
                         (!own_b && pair->b.member >= 0 && snw_collision_rides(c, pair->b, member));
    for (int i = 0; i < d->n; i++) {
        d->between[i] = d->between[i] || carried;
        d->turn[i] = d->between[i] ? d->around->turns[i] : 0;
    }
}

static void take_levers(const damper *d, const snw_near *near, double *levers) {
    snw_near turned = *near;
    double g[SNW_LINALG_MAX];
    for (int i = 0; i < d->n; i++)
        levers[i] = 0;
    for (int axis = 0; axis < 3; axis++) {
        turned.closest.normal = snw_vec3_of(axis == 0, axis == 1, axis == 2);
        snw_collision_gradient(d->around->collision, &turned, d->around->member, g);
        for (int i = 0; i < d->n; i++)
            levers[i] += d->between[i] ? g[i] * g[i] : 0;
    }
    for (int i = 0; i < d->n; i++)
        levers[i] = sqrt(levers[i]);
}

// [m] above what must be kept, of a place
static double margin_above(const damper *d, const snw_near *near, const snw__place *place) {
    double step[SNW_LINALG_MAX];
    for (int i = 0; i < d->n; i++)
        step[i] = d->next[i] * d->dt;
    const double margin = d->config->margin + SLACK + 2 * snw__curvature(place, step, d->n);
    return near->closest.least - near->keep - margin;
}

static void set_sides(const damper *d, const snw_near *near, const snw__place *place, double m,
                      double *lower, double *target) {
    const double others = fmin(place->parting, 0);
    if (m > 0) {
        const double bent = snw__curvature(place, d->ahead, d->n);
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

// the nearest points of parts and of corners are often the same
static bool is_known(const damper *d, const snw_near *near, double lower) {
    for (int i = 0; i < d->count; i++) {
        const snw_row_origin *origin = &d->rows->origin[d->first + i];
        if (origin->first_link == near->a.link && origin->second_link == near->b.link &&
            origin->second_member == near->b.member && origin->first_member == near->a.member &&
            fabs(d->rows->lower[d->first + i] - lower) < 1e-9 &&
            snw_vec3_near(d->where[i], near->closest.a, 1e-6)) {
            return true;
        }
    }
    return false;
}

// Rows that no rates within the bounds can violate in this tick are left out.
static void add_row(damper *d, const snw_near *near, const snw__place *place, double m) {
    snw_rate_rows *rows = d->rows;
    double lower, target, low, high;
    set_sides(d, near, place, m, &lower, &target);
    range_along(d, place->g, &low, &high);
    const double urgency = target - low;
    if (!(urgency > 0) || is_known(d, near, lower)) return;
    // a retreat begins as slowly as it must
    target = fmax(lower, fmin(target, 0.9 * high));
    const int row = place_for(d, urgency, rows);
    if (row < 0) return;
    memcpy(rows->G + (ptrdiff_t)row * d->n, place->g, sizeof(double) * (size_t)d->n);
    rows->lower[row] = lower;
    rows->target[row] = target;
    rows->origin[row] = (snw_row_origin){SNW_BOUND_CLEARANCE, near->a.member, near->a.link,
                                         near->b.member, near->b.link};
    d->where[row - d->first] = near->closest.a;
}

// Half of the slack is for what the estimate of a way does not see.
static void watch_place(const damper *d, const snw__place *place) {
    const snw_rate_limits *limits = d->at->limits;
    double fastest = fmin(place->parting, 0);
    // each joint may stop before the others
    for (int i = 0; i < d->n; i++) {
        const double g = place->g[i];
        fastest += fmin(0, g > 0 ? g * limits->low[i] : g * limits->high[i]);
    }
    const double way = fastest * d->next_stop / 2;
    const double reserve = place->room + way - snw__curvature(place, d->far, d->n);
    if (reserve < 0) snw__watch_place(d->around, place, reserve);
}

static void take_place(const snw_near *near, void *context) {
    damper *d = context;
    double g[SNW_LINALG_MAX], levers[SNW_LINALG_MAX], most = 0;
    snw_collision_gradient(d->around->collision, near, d->around->member, g);
    for (int i = 0; i < d->n; i++)
        most = fmax(most, fabs(g[i]));
    // the member can do nothing about this pair
    if (!(most > 1e-9)) return;
    take_levers(d, near, levers);
    snw__place place = {.g = g, .lever = levers, .turn = d->turn};
    place.parting = snw__around_parting(d->around, near);
    const double m = margin_above(d, near, &place);
    place.room = m + SLACK / 2;
    add_row(d, near, &place, m);
    watch_place(d, &place);
}

// Places of a pair of bodies that are farther apart than this are of no interest in this tick.
// Their levers are those of the nearest point, and what the ball around the body adds.
static double needed_range(const damper *d, const snw_near *pair, double range) {
    const snw_world *world = d->around->collision->world;
    const int at = snw_world_find(world, pair->a);
    // points of two bodies that move do not have the same rates of others
    if (at < 0 || snw__around_parting(d->around, pair) != 0) return range;
    const double size = 2 * world->bodies[at].ball.radius + fmax(pair->closest.distance, 0);
    double levers[SNW_LINALG_MAX], step[SNW_LINALG_MAX], fastest = 0;
    take_levers(d, pair, levers);
    for (int i = 0; i < d->n; i++) {
        levers[i] += d->between[i] ? size * d->turn[i] : 0;
        fastest += levers[i] * d->next[i];
        step[i] = d->next[i] * d->dt;
    }
    const snw__place place = {.lever = levers, .turn = d->turn};
    const double slow = fastest * fmax(d->slow - pair->keep, 1e-3) / d->config->speed;
    const double stop = fastest * d->next_stop / 2 + snw__curvature(&place, d->far, d->n);
    const double margin = d->config->margin + SLACK + 2 * snw__curvature(&place, step, d->n);
    return fmin(range, pair->keep + margin + fmax(slow, stop));
}

static snw_status clearance_rows(const void *block, const snw_constraint_at *at,
                                 snw_rate_rows *rows) {
    snw_around *around = at->task->around;
    if (around == NULL) return SNW_ERR_STATE;
    const snw_status status = snw__around_move(around, at->task->q);
    if (snw_failed(status)) return status;
    const snw_keep_clearance *config = block;
    damper d = {.config = config, .at = at, .around = around, .n = at->task->model->nv};
    d.rows = rows;
    d.dt = at->dt;
    d.first = rows->count;
    d.slow = config->slow > 0 ? config->slow : around->collision->world->slow;
    around->watched = 0;
    prepare_damper(&d);

    // the nearest pairs, then all places where their parts are near
    snw_near pairs[PAIRS];
    const double range = range_of(&d);
    const snw_near_query query = {
        .member = around->member, .below = range, .most = PAIRS, .enforced = true};
    const int count = snw_collision_near(around->collision, &query, pairs, NULL);
    for (int i = 0; i < count; i++) {
        find_between(&d, &pairs[i]);
        const double needed = needed_range(&d, &pairs[i], range);
        if (pairs[i].closest.least < needed)
            snw__visit_near_points(around, &pairs[i], needed, take_place, &d);
    }
    return SNW_OK;
}

const snw_constraint_functions snw__clearance_functions = {
    .head = {sizeof(snw_constraint_functions), SNW_CONSTRAINT_VERSION},
    .rows = clearance_rows,
    .can_stop = snw__can_stop};
