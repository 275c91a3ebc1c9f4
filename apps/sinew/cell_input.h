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
    bool is_made;      ///< around a robot: `path` is the robot's
    // private
    snw_setup *setup;
    snw_load_options load; // of the robots that it names
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

/// A cell around the robot of a file that snw_robot_load() reads (URDF, xacro, a DH table, a robot
/// as XML or JSON): one member "arm", simulated, with what it takes to move it and to teach it. It
/// has mass when every link that a joint moves has some. See cell_robot.c.
SNW_NODISCARD snw_status cell_open_robot(cell_input *input, const char *path,
                                         const snw_registry *registry, const cli_values *values,
                                         snw_why *why);

/// What a run begins with: a cell as cell_open() takes it, or else a robot, by its file or by its
/// name as model_find() takes it. The content of the file decides.
SNW_NODISCARD snw_status cell_open_any(cell_input *input, const char *word,
                                       const snw_registry *registry, const cli_values *values,
                                       snw_why *why);
void cell_close(cell_input *input);

// --- shared with cell_robot.c -------------------------------------------------------------------

/// Begins an input that nothing was read into; finishes one whose cell was read.
SNW_NODISCARD snw_status cell_begin(cell_input *input, const snw_registry *registry,
                                    const cli_values *values, snw_cell_options *options,
                                    snw_why *why);
void cell_finish(cell_input *input);

/// The file of a cell: a path as it is, NAME as cell_open() finds it.
SNW_NODISCARD snw_status cell_find(const char *word, char *out, size_t size, snw_why *why);

/// Opens and requires a good one; on failure nothing is left open.
SNW_NODISCARD snw_status cell_take(cell_input *input, const char *word,
                                   const snw_registry *registry, const cli_values *values,
                                   cli_io *io, snw_why *why);
SNW_NODISCARD snw_status cell_take_any(cell_input *input, const char *word,
                                       const snw_registry *registry, const cli_values *values,
                                       cli_io *io, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_CELL_INPUT_H
