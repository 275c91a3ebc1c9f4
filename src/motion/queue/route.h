// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_QUEUE_ROUTE_H
#define SINEW_SRC_QUEUE_ROUTE_H

// What the sources of this module share about paths: the hand (kinematics of the arm's last frame),
// the pace and the track of a line, and the route (what a path allows).

#include "sinew/ik.h"
#include "sinew/kinematics.h"
#include "sinew/linalg.h"
#include "sinew/profile.h"
#include "sinew/queue/queue.h"

enum {
    SNW__ROUTE_STEPS = 32,
    SNW__ROUTE_DEPTH = 6,
    SNW__ROUTE_TRIES = 8 * SNW__ROUTE_STEPS,
    SNW__PACE = 64,  // grid of a pace
    SNW__TRACK = 64, // grid of a track
    SNW__SURVEY = SNW__ROUTE_TRIES + 2
};

/// A motion of the axes at one instant.
typedef struct snw__motion {
    double q[SNW_AXES], v[SNW_AXES], a[SNW_AXES];
} snw__motion;

/// A motion of a frame at one instant, along the base's axes.
typedef struct snw__carry {
    snw_pose T;
    snw_twist V;
    snw_accel A;
} snw__carry;

/// Kinematics of T6, one per thread.
typedef struct snw__hand {
    const snw_arm *arm;
    int link;
    snw_pose T_link_tip;
    bool closed_form;
    snw_ik_closed closed;
    snw_ik ik;
    snw_kin kin;
    int count;  // rates that move the hand
    int *rates; // [nv]
    int *axis;  // [nv] the axis of a rate, -1 for none
    snw_qr qr;  // as many rates as directions
    snw_pinv pinv;
    double *q, *v, *a;   // [nq], [nv], [nv] of the model
    double *found;       // [nq]
    snw_twist *J, *path; // [nv]
    double *solution;    // [nv]
    double *grid;        // [SNW__TRACK + 1][axes] joints along a line
    int branch;          // of the last solution; -1 without a closed form
    int64_t solutions;
    int64_t work;                        // the same with all else, see snw__work
    int64_t solutions_until, work_until; // what may be done in one go
} snw__hand;

/// What things cost, about a fifth of a microsecond each: a pose, rates, an inverse solution, one
/// look along all of a track, a pace of it.
enum snw__work {
    SNW__WORK_POSE = 1,
    SNW__WORK_RATES = 4,
    SNW__WORK_SOLVE = 4,
    SNW__WORK_SURVEY = 64,
    SNW__WORK_PACE = 256
};

/// What may be done in one tick. Each step of a preparation is begun below the first two; the
/// longest, SNW__STEP_SOLUTIONS, still ends within SNW_QUEUE_SOLUTIONS, with what the set-point of
/// the tick itself needs.
enum {
    SNW__GO_SOLUTIONS = 40,
    SNW__GO_WORK = 350,
    SNW__STEP_SOLUTIONS = 20,
    SNW__OWN_SOLUTIONS = 4
};
_Static_assert(SNW__GO_SOLUTIONS + SNW__STEP_SOLUTIONS + SNW__OWN_SOLUTIONS <= SNW_QUEUE_SOLUTIONS,
               "a tick keeps what it promises");

// a new go; `all`: without an end
static inline void snw__hand_allow(snw__hand *hand, bool all) {
    hand->solutions_until = all ? INT64_MAX / 2 : hand->solutions + SNW__GO_SOLUTIONS;
    hand->work_until = all ? INT64_MAX / 2 : hand->work + SNW__GO_WORK;
}
static inline bool snw__hand_tired(const snw__hand *hand) {
    return hand->solutions >= hand->solutions_until || hand->work >= hand->work_until;
}

snw_status snw__hand_init(snw__hand *hand, const snw_arm *arm, int link, int frame,
                          snw_arena *arena);
snw_pose snw__hand_pose(snw__hand *hand, const double *axes);
// the joints for a pose, nearest to reference[count], or on a branch (-1: any); they may be the
// same array
snw_status snw__hand_solve(snw__hand *hand, snw_pose T, const double *reference, int branch,
                           double *axes, snw_why *why);
// rates and accelerations of the axes for a motion of the hand; SNW_ERR_SINGULAR
snw_status snw__hand_rates(snw__hand *hand, const double *axes, snw_twist V, snw_accel A, double *v,
                           double *a);

/// s = g(u): how a path that is slow at places is driven by a law of one velocity, see pace.c.
typedef struct snw__pace {
    bool used;                // else s = u
    double c[SNW__PACE + 2];  // of the slope
    double at[SNW__PACE + 1]; // s on the grid of u
} snw__pace;

/// What s may do at places along a path; rising in s from 0 to 1.
typedef struct snw__survey {
    int count;
    double s[SNW__SURVEY], speed[SNW__SURVEY], push[SNW__SURVEY];
    double most, push_most;                          // what was asked for, and what the hand may do
    double per_rate[SNW_AXES], per_change[SNW_AXES]; // one over what the axes may do
} snw__survey;

// a pace for what was surveyed, whose speeds are smoothed on the way
void snw__pace_build(snw__pace *pace, snw__survey *survey);
// s and its derivatives by time for those of u
snw_profile_sample snw__pace_follow(const snw__pace *pace, snw_profile_sample u);
static inline snw_profile_sample snw__pace_at(const snw__pace *pace, snw_profile_sample u) {
    return pace->used ? snw__pace_follow(pace, u) : u;
}

/// Joints over s as cubic splines: a line that is kept only within a tolerance, see track.c.
typedef struct snw__track {
    bool used;
    int count;        // knots
    double *s;        // [SNW__TRACK + 1]
    double *q, *bend; // [SNW__TRACK + 1][axes] joints and their second derivatives
    double *pivot;    // [SNW__TRACK + 1]
} snw__track;

snw_status snw__track_init(snw__track *track, int axes, snw_arena *arena);
// the joints at s, and their motion for that of s
void snw__track_at(const snw__track *track, int axes, snw_profile_sample s, snw__motion *motion);

/// What the parameter of a law may do.
typedef struct snw__reach {
    snw_profile_limits limits;
    double cap; // velocity that limits of joints allow
    int pusher; // axis whose acceleration governs; -1: that of the hand
} snw__reach;

/// What a path allows.
typedef struct snw__route {
    snw__reach reach; // of u
    snw__reach plain; // the same without the pace
    double asked;     // velocity of s that was asked for
    snw_move_report report;
    double q_start[SNW_AXES], q_goal[SNW_AXES];
    snw_pose start, goal, tool; // controlled frame; T6 = frame tool^-1
    snw_vec3 d, phi;            // from goal back to start, along the goal's axes
    double length, angle;       // of the way of the controlled frame [m, rad]
    bool zero;                  // nothing moves
    snw__pace pace;
} snw__route;

typedef struct snw__route_plan {
    const snw_queue_config *config;
    const snw_move *move;
    bool shared_start, shared_end; // another motion runs at the same time
    bool quick;                    // the goal moves: what lies between cannot be known
} snw__route_plan;

/// Largest derivatives of the axes by the parameter of their path, and where the first are.
typedef struct snw__bounds {
    double first[SNW_AXES], second[SNW_AXES], where[SNW_AXES];
} snw__bounds;

// the controlled frame for a motion of s, on the way to a goal
snw__carry snw__route_carry(const snw__route *route, const snw_pose *goal, snw_profile_sample s);
// the hand for that of the controlled frame
snw__carry snw__route_hand(const snw__carry *carry, snw_pose tool);
// length, angle, asked speed, start and way of a Cartesian path
void snw__route_measure(snw__route *route, snw__hand *hand, const snw__route_plan *plan);
void snw__route_note(snw__bounds *bounds, int count, const double *first, const double *second,
                     double s);
// an empty survey of a route
void snw__survey_begin(snw__survey *survey, const snw__route *route, const snw__hand *hand,
                       const snw__route_plan *plan);
// what the place rates->q[0] with the derivatives rates->v and rates->a allows
void snw__survey_add(snw__survey *survey, int axes, const snw__motion *rates);
// limits of s, and who says so; SNW_ERR_SINGULAR when that is too slow
snw_status snw__route_limit(snw__route *route, const snw__hand *hand, const snw__route_plan *plan,
                            const snw__bounds *bounds, snw_why *why);
// limits of u, along a pace; those of s stay in `plain`
void snw__route_limit_pace(snw__route *route, const snw__hand *hand, const snw__route_plan *plan,
                           const snw__bounds *bounds);
// what failed at s, with the joints there
snw_status snw__route_blame(snw__route *route, const snw__hand *hand, const double *q, double s,
                            snw_why *why);
// by how much joints leave the line at s [m, rad]
snw_twist snw__route_miss(const snw__route *route, snw__hand *hand, const double *q, double s);

/// The exact line on its way to being known, see walk.c.
typedef struct snw__walk {
    snw__route *route;
    snw__hand *hand;
    const snw__route_plan *plan;
    double s, q[SNW_AXES], rate[SNW_AXES]; // at the last place, with q'
    int branch;                            // there
    double largest;                        // |q'| over the limit, there
    double step;
    int tries;
    bool paced; // the line is known; its pace is looked at
    int look;   // along the pace
    snw__bounds bounds;
    snw__survey survey;
} snw__walk;

/// The same of a line within a tolerance, see track.c.
typedef struct snw__trace {
    snw__route *route;
    snw__hand *hand;
    const snw__route_plan *plan;
    snw__track *track;
    enum { SNW__TRACE_GRID, SNW__TRACE_GAPS, SNW__TRACE_LOOK, SNW__TRACE_LIMIT } stage;
    bool gap[SNW__TRACK + 1], before[SNW__TRACK + 1], chosen[SNW__TRACK + 1];
    double q[SNW_AXES]; // of the last grid point
    int place;          // that is next: of the grid, of the looks
    int round, width;   // of the gaps that are tried
    int center;
    bool found;  // a gap of this round helps
    double cost; // time that the track takes at least
    double best; // of those that stay within the tolerance
    int worst;   // grid cell where it is slowest
    double miss, miss_rad;
} snw__trace;

// goal, tool, q_start must be in the route
snw_status snw__route_joint(snw__route *route, snw__hand *hand, const snw__route_plan *plan,
                            snw_why *why);
// The exact line, and one within the tolerance of the motion. `on` does what one go allows:
// SNW_NOTHING_NEW until all is known.
void snw__walk_begin(snw__walk *walk, snw__route *route, snw__hand *hand,
                     const snw__route_plan *plan);
snw_status snw__walk_on(snw__walk *walk, snw_why *why);
void snw__trace_begin(snw__trace *trace, snw__route *route, snw__hand *hand,
                      const snw__route_plan *plan, snw__track *track);
snw_status snw__trace_on(snw__trace *trace, snw_why *why);

#endif // SINEW_SRC_QUEUE_ROUTE_H
