// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/servo/law.h"

#include <math.h>
#include <string.h>

#include "internal.h"

// around all periods, and such that no quotient or product of readings overflows
static const double SHORTEST_TICK = 1e-9, LONGEST_TICK = 10;

bool snw__tick_is_sound(double dt) {
    return dt >= SHORTEST_TICK && dt <= LONGEST_TICK;
}

snw_status snw__servo_counts(const snw_arm *arm, const int *counts, int n) {
    for (int i = 0; i < n; i++) {
        if (counts[i] != 0 && counts[i] != 1 && counts[i] != arm->count) return SNW_ERR_SIZE;
    }
    return SNW_OK;
}

// A finite number times zero is zero, any other is NaN: one product and one sum per value, which
// matters where every law asks in every tick.
bool snw__all_finite(const double *values, int count) {
    double zero = 0;
    for (int i = 0; i < count; i++)
        zero += 0 * values[i];
    return zero == 0;
}

snw_status snw__servo_ready(const snw_arm *arm, double dt) {
    const snw_arm_estimate *now = &arm->estimate;
    if (!now->valid) return SNW_ERR_STATE;
    if (!snw__tick_is_sound(dt)) return SNW_ERR_RANGE;
    if (!snw__all_finite(now->q, arm->count)) return SNW_ERR_NOT_FINITE;
    return snw__all_finite(now->v, arm->count) ? SNW_OK : SNW_ERR_NOT_FINITE;
}

bool snw__servo_errors(const snw_arm *arm, snw__errors *errors) {
    const snw_arm_target *target = &arm->target;
    const snw_arm_estimate *now = &arm->estimate;
    const bool place = target->mode == SNW_AXIS_POSITION;
    const bool follows = place || target->mode == SNW_AXIS_VELOCITY;
    for (int i = 0; i < arm->count; i++) {
        errors->position[i] = place ? target->q[i] - now->q[i] : 0;
        errors->rate[i] = follows ? target->v[i] - now->v[i] : 0;
        errors->acceleration[i] = follows ? target->a[i] : 0;
    }
    return follows;
}

snw_status snw__servo_add(const double *values, int count, double *term, double *effort) {
    if (!snw__all_finite(values, count)) return SNW_ERR_NOT_FINITE;
    for (int i = 0; i < count; i++) {
        term[i] = values[i];
        effort[i] += values[i];
    }
    return SNW_OK;
}

snw_status snw_servo_feed(snw_servo_term *term, const snw_arm *arm, double *effort) {
    const snw_status status = snw__servo_add(arm->target.effort, arm->count, term->effort, effort);
    if (status == SNW_OK) term->count = arm->count;
    return status;
}

void snw_law_reset(snw_law *law, const snw_arm *arm) {
    memset(&law->signals, 0, sizeof law->signals);
    law->signals.count = arm->count;
    law->updates = 0;
    if (law->restart != NULL) law->restart(arm, law->context);
}

snw_status snw_law_update(snw_law *law, const snw_arm *arm, double dt, double *effort) {
    snw_status status = snw__servo_ready(arm, dt);
    if (snw_failed(status)) return status;

    // the function adds to zeros, so that its term is known and can be refused
    double term[SNW_AXES] = {0};
    const snw_status news = law->calculate(arm, dt, term, law->context);
    if (snw_failed(news)) return news;
    status = snw__servo_add(term, arm->count, law->signals.effort, effort);
    if (snw_failed(status)) return status;
    law->signals.count = arm->count;
    law->updates++;
    return news;
}

static const snw_field term_fields[] = {
    {SHOWN(snw_servo_term, effort), .help = "Efforts added by this law [N.m or N]."},
};
const snw_type snw_servo_term_type = {SERVO_TYPE(snw_servo_term, term_fields),
                                      .help = "One term of the efforts of an arm."};
