// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/lanes/atan.h"
#include "sinew/lanes/kernel.h"

#include "closed_internal.h"

// A kernel: turns become angles, angles come as near to a reference as whole turns and limits
// allow.

#define TURN (2 * 3.141592653589793)

// a value this far beyond its limit is rounding: it stands on the limit
#define ON_LIMIT 1e-9

#define ROUND 0x1.8p52 // adding it leaves no bits for a fraction

SNW_FORCE_INLINE snw_v rounded(snw_v x) {
    return (x + ROUND) - ROUND;
}

SNW_FORCE_INLINE snw_v ceiling(snw_v x) {
    const snw_v r = rounded(x);
    return snw_v_select(snw_v_lt(r, x), r + 1, r);
}

// The whole turn that brings q within its limits, the nearest to the reference; else the one that
// passes them least.
SNW_FORCE_INLINE snw_v by_turns(snw_v q, double reference, snw_v lower, snw_v upper) {
    q = q + TURN * rounded((reference - q) * (1 / TURN));
    const snw_v down = q - TURN * ceiling((q - upper - ON_LIMIT) * (1 / TURN));
    q = snw_v_select(snw_v_lt(upper, q), down, q);
    // below: the first turn that is not, unless the last that is passes its limit less
    const snw_v up = q + TURN * ceiling((lower - q - ON_LIMIT) * (1 / TURN)), last = up - TURN;
    const snw_vm fits =
        snw_vm_or(snw_v_le(up, upper + ON_LIMIT), snw_v_lt(up - upper, lower - last));
    return snw_v_select(snw_v_lt(q, lower), snw_v_select(fits, up, last), q);
}

static void place_lanes(snw__placing *p, int at) {
    const snw_v zero = snw_v_set(0), none = snw_v_set(-1);
    snw_v overshoot = zero, joint = none, side = zero;
    for (int j = 0; j < p->joints; j++) {
        const snw_v lower = snw_v_set(p->lower[j]), upper = snw_v_set(p->upper[j]);
        const snw_v s = snw_v_load(p->found->s[j] + at);
        snw_v q = s - p->shift[j];
        if (!p->slides[j]) {
            q = snw_v_atan2(s, snw_v_load(p->found->c[j] + at)) - p->shift[j];
            q = by_turns(q, p->reference[j], lower, upper);
        }
        const snw_v beyond = snw_v_max(lower - q, q - upper);
        const snw_vm over = snw_v_lt(snw_v_set(ON_LIMIT), beyond);
        const snw_vm first = snw_vm_and(over, snw_v_lt(joint, zero));
        overshoot = snw_v_select(over, snw_v_max(overshoot, beyond), overshoot);
        joint = snw_v_select(first, snw_v_set(j), joint);
        const snw_v here = snw_v_select(snw_v_lt(upper, q), snw_v_set(1), none);
        side = snw_v_select(first, here, side);
        const snw_v inside = snw_v_max(lower, snw_v_min(q, upper));
        snw_v_store(p->q[j] + at, snw_v_select(over, q, inside));
    }
    snw_v_store(p->overshoot + at, overshoot);
    snw_v_store(p->limit_joint + at, joint);
    snw_v_store(p->limit_side + at, side);
}

void SNW_KERNEL(snw__place)(snw__placing *placing) {
    for (int at = 0; at < placing->found->count; at += SNW_W) {
        place_lanes(placing, at);
    }
}
