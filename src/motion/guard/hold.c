// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>
#include <string.h>

// The way to rest of axes that follow efforts, and how they are held there. Such axes have no
// position loop of their own, so the guard gives them one: a reference that keeps the direction of
// all rates, v(t) = s(t) v(0) with the scale of brake.c, and efforts from inverse dynamics,
//
//     tau = M(q) (a_ref + 2 w (v_ref - v) + w^2 (q_ref - q) + I) + C(q, v) v + G(q) + friction
//
// The whole mass matrix is needed: with its diagonal alone, braking joint 1 of a Panda throws the
// nearly parallel joint 3, which rests, to 0.44 rad/s within 3 ms. I grows with the error and takes
// up what the model does not know. At w = 20 rad/s a millisecond loop sees a fiftieth of a radian
// of phase per tick. Axes that follow positions and were given efforts beside them keep those
// against gravity.
static const double HOLD_RATE = 20;

// So long at rest I goes on to grow: a load that the model does not know, or that is not there,
// would else let the arm sag by more than it may drift [s].
static const double SETTLE_TIME = 0.3;

void snw__guard_lead(struct snw__guard *work) {
    for (int i = 0; i < work->count; i++) {
        snw__axis *axis = &work->axes[i];
        axis->ref_q = axis->measured;
        axis->ref_v = axis->ref_seen = axis->from;
        axis->ref_sum = 0;
        axis->anchored = false;
    }
}

static double clamp_to(double x, double most) {
    return x > most ? most : x < -most ? -most : x;
}

// What the model does not know, gathered from the error of an axis until it has settled. On the way
// to rest that is a load, and also friction, its own and through the mass matrix that of others,
// which ends with the motion. So once the way has ended, a sum that drives its axis away gives way,
// within a few milliradians, five times as much as the spring that holds the axis. A load that is
// really there pulls the other way.
static void gather_error(snw__axis *axis, const struct snw__guard *work, double error, double most,
                         double standstill) {
    const double w = HOLD_RATE, dt = work->period, give = 5 * w * w * axis->fast * dt;
    if (axis->anchored && axis->settle <= 0) return;
    axis->ref_sum = clamp_to(axis->ref_sum + 0.5 * w * w * w * error * dt, most);
    // an axis that creeps has not settled yet
    if (fabs(axis->slow) < 0.25 * standstill) axis->settle -= dt;
    const double sum = axis->ref_sum;
    if (work->ramp.s == 0 && sum * axis->fast > 0 && sum * error < 0) {
        axis->ref_sum -= clamp_to(give, fabs(sum));
    }
}

// The acceleration that brings an axis to its reference, which then goes on to the next tick. What
// the errors ask for is bounded until the arm is at rest, and so is the way by which a reference
// runs ahead of an axis that is blocked. An axis that is not seen goes as the reference does.
static double acceleration_of(snw__axis *axis, const struct snw__guard *work,
                              const snw_guard_config *config) {
    const double standstill = config->standstill;
    const double w = HOLD_RATE, most = 5 * axis->decel, next_v = work->ramp.s * axis->from;
    const double wanted = (next_v - axis->ref_v) / work->dt, dt = work->period;
    // after cycles that were late the arm is where its last efforts have left it
    if (work->dt > 1.5 * dt && !axis->anchored) axis->ref_q = axis->measured;
    double correction = 0;
    if (axis->age > 0) {
        axis->fast = axis->slow = next_v;
    } else {
        // an axis that friction has slowed down more than planned does not catch up on its way
        if (!axis->anchored) {
            const double ahead = clamp_to(axis->ref_q - axis->measured, most / (w * w));
            const bool waits = work->ramp.s > 0 && ahead * axis->from > 0;
            axis->ref_q = waits ? axis->measured : axis->measured + ahead;
        }
        // at the end of the ramp it is held where it is: what was missing on the way was friction
        if (next_v == 0 && axis->ref_v != 0) axis->ref_q = axis->measured;
        const double error = axis->ref_q - axis->measured;
        correction = 2 * w * (axis->ref_seen - axis->fast) + w * w * error + axis->ref_sum;
        if (!axis->anchored) {
            correction = clamp_to(correction, most);
        }
        gather_error(axis, work, error, most, standstill);
    }
    const bool seen_at_rest =
        axis->age == 0 && fabs(axis->slow) <= standstill && fabs(axis->fast) <= 2 * standstill;
    if (work->ramp.s == 0 && seen_at_rest && !axis->anchored) {
        // where it has come to rest it stays: to creep on against dry friction would end in jumps;
        // what the spring has carried until here the sum carries from here on
        axis->anchored = true;
        axis->ref_sum = clamp_to(axis->ref_sum + w * w * (axis->ref_q - axis->measured), most);
        axis->settle = axis->from != 0 ? SETTLE_TIME : 0;
        axis->ref_q = axis->measured;
        axis->ref_v = axis->ref_seen = 0;
    }
    axis->ref_q += 0.5 * (axis->ref_v + next_v) * dt;
    axis->ref_v = next_v;
    axis->ref_seen += 0.5 * (next_v - axis->ref_seen);
    return wanted + correction;
}

// What friction holds back at the rate of the reference; dry friction fades out before rest.
// Numbers of a law may be wrong: more than half of what the axis can give is not believed.
static double friction_of(const snw_arm_friction *friction, int i, const snw__axis *axis,
                          double standstill) {
    const double v = axis->ref_v;
    const double effort = friction->viscous[i] * v + friction->dry[i] * clamp_to(v / standstill, 1);
    return clamp_to(effort, 0.5 * axis->effort);
}

// efforts of the whole arm in work->tau; false when the model has none
static bool update_efforts(snw_guard *guard) {
    struct snw__guard *work = guard->work;
    const snw_arm *arm = work->arm;
    double q[SNW_AXES], v[SNW_AXES], a[SNW_AXES];
    for (int i = 0; i < work->count; i++) {
        snw__axis *axis = &work->axes[i];
        const bool alone = axis->mode == SNW_AXIS_EFFORT;
        q[i] = axis->measured;
        if (alone) {
            a[i] = acceleration_of(axis, work, &guard->config);
            v[i] = axis->fast;
        } else {
            a[i] = v[i] = 0; // their drives see to it
        }
    }
    snw_arm_to_q(arm, q, work->q);
    snw_arm_to_v(arm, v, work->v);
    snw_arm_to_v(arm, a, work->a);
    return !snw_failed(snw_dyn_inverse(&work->dyn, work->q, work->v, work->a, NULL, work->tau));
}

void snw__guard_hold(snw_guard *guard) {
    struct snw__guard *work = guard->work;
    const snw_arm *arm = work->arm;
    bool any = false;
    for (int i = 0; i < work->count; i++)
        any = any || work->axes[i].mode == SNW_AXIS_EFFORT || work->axes[i].fed;
    if (!any) return;
    const bool known = update_efforts(guard);
    for (int i = 0; i < work->count; i++) {
        snw__axis *axis = &work->axes[i];
        const bool alone = axis->mode == SNW_AXIS_EFFORT;
        if (!alone && !axis->fed) continue;
        // the last effort is still better than none
        double effort = axis->tau;
        if (known) effort = work->tau[arm->v_index[i]];
        if (known && alone) {
            effort += friction_of(&arm->friction, i, axis, guard->config.standstill);
        }
        if (!(effort - effort == 0)) effort = 0;
        axis->next_tau = snw__guard_effort(axis, effort, work->dt);
    }
}

bool snw__guard_motion(struct snw__guard *work, bool fast, double rate, double *motion,
                       double *at_rate) {
    const int nv = work->arm->model->nv;
    double q[SNW_AXES], v[SNW_AXES];
    for (int i = 0; i < work->count; i++) {
        const snw__axis *axis = &work->axes[i];
        const bool counts = axis->mode == SNW_AXIS_EFFORT && axis->age == 0 && axis->jumps == 0;
        q[i] = axis->measured;
        v[i] = !counts ? 0 : fast ? axis->fast : axis->slow;
    }
    snw_arm_to_q(work->arm, q, work->q);
    snw_arm_to_v(work->arm, v, work->v);
    if (snw_failed(snw_dyn_mass_matrix(&work->dyn, work->q, work->M))) return false;
    double sum = 0, trace = 0;
    for (int r = 0; r < nv; r++) {
        for (int c = 0; c < nv; c++)
            sum += work->v[r] * work->M[c * nv + r] * work->v[c];
        trace += work->M[r * nv + r];
    }
    *motion = sqrt(fmax(sum, 0));
    *at_rate = rate * sqrt(fmax(trace, 0));
    return isfinite(sum) && isfinite(trace);
}

// The deceleration of an axis is a limit of what it may do, not of what its motor can: coupling,
// weight and load take their part. Inverse dynamics are linear in the accelerations, so two
// evaluations tell which part of it the weakest motor can give. A tenth is left for corrections.
double snw__guard_reach(struct snw__guard *work, double most) {
    double v[SNW_AXES], a[SNW_AXES], q[SNW_AXES], still[SNW_AXES], full[SNW_AXES], share = 1;
    if (!isfinite(most)) return most;
    for (int i = 0; i < work->count; i++) {
        const snw__axis *axis = &work->axes[i];
        const bool counts = axis->mode == SNW_AXIS_EFFORT && axis->age == 0;
        q[i] = axis->measured;
        v[i] = counts ? axis->from : 0;
        a[i] = -most * v[i];
    }
    snw_arm_to_q(work->arm, q, work->q);
    snw_arm_to_v(work->arm, v, work->v);
    memset(work->a, 0, (size_t)work->arm->model->nv * sizeof *work->a);
    if (snw_failed(snw_dyn_inverse(&work->dyn, work->q, work->v, work->a, NULL, work->tau))) {
        return most;
    }
    snw_arm_from_v(work->arm, work->tau, still);
    snw_arm_to_v(work->arm, a, work->a);
    if (snw_failed(snw_dyn_inverse(&work->dyn, work->q, work->v, work->a, NULL, work->tau))) {
        return most;
    }
    snw_arm_from_v(work->arm, work->tau, full);
    for (int i = 0; i < work->count; i++) {
        const snw__axis *axis = &work->axes[i];
        const double can = 0.9 * axis->effort, more = full[i] - still[i];
        if (axis->mode != SNW_AXIS_EFFORT || !(fabs(full[i]) > can) || more == 0) continue;
        share = fmin(share, (copysign(can, more) - still[i]) / more);
    }
    return most * fmax(share, 0.1);
}

void snw_guard_set_loads(snw_guard *guard, const snw_inertia *loads) {
    struct snw__guard *work = guard->work;
    const snw_model *model = work->arm->model;
    for (int l = 0; l < model->link_count; l++) {
        // one that is refused leaves the link as it was
        const snw_inertia laden = snw_inertia_add(model->links[l].inertia, loads[l]);
        SNW_IGNORE(snw_dyn_set_inertia(&work->dyn, l, laden));
    }
}
