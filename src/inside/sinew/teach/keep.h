// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TEACH_KEEP_H
#define SINEW_TEACH_KEEP_H

/// @file
/// What was taught while a cell runs, as parts of its file: for who writes that file. Beside the
/// loop; nothing is asked of it.

#include "sinew/teach.h"

/// The points of a component "points" that runs, into a block of its file.
SNW_NODISCARD snw_status snw__points_keep(const snw_component *component, snw_setup *setup,
                                          snw_points *into, snw_why *why);

/// The steps, rounds and start of a component "sequence" that runs, into a block of its file.
SNW_NODISCARD snw_status snw__sequence_keep(const snw_component *component, snw_setup *setup,
                                            snw_sequence *into, snw_why *why);

#endif // SINEW_TEACH_KEEP_H
