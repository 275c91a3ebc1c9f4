// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "sinew/kinematics/jacobian.h"

#include "internal.h"

// How a column (lin + ang x (p - o), ang) changes when things move: with lin', ang' the change of
// the column at its own origin,
//
//     (lin' + ang' x (p - o) + ang x (p' - o'), ang').
//
// A column whose vectors are fixed in a body changes by the cross product with that body's angular
// velocity. Those of one-axis joints are fixed in parent and child alike, those of spherical and
// free joints in the child, those of planar joints in the parent. A law's is fixed in neither: it
// changes in the parent by what the law says.

/// How the surroundings of a column move.
typedef struct surroundings {
    snw_vec3 parent_turn, child_turn; // angular velocities
    snw_vec3 origin;                  // velocity of the child's origin
    snw_vec3 point;                   // velocity of p
    double rate;                      // of the joint's own coordinate, for laws
} surroundings;

static snw_twist crossed(snw_vec3 w, snw_twist column) {
    return snw_twist_of(snw_vec3_cross(w, column.lin), snw_vec3_cross(w, column.ang));
}

// the column's change in an observer who stands still with the parent, per rate of its coordinate:
// multiplier^2 times the acceleration of the law at unit rate
static snw_twist law_change(const snw_kin *kin, int body) {
    const snw_normal_body *b = &kin->normal.bodies[body];
    const snw_link *link = &kin->model->links[b->link];
    const snw_accel A =
        snw_accel_rotate(kin->T_world_link[b->link].R,
                         snw_law_acceleration(&link->law, kin->law_values[b->general], 1, 0));
    return snw_twist_scale(snw_twist_of(A.lin, A.ang), link->multiplier * link->multiplier);
}

static snw_twist column_change(const snw_kin *kin, int body, snw_twist column,
                               const surroundings *s) {
    const snw_normal_body *b = &kin->normal.bodies[body];
    const snw_joint_kind kind = kin->model->links[b->link].joint;
    if (b->general < 0 || (kind != SNW_JOINT_PLANAR && kind != SNW_JOINT_LAW)) {
        return crossed(s->child_turn, column);
    }
    const snw_twist carried = crossed(s->parent_turn, column);
    if (kind == SNW_JOINT_PLANAR || s->rate == 0) return carried;
    return snw_twist_add(carried, snw_twist_scale(law_change(kin, body), s->rate));
}

// adds the changes of the columns of a body
static void add_changes(const snw_kin *kin, int body, snw_vec3 p, const surroundings *s,
                        snw_twist *dJ) {
    const snw_vec3 r = snw_vec3_sub(p, snw__body_origin(kin, body));
    const snw_vec3 r_rate = snw_vec3_sub(s->point, s->origin);
    for (int k = 0; k < kin->normal.bodies[body].nv; k++) {
        const snw_twist column = snw__column(kin, body, k);
        snw_twist change = snw_twist_shift(column_change(kin, body, column, s), r);
        change.lin = snw_vec3_add(change.lin, snw_vec3_cross(column.ang, r_rate));
        snw_twist *place = &dJ[snw__column_rate(kin, body, k)];
        *place = snw_twist_add(*place, change);
    }
}

static void clear(const snw_kin *kin, snw_twist *J) {
    memset(J, 0, sizeof *J * (size_t)kin->model->nv);
}

void snw_kin_jacobian_rate(const snw_kin *kin, int link, snw_vec3 p_link, snw_twist *J_rate) {
    SNW_ASSERT(kin->known & SNW_KIN_VELOCITIES);
    const snw_normal *n = &kin->normal;
    const snw_vec3 p = snw_kin_point(kin, link, p_link);
    const int tip = n->links[link].body;
    const snw_twist V = kin->twists[tip];
    surroundings s = {.point = snw_twist_shift(V, snw_vec3_sub(p, snw__body_origin(kin, tip))).lin};
    clear(kin, J_rate);
    for (int b = tip; b >= 0; b = snw__next_body(kin, b)) {
        const snw_normal_body *body = &n->bodies[b];
        s.parent_turn = body->parent >= 0 ? kin->twists[body->parent].ang : snw_vec3_zero();
        s.child_turn = kin->twists[b].ang;
        s.origin = kin->twists[b].lin;
        s.rate = body->source_v >= 0 ? kin->v[body->source_v] : 0;
        add_changes(kin, b, p, &s, J_rate);
    }
}

// What one column of body k, moving alone, does to all columns of the path: it carries the bodies
// beyond k with it, k's own child moves against its parent, those before k stand still; the point
// moves in any case.
static void add_derivative(const snw_kin *kin, int tip, snw_vec3 p, int k, snw_twist column,
                           snw_twist *dJ) {
    const snw_vec3 o = snw__body_origin(kin, k);
    surroundings s = {.point = snw_twist_shift(column, snw_vec3_sub(p, o)).lin};
    for (int b = tip; b >= 0; b = snw__next_body(kin, b)) {
        const bool carried = b > k, itself = b == k;
        const snw_vec3 zero = snw_vec3_zero();
        s.parent_turn = carried ? column.ang : zero;
        s.child_turn = carried || itself ? column.ang : zero;
        s.origin = zero;
        if (carried || itself) {
            const snw_vec3 r = snw_vec3_sub(snw__body_origin(kin, b), o);
            s.origin = snw_twist_shift(column, r).lin;
        }
        s.rate = itself ? 1 : 0;
        add_changes(kin, b, p, &s, dJ);
    }
}

void snw_kin_jacobian_derivative(const snw_kin *kin, int link, snw_vec3 p_link, int rate,
                                 snw_twist *dJ) {
    SNW_ASSERT(0 <= rate && rate < kin->model->nv);
    const snw_vec3 p = snw_kin_point(kin, link, p_link);
    const int tip = kin->normal.links[link].body;
    clear(kin, dJ);
    for (int b = tip; b >= 0; b = snw__next_body(kin, b)) {
        for (int k = 0; k < kin->normal.bodies[b].nv; k++) {
            if (snw__column_rate(kin, b, k) != rate) continue;
            add_derivative(kin, tip, p, b, snw__column(kin, b, k), dJ);
        }
    }
}
