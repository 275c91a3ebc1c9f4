// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/model/coordinates.h"

// A way is divided until each interval is certain: in its middle every pair is farther apart than
// it must be by more than both bodies move to the ends. The earliest interval is looked at first.

enum { DEPTH = 60 };

// What is left above the demanded distances is told up to this much [m].
static const double most_left = 0.02;

typedef struct sweeping {
    snw_collision *c;
    int member;
    const double *q0, *q1;
    snw_sweep_options options;
    double *q, *way, *ways; // [nq] in the middle, [nv] to the end, [nv] of half an interval
    double most_motion;     // of a body in half an interval
    bool unsure;
    double left; // of this interval
    snw_near worst;
    double worst_left;
} sweeping;

// the lowest link on which both bodies ride; -1 when they do not both ride on the member
static int common_link(const sweeping *w, snw_body a, snw_body b) {
    const snw_collision *c = w->c;
    const snw_link *links = c->world->system->members[w->member].model->links;
    while (a.member != w->member && a.member >= 0)
        a = (snw_body){c->holders[a.member].member, c->holders[a.member].link};
    while (b.member != w->member && b.member >= 0)
        b = (snw_body){c->holders[b.member].member, c->holders[b.member].link};
    if (a.member < 0 || b.member < 0) return -1;
    while (a.link != b.link) {
        if (a.link > b.link) {
            a.link = links[a.link].parent;
        } else {
            b.link = links[b.link].parent;
        }
    }
    return a.link;
}

static void judge_pair(snw__asking *ask, const snw_near *near) {
    sweeping *w = ask->context;
    const snw_collision *c = w->c;
    const int a = snw_world_find(c->world, near->a), b = snw_world_find(c->world, near->b);
    const int top = common_link(w, near->a, near->b);
    double motion = snw__motion_bound(c, a, w->member, top, w->ways);
    // what is sensed stands still
    if (b >= 0) motion += snw__motion_bound(c, b, w->member, top, w->ways);
    const double left = near->closest.least - near->keep - w->options.margin - motion;
    w->left = fmin(w->left, left);
    if (left > 0) return;
    w->unsure = true;
    const double now = near->closest.distance - near->keep - w->options.margin;
    if (now < w->worst_left) {
        w->worst_left = now;
        w->worst = *near;
    }
}

static snw_status look_at_interval(sweeping *w, double t, double half) {
    snw_collision *c = w->c;
    const snw_world *world = c->world;
    const snw_model *model = world->system->members[w->member].model;
    snw_status status = snw_interpolate(model, w->q0, w->q1, t, w->q);
    if (!snw_failed(status)) status = snw_collision_move(c, w->member, w->q);
    if (snw_failed(status)) return status;
    for (int i = 0; i < model->nv; i++)
        w->ways[i] = fabs(w->way[i]) * half;
    w->most_motion = 0;
    for (int i = 0; i < world->moving_count; i++) {
        const double motion = snw__motion_bound(c, i, w->member, -1, w->ways);
        w->most_motion = fmax(w->most_motion, motion);
    }
    // all pairs that could come too near in this interval
    const double demanded = snw_world_most_keep(world) + w->options.margin;
    const snw_near_query query = {.member = w->member,
                                  .below = demanded + 2 * w->most_motion + most_left,
                                  .enforced = w->options.enforced};
    w->unsure = false;
    w->left = most_left;
    w->worst_left = (double)INFINITY;
    snw__asking ask = {.c = c, .query = &query, .take = judge_pair, .context = w};
    snw__ask(&ask);
    return SNW_OK;
}

// The way to the end, by rates: of a free joint its origin goes straight.
static snw_status find_way(sweeping *w) {
    const snw_model *model = w->c->world->system->members[w->member].model;
    const snw_status status = snw_difference(model, w->q1, w->q0, w->way);
    if (snw_failed(status)) return status;
    for (int l = 0; l < model->link_count; l++) {
        const snw_link *link = &model->links[l];
        if (link->joint != SNW_JOINT_FREE) continue;
        for (int i = 0; i < 3; i++) {
            w->way[link->v_index + i] = w->q1[link->q_index + i] - w->q0[link->q_index + i];
        }
    }
    return SNW_OK;
}

static snw_status begin_sweep(sweeping *w, const snw_sweep_options *options) {
    static const snw_sweep_options none = {0};
    w->options = options != NULL ? *options : none;
    if (!isfinite(w->options.margin) || !isfinite(w->options.resolution)) {
        return SNW_ERR_NOT_FINITE;
    }
    if (w->options.resolution <= 0) w->options.resolution = 1e-4;
    if (w->options.most <= 0) w->options.most = 100000;
    const snw_model *model = w->c->world->system->members[w->member].model;
    const int most = model->nq > model->nv ? model->nq : model->nv;
    w->q = w->c->sweep_q;
    w->way = w->q + most;
    w->ways = w->way + most;
    return find_way(w);
}

snw_status snw_collision_sweep(snw_collision *c, int member, const double *q0, const double *q1,
                               const snw_sweep_options *options, snw_sweep_result *out) {
    sweeping w = {.c = c, .member = member, .q0 = q0, .q1 = q1};
    snw_status status = begin_sweep(&w, options);
    if (snw_failed(status)) return status;
    snw_sweep_result result = {.clear = true, .certain = true, .left = most_left};
    // intervals that are left, the earliest on top
    double ends[DEPTH + 2];
    int depth = 0;
    ends[depth++] = 1;
    while (depth > 0) {
        const double end = ends[depth - 1], half = (end - result.t) / 2;
        status = look_at_interval(&w, result.t + half, half);
        if (snw_failed(status)) return status;
        result.intervals++;
        if (!w.unsure) {
            result.left = fmin(result.left, w.left);
            result.t = end;
            depth--;
            continue;
        }
        const bool small = 2 * w.most_motion < w.options.resolution || depth > DEPTH;
        if (small || result.intervals >= w.options.most) {
            result.clear = false;
            result.certain = small && w.worst_left < 0;
            result.at = w.worst;
            break;
        }
        ends[depth++] = result.t + half;
    }
    *out = result;
    return SNW_OK;
}
