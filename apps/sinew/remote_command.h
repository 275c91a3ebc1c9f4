// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_REMOTE_COMMAND_H
#define SINEW_APPS_REMOTE_COMMAND_H

/// @file
/// Commands to a running cell: get, set, list, ask, top, tune.

#include "cli.h"

SNW_NODISCARD snw_status run_set(const cli_values *values, cli_io *io, snw_why *why);

#endif // SINEW_APPS_REMOTE_COMMAND_H
