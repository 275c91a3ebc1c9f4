// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_TOKEN_COMMAND_H
#define SINEW_APPS_TOKEN_COMMAND_H

/// @file
/// `sinew token`: who may come to the server of a cell.

#include "cli.h"

extern const cli_parameter token_add_arguments[], token_add_options[];
extern const cli_parameter token_list_options[], token_revoke_arguments[];
extern const cli_example token_add_examples[], token_list_examples[], token_revoke_examples[];
extern const char token_add_description[];
cli_command_fn run_token_add, run_token_list, run_token_revoke;

/// The rows of the table of commands.
#define TOKEN_COMMANDS                                                                             \
    {.name = "token add",                                                                          \
     .group = "Access",                                                                            \
     .summary = "Make a token that lets somebody come to the server of a cell.",                   \
     .description = token_add_description,                                                         \
     .arguments = token_add_arguments,                                                             \
     .options = token_add_options,                                                                 \
     .examples = token_add_examples,                                                               \
     .run = run_token_add},                                                                        \
        {.name = "token list",                                                                     \
         .group = "Access",                                                                        \
         .summary = "List the tokens of a file: names, roles, when they expire.",                  \
         .description = "--json writes an array of {name, role, expires, expired}; expires is in " \
                        "seconds since 1970, or null.",                                            \
         .options = token_list_options,                                                            \
         .examples = token_list_examples,                                                          \
         .run = run_token_list},                                                                   \
    {                                                                                              \
        .name = "token revoke", .group = "Access", .summary = "Take a token away.",                \
        .description =                                                                             \
            "A server that runs notices it within a second: sessions of that token are "           \
            "strangers from then on, and if one holds the lease the arms are stopped.",            \
        .arguments = token_revoke_arguments, .options = token_list_options,                        \
        .examples = token_revoke_examples, .run = run_token_revoke                                 \
    }

#endif // SINEW_APPS_TOKEN_COMMAND_H
