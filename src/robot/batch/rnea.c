// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "outward.h"

// A kernel: recursive Newton-Euler; outward.h has the way out.

// forces to the root, and what of them the joints supply
SNW_FORCE_INLINE void inward(const bed *d, const snw__batch_dyn_job *job, snw_real *tau) {
    const bool shared = job->shared;
    wrench up = {vec_zero(), vec_zero()};
    for (int b = d->count - 1; b > 0; b--) {
        const snw_normal_body *body = &d->bodies[b];
        const unsigned role = d->roles[b];
        wrench W = get_wrench(row_of(d->forces, b, SNW__FORCE_ROWS));
        if (role & SNW__TAKES) W = wrench_sum(W, up);
        snw_v effort = W.n.z;
        if (!(role & SNW__PLAIN)) effort = W.n.z * body->turn + W.f.z * body->slide;
        add_to_block(tau, body->source_v, effort, shared);
        if (role & SNW__GROUND) continue;
        up = lowered(d, b, W);
        if (role & SNW__CARRY) continue;
        snw_real *there = row_of(d->forces, body->parent, SNW__FORCE_ROWS);
        put_wrench(there, wrench_sum(get_wrench(there), up));
    }
    if (!job->floating) return;
    wrench W = get_wrench(d->forces);
    if (d->roles[0] & SNW__TAKES) W = wrench_sum(W, up);
    vec_store(tau + (ptrdiff_t)job->v_root * LANES, W.f);
    vec_store(tau + (ptrdiff_t)(job->v_root + 3) * LANES, W.n);
}

static void states_rnea(snw__batch_dyn_job *job, int block, int at) {
    bed d = bed_begin(job, block, at, true);
    snw_real *tau = job->out + (ptrdiff_t)block * job->nv * LANES + at;
    for (int i = 0; job->shared && i < job->nv; i++) {
        to_block(tau, i, snw_v_set(0));
    }
    outward(&d, job, true);
    inward(&d, job, tau);
    for (int i = 0; job->has_rotors && i < job->nv; i++) {
        to_block(tau, i, from_block(tau, i) + from_block(d.x, i) * job->rotors[i]);
    }
    bed_end(&d, job, (int)(block * LANES) + at, tau, job->nv);
}

void SNW_KERNEL(snw__batch_rnea)(snw__batch_dyn_job *job) {
    for (int block = 0; block < job->block_count; block++) {
        for (int at = 0; at < LANES; at += SNW_W) {
            states_rnea(job, block, at);
        }
    }
}
