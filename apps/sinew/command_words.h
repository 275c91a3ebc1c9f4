// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_COMMAND_WORDS_H
#define SINEW_APPS_COMMAND_WORDS_H

/// @file
/// What can be said to components and drives, from the tables of their types.

#include "sinew/axis/command.h"
#include "sinew/describe/registry.h"

/// The table of a type of component or drive; NULL and 0 for others.
const snw_command *commands_of_type(const snw_registry *registry, const snw_type *type, int *count);

/// Objects and first words that completion offers to 'sinew ask'.
void offer_objects(snw_text *text);
void offer_words(snw_text *text);

/// What it offers after each of these words: the choices of the command's arguments.
void offer_arguments(snw_text *text);

/// The commands of a type, for its page of the manual.
void put_commands(snw_text *text, const snw_command *commands, int count);

#endif // SINEW_APPS_COMMAND_WORDS_H
