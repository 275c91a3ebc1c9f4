// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "task_internal.h"

// Self-motion: the tool stays and the joints that it leaves free are moved. With N an orthonormal
// basis of the null space of J and P = N N' its projector,
//
//   pull   J_p moves the point that is drawn, e is its way to the place, v = gain e, held to its
//          speed. The self-motion that follows best, damped where it can hardly move the point:
//          P J_p' (J_p P J_p' + r^2)^-1 v.
//   turn   the elbow turns about the line from shoulder to wrist. c . J_e is how fast it does,
//          with c = (axis x arm) / |axis x arm|^2, and P (c . J_e)' the self-motion that raises it
//          most: so the sign of a turn means the same everywhere.
//
// The rates that are wanted pass a time law of limited jerk, are projected again, and are slowed
// down as a whole before the first joint meets its limit: along the direction u all joints can
// brake together by D = min d_k / |u_k|, of which half is used, and the way that is left is the
// least room_i / |u_i|. Self-motion bends, the more the nearer a singularity is: J qdd = -dJ/dt qd
// asks for accelerations that grow with the square of the rate, and a part of what joints can do is
// left to them. So the joints never have to move out of step, which would move the tool.

static const double REACH = 0.02;            // r [m/rad]
static const double DRIFT_FROM = 2.5e-5;     // [m] drift that slows self-motion down
static const double DRIFT_ANGLE_FROM = 1e-4; // [rad]
static const double SHARE = 0.5;             // of what limits of acceleration allow
static const double BEND = 0.15;             // the same, for the bending of self-motion

// --- the null space ------------------------------------------------------------------------------

static double dot(const double *a, const double *b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

// x becomes P x
static void project(const snw_nullspace *ns, double *x) {
    double out[SNW_LINALG_MAX] = {0};
    for (int c = 0; c < ns->freedom; c++) {
        const double *u = ns->N + (ptrdiff_t)c * ns->n, z = dot(u, x, ns->n);
        for (int i = 0; i < ns->n; i++)
            out[i] += z * u[i];
    }
    memcpy(x, out, sizeof(double) * (size_t)ns->n);
}

static snw_status find_freedom(snw_task *task, snw_nullspace *ns) {
    return snw_nullspace_factor(ns, snw_task_jacobian(task), task->set->rows);
}

int snw__manual_freedom(snw__manual *h) {
    snw_nullspace *ns = &h->control.nullspace;
    if (snw_failed(snw_task_update(&h->control.task, h->q))) return 0;
    return snw_failed(find_freedom(&h->control.task, ns)) ? 0 : ns->freedom;
}

// --- what is wanted ------------------------------------------------------------------------------

// (A + r^2)^-1 v for a symmetric A that is not negative, by cofactors
static snw_vec3 solve(snw_mat3 A, double r, snw_vec3 v) {
    A = snw_mat3_add(A, snw_mat3_scale(snw_mat3_identity(), r * r));
    const snw_vec3 x = snw_vec3_cross(A.y, A.z), y = snw_vec3_cross(A.z, A.x),
                   z = snw_vec3_cross(A.x, A.y);
    const snw_vec3 sum = snw_vec3_of(snw_vec3_dot(x, v), snw_vec3_dot(y, v), snw_vec3_dot(z, v));
    return snw_vec3_divide(sum, snw_vec3_dot(A.x, x));
}

static void want_pull(snw__manual *h) {
    const snw_task_stage *c = h->config;
    const snw_kin *kin = &h->control.task.kin;
    const snw_vec3 at = snw_kin_point(kin, h->wish.link, h->wish.point);
    snw_vec3 v = snw_vec3_scale(snw_vec3_sub(h->wish.place, at), c->pull_gain);
    const double speed = snw_vec3_norm(v);
    if (speed > c->pull_speed) v = snw_vec3_scale(v, c->pull_speed / speed);
    snw_kin_jacobian(kin, h->wish.link, h->wish.point, h->columns);
    // rows of J_p P, one after the other
    double rows[3][SNW_LINALG_MAX] = {{0}};
    snw_mat3 A = snw_mat3_zero();
    for (int r = 0; r < 3; r++) {
        for (int i = 0; i < h->n; i++)
            rows[r][i] = snw_vec3_get(h->columns[i].lin, r);
        project(&h->control.nullspace, rows[r]);
    }
    for (int r = 0; r < 3; r++) {
        for (int k = 0; k < 3; k++)
            snw_mat3_set(&A, r, k, dot(rows[r], rows[k], h->n));
    }
    const snw_vec3 y = solve(A, REACH, v);
    for (int i = 0; i < h->n; i++)
        h->self[i] = rows[0][i] * y.x + rows[1][i] * y.y + rows[2][i] * y.z;
}

// from shoulder to wrist, across the way from the shoulder to an axis
static snw_vec3 side_of(const snw__manual *h, const snw_kin *kin, int axis) {
    const int n = h->arm->count;
    const snw_vec3 shoulder = kin->T_world_link[h->arm->link[n > 2 ? 1 : 0]].p;
    const snw_vec3 wrist = kin->T_world_link[h->arm->link[n > 2 ? n - 2 : n - 1]].p;
    const snw_vec3 elbow = kin->T_world_link[h->arm->link[axis]].p;
    return snw_vec3_cross(snw_vec3_sub(wrist, shoulder), snw_vec3_sub(elbow, shoulder));
}

// the axis whose link is farthest from that line in a bent arm
void snw__manual_find_elbow(snw__manual *h, snw_kin *kin) {
    double farthest = -1;
    for (int a = 0; a < h->arm->count; a++) {
        const int i = h->arm->q_index[a];
        h->q_shown[i] = fmin(fmax(0.5, h->lower[i]), h->upper[i]);
    }
    SNW_IGNORE(snw_kin_update(kin, h->q_shown));
    for (int a = 0; a < h->arm->count; a++) {
        const double far = snw_vec3_norm(side_of(h, kin, a));
        if (!(far > farthest)) continue;
        farthest = far;
        h->elbow = a;
    }
}

// the unit vector u[n] of self-motion by which the elbow turns forward; `last` is that of the
// configuration before, or zeros
bool snw__manual_turn(snw__manual *h, const snw_kin *kin, const snw_nullspace *ns, double *last,
                      double *u) {
    const int n = h->n;
    const snw_vec3 side = side_of(h, kin, h->elbow);
    snw_kin_jacobian(kin, h->arm->link[h->elbow], snw_vec3_zero(), h->columns);
    for (int i = 0; i < n; i++)
        u[i] = snw_vec3_dot(side, h->columns[i].lin);
    project(ns, u);
    double length = sqrt(dot(u, u, n));
    // an elbow on the line: it goes on as it went
    if (length < 1e-3 * snw_vec3_norm(side) || length < 1e-6) {
        memcpy(u, last, sizeof(double) * (size_t)n);
        project(ns, u);
        length = sqrt(dot(u, u, n));
    }
    // one that never went: as the first direction has it
    if (length < 1e-6 && ns->freedom > 0) {
        memcpy(u, ns->N, sizeof(double) * (size_t)n);
        length = 1;
    }
    for (int i = 0; i < n && length >= 1e-6; i++)
        last[i] = u[i] /= length;
    return length >= 1e-6;
}

static void want_turn(snw__manual *h) {
    double u[SNW_LINALG_MAX] = {0};
    const snw_nullspace *ns = &h->control.nullspace;
    if (!snw__manual_turn(h, &h->control.task.kin, ns, h->last, u)) return;
    for (int i = 0; i < h->n; i++)
        h->self[i] = h->wish.turn * u[i];
}

// --- limits --------------------------------------------------------------------------------------

static void scale_self(snw__manual *h, double factor) {
    for (int i = 0; i < h->n; i++)
        h->self[i] *= factor;
}

// all joints together, and each of them
static void hold_to_speed(snw__manual *h) {
    double over = sqrt(dot(h->self, h->self, h->n)) / h->config->turn_rate;
    for (int i = 0; i < h->n; i++)
        over = fmax(over, fabs(h->self[i]) / (0.9 * h->control.limits.velocity[i]));
    if (over > 1) scale_self(h, 1 / over);
}

// a tool that drifts comes first
static void wait_for_tool(snw__manual *h) {
    double way, angle;
    snw__manual_drift(h, &way, &angle);
    const double over = fmax(way / DRIFT_FROM, angle / DRIFT_ANGLE_FROM);
    scale_self(h, fmin(fmax(2 - over, 0), 1));
}

// the part of the rates of self-motion at which it does not bend too fast
static double bend_part(snw__manual *h) {
    const snw_rate_limits *limits = &h->control.limits;
    const double none[SNW_LINALG_MAX] = {0};
    double A[2 * SNW_LINALG_MAX], bend[SNW_LINALG_MAX];
    if (snw_failed(snw_task_acceleration(&h->control.task, h->self, none, A))) return 1;
    const snw_nullspace_problem problem = {.V = A};
    if (snw_failed(snw_nullspace_solve(&h->control.nullspace, &problem, bend, NULL))) return 1;
    double most = 0;
    for (int i = 0; i < h->n; i++)
        most = fmax(most, fabs(bend[i]) / limits->acceleration[i]);
    return most > BEND ? sqrt(BEND / most) : 1;
}

// the largest rate along the direction of self-motion from which all joints can brake in step
static void end_before_limits(snw__manual *h, double dt) {
    const snw_rate_limits *limits = &h->control.limits;
    const double rate = sqrt(dot(h->self, h->self, h->n)), part = bend_part(h);
    h->stopper = -1;
    if (!(rate > 1e-12)) return;
    double brake = HUGE_VAL, least = HUGE_VAL;
    for (int a = 0; a < h->arm->count; a++) {
        const int i = h->arm->v_index[a];
        const double u = fabs(h->self[i]) / rate;
        if (u < 1e-9) continue;
        brake = fmin(brake, limits->deceleration[i] / u);
        const double room =
            h->self[i] > 0 ? limits->upper[i] - h->q[i] : h->q[i] - limits->lower[i];
        const double way = fmax(room - 1e-6, 0) / u;
        if (way >= least) continue;
        least = way;
        h->stopper = a;
    }
    const double most = snw_stopping_rate(least, SHARE * brake, dt);
    if (most >= rate) h->stopper = -1;
    // a bend may not ask for more than a brake
    const double slowest = sqrt(dot(h->v, h->v, h->n)) - SHARE * brake * dt;
    scale_self(h, fmin(most / rate, fmin(fmax(part, slowest / rate), 1)));
}

// --- ticks ---------------------------------------------------------------------------------------

void snw__manual_drift(snw__manual *h, double *way, double *angle) {
    const snw_twist e =
        snw_pose_difference(snw_task_placement(&h->control.task, 0), h->control.task.guides[0]);
    *way = snw_vec3_norm(e.lin);
    *angle = snw__manual_tool_rows(h) < 6 ? 0 : snw_vec3_norm(e.ang);
}

// what brings a tool that has drifted back, and holds the other end effectors
static void hold_tool(snw__manual *h, double *V) {
    const snw_task_stage *c = h->config;
    snw_task *task = &h->control.task;
    const snw_twist e = snw_pose_difference(snw_task_placement(task, 0), task->guides[0]);
    snw_task_drive(task, V);
    for (int i = 0; i < snw__manual_tool_rows(h); i++) {
        const double rate = c->hold_gain * snw_vec3_get(i < 3 ? e.lin : e.ang, i % 3);
        const double most = i < 3 ? c->speed : c->spin;
        V[i] = fmin(fmax(rate, -most), most);
    }
}

// the tool must be at rest before it can stay
static snw_status come_to_rest(snw__manual *h, double dt, double *qd) {
    const snw_status status = snw__manual_move_tool(h, dt, qd);
    if (snw_failed(status) || !snw__manual_tool_rests(h) || dot(h->v, h->v, h->n) > 1e-6) {
        return status;
    }
    h->holding = true;
    return snw_control_hold(&h->control, h->q);
}

snw_status snw__manual_move_elbow(snw__manual *h, double dt, double *qd) {
    h->stopper = -1;
    if (!h->holding) return come_to_rest(h, dt, qd);
    h->shaped = false;
    snw_status status = snw_task_update(&h->control.task, h->q);
    if (!snw_failed(status)) status = find_freedom(&h->control.task, &h->control.nullspace);
    if (snw_failed(status)) return status;
    memset(h->self, 0, sizeof(double) * (size_t)h->n);
    if (h->mode == SNW_HAND_PULL) want_pull(h);
    if (h->mode == SNW_HAND_TURN) want_turn(h);
    hold_to_speed(h);
    wait_for_tool(h);
    for (int i = 0; i < h->n; i++)
        h->joints.to[i].v = h->self[i];
    status = snw__manual_advance_joints(h, SHARE, SNW_PROFILE_PHASE, dt);
    if (snw_failed(status)) return status;
    for (int i = 0; i < h->n; i++)
        h->self[i] = h->joints.now[i].v;
    project(&h->control.nullspace, h->self);
    end_before_limits(h, dt);
    double V[2 * SNW_LINALG_MAX];
    hold_tool(h, V);
    return snw__manual_self_rates(h, V, dt, qd);
}
