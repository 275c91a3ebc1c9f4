// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "closed_internal.h"

// A redundant arm has a closed form for each value of its parameters. The search begins with the
// values that the reference has and goes over a grid, from there outwards. Where no branch is
// within limits it looks closer at the places that came nearest, also at those that had no branch
// at all: the room that limits and reach leave can be narrower than the grid.

enum {
    STEPS = 72,  // of the first parameter over its whole range
    SECOND = 12, // of the second
    DIPS = 6,    // places that are looked at more closely
    ZOOMS = 20   // times that the step there is halved
};

#define PI 3.141592653589793
#define ON_LIMIT 1e-9 // rounding: this near to a limit stands on it
#define NO_BRANCH 1e3 // added to the gap, so that it counts more than any limit

typedef struct search {
    const snw_ik_closed *closed;
    snw_pose goal;
    const double *q;
    double low, high; // of the first parameter
    bool around;      // its ends are one
    double cost[STEPS + 1];
    snw_ik_branch best;
    bool any;   // a branch was found, within limits or not
    bool found; // one within limits
    int tries;
    snw_why why; // of the last pose without any branch
} search;

// How far these parameters are from a solution: 0, or the least that a branch passes its limits, or
// how far the pose is from having a branch.
static double try_parameters(search *s, double first, double second) {
    const double parameters[2] = {first, second};
    snw_ik_branches branches;
    s->tries++;
    if (snw_failed(snw_ik_closed_all(s->closed, s->goal, parameters, s->q, &branches, &s->why))) {
        return NO_BRANCH + (s->why.number_count > 0 ? s->why.numbers[0].value : 1);
    }
    const int pick = snw_ik_nearest(s->closed, &branches, s->q);
    if (pick >= 0) {
        s->best = branches.items[pick];
        s->any = s->found = true;
        return 0;
    }
    double least = HUGE_VAL;
    for (int i = 0; i < branches.count; i++) {
        least = fmin(least, branches.items[i].overshoot);
        if (s->any && !(branches.items[i].overshoot < s->best.overshoot)) continue;
        s->best = branches.items[i];
        s->any = true;
    }
    return least;
}

// the range of the first parameter: a whole turn of the arm angle, or the limits of the last joint
static void set_range(search *s) {
    const snw_ik_closed *closed = s->closed;
    s->low = -PI;
    s->high = PI;
    s->around = closed->form != SNW_IK_LAST_HELD;
    if (s->around) return;
    const int last = closed->chain.count - 1, at = closed->q_index[last];
    s->low = fmax(closed->model->lower[at], -PI) + closed->shift[last];
    s->high = fmin(closed->model->upper[at], PI) + closed->shift[last];
}

static double grid(const search *s, int i) {
    return s->low + (s->high - s->low) * (double)i / STEPS;
}

// the grid, beginning next to the start
static bool sweep(search *s, double start, double second) {
    const double place = (start - s->low) / (s->high - s->low) * STEPS;
    const int first = (int)fmax(0, fmin(round(place), STEPS));
    for (int i = 0; i <= STEPS; i++) {
        s->cost[i] = HUGE_VAL;
    }
    for (int i = 0; i <= 2 * STEPS; i++) {
        const int at = first + (i % 2 != 0 ? (i + 1) / 2 : -(i / 2));
        if (at < 0 || at > STEPS) continue;
        s->cost[at] = try_parameters(s, grid(s, at), second);
        if (s->found) return true;
    }
    return false;
}

// halves the step around a place as long as nothing is found
static bool zoom(search *s, int at, double second) {
    double step = (s->high - s->low) / STEPS, centre = grid(s, at), least = s->cost[at];
    for (int i = 0; i < ZOOMS; i++) {
        step /= 2;
        const double from = centre;
        for (int side = -1; side <= 1; side += 2) {
            double p = from + side * step;
            if (!s->around) p = fmax(s->low, fmin(p, s->high));
            const double cost = try_parameters(s, p, second);
            if (s->found) return true;
            if (!(cost < least)) continue;
            least = cost;
            centre = p;
        }
    }
    return false;
}

static double cost_at(const search *s, int i) {
    if (s->around) return s->cost[(i + STEPS) % STEPS];
    return i < 0 || i > STEPS ? HUGE_VAL : s->cost[i];
}

// the dips of the grid, lowest first
static bool zoom_dips(search *s, double second) {
    for (int n = 0; n < DIPS; n++) {
        int lowest = -1;
        for (int i = 0; i <= STEPS; i++) {
            const bool dip = s->cost[i] < HUGE_VAL && s->cost[i] <= cost_at(s, i - 1) &&
                             s->cost[i] <= cost_at(s, i + 1);
            if (dip && (lowest < 0 || s->cost[i] < s->cost[lowest])) lowest = i;
        }
        if (lowest < 0) return false;
        if (zoom(s, lowest, second)) return true;
        s->cost[lowest] = HUGE_VAL;
    }
    return false;
}

static void search_parameters(search *s, const double *own) {
    SNW_IGNORE(try_parameters(s, own[0], own[1]) > 0);
    const bool refused = !s->any && s->why.code != SNW_ERR_UNREACHABLE;
    if (s->found || refused || s->closed->parameter_count == 0) return;
    set_range(s);
    if (sweep(s, own[0], own[1]) || zoom_dips(s, own[1])) return;
    for (int i = 1; s->closed->parameter_count == 2 && i <= SECOND; i++) {
        const int away = (i + 1) / 2;
        const double way = 2 * PI / SECOND * (double)away * (i % 2 != 0 ? 1 : -1);
        if (sweep(s, own[0], own[1] + way) || zoom_dips(s, own[1] + way)) return;
    }
}

// --- the answer ---------------------------------------------------------------------------------

static void residuals(const snw_ik_target *target, snw_pose T, snw_ik_result *result) {
    const snw_pose error = snw_pose_inverse_mul(target->T_world_goal, T);
    const snw_vec3 turn = snw_rotation_log(error.R);
    const double e[6] = {error.p.x, error.p.y, error.p.z, turn.x, turn.y, turn.z};
    double square[2] = {0, 0};
    for (int i = 0; i < 6; i++) {
        result->residual[i] = e[i];
        if (isfinite(target->tolerance[i])) square[i / 3] += e[i] * e[i];
    }
    result->residual_m = sqrt(square[0]);
    result->residual_rad = sqrt(square[1]);
    result->T_world_best = T;
}

static void mark_limits(const snw_ik_closed *closed, const double *q, snw_ik_result *result) {
    for (int i = 0; i < closed->chain.count; i++) {
        const int at = closed->q_index[i], v = closed->v_index[i];
        if (v >= SNW_IK_JOINTS) continue;
        if (q[at] <= closed->model->lower[at] + ON_LIMIT) result->at_lower |= (uint64_t)1 << v;
        if (q[at] >= closed->model->upper[at] - ON_LIMIT) result->at_upper |= (uint64_t)1 << v;
    }
}

static const char *joint_name(const snw_ik_closed *closed, int joint) {
    for (int i = closed->link; i > 0; i = closed->model->links[i].parent) {
        const snw_link *link = &closed->model->links[i];
        if (link->nq == 1 && link->q_index == closed->q_index[joint]) return link->joint_name;
    }
    return "";
}

static void say_limit(const search *s, snw_ik_result *result) {
    const int joint = s->best.limit_joint, at = s->closed->q_index[joint];
    const bool above = s->best.limit_side > 0;
    const char *unit = s->closed->chain.slides[joint] ? "m" : "rad";
    result->status = SNW_IK_LIMIT;
    snw_why_set(&result->why, SNW_ERR_LIMIT, joint_name(s->closed, joint),
                above ? "every solution for this pose exceeds a limit, here an upper one"
                      : "every solution for this pose exceeds a limit, here a lower one");
    snw_why_rule(&result->why, "ik-limit");
    snw_why_add(&result->why, "value", s->best.q[joint], unit);
    snw_why_add(&result->why, "limit",
                above ? s->closed->model->upper[at] : s->closed->model->lower[at], unit);
    snw_why_fix(&result->why, "choose another pose, or widen the limit");
}

void snw_ik_closed_solve(const snw_ik_closed *closed, const snw_ik_target *target, const double *q,
                         double *q_out, snw_ik_result *result) {
    memset(result, 0, sizeof *result);
    memmove(q_out, q, sizeof(double) * (size_t)closed->model->nq);
    search s = {.closed = closed, .goal = target->T_world_goal, .q = q};
    double values[SNW_IK_CLOSED_JOINTS] = {0}, own[2];
    for (int i = 0; i < closed->chain.count; i++) {
        values[i] = q[closed->q_index[i]] + closed->shift[i];
    }
    snw__parameters_of(closed, values, own);
    search_parameters(&s, own);
    result->iterations = s.tries;
    for (int i = 0; s.any && i < closed->chain.count; i++) {
        values[i] = s.best.q[i] + closed->shift[i];
        q_out[closed->q_index[i]] = s.best.q[i];
    }
    mark_limits(closed, q_out, result);
    if (!s.any) {
        const bool bad = s.why.code != SNW_ERR_UNREACHABLE;
        result->status = bad ? SNW_IK_BAD_INPUT : SNW_IK_UNREACHABLE;
        result->why = s.why;
        if (bad) return;
    } else if (!s.found) {
        say_limit(&s, result);
    } else if (s.best.singular) {
        snw_why_set(&result->why, SNW_NEAR_SINGULAR, closed->model->name, NULL);
    }
    residuals(target, snw__chain_pose(&closed->chain, values), result);
}
