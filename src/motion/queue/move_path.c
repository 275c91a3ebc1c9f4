// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// What a path allows its parameter s to do, s from 0 to 1. For the joints q(s),
//
//   dq/dt   = q' ds/dt
//   d2q/dt2 = q'' (ds/dt)^2 + q' d2s/dt2
//
// so that limits v and a of a joint hold if |q'| ds/dt <= v, |q''| (ds/dt)^2 <= a / 2 and
// |q'| d2s/dt2 <= a / 2. In joint mode q'' is 0 and the second half is not needed. The limits are
// those of the worst place of the path. Where that is slower than was asked for, the same is done
// for the joints as a function of u, s = g(u), which is slow only where it must be
// (time_scaling.c).

enum { CELLS = SNW__SCALING_CELLS };

// what limits of joints are after the rest of the way was sampled finitely
static const double velocity_margin = 0.97, acceleration_margin = 0.9;

// [m, rad] a line shorter than this has no length: searches for joints end at a tenth of it
static const double no_length = 1e-9;

// of the accelerations of joints, for the change of speed along a time scaling, and as much for
// bends; the two mostly cancel, and whether they do is looked at afterwards
static const double scaling_share = 0.6;

// limits of a parameter are kept in the range of the time laws, which is far from what any arm can
// do; only motions of less than about a micrometre are slowed down by it
static double clamp_limit(double x, double most) {
    return fmin(fmax(x, SNW_PROFILE_LEAST_LIMIT), most);
}

static double joint_acceleration(const snw__tip *tip, const snw__path_options *options, int i) {
    const snw_arm_limits *l = &tip->arm->limits;
    const double a = fmin(l->acceleration[i], l->deceleration[i]);
    return isfinite(a) ? a : options->config->joint_acceleration;
}

static double joint_jerk(const snw__tip *tip, const snw__path_options *options, int i) {
    const double j = tip->arm->limits.jerk[i];
    return isfinite(j) ? j : joint_acceleration(tip, options, i) / options->config->joint_jerk_time;
}

// of s, for the controlled frame
static double frame_acceleration(const snw__move_path *path, const snw__path_options *options) {
    return fmin(options->config->acceleration / path->length,
                options->config->turn_acceleration / path->angle);
}

static double frame_jerk(const snw__move_path *path, const snw__path_options *options) {
    return fmin(options->config->jerk / path->length, options->config->turn_jerk / path->angle);
}

// the velocity of s that was asked for, by speeds of the controlled frame
static double requested_velocity(const snw_move *move, double length, double angle, double speed,
                                 double turn) {
    const double v = move->speed > 0 ? move->speed : speed;
    const double w = move->turn > 0 ? move->turn : turn;
    const double none = HUGE_VAL;
    return fmin(length > 1e-12 ? v / length : none, angle > 1e-12 ? w / angle : none);
}

// limits as a law takes them; where another motion runs at the same time each has half
static snw_profile_limits law_limits(const snw__path_options *options, double v, double a,
                                     double j) {
    double up = a, down = a;
    if (options->shared_start) up *= 0.5;
    if (options->shared_end) down *= 0.5;
    if (options->shared_start || options->shared_end) j *= 0.5;
    const double most = SNW_PROFILE_LARGEST_LIMIT;
    v = clamp_limit(v, most);
    const snw_profile_limits limits = {-v, v, -clamp_limit(down, most), clamp_limit(up, most),
                                       clamp_limit(j, SNW_PROFILE_LARGEST_JERK)};
    return limits;
}

// limits of s from what the joints allow and what was asked for; u is s until there is a scaling
static void set_limits(snw__move_path *path, const snw__path_options *options, double a, double j) {
    snw__parameter_limits *by_u = &path->by_u;
    by_u->limits = law_limits(options, fmin(path->requested, by_u->v_joints), a, j);
    by_u->v_joints = clamp_limit(by_u->v_joints, SNW_PROFILE_LARGEST_LIMIT);
    path->report.stretched =
        path->requested > by_u->v_joints * (1 + 1e-9) && isfinite(path->requested);
    if (!(path->requested > by_u->v_joints)) {
        path->report.axis = -1;
        path->report.limit = "request";
    }
    path->by_s = *by_u;
}

void snw__path_limit_joints(snw__move_path *path, snw__tip *tip, const snw__path_options *options) {
    snw__parameter_limits *by_u = &path->by_u;
    double a = HUGE_VAL, j = HUGE_VAL;
    by_u->v_joints = HUGE_VAL;
    path->empty = true;
    for (int i = 0; i < tip->arm->count; i++) {
        const double way = fabs(path->q_goal[i] - path->q_start[i]);
        path->report.joints[i] = path->q_goal[i];
        if (way < 1e-15) continue;
        path->empty = false;
        const double v = tip->arm->limits.velocity[i] / way;
        if (v < by_u->v_joints) {
            by_u->v_joints = v;
            path->report.axis = i;
            path->report.limit = "velocity";
        }
        const double most = joint_acceleration(tip, options, i) / way;
        if (most < a) by_u->acceleration_axis = i;
        a = fmin(a, most);
        j = fmin(j, joint_jerk(tip, options, i) / way);
    }
    if (!isfinite(by_u->v_joints)) by_u->v_joints = SNW_PROFILE_LARGEST_LIMIT;

    // speeds that were asked for are those of the frame along the chord
    path->start = snw_pose_mul(snw__tip_pose(tip, path->q_start), path->tool);
    const snw_pose goal = snw_pose_mul(snw__tip_pose(tip, path->q_goal), path->tool);
    const snw_twist chord = snw_pose_difference(path->start, goal);
    path->length = snw_vec3_norm(chord.lin);
    path->requested = requested_velocity(options->move, path->length, snw_vec3_norm(chord.ang),
                                         HUGE_VAL, HUGE_VAL);
    set_limits(path, options, a * options->move->acceleration, j * options->move->jerk);
}

// --- geometry of Cartesian paths ----------------------------------------------------------------

void snw__path_measure(snw__move_path *path, snw__tip *tip, const snw__path_options *options) {
    path->start = snw_pose_mul(snw__tip_pose(tip, path->q_start), path->tool);
    const snw_pose back = snw_pose_inverse_mul(path->goal, path->start);
    path->d = back.p;
    path->phi = snw_rotation_log(back.R);
    path->length = snw_vec3_norm(path->d);
    path->angle = snw_vec3_norm(path->phi);
    path->empty = path->length < no_length && path->angle < no_length;
    path->requested = requested_velocity(options->move, path->length, path->angle,
                                         options->config->speed, options->config->turn);
}

snw__frame_motion snw__path_frame_at(const snw__move_path *path, const snw_pose *goal,
                                     snw_profile_sample s) {
    const double r = 1 - s.p;
    const snw_vec3 d = snw_mat3_apply(goal->R, path->d);
    const snw_vec3 phi = snw_mat3_apply(goal->R, path->phi);
    snw__frame_motion frame;
    frame.T.p = snw_vec3_add_scaled(goal->p, d, r);
    frame.T.R = snw_mat3_mul(goal->R, snw_rotation_exp(snw_vec3_scale(path->phi, r)));
    frame.V = snw_twist_of(snw_vec3_scale(d, -s.v), snw_vec3_scale(phi, -s.v));
    frame.A = snw_accel_of(snw_vec3_scale(d, -s.a), snw_vec3_scale(phi, -s.a));
    return frame;
}

// the tool is fixed to the tip
snw__frame_motion snw__path_tip_motion(const snw__frame_motion *frame, snw_pose tool) {
    snw__frame_motion tip;
    tip.T = snw_pose_mul(frame->T, snw_pose_inverse(tool));
    const snw_vec3 arm = snw_vec3_sub(tip.T.p, frame->T.p);
    tip.V = snw_twist_shift(frame->V, arm);
    tip.A = snw_accel_shift(frame->A, frame->V.ang, arm);
    return tip;
}

snw_twist snw__path_deviation(const snw__move_path *path, snw__tip *tip, const double *q,
                              double s) {
    const snw_profile_sample at = {s, 0, 0, 0};
    const snw__frame_motion frame = snw__path_frame_at(path, &path->goal, at);
    const snw_pose T = snw_pose_mul(snw__tip_pose(tip, q), path->tool);
    return snw_pose_difference(frame.T, T);
}

void snw__path_note_failure(snw__move_path *path, const snw__tip *tip, const double *q, double s,
                            snw_why *why) {
    const double nominal =
        path->requested > 0 && isfinite(path->requested) ? 1 / path->requested : 0;
    snw_why_add(why, "s", s, "");
    snw_why_add(why, "t", s * nominal, "s");
    path->report.place = s;
    for (int i = 0; i < tip->arm->count; i++) {
        path->report.joints[i] = q[i];
    }
}

// --- limits of Cartesian paths ------------------------------------------------------------------

void snw__bounds_include(snw__bounds *bounds, int count, const double *first, const double *second,
                         double s) {
    for (int i = 0; i < count; i++) {
        if (fabs(first[i]) > bounds->first[i]) {
            bounds->first[i] = fabs(first[i]);
            bounds->where[i] = s;
        }
        bounds->second[i] = fmax(bounds->second[i], fabs(second[i]));
    }
}

void snw__limit_curve_begin(snw__limit_curve *curve, const snw__move_path *path,
                            const snw__tip *tip, const snw__path_options *options) {
    curve->count = 0;
    curve->speed_most = fmin(path->requested, SNW_PROFILE_LARGEST_LIMIT);
    curve->acceleration_most = 0.5 * frame_acceleration(path, options);
    for (int i = 0; i < tip->arm->count; i++) {
        const double a = acceleration_margin * joint_acceleration(tip, options, i);
        curve->per_velocity[i] = 1 / (velocity_margin * tip->arm->limits.velocity[i]);
        curve->per_acceleration[i] = 1 / (scaling_share * a);
    }
}

void snw__limit_curve_add(snw__limit_curve *curve, int axes, const snw__joint_motion *rates) {
    if (curve->count >= SNW__CURVE_PLACES) return;
    double velocity = 0, push = 0, bend = 0;
    for (int i = 0; i < axes; i++) {
        velocity = fmax(velocity, fabs(rates->v[i]) * curve->per_velocity[i]);
        push = fmax(push, fabs(rates->v[i]) * curve->per_acceleration[i]);
        bend = fmax(bend, fabs(rates->a[i]) * curve->per_acceleration[i]);
    }
    const int k = curve->count++;
    const double speed = fmin(curve->speed_most, 1 / fmax(velocity, sqrt(bend)));
    curve->s[k] = rates->q[0];
    curve->speed[k] = fmax(speed, SNW_PROFILE_LEAST_LIMIT);
    curve->acceleration[k] = fmin(curve->acceleration_most, 1 / push);
}

// the largest velocity that the joints allow, and which of them says so
static double joint_velocity_limit(const snw__tip *tip, const snw__path_options *options,
                                   const snw__bounds *bounds, snw_move_report *report) {
    double most = HUGE_VAL;
    for (int i = 0; i < tip->arm->count; i++) {
        const double v = velocity_margin * tip->arm->limits.velocity[i] / bounds->first[i];
        const double a = acceleration_margin * joint_acceleration(tip, options, i);
        const double curve = sqrt(0.5 * a / bounds->second[i]);
        if (!(fmin(v, curve) < most)) continue;
        most = fmin(v, curve);
        report->axis = i;
        report->limit = v < curve ? "velocity" : "acceleration";
        report->place = bounds->where[i];
    }
    return isfinite(most) ? most : SNW_PROFILE_LARGEST_LIMIT;
}

// lowers acceleration and jerk to what the joints allow; returns the axis that governs, -1 for none
static int lower_to_joints(const snw__tip *tip, const snw__path_options *options,
                           const snw__bounds *bounds, double *a, double *j) {
    int axis = -1;
    for (int i = 0; i < tip->arm->count; i++) {
        if (!(bounds->first[i] > 0)) continue;
        const double most = acceleration_margin * joint_acceleration(tip, options, i);
        if (0.5 * most / bounds->first[i] < *a) axis = i;
        *a = fmin(*a, 0.5 * most / bounds->first[i]);
        *j = fmin(*j, 0.5 * joint_jerk(tip, options, i) / bounds->first[i]);
    }
    return axis;
}

snw_status snw__path_limit_line(snw__move_path *path, const snw__tip *tip,
                                const snw__path_options *options, const snw__bounds *bounds,
                                snw_why *why) {
    path->by_u.v_joints = joint_velocity_limit(tip, options, bounds, &path->report);
    if (!path->empty && path->by_u.v_joints < options->config->slowest * path->requested) {
        return snw_refuse_rule(why, SNW_ERR_SINGULAR, "singular", "path",
                               "the joints cannot follow this path",
                               "move in joint mode, or allow a tolerance");
    }
    double a = frame_acceleration(path, options), j = frame_jerk(path, options);
    path->by_u.acceleration_axis = lower_to_joints(tip, options, bounds, &a, &j);
    set_limits(path, options, a * options->move->acceleration, j * options->move->jerk);
    return SNW_OK;
}

// --- limits with a time scaling -----------------------------------------------------------------

/// Largest derivatives of a time scaling in one cell of its grid: of the slope, a quadratic
/// B-spline.
typedef struct cell_bounds {
    double first, second, third;
} cell_bounds;

static cell_bounds bound_cell(const snw__time_scaling *scaling, int k) {
    const double *c = &scaling->c[k], n = CELLS;
    const cell_bounds r = {fmax(fmax(c[0], c[1]), c[2]),
                           n * fmax(fabs(c[1] - c[0]), fabs(c[2] - c[1])),
                           n * n * fabs(c[0] - 2 * c[1] + c[2])};
    return r;
}

// With a time scaling the jerk of the frame is
//
//   d3s/dt3 = g''' (du/dt)^3 + 3 g'' du/dt d2u/dt2 + g' d3u/dt3
//
// A part of it is for the first term, which limits the velocity v of u; what that leaves in a cell
// is shared by the other two.
static snw_profile_limits share_jerk(const snw__time_scaling *scaling, double most, double part,
                                     snw_profile_limits u) {
    for (int k = 0; k < CELLS; k++) {
        u.v_max = fmin(u.v_max, cbrt(part * most / bound_cell(scaling, k).third));
    }
    for (int k = 0; k < CELLS; k++) {
        const cell_bounds g = bound_cell(scaling, k);
        const double left = 0.5 * (most - g.third * u.v_max * u.v_max * u.v_max);
        u.a_max = fmin(u.a_max, left / (3 * g.second * u.v_max));
        u.jerk = fmin(u.jerk, left / g.first);
    }
    return u;
}

// The terms are not all large at once. A law with the jerk j never has du/dt above
// v - (d2u/dt2)^2 / 2j, or it would pass v. With a = sqrt(j v) and d2u/dt2 = y a that is
// du/dt <= x v, x = 1 - y^2 / 2, and a cell is kept if for all y from 0 to 1
//
//   g''' v^3 x^3 + 3 g'' v^(3/2) x y sqrt(j) + g' j <= most,
//
// which is looked at in four steps of y, with the largest x and the largest y of each: quadratic in
// sqrt(j).
static snw_profile_limits share_jerk_on_ramps(const snw__time_scaling *scaling, double most,
                                              double part, snw_profile_limits u) {
    u.v_max = share_jerk(scaling, most, part, u).v_max;
    const double v = u.v_max, v3 = v * v * v;
    for (int k = 0; k < CELLS; k++) {
        const cell_bounds g = bound_cell(scaling, k);
        for (int i = 0; i < 4; i++) {
            const double x = 1 - i * i / 32.0, y = 0.25 * (i + 1);
            const double half = 1.5 * g.second * sqrt(v3) * x * y,
                         left = most - g.third * v3 * x * x * x;
            const double root = left / (half + sqrt(half * half + g.first * left));
            u.jerk = fmin(u.jerk, root * root);
        }
    }
    u.jerk = fmin(u.jerk, u.a_max * u.a_max / v);
    u.a_max = sqrt(u.jerk * v);
    return u;
}

// about the time of the whole, from u = 0 to 1
static double estimate_duration(const snw_profile_limits *u) {
    return 1 / u->v_max + u->v_max / u->a_max + u->a_max / u->jerk;
}

// Lowers the limits of u so that the jerk of the frame is kept, by the share of the first term that
// makes the duration least. Only the law of limited jerk has a limit to keep.
static void limit_frame_jerk(const snw__move_path *path, const snw__path_options *options,
                             snw_profile_limits *u) {
    static const double parts[] = {0.3, 0.5, 0.7, 0.85, 0.95};
    if (options->move->law != SNW_MOVE_JERK) return;
    const bool shared = options->shared_start || options->shared_end;
    const double share = shared ? 0.5 : 1;
    const double most = share * options->move->jerk * frame_jerk(path, options);
    snw_profile_limits best = share_jerk(&path->scaling, most, 0.5, *u);
    for (int i = 0; i < (int)(sizeof parts / sizeof *parts); i++) {
        const snw_profile_limits with =
            shared ? share_jerk(&path->scaling, most, parts[i], *u)
                   : share_jerk_on_ramps(&path->scaling, most, parts[i], *u);
        if (estimate_duration(&with) < estimate_duration(&best)) best = with;
    }
    *u = best;
    // a motion that shares it with another has half of it already
    u->jerk /= share;
}

// Of a time scaling, g' is at most its largest coefficient, and g'' their largest difference times
// the grid. The frame has one half of its acceleration for g'' (du/dt)^2 and one for g' d2u/dt2.
void snw__path_limit_scaled(snw__move_path *path, const snw__tip *tip,
                            const snw__path_options *options, const snw__bounds *bounds) {
    double slope = 0, bend = 0;
    for (int k = 0; k < CELLS; k++) {
        const cell_bounds g = bound_cell(&path->scaling, k);
        slope = fmax(slope, g.first);
        bend = fmax(bend, g.second);
    }
    const double most = frame_acceleration(path, options);
    double a = 0.5 * most / slope, j = frame_jerk(path, options) / slope;
    snw_move_report unused;
    snw__parameter_limits *by_u = &path->by_u;
    by_u->v_joints =
        fmin(joint_velocity_limit(tip, options, bounds, &unused), sqrt(0.5 * most / bend));
    by_u->acceleration_axis = lower_to_joints(tip, options, bounds, &a, &j);
    snw_profile_limits u = {0, by_u->v_joints, 0, a * options->move->acceleration,
                            j * options->move->jerk};
    limit_frame_jerk(path, options, &u);
    by_u->limits = law_limits(options, fmin(path->requested / slope, u.v_max), u.a_max, u.jerk);
    by_u->v_joints = clamp_limit(u.v_max, SNW_PROFILE_LARGEST_LIMIT);
}
