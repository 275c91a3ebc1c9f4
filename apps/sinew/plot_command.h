// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_PLOT_COMMAND_H
#define SINEW_APPS_PLOT_COMMAND_H

/// @file
/// `sinew plot`: signals of a recording or a table over time, as a file or in the terminal.

#include "cli.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const char plot_description[];
extern const cli_parameter plot_arguments[], plot_options[];
extern const cli_example plot_examples[];
cli_command_fn run_plot;

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_PLOT_COMMAND_H
