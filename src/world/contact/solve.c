// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// One step: rounds in which the bounds of friction are found.

static const double accuracy = 1e-9; // of rates, in the norm of the mass

// bounds of friction agree when the loads change by less than this share of their sum
static const double agreement = 1e-4;

// what slides more slowly than this within its bound holds again [m/s], [rad/s]
static const double slow_speed = 1e-3;

// --- rounds -------------------------------------------------------------------------------------

static double load_of(const snw_contact_problem *problem, int point) {
    const struct snw__contact *work = problem->work;
    return work->lines[work->groups[point].normal].impulse[0] / problem->step;
}

// Takes over the loads that were found; true when they agree with those before.
static bool take_loads(snw_contact_problem *problem, const snw__island *island) {
    double change = 0, sum = 0;
    for (int i = 0; i < island->point_count; i++) {
        const double load = load_of(problem, island->points[i]);
        double *kept = &problem->points[island->points[i]].memory.load;
        change += fabs(load - *kept);
        sum += load;
        *kept = load;
    }
    return change <= agreement * sum;
}

static double speed_of(const snw__lines *lines) {
    return lines->count == 1 ? fabs(lines->u[0]) : hypot(lines->u[0], lines->u[1]);
}

// whether friction gives way; true when that is new
static bool judge_friction(const snw__lines *lines, bool *gave_way) {
    const bool before = *gave_way;
    if (!lines->inside) {
        *gave_way = true;
    } else if (speed_of(lines) < slow_speed) {
        *gave_way = false;
    }
    return *gave_way && !before;
}

// True when a point begins to slide with less friction than it held with.
static bool judge_points(snw_contact_problem *problem, const snw__island *island) {
    const struct snw__contact *work = problem->work;
    bool again = false;
    for (int i = 0; i < island->point_count; i++) {
        snw_contact_point *point = &problem->points[island->points[i]];
        const snw__groups *groups = &work->groups[island->points[i]];
        if (point->memory.load == 0) continue;
        if (groups->tangent >= 0 &&
            judge_friction(&work->lines[groups->tangent], &point->memory.slides))
            again = again || point->law.kinetic < point->law.friction;
        if (groups->spin >= 0)
            (void)judge_friction(&work->lines[groups->spin], &point->memory.spins);
        if (groups->rolling >= 0)
            (void)judge_friction(&work->lines[groups->rolling], &point->memory.rolls);
    }
    return again;
}

static void solve_island(snw_contact_problem *problem, const snw__island *island,
                         snw_contact_report *report) {
    bool agrees = false, solved = true;
    int round = 0;
    while (round < SNW_CONTACT_ROUNDS && !agrees) {
        for (int i = 0; i < island->point_count; i++)
            snw__set_bounds(problem, island->points[i]);
        solved = snw__newton(problem, island, accuracy, &report->steps);
        round++;
        agrees = take_loads(problem, island);
        if (agrees) agrees = !judge_points(problem, island);
    }
    if (!agrees) (void)judge_points(problem, island);
    for (int i = 0; i < island->point_count; i++)
        snw__keep_memory(problem, island->points[i]);
    if (round > report->rounds) report->rounds = round;
    report->behind += !agrees;
    report->unsolved += !solved;
}

snw_status snw_contact_solve(snw_contact_problem *problem, snw_contact_report *report) {
    struct snw__contact *work = problem->work;
    *report = (snw_contact_report){0};
    snw__make_lines(problem);
    report->islands = snw__find_islands(problem);
    for (int i = 0; i < problem->body_count; i++) {
        const snw__body *body = &work->bodies[i];
        if (body->island < 0) {
            memcpy(work->rates + body->first, work->free + body->first,
                   (size_t)body->rates * sizeof(double));
        }
    }
    for (int i = 0; i < report->islands; i++) {
        const snw__island island = snw__island_at(problem, i);
        solve_island(problem, &island, report);
    }
    return report->unsolved > 0 ? SNW_SATURATED : SNW_OK;
}
