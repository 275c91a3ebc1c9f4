// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_COMMANDS_H
#define SINEW_APPS_COMMANDS_H

/// @file
/// The list of all commands of the program `sinew`. A new command is a file with its cli_command,
/// and a line in commands.c.

#include "cli.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const cli_program sinew_program;

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_COMMANDS_H
