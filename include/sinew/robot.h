// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_ROBOT_H
#define SINEW_ROBOT_H

/// @file
/// The short way: a robot from a file, ready to be computed with. All memory is on the heap.
///
///     snw_why why;
///     snw_robot_solver *arm;
///     if (snw_failed(snw_robot_create("panda.urdf", NULL, &arm, &why))) ...
///     status = snw_robot_fk(arm, q, &T_world_tool);
///     status = snw_robot_ik(arm, goal, q, &why);
///     snw_robot_destroy(arm);
///
/// Programs that must not allocate lay out snw_kin, snw_dyn and snw_ik in arenas of their own; the
/// members of the solver are such objects, and may be used directly. One thread at a time.

#include "sinew/dynamics.h"
#include "sinew/ik.h"
#include "sinew/kinematics.h"
#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reads a model from a file of any format that snw_robot_load() knows, and compiles it. `*model`
/// is on the heap, for snw_model_free(), and set on success only. `why` may be NULL; it receives
/// the first error.
SNW_SETUP SNW_NODISCARD snw_status snw_model_load(const char *path, snw_model **model,
                                                  snw_why *why);

/// Frees a model of snw_model_load(); NULL is allowed.
SNW_SETUP void snw_model_free(snw_model *model);

/// A model and what it is computed with.
typedef struct snw_robot_solver {
    // read-only
    snw_model *model;
    int link, frame; ///< the tool: a frame of the model, or with `frame` -1 the link itself
    snw_kin kin;
    snw_dyn dyn;
    snw_ik ik;
    // private
    void *memory;
} snw_robot_solver;

/// Reads a robot and lays out all that is needed. `tool` names a frame or a link; NULL is the frame
/// "tool", or else the last link. SNW_ERR_UNKNOWN_NAME for a tool that is not there, SNW_ERR_SIZE
/// for one that no joint moves. `*solver` is set on success only.
SNW_SETUP SNW_NODISCARD snw_status snw_robot_create(const char *path, const char *tool,
                                                    snw_robot_solver **solver, snw_why *why);

/// Frees all of it; NULL is allowed.
SNW_SETUP void snw_robot_destroy(snw_robot_solver *solver);

/// The pose of the tool for q[model->nq].
SNW_RT SNW_NODISCARD snw_status snw_robot_fk(snw_robot_solver *solver, const double *q,
                                             snw_pose *T_world_tool);

/// The Jacobian of the tool's origin for q, along the world's axes: J[model->nv].
SNW_RT SNW_NODISCARD snw_status snw_robot_jacobian(snw_robot_solver *solver, const double *q,
                                                   snw_twist *J);

/// Efforts tau[nv] that give the accelerations a[nv] at q and v: snw_dyn_inverse().
SNW_RT SNW_NODISCARD snw_status snw_robot_efforts(snw_robot_solver *solver, const double *q,
                                                  const double *v, const double *a, double *tau);

/// Accelerations a[nv] under the efforts tau[nv]: snw_dyn_forward().
SNW_RT SNW_NODISCARD snw_status snw_robot_accelerations(snw_robot_solver *solver, const double *q,
                                                        const double *v, const double *tau,
                                                        double *a);

/// Finds q[nq] with the tool at `T_world_goal`, searching from the q that is given; q changes on
/// success only. SNW_ERR_UNREACHABLE, SNW_ERR_LIMIT, SNW_ERR_NOT_CONVERGED; `why` may be NULL.
SNW_RT SNW_NODISCARD snw_status snw_robot_ik(snw_robot_solver *solver, snw_pose T_world_goal,
                                             double *q, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_ROBOT_H
