// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// Two bodies: the nearest of all pairs of their parts, cold, so that the answer depends on the
// poses alone. Pairs that are farther apart than the nearest so far, by their balls, are passed
// over.

snw__other snw__other_of(const snw_collision *c, int body) {
    const snw_world *world = c->world;
    const snw_world_body *one = &world->bodies[body];
    const snw_pose T =
        body < world->moving_count ? c->T_body[body] : world->T_static[body - world->moving_count];
    return (snw__other){one->parts, 0, one->part_count, T};
}

// a certified bound, by balls; -infinity where one of them has no end
static double gap_of(snw_vec3 a, double r_a, snw_vec3 b, double r_b) {
    const double way = snw_vec3_distance(a, b), reach = r_a + r_b;
    return isfinite(reach) ? way - reach - 1e-14 * (way + reach) : -(double)INFINITY;
}

// by conditions, which need no call for what NaN would be
static double smaller(double a, double b) {
    return a < b ? a : b;
}

void snw__look_at(snw_collision *c, int moving, const snw__other *other, const snw__range *range,
                  snw__look *look) {
    const snw_world_body *body = &c->world->bodies[moving];
    const double far = (double)INFINITY;
    *look = (snw__look){.closest = {.distance = far, .least = far}, .least = far};
    for (int i = 0; i < body->part_count; i++) {
        const snw_world_part *a = &body->parts[i];
        const snw_vec3 at = snw_pose_apply(c->T_body[moving], a->ball.center);
        const snw_pose T_a = snw_pose_mul(c->T_body[moving], a->T_link_part);
        for (int k = other->first; k < other->end; k++) {
            const snw_world_part *b = &other->parts[k];
            const double gap = gap_of(at, a->ball.radius, snw_pose_apply(other->T, b->ball.center),
                                      b->ball.radius);
            const double best = look->closest.distance;
            if (gap > smaller(range->below, best)) {
                look->least = smaller(look->least, gap);
                c->skipped++;
                continue;
            }
            const double bound = smaller(range->below + range->beyond, best);
            const snw_distance_query query = {.first = &a->solid,
                                              .second = &b->solid,
                                              .T_first = T_a,
                                              .T_second = snw_pose_mul(other->T, b->T_link_part),
                                              .below = bound > 1e-12 ? bound : 1e-12};
            snw_closest closest;
            c->queries++;
            // poses are finite, so there is an answer
            if (snw_failed(snw_distance(&query, &closest))) continue;
            look->least = smaller(look->least, closest.least);
            if (!(closest.distance < look->closest.distance)) continue;
            look->closest = closest;
            look->part_a = i;
            look->part_b = k;
        }
    }
}
