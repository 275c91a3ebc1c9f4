// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// Which pairs are near. A pair keeps a clock: its distance when it was last looked at, and the
// travel of both bodies until then. While the travel since then is less than what is left above
// `below`, it cannot have come near, and is passed over. Pairs that may be near are computed anew,
// so what is found does not depend on what was asked before.

// Bodies that may be as near as is asked are measured up to this much more, for their clocks [m].
static const double horizon = 0.2;

// what rounding may take from a clock, against 1 m and a travel of 1e4 m
static const double clock_slack = 1e-9;

// --- results -------------------------------------------------------------------------------------

static int number_of(const snw_collision *c, snw_body body) {
    return snw_world_find(c->world, body);
}

// nearer first; then self, mutual, world; then by number
static bool comes_before(const snw_collision *c, const snw_near *x, const snw_near *y) {
    if (x->closest.distance != y->closest.distance) {
        return x->closest.distance < y->closest.distance;
    }
    if (x->kind != y->kind) return x->kind < y->kind;
    const int a = number_of(c, x->a), b = number_of(c, y->a);
    return a != b ? a < b : number_of(c, x->b) < number_of(c, y->b);
}

// keeps the nearest; what falls out bounds the rest
static void add_result(snw__asking *ask, const snw_near *near) {
    if (ask->most == 0) {
        ask->rest = fmin(ask->rest, near->closest.least);
        return;
    }
    int at = ask->count;
    if (at == ask->most) {
        at--;
        const bool nearer = comes_before(ask->c, near, &ask->out[at]);
        const snw_near *lost = nearer ? &ask->out[at] : near;
        ask->rest = fmin(ask->rest, lost->closest.least);
        if (!nearer) return;
    } else {
        ask->count++;
    }
    while (at > 0 && comes_before(ask->c, near, &ask->out[at - 1])) {
        ask->out[at] = ask->out[at - 1];
        at--;
    }
    ask->out[at] = *near;
}

static double metric_of(const snw_collision *c, const snw_world_body *a, int part_a,
                        const snw_world_body *b, int part_b) {
    const double x = a->parts[part_a].metric, y = b->parts[part_b].metric;
    double metric = fmax(x, y);
    if (c->world->combine == SNW_METRIC_PRODUCT) metric = x * y;
    if (c->world->combine == SNW_METRIC_MEAN) metric = (x + y) / 2;
    if (a->body.member == b->body.member) return metric;
    if (a->body.member >= 0) metric *= c->certainty[a->body.member];
    return b->body.member >= 0 ? metric * c->certainty[b->body.member] : metric;
}

static snw_near near_of(const snw__asking *ask, int a, int b, const snw__look *look) {
    const snw_world *world = ask->c->world;
    const snw_pair_setting *setting = snw__setting_now(ask->c, a, b);
    return (snw_near){.a = world->bodies[a].body,
                      .b = world->bodies[b].body,
                      .part_a = look->part_a,
                      .part_b = look->part_b,
                      .kind = snw__kind_of(world, a, b),
                      .closest = look->closest,
                      .policy = setting->policy,
                      .keep = setting->keep,
                      .metric = metric_of(ask->c, &world->bodies[a], look->part_a,
                                          &world->bodies[b], look->part_b)};
}

static bool is_wanted(const snw__asking *ask, int a, int b) {
    const snw_collision *c = ask->c;
    if (ask->wants != NULL) return ask->wants(ask, a, b);
    const snw_pair_policy policy = snw__setting_now(c, a, b)->policy;
    if (policy == SNW_PAIR_IGNORE) return false;
    if (ask->query->enforced && policy != SNW_PAIR_KEEP) return false;
    if (ask->only >= 0 && a != ask->only && b != ask->only) return false;
    const int member = ask->query->member;
    return member < 0 || snw_collision_rides(c, c->world->bodies[a].body, member) ||
           snw_collision_rides(c, c->world->bodies[b].body, member);
}

// --- pairs of bodies that move -------------------------------------------------------------------

void snw__ask_pair(snw__asking *ask, int index) {
    snw_collision *c = ask->c;
    const snw__moving_pair *pair = &c->world->pairs[index];
    const double below = ask->query->below, travel = c->travel[pair->a] + c->travel[pair->b];
    if (c->pair_clock[index] - travel > below + clock_slack) {
        c->skipped++;
        return;
    }
    if (!is_wanted(ask, pair->a, pair->b)) return;
    const snw__other other = snw__other_of(c, pair->b);
    const snw__range range = {below, horizon};
    snw__look look;
    snw__look_at(c, pair->a, &other, &range, &look);
    c->pair_clock[index] = look.least + travel;
    if (!(look.closest.distance <= below)) return;
    const snw_near near = near_of(ask, pair->a, pair->b, &look);
    ask->take(ask, &near);
}

static void ask_moving(snw__asking *ask, unsigned kind) {
    const snw_world *world = ask->c->world;
    for (int i = 0; i < world->pair_count && !ask->enough; i++)
        if (world->pairs[i].kind == kind) snw__ask_pair(ask, i);
}

// --- a body that moves and those that stand still ------------------------------------------------

// A static part that may be near. Of a body with several parts the nearest counts.
static void visit_part(snw__asking *ask, int moving, int at) {
    snw_collision *c = ask->c;
    const snw_world *world = c->world;
    const snw__static_part *part = &world->tree->parts[at];
    const double below = ask->query->below;
    double *clock =
        c->has_part_clock
            ? &c->part_clock[(size_t)moving * (size_t)world->tree->part_count + (size_t)at]
            : NULL;
    if (clock != NULL && *clock - c->travel[moving] > below + clock_slack) {
        c->skipped++;
        return;
    }
    if (!is_wanted(ask, moving, part->body)) return;
    snw__other other = snw__other_of(c, part->body);
    other.first = part->part;
    other.end = part->part + 1;
    const snw__range range = {below, clock != NULL ? horizon : 0};
    snw__look look;
    snw__look_at(c, moving, &other, &range, &look);
    if (clock != NULL) *clock = look.least + c->travel[moving];
    if (!(look.closest.distance <= below)) return;
    int *where = &c->found_of[part->body - world->moving_count];
    if (*where < 0) {
        *where = c->found_count++;
    } else {
        const snw_near *best = &c->found[*where];
        if (best->closest.distance < look.closest.distance) return;
        if (best->closest.distance == look.closest.distance && best->part_b < part->part) return;
    }
    c->found[*where] = near_of(ask, moving, part->body, &look);
}

static double distance_to_box(const snw__tree_node *node, int way, const double p[3]) {
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double under = node->low[axis][way] - p[axis], over = p[axis] - node->high[axis][way];
        const double d = under > over ? under : over;
        sum += d > 0 ? d * d : 0;
    }
    return sum;
}

// the parts whose boxes the ball of a body can reach
static void visit_tree(snw__asking *ask, int moving) {
    enum { ROOM = 16 * SNW__TREE_WAYS };
    const snw_collision *c = ask->c;
    const snw__tree *tree = c->world->tree;
    for (int i = 0; i < tree->endless_count; i++)
        visit_part(ask, moving, i);
    if (tree->node_count == 0) return;
    const snw_vec3 center = c->center[moving];
    const double p[3] = {center.x, center.y, center.z};
    const double reach = c->world->bodies[moving].ball.radius + ask->query->below;
    const double most = reach > 0 ? reach * reach * (1 + 1e-12) : 0;
    int stack[ROOM], depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const snw__tree_node *node = &tree->nodes[stack[--depth]];
        for (int way = 0; way < SNW__TREE_WAYS; way++) {
            // boxes of unused ways are empty, and infinitely far
            const double away = distance_to_box(node, way, p);
            if (!(away <= most) || !isfinite(away)) continue;
            if (node->child[way] < 0) {
                visit_part(ask, moving, ~node->child[way]);
            } else if (depth < ROOM) {
                stack[depth++] = node->child[way];
            }
        }
    }
}

void snw__ask_static(snw__asking *ask, int moving) {
    const snw_collision *c = ask->c;
    ask->c->found_count = 0;
    visit_tree(ask, moving);
    for (int k = 0; k < c->found_count; k++) {
        c->found_of[number_of(c, c->found[k].b) - c->world->moving_count] = -1;
        ask->take(ask, &c->found[k]);
    }
}

static void ask_static(snw__asking *ask) {
    const snw_collision *c = ask->c;
    const snw_world *world = c->world;
    const int member = ask->query->member;
    for (int i = 0; i < world->moving_count && !ask->enough; i++) {
        if (member >= 0 && !snw_collision_rides(c, world->bodies[i].body, member)) continue;
        if (ask->only >= 0 && ask->only < world->moving_count && ask->only != i) continue;
        snw__ask_static(ask, i);
    }
}

// --- the calls -----------------------------------------------------------------------------------

void snw__ask(snw__asking *ask) {
    const unsigned parts = ask->query->parts != 0 ? ask->query->parts : SNW_NEAR_ALL;
    const snw_body *only = ask->query->body;
    ask->only = only != NULL ? number_of(ask->c, *only) : -1;
    if (only != NULL && ask->only < 0) return; // a body without shapes has no pairs
    if (parts & SNW_NEAR_SELF) ask_moving(ask, SNW_NEAR_SELF);
    if (parts & SNW_NEAR_MUTUAL) ask_moving(ask, SNW_NEAR_MUTUAL);
    if (parts & SNW_NEAR_WORLD) ask_static(ask);
    if (parts & SNW_NEAR_WORLD) snw__ask_sensed(ask);
}

int snw_collision_near(snw_collision *c, const snw_near_query *query, snw_near *out, double *rest) {
    snw__asking ask = {.c = c,
                       .query = query,
                       .take = add_result,
                       .out = out,
                       .most = query->most > 0 ? query->most : 0,
                       .rest = query->below};
    snw__ask(&ask);
    if (rest != NULL) *rest = ask.rest;
    return ask.count;
}

static void take_first(snw__asking *ask, const snw_near *near) {
    if (!ask->enough) *ask->out = *near;
    ask->enough = true;
}

bool snw_collision_hits(snw_collision *c, const snw_near_query *query, snw_near *first) {
    snw_near one;
    snw__asking ask = {.c = c, .query = query, .take = take_first, .out = &one};
    snw__ask(&ask);
    if (ask.enough && first != NULL) *first = one;
    return ask.enough;
}
