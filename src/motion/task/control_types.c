// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task.h"
#include "sinew/task/controls.h"

#include "internal.h"

// The tables of a controller and of what it shows.

static const snw_choice laws[] = {
    {"nullspace", SNW_LAW_NULLSPACE, "Meets the task at any velocity; filters slow it down."},
    {"qp", SNW_LAW_QP, "Keeps the limits; meets the task as far as they allow."},
    {"tree", SNW_LAW_TREE, "Evaluates a tree of expressions."},
};

static const snw_choice weightings[] = {
    {"unit", SNW_WEIGHT_UNIT, "All velocities have the same weight."},
    {"diagonal", SNW_WEIGHT_DIAGONAL, "Each velocity has its own weight."},
    {"mass", SNW_WEIGHT_MASS, "Weights are the mass matrix: least kinetic energy."},
};

static const snw_choice ranks[] = {
    {"truncate", SNW_RANK_TRUNCATE, "Singular rows are left out."},
    {"damp", SNW_RANK_DAMP, "All rows are met as far as damping allows."},
    {"stop", SNW_RANK_STOP, "All velocities are set to 0."},
};

#define AT(member) SNW_AT(snw_control_config, member)
#define CHILDREN(member, counter, most)                                                            \
    SNW_AT_LIST(snw_control_config, member, counter, most), .kind = SNW_KIND_CHILD

static const snw_field config_fields[] = {
    {AT(law), .kind = SNW_KIND_ENUM, SNW_CHOICES(laws), .initial = "qp",
     .help = "Control law that computes the joint velocities."},
    {CHILDREN(effectors, effector_count, SNW_EFFECTORS), .base = "end_effector",
     .help = "End effectors that are controlled."},
    {CHILDREN(objectives, objective_count, 64), .base = "objective",
     .help = "Objectives for the remaining degrees of freedom."},
    {CHILDREN(constraints, constraint_count, 16), .base = "constraint",
     .help = "Constraints that the law qp keeps besides the limits of the joints."},
    {CHILDREN(filters, filter_count, 64), .base = "filter_of_rates",
     .help = "Filters that slow down the laws nullspace and tree, the innermost first."},
    {AT(tree), .kind = SNW_KIND_CHILD, .base = "expression",
     .help = "Expression that gives the joint velocities, for the law tree."},
    {AT(weighting), .kind = SNW_KIND_ENUM, SNW_CHOICES(weightings),
     .help = "Weighting of the joint velocities."},
    {SNW_AT_COUNTED(snw_control_config, weights, weight_count), .kind = SNW_KIND_REAL,
     .range = {0, 1e12}, .help = "Weights of the joint velocities, for the weighting diagonal."},
    {AT(alpha), .kind = SNW_KIND_REAL, .range = {-1e12, 1e12}, .initial = "1",
     .help = "Factor of the sum of objectives."},
    {AT(soft), .kind = SNW_KIND_REAL, .range = {0, 1e12}, .initial = "100",
     .help = "Penalty of the errors of soft end effectors."},
    {AT(rank), .kind = SNW_KIND_ENUM, SNW_CHOICES(ranks),
     .help = "How the law nullspace treats singular rows."},
    {AT(rank_tolerance), .kind = SNW_KIND_REAL, .range = {1e-15, 0.1}, .initial = "1e-9",
     .help = "A row counts as singular below this fraction of the largest."},
    {AT(singular_from), .kind = SNW_KIND_REAL, .range = {1e-6, 1}, .initial = "0.04",
     .help = "The law qp adds damping below this fraction of the typical singular value."},
    {AT(damping), .kind = SNW_KIND_REAL, .range = {1e-6, 1}, .initial = "0.02",
     .help = "Largest damping of the law qp, as a fraction of the typical singular value."},
    {AT(acceleration), .kind = SNW_KIND_REAL, .range = {1e-9, 1e9}, .initial = "10",
     .help = "Acceleration limit where the model has none [rad/s^2 or m/s^2]."},
};

const snw_type snw_control_config_type = {
    SNW_TYPE_AS("task_control", snw_control_config, config_fields), .space = &snw_space_motion,
    .help = "Velocity control of one mechanism."};

#define SIGNAL(member, of_kind)                                                                    \
    SNW_AT(snw_control_report, member), .kind = (of_kind), .role = SNW_SIGNAL
#define SIGNALS(member, counter, of_kind)                                                          \
    SNW_AT_COUNTED(snw_control_report, member, counter), .kind = (of_kind), .role = SNW_SIGNAL

#define BODY(member)                                                                               \
    SNW_AT_ARRAY(snw_control_report, member), .kind = SNW_KIND_INT, .role = SNW_SIGNAL

static const snw_field report_fields[] = {
    {SIGNAL(status, SNW_KIND_INT), .help = "Status code of the tick."},
    {SIGNAL(rank, SNW_KIND_INT), .help = "Number of task rows that can be met."},
    {SIGNALS(lost, lost_count, SNW_KIND_INT), .help = "Task rows that are singular."},
    {SIGNAL(closest, SNW_KIND_REAL), .help = "Distance to a singularity; 0 is singular."},
    {SIGNAL(missed, SNW_KIND_REAL), .help = "Largest error of a task row."},
    {SIGNAL(factor, SNW_KIND_REAL),
     .help = "Factor by which all filters together scale the velocities."},
    {SIGNAL(beyond, SNW_KIND_INT), .help = "Number of velocities beyond their limits."},
    {SIGNALS(hold_rate, hold_count, SNW_KIND_INT),
     .help = "Coordinates whose limits restrict the motion."},
    {SNW_AT_ARRAY(snw_control_report, hold_cause), .kind = SNW_KIND_INT, .role = SNW_SIGNAL,
     .help = "Kind of each limit: 1 position, 2 velocity, 3 acceleration, 4 clearance."},
    {SNW_AT_ARRAY(snw_control_report, hold_side), .kind = SNW_KIND_INT, .role = SNW_SIGNAL,
     .help = "Side of each limit: -1 lower, 1 upper."},
    {SNW_AT_ARRAY(snw_control_report, hold_share), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,
     .help = "Share of each limit in the restriction, 0 to 1."},
    {BODY(hold_first_member), .help = "Member of the first body of each clearance, or -1."},
    {BODY(hold_first_link), .help = "Link of the first body of each clearance, or -1."},
    {BODY(hold_second_member),
     .help = "Member of the second body of each clearance; -2 for a volume, -1 for none."},
    {BODY(hold_second_link),
     .help = "Link of the second body of each clearance, or number of the volume."},
    {SIGNAL(objective_holds, SNW_KIND_INT),
     .help = "Number of limits that restrict only the objectives."},
    {SIGNAL(constraint_rows, SNW_KIND_INT), .help = "Number of rows of all constraints."},
    {SIGNAL(yielded, SNW_KIND_INT),
     .help = "Number of constraint rows that could not be met together with the others."},
    {SIGNAL(braked, SNW_KIND_REAL),
     .help =
         "How far the velocities were reduced towards braking so that the arm can stop in time; "
         "1 means that all joints brake."},
};

const snw_type snw_control_report_type = {SNW_TYPE(snw_control_report, report_fields),
                                          .space = &snw_space_motion,
                                          .help = "Status of a controller in each tick."};

// --- registration --------------------------------------------------------------------------------

// A new end effector, objective or filter is a file with its functions and its type, declared in
// the header of its base, and a name here.
snw_status snw_task_register(snw_registry *registry, snw_why *why) {
    static const snw_base *const bases[] = {&snw_effector_base, &snw_objective_base,
                                            &snw_constraint_base, &snw_filter_base,
                                            &snw_position_base};
    static const snw_type *const types[] = {
        &snw_frame_effector_type,    &snw_point_effector_type,  &snw_orientation_effector_type,
        &snw_xy_effector_type,       &snw_center_effector_type, &snw_momentum_effector_type,
        &snw_sliding_effector_type,  &snw_planar_effector_type, &snw_look_at_effector_type,
        &snw_linear_effector_type,   &snw_posture_type,         &snw_joint_limits_type,
        &snw_singularity_type,       &snw_gravity_torque_type,  &snw_potential_energy_type,
        &snw_accuracy_type,          &snw_strength_type,        &snw_statistical_error_type,
        &snw_rates_filter_type,      &snw_error_filter_type,    &snw_motion_filter_type,
        &snw_simulation_filter_type, &snw_control_config_type,  &snw_position_config_type,
        &snw_look_forward_type,      &snw_control_entry_type,   &snw_controls_config_type};
    enum { BASES = sizeof bases / sizeof bases[0], TYPES = sizeof types / sizeof types[0] };
    const int before = registry->type_count, bases_before = registry->base_count;
    snw_status status = SNW_OK;
    for (int i = 0; status == SNW_OK && i < BASES; i++)
        status = snw_registry_add_base(registry, bases[i], why);
    for (int i = 0; status == SNW_OK && i < TYPES; i++)
        status = snw_registry_add(registry, types[i], why);
    if (snw_failed(status)) snw_registry_rewind(registry, before, bases_before);
    return status;
}
