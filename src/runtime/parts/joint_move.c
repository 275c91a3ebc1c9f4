// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "sinew/filter.h"
#include "source_orders.h"

typedef struct joint_move {
    snw_acceleration_limiter limiter;
    double goal[SNW_AXES];
    double seen[SNW_AXES]; // goal of the configuration, as of the last tick
    double rate[SNW_AXES]; // of the last tick
    bool arrived;
    uint64_t goals; // taken or given up
} joint_move;

typedef struct move_signals {
    int count;
    double goal[SNW_AXES];
    bool arrived;
    uint64_t moves;
} move_signals;

// what an axis may do where its model sets no limit
static double limited(double limit, double standard) {
    return isfinite(limit) && limit > 0 ? limit : standard;
}

static snw_status move_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    const snw_joint_move *config = self->config;
    const snw_arm *arm = self->arm;
    if (config->goal_count > 1 || arm->count > 1) {
        const snw_status status = snw__parts_check_count(self, "goal", config->goal_count, why);
        if (snw_failed(status)) return status;
    }
    double rates[SNW_AXES], accelerations[SNW_AXES];
    for (int i = 0; i < arm->count; i++) {
        const snw_arm_limits *limits = &arm->limits;
        const double up = limited(limits->acceleration[i], 10);
        const double down = limited(limits->deceleration[i], up);
        rates[i] = config->speed * limited(limits->velocity[i], 1);
        accelerations[i] = config->acceleration * fmin(up, down);
    }
    joint_move *move = SNW_ARENA_ARRAY(arena, joint_move, 1);
    self->work = move;
    snw_acceleration_limiter measured;
    return snw_acceleration_limiter_init(move != NULL ? &move->limiter : &measured, arm->count,
                                         rates, accelerations, arena);
}

static snw_status go(snw_component *self, const double *goal, snw_why *why) {
    joint_move *move = self->work;
    const snw_arm_limits *limits = &self->arm->limits;
    if (self->arm->taken) return snw__parts_check_free(self->arm, why);
    for (int i = 0; i < self->arm->count; i++) {
        if (goal[i] >= limits->lower[i] && goal[i] <= limits->upper[i]) continue;
        snw_why_set(why, isfinite(goal[i]) ? SNW_ERR_LIMIT : SNW_ERR_NOT_FINITE,
                    snw_arm_axis_name(self->arm, i), "the goal is beyond the limit of the joint");
        snw_why_add(why, "goal", goal[i], "");
        snw_why_add(why, "lower", limits->lower[i], "");
        snw_why_add(why, "upper", limits->upper[i], "");
        snw_why_rule(why, "target-limit");
        snw_why_fix(why, "choose a goal between the limits");
        return isfinite(goal[i]) ? SNW_ERR_LIMIT : SNW_ERR_NOT_FINITE;
    }
    memcpy(move->goal, goal, (size_t)self->arm->count * sizeof *goal);
    move->arrived = false;
    move->goals++;
    ((move_signals *)self->signals)->moves++;
    return SNW_OK;
}

static void stay(joint_move *move, const snw_arm *arm) {
    const double *here = snw__parts_origin(arm);
    SNW_IGNORE(snw_acceleration_limiter_reset(&move->limiter, here, NULL));
    memcpy(move->goal, move->limiter.value, (size_t)arm->count * sizeof(double));
    memset(move->rate, 0, sizeof move->rate);
    move->arrived = true;
}

static snw_status move_start(snw_component *self, snw_why *why) {
    (void)why;
    joint_move *move = self->work;
    const snw_joint_move *config = self->config;
    memcpy(move->seen, config->goal, sizeof move->seen);
    stay(move, self->arm);
    return SNW_OK;
}

// a goal that somebody has set since the last tick
static void take_goal(snw_component *self) {
    const snw_joint_move *config = self->config;
    joint_move *move = self->work;
    const size_t bytes = (size_t)config->goal_count * sizeof *config->goal;
    if (config->goal_count != self->arm->count) return;
    if (memcmp(move->seen, config->goal, bytes) == 0) return;
    memcpy(move->seen, config->goal, bytes);
    snw_why why = {0};
    if (snw_failed(go(self, config->goal, &why))) snw_component_event(self, &why);
}

static snw_status move_update(snw_component *self, const snw_tick *tick) {
    joint_move *move = self->work;
    snw_arm *arm = self->arm;
    move_signals *signals = self->signals;
    if (!snw__parts_is_free(arm)) stay(move, arm);
    take_goal(self);
    const snw_status status =
        snw_acceleration_limiter_update(&move->limiter, move->goal, tick->dt, arm->target.q);
    if (snw_failed(status)) return status;
    move->arrived = status == SNW_OK;
    arm->target.mode = SNW_AXIS_POSITION;
    for (int i = 0; i < arm->count; i++) {
        arm->target.v[i] = move->limiter.rate[i];
        arm->target.a[i] = (move->limiter.rate[i] - move->rate[i]) / tick->dt;
        move->rate[i] = move->limiter.rate[i];
    }
    signals->count = arm->count;
    memcpy(signals->goal, move->goal, (size_t)arm->count * sizeof(double));
    signals->arrived = move->arrived;
    return SNW_OK;
}

// Under way until the arm has arrived. Its number is in the answer: a newer goal takes its place.
snw_status snw__joint_move_go(void *self, const void *arguments, void *answer, snw_why *why) {
    snw_component *component = self;
    joint_move *move = component->work;
    const snw__joints_order *order = arguments;
    uint64_t *number = &((snw__joints_answer *)answer)->number;
    const snw_status is_free = snw__parts_check_free(component->arm, why);
    if (order->count != component->arm->count) {
        const snw_status status =
            snw_refuse(why, SNW_ERR_SIZE, component->name, "a goal has one number for each axis",
                       "give as many numbers as the arm has axes");
        snw_why_add(why, "axes", component->arm->count, "");
        snw_why_add(why, "numbers", order->count, "");
        return status;
    }
    if (snw_failed(is_free)) return is_free;
    const size_t bytes = (size_t)order->count * sizeof *order->q;
    if (*number == 0 && memcmp(order->q, move->goal, bytes) != 0) {
        const snw_status status = go(component, order->q, why);
        if (snw_failed(status)) return status;
    }
    if (*number == 0) *number = move->goals + 1;
    if (*number != move->goals + 1) {
        return snw_refuse(why, SNW_ERR_INTERRUPTED, component->name,
                          "it was stopped, or replaced by another goal", "send the command again");
    }
    return move->arrived ? SNW_OK : SNW_NOTHING_NEW;
}

snw_status snw__joint_move_stop(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer, (void)why;
    const snw_component *component = self;
    joint_move *move = component->work;
    stay(move, component->arm);
    move->goals++;
    return SNW_OK;
}

static const snw_field signal_fields[] = {
    {SNW_AT_COUNTED(move_signals, goal, count), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,
     .help = "Goal of the arm [rad or m]."},
    {SNW_AT(move_signals, arrived), .kind = SNW_KIND_BOOL, .role = SNW_SIGNAL,
     .help = "The target has reached the goal."},
    {SNW_AT(move_signals, moves), .kind = SNW_KIND_UINT, .role = SNW_SIGNAL,
     .help = "Number of goals that were accepted."},
};
static const snw_type signals_type = {
    SNW_TYPE_AS("joint_move_signals", move_signals, signal_fields), .space = &snw_space_motion,
    .help = "Signals of a joint_move component."};

static const snw_field move_fields[] = {
    {SNW_AT_COUNTED(snw_joint_move, goal, goal_count), .kind = SNW_KIND_REAL, .range = {-1e3, 1e3},
     .when = SNW_LIVE, .help = "One position per joint [rad or m]; empty means stay."},
    {SNW_AT(snw_joint_move, speed), .kind = SNW_KIND_REAL, .range = {1e-3, 1}, .initial = "0.5",
     .help = "Speed as a fraction of the velocity limits."},
    {SNW_AT(snw_joint_move, acceleration), .kind = SNW_KIND_REAL, .range = {1e-3, 1},
     .initial = "0.5", .help = "Acceleration as a fraction of the acceleration limits."},
};
static const snw_component_functions move_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_SOURCE,
    .needs_arm = true,
    .signals = &signals_type,
    .commands = snw__joint_move_commands,
    .command_count = SNW__JOINT_MOVE_COMMANDS,
    .configure = move_configure,
    .start = move_start,
    .update = move_update,
};
const snw_type snw_joint_move_type = {
    SNW_TYPE_AS("joint_move", snw_joint_move, move_fields), .base = "component",
    .space = &snw_space_motion, .functions = &move_functions.head,
    .help = "Moves the joints to a goal, each axis within its limits."};
