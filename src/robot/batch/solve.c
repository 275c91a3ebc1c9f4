// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "steps.h"

// A kernel: accelerations from a mass matrix, M a = x, for mechanisms whose rates move several
// joints, which articulated bodies cannot eliminate one by one. M = L^T D L from the last rate to
// the first (Featherstone 2005); `above` leads from a rate to the next that it meets. Entry (k, i),
// i < k, of row k stands at k nv + i.

/// A pivot below this part of what it was before elimination is rounding.
#define VANISHED 1e-13

static snw_v eliminate(snw_real *M, const int *above, int nv, snw_real *diagonal) {
    snw_v zero = snw_v_set(0);
    for (int k = 0; k < nv; k++) {
        to_block(diagonal, k, from_block(M, k * (nv + 1)));
    }
    for (int k = nv - 1; k >= 0; k--) {
        snw_real *row = M + (ptrdiff_t)k * nv * LANES;
        const snw_v pivot = from_block(row, k);
        const snw_vm fine = snw_v_lt(from_block(diagonal, k) * (snw_real)VANISHED, pivot);
        zero += snw_v_select(fine, snw_v_set(0), snw_v_set((snw_real)NAN));
        const snw_v inverse = 1 / pivot;
        // on the way back a product is cheaper than a quotient
        to_block(diagonal, k, inverse);
        for (int i = above[k]; i >= 0; i = above[i]) {
            const snw_v part = from_block(row, i) * inverse;
            snw_real *target = M + (ptrdiff_t)i * nv * LANES;
            for (int j = i; j >= 0; j = above[j]) {
                to_block(target, j, from_block(target, j) - part * from_block(row, j));
            }
            to_block(row, i, part);
        }
    }
    return zero;
}

static void substitute(const snw_real *M, const int *above, int nv, const snw_real *inverses,
                       snw_real *x) {
    for (int i = nv - 1; i >= 0; i--) {
        const snw_real *row = M + (ptrdiff_t)i * nv * LANES;
        const snw_v known = from_block(x, i);
        for (int j = above[i]; j >= 0; j = above[j]) {
            to_block(x, j, from_block(x, j) - from_block(row, j) * known);
        }
    }
    for (int i = 0; i < nv; i++) {
        const snw_real *row = M + (ptrdiff_t)i * nv * LANES;
        snw_v sum = from_block(x, i) * from_block(inverses, i);
        for (int j = above[i]; j >= 0; j = above[j]) {
            sum -= from_block(row, j) * from_block(x, j);
        }
        to_block(x, i, sum);
    }
}

// one block: the matrices of job->M, and in job->out what is left of the efforts
void SNW_KERNEL(snw__batch_solve)(snw__batch_dyn_job *job) {
    for (int at = 0; at < LANES; at += SNW_W) {
        snw_real *x = job->out + at, *diagonal = job->diagonal + at;
        // what was refused before is NaN in all rows
        bed d = {.zero = zero_times(x, job->nv)};
        d.zero += eliminate(job->M + at, job->above, job->nv, diagonal);
        substitute(job->M + at, job->above, job->nv, diagonal, x);
        bed_end(&d, job, at, x, job->nv);
    }
}
