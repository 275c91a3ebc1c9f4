// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// The nearest pairs of the cell, in its state of this tick.

// How much farther than the last pair of the tick before it is looked at first [m]: what bodies
// move by from one update to the next, with room to spare.
static const double beyond = 0.05;

// --- the tick -----------------------------------------------------------------------------------

// what is sensed has the number behind all bodies
static int number_of(const snw_world *world, snw_body body) {
    return body.member == SNW_BODY_SENSED ? world->body_count : snw_world_find(world, body);
}

static void show_pair(const snw_world *world, const snw_near *near, int i,
                      snw_clearance_signals *shown) {
    shown->a[i] = number_of(world, near->a);
    shown->b[i] = number_of(world, near->b);
    shown->distance[i] = near->closest.distance;
    shown->least[i] = near->closest.least;
    shown->keep[i] = near->keep;
    shown->policy[i] = near->policy;
    const snw_vec3 a = near->closest.a, b = near->closest.b;
    memcpy(&shown->point_a[(ptrdiff_t)3 * i], (const double[]){a.x, a.y, a.z}, 3 * sizeof(double));
    memcpy(&shown->point_b[(ptrdiff_t)3 * i], (const double[]){b.x, b.y, b.z}, 3 * sizeof(double));
}

static void show_nearest(const snw_world *world, const snw_near *near,
                         snw_clearance_nearest *nearest) {
    const double none = (double)NAN;
    *nearest = (snw_clearance_nearest){none, none, 0, world->slow, -1, -1};
    if (near == NULL) return;
    nearest->distance = near->closest.distance;
    nearest->least = near->closest.least;
    nearest->keep = near->keep;
    nearest->a = number_of(world, near->a);
    nearest->b = number_of(world, near->b);
}

// Pairs are looked for a little beyond where they were last time, which is quick; what is found
// there is all that is nearer, so it is the answer as soon as there are enough.
static int find_pairs(snw__clearance *c, double range, snw_near *near) {
    snw_near_query query = {.member = -1, .below = fmin(c->reach, range), .most = SNW_CLEARANCES};
    int count = snw_collision_near(&c->around, &query, near, NULL);
    if (count < SNW_CLEARANCES && query.below < range) {
        query.below = range;
        count = snw_collision_near(&c->around, &query, near, NULL);
    }
    c->reach = count == SNW_CLEARANCES ? near[count - 1].closest.distance + beyond : range;
    return count;
}

// the nearest enforced pair is one of those that were found, unless all of them are only watched
static bool find_enforced(snw__clearance *c, double range, const snw_near *near, int count,
                          snw_near *enforced) {
    for (int i = 0; i < count; i++) {
        if (near[i].policy != SNW_PAIR_KEEP) continue;
        *enforced = near[i];
        return true;
    }
    if (count < SNW_CLEARANCES || !c->world->has_rules) return false;
    const snw_near_query query = {.member = -1, .below = range, .most = 1, .enforced = true};
    return snw_collision_near(&c->around, &query, enforced, NULL) > 0;
}

static snw_status clearance_update(snw_component *self, const snw_tick *tick) {
    (void)tick;
    snw__clearance *c = self->work;
    snw_clearance_signals *shown = self->signals;
    const double range = ((const snw_clearance *)self->config)->range;
    snw_collision_sense(&c->around, snw_exec_sensed(self->exec));
    const snw_status status = snw_collision_place(&c->around, snw_exec_state(self->exec));
    if (snw_failed(status)) return status;

    snw_near near[SNW_CLEARANCES], enforced;
    const int count = find_pairs(c, range, near);
    for (int i = 0; i < count; i++)
        show_pair(c->world, &near[i], i, shown);
    shown->count = count;
    shown->number_count = 3 * count;
    const bool found = find_enforced(c, range, near, count, &enforced);
    show_nearest(c->world, found ? &enforced : NULL, &shown->nearest);
    return SNW_OK;
}

// --- set-up -------------------------------------------------------------------------------------

static snw_status clearance_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    const snw_world *world = NULL;
    const snw_status made = snw_exec_world(self->exec, &world, why);
    if (snw_failed(made)) return made;
    snw__clearance spare, *c = SNW_ARENA_ARRAY(arena, snw__clearance, 1);
    self->work = c;
    if (c == NULL) c = &spare;
    c->world = world;
    c->reach = (double)INFINITY;
    SNW_IGNORE(snw_collision_init(&c->around, world, arena));
    SNW_IGNORE(snw_collision_init(&c->asked, world, arena));
    SNW_IGNORE(snw_system_state_init(&c->state, snw_exec_system(self->exec), arena));
    const snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;
    show_nearest(world, NULL, &((snw_clearance_signals *)self->signals)->nearest);
    return SNW_OK;
}

// --- tables -------------------------------------------------------------------------------------

const snw_choice snw__policy_choices[3] = {
    {"ignore", SNW_PAIR_IGNORE, "The pair is not looked at."},
    {"watch", SNW_PAIR_WATCH, "The distance is shown."},
    {"keep", SNW_PAIR_KEEP, "The distance must stay above a limit."},
};

static const snw_field nearest_fields[] = {
    {SNW_AT(snw_clearance_nearest, distance), .kind = SNW_KIND_REAL, .unit = "m",
     .role = SNW_SIGNAL,
     .help = "Distance of the nearest enforced pair; NaN if no pair is in range."},
    {SNW_AT(snw_clearance_nearest, least), .kind = SNW_KIND_REAL, .unit = "m", .role = SNW_SIGNAL,
     .help = "Certified lower bound of that distance."},
    {SNW_AT(snw_clearance_nearest, keep), .kind = SNW_KIND_REAL, .unit = "m", .role = SNW_SIGNAL,
     .help = "Distance that the pair must keep."},
    {SNW_AT(snw_clearance_nearest, slow), .kind = SNW_KIND_REAL, .unit = "m", .role = SNW_SIGNAL,
     .help = "Distance of the rules below which a pair is near."},
    {SNW_AT(snw_clearance_nearest, a), .kind = SNW_KIND_INT, .role = SNW_SIGNAL, .initial = "-1",
     .help = "Number of its first body; -1 if no pair is in range."},
    {SNW_AT(snw_clearance_nearest, b), .kind = SNW_KIND_INT, .role = SNW_SIGNAL, .initial = "-1",
     .help = "Number of its second body; -1 if no pair is in range."},
};
static const snw_type nearest_type = {
    SNW_TYPE_AS("clearance_nearest", snw_clearance_nearest, nearest_fields),
    .space = &snw_space_cell, .help = "The nearest pair of bodies that must keep a distance."};

#define SHOWN(member) SNW_AT_COUNTED(snw_clearance_signals, member, count), .role = SNW_SIGNAL
#define POINTS(member)                                                                             \
    SNW_AT_COUNTED(snw_clearance_signals, member, number_count), .kind = SNW_KIND_REAL,            \
                                                                 .unit = "m", .role = SNW_SIGNAL

static const snw_field signal_fields[] = {
    {SHOWN(a), .kind = SNW_KIND_INT, .help = "Number of the first body of each pair."},
    {SHOWN(b), .kind = SNW_KIND_INT, .help = "Number of the second body of each pair."},
    {SHOWN(distance), .kind = SNW_KIND_REAL, .unit = "m",
     .help = "Distance of each pair, negative when the two overlap."},
    {SHOWN(least), .kind = SNW_KIND_REAL, .unit = "m",
     .help = "Certified lower bound of each distance."},
    {SHOWN(keep), .kind = SNW_KIND_REAL, .unit = "m",
     .help = "Distance that each pair must keep; 0 for pairs that are watched."},
    {SHOWN(policy), .kind = SNW_KIND_ENUM, SNW_CHOICES(snw__policy_choices),
     .help = "Policy of each pair."},
    {POINTS(point_a), .help = "Nearest point of each first body in the world: x y z."},
    {POINTS(point_b), .help = "Nearest point of each second body in the world: x y z."},
    {SNW_AT(snw_clearance_signals, nearest), .kind = SNW_KIND_STRUCT, .type = &nearest_type,
     .help = "The nearest pair of bodies that must keep a distance."},
};
const snw_type snw_clearance_signals_type = {
    SNW_TYPE_AS("clearance_signals", snw_clearance_signals, signal_fields),
    .space = &snw_space_cell, .help = "The pairs of bodies that are nearest to each other."};

static const snw_component_functions clearance_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_PUBLISH,
    .signals = &snw_clearance_signals_type,
    .commands = snw__clearance_commands,
    .command_count = SNW__CLEARANCE_COMMANDS,
    .configure = clearance_configure,
    .update = clearance_update,
};

static const snw_field clearance_fields[] = {
    {SNW_AT(snw_clearance, range), .kind = SNW_KIND_REAL, .unit = "m", .range = {0.001, 1000},
     .initial = "0.5", .when = SNW_LIVE, .help = "Distance beyond which pairs are not shown."},
};
const snw_type snw_clearance_type = {
    SNW_TYPE_AS("clearance", snw_clearance, clearance_fields), .base = "component",
    .space = &snw_space_cell, .functions = &clearance_functions.head,
    .help = "Shows the pairs of bodies that are nearest to each other."};
