// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_IK_INTERNAL_H
#define SINEW_SRC_IK_INTERNAL_H

#include <math.h>

#include "sinew/ik/closed.h"
#include "sinew/lanes.h"

/// An angle by its cosine and sine. Closed forms are solved in these; only the answer is an angle.
typedef struct snw__turn {
    double c, s;
} snw__turn;

static inline snw__turn snw__turn_of(double angle) {
    const snw__turn t = {cos(angle), sin(angle)};
    return t;
}

/// Two turns one after the other.
static inline snw__turn snw__turn_add(snw__turn a, snw__turn b) {
    const snw__turn r = {a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s};
    return r;
}

/// Nearer to each other than the rounding of a square root lets them be told apart.
static inline bool snw__turns_touch(snw__turn a, snw__turn b) {
    return fabs(a.c * b.s - a.s * b.c) < 2e-7 && a.c * b.c + a.s * b.s > 0;
}

static inline snw__turn snw__turn_back(snw__turn t) {
    const snw__turn r = {t.c, -t.s};
    return r;
}

/// v turned about the unit vector k.
static inline snw_vec3 snw__turned(snw_vec3 k, snw__turn t, snw_vec3 v) {
    const snw_vec3 along = snw_vec3_scale(k, snw_vec3_dot(k, v) * (1 - t.c));
    return snw_vec3_add_scaled(snw_vec3_add_scaled(along, v, t.c), snw_vec3_cross(k, v), t.s);
}

/// A matrix turned about k: each of its columns.
static inline snw_mat3 snw__turned_mat3(snw_vec3 k, snw__turn t, snw_mat3 A) {
    return snw_mat3_of(snw__turned(k, t, A.x), snw__turned(k, t, A.y), snw__turned(k, t, A.z));
}

// --- subproblem.c: angles from vectors ----------------------------------------------------------

/// The turn about k that brings p nearest to q; false when p or q lies on k within `small` (any
/// turn does): then t is 1, 0.
bool snw__turn_between(snw_vec3 k, snw_vec3 p, snw_vec3 q, double small, snw__turn *t);

/// Solutions of a c + b s = d on the unit circle: two, in t[0] with the root added, in t[1] with it
/// taken away. Returns 2, or 0 when |d| is beyond the reach by more than `slack`; within it both
/// are the same. *gap receives |d| - sqrt(a^2 + b^2), positive when it cannot be reached. When a
/// and b are below `slack` too, every turn is a solution if d is: then -1 is returned.
int snw__turn_solve(double a, double b, double d, double slack, snw__turn t[2], double *gap);

/// The factors of h . R(k, t) p = a c + b s + constant.
typedef struct snw__linear {
    double a, b, constant;
} snw__linear;
snw__linear snw__turn_linear(snw_vec3 h, snw_vec3 k, snw_vec3 p);

// --- pair.c: two equations for two turns --------------------------------------------------------

/// x[0] c1 + x[1] s1 + y[0] c2 + y[1] s2 = d, twice. `size` is what the numbers of a row are like:
/// a row that is far smaller says nothing.
typedef struct snw__pair {
    double x[2][2], y[2][2], d[2], size[2];
} snw__pair;

typedef struct snw__pair_roots {
    int count;
    snw__turn x[4], y[4];
    int branch[4];
    bool touching[4]; ///< another root lies in the same place, or a turn had no say
    double gap;  ///< by how much an equation misses when there is no solution, as that row has it
    int gap_row; ///< which
} snw__pair_roots;

/// All solutions, at most four. `slack` is what counts as 0 after the rows are scaled to about 1.
/// A turn that the equations leave open keeps the angle held[0] (x) or held[1] (y).
void snw__pair_solve(const snw__pair *pair, double slack, const double held[2],
                     snw__pair_roots *roots);

// --- rotation.c: three turns that make a rotation -----------------------------------------------

typedef struct snw__three {
    snw__turn turn[3];
    bool singular; ///< first and third have one axis: the first kept what it was given
} snw__three;

/// R = R(k0) R(k1) R(k2): two solutions, or 0 when the axes cannot make it, with the gap.
/// `held` is the turn of the first that a singular rotation keeps.
int snw__three_turns(const snw_vec3 k[3], snw_mat3 R, snw__turn held, snw__three out[2],
                     double *gap);

/// The same in lanes (hand.c): a hand of three turns behind up to four places of three joints, both
/// solutions of each. Lane solution * SNW__HANDS + place.
enum { SNW__HANDS = 4 };
typedef struct snw__hands {
    _Alignas(
        64) double lead_c[3][2 * SNW__HANDS]; ///< turns of the places; 1, 0 for one that slides
    _Alignas(64) double lead_s[3][2 * SNW__HANDS];
    _Alignas(64) double c[3][2 * SNW__HANDS]; ///< out: the hand's turns
    _Alignas(64) double s[3][2 * SNW__HANDS];
    _Alignas(64) double gap[2 * SNW__HANDS];      ///< out: above SNW__HAND_SLACK: no solution
    _Alignas(64) double singular[2 * SNW__HANDS]; ///< out: 1 or 0
    snw_vec3 lead[3];                             ///< axes of the places' joints
    snw_vec3 k[3];                                ///< axes of the hand
    snw_mat3 R;                                   ///< of all six together
    snw__turn held;
} snw__hands;

/// A rotation beyond what the axes can make by this sine still counts as on the border.
#define SNW__HAND_SLACK 1e-9

typedef void snw__hands_fn(snw__hands *hands);
#define SNW__DECLARE(isa) snw__hands_fn snw__hands_f64_##isa;
SNW_KERNEL_EACH(SNW__DECLARE)
#undef SNW__DECLARE

/// Solves all; places that are not needed must hold some turns.
void snw__hands_solve(snw__hands *hands);

/// A unit vector normal to k.
snw_vec3 snw__normal_to(snw_vec3 k);

// --- chain.c ------------------------------------------------------------------------------------

/// The chain of joints from the root to a link or frame. SNW_ERR_UNSUPPORTED with the joint that
/// has no closed form.
snw_status snw__chain_of(const snw_model *model, int link, int frame, snw_ik_closed *closed,
                         snw_why *why);

/// The same chain from the tool's side: T(q)^-1.
void snw__chain_reverse(const snw_ik_chain *chain, snw_ik_chain *reversed);

/// Where the tip is for these values.
snw_pose snw__chain_pose(const snw_ik_chain *chain, const double *values);

/// The point that the axes [first, first + count) share, or the one nearest to all; returns the
/// largest distance of an axis from it.
double snw__chain_meet(const snw_ik_chain *chain, int first, int count, snw_vec3 *point);

/// How far two axes are from parallel: the sine of the angle between them.
double snw__chain_slant(const snw_ik_chain *chain, int i, int j);

// --- forms --------------------------------------------------------------------------------------

/// Solutions of a core chain, side by side: candidate i turns joint j by c[j][i], s[j][i]. Of a
/// joint that slides, s is the way [m].
typedef struct snw__candidates {
    _Alignas(64) double c[SNW_IK_CLOSED_JOINTS][SNW_IK_CLOSED_BRANCHES];
    _Alignas(64) double s[SNW_IK_CLOSED_JOINTS][SNW_IK_CLOSED_BRANCHES];
    int branch[SNW_IK_CLOSED_BRANCHES];
    bool singular[SNW_IK_CLOSED_BRANCHES];
    int count;
    double gap;       ///< how far the pose is from a solution when there is none
    const char *unit; ///< of the gap: "m", or "" for a sine
    const char *what; ///< what could not be met then
} snw__candidates;

/// What a form is given: the pose of the core chain's tip, parameters, values to hold.
typedef struct snw__question {
    const snw_ik_closed *closed;
    const snw_ik_chain *chain;
    snw_pose goal;
    const double *parameters;
    const double *held; ///< [count] values that joints without a say keep
} snw__question;

void snw__solve_wrist(const snw__question *question, snw__candidates *found);    // form_wrist.c
void snw__solve_parallel(const snw__question *question, snw__candidates *found); // form_parallel.c
void snw__solve_elbow(const snw__question *question, snw__candidates *found);    // form_elbow.c

/// The arm angle of values of a chain of the elbow's form; false where it is not defined.
bool snw__arm_angle(const snw_ik_closed *closed, const double *values, double *angle);

/// Adds a candidate and returns its place; -1 when there is no room.
static inline int snw__candidate_add(snw__candidates *found, int branch, bool singular) {
    if (found->count >= SNW_IK_CLOSED_BRANCHES) return -1;
    found->branch[found->count] = branch;
    found->singular[found->count] = singular;
    return found->count++;
}

static inline void snw__candidate_turn(snw__candidates *found, int i, int joint, snw__turn t) {
    found->c[joint][i] = t.c;
    found->s[joint][i] = t.s;
}

/// The value of one joint of a candidate [rad or m].
static inline double snw__candidate_value(const snw__candidates *found, const snw_ik_chain *chain,
                                          int i, int joint) {
    return chain->slides[joint] ? found->s[joint][i]
                                : atan2(found->s[joint][i], found->c[joint][i]);
}

#endif // SINEW_SRC_IK_INTERNAL_H
