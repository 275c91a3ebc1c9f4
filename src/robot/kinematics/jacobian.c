// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/kinematics/jacobian.h"

#include <string.h>

#include "internal.h"

// A column at the origin o of its body becomes that of a point p by the rule of rigid bodies:
// (lin + ang x (p - o), ang).

// joints of one axis: (slide z + turn z x r, turn z); most turn by their own coordinate
SNW_FORCE_INLINE void put_axis_column(const snw_normal_body *b, const double *frame, snw_vec3 p,
                                      snw_twist *J) {
    const snw_vec3 z = {frame[8], frame[9], frame[10]}, o = {frame[12], frame[13], frame[14]};
    const snw_vec3 lever = snw_vec3_cross(z, snw_vec3_sub(p, o));
    if (b->turn == 1 && b->slide == 0) {
        J->lin = lever;
        J->ang = z;
        return;
    }
    J->lin = snw_vec3_add_scaled(snw_vec3_scale(lever, b->turn), z, b->slide);
    J->ang = snw_vec3_scale(z, b->turn);
}

// adds `sign` times the columns of a body
static void add_columns(const snw_kin *kin, int body, snw_vec3 p, double sign, snw_twist *J) {
    const snw_vec3 r = snw_vec3_sub(p, snw__body_origin(kin, body));
    for (int k = 0; k < kin->normal.bodies[body].nv; k++) {
        const snw_twist column = snw_twist_shift(snw__column(kin, body, k), r);
        snw_twist *place = &J[snw__column_rate(kin, body, k)];
        *place = snw_twist_add(*place, snw_twist_scale(column, sign));
    }
}

static void put_columns(const snw_kin *kin, int body, snw_vec3 p, snw_twist *J) {
    const snw_vec3 r = snw_vec3_sub(p, snw__body_origin(kin, body));
    for (int k = 0; k < kin->normal.bodies[body].nv; k++) {
        J[snw__column_rate(kin, body, k)] = snw_twist_shift(snw__column(kin, body, k), r);
    }
}

static void clear(const snw_kin *kin, snw_twist *J) {
    memset(J, 0, sizeof *J * (size_t)kin->model->nv);
}

void snw_kin_jacobian(const snw_kin *kin, int link, snw_vec3 p_link, snw_twist *J) {
    SNW_ASSERT(0 <= link && link < kin->model->link_count);
    const snw_normal *n = &kin->normal;
    const snw_vec3 p = snw_pose_apply(kin->T_world_link[link], p_link);
    const int tip = n->links[link].body;
    if (n->shared) {
        clear(kin, J);
        for (int b = tip; b >= 0; b = snw__next_body(kin, b)) {
            add_columns(kin, b, p, 1, J);
        }
        return;
    }
    // every rate stands once on the path at most: nothing to add to, and often nothing to clear
    if (kin->path_rates[tip] != kin->model->nv) clear(kin, J);
    const snw_normal_body *bodies = n->bodies;
    const double *frames = kin->frames;
    // runs of bodies without a look at their parents, so that columns need not wait for each other
    for (int b = tip; b >= 0;) {
        const int first = bodies[b].chain, next = bodies[first].parent;
        for (; b >= first; b--) {
            if (bodies[b].general < 0) {
                put_axis_column(&bodies[b], frames + (ptrdiff_t)16 * b, p, &J[bodies[b].source_v]);
            } else {
                put_columns(kin, b, p, J);
            }
        }
        b = next;
    }
}

static void turn_all(const snw_kin *kin, snw_mat3 R, snw_twist *J) {
    for (int i = 0; i < kin->model->nv; i++) {
        J[i] = snw_twist_rotate(R, J[i]);
    }
}

void snw_kin_body_jacobian(const snw_kin *kin, int link, snw_pose T_link_frame, snw_twist *J) {
    snw_kin_jacobian(kin, link, T_link_frame.p, J);
    const snw_mat3 R = snw_mat3_mul(kin->T_world_link[link].R, T_link_frame.R);
    turn_all(kin, snw_mat3_transpose(R), J);
}

void snw_kin_relative_jacobian(const snw_kin *kin, int observer, int link, snw_vec3 p_link,
                               snw_twist *J) {
    const snw_vec3 p = snw_kin_point(kin, link, p_link);
    int a = kin->normal.links[observer].body, b = kin->normal.links[link].body;
    clear(kin, J);
    // both ways to the root, until they meet; what carries both moves neither against the other
    while (a != b) {
        if (b > a) {
            add_columns(kin, b, p, 1, J);
            b = snw__next_body(kin, b);
        } else {
            add_columns(kin, a, p, -1, J);
            a = snw__next_body(kin, a);
        }
    }
    turn_all(kin, snw_mat3_transpose(kin->T_world_link[observer].R), J);
}

// --- paths
// ----------------------------------------------------------------------------------------

// bodies stand in the order of their links, so those on the path rise with their rates, except
// where a joint follows one that stands elsewhere: such rates are put in their place
int snw_kin_path(const snw_kin *kin, int link, int *rates) {
    int count = 0;
    for (int b = kin->normal.links[link].body; b >= 0; b = snw__next_body(kin, b)) {
        for (int k = 0; k < kin->normal.bodies[b].nv; k++) {
            const int rate = snw__column_rate(kin, b, k);
            int at = count;
            while (at > 0 && rates[at - 1] > rate) {
                at--;
            }
            if (at > 0 && rates[at - 1] == rate) continue;
            memmove(rates + at + 1, rates + at, sizeof *rates * (size_t)(count - at));
            rates[at] = rate;
            count++;
        }
    }
    return count;
}

int snw_kin_leaves(const snw_kin *kin, int link, int *links) {
    int count = 0;
    for (int i = link; i < kin->model->links[link].end; i++) {
        if (kin->model->links[i].end == i + 1) links[count++] = i;
    }
    return count;
}
