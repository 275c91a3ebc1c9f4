// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_CLI_INTERNAL_H
#define SINEW_APPS_CLI_INTERNAL_H

/// @file
/// What the parts of the command line machinery share with each other.

#include <stddef.h>

#include "cli.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An empty list, so that loops over parameters need no test for NULL.
extern const cli_parameter cli__no_parameters[];

/// The arguments and the options of a command, never NULL; `command` may be NULL.
const cli_parameter *cli__arguments(const cli_command *command);
const cli_parameter *cli__options(const cli_command *command);

/// True when it may stand there more than once.
bool cli__repeats(const cli_parameter *parameter);

/// True when at least one must be given.
bool cli__required(const cli_parameter *parameter);

/// Bytes of the noun in a command's name, 0 for a verb alone.
size_t cli__noun_length(const cli_command *command);

/// True when `command` belongs to `noun`.
bool cli__has_noun(const cli_command *command, const char *noun);

/// The one command of a program without command words, or NULL.
const cli_command *cli__only_command(const cli_program *program);

/// Reports wrong usage: fills `why` with the formatted text, the hint and where to read more.
/// Returns SNW_ERR_USAGE.
SNW_PRINTF(5, 6)
snw_status cli__refuse(const cli_values *values, snw_why *why, const char *rule, const char *hint,
                       const char *format, ...);

/// Reports that memory is exhausted.
snw_status cli__out_of_memory(snw_why *why);

/// `word` in quotes, cut to what fits a message.
typedef struct cli_quoted {
    char text[48];
} cli_quoted;
cli_quoted cli__quote(const char *word);

/// Follows one more word of a command's name. SNW_ERR_USAGE when there is no such command.
snw_status cli__topic_step(const cli_values *values, const char *word, cli_topic *topic,
                           snw_why *why);

/// Lays out one slot per parameter of values->command.
snw_status cli__slots_init(cli_values *values, snw_why *why);

/// The slot of a parameter by its name, or NULL.
cli_slot *cli__slot(const cli_values *values, const char *name);

/// Checks a word against its parameter and keeps it. `shown` is how messages name the parameter.
snw_status cli__slot_take(cli_values *values, cli_slot *slot, const char *word, const char *shown,
                          snw_why *why);

/// Gives the standard value to every parameter that was not given.
snw_status cli__slots_complete(cli_values *values, snw_why *why);

/// Appends "from 0 to 10" or its like; nothing when all numbers are allowed.
void cli__add_range(snw_text *text, const cli_parameter *parameter);

/// Appends an argument's name as help shows it, "IN-FILE".
void cli__add_upper(snw_text *text, const char *name);

/// Appends what stands for a value, "NUMBER" or "ball|box".
void cli__add_placeholder(snw_text *text, const cli_parameter *parameter);

/// Appends a text that ends in a zero.
void cli__add(snw_text *text, const char *value);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_CLI_INTERNAL_H
