// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_H
#define SINEW_TASK_H

/// @file
/// What to do with the joints: rates that move end effectors as wanted, and use the freedom that is
/// left for objectives, within limits.
///
/// This header gathers the parts under sinew/task/.

#include "sinew/task/bounded.h"    // the law with limits
#include "sinew/task/constraint.h" // what rates must keep besides limits
#include "sinew/task/control.h"    // a controller from its description
#include "sinew/task/effector.h"   // what is moved
#include "sinew/task/expression.h" // laws as trees
#include "sinew/task/filter.h"     // what slows down
#include "sinew/task/limits.h"     // bounds of rates from limits of joints
#include "sinew/task/map.h"        // parameters from step to step
#include "sinew/task/nullspace.h"  // the core law
#include "sinew/task/objective.h"  // what freedom is used for
#include "sinew/task/position.h"   // placements, step by step
#include "sinew/task/table.h"      // functions given by tables
#include "sinew/task/task.h"       // one mechanism in one configuration, answers shared

#ifdef __cplusplus
extern "C" {
#endif

/// Adds the bases of end effectors, objectives, constraints, filters and position controllers and
/// all types of the module to a registry, all or none.
SNW_SETUP SNW_NODISCARD snw_status snw_task_register(snw_registry *registry, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_H
