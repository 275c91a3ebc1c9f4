// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dyn.h"

#include <math.h>
#include <stdint.h>

enum { LANES = SNW_BATCH_F64 };

// one state after the other, for quaternions; one that would run away stays and is refused
static void turn_states(snw_batch_dyn *batch, double dt, double *q, double *v) {
    const snw_model *model = batch->dyn.model;
    const int nq = model->nq, nv = model->nv;
    double *now = batch->q, *rates = batch->numbers;
    for (int lane = 0; lane < LANES; lane++) {
        const double *a = batch->accelerations + lane;
        if (nv == 0 || isnan(a[0])) continue;
        for (int j = 0; j < nq; j++) {
            now[j] = q[(ptrdiff_t)j * LANES + lane];
        }
        for (int j = 0; j < nv; j++) {
            rates[j] = v[(ptrdiff_t)j * LANES + lane] + dt * a[(ptrdiff_t)j * LANES];
        }
        if (snw_failed(snw_integrate(model, now, rates, dt, batch->q_next))) {
            if (batch->refused++ == 0 || lane < batch->first_refused) batch->first_refused = lane;
            continue;
        }
        for (int j = 0; j < nq; j++) {
            q[(ptrdiff_t)j * LANES + lane] = batch->q_next[j];
        }
        for (int j = 0; j < nv; j++) {
            v[(ptrdiff_t)j * LANES + lane] = rates[j];
        }
    }
}

static bool is_single(const snw_model *model) {
    for (int i = 0; i < model->link_count; i++) {
        if (model->links[i].nq > 1) return false;
    }
    return true;
}

snw_status snw_batch_euler_f64(snw_batch_dyn *batch, double dt, const double *tau, int block_count,
                               double *q, double *v) {
    const snw_model *model = batch->dyn.model;
    const ptrdiff_t nq = model->nq, nv = model->nv;
    if (!isfinite(dt)) return SNW_ERR_NOT_FINITE;
    if (block_count < 0 || block_count > INT32_MAX / LANES) return SNW_ERR_ARGUMENT;
    const bool single = is_single(model);
    int refused = 0, first = -1;
    for (int block = 0; block < block_count; block++) {
        double *q_here = q + block * nq * LANES, *v_here = v + block * nv * LANES;
        const double *tau_here = tau != NULL ? tau + block * nv * LANES : NULL;
        // blocks that are none are told by the first
        const snw_status status =
            snw_batch_forward_f64(batch, q_here, v_here, tau_here, 1, batch->accelerations);
        if (snw_failed(status)) return status;
        if (single) {
            batch->job->advance(model->nv, batch->accelerations, dt, q_here, v_here);
        } else {
            turn_states(batch, dt, q_here, v_here);
        }
        if (refused == 0 && batch->refused > 0) first = block * LANES + batch->first_refused;
        refused += batch->refused;
    }
    batch->refused = refused;
    batch->first_refused = first;
    return SNW_OK;
}
