// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>

// An arm that follows efforts is never left without: it is carried against gravity by the model,
// slowed down by a damping that asks for no more than its deceleration, and held where it came to
// rest by a spring and damper per axis. Axes that follow positions and were given efforts beside
// them keep those against gravity. With the diagonal m of the mass matrix the pair is
// critically damped at the rate w: stiffness m w^2, damping 2 m w. At 20 rad/s a millisecond loop
// sees a fiftieth of a radian of phase per tick, even where a distal axis has far more inertia in
// the motion of others than its diagonal says.
static const double HOLD_RATE = 20;

// gravity's efforts in work->tau and, once per stop, the inertia of each axis
static bool update_model(struct snw__guard *work) {
    double positions[SNW_AXES];
    for (int i = 0; i < work->count; i++)
        positions[i] = work->axes[i].measured;
    snw_arm_to_q(work->arm, positions, work->q);
    if (!work->diagonal) {
        if (snw_failed(snw_dyn_mass_matrix(&work->dyn, work->q, work->M))) return false;
        const int nv = work->arm->model->nv;
        for (int i = 0; i < work->count; i++) {
            const int k = work->arm->v_index[i];
            work->axes[i].inertia = work->M[k * nv + k];
        }
        work->diagonal = true;
    }
    return !snw_failed(snw_dyn_gravity(&work->dyn, work->q, work->tau));
}

// An axis that is not seen has the rate that its damping leaves of the last one: an old reading
// must not push it on and on.
static double hold_effort(snw__axis *axis, double standstill, double dt) {
    const double w = HOLD_RATE, m = axis->inertia;
    if (!axis->anchored && axis->age == 0 && fabs(axis->slow) <= standstill &&
        fabs(axis->fast) <= 2 * standstill) {
        axis->anchored = true;
        axis->anchor = axis->measured;
    }
    double damping = -2 * w * axis->fast;
    if (!axis->anchored) {
        if (damping > axis->decel) damping = axis->decel;
        if (damping < -axis->decel) damping = -axis->decel;
    }
    if (axis->age > 0) {
        const double left = axis->fast + damping * dt;
        axis->fast = left * axis->fast > 0 ? left : 0;
        axis->slow = axis->fast;
    }
    if (axis->anchored) damping += w * w * (axis->anchor - axis->measured);
    return m * damping;
}

void snw__guard_hold(snw_guard *guard) {
    struct snw__guard *work = guard->work;
    bool any = false;
    for (int i = 0; i < work->count; i++)
        any = any || work->axes[i].mode == SNW_AXIS_EFFORT || work->axes[i].fed;
    if (!any) return;
    const bool known = update_model(work);
    for (int i = 0; i < work->count; i++) {
        snw__axis *axis = &work->axes[i];
        const bool alone = axis->mode == SNW_AXIS_EFFORT;
        if (!alone && !axis->fed) continue;
        // the last effort is still better than none
        double effort = axis->tau;
        if (known) effort = work->tau[work->arm->v_index[i]];
        if (known && alone) effort += hold_effort(axis, guard->config.standstill, work->dt);
        if (!(effort - effort == 0)) effort = 0;
        axis->next_tau = snw__guard_effort(axis, effort, work->dt);
    }
}
