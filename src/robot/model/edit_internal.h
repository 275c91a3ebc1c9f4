// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_MODEL_EDIT_INTERNAL_H
#define SINEW_SRC_MODEL_EDIT_INTERNAL_H

#include "internal.h"
#include "sinew/model/edit.h"

/// One edit: what is known of the input, and the copy that is being changed. Indices of links and
/// joints are the same in both, new ones follow behind.
typedef struct snw__edit {
    snw__plan plan;
    snw_setup *setup;
    snw_robot *out;
    snw_status memory; // SNW_OK until a list could not grow
} snw__edit;

/// Checks the input and copies it. False when it has errors or there is no memory; the caller goes
/// on to snw__edit_end() in any case.
bool snw__edit_begin(snw__edit *edit, const snw_robot *robot, snw_setup *setup, snw_diags *diags);

/// Gives the result, unless there were errors.
snw_status snw__edit_end(snw__edit *edit, snw_robot **out);

/// The link or joint of that name in the input; -1 with a finding when there is none.
int snw__edit_link(snw__edit *edit, const char *name);
int snw__edit_joint(snw__edit *edit, const char *name);

/// Makes a list of the result longer; the index of the first new item, -1 when it cannot grow.
int snw__edit_grow(snw__edit *edit, const char *list, int count);

/// Keeps the items of a list that are marked.
void snw__edit_keep(snw__edit *edit, const char *list, const bool *keep);

/// Takes out couplings of joints that are not marked, with a warning for each.
void snw__edit_drop_couplings(snw__edit *edit, const bool *keep_joint);

#endif // SINEW_SRC_MODEL_EDIT_INTERNAL_H
