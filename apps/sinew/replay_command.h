// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_REPLAY_COMMAND_H
#define SINEW_APPS_REPLAY_COMMAND_H

/// @file
/// `sinew replay`: a recording run again; only what came in from outside is taken from it.

#include "cli.h"

extern const char replay_description[];
extern const cli_parameter replay_arguments[], replay_options[];
extern const cli_example replay_examples[];

SNW_NODISCARD snw_status run_replay(const cli_values *values, cli_io *io, snw_why *why);

#endif // SINEW_APPS_REPLAY_COMMAND_H
