// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_IK_LEGACY_H
#define SINEW_IK_LEGACY_H

/// @file
/// Inverse kinematics as D'Amore's controller had it (2010): from the measured joints at most five
/// Newton steps by a pseudo-inverse whose small singular values are cut, and a guard that refuses
/// an answer which leads away from the goal. With what it lacked: limits that hold at every step,
/// a status to look at, joint weights, damping, and a pull towards a posture where joints are left
/// over. For a stream of near targets, one call per cycle; sinew/ik/numeric.h is for all else.
///
///     status = snw_ik_legacy_init(&solver, &model, -1, tool_frame, &arena);
///     snw_ik_legacy_solve(&solver, T_world_goal, NULL, q_measured, q_command, &result);
///     if (result.diverged) ...                  // q_command is q_measured

#include "sinew/ik/numeric.h"
#include "sinew/linalg.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How to solve. snw_ik_legacy_options_default() gives all of it.
typedef struct snw_ik_legacy_options {
    int iterations;   ///< from 1
    double tolerance; ///< of each component [m and rad], > 0
    double threshold; ///< singular values below are cut, or damped [m or rad per unit], > 0
    double lambda;    ///< damping of those below the threshold; 0 cuts them
    const double
        *weights; ///< [count] how freely each rate of the path moves, >= 0; 0 locks; or NULL
    const double *posture;  ///< [nq] pulled to by what the tool leaves free; or NULL
    double posture_gain;    ///< part of the way per call, in (0, 1]
    bool ignore_limits;     ///< else they hold after every step
    bool unguarded;         ///< accept every answer
    double guard_position;  ///< weight of metres in the metric of the guard, >= 0
    double guard_rotation;  ///< weight of radians
    double guard_allowance; ///< the metric may grow by this much
} snw_ik_legacy_options;

/// 5 iterations to 1e-6, cut at 1e-5, no weights, no posture (gain 0.1), limits, a guard that
/// weighs 1 m like 1 rad and allows 1e-4.
SNW_RT snw_ik_legacy_options snw_ik_legacy_options_default(void);

/// What came of a call.
typedef struct snw_ik_legacy_result {
    snw_ik_status status; ///< SNW_IK_OK, SNW_IK_NOT_CONVERGED or SNW_IK_BAD_INPUT
    bool diverged;        ///< the guard has refused the answer
    int iterations;       ///< Newton steps made
    double residual[6];   ///< of the last step: to the goal, along the base's axes [m, rad]
    double metric_before; ///< of the guard, at the measured joints
    double metric_after;  ///< at the answer, accepted or not
    snw_why why;          ///< the reason when the status is not SNW_IK_OK, or the guard spoke
} snw_ik_legacy_result;

/// Solver for one frame of one model. Caller-owned, one per thread, no destructor.
typedef struct snw_ik_legacy {
    // read-only
    snw_ik ik;          ///< path, limits and workspace of kinematics
    int64_t calls;      ///< of snw_ik_legacy_solve() since init
    int64_t diverged;   ///< of them refused by the guard
    int64_t unfinished; ///< of them not converged
    // private
    snw_pinv pinv;
    double *J;                  // [6 * count] columns of the joints that are not locked
    int *used;                  // [count] which they are
    double *joint_weights;      // [count] of them
    double *rates, *pull, *now; // [count], [count], [nq]
} snw_ik_legacy;

/// Lays out as snw_ik_init() does, with the same refusals.
SNW_SETUP SNW_NODISCARD snw_status snw_ik_legacy_init(snw_ik_legacy *solver, const snw_model *model,
                                                      int link, int frame, snw_arena *arena);

/// From the measured joints q0[nq] towards a pose of the frame. q_out[nq], which may be q0,
/// receives the answer, converged or not, or q0 when the guard refuses it or the input is bad.
/// `options` may be NULL. As in the original a step is made only after a test, so an answer that
/// the last step reaches counts as not converged. An accepted answer is within the limits, also
/// when q0 is not. No joint of the path may have a quaternion (SNW_IK_BAD_INPUT).
SNW_RT void snw_ik_legacy_solve(snw_ik_legacy *solver, snw_pose T_world_goal,
                                const snw_ik_legacy_options *options, const double *q0,
                                double *q_out, snw_ik_legacy_result *result);

/// Rates v[nv] at the configuration q for a velocity of the frame's origin along the world's axes:
/// the shortest, by the pseudo-inverse with its cut or damping and weights; with a posture, and the
/// pull to it per second, as far as the velocity leaves room. SNW_NEAR_SINGULAR when a singular
/// value was cut or damped. SNW_ERR_ARGUMENT for bad options or a bad configuration.
SNW_RT SNW_NODISCARD snw_status snw_ik_legacy_velocity(snw_ik_legacy *solver,
                                                       const snw_ik_legacy_options *options,
                                                       const double *q, snw_twist velocity,
                                                       double *v);

#ifdef __cplusplus
}
#endif

#endif // SINEW_IK_LEGACY_H
