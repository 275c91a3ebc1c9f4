// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// term = eta B ((rho_a - rho) / rho_a)^p below the avoidance distance rho_a, with the signed
// distance rho and the metric eta of the pair. With the gradient g of rho its own is
// -eta B p (...)^(p-1) / rho_a g.

enum { PAIRS = 64 };

// a zone may be entered: nothing keeps away from it
static bool is_zone(const snw_world *world, snw_body body) {
    return body.member == SNW_BODY_VOLUME && world->volumes[body.link].kind == SNW_VOLUME_ZONE;
}

// the points that act: the nearest ones, or those of the same parts that do not jump
static snw_near acting_points(const snw__avoidance *avoidance, const snw_collision *c,
                              const snw_near *near) {
    snw_near acting = *near;
    const int at_a = snw_world_find(c->world, near->a), at_b = snw_world_find(c->world, near->b);
    // a cell of what is sensed is small
    if (!(avoidance->regular > 0) || at_a < 0 || at_b < 0) return acting;
    const snw_world_part *a = &c->world->bodies[at_a].parts[near->part_a];
    const snw_world_part *b = &c->world->bodies[at_b].parts[near->part_b];
    snw_distance_query query = snw_distance_defaults(&a->solid, &b->solid);
    query.T_first = snw_pose_mul(snw_collision_pose(c, near->a), a->T_link_part);
    query.T_second = snw_pose_mul(snw_collision_pose(c, near->b), b->T_link_part);
    query.regular = avoidance->regular;
    // poses were looked at, so they are finite
    SNW_IGNORE(snw_distance(&query, &acting.closest));
    return acting;
}

static void add_term(const snw__avoidance *avoidance, snw_around *around, const snw_near *near,
                     double *value, double *F) {
    const double part = (avoidance->distance - near->closest.distance) / avoidance->distance;
    if (!(part > 0)) return;
    const double weight = near->metric * avoidance->boundary;
    *value += weight * pow(part, avoidance->exponent);
    if (F == NULL) return;
    const int n = around->collision->world->system->members[around->member].model->nv;
    const double slope =
        -weight * avoidance->exponent * pow(part, avoidance->exponent - 1) / avoidance->distance;
    double g[SNW_LINALG_MAX];
    const snw_near acting = acting_points(avoidance, around->collision, near);
    snw_collision_gradient(around->collision, &acting, around->member, g);
    for (int i = 0; i < n; i++)
        F[i] += slope * g[i];
}

snw_status snw__avoidance_at(const snw__avoidance *avoidance, snw_task *task, const double *q,
                             double *value, double *F) {
    snw_around *around = task->around;
    *value = 0;
    for (int i = 0; F != NULL && i < task->model->nv; i++)
        F[i] = 0;
    if (around == NULL) return SNW_ERR_STATE;
    const snw_status status = snw__around_move(around, q);
    if (snw_failed(status) || avoidance->kinds == 0) return status;
    snw_collision *c = around->collision;
    snw_near near[PAIRS];
    const snw_near_query query = {.member = around->member,
                                  .parts = avoidance->kinds,
                                  .below = avoidance->distance,
                                  .most = PAIRS,
                                  .enforced = c->world->has_rules};
    const int count = snw_collision_near(c, &query, near, NULL);
    for (int i = 0; i < count; i++)
        if (!is_zone(c->world, near[i].b)) add_term(avoidance, around, &near[i], value, F);
    return SNW_OK;
}

// --- the objective -------------------------------------------------------------------------------

static snw__avoidance avoidance_of(const snw_collision_avoidance *o) {
    const unsigned kinds =
        (o->self ? SNW_NEAR_SELF : 0u) | (o->environment ? SNW_NEAR_MUTUAL | SNW_NEAR_WORLD : 0u);
    return (snw__avoidance){o->distance, o->boundary, o->exponent, kinds, o->regular};
}

static double avoidance_measure(const void *block, const snw_objective_at *at) {
    const snw__avoidance avoidance = avoidance_of(block);
    double value;
    const snw_status status = snw__avoidance_at(&avoidance, at->task, at->q, &value, NULL);
    return snw_failed(status) ? (double)NAN : value;
}

static snw_status avoidance_gradient(const void *block, snw_task *task, double *F) {
    const snw__avoidance avoidance = avoidance_of(block);
    double value;
    return snw__avoidance_at(&avoidance, task, task->q, &value, F);
}

const snw_objective_functions snw__collision_avoidance_functions = {
    .head = {sizeof(snw_objective_functions), SNW_OBJECTIVE_VERSION},
    .measure = avoidance_measure,
    .gradient = avoidance_gradient};
