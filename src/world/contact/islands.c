// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// Islands of bodies that touch each other: they are solved one by one.

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
    if (a < b) {
        parent[b] = a;
    } else {
        parent[a] = b;
    }
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
        if (root == i && work->bodies[i].island == 0) {
            work->bodies[i].island = count++;
        } else {
            work->bodies[i].island = root == i ? -1 : work->bodies[root].island;
        }
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

snw__island snw__island_at(const snw_contact_problem *problem, int number) {
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

int snw__find_islands(snw_contact_problem *problem) {
    struct snw__contact *work = problem->work;
    const int stride = problem->size.bodies + 1, islands = number_islands(problem);
    sort_numbers(work, island_of_body, problem->body_count, islands, work->body_list, work->starts);
    sort_numbers(work, island_of_line, work->line_count, islands, work->line_list,
                 work->starts + stride);
    sort_numbers(work, island_of_point, problem->point_count, islands, work->point_list,
                 work->starts + (ptrdiff_t)2 * stride);
    return islands;
}
