// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/dynamics/link.h"

#include <string.h>

#include "internal.h"

static bool is_link(const snw_dyn *dyn, int link) {
    return 0 <= link && link < dyn->model->link_count;
}

// frame of `other` in that of `link`; poses of kin are at hand
static snw_pose relative(const snw_dyn *dyn, int link, int other) {
    const snw_pose *T = dyn->kin.T_world_link;
    return snw_pose_mul(snw_pose_inverse(T[link]), T[other]);
}

static snw_inertia composite_of(const snw_dyn *dyn, int link) {
    snw_inertia sum = dyn->inertias[link];
    for (int k = link + 1; k < dyn->model->links[link].end; k++) {
        sum = snw_inertia_add(sum, snw_inertia_transform(relative(dyn, link, k), dyn->inertias[k]));
    }
    return sum;
}

snw_status snw_dyn_link_composite(snw_dyn *dyn, const double *q, int link, snw_inertia *composite) {
    if (!is_link(dyn, link)) return SNW_ERR_ARGUMENT;
    const snw_status status = snw_kin_update(&dyn->kin, q);
    if (snw_failed(status)) return status;
    *composite = composite_of(dyn, link);
    return SNW_OK;
}

// a wrench at the origin of `other`, along its axes, at that of `link`
static snw_wrench carried(const snw_dyn *dyn, int link, int other, snw_wrench W) {
    const snw_pose T = relative(dyn, link, other);
    W = snw_wrench_rotate(T.R, W);
    W.torque = snw_vec3_add(W.torque, snw_vec3_cross(T.p, W.force));
    return W;
}

snw_status snw_dyn_link_force(snw_dyn *dyn, snw_dyn_motion motion, int link, snw_wrench *force) {
    const snw_wrench *wrenches = motion.wrenches;
    if (!is_link(dyn, link)) return SNW_ERR_ARGUMENT;
    snw_status status = snw__dyn_place(dyn, motion.q, wrenches);
    if (!snw_failed(status)) {
        status = snw_kin_update_acceleration(&dyn->kin, motion.q, motion.v, motion.a);
    }
    if (snw_failed(status)) return status;
    const snw_pose here = snw_pose_identity();
    snw_wrench sum = snw_wrench_zero();
    for (int k = link; k < dyn->model->links[link].end; k++) {
        // Newton and Euler for each link, with the acceleration that it feels
        const snw_mat3 R = dyn->kin.T_world_link[k].R;
        const snw_twist V = snw_kin_body_velocity(&dyn->kin, k, here);
        snw_accel A = snw_kin_body_acceleration(&dyn->kin, k, here);
        A.lin = snw_vec3_sub(A.lin, snw_mat3_apply_t(R, dyn->gravity));
        snw_wrench W = snw_inertia_force(dyn->inertias[k], V, A);
        if (wrenches != NULL) {
            W = snw_wrench_sub(W, snw_wrench_rotate(snw_mat3_transpose(R), wrenches[k]));
        }
        sum = snw_wrench_add(sum, carried(dyn, link, k, W));
    }
    *force = sum;
    return SNW_OK;
}

// --- articulated bodies
// ---------------------------------------------------------------------------

// With the link free to move, the mass matrix of it and of the rates beyond is [C, F; F^T, H]: C
// its composite inertia, column j of F the wrench on it per acceleration of rate j. With A_0 its
// acceleration, f_0 its wrench and h_0 the efforts at rest of the joints, A gives
//
//     H a = tau - h_0 - F^T (A - A_0),      W = f_0 + C (A - A_0) + F a
//     W = I A + b,   I = C - F H^-1 F^T,    b = f_0 - I A_0 + F H^-1 (tau - h_0)

/// Rates first .. first + count beyond a link.
typedef struct beyond {
    int link, first, count;
    double *F;    // [count][6]
    double *rest; // [count] tau - h_0
} beyond;

static beyond find_beyond(const snw_dyn *dyn, int link) {
    beyond b = {link, 0, 0, dyn->columns, NULL};
    for (int k = link + 1; k < dyn->model->links[link].end; k++) {
        if (dyn->model->links[k].nv == 0) continue;
        if (b.count == 0) b.first = dyn->model->links[k].v_index;
        b.count += dyn->model->links[k].nv;
    }
    b.rest = dyn->diagonal + b.first;
    return b;
}

// columns of F, six numbers each
static void find_coupling(snw_dyn *dyn, beyond b) {
    for (int k = b.link + 1; k < dyn->model->links[b.link].end; k++) {
        const snw_link *at = &dyn->model->links[k];
        if (at->nv == 0) continue;
        const snw_inertia composite = composite_of(dyn, k);
        snw_kin_body_jacobian(&dyn->kin, k, snw_pose_identity(), dyn->jacobian);
        for (int j = at->v_index; j < at->v_index + at->nv; j++) {
            const snw_accel unit = {dyn->jacobian[j].lin, dyn->jacobian[j].ang};
            const snw_twist rest = {snw_vec3_zero(), snw_vec3_zero()};
            const snw_wrench W = carried(dyn, b.link, k, snw_inertia_force(composite, rest, unit));
            const double six[6] = {W.force.x,  W.force.y,  W.force.z,
                                   W.torque.x, W.torque.y, W.torque.z};
            memcpy(b.F + (ptrdiff_t)6 * (j - b.first), six, sizeof six);
        }
    }
}

// Rows of [F^T | tau - h_0] by Cholesky's factor L of H, in place: then F H^-1 F^T = G^T G. H
// stands in dyn->M, rows of nv numbers, its first entry at (first, first).
static bool reduce(const snw_dyn *dyn, beyond b) {
    const ptrdiff_t nv = dyn->model->nv;
    double *F = b.F, *rest = b.rest;
    double *H = dyn->M + b.first * (nv + 1);
    for (int k = 0; k < b.count; k++) {
        double *row = H + k * nv;
        const double before = row[k];
        for (int j = 0; j < k; j++) {
            double *other = H + j * nv;
            for (int i = 0; i < j; i++) {
                row[j] -= row[i] * other[i];
            }
            row[j] /= other[j];
        }
        for (int j = 0; j < k; j++) {
            row[k] -= row[j] * row[j];
            for (int i = 0; i < 6; i++) {
                F[6 * k + i] -= row[j] * F[6 * j + i];
            }
            rest[k] -= row[j] * rest[j];
        }
        if (!(row[k] > 1e-13 * before)) return false;
        row[k] = sqrt(row[k]);
        for (int i = 0; i < 6; i++) {
            F[6 * k + i] /= row[k];
        }
        rest[k] /= row[k];
    }
    return true;
}

// C as a matrix: [m 1, -skew(h); skew(h), I]
static void put_inertia(snw_inertia A, double *C) {
    const snw_vec3 h = A.h;
    const snw_sym3 I = A.I;
    const double columns[6][6] = {
        {A.m, 0, 0, 0, h.z, -h.y},        {0, A.m, 0, -h.z, 0, h.x},
        {0, 0, A.m, h.y, -h.x, 0},        {0, -h.z, h.y, I.xx, I.xy, I.xz},
        {h.z, 0, -h.x, I.xy, I.yy, I.yz}, {-h.y, h.x, 0, I.xz, I.yz, I.zz}};
    memcpy(C, columns, sizeof columns);
}

// the wrench of `f` more `sum` of the six numbers
static snw_wrench with(snw_wrench f, const double *six) {
    f.force = snw_vec3_add(f.force, snw_vec3_of(six[0], six[1], six[2]));
    f.torque = snw_vec3_add(f.torque, snw_vec3_of(six[3], six[4], six[5]));
    return f;
}

static void compose(const snw_dyn *dyn, beyond b, snw_accel A0, double *inertia, snw_wrench *bias) {
    const double *F = b.F, *rest = b.rest;
    put_inertia(composite_of(dyn, b.link), inertia);
    const double at_rest[6] = {A0.lin.x, A0.lin.y, A0.lin.z, A0.ang.x, A0.ang.y, A0.ang.z};
    double more[6] = {0};
    for (int k = 0; k < b.count; k++) {
        for (int i = 0; i < 6; i++) {
            more[i] += F[6 * k + i] * rest[k];
            for (int j = 0; j < 6; j++) {
                inertia[i + 6 * j] -= F[6 * k + i] * F[6 * k + j];
            }
        }
    }
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            more[i] -= inertia[i + 6 * j] * at_rest[j];
        }
    }
    *bias = with(*bias, more);
}

snw_status snw_dyn_link_articulated(snw_dyn *dyn, snw_articulation state, int link, double *inertia,
                                    snw_wrench *bias) {
    if (!is_link(dyn, link)) return SNW_ERR_ARGUMENT;
    if (dyn->kin.normal.shared) return SNW_ERR_UNSUPPORTED;
    const int nv = dyn->model->nv;
    if (!snw__dyn_finite(state.tau, nv)) return SNW_ERR_NOT_FINITE;
    const beyond b = find_beyond(dyn, link);
    // the matrix takes the place of the factors
    dyn->factored = false;
    snw_status status = snw_dyn_mass_matrix(dyn, state.q, dyn->M);
    if (!snw_failed(status)) {
        status = snw_dyn_bias(dyn, state.q, state.v, state.wrenches, dyn->diagonal);
    }
    snw_wrench force;
    if (!snw_failed(status)) {
        const snw_dyn_motion motion = {state.q, state.v, dyn->zeros, state.wrenches};
        status = snw_dyn_link_force(dyn, motion, link, &force);
    }
    if (snw_failed(status)) return status;
    for (int k = 0; k < b.count; k++) {
        b.rest[k] = state.tau[b.first + k] - b.rest[k];
    }
    find_coupling(dyn, b);
    if (!reduce(dyn, b)) return SNW_ERR_SINGULAR;
    *bias = force;
    const snw_accel A0 = snw_kin_body_acceleration(&dyn->kin, link, snw_pose_identity());
    compose(dyn, b, A0, inertia, bias);
    return SNW_OK;
}
