// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_SIMULATE_COMMAND_H
#define SINEW_APPS_SIMULATE_COMMAND_H

/// @file
/// `sinew simulate`: the motion of a model, free or under efforts from a file.

#include "cli.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const char simulate_description[];
extern const cli_parameter simulate_options[];
extern const cli_example simulate_examples[];
cli_command_fn run_simulate;

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_SIMULATE_COMMAND_H
