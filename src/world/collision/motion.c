// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "sinew/collision/motion.h"

#include "internal.h"

// How far a body can move while its joints do. Of one joint: a point x0 that is seen from its link
// at a place within `moved` of x0 is seen from the parent within moved + (distance of x0 from the
// axis)
// * angle of where it was, because the joint's motion keeps distances. So the sum over the chain,
// with the distances of the present configuration, is a bound for all configurations that near.

static double length_of(const double *ways) {
    return sqrt(ways[0] * ways[0] + ways[1] * ways[1] + ways[2] * ways[2]);
}

// what one joint adds for a ball about `center`
static double joint_motion(const snw_link *link, const snw_pose *T_world_link, snw_vec3 center,
                           double radius, const double *ways) {
    const snw_vec3 from = snw_vec3_sub(center, T_world_link->p);
    const snw_vec3 axis = snw_mat3_apply(T_world_link->R, link->axis);
    const double about_axis = snw_vec3_norm(snw_vec3_cross(axis, from)) + radius;
    const double about_origin = snw_vec3_norm(from) + radius;
    double way = 0;
    if (link->source_v >= 0) way = fabs(link->multiplier) * ways[link->source_v];
    switch (link->joint) {
    case SNW_JOINT_FIXED:
        return 0;
    case SNW_JOINT_REVOLUTE:
    case SNW_JOINT_CONTINUOUS:
        return way * about_axis;
    case SNW_JOINT_PRISMATIC:
        return way;
    case SNW_JOINT_SCREW:
        return way * hypot(about_axis, link->pitch);
    case SNW_JOINT_PLANAR:
        ways += link->v_index;
        return hypot(ways[0], ways[1]) + ways[2] * about_axis;
    case SNW_JOINT_SPHERICAL:
        return length_of(ways + link->v_index) * about_origin;
    case SNW_JOINT_FREE:
        ways += link->v_index;
        return length_of(ways) + length_of(ways + 3) * about_origin;
    case SNW_JOINT_LAW:
        break; // a law says nothing of how far it goes; at rest it goes nowhere
    }
    return way > 0 ? (double)INFINITY : 0;
}

double snw__motion_bound(const snw_collision *c, int body, int member, int top,
                         const double *ways) {
    const snw_world *world = c->world;
    const snw_kin *kin = &c->kins[member];
    if (body >= world->moving_count || kin->model == NULL) return 0;
    // the link that the body rides on
    snw_body at = world->bodies[body].body;
    while (at.member != member && at.member >= 0)
        at = (snw_body){c->holders[at.member].member, c->holders[at.member].link};
    if (at.member < 0) return 0;
    const double radius = world->bodies[body].ball.radius;
    double moved = 0;
    for (int l = at.link; l >= 0 && l != top; l = kin->model->links[l].parent) {
        // the root of what is held has no motion of its own
        if (l == 0 && c->holders[member].held) break;
        const double more = joint_motion(&kin->model->links[l], &kin->T_world_link[l],
                                         c->center[body], radius, ways);
        moved += more;
    }
    return moved * (1 + 1e-12);
}

// the link of `member` that a body rides on, itself or by what carries it; -1 for none
static int link_on(const snw_collision *c, snw_body at, int member) {
    while (at.member >= 0 && at.member != member)
        at = (snw_body){c->holders[at.member].member, c->holders[at.member].link};
    return at.member < 0 ? -1 : at.link;
}

snw_body snw__common_link(const snw_collision *c, snw_body a, snw_body b) {
    for (int m = a.member; m >= 0; m = c->holders[m].member) {
        const snw_link *links = c->world->system->members[m].model->links;
        int x = link_on(c, a, m), y = link_on(c, b, m);
        if (y < 0) continue;
        while (x != y) {
            if (x > y) {
                x = links[x].parent;
            } else {
                y = links[y].parent;
            }
        }
        return (snw_body){m, x};
    }
    return (snw_body){-1, -1};
}

double snw__motion_of(const snw_collision *c, int body, snw_body top, const double *const *ways) {
    const snw_world *world = c->world;
    if (body >= world->moving_count) return 0;
    const double radius = world->bodies[body].ball.radius;
    snw_body at = world->bodies[body].body;
    double moved = 0;
    while (at.member >= 0) {
        const snw_kin *kin = &c->kins[at.member];
        const double *own = ways[at.member];
        const bool ends = at.member == top.member;
        for (int l = at.link; own != NULL && l >= 0 && !(ends && l == top.link);
             l = kin->model->links[l].parent) {
            if (l == 0 && c->holders[at.member].held) break;
            moved += joint_motion(&kin->model->links[l], &kin->T_world_link[l], c->center[body],
                                  radius, own);
        }
        if (ends) break;
        at = (snw_body){c->holders[at.member].member, c->holders[at.member].link};
    }
    return moved * (1 + 1e-12);
}

double snw__collision_motion(const snw_collision *c, const snw_near *pair,
                             const double *const *ways) {
    const snw_body top = snw__common_link(c, pair->a, pair->b);
    double moved = snw__motion_of(c, snw_world_find(c->world, pair->a), top, ways);
    // what is sensed stays where it is
    if (pair->b.member >= 0)
        moved += snw__motion_of(c, snw_world_find(c->world, pair->b), top, ways);
    return moved;
}
