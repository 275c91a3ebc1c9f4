// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_DISTANCE_COMMAND_H
#define SINEW_APPS_DISTANCE_COMMAND_H

/// @file
/// `sinew distance`: how far bodies are apart.

#include "cli.h"

/// The distance of two mesh files, `what` and `other`, the second at --pose.
SNW_NODISCARD snw_status distance_of_meshes(const cli_values *values, cli_io *io, snw_why *why);

#endif // SINEW_APPS_DISTANCE_COMMAND_H
