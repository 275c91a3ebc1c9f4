// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/dynamics/regressor.h"

#include <math.h>
#include <string.h>

#include "sinew/random.h"

// A link whose origin has the felt acceleration a, with w and w' its angular velocity and
// acceleration, all along its axes, takes (Atkeson, An and Hollerbach 1986)
//
//     f = m a + w' x h + w x (w x h)          n = h x a + I w' + w x I w
//
// which is linear in m, h, I. Each of the ten unit parameters is a wrench; the columns of the
// link's Jacobian, along its axes too, make efforts of it.

/// A pivot below this part of the first is rounding.
#define VANISHED 1e-9

// --- the regressor -------------------------------------------------------------------------------

void snw_dyn_parameters(const snw_dyn *dyn, double *p) {
    for (int l = 0; l < dyn->model->link_count; l++, p += SNW_LINK_PARAMETERS) {
        const snw_inertia A = dyn->inertias[l];
        const double numbers[] = {A.m,    A.h.x,  A.h.y,  A.h.z,  A.I.xx,
                                  A.I.yy, A.I.zz, A.I.xy, A.I.xz, A.I.yz};
        memcpy(p, numbers, sizeof numbers);
    }
}

// the wrenches of the ten unit parameters
static void unit_wrenches(snw_accel A, snw_vec3 w, snw_wrench *W) {
    const snw_vec3 zero = snw_vec3_zero();
    const snw_vec3 axes[] = {snw_vec3_x(1), snw_vec3_y(1), snw_vec3_z(1)};
    W[0] = snw_wrench_of(A.lin, zero);
    for (int k = 0; k < 3; k++) {
        const snw_vec3 centripetal = snw_vec3_cross(w, snw_vec3_cross(w, axes[k]));
        W[1 + k] = snw_wrench_of(snw_vec3_add(snw_vec3_cross(A.ang, axes[k]), centripetal),
                                 snw_vec3_cross(axes[k], A.lin));
    }
    for (int k = 0; k < 6; k++) {
        const snw_sym3 unit = {k == 0, k == 1, k == 2, k == 3, k == 4, k == 5};
        const snw_vec3 n =
            snw_vec3_add(snw_sym3_apply(unit, A.ang), snw_vec3_cross(w, snw_sym3_apply(unit, w)));
        W[4 + k] = snw_wrench_of(zero, n);
    }
}

snw_status snw_dyn_regressor(snw_dyn *dyn, const double *q, const double *v, const double *a,
                             double *Y) {
    const snw_model *m = dyn->model;
    snw_kin *kin = &dyn->kin;
    const snw_status status = snw_kin_update_acceleration(kin, q, v, a);
    if (snw_failed(status)) return status;
    const snw_pose here = snw_pose_identity();
    for (int l = 0; l < m->link_count; l++) {
        const snw_mat3 R = kin->T_world_link[l].R;
        snw_accel A = snw_kin_body_acceleration(kin, l, here);
        A.lin = snw_vec3_sub(A.lin, snw_mat3_apply_t(R, dyn->gravity));
        snw_wrench W[SNW_LINK_PARAMETERS];
        unit_wrenches(A, snw_kin_body_velocity(kin, l, here).ang, W);
        snw_kin_body_jacobian(kin, l, here, dyn->jacobian);
        for (int k = 0; k < SNW_LINK_PARAMETERS; k++, Y += m->nv) {
            for (int i = 0; i < m->nv; i++) {
                Y[i] = snw_power(W[k], dyn->jacobian[i]);
            }
        }
    }
    return SNW_OK;
}

// --- base parameters -----------------------------------------------------------------------------

// W P = Q [R1 R2; 0 0] by Householder's reflections, the longest of the remaining columns first
// (Businger and Golub 1965). What the last columns add to efforts, the first can say:
// W2 = W1 X with R1 X = R2, so p_base = p1 + X p2 (Gautier 1991).

static double *column_of(const snw_base_parameters *base, int k) {
    return base->W + (ptrdiff_t)k * base->rows;
}

static double dot(const double *x, const double *y, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
        sum += x[i] * y[i];
    }
    return sum;
}

// the regressor of random states, nv rows from each
static snw_status fill(snw_base_parameters *base, snw_dyn *dyn, uint64_t seed, double *Y) {
    snw_random random = snw_random_stream(seed, 0);
    for (int row = 0; row < base->rows; row += base->nv) {
        snw_random_configuration(dyn->model, &random, base->q);
        for (int i = 0; i < 2 * base->nv; i++) {
            base->va[i] = 6 * snw_random_unit(&random) - 3;
        }
        const snw_status status = snw_dyn_regressor(dyn, base->q, base->va, base->va + base->nv, Y);
        if (snw_failed(status)) return status;
        for (int k = 0; k < base->parameters; k++) {
            memcpy(column_of(base, k) + row, Y + (ptrdiff_t)k * base->nv,
                   sizeof *Y * (size_t)base->nv);
        }
    }
    return SNW_OK;
}

// the longest of the columns from k on takes place k
static void exchange(snw_base_parameters *base, int k) {
    int best = k;
    for (int j = k; j < base->parameters; j++) {
        // lengths anew: differences of squares would end at 1e-8
        const double *column = column_of(base, j);
        base->rest[j] = dot(column, column, k, base->rows);
        if (base->rest[j] > base->rest[best]) best = j;
    }
    if (best == k) return;
    double *a = column_of(base, k), *b = column_of(base, best);
    for (int i = 0; i < base->rows; i++) {
        const double x = a[i];
        a[i] = b[i];
        b[i] = x;
    }
    const int order = base->order[k];
    base->order[k] = base->order[best];
    base->order[best] = order;
    base->rest[k] = base->rest[best];
}

// reflects column k onto its k-th number, and with it all columns behind
static void reflect(snw_base_parameters *base, int k) {
    double *h = column_of(base, k);
    const double length = sqrt(base->rest[k]);
    const double pivot = h[k] > 0 ? -length : length;
    h[k] -= pivot;
    const double weight = 2 / dot(h, h, k, base->rows);
    for (int j = k + 1; j < base->parameters; j++) {
        double *column = column_of(base, j);
        const double part = weight * dot(h, column, k, base->rows);
        for (int i = k; i < base->rows; i++) {
            column[i] -= part * h[i];
        }
    }
    h[k] = pivot;
}

static void factorise(snw_base_parameters *base) {
    double first = 0;
    for (int k = 0; k < base->parameters && k < base->rows; k++) {
        exchange(base, k);
        const double length = sqrt(base->rest[k]);
        if (k == 0) first = length;
        base->next = first > 0 ? length / first : 0;
        if (!(base->next > VANISHED)) return;
        base->gap = base->next;
        reflect(base, k);
        base->count = k + 1;
    }
    base->next = 0;
}

// R1 X = R2, in place of R2
static void substitute(snw_base_parameters *base) {
    for (int k = base->count; k < base->parameters; k++) {
        double *x = column_of(base, k);
        for (int i = base->count - 1; i >= 0; i--) {
            const double *pivot = column_of(base, i);
            x[i] /= pivot[i];
            for (int j = 0; j < i; j++) {
                x[j] -= pivot[j] * x[i];
            }
        }
    }
}

snw_status snw_base_parameters_init(snw_base_parameters *base, snw_dyn *dyn, uint64_t seed,
                                    snw_arena *arena) {
    const int nv = dyn->model->nv, parameters = snw_parameter_count(dyn->model);
    if (nv == 0) return SNW_ERR_SIZE;
    // twice as many rows as unknowns, and some where there are few
    const int states = 2 * parameters / nv + 10;
    *base = (snw_base_parameters){.nv = nv, .parameters = parameters, .rows = states * nv};
    base->order = SNW_ARENA_ARRAY(arena, int, parameters);
    base->rest = SNW_ARENA_ARRAY(arena, double, parameters);
    base->q = SNW_ARENA_ARRAY(arena, double, dyn->model->nq);
    base->va = SNW_ARENA_ARRAY(arena, double, 2 * nv);
    double *Y = snw_arena_take_array(arena, parameters, sizeof(double) * (size_t)nv, 8);
    base->W = snw_arena_take_array(arena, parameters, sizeof(double) * (size_t)base->rows, 8);
    snw_status status = snw_arena_status(arena);
    if (!snw_failed(status)) status = fill(base, dyn, seed, Y);
    if (snw_failed(status)) return status;
    for (int k = 0; k < parameters; k++) {
        base->order[k] = k;
    }
    factorise(base);
    substitute(base);
    return SNW_OK;
}

void snw_base_parameters_of(const snw_base_parameters *base, const double *p, double *p_base) {
    for (int i = 0; i < base->count; i++) {
        p_base[i] = p[base->order[i]];
    }
    for (int k = base->count; k < base->parameters; k++) {
        const double *part = column_of(base, k), x = p[base->order[k]];
        for (int i = 0; i < base->count; i++) {
            p_base[i] += part[i] * x;
        }
    }
}

void snw_base_regressor(const snw_base_parameters *base, const double *Y, double *Y_base) {
    for (int i = 0; i < base->count; i++) {
        memcpy(Y_base + (ptrdiff_t)i * base->nv, Y + (ptrdiff_t)base->order[i] * base->nv,
               sizeof *Y * (size_t)base->nv);
    }
}
