// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_IK_RESULT_H
#define SINEW_IK_RESULT_H

/// @file
/// What is asked of an inverse solution, and the answer with its reason.

#include "sinew/base.h"
#include "sinew/math.h"
#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_IK_JOINTS = 64 }; ///< rates of a chain that a solver can handle

/// A tolerance from here on is room that the numeric search uses: smaller errors are zero [m, rad].
#define SNW_IK_WIDE 1e-3

/// Where a frame of the model shall be, and which of its six components matter.
///
/// Errors are e = log(T_goal^-1 T): translation and rotation vector along the axes of the goal, so
/// a component can be left free in the goal's own axes (pointing: free rotation about z).
typedef struct snw_ik_target {
    snw_pose T_world_goal;
    double tolerance[6]; ///< x y z [m], about x y z [rad]; > 0; infinity leaves a component free
    double weight[6];    ///< of the components while searching, > 0; free ones have none
} snw_ik_target;

/// All six components, to 1e-5 m and 1e-5 rad, weights 1.
SNW_INLINE snw_ik_target snw_ik_target_pose(snw_pose T_world_goal) {
    snw_ik_target target;
    target.T_world_goal = T_world_goal;
    for (int i = 0; i < 6; i++) {
        target.tolerance[i] = 1e-5;
        target.weight[i] = 1;
    }
    return target;
}

typedef enum snw_ik_status {
    SNW_IK_OK,            ///< within all tolerances and limits
    SNW_IK_UNREACHABLE,   ///< no configuration comes near: outside the reach, or turned away
    SNW_IK_LIMIT,         ///< reachable, but only beyond limits of joints
    SNW_IK_SINGULAR,      ///< stopped at a configuration that has lost a direction
    SNW_IK_NOT_CONVERGED, ///< the budget ended before a verdict
    SNW_IK_BAD_INPUT      ///< NaN, a matrix that is not a rotation, wrong sizes
} snw_ik_status;

/// "ok", "unreachable", ... as files and the command line have it.
SNW_RT const char *snw_ik_status_name(snw_ik_status status);

/// The answer of every solver.
typedef struct snw_ik_result {
    snw_ik_status status;
    double residual[6];    ///< e of the best configuration, as in snw_ik_target [m, rad]
    double residual_m;     ///< length of the translation that matters
    double residual_rad;   ///< length of the rotation that matters
    uint64_t at_lower;     ///< bit v: this rate's joint stands on its lower limit
    uint64_t at_upper;     ///< the same for the upper limit
    snw_pose T_world_best; ///< nearest pose found
    int iterations;        ///< of all starts together
    int restarts;          ///< starts after the first
    snw_why why;           ///< the reason when status is not SNW_IK_OK; else its code is SNW_OK, or
                           ///< SNW_NEAR_SINGULAR where a direction is lost
} snw_ik_result;

#ifdef __cplusplus
}
#endif

#endif // SINEW_IK_RESULT_H
