// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_JACOBIAN_COMMAND_H
#define SINEW_APPS_JACOBIAN_COMMAND_H

/// @file
/// `sinew jacobian`: how rates of the joints move a frame, for one configuration or for rows.

#include "cli.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const cli_parameter jacobian_options[];
extern const cli_example jacobian_examples[];
cli_command_fn run_jacobian;

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_JACOBIAN_COMMAND_H
