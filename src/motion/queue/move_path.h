// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_QUEUE_MOVE_PATH_H
#define SINEW_SRC_QUEUE_MOVE_PATH_H

// What the sources of this module share about paths: kinematics of the tip (the arm's last frame,
// T6), the path of one move with its limits, and how a Cartesian path is sampled, driven at a
// varying speed, or replaced by a spline within its tolerance.
//
// s, from 0 to 1, is the place on a path. u, from 0 to 1, is what the time law drives; s = g(u).

#include "sinew/ik.h"
#include "sinew/kinematics.h"
#include "sinew/linalg.h"
#include "sinew/profile.h"
#include "sinew/queue/queue.h"

enum {
    SNW__SAMPLE_STEPS = 32,                    // of a path, when nothing asks for shorter ones
    SNW__SAMPLE_DEPTH = 6,                     // times that a step may be halved
    SNW__SAMPLE_TRIES = 8 * SNW__SAMPLE_STEPS, // steps that are tried, at most
    SNW__CURVE_PLACES = SNW__SAMPLE_TRIES + 2, // of a limit curve
    SNW__SCALING_CELLS = 64,                   // grid of a time scaling
    SNW__SPLINE_CELLS = 64                     // grid of a spline
};

/// A motion of the joints at one instant.
typedef struct snw__joint_motion {
    double q[SNW_AXES], v[SNW_AXES], a[SNW_AXES];
} snw__joint_motion;

/// A motion of a frame at one instant, along the base's axes.
typedef struct snw__frame_motion {
    snw_pose T;
    snw_twist V;
    snw_accel A;
} snw__frame_motion;

// --- tip.c: kinematics of T6 --------------------------------------------------------------------

/// Kinematics of the tip, one per thread, and the budget of one tick.
typedef struct snw__tip {
    const snw_arm *arm;
    int link;
    snw_pose T_link_tip;
    bool closed_form;
    snw_ik_closed closed;
    snw_ik ik;
    snw_kin kin;
    int count;  // rates that move the tip
    int *rates; // [nv]
    int *axis;  // [nv] the axis of a rate, -1 for none
    snw_qr qr;  // as many rates as directions
    snw_pinv pinv;
    double *q, *v, *a;                   // [nq], [nv], [nv] of the model
    double *found;                       // [nq]
    snw_twist *J, *columns;              // [nv] of all rates, of those that move the tip
    double *solution;                    // [nv]
    double *grid;                        // [SNW__SPLINE_CELLS + 1][axes] joints along a line
    int branch;                          // of the last solution; -1 without a closed form
    int64_t solutions;                   // inverse solutions so far
    int64_t work;                        // what all was done costs, see snw__work
    int64_t solutions_until, work_until; // where the budget ends
} snw__tip;

/// What things cost, about a fifth of a microsecond each: a pose, rates, an inverse solution, a
/// limit curve along a spline, a time scaling for it.
enum snw__work {
    SNW__WORK_POSE = 1,
    SNW__WORK_RATES = 4,
    SNW__WORK_INVERSE = 4,
    SNW__WORK_CURVE = 64,
    SNW__WORK_SCALING = 256
};

/// The budget of one tick. Each step of a preparation is begun below the first two; the longest,
/// SNW__STEP_SOLUTIONS, still ends within SNW_QUEUE_SOLUTIONS, with what the set-point of the tick
/// itself needs.
enum {
    SNW__BUDGET_SOLUTIONS = 40,
    SNW__BUDGET_WORK = 350,
    SNW__STEP_SOLUTIONS = 20,
    SNW__OWN_SOLUTIONS = 4
};
_Static_assert(SNW__BUDGET_SOLUTIONS + SNW__STEP_SOLUTIONS + SNW__OWN_SOLUTIONS <=
                   SNW_QUEUE_SOLUTIONS,
               "a tick keeps what it promises");

static inline void snw__budget_open(snw__tip *tip, bool unlimited) {
    tip->solutions_until = unlimited ? INT64_MAX / 2 : tip->solutions + SNW__BUDGET_SOLUTIONS;
    tip->work_until = unlimited ? INT64_MAX / 2 : tip->work + SNW__BUDGET_WORK;
}
static inline bool snw__budget_spent(const snw__tip *tip) {
    return tip->solutions >= tip->solutions_until || tip->work >= tip->work_until;
}

snw_status snw__tip_init(snw__tip *tip, const snw_arm *arm, int link, int frame, snw_arena *arena);
snw_pose snw__tip_pose(snw__tip *tip, const double *axes);
// the joints for a pose, nearest to reference[count], or on a branch (-1: any); they may be the
// same array
snw_status snw__tip_inverse(snw__tip *tip, snw_pose T, const double *reference, int branch,
                            double *axes, snw_why *why);
// rates and accelerations of the axes for a motion of the tip; SNW_ERR_SINGULAR
snw_status snw__tip_rates(snw__tip *tip, const double *axes, snw_twist V, snw_accel A, double *v,
                          double *a);

// --- time_scaling.c: s = g(u) -------------------------------------------------------------------

/// s = g(u): how a law of one velocity drives a path that must be slow at places.
typedef struct snw__time_scaling {
    bool used;                         // else s = u
    double c[SNW__SCALING_CELLS + 2];  // of the slope
    double at[SNW__SCALING_CELLS + 1]; // s on the grid of u
} snw__time_scaling;

/// The largest velocity and acceleration of s at places along a path; rising in s from 0 to 1.
typedef struct snw__limit_curve {
    int count;
    double s[SNW__CURVE_PLACES], speed[SNW__CURVE_PLACES], acceleration[SNW__CURVE_PLACES];
    double speed_most, acceleration_most; // what was requested, and what the frame may do
    double per_velocity[SNW_AXES], per_acceleration[SNW_AXES]; // one over what the axes may do
} snw__limit_curve;

// a time scaling for a limit curve, whose speeds are smoothed on the way
void snw__scaling_build(snw__time_scaling *scaling, snw__limit_curve *curve);
// s and its derivatives by time for those of u
snw_profile_sample snw__scaling_follow(const snw__time_scaling *scaling, snw_profile_sample u);
static inline snw_profile_sample snw__scaling_at(const snw__time_scaling *scaling,
                                                 snw_profile_sample u) {
    return scaling->used ? snw__scaling_follow(scaling, u) : u;
}

// --- spline.c: joints over s --------------------------------------------------------------------

/// Joints over s as cubic splines: a line that is kept only within a tolerance.
typedef struct snw__spline {
    bool used;
    int count;        // knots
    double *s;        // [SNW__SPLINE_CELLS + 1]
    double *q, *bend; // [SNW__SPLINE_CELLS + 1][axes] joints and their second derivatives
    double *pivot;    // [SNW__SPLINE_CELLS + 1]
} snw__spline;

snw_status snw__spline_init(snw__spline *spline, int axes, snw_arena *arena);
// second derivatives for the knots s and q
void snw__spline_build(snw__spline *spline, int axes);
// the joints at s, and their motion for that of s
void snw__spline_at(const snw__spline *spline, int axes, snw_profile_sample s,
                    snw__joint_motion *motion);
// a piece between two knots: in `rates` q[0] is its middle, v and a are its largest first and
// second derivatives; false where it passes limits of joints
bool snw__spline_examine(const snw__spline *spline, const snw_arm_limits *limits, int axes, int k,
                         snw__joint_motion *rates);

// --- move_path.c: the path of one move ----------------------------------------------------------

/// What the parameter of a law may do.
typedef struct snw__parameter_limits {
    snw_profile_limits limits;
    double v_joints;       // velocity that limits of joints allow
    int acceleration_axis; // whose acceleration governs; -1: that of the frame
} snw__parameter_limits;

/// The path of a move, and what it allows.
typedef struct snw__move_path {
    snw__parameter_limits by_u; // of u
    snw__parameter_limits by_s; // the same without the time scaling
    double requested;           // velocity of s that was asked for
    snw_move_report report;
    double q_start[SNW_AXES], q_goal[SNW_AXES];
    snw_pose start, goal, tool; // controlled frame; T6 = frame tool^-1
    snw_vec3 d, phi;            // from goal back to start, along the goal's axes
    double length, angle;       // of the way of the controlled frame [m, rad]
    bool empty;                 // nothing moves
    snw__time_scaling scaling;
} snw__move_path;

typedef struct snw__path_options {
    const snw_queue_config *config;
    const snw_move *move;
    bool shared_start, shared_end; // another motion runs at the same time
    bool goal_moves;               // what lies between start and goal cannot be known
} snw__path_options;

/// Largest derivatives of the axes by the parameter of their path, and where the first are.
typedef struct snw__bounds {
    double first[SNW_AXES], second[SNW_AXES], where[SNW_AXES];
} snw__bounds;

void snw__bounds_include(snw__bounds *bounds, int count, const double *first, const double *second,
                         double s);
// an empty limit curve for a path
void snw__limit_curve_begin(snw__limit_curve *curve, const snw__move_path *path,
                            const snw__tip *tip, const snw__path_options *options);
// what the place rates->q[0] with the derivatives rates->v and rates->a allows
void snw__limit_curve_add(snw__limit_curve *curve, int axes, const snw__joint_motion *rates);

// length, angle, requested speed, start and way of a Cartesian path
void snw__path_measure(snw__move_path *path, snw__tip *tip, const snw__path_options *options);
// the controlled frame for a motion of s, on the way to a goal
snw__frame_motion snw__path_frame_at(const snw__move_path *path, const snw_pose *goal,
                                     snw_profile_sample s);
// the tip for a motion of the controlled frame
snw__frame_motion snw__path_tip_motion(const snw__frame_motion *frame, snw_pose tool);
// by how much joints leave the line at s [m, rad]
snw_twist snw__path_deviation(const snw__move_path *path, snw__tip *tip, const double *q, double s);
// adds the place that failed to the reason, and the joints there to the report
void snw__path_note_failure(snw__move_path *path, const snw__tip *tip, const double *q, double s,
                            snw_why *why);

// limits of s for a path in joint space; goal, tool, q_start and q_goal must be known
void snw__path_limit_joints(snw__move_path *path, snw__tip *tip, const snw__path_options *options);
// limits of s for a line, and who says so; SNW_ERR_SINGULAR when that is too slow
snw_status snw__path_limit_line(snw__move_path *path, const snw__tip *tip,
                                const snw__path_options *options, const snw__bounds *bounds,
                                snw_why *why);
// limits of u with a time scaling; those of s stay in `by_s`
void snw__path_limit_scaled(snw__move_path *path, const snw__tip *tip,
                            const snw__path_options *options, const snw__bounds *bounds);

// --- sample_path.c and spline_fit.c: lines, before they are driven ------------------------------

/// The exact line while it is being sampled.
typedef struct snw__path_sampling {
    snw__move_path *path;
    snw__tip *tip;
    const snw__path_options *options;
    double s, q[SNW_AXES], rate[SNW_AXES]; // at the last place, with dq/ds
    int branch;                            // there
    double largest;                        // |dq/ds| over the limit, there
    double step;
    int tries;
    bool scaled; // the line is known; its time scaling is looked at
    int look;    // along the time scaling
    snw__bounds bounds;
    snw__limit_curve curve;
} snw__path_sampling;

/// A spline within the tolerance of a line while it is being looked for.
typedef struct snw__spline_fit {
    snw__move_path *path;
    snw__tip *tip;
    const snw__path_options *options;
    snw__spline *spline;
    enum { SNW__FIT_GRID, SNW__FIT_GAPS, SNW__FIT_CHECK, SNW__FIT_LIMITS } stage;
    bool gap[SNW__SPLINE_CELLS + 1], before[SNW__SPLINE_CELLS + 1], chosen[SNW__SPLINE_CELLS + 1];
    double q[SNW_AXES]; // of the last grid point
    int place;          // that is next: of the grid, of the looks
    int round, width;   // of the gaps that are tried
    int center;
    bool found;  // a gap of this round helps
    double cost; // time that the spline takes at least
    double best; // of those that stay within the tolerance
    int worst;   // grid cell where it is slowest
    double deviation, deviation_rad;
} snw__spline_fit;

// `go_on` does what the budget allows: SNW_NOTHING_NEW until all is known. Goal, tool and q_start
// must be in the path.
void snw__sample_path_begin(snw__path_sampling *p, snw__move_path *path, snw__tip *tip,
                            const snw__path_options *options);
snw_status snw__sample_path_go_on(snw__path_sampling *p, snw_why *why);
void snw__spline_fit_begin(snw__spline_fit *fit, snw__move_path *path, snw__tip *tip,
                           const snw__path_options *options, snw__spline *spline);
snw_status snw__spline_fit_go_on(snw__spline_fit *fit, snw_why *why);

#endif // SINEW_SRC_QUEUE_MOVE_PATH_H
