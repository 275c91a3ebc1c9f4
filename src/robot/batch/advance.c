// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "steps.h"

// A kernel: semi-implicit Euler on one block, where every coordinate has a rate of its own. Refused
// states have no acceleration and stay. It is one because loads must not be wider than the stores
// that wrote the accelerations just before.

void SNW_KERNEL(snw__batch_advance)(int nv, const double *a, double dt, double *q, double *v) {
    for (int at = 0; at < LANES; at += SNW_W) {
        for (int j = 0; j < nv; j++) {
            const snw_v rise = from_block(a + at, j);
            const snw_v before = from_block(v + at, j), place = from_block(q + at, j);
            const snw_v rate = before + rise * dt;
            const snw_vm moves = snw_v_le(rise, rise);
            to_block(v + at, j, snw_v_select(moves, rate, before));
            to_block(q + at, j, snw_v_select(moves, place + rate * dt, place));
        }
    }
}
