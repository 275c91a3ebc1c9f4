// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_PATH_COMMAND_H
#define SINEW_APPS_PATH_COMMAND_H

/// @file
/// `sinew path`: paths held against an arm, drawn, and converted.

#include "cli.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const char path_check_description[], path_plot_description[], path_convert_description[];
extern const cli_parameter path_check_arguments[], path_plot_arguments[], path_convert_arguments[];
extern const cli_parameter path_check_options[], path_plot_options[], path_convert_options[];
extern const cli_example path_check_examples[], path_plot_examples[], path_convert_examples[];

cli_command_fn run_path_check, run_path_plot, run_path_convert;

/// The rows of the table of commands.
#define PATH_COMMANDS                                                                              \
    {.name = "path check",                                                                         \
     .group = "Motion",                                                                            \
     .summary = "Hold a path against the limits of an arm before it is driven.",                   \
     .description = path_check_description,                                                        \
     .arguments = path_check_arguments,                                                            \
     .options = path_check_options,                                                                \
     .examples = path_check_examples,                                                              \
     .run = run_path_check},                                                                       \
        {.name = "path plot",                                                                      \
         .group = "Motion",                                                                        \
         .summary = "Draw position, velocity, acceleration and jerk of a path.",                   \
         .description = path_plot_description,                                                     \
         .arguments = path_plot_arguments,                                                         \
         .options = path_plot_options,                                                             \
         .examples = path_plot_examples,                                                           \
         .run = run_path_plot},                                                                    \
    {                                                                                              \
        .name = "path convert", .group = "Motion",                                                 \
        .summary = "Write a path in another format, with another period or speed.",                \
        .description = path_convert_description, .arguments = path_convert_arguments,              \
        .options = path_convert_options, .examples = path_convert_examples,                        \
        .run = run_path_convert                                                                    \
    }

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_PATH_COMMAND_H
