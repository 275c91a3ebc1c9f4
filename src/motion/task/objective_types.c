// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/objective.h"

#include "internal.h"

// The tables of the objectives.

const snw_base snw_objective_base = {"objective", NULL,
                                     "An objective for the degrees of freedom that a task leaves."};

#define WEIGHT(structure)                                                                          \
    {                                                                                              \
        .name = "weight", .offset = offsetof(structure, objective.weight), .size = sizeof(double), \
        .member = SNW_MEMBER_REAL, .kind = SNW_KIND_REAL, .range = {-1e12, 1e12}, .initial = "1",  \
        .help = "Weight in the sum of objectives."                                                 \
    }
#define NUMBERS(structure, member, counter)                                                        \
    SNW_AT_COUNTED(structure, member, counter), .kind = SNW_KIND_REAL, .range = {-1e12, 1e12}
#define OBJECTIVE_TYPE(name, words)                                                                \
    const snw_type snw_##name##_type = {                                                           \
        SNW_TYPE_AS(#name, snw_##name, name##_fields), .base = "objective",                        \
        .space = &snw_space_motion, .functions = &snw__##name##_functions.head, .help = (words)}

static const snw_field posture_fields[] = {
    WEIGHT(snw_posture),
    {NUMBERS(snw_posture, reference, reference_count),
     .help = "Reference posture [rad or m]; the middle of the joint ranges if omitted."},
    {SNW_AT_COUNTED(snw_posture, weights, weight_count), .kind = SNW_KIND_REAL, .range = {0, 1e12},
     .help = "Weights of the joints; 1 if omitted."},
    {SNW_AT(snw_posture, by_range), .kind = SNW_KIND_BOOL,
     .help = "Divide the weights by the joint ranges; joints without limits do not count."}};
OBJECTIVE_TYPE(posture, "Stays close to a posture.");

static const snw_field joint_limits_fields[] = {
    WEIGHT(snw_joint_limits),
    {SNW_AT(snw_joint_limits, zone), .kind = SNW_KIND_REAL, .range = {1e-9, 1e6}, .initial = "0.5",
     .help = "Distance from a limit at which the repulsion begins [rad or m]."},
    {SNW_AT(snw_joint_limits, fraction), .kind = SNW_KIND_BOOL,
     .help = "The zone is given as a fraction of the joint range."},
    {SNW_AT(snw_joint_limits, exponent), .kind = SNW_KIND_REAL, .range = {1, 32}, .initial = "3",
     .help = "Exponent with which the repulsion grows."},
    {SNW_AT(snw_joint_limits, maximum), .kind = SNW_KIND_REAL, .range = {0, 1e9}, .initial = "50",
     .help = "Repulsion at the limit."}};
OBJECTIVE_TYPE(joint_limits, "Keeps joints away from their limits.");

static const snw_field singularity_fields[] = {
    WEIGHT(snw_singularity),
    {SNW_AT(snw_singularity, damping), .kind = SNW_KIND_REAL, .range = {1e-12, 1e12},
     .initial = "0.01", .help = "Damping that keeps the measure finite at a singularity."},
    {NUMBERS(snw_singularity, row_weights, row_weight_count),
     .help = "Weights of the task rows; 1 if omitted."},
    {NUMBERS(snw_singularity, joint_weights, joint_weight_count),
     .help = "Weights of the joint velocities; 1 if omitted."}};
OBJECTIVE_TYPE(singularity, "Keeps away from singularities of the task.");

static const snw_field gravity_torque_fields[] = {WEIGHT(snw_gravity_torque),
                                                  {SNW_AT(snw_gravity_torque, joint),
                                                   .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
                                                   .help = "Joint to be relieved."}};
OBJECTIVE_TYPE(gravity_torque, "Minimizes the gravity torque of one joint.");

static const snw_field potential_energy_fields[] = {WEIGHT(snw_potential_energy)};
OBJECTIVE_TYPE(potential_energy, "Minimizes the potential energy.");

static const snw_field accuracy_fields[] = {
    WEIGHT(snw_accuracy),
    {SNW_AT(snw_accuracy, joint), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Joint whose errors should have the least effect."},
    {NUMBERS(snw_accuracy, weights, weight_count),
     .help = "Weights of the end effectors; 1 if omitted."}};
OBJECTIVE_TYPE(accuracy, "Minimizes the effect of errors of one joint.");

static const snw_field strength_fields[] = {
    WEIGHT(snw_strength),
    {NUMBERS(snw_strength, wrench, wrench_count), .help = "Load on the task rows [N or N.m]."},
    {NUMBERS(snw_strength, most, most_count),
     .help = "Largest effort of each coordinate [N.m or N]; that of the model if omitted."},
    {NUMBERS(snw_strength, least, least_count),
     .help =
         "Largest effort in the negative direction, a negative number; the opposite if omitted."},
    {SNW_AT(snw_strength, order), .kind = SNW_KIND_REAL, .range = {1, 64}, .initial = "2",
     .help = "Order of the norm: 2 sums squares, large values regard only the weakest joint."}};
OBJECTIVE_TYPE(strength, "Distributes a load according to the strength of the joints.");

static const snw_field statistical_error_fields[] = {
    WEIGHT(snw_statistical_error),
    {SNW_AT_LIST(snw_statistical_error, interest, interest_count, 4096), .kind = SNW_KIND_REAL,
     .range = {-1e12, 1e12}, .help = "Matrix A of V'A V by columns; the identity if omitted."},
    {SNW_AT_LIST(snw_statistical_error, covariance, covariance_count, 4096), .kind = SNW_KIND_REAL,
     .range = {-1e12, 1e12},
     .help =
         "Covariance of the joint velocities, its diagonal or whole; the identity if omitted."}};
OBJECTIVE_TYPE(statistical_error, "Minimizes the effect of random joint errors.");
