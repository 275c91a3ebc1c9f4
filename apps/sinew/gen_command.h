// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_GEN_COMMAND_H
#define SINEW_APPS_GEN_COMMAND_H

/// @file
/// `sinew gen`: C code for one robot.

#include "cli.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const char gen_description[];
extern const cli_parameter gen_options[];
extern const cli_example gen_examples[];
cli_command_fn run_gen;

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_GEN_COMMAND_H
