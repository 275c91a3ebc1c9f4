// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

// Joints that are neither turns nor slides: spherical, planar, free ones, laws, and the root. All
// is along the child's axes and at the child's origin, as seen by an observer who stands still with
// the parent.

/// A pivot below this part of what it was before elimination is rounding.
#define VANISHED 1e-13

// --- motion --------------------------------------------------------------------------------------

static void unit_columns(snw_twist *columns, bool linear) {
    const snw_vec3 zero = snw_vec3_zero();
    const snw_vec3 axes[] = {snw_vec3_x(1), snw_vec3_y(1), snw_vec3_z(1)};
    for (int k = 0; linear && k < 3; k++) {
        *columns++ = snw_twist_of(axes[k], zero);
    }
    for (int k = 0; k < 3; k++) {
        columns[k] = snw_twist_of(zero, axes[k]);
    }
}

snw_twist snw__dyn_times(const snw__dyn_general *g, const double *rates) {
    snw_twist V = snw_twist_zero();
    for (int k = 0; k < g->nv; k++) {
        V = snw_twist_add(V, snw_twist_scale(g->columns[k], rates[g->rate + k]));
    }
    return V;
}

static bool is_finite(snw_vec3 a, snw_vec3 b) {
    return snw_vec3_is_finite(a) && snw_vec3_is_finite(b);
}

// a law says how it moves at unit rate, and what is left of its acceleration at a constant rate
static snw_status ask_law(const snw_link *link, snw__dyn_general *g, const double *q,
                          const double *v) {
    const double value = snw_joint_value(link, q);
    const snw_twist unit = snw_law_velocity(&link->law, value, 1);
    g->columns[0] = snw_twist_scale(unit, link->multiplier);
    g->c = snw_law_acceleration(&link->law, value, link->multiplier * v[g->rate], 0);
    const bool finite = is_finite(unit.lin, unit.ang) && is_finite(g->c.lin, g->c.ang);
    return finite ? SNW_OK : SNW_ERR_NOT_FINITE;
}

static snw_status ask_joint(snw_dyn *dyn, snw__dyn_general *g, const double *q, const double *v) {
    const snw_normal_body *body = &dyn->bodies[g->body];
    const snw_link *link = &dyn->model->links[body->link];
    const snw_pose motion = snw_joint_motion(link, q);
    if (!snw_pose_is_finite(motion)) return SNW_ERR_NOT_FINITE;
    g->R = snw_mat3_mul(body->R, motion.R);
    dyn->reaches[g->body] = snw_vec3_add(body->p, snw_mat3_apply(body->R, motion.p));
    if (link->joint == SNW_JOINT_PLANAR) {
        const snw_vec3 zero = snw_vec3_zero();
        g->columns[0] = snw_twist_of(snw_mat3_apply_t(motion.R, link->plane_x), zero);
        g->columns[1] = snw_twist_of(snw_mat3_apply_t(motion.R, link->plane_y), zero);
        g->columns[2] = snw_twist_of(zero, link->axis);
    } else if (link->joint == SNW_JOINT_LAW) {
        const snw_status status = ask_law(link, g, q, v);
        if (snw_failed(status)) return status;
    }
    g->V = snw__dyn_times(g, v);
    // rates along axes that turn with the child
    if (link->joint == SNW_JOINT_FREE) g->c.lin = snw_vec3_cross(g->V.ang, g->V.lin);
    return SNW_OK;
}

snw_status snw__dyn_ask(snw_dyn *dyn, const double *q, const double *v) {
    const snw_normal *n = &dyn->kin.normal;
    if (n->general_nv == 0) return SNW_OK;
    const snw_status status = snw_configuration_check(dyn->model, q);
    if (snw_failed(status)) return status;
    for (int i = 0; i < n->general_count; i++) {
        const snw_status asked = ask_joint(dyn, &dyn->generals[i], q, v);
        if (snw_failed(asked)) return asked;
    }
    return SNW_OK;
}

void snw__dyn_general_init(snw_dyn *dyn) {
    const snw_accel none = {snw_vec3_zero(), snw_vec3_zero()};
    for (int b = 0; b < dyn->kin.normal.body_count; b++) {
        const snw_normal_body *body = &dyn->bodies[b];
        if (body->general < 0) continue;
        const snw_link *link = &dyn->model->links[body->link];
        snw__dyn_general *g = &dyn->generals[body->general];
        g->body = b;
        g->nv = body->nv;
        g->rate = body->source_v >= 0 ? body->source_v : link->v_index;
        g->R = snw_mat3_identity();
        g->c = none;
        if (link->joint == SNW_JOINT_SPHERICAL) unit_columns(g->columns, false);
        if (link->joint == SNW_JOINT_FREE) unit_columns(g->columns, true);
    }
}

// --- forces --------------------------------------------------------------------------------------

static double along(snw_twist column, snw_wrench W) {
    return snw_vec3_dot(column.lin, W.force) + snw_vec3_dot(column.ang, W.torque);
}

void snw__dyn_project(const snw__dyn_general *g, snw_wrench W, double *tau) {
    for (int k = 0; k < g->nv; k++) {
        tau[g->rate + k] += along(g->columns[k], W);
    }
}

static snw_wrench pushed(const snw__dyn_articulated *I, snw_twist V) {
    const snw_vec3 f = snw_vec3_add(snw_sym3_apply(I->A, V.lin), snw_mat3_apply(I->B, V.ang));
    const snw_vec3 n = snw_vec3_add(snw_mat3_apply_t(I->B, V.lin), snw_sym3_apply(I->C, V.ang));
    return snw_wrench_of(f, n);
}

// I - y y^T
static void subtract_square(snw__dyn_articulated *I, snw_wrench y) {
    const snw_vec3 f = y.force, n = y.torque;
    const snw_sym3 ff = {f.x * f.x, f.y * f.y, f.z * f.z, f.x * f.y, f.x * f.z, f.y * f.z};
    const snw_sym3 nn = {n.x * n.x, n.y * n.y, n.z * n.z, n.x * n.y, n.x * n.z, n.y * n.z};
    I->A = snw_sym3_sub(I->A, ff);
    I->C = snw_sym3_sub(I->C, nn);
    I->B.x = snw_vec3_add_scaled(I->B.x, f, -n.x);
    I->B.y = snw_vec3_add_scaled(I->B.y, f, -n.y);
    I->B.z = snw_vec3_add_scaled(I->B.z, f, -n.z);
}

// D = S^T I S = L L^T row by row; Y = L^-1 U and y = L^-1 u take the places of U and u, so that
// I - U D^-1 U^T = I - Y^T Y
bool snw__dyn_eliminate(snw__dyn_general *g, snw__dyn_articulated *I, const double *tau,
                        const double *rotors) {
    snw_wrench U[6];
    for (int k = 0; k < g->nv; k++) {
        U[k] = pushed(I, g->columns[k]);
    }
    for (int k = 0; k < g->nv; k++) {
        double *row = g->D + (ptrdiff_t)6 * k;
        snw_wrench Y = U[k];
        double y = tau[g->rate + k] - along(g->columns[k], I->p);
        double pivot = along(g->columns[k], U[k]) + rotors[g->rate + k];
        const double before = pivot;
        for (int l = 0; l < k; l++) {
            double x = along(g->columns[k], U[l]);
            for (int m = 0; m < l; m++) {
                x -= row[m] * g->D[6 * l + m];
            }
            row[l] = x / g->D[6 * l + l];
            pivot -= row[l] * row[l];
            Y = snw_wrench_sub(Y, snw_wrench_scale(g->U[l], row[l]));
            y -= row[l] * g->u[l];
        }
        if (!(pivot > VANISHED * before)) return false;
        row[k] = sqrt(pivot);
        g->U[k] = snw_wrench_scale(Y, 1 / row[k]);
        g->u[k] = y / row[k];
    }
    for (int k = 0; k < g->nv; k++) {
        subtract_square(I, g->U[k]);
        I->p = snw_wrench_add(I->p, snw_wrench_scale(g->U[k], g->u[k]));
    }
    return true;
}

// L^T a = y - Y X, from the last
snw_accel snw__dyn_free(const snw__dyn_general *g, snw_accel X, double *a) {
    const snw_twist carried = snw_twist_of(X.lin, X.ang);
    for (int k = g->nv - 1; k >= 0; k--) {
        double x = g->u[k] - along(carried, g->U[k]);
        for (int l = k + 1; l < g->nv; l++) {
            x -= g->D[6 * l + k] * a[g->rate + l];
        }
        a[g->rate + k] = x / g->D[6 * k + k];
    }
    const snw_twist own = snw__dyn_times(g, a);
    return snw_accel_of(snw_vec3_add(X.lin, own.lin), snw_vec3_add(X.ang, own.ang));
}
