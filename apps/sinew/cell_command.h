// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_CELL_COMMAND_H
#define SINEW_APPS_CELL_COMMAND_H

/// @file
/// `sinew cell check` and `sinew cell show`: what is in a cell, without moving it.

#include "model_input.h"

/// Reads the cell that a word of the command line names, with the options of `values`. A failure is
/// one of the command; what is wrong with the file is in `cell->status`.
SNW_NODISCARD snw_status cell_read(snw_loaded_cell *cell, const char *word,
                                   const snw_registry *registry, const cli_values *values,
                                   snw_why *why);

/// Reads, tells what was found and requires a good cell; on failure nothing is left open.
SNW_NODISCARD snw_status cell_take(snw_loaded_cell *cell, const char *word,
                                   const snw_registry *registry, const cli_values *values,
                                   cli_io *io, snw_why *why);

#endif // SINEW_APPS_CELL_COMMAND_H
