// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_REMOTE_COMMAND_H
#define SINEW_APPS_REMOTE_COMMAND_H

/// @file
/// Commands to a running cell: get, set, list, ask, top, tune.

#include "cli.h"

extern const char remote_list_description[];
extern const char remote_set_description[];
extern const char remote_ask_description[];
extern const cli_parameter remote_get_arguments[], remote_set_arguments[], remote_list_arguments[],
    remote_ask_arguments[], remote_tune_arguments[], remote_options[], remote_top_options[];
extern const cli_example remote_get_examples[], remote_set_examples[], remote_list_examples[],
    remote_ask_examples[], remote_top_examples[], remote_save_examples[], remote_load_examples[];

SNW_NODISCARD snw_status run_get(const cli_values *values, cli_io *io, snw_why *why);
SNW_NODISCARD snw_status run_set(const cli_values *values, cli_io *io, snw_why *why);
SNW_NODISCARD snw_status run_list(const cli_values *values, cli_io *io, snw_why *why);
SNW_NODISCARD snw_status run_ask(const cli_values *values, cli_io *io, snw_why *why);
SNW_NODISCARD snw_status run_top(const cli_values *values, cli_io *io, snw_why *why);
SNW_NODISCARD snw_status run_tune_save(const cli_values *values, cli_io *io, snw_why *why);
SNW_NODISCARD snw_status run_tune_load(const cli_values *values, cli_io *io, snw_why *why);

#endif // SINEW_APPS_REMOTE_COMMAND_H
