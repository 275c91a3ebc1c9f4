// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/kinematics/dexterity.h"

#include "sinew/kinematics/jacobian.h"

#include <string.h>

static int rows_of(snw_kin_part part) {
    return part == SNW_PART_ALL ? 6 : 3;
}

// the part of a column that is asked for: linear numbers stand first
static const double *rows_in(const snw_twist *column, snw_kin_part part) {
    return part == SNW_PART_ANGULAR ? &column->ang.x : &column->lin.x;
}

snw_status snw_dexterity_init(snw_dexterity *dexterity, const snw_model *model, snw_arena *arena) {
    *dexterity = (snw_dexterity){0};
    const int nv = model->nv > 0 ? model->nv : 1;
    dexterity->capacity = nv < SNW_LINALG_MAX ? nv : SNW_LINALG_MAX;
    dexterity->rates = SNW_ARENA_ARRAY(arena, int, nv);
    dexterity->J = SNW_ARENA_ARRAY(arena, snw_twist, nv);
    dexterity->numbers = SNW_ARENA_ARRAY(arena, double, 6 * dexterity->capacity);
    return snw_svd_init(&dexterity->svd, 6, dexterity->capacity, arena);
}

// The product of the singular values is sqrt(det(J J^T)) where there are as many rates as rows;
// with fewer, the determinant is 0.
static void judge(snw_dexterity *d) {
    const double *S = d->svd.S;
    const double most = S[0];
    const double least = d->svd.count == rows_of(d->part) ? S[d->svd.count - 1] : 0;
    d->manipulability = least == 0 ? 0 : 1;
    for (int i = 0; i < d->svd.count; i++) {
        d->manipulability *= S[i];
    }
    d->condition = least > 0 ? most / least : (double)INFINITY;
    d->isotropy = most > 0 ? least / most : 0;
}

snw_status snw_dexterity_update(snw_dexterity *dexterity, const snw_kin *kin, int link,
                                snw_vec3 p_link, snw_kin_part part) {
    snw_dexterity *d = dexterity;
    d->link = link;
    d->p_link = p_link;
    d->part = part;
    d->rate_count = snw_kin_path(kin, link, d->rates);
    if (d->rate_count < 1 || d->rate_count > d->capacity) return SNW_ERR_SIZE;
    snw_kin_jacobian(kin, link, p_link, d->J);
    const int rows = rows_of(part);
    for (int i = 0; i < d->rate_count; i++) {
        memcpy(d->numbers + (ptrdiff_t)rows * i, rows_in(&d->J[d->rates[i]], part),
               sizeof(double) * (size_t)rows);
    }
    const snw_status status =
        snw_svd_factor(&d->svd, snw_mat_over(d->numbers, rows, d->rate_count));
    if (snw_failed(status)) return status;
    judge(d);
    return d->isotropy < 1e-9 ? SNW_NEAR_SINGULAR : SNW_OK;
}

// u_i^T dJ v_i: how the singular value i changes with J
static double value_change(const snw_dexterity *d, int i) {
    const int rows = rows_of(d->part);
    double sum = 0;
    for (int j = 0; j < d->rate_count; j++) {
        const double *column = rows_in(&d->J[d->rates[j]], d->part);
        double along = 0;
        for (int r = 0; r < rows; r++) {
            along += *snw_mat_at(d->svd.U, r, i) * column[r];
        }
        sum += along * *snw_mat_at(d->svd.V, j, i);
    }
    return sum;
}

// Of w = s1 s2 ... the derivative is the sum of the derivatives of each factor times the others;
// so written, nothing is divided by a singular value.
static double product_change(const snw_dexterity *d) {
    double sum = 0;
    for (int i = 0; i < d->svd.count; i++) {
        double others = 1;
        for (int j = 0; j < d->svd.count; j++) {
            if (j != i) others *= d->svd.S[j];
        }
        sum += others * value_change(d, i);
    }
    return sum;
}

void snw_dexterity_gradient(snw_dexterity *dexterity, const snw_kin *kin, double *gradient) {
    snw_dexterity *d = dexterity;
    for (int i = 0; i < kin->model->nv; i++) {
        gradient[i] = 0;
    }
    if (d->svd.count < rows_of(d->part)) return;
    for (int i = 0; i < d->rate_count; i++) {
        snw_kin_jacobian_derivative(kin, d->link, d->p_link, d->rates[i], d->J);
        gradient[d->rates[i]] = product_change(d);
    }
}
