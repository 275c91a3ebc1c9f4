// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODEL_NAMES_H
#define SINEW_MODEL_NAMES_H

/// @file
/// Names of links, frames and members that the parameters of a cell mention, checked when it is
/// loaded. A refusal names the closest one that is there; its subject is a path in the cell, such
/// as law/payload/link, so that the line is found.

#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Refuses the name of a link, or with `frames` of a link or frame, that the model does not have.
/// An empty name is accepted. The refusal has no subject yet.
SNW_SETUP SNW_NODISCARD snw_status snw__model_check_place(const snw_model *model, const char *name,
                                                          bool frames, snw_why *why);

/// Refuses the name of a member that the cell does not have, likewise.
SNW_SETUP SNW_NODISCARD snw_status snw__system_check_member(const snw_system *system,
                                                            const char *name, snw_why *why);

/// Gives a refusal its subject: OWNER/PARAMETER, or OWNER/PARAMETER[ITEM] unless `item` is NULL.
/// Returns the status of the refusal; `why` is not NULL.
SNW_SETUP snw_status snw__name_owner(snw_why *why, const char *owner, const char *parameter,
                                     const char *item);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODEL_NAMES_H
