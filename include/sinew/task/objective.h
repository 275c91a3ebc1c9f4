// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_OBJECTIVE_H
#define SINEW_TASK_OBJECTIVE_H

/// @file
/// What the freedom that a task leaves is used for: functions of the configuration to be made
/// small, by their gradients. Any number of them may be added, each with its weight.
///
///   type                what is made small
///   posture             half the squared distance from a posture
///   joint_limits        a push away from the limits, within a zone before them
///   singularity         1 / (product of the singular values of J + damping)
///   gravity_torque      the squared effort of one joint against gravity
///   potential_energy    the height of the mass
///   accuracy            what an error of one joint does to the end effectors
///   strength            efforts against wrenches on the end effectors, by what joints can bear
///   statistical_error   the expected squared error of the end effectors, from that of the joints
///
/// (Least kinetic energy is no objective of this kind: it is the mass matrix as weight.)
///
/// Types of one's own have a block that begins with a snw_objective, and snw_objective_functions:
/// a measure, a gradient, or both. Those without gradient are differentiated by differences.

#include "sinew/describe.h"
#include "sinew/task/task.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_OBJECTIVE_VERSION = 1, SNW_OBJECTIVE_NUMBERS = 64 };

/// What every block of an objective begins with.
typedef struct snw_objective {
    double weight; ///< in the sum of objectives
} snw_objective;

/// Where a measure is taken.
typedef struct snw_objective_at {
    snw_task *task;
    const double *q; ///< [nq]
    const double *J; ///< [rows * nv] by rows: those of the hard end effectors
    int rows;
} snw_objective_at;

/// What a type of objectives does. Measure and gradient run in bounded time without allocation,
/// lock, I/O or system call.
typedef struct snw_objective_functions {
    snw_vtable head;

    /// May it be used for this mechanism? SNW_OK, or why not. NULL: always.
    snw_status (*fits)(const void *block, const snw_model *model);

    /// The function itself. NULL only where there is a gradient.
    double (*measure)(const void *block, const snw_objective_at *at);

    /// Its gradient F[nv] at the present configuration of the task. It need not be a gradient of
    /// anything. NULL: by differences of the measure.
    snw_status (*gradient)(const void *block, snw_task *task, double *F);
} snw_objective_functions;

/// Half the squared distance from a posture: springs of the joints towards it. With `by_range` the
/// gain of a joint is its weight over its range, so that joints are equally stiff in parts of their
/// ranges; a joint without limits has no spring then.
typedef struct snw_posture {
    snw_objective objective;
    double reference[SNW_OBJECTIVE_NUMBERS]; ///< [nq]; none is half way between the limits
    int reference_count;
    double weights[SNW_OBJECTIVE_NUMBERS]; ///< [nv] of the joints; those not given are 1
    int weight_count;
    bool by_range; ///< weights are divided by the ranges of the joints
} snw_posture;

/// A push away from limits.
typedef struct snw_joint_limits {
    snw_objective objective;
    double zone;     ///< where it begins before a limit [rad or m, or share of the range]
    bool fraction;   ///< `zone` is a share of the range
    double exponent; ///< of its growth
    double maximum;  ///< at the limit
} snw_joint_limits;

/// 1 / (product of singular values + damping).
typedef struct snw_singularity {
    snw_objective objective;
    double damping;
    double row_weights[SNW_OBJECTIVE_NUMBERS]; ///< those not given are 1
    int row_weight_count;
    double joint_weights[SNW_OBJECTIVE_NUMBERS];
    int joint_weight_count;
} snw_singularity;

/// Squared effort against gravity.
typedef struct snw_gravity_torque {
    snw_objective objective;
    char joint[SNW_NAME]; ///< of one coordinate
} snw_gravity_torque;

/// Height of the mass.
typedef struct snw_potential_energy {
    snw_objective objective;
} snw_potential_energy;

/// Sum over end effectors of weight * |column of J of one joint|^2.
typedef struct snw_accuracy {
    snw_objective objective;
    char joint[SNW_NAME];
    double weights[SNW_EFFECTORS]; ///< of the end effectors; those not given are 1
    int weight_count;
} snw_accuracy;

/// Sum over joints of (|T - middle| / range)^order, T = -J' wrench.
typedef struct snw_strength {
    snw_objective objective;
    double wrench[SNW_OBJECTIVE_NUMBERS]; ///< [rows] on the end effectors; those not given are 0
    int wrench_count;
    double most[SNW_OBJECTIVE_NUMBERS]; ///< what joints can bear; none is the effort of the model
    int most_count;
    double least[SNW_OBJECTIVE_NUMBERS]; ///< in the other direction; none is -most
    int least_count;
    double order; ///< 2 sums squares; a large one looks at the weakest joint alone
} snw_strength;

/// trace(J' A J C): the expected V'A V for errors of the rates with covariance C.
typedef struct snw_statistical_error {
    snw_objective objective;
    double *interest; ///< A [rows * rows]; none is the identity
    int interest_count;
    double *covariance; ///< C: [nv] its diagonal, or [nv * nv]; none is the identity
    int covariance_count;
} snw_statistical_error;

/// The base of the types, and those of sinew's own.
SNW_API extern const snw_base snw_objective_base;
SNW_API extern const snw_type snw_posture_type, snw_joint_limits_type, snw_singularity_type,
    snw_gravity_torque_type, snw_potential_energy_type, snw_accuracy_type, snw_strength_type,
    snw_statistical_error_type;

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_OBJECTIVE_H
