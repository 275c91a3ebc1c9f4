// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_TASK_H
#define SINEW_TASK_TASK_H

/// @file
/// One mechanism in one configuration with its end effectors: what laws, objectives and filters ask
/// for. Each answer is computed once per configuration and shared by all who ask.
///
///     status = snw_task_update(&task, q);
///     const double *J = snw_task_jacobian(&task);     // the first who asks computes it
///     const double *M = snw_task_mass_matrix(&task);

#include <stdint.h>

#include "sinew/dynamics.h"
#include "sinew/kinematics.h"
#include "sinew/task/effector.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How often each answer was computed since init.
typedef struct snw_task_counts {
    int64_t poses, jacobians, mass_matrices, gravities, probes;
} snw_task_counts;

/// How much a task has room for.
typedef struct snw_task_room {
    int rows;      ///< of hard end effectors, and as many of soft ones; at most SNW_LINALG_MAX
    int effectors; ///< at most SNW_EFFECTORS
} snw_task_room;

/// Caller-owned, no destructor, one per thread.
typedef struct snw_task {
    // public
    double time;               ///< of the configuration [s], for whoever needs it
    struct snw_around *around; ///< what else is there, for types of the module avoid; NULL after
                               ///< init
    // read-only
    const snw_model *model;
    const snw_effector_set *set; ///< in use; NULL for none
    snw_task_room room;
    double *q; ///< [nq] of the last update
    snw_kin kin;
    snw_dyn dyn;      ///< gravity, rotors and changed masses are set here; the base is not
    snw_pose *guides; ///< [set->count] where end effectors are to go
    int weight_rows;  ///< rows for which the law has weights between rows; 0 for none
    snw_task_counts counts;
    // private
    snw_kin probe; // the mechanism somewhere else, for predictions and differences
    unsigned known;
    double *q_probe;                // [nq]
    double *J, *J_probe;            // [2 room.rows * nv] by rows
    double *M, *G;                  // [nv * nv], [nv]
    double *rates, *v_probe;        // [nv]
    double *V_low, *V_high, *strip; // [2 room.rows], [2 room.rows], [room.rows * nv]
    snw_twist *columns;             // [nv]
} snw_task;

/// Lays out `task`; the model must outlive it. No end effectors yet. SNW_ERR_SIZE for room that is
/// out of range or more rates than SNW_LINALG_MAX. On an empty arena it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_task_init(snw_task *task, const snw_model *model,
                                                 snw_task_room room, snw_arena *arena);

/// Places the base of the mechanism in the world.
SNW_RT SNW_NODISCARD snw_status snw_task_set_base(snw_task *task, snw_pose T_world_base);

/// Takes other end effectors from now on; their guides are where they are. The set was laid out
/// before and must stay. SNW_ERR_SIZE when there is no room for them, SNW_ERR_ARGUMENT for a set of
/// another model, SNW_ERR_STATE for another number of rows while the law has weights between rows,
/// which are for those in use: then the old ones stay. NULL means none.
SNW_RT SNW_NODISCARD snw_status snw_task_use(snw_task *task, const snw_effector_set *set);

/// Takes a configuration q[nq]; refusals are those of snw_kin_update(), and the old one stays.
SNW_RT SNW_NODISCARD snw_status snw_task_update(snw_task *task, const double *q);

/// Rows of all end effectors, hard ones first.
SNW_INLINE int snw_task_rows(const snw_task *task) {
    return task->set == NULL ? 0 : task->set->rows + task->set->soft_rows;
}

/// J by rows, those of the hard end effectors and then those of the soft ones.
SNW_RT const double *snw_task_jacobian(snw_task *task);

/// Where an end effector is.
SNW_RT snw_pose snw_task_placement(snw_task *task, int effector);

/// The rate A[rows] of that motion at rates v[nv] and accelerations a[nv].
SNW_RT SNW_NODISCARD snw_status snw_task_acceleration(snw_task *task, const double *v,
                                                      const double *a, double *A);

/// What drives all end effectors to their guides: V[rows], one after the other.
SNW_RT void snw_task_drive(snw_task *task, double *V);

/// M[nv * nv] and G[nv], the efforts that hold the mechanism; NULL when dynamics refuses them.
SNW_RT const double *snw_task_mass_matrix(snw_task *task);

/// The efforts G[nv] that hold the mechanism; NULL when dynamics refuses them.
SNW_RT const double *snw_task_gravity(snw_task *task);

/// The motion V[rows] of all end effectors at rates v[nv], by the recursion of velocities, without
/// J. SNW_ERR_NOT_FINITE.
SNW_RT SNW_NODISCARD snw_status snw_task_velocity(snw_task *task, const double *v, double *V);

/// One end effector, at the present configuration, with its guide.
SNW_RT snw_effector_at snw_task_at(snw_task *task, int effector);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_TASK_H
