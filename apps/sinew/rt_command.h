// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_RT_COMMAND_H
#define SINEW_APPS_RT_COMMAND_H

/// @file
/// `sinew rt check`: how late a loop wakes up on this machine, and what would help.

#include "cli.h"

extern const char rt_check_description[];
extern const cli_parameter rt_check_options[];
extern const cli_example rt_check_examples[];

SNW_NODISCARD snw_status run_rt_check(const cli_values *values, cli_io *io, snw_why *why);

#endif // SINEW_APPS_RT_COMMAND_H
