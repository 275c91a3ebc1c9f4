// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/linalg/svd.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "linalg_internal.h"

// Weighted, cut or damped pseudo-inverse by singular values; the formulas stand in the header.
// Damping after Wampler (1986) and Nakamura and Hanafusa (1986).

snw_pinv_config snw_pinv_defaults(void) {
    return (snw_pinv_config){.threshold = 1e-5};
}

snw_status snw_pinv_init(snw_pinv *pinv, int rows, int cols, snw_arena *arena) {
    memset(pinv, 0, sizeof *pinv);
    const snw_status status = snw_svd_init(&pinv->svd, rows, cols, arena);
    if (status == SNW_ERR_SIZE) return status;
    pinv->gains = snw__take(arena, rows < cols ? rows : cols);
    pinv->weighted = snw__take(arena, rows * cols);
    pinv->task = snw__take(arena, rows);
    pinv->joint = snw__take(arena, cols);
    return snw_arena_status(arena);
}

static bool weights_allowed(const double *weights, int count) {
    for (int i = 0; weights && i < count; i++) {
        if (!(weights[i] > 0 && weights[i] <= DBL_MAX)) return false;
    }
    return true;
}

static snw_status check_update(const snw_pinv *pinv, snw_mat J, const snw_pinv_config *config) {
    if (!snw_mat_valid(J)) return SNW_ERR_SIZE;
    if (J.rows > pinv->svd.max_rows || J.cols > pinv->svd.max_cols) return SNW_ERR_SIZE;
    const bool damped = config->lambda >= DBL_MIN && config->lambda <= DBL_MAX;
    const bool allowed = config->threshold >= DBL_MIN && (damped || config->lambda == 0) &&
                         weights_allowed(config->task_weights, J.rows) &&
                         weights_allowed(config->joint_weights, J.cols);
    if (!allowed) return SNW_ERR_RANGE;
    return snw_mat_is_finite(J) ? SNW_OK : SNW_ERR_NOT_FINITE;
}

static void keep_weights(const double *weights, int count, double *to) {
    for (int i = 0; i < count; i++) {
        to[i] = weights ? weights[i] : 1;
    }
}

// s / (s^2 + lambda^2), formed so that no square can overflow or vanish
static double gain_of(double s, const snw_pinv_config *config) {
    if (s >= config->threshold) return 1 / s;
    if (s == 0 || config->lambda == 0) return 0;
    return 1 / (s + config->lambda * (config->lambda / s));
}

snw_status snw_pinv_update(snw_pinv *pinv, snw_mat J, const snw_pinv_config *config) {
    const snw_status fit = check_update(pinv, J, config);
    if (snw_failed(fit)) return fit;
    const snw_mat weighted = snw_mat_over(pinv->weighted, J.rows, J.cols);
    for (int j = 0; j < J.cols; j++) {
        const double joint = config->joint_weights ? config->joint_weights[j] : 1;
        for (int i = 0; i < J.rows; i++) {
            const double task = config->task_weights ? config->task_weights[i] : 1;
            *snw_mat_at(weighted, i, j) = task * *snw_mat_at(J, i, j) * joint;
        }
    }
    const snw_status status = snw_svd_factor(&pinv->svd, weighted);
    if (status == SNW_ERR_NOT_FINITE) return SNW_ERR_RANGE;
    if (snw_failed(status)) return status;

    keep_weights(config->task_weights, J.rows, pinv->task);
    keep_weights(config->joint_weights, J.cols, pinv->joint);
    pinv->rank = snw_svd_rank(&pinv->svd, config->threshold);
    for (int k = 0; k < pinv->svd.count; k++) {
        pinv->gains[k] = gain_of(pinv->svd.S[k], config);
    }
    return pinv->rank < pinv->svd.count ? SNW_NEAR_SINGULAR : SNW_OK;
}

// to = joint V gains U^T task * from
static void apply(const snw_pinv *pinv, const double *from, ptrdiff_t unit, double *to) {
    const snw_mat U = pinv->svd.U, V = pinv->svd.V;
    memset(to, 0, sizeof *to * (size_t)V.rows);
    for (int k = 0; k < pinv->svd.count; k++) {
        const double *u = snw_mat_at(U, 0, k), *v = snw_mat_at(V, 0, k);
        double part = 0;
        if (unit >= 0) {
            part = u[unit] * pinv->task[unit];
        } else {
            for (int i = 0; i < U.rows; i++) {
                part += u[i] * (pinv->task[i] * from[i]);
            }
        }
        part *= pinv->gains[k];
        for (int i = 0; i < V.rows; i++) {
            to[i] += part * v[i];
        }
    }
    for (int i = 0; i < V.rows; i++) {
        to[i] *= pinv->joint[i];
    }
}

snw_status snw_pinv_matrix(const snw_pinv *pinv, snw_mat out) {
    if (pinv->svd.count == 0) return SNW_ERR_STATE;
    if (!snw_mat_valid(out)) return SNW_ERR_SIZE;
    if (out.rows != pinv->svd.V.rows || out.cols != pinv->svd.U.rows) return SNW_ERR_SIZE;
    for (int j = 0; j < out.cols; j++) {
        apply(pinv, NULL, j, snw_mat_at(out, 0, j));
    }
    return SNW_OK;
}

snw_status snw_pinv_apply(const snw_pinv *pinv, const double *task, double *rates) {
    if (pinv->svd.count == 0) return SNW_ERR_STATE;
    const int rows = pinv->svd.U.rows, cols = pinv->svd.V.rows;
    if (!snw_mat_is_finite(snw_mat_over_const(task, rows, 1))) return SNW_ERR_NOT_FINITE;
    if (snw__overlap(snw_mat_over_const(task, rows, 1), snw_mat_over(rates, cols, 1))) {
        return SNW_ERR_ARGUMENT;
    }
    apply(pinv, task, -1, rates);
    return SNW_OK;
}
