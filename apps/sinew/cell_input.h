// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_CELL_INPUT_H
#define SINEW_APPS_CELL_INPUT_H

/// @file
/// Cells that commands read: found by path or by name, loaded, compiled, with all findings.

#include "model_input.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cell_input {
    // read-only
    char path[SNW_PATH_SIZE];
    snw_cell *cell;    ///< NULL when it could not be read
    snw_system system; ///< when `status` is no failure
    snw_status status; ///< of reading and compiling
    snw_diags diags;   ///< all findings
    // private
    snw_setup *setup;
    void *diags_memory, *system_memory;
} cell_input;

/// Reads the cell that a word of the command line names: a path, or NAME for the file
/// NAME.cell.xml in a folder `cells` beside the program or among its data. A failure is one of the
/// command; what is wrong with the file is in `input->status`. In both cases call cell_close().
SNW_NODISCARD snw_status cell_open(cell_input *input, const char *word,
                                   const snw_registry *registry, const cli_values *values,
                                   snw_why *why);

/// The same from a text that was read from `path` at another time.
SNW_NODISCARD snw_status cell_open_text(cell_input *input, const char *path, const char *text,
                                        const snw_registry *registry, const cli_values *values,
                                        snw_why *why);
void cell_close(cell_input *input);

/// Opens and requires a good one; on failure nothing is left open.
SNW_NODISCARD snw_status cell_take(cell_input *input, const char *word,
                                   const snw_registry *registry, const cli_values *values,
                                   cli_io *io, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_CELL_INPUT_H
