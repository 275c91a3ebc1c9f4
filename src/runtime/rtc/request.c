// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

static const double SLACK = 1e-9; // relative: a value at its limit is not beyond it

// --- checks -------------------------------------------------------------------------------------

// a check that failed: flags in this sample, and the end of the session
static void fail(snw__session *s, int i, uint32_t check, int64_t end) {
    if ((s->chg.checks & check) == 0) return;
    s->how.flags |= check;
    s->how.joint_flags[i] |= check;
    snw__rtc_end(s, end, snw_arm_axis_name(s->arm, i));
}

// NaN is outside
static bool in_range(const snw__session *s, int i, double value) {
    const double travel = s->travel[i], slack = SLACK * (1 + fabs(value));
    if (!isfinite(travel)) return isfinite(value);
    const double range = value - (s->lower[i] - snw__rtc_origin(s, i));
    return range >= -slack && range <= travel + slack;
}

static bool slow_enough(const snw__session *s, int i, double rate) {
    return fabs(rate) <= s->guard->limits.velocity[i] * (1 + SLACK);
}

void snw__rtc_observe(snw__session *s) {
    const snw_rtc_how *how = &s->how;
    for (int i = 0; i < how->count; i++) {
        if (!in_range(s, i, how->position[i])) {
            fail(s, i, SNW_RTC_CHECK_OBSERVED_POSITION, SNW_RTC_END_OBSERVED_POSITION);
        }
        if (!slow_enough(s, i, how->velocity[i])) {
            fail(s, i, SNW_RTC_CHECK_OBSERVED_VELOCITY, SNW_RTC_END_OBSERVED_VELOCITY);
        }
        if ((how->status[i] & SNW_AXIS_HOMED) == 0) {
            fail(s, i, SNW_RTC_CHECK_CALIBRATED, SNW_RTC_END_NOT_CALIBRATED);
        }
    }
}

// --- requests -----------------------------------------------------------------------------------

// Where a new request goes on from: what the last one wanted, or the command where that was of
// another kind or was not followed.
static void begin(const snw__session *s, int i) {
    snw__joint *joint = &s->joints[i];
    const snw_arm *arm = s->arm;
    const bool positions = joint->operation == SNW_RTC_POS || joint->operation == SNW_RTC_POSVEL;
    if (positions && arm->follows) return;
    joint->q = arm->command.q[i];
    joint->v = 0;
    if (!arm->follows) return;
    joint->v = joint->operation == SNW_RTC_CUR ? arm->estimate.v[i] : arm->command.v[i];
}

// from the present rate to rest, at the largest deceleration: s = v^2 / 2a
static void brake(snw__joint *joint) {
    joint->operation = SNW_RTC_POS;
    joint->goal = joint->q + 0.5 * joint->v * fabs(joint->v) / joint->acceleration;
    SNW_IGNORE(snw_acceleration_limiter_reset(&joint->limiter, &joint->q, &joint->v));
}

static void take_position(snw__session *s, int i, const snw_rtc_request *request, double dt) {
    snw__joint *joint = &s->joints[i];
    const double goal = snw__rtc_origin(s, i) + request->value;
    if (!in_range(s, i, request->value)) {
        fail(s, i, SNW_RTC_CHECK_TARGET_POSITION, SNW_RTC_END_TARGET_POSITION);
    }
    if (request->operation == SNW_RTC_POSVEL && !slow_enough(s, i, (goal - joint->q) / dt)) {
        fail(s, i, SNW_RTC_CHECK_TARGET_VELOCITY, SNW_RTC_END_TARGET_VELOCITY);
    }
    joint->operation = request->operation;
    joint->goal = goal;
    if (request->operation == SNW_RTC_POSVEL) return;
    SNW_IGNORE(snw_acceleration_limiter_reset(&joint->limiter, &joint->q, &joint->v));
}

static void take(snw__session *s, int i, const snw_rtc_request *request, double dt) {
    snw__joint *joint = &s->joints[i];
    begin(s, i);
    joint->fresh = true;
    switch (request->operation) {
    case SNW_RTC_NONE:
        break;
    case SNW_RTC_POS:
    case SNW_RTC_POSVEL:
        take_position(s, i, request, dt);
        break;
    case SNW_RTC_VEL:
        if (!slow_enough(s, i, request->value)) {
            fail(s, i, SNW_RTC_CHECK_TARGET_VELOCITY, SNW_RTC_END_TARGET_VELOCITY);
        }
        joint->operation = SNW_RTC_VEL;
        joint->goal = request->value;
        break;
    case SNW_RTC_CUR:
        joint->operation = SNW_RTC_CUR;
        joint->goal = request->value;
        break;
    case SNW_RTC_STOPCAL:
        if ((s->how.status[i] & SNW_AXIS_HOMED) == 0) {
            snw__rtc_end(s, SNW_RTC_END_NO_CALIBRATION, snw_arm_axis_name(s->arm, i));
        }
        brake(joint);
        break;
    case SNW_RTC_STOP:
        brake(joint);
        break;
    }
}

// numbers of requests that use one are finite, operations are of the list
static bool is_sound(const snw_rtc_request *request) {
    const int operation = (int)request->operation;
    if (operation < SNW_RTC_NONE || operation > SNW_RTC_STOPCAL) return false;
    return operation >= SNW_RTC_STOP || operation == SNW_RTC_NONE || isfinite(request->value);
}

void snw__rtc_examine(snw__session *s, double dt) {
    snw_rtc_chg *chg = &s->chg;
    s->how.sequence = chg->sequence;
    for (int i = 0; i < s->arm->count; i++) {
        const snw_rtc_request request = chg->joint[i];
        chg->joint[i].operation = SNW_RTC_NONE;
        s->joints[i].fresh = false;
        if (!is_sound(&request)) {
            snw__rtc_end(s, SNW_RTC_END_BAD_REQUEST, snw_arm_axis_name(s->arm, i));
        } else if (request.operation != SNW_RTC_NONE) {
            take(s, i, &request, dt);
        }
    }
    if (!chg->power_off) return;
    chg->power_off = false;
    snw__rtc_end(s, SNW_RTC_END_POWER_OFF, "");
    SNW_IGNORE(snw_exec_request(s->first->exec, s->arm_index, SNW_REQUEST_DISABLE));
}

void snw__rtc_forget(snw__session *s) {
    for (int i = 0; i < s->arm->count; i++) {
        s->joints[i].operation = SNW_RTC_NONE;
        s->chg.joint[i].operation = SNW_RTC_NONE;
    }
    s->chg.power_off = false;
}

// --- a sample -----------------------------------------------------------------------------------

static void follow_position(const snw__session *s, int i, double dt) {
    snw__joint *joint = &s->joints[i];
    const bool lost = !s->arm->follows && !joint->fresh;
    if (lost) {
        // what was not followed begins anew from where the arm is held
        joint->q = s->arm->command.q[i];
        joint->v = 0;
        if (joint->operation == SNW_RTC_POS) {
            SNW_IGNORE(snw_acceleration_limiter_reset(&joint->limiter, &joint->q, &joint->v));
        }
    }
    if (joint->operation == SNW_RTC_POSVEL && !joint->fresh) brake(joint);
    if (joint->operation == SNW_RTC_POSVEL) {
        joint->v = (joint->goal - joint->q) / dt;
        joint->q = joint->goal;
        return;
    }
    SNW_IGNORE(snw_acceleration_limiter_update(&joint->limiter, &joint->goal, dt, &joint->q));
    joint->v = joint->limiter.rate[0];
}

static void follow_rate(snw__joint *joint, double dt) {
    const double most = joint->acceleration * dt, change = joint->goal - joint->v;
    joint->v += change > most ? most : change < -most ? -most : change;
}

void snw__rtc_step(snw__session *s, double dt) {
    snw_arm_command *wanted = &s->arm->wanted;
    for (int i = 0; i < s->arm->count; i++) {
        snw__joint *joint = &s->joints[i];
        wanted->mode[i] = SNW_AXIS_OFF;
        wanted->v[i] = wanted->effort[i] = 0;
        wanted->q[i] = s->arm->command.q[i];
        if (joint->operation == SNW_RTC_POS || joint->operation == SNW_RTC_POSVEL) {
            follow_position(s, i, dt);
            wanted->mode[i] = SNW_AXIS_POSITION;
            wanted->q[i] = joint->q;
            wanted->v[i] = joint->v;
        } else if (joint->operation == SNW_RTC_VEL) {
            if (!s->arm->follows && !joint->fresh) joint->v = 0;
            follow_rate(joint, dt);
            wanted->mode[i] = SNW_AXIS_VELOCITY;
            wanted->v[i] = joint->v;
        } else if (joint->operation == SNW_RTC_CUR) {
            wanted->mode[i] = SNW_AXIS_EFFORT;
            wanted->effort[i] = joint->goal;
        }
    }
}
