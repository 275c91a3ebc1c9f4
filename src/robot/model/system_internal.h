// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_MODEL_SYSTEM_INTERNAL_H
#define SINEW_SRC_MODEL_SYSTEM_INTERNAL_H

#include "sinew/base/collections.h"
#include "sinew/model/system_state.h"

/// What was found, and the subject of what is being found.
typedef struct snw__findings {
    snw_diags *diags;
    snw_status first; // of the errors
    char subject[SNW_WHY_SUBJECT];
} snw__findings;

/// The next finding is about an item of a list.
void snw__about(snw__findings *findings, const char *list, const char *item);

/// Tells an error.
SNW_PRINTF(5, 6)
void snw__tell(snw__findings *findings, snw_status code, const char *rule, const char *fix,
               const char *format, ...);

/// A cell that has been checked. Indices are those of the cell; all memory is of `scratch`.
typedef struct snw__cell_plan {
    const snw_cell *cell;
    snw__findings found;
    snw_setup *scratch;
    snw_names mechanisms, members;
    int *mechanism; // [member_count] of a member, -1 unknown
    int *carrier;   // [member_count] -1 for the world
    bool *floats;   // [member_count]
    int *order;     // [member_count] members, carriers first
    int *place;     // [member_count] the number of a member in that order
    int proposals;  // of names that were probably meant
} snw__cell_plan;

/// Checks all of a cell; the first error stands in plan->found.first. SNW_ERR_MEMORY when there is
/// no scratch memory. The caller calls snw__cell_plan_end() in any case.
snw_status snw__cell_plan_begin(snw__cell_plan *plan, const snw_cell *cell, snw_diags *diags);
void snw__cell_plan_end(snw__cell_plan *plan);

/// The link that a link or attachment of a model is on, and the pose of the place in it; the root
/// for "" and NULL; -1 when there is none. Links come before attachments of the same name.
int snw__system_place(const snw_model *model, const char *name, snw_pose *T_link_place);

#endif // SINEW_SRC_MODEL_SYSTEM_INTERNAL_H
