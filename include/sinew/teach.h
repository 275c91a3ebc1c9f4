// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TEACH_H
#define SINEW_TEACH_H

/// @file
/// Teaching: what a pendant does, as components of a cell and as files.
///
///     points     taught points: store, move to, cycle        (sinew/teach/points.h)
///     sequence   the program of a cell, step by step         (sinew/teach/sequence.h)
///     gripper    a hand, and what it holds                   (sinew/teach/hand.h)
///     objects    where the loose things of a cell are        (sinew/teach/hand.h)
///     guiding    the arm without weight, led by hand         (sinew/teach/paths.h)
///     paths      records motions and plays them again        (sinew/teach/paths.h)
///
/// All of them are commanded by messages (docs/teach.md has the words) and move the arm
/// through the component "motion" of it, so that they cannot ask for more than it allows.

#include "sinew/teach/hand.h"
#include "sinew/teach/paths.h"
#include "sinew/teach/points.h"
#include "sinew/teach/sequence.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Registers all of them; the base "component" must be there.
SNW_SETUP SNW_NODISCARD snw_status snw_teach_register(snw_registry *registry, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TEACH_H
