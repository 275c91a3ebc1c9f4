// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reach.h"

#include <math.h>

// Reach: how far things can get from a link's origin, whatever the joints do within their limits.

// the largest amount of a joint's value
static void value_range(const snw_model *model, const snw_link *link, double *low, double *high) {
    const double a = link->multiplier * model->lower[link->source_q] + link->shift;
    const double b = link->multiplier * model->upper[link->source_q] + link->shift;
    *low = fmin(a, b);
    *high = fmax(a, b);
}

// the largest distance of p + way s from the origin for s in [low, high]: at an end, being convex
static double farthest_along(snw_vec3 p, snw_vec3 way, double low, double high) {
    if (!isfinite(low) || !isfinite(high)) return (double)INFINITY;
    return fmax(snw_vec3_norm(snw_vec3_add_scaled(p, way, low)),
                snw_vec3_norm(snw_vec3_add_scaled(p, way, high)));
}

double snw__joint_step(const snw_model *model, int index) {
    const snw_link *link = &model->links[index];
    const snw_pose T = link->T_parent_joint;
    const snw_vec3 axis = snw_mat3_apply(T.R, link->axis);
    double low, high;
    switch (link->joint) {
    case SNW_JOINT_FIXED:
    case SNW_JOINT_REVOLUTE:
    case SNW_JOINT_CONTINUOUS:
    case SNW_JOINT_SPHERICAL:
        return snw_vec3_norm(T.p);
    case SNW_JOINT_PRISMATIC:
        value_range(model, link, &low, &high);
        return farthest_along(T.p, axis, low, high);
    case SNW_JOINT_SCREW:
        value_range(model, link, &low, &high);
        return farthest_along(T.p, snw_vec3_scale(axis, link->pitch), low, high);
    case SNW_JOINT_PLANAR: {
        const double *l = &model->lower[link->q_index], *u = &model->upper[link->q_index];
        const double x = fmax(fabs(l[0]), fabs(u[0])), y = fmax(fabs(l[1]), fabs(u[1]));
        return snw_vec3_norm(T.p) + hypot(x, y);
    }
    case SNW_JOINT_FREE:
    case SNW_JOINT_LAW:
        break; // nothing is known of its way
    }
    return (double)INFINITY;
}

snw_sphere snw_world_reach(const snw_world *world, int member) {
    const snw_model *model = world->system->members[member].model;
    double reach = 0;
    for (int l = 0; l < model->link_count; l++) {
        const int at = world->number[world->first_link[member] + l];
        if (at < 0) continue;
        double extent = 0;
        for (int i = 0; i < world->bodies[at].part_count; i++) {
            const snw_sphere ball = world->bodies[at].parts[i].ball;
            extent = fmax(extent, snw_vec3_norm(ball.center) + ball.radius);
        }
        for (int k = l; k >= 0; k = model->links[k].parent)
            extent += snw__joint_step(model, k);
        reach = fmax(reach, extent);
    }
    return (snw_sphere){snw_vec3_zero(), reach};
}
