// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_CELL_COMMAND_H
#define SINEW_APPS_CELL_COMMAND_H

/// @file
/// `sinew cell check` and `sinew cell show`: what is in a cell, without moving it.

#include "cli.h"

extern const char cell_check_description[];
extern const cli_parameter cell_options[];
extern const cli_example cell_check_examples[], cell_show_examples[];

SNW_NODISCARD snw_status run_cell_check(const cli_values *values, cli_io *io, snw_why *why);
SNW_NODISCARD snw_status run_cell_show(const cli_values *values, cli_io *io, snw_why *why);

#endif // SINEW_APPS_CELL_COMMAND_H
