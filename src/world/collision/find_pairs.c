// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/model/coordinates.h"

// Which links of a member can meet: by samples, and by dividing the space of the joints between
// them.

enum { JOINTS = 8 }; // of a proof at most

typedef struct finding {
    const snw_world *world;
    const snw_model *model;
    int member;
    const snw_finding_options *options;
    snw_collision c;
    double *q, *ways; // [nq], [nv]
    snw_setup *scratch;
} finding;

// a box of joint space: its middle and half its widths
typedef struct joint_box {
    double middle[JOINTS], half[JOINTS];
} joint_box;

static int common_link(const snw_model *model, int a, int b) {
    while (a != b) {
        if (a > b) {
            a = model->links[a].parent;
        } else {
            b = model->links[b].parent;
        }
    }
    return a;
}

// The coordinates between two links; -1 when one of them has no range, or has several coordinates.
static int joints_between(const snw_model *model, int a, int b, int coordinates[JOINTS]) {
    const int top = common_link(model, a, b);
    int count = 0;
    for (int side = 0; side < 2; side++) {
        for (int l = side == 0 ? a : b; l != top; l = model->links[l].parent) {
            const snw_link *link = &model->links[l];
            if (link->joint == SNW_JOINT_FIXED) continue;
            if (link->source_v < 0 || link->joint == SNW_JOINT_LAW) return -1;
            int known = 0;
            while (known < count && coordinates[known] != link->source_v)
                known++;
            if (known < count) continue;
            if (count == JOINTS) return -1;
            coordinates[count++] = link->source_v;
        }
    }
    return count;
}

// the range of a coordinate: a whole turn where it has no limits and turns
static bool range_of(const snw_model *model, int v, double *low, double *high) {
    const snw_link *link = &model->links[model->link_of_v[v]];
    *low = model->lower[link->q_index];
    *high = model->upper[link->q_index];
    if (isfinite(*low) && isfinite(*high)) return true;
    if (!link->periodic) return false;
    *low = -SNW_PI;
    *high = SNW_PI;
    return true;
}

static bool look(finding *f, int a, int b, snw__look *seen) {
    if (snw_failed(snw__member_place(&f->c, f->member))) return false;
    snw__bodies_update(&f->c);
    const snw__other other = snw__other_of(&f->c, b);
    snw__look_at(&f->c, a, &other, &(snw__range){(double)INFINITY, 0}, seen);
    return true;
}

// --- proof ---------------------------------------------------------------------------------------

// two bodies of the member, and the joints between them
typedef struct proof {
    finding *f;
    int a, b, top;          // the bodies, and the link that both hang on
    int joints;             // between them
    const int *coordinates; // [joints]
} proof;

// the box of all that the joints can do
static bool whole_box(const proof *p, joint_box *box) {
    for (int i = 0; i < p->joints; i++) {
        double low, high;
        if (!range_of(p->f->model, p->coordinates[i], &low, &high)) return false;
        box->middle[i] = (low + high) / 2;
        box->half[i] = (high - low) / 2;
    }
    return true;
}

// how far both bodies move at most, together, when the joints move by the ways of the finding
static double motion_of(const proof *p) {
    const finding *f = p->f;
    return snw__motion_bound(&f->c, p->a, f->member, p->top, f->ways) +
           snw__motion_bound(&f->c, p->b, f->member, p->top, f->ways);
}

static void clear_ways(const finding *f) {
    memset(f->ways, 0, (size_t)f->model->nv * sizeof *f->ways);
}

// Puts the joints into the middle of a box, and their ways to its sides.
static void enter_box(const proof *p, const joint_box *box) {
    const finding *f = p->f;
    double *q = f->c.q + f->world->system->members[f->member].q_index;
    clear_ways(f);
    for (int i = 0; i < p->joints; i++) {
        q[f->model->links[f->model->link_of_v[p->coordinates[i]]].q_index] = box->middle[i];
        f->ways[p->coordinates[i]] = box->half[i];
    }
}

// The side of a box that moves the bodies most; -1 where none moves them.
static int longest_side(const proof *p, const joint_box *box) {
    const finding *f = p->f;
    int longest = 0;
    double most = -1;
    for (int i = 0; i < p->joints; i++) {
        clear_ways(f);
        f->ways[p->coordinates[i]] = box->half[i];
        const double own = motion_of(p);
        if (own > most) longest = i;
        most = fmax(most, own);
    }
    return most > 1e-9 ? longest : -1;
}

static void halve_box(const joint_box *box, int side, joint_box parts[2]) {
    for (int i = 0; i < 2; i++) {
        const int sign = i == 0 ? -1 : 1;
        parts[i] = *box;
        parts[i].half[side] = box->half[side] / 2;
        parts[i].middle[side] += sign * parts[i].half[side];
    }
}

// Depth first: the boxes that are left are at most one per halving and joint.
static snw_pair_finding_kind prove(finding *f, int a, int b, const int *coordinates,
                                   snw_pair_finding *out) {
    enum { ROOM = 4096 };
    const snw_world_body *bodies = f->world->bodies;
    const int limit = f->options->boxes > 0 ? f->options->boxes : 1000000;
    const int top = common_link(f->model, bodies[a].body.link, bodies[b].body.link);
    const proof p = {f, a, b, top, out->joints, coordinates};
    joint_box *stack = snw_setup_take(f->scratch, ROOM * sizeof *stack, _Alignof(joint_box));
    if (stack == NULL || !whole_box(&p, &stack[0])) return SNW_FOUND_NOT_SEEN;
    int depth = 1;
    while (depth > 0) {
        const joint_box box = stack[--depth];
        if (out->boxes++ >= limit) return SNW_FOUND_NOT_SEEN;
        enter_box(&p, &box);
        snw__look seen;
        if (!look(f, a, b, &seen)) return SNW_FOUND_NOT_SEEN;
        out->nearest = fmin(out->nearest, seen.closest.distance);
        if (seen.closest.distance <= 0) return SNW_FOUND_SOMETIMES;
        if (seen.least > motion_of(&p)) continue;
        const int side = longest_side(&p, &box);
        if (side < 0 || depth + 2 > ROOM) return SNW_FOUND_NOT_SEEN;
        halve_box(&box, side, &stack[depth]);
        depth += 2;
    }
    return SNW_FOUND_NEVER;
}

// --- samples -------------------------------------------------------------------------------------

static void sample_all(finding *f, snw_pair_finding *list, int count) {
    double *q = f->c.q + f->world->system->members[f->member].q_index;
    for (int64_t i = 0; i < f->options->samples; i++) {
        snw_random random = snw_random_stream(f->options->seed, (uint64_t)i);
        snw_random_configuration(f->model, &random, q);
        if (snw_failed(snw__member_place(&f->c, f->member))) continue;
        snw__bodies_update(&f->c);
        for (int k = 0; k < count; k++) {
            snw_pair_finding *one = &list[k];
            if (one->kind != SNW_FOUND_NOT_SEEN) continue;
            const int a = snw_world_find(f->world, one->a), b = snw_world_find(f->world, one->b);
            const snw__other other = snw__other_of(&f->c, b);
            snw__look seen;
            snw__look_at(&f->c, a, &other, &(snw__range){(double)INFINITY, 0}, &seen);
            one->nearest = fmin(one->nearest, seen.closest.distance);
            one->contacts += seen.closest.distance <= 0;
        }
    }
    for (int k = 0; k < count; k++) {
        if (list[k].kind != SNW_FOUND_NOT_SEEN || list[k].contacts == 0) continue;
        list[k].kind =
            list[k].contacts == f->options->samples ? SNW_FOUND_ALWAYS : SNW_FOUND_SOMETIMES;
    }
}

// --- the whole -----------------------------------------------------------------------------------

static snw_pair_finding_kind kind_of(const snw_pair_setting *setting) {
    if (setting->reason == SNW_PAIR_RIGID || setting->reason == SNW_PAIR_STATIC) {
        return SNW_FOUND_FIXED;
    }
    if (setting->reason == SNW_PAIR_ADJACENT) return SNW_FOUND_ADJACENT;
    if (setting->reason == SNW_PAIR_FIRST) return SNW_FOUND_FIRST;
    if (setting->reason == SNW_PAIR_ALWAYS) return SNW_FOUND_ALWAYS;
    return SNW_FOUND_NOT_SEEN;
}

static int list_pairs(const finding *f, snw_pair_finding *list) {
    const snw_world *world = f->world;
    int count = 0;
    for (int a = 0; a < world->body_count; a++) {
        for (int b = a + 1; b < world->body_count; b++) {
            const snw_body x = world->bodies[a].body, y = world->bodies[b].body;
            if (x.member != f->member || y.member != f->member) continue;
            if (list != NULL) {
                int unused[JOINTS];
                list[count] =
                    (snw_pair_finding){.a = x,
                                       .b = y,
                                       .kind = kind_of(snw_world_pair(world, x, y)),
                                       .nearest = (double)INFINITY,
                                       .joints = joints_between(f->model, x.link, y.link, unused)};
            }
            count++;
        }
    }
    return count;
}

static snw_status open_finding(finding *f) {
    const snw_world *world = f->world;
    snw_arena arena = {0};
    SNW_IGNORE(snw_collision_init(&f->c, world, &arena));
    void *block = snw_setup_take(f->scratch, arena.needed, SNW_ARENA_ALIGN);
    f->ways = snw_setup_take(f->scratch, ((size_t)f->model->nv + 1) * sizeof *f->ways, 8);
    if (block == NULL || f->ways == NULL) return SNW_ERR_MEMORY;
    arena = snw_arena_over(block, arena.needed);
    const snw_status status = snw_collision_init(&f->c, world, &arena);
    snw_midpoint(f->model, f->c.q + world->system->members[f->member].q_index);
    return status;
}

snw_status snw_world_find_pairs(const snw_world *world, int member,
                                const snw_finding_options *options, snw_setup *setup,
                                snw_pair_finding **list, int *count) {
    finding f = {.world = world,
                 .model = world->system->members[member].model,
                 .member = member,
                 .options = options,
                 .scratch = snw_setup_create((size_t)1 << 30)};
    if (f.scratch == NULL) return SNW_ERR_MEMORY;
    snw_status status = open_finding(&f);
    const int pairs = list_pairs(&f, NULL);
    snw_pair_finding *found =
        snw_setup_take(setup, ((size_t)pairs + 1) * sizeof *found, _Alignof(snw_pair_finding));
    if (found == NULL) status = SNW_ERR_MEMORY;
    if (!snw_failed(status)) {
        SNW_IGNORE(list_pairs(&f, found));
        sample_all(&f, found, pairs);
        for (int i = 0; i < pairs; i++) {
            int coordinates[JOINTS];
            snw_pair_finding *one = &found[i];
            if (one->kind != SNW_FOUND_NOT_SEEN || one->joints < 0) continue;
            if (one->joints > options->prove) continue;
            SNW_IGNORE(joints_between(f.model, one->a.link, one->b.link, coordinates));
            one->kind = prove(&f, snw_world_find(world, one->a), snw_world_find(world, one->b),
                              coordinates, one);
        }
        *list = found;
        *count = pairs;
    }
    snw_setup_destroy(f.scratch);
    return status;
}
