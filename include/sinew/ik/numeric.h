// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_IK_NUMERIC_H
#define SINEW_IK_NUMERIC_H

/// @file
/// Inverse kinematics by search, for every mechanism: damped Gauss-Newton steps inside the limits,
/// eight starts advancing together in lanes, budgets counted in iterations and starts, never in
/// time. The same seed gives the same answer.
///
///     snw_ik ik;
///     status = snw_ik_init(&ik, &model, -1, tool_frame, &arena);
///     const snw_ik_target target = snw_ik_target_pose(T_world_goal);
///     snw_ik_solve(&ik, &target, NULL, q0, q, &result);

#include "sinew/ik/result.h"
#include "sinew/kinematics.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How to search. snw_ik_options_default() gives all of it.
typedef struct snw_ik_options {
    int iterations;        ///< per start, from 1
    int starts;            ///< q0 and drawn ones together, from 1
    uint64_t seed;         ///< of the starts that are drawn
    bool ignore_limits;    ///< for studies; else limits hold at every step
    const double *posture; ///< [nq] wanted configuration where the target leaves freedom; or NULL
    double posture_gain;   ///< part of the way to it per step, in (0, 1]
} snw_ik_options;

/// 48 iterations, 256 starts, seed 1, limits, no posture (gain 0.5).
SNW_RT snw_ik_options snw_ik_options_default(void);

/// Solver for one frame of one model. Caller-owned, one per thread, no destructor.
typedef struct snw_ik {
    // read-only
    const snw_model *model;
    int link, frame;     ///< frame -1: the link itself
    snw_pose T_link_tip; ///< of the frame on its link
    int count;           ///< rates of the path
    int *rates;          ///< [count] of v, rising
    snw_kin kin;         ///< of the best configuration after a solve
    // private
    bool lanes;                  // every joint of the path turns or slides
    struct snw__ik_body *bodies; // [body_count] of the path, root's first
    int body_count;
    snw_pose T_root_body, T_body_tip;
    int *q_index;            // [count] coordinate of a rate; -1 for those of a rotation
    double *lower, *upper;   // [count] of the coordinates; infinite without
    double *q, *next, *kept; // [count * 8] lanes: now, after the step, the best of each
    double *trial, *best, *start, *found; // [nq]
    double *rates_now;                    // [nv]
    double *hessian, *factor;             // [count * count]
    snw_twist *columns;                   // [nv]
} snw_ik;

/// Lays out for a frame of the model (an attachment, or -1 for `link` itself). SNW_ERR_ARGUMENT for
/// a link or frame that does not exist; SNW_ERR_SIZE when no rate, or more than SNW_IK_JOINTS, move
/// it. On an empty arena it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_ik_init(snw_ik *ik, const snw_model *model, int link,
                                               int frame, snw_arena *arena);

/// Places the base, as snw_kin_set_base() does.
SNW_RT SNW_NODISCARD snw_status snw_ik_set_base(snw_ik *ik, snw_pose T_world_base);

/// Searches for a configuration. `options` may be NULL. q0[nq] is the first start and says where
/// joints that do not move the frame stay; it may lie outside the limits. q_out[nq] receives the
/// answer, or the best configuration found otherwise; it may be q0. Angles come within
/// their limits by whole turns, as near to q0 as can be.
///
/// `result` says which: SNW_IK_OK; SNW_IK_LIMIT when only configurations beyond limits reach the
/// target (the reason names the joint that is farthest out); SNW_IK_UNREACHABLE when none does,
/// from any start, and no small motion betters the best; SNW_IK_NOT_CONVERGED when the budget ended
/// before that was clear; SNW_IK_SINGULAR when there was one start and it stands still, off all
/// limits, where the frame has lost a direction of motion; SNW_IK_BAD_INPUT.
///
/// Bounded: at most `starts` starts of `iterations` steps, eight at a time; then, without success,
/// up to 16 of the best configurations are bettered by four times as many steps each, and up to 64
/// starts tell whether limits are to blame.
SNW_RT void snw_ik_solve(snw_ik *ik, const snw_ik_target *target, const snw_ik_options *options,
                         const double *q0, double *q_out, snw_ik_result *result);

#ifdef __cplusplus
}
#endif

#endif // SINEW_IK_NUMERIC_H
