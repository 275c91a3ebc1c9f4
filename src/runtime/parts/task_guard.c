// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "task_internal.h"

// The guard of a drag, after D'Amore (2010, 3.3.2): a distance from the goal weighs metres and
// radians. The original compared the answer of its solver with where the arm was. The law here has
// rates, so the guard compares where the tool is with the nearest that it has been. A tool that
// goes away from there is held until the goal changes. That has an event, and so has a position or
// an orientation that comes no nearer, while the other still may.

static const double PATIENCE = 1;    // without progress, or on the way to another goal [s]
static const double PROGRESS = 0.02; // slower than this part of what was described is none
static const double ROUNDING = 1e-6; // of a speed, relative

enum { PLACE, TURN, PARTS };

// a point has no orientation
static void weigh(const snw__manual *h, double way, double angle, double out[PARTS]) {
    out[PLACE] = h->config->guard_position * way;
    out[TURN] = snw__manual_tool_rows(h) == 6 ? h->config->guard_rotation * angle : 0;
}

static void find_distance(const snw__manual *h, snw_pose from, double out[PARTS]) {
    const snw_twist e = snw_pose_difference(from, h->goal_guard.goal);
    weigh(h, snw_vec3_norm(e.lin), snw_vec3_norm(e.ang), out);
}

static bool is_same(snw_pose a, snw_pose b) {
    const snw_mat3 turn = snw_mat3_sub(a.R, b.R);
    const double way = snw_vec3_max_abs(snw_vec3_sub(a.p, b.p));
    return way + snw_vec3_max_abs(turn.x) + snw_vec3_max_abs(turn.y) + snw_vec3_max_abs(turn.z) ==
           0;
}

// A goal that changed can be farther than the one before by what it moved. A tool that is still on
// its way to that one may go away at first.
static void take_goal(snw__manual *h, snw_pose tool) {
    snw__goal_guard *g = &h->goal_guard;
    const snw_pose goal = h->wish.goal;
    if (!g->known) {
        *g = (snw__goal_guard){.known = true, .goal = goal, .before = -HUGE_VAL};
        find_distance(h, tool, g->best);
    } else if (!is_same(g->goal, goal)) {
        double moved[PARTS];
        find_distance(h, goal, moved);
        for (int k = 0; k < PARTS; k++)
            g->best[k] += moved[k];
        g->goal = goal;
        g->age = 0;
        g->before = -HUGE_VAL;
        g->lost = g->approaches = false;
        g->changed = true;
    }
}

// Both parts of a straight way shrink alike. True when one that is not there has not become less
// for too long.
static bool is_stuck(snw__manual *h, const double now[PARTS], double dt) {
    snw__goal_guard *g = &h->goal_guard;
    double most[PARTS], rate = HUGE_VAL;
    bool stuck = false;
    weigh(h, h->config->speed, h->config->spin, most);
    for (int k = 0; k < PARTS; k++) {
        if (now[k] > 0) rate = fmin(rate, most[k] / now[k]);
    }
    for (int k = 0; k < PARTS; k++) {
        g->waited[k] += dt;
        const double nearer = PROGRESS * PATIENCE * rate * now[k];
        if (now[k] <= h->config->guard_allowance || now[k] < g->best[k] - nearer) {
            g->best[k] = now[k];
            g->waited[k] = 0;
        }
        stuck = stuck || g->waited[k] >= PATIENCE;
    }
    return stuck;
}

static void explain(snw__goal_guard *g, const double now[PARTS]) {
    snw_why_set(&g->why, g->lost ? SNW_ERR_NOT_CONVERGED : SNW_ERR_UNREACHABLE, "",
                g->lost ? "the tool moved away from the goal of the drag, and is held"
                        : "the tool comes no nearer to the goal of the drag");
    snw_why_rule(&g->why, "ik-divergence");
    snw_why_add(&g->why, "nearest", g->nearest, "");
    snw_why_add(&g->why, "distance", now[PLACE] + now[TURN], "");
    snw_why_fix(&g->why, "choose a goal within reach");
    g->told = g->tell = true;
    g->changed = false;
}

bool snw__manual_loses_goal(snw__manual *h, double dt) {
    snw__goal_guard *g = &h->goal_guard;
    const snw_pose tool = snw_task_placement(&h->control.task, 0);
    double now[PARTS];
    take_goal(h, tool);
    find_distance(h, tool, now);
    const double distance = now[PLACE] + now[TURN];
    g->age += dt;
    if (!g->approaches) {
        g->approaches = distance < g->before || g->age >= PATIENCE;
        g->nearest = distance;
    }
    g->before = distance;
    g->nearest = fmin(g->nearest, distance);
    if (g->approaches && distance > g->nearest + h->config->guard_allowance) g->lost = true;
    const bool stuck = is_stuck(h, now, dt) || g->lost;
    if (stuck && !g->told) explain(g, now);
    if (!stuck && g->changed) g->told = g->changed = false;
    return g->lost;
}

static double speed_of(const double V[3]) {
    return snw_vec3_norm(snw_vec3_of(V[0], V[1], V[2]));
}

void snw__manual_hold_speed(snw__manual *h, const double *asked, double *qd) {
    double before[SNW_LINALG_MAX], V[SNW_LINALG_MAX], share = 1;
    snw__manual_motion(h, h->v, before);
    snw__manual_motion(h, qd, V);
    for (int k = 0; k < snw__manual_tool_rows(h); k += 3) {
        double *pace = &h->pace[k / 3];
        *pace = fmin(*pace, fmin(speed_of(before + k), speed_of(asked + k)));
        *pace = fmax(*pace, k == 0 ? h->config->speed : h->config->spin);
        const double is = speed_of(V + k);
        if (is > *pace * (1 + ROUNDING)) share = fmin(share, *pace / is);
    }
    const snw_rate_limits *limits = &h->control.limits;
    for (int i = 0; share < 1 && i < h->n; i++)
        qd[i] = fmin(fmax(share * qd[i], limits->low[i]), limits->high[i]);
}
