// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/objective.h"

#include "internal.h"

// The tables of the objectives.

const snw_base snw_objective_base = {"objective", NULL,
                                     "What the freedom that a task leaves is used for."};

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
     .help = "The posture; none is half way between the limits."},
    {SNW_AT_COUNTED(snw_posture, weights, weight_count), .kind = SNW_KIND_REAL, .range = {0, 1e12},
     .help = "Weights of the rates, else 1."}};
OBJECTIVE_TYPE(posture, "Stays close to a posture.");

static const snw_field joint_limits_fields[] = {
    WEIGHT(snw_joint_limits),
    {SNW_AT(snw_joint_limits, zone), .kind = SNW_KIND_REAL, .range = {1e-9, 1e6}, .initial = "0.5",
     .help = "Where the push begins before a limit, rad or m."},
    {SNW_AT(snw_joint_limits, fraction), .kind = SNW_KIND_BOOL,
     .help = "The zone is a share of the range."},
    {SNW_AT(snw_joint_limits, exponent), .kind = SNW_KIND_REAL, .range = {1, 32}, .initial = "3",
     .help = "How steeply the push grows."},
    {SNW_AT(snw_joint_limits, maximum), .kind = SNW_KIND_REAL, .range = {0, 1e9}, .initial = "50",
     .help = "The push at the limit."}};
OBJECTIVE_TYPE(joint_limits, "Stays away from the limits of joints.");

static const snw_field singularity_fields[] = {
    WEIGHT(snw_singularity),
    {SNW_AT(snw_singularity, damping), .kind = SNW_KIND_REAL, .range = {1e-12, 1e12},
     .initial = "0.01", .help = "Keeps the measure finite at a singularity."},
    {NUMBERS(snw_singularity, row_weights, row_weight_count),
     .help = "Weights of the rows of the task, else 1."},
    {NUMBERS(snw_singularity, joint_weights, joint_weight_count),
     .help = "Weights of the rates, else 1."}};
OBJECTIVE_TYPE(singularity, "Stays away from singularities of the task.");

static const snw_field gravity_torque_fields[] = {WEIGHT(snw_gravity_torque),
                                                  {SNW_AT(snw_gravity_torque, joint),
                                                   .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
                                                   .help = "The joint that is to be relieved."}};
OBJECTIVE_TYPE(gravity_torque, "Relieves one joint of its effort against gravity.");

static const snw_field potential_energy_fields[] = {WEIGHT(snw_potential_energy)};
OBJECTIVE_TYPE(potential_energy, "Keeps the mass low.");

static const snw_field accuracy_fields[] = {
    WEIGHT(snw_accuracy),
    {SNW_AT(snw_accuracy, joint), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "The joint whose errors are to matter least."},
    {NUMBERS(snw_accuracy, weights, weight_count), .help = "Weights of end effectors, else 1."}};
OBJECTIVE_TYPE(accuracy, "Makes errors of one joint matter little.");

static const snw_field strength_fields[] = {
    WEIGHT(snw_strength),
    {NUMBERS(snw_strength, wrench, wrench_count),
     .help = "Load on the rows of the task, N or N.m."},
    {NUMBERS(snw_strength, most, most_count),
     .help = "Largest effort of each rate; else that of the model."},
    {NUMBERS(snw_strength, least, least_count),
     .help = "Largest effort in the other direction, negative; else the opposite."},
    {SNW_AT(snw_strength, order), .kind = SNW_KIND_REAL, .range = {1, 64}, .initial = "2",
     .help = "2 sums squares; a large one looks at the weakest joint alone."}};
OBJECTIVE_TYPE(strength, "Spreads a load by what joints can bear.");

static const snw_field statistical_error_fields[] = {
    WEIGHT(snw_statistical_error),
    {SNW_AT_LIST(snw_statistical_error, interest, interest_count, 4096), .kind = SNW_KIND_REAL,
     .range = {-1e12, 1e12}, .help = "A of V'A V by columns; none is the identity."},
    {SNW_AT_LIST(snw_statistical_error, covariance, covariance_count, 4096), .kind = SNW_KIND_REAL,
     .range = {-1e12, 1e12},
     .help = "Covariance of the rates, its diagonal or all of it; none is the identity."}};
OBJECTIVE_TYPE(statistical_error, "Makes random errors of the joints matter little.");
