// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_IK_SEARCH_H
#define SINEW_SRC_IK_SEARCH_H

#include "sinew/ik/numeric.h"
#include "sinew/lanes.h"

enum { SNW__IK_LANES = 8 }; ///< starts that advance together

/// One joint of the path in normalised frames (sinew/model/normal.h), its coordinate by its place
/// among those of the path.
typedef struct snw__ik_body {
    snw_normal_class kind;
    int source; ///< place among the coordinates of the path
    double turn, offset, slide, slide_offset;
    double cos_alpha, sin_alpha, cos_gamma, sin_gamma;
    snw_vec3 p;
} snw__ik_body;

// --- lanes --------------------------------------------------------------------------------------

/// What a step of the search needs, besides the lanes.
typedef struct snw__ik_problem {
    int count; ///< coordinates
    int body_count;
    const snw__ik_body *bodies;
    snw_pose start; ///< the root's body in the axes of the goal
    snw_pose tip;   ///< the frame on the last body
    double weight[6];
    double precision[6]; ///< 1 / tolerance, 0 for free components
    double slack[6];     ///< an error up to here is none; 0 for most
    bool slackens;       ///< one of them is not 0
    bool turned;         ///< a rotation is free, so large angles may remain: exact derivatives
    const double *lower, *upper;
    double damping; ///< of the squared error
    double longest; ///< largest step of a coordinate [rad or m]
} snw__ik_problem;

/// Eight configurations, one per lane: [coordinate][lane], 64-byte aligned.
typedef struct snw__ik_block {
    const double *q;
    double *next;  ///< after the step; equal to q in lanes that have converged
    double *error; ///< [lane] weighted squared error at q, beyond the slack
    double *ratio; ///< [lane] largest component over its tolerance at q; converged when <= 1
} snw__ik_block;

typedef void snw__ik_step_fn(const snw__ik_problem *problem, const snw__ik_block *block);

#define SNW__DECLARE(isa) snw__ik_step_fn snw__ik_step_f64_##isa;
SNW_KERNEL_EACH(SNW__DECLARE)
#undef SNW__DECLARE

/// The step of the widest instruction set.
snw__ik_step_fn *snw__ik_step_best(void);

// --- one configuration --------------------------------------------------------------------------

/// What is asked, with all defaults filled in.
typedef struct snw__ik_query {
    snw_ik *ik;
    const snw_ik_target *target;
    snw_ik_options options;
    double weight[6]; ///< of the target; 0 where the tolerance is infinite
    double slack[6];  ///< nearly the tolerance where that is wide, else 0: less is no error
} snw__ik_query;

/// What a search has found.
typedef struct snw__ik_outcome {
    bool arrived;   ///< within all tolerances
    bool still;     ///< no step betters it any more
    double cost;    ///< weighted squared error beyond the slack
    int iterations; ///< made
    int starts;     ///< used
} snw__ik_outcome;

/// The residual of a pose: log of the error in the axes of the goal.
void snw__ik_residual(const snw_ik_target *target, snw_pose T_world_tip, double *e);

/// Largest component over its tolerance.
double snw__ik_ratio(const snw_ik_target *target, const double *e);

/// Where the tip is at q; sets ik->kin. False when q has no pose.
bool snw__ik_pose(snw_ik *ik, const double *q, snw_pose *T_world_tip);

/// Brings the coordinates of the path into their limits: by whole turns where that changes nothing,
/// else to the limit.
void snw__ik_clamp(const snw_ik *ik, double *q);

/// Betters q by damped steps that are kept only when they pay, up to `iterations`; limits hold
/// unless told otherwise.
snw__ik_outcome snw__ik_polish(const snw__ik_query *query, int iterations, double *q);

/// Has the tip at q lost a direction of motion that it has elsewhere?
bool snw__ik_singular(const snw__ik_query *query, const double *q);

/// Brings q nearer to the posture of the options, as far as the target leaves room.
void snw__ik_posture(const snw__ik_query *query, double *q);

/// Runs starts, the first of them q0, until one arrives or none is left; then the best of them are
/// bettered, if `thorough`, or one. q[nq] receives the answer, or the best. Only with ik->lanes.
snw__ik_outcome snw__ik_race_lanes(const snw__ik_query *query, const double *q0, bool thorough,
                                   double *q);

/// The same one start after the other, for joints of every kind; one is bettered at the end.
snw__ik_outcome snw__ik_race_single(const snw__ik_query *query, const double *q0, double *q);

#endif // SINEW_SRC_IK_SEARCH_H
