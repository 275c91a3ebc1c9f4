// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// The distance of two bodies changes by the velocities of their witness points along the normal:
// those of the points as fixed to their bodies, because the nearest points themselves move along
// the surfaces (Danskin's theorem).

// the link of `member` that a body rides on; -1 for none
static int link_of(const snw_collision *c, snw_body body, int member) {
    int link = body.link;
    for (int m = body.member; m >= 0; m = c->holders[m].member) {
        if (m == member) return link;
        link = c->holders[m].link;
    }
    return -1;
}

static void add_point(snw_collision *c, int member, int link, snw_vec3 p, snw_vec3 n, double *g) {
    const snw_kin *kin = &c->kins[member];
    const int nv = kin->model->nv;
    snw_kin_jacobian(kin, link, snw_pose_apply_inverse(kin->T_world_link[link], p), c->J);
    for (int i = 0; i < nv; i++)
        g[i] += snw_vec3_dot(n, c->J[i].lin);
}

void snw_collision_gradient(snw_collision *c, const snw_near *pair, int member, double *g) {
    const snw_model *model = c->world->system->members[member].model;
    memset(g, 0, (size_t)model->nv * sizeof *g);
    if (model->nv == 0) return;
    const snw_vec3 n = pair->closest.normal;
    const int a = link_of(c, pair->a, member), b = link_of(c, pair->b, member);
    if (a >= 0) add_point(c, member, a, pair->closest.a, n, g);
    if (b >= 0) add_point(c, member, b, pair->closest.b, snw_vec3_neg(n), g);
    // the root of what is held goes with its holder, not with rates of its own
    if (c->holders[member].held) memset(g, 0, 6 * sizeof *g);
}
