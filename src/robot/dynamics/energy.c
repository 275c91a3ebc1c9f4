// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/dynamics/energy.h"

#include "internal.h"

// V.(I V) / 2 of one link, with V along the link's axes at its origin
static double kinetic(snw_inertia A, snw_twist V) {
    const double turning = snw_vec3_dot(V.ang, snw_sym3_apply(A.I, V.ang));
    const double both = snw_vec3_dot(V.lin, snw_vec3_cross(V.ang, A.h));
    return A.m * snw_vec3_norm2(V.lin) / 2 + both + turning / 2;
}

snw_status snw_dyn_energy(snw_dyn *dyn, const double *q, const double *v, snw_energy *energy) {
    const snw_status status = snw_kin_update_velocity(&dyn->kin, q, v);
    if (snw_failed(status)) return status;
    snw_energy sum = {0, 0};
    for (int i = 0; i < dyn->model->link_count; i++) {
        const snw_inertia A = dyn->inertias[i];
        const snw_pose T = dyn->kin.T_world_link[i];
        sum.kinetic += kinetic(A, snw_kin_body_velocity(&dyn->kin, i, snw_pose_identity()));
        const snw_vec3 moment = snw_vec3_add_scaled(snw_mat3_apply(T.R, A.h), T.p, A.m);
        sum.potential -= snw_vec3_dot(dyn->gravity, moment);
    }
    for (int i = 0; i < dyn->model->nv; i++) {
        sum.kinetic += dyn->rotors[i] * v[i] * v[i] / 2;
    }
    *energy = sum;
    return SNW_OK;
}

snw_status snw_dyn_momentum(snw_dyn *dyn, const double *q, const double *v, snw_vec3 point,
                            snw_momentum *momentum) {
    if (!snw_vec3_is_finite(point)) return SNW_ERR_NOT_FINITE;
    const snw_status status = snw_kin_update_velocity(&dyn->kin, q, v);
    if (snw_failed(status)) return status;
    snw_momentum about = snw_kin_momentum(&dyn->kin);
    const snw_vec3 arm = snw_vec3_sub(snw_kin_center(&dyn->kin), point);
    about.ang = snw_vec3_add(about.ang, snw_vec3_cross(arm, about.lin));
    *momentum = about;
    return SNW_OK;
}
