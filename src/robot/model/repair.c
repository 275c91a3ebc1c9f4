// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/model/repair.h"

#include <math.h>

// as the compiler of models allows it
#define INERTIA_TOLERANCE 1e-4

// For a density rho, S = integral r r^T dm = tr(I)/2 E - I is positive semi-definite, and every
// such matrix belongs to some body of positive mass. The nearest one in the Frobenius norm has the
// same axes and no negative eigenvalues (Higham 1988).
bool snw_inertial_repair(snw_inertial *inertial) {
    const snw_sym3 I = {inertial->ixx, inertial->iyy, inertial->izz,
                        inertial->ixy, inertial->ixz, inertial->iyz};
    const snw_inertia body = snw_inertia_from_central(inertial->mass, snw_vec3_zero(), I);
    snw_mat3 axes;
    snw_vec3 moments;
    if (!(inertial->mass > 0) || snw_inertia_check(body, INERTIA_TOLERANCE, NULL) == SNW_OK ||
        snw_failed(snw_sym3_principal(I, &axes, &moments))) {
        return false;
    }
    const double half = 0.5 * (moments.x + moments.y + moments.z);
    const double a = fmax(0, half - moments.x), b = fmax(0, half - moments.y),
                 c = fmax(0, half - moments.z);
    const snw_sym3 nearest =
        snw_sym3_rotate(axes, snw_sym3_of(snw_vec3_of(b + c, a + c, a + b), 0, 0, 0));
    inertial->ixx = nearest.xx;
    inertial->iyy = nearest.yy;
    inertial->izz = nearest.zz;
    inertial->ixy = nearest.xy;
    inertial->ixz = nearest.xz;
    inertial->iyz = nearest.yz;
    return true;
}

int snw_model_find_impossible(const snw_model *model, int first, int end) {
    for (int i = first; i < end; i++) {
        if (snw_failed(snw_inertia_check(model->links[i].inertia, INERTIA_TOLERANCE, NULL))) {
            return i;
        }
    }
    return -1;
}
