// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>
#include <string.h>

#include "inside.h"

// Longest tick that is integrated as one [s]; what is longer is a gap.
static const double LONGEST_TICK = 0.25;
// A position is impossible when it is outside by more than the whole range, or this for endless
// axes.
static const double ENDLESS = 1e6;

static snw_status refuse_config(snw_why *why, const char *name, double value) {
    snw_why_set(why, SNW_ERR_RANGE, name, "a setting of the guard is not usable");
    snw_why_rule(why, "guard-config");
    snw_why_add(why, "value", value, "");
    return SNW_ERR_RANGE;
}

// Numbers that come past a file are checked here too, against the one table of their ranges.
// Reading the table calls nothing that could allocate, so this may stay among the files of the
// loop.
static snw_status check_config(const snw_guard_config *config, snw_why *why) {
    const snw_type *type = &snw_guard_config_type;
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (field->kind != SNW_KIND_REAL || field->length > 0) continue;
        double value;
        memcpy(&value, (const char *)config + field->offset, sizeof value);
        const bool endless = (field->flags & SNW_INFINITE) != 0 && value == HUGE_VAL;
        if (!endless && !(value >= field->range.low && value <= field->range.high)) {
            return refuse_config(why, field->name, value);
        }
    }
    if (config->box_count < 0 || config->box_count > SNW_GUARD_BOXES) {
        return refuse_config(why, "box_count", config->box_count);
    }
    return type->validate(config, why);
}

static double narrowed(double model, double scale, double otherwise) {
    return (isfinite(model) ? model : otherwise) * scale;
}

// limits of an axis: the model's where it has some, else the defaults; scaled, with the margin
static void take_limits(snw_guard *guard, const snw_arm *arm, int i) {
    const snw_guard_config *config = &guard->config;
    const snw_arm_limits *from = &arm->limits;
    snw_arm_limits *to = &guard->limits;
    const double range = from->upper[i] - from->lower[i];
    const double margin = fmin(config->margin, 0.25 * range);
    to->lower[i] = from->lower[i] + margin;
    to->upper[i] = from->upper[i] - margin;
    const double scale = config->acceleration_scale, otherwise = config->default_acceleration;
    to->velocity[i] = narrowed(from->velocity[i], config->velocity_scale, config->default_velocity);
    to->acceleration[i] = narrowed(from->acceleration[i], scale, otherwise);
    to->deceleration[i] =
        narrowed(from->deceleration[i], scale,
                 isfinite(from->acceleration[i]) ? from->acceleration[i] : otherwise);
    to->jerk[i] = narrowed(from->jerk[i], scale, config->default_jerk);
    to->effort[i] = from->effort[i];
    to->effort_rate[i] = fmin(from->effort_rate[i], config->effort_rate);
}

// what a reading may be outside of the limits of an axis at least [rad or m]
#define LEAST_BEYOND 0.1

static snw_status take_axis(snw_guard *guard, const snw_arm *arm, int i, snw_why *why) {
    const snw_arm_limits *limits = &guard->limits;
    snw__axis *axis = &guard->work->axes[i];
    take_limits(guard, arm, i);
    const double rates[] = {limits->velocity[i], limits->acceleration[i], limits->deceleration[i],
                            limits->jerk[i],     limits->effort[i],       limits->effort_rate[i]};
    bool usable = limits->lower[i] <= limits->upper[i];
    for (int k = 0; k < 6; k++)
        usable = usable && rates[k] > 0;
    if (!usable) {
        return snw_refuse_rule(
            why, SNW_ERR_LIMIT, "guard-limits", snw_arm_axis_name(arm, i),
            "an axis needs limits above zero, and its lower end below its upper one", NULL);
    }
    axis->low = limits->lower[i];
    axis->high = limits->upper[i];
    axis->hard_low = arm->limits.lower[i];
    axis->hard_high = arm->limits.upper[i];
    axis->zone = 0.5 * fmin(guard->config.margin, 0.25 * (axis->hard_high - axis->hard_low));
    axis->speed = rates[0];
    axis->accel = rates[1];
    axis->decel = rates[2];
    axis->jerk = rates[3];
    axis->effort = rates[4];
    axis->effort_rate = rates[5];
    axis->half_decel = 0.5 / axis->decel;
    axis->jerk_time = 0.5 * axis->decel / axis->jerk;
    axis->rejoin = 0.5 * fmin(axis->accel, axis->decel);
    const double range = axis->hard_high - axis->hard_low;
    // an axis whose limits leave it no range still has readings beside them
    const double beyond = fmax(range, LEAST_BEYOND);
    axis->least = isfinite(range) ? axis->hard_low - beyond : -ENDLESS;
    axis->most = isfinite(range) ? axis->hard_high + beyond : ENDLESS;
    axis->wanted = guard->config.hold;
    return SNW_OK;
}

static snw_status init_models(snw_guard *guard, const snw_arm *arm, snw_arena *arena) {
    struct snw__guard spare, *work = guard->work != NULL ? guard->work : &spare;
    snw_status status = snw_kin_init(&work->kin, arm->model, arena);
    if (snw_failed(status) && status != SNW_ERR_MEMORY) return status;
    status = snw_dyn_init(&work->dyn, arm->model, arena);
    if (snw_failed(status)) return status;
    status = snw_dyn_set_gravity(&work->dyn, arm->gravity);
    if (!snw_failed(status)) status = snw_dyn_set_base(&work->dyn, arm->T_world_base);
    if (!snw_failed(status) && arm->robot != NULL) {
        status = snw_dyn_set_actuators(&work->dyn, arm->robot);
    }
    return status;
}

static void set_dt(struct snw__guard *work, double dt) {
    work->dt = dt;
    work->per_dt = 1 / dt;
    work->slow_part = dt < SNW__SLOW_TIME ? dt / SNW__SLOW_TIME : 1;
    for (int i = 0; i < work->count; i++) {
        snw__axis *axis = &work->axes[i];
        axis->reach = 3 * axis->speed * dt;
        axis->rate_step = fmin(axis->accel, axis->decel) * dt;
        axis->effort_step = axis->effort_rate * dt;
        axis->late_time = dt + axis->jerk_time;
    }
}

snw_status snw_guard_init(snw_guard *guard, const snw_guard_config *config, const snw_arm *arm,
                          snw_arena *arena, snw_why *why) {
    memset(guard, 0, sizeof *guard);
    guard->config = *config;
    guard->limits.count = guard->signals.count = arm->count;
    guard->signals.axis = -1;
    snw__stop_machine_reset(&guard->machine);
    guard->signals.state = guard->machine.state;
    guard->signals.active = guard->machine.active;
    snw_status status = check_config(config, why);
    if (snw_failed(status)) return status;

    const int nq = arm->model->nq, nv = arm->model->nv;
    struct snw__guard *work = SNW_ARENA_ARRAY(arena, struct snw__guard, 1);
    snw__axis *axes = SNW_ARENA_ARRAY(arena, snw__axis, arm->count);
    double *q = SNW_ARENA_ARRAY(arena, double, nq), *tau = SNW_ARENA_ARRAY(arena, double, nv);
    double *v = SNW_ARENA_ARRAY(arena, double, nv), *a = SNW_ARENA_ARRAY(arena, double, nv);
    double *M = SNW_ARENA_ARRAY(arena, double, nv *nv);
    guard->work = work;
    status = init_models(guard, arm, arena);
    if (snw_failed(snw_arena_status(arena))) return SNW_ERR_MEMORY;
    if (snw_failed(status)) return status;

    work->arm = arm;
    work->count = arm->count;
    work->axes = axes;
    work->q = q;
    work->v = v;
    work->a = a;
    work->tau = tau;
    work->M = M;
    snw_neutral(arm->model, q);
    for (int i = 0; i < arm->count && !snw_failed(status); i++)
        status = take_axis(guard, arm, i, why);
    set_dt(work, 1e-3);
    work->period = work->dt;
    work->entry = true;
    for (int k = 0; k < SNW__CLAMPS; k++)
        work->clamped[k] = -HUGE_VAL;
    for (int k = 0; k < 10; k++)
        work->bad_times[k] = -HUGE_VAL;
    work->state = guard->machine.state;
    work->watched = snw__guard_boxes_init(guard);
    return status;
}

const double *snw_guard_position(const snw_guard *guard) {
    return guard->work->position;
}

static void begin_tick(snw_guard *guard, const snw_guard_tick *tick) {
    struct snw__guard *work = guard->work;
    // time that cannot be, or that jumped, is not moved through; but readings are of its end
    const bool jumped = !(tick->gap <= SNW__LATE_STOP * work->dt);
    if (tick->dt != work->dt && tick->dt > 0 && tick->dt <= LONGEST_TICK && !jumped) {
        set_dt(work, tick->dt);
    }
    if (tick->late == 0 && !(tick->gap > 0)) work->period = work->dt;
    for (int i = 0; jumped && tick->gap > 0 && i < work->count; i++) {
        work->axes[i].age += tick->gap;
        work->axes[i].usual = false;
    }
    work->time += work->dt;
    work->t_ns = tick->t_ns;
    work->number = tick->number;
    work->demand = SNW_STOP_NONE;
    work->demand_cause = SNW_CAUSE_NONE;
    work->demand_axis = work->demand_event = -1;
    work->given = NULL;
    work->before = work->now;
    work->now = 0;
    work->news = NULL;
    guard->event_count = 0;
}

// an arm without power: the command is where it is, at rest
static void rest_at_reading(struct snw__guard *work) {
    for (int i = 0; i < work->count; i++) {
        snw__axis *axis = &work->axes[i];
        axis->mode = SNW_AXIS_OFF;
        axis->q = axis->wish = axis->next_q = axis->measured;
        axis->v = axis->next_v = axis->told = axis->tau = axis->next_tau = 0;
        axis->outside = axis->loaded = axis->travel = 0;
        axis->live = axis->fed_power = axis->anchored = false;
    }
    work->braking = work->resting = false;
    work->entry = true;
    work->refused = false;
    work->enabled_for = 0;
    work->all_live = false;
}

// remembers how an arm is held when nothing is wanted, and takes up a mode that is
static void take_modes(struct snw__guard *work, const snw_arm_command *wanted, bool follows) {
    for (int i = 0; i < work->count; i++) {
        snw__axis *axis = &work->axes[i];
        const snw_axis_mode mode = wanted->mode[i];
        const bool known =
            mode == SNW_AXIS_POSITION || mode == SNW_AXIS_VELOCITY || mode == SNW_AXIS_EFFORT;
        if (!follows && axis->mode != SNW_AXIS_OFF) continue;
        if (known) axis->wanted = mode;
        axis->mode = axis->wanted;
        axis->raw = wanted->q[i];
    }
}

// power has just been asked for, and drives are on their way
static void wait_for_drives(struct snw__guard *work) {
    if (work->all_live) return;
    work->enabled_for += work->dt;
    work->all_live = true;
    for (int i = 0; i < work->count; i++)
        work->all_live = work->all_live && work->axes[i].live;
}

static bool anything_wanted(const struct snw__guard *work, const snw_arm_command *wanted) {
    for (int i = 0; i < work->count; i++)
        if (wanted->mode[i] != SNW_AXIS_OFF) return true;
    return false;
}

// what is wanted in this tick, as far as it may be
static bool look_at_wishes(snw_guard *guard, const snw_guard_tick *tick, const snw_arm *arm) {
    struct snw__guard *work = guard->work;
    if (!snw__stop_machine_follows(&guard->machine)) return false;
    if (!work->all_live || !tick->motion_allowed || !anything_wanted(work, &arm->wanted)) {
        work->entry = true;
        work->refused = false;
        return false;
    }
    if (!snw__guard_wishes(guard, arm)) return false;
    return !work->watched || snw__guard_boxes_wish(guard);
}

// An axis whose reading keeps the arm from being used: it never came, is too old, or cannot be.
static void blame_reading(snw_guard *guard, const snw_arm *arm) {
    const struct snw__guard *work = guard->work;
    for (int i = 0; i < work->count; i++) {
        const snw__axis *axis = &work->axes[i];
        const char *unit = snw__guard_unit(guard, i);
        if (axis->bad > 0 && snw__guard_cause(guard, SNW_CAUSE_BAD_READING, i)) {
            snw__guard_number(guard, "reading", arm->sensed.q[i], unit);
            snw__guard_number(guard, "least", axis->least, unit);
            snw__guard_number(guard, "most", axis->most, unit);
            return;
        }
        if (!axis->known || !(axis->age <= guard->config.stale_time)) {
            if (snw__guard_cause(guard, SNW_CAUSE_LOST, i))
                snw__guard_number(guard, "age", axis->age, "s");
            return;
        }
    }
}

// An arm that was never enabled is latched without a cause. Whoever acknowledges that and is
// refused learns why.
static void tell_refusal(snw_guard *guard, const snw_arm *arm) {
    if (guard->signals.cause != SNW_CAUSE_NONE) return;
    if (guard->work->demand_cause == SNW_CAUSE_NONE) blame_reading(guard, arm);
    if (guard->work->demand_cause != SNW_CAUSE_NONE) snw__guard_latch(guard);
}

// the machine's turn: a stop that begins has one first cause
static void run_machine(snw_guard *guard, const snw_guard_tick *tick, const snw_arm *arm) {
    struct snw__guard *work = guard->work;
    snw_guard_signals *signals = &guard->signals;
    const snw_stop_state before = guard->machine.state;
    // what does not matter is not asked for: an arm that follows and goes on doing so
    const bool idle = before != SNW_ARM_ENABLED || work->demand != SNW_STOP_NONE;
    const snw_stop_events events = {
        .demand = work->demand,
        .cause_present = work->demand != SNW_STOP_NONE || (idle && !snw__guard_sees(guard)),
        .standstill = idle && snw__guard_standstill(guard),
        .left_envelope = work->left_envelope,
        .acknowledge = tick->acknowledge,
        .enable = tick->enable,
        .disable = tick->disable,
        .ready = before == SNW_ARM_DISABLED && snw__guard_ready(guard, arm),
    };
    const bool pressed = tick->acknowledge && !guard->machine.was_acknowledged;
    const bool began = snw_stop_machine_step(&guard->machine, &events);
    const snw_stop_state after = guard->machine.state;
    const bool held = before == SNW_ARM_STOPPING || before == SNW_ARM_HELD;
    if (began && held && events.left_envelope && work->demand < guard->machine.active) {
        snw__guard_tell_braking(guard);
    }
    // one that becomes more severe is still the same stop
    const bool escalates = began && signals->cause != SNW_CAUSE_NONE;
    if (began && !escalates) signals->stops++;
    if (escalates) {
        snw__guard_escalate(guard);
    } else if (began && work->demand_cause != SNW_CAUSE_NONE) {
        snw__guard_latch(guard);
    }
    work->left_envelope = false;
    if (after == SNW_ARM_STOPPING && (began || before != after)) snw__guard_envelope_begin(guard);
    if (before != after && (after == SNW_ARM_ENABLED || after == SNW_ARM_DISABLED)) {
        signals->cause = SNW_CAUSE_NONE;
        signals->axis = -1;
        signals->harder = SNW_CAUSE_NONE;
        memset(&guard->first, 0, sizeof guard->first);
        memset(&guard->harder, 0, sizeof guard->harder);
        work->entry = true;
        work->refused = false;
    }
    if (pressed && before == SNW_ARM_LATCHED && after == before) tell_refusal(guard, arm);
    signals->state = after;
    signals->active = guard->machine.active;
}

// an axis that follows efforts has its command where it is
static void follow_reading(snw__axis *axis) {
    const double v = axis->fast, most = axis->speed;
    axis->next_q = axis->next_wish = axis->measured;
    axis->next_v = v > most ? most : v < -most ? -most : v;
    axis->told = 0;
}

static void write_command(snw_guard *guard, snw_arm *arm) {
    struct snw__guard *work = guard->work;
    snw_arm_command *command = &arm->command;
    const bool powered = snw_stop_machine_powered(&guard->machine);
    command->count = work->count;
    command->enable = powered;
    for (int i = 0; i < work->count; i++) {
        snw__axis *axis = &work->axes[i];
        if (axis->mode == SNW_AXIS_EFFORT) follow_reading(axis);
        axis->q = axis->next_q;
        axis->v = axis->next_v;
        axis->tau = axis->next_tau;
        axis->wish = axis->next_wish;
        command->mode[i] = axis->mode;
        command->q[i] = work->position[i] = axis->q;
        command->v[i] = axis->told;
        command->effort[i] = axis->tau;
    }
}

// the same of a wish that passed as it is: power and modes are those of the last tick
static void write_plain(struct snw__guard *work, snw_arm_command *command) {
    const int count = work->count;
    snw__axis *axis = work->axes;
    for (int i = 0; i < count; i++, axis++) {
        if (axis->mode == SNW_AXIS_EFFORT) follow_reading(axis);
        axis->v = axis->next_v;
        command->q[i] = work->position[i] = axis->q = axis->next_q;
        command->v[i] = axis->told;
        command->effort[i] = axis->tau = axis->next_tau;
    }
}

void snw_guard_step(snw_guard *guard, const snw_guard_tick *tick, snw_arm *arm) {
    struct snw__guard *work = guard->work;
    begin_tick(guard, tick);
    snw__guard_read(guard, arm);
    snw__guard_watch(guard, tick, arm);
    if (work->watched) snw__guard_boxes_measured(guard);
    snw__guard_drift(guard);
    if (guard->machine.state == SNW_ARM_STOPPING) snw__guard_envelope(guard);
    if (snw_stop_machine_powered(&guard->machine)) wait_for_drives(work);
    const bool accepted = look_at_wishes(guard, tick, arm);
    work->state = guard->machine.state;
    run_machine(guard, tick, arm);

    const bool enabled = snw__stop_machine_follows(&guard->machine);
    const bool follows = accepted && enabled;
    // a source goes on after a wish that was refused as if it had been lost on its way
    const bool missed = enabled && work->misses > 0 && !work->entry;
    arm->follows = follows || missed;
    guard->signals.scale = 1;
    if (follows && work->plain) {
        write_plain(work, &arm->command);
        return;
    }
    take_modes(work, &arm->wanted, follows);
    work->joined = work->joined && follows;
    work->plain = false;
    if (!snw_stop_machine_powered(&guard->machine)) {
        rest_at_reading(work);
    } else if (follows) {
        work->braking = false;
    } else if (!work->all_live && guard->machine.state == SNW_ARM_ENABLED) {
        snw__guard_settle(guard);
        snw__guard_hold(guard);
    } else {
        snw__guard_brake(guard);
        snw__guard_hold(guard);
        guard->signals.scale = work->ramp.s;
    }
    write_command(guard, arm);
}
