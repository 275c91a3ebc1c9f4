// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "work.h"

#include <math.h>
#include <string.h>

snw__plant *snw__plant_of(const snw_drive *drive) {
    if (drive->type == NULL) return NULL;
    const snw_vtable *head = drive->type->functions;
    const bool ours = head == &snw__ideal_functions.head || head == &snw__limited_functions.head ||
                      head == &snw__simulated_functions.head;
    return ours ? drive->work : NULL;
}

double snw__pick(const double *values, int count, int axis, double otherwise) {
    if (count == 0) return otherwise;
    return values[count == 1 ? 0 : axis];
}

snw_status snw__check_count(const snw_drive *drive, const char *field, int count, snw_why *why) {
    if (count == 0 || count == 1 || count == drive->arm->count) return SNW_OK;
    snw_why_set(why, SNW_ERR_SIZE, field, "the number of values does not fit the axes");
    snw_why_add(why, "values", count, "");
    snw_why_add(why, "axes", drive->arm->count, "");
    snw_why_fix(why, "give one for all axes, or one for each");
    return SNW_ERR_SIZE;
}

snw__plant *snw__plant_lay_out(const snw_drive *drive, const double *q, snw_arena *arena) {
    const int count = drive->arm->count;
    snw__plant *plant = SNW_ARENA_ARRAY(arena, snw__plant, 1);
    snw__plant all = {.count = count};
    all.q = SNW_ARENA_ARRAY(arena, double, count);
    all.v = SNW_ARENA_ARRAY(arena, double, count);
    all.a = SNW_ARENA_ARRAY(arena, double, count);
    all.motor = SNW_ARENA_ARRAY(arena, double, count);
    all.axes = SNW_ARENA_ARRAY(arena, snw__axis, count);
    all.faults = SNW_ARENA_ARRAY(arena, snw__fault, count);
    all.encoders = SNW_ARENA_ARRAY(arena, snw__encoder, count);
    all.ring = SNW_ARENA_ARRAY(arena, snw__reading, (SNW_PLANT_DELAY + 1) * count);
    all.times = SNW_ARENA_ARRAY(arena, int64_t, SNW_PLANT_DELAY + 1);
    if (snw_failed(snw_arena_status(arena))) return NULL;

    all.rate = SNW_PLANT_RATE_EXACT;
    all.measures_effort = true;
    all.watchdog_ticks = 5;
    for (int i = 0; i < count; i++) {
        all.q[i] = q[i];
        all.axes[i].braked = true;
        all.encoders[i] = (snw__encoder){.mask = UINT32_MAX, .homed = true};
        snw__encoder_start(&all.encoders[i], 0, q[i]);
    }
    all.floats = drive->arm->model->floating;
    if (all.floats) memcpy(all.base, drive->arm->sensed.base, sizeof all.base);
    *plant = all;
    return plant;
}

// --- the base -----------------------------------------------------------------------------------

snw_status snw__plant_set_base(snw_drive *drive, snw_pose T_joint_base) {
    snw__plant *plant = snw__plant_of(drive);
    if (plant == NULL) return SNW_ERR_ARGUMENT;
    if (!plant->floats) return SNW_ERR_UNSUPPORTED;
    if (!snw_pose_is_finite(T_joint_base)) return SNW_ERR_NOT_FINITE;
    if (!(snw_mat3_drift(T_joint_base.R) <= 1e-9)) return SNW_ERR_RANGE;
    if (snw_mat3_det(T_joint_base.R) < 0) return SNW_ERR_RANGE;
    const snw_vec3 p = T_joint_base.p;
    const snw_quat r = snw_quat_from_mat3(T_joint_base.R);
    const double next[SNW__BASE_Q] = {p.x, p.y, p.z, r.x, r.y, r.z, r.w};
    memcpy(plant->base_next, next, sizeof next);
    plant->base_moved = true;
    return SNW_OK;
}

// --- commands ------------------------------------------------------------------------------------

static bool is_finite_command(const snw_arm_command *command) {
    for (int i = 0; i < command->count; i++) {
        const bool known = SNW_AXIS_OFF <= command->mode[i] && command->mode[i] <= SNW_AXIS_EFFORT;
        if (!known || !isfinite(command->q[i])) return false;
        if (!isfinite(command->v[i]) || !isfinite(command->effort[i])) return false;
    }
    return true;
}

static void trip(snw__axis *axis, snw_plant_fault_kind kind) {
    if (!axis->tripped) axis->code = (uint32_t)kind;
    axis->tripped = true;
}

// what a drive finds wrong with itself; a drive that has tripped stays off until it is told so
static void find_trips(snw__plant *plant, int i, int64_t t_ns, bool power) {
    snw__axis *axis = &plant->axes[i];
    const snw__fault *fault = &plant->faults[i];
    if (!power) trip(axis, SNW_PLANT_POWER);
    if (fault->now.kind == SNW_PLANT_OFF) trip(axis, SNW_PLANT_OFF);
    if (fault->now.kind == SNW_PLANT_LOST && axis->deaf > plant->watchdog_ticks) {
        trip(axis, SNW_PLANT_LOST);
    }
    if (fault->now.kind == SNW_PLANT_OVERLOAD) {
        const double since = 1e-9 * (double)(t_ns - fault->begin_ns);
        if (since >= fault->now.value) trip(axis, SNW_PLANT_OVERLOAD);
    }
}

static void hear(snw__axis *axis, const snw_arm_command *command, int i) {
    axis->heard = true;
    axis->deaf = 0;
    axis->fresh_mode = axis->mode != command->mode[i];
    axis->mode = command->mode[i];
    axis->q = command->q[i];
    axis->v = command->v[i];
    axis->effort = command->effort[i];
    // an acknowledged fault: the axis was told to be off
    if (!command->enable || axis->mode == SNW_AXIS_OFF) axis->tripped = false;
    axis->powered = command->enable;
}

snw_status snw__plant_hear(snw__plant *plant, int64_t t_ns, int64_t dt_ns,
                           const snw_arm_command *command) {
    if (command->count != plant->count) return SNW_ERR_SIZE;
    if (dt_ns <= 0) return SNW_ERR_RANGE;
    if (!is_finite_command(command)) return SNW_ERR_NOT_FINITE;
    const bool power = !snw__fault_anywhere(plant, SNW_PLANT_POWER);
    plant->dt_ns = dt_ns;
    for (int i = 0; i < plant->count; i++) {
        snw__axis *axis = &plant->axes[i];
        const snw_plant_fault_kind kind = plant->faults[i].now.kind;
        const bool hears = kind != SNW_PLANT_LOST && !(kind == SNW_PLANT_REFUSE && axis->heard);
        axis->fresh_mode = false;
        if (hears) {
            hear(axis, command, i);
        } else {
            axis->deaf++;
        }
        if (!power) axis->powered = false;
        find_trips(plant, i, t_ns, power);

        const bool on = axis->powered && !axis->tripped && axis->mode != SNW_AXIS_OFF;
        axis->ready = on ? axis->ready + 1 : 0;
        const bool enabled = on && axis->ready > plant->power_ticks;
        if (enabled && !axis->enabled) axis->fresh_mode = true;
        axis->enabled = enabled;
        axis->braked = !enabled && kind != SNW_PLANT_BRAKE;
        // readiness never needs to be known beyond the delay
        if (enabled) axis->ready = plant->power_ticks + 1;
    }
    return SNW_OK;
}

void snw__plant_show(const snw_drive *drive) {
    snw_plant_signals *signals = drive->signals;
    if (signals == NULL) return;
    const snw__plant *plant = drive->work;
    signals->count = plant->count;
    for (int i = 0; i < plant->count; i++) {
        signals->q[i] = plant->q[i];
        signals->v[i] = plant->v[i];
        signals->a[i] = plant->a[i];
        signals->motor[i] = plant->motor[i];
        signals->fault[i] = plant->faults[i].now.kind;
        signals->counts[i] = (int32_t)plant->encoders[i].last;
        signals->index[i] = plant->encoders[i].index;
    }
}
