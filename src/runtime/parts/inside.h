// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_PARTS_INSIDE_H
#define SINEW_SRC_PARTS_INSIDE_H

/// @file
/// What sources and tests of parts share, and nobody outside of it needs.

#include "sinew/parts/links.h"
#include "sinew/parts/task.h"

/// The two wrenches are equal and opposite: taken about one point they add to nothing. Ends in one
/// place have no line between them and no force but that of the spring of length 0, which is none;
/// likewise axes that are parallel.
snw_link_pull snw__link_spring_pull(const snw_link_spring *spring, snw_end_motion first,
                                    snw_end_motion second);

/// Services: the newest of it. SNW_ERR_ARGUMENT for a component of another type, SNW_ERR_STATE for
/// one that was not configured.
SNW_NODISCARD snw_status snw__task_look(const snw_component *component, snw_task_present *present);

#endif // SINEW_SRC_PARTS_INSIDE_H
