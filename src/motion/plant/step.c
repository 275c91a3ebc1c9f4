// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "body.h"

#include <math.h>
#include <string.h>

#include "inside.h"

// A semi-implicit step: v+ = v + h a, q+ = q + h v+, with a from efforts at (q+, v+) where they are
// stiff. The terms begin free; those that would pass a bound are put on it and the recursion runs
// again, as does one whose slip would turn round (it sticks instead, Karnopp 1985) or whose stop
// would be passed. The last of five solutions takes all bounded efforts as given, so that its
// efforts are within their bounds whatever it says. Bounds and contacts are found anew in each
// step.

enum { SOLUTIONS = 5 };

// a rate that no mechanism has: beyond it a step is refused [rad/s or m/s]
static const double FASTEST = 1e9;

static double effort_of(const snw__term *term, double a) {
    if (term->held) return term->effort;
    return snw__clamp(term->start - term->gain * a, term->low, term->high);
}

// --- terms ---------------------------------------------------------------------------------------

static snw__term given(double effort) {
    return (snw__term){.start = effort, .low = -HUGE_VAL, .high = HUGE_VAL};
}

// an effort that makes the axis reach rate `v_end` at the end of the step, whatever it takes
static snw__term locked(const snw__body *body, const snw__joint *joint, double v, double v_end) {
    snw__term term = given(joint->lock * (v_end - v) / body->h);
    term.gain = joint->lock;
    return term;
}

static snw__term motor(const snw__body *body, int i, double q, double v) {
    const snw__joint *joint = &body->joints[i];
    const snw__axis *axis = &body->plant->axes[i];
    const snw_plant_fault fault = body->plant->faults[i].now;
    if (!axis->enabled) return given(0);
    const double h = body->h, back = -body->to_go;
    snw__term term = given(axis->effort + joint->forward);
    // what is followed at the end of this step: the command is of the end of the tick
    const double v_goal = joint->v + joint->a * back;
    const double q_goal = joint->q + joint->v * back + joint->a * back * back / 2;
    if (axis->mode == SNW_AXIS_POSITION) {
        term.start += joint->kp * (q_goal - q - h * v) + joint->kd * (v_goal - v);
        term.gain = h * joint->kd + h * h * joint->kp;
    } else if (axis->mode == SNW_AXIS_VELOCITY) {
        term.start += joint->kd * (v_goal - v);
        term.gain = h * joint->kd;
    }
    term.low = joint->drive.effort_min;
    term.high = joint->drive.effort_max;
    if (fault.kind == SNW_PLANT_SATURATE) {
        term.low = fmax(term.low, -fault.value);
        term.high = fmin(term.high, fault.value);
    }
    if (fault.kind == SNW_PLANT_INVERT) {
        // explicit: what runs away must not be held by its own gain
        term = given(-snw__clamp(term.start, term.low, term.high));
    }
    return term;
}

static snw__term viscous(const snw__body *body, const snw__joint *joint, double v) {
    snw__term term = given(snw__plant_viscous(&joint->drive, v));
    term.gain = body->h * joint->drive.viscous;
    return term;
}

int snw__body_at_limit(const snw__joint *joint, double q) {
    if (!joint->stops) return 0;
    return q >= joint->drive.upper ? 1 : q <= joint->drive.lower ? -1 : 0;
}

static snw__term stop(const snw__body *body, const snw__joint *joint, double q, double v) {
    const snw_plant_axis *drive = &joint->drive;
    const double h = body->h, k = drive->stop_stiffness, d = drive->stop_damping;
    if (!joint->stops) return given(0);
    if (!isnan(joint->limit)) {
        // it pushes, it does not pull
        snw__term wall = locked(body, joint, v, (joint->limit - q) / h);
        if (joint->limit == drive->upper) {
            wall.high = 0;
        } else {
            wall.low = 0;
        }
        return wall;
    }
    // where it would be without the stop
    const double ahead = q + h * v;
    const double above = ahead - (drive->upper - drive->stop_zone);
    const double below = drive->lower + drive->stop_zone - ahead;
    snw__term term = given(0);
    if (above > 0) {
        term.start = -k * above - d * v;
        term.high = 0;
    } else if (below > 0) {
        term.start = k * below - d * v;
        term.low = 0;
    } else {
        return term;
    }
    term.gain = h * d + h * h * k;
    return term;
}

// a closed brake brings the axis to rest and keeps it where that was
static snw__term brake(const snw__body *body, snw__joint *joint, int i, double q, double v) {
    const bool closed = body->config->brakes && body->plant->axes[i].braked;
    if (!closed) {
        joint->held = false;
        return given(0);
    }
    if (!joint->held && fabs(v) < joint->drive.stick_velocity) {
        joint->held = true;
        joint->held_at = q;
    }
    // a way back that is lost by a tenth in each step, since the lock gives way by very little
    const double back = joint->held ? (joint->held_at - q) / (10 * body->h) : 0;
    snw__term term = locked(body, joint, v, snw__clamp(back, -1e-3, 1e-3));
    term.low = -joint->brake_effort;
    term.high = joint->brake_effort;
    return term;
}

// dry friction of an axis on which everything else pulls with `total`
static snw__term dry(const snw__body *body, snw__joint *joint, double total, double q, double v) {
    const snw_plant_axis *drive = &joint->drive;
    const double h = body->h;
    snw__term term = given(0);
    term.low = -drive->dry;
    term.high = drive->dry;
    if (!joint->sticks) {
        term.start = snw__plant_dry(drive, total, 0, v);
        return term;
    }
    term.start =
        -total - drive->stick_stiffness * (q - joint->stuck_at + h * v) - drive->stick_damping * v;
    term.gain = h * drive->stick_damping + h * h * drive->stick_stiffness;
    return term;
}

// an axis sticks from when it is slower than D until it is faster again
static void find_sticking(snw__joint *joint, double q, double v) {
    const bool slow = joint->drive.dry > 0 && fabs(v) < joint->drive.stick_velocity;
    if (slow && !joint->sticks) joint->stuck_at = q;
    joint->sticks = slow;
}

snw_status snw__body_terms(snw__body *body, const double *q, const double *v) {
    const snw_arm *arm = body->arm;
    bool sticks = false;
    for (int i = 0; i < arm->count; i++) {
        snw__joint *joint = &body->joints[i];
        const double q_i = q[arm->q_index[i]], v_i = v[arm->v_index[i]];
        joint->limit = (double)NAN;
        find_sticking(joint, q_i, v_i);
        sticks = sticks || joint->sticks;
        joint->terms[SNW__MOTOR] = motor(body, i, q_i, v_i);
        joint->terms[SNW__VISCOUS] = viscous(body, joint, v_i);
        joint->terms[SNW__STOP] = stop(body, joint, q_i, v_i);
        joint->terms[SNW__BRAKE] = brake(body, joint, i, q_i, v_i);
        joint->terms[SNW__OUTSIDE] = given(joint->push.effort);
        joint->terms[SNW__DRY] = given(0);
    }
    // what gravity and velocities do to axes that stick
    if (sticks) {
        const snw_wrench *wrenches = body->pushed ? body->pushes : NULL;
        const snw_status status = snw_dyn_bias(&body->dyn, q, v, wrenches, body->bias);
        if (snw_failed(status)) return status;
    }
    for (int i = 0; i < arm->count; i++) {
        snw__joint *joint = &body->joints[i];
        const bool rests = body->config->brakes && body->plant->axes[i].braked;
        if (!(joint->drive.dry > 0) || rests) continue;
        double total = joint->sticks ? -body->bias[arm->v_index[i]] : 0;
        for (int t = 0; t < SNW__TERMS; t++) {
            if (t != SNW__DRY) total += effort_of(&joint->terms[t], 0);
        }
        joint->terms[SNW__DRY] = dry(body, joint, total, q[arm->q_index[i]], v[arm->v_index[i]]);
    }
    return SNW_OK;
}

// --- solutions -----------------------------------------------------------------------------------

snw_status snw__body_forward(snw__body *body, const double *q, const double *v, double *a) {
    const snw_arm *arm = body->arm;
    const snw_wrench *wrenches = body->pushed ? body->pushes : NULL;
    memset(body->tau, 0, sizeof *body->tau * (size_t)arm->model->nv);
    const snw_status carried = snw__stand_effort(body, q, v, body->tau);
    if (snw_failed(carried)) return carried;
    for (int i = 0; i < arm->count; i++) {
        const snw__joint *joint = &body->joints[i];
        double effort = 0, inertia = joint->drive.rotor;
        for (int t = 0; t < SNW__TERMS; t++) {
            const snw__term *term = &joint->terms[t];
            effort += term->held ? term->effort : term->start;
            inertia += term->held ? 0 : term->gain;
        }
        body->tau[arm->v_index[i]] = effort;
        const snw_status status = snw_dyn_set_rotor(&body->dyn, arm->v_index[i], inertia);
        if (snw_failed(status)) return status;
    }
    if (body->config->method == SNW_PLANT_FACTORED) {
        return snw_dyn_forward_factored(&body->dyn, q, v, body->tau, wrenches, a);
    }
    return snw_dyn_forward(&body->dyn, q, v, body->tau, wrenches, a);
}

// puts a term on the bound that it passes
static bool hold_bound(snw__term *term, double a) {
    if (term->held) return false;
    const double effort = term->start - term->gain * a;
    if (effort >= term->low && effort <= term->high) return false;
    term->held = true;
    term->effort = snw__clamp(effort, term->low, term->high);
    return true;
}

// a slip that would turn round within the step ends at rest, if dry friction can do it
static bool catch_slip(const snw__body *body, snw__joint *joint, double q, double v, double a) {
    if (joint->sticks || !(joint->drive.dry > 0) || joint->terms[SNW__DRY].held) return false;
    // a closed brake leaves nothing to dry friction
    if (joint->terms[SNW__DRY].high == HUGE_VAL) return false;
    if (v * (v + body->h * a) >= 0) return false;
    joint->terms[SNW__DRY] = locked(body, joint, v, 0);
    joint->terms[SNW__DRY].low = -joint->drive.dry;
    joint->terms[SNW__DRY].high = joint->drive.dry;
    joint->sticks = true;
    joint->stuck_at = q;
    return true;
}

// a hard limit that would be passed within the step is reached at its end
static bool catch_limit(const snw__body *body, snw__joint *joint, double q, double v, double a) {
    if (!joint->stops) return false;
    // a wall that has let go may be needed again
    const bool walled = !isnan(joint->limit) && !joint->terms[SNW__STOP].held;
    if (walled) return false;
    const double ahead = q + body->h * (v + body->h * a);
    if (ahead > joint->drive.upper) {
        joint->limit = joint->drive.upper;
    } else if (ahead < joint->drive.lower) {
        joint->limit = joint->drive.lower;
    } else {
        return false;
    }
    joint->terms[SNW__STOP] = stop(body, joint, q, v);
    return true;
}

static bool find_changes(snw__body *body, bool last) {
    const snw_arm *arm = body->arm;
    bool changed = false;
    for (int i = 0; i < arm->count; i++) {
        snw__joint *joint = &body->joints[i];
        const double q = body->q[arm->q_index[i]], v = body->v[arm->v_index[i]];
        const double a = body->a[arm->v_index[i]];
        const bool slip = !last && catch_slip(body, joint, q, v, a);
        const bool limit = catch_limit(body, joint, q, v, a);
        changed = changed || slip || limit;
        // a new term has nothing to do with this solution
        const unsigned fresh = (slip ? 1U << SNW__DRY : 0) | (limit ? 1U << SNW__STOP : 0);
        for (int t = 0; t < SNW__TERMS; t++) {
            if ((fresh >> t & 1) == 0 && hold_bound(&joint->terms[t], a)) changed = true;
        }
    }
    return changed;
}

// all efforts that have bounds are what the solution at hand makes them, but for walls
static void hold_all(snw__body *body) {
    const snw_arm *arm = body->arm;
    for (int i = 0; i < arm->count; i++) {
        for (int t = 0; t < SNW__TERMS; t++) {
            snw__term *term = &body->joints[i].terms[t];
            if (term->held || (term->low == -HUGE_VAL && term->high == HUGE_VAL)) continue;
            if (t == SNW__STOP && !isnan(body->joints[i].limit)) continue;
            term->effort = effort_of(term, body->a[arm->v_index[i]]);
            term->held = true;
        }
    }
}

static snw_status solve(snw__body *body) {
    for (int n = 0; n < SOLUTIONS; n++) {
        const snw_status status = snw__body_forward(body, body->q, body->v, body->a);
        if (snw_failed(status)) return status;
        // what is found before the last solution is taken as it is
        const bool last = n == SOLUTIONS - 2;
        if (n == SOLUTIONS - 1 || !find_changes(body, last)) break;
        if (last) hold_all(body);
        body->retries++;
    }
    return SNW_OK;
}

// --- the step ------------------------------------------------------------------------------------

// what is left of passing a limit after the last solution; the rate is left to the next step, in
// which the wall takes it
static void keep_limits(snw__body *body) {
    const snw_arm *arm = body->arm;
    for (int i = 0; i < arm->count; i++) {
        const snw__joint *joint = &body->joints[i];
        double *q = &body->q[arm->q_index[i]];
        if (joint->stops) *q = snw__clamp(*q, joint->drive.lower, joint->drive.upper);
    }
}

static snw_status advance(snw__body *body) {
    const snw_model *model = body->arm->model;
    for (int i = 0; i < model->nv; i++) {
        const double v = body->v[i] + body->h * body->a[i];
        if (!(fabs(v) <= FASTEST)) return SNW_ERR_LIMIT;
    }
    for (int i = 0; i < model->nv; i++) {
        body->v[i] += body->h * body->a[i];
    }
    if (body->plain) {
        for (int i = 0; i < model->nv; i++) {
            body->q[i] += body->h * body->v[i];
        }
        return SNW_OK;
    }
    return snw_integrate(model, body->q, body->v, body->h, body->q);
}

// efforts as they were in this step
static void settle(snw__body *body) {
    const snw_arm *arm = body->arm;
    snw__stand_settle(body);
    for (int i = 0; i < arm->count; i++) {
        for (int t = 0; t < SNW__TERMS; t++) {
            snw__term *term = &body->joints[i].terms[t];
            term->effort = effort_of(term, body->a[arm->v_index[i]]);
        }
    }
}

// accelerations with every effort as it is now, for the explicit integrator; brakes stay implicit
static snw_status accelerate(double t, const double *q, const double *v, double *a, void *context) {
    snw__body *body = context;
    (void)t;
    const snw_status status = snw__body_terms(body, q, v);
    if (snw_failed(status)) return status;
    for (int i = 0; i < body->arm->count; i++) {
        for (int k = 0; k < SNW__TERMS; k++) {
            snw__term *term = &body->joints[i].terms[k];
            if (k == SNW__BRAKE) continue;
            term->effort = effort_of(term, 0);
            term->held = true;
        }
    }
    return snw__body_forward(body, q, v, a);
}

snw_status snw__body_step(snw__body *body) {
    snw_status status = SNW_OK;
    if (body->config->integrator == SNW_PLANT_RK4) {
        const snw_stepper_source source = {accelerate, body};
        status = accelerate(0, body->q, body->v, body->a, body);
        if (snw_failed(status)) return status;
        settle(body);
        status = snw_stepper_step(&body->stepper, source, 0, body->h, body->q, body->v);
    } else {
        status = snw__body_terms(body, body->q, body->v);
        if (!snw_failed(status)) status = solve(body);
        if (snw_failed(status)) return status;
        settle(body);
        status = advance(body);
    }
    if (!snw_failed(status)) keep_limits(body);
    return status;
}
