// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "paths_internal.h"
#include "sinew/linalg.h"

// A path is played by a clock of its own, q(t) with rates v = rate dq/dt, whose rate rises and
// falls linearly, so a path can begin and end anywhere. Where a path begins at rest its clock is
// that of the loop from the first tick, and at its records the target has their very bits.
//
// Poses become joints by Newton steps with damped least squares from the joints of the last tick
// (Wampler 1986): the nearest joints that have the pose, with whatever posture the arm began.

static const double DAMPING = 1e-4, CLOSE = 1e-9;
enum { STEPS = 6 };

double snw__paths_length(const snw__taught *taught) {
    const snw_path *path = &taught->path;
    return path->count > 0 ? (double)(path->times[path->count - 1] - path->times[0]) * 1e-9 : 0;
}

void snw__paths_rest(snw_component *self) {
    snw__paths *p = self->work;
    p->state = SNW__PATHS_IDLE;
    p->mover.busy = p->mover.under_way = false;
    p->current = -1;
}

static void fail(snw_component *self, const snw_why *why) {
    snw_component_event(self, why);
    snw__paths_rest(self);
}

// --- where a path is ----------------------------------------------------------------------------

static snw_path_query query_at(const snw__paths *p) {
    const snw__taught *taught = &p->taught[p->current];
    return (snw_path_query){.t_ns = taught->path.times[0] + (int64_t)round(p->clock * 1e9),
                            .interpolation = SNW_PATH_SMOOTH};
}

// joints that bring the tool to a pose, from those of p->q
static snw_status find_joints(snw_component *self, snw_pose goal, double *q) {
    snw__paths *p = self->work;
    const snw_arm *arm = self->arm;
    memcpy(q, p->q, (size_t)arm->count * sizeof *q);
    for (int step = 0; step < STEPS; step++) {
        snw_pose here;
        snw_status status = snw__tool_pose(&p->tool, arm, q, &here);
        if (snw_failed(status)) return status;
        const snw_twist error = snw_pose_difference(here, goal);
        if (fmax(snw_vec3_norm(error.lin), snw_vec3_norm(error.ang)) < CLOSE) return SNW_OK;
        snw_twist J[SNW_AXES];
        double change[SNW_AXES];
        snw_kin_jacobian(&p->tool.kin, p->tool.link, p->tool.T_link_tool.p, p->tool.J);
        for (int i = 0; i < arm->count; i++)
            J[i] = p->tool.J[arm->v_index[i]];
        status = snw_damped_solve(J, arm->count, NULL, DAMPING, error, change);
        if (snw_failed(status)) return status;
        for (int i = 0; i < arm->count; i++)
            q[i] += change[i];
    }
    return SNW_OK;
}

static snw_status joints_at(snw_component *self, double *q) {
    const snw__paths *p = self->work;
    const snw__taught *taught = &p->taught[p->current];
    const snw_path_query query = query_at(p);
    snw_pose pose;
    double scalars[SNW_AXES];
    const snw_status status = snw_path_at(&taught->path, &query, scalars, &pose);
    if (snw_failed(status)) return status;
    if (taught->kind == SNW_TAUGHT_FRAME) return find_joints(self, pose, q);
    memcpy(q, scalars, (size_t)self->arm->count * sizeof *q);
    return SNW_OK;
}

// --- how fast -----------------------------------------------------------------------------------

// Time for the rate to change by 1 within four fifths of the accelerations, at the present speed.
static double ramp_for(const snw_component *self, const double *speed) {
    const snw_paths *config = self->config;
    double ramp = config->ramp;
    for (int i = 0; i < self->arm->count; i++) {
        const double most = self->arm->limits.deceleration[i];
        if (isfinite(most) && most > 0) ramp = fmax(ramp, fabs(speed[i]) / (0.8 * most));
    }
    return ramp;
}

// does the path begin so fast that the arm cannot follow from rest?
static bool begins_in_motion(snw_component *self, double *speed) {
    const snw__paths *p = self->work;
    const snw__taught *taught = &p->taught[p->current];
    const snw_path_query query = query_at(p);
    snw_twist twist = snw_twist_zero();
    if (snw_failed(snw_path_rates(&taught->path, &query, speed, &twist))) return true;
    const double SLOW = 0.01; // rad/s or m/s: less than one tick of any arm's acceleration
    if (taught->kind == SNW_TAUGHT_FRAME) {
        memset(speed, 0, SNW_AXES * sizeof *speed);
        return fmax(snw_vec3_norm(twist.lin), snw_vec3_norm(twist.ang)) > SLOW;
    }
    for (int i = 0; i < self->arm->count; i++) {
        if (fabs(speed[i]) > SLOW) return true;
    }
    return false;
}

static void begin(snw_component *self) {
    snw__paths *p = self->work;
    double speed[SNW_AXES] = {0};
    p->clock = 0;
    p->stopping = false;
    p->rate = begins_in_motion(self, speed) ? 0 : 1;
    p->ramp = ramp_for(self, speed);
    memcpy(p->q, self->arm->target.q, (size_t)self->arm->count * sizeof *p->q);
    memset(p->v, 0, sizeof p->v);
    p->state = SNW__PATHS_PLAYING;
}

static void move_clock(snw_component *self, double dt) {
    snw__paths *p = self->work;
    if (p->stopping) p->ramp = fmax(p->ramp, ramp_for(self, p->v));
    const double step = dt / p->ramp;
    p->rate = p->stopping ? fmax(p->rate - step, 0) : fmin(p->rate + step, 1);
    p->clock += p->rate * dt;
}

// --- a tick -------------------------------------------------------------------------------------

static void set_target(snw_component *self, const double *q, double dt) {
    snw__paths *p = self->work;
    snw_arm_target *target = &self->arm->target;
    target->mode = SNW_AXIS_POSITION;
    for (int i = 0; i < self->arm->count; i++) {
        const double v = (q[i] - p->q[i]) / dt;
        target->q[i] = q[i];
        target->v[i] = v;
        target->a[i] = (v - p->v[i]) / dt;
        target->effort[i] = 0;
        p->v[i] = v;
        p->q[i] = q[i];
    }
}

static void play(snw_component *self, double dt) {
    snw__paths *p = self->work;
    const snw__taught *taught = &p->taught[p->current];
    double q[SNW_AXES];
    const snw_status status = joints_at(self, q);
    if (snw_failed(status)) {
        snw_why why;
        snw_why_set(&why, status, taught->name, "the path cannot be followed here");
        snw_why_add(&why, "t", p->clock, "s");
        snw_component_event(self, &why);
        memcpy(q, p->q, sizeof q);
        p->stopping = true;
        p->rate = 0;
    }
    set_target(self, q, dt);
    const bool over = p->clock >= snw__paths_length(taught);
    if (over || (p->stopping && p->rate == 0)) {
        p->plays += over;
        p->repeat = p->repeat && over && !p->stopping;
        p->state = SNW__PATHS_ENDING;
        return;
    }
    move_clock(self, dt);
}

// A line of no length is no line: a tool that is there stays.
static bool is_there(snw_component *self, snw_pose goal) {
    snw__paths *p = self->work;
    const double NEAR = 1e-6; // m, rad
    snw_pose here;
    if (snw_failed(snw__tool_pose(&p->tool, self->arm, self->arm->target.q, &here))) return false;
    const snw_twist error = snw_pose_difference(here, goal);
    return fmax(snw_vec3_norm(error.lin), snw_vec3_norm(error.ang)) < NEAR;
}

snw_status snw__paths_approach(snw_component *self, snw_why *why) {
    snw__paths *p = self->work;
    const snw__taught *taught = &p->taught[p->current];
    p->state = SNW__PATHS_APPROACHING;
    p->mover.busy = true;
    snw_status status = SNW_OK;
    if (taught->kind == SNW_TAUGHT_JOINTS) {
        status = snw__mover_joints(&p->mover, self, taught->path.scalars, why);
    } else if (!is_there(self, taught->path.poses[0])) {
        status = snw__mover_line(&p->mover, self, taught->path.poses[0], why);
    }
    if (snw_failed(status)) snw__paths_rest(self);
    return status;
}

static void approach(snw_component *self) {
    snw__paths *p = self->work;
    snw_why why = {0};
    const snw_status status = p->mover.under_way ? snw__mover_poll(&p->mover, self, &why) : SNW_OK;
    if (snw_failed(status)) {
        fail(self, &why);
    } else if (status == SNW_OK && p->stopping) {
        snw__paths_rest(self);
    } else if (status == SNW_OK) {
        begin(self);
    }
}

// The arm stays where the path has ended while motion goes there in its mind.
static void end(snw_component *self, double dt) {
    snw__paths *p = self->work;
    snw_why why = {0};
    double q[SNW_AXES];
    memcpy(q, p->q, sizeof q);
    set_target(self, q, dt);
    snw_status status = p->mover.under_way ? snw__mover_poll(&p->mover, self, &why)
                                           : snw__mover_joints(&p->mover, self, p->q, &why);
    if (status == SNW_NOTHING_NEW) return;
    const bool again = status == SNW_OK && p->repeat;
    if (again) {
        p->stopping = false;
        status = snw__paths_approach(self, &why);
    }
    if (snw_failed(status)) {
        fail(self, &why);
    } else if (!again) {
        snw__paths_rest(self);
    }
}

void snw__paths_play(snw_component *self, double dt) {
    const snw__paths *p = self->work;
    if (!self->arm->follows || self->arm->taken) {
        snw__paths_rest(self);
        return;
    }
    if (p->state == SNW__PATHS_APPROACHING) approach(self);
    if (p->state == SNW__PATHS_PLAYING) {
        play(self, dt);
    } else if (p->state == SNW__PATHS_ENDING) {
        end(self, dt);
    }
}
