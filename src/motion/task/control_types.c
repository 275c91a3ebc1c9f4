// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task.h"

#include "internal.h"

// The tables of a controller and of what it shows.

static const snw_choice laws[] = {
    {"nullspace", SNW_LAW_NULLSPACE, "Meets the task whatever rates it takes; filters slow down."},
    {"qp", SNW_LAW_QP, "Keeps the limits; meets the task as far as they allow."},
    {"tree", SNW_LAW_TREE, "Does what a tree of expressions says."},
};

static const snw_choice weightings[] = {
    {"unit", SNW_WEIGHT_UNIT, "All rates cost alike."},
    {"diagonal", SNW_WEIGHT_DIAGONAL, "Each rate has its weight."},
    {"mass", SNW_WEIGHT_MASS, "The mass matrix: least kinetic energy."},
};

static const snw_choice ranks[] = {
    {"truncate", SNW_RANK_TRUNCATE, "Lost rows are left out."},
    {"damp", SNW_RANK_DAMP, "All rows are met as far as damping allows."},
    {"stop", SNW_RANK_STOP, "All rates are 0."},
};

#define AT(member) SNW_AT(snw_control_config, member)
#define CHILDREN(member, counter, most)                                                            \
    SNW_AT_LIST(snw_control_config, member, counter, most), .kind = SNW_KIND_CHILD

static const snw_field config_fields[] = {
    {AT(law), .kind = SNW_KIND_ENUM, SNW_CHOICES(laws), .initial = "qp",
     .help = "How rates are found."},
    {CHILDREN(effectors, effector_count, SNW_EFFECTORS), .base = "end_effector",
     .help = "What is moved."},
    {CHILDREN(objectives, objective_count, 64), .base = "objective",
     .help = "What the freedom that is left is used for."},
    {CHILDREN(filters, filter_count, 64), .base = "filter_of_rates",
     .help = "What slows the laws nullspace and tree down, the innermost first."},
    {AT(tree), .kind = SNW_KIND_CHILD, .base = "expression",
     .help = "Gives the rates, for the law tree."},
    {AT(weighting), .kind = SNW_KIND_ENUM, SNW_CHOICES(weightings), .help = "What rates cost."},
    {SNW_AT_COUNTED(snw_control_config, weights, weight_count), .kind = SNW_KIND_REAL,
     .range = {0, 1e12}, .help = "Weights of the rates, for the weighting diagonal."},
    {AT(alpha), .kind = SNW_KIND_REAL, .range = {-1e12, 1e12}, .initial = "1",
     .help = "Factor of the sum of objectives."},
    {AT(soft), .kind = SNW_KIND_REAL, .range = {0, 1e12}, .initial = "100",
     .help = "Factor of what soft end effectors miss."},
    {AT(rank), .kind = SNW_KIND_ENUM, SNW_CHOICES(ranks),
     .help = "What the law nullspace does with rows that are lost."},
    {AT(rank_tolerance), .kind = SNW_KIND_REAL, .range = {1e-15, 0.1}, .initial = "1e-9",
     .help = "Below this share of the largest a row counts as lost."},
    {AT(singular_from), .kind = SNW_KIND_REAL, .range = {1e-6, 1}, .initial = "0.04",
     .help = "The law qp damps below this share of the typical singular value."},
    {AT(damping), .kind = SNW_KIND_REAL, .range = {1e-6, 1}, .initial = "0.02",
     .help = "The most damping of the law qp, as such a share."},
    {AT(acceleration), .kind = SNW_KIND_REAL, .range = {1e-9, 1e9}, .initial = "10",
     .help = "Limit for rates whose acceleration the model does not limit, rad/s^2 or m/s^2."},
};

const snw_type snw_control_config_type = {
    SNW_TYPE_AS("task_control", snw_control_config, config_fields), .space = &snw_space_motion,
    .help = "Velocity control of one mechanism."};

#define SIGNAL(member, of_kind)                                                                    \
    SNW_AT(snw_control_report, member), .kind = (of_kind), .role = SNW_SIGNAL
#define SIGNALS(member, counter, of_kind)                                                          \
    SNW_AT_COUNTED(snw_control_report, member, counter), .kind = (of_kind), .role = SNW_SIGNAL

static const snw_field report_fields[] = {
    {SIGNAL(status, SNW_KIND_INT), .help = "Status of the tick."},
    {SIGNAL(rank, SNW_KIND_INT), .help = "Rows that could be met."},
    {SIGNALS(lost, lost_count, SNW_KIND_INT), .help = "Rows that were lost."},
    {SIGNAL(closest, SNW_KIND_REAL), .help = "Distance to a singularity; 0 is singular."},
    {SIGNAL(missed, SNW_KIND_REAL), .help = "Largest miss of a row."},
    {SIGNAL(factor, SNW_KIND_REAL), .help = "Factor of all filters."},
    {SIGNAL(beyond, SNW_KIND_INT), .help = "Rates outside what limits allow."},
    {SIGNALS(hold_rate, hold_count, SNW_KIND_INT), .help = "Rates whose limits hold back."},
    {SNW_AT_ARRAY(snw_control_report, hold_cause), .kind = SNW_KIND_INT, .role = SNW_SIGNAL,
     .help = "1 position, 2 velocity, 3 acceleration."},
    {SNW_AT_ARRAY(snw_control_report, hold_side), .kind = SNW_KIND_INT, .role = SNW_SIGNAL,
     .help = "-1 lower limit, 1 upper limit."},
    {SNW_AT_ARRAY(snw_control_report, hold_share), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,
     .help = "Share in what holds back, 0 to 1."},
    {SIGNAL(objective_holds, SNW_KIND_INT), .help = "Limits that hold only objectives back."},
};

const snw_type snw_control_report_type = {SNW_TYPE(snw_control_report, report_fields),
                                          .space = &snw_space_motion,
                                          .help = "What a controller shows of itself each tick."};

// --- registration --------------------------------------------------------------------------------

snw_status snw_task_register(snw_registry *registry, snw_why *why) {
    enum { BASES = 4, TYPES = 28 };
    static const snw_base *const bases[BASES] = {&snw_effector_base, &snw_objective_base,
                                                 &snw_filter_base, &snw_position_base};
    static const snw_type *const types[TYPES] = {
        &snw_frame_effector_type,    &snw_point_effector_type,  &snw_orientation_effector_type,
        &snw_xy_effector_type,       &snw_center_effector_type, &snw_momentum_effector_type,
        &snw_sliding_effector_type,  &snw_planar_effector_type, &snw_look_at_effector_type,
        &snw_linear_effector_type,   &snw_posture_type,         &snw_joint_limits_type,
        &snw_singularity_type,       &snw_gravity_torque_type,  &snw_potential_energy_type,
        &snw_accuracy_type,          &snw_strength_type,        &snw_statistical_error_type,
        &snw_rates_filter_type,      &snw_error_filter_type,    &snw_motion_filter_type,
        &snw_simulation_filter_type, &snw_control_config_type,  &snw_position_config_type,
        &snw_look_forward_type,      &snw_jog_config_type,      &snw_control_entry_type,
        &snw_controls_config_type};
    const int before = registry->type_count, bases_before = registry->base_count;
    snw_status status = SNW_OK;
    for (int i = 0; status == SNW_OK && i < BASES; i++)
        status = snw_registry_add_base(registry, bases[i], why);
    for (int i = 0; status == SNW_OK && i < TYPES; i++)
        status = snw_registry_add(registry, types[i], why);
    if (status != SNW_OK) snw_registry_rewind(registry, before, bases_before);
    return status;
}
