// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/jog.h"

#include <math.h>
#include <string.h>

#include "internal.h"

snw_status snw_jog_init(snw_jog *jog, const snw_jog_config *config, snw_control *control,
                        snw_arena *arena) {
    memset(jog, 0, sizeof *jog);
    const snw_effector_set *set = &control->set;
    if (set->count < 1 || set->slots[0].rows != 6 || set->slots[0].soft) return SNW_ERR_ARGUMENT;
    const int nv = control->task.model->nv;
    jog->config = config;
    jog->control = control;
    jog->axes = nv > 6 ? nv : 6;
    jog->rates = SNW_ARENA_ARRAY(arena, double, nv);
    jog->now = SNW_ARENA_ARRAY(arena, snw_profile_state, jog->axes);
    jog->to = SNW_ARENA_ARRAY(arena, snw_profile_state, jog->axes);
    jog->limits = SNW_ARENA_ARRAY(arena, snw_profile_limits, jog->axes);
    // the number of axes is legal: this can only lack memory
    SNW_IGNORE(snw_profile_init(&jog->profile, jog->axes, arena));
    return snw_arena_status(arena);
}

// --- commands ------------------------------------------------------------------------------------

static snw_vec3 hold_to(snw_vec3 v, double most) {
    const double length = snw_vec3_norm(v);
    return length > most ? snw_vec3_scale(v, most / length) : v;
}

// another mode begins where the mechanism is, not where the last one was
static void enter(snw_jog *jog, snw_jog_mode mode) {
    if (jog->mode == mode) return;
    for (int i = 0; i < jog->axes; i++)
        jog->now[i].a = (double)NAN;
    jog->mode = mode;
}

snw_status snw_jog_twist(snw_jog *jog, double t, snw_twist twist, snw_jog_frame frame) {
    if (!isfinite(t) || !snw_vec3_is_finite(twist.lin) || !snw_vec3_is_finite(twist.ang)) {
        return SNW_ERR_NOT_FINITE;
    }
    jog->twist = snw_twist_of(hold_to(twist.lin, jog->config->speed_linear),
                              hold_to(twist.ang, jog->config->speed_angular));
    jog->frame = frame;
    jog->commanded = t;
    enter(jog, SNW_JOG_TWIST);
    return SNW_OK;
}

snw_status snw_jog_joints(snw_jog *jog, double t, const double *rates) {
    const snw_rate_limits *limits = &jog->control->limits;
    if (!isfinite(t) || !snw__finite(rates, limits->n)) return SNW_ERR_NOT_FINITE;
    for (int i = 0; i < limits->n; i++) {
        const double most = jog->config->joint_share * limits->velocity[i];
        jog->rates[i] = fmin(fmax(rates[i], -most), most);
    }
    jog->commanded = t;
    enter(jog, SNW_JOG_JOINT);
    return SNW_OK;
}

// --- ticks ---------------------------------------------------------------------------------------

static void set_limits(snw_profile_limits *limits, double v, double a, double jerk) {
    // well inside what the generator takes
    const double least = 1e-5, largest = 1e5;
    v = fmin(fmax(v, least), largest);
    a = fmin(fmax(a, least), largest);
    limits->v_max = v;
    limits->v_min = -v;
    limits->a_max = a;
    limits->a_min = -a;
    limits->jerk = fmin(fmax(jerk, least), 1e9);
}

// one tick of the way of all axes to their velocities
static snw_status advance(snw_jog *jog, double dt, snw_why *why) {
    snw_profile_problem problem = snw_profile_problem_defaults();
    problem.start = jog->now;
    problem.target = jog->to;
    problem.limits = jog->limits;
    problem.control = SNW_PROFILE_VELOCITY;
    problem.sync = SNW_PROFILE_FREE;
    const snw_status status = snw_profile_plan(&jog->profile, &problem, why);
    if (snw_failed(status)) return status;
    for (int i = 0; i < jog->axes; i++) {
        const snw_profile_sample s = snw_profile_axis_at(&jog->profile, i, dt);
        jog->now[i] = (snw_profile_state){0, s.v, s.a};
    }
    return SNW_OK;
}

// an axis that was not in use begins with the velocity that it has
static void begin_axis(snw_profile_state *now, double v) {
    if (isnan(now->a)) *now = (snw_profile_state){0, v, 0};
}

static snw_status update_twist(snw_jog *jog, const snw_jog_state *state, double *qd, snw_why *why) {
    const snw_jog_config *c = jog->config;
    snw_task *task = &jog->control->task;
    double V[2 * SNW_LINALG_MAX] = {0};
    snw_status status = snw_task_update(task, state->q);
    if (status == SNW_OK) status = snw_task_velocity(task, state->v, V);
    if (snw_failed(status)) return status;
    snw_twist wanted = jog->expired ? snw_twist_zero() : jog->twist;
    if (jog->frame == SNW_JOG_TOOL) {
        wanted = snw_twist_rotate(snw_task_placement(task, 0).R, wanted);
    }
    for (int i = 0; i < jog->axes; i++) {
        const bool linear = i < 3;
        begin_axis(&jog->now[i], i < 6 ? V[i] : 0);
        jog->to[i] = (snw_profile_state){0};
        if (i < 6) jog->to[i].v = snw_vec3_get(linear ? wanted.lin : wanted.ang, i % 3);
        set_limits(&jog->limits[i], linear ? c->speed_linear : c->speed_angular,
                   linear ? c->acceleration_linear : c->acceleration_angular,
                   linear ? c->jerk_linear : c->jerk_angular);
    }
    status = advance(jog, state->dt, why);
    if (snw_failed(status)) return status;
    // other end effectors are held by their guides
    snw_task_drive(task, V);
    for (int i = 0; i < 6; i++)
        V[i] = jog->now[i].v;
    const snw_control_input input = {state->q, state->v, V, state->dt};
    return snw_control_rates(jog->control, &input, qd, why);
}

static snw_status update_joints(snw_jog *jog, const snw_jog_state *state, double *qd,
                                snw_why *why) {
    snw_rate_limits *limits = &jog->control->limits;
    const snw_model *model = jog->control->task.model;
    snw_status status = snw_rate_limits_update(limits, state->q, state->v, state->dt);
    if (snw_failed(status)) return status;
    for (int i = 0; i < jog->axes; i++) {
        const bool used = i < limits->n;
        begin_axis(&jog->now[i], used ? state->v[i] : 0);
        jog->to[i] = (snw_profile_state){0, used && !jog->expired ? jog->rates[i] : 0, 0};
        const double jerk = used ? model->jerk[i] : 1;
        set_limits(&jog->limits[i], used ? limits->velocity[i] : 1,
                   used ? fmin(limits->acceleration[i], limits->deceleration[i]) : 1,
                   isfinite(jerk) ? jerk : jog->config->joint_jerk);
    }
    status = advance(jog, state->dt, why);
    if (snw_failed(status)) return status;
    status = SNW_OK;
    for (int i = 0; i < limits->n; i++) {
        qd[i] = fmin(fmax(jog->now[i].v, limits->low[i]), limits->high[i]);
        if (qd[i] == jog->now[i].v) continue;
        // held by a limit: the way begins again from what is left
        jog->now[i] = (snw_profile_state){0, qd[i], 0};
        status = SNW_SATURATED;
    }
    return status;
}

snw_status snw_jog_update(snw_jog *jog, double t, const snw_jog_state *state, double *qd,
                          snw_why *why) {
    if (!isfinite(t)) return SNW_ERR_NOT_FINITE;
    if (!(state->dt > 0)) return SNW_ERR_RANGE;
    // time that runs backwards is no reason to go on either
    const double age = t - jog->commanded;
    jog->expired = jog->mode == SNW_JOG_IDLE || !(age >= 0 && age <= jog->config->timeout);
    return jog->mode == SNW_JOG_TWIST ? update_twist(jog, state, qd, why)
                                      : update_joints(jog, state, qd, why);
}

// --- types ---------------------------------------------------------------------------------------

#define LIVE(member, of_unit, low, high, value, words)                                             \
    {                                                                                              \
        SNW_AT(snw_jog_config, member), .kind = SNW_KIND_REAL, .unit = (of_unit),                  \
                                        .range = {low, high}, .initial = (value),                  \
                                        .when = SNW_LIVE, .help = (words)                          \
    }

static const snw_field jog_fields[] = {
    LIVE(timeout, "s", 1e-3, 60, "0.2", "A command lasts so long."),
    LIVE(speed_linear, "m/s", 1e-6, 100, "0.25", "Largest speed of the tool."),
    LIVE(speed_angular, "rad/s", 1e-6, 100, "1", "Largest speed of turning of the tool."),
    LIVE(acceleration_linear, "m/s^2", 1e-6, 1e4, "1", "Largest acceleration of the tool."),
    LIVE(acceleration_angular, "rad/s^2", 1e-6, 1e4, "4", "The same of its turning."),
    LIVE(jerk_linear, "m/s^3", 1e-6, 1e6, "10", "Largest jerk of the tool."),
    LIVE(jerk_angular, "rad/s^3", 1e-6, 1e6, "40", "The same of its turning."),
    LIVE(joint_share, "", 0, 1, "0.25", "Part of their velocity that joints are jogged with."),
    LIVE(joint_jerk, "rad/s^3", 1e-6, 1e9, "100", "For joints without a limit of jerk."),
};

const snw_type snw_jog_config_type = {SNW_TYPE_AS("jog", snw_jog_config, jog_fields),
                                      .space = &snw_space_motion,
                                      .help = "Motion by hand: twists of the tool, or joints."};
