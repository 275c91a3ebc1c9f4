// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// Impacts of rigid bodies. The lines are stiff springs that push towards the wanted velocity, and
// their impulses are carried over from pass to pass, until the velocities are exact (an augmented
// Lagrangian). The bounds of friction follow the normal impulses on the way.
//
// Impacts are taken in turns: first those that approach now, then those that approach because of
// them, so that a blow travels through a row of balls. What has not come to an end after some turns
// is met all at once.

enum { PASSES = 40, TURNS = 12 };

static const double accuracy = 1e-12; // of rates, by their size

// stiffness of the springs, by the mobility of the line: an error is this many times smaller after
// each pass
static const double stiffness = 1e3;

// passes end when no impulse changes by more than this share of all
static const double agreement = 1e-12;

// --- which points take part
// -----------------------------------------------------------------------

// velocities of the lines before the impact
static void find_velocities(snw_contact_problem *problem) {
    struct snw__contact *work = problem->work;
    for (int i = 0; i < work->line_count; i++) {
        snw__lines *lines = &work->lines[i];
        snw__line_velocity(work, lines, work->now, lines->given, lines->u);
    }
}

// Marks the points that touch and approach each other; false when there are none.
static bool mark_approach(snw_contact_problem *problem, double rest_speed, bool all_touching) {
    struct snw__contact *work = problem->work;
    bool any = false;
    for (int i = 0; i < problem->point_count; i++) {
        const bool touches = problem->points[i].depth >= 0;
        const bool meets = touches && work->lines[work->groups[i].normal].u[0] < -rest_speed;
        work->meets[i] = touches && (meets || all_touching);
        any = any || meets;
    }
    return any;
}

// --- stiff lines
// ----------------------------------------------------------------------------------

static void switch_off(snw__lines *lines) {
    lines->start[0] = lines->start[1] = lines->low = lines->high = 0;
    lines->slope = 1;
}

static void stiffen_lines(snw_contact_problem *problem, int number) {
    struct snw__contact *work = problem->work;
    snw__lines *lines = &work->lines[number];
    lines->slope = stiffness / snw__line_mobility(work, lines);
    lines->impulse[0] = lines->impulse[1] = 0;
    lines->low = lines->high = 0;
}

// the wanted velocity stays in `start` until the first pass
static void prepare_point(snw_contact_problem *problem, int point, double rest_speed) {
    struct snw__contact *work = problem->work;
    const snw_contact_pair *law = &problem->points[point].law;
    const snw__groups *groups = &work->groups[point];
    const int all[] = {groups->normal, groups->tangent, groups->spin, groups->rolling};
    for (int i = 0; i < SNW__LINE_GROUPS; i++)
        if (all[i] >= 0) switch_off(&work->lines[all[i]]);
    if (!work->meets[point]) return;
    stiffen_lines(problem, groups->normal);
    snw__lines *normal = &work->lines[groups->normal];
    normal->high = (double)INFINITY;
    const double e = fabs(normal->u[0]) > rest_speed ? law->restitution : 0;
    work->wanted[point] = -e * normal->u[0];
    if (groups->tangent >= 0) stiffen_lines(problem, groups->tangent);
}

// --- passes
// ---------------------------------------------------------------------------------------

static void carry_impulses(snw_contact_problem *problem, const snw__island *island) {
    struct snw__contact *work = problem->work;
    for (int i = 0; i < island->point_count; i++) {
        const int point = island->points[i];
        if (!work->meets[point]) continue;
        snw__lines *normal = &work->lines[work->groups[point].normal];
        normal->start[0] = normal->impulse[0] + normal->slope * work->wanted[point];
        if (work->groups[point].tangent < 0) continue;
        snw__lines *tangent = &work->lines[work->groups[point].tangent];
        for (int k = 0; k < 2; k++)
            tangent->start[k] = tangent->impulse[k];
        tangent->high = problem->points[point].law.friction * normal->impulse[0];
    }
}

static double sum_change(const snw_contact_problem *problem, const snw__island *island,
                         double *sum) {
    const struct snw__contact *work = problem->work;
    double change = 0;
    *sum = 0;
    for (int i = 0; i < island->point_count; i++) {
        const int point = island->points[i];
        if (!work->meets[point]) continue;
        const snw__lines *normal = &work->lines[work->groups[point].normal];
        const double before = normal->start[0] - normal->slope * work->wanted[point];
        change += fabs(normal->impulse[0] - before);
        *sum += normal->impulse[0];
        if (work->groups[point].tangent < 0) continue;
        const snw__lines *tangent = &work->lines[work->groups[point].tangent];
        change += fabs(tangent->impulse[0] - tangent->start[0]) +
                  fabs(tangent->impulse[1] - tangent->start[1]);
    }
    return change;
}

static void meet_island(snw_contact_problem *problem, const snw__island *island,
                        snw_contact_report *report) {
    bool solved = true, agrees = false;
    int pass = 0;
    while (pass < PASSES && !agrees) {
        carry_impulses(problem, island);
        solved = snw__newton(problem, island, accuracy, &report->steps);
        pass++;
        double sum;
        agrees = sum_change(problem, island, &sum) <= agreement * sum;
    }
    if (pass > report->rounds) report->rounds = pass;
    report->behind += !agrees;
    report->unsolved += !solved;
}

// one turn: the marked points meet, and the velocities before the next one are those after it
static void meet_all(snw_contact_problem *problem, double rest_speed, snw_contact_report *report) {
    struct snw__contact *work = problem->work;
    memcpy(work->free, work->now, (size_t)work->rate_count * sizeof *work->free);
    memcpy(work->rates, work->now, (size_t)work->rate_count * sizeof *work->rates);
    for (int i = 0; i < problem->point_count; i++)
        prepare_point(problem, i, rest_speed);
    for (int i = 0; i < report->islands; i++) {
        const snw__island island = snw__island_at(problem, i);
        meet_island(problem, &island, report);
    }
    memcpy(work->now, work->rates, (size_t)work->rate_count * sizeof *work->now);
    find_velocities(problem);
}

snw_status snw_contact_impact(snw_contact_problem *problem, double rest_speed,
                              snw_contact_report *report) {
    struct snw__contact *work = problem->work;
    const int levers = work->lever_used, lines = work->line_count;
    *report = (snw_contact_report){0};
    snw__make_lines(problem);
    find_velocities(problem);
    if (!mark_approach(problem, rest_speed, false)) {
        work->lever_used = levers;
        work->line_count = lines;
        return SNW_NOTHING_NEW;
    }
    for (int i = 0; i < problem->row_count; i++)
        switch_off(&work->lines[i]); // no force of a motor counts in an instant
    report->islands = snw__find_islands(problem);
    for (int turn = 1; turn <= TURNS; turn++) {
        meet_all(problem, rest_speed, report);
        if (!mark_approach(problem, rest_speed, turn == TURNS - 1)) break;
    }
    return report->unsolved > 0 ? SNW_SATURATED : SNW_OK;
}
