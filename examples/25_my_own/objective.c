// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// A plug-in with an objective: one joint would like to be at an angle. The tool is led by others;
// what freedom they leave is used for this.

#include "sinew/plugin.h"
#include "sinew/task.h"

typedef struct joint_at {
    snw_objective objective; // first: every objective has a weight
    int index;
    double angle;
} joint_at;

static const snw_field fields[] = {
    {.name = "weight",
     .offset = offsetof(joint_at, objective.weight),
     .size = sizeof(double),
     .member = SNW_MEMBER_REAL,
     .kind = SNW_KIND_REAL,
     .range = {0, 1e6},
     .initial = "1",
     .help = "Weight in the sum of objectives."},
    {SNW_AT(joint_at, index), .kind = SNW_KIND_INT, .range = {0, 63},
     .help = "Number of the coordinate, from 0."},
    {SNW_AT(joint_at, angle), .kind = SNW_KIND_REAL, .unit = "rad", .range = {-10, 10},
     .help = "Where the joint would like to be."},
};

static snw_status fits(const void *block, const snw_model *model) {
    const joint_at *config = block;
    return config->index < model->nq ? SNW_OK : SNW_ERR_RANGE;
}

// what is made small; its gradient is found by differences
static double measure(const void *block, const snw_objective_at *at) {
    const joint_at *config = block;
    const double off = at->q[config->index] - config->angle;
    return 0.5 * off * off;
}

static const snw_objective_functions functions = {
    .head = {sizeof(snw_objective_functions), SNW_OBJECTIVE_VERSION},
    .fits = fits,
    .measure = measure};
static const snw_type joint_at_type = {SNW_TYPE(joint_at, fields), .base = "objective",
                                       .functions = &functions.head,
                                       .help = "Brings one joint to an angle."};
static const snw_type *const types[] = {&joint_at_type};

SNW_PLUGIN("objective", "An objective.", NULL, 0, types, 1);
