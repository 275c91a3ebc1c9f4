// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// Islands of bodies that touch, and the rounds in which the bounds of friction are found.

// bounds of friction agree when the loads change by less than this share of their sum
static const double agreement = 1e-4;

// what slides more slowly than this within its bound holds again [m/s], [rad/s]
static const double slow_speed = 1e-3;

// --- islands ------------------------------------------------------------------------------------

static int find_root(int *parent, int body) {
    while (parent[body] != body) {
        parent[body] = parent[parent[body]];
        body = parent[body];
    }
    return body;
}

// the root is the body with the lowest number
static void join_bodies(int *parent, int a, int b) {
    if (a < 0 || b < 0) return;
    a = find_root(parent, a);
    b = find_root(parent, b);
    if (a < b) parent[b] = a;
    else parent[a] = b;
}

static int body_of(const snw__lines *lines) {
    return lines->a.body >= 0 ? lines->a.body : lines->b.body;
}

// numbers the islands in the order of their first bodies; bodies without lines have none
static int number_islands(snw_contact_problem *problem) {
    struct snw__contact *work = problem->work;
    for (int i = 0; i < problem->body_count; i++) {
        work->parent[i] = i;
        work->bodies[i].island = -1;
    }
    for (int i = 0; i < work->line_count; i++)
        join_bodies(work->parent, work->lines[i].a.body, work->lines[i].b.body);
    for (int i = 0; i < work->line_count; i++)
        work->bodies[find_root(work->parent, body_of(&work->lines[i]))].island = 0;
    int count = 0;
    for (int i = 0; i < problem->body_count; i++) {
        const int root = find_root(work->parent, i);
        if (root == i && work->bodies[i].island == 0) work->bodies[i].island = count++;
        else work->bodies[i].island = root == i ? -1 : work->bodies[root].island;
    }
    return count;
}

// the island of the i-th body, line or point; -1: none
typedef int island_of(const struct snw__contact *work, int i);

static int island_of_body(const struct snw__contact *work, int i) {
    return work->bodies[i].island;
}

static int island_of_line(const struct snw__contact *work, int i) {
    return work->bodies[body_of(&work->lines[i])].island;
}

static int island_of_point(const struct snw__contact *work, int i) {
    return island_of_line(work, work->groups[i].normal);
}

// sorts numbers by island; starts[island] is where those of an island begin
static void sort_numbers(const struct snw__contact *work, island_of *key, int count, int islands,
                         int *list, int *starts) {
    memset(starts, 0, (size_t)(islands + 1) * sizeof *starts);
    for (int i = 0; i < count; i++)
        if (key(work, i) >= 0) starts[key(work, i) + 1]++;
    for (int i = 0; i < islands; i++)
        starts[i + 1] += starts[i];
    for (int i = 0; i < count; i++)
        if (key(work, i) >= 0) list[starts[key(work, i)]++] = i;
    memmove(starts + 1, starts, (size_t)islands * sizeof *starts);
    starts[0] = 0;
}

static snw__island island_at(const snw_contact_problem *problem, int number) {
    const struct snw__contact *work = problem->work;
    const int stride = problem->size.bodies + 1;
    const int *bodies = work->starts, *lines = bodies + stride, *points = lines + stride;
    snw__island island = {.bodies = work->body_list + bodies[number],
                          .body_count = bodies[number + 1] - bodies[number],
                          .lines = work->line_list + lines[number],
                          .line_count = lines[number + 1] - lines[number],
                          .points = work->point_list + points[number],
                          .point_count = points[number + 1] - points[number]};
    for (int i = 0; i < island.body_count; i++)
        island.rates += work->bodies[island.bodies[i]].rates;
    island.dense = island.rates <= SNW__DENSE;
    return island;
}

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
    if (!lines->inside) *gave_way = true;
    else if (speed_of(lines) < slow_speed) *gave_way = false;
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
        if (groups->tangent >= 0 && judge_friction(&work->lines[groups->tangent], &point->memory.slides))
            again = again || point->law.kinetic < point->law.friction;
        if (groups->spin >= 0) (void)judge_friction(&work->lines[groups->spin], &point->memory.spins);
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
        solved = snw__newton(problem, island, &report->steps);
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
    const int stride = problem->size.bodies + 1;
    *report = (snw_contact_report){0};
    snw__make_lines(problem);
    report->islands = number_islands(problem);
    const int islands = report->islands;
    sort_numbers(work, island_of_body, problem->body_count, islands, work->body_list, work->starts);
    sort_numbers(work, island_of_line, work->line_count, islands, work->line_list,
                 work->starts + stride);
    sort_numbers(work, island_of_point, problem->point_count, islands, work->point_list,
                 work->starts + 2 * stride);
    for (int i = 0; i < problem->body_count; i++) {
        const snw__body *body = &work->bodies[i];
        if (body->island < 0)
            memcpy(work->rates + body->first, work->free + body->first,
                   (size_t)body->rates * sizeof(double));
    }
    for (int i = 0; i < report->islands; i++) {
        const snw__island island = island_at(problem, i);
        solve_island(problem, &island, report);
    }
    return report->unsolved > 0 ? SNW_SATURATED : SNW_OK;
}
