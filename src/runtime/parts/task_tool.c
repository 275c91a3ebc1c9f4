// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "task_internal.h"

// The way of the tool is six time laws of limited jerk, planned anew in each tick: velocities for a
// twist and for the way to rest, positions for a pose. The law then makes of it what limits and
// singularities allow. Where it makes less, the time laws wait: they run ahead of the tool by at
// most half of its speed, and turn back to where it is as soon as less is wanted. So an arm that is
// blocked answers at once when the command changes its direction.

enum { AXES = 6 };

// a difference between a time law and the tool that is no sign of being held back [m/s], [rad/s]
static const double NEAR_LINEAR = 2e-3, NEAR_ANGULAR = 1e-2;

snw_status snw__manual_shape_init(snw__manual_shape *shape, int axes, snw_arena *arena) {
    memset(shape, 0, sizeof *shape);
    shape->axes = axes;
    shape->now = SNW_ARENA_ARRAY(arena, snw_profile_state, axes);
    shape->to = SNW_ARENA_ARRAY(arena, snw_profile_state, axes);
    shape->limits = SNW_ARENA_ARRAY(arena, snw_profile_limits, axes);
    // the number of axes is legal: this can only lack memory
    SNW_IGNORE(snw_profile_init(&shape->profile, axes, arena));
    return snw_arena_status(arena);
}

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

static snw_status advance(snw__manual_shape *shape, snw_profile_control control,
                          snw_profile_sync sync, double dt) {
    snw_profile_problem problem = snw_profile_problem_defaults();
    problem.start = shape->now;
    problem.target = shape->to;
    problem.limits = shape->limits;
    problem.control = control;
    problem.sync = sync;
    const snw_status status = snw_profile_plan(&shape->profile, &problem, NULL);
    if (snw_failed(status)) return status;
    for (int i = 0; i < shape->axes; i++) {
        const snw_profile_sample s = snw_profile_axis_at(&shape->profile, i, dt);
        shape->now[i] = (snw_profile_state){0, s.v, s.a};
    }
    return SNW_OK;
}

// --- the tool ------------------------------------------------------------------------------------

static void spread(snw_twist twist, double out[AXES]) {
    for (int i = 0; i < AXES; i++)
        out[i] = snw_vec3_get(i < 3 ? twist.lin : twist.ang, i % 3);
}

// how the tool moves at rates v[n]; what it has no rows for is at rest
static void find_motion(snw__manual *h, const double *v, double V[AXES]) {
    double all[SNW_LINALG_MAX];
    const int rows = snw__manual_tool_rows(h);
    snw__manual_motion(h, v, all);
    for (int i = 0; i < AXES; i++)
        V[i] = i < rows ? all[i] : 0;
}

// the largest speed of axes of which the whole is at most `most`, on a straight way along e
static double along(snw_vec3 e, double most) {
    const double length = snw_vec3_norm(e);
    return length > 1e-9 ? most * snw_vec3_max_abs(e) / length : most / sqrt(3);
}

// the goals of the time laws; want[] is about how fast each axis is to be
static snw_profile_control aim(snw__manual *h, double want[AXES]) {
    const snw_task_stage *c = h->config;
    const snw_pose tool = snw_task_placement(&h->control.task, 0);
    double speed = c->speed, spin = c->spin;
    snw_twist twist = snw_twist_zero();
    const bool drag = h->mode == SNW_HAND_DRAG;
    if (drag) {
        twist = snw_pose_difference(tool, h->wish.goal);
        speed = along(twist.lin, speed);
        spin = along(twist.ang, spin);
    } else if (h->mode == SNW_HAND_JOG) {
        twist = h->wish.in_tool ? snw_twist_rotate(tool.R, h->wish.twist) : h->wish.twist;
    }
    // a point has no orientation that could be wanted
    if (snw__manual_tool_rows(h) < AXES) twist.ang = snw_vec3_zero();
    spread(twist, want);
    for (int i = 0; i < AXES; i++) {
        const bool linear = i < 3;
        h->hand.to[i] = (snw_profile_state){drag ? want[i] : 0, drag ? 0 : want[i], 0};
        const double most = linear ? speed : spin;
        set_limits(&h->hand.limits[i], most, linear ? c->acceleration : c->spin_up,
                   linear ? c->jerk : c->spin_jerk);
        if (drag) want[i] = fmin(fmax(10 * want[i], -most), most);
    }
    return drag ? SNW_PROFILE_POSITION : SNW_PROFILE_VELOCITY;
}

// lets the time laws begin, or wait for the tool
static void wait_for_tool(snw__manual *h, const double want[AXES]) {
    double V[AXES];
    find_motion(h, h->v, V);
    for (int i = 0; i < AXES; i++) {
        snw_profile_state *now = &h->hand.now[i];
        now->p = 0;
        if (!h->shaped) {
            *now = (snw_profile_state){0, V[i], 0};
            continue;
        }
        const double near = i < 3 ? NEAR_LINEAR : NEAR_ANGULAR;
        const double most = 0.5 * (i < 3 ? h->config->speed : h->config->spin);
        const double lead = now->v - V[i];
        if (fabs(lead) <= near) continue;
        if ((want[i] - now->v) * lead < 0) {
            *now = (snw_profile_state){0, V[i], 0};
        } else if (fabs(lead) > most) {
            *now = (snw_profile_state){0, V[i] + copysign(most, lead), 0};
        }
    }
    h->shaped = true;
}

// A way that is straight but for rounding and small errors is made straight, so that one time law
// serves all axes: velocities and accelerations along the way to the goal, or to the twist.
static void straighten(snw__manual *h, snw_profile_control control) {
    snw_profile_state *now = h->hand.now;
    double d[AXES], dd = 0, dv = 0, da = 0;
    for (int i = 0; i < AXES; i++) {
        const snw_profile_state *to = &h->hand.to[i];
        d[i] = control == SNW_PROFILE_POSITION ? to->p : to->v;
    }
    for (int i = 0; i < AXES; i++) {
        dd += d[i] * d[i];
        dv += d[i] * now[i].v;
        da += d[i] * now[i].a;
    }
    if (!(dd > 1e-16)) return;
    for (int i = 0; i < AXES; i++) {
        const double off = fabs(now[i].v - dv / dd * d[i]);
        if (off > 0.25 * (i < 3 ? NEAR_LINEAR : NEAR_ANGULAR)) return;
    }
    for (int i = 0; i < AXES; i++)
        now[i] = (snw_profile_state){0, dv / dd * d[i], da / dd * d[i]};
}

snw_status snw__manual_move_tool(snw__manual *h, double dt, double *qd) {
    snw_task *task = &h->control.task;
    double V[2 * SNW_LINALG_MAX], want[AXES];
    snw_status status = snw_task_update(task, h->q);
    if (snw_failed(status)) return status;
    if (h->mode == SNW_HAND_DRAG && snw__manual_loses_goal(h, dt)) {
        h->shaped = false;
        snw__manual_brake(h, dt, qd);
        return SNW_OK;
    }
    const snw_profile_control control = aim(h, want);
    wait_for_tool(h, want);
    straighten(h, control);
    status = advance(&h->hand, control, SNW_PROFILE_PHASE, dt);
    if (snw_failed(status)) return status;
    // other end effectors are held by their guides, and come to rest where they are
    snw_task_drive(task, V);
    if (h->mode == SNW_HAND_BRAKE) memset(V, 0, sizeof V);
    for (int i = 0; i < snw__manual_tool_rows(h); i++)
        V[i] = h->hand.now[i].v;
    // on the way to rest the joints that are left free come to rest too
    const bool free = h->mode == SNW_HAND_JOG || h->mode == SNW_HAND_DRAG;
    h->law.alpha = free ? h->config->control.alpha : 0;
    status = snw__manual_rates(h, V, dt, qd);
    if (!snw_failed(status) && free) snw__manual_hold_speed(h, V, qd);
    return status;
}

// the twist of the setpoint was on the way to it; what is missing beyond is made up for slower
void snw__manual_lead(snw__manual *h, const snw_pose_setpoint *to, double dt, double *V) {
    snw_task *task = &h->control.task;
    const snw_pose reached = snw_pose_integrate(snw_task_placement(task, 0), to->twist, dt);
    const snw_twist missing = snw_pose_difference(reached, to->pose);
    double twist[AXES], e[AXES];
    spread(to->twist, twist);
    spread(missing, e);
    snw_task_drive(task, V);
    for (int i = 0; i < snw__manual_tool_rows(h); i++) {
        const double most = i < 3 ? h->config->speed : h->config->spin;
        V[i] = twist[i] + fmin(fmax(h->config->hold_gain * e[i], -most), most);
    }
}

bool snw__manual_tool_rests(snw__manual *h) {
    double V[AXES], most = 0;
    find_motion(h, h->v, V);
    for (int i = 0; i < AXES; i++)
        most = fmax(most, fmax(fabs(V[i]), fabs(h->hand.now[i].v)));
    return most <= 1e-6;
}

// --- poses of sources ----------------------------------------------------------------------------

_Static_assert(sizeof(snw_pose_setpoint) == SNW__PARTS_POSE_SIZE, "the setpoint has gaps");

void snw__parts_write_pose(snw_component *self, snw_kin *kin, int link, int frame) {
    if (!snw__parts_is_connected(self, 0)) return;
    const snw_arm *arm = self->arm;
    double q[SNW_AXES], v[SNW_AXES];
    if (kin->model->nq > SNW_AXES || kin->model->nv > SNW_AXES) return;
    memset(v, 0, sizeof v);
    snw_neutral(kin->model, q);
    snw_arm_to_q(arm, arm->target.q, q);
    snw_arm_to_v(arm, arm->target.v, v);
    if (snw_failed(snw_kin_update_velocity(kin, q, v))) return;
    snw_pose offset = snw_pose_identity();
    if (frame >= 0) {
        offset = kin->model->frames[frame].T_link_frame;
        link = kin->model->frames[frame].link;
    }
    // the workspace of a source stands at the arm's base
    const snw_pose pose = snw_pose_mul(kin->T_world_link[link], offset);
    const snw_twist twist = snw_kin_velocity(kin, link, offset.p);
    const snw_pose_setpoint out = {snw_pose_mul(arm->T_world_base, pose),
                                   snw_twist_rotate(arm->T_world_base.R, twist)};
    snw_port_write(self, 0, &out);
}

// --- joints --------------------------------------------------------------------------------------

// one tick of the joints' time law; limits[].v_max is set
static snw_status advance_rates(snw__manual *h, double share, snw_profile_control control,
                                snw_profile_sync sync, double dt) {
    const snw_rate_limits *limits = &h->control.limits;
    for (int a = 0; a < h->arm->count; a++) {
        const int i = h->arm->v_index[a];
        const double most = share * fmin(limits->acceleration[i], limits->deceleration[i]);
        const double jerk = h->arm->limits.jerk[a];
        snw_profile_state *now = &h->joints.now[i];
        // one that was held back begins again from what is left
        const bool goes_on = fabs(now->v - h->v[i]) <= 0.25 * most * dt;
        *now = (snw_profile_state){0, h->v[i], goes_on ? fmin(fmax(now->a, -most), most) : 0};
        h->joints.to[i].a = 0;
        set_limits(&h->joints.limits[i], h->joints.limits[i].v_max, most,
                   isfinite(jerk) ? jerk : h->config->joint_jerk);
    }
    return advance(&h->joints, control, sync, dt);
}

snw_status snw__manual_advance_joints(snw__manual *h, double share, snw_profile_sync sync,
                                      double dt) {
    for (int i = 0; i < h->n; i++) {
        h->joints.to[i].p = 0;
        h->joints.limits[i].v_max = h->control.limits.velocity[i];
    }
    return advance_rates(h, share, SNW_PROFILE_VELOCITY, sync, dt);
}

// the way to positions: each joint by itself, at its part of what joints are jogged with
static snw_status advance_positions(snw__manual *h, double dt) {
    for (int i = 0; i < h->n; i++) {
        h->joints.to[i].p = h->wish.place_of[i] - h->q[i];
        h->joints.to[i].v = 0;
        h->joints.limits[i].v_max =
            h->wish.part * h->config->joint_share * h->control.limits.velocity[i];
    }
    return advance_rates(h, 1, SNW_PROFILE_POSITION, SNW_PROFILE_FREE, dt);
}

snw_status snw__manual_move_joints(snw__manual *h, double dt, double *qd) {
    const snw_rate_limits *limits = &h->control.limits;
    snw_status status = snw_rate_limits_update(&h->control.limits, h->q, h->v, dt);
    if (snw_failed(status)) return status;
    memset(&h->control.report, 0, sizeof h->control.report);
    for (int i = 0; i < h->n; i++) {
        const double most = h->config->joint_share * limits->velocity[i];
        const double rate = h->mode == SNW_HAND_JOG ? h->wish.rates[i] : 0;
        h->joints.to[i].v = fmin(fmax(rate, -most), most);
    }
    status = h->mode == SNW_HAND_REACH ? advance_positions(h, dt)
                                       : snw__manual_advance_joints(h, 1, SNW_PROFILE_FREE, dt);
    if (snw_failed(status)) return status;
    for (int i = 0; i < h->n; i++)
        qd[i] = fmin(fmax(h->joints.now[i].v, limits->low[i]), limits->high[i]);
    return SNW_OK;
}
